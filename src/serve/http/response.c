/*
 * response.c - replies as responses of libmicrohttpd
 */
#include "serve/http/response.h"

#include <microhttpd.h>
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"

#include "base/banned.h"

enum {
    COPIED_MAX = 1 << 15, // bytes; more are handed over
    STREAM_BLOCK = 8 << 10,
};

static const char page_policy[] =
    "default-src 'self'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Sent with every response. */
static const struct {
    const char *name, *value;
} headers[] = {
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
};

static void add_response_header(struct MHD_Response *response, const char *name,
                                const char *value)
{
    (void)MHD_add_response_header(response, name, value);
}

/* With "*" any site may read the explorer; a named one may read books too. */
static bool is_cross_origin_allowed(const struct server *srv,
                                    const struct route *route)
{
    const char *origin = srv->options.cors;
    if (!origin || !route)
        return false;
    return route->flags &
           (strcmp(origin, "*") == 0 ? ROUTE_CORS_ANY
                                     : ROUTE_CORS_ANY | ROUTE_CORS_LISTED);
}

static struct MHD_Response *add_common_headers(struct MHD_Response *response,
                                               const struct server *srv,
                                               const struct route *route,
                                               const char *policy, bool varies)
{
    if (!response)
        return NULL;
    add_response_header(response, "Content-Security-Policy",
                        policy ? policy : page_policy);
    for (size_t i = 0; i < COUNT_OF(headers); i++)
        add_response_header(response, headers[i].name, headers[i].value);
    const char *origin =
        is_cross_origin_allowed(srv, route) ? srv->options.cors : NULL;
    add_response_header(response, "Cross-Origin-Resource-Policy",
                        origin ? "cross-origin" : "same-origin");
    if (origin)
        add_response_header(response, "Access-Control-Allow-Origin", origin);
    // Browsers send credentials only if the server names their origin.
    if (origin && strcmp(origin, "*") != 0) {
        add_response_header(response, "Access-Control-Allow-Credentials",
                            "true");
        add_response_header(response, "Vary",
                            varies ? "Origin, Accept-Encoding" : "Origin");
    } else if (varies) {
        add_response_header(response, "Vary", "Accept-Encoding");
    }
    return response;
}

/* The hash of a body in quotes. */
static void print_etag(uint64_t hash, char etag[ETAG_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    etag[0] = etag[17] = '"';
    etag[18] = '\0';
    for (int i = 16; i > 0; i--, hash >>= 4)
        etag[i] = digits[hash & 15];
}

/* Those that the handler has set. */
static void add_own_headers(struct MHD_Response *response,
                            const struct reply *reply)
{
    for (size_t i = 0; i < reply->nheaders; i++)
        add_response_header(response, reply->headers[i].name,
                            reply->headers[i].value);
}

struct MHD_Response *response_new(const struct server *srv,
                                  const struct route *route,
                                  struct reply *reply, char etag[ETAG_SIZE])
{
    etag[0] = '\0';
    if (reply->status == HTTP_OK && reply->etag)
        snprintf(etag, ETAG_SIZE, "%s", reply->etag);
    else if (reply->status == HTTP_OK)
        print_etag(response_cache_hash(reply->body.data, reply->body.size),
                   etag);

    // The buffer of a short body is used again for the next one.
    const bool is_copied =
        !reply->fixed_body.data && reply->body.size <= COPIED_MAX;
    struct MHD_Response *response =
        reply->fixed_body.data
            ? MHD_create_response_from_buffer(
                  reply->fixed_body.size,
                  (void *)(uintptr_t)reply->fixed_body.data,
                  MHD_RESPMEM_PERSISTENT)
            : MHD_create_response_from_buffer(
                  reply->body.size, reply->body.data,
                  is_copied ? MHD_RESPMEM_MUST_COPY : MHD_RESPMEM_MUST_FREE);
    if (!add_common_headers(response, srv, route, reply->policy, reply->varies))
        return NULL;
    if (!reply->fixed_body.data &&
        !is_copied) // the response owns the bytes now
        reply->body = (struct buf){ .limit = reply->body.limit };
    add_response_header(response, "Content-Type", reply->type);
    if (reply->is_gzip)
        add_response_header(response, "Content-Encoding", "gzip");
    if (route && route->flags & (ROUTE_OWN_PAGE | ROUTE_WRITES))
        add_response_header(response, "Cache-Control", "no-store");
    else
        add_response_header(response, "Cache-Control",
                            reply->is_immutable
                                ? "public, max-age=31536000, immutable"
                                : "no-cache");
    if (etag[0])
        add_response_header(response, "ETag", etag);
    add_own_headers(response, reply);
    return response;
}

struct MHD_Response *response_new_stream(const struct server *srv,
                                         const struct route *route,
                                         const struct reply *reply,
                                         struct stream_out *out)
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK,
                                          stream_out_read, out, NULL);
    if (!add_common_headers(response, srv, route, reply->policy, false))
        return NULL;
    add_response_header(response, "Content-Type", reply->type);
    add_response_header(response, "Cache-Control", "no-store");
    add_own_headers(response, reply);
    return response;
}

struct MHD_Response *response_new_not_modified(const struct server *srv,
                                               const struct route *route,
                                               const char *etag)
{
    struct MHD_Response *response = add_common_headers(
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT), srv,
        route, NULL, route && route->flags & ROUTE_CACHED);
    if (response)
        add_response_header(response, "ETag", etag);
    return response;
}

struct MHD_Response *response_new_options(const struct server *srv,
                                          const struct route *route)
{
    struct MHD_Response *response = add_common_headers(
        MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT), srv,
        route, NULL, false);
    if (!response)
        return NULL;
    add_response_header(response, "Allow",
                        route && route->method == CALL_POST
                            ? "POST, OPTIONS"
                            : "GET, HEAD, OPTIONS");
    if (is_cross_origin_allowed(srv, route)) {
        add_response_header(response, "Access-Control-Allow-Methods",
                            "GET, HEAD, OPTIONS");
        add_response_header(
            response, "Access-Control-Allow-Headers",
            "Authorization, Content-Type, Accept, If-None-Match, "
            "X-Requested-With");
        add_response_header(response, "Access-Control-Max-Age", "86400");
    }
    return response;
}

bool response_has_etag(const char *if_none_match, const char *etag)
{
    static const char gaps[] = " \t,";
    const char *p = if_none_match;
    if (!p || !etag[0])
        return false;
    p += strspn(p, gaps);
    if (*p == '*')
        return !p[1 + strspn(p + 1, gaps)];
    while (*(p += strspn(p, gaps))) {
        if (strncmp(p, "W/", 2) == 0)
            p += 2;
        const char *end = *p == '"' ? strchr(p + 1, '"') : NULL;
        if (!end) // not a tag, nor is what follows
            return false;
        const size_t len = (size_t)(end + 1 - p);
        if (len == strlen(etag) && memcmp(p, etag, len) == 0)
            return true;
        p = end + 1;
    }
    return false;
}
