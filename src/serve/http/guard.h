/*
 * guard.h - who may ask, and who may change
 *
 * A page of another site can make a browser send requests here, and a name
 * that suddenly means 127.0.0.1 can make it read the answers. So requests must
 * name this server, and changes must come from a page of its own and show a
 * token. On the machine itself /api/session gives that to every page of the
 * server, and so to every program on the machine; where others can connect, or
 * if asked to, it stands in the printed address alone.
 */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include "serve/server_def.h"

/* Fills the token with random digits; "" when nothing may be written. */
bool guard_make_token(struct server *srv, struct tabia_error *err);

/* Is 'host' (a header; NULL: absent) a name of this server? */
bool guard_is_own_host(const struct server *srv, const char *host);

/*
 * True if 'origin' (NULL: absent) is that of the page which 'host' shows.
 * 'scheme' is "http" or "https"; NULL: not known.
 */
bool guard_is_own_origin(const char *origin, const char *scheme,
                         const char *host);

/* Compares in a time that does not depend on where they differ. */
bool guard_is_token(const struct server *srv, const char *token);

#endif
