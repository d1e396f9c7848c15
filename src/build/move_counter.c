/*
 * move_counter.c - the moves of a position for a book, counted in two ways
 */
#include "build/move_counter.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"

#include "base/banned.h"

enum {
    RESULT_MASK = (1 << EVENT_RESULT_BITS) - 1,
    NRESULTS = 3,
    ITEMS_MAX = 1 << 30,
    MONTHS_MAX = 1 << 20, // of half a life: nothing is seen of longer ones
    FULL = 16384,         // games of a move, for PolyGlot
};

void move_counter_clear(struct move_counter *counter)
{
    free(counter->cells);
    *counter = (struct move_counter){ .rule = counter->rule };
}

/* The result of an event's game; only a damaged run has none. */
static bool has_result(const struct bin_event *e, struct tabia_error *err)
{
    return (bin_event_value(e) & RESULT_MASK) < NRESULTS ||
           error_set(err, TABIA_ERR_CORRUPT, "an event has no result");
}

/* ---- by results and months --------------------------------------------- */

/* The cell of a move and month, which is made if there is none. */
static struct move_counter_cell *find_cell(struct move_counter *counter,
                                           uint16_t move, uint16_t month)
{
    size_t lo = 0, hi = counter->ncells;
    const uint32_t want = (uint32_t)move << 16 | month;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        const struct move_counter_cell *cell = &counter->cells[mid];
        if (((uint32_t)cell->move << 16 | cell->month) < want)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < counter->ncells && counter->cells[lo].move == move &&
        counter->cells[lo].month == month)
        return &counter->cells[lo];
    if (!VEC_RESERVE(counter->cells, counter->cells_room, counter->ncells + 1,
                     ITEMS_MAX, NULL))
        return NULL;
    struct move_counter_cell *cells = counter->cells;
    memmove(&cells[lo + 1], &cells[lo],
            (counter->ncells - lo) * sizeof(*cells));
    cells[lo] = (struct move_counter_cell){ .move = move, .month = month };
    counter->ncells++;
    return &counter->cells[lo];
}

static bool add_events(struct move_counter *counter,
                       const struct bin_event *events, size_t n,
                       struct tabia_error *err)
{
    struct move_counter_cell *cell = NULL;
    counter->ncells = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = bin_event_value(&events[i]);
        const uint16_t move = (uint16_t)events[i].rest;
        const uint16_t month = (uint16_t)(value >> EVENT_RESULT_BITS);
        if (!has_result(&events[i], err))
            return false;
        if (!cell || cell->move != move || cell->month != month)
            cell = find_cell(counter, move, month);
        if (!cell)
            return error_nomem(err);
        cell->results[value & RESULT_MASK]++;
    }
    return true;
}

/* ---- as PolyGlot's make-book does, game by game ------------------------ */

/*
 * A move has a number of games and a number of points. As soon as a move of a
 * position has been met 16,384 times, both numbers of all the moves met so far
 * in that position are halved, rounded up. So the order of the games shows in
 * the numbers of the best known positions, and there the events are taken one
 * by one in the order of the games.
 */

/* Of a game that is here more than once the order is that of its moves. */
static int compare_games(const void *a, const void *b, void *ctx)
{
    const uint64_t x = bin_event_value(a), y = bin_event_value(b);
    (void)ctx;
    return (x > y) - (x < y);
}

static int compare_moves(const void *a, const void *b, void *ctx)
{
    const struct move_counter_move *x = a, *y = b;
    (void)ctx;
    return (x->move > y->move) - (x->move < y->move);
}

