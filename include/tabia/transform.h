/*
 * transform.h - walks over books, picks moves, transforms and compares books
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
 * A walk is depth first over positions: the moves of a position are those of
 * all its occurrences, folded. A position that was reached before is shown
 * again, marked, but its moves are not repeated, so every walk ends. If it was
 * reached only at the last ply allowed, its moves follow when it is reached
 * again nearer the root. Root positions are shown in their order, each once.
 */
struct tabia_walk;

struct tabia_walk_options {
    uint32_t max_ply;             // 0: no limit
    const struct tabia_pos *from; // copied; NULL: from all root positions
    enum tabia_merge_policy policy;
};

/* A copy (450 bytes): it stays valid when the walk goes on. */
struct tabia_step {
    int ply;                  // 1 for the first move; 0: a root, no move
    struct tabia_pos before;  // raw; at a root as 'after'
    struct tabia_pos after;   // raw
    uint32_t position;        // number of 'after'; TABIA_NONE: not in the book
    bool is_seen;             // reached before: its moves do not follow
    uint32_t seen_step;       // if so, the number of the step they follow
    bool is_leaf;             // the book has no move here
    bool is_last;             // no sibling follows
    struct tabia_entry entry; // unset at a root
};

/* NULL when there is no memory. Borrows the book; 'options' may be NULL. */
TABIA_API struct tabia_walk *tabia_walk_open(
    const struct tabia_book *book, const struct tabia_walk_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* The next step; steps are numbered from 0. False at the end. */
TABIA_API bool tabia_walk_next(struct tabia_walk *walk,
                               struct tabia_step *step);

/*
 * The moves that led to the last step; returns how many. They live until the
 * next step.
 */
TABIA_API size_t tabia_walk_line(const struct tabia_walk *walk,
                                 const tabia_move **moves);

/* False with an error if the walk ended early, because memory ran out. */
TABIA_API bool tabia_walk_ok(const struct tabia_walk *walk,
                             struct tabia_error *err);

/* Accepts NULL. */
TABIA_API void tabia_walk_close(struct tabia_walk *walk);

/* ---- picking a move -------------------------------------------------- */

/* How a move is picked. */

enum tabia_pick_method {
    TABIA_PICK_WEIGHTED, // by share, weight, results, else uniform
    TABIA_PICK_BEST,     // the heaviest; the first of several
    TABIA_PICK_UNIFORM,
    TABIA_PICK_FIRST,
};

struct tabia_pick_options {
    enum tabia_pick_method method;
    uint64_t seed;         // for a game: another one for every move
    bool wide;             // avoided moves may be chosen; passive ones never
    enum tabia_color turn; // whose move it is: for the results
};

/*
 * Picks one of 'n' moves of a position; the same seed gives the same move on
 * every machine. Returns its index, or n if none may be played. 'options' may
 * be NULL.
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
TABIA_API size_t tabia_pick(const struct tabia_entry *list, size_t n,
                            const struct tabia_pick_options *options);

/*
 * The number by which TABIA_PICK_WEIGHTED picks the i-th move; 0: never.
 * TABIA_PICK_BEST picks the move with the largest.
 */
TABIA_API uint64_t tabia_pick_weight(const struct tabia_entry *list, size_t n,
                                     size_t i,
                                     const struct tabia_pick_options *options);

/* ---- book to book ---------------------------------------------------- */

/* Counts of what a transform had to decide. */
struct tabia_transform_report {
    uint32_t folded;                // nodes that were merged into another
    uint32_t conflicts;             // values that contradicted each other
    uint32_t cut;                   // continuations not repeated
    uint32_t dropped;               // moves dropped by a filter or by FIRST
    uint32_t by_attr[TABIA_NATTRS]; // conflicts, by attribute
    uint32_t tags;                  // tags dropped, see tabia_book_fold
};

/*
 * A graph with one node per position, in the order of first occurrence. Moves
 * are joined by the policy; of the positions' own values the first stays
 * (REPLACE: the last). A root stays a root, with the raw position of the
 * first. Where several games become one, the tags stay that all of them have
 * with the same value; the others are counted in 'tags' (FIRST, REPLACE: the
 * tags of the first or the last game stay). 'report' may be NULL, here and
 * below; it is set on success.
 */
TABIA_API struct tabia_book *tabia_book_fold(
    const struct tabia_book *book, enum tabia_merge_policy policy,
    struct tabia_transform_report *report,
    struct tabia_error *err) TABIA_MUST_CHECK;

struct tabia_expand_options {
    uint32_t max_nodes; // 0: 1,000,000, or nodes and edges if these are more
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
    struct tabia_transform_report *report,
    struct tabia_error *err) TABIA_MUST_CHECK;

struct tabia_filter {
    uint32_t max_ply;     // from the nearest root; 0: no limit
    uint32_t min_weight;  // moves without a weight stay
    uint64_t min_games;   // moves without results stay
    uint32_t top;         // heaviest N moves of a position; 0: all; with a
                          // side only where that side moves
    enum tabia_side side; // one side's book, see below
    bool reachable;       // only what the starting position leads to
    uint32_t max_loss;    // centipawns, see below; 0: no limit
};

/*
 * The part of the book that passes, order and occurrences kept.
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
    const struct tabia_book *book, const struct tabia_filter *filter,
    struct tabia_transform_report *report,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Folds several books into one, in order. Within a book, the values of a move
 * are merged by TABIA_MERGE_DEFAULT; 'policy' applies between the books. With
 * FIRST the moves of a position are those of the first book that has any there,
 * and the other books only add positions: 'dropped' counts their other moves.
 * Of values of positions and texts of the same key, those of the first book
 * that has one stay (REPLACE: the last); the text "side" stays only if no book
 * has another. With SUM different comments of a move or a position are joined
 * by " | ".
 */
TABIA_API struct tabia_book *tabia_book_merge(
    const struct tabia_book *const *books, size_t n,
    enum tabia_merge_policy policy, struct tabia_transform_report *report,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- comparing ------------------------------------------------------- */

enum tabia_diff_kind {
    TABIA_DIFF_POSITION_A, // only the first book has moves here
    TABIA_DIFF_POSITION_B,
    TABIA_DIFF_MOVE_A, // both have moves here, one of them this one
    TABIA_DIFF_MOVE_B,
    TABIA_DIFF_DATA, // both have the move, with different values
    TABIA_DIFF_NODE, // the positions' own values differ
    TABIA_DIFF_TEXT, // a text of the whole book
    TABIA_DIFF_TAG,  // a tag of a game
};

/* In a mask of attributes: compare the texts of the whole book, too. */
#define TABIA_DIFF_TEXTS (1u << TABIA_NATTRS)

struct tabia_diff_item {
    enum tabia_diff_kind kind;
    struct tabia_pos pos;
    tabia_move move;         // TABIA_MOVE_NONE for positions
    unsigned attrs;          // TABIA_DIFF_DATA, _NODE: what differs
    struct tabia_entry a, b; // 'edge' is TABIA_NONE where there is none

    const char *key, *text_a, *text_b; // TABIA_DIFF_TEXT, _TAG; or NULL
    uint32_t root; // TABIA_DIFF_TAG: in a, or in b where a has none
};

/*
 * Positions with moves, and moves: in one book only, and in both; of the
 * latter, those that are equal, or differ, in the attributes compared. The
 * moves of a position that only one book has are included.
 */
struct tabia_diff_counts {
    uint32_t positions_a, positions_b, positions_both, positions_equal;
    uint32_t positions_same_moves; // of both, whatever the values are
    uint32_t moves_a, moves_b, moves_both, moves_changed;
    uint32_t texts, tags; // that differ
};

/*
 * Calls 'on_item' for every difference, in the order of book a's positions: the
 * position's own values, a's moves, the moves that only b has; then come the
 * positions that only b knows. Positions without moves are compared by their
 * values. 'attrs' masks the attributes that count, and TABIA_DIFF_TEXTS. Texts
 * of the whole book, but for "format", come before all; last come the
 * games from each position, compared in their order: those of their tags that
 * say what the rest of the book does not. 'on_item' and 'counts' may be NULL;
 * 'on_item' returns false to stop, and the counts are then those so far.
 * Returns false only when memory runs out.
 */
TABIA_API bool tabia_book_diff(
    const struct tabia_book *a, const struct tabia_book *b, unsigned attrs,
    bool (*on_item)(void *ctx, const struct tabia_diff_item *item), void *ctx,
    struct tabia_diff_counts *counts, struct tabia_error *err);

#ifdef __cplusplus
}
#endif

#endif
