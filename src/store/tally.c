/*
 * tally.c - counting the games of one position
 *
 * A list of games and sums of games are two forms of one thing; which one a
 * move has depends on the number of its games alone. Samples are the first of
 * all games in a total order, so the samples of a union are found among the
 * samples of its parts.
 */
#include "store/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "store/store.h"
#include "store/tally_code.h"
#include "base/banned.h"

enum { CELLS_MAX = 1 << 24 }; // more groups than there can be

void tally_init(struct tally *t)
{
    memset(t, 0, sizeof(*t));
}

void tally_free(struct tally *t)
{
    for (size_t i = 0; i < t->moves_cap; i++)
        free(t->moves[i].cells);
    free(t->moves);
    tally_init(t);
}

void tally_start(struct tally *t, struct tally_key key, uint8_t turn)
{
    t->key = key;
    t->turn = turn;
    t->has_cells = false;
    t->nmoves = t->ntop = t->nrecent = 0;
}

/* ---- games ----------------------------------------------------------- */

bool tally_game_is_valid(const struct tally_game *row)
{
    static const uint8_t zero[sizeof(row->unused)];
    return row->date / 10000 <= 9999 && row->date / 100 % 100 <= 12 &&
           row->date % 100 <= 31 && row->result <= 2 &&
           row->speed < TABIA_NSPEEDS && row->flags <= TALLY_CASUAL &&
           memcmp(row->unused, zero, sizeof(zero)) == 0;
}

/* Twice the mean, so that nothing is rounded. */
static unsigned strength(const struct tally_game *row)
{
    const unsigned sum = (unsigned)row->rating[0] + row->rating[1];
    return row->rating[0] && row->rating[1] ? sum : 2 * sum;
}

unsigned tally_game_mean(const struct tally_game *row)
{
    return strength(row) / 2;
}

bool tally_is_better(const struct tally_game *a, uint64_t a_game,
                     const struct tally_game *b, uint64_t b_game)
{
    const unsigned a_strength = strength(a), b_strength = strength(b);
    return a_strength != b_strength ? a_strength > b_strength : a_game < b_game;
}

bool tally_is_newer(const struct tally_game *a, uint64_t a_game,
                    const struct tally_game *b, uint64_t b_game)
{
    return a->date != b->date ? a->date > b->date : a_game > b_game;
}

uint32_t tally_group(unsigned by, const struct tally_game *row)
{
    uint32_t group = 0;
    if (by & TABIA_BY_MONTH)
        group |= row->date / 100 << 8;
    if (by & TABIA_BY_RATING)
        group |= store_rating_group(tally_game_mean(row)) << 4;
    if (by & TABIA_BY_SPEED)
        group |= row->speed;
    return group;
}

uint32_t tally_group_mask(unsigned by)
{
    return (by & TABIA_BY_MONTH ? UINT32_C(0xffffff00) : 0) |
           (by & TABIA_BY_RATING ? 0xf0u : 0) |
           (by & TABIA_BY_SPEED ? 0x0fu : 0);
}

/* ---- cells ----------------------------------------------------------- */

static void add_dates(struct tally_cell *cell, uint32_t first, uint32_t last)
{
    if (first && (!cell->first || first < cell->first))
        cell->first = first;
    if (last > cell->last)
        cell->last = last;
}

void tally_cell_add_game(struct tally_cell *cell, uint8_t turn,
                         const struct tally_game *row)
{
    const unsigned own = row->rating[turn], other = row->rating[turn ^ 1];
    cell->results.white += row->result == 0;
    cell->results.draws += row->result == 1;
    cell->results.black += row->result == 2;
    cell->own_sum += own;
    cell->own_rated += own != 0;
    cell->other_sum += other;
    cell->other_rated += other != 0;
    add_dates(cell, row->date, row->date);
}

void tally_cell_add(struct tally_cell *cell, const struct tally_cell *more)
{
    tabia_results_add(&cell->results, &more->results);
    cell->own_sum += more->own_sum;
    cell->own_rated += more->own_rated;
    cell->other_sum += more->other_sum;
    cell->other_rated += more->other_rated;
    add_dates(cell, more->first, more->last);
}

/* The cell of a group, which is made if there is none; NULL: no memory. */
static struct tally_cell *cell_of(struct tally_move *move, uint32_t group)
{
    size_t lo = 0, hi = move->ncells;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (move->cells[mid].group < group)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < move->ncells && move->cells[lo].group == group)
        return &move->cells[lo];

    if (move->ncells == move->cells_cap) {
        if (!VEC_RESERVE(move->cells, move->cells_cap, move->ncells + 1,
                         CELLS_MAX, NULL))
            return NULL;
    }
    struct tally_cell *cell = &move->cells[lo];
    memmove(cell + 1, cell, (move->ncells++ - lo) * sizeof(*cell));
    *cell = (struct tally_cell){ .group = group };
    return cell;
}

/* ---- moves ----------------------------------------------------------- */

static bool make_room(struct tally *t)
{
    if (t->nmoves < t->moves_cap)
        return true;
    const size_t old = t->moves_cap;
    if (!VEC_RESERVE(t->moves, t->moves_cap, t->nmoves + 1, TABIA_MOVES_MAX,
                     NULL))
        return false;
    memset(t->moves + old, 0, (t->moves_cap - old) * sizeof(*t->moves));
    return true;
}

