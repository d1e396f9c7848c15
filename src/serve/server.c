/*
 * server.c - the HTTP server behind 'tabia serve'
 */
#include "serve/server.h"

#include <fcntl.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/pool.h"
#include "format/formats.h"
#include "serve/http/guard.h"
#include "serve/http/listen.h"
#include "serve/http/request.h"
#include "serve/server_def.h"

#include "base/banned.h"

enum {
    CONNECTION_MEMORY = 24 << 10, // bytes of a request's head, and more
    DRAIN_MS = 5000,
    SLOW_THREADS = 2,
    IMPORT_THREADS = 2,
    FILES_BESIDE = 128, // that are open besides connections
};

struct running {
    struct server srv;
    struct serve_options options; // with the defaults filled in
    struct listener listener;
    char url[320];
    bool has_terminal; // and ends when that is closed
    unsigned ready;    // parts that were started: see the table below
};

/* ---- signals and limits ---------------------------------------------- */

static void fill_set(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
}

/* Does this process have a terminal, one that is still there? */
static bool has_terminal(void)
{
    const int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* nohup has the signal ignored, and means it. */
static bool ends_with_terminal(void)
{
    struct sigaction old;
    return has_terminal() && sigaction(SIGHUP, NULL, &old) == 0 &&
           old.sa_handler != SIG_IGN;
}

void server_wait(struct server *srv)
{
    const struct running *run = (const struct running *)srv;
    sigset_t set;
    int number;
    fill_set(&set);
    for (;;) {
        if (sigwait(&set, &number) != 0)
            continue;
        if (number != SIGHUP || (run->has_terminal && !has_terminal()))
            return;
        shelf_reopen(&srv->shelf, &run->options.read);
    }
}

/* As many files as connections need, if the system lets us. */
static void raise_files(unsigned connections)
{
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)connections + FILES_BESIDE;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= wanted
                         ? wanted
                         : limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void fill_options(struct running *run, const struct serve_options *given)
{
    struct serve_options *o = &run->options;
    *o = *given;
    o->host = o->host ? o->host : "127.0.0.1";
    o->threads = o->threads > 1 ? o->threads : pool_cpus();
    o->threads = o->threads > 1 ? o->threads : 2; // one is no pool
    o->connections = o->connections ? o->connections : 4096;
    o->timeout = o->timeout ? o->timeout : 15;
    o->import_limit = o->import_limit ? o->import_limit : (size_t)64 << 20;
    run->srv.options = o;
}

/* ---- the parts ------------------------------------------------------- */

static void stop_names(struct running *run)
{
    struct name_index *index = &run->srv.openings;
    tabia_names_free(index->names);
    book_map_clear(&index->map);
    tabia_book_free(index->book);
}

static bool start_names(struct running *run, struct tabia_error *err)
{
    struct name_index *index = &run->srv.openings;
    const char *path = run->options.names;
    index->book = path ? tabia_book_load(path, NULL, err) : names_book(err);
    if (index->book)
        index->names = tabia_names_new(index->book, err);
    if (index->names && book_map_init(&index->map, index->book, err))
        return true;
    stop_names(run);
    return false;
}

static void stop_routine(struct running *run)
{
    input_close(&run->srv.routine.table);
}

/* The rules are read once for nothing, to see that they make sense. */
static bool start_routine(struct running *run, struct tabia_error *err)
{
    struct routine_rules *rules = &run->srv.routine;
    const struct serve_options *o = &run->options;
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
        amateur_open((struct tabia_bytes){ 0 }, &rules->options, err);
    amateur_close(test);
    if (!test)
        stop_routine(run);
    return test != NULL;
}

static bool fill_shelf(struct shelf *shelf, const struct serve_options *o,
                       struct tabia_error *err)
{
    if (o->nbooks == 0)
        return shelf_add_default(shelf, err);
    for (size_t i = 0; i < o->nbooks; i++)
        if (!shelf_add_file(shelf, o->books[i], &o->read, err))
            return false;
    return true;
}

static void stop_shelf(struct running *run)
{
    shelf_clear(&run->srv.shelf);
}

static bool start_shelf(struct running *run, struct tabia_error *err)
{
    const struct serve_options *o = &run->options;
    struct shelf *shelf = &run->srv.shelf;
    shelf_init(shelf);
    shelf->read_only = o->read_only;
    shelf->note = o->note;
    shelf->warn = o->warn;
    shelf->note_ctx = o->ctx;
    if (fill_shelf(shelf, o, err))
        return true;
    stop_shelf(run);
    return false;
}

static bool start_cache(struct running *run, struct tabia_error *err)
{
    return answer_cache_init(&run->srv.cache) || error_nomem(err);
}

static void stop_cache(struct running *run)
{
    answer_cache_clear(&run->srv.cache);
}

static bool start_jobs(struct running *run, struct tabia_error *err)
{
    return jobs_start(&run->srv.jobs, SLOW_THREADS, err);
}

static void stop_jobs(struct running *run)
{
    jobs_stop(&run->srv.jobs);
}

static bool start_imports(struct running *run, struct tabia_error *err)
{
    return jobs_start(&run->srv.imports, IMPORT_THREADS, err);
}

static void stop_imports(struct running *run)
{
    jobs_stop(&run->srv.imports);
}

static bool start_engine(struct running *run, struct tabia_error *err)
{
    return engine_room_start(&run->srv.engine, run->options.engine, err);
}

static void stop_engine(struct running *run)
{
    engine_room_stop(&run->srv.engine);
}

static bool start_watch(struct running *run, struct tabia_error *err)
{
    return connections_start(&run->srv.connections, run->options.timeout,
                             &run->srv.metrics, err);
}

static void stop_watch(struct running *run)
{
    connections_stop(&run->srv.connections);
}

static bool start_listener(struct running *run, struct tabia_error *err)
{
    const struct serve_options *o = &run->options;
    if (!listen_open(&run->listener, o->host, o->port, err))
        return false;
    run->srv.port = run->listener.port;
    return true;
}

static void stop_listener(struct running *run)
{
    listen_close(&run->listener);
}

static void warn(const struct running *run, const char *fmt, ...)
{
    char text[256];
    va_list ap;
    if (!run->options.warn)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    run->options.warn(run->options.ctx, text);
}

static void warn_of_others(const struct running *run)
{
    const struct serve_options *o = &run->options;
    if (!run->listener.is_loopback)
        warn(run, "everyone who can reach %s port %d can read these books%s",
             o->host, run->listener.port,
             o->read_only ? "" : ", and change them with the printed address");
    if (geteuid() == 0)
        warn(run, "running as root; an ordinary user is enough");
}

/* Who may change books, and how they learn the token. */
static bool start_policy(struct running *run, struct tabia_error *err)
{
    struct serve_options *o = &run->options;
    for (size_t i = 0; o->proxies && o->proxies[i]; i++)
        if (!proxies_add(&run->srv.proxies, o->proxies[i], err))
            return false;
    const bool is_remote = !run->listener.is_loopback || run->srv.proxies.n > 0;
    o->read_only |= is_remote && !o->allow_writes;
    run->srv.needs_token = !o->read_only && (is_remote || o->require_token);
    return guard_make_token(&run->srv, err);
}

static void stop_nothing(struct running *run)
{
    (void)run;
}

/* Faults of clients are theirs; the log tells what became of them. */
static void ignore_message(void *cls, const char *fmt, va_list ap)
{
    (void)cls;
    (void)fmt;
    (void)ap;
}

static bool start_daemon(struct running *run, struct tabia_error *err)
{
    const struct serve_options *o = &run->options;
    struct listener *l = &run->listener;
    const unsigned per_address = o->per_address ? o->per_address
                                 : l->is_loopback || run->srv.proxies.n > 0
                                     ? 2048
                                     : 256;
    raise_files(o->connections);
    if (!listen_start(l, o->host, err))
        return false;
    snprintf(run->url, sizeof(run->url),
             l->is_six ? "http://[%.250s]:%d/%s%s" : "http://%.250s:%d/%s%s",
             l->is_any && !l->is_six ? "127.0.0.1" : o->host, l->port,
             run->srv.needs_token ? "#token=" : "",
             run->srv.needs_token ? run->srv.token : "");
    run->srv.daemon =
        MHD_start_daemon(MHD_USE_POLL_INTERNAL_THREAD |
                             MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG,
                         0, NULL, NULL, request_handle,
                         &run->srv, // the handler comes first
                         MHD_OPTION_EXTERNAL_LOGGER, ignore_message, NULL,
                         MHD_OPTION_LISTEN_SOCKET, l->fd, //
                         MHD_OPTION_URI_LOG_CALLBACK, request_begin, &run->srv,
                         MHD_OPTION_NOTIFY_COMPLETED, request_end, &run->srv,
                         MHD_OPTION_NOTIFY_CONNECTION, request_connection,
                         &run->srv, MHD_OPTION_THREAD_POOL_SIZE,
                         (unsigned)o->threads, MHD_OPTION_CONNECTION_LIMIT,
                         o->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
                         per_address, MHD_OPTION_CONNECTION_TIMEOUT, o->timeout,
                         MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                         (size_t)CONNECTION_MEMORY,
                         MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (run->srv.daemon) {
        warn_of_others(run);
        return true;
    }
    return error_set(err, TABIA_IO, "the server could not be started");
}

/* Takes no more connections, and gives those that work time to end. */
static void drain(struct running *run)
{
    (void)MHD_quiesce_daemon(run->srv.daemon);
    listen_close(&run->listener);
    for (int ms = 0; ms < DRAIN_MS && atomic_load(&run->srv.metrics.active) > 0;
         ms += 10)
        nanosleep(&(struct timespec){ .tv_nsec = 10000000 }, NULL);
}

static void stop_daemon(struct running *run)
{
    drain(run);
    // Sleeping connections must be awake before the end, and none fall asleep.
    atomic_store(&run->srv.engine.is_ending, true);
    atomic_store(&run->srv.is_ending, true);
    jobs_finish(&run->srv.jobs);
    jobs_finish(&run->srv.imports);
    jobs_finish(&run->srv.engine.jobs);
    MHD_stop_daemon(run->srv.daemon);
}

/*
 * In the order of starting; the end comes in the other order. What does not
 * start leaves nothing behind.
 */
static const struct {
    bool (*start)(struct running *run, struct tabia_error *err);
    void (*stop)(struct running *run);
} parts[] = {
    { start_listener, stop_listener }, { start_policy, stop_nothing },
    { start_names, stop_names },       { start_routine, stop_routine },
    { start_shelf, stop_shelf },       { start_cache, stop_cache },
    { start_jobs, stop_jobs },         { start_imports, stop_imports },
    { start_engine, stop_engine },     { start_watch, stop_watch },
    { start_daemon, stop_daemon },
};

/* ---- the whole ------------------------------------------------------- */

struct server *server_start(const struct serve_options *options,
                            struct tabia_error *err)
{
    struct running *run = calloc(1, sizeof(*run));
    sigset_t set;
    if (!run) {
        error_nomem(err);
        return NULL;
    }
    fill_set(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    fill_options(run, options);
    run->has_terminal = ends_with_terminal();
    for (; run->ready < sizeof(parts) / sizeof(parts[0]); run->ready++) {
        if (parts[run->ready].start(run, err))
            continue;
        server_stop(&run->srv);
        return NULL;
    }
    return &run->srv;
}

const char *server_url(const struct server *srv)
{
    return ((const struct running *)srv)->url;
}

void server_stop(struct server *srv)
{
    struct running *run = (struct running *)srv;
    if (!run)
        return;
    while (run->ready > 0)
        parts[--run->ready].stop(run);
    free(run);
}
