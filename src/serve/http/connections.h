/*
 * connections.h - time limits for connections
 *
 * libmicrohttpd closes idle connections. One that sends or reads a byte now and
 * then would stay forever, so each phase of a request has a time limit, which a
 * thread checks once a second.
 */
#ifndef SERVE_CONNECTIONS_H
#define SERVE_CONNECTIONS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "serve/http/proxies.h"
#include "tabia/error.h"

struct metrics;

enum connection_phase {
    CONNECTION_WAITING, // for a request, or for the rest of its head
    CONNECTION_BODY,    // of the request
    CONNECTION_WORKING, // the server is working
    CONNECTION_SENDING, // the response
    CONNECTION_NPHASES,
};

struct connection {
    struct connection *next, *prev;
    int fd;
    atomic_int phase;
    atomic_ullong since_ns;
    bool is_proxy; // its X-Forwarded-* headers are trusted
    char address[ADDRESS_TEXT_SIZE];
};

struct connections {
    pthread_mutex_t lock; // of the list
    struct connection *first;
    unsigned timeout; // seconds; of the first phase
    struct metrics *metrics;
    pthread_t thread;
    pthread_cond_t end;
    bool is_ending, is_running;
};

bool connections_start(struct connections *all, unsigned timeout,
                       struct metrics *metrics, struct tabia_error *err);
void connections_stop(struct connections *all);

/* Adds a connection. NULL if out of memory; it then has no time limit. */
struct connection *connections_add(struct connections *all, int fd,
                                   const char *address, bool is_proxy);

/* Call before 'fd' is closed. Accepts NULL. */
void connections_remove(struct connections *all, struct connection *c);

/*
 * True if the client has closed its end of the connection, or only the sending
 * half, which looks the same. Accepts NULL.
 */
bool connection_is_gone(const struct connection *c);

/* Accepts NULL. */
void connection_enter(struct connection *c, enum connection_phase phase);

#endif
