/*
 * positions.h - the positions in which fuzz targets try their moves
 */
#ifndef FUZZ_POSITIONS_H
#define FUZZ_POSITIONS_H

#include <stdlib.h>
#include <string.h>

#include "tabia/chess.h"

static const char *const fuzz_positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
    "4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1",
    "4k3/8/3n4/2P5/3n4/2P5/8/4K3 w - - 0 1",
    "4k3/1N3N2/8/1N3N2/8/8/8/3K4 w - - 0 1",
    "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1",
    "4r1k1/8/8/8/8/8/4N3/4K1N1 w - - 0 1",
    "1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 w - - 0 1",
    "1n2k1n1/P6P/8/8/8/8/p6p/1N2K1N1 b - - 0 1",
    "5k1r/8/8/8/8/8/8/RR3KRR w GB - 0 1",
    "6kr/8/8/8/8/8/8/1RK4R w Qk - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
};

/* The position that a byte chooses. */
static inline struct tabia_pos fuzz_position(uint8_t byte)
{
    const size_t count = sizeof(fuzz_positions) / sizeof(fuzz_positions[0]);
    const char *fen = fuzz_positions[byte % count];
    struct tabia_pos pos;
    if (!tabia_fen_parse(&pos, fen, strlen(fen), 0, NULL))
        abort();
    return pos;
}

#endif
