/*
 * draft_def.h - the parts of a draft
 *
 * Nodes, edges and positions keep their numbers from the book; new ones follow.
 * Removed ones stay where they are, marked.
 */
#ifndef SERVE_DRAFT_DEF_H
#define SERVE_DRAFT_DEF_H

#include "serve/edit/draft.h"

struct draft_node {
    uint32_t position;
    uint32_t values; // index of new values, or TABIA_NUMBER_NONE
    uint32_t heir;   // took over a removed node's moves; or TABIA_NUMBER_NONE
    uint32_t first_new, last_new; // of its new edges, or TABIA_NUMBER_NONE
    bool is_gone, is_root;
    bool is_ordered; // its edges are in the order of their ranks
};

struct draft_edge {
    uint32_t from, to;
    // Each of these may be TABIA_NUMBER_NONE.
    uint32_t origin_edge; // the book's edge that has the values
    uint32_t values;      // index of new values
    uint32_t next;        // next new edge of the same node
    uint32_t rank;        // from 1; 0: behind those that have one
    tabia_move move;
    bool is_gone;
};

struct draft {
    const struct tabia_book *book;
    bool is_graph; // each position has one node
    struct draft_node *nodes;
    size_t nnodes, nodes_room;
    struct draft_edge *edges;
    size_t nedges, edges_room;
    uint32_t *listed; // of draft_list_edges
    size_t listed_room;
    struct tabia_pos *new_pos; // of the positions that the book lacks
    size_t nnew_pos, new_pos_room;
    struct tabia_move_data *move_values;
    size_t nmove_values, move_values_room;
    struct tabia_node_data *node_values;
    size_t nnode_values, node_values_room;
    struct tabia_pos new_root;   // of a book without a root; raw
    const struct change **texts; // that replace texts of the book
    size_t ntexts, texts_room;
    struct draft_result result;
};

/* ---- draft.c --------------------------------------------------------- */

/*
 * The next node of a position that was not removed, from '*at' on (start with
 * 0), or TABIA_NUMBER_NONE.
 */
uint32_t draft_node_next(const struct draft *d, uint32_t position,
                         uint32_t *at);

/* The first such node. */
uint32_t draft_node_first(const struct draft *d, uint32_t position);

/* The same for the edges of a node. */
uint32_t draft_edge_next(const struct draft *d, uint32_t node, uint32_t *at);

/*
 * Puts the edges of a node, in the order in which they are written, into
 * 'listed'. A node may repeat its moves any number of times.
 */
bool draft_list_edges(struct draft *d, uint32_t node, size_t *count,
                      struct tabia_error *err);

/* The first edge by a move at a node, or TABIA_NUMBER_NONE. */
uint32_t draft_find_edge(const struct draft *d, uint32_t node, tabia_move mv);

/* The number of positions, including new ones. */
uint32_t draft_position_count(const struct draft *d);

/* TABIA_NUMBER_NONE if the draft does not have it. */
uint32_t draft_find_position(const struct draft *d,
                             const struct tabia_pos *pos);

void draft_get_position(const struct draft *d, uint32_t position,
                        struct tabia_pos *pos);

#define DRAFT_MAX (UINT32_MAX - 1) // elements of each list

/* Its number is the old 'nnodes'. */
bool draft_add_node(struct draft *d, uint32_t position,
                    struct tabia_error *err);

bool draft_add_edge(struct draft *d, const struct draft_edge *edge,
                    struct tabia_error *err);

struct tabia_move_data draft_move_values(const struct draft *d, uint32_t edge);
bool draft_set_move_values(struct draft *d, uint32_t edge,
                           const struct tabia_move_data *data,
                           struct tabia_error *err);

struct tabia_node_data draft_node_values(const struct draft *d, uint32_t node);
bool draft_set_node_values(struct draft *d, uint32_t node,
                           const struct tabia_node_data *data,
                           struct tabia_error *err);

/* ---- draft_change.c -------------------------------------------------- */

/* On failure the draft is unusable. */
bool draft_change(struct draft *d, const struct change *c,
                  struct tabia_error *err);

/* ---- draft_prune.c --------------------------------------------------- */

/*
 * Removes what became unreachable after 'position', to which a move was just
 * removed. What another line needs is kept, and moved to where that line can
 * reach it.
 */
bool draft_prune(struct draft *d, uint32_t position, struct tabia_error *err);

#endif
