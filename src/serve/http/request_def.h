/*
 * request_def.h - what is known of a request while it is answered
 */
#ifndef SERVE_REQUEST_DEF_H
#define SERVE_REQUEST_DEF_H

#include <microhttpd.h>

#include "serve/http/request_head.h"

enum { REQUEST_METHOD_SIZE = 16 };

/* What is computed only when the answer is not kept. */
struct work {
    struct uri uri;
    struct query query;
    struct call call;
    struct reply reply;
};

struct request {
    struct server *srv;
    struct MHD_Connection *con;
    struct connection *watched; // may be NULL
    struct request_head head;
    const struct route *route;
    struct work *work; // owned; NULL until needed
    struct buf body;
    uint64_t start_ns;
    unsigned generation;
    unsigned refusal; // the status of a request that is not answered; or 0
    const char *why;  // a constant
    unsigned status;  // sent
    size_t nbytes;
    size_t ntaken; // bytes of the body that have come
    bool has_begun, is_done, is_cached;
    enum MHD_Result result; // of sending a kept answer
    char method[REQUEST_METHOD_SIZE];
    char address[ADDRESS_TEXT_SIZE]; // of the client
    size_t uri_len;
    char uri[]; // as it came; cut at URI_SIZE
};

/* NULL: there is none. */
static inline const char *request_header(const struct request *r,
                                         const char *name)
{
    return MHD_lookup_connection_value(r->con, MHD_HEADER_KIND, name);
}

#endif
