/*
 * api_server.c - that the server runs, its metrics, and the page's token
 */
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

void api_server_health(struct server *srv, const struct call *call,
                       struct reply *reply)
{
    struct json_writer js;
    (void)srv;
    (void)call;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "status", "ok");
    json_writer_end(&js);
    reply_end(reply);
}

void api_server_metrics(struct server *srv, const struct call *call,
                        struct reply *reply)
{
    (void)call;
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_print(&srv->metrics, &reply->body);
    if (reply->body.failed)
        reply_error(reply, HTTP_FAILED, "out of memory");
}

void api_server_session(struct server *srv, const struct call *call,
                        struct reply *reply)
{
    struct json_writer js;
    (void)call;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "token", srv->token);
    json_writer_end(&js);
    reply_end(reply);
}
