/*
 * routes.h - which handler serves which path
 */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/server_internal.h"

/* Where the handler runs. */
enum route_queue {
    ROUTE_AT_ONCE,   // in the thread of the connection
    ROUTE_SLOW,      // in a background thread
    ROUTE_IN_ENGINE, // in the engine's thread
    ROUTE_UPLOAD,    // in the import threads; the body may be large
};

enum {
    ROUTE_CACHED = 1, // the response depends only on the address and the books
    ROUTE_WRITES = 2, // needs the token
    ROUTE_CORS_ANY = 4,    // --cors lets other sites read it
    ROUTE_CORS_LISTED = 8, // like ROUTE_CORS_ANY, but not with --cors '*'
    ROUTE_PREFIX = 16,     // every path that starts like this one
    ROUTE_OWN_PAGE = 32,   // only for this server's own pages
    // It does not have this parameter, as on Lichess, and ignores it.
    ROUTE_NO_RATINGS = 64,
    ROUTE_NO_SPEEDS = 128,
    ROUTE_LIVE = 256, // the live engine: even read-only, if that is allowed
    // Own pages only; without the token the visitor brings what is needed.
    ROUTE_VISITOR = 512,
};

struct route {
    const char *path;
    enum call_method method;
    enum route_queue queue;
    unsigned flags;
    route_fn *handler;
};

/* The route of a decoded path, for any method; NULL if none. Accepts NULL. */
const struct route *route_find(const char *path);

#endif
