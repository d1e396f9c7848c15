/*
 * jumps.h - finds where a tree can jump into itself instead of repeating moves
 *
 * A node may jump to another node of the same position when the moves below
 * it are all below the other one too. Nothing is lost then, and lines become
 * longer: what is known after one order of moves is known after the other.
 */
#ifndef FORMAT_JUMPS_H
#define FORMAT_JUMPS_H

#include "format/shared/prefix_tree.h"

/* to[node]: whose moves stand for those of 'node', or PREFIX_TREE_NONE. */
struct jumps {
    uint32_t *to; // owned
    size_t n;     // jumps
};

/*
 * Finds the jumps that replace at least 'least' moves, the largest first. No
 * target is itself replaced, and none is before its jump in the same line. On
 * failure there is nothing to clear.
 */
bool jumps_find(struct jumps *jumps, const struct prefix_tree *tree,
                uint32_t least, struct tabia_error *err);

void jumps_clear(struct jumps *jumps);

#endif
