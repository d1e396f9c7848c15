/*
 * builder_def.h - a book while it grows
 */
#ifndef BOOK_BUILDER_DEF_H
#define BOOK_BUILDER_DEF_H

#include "book/book_def.h"
#include "tabia/builder.h"

/* What a book may take unless its reader says otherwise: 4 GiB, or 1 GiB
 * where addresses have 32 bits. */
#define BOOK_MEMORY_LIMIT                                                      \
    (SIZE_MAX > UINT32_MAX ? ((size_t)1 << 31) * 2 : (size_t)1 << 30)

struct builder_position {
    uint8_t core[TABIA_PACKED_CORE_SIZE];
    uint32_t first_node;
};

struct builder_node {
    uint32_t position;
    uint32_t first_edge, last_edge; // or TABIA_NUMBER_NONE
};

struct builder_edge {
    uint32_t target;
    uint32_t next; // sibling, or TABIA_NUMBER_NONE
    tabia_move move;
};

struct tabia_builder {
    struct builder_position *positions;
    struct builder_node *nodes;
    struct builder_edge *edges;
    struct book_root *roots;
    struct tabia_packed *starts;
    struct book_text *texts, *tags;
    size_t positions_room, nodes_room, edges_room, roots_room, starts_room,
        texts_room, tags_room;
    uint32_t npositions, nnodes, nedges, nroots, nstarts, ntexts, ntags;
    struct hashmap index; // by identity
    struct column columns[TABIA_ATTR_COUNT];
    struct strings strings;
    size_t left; // memory that may still be taken
    bool keep_location, ignores_ep;
    tabia_stop_fn *is_stopped; // or NULL
    void *ctx;
};

/* Whether the position has a node. */
bool builder_has_position(const struct tabia_builder *b,
                          const struct tabia_pos *pos);

struct builder_wanted {
    const struct builder_position *positions;
    const uint8_t *core;
};

static inline bool builder_is_wanted(const void *ctx, uint32_t id)
{
    const struct builder_wanted *w = ctx;
    return memcmp(w->positions[id].core, w->core, TABIA_PACKED_CORE_SIZE) == 0;
}

/* The first child of the cursor's node by this move, or TABIA_NUMBER_NONE. */
uint32_t builder_child(const struct tabia_builder *b,
                       const struct tabia_builder_cursor *c, tabia_move mv);

/* How many there are so far. */
uint32_t builder_node_count(const struct tabia_builder *b);
uint32_t builder_edge_count(const struct tabia_builder *b);

/*
 * Makes one of the builder's arrays large enough for 'want' elements, within
 * the memory limit. NULL with an error, and then the old array still stands.
 */
void *builder_grow(struct tabia_builder *b, void *data, size_t *room,
                   size_t want, size_t size, struct tabia_error *err);

/*
 * Like tabia_builder_play with the move of 'edge', which starts from another
 * occurrence of the cursor's position. 'after' is the raw position that it
 * leads to. For readers of lines that begin alike: nothing is checked again.
 */
bool builder_repeat(struct tabia_builder *b, struct tabia_builder_cursor *c,
                    uint32_t edge, const struct tabia_pos *after,
                    struct tabia_error *err);

/*
 * Like tabia_builder_start with the position of the last root, where 'c' must
 * have stood already. For readers of lines that all start alike.
 */
bool builder_restart(struct tabia_builder *b, struct tabia_builder_cursor *c,
                     struct tabia_error *err);

#endif
