/*
 * values.h - comparing and joining what moves and positions carry
 */
#ifndef BOOK_VALUES_H
#define BOOK_VALUES_H

#include "tabia/book.h"

/* Are two texts the same, or both missing? */
bool values_is_same_text(const char *a, const char *b);

bool values_is_same_results(const struct tabia_move_data *a,
                            const struct tabia_move_data *b);

/*
 * The results in half points of the side that moves. A game of which the
 * result is not known counts as one, so that it favours nobody.
 */
uint64_t values_score(const struct tabia_move_data *data, unsigned turn);

/*
 * True if the move is annotated as a mistake, ? or ??, and has no weight of
 * its own: then nobody wants it played.
 */
bool values_is_mistake(const struct tabia_move_data *data);

/* The mask of attributes that only one has, or in which the two differ. */
unsigned values_diff_moves(const struct tabia_move_data *a,
                           const struct tabia_move_data *b);
unsigned values_diff_nodes(const struct tabia_node_data *a,
                           const struct tabia_node_data *b);

/*
 * Adds 'more' to 'data': where both have an attribute the first stays, or
 * with 'replace' the last. Returns the mask of those in which they differ.
 */
unsigned values_merge_nodes(struct tabia_node_data *data,
                            const struct tabia_node_data *more, bool replace);

/* Is the move among the 'n' of a list? */
static inline bool values_has_move(const struct tabia_entry *list, size_t n,
                                   tabia_move mv)
{
    size_t i = 0;
    while (i < n && list[i].move != mv)
        i++;
    return i < n;
}

/*
 * How heavy a move is: its share decides, then its weight, then its number of
 * games.
 */
struct values_load {
    uint64_t share;
    uint32_t weight;
    uint64_t games;
};

struct values_load values_load(const struct tabia_entry *entry);

/* Is 'a' heavier than 'b'? */
static inline bool values_is_heavier(struct values_load a, struct values_load b)
{
    if (a.share != b.share)
        return a.share > b.share;
    return a.weight != b.weight ? a.weight > b.weight : a.games > b.games;
}

struct tabia_filter;

/*
 * Reduces the moves of a position, at most TABIA_MOVES_MAX, to those that pass
 * the filter's minima, and of these to the heaviest 'top', unless that is 0.
 * Returns how many there are then.
 */
size_t values_filter(const struct tabia_filter *filter, int top,
                     struct tabia_entry *list, size_t n);

#endif
