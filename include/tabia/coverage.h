/*
 * coverage.h - how far a book carries a player, and where it leaves him alone
 *
 *     struct tabia_coverage_options options = { .side = TABIA_WHITE };
 *     struct tabia_coverage *c = tabia_coverage_new(book, &options, err);
 *     for (size_t i = 0; i < tabia_coverage_gaps(c); i++)
 *         use(tabia_coverage_gap(c, i));
 *
 * One side plays from the book, by the weights of its moves. The other side
 * plays what is likely, by the weights of another book where that has moves,
 * else of the same book. Games begin with the positions that the lines of the
 * book begin with, equally often with each. A reply that the book has no move
 * against is a gap; its share says how many of all games come to it.
 */
#ifndef TABIA_COVERAGE_H
#define TABIA_COVERAGE_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tabia_coverage;

/* All-zero means the defaults. */
struct tabia_coverage_options {
    enum tabia_color side;            // who plays from the book
    const struct tabia_book *against; // where replies come from; NULL: none
    bool wide;                        // avoided moves are played as well
    int max_ply;                      // 0: 200
};

/* What is in the book when so many moves were played. */
struct tabia_coverage_ply {
    uint32_t positions; // that the book leads to
    uint32_t moves;     // from there that the book goes on with
    double share;       // of all games that are still in the book
};

struct tabia_gap {
    double share;
    int ply;                 // the moves of the line, with the reply
    bool is_known;           // the book has the reply, but nothing against it
    struct tabia_pos start;  // the position that the line begins with
    struct tabia_pos before; // the position in which the reply is played
    tabia_move reply;
};

/* NULL when there is no memory. The books are not needed any more. */
TABIA_API struct tabia_coverage *tabia_coverage_new(
    const struct tabia_book *book, const struct tabia_coverage_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

TABIA_API void tabia_coverage_free(struct tabia_coverage *coverage);

/* From the start of all lines on; 0 when the book is empty. */
TABIA_API size_t tabia_coverage_plies(const struct tabia_coverage *coverage);
TABIA_API struct tabia_coverage_ply tabia_coverage_ply(
    const struct tabia_coverage *coverage, size_t ply);

/* The gaps, the likeliest first, then the soonest. */
TABIA_API size_t tabia_coverage_gaps(const struct tabia_coverage *coverage);
TABIA_API struct tabia_gap tabia_coverage_gap(
    const struct tabia_coverage *coverage, size_t n);

/* The gap that can come soonest, the likeliest of several; 0 without any. */
TABIA_API size_t tabia_coverage_soonest(const struct tabia_coverage *coverage);

/*
 * The moves to a gap from the start of its line, with the reply, into 'moves',
 * which has room for the gap's 'ply'. Where several lines lead there, one.
 */
TABIA_API void tabia_coverage_line(const struct tabia_coverage *coverage,
                                   size_t n, tabia_move *moves);

/* How many moves are played from the book on average. */
TABIA_API double tabia_coverage_mean(const struct tabia_coverage *coverage);

/* The share of games in which no reply is known when the book ends. */
TABIA_API double tabia_coverage_ended(const struct tabia_coverage *coverage);

#ifdef __cplusplus
}
#endif

#endif
