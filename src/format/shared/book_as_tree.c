/*
 * book_as_tree.c - any book as lines, without transpositions
 */
#include "format/shared/book_as_tree.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "book/reach.h"
#include "format/format_contract.h"
#include "tabia/transform.h"
#include "base/banned.h"

bool book_as_tree_is_one(const struct tabia_book *book, bool *is_tree,
                         struct tabia_error *err)
{
    bool *is_met =
        calloc((size_t)tabia_book_node_count(book) + 1, sizeof(*is_met));
    if (!is_met)
        return error_nomem(err);

    *is_tree = true;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        is_met[tabia_book_root_at(book, i)] = true;
    for (uint32_t i = 0; i < tabia_book_edge_count(book) && *is_tree; i++) {
        const uint32_t node = tabia_book_edge_target(book, i);
        *is_tree = !is_met[node];
        is_met[node] = true;
    }
    free(is_met);
    return true;
}

uint32_t book_as_tree_root(const struct tabia_book *book, uint32_t *count)
{
    uint32_t first = TABIA_NUMBER_NONE;
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

bool book_as_tree_make(struct book_as_tree *tree, const struct tabia_book *book,
                       uint32_t max_nodes, const char *setting,
                       struct tabia_report *report, struct tabia_error *err)
{
    uint32_t nroots;
    bool is_tree;
    *tree = (struct book_as_tree){ .book = book };
    tree->root = book_as_tree_root(book, &nroots);
    if (!book_as_tree_is_one(book, &is_tree, err))
        return false;
    if (is_tree && nroots <= 1)
        return true;

    struct tabia_transform_result folding = { 0 }, cutting = { 0 };
    struct tabia_book *graph =
        tabia_book_fold(book, TABIA_MERGE_DEFAULT, &folding, err);
    if (!graph)
        return false;
    report_add(report, folding.conflicts,
               "conflicting value of a repeated move or position is joined",
               "conflicting values of repeated moves or positions are joined");
    const struct tabia_expand_options options = {
        .max_nodes = max_nodes ? max_nodes : tabia_book_node_count(graph),
    };
    tree->owned = tabia_book_expand(graph, &options, &cutting, err);
    report_add_cut(report, cutting.cut, setting);
    tabia_book_free(graph);
    tree->book = tree->owned;
    if (tree->owned)
        tree->root = book_as_tree_root(tree->owned, &nroots);
    return tree->owned;
}

void book_as_tree_clear(struct book_as_tree *tree)
{
    tabia_book_free(tree->owned);
    *tree = (struct book_as_tree){ .root = TABIA_NUMBER_NONE };
}
