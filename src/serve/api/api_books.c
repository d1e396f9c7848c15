/*
 * api_books.c - the list of books, and what the server can do
 */
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "serve/shelf/shelf_open.h"

#include "base/banned.h"

/*
 * The name of the folder where new books are put, if there is one. False with
 * an error without memory.
 */
static bool put_new_folder(struct json_writer *js, const char *near,
                           struct tabia_error *err)
{
    struct buf path = { .limit = PATH_SIZE_MAX };
    if (near && path_resolve(*near ? near : ".", &path, err)) {
        path.size = path_folder_length(buf_text(&path));
        path.data[path.size > 1 ? path.size - 1 : 1] = '\0';
        json_writer_pair_text(js, "folder", path_name((const char *)path.data));
    }
    buf_clear(&path);
    return err->status != TABIA_ERR_NOMEM;
}

void api_books(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    struct json_writer js;
    struct tabia_error err = { 0 };
    bool is_whole = true;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "version", TABIA_VERSION);
    json_writer_pair_bool(&js, "readOnly", srv->options.read_only);
    json_writer_pair_bool(&js, "needsToken", srv->needs_token);
    json_writer_key(&js, "engine");
    json_writer_put_text(
        &js, srv->options.engine ? path_name(srv->options.engine) : NULL);
    json_writer_key(&js, "live");
    if (srv->options.engine &&
        (!srv->options.read_only || srv->options.allow_engine)) {
        json_writer_begin_object(&js);
        json_writer_pair_uint(&js, "seconds", srv->options.engine_seconds);
        json_writer_pair_uint(&js, "lines", ANALYSIS_LINES_MAX);
        json_writer_end(&js);
    } else {
        json_writer_put_text(&js, NULL);
    }
    const struct tabia_format *format;
    const size_t n = shelf_lend_all(&srv->shelf, call->params.imports, loans);
    if (!srv->options.read_only)
        is_whole = put_new_folder(&js, shelf_find_folder(loans, n), &err);
    json_writer_key(&js, "writable");
    json_writer_begin_array(&js);
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        if (!info->can_write)
            continue;
        json_writer_begin_object(&js);
        json_writer_pair_text(&js, "format", info->name);
        json_writer_pair_text(&js, "title", info->title);
        json_writer_pair_text(
            &js, "suffix",
            info->suffixes && info->suffixes[0] ? info->suffixes[0] : "");
        json_writer_end(&js);
    }
    json_writer_end(&js);
    json_writer_key(&js, "books");
    json_writer_begin_array(&js);
    for (size_t i = 0; i < n; i++) {
        json_view_put_volume(&js, &loans[i]);
        shelf_return(&loans[i]);
    }
    json_writer_end(&js);
    json_writer_end(&js);
    reply_end(reply);
    if (!is_whole)
        reply_library_error(reply, HTTP_BAD_REQUEST, &err);
}
