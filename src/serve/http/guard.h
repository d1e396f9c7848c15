/*
 * guard.h - who may read, and who may edit
 *
 * A page of another site can make a browser send requests here, and by DNS
 * rebinding (a name that suddenly means 127.0.0.1) read the responses. So
 * requests must name this server, and changes must come from its own page and
 * carry a token. On loopback /api/session gives the token to every page of the
 * server, and so to every program on the machine; where others can connect, or
 * with --require-token, only the printed address contains it.
 */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include "serve/server_internal.h"

/* Makes a random token; "" if the server is read-only. */
bool guard_make_token(struct server *srv, struct tabia_error *err);

/* True if 'host' (a header; NULL: absent) is a name of this server. */
bool guard_is_own_host(const struct server *srv, const char *host);

/*
 * True if 'origin' (NULL: absent) is this server's own, reached as 'host'.
 * 'scheme' is "http" or "https"; NULL: unknown.
 */
bool guard_is_own_origin(const char *origin, const char *scheme,
                         const char *host);

/* Compares in constant time. */
bool guard_is_token(const struct server *srv, const char *token);

#endif
