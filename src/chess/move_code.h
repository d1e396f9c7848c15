/*
 * move_code.h - moves in 16 bits, as PolyGlot and others store them
 *
 * To-square in bits 0-5, from-square in 6-11, promotion in 12-14: 0 none, 1
 * to 4 knight to queen. Castling is the king's move to the rook's square.
 */
#ifndef CHESS_MOVE_CODE_H
#define CHESS_MOVE_CODE_H

#include "tabia/chess.h"

enum { MOVE_CODE_TEXT_SIZE = 6 };

/* True if some position has a move of this code. */
bool move_code_is_possible(uint16_t code);

/* The legal move of a code, or TABIA_MOVE_NONE. Takes e1g1 and e1h1. */
tabia_move move_code_decode(const struct tabia_pos *pos, uint16_t code);

uint16_t move_code_encode(tabia_move mv);

/* "e2e4", "a7a8q", whatever is on the squares. */
const char *move_code_print(uint16_t code, char buf[MOVE_CODE_TEXT_SIZE]);

#endif
