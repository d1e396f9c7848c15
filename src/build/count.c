/*
 * count.c - what is counted of one position, in any of three ways
 */
#include "build/count.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "base/vec.h"
#include "store/varint.h"

#include "base/banned.h"

enum {
    RESULT_BITS = 2,
    RESULT_MASK = 3,
    ONE_GAME = 2, // the largest code of a cell of one game
    ITEMS_MAX = 1 << 30,
    MONTHS_MAX = 1 << 20, // of half a life: nothing is seen of longer ones
    FULL = 16384,         // games of a move, for PolyGlot
};

/* ---- life ------------------------------------------------------------ */

void count_start(struct count *c, struct tally_key key)
{
    c->key = key;
    c->ncells = c->nevents = 0;
    if (c->rule->counting == COUNT_TALLIES)
        tally_start(&c->tally, key, TABIA_WHITE);
}

void count_clear(struct count *c)
{
    free(c->cells);
    free(c->events);
    free(c->played);
    tally_free(&c->tally);
    *c = (struct count){ .rule = c->rule };
}

/* ---- adding ---------------------------------------------------------- */

/* The cell of a move and month, which is made if there is none. */
static struct count_cell *find_cell(struct count *c, uint16_t move,
                                    uint16_t month)
{
    size_t lo = 0, hi = c->ncells;
    const uint32_t want = (uint32_t)move << 16 | month;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        const struct count_cell *cell = &c->cells[mid];
        if (((uint32_t)cell->move << 16 | cell->month) < want)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < c->ncells && c->cells[lo].move == move &&
        c->cells[lo].month == month)
        return &c->cells[lo];
    if (!VEC_RESERVE(c->cells, c->cells_room, c->ncells + 1, ITEMS_MAX, NULL))
        return NULL;
    struct count_cell *cells = c->cells;
    memmove(&cells[lo + 1], &cells[lo], (c->ncells - lo) * sizeof(*cells));
    cells[lo] = (struct count_cell){ .move = move, .month = month };
    c->ncells++;
    return &c->cells[lo];
}

static bool add_in_turn(struct count *c, const struct event *events, size_t n,
                        struct tabia_error *err)
{
    if (!VEC_RESERVE(c->events, c->events_room, c->nevents + n, ITEMS_MAX, err))
        return false;
    memcpy(c->events + c->nevents, events, n * sizeof(*events));
    c->nevents += n;
    return true;
}

bool count_events(struct count *c, const struct event *events, size_t n,
                  struct tabia_error *err)
{
    if (n == 0)
        return true;
    if (c->rule->counting == COUNT_IN_TURN)
        return add_in_turn(c, events, n, err);
    if (c->rule->counting == COUNT_TALLIES) {
        if (!VEC_RESERVE(c->played, c->played_room, n, ITEMS_MAX, err))
            return false;
        for (size_t i = 0; i < n; i++)
            c->played[i] = (struct tally_played){
                .game = events[i].value,
                .move = event_move(&events[i]),
            };
        c->tally.turn = event_turn(&events[0]);
        return tally_add_games(&c->tally, &c->rule->tally, c->played, n, err);
    }
    struct count_cell *cell = NULL;
    for (size_t i = 0; i < n; i++) {
        const uint16_t month = (uint16_t)(events[i].value >> RESULT_BITS);
        if (!cell || cell->move != events[i].move || cell->month != month)
            cell = find_cell(c, events[i].move, month);
        if (!cell)
            return error_nomem(err);
        cell->results[events[i].value & RESULT_MASK]++;
    }
    return true;
}

/* ---- coding ---------------------------------------------------------- */

/*
 * COUNT_RESULTS: the number of cells, then each: the move with its colour, the
 * month, and either 0, 1 or 2 for one game with that result, or 3 and the three
 * counts. COUNT_IN_TURN: the number of events, then each: move and value.
 */

