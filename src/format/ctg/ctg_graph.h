/*
 * ctg_graph.h - the graph of a CTG book while it is walked: see key_walk.h
 *
 * A row is an entry in one of its guises: CTG_GUISES * entry + guise.
 */
#ifndef FORMAT_CTG_GRAPH_H
#define FORMAT_CTG_GRAPH_H

#include "format/ctg/ctg.h"
#include "format/key_walk.h"

/* What a table of the files keeps. */
struct ctg_state {
    struct ctg_file file;
    struct ctg_entries entries; // without an index, or to read a book
    // While a book is read:
    uint32_t *nleads; // by entry: moves that lead to it
    struct ctg_lone {
        uint8_t *is_lone; // by entry: no move leads to it
        uint8_t *filter;  // a bit for each key, a quick test for them
    } lone;
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
size_t ctg_graph_steps(const struct ctg_entries *entries, uint32_t entry,
                       const struct tabia_pos *pos, unsigned guise,
                       struct ctg_step list[CTG_MOVES_MAX]);

/* True if the entry was reached in any guise. */
static inline bool ctg_is_reached(const struct key_walk *w, uint32_t entry)
{
    return w->reached[entry / 2] >> entry % 2 * CTG_GUISES &
           ((1u << CTG_GUISES) - 1);
}

extern const struct key_walk_rule ctg_walk;

#endif
