/*
 * api_health.c - that the server runs, its metrics, and the page's token
 */
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

void api_health(struct server *srv, const struct call *call,
                struct reply *reply)
{
    struct jsonw js;
    (void)srv;
    (void)call;
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    json_view_text(&js, "status", "ok");
    jsonw_end(&js);
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
    struct jsonw js;
    (void)call;
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    json_view_text(&js, "token", srv->token);
    jsonw_end(&js);
    reply_end(reply);
}
