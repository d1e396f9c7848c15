/*
 * coverage.h - how far a book carries a player, and where it leaves him alone
 *
 *     struct coverage_options options = { .side = TABIA_WHITE };
 *     struct coverage *c = coverage_new(book, &options, err);
 *     for (size_t i = 0; i < coverage_gap_count(c); i++)
 *         use(coverage_gap_at(c, i));
 *
 * One side plays from the book, by the weights of its moves. The other side
 * plays what is likely, by the weights of another book where that has moves,
 * else of the same book. Games begin with the positions that the lines of the
 * book begin with, equally often with each. A reply that the book has no move
 * against is a gap; its share says how many of all games come to it.
 */
#ifndef STUDY_COVERAGE_H
#define STUDY_COVERAGE_H

#include "tabia/book.h"

struct coverage;

/* All-zero means the defaults. */
struct coverage_options {
    enum tabia_color side;            // who plays from the book
    const struct tabia_book *against; // where replies come from; NULL: none
    bool wide;                        // avoided moves are played as well
    int max_ply;                      // 0: 200
};

/* What is in the book at one ply. */
struct coverage_ply {
    uint32_t positions; // that the book leads to
    uint32_t moves;     // from there that the book goes on with
    double share;       // of all games that are still in the book
};

struct coverage_gap {
    double share;
    int ply;                 // the moves of the line, with the reply
    bool is_known;           // the book has the reply, but nothing against it
    struct tabia_pos start;  // the position that the line begins with
    struct tabia_pos before; // the position in which the reply is played
    tabia_move reply;
};

/* NULL when there is no memory. The books are not needed any more. */
struct coverage *coverage_new(const struct tabia_book *book,
                              const struct coverage_options *options,
                              struct tabia_error *err) TABIA_MUST_CHECK;

void coverage_free(struct coverage *coverage);

/* From the start of all lines on; 0 when the book is empty. */
size_t coverage_ply_count(const struct coverage *coverage);
struct coverage_ply coverage_ply_at(const struct coverage *coverage,
                                    size_t ply);

/* The gaps, the likeliest first, then the soonest. */
size_t coverage_gap_count(const struct coverage *coverage);
struct coverage_gap coverage_gap_at(const struct coverage *coverage, size_t n);

/* The gap that can come soonest, the likeliest of several; 0 without any. */
size_t coverage_soonest(const struct coverage *coverage);

/*
 * The moves to a gap from the start of its line, with the reply, into 'moves',
 * which has room for the gap's 'ply'. Where several lines lead there, one.
 */
void coverage_line(const struct coverage *coverage, size_t n,
                   tabia_move *moves);

/* How many moves are played from the book on average. */
double coverage_mean(const struct coverage *coverage);

/* The share of games in which no reply is known when the book ends. */
double coverage_ended(const struct coverage *coverage);

#endif
