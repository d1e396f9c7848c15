/*
 * transform.h - walking, choosing, folding, expanding, merging, comparing
 *
 * Transforms make a new book and leave the old one alone.
 */
#ifndef TABIA_TRANSFORM_H
#define TABIA_TRANSFORM_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- walking all lines ----------------------------------------------- */

/*
 * Depth first over positions: the moves of a position are those of all its
 * occurrences, folded. A position that was met before is shown again, marked,
 * and not gone into a second time, so every walk ends.
 */
struct tabia_walk;

struct tabia_walk_options {
    int max_ply;                  // 0: no limit
    const struct tabia_pos *from; // NULL: from all root positions
    enum tabia_policy policy;
};

struct tabia_step {
    int ply;                  // 1 for the first move; 0: a root, no move
    struct tabia_pos before;  // raw; at a root as 'after'
    struct tabia_pos after;   // raw
    uint32_t position;        // number of 'after', or TABIA_NONE if beyond
    bool is_seen;             // met before: not gone into
    uint32_t seen_step;       // if so, the number of the step that did
    bool is_leaf;             // the book has no move here
    bool is_last;             // no sibling follows
    struct tabia_entry entry; // unset at a root
};

/* NULL when there is no memory. Borrows the book. */
TABIA_API struct tabia_walk *tabia_walk_open(
    const struct tabia_book *book, const struct tabia_walk_options *options,
    struct tabia_error *err);

/* The next step; steps are numbered from 0. False at the end. */
TABIA_API bool tabia_walk_next(struct tabia_walk *walk,
                               struct tabia_step *step);

/* The moves that led to the last step; returns how many. */
TABIA_API size_t tabia_walk_line(const struct tabia_walk *walk,
                                 const tabia_move **moves);

/* Did the walk end because memory ran out? */
TABIA_API bool tabia_walk_ok(const struct tabia_walk *walk,
                             struct tabia_error *err);

TABIA_API void tabia_walk_close(struct tabia_walk *walk);

/* ---- choosing a move ------------------------------------------------- */

enum tabia_choice {
    TABIA_CHOICE_WEIGHTED, // by weight, else by results, else uniform
    TABIA_CHOICE_BEST,     // the heaviest; the first of several
    TABIA_CHOICE_UNIFORM,
    TABIA_CHOICE_FIRST,
};

struct tabia_select_options {
    enum tabia_choice choice;
    uint64_t seed;
    bool wide; // avoided moves may be chosen; passive ones never
};

/*
 * Chooses one of 'n' moves of a position; the same seed gives the same move
 * on every machine. Returns its index, or n when none may be played.
 */
TABIA_API size_t tabia_select(const struct tabia_entry *list, size_t n,
                              const struct tabia_select_options *options);

/* What the weighted choice uses: 0 for a move that may not be played. */
TABIA_API uint64_t tabia_select_weight(const struct tabia_entry *list, size_t n,
                                       size_t i,
                                       const struct tabia_select_options *o);

/* ---- book to book ---------------------------------------------------- */

/* What a transform had to decide. All counts. */
struct tabia_transform_report {
    uint32_t folded;                // nodes that were merged into another
    uint32_t conflicts;             // values that contradicted each other
    uint32_t cut;                   // transpositions not expanded
    uint32_t dropped;               // moves left out by a filter
    uint32_t by_attr[TABIA_NATTRS]; // conflicts, by attribute
};

/* One node per position. 'report' may be NULL, here and below. */
TABIA_API struct tabia_book *tabia_book_fold(
    const struct tabia_book *book, enum tabia_policy policy,
    struct tabia_transform_report *report, struct tabia_error *err);

struct tabia_expand_options {
    uint32_t max_nodes; // 0: 1,000,000
};

/*
 * A tree in which every line is complete: where lines meet, the continuation
 * is repeated, heaviest first, while the budget lasts. Cycles are cut.
 */
TABIA_API struct tabia_book *tabia_book_expand(
    const struct tabia_book *book, const struct tabia_expand_options *options,
    struct tabia_transform_report *report, struct tabia_error *err);

struct tabia_filter {
    int max_ply;         // 0: no limit
    uint32_t min_weight; // moves without a weight stay
    uint32_t min_games;  // moves without results stay
    int top;             // heaviest N moves of a position; 0: all
    int color;           // 0: both; 'w', 'b': drop the other side's choices
    bool reachable;      // only what the initial position leads to
};

/* The part of the book that passes, order and occurrences kept. */
TABIA_API struct tabia_book *tabia_book_filter(
    const struct tabia_book *book, const struct tabia_filter *filter,
    struct tabia_transform_report *report, struct tabia_error *err);

/* Folds several books into one, in their order. */
TABIA_API struct tabia_book *tabia_book_merge(
    const struct tabia_book *const *books, size_t n, enum tabia_policy policy,
    struct tabia_transform_report *report, struct tabia_error *err);

/* ---- comparing ------------------------------------------------------- */

enum tabia_diff_kind {
    TABIA_DIFF_POSITION_A, // only the first book has moves here
    TABIA_DIFF_POSITION_B,
    TABIA_DIFF_MOVE_A, // both know the position, one the move
    TABIA_DIFF_MOVE_B,
    TABIA_DIFF_DATA, // both have the move, with other values
    TABIA_DIFF_NODE, // the positions' own values differ
};

struct tabia_diff_item {
    enum tabia_diff_kind kind;
    struct tabia_pos pos;
    tabia_move move; // TABIA_MOVE_NONE for positions
    unsigned attrs;  // TABIA_DIFF_DATA, _NODE: what differs
    struct tabia_entry a, b;
};

struct tabia_diff_counts {
    uint32_t positions_a, positions_b, positions_both, positions_equal;
    uint32_t moves_a, moves_b, moves_both, moves_changed;
};

/*
 * Calls 'each' for every difference, in the order of book a, then what only b
 * has. 'attrs' masks the attributes that count. 'each' may be NULL; it
 * returns false to stop. Returns false only when memory runs out.
 */
TABIA_API bool tabia_book_diff(
    const struct tabia_book *a, const struct tabia_book *b, unsigned attrs,
    bool (*each)(void *ctx, const struct tabia_diff_item *item), void *ctx,
    struct tabia_diff_counts *counts, struct tabia_error *err);

#ifdef __cplusplus
}
#endif

#endif
