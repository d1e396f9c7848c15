/*
 * api_books.c - the list of books, and the server's state
 */
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

void api_books(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    struct json js;
    (void)call;
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "version", TABIA_VERSION);
    json_pair_bool(&js, "readOnly", srv->options.read_only);
    json_pair_bool(&js, "needsToken", srv->needs_token);
    json_key(&js, "engine");
    json_put_text(&js,
                  srv->options.engine ? path_name(srv->options.engine) : NULL);
    const struct tabia_format *format;
    json_key(&js, "writable");
    json_begin_array(&js);
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        if (!info->can_write)
            continue;
        json_begin_object(&js);
        json_view_text(&js, "format", info->name);
        json_view_text(&js, "title", info->title);
        json_view_text(&js, "suffix",
                       info->suffixes && info->suffixes[0] ? info->suffixes[0]
                                                           : "");
        json_end(&js);
    }
    json_end(&js);
    json_key(&js, "books");
    json_begin_array(&js);
    const size_t n = shelf_lend_all(&srv->shelf, loans);
    for (size_t i = 0; i < n; i++) {
        json_view_volume(&js, &loans[i]);
        shelf_return(&loans[i]);
    }
    json_end(&js);
    json_end(&js);
    reply_end(reply);
}

/* ---- health ------------------------------------------------------------- */

void api_health(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct json js;
    (void)srv;
    (void)call;
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "status", "ok");
    json_end(&js);
    reply_end(reply);
}

void api_metrics(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    (void)call;
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_print(&srv->metrics, &reply->body);
    if (reply->body.failed)
        reply_error(reply, HTTP_FAILED, "out of memory");
}

void api_session(struct server *srv, const struct call *call,
                 struct reply *reply)
{
    struct json js;
    (void)call;
    reply_begin(reply, &js);
    json_begin_object(&js);
    json_view_text(&js, "token", srv->token);
    json_end(&js);
    reply_end(reply);
}
