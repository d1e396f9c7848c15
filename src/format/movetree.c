/*
 * movetree.c - a book's lines as one tree, in the order of writing
 */
#include "format/movetree.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/vec.h"
#include "book/reach.h"
#include "book/walk.h"
#include "format/format_def.h"
#include "tabia/transform.h"
#include "base/banned.h"

enum { NODES_MAX = 1 << 28 };

/* ---- is the book a tree? --------------------------------------------- */

bool movetree_find_tree(const struct tabia_book *book, bool *is_tree,
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

/* ---- adding moves ---------------------------------------------------- */

static bool movetree_add_node(struct movetree *tree, uint32_t parent,
                              tabia_move mv, uint32_t *node,
                              struct tabia_error *err)
{
    if (!VEC_RESERVE(tree->nodes, tree->room, tree->n + 1, NODES_MAX, err))
        return false;
    *node = (uint32_t)tree->n++;
    tree->nodes[*node] = (struct movetree_node){
        .parent = parent,
        .first = MOVETREE_NONE,
        .last = MOVETREE_NONE,
        .next = MOVETREE_NONE,
        .mv = mv,
    };
    if (parent == MOVETREE_NONE)
        return true;
    tree->nodes[*node].depth = tree->nodes[parent].depth + 1;
    if (tree->nodes[parent].last == MOVETREE_NONE)
        tree->nodes[parent].first = *node;
    else
        tree->nodes[tree->nodes[parent].last].next = *node;
    tree->nodes[parent].last = *node;
    if (tree->nodes[*node].depth > tree->depth)
        tree->depth = tree->nodes[*node].depth;
    return true;
}

uint32_t movetree_child(const struct movetree *tree, uint32_t node,
                        tabia_move mv)
{
    uint32_t i = tree->nodes[node].first;
    while (i != MOVETREE_NONE && tree->nodes[i].mv != mv)
        i = tree->nodes[i].next;
    return i;
}

/* ---- from book to tree ----------------------------------------------- */

/* Copies what one root leads to; returns how many moves through 'nmoves'. */
static bool copy_root(struct movetree *tree, enum movetree_order order,
                      struct node_walk *walk, uint32_t root, uint64_t *nmoves,
                      struct tabia_error *err)
{
    const struct tabia_book *book = walk->book;
    uint32_t edge, node, first, count;
    tree->nodes[0].position = tabia_book_node_position(book, root);
    if (!node_walk_enter(walk, root, 0, err))
        return false;
    while (node_walk_next(walk, &edge)) {
        const uint32_t target = tabia_book_edge_target(book, edge);
        const struct tabia_move_data data = tabia_book_edge_data(book, edge);
        const tabia_move mv = tabia_book_edge_move(book, edge);
        const uint32_t parent = walk->steps[walk->n - 1].mine;
        const uint32_t last = tree->nodes[parent].last;
        node = last != MOVETREE_NONE && tree->nodes[last].mv == mv
                   ? last
                   : movetree_child(tree, parent, mv);
        if (node == MOVETREE_NONE || (node != last && order == MOVETREE_KEEP)) {
            tree->napart += node != MOVETREE_NONE;
            if (!movetree_add_node(tree, parent, mv, &node, err))
                return false;
        }
        if (!node_walk_enter(walk, target, node, err))
            return false;
        tree->nodes[node].position = tabia_book_node_position(book, target);
        if (data.weight > tree->nodes[node].weight)
            tree->nodes[node].weight = data.weight;
        tabia_book_node_edges(book, target, &first, &count);
        tree->nlines += count == 0;
        ++*nmoves;
    }
    return true;
}

static bool copy_tree(struct movetree *tree, const struct tabia_book *book,
                      enum movetree_order order, struct tabia_report *report,
                      struct tabia_error *err)
{
    struct node_walk walk = { .book = book };
    const uint32_t initial = reach_find_initial(book);
    uint64_t nmoves = 0;
    uint32_t root;
    bool ok =
        movetree_add_node(tree, MOVETREE_NONE, TABIA_MOVE_NONE, &root, err);
    for (uint32_t i = 0; ok && i < tabia_book_root_count(book); i++)
        if (reach_is_root_at(book, i, initial))
            ok = copy_root(tree, order, &walk, tabia_book_root_at(book, i),
                           &nmoves, err);
    node_walk_clear(&walk);
    const uint64_t rest = tabia_book_edge_count(book) - nmoves;
    if (ok)
        format_loss_of_moves(
            report, rest,
            "move that is unreachable from the starting position is dropped",
            "moves that are unreachable from the starting position are "
            "dropped");
    return ok;
}

static bool copy_graph(struct movetree *tree, const struct tabia_book *book,
                       enum movetree_order order, struct tabia_report *report,
                       struct tabia_error *err)
{
    struct tabia_transform_report done = { 0 };
    struct tabia_book *expanded = tabia_book_expand(book, NULL, &done, err);
    if (!expanded)
        return false;
    format_loss(
        report, done.cut,
        "transposition is cut: the moves after it are in another line",
        "transpositions are cut: the moves after them are in another line");
    const bool ok = copy_tree(tree, expanded, order, report, err);
    tabia_book_free(expanded);
    return ok;
}

/* ---- siblings by merit ----------------------------------------------- */

static int by_weight(const void *a, const void *b, void *ctx)
{
    const struct movetree *tree = ctx;
    const uint32_t *x = a, *y = b;
    const uint32_t wx = tree->nodes[*x].weight, wy = tree->nodes[*y].weight;
    return (wx > wy) - (wx < wy);
}

static bool sort_tree(struct movetree *tree, struct tabia_error *err)
{
    struct movetree_node *nodes = tree->nodes;
    for (size_t parent = 0; parent < tree->n; parent++) {
        uint32_t list[TABIA_MOVES_MAX]; // grouped, so that no move comes twice
        size_t n = 0;
        for (uint32_t i = nodes[parent].first; i != MOVETREE_NONE;
             i = nodes[i].next)
            list[n++] = i;
        if (n < 2)
            continue;
        if (!sort_merge(list, n, sizeof(list[0]), by_weight, tree, NULL, err))
            return false;
        for (size_t i = 0; i < n; i++)
            nodes[list[i]].next = i + 1 < n ? list[i + 1] : MOVETREE_NONE;
        nodes[parent].first = list[0];
        nodes[parent].last = list[n - 1];
    }
    return true;
}

/* ---- the tree -------------------------------------------------------- */

bool movetree_build(struct movetree *tree, const struct tabia_book *book,
                    enum movetree_order order, struct tabia_report *report,
                    struct tabia_error *err)
{
    bool is_tree = true;
    *tree = (struct movetree){ 0 };
    if (!movetree_find_tree(book, &is_tree, err))
        return false;
    bool ok = is_tree ? copy_tree(tree, book, order, report, err)
                      : copy_graph(tree, book, order, report, err);
    if (ok && order == MOVETREE_MERIT)
        ok = sort_tree(tree, err);
    for (size_t i = 1; ok && i < tree->n; i++)
        tree->nleaves += tree->nodes[i].first == MOVETREE_NONE;
    if (!ok)
        movetree_clear(tree);
    return ok;
}

void movetree_clear(struct movetree *tree)
{
    free(tree->nodes);
    *tree = (struct movetree){ 0 };
}

/* The first node behind all that is below 'node', or MOVETREE_NONE. */
static uint32_t node_behind(const struct movetree *tree, uint32_t node)
{
    const struct movetree_node *nodes = tree->nodes;
    while (node && nodes[node].next == MOVETREE_NONE)
        node = nodes[node].parent;
    return node ? nodes[node].next : MOVETREE_NONE;
}

uint32_t movetree_next(const struct movetree *tree, uint32_t node)
{
    const uint32_t first = tree->nodes[node].first;
    return first != MOVETREE_NONE ? first : node_behind(tree, node);
}

/* ---- what writers share ---------------------------------------------- */

void movetree_report_apart(const struct movetree *tree,
                           struct tabia_report *report)
{
    format_loss(
        report, tree->napart,
        "line is not next to a similar one; sort brings them together",
        "lines are not next to a similar one; sort brings them together");
}

/* ---- walking --------------------------------------------------------- */

bool movetree_walk_open(struct movetree_walk *w, const struct movetree *tree,
                        struct tabia_error *err)
{
    *w = (struct movetree_walk){ .tree = tree, .is_leaf = true };
    w->stack = calloc((size_t)tree->depth + 1, sizeof(*w->stack));
    if (!w->stack)
        return error_nomem(err);
    tabia_pos_start(&w->stack[0]);
    return true;
}

bool movetree_walk_next(struct movetree_walk *w)
{
    const struct movetree_node *nodes = w->tree->nodes;
    const uint32_t node = w->is_skipped ? node_behind(w->tree, w->node)
                                        : movetree_next(w->tree, w->node);
    w->is_skipped = false;
    if (node == MOVETREE_NONE)
        return false;

    const uint32_t depth = nodes[node].depth;
    w->starts_line = w->is_leaf;
    w->node = node;
    w->is_leaf = nodes[node].first == MOVETREE_NONE;
    w->is_last = nodes[node].next == MOVETREE_NONE;
    w->before = &w->stack[depth - 1];
    w->stack[depth] = *w->before;
    tabia_pos_play(&w->stack[depth], nodes[node].mv);
    return true;
}

void movetree_walk_skip(struct movetree_walk *w)
{
    w->is_skipped = true;
    w->is_leaf = true;
}

void movetree_walk_close(struct movetree_walk *w)
{
    free(w->stack);
    w->stack = NULL;
}