/* The entry of a move, which is made if there is none; NULL: no memory. */
static struct tally_move *move_of(struct tally *t, tabia_move mv)
{
    size_t at = t->nmoves;
    while (at > 0 && t->moves[at - 1].move >= mv)
        at--;
    if (at < t->nmoves && t->moves[at].move == mv)
        return &t->moves[at];
    if (!make_room(t))
        return NULL;

    // The memory of a spare entry moves along to its new place.
    struct tally_move entry = t->moves[t->nmoves];
    struct tally_move *move = &t->moves[at];
    memmove(move + 1, move, (t->nmoves++ - at) * sizeof(*move));
    entry.move = mv;
    entry.ngames = entry.ncells = 0;
    *move = entry;
    return move;
}

/* ---- samples --------------------------------------------------------- */

typedef bool goes_before(const struct tally_game *a, uint64_t a_game,
                         const struct tally_game *b, uint64_t b_game);

static void offer_to(struct tally_played *list, size_t *n, size_t max,
                     goes_before *before, const struct tally_game *rows,
                     struct tally_played played)
{
    const struct tally_game *row = &rows[played.game];
    size_t at = *n;
    while (at > 0 && before(row, played.game, &rows[list[at - 1].game],
                            list[at - 1].game))
        at--;
    if (at == max || (at > 0 && list[at - 1].game == played.game))
        return;
    if (*n < max)
        ++*n;
    memmove(list + at + 1, list + at, (*n - at - 1) * sizeof(*list));
    list[at] = played;
}

static void offer(struct tally *t, const struct tally_rule *rule, uint64_t game,
                  tabia_move mv)
{
    const struct tally_played played = { .game = game, .move = mv };
    offer_to(t->top, &t->ntop, STORE_TOP, tally_is_better, rule->games.rows,
             played);
    offer_to(t->recent, &t->nrecent, STORE_RECENT, tally_is_newer,
             rule->games.rows, played);
}

/* From the first cell on, samples are kept: of all games so far. */
static void begin_samples(struct tally *t, const struct tally_rule *rule)
{
    if (t->has_cells)
        return;
    t->has_cells = true;
    for (size_t i = 0; i < t->nmoves; i++)
        for (size_t k = 0; k < t->moves[i].ngames; k++)
            offer(t, rule, t->moves[i].games[k], t->moves[i].move);
}

/* ---- adding ---------------------------------------------------------- */

/* A move more than any position has: keys that collide, or damage. */
static bool fail_move(const struct tally *t, struct tabia_error *err)
{
    if (t->nmoves < TABIA_MOVES_MAX)
        return error_nomem(err);
    return error_set(err, TABIA_ERR_CORRUPT,
                     "a position with more than %d moves", TABIA_MOVES_MAX);
}

static bool sum_game(struct tally *t, const struct tally_rule *rule,
                     struct tally_move *move, uint64_t game)
{
    const struct tally_game *row = &rule->games.rows[game];
    struct tally_cell *cell = cell_of(move, tally_group(rule->by, row));
    if (!cell)
        return false;
    tally_cell_add_game(cell, t->turn, row);
    return true;
}

/* From a list to sums. */
static bool sum_list(struct tally *t, const struct tally_rule *rule,
                     struct tally_move *move)
{
    begin_samples(t, rule);
    for (size_t i = 0; i < move->ngames; i++)
        if (!sum_game(t, rule, move, move->games[i]))
            return false;
    move->ngames = 0;
    return true;
}

static bool add_game(struct tally *t, const struct tally_rule *rule,
                     uint64_t game, tabia_move mv)
{
    struct tally_move *move = move_of(t, mv);
    if (!move)
        return false;
    if (t->has_cells)
        offer(t, rule, game, mv);
    if (!move->ncells && move->ngames < TALLY_LIST_MAX) {
        size_t at = move->ngames++;
        for (; at > 0 && move->games[at - 1] > game; at--)
            move->games[at] = move->games[at - 1];
        move->games[at] = game;
        return true;
    }
    if (!move->ncells) {
        if (!sum_list(t, rule, move))
            return false;
        offer(t, rule, game, mv);
    }
    return sum_game(t, rule, move, game);
}

bool tally_add_games(struct tally *t, const struct tally_rule *rule,
                     const struct tally_played *played, size_t n,
                     struct tabia_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (played[i].game >= rule->games.count)
            return error_set(err, TABIA_ERR_CORRUPT, "there is no game %llu",
                             (unsigned long long)played[i].game);
        if (!add_game(t, rule, played[i].game, played[i].move))
            return fail_move(t, err);
    }
    return true;
}

bool tally_add_cell(struct tally *t, const struct tally_rule *rule,
                    tabia_move mv, const struct tally_cell *more,
                    struct tabia_error *err)
{
    struct tally_move *move = move_of(t, mv);
    struct tally_cell *cell =
        move && sum_list(t, rule, move) ? cell_of(move, more->group) : NULL;
    if (!cell)
        return fail_move(t, err);
    tally_cell_add(cell, more);
    return true;
}

void tally_add_sample(struct tally *t, const struct tally_rule *rule,
                      uint64_t game, tabia_move mv)
{
    begin_samples(t, rule);
    offer(t, rule, game, mv);
}

struct tally_cell tally_move_sum(const struct tally *t,
                                 const struct tally_rule *rule,
                                 const struct tally_move *move)
{
    struct tally_cell sum = { .group = 0 };
    for (size_t i = 0; i < move->ngames; i++)
        tally_cell_add_game(&sum, t->turn, &rule->games.rows[move->games[i]]);
    for (size_t i = 0; i < move->ncells; i++)
        tally_cell_add(&sum, &move->cells[i]);
    return sum;
}
