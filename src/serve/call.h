/*
 * call.h - a request as its handler sees it, and what a handler is
 *
 * A handler is given values and fills in a reply (reply.h). It knows nothing of
 * connections and threads, and brings in none of their headers, so it can
 * answer where there is no HTTP; tools/check_layers.sh checks that.
 */
#ifndef SERVE_CALL_H
#define SERVE_CALL_H

#include "serve/reply.h"
#include "serve/request_params.h"
#include "serve/uri.h"
#include "tabia/source.h"

struct server;

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
    bool is_owner;               // has the token
    const char *address;         // of the client
    struct tabia_answer *answer; // for a look-up; its memory is used again

    // True once nobody waits for the reply any more; NULL: not known.
    bool (*is_abandoned)(const void *client);
    const void *client; // of 'is_abandoned'
};

/* True once nobody waits for the reply of a call any more. */
static inline bool call_is_abandoned(const struct call *call)
{
    return call->is_abandoned && call->is_abandoned(call->client);
}

typedef void route_fn(struct server *srv, const struct call *call,
                      struct reply *reply);

#endif
