/*
 * slow_moves.h - legal moves, found in the plainest way
 *
 * For comparison only: a board of 64 squares, one table of steps, and every
 * move is made and its king looked at. Shares nothing with the library but
 * the encoding of moves and pieces.
 */
#ifndef SLOW_MOVES_H
#define SLOW_MOVES_H

#include "tabia/chess.h"

/* Like tabia_pos_legal_moves. */
size_t slow_legal(const struct tabia_pos *pos,
                  tabia_move list[TABIA_MOVES_MAX]);

#endif
