/*
 * listen.h - the listening socket
 */
#ifndef SERVE_LISTEN_H
#define SERVE_LISTEN_H

#include <stdbool.h>

#include "tabia/error.h"

struct listener {
    int fd;
    int port;         // in use
    bool is_loopback; // only this machine can reach it
    bool is_any;      // every address of this machine
    bool is_ipv6;     // IPv6
};

/*
 * Binds the port, but accepts no connections yet. 'host' is a name or an
 * address; port 0 means any free port.
 */
bool listen_open(struct listener *l, const char *host, int port,
                 struct tabia_error *err);

/* From now on clients can connect. */
bool listen_start(struct listener *l, const char *host,
                  struct tabia_error *err);

/* Accepts a closed one. */
void listen_close(struct listener *l);

#endif
