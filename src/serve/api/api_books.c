/*
 * api_books.c - the list of books, and what the server can do
 */
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

void api_books(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    struct jsonw js;
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    json_view_text(&js, "version", TABIA_VERSION);
    jsonw_pair_bool(&js, "readOnly", srv->options.read_only);
    jsonw_pair_bool(&js, "needsToken", srv->needs_token);
    jsonw_key(&js, "engine");
    jsonw_put_text(&js,
                   srv->options.engine ? path_name(srv->options.engine) : NULL);
    jsonw_key(&js, "live");
    if (srv->options.engine &&
        (!srv->options.read_only || srv->options.allow_engine)) {
        jsonw_begin_object(&js);
        jsonw_pair_uint(&js, "seconds", srv->options.engine_seconds);
        jsonw_pair_uint(&js, "lines", ANALYSIS_LINES);
        jsonw_end(&js);
    } else {
        jsonw_put_text(&js, NULL);
    }
    const struct tabia_format *format;
    jsonw_key(&js, "writable");
    jsonw_begin_array(&js);
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        if (!info->can_write)
            continue;
        jsonw_begin_object(&js);
        json_view_text(&js, "format", info->name);
        json_view_text(&js, "title", info->title);
        json_view_text(&js, "suffix",
                       info->suffixes && info->suffixes[0] ? info->suffixes[0]
                                                           : "");
        jsonw_end(&js);
    }
    jsonw_end(&js);
    jsonw_key(&js, "books");
    jsonw_begin_array(&js);
    const size_t n = shelf_lend_all(&srv->shelf, call->query.imports, loans);
    for (size_t i = 0; i < n; i++) {
        json_view_volume(&js, &loans[i]);
        shelf_return(&loans[i]);
    }
    jsonw_end(&js);
    jsonw_end(&js);
    reply_end(reply);
}
