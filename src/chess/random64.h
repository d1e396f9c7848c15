/*
 * random64.h - the numbers that PolyGlot keys are made of
 */
#ifndef CHESS_RANDOM64_H
#define CHESS_RANDOM64_H

#include <stdint.h>

#include "tabia/chess.h"

enum { RANDOM64_PIECES = 2 * (TABIA_KING + 1) };

/* By piece and square; all 0 for the empty square. */
extern const uint64_t random64_piece[RANDOM64_PIECES][64];

extern const uint64_t random64_castling[4]; // K, Q, k, q
extern const uint64_t random64_ep[8];       // files a to h

/* White to move. */
static const uint64_t random64_turn = UINT64_C(0xf8d626aaaf278509);

#endif
