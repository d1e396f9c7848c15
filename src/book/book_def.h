/*
 * book_def.h - how a book lies in memory
 *
 * Positions are packed and exact. Nodes and edges take 8 bytes each; the
 * edges of a node are neighbours. What moves and positions carry stands in
 * columns that exist only where they are used.
 */
#ifndef BOOK_BOOK_DEF_H
#define BOOK_BOOK_DEF_H

#include <string.h>

#include "base/hashmap.h"
#include "book/attrs.h"
#include "book/column.h"
#include "book/share.h"
#include "book/strings.h"
#include "tabia/book.h"

struct book_position {
    uint8_t core[TABIA_PACKED_CORE_SIZE];
};

struct book_node {
    uint32_t position;
    uint32_t first_edge; // those of the node end where the next one's begin
};

struct book_edge {
    uint32_t target; // node
    tabia_move move;
};

struct book_root {
    uint32_t node;
    uint32_t start; // its raw position, in 'starts'
};

struct book_text {
    uint32_t key, value; // in 'strings'
};

/*
 * Elements of the columns that are not as the structs have them: a mark is a
 * byte, a text a number in 'strings'.
 */
struct book_eval {
    int32_t value;
    uint32_t kind, depth;
    uint32_t text; // or BOOK_TEXT_NONE
};

struct book_coordinates {
    double x, y;
    uint32_t x_text, y_text; // or BOOK_TEXT_NONE
};

#define BOOK_TEXT_NONE UINT32_MAX

struct book_tags {
    uint32_t first, count; // in 'tags'
};

struct tabia_book {
    struct book_position *positions;
    struct book_node *nodes; // one more than there are, to end the last
    struct book_edge *edges;
    struct book_root *roots;
    struct tabia_packed *starts; // raw positions; roots in a row share one
    struct book_text *texts;
    struct tabia_tag *tags; // of all roots; their texts are in 'strings'
    uint32_t *first_of;     // position -> start in 'nodes_of'; one more
    uint32_t *nodes_of;     // nodes, by position, in source order
    uint32_t npositions, nnodes, nedges, nroots, nstarts, ntexts, ntags;
    struct hashmap index; // by identity
    struct column columns[TABIA_ATTR_COUNT];
    unsigned move_attrs, node_attrs; // the columns in use
    struct strings strings;
    size_t memory;
    struct share share; // how moves are chosen, from the texts
    bool ignores_ep;
    bool is_constant; // part of the program: not to be freed
};

/* Gives every column its width. */
void book_init_columns(struct column columns[TABIA_ATTR_COUNT]);

/* A position that is looked for: its identity, packed, and its hash. */
struct book_wanted {
    const struct book_position *positions;
    struct tabia_packed packed;
    uint64_t hash;
};

void book_want(struct book_wanted *w, const struct tabia_pos *pos);

static inline bool book_is_wanted(const void *ctx, uint32_t id)
{
    const struct book_wanted *w = ctx;
    return memcmp(w->positions[id].core, w->packed.bytes,
                  TABIA_PACKED_CORE_SIZE) == 0;
}

#endif
