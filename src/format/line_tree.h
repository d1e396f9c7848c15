/*
 * line_tree.h - any book as lines, without transpositions
 *
 *     struct line_tree tree;
 *     if (!line_tree_make(&tree, book, 0, NULL, report, err))
 *         return false;
 *     ... the moves of tree.root in tree.book ...
 *     line_tree_clear(&tree);
 *
 * For formats whose programs follow lines and do not see transpositions.
 */
#ifndef FORMAT_LINE_TREE_H
#define FORMAT_LINE_TREE_H

#include "tabia/format.h"

struct line_tree {
    const struct tabia_book *book;
    struct tabia_book *owned; // NULL: the book is the caller's
    uint32_t root;            // TABIA_NONE: it has no starting position
};

/*
 * The first node that is a root at the starting position, or TABIA_NONE;
 * 'count' is how many there are.
 */
uint32_t line_tree_root(const struct tabia_book *book, uint32_t *count);

/*
 * A book of trees, of which one at most begins with the starting position,
 * stays as it is. Any other is folded and expanded: where lines meet the
 * continuation is repeated, up to 'max_nodes' positions (0: nothing is
 * repeated). What is joined or not repeated is added to the report, with the
 * name of the setting that is the limit.
 */
bool line_tree_make(struct line_tree *tree, const struct tabia_book *book,
                    uint32_t max_nodes, const char *setting,
                    struct tabia_report *report, struct tabia_error *err);

void line_tree_clear(struct line_tree *tree);

#endif