/* Adds one cell. */
static bool add_cell(struct count *c, struct varint_src *src,
                     struct tabia_error *err)
{
    const uint16_t move = (uint16_t)varint_get_max(src, UINT16_MAX);
    const uint16_t month = (uint16_t)varint_get_max(src, UINT16_MAX);
    const uint64_t code = varint_get_max(src, ONE_GAME + 1);
    uint64_t results[3] = { code == 0, code == 1, code == 2 };
    for (size_t k = 0; code > ONE_GAME && k < 3; k++)
        results[k] = varint_get_max(src, UINT64_C(1) << 48);
    struct count_cell *cell = find_cell(c, move, month);
    if (!cell)
        return error_nomem(err);
    for (size_t k = 0; k < 3; k++)
        cell->results[k] += results[k];
    return true;
}

size_t count_coded(struct count *c, struct tabia_bytes src, uint64_t base,
                   struct tabia_error *err)
{
    if (c->rule->counting == COUNT_TALLIES)
        return tally_add_coded(&c->tally, &c->rule->tally, src, base, err);
    struct varint_src from = { .p = src.data, .end = src.data + src.size };
    const uint64_t n = varint_get(&from);
    if (n == 0) // nobody writes what was not played
        varint_fail(&from);
    for (uint64_t i = 0; i < n && !from.failed; i++) {
        if (c->rule->counting == COUNT_RESULTS) {
            if (!add_cell(c, &from, err))
                return 0;
            continue;
        }
        struct event e = { .hi = c->key.hi, .lo = c->key.lo };
        e.move = (uint16_t)varint_get_max(&from, UINT16_MAX);
        const uint64_t value =
            varint_get_max(&from, UINT32_MAX) + (base << RESULT_BITS);
        e.value = (uint32_t)value;
        if (value >= BINS_DROP) {
            error_set(err, TABIA_LIMIT, "too many games");
            return 0;
        }
        if (!add_in_turn(c, &e, 1, err))
            return 0;
    }
    if (!from.failed)
        return (size_t)(from.p - src.data);
    error_set(err, TABIA_CORRUPT, "a record of a run is damaged");
    return 0;
}

/* In one piece, the most frequent of all: one game. */
static bool encode_one(const struct count *c, struct buf *dst)
{
    if (c->ncells != 1)
        return false;
    const struct count_cell *cell = c->cells;
    const uint64_t *r = cell->results;
    if (r[0] + r[1] + r[2] != 1 || cell->month)
        return false;
    const unsigned move = cell->move;
    uint8_t bytes[6];
    size_t n = 0;
    bytes[n++] = 1;
    for (unsigned left = move; n < 5; left >>= 7) {
        bytes[n++] = (uint8_t)(left & 0x7F);
        if (left < 0x80)
            break;
        bytes[n - 1] |= 0x80;
    }
    bytes[n++] = 0;
    bytes[n] = (uint8_t)(r[1] + 2 * r[2]);
    buf_add(dst, bytes, n + 1);
    return true;
}

