/*
 * ti_walk.h - all lines of a book, as TI-Chess distinguishes positions
 *
 *     struct ti_walk walk;
 *     if (!ti_walk_init(&walk, book, err))
 *         return false;
 *     while (ti_walk_next(&walk))
 *         ... ti_walk_top(&walk)->pos ...
 *     ti_walk_clear(&walk);
 *
 * Depth first, from the roots in their order, then from nodes that no line
 * leads to. Positions are raw: a node that is reached with and without a
 * double step is gone into for each, any other node once.
 */
#ifndef FORMAT_TI_WALK_H
#define FORMAT_TI_WALK_H

#include "format/ti/ti_pos.h"
#include "tabia/book.h"

/* A node on the way down. */
struct ti_walk_frame {
    struct tabia_pos pos;
    uint32_t first, edge, end; // its moves; from 'edge' on they are to come
    uint8_t stale;             // castling rights, as in ti_pos.h
};

struct ti_walk {
    const struct tabia_book *book;
    struct tabia_error *err;
    struct ti_walk_frame *stack; // owned
    size_t depth, room;
    bool is_new; // the top was gone into now; else it has no moves here
    bool is_end; // nothing follows after the top

    uint16_t *seen; // by node: the double steps it was met with, one bit each
    uint32_t root, node; // that come next
    bool failed;
};

/* In any case there is something to clear. Borrows the book. */
bool ti_walk_init(struct ti_walk *walk, const struct tabia_book *book,
                  struct tabia_error *err);

/* Goes to the next node. False at the end, or on failure: see 'failed'. */
bool ti_walk_next(struct ti_walk *walk);

void ti_walk_clear(struct ti_walk *walk);

/* The node that the walk has come to. */
static inline const struct ti_walk_frame *ti_walk_top(
    const struct ti_walk *walk)
{
    return &walk->stack[walk->depth - 1];
}

/* The move that was taken at the i-th node, above the top. */
static inline uint32_t ti_walk_edge(const struct ti_walk *walk, size_t i)
{
    return walk->stack[i].edge - 1;
}

#endif
