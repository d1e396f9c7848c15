/*
 * listen.h - the socket that connections come in by
 */
#ifndef SERVE_LISTEN_H
#define SERVE_LISTEN_H

#include <stdbool.h>

#include "tabia/error.h"

struct listener {
    int fd;
    int port;         // that was really taken
    bool is_loopback; // only this machine can reach it
    bool is_any;      // every address of this machine
    bool is_ipv6;     // IPv6
};

/*
 * Takes the port, but no connections yet. 'host' is a name or an address; port
 * 0 is any that is free.
 */
bool listen_open(struct listener *l, const char *host, int port,
                 struct tabia_error *err);

/* From now on clients can connect. */
bool listen_start(struct listener *l, const char *host,
                  struct tabia_error *err);

/* Accepts a closed one. */
void listen_close(struct listener *l);

#endif
