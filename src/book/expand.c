/*
 * expand.c - from a graph to a tree, within a budget
 *
 * The tree grows from its roots, best first. Every copy of a node that is
 * still to be continued waits in a heap: first those that would be their
 * node's first continuation, then the repetitions, the heavier first. So the
 * whole book is there once before anything is there twice.
 */
#include "tabia/transform.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/copy.h"
#include "book/move_list.h"
#include "base/banned.h"

enum { DEFAULT_NODES = 1000000 };

#define NODES_MAX ((size_t)TABIA_NUMBER_NONE - 1)

/* An occurrence in the new tree. */
struct node_copy {
    uint32_t node;        // of the old book
    uint32_t parent;      // copy, or TABIA_NUMBER_NONE
    uint32_t first_child; // copies in a row; TABIA_NUMBER_NONE: not continued
    uint32_t root;        // of the old book, or TABIA_NUMBER_NONE
    uint32_t depth;       // copies above it
    uint32_t jump;        // one far above; at a start the copy itself
    uint32_t same; // continued before, of the same node; or TABIA_NUMBER_NONE
};

/* A copy that waits for its continuation. */
struct waiting_copy {
    uint32_t copy;
    bool is_repeat;
    struct move_list_merit merit;
};

struct expansion {
    const struct tabia_book *book;
    size_t max_nodes;
    struct node_copy *copies;
    struct waiting_copy *heap;
    size_t ncopies, copies_room;
    size_t nheap, heap_room;
    uint32_t *main_copy; // by node: the copy that stands for it
    uint32_t
        *last_copy;     // by node: the one continued last, or TABIA_NUMBER_NONE
    bool *is_reached;   // by node
    uint32_t *queue;    // of nodes
    uint32_t *edges_in; // by node: edges not yet peeled; 0: on no cycle
    uint32_t *order;    // the copies by their new numbers
    uint32_t *number;   // the new numbers of the copies
    uint32_t ncut;
};

static uint32_t count_edges(const struct tabia_book *book, uint32_t node)
{
    uint32_t first, count;
    tabia_book_node_edges(book, node, &first, &count);
    return count;
}

/* ---- cycles ---------------------------------------------------------- */

/*
 * Peels off nodes that nothing leads to, again and again. What stays lies on
 * a cycle or behind one.
 */
static void peel_off_nodes(struct expansion *x)
{
    const uint32_t n = tabia_book_node_count(x->book);
    for (uint32_t i = 0; i < n; i++)
        x->edges_in[i] = 0;
    for (uint32_t i = 0; i < tabia_book_edge_count(x->book); i++)
        x->edges_in[tabia_book_edge_target(x->book, i)]++;

    size_t end = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!x->edges_in[i])
            x->queue[end++] = i;
    for (size_t i = 0; i < end; i++) {
        uint32_t first, count;
        tabia_book_node_edges(x->book, x->queue[i], &first, &count);
        for (uint32_t k = first; k < first + count; k++) {
            const uint32_t target = tabia_book_edge_target(x->book, k);
            if (!--x->edges_in[target])
                x->queue[end++] = target;
        }
    }
}

static bool expand_is_above(const struct expansion *x, uint32_t above,
                            uint32_t copy)
{
    const uint32_t depth = x->copies[above].depth;
    while (x->copies[copy].depth > depth) {
        const struct node_copy *at = &x->copies[copy];
        copy = x->copies[at->jump].depth >= depth ? at->jump : at->parent;
    }
    return copy == above;
}

/*
 * True if the copy's node is among those that lead to it. Paths may be very
 * long, and a node may have very many copies, but seldom both: so the path is
 * followed up and the copies are gone through in turn until either ends.
 */
static bool is_on_its_path(const struct expansion *x, uint32_t copy)
{
    const uint32_t node = x->copies[copy].node;
    uint32_t up = x->copies[copy].parent, other = x->last_copy[node];
    if (!x->edges_in[node])
        return false;
    while (up != TABIA_NUMBER_NONE && other != TABIA_NUMBER_NONE) {
        if (x->copies[up].node == node || expand_is_above(x, other, copy))
            return true;
        if (!x->edges_in[x->copies[up].node])
            return false; // no cycle comes this far up
        up = x->copies[up].parent;
        other = x->copies[other].same;
    }
    return false;
}

/* ---- the heap -------------------------------------------------------- */

static bool goes_before(const struct waiting_copy *a,
                        const struct waiting_copy *b)
{
    if (a->is_repeat != b->is_repeat)
        return b->is_repeat;
    if (move_list_is_better(a->merit, b->merit))
        return true;
    return !move_list_is_better(b->merit, a->merit) && a->copy < b->copy;
}

