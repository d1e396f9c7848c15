/*
 * guard.h - who may ask, and who may change
 *
 * A page of another site can make a browser send requests here, and a name
 * that suddenly means 127.0.0.1 can make it read the answers. So requests must
 * name this server, and changes must come from a page of its own and show a
 * token that only such a page can read.
 */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include "serve/server_def.h"

/* Fills the token with random digits; "" when nothing may be written. */
bool guard_make_token(struct server *srv, struct tabia_error *err);

/* Is 'host' (a header; NULL: absent) a name of this server? */
bool guard_is_own_host(const struct server *srv, const char *host);

/* Is 'origin' (NULL: absent) the page that 'host' shows? */
bool guard_is_own_origin(const char *origin, const char *host);

/* Compares in a time that does not depend on where they differ. */
bool guard_is_token(const struct server *srv, const char *token);

#endif