/* Like move_counter_count, for COUNT_MODE_IN_TURN. */
static bool in_turn_moves(struct bin_event *events, size_t nevents,
                          struct bin_event *scratch,
                          struct move_counter_move list[TABIA_MOVES_MAX],
                          size_t *n, struct tabia_error *err)
{
    *n = 0;
    // Fewer events are never halved, whatever their order.
    if (nevents >= FULL && !sort_stable(events, nevents, sizeof(*events),
                                        compare_games, NULL, scratch, err))
        return false;
    for (size_t i = 0; i < nevents; i++) {
        const struct bin_event *e = &events[i];
        const unsigned result =
            bin_event_value(e) & RESULT_MASK; // 0: White won
        if (!has_result(e, err))
            return false;
        size_t at = 0;
        while (at < *n && list[at].move != bin_event_move(e))
            at++;
        if (at == TABIA_MOVES_MAX)
            continue;
        struct move_counter_move *m = &list[at];
        if (at == *n) {
            *m = (struct move_counter_move){ .move = bin_event_move(e) };
            ++*n;
        }
        m->white += result == 0;
        m->draws += result == 1;
        m->black += result == 2;
        m->games++;
        m->points += e->rest & EVENT_BLACK ? result : 2 - result;
        const bool is_full = m->games >= FULL;
        for (size_t k = 0; is_full && k < *n; k++) {
            list[k].games = (list[k].games + 1) / 2;
            list[k].points = (list[k].points + 1) / 2;
        }
    }
    for (size_t i = 0; i < *n; i++) {
        list[i].weights[TABIA_BUILD_WEIGHT_SCORE] = list[i].points;
        list[i].weights[TABIA_BUILD_WEIGHT_GAMES] = list[i].games;
        list[i].weights[TABIA_BUILD_WEIGHT_WINS] = 0;
    }
    if (*n < 2)
        return true;
    return sort_stable(list, *n, sizeof(*list), compare_moves, NULL, NULL, err);
}

/* ---- moves ----------------------------------------------------------- */

bool move_counter_count(struct move_counter *counter, struct bin_event *events,
                        size_t nevents, struct bin_event *scratch,
                        struct move_counter_move list[TABIA_MOVES_MAX],
                        size_t *nmoves, struct tabia_error *err)
{
    if (counter->rule->count_mode == COUNT_MODE_IN_TURN)
        return in_turn_moves(events, nevents, scratch, list, nmoves, err);
    if (!add_events(counter, events, nevents, err))
        return false;
    const uint32_t *ages = counter->rule->ages;
    // The newest month: the weight of a game depends on its age beside it.
    uint16_t newest = 0;
    for (size_t i = 0; i < counter->ncells; i++)
        newest =
            counter->cells[i].month > newest ? counter->cells[i].month : newest;
    size_t n = 0;
    for (size_t i = 0; i < counter->ncells; i++) {
        const struct move_counter_cell *cell = &counter->cells[i];
        const tabia_move mv = cell->move & EVENT_MOVE;
        if (n == 0 || list[n - 1].move != mv) {
            if (n == TABIA_MOVES_MAX) // a damaged run, or keys that collide
                break;
            list[n++] = (struct move_counter_move){ .move = mv };
        }
        struct move_counter_move *m = &list[n - 1];
        const unsigned age =
            cell->month ? (unsigned)(newest - cell->month) : MOVE_COUNTER_AGES;
        const uint64_t worth =
            ages ? ages[age < MOVE_COUNTER_AGES ? age : MOVE_COUNTER_AGES] : 1;
        const bool is_black = cell->move & EVENT_BLACK;
        const uint64_t *r = cell->results;
        const uint64_t games = r[0] + r[1] + r[2];
        const uint64_t wins = r[is_black ? 2 : 0];
        m->white += r[0];
        m->draws += r[1];
        m->black += r[2];
        m->games += games;
        m->points += 2 * wins + r[1];
        m->weights[TABIA_BUILD_WEIGHT_SCORE] += (2 * wins + r[1]) * worth;
        m->weights[TABIA_BUILD_WEIGHT_GAMES] += games * worth;
        m->weights[TABIA_BUILD_WEIGHT_WINS] += wins * worth;
    }
    *nmoves = n;
    return true;
}

/*
 * Only multiplication is used, which every machine rounds alike: 'step' is
 * the root that half a life of months makes 1/2 of.
 */
void move_counter_fill_ages(uint32_t ages[MOVE_COUNTER_AGES + 1],
                            double half_life)
{
    double lo = 0, hi = 1;
    const double months = half_life * 12;
    const long whole = months < 1            ? 1
                       : months < MONTHS_MAX ? (long)(months + 0.5)
                                             : MONTHS_MAX;
    for (int i = 0; i < 64; i++) {
        const double mid = (lo + hi) / 2;
        double power = 1;
        for (long k = 0; k < whole && power > 0.25; k++)
            power *= mid;
        if (power < 0.5)
            lo = mid;
        else
            hi = mid;
    }
    double left = MOVE_COUNTER_UNIT;
    for (size_t i = 0; i <= MOVE_COUNTER_AGES; i++) {
        ages[i] = (uint32_t)(left + 0.5);
        left *= hi;
    }
}
