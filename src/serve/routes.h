/*
 * routes.h - which handler serves which path
 */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/server_internal.h"

enum {
    ROUTE_CACHED = 1,  // the response depends only on the address and the books
    ROUTE_SLOW = 2,    // runs in a background thread
    ROUTE_ENGINE = 4,  // runs in the engine's thread
    ROUTE_WRITES = 8,  // needs the token
    ROUTE_UPLOAD = 16, // the body may be large; runs in the import threads
    ROUTE_CORS_ANY = 32,     // --cors lets other sites read it
    ROUTE_PREFIX = 64,       // every path that starts like this one
    ROUTE_OWN_PAGE = 128,    // only for this server's own pages
    ROUTE_CORS_LISTED = 256, // like ROUTE_CORS_ANY, but not with --cors '*'
    // It does not have this parameter, as on Lichess, and ignores it.
    ROUTE_NO_RATINGS = 512,
    ROUTE_NO_SPEEDS = 1024,
    ROUTE_LIVE = 2048, // the live engine: even read-only, if that is allowed
    // Own pages only; without the token the visitor brings what is needed.
    ROUTE_VISITOR = 4096,
};

struct route {
    const char *path;
    enum call_method method;
    unsigned flags;
    route_fn *handler;
};

/* The route of a decoded path, for any method; NULL if none. Accepts NULL. */
const struct route *route_find(const char *path);

#endif
