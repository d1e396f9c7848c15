/*
 * movetree.h - a book's lines as one tree, in the order of writing
 *
 *     struct movetree tree;
 *     if (!movetree_build(&tree, book, MOVETREE_KEEP, report, err))
 *         return false;
 *     struct movetree_walk w;
 *     if (movetree_walk_open(&w, &tree, err))
 *         while (movetree_walk_next(&w))
 *             ... tree.nodes[w.node].mv, played from w.before ...
 *     movetree_walk_close(&w);
 *     movetree_clear(&tree);
 *
 * The formats that store move strings all write this tree. Only lines from
 * the starting position are in it. A line that is the beginning of its
 * neighbour, or repeats it, adds nothing.
 */
#ifndef FORMAT_MOVETREE_H
#define FORMAT_MOVETREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/format.h"

#define MOVETREE_NONE UINT32_MAX

enum movetree_order {
    MOVETREE_KEEP,  // lines as they come; only neighbours share moves
    MOVETREE_GROUP, // lines that begin alike are brought together, stably
    MOVETREE_MERIT, // like GROUP, and siblings by weight, the best last
};

struct movetree_node {
    uint32_t parent, first, last, next; // nodes or MOVETREE_NONE
    uint32_t position;                  // its number in the book
    uint32_t weight;                    // of the move that leads here
    uint32_t depth;                     // moves from the starting position
    tabia_move mv;                      // that leads here
};

/* Node 0 is the starting position. A child's number is above its parent's. */
struct movetree {
    struct movetree_node *nodes; // owned
    size_t n, room;
    size_t nlines;  // that the source had
    size_t nleaves; // lines in the tree
    size_t napart;  // nodes that repeat an earlier sibling: KEEP only
    uint32_t depth; // of the longest line
};

/*
 * Builds the tree. A book in which lines share nodes is expanded first. What
 * is dropped is added to 'report'. On failure there is nothing to clear.
 */
bool movetree_build(struct movetree *tree, const struct tabia_book *book,
                    enum movetree_order order, struct tabia_report *report,
                    struct tabia_error *err);

void movetree_clear(struct movetree *tree);

/* The row of a setting that means MOVETREE_MERIT instead of KEEP. */
#define MOVETREE_SORT(type, field)                                             \
    SETTING_FLAG(type, field, "sort", TABIA_WHEN_WRITING,                      \
                 "put similar lines together, siblings by weight, best last")

/* Reports that similar lines are not neighbours, as the article demands. */
void movetree_report_apart(const struct movetree *tree,
                           struct tabia_report *report);

/* The first child by this move, or MOVETREE_NONE. */
uint32_t movetree_child(const struct movetree *tree, uint32_t node,
                        tabia_move mv);

/* The node after 'node' in depth-first order, or MOVETREE_NONE. */
uint32_t movetree_next(const struct movetree *tree, uint32_t node);

/*
 * Sets whether at most one move leads to each node, and none to a root.
 * False only for want of memory.
 */
bool movetree_find_tree(const struct tabia_book *book, bool *is_tree,
                        struct tabia_error *err);

/* ---- all moves, depth first ------------------------------------------ */

struct movetree_walk {
    const struct movetree *tree;
    struct tabia_pos *stack; // by depth; owned
    uint32_t node;           // 0 before the first move
    bool is_skipped;         // what is below it is skipped
    bool starts_line;        // the move is the first one, or follows a leaf
    bool is_leaf;
    bool is_last;                   // no sibling follows
    const struct tabia_pos *before; // the position that the move is played in
};

/* On failure there is nothing to close. */
bool movetree_walk_open(struct movetree_walk *w, const struct movetree *tree,
                        struct tabia_error *err);

bool movetree_walk_next(struct movetree_walk *w);

/* Skips what is below the current move. */
void movetree_walk_skip(struct movetree_walk *w);

void movetree_walk_close(struct movetree_walk *w);

#endif
