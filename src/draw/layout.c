/*
 * layout.c - where the positions of a book are drawn
 *
 * The layout "tree" hangs every position below the first one that leads to
 * it. The ends of lines get columns of their own, from left to right in the
 * order of the book; every other position stands over the middle of what
 * hangs below it. So the columns of two subtrees never mix, and nothing can
 * overlap. Everything takes linear time and no recursion.
 */
#include "draw/layout.h"

#include <stdlib.h>
#include <string.h>

#include "book/annotate.h"
#include "engine/child.h"
#include "base/attr.h"
#include "base/error.h"
#include "base/banned.h"

/* ---- the graph ------------------------------------------------------- */

/* Has one position a move to another more than once? Keep the first. */
static void add_edges(struct layout_graph *g, const struct tabia_book *book,
                      uint32_t position, uint32_t *last)
{
    struct tabia_iter it = tabia_position_moves(book, position);
    struct tabia_entry entry;
    while (tabia_iter_next(&it, &entry)) {
        const uint32_t to = tabia_node_position(book, entry.to);
        if (last[to] == position + 1)
            continue;
        last[to] = position + 1;
        g->from[g->nedges] = position;
        g->to[g->nedges++] = to;
    }
}

bool layout_graph_init(struct layout_graph *g, const struct tabia_book *book,
                       struct tabia_error *err)
{
    const size_t n = (size_t)tabia_book_positions(book) + 1;
    const size_t m = (size_t)tabia_book_edges(book) + 1;
    uint32_t *last = calloc(n, sizeof(*last));
    *g = (struct layout_graph){
        .nnodes = tabia_book_positions(book),
        .nroots = tabia_book_roots(book),
        .from = calloc(m, sizeof(*g->from)),
        .to = calloc(m, sizeof(*g->to)),
        .roots = calloc((size_t)tabia_book_roots(book) + 1, sizeof(*g->roots)),
        .places = calloc(n, sizeof(*g->places)),
    };
    const bool has_room = last && g->from && g->to && g->roots && g->places;
    if (has_room) {
        for (uint32_t i = 0; i < g->nroots; i++)
            g->roots[i] = tabia_node_position(book, tabia_book_root(book, i));
        for (uint32_t i = 0; i < g->nnodes; i++)
            add_edges(g, book, i, last);
    } else {
        layout_graph_clear(g);
    }
    free(last);
    return has_room || error_nomem(err);
}

void layout_graph_clear(struct layout_graph *g)
{
    free(g->from);
    free(g->to);
    free(g->roots);
    free(g->places);
    *g = (struct layout_graph){ .nnodes = 0 };
}

/* ---- the tree -------------------------------------------------------- */

struct tree {
    const struct layout_graph *g;
    uint32_t *first_edge; // by node; one more
    uint32_t *order;      // nodes, parents before children
    uint32_t norder;
    uint32_t *parent; // TABIA_NONE: a root
    uint32_t *rank;
    uint32_t *column;  // the first that belongs to the node
    uint32_t *nleaves; // columns that belong to it
    uint32_t *used;    // columns given to children so far
    bool *is_met;
    double *left, *right; // middles of the first and the last child
};

static bool reserve(struct tree *t)
{
    const size_t n = (size_t)t->g->nnodes + 1;
    t->first_edge = calloc(n + 1, sizeof(*t->first_edge));
    t->order = calloc(n, sizeof(*t->order));
    t->parent = calloc(n, sizeof(*t->parent));
    t->rank = calloc(n, sizeof(*t->rank));
    t->column = calloc(n, sizeof(*t->column));
    t->nleaves = calloc(n, sizeof(*t->nleaves));
    t->used = calloc(n, sizeof(*t->used));
    t->is_met = calloc(n, sizeof(*t->is_met));
    t->left = calloc(n, sizeof(*t->left));
    t->right = calloc(n, sizeof(*t->right));
    return t->first_edge && t->order && t->parent && t->rank && t->column &&
           t->nleaves && t->used && t->is_met && t->left && t->right;
}

static void clear(struct tree *t)
{
    free(t->first_edge);
    free(t->order);
    free(t->parent);
    free(t->rank);
    free(t->column);
    free(t->nleaves);
    free(t->used);
    free(t->is_met);
    free(t->left);
    free(t->right);
}

/* Edges stand in the order of the nodes that they leave. */
static void find_edges(struct tree *t)
{
    for (uint32_t i = 0; i < t->g->nedges; i++)
        t->first_edge[t->g->from[i] + 1]++;
    for (uint32_t i = 0; i < t->g->nnodes; i++)
        t->first_edge[i + 1] += t->first_edge[i];
}

static void meet(struct tree *t, uint32_t node, uint32_t parent)
{
    if (t->is_met[node])
        return;
    t->is_met[node] = true;
    t->parent[node] = parent;
    t->rank[node] = parent == TABIA_NONE ? 0 : t->rank[parent] + 1;
    t->order[t->norder++] = node;
}

/*
 * All roots are met before anything below them, so that a position stands as
 * near to a root as it can; what no root leads to comes last.
 */
