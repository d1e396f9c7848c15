/*
 * http_server.c - the part of the server that has connections and threads
 */
#include "serve/http/http_server.h"

#include <microhttpd.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "base/error_internal.h"
#include "serve/http/request.h"

#include "base/banned.h"

enum {
    CONNECTION_MEMORY = 24 << 10, // bytes of a request's head, and more
    DRAIN_MS = 5000,
    FILES_BESIDE = 128, // open files besides connections
};

/* Errors of clients are not the server's; the log has their status. */
static void ignore_message(void *cls, const char *fmt, va_list ap)
{
    (void)cls;
    (void)fmt;
    (void)ap;
}

bool http_server_start(struct server *srv, struct tabia_error *err)
{
    const struct server_options *o = &srv->options;
    struct listener *l = &srv->http->listener;
    const unsigned per_address = o->per_address ? o->per_address
                                 : l->is_loopback || srv->http->proxies.n > 0
                                     ? 2048
                                     : 256;
    // As many files as connections need, if the system lets us.
    struct rlimit limit;
    const rlim_t needed = (rlim_t)o->connections + FILES_BESIDE;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < needed) {
        const bool is_enough =
            limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= needed;
        limit.rlim_cur = is_enough ? needed : limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }

    if (!listen_start(l, o->host, err))
        return false;
    snprintf(srv->http->url, sizeof(srv->http->url),
             l->is_ipv6 ? "http://[%.250s]:%d/%s%s" : "http://%.250s:%d/%s%s",
             l->is_any && !l->is_ipv6 ? "127.0.0.1" : o->host, l->port,
             srv->needs_token ? "#token=" : "",
             srv->needs_token ? srv->token : "");
    srv->http->daemon =
        MHD_start_daemon(MHD_USE_POLL_INTERNAL_THREAD |
                             MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
                         0, NULL, NULL, request_handle,
                         srv, // the handler comes first
                         MHD_OPTION_EXTERNAL_LOGGER, ignore_message, NULL,
                         MHD_OPTION_LISTEN_SOCKET, l->fd, //
                         MHD_OPTION_URI_LOG_CALLBACK, request_begin, srv,
                         MHD_OPTION_NOTIFY_COMPLETED, request_end, srv,
                         MHD_OPTION_NOTIFY_CONNECTION, request_on_connection,
                         srv, MHD_OPTION_THREAD_POOL_SIZE, (unsigned)o->threads,
                         MHD_OPTION_CONNECTION_LIMIT, o->connections,
                         MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_address,
                         MHD_OPTION_CONNECTION_TIMEOUT, o->timeout,
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                         (size_t)CONNECTION_MEMORY,
                         MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    return srv->http->daemon ||
           error_set(err, TABIA_ERR_IO, "cannot start the server");
}

void http_server_stop(struct server *srv)
{
    struct http_server *http = srv->http;
    (void)MHD_quiesce_daemon(http->daemon);
    listen_close(&http->listener);
    streams_end_all(&http->streams);
    for (int ms = 0; ms < DRAIN_MS && atomic_load(&srv->metrics.active) > 0;
         ms += 10)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
    // Suspended connections must resume before the end, and none be suspended.
    engine_worker_end(&srv->engine);
    atomic_store(&srv->is_ending, true);
    jobs_drain(&http->slow);
    jobs_drain(&http->imports);
    jobs_drain(&http->evaluations);
    MHD_stop_daemon(http->daemon);
}
