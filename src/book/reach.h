/*
 * reach.h - how the positions of a book are reached, breadth first
 *
 *     struct reach reach;
 *     if (!reach_init(&reach, tabia_book_position_count(book), err))
 *         return false;
 *     reach_add_roots(&reach, book);
 *     reach_follow(&reach, book, NULL, 0);
 *     for (uint32_t i = 0; i < reach.n; i++)
 *         ... position reach.order[i], reach.ply[reach.order[i]] plies deep
 *     reach_clear(&reach);
 *
 * All starts come before what they lead to, so every way is a shortest one.
 */
#ifndef BOOK_REACH_H
#define BOOK_REACH_H

#include "tabia/book.h"

/* By position, or by node; owned. */
struct reach {
    uint32_t *ply;    // from a start; TABIA_NUMBER_NONE: not reached
    uint32_t *parent; // TABIA_NUMBER_NONE: a start, or not reached
    uint32_t *edge;   // from the parent, or TABIA_NUMBER_NONE
    uint32_t *order;  // in which they were reached
    uint32_t n;       // in 'order'
    uint32_t next;    // in 'order': the first that is not followed yet
};

/* For 'count' positions or nodes. On failure there is nothing to clear. */
bool reach_init(struct reach *reach, uint32_t count, struct tabia_error *err);

void reach_clear(struct reach *reach);

/* Adds a start, unless it is TABIA_NUMBER_NONE or reached already. */
void reach_add_start(struct reach *reach, uint32_t position);

/* Adds the starting position, if the book has it; all roots. */
void reach_add_initial(struct reach *reach, const struct tabia_book *book);
void reach_add_roots(struct reach *reach, const struct tabia_book *book);

/*
 * Follows the moves of all that is reached and of what they lead to. With
 * 'keep', by edge, only moves that are not 0 there; with 'max_ply' no moves
 * of positions that are so far away.
 */
void reach_follow(struct reach *reach, const struct tabia_book *book,
                  const uint8_t *keep, uint32_t max_ply);

/* Starts at what is not reached yet, the lowest first, and follows each. */
void reach_follow_rest(struct reach *reach, const struct tabia_book *book);

/* Goes back to the starts: they alone are reached, and not followed yet. */
void reach_restart(struct reach *reach);

/* Like reach_follow, where all is by node. */
void reach_follow_nodes(struct reach *reach, const struct tabia_book *book,
                        const uint8_t *keep);

/* Adds the roots at the starting position, by node. */
void reach_add_initial_nodes(struct reach *reach,
                             const struct tabia_book *book);

/* The last move of the way to a position or node; not for a start. */
static inline tabia_move reach_move(const struct reach *reach,
                                    const struct tabia_book *book, uint32_t to)
{
    return tabia_book_edge_move(book, reach->edge[to]);
}

/* The number of the starting position, or TABIA_NUMBER_NONE. */
uint32_t reach_find_initial(const struct tabia_book *book);

/* True if the n-th root is at this position. */
static inline bool reach_is_root_at(const struct tabia_book *book, uint32_t n,
                                    uint32_t position)
{
    return tabia_book_node_position(book, tabia_book_root_at(book, n)) ==
           position;
}

#endif
