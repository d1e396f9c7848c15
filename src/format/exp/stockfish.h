/*
 * stockfish.h - position keys and moves as Stockfish and its kin have them
 *
 * The numbers are those of Stockfish since the middle of 2020; they come from
 * a generator, so there is no table. Immutable after stockfish_keys_init.
 */
#ifndef FORMAT_STOCKFISH_H
#define FORMAT_STOCKFISH_H

#include "tabia/chess.h"

struct stockfish_keys {
    uint64_t men[14][64]; // by tabia_piece
    uint64_t ep[8];
    uint64_t castling[16]; // 1 K, 2 Q, 4 k, 8 q
    uint64_t black;        // when Black is to move
};

void stockfish_keys_init(struct stockfish_keys *keys);

/* En passant counts when such a capture is legal. */
uint64_t stockfish_key(const struct stockfish_keys *keys,
                       const struct tabia_pos *pos);

/* Could the 16 bits be a move at all? */
bool stockfish_move_is_plausible(uint16_t code);

/* The legal move that the bits name in 'pos', or TABIA_MOVE_NONE. */
tabia_move stockfish_move_decode(const struct tabia_pos *pos, uint16_t code);

uint16_t stockfish_move_encode(const struct tabia_pos *pos, tabia_move mv);

#endif
