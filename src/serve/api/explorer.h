/*
 * explorer.h - what other endpoints use of the explorer
 */
#ifndef SERVE_EXPLORER_H
#define SERVE_EXPLORER_H

#include "serve/api/endpoint.h"

/*
 * Borrows the book that the request names; else the first of the stores that
 * fit best (for a player that none knows, the first store); else, unless the
 * request is about a player, the first book. Or replies with 404.
 */
bool explorer_borrow(struct server *srv, const struct call *call,
                     bool is_of_player, struct loan *loan, struct reply *reply);

/* The rating difference that a score in percent stands for, by FIDE's table. */
int explorer_rating_difference(unsigned percent);

#endif