static bool expand_heap_push(struct expansion *x, struct waiting_copy item,
                             struct tabia_error *err)
{
    if (!VEC_RESERVE(x->heap, x->heap_room, x->nheap + 1, TABIA_NUMBER_NONE,
                     err))
        return false;
    size_t i = x->nheap++;
    for (; i && goes_before(&item, &x->heap[(i - 1) / 2]); i = (i - 1) / 2)
        x->heap[i] = x->heap[(i - 1) / 2];
    x->heap[i] = item;
    return true;
}

static struct waiting_copy expand_heap_pop(struct expansion *x)
{
    struct waiting_copy *heap = x->heap;
    const struct waiting_copy top = heap[0], item = heap[--x->nheap];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= x->nheap)
            break;
        if (child + 1 < x->nheap && goes_before(&heap[child + 1], &heap[child]))
            child++;
        if (!goes_before(&heap[child], &item))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = item;
    return top;
}

/* ---- growing --------------------------------------------------------- */

static bool add_copy(struct expansion *x, struct node_copy copy,
                     struct move_list_merit merit, struct tabia_error *err)
{
    if (!VEC_RESERVE(x->copies, x->copies_room, x->ncopies + 1, NODES_MAX, err))
        return false;
    const uint32_t number = (uint32_t)x->ncopies++;
    x->copies[number] = copy;
    x->copies[number].jump = number;
    if (copy.parent != TABIA_NUMBER_NONE) {
        x->copies[number].depth = x->copies[copy.parent].depth + 1;
        // Jumps are twice as far as one or just as far as two: there are few.
        const struct node_copy *up = &x->copies[copy.parent];
        const struct node_copy *far = &x->copies[up->jump];
        const bool is_even =
            up->depth - far->depth == far->depth - x->copies[far->jump].depth;
        x->copies[number].jump = is_even ? far->jump : copy.parent;
    }
    if (count_edges(x->book, copy.node))
        return expand_heap_push(
            x, (struct waiting_copy){ .copy = number, .merit = merit }, err);
    if (x->main_copy[copy.node] == TABIA_NUMBER_NONE)
        x->main_copy[copy.node] = number;
    return true;
}

static bool add_children(struct expansion *x, uint32_t parent,
                         struct tabia_error *err)
{
    uint32_t first, count;
    const uint32_t node = x->copies[parent].node;
    tabia_book_node_edges(x->book, node, &first, &count);
    x->copies[parent].first_child = (uint32_t)x->ncopies;
    x->copies[parent].same = x->last_copy[node];
    x->last_copy[node] = parent;
    for (uint32_t i = first; i < first + count; i++) {
        const struct tabia_book_move entry = {
            .data = tabia_book_edge_data(x->book, i),
        };
        const struct node_copy copy = {
            .node = tabia_book_edge_target(x->book, i),
            .parent = parent,
            .first_child = TABIA_NUMBER_NONE,
            .root = TABIA_NUMBER_NONE,
        };
        if (!add_copy(x, copy, move_list_merit_of(&entry), err))
            return false;
    }
    return true;
}

/* Continues a copy if the budget allows, or counts the cut. */
static bool continue_copy(struct expansion *x, struct waiting_copy item,
                          struct tabia_error *err)
{
    const uint32_t node = x->copies[item.copy].node;
    if (!item.is_repeat && x->main_copy[node] != TABIA_NUMBER_NONE) {
        item.is_repeat = true;
        return expand_heap_push(x, item, err);
    }
    if (x->ncopies + count_edges(x->book, node) > x->max_nodes ||
        (item.is_repeat && is_on_its_path(x, item.copy))) {
        x->ncut++;
        return true;
    }
    if (!item.is_repeat)
        x->main_copy[node] = item.copy;
    return add_children(x, item.copy, err);
}

/* Starts a tree at 'node', and marks all that it leads to. */
static bool start_tree(struct expansion *x, uint32_t node, uint32_t root,
                       struct tabia_error *err)
{
    size_t end = 0;
    if (!x->is_reached[node])
        x->queue[end++] = node;
    x->is_reached[node] = true;
    for (size_t i = 0; i < end; i++) {
        uint32_t first, count;
        tabia_book_node_edges(x->book, x->queue[i], &first, &count);
        for (uint32_t k = first; k < first + count; k++) {
            const uint32_t target = tabia_book_edge_target(x->book, k);
            if (x->is_reached[target])
                continue;
            x->is_reached[target] = true;
            x->queue[end++] = target;
        }
    }
    const struct node_copy copy = {
        .node = node,
        .parent = TABIA_NUMBER_NONE,
        .first_child = TABIA_NUMBER_NONE,
        .root = root,
    };
    // Heavier than any move: a root's own continuation is its first.
    const struct move_list_merit merit = { UINT64_MAX, UINT32_MAX, UINT64_MAX };
    return add_copy(x, copy, merit, err);
}

