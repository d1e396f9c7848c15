/*
 * http_server.h - the part of the server that has connections and threads
 */
#ifndef SERVE_HTTP_SERVER_H
#define SERVE_HTTP_SERVER_H

#include "serve/http/connections.h"
#include "serve/http/jobs.h"
#include "serve/http/listen.h"
#include "serve/http/response_cache.h"
#include "serve/http/streams.h"
#include "serve/http/workspace.h"
#include "serve/server_internal.h"

struct http_server {
    struct listener listener;
    char url[320];
    bool has_terminal; // the server ends when it is closed
    struct proxies proxies;
    struct response_cache cache;
    struct workspaces workspaces;
    struct connections connections;
    struct jobs slow, imports;
    struct jobs evaluations; // one thread: there is one engine
    struct streams streams;
    struct MHD_Daemon *daemon;
};

/* Accepts connections to the opened listener. All that answers is started. */
bool http_server_start(struct server *srv, struct tabia_error *err);

/* Accepts no more connections, and gives requests in progress time to end. */
void http_server_stop(struct server *srv);

#endif
