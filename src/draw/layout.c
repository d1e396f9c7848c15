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

#include "book/copy.h"
#include "book/edges.h"
#include "engine/child.h"
#include "base/attr.h"
#include "base/error.h"
#include "base/banned.h"

/* ---- the graph ------------------------------------------------------- */

bool layout_graph_init(struct layout_graph *g, const struct tabia_book *book,
                       struct tabia_error *err)
{
    const size_t n = (size_t)tabia_book_position_count(book) + 1;
    const size_t m = (size_t)tabia_book_edge_count(book) + 1;
    uint32_t *last = calloc(n, sizeof(*last));
    *g = (struct layout_graph){
        .nnodes = tabia_book_position_count(book),
        .from = calloc(m, sizeof(*g->from)),
        .to = calloc(m, sizeof(*g->to)),
        .places = calloc(n, sizeof(*g->places)),
    };
    const bool has_room = last && g->from && g->to && g->places &&
                          reach_init(&g->ways, g->nnodes, err);
    if (has_room) {
        reach_roots(&g->ways, book);
        reach_rest(&g->ways, book);
        for (uint32_t i = 0; i < g->nnodes; i++) {
            // Has one position a move to another more than once? Keep the
            // first.
            struct edges it = edges_of(book, i);
            struct tabia_entry entry;
            while (edges_next(&it, &entry)) {
                const uint32_t to = tabia_node_position(book, entry.to);
                if (last[to] == i + 1)
                    continue;
                last[to] = i + 1;
                g->from[g->nedges] = i;
                g->to[g->nedges++] = to;
            }
        }
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
    reach_clear(&g->ways);
    free(g->places);
    *g = (struct layout_graph){ .nnodes = 0 };
}

/* ---- the tree -------------------------------------------------------- */

struct tree {
    const struct layout_graph *g;
    uint32_t *column;     // the first that belongs to the node
    uint32_t *nleaves;    // columns that belong to it
    uint32_t *used;       // columns given to children so far
    double *left, *right; // middles of the first and the last child
};

static void give_columns(struct tree *t)
{
    uint32_t ncolumns = 0;
    for (uint32_t i = t->g->ways.n; i-- > 0;) {
        const uint32_t node = t->g->ways.order[i],
                       parent = t->g->ways.parent[node];
        if (!t->nleaves[node])
            t->nleaves[node] = 1;
        if (parent != TABIA_NONE)
            t->nleaves[parent] += t->nleaves[node];
    }
    for (uint32_t i = 0; i < t->g->ways.n; i++) {
        const uint32_t node = t->g->ways.order[i],
                       parent = t->g->ways.parent[node];
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
    for (uint32_t i = t->g->ways.n; i-- > 0;) {
        const uint32_t node = t->g->ways.order[i],
                       parent = t->g->ways.parent[node];
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
        const double y = t->g->ways.ply[node] * LAYOUT_RANK_STEP;
        places[node] =
            (struct tabia_place){ .x = to_tenths(x), .y = to_tenths(y) };
    }
}

bool layout_tree(struct layout_graph *g, struct tabia_error *err)
{
    struct tree t = { .g = g };
    const size_t n = (size_t)t.g->nnodes + 1;
    t.column = calloc(n, sizeof(*t.column));
    t.nleaves = calloc(n, sizeof(*t.nleaves));
    t.used = calloc(n, sizeof(*t.used));
    t.left = calloc(n, sizeof(*t.left));
    t.right = calloc(n, sizeof(*t.right));

    const bool has_room = t.column && t.nleaves && t.used && t.left && t.right;
    if (has_room) {
        give_columns(&t);
        give_places(&t);
    }
    free(t.column);
    free(t.nleaves);
    free(t.used);
    free(t.left);
    free(t.right);
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
    char *path = process_find(names[TABIA_LAYOUT_DOT]);
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
        const struct copy_notes notes = { .places = g.places };
        result = copy_annotated(book, &notes, err);
    }
    if (used)
        *used = layout;
    layout_graph_clear(&g);
    return result;
}
