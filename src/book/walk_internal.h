/*
 * walk_internal.h - all lines of a book, depth first: by position and by node
 *
 * The walk by position is tabia_walk_next, whose rules can be changed here. The
 * walk by node follows the moves just as the book has them:
 *
 *     struct node_walk walk = { .book = book };
 *     uint32_t edge;
 *     if (!node_walk_enter(&walk, root, 0, err))
 *         return false;
 *     while (node_walk_next(&walk, &edge))
 *         if (!node_walk_enter(&walk, tabia_book_edge_target(book, edge),
 *                              0, err))
 *             return false;
 *     node_walk_clear(&walk);
 */
#ifndef BOOK_WALK_INTERNAL_H
#define BOOK_WALK_INTERNAL_H

#include "tabia/walk.h"

/* ---- by position ----------------------------------------------------- */

struct walk_rule {
    /*
     * Chooses and orders the 'n' moves of a position that is about to be gone
     * into; returns how many stay. NULL: all of them.
     */
    size_t (*choose)(void *ctx, const struct tabia_walk_step *step,
                     struct tabia_book_move *list, size_t n);
    void *ctx;

    /*
     * Goes into a position again in every line that comes to it. Only what the
     * line itself has met is seen.
     */
    bool visits_every_line;
};

/* Like tabia_walk_new; borrows what 'rule' points to. */
struct tabia_walk *walk_new(const struct tabia_book *book,
                            const struct tabia_walk_options *options,
                            const struct walk_rule *rule,
                            struct tabia_error *err);

/* False with an error if the walk ended early, because memory ran out. */
bool walk_is_whole(const struct tabia_walk *walk, struct tabia_error *err);

/* True if the walk has come to this position; if its moves have been shown. */
bool walk_has_reached(const struct tabia_walk *walk, uint32_t position);
bool walk_has_entered(const struct tabia_walk *walk, uint32_t position);

/* ---- by node --------------------------------------------------------- */

/* A node on the way from the root, and which of its edges come next. */
struct node_step {
    uint32_t first, next, end; // 'next' is behind the edge taken last
    uint32_t mine;             // the caller's
};

/* Open for reading. All-zero but for the book is ready to use. */
struct node_walk {
    const struct tabia_book *book;
    struct node_step *steps; // owned
    size_t n, room;
};

/* Goes into a node: its moves come next. */
bool node_walk_enter(struct node_walk *walk, uint32_t node, uint32_t mine,
                     struct tabia_error *err);

/*
 * The next move, one of the last node of 'steps'; leaves nodes without more.
 * False when all are left.
 */
bool node_walk_next(struct node_walk *walk, uint32_t *edge);

void node_walk_clear(struct node_walk *walk);

#endif
