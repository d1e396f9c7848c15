/*
 * server.h - the HTTP server behind 'tabia serve'
 *
 *     struct serve_options options = { .host = "127.0.0.1" };
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
struct serve_options {
    const char *host; // NULL: 127.0.0.1
    int port;         // 0: any that is free
    char *const *books;
    size_t nbooks; // 0: the book that comes with the library
    struct tabia_read_options read;
    const char *names;          // a table of names; NULL: the library's
    const char *transpositions; // for amateur books: a file; as in amateur.h
    const char *universal, *first;
    const char *engine;       // NULL: nothing is evaluated
    const char *assets;       // a folder in place of the embedded page
    const char *cors;         // an origin, or "*"
    const char *const *allow; // more names of this server; ends with NULL

    /*
     * Addresses or networks of proxies, whose X-Forwarded-* headers count; ends
     * with NULL. With one, as on an address that other machines can reach, the
     * books are read-only without 'allow_writes', and with it the token is
     * in server_url alone; 'require_token' does that everywhere.
     */
    const char *const *proxies;
    bool allow_writes, require_token;

    const char *const *games; // files that may be read; ends with NULL
    bool read_only;
    bool log;             // a line of JSON for each request on stderr
    int threads;          // 0: as there are processors, at least 2
    unsigned connections; // 0: 4096
    unsigned per_address; // 0: 2048 on loopback or with a proxy, else 256
    unsigned timeout;     // seconds for a request to come; 0: 15
    size_t import_limit;  // bytes; 0: 64 MiB

    /* What was found on the way, such as a journal. */
    void (*note)(void *ctx, const char *text);
    /* What whoever runs the server has to know; from any thread. */
    void (*warn)(void *ctx, const char *text);
    void *ctx;
};

/*
 * Opens the books and starts to listen. SIGINT, SIGTERM and SIGHUP are blocked
 * in all threads from now on; see server_wait. The program around it has to
 * survive SIGPIPE, SIGXFSZ and SIGBUS (sigbus_survive).
 */
struct server *server_start(const struct serve_options *options,
                            struct tabia_error *err);

/*
 * "http://127.0.0.1:8080/", with the token behind "#token=" where only the
 * address has it; lives as long as the server.
 */
const char *server_url(const struct server *srv);

/*
 * Until SIGINT or SIGTERM comes, or the terminal that it was started from is
 * closed. Any other SIGHUP opens files again that were changed or replaced.
 */
void server_wait(struct server *srv);

/* Answers what has been asked, then ends. Accepts NULL. */
void server_stop(struct server *srv);

#endif
