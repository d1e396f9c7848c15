/*
 * move_counter.h - the moves of a position for a book, counted in two ways
 *
 * Both are functions of the games alone, not of the order in which they come,
 * so that threads, runs and machines never show. What a store counts is the
 * store's own.
 */
#ifndef BUILD_MOVE_COUNTER_H
#define BUILD_MOVE_COUNTER_H

#include "build/event.h"
#include "tabia/build.h"

enum {
    MOVE_COUNTER_AGES =
        50 * 12,             // months; a game without a date is as old as that
    MOVE_COUNTER_UNIT = 256, // the weight of a new game when games grow old
};

/* How it is counted. */
struct move_counter_rule {
    enum count_mode count_mode;
    struct tally_rule tally; // of COUNT_MODE_TALLIES, for the store
    const uint32_t *ages; // of MOVE_COUNTER_AGES + 1 months; NULL: all the same
};

/* The results of a move in a month. */
struct move_counter_cell {
    uint16_t move;  // as in an event
    uint16_t month; // year * 12 + month, or 0
    uint64_t results[3];
};

/* What came of a move; 'weights' by enum tabia_build_weight. */
struct move_counter_move {
    tabia_move move;
    uint64_t white, draws, black;
    uint64_t games, points; // of the side to move, two for a win
    uint64_t weights[3];
};

/* Keep one and use it again. The zero value with a rule is ready. */
struct move_counter {
    const struct move_counter_rule *rule;
    struct move_counter_cell *cells; // ascending
    size_t ncells, cells_room;
};

void move_counter_clear(struct move_counter *counter);

/*
 * The moves of a position in ascending order, 'n' of them, from all its
 * events, which are sorted again; 'scratch' has room for as many.
 */
bool move_counter_count(struct move_counter *counter, struct bin_event *events,
                        size_t nevents, struct bin_event *scratch,
                        struct move_counter_move list[TABIA_MOVES_MAX],
                        size_t *n, struct tabia_error *err);

/* The month of a date, for COUNT_MODE_RESULTS. */
static inline uint32_t move_counter_month(uint32_t date)
{
    const uint32_t year = date / 10000, month = date / 100 % 100;
    const uint32_t n = year * 12 + (month ? month - 1 : 0);
    return !year ? 0 : n < UINT16_MAX ? n : UINT16_MAX;
}

/*
 * The table 'ages' of a rule: what is left of MOVE_COUNTER_UNIT after each
 * month.
 */
void move_counter_fill_ages(uint32_t ages[MOVE_COUNTER_AGES + 1],
                            double half_life);

#endif
