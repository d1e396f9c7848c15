/*
 * transform.h - makes a book from other books
 *
 *     struct tabia_filter_options filter = { .max_ply = 20, .top = 3 };
 *     struct tabia_book *small = tabia_book_filter(book, &filter, NULL, err);
 *
 * The old books stay as they are; the caller frees both.
 */
#ifndef TABIA_TRANSFORM_H
#define TABIA_TRANSFORM_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Counts of what a transform had to decide. */
struct tabia_transform_result {
    uint32_t folded;       // nodes that were merged into another
    uint32_t conflicts;    // values that contradicted each other
    uint32_t cut;          // continuations not repeated
    uint32_t dropped;      // moves dropped by a filter or by FIRST
    uint32_t dropped_tags; // tags dropped, see tabia_book_fold
    uint32_t conflicts_by_attr[TABIA_ATTRS_MAX]; // by enum tabia_attr
    uint64_t reserved[4];
};

/*
 * A graph with one node per position, in the order of first occurrence. Moves
 * are joined by the policy; of the positions' own values the first stays
 * (LAST: the last). A root stays a root, with the raw position of the
 * first. Where several games become one, the tags stay that all of them have
 * with the same value; the others are counted in 'dropped_tags' (FIRST, LAST:
 * the tags of the first or the last game stay). 'result' may be NULL, here and
 * below; it is set on success.
 */
TABIA_API struct tabia_book *tabia_book_fold(
    const struct tabia_book *book, enum tabia_merge_policy policy,
    struct tabia_transform_result *result,
    struct tabia_error *err) TABIA_MUST_CHECK;

struct tabia_expand_options {
    uint32_t max_nodes; // 0: 1,000,000, or nodes and edges if these are more
    uint64_t reserved[4];
};

/*
 * A tree in which every line is complete: where several moves lead to one
 * node, its continuation is repeated after each, up to 'max_nodes'. The
 * heaviest move (by weight, then games, then order) gets it first. Cycles are
 * cut where a node would follow itself. A book that is a tree already is
 * returned as it was, even if positions occur in it more than once: fold it
 * first to complete its lines.
 */
TABIA_API struct tabia_book *tabia_book_expand(
    const struct tabia_book *book, const struct tabia_expand_options *options,
    struct tabia_transform_result *result,
    struct tabia_error *err) TABIA_MUST_CHECK;

struct tabia_filter_options {
    uint32_t max_ply;     // from the nearest root; 0: no limit
    uint32_t min_weight;  // moves without a weight stay
    uint64_t min_games;   // moves without results stay
    uint32_t top;         // heaviest N moves of a position; 0: all; with a
                          // side only where that side moves
    enum tabia_side side; // one side's book, see below
    bool only_reachable;  // only what the starting position leads to
    uint32_t max_loss;    // centipawns, see below; 0: no limit
    uint64_t reserved[4];
};

/*
 * The part of the book that passes, order and occurrences kept. 'filter' may be
 * NULL: everything passes.
 *
 * Moves are judged by the merged values of all their occurrences
 * (TABIA_MERGE_DEFAULT); 'top' is applied after the minima. A position stays if
 * moves that stay lead to it; then its moves are found, even if they were in a
 * line that was dropped (no move leads to their node).
 *
 * 'side' makes a book for one side: its moves stay, and those of the opponent
 * that the book answers. So every line ends with a move of that side; 'top' and
 * 'max_loss' then apply to its moves only.
 *
 * 'max_loss' compares the evaluations of the positions that moves lead to: a
 * move stays if it is at most that much worse for its side than the best of
 * its position. Moves to positions without an evaluation stay.
 *
 * Fails with TABIA_ERR_MISUSE for a value that is not a side.
 */
TABIA_API struct tabia_book *tabia_book_filter(
    const struct tabia_book *book, const struct tabia_filter_options *filter,
    struct tabia_transform_result *result,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Folds several books into one, in order. Within a book, the values of a move
 * are merged by TABIA_MERGE_DEFAULT; 'policy' applies between the books. With
 * FIRST the moves of a position are those of the first book that has any there,
 * and the other books only add positions: 'dropped' counts their other moves.
 * Of values of positions and texts of the same key, those of the first book
 * that has one stay (LAST: the last); the text "side" stays only if no book
 * has another. With SUM different comments of a move or a position are joined
 * by " | "; of comments that were joined before, each counts by itself.
 */
TABIA_API struct tabia_book *tabia_book_merge(
    const struct tabia_book *const *books, size_t n,
    enum tabia_merge_policy policy, struct tabia_transform_result *result,
    struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