void count_encode(const struct count *c, struct buf *dst)
{
    if (c->rule->counting == COUNT_TALLIES) {
        tally_encode(&c->tally, dst);
        return;
    }
    if (c->rule->counting == COUNT_IN_TURN) {
        varint_put(dst, c->nevents);
        for (size_t i = 0; i < c->nevents; i++) {
            varint_put(dst, c->events[i].move);
            varint_put(dst, c->events[i].value);
        }
        return;
    }
    if (encode_one(c, dst))
        return;
    varint_put(dst, c->ncells);
    for (size_t i = 0; i < c->ncells; i++) {
        const struct count_cell *cell = &c->cells[i];
        const uint64_t *r = cell->results;
        varint_put(dst, cell->move);
        varint_put(dst, cell->month);
        if (r[0] + r[1] + r[2] == 1) {
            varint_put(dst, r[1] + 2 * r[2]);
            continue;
        }
        varint_put(dst, ONE_GAME + 1);
        for (size_t k = 0; k < 3; k++)
            varint_put(dst, r[k]);
    }
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
static int compare(const void *a, const void *b, void *ctx)
{
    const struct event *x = a, *y = b;
    (void)ctx;
    return (x->value > y->value) - (x->value < y->value);
}

static int compare_moves(const void *a, const void *b, void *ctx)
{
    const struct count_move *x = a, *y = b;
    (void)ctx;
    return (x->move > y->move) - (x->move < y->move);
}

/* Like count_moves, for the events of COUNT_IN_TURN; sorts them. */
static bool in_turn_moves(struct count *c,
                          struct count_move list[TABIA_MOVES_MAX], size_t *n,
                          struct tabia_error *err)
{
    *n = 0;
    // Fewer events are never halved, whatever their order.
    if (c->nevents >= FULL &&
        !sort_merge(c->events, c->nevents, sizeof(*c->events), compare, NULL,
                    NULL, err))
        return false;
    c->turn = c->nevents ? event_turn(&c->events[0]) : TABIA_WHITE;
    for (size_t i = 0; i < c->nevents; i++) {
        const struct event *e = &c->events[i];
        const unsigned result = e->value & RESULT_MASK; // 0: White won
        size_t at = 0;
        while (at < *n && list[at].move != event_move(e))
            at++;
        if (at == TABIA_MOVES_MAX)
            continue;
        struct count_move *m = &list[at];
        if (at == *n) {
            *m = (struct count_move){ .move = event_move(e) };
            ++*n;
        }
        m->white += result == 0;
        m->draws += result == 1;
        m->black += result == 2;
        m->games++;
        m->points += e->move & EVENT_BLACK ? result : 2 - result;
        const bool is_full = m->games >= FULL;
        for (size_t k = 0; is_full && k < *n; k++) {
            list[k].games = (list[k].games + 1) / 2;
            list[k].points = (list[k].points + 1) / 2;
        }
    }
    for (size_t i = 0; i < *n; i++) {
        list[i].worth[TABIA_BUILD_SCORE] = list[i].points;
        list[i].worth[TABIA_BUILD_GAMES] = list[i].games;
        list[i].worth[TABIA_BUILD_WINS] = 0;
    }
    if (*n < 2)
        return true;
    return sort_merge(list, *n, sizeof(*list), compare_moves, NULL, NULL, err);
}

/* ---- moves ----------------------------------------------------------- */

bool count_moves(struct count *c, struct count_move list[TABIA_MOVES_MAX],
                 size_t *nmoves, struct tabia_error *err)
{
    if (c->rule->counting == COUNT_IN_TURN)
        return in_turn_moves(c, list, nmoves, err);
    const uint32_t *ages = c->rule->ages;
    uint16_t newest = 0; // month: games weigh by their age beside it
    for (size_t i = 0; i < c->ncells; i++)
        newest = c->cells[i].month > newest ? c->cells[i].month : newest;
    size_t n = 0;
    c->turn =
        c->ncells && c->cells[0].move & EVENT_BLACK ? TABIA_BLACK : TABIA_WHITE;
    for (size_t i = 0; i < c->ncells; i++) {
        const struct count_cell *cell = &c->cells[i];
        const tabia_move mv = cell->move & EVENT_MOVE;
        if (n == 0 || list[n - 1].move != mv) {
            if (n == TABIA_MOVES_MAX) // a damaged run, or keys that collide
                break;
            list[n++] = (struct count_move){ .move = mv };
        }
        struct count_move *m = &list[n - 1];
        const unsigned age =
            cell->month ? (unsigned)(newest - cell->month) : COUNT_AGES;
        const uint64_t worth =
            ages ? ages[age < COUNT_AGES ? age : COUNT_AGES] : 1;
        const bool is_black = cell->move & EVENT_BLACK;
        const uint64_t *r = cell->results;
        const uint64_t games = r[0] + r[1] + r[2];
        const uint64_t wins = r[is_black ? 2 : 0];
        m->white += r[0];
        m->draws += r[1];
        m->black += r[2];
        m->games += games;
        m->points += 2 * wins + r[1];
        m->worth[TABIA_BUILD_SCORE] += (2 * wins + r[1]) * worth;
        m->worth[TABIA_BUILD_GAMES] += games * worth;
        m->worth[TABIA_BUILD_WINS] += wins * worth;
    }
    *nmoves = n;
    return true;
}

/*
 * Only multiplication is used, which every machine rounds alike: 'step' is
 * the root that half a life of months makes 1/2 of.
 */
void count_fill_ages(uint32_t ages[COUNT_AGES + 1], double half_life)
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
    double left = COUNT_UNIT;
    for (size_t i = 0; i <= COUNT_AGES; i++) {
        ages[i] = (uint32_t)(left + 0.5);
        left *= hi;
    }
}
