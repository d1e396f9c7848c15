/*
 * request.c - a request from its first byte to its last
 *
 * Responding in the first call of the handler closes the connection, so that
 * happens only if the body is not to be read. Slow requests run in another
 * thread while the connection is suspended.
 */
#include "serve/http/request.h"

#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "serve/assets.h"
#include "serve/http/guard.h"
#include "serve/http/http_server.h"
#include "serve/http/request_head.h"
#include "serve/http/response.h"

#include "base/banned.h"

enum {
    DISCARDED_MAX = 256 << 20, // bytes
    SENDING_MIN = 1 << 15,     // bytes of a reply that counts as a large one
    SENDING_MAX = 256 << 20,   // bytes of all large ones
};

/* What a request has to do with the cache of responses. */
struct request_caching {
    unsigned generation; // of the shelf, when the request was complete
    bool is_hit;
    enum MHD_Result sent; // of a hit
};

/* A request in progress. */
struct request {
    struct server *srv;
    struct MHD_Connection *con;
    struct connection *watched; // may be NULL
    struct request_head head;
    const struct route *route;
    struct workspace *ws; // NULL: none, as for a cached response
    struct reply reply;
    struct stream_out out; // of a reply that grows
    struct buf body;
    uint64_t start_ns;
    struct request_caching caching;
    unsigned refusal; // the status to refuse the request with; or 0
    const char *why;  // a constant
    unsigned status;  // sent
    size_t nbytes;
    size_t nreceived; // bytes of the body received so far
    size_t nheld;     // bytes of the reply, if it is a large one
    bool has_begun, is_done, takes_gzip;
    char method[16];                 // for the log
    char address[ADDRESS_TEXT_SIZE]; // of the client
    size_t uri_len;
    char *path; // decoded; stored after 'uri'
    char uri[]; // as received; cut at URI_SIZE
};

/* Copies what fits of a text, as snprintf does, but faster. */
static void request_copy_text(char *dst, size_t size, const char *text)
{
    const size_t len = strnlen(text, size - 1);
    memcpy(dst, text, len);
    dst[len] = '\0';
}

/* NULL if absent. */
static const char *request_header(const struct request *r, const char *name)
{
    return MHD_lookup_connection_value(r->con, MHD_HEADER_KIND, name);
}

/* ---- memory ---------------------------------------------------------- */

static bool acquire_workspace(struct request *r)
{
    const size_t limit = r->reply.body.limit;
    r->ws = workspace_acquire(&r->srv->http->workspaces);
    if (!r->ws)
        return false;
    buf_clear(&r->reply.body);
    r->reply.body = r->ws->body;
    r->reply.body.limit = limit;
    buf_reset(&r->reply.body);
    return true;
}

static void release_workspace(struct request *r)
{
    if (!r->ws)
        return;
    r->ws->body = r->reply.body;
    r->reply.body = (struct buf){ .limit = r->reply.body.limit };
    workspace_release(&r->srv->http->workspaces, r->ws);
    r->ws = NULL;
}

/* ---- sending --------------------------------------------------------- */

static enum MHD_Result queue_response(struct request *r, unsigned status,
                                      struct MHD_Response *response,
                                      size_t nbytes)
{
    r->status = status;
    r->nbytes = nbytes;
    connection_enter(r->watched, CONNECTION_SENDING);
    return MHD_queue_response(r->con, status, response);
}

static enum MHD_Result send_once(struct request *r, unsigned status,
                                 struct MHD_Response *response, size_t nbytes)
{
    if (!response)
        return MHD_NO;
    const enum MHD_Result result = queue_response(r, status, response, nbytes);
    MHD_destroy_response(response);
    return result;
}

/*
 * A large reply stays in memory until it is sent, and who reads slowly keeps it
 * there. So there is a limit for all of them together; one is always sent.
 */
static void limit_replies(struct request *r)
{
    atomic_size_t *all = &r->srv->metrics.sending;
    const size_t n = r->reply.fixed_body.data ? 0 : r->reply.body.size;
    if (n < SENDING_MIN)
        return;
    const size_t before = atomic_fetch_add(all, n);
    if (before == 0 || before + n <= SENDING_MAX) {
        r->nheld = n;
        return;
    }
    atomic_fetch_sub(all, n);
    reply_error(&r->reply, HTTP_BUSY, "too many large responses at once");
    r->reply.nheaders = 0;
    reply_header(&r->reply, "Retry-After", "5");
}

