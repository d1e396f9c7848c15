/*
 * line_tree.c - any book as lines, without transpositions
 */
#include "format/line_tree.h"

#include "book/reach.h"
#include "format/format_def.h"
#include "format/movetree.h"
#include "tabia/transform.h"
#include "base/banned.h"

uint32_t line_tree_root(const struct tabia_book *book, uint32_t *count)
{
    uint32_t first = TABIA_NONE;
    const uint32_t initial = reach_find_initial(book);
    *count = 0;
    for (uint32_t i = tabia_book_root_count(book); i-- > 0;) {
        if (!reach_is_root_at(book, i, initial))
            continue;
        first = tabia_book_root_at(book, i);
        ++*count;
    }
    return first;
}

bool line_tree_make(struct line_tree *tree, const struct tabia_book *book,
                    uint32_t max_nodes, const char *setting,
                    struct tabia_report *report, struct tabia_error *err)
{
    uint32_t nroots;
    bool is_tree;
    *tree = (struct line_tree){ .book = book };
    tree->root = line_tree_root(book, &nroots);
    if (!movetree_find_tree(book, &is_tree, err))
        return false;
    if (is_tree && nroots <= 1)
        return true;

    struct tabia_transform_report folding = { 0 }, cutting = { 0 };
    struct tabia_book *graph =
        tabia_book_fold(book, TABIA_MERGE_DEFAULT, &folding, err);
    if (!graph)
        return false;
    format_loss(report, folding.conflicts,
                "conflicting value of a repeated move or position is joined",
                "conflicting values of repeated moves or positions are joined");
    const struct tabia_expand_options options = {
        .max_nodes = max_nodes ? max_nodes : tabia_book_node_count(graph),
    };
    tree->owned = tabia_book_expand(graph, &options, &cutting, err);
    format_cut(report, cutting.cut, setting);
    tabia_book_free(graph);
    tree->book = tree->owned;
    if (tree->owned)
        tree->root = line_tree_root(tree->owned, &nroots);
    return tree->owned;
}

void line_tree_clear(struct line_tree *tree)
{
    tabia_book_free(tree->owned);
    *tree = (struct line_tree){ .root = TABIA_NONE };
}
