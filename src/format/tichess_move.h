/*
 * tichess_move.h - one move as TI-Chess's book compiler reads it
 */
#ifndef FORMAT_TICHESS_MOVE_H
#define FORMAT_TICHESS_MOVE_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/chess.h"

/* The letters of K Q R B N P, in this order. */
extern const char tichess_english[];
extern const char tichess_german[];

/*
 * Finds the one legal move that 'len' bytes at 'text' mean; 'letters' is one
 * of the above. On failure the error has no place.
 */
bool tichess_move_parse(const struct tabia_pos *pos, const char *text,
                        size_t len, const char *letters, tabia_move *mv,
                        struct tabia_error *err);

/* The legal move as SAN with these letters. Returns 'buf'. */
const char *tichess_move_print(const struct tabia_pos *pos, tabia_move mv,
                               const char *letters, char buf[TABIA_SAN_SIZE]);

#endif
