/*
 * game_moves.h - the moves of a game in about six bits each
 *
 * A move is coded as the index of the moving piece among all pieces of its
 * side, by square, and then the index of its destination among those that the
 * piece could reach if kings could be left in check. Replaying needs one look
 * into the tables of attacks a ply, no list of moves and no key. The page
 * docs/formats/tabia.md has every bit.
 *
 *     struct game_moves game;
 *     tabia_move mv;
 *     game_moves_begin(&game, &root, bytes, nplies);
 *     while (game_moves_next(&game, &mv))
 *         ... 'mv' is played in game.pos ...
 *         game_moves_play(&game, mv);
 *     if (game.bits.failed) ...
 *
 * Bytes from anywhere are safe: what they say is a move of a piece that stands
 * there, whether or not it is legal.
 */
#ifndef STORE_GAME_MOVES_H
#define STORE_GAME_MOVES_H

#include "chess/pos.h"
#include "store/bits.h"
#include "tabia/chess.h"

struct game_moves {
    struct tabia_pos pos; // all but its key, which stays as it was
    struct bits_reader bits;
    unsigned nleft; // plies
};

void game_moves_begin(struct game_moves *game, const struct tabia_pos *root,
                      struct tabia_bytes bytes, unsigned nplies);

/* The next move. False at the end, and with 'bits.failed' set by a fault. */
bool game_moves_next(struct game_moves *game, tabia_move *mv);

static ALWAYS_INLINE void game_moves_play(struct game_moves *game,
                                          tabia_move mv)
{
    pos_play(&game->pos, mv, false);
}

/* Appends legal moves that were played from 'root' on, in whole bytes. */
void game_moves_encode(const struct tabia_pos *root, const tabia_move *moves,
                       size_t n, struct buf *out);

/*
 * Looks for a position in a game: its last visit at or behind 'from_ply' that
 * was followed by a move. TABIA_MOVE_NONE if there is none; 'is_damaged' says
 * whether that is so because the moves cannot be read.
 */
tabia_move game_moves_find(const struct tabia_pos *root,
                           struct tabia_bytes bytes, unsigned nplies,
                           unsigned from_ply, const struct tabia_pos *wanted,
                           bool *is_damaged);

#endif
