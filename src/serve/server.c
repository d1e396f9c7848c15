/*
 * server.c - the HTTP server behind 'tabia serve'
 */
#include "serve/server.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "base/pool.h"
#include "format/built_in.h"
#include "format/formats.h"
#include "serve/http/guard.h"
#include "serve/http/http_server.h"
#include "serve/shelf/shelf_open.h"

#include "base/banned.h"

enum {
    SLOW_THREADS = 2,
    IMPORT_THREADS = 2,
};

/* ---- signals and limits ---------------------------------------------- */

static void fill_signal_set(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
}

/* True if the process has a terminal that still exists. */
static bool has_terminal(void)
{
    const int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

void server_wait(struct server *srv)
{
    sigset_t set;
    int number;
    fill_signal_set(&set);
    for (;;) {
        if (sigwait(&set, &number) != 0)
            continue;
        if (number != SIGHUP || (srv->http->has_terminal && !has_terminal()))
            return;
        shelf_reopen(&srv->shelf, &srv->options.read);
    }
}

static void server_warn(const struct server *srv, const char *fmt, ...)
{
    char text[256];
    va_list ap;
    if (!srv->options.on_warning)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    srv->options.on_warning(srv->options.ctx, text);
}

/* ---- starting -------------------------------------------------------- */

/* Decides who may edit books, and who gets the token. */
static bool start_policy(struct server *srv, struct tabia_error *err)
{
    struct server_options *o = &srv->options;
    for (size_t i = 0; o->proxies && o->proxies[i]; i++)
        if (!proxies_add(&srv->http->proxies, o->proxies[i], err))
            return false;
    const bool is_remote =
        !srv->http->listener.is_loopback || srv->http->proxies.n > 0;
    o->read_only |= is_remote && !o->allow_writes;
    srv->needs_token = !o->read_only && (is_remote || o->require_token);
    return guard_make_token(srv, err);
}

/* Reads the rules once, only to check them. */
static bool start_routine(struct server *srv, struct tabia_error *err)
{
    struct routine_options *rules = &srv->routine;
    const struct server_options *o = &srv->options;
    if (o->transpositions &&
        !input_open(&rules->table, o->transpositions, NULL, err))
        return false;
    rules->options = (struct amateur_options){
        .transpositions = rules->table.bytes,
        .transpositions_name = rules->table.name,
        .universal = o->universal,
        .first = o->first,
    };
    struct amateur *test =
        amateur_new((struct tabia_bytes){ 0 }, &rules->options, err);
    amateur_free(test);
    return test != NULL;
}

/*
 * Opens a book; one that cannot be opened is skipped with a warning. False only
 * without memory.
 */
static bool start_book(struct server *srv, const char *path,
                       struct tabia_error *first)
{
    struct tabia_error why = { 0 };
    if (built_in_book_is_named(path)
            ? shelf_add_built_in(&srv->shelf, &why)
            : shelf_add_file(&srv->shelf, path, &srv->options.read, &why))
        return true;
    const bool has_memory = why.status != TABIA_ERR_NOMEM;
    if (has_memory && srv->options.nbooks > 1)
        server_warn(srv, "%s: skipped: %s", path, why.msg);
    if (!has_memory || !first->status)
        *first = why;
    return has_memory;
}

static bool start_shelf(struct server *srv, struct tabia_error *err)
{
    const struct server_options *o = &srv->options;
    struct shelf *shelf = &srv->shelf;
    if (!shelf_init(shelf, err))
        return false;
    shelf->names = &srv->names;
    shelf->read_only = o->read_only;
    shelf->on_note = o->on_note;
    shelf->on_warning = o->on_warning;
    shelf->ctx = o->ctx;
    struct tabia_error first = { 0 };
    if (o->nbooks == 0 && !shelf_add_built_in(shelf, err))
        return false;
    for (size_t i = 0; i < o->nbooks; i++)
        if (!start_book(srv, o->books[i], &first))
            return error_pass(err, &first);
    if (shelf->n == 0)
        return error_pass(err, &first);
    if (!o->read_only)
        shelf_add_unsaved(shelf);
    return true;
}

static bool tidy_engines(void *ctx)
{
    return live_engines_tidy(ctx);
}

/* Who could do more than the owner may think. */
static void warn_of_reach(struct server *srv)
{
    if (!srv->http->listener.is_loopback)
        server_warn(srv,
                    "anyone who can reach %s port %d can read these books%s",
                    srv->options.host, srv->http->listener.port,
                    srv->options.read_only
                        ? ""
                        : ", and edit them with the printed address");
    if (geteuid() == 0)
        server_warn(srv, "running as root; an ordinary user account is enough");
}

struct server *server_start(const struct server_options *options,
                            struct tabia_error *err)
{
    struct server *srv = calloc(1, sizeof(*srv));
    struct http_server *http = calloc(1, sizeof(*http));
    struct sigaction hangup;
    sigset_t set;
    if (!srv || !http) {
        free(srv);
        free(http);
        error_nomem(err);
        return NULL;
    }
    srv->http = http;
    fill_signal_set(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    // nohup ignores the signal on purpose.
    http->has_terminal = has_terminal() &&
                         sigaction(SIGHUP, NULL, &hangup) == 0 &&
                         hangup.sa_handler != SIG_IGN;

    srv->options = *options;
    struct server_options *o = &srv->options;
    o->host = o->host ? o->host : "127.0.0.1";
    o->threads = o->threads > 0 ? o->threads : pool_cpu_count();
    o->threads =
        o->threads > 1 ? o->threads : 2; // libmicrohttpd's minimum for a pool
    o->connections = o->connections ? o->connections : 4096;
    o->timeout = o->timeout ? o->timeout : 15;
    o->engines = o->engines ? o->engines : (unsigned)pool_cpu_count();
    o->engine_seconds = o->engine_seconds ? o->engine_seconds : 60;
    o->import_limit = o->import_limit ? o->import_limit : (size_t)64 << 20;

    http->listener.fd = -1;
    workspaces_init(&http->workspaces);
    engine_worker_init(&srv->engine, o->engine);
    if (listen_open(&http->listener, o->host, o->port, err) &&
        start_policy(srv, err) && name_index_init(&srv->names, o->names, err) &&
        start_routine(srv, err) && start_shelf(srv, err) &&
        hole_cache_init(&srv->holes, err) &&
        live_engines_init(&srv->live, o->engine, o->engines,
                          (int)o->engine_seconds * 1000, err) &&
        (response_cache_init(&http->cache) || error_nomem(err)) &&
        jobs_start(&http->slow, SLOW_THREADS, err) &&
        jobs_start(&http->imports, IMPORT_THREADS, err) &&
        jobs_start(&http->evaluations, o->engine ? 1 : 0, err) &&
        streams_start(&http->streams, tidy_engines, &srv->live, err) &&
        connections_start(&http->connections, o->timeout, &srv->metrics, err) &&
        http_server_start(srv, err)) {
        warn_of_reach(srv);
        return srv;
    }
    server_stop(srv);
    return NULL;
}

const char *server_url(const struct server *srv)
{
    return srv->http->url;
}

/* ---- the end --------------------------------------------------------- */

/* Every part can be stopped without having been started. */
void server_stop(struct server *srv)
{
    if (!srv)
        return;
    struct http_server *http = srv->http;
    if (http->daemon)
        http_server_stop(srv);
    connections_stop(&http->connections);
    streams_stop(&http->streams);
    live_engines_clear(&srv->live);
    engine_worker_end(&srv->engine);
    jobs_stop(&http->evaluations);
    engine_worker_clear(&srv->engine);
    jobs_stop(&http->imports);
    jobs_stop(&http->slow);
    response_cache_clear(&http->cache);
    workspaces_clear(&http->workspaces);
    hole_cache_clear(&srv->holes);
    shelf_clear(&srv->shelf);
    input_close(&srv->routine.table);
    name_index_clear(&srv->names);
    listen_close(&http->listener);
    free(http);
    free(srv);
}