/* The trees of the roots, and of nodes that no root leads to. */
static bool grow_trees(struct expansion *x, struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_root_count(x->book); i++)
        if (!start_tree(x, tabia_book_root_at(x->book, i), i, err))
            return false;
    for (uint32_t i = 0; i < tabia_book_node_count(x->book); i++)
        if (!x->is_reached[i] && !start_tree(x, i, TABIA_NUMBER_NONE, err))
            return false;
    while (x->nheap)
        if (!continue_copy(x, expand_heap_pop(x), err))
            return false;
    return true;
}

/* ---- the new book ---------------------------------------------------- */

/* Main copies keep the order of the book; the others follow. */
static bool number_copies(struct expansion *x, struct tabia_error *err)
{
    uint32_t n = 0;
    x->order = copy_numbers_new(x->ncopies, err);
    x->number = copy_numbers_new(x->ncopies, err);
    if (!x->order || !x->number)
        return false;
    for (uint32_t i = 0; i < tabia_book_node_count(x->book); i++)
        if (x->main_copy[i] != TABIA_NUMBER_NONE)
            x->order[n++] = x->main_copy[i];
    for (uint32_t i = 0; i < n; i++)
        x->number[x->order[i]] = i;
    for (uint32_t i = 0; i < x->ncopies; i++) {
        if (x->number[i] != TABIA_NUMBER_NONE)
            continue;
        x->number[i] = n;
        x->order[n++] = i;
    }
    return true;
}

static bool build_expanded(const struct expansion *x, struct tabia_builder *b,
                           struct tabia_error *err)
{
    for (uint32_t i = 0; i < x->ncopies; i++) {
        const struct node_copy *copy = &x->copies[x->order[i]];
        const struct tabia_node_data data =
            tabia_book_node_data(x->book, copy->node);
        if (!copy_node_of(b, x->book, copy->node, copy->root, &data, err))
            return false;
    }
    for (uint32_t i = 0; i < x->ncopies; i++) {
        const struct node_copy *copy = &x->copies[x->order[i]];
        struct tabia_pos pos;
        uint32_t first, count;
        if (copy->first_child == TABIA_NUMBER_NONE)
            continue;
        tabia_book_position_pos_at(
            x->book, tabia_book_node_position(x->book, copy->node), &pos);
        tabia_book_node_edges(x->book, copy->node, &first, &count);
        for (uint32_t k = 0; k < count; k++) {
            const struct tabia_move_data data =
                tabia_book_edge_data(x->book, first + k);
            if (!copy_edge(b, &pos, i, x->number[copy->first_child + k],
                           tabia_book_edge_move(x->book, first + k), &data,
                           err))
                return false;
        }
    }
    return true;
}

static bool expand_make_arrays(struct expansion *x, struct tabia_error *err)
{
    const uint32_t n = tabia_book_node_count(x->book);
    x->main_copy = copy_numbers_new(n, err);
    x->last_copy = copy_numbers_new(n, err);
    x->edges_in = copy_numbers_new(n, err);
    x->queue = copy_numbers_new(n, err);
    x->is_reached = calloc((size_t)n + 1, sizeof(*x->is_reached));
    return (x->main_copy && x->last_copy && x->edges_in && x->queue &&
            x->is_reached) ||
           error_nomem(err);
}

/* By default a book that is a tree already is never cut. */
static size_t node_budget(const struct tabia_book *book,
                          const struct tabia_expand_options *options)
{
    if (options && options->max_nodes)
        return options->max_nodes;
    const size_t whole =
        (size_t)tabia_book_node_count(book) + tabia_book_edge_count(book);
    if (whole >= NODES_MAX)
        return NODES_MAX;
    return whole > DEFAULT_NODES ? whole : DEFAULT_NODES;
}

struct tabia_book *tabia_book_expand(const struct tabia_book *book,
                                     const struct tabia_expand_options *options,
                                     struct tabia_transform_result *result,
                                     struct tabia_error *err)
{
    struct expansion x = { .book = book,
                           .max_nodes = node_budget(book, options) };
    struct tabia_book *tree = NULL;
    if (expand_make_arrays(&x, err)) {
        peel_off_nodes(&x);
        struct tabia_builder *b = NULL;
        if (grow_trees(&x, err) && number_copies(&x, err))
            b = copy_begin(tabia_book_attrs(book), err);
        if (b)
            tree = copy_end(
                b, copy_texts(b, book, err) && build_expanded(&x, b, err), err);
    }
    if (tree && result)
        *result = (struct tabia_transform_result){ .cut = x.ncut };
    free(x.copies);
    free(x.heap);
    free(x.main_copy);
    free(x.last_copy);
    free(x.edges_in);
    free(x.queue);
    free(x.is_reached);
    free(x.order);
    free(x.number);
    return tree;
}
