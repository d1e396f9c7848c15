/*
 * prefix_tree.c - a book's lines as one tree, in the order of writing
 */
#include "format/shared/prefix_tree.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "book/reach.h"
#include "book/walk_internal.h"
#include "format/format_contract.h"
#include "format/shared/book_as_tree.h"
#include "tabia/transform.h"
#include "base/banned.h"

enum { NODES_MAX = 1 << 28 };

/* ---- adding moves ---------------------------------------------------- */

static bool prefix_tree_add_node(struct prefix_tree *tree, uint32_t parent,
                                 tabia_move mv, uint32_t *node,
                                 struct tabia_error *err)
{
    if (!VEC_RESERVE(tree->nodes, tree->room, tree->n + 1, NODES_MAX, err))
        return false;
    *node = (uint32_t)tree->n++;
    tree->nodes[*node] = (struct prefix_tree_node){
        .parent = parent,
        .first = PREFIX_TREE_NONE,
        .last = PREFIX_TREE_NONE,
        .next = PREFIX_TREE_NONE,
        .move = mv,
    };
    if (parent == PREFIX_TREE_NONE)
        return true;
    tree->nodes[*node].depth = tree->nodes[parent].depth + 1;
    if (tree->nodes[parent].last == PREFIX_TREE_NONE)
        tree->nodes[parent].first = *node;
    else
        tree->nodes[tree->nodes[parent].last].next = *node;
    tree->nodes[parent].last = *node;
    if (tree->nodes[*node].depth > tree->depth)
        tree->depth = tree->nodes[*node].depth;
    return true;
}

uint32_t prefix_tree_child(const struct prefix_tree *tree, uint32_t node,
                           tabia_move mv)
{
    uint32_t i = tree->nodes[node].first;
    while (i != PREFIX_TREE_NONE && tree->nodes[i].move != mv)
        i = tree->nodes[i].next;
    return i;
}

/* ---- from book to tree ----------------------------------------------- */

