/*
 * random64.h - the numbers that PolyGlot keys are made of
 */
#ifndef TABIA_CHESS_RANDOM64_H
#define TABIA_CHESS_RANDOM64_H

#include <stdint.h>

#include "tabia/chess.h"

enum {
    RANDOM64_CASTLING = 768, // K, Q, k, q
    RANDOM64_EP = 772,       // files a to h
    RANDOM64_TURN = 780,     // White to move
    RANDOM64_COUNT = 781,
};

extern const uint64_t random64[RANDOM64_COUNT];

/* PolyGlot counts black pawn, white pawn, black knight, ... */
static inline uint64_t random64_piece(tabia_piece piece, tabia_square sq)
{
    return random64[((piece ^ 1u) - 2) * 64 + sq];
}

#endif
