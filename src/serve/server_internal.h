/*
 * server_internal.h - what the handlers share: the books, and all behind them
 *
 * http/http_server.h has the rest of the server: connections and threads.
 */
#ifndef SERVE_SERVER_INTERNAL_H
#define SERVE_SERVER_INTERNAL_H

#include "format/amateur/amateur_ask.h"
#include "io/input.h"
#include "serve/call.h"
#include "serve/engines/engine_worker.h"
#include "serve/engines/live_engines.h"
#include "serve/hole_cache.h"
#include "serve/metrics.h"
#include "serve/server.h"
#include "serve/shelf/name_index.h"
#include "serve/shelf/shelf.h"

enum { TOKEN_SIZE = 33 };

/* How amateur books choose a move. */
struct routine_options {
    struct input table; // of transpositions
    struct amateur_options options;
};

struct http_server;

struct server {
    struct server_options options; // with the defaults filled in
    struct shelf shelf;
    struct name_index names;
    struct routine_options routine;
    char token[TOKEN_SIZE]; // "" if read-only
    bool needs_token;       // only the printed address contains it
    struct metrics metrics;
    atomic_bool is_ending; // long tasks should stop
    struct engine_worker engine;
    struct live_engines live;
    struct hole_cache holes;
    struct http_server *http; // owned; NULL: handlers are called otherwise
};

#endif
