/*
 * book_as_tree.h - any book as lines, without transpositions
 *
 *     struct book_as_tree tree;
 *     if (!book_as_tree_make(&tree, book, 0, NULL, report, err))
 *         return false;
 *     ... the moves of tree.root in tree.book ...
 *     book_as_tree_clear(&tree);
 *
 * For formats whose programs follow lines and do not see transpositions.
 */
#ifndef FORMAT_BOOK_AS_TREE_H
#define FORMAT_BOOK_AS_TREE_H

#include "tabia/format.h"

struct book_as_tree {
    const struct tabia_book *book;
    struct tabia_book *owned; // NULL: the book is the caller's
    uint32_t root;            // TABIA_NUMBER_NONE: it has no starting position
};

/*
 * Sets whether at most one move leads to each node, and none to a root.
 * False only for want of memory.
 */
bool book_as_tree_is_one(const struct tabia_book *book, bool *is_tree,
                         struct tabia_error *err);

/*
 * The first node that is a root at the starting position, or TABIA_NUMBER_NONE;
 * 'count' is how many there are.
 */
uint32_t book_as_tree_root(const struct tabia_book *book, uint32_t *count);

/*
 * A book of trees, of which one at most begins with the starting position,
 * stays as it is. Any other is folded and expanded: where lines meet the
 * continuation is repeated, up to 'max_nodes' positions (0: nothing is
 * repeated). What is joined or not repeated is added to the report, with the
 * name of the setting that is the limit.
 */
bool book_as_tree_make(struct book_as_tree *tree, const struct tabia_book *book,
                       uint32_t max_nodes, const char *setting,
                       struct tabia_report *report, struct tabia_error *err);

void book_as_tree_clear(struct book_as_tree *tree);

#endif
