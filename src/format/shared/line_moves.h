/*
 * line_moves.h - moves in coordinates, run together: e2e4e7e5g1f3
 *
 * What the formats "lines" and "reduced" share. A promotion without a letter
 * is to a queen. A 'b' with a digit behind it is a file, not a bishop:
 * a7a8b1c3 is two moves.
 */
#ifndef FORMAT_LINE_MOVES_H
#define FORMAT_LINE_MOVES_H

#include <stdbool.h>

#include "base/sink.h"
#include "base/text.h"
#include "tabia/chess.h"

/* True if there are two squares at 'p'. */
bool line_is_move(const char *p, const char *end);

/* Steps over what looks like a move; false if nothing does. */
bool line_skip_move(struct text *t);

/* Reads the legal move at 't->p' and steps over it, or fails there. */
bool line_move_read(struct text *t, const struct tabia_pos *pos,
                    tabia_move *mv);

/* Prints a move; a queen is what a promotion is to by default. */
void line_move_print(struct sink *dst, const struct tabia_pos *pos,
                     tabia_move mv);

#endif
