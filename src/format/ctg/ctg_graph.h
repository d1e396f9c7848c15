/*
 * ctg_graph.h - the graph of a CTG book while it is read
 */
#ifndef FORMAT_CTG_GRAPH_H
#define FORMAT_CTG_GRAPH_H

#include "format/ctg/ctg.h"

/* A node, and the entry that it was read from. */
struct ctg_place {
    struct tabia_packed pos;
    uint32_t node, entry;
};

struct ctg_graph {
    const struct tabia_read_options *options;
    const struct ctg_entries *entries;
    uint8_t *met;     // by entry: a bit for each guise
    uint32_t *nleads; // by entry: moves that lead to it
    struct ctg_place *places;
    size_t nplaces, room, next;
    uint64_t ntwins; // entries that differ in no legal move
    struct tabia_builder *out;
    struct tabia_error *err;
};

/* A move of an entry, and what it leads to. */
struct ctg_step {
    tabia_move mv; // NONE: not legal
    uint32_t child;
    unsigned guise;
    struct ctg_child known;
};

/*
 * All moves of an entry in the position 'pos', which is one guise of it.
 * Returns how many.
 */
size_t ctg_graph_steps(const struct ctg_graph *g, uint32_t entry,
                       const struct tabia_pos *pos, unsigned guise,
                       struct ctg_step list[CTG_MOVES_MAX]);

/* Adds a root, and all that is met from there. */
bool ctg_graph_start(struct ctg_graph *g, uint32_t entry,
                     const struct tabia_pos *pos);

/* Starts at entries that have not been met, until all are (ctg_roots.c). */
bool ctg_roots_start(struct ctg_graph *g);

#endif
