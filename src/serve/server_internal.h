/*
 * server_internal.h - what the parts of the server share
 */
#ifndef SERVE_SERVER_INTERNAL_H
#define SERVE_SERVER_INTERNAL_H

#include "format/amateur/amateur_ask.h"
#include "io/input.h"
#include "serve/engines/engine_worker.h"
#include "serve/engines/live_engines.h"
#include "serve/hole_cache.h"
#include "serve/http/compressor.h"
#include "serve/http/connections.h"
#include "serve/http/listen.h"
#include "serve/http/reply.h"
#include "serve/http/response_cache.h"
#include "serve/http/streams.h"
#include "serve/http/workspace.h"
#include "serve/jobs.h"
#include "serve/metrics.h"
#include "serve/request_params.h"
#include "serve/server.h"
#include "serve/shelf/line_map.h"
#include "serve/shelf/shelf.h"
#include "tabia/names.h"
#include "tabia/source.h"

enum { TOKEN_SIZE = 33 };

/* How amateur books choose a move. */
struct routine_options {
    struct input table; // of transpositions
    struct amateur_options options;
};

struct server {
    struct server_options options; // with the defaults filled in
    struct listener listener;
    char url[320];
    bool has_terminal; // the server ends when it is closed
    struct shelf shelf;
    struct name_index names;
    struct routine_options routine;
    char token[TOKEN_SIZE]; // "" if read-only
    bool needs_token;       // only the printed address contains it
    struct proxies proxies;
    struct metrics metrics;
    struct response_cache cache;
    struct workspaces workspaces;
    struct connections connections;
    struct jobs jobs, imports;
    atomic_bool is_ending; // long tasks should stop
    struct engine_worker engine;
    struct live_engines live;
    struct streams streams;
    struct hole_cache holes;
    struct MHD_Daemon *daemon;
};

enum call_method {
    CALL_GET, // HEAD too
    CALL_POST,
    CALL_OPTIONS,
    CALL_OTHER,
};

/* A complete request. Pointers are borrowed; absent headers are NULL. */
struct call {
    const char *path; // decoded; "/masters"
    struct uri uri;
    struct request_params params;
    struct tabia_bytes body;
    const char *file_name, *if_none_match;
    bool takes_gzip;
    bool is_owner;                       // has the token
    const char *address;                 // of the client
    const struct connection *connection; // NULL: not known
    struct tabia_answer *answer; // for a look-up; its memory is used again
};

struct workspace {
    struct workspace *next; // while it is not in use
    struct call call;
    struct tabia_answer answer;
    struct buf body;   // of the reply
    struct buf packed; // the same, compressed
    struct compressor compressor;
};

typedef void route_fn(struct server *srv, const struct call *call,
                      struct reply *reply);

#endif