/* Sends the reply and caches it. */
static enum MHD_Result send_new_reply(struct request *r)
{
    limit_replies(r);
    struct reply *reply = &r->reply;
    const size_t nbytes = reply_size(reply);
    const unsigned status = reply->status;
    struct cached_response cached = { .uri = r->uri,
                                      .len = r->uri_len,
                                      .takes_gzip = r->takes_gzip,
                                      .generation = r->caching.generation,
                                      .size = nbytes };
    struct MHD_Response *response =
        response_new(r->srv, r->route, reply, cached.etag);
    if (!response)
        return MHD_NO;
    if (status == HTTP_OK && r->head.method == CALL_GET &&
        response_has_etag(r->ws->call.if_none_match, cached.etag)) {
        MHD_destroy_response(response);
        return send_once(
            r, HTTP_NOT_MODIFIED,
            response_new_not_modified(r->srv, r->route, cached.etag), 0);
    }
    const enum MHD_Result result = queue_response(r, status, response, nbytes);
    cached.response = response;
    if (status == HTTP_OK && r->route && r->route->flags & ROUTE_CACHED &&
        nbytes <= CACHE_BODY_MAX && !reply->is_damaged)
        response_cache_put(&r->srv->http->cache, &cached);
    else
        MHD_destroy_response(response);
    return result;
}

/* The rest of the request belongs to the stream. */
static enum MHD_Result send_stream(struct request *r)
{
    r->out = (struct stream_out){
        .all = &r->srv->http->streams,
        .stream = r->reply.stream,
        .con = r->con,
        .watched = r->watched,
    };
    r->reply.stream = NULL;
    return send_once(r, r->reply.status,
                     response_new_stream(r->srv, r->route, &r->reply, &r->out),
                     0);
}

static enum MHD_Result send_reply(struct request *r)
{
    const enum MHD_Result result =
        r->reply.stream ? send_stream(r) : send_new_reply(r);
    release_workspace(r);
    return result;
}

static enum MHD_Result request_refuse(struct request *r, unsigned status,
                                      const char *text)
{
    char etag[ETAG_SIZE];
    reply_error(&r->reply, status, "%s", text);
    const size_t nbytes = reply_size(&r->reply);
    return send_once(r, r->reply.status,
                     response_new(r->srv, r->route, &r->reply, etag), nbytes);
}

/* ---- cached responses ------------------------------------------------ */

static void send_cached(void *ctx, const struct cached_response *cached)
{
    struct request *r = ctx;
    const char *known = request_header(r, "If-None-Match");
    r->caching.is_hit = true;
    if (response_has_etag(known, cached->etag))
        r->caching.sent =
            send_once(r, HTTP_NOT_MODIFIED,
                      response_new_not_modified(r->srv, r->route, cached->etag),
                      0);
    else
        r->caching.sent =
            queue_response(r, HTTP_OK, cached->response, cached->size);
}

/* ---- running the handler ------------------------------------------------ */

/*
 * In the thread of the handler, because it takes a while. Answers to changes,
 * and those that only the page may see, are never compressed: their length
 * must not depend on what they say.
 */
static void request_compress(struct request *r)
{
    struct reply *reply = &r->reply;
    if (!r->route || !(r->route->flags & ROUTE_CACHED) ||
        !compressor_shrinks_type(reply->type))
        return;
    reply->varies = true;
    if (!r->takes_gzip || reply->status != HTTP_OK || reply->fixed_body.data ||
        reply->body.size < COMPRESSOR_MIN)
        return;
    struct buf *packed = &r->ws->packed;
    packed->limit = REPLY_SIZE_MAX;
    if (!compressor_run(&r->ws->compressor, buf_bytes(&reply->body), packed))
        return; // as it is
    const struct buf plain = reply->body;
    reply->body = *packed;
    *packed = plain;
    reply->is_gzip = true;
}

static bool request_is_abandoned(const void *watched)
{
    return connection_is_gone(watched);
}

static void request_run_handler(struct request *r)
{
    struct call *call = &r->ws->call;
    call->body = buf_bytes(&r->body);
    if (r->route)
        r->route->handler(r->srv, call, &r->reply);
    else
        assets_reply(r->srv, call, &r->reply);
    request_compress(r);
    r->is_done = true;
}

static void request_run_in_background(void *ctx)
{
    struct request *r = ctx;
    request_run_handler(r);
    MHD_resume_connection(r->con);
}

/* Where its handler runs; NULL: in this thread. */
static struct jobs *queue_of(const struct request *r)
{
    if (!r->route) // a file of the page, which has no parameters
        return NULL;
    switch (r->route->queue) {
    case ROUTE_AT_ONCE: // but the games of a player are replayed
        return r->ws->call.params.player ? &r->srv->http->slow : NULL;
    case ROUTE_SLOW:
        return &r->srv->http->slow;
    case ROUTE_IN_ENGINE:
        return &r->srv->http->evaluations;
    case ROUTE_UPLOAD:
        return &r->srv->http->imports;
    }
    return NULL;
}

