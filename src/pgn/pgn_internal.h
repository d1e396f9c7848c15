/*
 * pgn_internal.h - where a reader of games is, and where games begin
 */
#ifndef PGN_PGN_INTERNAL_H
#define PGN_PGN_INTERNAL_H

#include "tabia/pgn.h"

/* Where the next game begins, or a little before it, in the bytes given. */
size_t pgn_offset(const struct tabia_pgn *pgn);

/* Goes to such a place: a game can be read twice. */
void pgn_seek(struct tabia_pgn *pgn, size_t at);

/*
 * The line and column, from 1, of a byte of the text. Quick when the places
 * asked for are in ascending order.
 */
void pgn_location(struct tabia_pgn *pgn, const char *at, uint32_t *line,
                  uint32_t *col);

#endif
