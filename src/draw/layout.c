/*
 * layout.c - coordinates for the positions of a book
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

#include "base/compiler.h"
#include "base/error_internal.h"
#include "book/copy.h"
#include "book/edges.h"
#include "io/child.h"
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
        .coordinates = calloc(n, sizeof(*g->coordinates)),
    };
    const bool has_room = last && g->from && g->to && g->coordinates &&
                          reach_init(&g->reach, g->nnodes, err);
    if (has_room) {
        reach_add_roots(&g->reach, book);
        reach_follow_rest(&g->reach, book);
        for (uint32_t i = 0; i < g->nnodes; i++) {
            // Of several moves between the same two positions, keep the first.
            struct edges it = edges_of(book, i);
            struct tabia_book_move entry;
            while (edges_next(&it, &entry)) {
                const uint32_t to =
                    tabia_book_node_position(book, entry.to_node);
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
    reach_clear(&g->reach);
    free(g->coordinates);
    *g = (struct layout_graph){ .nnodes = 0 };
}

/* ---- the tree -------------------------------------------------------- */

/* So that 3 * 129.6 is written as 388.8. */
static double to_tenths(double value)
{
    return (double)(int64_t)(value * 10 + 0.5) / 10;
}

bool layout_tree(struct layout_graph *g, struct tabia_error *err)
{
    const struct reach *reach = &g->reach;
    const size_t n = (size_t)g->nnodes + 1;
    // By node: its first column, how many it has and has given to children,
    // and the middles of its first and its last child.
    uint32_t *column = calloc(n, sizeof(*column));
    uint32_t *nleaves = calloc(n, sizeof(*nleaves));
    uint32_t *used = calloc(n, sizeof(*used));
    double *left = calloc(n, sizeof(*left));
    double *right = calloc(n, sizeof(*right));
    const bool has_room = column && nleaves && used && left && right;
    uint32_t ncolumns = 0;

    for (uint32_t i = has_room ? reach->n : 0; i-- > 0;) {
        const uint32_t node = reach->order[i], parent = reach->parent[node];
        if (!nleaves[node])
            nleaves[node] = 1;
        if (parent != TABIA_NUMBER_NONE)
            nleaves[parent] += nleaves[node];
    }
    for (uint32_t i = 0; has_room && i < reach->n; i++) {
        const uint32_t node = reach->order[i], parent = reach->parent[node];
        const bool is_root = parent == TABIA_NUMBER_NONE;
        uint32_t *given = is_root ? &ncolumns : &used[parent];
        column[node] = *given + (is_root ? 0 : column[parent]);
        *given += nleaves[node];
    }
    for (uint32_t i = has_room ? reach->n : 0; i-- > 0;) {
        const uint32_t node = reach->order[i], parent = reach->parent[node];
        double middle = column[node];
        if (used[node])
            middle = (left[node] + right[node]) / 2;
        // From the last child to the first: the last seen is the first.
        if (parent != TABIA_NUMBER_NONE) {
            if (column[node] + nleaves[node] ==
                column[parent] + nleaves[parent])
                right[parent] = middle;
            left[parent] = middle;
        }
        const double x = LAYOUT_RADIUS + middle * LAYOUT_COLUMN_STEP;
        const double y = reach->ply[node] * LAYOUT_RANK_STEP;
        g->coordinates[node] =
            (struct tabia_coordinates){ .x = to_tenths(x), .y = to_tenths(y) };
    }
    free(column);
    free(nleaves);
    free(used);
    free(left);
    free(right);
    return has_room || error_nomem(err);
}

/* ---- choosing a layout -------------------------------------------------- */

/* Graphviz's are its programs. */
static const char *const names[] = {
    [TABIA_LAYOUT_AUTO] = "auto",   [TABIA_LAYOUT_TREE] = "tree",
    [TABIA_LAYOUT_DOT] = "dot",     [TABIA_LAYOUT_NEATO] = "neato",
    [TABIA_LAYOUT_FDP] = "fdp",     [TABIA_LAYOUT_SFDP] = "sfdp",
    [TABIA_LAYOUT_TWOPI] = "twopi", [TABIA_LAYOUT_CIRCO] = "circo",
};

struct tabia_book *tabia_book_layout(const struct tabia_book *book,
                                     const struct tabia_layout_options *options,
                                     enum tabia_layout *used,
                                     struct tabia_error *err)
{
    static const struct tabia_layout_options defaults;
    if (!options)
        options = &defaults;
    enum tabia_layout layout = options->layout;
    struct layout_graph g;
    struct tabia_book *result = NULL;
    if ((size_t)layout >= COUNT_OF(names)) {
        error_set(err, TABIA_ERR_MISUSE, "no such layout");
        return NULL;
    }
    if (!layout_graph_init(&g, book, err))
        return NULL;
    const bool is_auto = layout == TABIA_LAYOUT_AUTO;
    if (is_auto) {
        char *dot = process_find(names[TABIA_LAYOUT_DOT]);
        layout = dot && g.nnodes <= TABIA_DOT_POSITIONS_MAX ? TABIA_LAYOUT_DOT
                                                            : TABIA_LAYOUT_TREE;
        free(dot);
    }
    bool ok = layout != TABIA_LAYOUT_TREE &&
              layout_graphviz(&g, names[layout], options->timeout_ms,
                              is_auto ? NULL : err);
    if (!ok && (is_auto || layout == TABIA_LAYOUT_TREE)) {
        layout = TABIA_LAYOUT_TREE;
        ok = layout_tree(&g, err);
    }
    if (ok) {
        const struct copy_annotations notes = { .coordinates = g.coordinates };
        result = copy_annotated(book, &notes, err);
    }
    if (used)
        *used = layout;
    layout_graph_clear(&g);
    return result;
}