/* The request is complete: run its handler, here or in another thread. */
static enum MHD_Result request_handle_complete(struct request *r)
{
    struct tabia_error err = { 0 };
    r->caching.generation = atomic_load(&r->srv->shelf.generation);
    r->takes_gzip =
        compressor_is_accepted(request_header(r, "Accept-Encoding"));
    if (r->head.method == CALL_GET &&
        response_cache_use(&r->srv->http->cache, r->uri, r->uri_len,
                           r->takes_gzip, r->caching.generation, send_cached,
                           r))
        return r->caching.sent;
    connection_enter(r->watched, CONNECTION_WORKING);

    if (!acquire_workspace(r))
        return request_refuse(r, HTTP_FAILED, "out of memory");
    struct call *call = &r->ws->call;
    call->answer = &r->ws->answer;
    call->path = r->path;
    call->file_name = request_header(r, "X-File-Name");
    call->if_none_match = request_header(r, "If-None-Match");
    call->takes_gzip = r->takes_gzip;
    call->is_owner = guard_is_token(r->srv, r->head.token);
    call->address = r->address;
    call->is_abandoned = request_is_abandoned;
    call->client = r->watched;
    const unsigned flags = r->route ? r->route->flags : 0;
    const unsigned skips = (flags & ROUTE_NO_RATINGS ? PARAM_SKIP_RATINGS : 0) |
                           (flags & ROUTE_NO_SPEEDS ? PARAM_SKIP_SPEEDS : 0);
    if (!uri_parse(&call->uri, r->uri, r->uri_len, &err) ||
        (r->route &&
         !request_params_parse(&call->params, &call->uri, skips, &err)))
        return request_refuse(r, HTTP_BAD_REQUEST, err.msg);

    struct jobs *jobs = queue_of(r);
    if (!jobs) {
        request_run_handler(r);
        return send_reply(r);
    }
    MHD_suspend_connection(r->con);
    if (jobs_add(jobs, (struct jobs_task){ request_run_in_background, r,
                                           r->address }))
        return MHD_YES;
    reply_error(&r->reply, HTTP_BUSY, "too many requests are waiting");
    reply_header(&r->reply, "Retry-After", "1");
    r->is_done = true;
    MHD_resume_connection(r->con);
    return MHD_YES;
}

/* ---- the head -------------------------------------------------------- */

static void refuse_too_large(struct request *r)
{
    r->refusal = HTTP_TOO_LARGE;
    r->why = "the request body is too large";
}

static enum MHD_Result request_add_header(void *ctx, enum MHD_ValueKind kind,
                                          const char *name, size_t name_len,
                                          const char *value, size_t value_len)
{
    (void)kind;
    request_head_add(ctx, name, name_len, value ? value : "",
                     value ? value_len : 0);
    return MHD_YES;
}

/*
 * A refusal waits until the body has been received, because a client that is
 * still sending would not see it; unless the body is too large, or its end is
 * unclear.
 */
static enum MHD_Result request_read_head(struct request *r, const char *method,
                                         const char *version)
{
    request_copy_text(r->method, sizeof(r->method), method);
    r->head = (struct request_head){
        .method = request_head_method(method),
        .path = uri_decode_path(r->uri, r->uri_len, r->path) ? r->path : NULL,
        .uri_len = r->uri_len,
        .is_http10 = strcmp(version, "HTTP/1.0") == 0,
        .from_proxy = r->watched && r->watched->is_proxy,
    };
    MHD_get_connection_values_n(r->con, MHD_HEADER_KIND, request_add_header,
                                &r->head);
    r->has_begun = true;
    if (r->head.from_proxy && r->head.forwarded_for) // it forwards for a client
        (void)proxies_client(&r->srv->http->proxies, r->head.forwarded_for,
                             r->address);
    r->route = route_find(r->head.path);
    if (!request_head_is_clear(&r->head, &r->why))
        return request_refuse(r, HTTP_BAD_REQUEST, r->why);
    const unsigned long long size =
        r->head.length ? strtoull(r->head.length, NULL, 10) : 0;
    r->body.limit = request_head_body_limit(r->srv, r->route, &r->head);
    r->refusal = request_head_check(r->srv, r->route, &r->head, &r->why);
    if (!r->refusal && size > r->body.limit)
        refuse_too_large(r);
    if (r->refusal && size > DISCARDED_MAX)
        return request_refuse(r, r->refusal, r->why);
    connection_enter(r->watched, CONNECTION_BODY);
    return MHD_YES;
}

/* ---- the body -------------------------------------------------------- */

