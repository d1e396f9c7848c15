/*
 * edges.h - the moves of a position one by one, as its occurrences have them
 *
 *     struct edges it = edges_of(book, position);
 *     struct tabia_book_move entry;
 *     while (edges_next(&it, &entry))
 *         use(entry.edge, entry.data.weight);
 */
#ifndef BOOK_EDGES_H
#define BOOK_EDGES_H

#include "tabia/book.h"

/* Owns nothing; copy it freely. */
struct edges {
    const struct tabia_book *book;
    uint32_t position, nth; // the nodes still to come
    uint32_t node, edge, end;
};

/* All moves at all occurrences of a position, in source order. */
struct edges edges_of(const struct tabia_book *book, uint32_t position);

/* Like edges_of, but looks the position up. */
struct edges edges_find(const struct tabia_book *book,
                        const struct tabia_pos *pos);

bool edges_next(struct edges *it, struct tabia_book_move *entry);

#endif
