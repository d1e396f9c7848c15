/*
 * request_head.h - the headers of a request, and what they allow
 *
 *     struct request_head head = { .method = CALL_GET, .path = "/masters" };
 *     request_head_add(&head, "Host", 4, "localhost", 9);     // each header
 *     status = request_head_check(srv, route, &head, &why);
 *
 * Independent of the HTTP library. All text is borrowed.
 */
#ifndef SERVE_REQUEST_HEAD_H
#define SERVE_REQUEST_HEAD_H

#include "serve/routes.h"

enum {
    REQUEST_BODY_MAX = 1 << 20,  // bytes
    REQUEST_EDIT_MAX = 16 << 20, // of a client that has the token
};

/* The headers that matter here; NULL: absent. */
struct request_head {
    enum call_method method;
    const char *path; // decoded; NULL: not valid text
    size_t uri_len;   // of the whole address, as received
    bool is_http10;   // a request that may lack a Host header
    bool from_proxy;  // from a --trusted-proxy: X-Forwarded-* are trusted
    bool is_malformed;
    unsigned nhosts, nlengths, nencodings; // how many of them were sent
    const char *host, *length, *encoding, *origin, *site, *token;
    const char *forwarded_for, *forwarded_host, *forwarded_proto;
};

/* Parses the name of a method. */
enum call_method request_head_method(const char *method);

/* Adds one header; call it for each one that was sent. */
void request_head_add(struct request_head *head, const char *name,
                      size_t name_len, const char *value, size_t value_len);

/*
 * False, with a reason, if another server, such as a proxy in front of this
 * one, could interpret the head differently (request smuggling). Nothing that
 * follows on the connection may be read then.
 */
bool request_head_is_clear(const struct request_head *head, const char **why);

/*
 * Maximum size of the body, in bytes. Who has no token may send what any other
 * request of a visitor may have.
 */
size_t request_head_body_limit(const struct server *srv,
                               const struct route *route,
                               const struct request_head *head);

/*
 * The status with which an unambiguous request is refused before its body is
 * read, and why; 0 if it is accepted.
 */
unsigned request_head_check(const struct server *srv, const struct route *route,
                            const struct request_head *head, const char **why);

#endif
