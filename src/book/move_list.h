/*
 * move_list.h - what the values of moves mean: games, points, mistakes, merit
 */
#ifndef BOOK_MOVE_LIST_H
#define BOOK_MOVE_LIST_H

#include "tabia/book.h"

/*
 * The results in half points of the side that moves. A game of which the
 * result is not known counts as one, so that it favours no side.
 */
uint64_t move_list_score(const struct tabia_move_data *data, unsigned turn);

/*
 * True if the move is annotated as a mistake, ? or ??, and has no weight of
 * its own: such a move should not be played.
 */
bool move_list_is_mistake(const struct tabia_move_data *data);

/* The move's place among the 'n' of a list; 'n' if it is not there. */
static inline size_t move_list_find(const struct tabia_book_move *list,
                                    size_t n, tabia_move mv)
{
    size_t i = 0;
    while (i < n && list[i].move != mv)
        i++;
    return i;
}

/* True if the move is among the 'n' of a list. */
static inline bool move_list_has(const struct tabia_book_move *list, size_t n,
                                 tabia_move mv)
{
    return move_list_find(list, n, mv) < n;
}

/*
 * Adds a move to the 'n' of a list, or merges it by the policy with the one
 * that is there already. Returns how many there are then.
 */
size_t move_list_add(struct tabia_book_move list[TABIA_MOVES_MAX], size_t n,
                     const struct tabia_book_move *entry,
                     enum tabia_merge_policy policy);

/*
 * What the order of moves goes by: the share, then the weight, then the number
 * of games.
 */
struct move_list_merit {
    uint64_t share;
    uint32_t weight;
    uint64_t games;
};

struct move_list_merit move_list_merit_of(const struct tabia_book_move *entry);

/* True if 'a' goes before 'b'. */
static inline bool move_list_is_better(struct move_list_merit a,
                                       struct move_list_merit b)
{
    if (a.share != b.share)
        return a.share > b.share;
    return a.weight != b.weight ? a.weight > b.weight : a.games > b.games;
}

struct tabia_filter_options;

/*
 * Reduces the moves of a position, at most TABIA_MOVES_MAX, to those that pass
 * the filter's minima, and of these to the heaviest 'top', unless that is 0.
 * Returns how many there are then.
 */
size_t move_list_filter(const struct tabia_filter_options *filter, uint32_t top,
                        struct tabia_book_move *list, size_t n);

/*
 * Takes from a position's moves those after which the side to move stands more
 * than 'max_loss' centipawns worse than after the best of them. A mate is
 * better or worse than any number. Moves to positions without an evaluation
 * stay. Returns how many are left; the best always is.
 */
size_t move_list_remove_losing(const struct tabia_book *book, uint32_t position,
                               uint32_t max_loss, struct tabia_book_move *list,
                               size_t n);

/*
 * Weights only mean something beside the others of their position. Where the
 * largest is above the limit, all are multiplied by limit / largest and
 * rounded; what was not 0 stays at least 1.
 */
static inline uint64_t move_list_scale_weight(uint64_t weight, uint64_t largest,
                                              uint32_t limit)
{
    if (!weight || largest <= limit)
        return weight;
    while (largest > UINT32_MAX) { // keeps the product within 64 bits
        weight = weight / 2 + (weight & 1);
        largest = largest / 2 + (largest & 1);
    }
    const uint64_t scaled = (weight * limit + largest / 2) / largest;
    return scaled ? scaled : 1;
}

#endif