/* Copies what one root leads to; returns how many moves through 'nmoves'. */
static bool copy_root(struct prefix_tree *tree, enum prefix_tree_order order,
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
        node = last != PREFIX_TREE_NONE && tree->nodes[last].move == mv
                   ? last
                   : prefix_tree_child(tree, parent, mv);
        if (node == PREFIX_TREE_NONE ||
            (node != last && order == PREFIX_TREE_KEEP)) {
            tree->napart += node != PREFIX_TREE_NONE;
            if (!prefix_tree_add_node(tree, parent, mv, &node, err))
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

static bool copy_tree(struct prefix_tree *tree, const struct tabia_book *book,
                      enum prefix_tree_order order, struct tabia_report *report,
                      struct tabia_error *err)
{
    struct node_walk walk = { .book = book };
    const uint32_t initial = reach_find_initial(book);
    uint64_t nmoves = 0;
    uint32_t root;
    bool ok = prefix_tree_add_node(tree, PREFIX_TREE_NONE, TABIA_MOVE_NONE,
                                   &root, err);
    for (uint32_t i = 0; ok && i < tabia_book_root_count(book); i++)
        if (reach_is_root_at(book, i, initial))
            ok = copy_root(tree, order, &walk, tabia_book_root_at(book, i),
                           &nmoves, err);
    node_walk_clear(&walk);
    const uint64_t rest = tabia_book_edge_count(book) - nmoves;
    if (ok)
        report_add_lost_moves(
            report, rest,
            "move that is unreachable from the starting position is dropped",
            "moves that are unreachable from the starting position are "
            "dropped");
    return ok;
}

static bool copy_graph(struct prefix_tree *tree, const struct tabia_book *book,
                       enum prefix_tree_order order,
                       struct tabia_report *report, struct tabia_error *err)
{
    struct tabia_transform_result done = { 0 };
    struct tabia_book *expanded = tabia_book_expand(book, NULL, &done, err);
    if (!expanded)
        return false;
    report_add(
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
    const struct prefix_tree *tree = ctx;
    const uint32_t *x = a, *y = b;
    const uint32_t wx = tree->nodes[*x].weight, wy = tree->nodes[*y].weight;
    return (wx > wy) - (wx < wy);
}

static bool sort_tree(struct prefix_tree *tree, struct tabia_error *err)
{
    struct prefix_tree_node *nodes = tree->nodes;
    for (size_t parent = 0; parent < tree->n; parent++) {
        uint32_t list[TABIA_MOVES_MAX]; // grouped, so that no move comes twice
        size_t n = 0;
        for (uint32_t i = nodes[parent].first; i != PREFIX_TREE_NONE;
             i = nodes[i].next)
            list[n++] = i;
        if (n < 2)
            continue;
        if (!sort_stable(list, n, sizeof(list[0]), by_weight, tree, NULL, err))
            return false;
        for (size_t i = 0; i < n; i++)
            nodes[list[i]].next = i + 1 < n ? list[i + 1] : PREFIX_TREE_NONE;
        nodes[parent].first = list[0];
        nodes[parent].last = list[n - 1];
    }
    return true;
}

/* ---- the tree -------------------------------------------------------- */

bool prefix_tree_build(struct prefix_tree *tree, const struct tabia_book *book,
                       enum prefix_tree_order order,
                       struct tabia_report *report, struct tabia_error *err)
{
    bool is_tree = true;
    *tree = (struct prefix_tree){ 0 };
    if (!book_as_tree_is_one(book, &is_tree, err))
        return false;
    bool ok = is_tree ? copy_tree(tree, book, order, report, err)
                      : copy_graph(tree, book, order, report, err);
    if (ok && order == PREFIX_TREE_MERIT)
        ok = sort_tree(tree, err);
    for (size_t i = 1; ok && i < tree->n; i++)
        tree->nleaves += tree->nodes[i].first == PREFIX_TREE_NONE;
    if (!ok)
        prefix_tree_clear(tree);
    return ok;
}

void prefix_tree_clear(struct prefix_tree *tree)
{
    free(tree->nodes);
    *tree = (struct prefix_tree){ 0 };
}

/* The first node behind all that is below 'node', or PREFIX_TREE_NONE. */
static uint32_t node_behind(const struct prefix_tree *tree, uint32_t node)
{
    const struct prefix_tree_node *nodes = tree->nodes;
    while (node && nodes[node].next == PREFIX_TREE_NONE)
        node = nodes[node].parent;
    return node ? nodes[node].next : PREFIX_TREE_NONE;
}

uint32_t prefix_tree_next(const struct prefix_tree *tree, uint32_t node)
{
    const uint32_t first = tree->nodes[node].first;
    return first != PREFIX_TREE_NONE ? first : node_behind(tree, node);
}

/* ---- what writers share ---------------------------------------------- */

void prefix_tree_report_apart(const struct prefix_tree *tree,
                              struct tabia_report *report)
{
    report_add(
        report, tree->napart,
        "line is not next to a similar one; sort brings them together",
        "lines are not next to a similar one; sort brings them together");
}

/* ---- walking --------------------------------------------------------- */

bool prefix_tree_walk_init(struct prefix_tree_walk *w,
                           const struct prefix_tree *tree,
                           struct tabia_error *err)
{
    *w = (struct prefix_tree_walk){ .tree = tree, .is_leaf = true };
    w->stack = calloc((size_t)tree->depth + 1, sizeof(*w->stack));
    if (!w->stack)
        return error_nomem(err);
    tabia_pos_set_start(&w->stack[0]);
    return true;
}

bool prefix_tree_walk_next(struct prefix_tree_walk *w)
{
    const struct prefix_tree_node *nodes = w->tree->nodes;
    const uint32_t node = w->is_skipped ? node_behind(w->tree, w->node)
                                        : prefix_tree_next(w->tree, w->node);
    w->is_skipped = false;
    if (node == PREFIX_TREE_NONE)
        return false;

    const uint32_t depth = nodes[node].depth;
    w->starts_line = w->is_leaf;
    w->node = node;
    w->is_leaf = nodes[node].first == PREFIX_TREE_NONE;
    w->is_last = nodes[node].next == PREFIX_TREE_NONE;
    w->before = &w->stack[depth - 1];
    w->stack[depth] = *w->before;
    tabia_pos_play(&w->stack[depth], nodes[node].move);
    return true;
}

void prefix_tree_walk_skip(struct prefix_tree_walk *w)
{
    w->is_skipped = true;
    w->is_leaf = true;
}

void prefix_tree_walk_clear(struct prefix_tree_walk *w)
{
    free(w->stack);
    w->stack = NULL;
}
