/*
 * walk.h - walks over all lines of a book
 *
 *     struct tabia_walk *walk = tabia_walk_new(book, NULL, err);
 *     struct tabia_walk_step step;
 *     while (walk && tabia_walk_next(walk, &step, err))
 *         use(step.ply, step.book_move.move);
 *     tabia_walk_free(walk);
 *
 * A walk belongs to one thread; several may walk over one book.
 */
#ifndef TABIA_WALK_H
#define TABIA_WALK_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

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
    uint64_t reserved[4];
};

/* A copy: it stays valid when the walk goes on. */
struct tabia_walk_step {
    uint32_t ply;            // 1 for the first move; 0: a root, no move
    struct tabia_pos before; // raw; at a root as 'after'
    struct tabia_pos after;  // raw
    uint32_t position;  // number of 'after'; TABIA_NUMBER_NONE: not in the book
    bool is_seen;       // reached before: its moves do not follow
    uint32_t seen_step; // if so, the number of the step they follow
    bool is_leaf;       // the book has no move here
    bool is_last;       // no sibling follows
    struct tabia_book_move book_move; // unset at a root
    uint64_t reserved[4];
};

/* NULL when there is no memory. Borrows the book; 'options' may be NULL. */
TABIA_API struct tabia_walk *tabia_walk_new(
    const struct tabia_book *book, const struct tabia_walk_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * The next step; steps are numbered from 0. False at the end, and if memory
 * runs out: then 'err' has a status.
 */
TABIA_API bool tabia_walk_next(struct tabia_walk *walk,
                               struct tabia_walk_step *step,
                               struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * The moves that led to the last step; returns how many. They live until the
 * next step.
 */
TABIA_API size_t tabia_walk_line(const struct tabia_walk *walk,
                                 const tabia_move **moves);

/* Accepts NULL. */
TABIA_API void tabia_walk_free(struct tabia_walk *walk);

#ifdef __cplusplus
}
#endif

#endif
