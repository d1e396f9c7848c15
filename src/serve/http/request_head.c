/*
 * request_head.c - the headers of a request, and what they allow
 */
#include "serve/http/request_head.h"

#include <string.h>
#include <strings.h>

#include "base/compiler.h"
#include "serve/http/guard.h"

#include "base/banned.h"

enum call_method request_head_method(const char *method)
{
    if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0)
        return CALL_GET;
    if (strcmp(method, "POST") == 0)
        return CALL_POST;
    return strcmp(method, "OPTIONS") == 0 ? CALL_OPTIONS : CALL_OTHER;
}

/* ---- headers --------------------------------------------------------- */

void request_head_add(struct request_head *head, const char *name,
                      size_t name_len, const char *value, size_t value_len)
{
    const struct {
        const char *name;
        const char **value;
        unsigned *count; // NULL: the last one counts
    } known[] = {
        { "Host", &head->host, &head->nhosts },
        { "Content-Length", &head->length, &head->nlengths },
        { "Transfer-Encoding", &head->encoding, &head->nencodings },
        { "Origin", &head->origin, NULL },
        { "Sec-Fetch-Site", &head->site, NULL },
        { "X-Tabia-Token", &head->token, NULL },
        { "X-Forwarded-For", &head->forwarded_for, NULL },
        { "X-Forwarded-Host", &head->forwarded_host, NULL },
        { "X-Forwarded-Proto", &head->forwarded_proto, NULL },
    };
    // A space between a name and its colon is the classic trap.
    head->is_malformed |= name_len == 0;
    for (size_t i = 0; i < name_len; i++) {
        const unsigned char c = (unsigned char)name[i];
        head->is_malformed |=
            c <= ' ' || c >= 0x7f || strchr("\"(),/:;<=>?@[\\]{}", c);
    }
    for (size_t i = 0; i < value_len; i++) {
        const unsigned char c = (unsigned char)value[i];
        head->is_malformed |= (c < ' ' && c != '\t') || c == 0x7f;
    }
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        if (strcasecmp(known[i].name, name) != 0)
            continue;
        *known[i].value = value;
        if (known[i].count)
            ++*known[i].count;
    }
}

bool request_head_is_clear(const struct request_head *head, const char **why)
{
    *why =
        head->is_malformed ? "a header contains invalid characters"
        : head->nhosts > 1 || (!head->nhosts && !head->is_http10)
            ? "exactly one Host header is required"
        : head->nlengths > 1 ? "more than one Content-Length header"
        : head->nencodings && head->nlengths
            ? "Content-Length and Transfer-Encoding cannot be combined"
        : head->nencodings > 1 ||
                (head->encoding && strcasecmp(head->encoding, "chunked") != 0)
            ? "the only Transfer-Encoding supported is chunked"
            : NULL;
    return !*why;
}

size_t request_head_body_limit(const struct server *srv,
                               const struct route *route,
                               const struct request_head *head)
{
    if (!route || route->method != CALL_POST)
        return 0;
    if (!guard_is_token(srv, head->token))
        return REQUEST_BODY_MAX;
    return route->queue == ROUTE_UPLOAD  ? srv->options.import_limit
           : route->flags & ROUTE_WRITES ? REQUEST_EDIT_MAX
                                         : REQUEST_BODY_MAX;
}

/* ---- access ------------------------------------------------------------- */

/* The host that the client asked for, which a proxy may have replaced. */
static const char *requested_host(const struct request_head *head)
{
    return head->from_proxy && head->forwarded_host ? head->forwarded_host
                                                    : head->host;
}

/* Why a change or the token is refused; NULL if it is allowed. */
static const char *check_write_access(const struct server *srv,
                                      const struct route *route,
                                      const struct request_head *head)
{
    const char *scheme = head->from_proxy ? head->forwarded_proto : NULL;
    if (!route || !(route->flags & (ROUTE_WRITES | ROUTE_OWN_PAGE)))
        return NULL;
    if (!guard_is_own_origin(head->origin, scheme, requested_host(head)) ||
        (head->site && strcmp(head->site, "same-origin") != 0 &&
         strcmp(head->site, "none") != 0))
        return "requests from other sites are not allowed";
    if (route->flags & ROUTE_VISITOR)
        return NULL; // the handler looks at call.is_owner
    if (srv->options.read_only && route->flags & ROUTE_LIVE &&
        srv->options.allow_engine)
        return NULL; // nobody has a token
    if (srv->options.read_only)
        return "this server is read-only";
    if ((route->flags & ROUTE_WRITES || srv->needs_token) &&
        !guard_is_token(srv, head->token))
        return srv->needs_token
                   ? "token missing or wrong; open the address that 'tabia "
                     "serve' printed"
                   : "the header X-Tabia-Token is missing or wrong";
    return NULL;
}

unsigned request_head_check(const struct server *srv, const struct route *route,
                            const struct request_head *head, const char **why)
{
    const enum call_method method = head->method;
    *why = "host name not allowed; --allow-host NAME allows it";
    if (!guard_is_own_host(srv, requested_host(head)))
        return HTTP_FORBIDDEN;
    *why = "the address is too long";
    if (head->uri_len >= URI_SIZE)
        return HTTP_LONG_ADDRESS;
    *why = "method not allowed";
    if (method == CALL_OPTIONS)
        return 0;
    if (method == CALL_OTHER || method != (route ? route->method : CALL_GET))
        return HTTP_BAD_METHOD;
    *why = "the address is not valid UTF-8";
    if (!head->path)
        return HTTP_BAD_REQUEST;
    *why = check_write_access(srv, route, head);
    if (*why)
        return HTTP_FORBIDDEN;
    *why = "no engine; start the server with --engine";
    const bool needs_engine =
        route && (route->queue == ROUTE_IN_ENGINE || route->flags & ROUTE_LIVE);
    return needs_engine && !srv->options.engine ? HTTP_NOT_FOUND : 0;
}
