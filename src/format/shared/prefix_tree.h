/*
 * prefix_tree.h - a book's lines as one tree, in the order of writing
 *
 *     struct prefix_tree tree;
 *     if (!prefix_tree_build(&tree, book, PREFIX_TREE_KEEP, report, err))
 *         return false;
 *     struct prefix_tree_walk w;
 *     if (prefix_tree_walk_init(&w, &tree, err))
 *         while (prefix_tree_walk_next(&w))
 *             ... tree.nodes[w.node].move, played from w.before ...
 *     prefix_tree_walk_clear(&w);
 *     prefix_tree_clear(&tree);
 *
 * The formats that store move strings all write this tree. Only lines from
 * the starting position are in it. A line that is the beginning of its
 * neighbour, or repeats it, adds nothing.
 */
#ifndef FORMAT_PREFIX_TREE_H
#define FORMAT_PREFIX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/format.h"

#define PREFIX_TREE_NONE UINT32_MAX

enum prefix_tree_order {
    PREFIX_TREE_KEEP,  // lines as they come; only neighbours share moves
    PREFIX_TREE_GROUP, // lines that begin alike are brought together, stably
    PREFIX_TREE_MERIT, // like GROUP, and siblings by weight, the best last
};

struct prefix_tree_node {
    uint32_t parent, first, last, next; // nodes or PREFIX_TREE_NONE
    uint32_t position;                  // its number in the book
    uint32_t weight;                    // of the move that leads here
    uint32_t depth;                     // moves from the starting position
    tabia_move move;                    // that leads here
};

/* Node 0 is the starting position. A child's number is above its parent's. */
struct prefix_tree {
    struct prefix_tree_node *nodes; // owned
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
bool prefix_tree_build(struct prefix_tree *tree, const struct tabia_book *book,
                       enum prefix_tree_order order,
                       struct tabia_report *report, struct tabia_error *err);

void prefix_tree_clear(struct prefix_tree *tree);

/* The row of a setting that means PREFIX_TREE_MERIT instead of KEEP. */
#define PREFIX_TREE_SORT(type, field)                                          \
    SETTING_FLAG(type, field, "sort", TABIA_WHEN_WRITING,                      \
                 "put similar lines together, siblings by weight, best last")

/* Reports that similar lines are not neighbours, as the article demands. */
void prefix_tree_report_apart(const struct prefix_tree *tree,
                              struct tabia_report *report);

/* The first child by this move, or PREFIX_TREE_NONE. */
uint32_t prefix_tree_child(const struct prefix_tree *tree, uint32_t node,
                           tabia_move mv);

/* The node after 'node' in depth-first order, or PREFIX_TREE_NONE. */
uint32_t prefix_tree_next(const struct prefix_tree *tree, uint32_t node);

/* ---- all moves, depth first ------------------------------------------ */

struct prefix_tree_walk {
    const struct prefix_tree *tree;
    struct tabia_pos *stack; // by depth; owned
    uint32_t node;           // 0 before the first move
    bool is_skipped;         // what is below it is skipped
    bool starts_line;        // the move is the first one, or follows a leaf
    bool is_leaf;
    bool is_last;                   // no sibling follows
    const struct tabia_pos *before; // the position that the move is played in
};

/* On failure there is nothing to clear. */
bool prefix_tree_walk_init(struct prefix_tree_walk *w,
                           const struct prefix_tree *tree,
                           struct tabia_error *err);

bool prefix_tree_walk_next(struct prefix_tree_walk *w);

/* Skips what is below the current move. */
void prefix_tree_walk_skip(struct prefix_tree_walk *w);

void prefix_tree_walk_clear(struct prefix_tree_walk *w);

#endif