static enum MHD_Result request_read_body(struct request *r, const char *data,
                                         size_t *size)
{
    // The limit for all requests together.
    atomic_size_t *all = &r->srv->metrics.uploading;
    const size_t most =
        2 * r->srv->options.import_limit + 64 * REQUEST_BODY_MAX;
    const size_t n = *size;
    *size = 0;
    r->nreceived += n;
    if (r->refusal) // discarded, up to a limit
        return r->nreceived > DISCARDED_MAX ? MHD_NO : MHD_YES;
    if (n > r->body.limit - r->body.size) {
        refuse_too_large(r);
        return MHD_YES;
    }
    if (atomic_fetch_add(all, n) + n > most) {
        atomic_fetch_sub(all, n);
        r->refusal = HTTP_BUSY;
        r->why = "too many uploads at once";
        return MHD_YES;
    }
    if (!buf_add(&r->body, data, n)) {
        atomic_fetch_sub(all, n);
        r->refusal = HTTP_FAILED;
        r->why = "out of memory";
    }
    return MHD_YES;
}

/* ---- the callbacks --------------------------------------------------- */

void *request_begin(void *cls, const char *uri, struct MHD_Connection *con)
{
    struct server *srv = cls;
    const size_t len = strnlen(uri, URI_SIZE);
    struct request *r = calloc(1, sizeof(*r) + 2 * (len + 1));
    if (!r)
        return NULL;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(con, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    r->srv = srv;
    r->con = con;
    r->watched = info ? info->socket_context : NULL;
    r->start_ns = clock_now_ns();
    r->uri_len = len;
    memcpy(r->uri, uri, len);
    r->path = r->uri + len + 1;
    reply_init(&r->reply);
    request_copy_text(r->address, sizeof(r->address),
                      r->watched ? r->watched->address : "");
    atomic_fetch_add(&srv->metrics.active, 1);
    return r;
}

enum MHD_Result request_handle(void *cls, struct MHD_Connection *con,
                               const char *url, const char *method,
                               const char *version, const char *upload_data,
                               size_t *upload_data_size, void **con_cls)
{
    struct request *r = *con_cls;
    (void)cls;
    (void)con;
    (void)url;
    if (!r)
        return MHD_NO; // no memory
    if (!r->has_begun)
        return request_read_head(r, method, version);
    if (*upload_data_size > 0)
        return request_read_body(r, upload_data, upload_data_size);
    if (r->refusal)
        return request_refuse(r, r->refusal, r->why);
    if (r->is_done)
        return send_reply(r);
    if (r->head.method == CALL_OPTIONS)
        return send_once(r, HTTP_NO_CONTENT,
                         response_new_options(r->srv, r->route), 0);
    return request_handle_complete(r);
}

void request_end(void *cls, struct MHD_Connection *con, void **con_cls,
                 enum MHD_RequestTerminationCode why)
{
    struct server *srv = cls;
    struct request *r = *con_cls;
    (void)con;
    (void)why;
    if (!r)
        return;
    const struct metrics_request done = {
        .method = r->method,
        .uri = r->uri,
        .address = r->address,
        .status = r->status || !r->is_done ? r->status : r->reply.status,
        .bytes = r->nbytes + r->out.nbytes,
        .ns = clock_now_ns() - r->start_ns,
        .problem = r->reply.problem,
        .is_damaged = r->reply.is_damaged,
        .is_cached = r->caching.is_hit,
    };
    metrics_add(&srv->metrics, &done);
    if (srv->options.log)
        metrics_log(&done);
    if (r->body.size > 0)
        atomic_fetch_sub(&srv->metrics.uploading, r->body.size);
    atomic_fetch_sub(&srv->metrics.sending, r->nheld);
    connection_enter(r->watched, CONNECTION_WAITING);
    release_workspace(r);
    stream_out_clear(&r->out);
    reply_clear(&r->reply);
    buf_clear(&r->body);
    free(r);
    *con_cls = NULL;
    atomic_fetch_sub(&srv->metrics.active, 1);
}

void request_on_connection(void *cls, struct MHD_Connection *con,
                           void **socket_context,
                           enum MHD_ConnectionNotificationCode what)
{
    struct server *srv = cls;
    const union MHD_ConnectionInfo *info;
    char address[ADDRESS_TEXT_SIZE] = "";
    bool is_proxy;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        connections_remove(&srv->http->connections, *socket_context);
        *socket_context = NULL;
        return;
    }
    info = MHD_get_connection_info(con, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info && info->client_addr)
        (void)getnameinfo(info->client_addr,
                          info->client_addr->sa_family == AF_INET6
                              ? sizeof(struct sockaddr_in6)
                              : sizeof(struct sockaddr_in),
                          address, sizeof(address), NULL, 0, NI_NUMERICHOST);
    is_proxy = info && proxies_trust(&srv->http->proxies, info->client_addr);
    info = MHD_get_connection_info(con, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info)
        *socket_context = connections_add(&srv->http->connections,
                                          info->connect_fd, address, is_proxy);
}
