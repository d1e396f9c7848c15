/*
 * polyglot_random.h - the numbers that PolyGlot keys are made of
 */
#ifndef CHESS_POLYGLOT_RANDOM_H
#define CHESS_POLYGLOT_RANDOM_H

#include <stdint.h>

#include "tabia/chess.h"

enum { POLYGLOT_RANDOM_PIECES = 2 * (TABIA_KING + 1) };

/* By piece and square; all 0 for the empty square. */
extern const uint64_t polyglot_random_piece[POLYGLOT_RANDOM_PIECES][64];

extern const uint64_t polyglot_random_castling[4]; // K, Q, k, q
extern const uint64_t polyglot_random_ep[8];       // files a to h

/* White to move. */
static const uint64_t polyglot_random_turn = UINT64_C(0xf8d626aaaf278509);

#endif
