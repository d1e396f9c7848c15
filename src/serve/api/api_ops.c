/*
 * api_ops.c - how the server is, and the token for pages of its own
 */
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

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
