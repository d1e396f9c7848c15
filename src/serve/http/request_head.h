/*
 * request_head.h - what the head of a request decides
 *
 *     struct request_head head = { .method = CALL_GET, .path = "/masters" };
 *     request_head_add(&head, "Host", 4, "localhost", 9);     // each header
 *     status = request_head_check(srv, route, &head, &why);
 *
 * Knows nothing of the library that reads the bytes. All text is borrowed.
 */
#ifndef SERVE_REQUEST_HEAD_H
#define SERVE_REQUEST_HEAD_H

#include "serve/routes.h"

enum { REQUEST_BODY_MAX = 1 << 20 }; // bytes, but of an import

/* The headers that mean something here; NULL: absent. */
struct request_head {
    enum call_method method;
    const char *path; // decoded; NULL: it is no text
    size_t uri_len;   // of the whole address, as it came
    bool is_http10;   // a request that may come without a Host
    bool from_proxy;  // from a --trusted-proxy: the X-Forwarded-* count
    bool is_malformed;
    unsigned nhosts, nlengths, nencodings; // headers of these names
    const char *host, *length, *encoding, *origin, *site, *token;
    const char *forwarded_for, *forwarded_host, *forwarded_proto;
};

/* What a method means here. */
enum call_method request_head_method(const char *method);

/* Takes one header, as often as it came. */
void request_head_add(struct request_head *head, const char *name,
                      size_t name_len, const char *value, size_t value_len);

/*
 * False with a reason for a head that another server, such as a proxy before
 * this one, could understand in another way. What follows it on the connection
 * is not to be read then.
 */
bool request_head_is_clear(const struct request_head *head, const char **why);

/* Bytes that the body may have. */
size_t request_head_body_limit(const struct server *srv,
                               const struct route *route);

/*
 * The status by which a clear head is refused before the body is read, and
 * why; 0: it is not.
 */
unsigned request_head_check(const struct server *srv, const struct route *route,
                            const struct request_head *head, const char **why);

#endif
