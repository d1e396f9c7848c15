/*
 * routes.h - which address is answered by what
 */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/server_def.h"

enum {
    ROUTE_CACHED = 1,  // the answer depends on the address and the books alone
    ROUTE_SLOW = 2,    // done by a thread of its own
    ROUTE_ENGINE = 4,  // done by the engine's thread
    ROUTE_WRITES = 8,  // needs the token
    ROUTE_UPLOAD = 16, // the body may be large; done by threads for that
    ROUTE_OPEN = 32,   // --cors lets other sites read it
    ROUTE_PREFIX = 64, // all addresses that start so
    ROUTE_OWN = 128,   // for pages of this server alone
    ROUTE_NAMED = 256, // like ROUTE_OPEN, but only for a site that is named
};

struct route {
    const char *path;
    enum call_method method;
    unsigned flags;
    route_fn *handler;
};

/* The route of a decoded path (or NULL); NULL: none. Whatever the method. */
const struct route *route_find(const char *path);

#endif
