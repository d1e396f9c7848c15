/*
 * pick.h - picks a move to play
 *
 *     struct tabia_pick_options options = { .seed = seed };
 *     size_t i = tabia_pick_move(&pos, answer.moves, answer.nmoves, &options);
 *     if (i < answer.nmoves)
 *         play(answer.moves[i].move);
 *
 * The moves are those of a tabia_answer (source.h) or of tabia_book_find
 * (book.h).
 */
#ifndef TABIA_PICK_H
#define TABIA_PICK_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tabia_pick_method {
    TABIA_PICK_WEIGHTED, // by share, weight, results, else uniform
    TABIA_PICK_BEST,     // the heaviest; the first of several
    TABIA_PICK_UNIFORM,
    TABIA_PICK_FIRST,
};

struct tabia_pick_options {
    enum tabia_pick_method method;
    /*
     * Decides between the moves, with WEIGHTED and UNIFORM: give another number
     * for every move of a game, such as a random one. The same seed, also 0,
     * picks the same move.
     */
    uint64_t seed;
    bool allow_avoided; // avoided moves may be chosen; passive ones never
    uint64_t reserved[4];
};

/*
 * Picks one of the 'n' moves that a book has in 'pos'; the same seed gives the
 * same move on every machine. Returns its index, or n if none may be played or
 * the method is not known. 'options' may be NULL; then the same move is picked
 * each time.
 *
 * Moves with a share are picked by that alone, and never if it is 0.
 *
 * Of the others, a move with weight 0, or without a weight and annotated as a
 * mistake (? or ??), is never picked, unless all that may be played are such:
 * then each counts 1. If any move has a weight, weights count, and a move
 * without one counts 0. Otherwise results count: 2 for a win of the side to
 * move, 1 for a draw or an unknown result. If these are all 0, each move counts
 * 1.
 */
TABIA_API size_t tabia_pick_move(const struct tabia_pos *pos,
                                 const struct tabia_book_move *list, size_t n,
                                 const struct tabia_pick_options *options);

/*
 * The number by which TABIA_PICK_WEIGHTED picks the i-th move; 0: never.
 * TABIA_PICK_BEST picks the move with the largest.
 */
TABIA_API uint64_t tabia_pick_weight(const struct tabia_pos *pos,
                                     const struct tabia_book_move *list,
                                     size_t n, size_t i,
                                     const struct tabia_pick_options *options);

#ifdef __cplusplus
}
#endif

#endif
