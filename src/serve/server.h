/*
 * server.h - the HTTP server behind 'tabia serve'
 *
 *     struct server_options options = { .host = "127.0.0.1" };
 *     struct server *srv = server_start(&options, err);
 *     puts(server_url(srv));
 *     server_wait(srv);
 *     server_stop(srv);
 *
 * libmicrohttpd in poll mode with a pool of threads. In its epoll mode it
 * stalls when 128 connections are ready at once.
 */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "tabia/error.h"
#include "tabia/format.h"

struct server;

/* All-zero means the defaults. Borrowed until server_stop. */
struct server_options {
    const char *host; // NULL: 127.0.0.1
    int port;         // 0: any free port
    char *const *books;
    size_t nbooks; // 0: the built-in book
    struct tabia_read_options read;
    const char *const *names;   // tables of names; NULL: the built-in one
    const char *transpositions; // for amateur books: a file; see amateur.h
    const char *universal, *first;
    const char *engine;       // NULL: no evaluation
    unsigned engines;         // live ones at once; 0: one per processor
    unsigned engine_seconds;  // of a live one for a position; 0: 60
    bool allow_engine;        // a live one even if read-only
    const char *assets;       // folder that replaces the embedded page
    const char *cors;         // origin, or "*"
    const char *const *allow; // additional host names; ends with NULL

    /*
     * Addresses or networks of proxies whose X-Forwarded-* headers are trusted;
     * ends with NULL. With a proxy, or on an address that other machines can
     * reach, books are read-only unless 'allow_writes' is set, and then only
     * server_url contains the token. 'require_token' hides the token like this
     * everywhere.
     */
    const char *const *proxies;
    bool allow_writes, require_token;

    const char *const *games; // PGN files to read games from; ends with NULL
    bool read_only;
    bool practice_clock;  // requests may set the time of practice
    bool log;             // log each request to stderr as a line of JSON
    int threads;          // 0: one per processor, at least 2
    unsigned connections; // 0: 4096
    unsigned per_address; // 0: 2048 on loopback or with a proxy, else 256
    unsigned timeout;     // seconds to receive a request; 0: 15
    size_t import_limit;  // bytes; 0: 64 MiB

    /* Receives notes, such as that unsaved changes were restored. */
    void (*on_note)(void *ctx, const char *text);
    /* Receives warnings, from any thread. */
    void (*on_warning)(void *ctx, const char *text);
    void *ctx;
};

/*
 * Opens the books and starts to listen. SIGINT, SIGTERM and SIGHUP are blocked
 * in all threads from now on; see server_wait. The calling program must survive
 * SIGPIPE, SIGXFSZ and SIGBUS (tabia_source_guard_sigbus).
 */
struct server *server_start(const struct server_options *options,
                            struct tabia_error *err);

/*
 * "http://127.0.0.1:8080/", followed by "#token=" and the token if only the
 * address contains it; lives as long as the server.
 */
const char *server_url(const struct server *srv);

/*
 * Waits for SIGINT or SIGTERM, or until the terminal it was started from is
 * closed. Any other SIGHUP reopens files that were changed or replaced.
 */
void server_wait(struct server *srv);

/* Finishes the requests in progress, then stops. Accepts NULL. */
void server_stop(struct server *srv);

#endif