static void find_order(struct tree *t)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < t->g->nroots; i++)
        meet(t, t->g->roots[i], TABIA_NONE);
    for (uint32_t other = 0;; other++) {
        for (; next < t->norder; next++) {
            const uint32_t node = t->order[next];
            for (uint32_t i = t->first_edge[node]; i < t->first_edge[node + 1];
                 i++)
                meet(t, t->g->to[i], node);
        }
        if (other == t->g->nnodes)
            return;
        meet(t, other, TABIA_NONE);
    }
}

static void give_columns(struct tree *t)
{
    uint32_t ncolumns = 0;
    for (uint32_t i = t->norder; i-- > 0;) {
        const uint32_t node = t->order[i], parent = t->parent[node];
        if (!t->nleaves[node])
            t->nleaves[node] = 1;
        if (parent != TABIA_NONE)
            t->nleaves[parent] += t->nleaves[node];
    }
    for (uint32_t i = 0; i < t->norder; i++) {
        const uint32_t node = t->order[i], parent = t->parent[node];
        uint32_t *used = parent == TABIA_NONE ? &ncolumns : &t->used[parent];
        t->column[node] =
            *used + (parent == TABIA_NONE ? 0 : t->column[parent]);
        *used += t->nleaves[node];
    }
}

/* So that 3 * 129.6 is written as 388.8. */
static double to_tenths(double value)
{
    return (double)(int64_t)(value * 10 + 0.5) / 10;
}

static void give_places(struct tree *t)
{
    struct tabia_place *places = t->g->places;
    for (uint32_t i = t->norder; i-- > 0;) {
        const uint32_t node = t->order[i], parent = t->parent[node];
        double middle = t->column[node];
        if (t->used[node])
            middle = (t->left[node] + t->right[node]) / 2;
        // From the last child to the first: the last seen is the first.
        if (parent != TABIA_NONE) {
            if (t->column[node] + t->nleaves[node] ==
                t->column[parent] + t->nleaves[parent])
                t->right[parent] = middle;
            t->left[parent] = middle;
        }
        const double x = LAYOUT_RADIUS + middle * LAYOUT_COLUMN_STEP;
        const double y = t->rank[node] * LAYOUT_RANK_STEP;
        places[node] =
            (struct tabia_place){ .x = to_tenths(x), .y = to_tenths(y) };
    }
}

bool layout_tree(struct layout_graph *g, struct tabia_error *err)
{
    struct tree t = { .g = g };
    const bool has_room = reserve(&t);
    if (has_room) {
        find_edges(&t);
        find_order(&t);
        give_columns(&t);
        give_places(&t);
    }
    clear(&t);
    return has_room || error_nomem(err);
}

/* ---- the choice ------------------------------------------------------ */

static const char *const names[] = {
    [TABIA_LAYOUT_AUTO] = "auto",   [TABIA_LAYOUT_TREE] = "tree",
    [TABIA_LAYOUT_DOT] = "dot",     [TABIA_LAYOUT_NEATO] = "neato",
    [TABIA_LAYOUT_FDP] = "fdp",     [TABIA_LAYOUT_SFDP] = "sfdp",
    [TABIA_LAYOUT_TWOPI] = "twopi", [TABIA_LAYOUT_CIRCO] = "circo",
};

const char *layout_name(enum tabia_layout layout)
{
    return (size_t)layout < COUNT_OF(names) ? names[layout] : "unknown";
}

static bool has_graphviz(void)
{
    char *path = child_find(names[TABIA_LAYOUT_DOT]);
    const bool is_there = path != NULL;
    free(path);
    return is_there;
}

static bool give_layout(struct layout_graph *g, enum tabia_layout *layout,
                        int timeout_ms, struct tabia_error *err)
{
    const bool is_auto = *layout == TABIA_LAYOUT_AUTO;
    if (is_auto) {
        const bool is_small = g->nnodes <= TABIA_LAYOUT_DOT_MAX;
        *layout =
            is_small && has_graphviz() ? TABIA_LAYOUT_DOT : TABIA_LAYOUT_TREE;
    }
    if (*layout == TABIA_LAYOUT_TREE)
        return layout_tree(g, err);
    if (layout_graphviz(g, layout_name(*layout), timeout_ms,
                        is_auto ? NULL : err))
        return true;
    *layout = TABIA_LAYOUT_TREE;
    return is_auto && layout_tree(g, err);
}

struct tabia_book *tabia_book_layout(const struct tabia_book *book,
                                     enum tabia_layout layout, int timeout_ms,
                                     enum tabia_layout *used,
                                     struct tabia_error *err)
{
    struct layout_graph g;
    struct tabia_book *result = NULL;
    if (!layout_graph_init(&g, book, err))
        return NULL;
    if (give_layout(&g, &layout, timeout_ms, err)) {
        const struct annotations notes = { .places = g.places };
        result = annotate_book(book, &notes, err);
    }
    if (used)
        *used = layout;
    layout_graph_clear(&g);
    return result;
}
