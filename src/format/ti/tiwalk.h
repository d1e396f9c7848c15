/*
 * tiwalk.h - all lines of a book, as TI-Chess distinguishes positions
 *
 *     struct tiwalk walk;
 *     if (!tiwalk_init(&walk, book, err))
 *         return false;
 *     while (tiwalk_next(&walk))
 *         ... tiwalk_top(&walk)->pos ...
 *     tiwalk_clear(&walk);
 *
 * Depth first, from the roots in their order, then from nodes that no line
 * leads to. Positions are raw: a node that is reached with and without a
 * double step is gone into for each, any other node once.
 */
#ifndef FORMAT_TIWALK_H
#define FORMAT_TIWALK_H

#include "format/ti/tihuff.h"
#include "tabia/book.h"

/* A node on the way down. */
struct tiwalk_frame {
    struct tabia_pos pos;
    uint32_t first, edge, end; // its moves; from 'edge' on they are to come
    uint8_t stale;             // castling rights, as in tihuff.h
};

struct tiwalk {
    const struct tabia_book *book;
    struct tabia_error *err;
    struct tiwalk_frame *stack; // owned
    size_t depth, room;
    bool is_new; // the top was gone into now; else it has no moves here
    bool is_end; // nothing follows after the top

    uint16_t *seen; // by node: the double steps it was met with, one bit each
    uint32_t root, node; // that come next
    bool failed;
};

/* In any case there is something to clear. Borrows the book. */
bool tiwalk_init(struct tiwalk *walk, const struct tabia_book *book,
                 struct tabia_error *err);

/* Goes to the next node. False at the end, or on failure: see 'failed'. */
bool tiwalk_next(struct tiwalk *walk);

void tiwalk_clear(struct tiwalk *walk);

/* The node that the walk has come to. */
static inline const struct tiwalk_frame *tiwalk_top(const struct tiwalk *walk)
{
    return &walk->stack[walk->depth - 1];
}

/* The move that was taken at the i-th node, above the top. */
static inline uint32_t tiwalk_edge(const struct tiwalk *walk, size_t i)
{
    return walk->stack[i].edge - 1;
}

#endif
