/*
 * layout.h - a book as a graph of numbers, to be laid out
 */
#ifndef DRAW_LAYOUT_H
#define DRAW_LAYOUT_H

#include "book/reach.h"
#include "tabia/draw.h"

/* Points; the document's geometry. */
#define LAYOUT_RANK_STEP   129.6 // between the layers
#define LAYOUT_COLUMN_STEP 80.0  // between neighbours
#define LAYOUT_RADIUS      10.8  // of a node

/*
 * Positions are the nodes. 'from' and 'to' are the ends of the edges, each
 * pair once, in the order of the book.
 */
struct layout_graph {
    uint32_t nnodes, nedges;
    uint32_t *from, *to;
    struct reach reach;                    // from the roots, then to the rest
    struct tabia_coordinates *coordinates; // by node; to be filled in
};

bool layout_graph_init(struct layout_graph *g, const struct tabia_book *book,
                       struct tabia_error *err);

void layout_graph_clear(struct layout_graph *g);

/* Fills in coordinates: layers by distance from a root, lines side by side. */
bool layout_tree(struct layout_graph *g, struct tabia_error *err);

/* Fills in coordinates by running a program of Graphviz. */
bool layout_graphviz(struct layout_graph *g, const char *program,
                     int timeout_ms, struct tabia_error *err);

#endif
