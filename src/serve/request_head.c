/*
 * request_head.c - what the head of a request decides
 */
#include <string.h>

#include "serve/guard.h"
#include "serve/request_def.h"

#include "base/banned.h"

static enum call_method method_of(const char *method)
{
    if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0)
        return CALL_GET;
    if (strcmp(method, "POST") == 0)
        return CALL_POST;
    return strcmp(method, "OPTIONS") == 0 ? CALL_OPTIONS : CALL_OTHER;
}

size_t request_body_limit(const struct request *r)
{
    if (!r->route || r->route->method != CALL_POST)
        return 0;
    return r->route->flags & ROUTE_UPLOAD ? r->srv->options->import_limit
                                          : REQUEST_BODY_MAX;
}

/* Why a change, or the token, is refused; NULL: it is not. */
static const char *check_writer(const struct request *r)
{
    if (!r->route || !(r->route->flags & (ROUTE_WRITES | ROUTE_OWN)))
        return NULL;
    const char *site = request_header(r, "Sec-Fetch-Site");
    if (!guard_is_own_origin(request_header(r, "Origin"),
                             request_header(r, "Host")) ||
        (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0))
        return "only pages of this server may do this";
    if (r->srv->options->read_only)
        return "this server was started with --read-only";
    if (r->route->flags & ROUTE_WRITES &&
        !guard_is_token(r->srv, request_header(r, "X-Tabia-Token")))
        return "the header X-Tabia-Token is missing or wrong";
    return NULL;
}

const struct route *request_find_route(const struct request *r)
{
    char path[64];
    size_t len = strcspn(r->uri, "?");
    if (len >= sizeof(path))
        len = sizeof(path) - 1;
    memcpy(path, r->uri, len);
    len = uri_decode(path, len, false);
    path[len] = '\0';
    return route_find(path);
}

unsigned request_check_head(const struct request *r, const char **why)
{
    const enum call_method method = method_of(r->method);
    const char *host = request_header(r, "Host");
    *why = "this server does not go by that name; --allow-host adds one";
    if (!guard_is_own_host(r->srv, host))
        return HTTP_FORBIDDEN;
    *why = "the address is too long";
    if (r->uri_len >= URI_SIZE)
        return HTTP_LONG_ADDRESS;
    *why = "this address cannot be asked in that way";
    if (method == CALL_OPTIONS)
        return 0;
    if (method == CALL_OTHER ||
        method != (r->route ? r->route->method : CALL_GET))
        return HTTP_BAD_METHOD;
    *why = check_writer(r);
    if (*why)
        return HTTP_FORBIDDEN;
    *why = "no engine was named; --engine does";
    const bool needs_engine = r->route && r->route->flags & ROUTE_ENGINE;
    return needs_engine && !r->srv->options->engine ? HTTP_NOT_FOUND : 0;
}
