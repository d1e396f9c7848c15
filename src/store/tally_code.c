/*
 * tally_code.c - the bytes of a tally
 *
 * Of one game, as most are:
 *
 *     16 bits  the move, first byte first, with the top bit set
 *     number   twice the game, and 1 if Black is to move
 *
 * Of others:
 *
 *     head     turn 1 bit, has cells 1 bit, moves 5 bits (31: a number more)
 *     moves    16 bits: the move, and the top bit if it has but one game;
 *              then that game, or a count from 2 to 8 and so many games, or
 *              0, the number of cells and the cells
 *     samples  when there are cells: the best rated, then the newest
 *
 * See docs/formats/tabia.md. Whatever can be derived is not written, so most
 * positions take five bytes.
 */
#include "store/tally_code.h"

#include "base/bytes.h"
#include "base/error.h"
#include "base/banned.h"

enum {
    HEAD_CELLS = 2,
    HEAD_SHIFT = 2,
    HEAD_MANY = 31,  // moves, and more in a number
    HEAD_SOLO = 128, // the top bit of a tally of one game
    ONE_GAME = 1 << 15,
};

/* Bounds that keep every sum of sums below 2^64. */
#define GAMES_MAX (UINT64_C(1) << 47)

uint32_t tally_date_pack(uint32_t date)
{
    return date / 10000 << 9 | date / 100 % 100 << 5 | date % 100;
}

uint32_t tally_date_unpack(uint32_t packed)
{
    return (packed >> 9) * 10000 + (packed >> 5 & 15) * 100 + (packed & 31);
}

/* ---- writing --------------------------------------------------------- */

static void put_move(struct buf *out, unsigned code)
{
    const uint8_t bytes[2] = { (uint8_t)(code >> 8), (uint8_t)code };
    buf_add(out, bytes, sizeof(bytes));
}

static void put_cell(const struct tally_cell *cell, uint32_t last_group,
                     struct buf *out)
{
    const uint64_t n = tabia_results_games(&cell->results);
    const uint32_t first = tally_date_pack(cell->first);
    const uint64_t numbers[] = {
        cell->group - last_group,
        cell->results.white,
        cell->results.draws,
        cell->results.black,
        n - cell->own_rated,
        cell->own_sum,
        n - cell->other_rated,
        cell->other_sum,
        first,
        tally_date_pack(cell->last) - first,
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        varint_put(out, numbers[i]);
}

static size_t index_of(const struct tally *t, tabia_move mv)
{
    size_t i = 0;
    while (t->moves[i].move != mv)
        i++;
    return i;
}

static void put_samples(const struct tally *t, const struct tally_played *list,
                        size_t n, struct buf *out)
{
    varint_put(out, n);
    for (size_t i = 0; i < n; i++) {
        varint_put(out, list[i].game);
        varint_put(out, index_of(t, list[i].move));
    }
}

static bool is_solo(const struct tally *t)
{
    return t->nmoves == 1 && t->moves[0].ngames == 1;
}

void tally_encode(const struct tally *t, struct buf *out)
{
    if (is_solo(t)) {
        put_move(out, t->moves[0].move | ONE_GAME);
        varint_put(out, t->moves[0].games[0] << 1 | t->turn);
        return;
    }
    const size_t few = t->nmoves < HEAD_MANY ? t->nmoves : HEAD_MANY;
    buf_add_char(out, (char)(t->turn | (t->has_cells ? HEAD_CELLS : 0) |
                             few << HEAD_SHIFT));
    if (few == HEAD_MANY)
        varint_put(out, t->nmoves - few);
    for (size_t i = 0; i < t->nmoves; i++) {
        const struct tally_move *move = &t->moves[i];
        put_move(out, move->move | (move->ngames == 1 ? ONE_GAME : 0));
        if (move->ngames > 1)
            varint_put(out, move->ngames);
        if (move->ngames) {
            uint64_t next = 0;
            for (size_t k = 0; k < move->ngames; k++) {
                varint_put(out, move->games[k] - next);
                next = move->games[k] + 1;
            }
        } else {
            varint_put(out, 0);
            varint_put(out, move->ncells);
            uint32_t group = 0;
            for (size_t k = 0; k < move->ncells; k++) {
                put_cell(&move->cells[k], group, out);
                group = move->cells[k].group;
            }
        }
    }
    if (!t->has_cells)
        return;
    put_samples(t, t->top, t->ntop, out);
    put_samples(t, t->recent, t->nrecent, out);
}

/* ---- reading --------------------------------------------------------- */

void tally_reader_init(struct tally_reader *r, struct tabia_bytes src,
                       unsigned by)
{
    r->src = (struct varint_src){ src.data, src.data + src.size, false };
    r->start = src.data;
    r->by = by;
    r->nread = 0;
    r->total = 0;
    r->cells_left = 0;
    r->saw_cells = false;
    r->is_solo = src.size && src.data[0] & HEAD_SOLO;
    if (r->is_solo) {
        // Read at once, because the turn is in the last of its bytes.
        const uint8_t *p = varint_take(&r->src, 2);
        const uint64_t number = varint_get_max(&r->src, 2 * GAMES_MAX);
        r->move = p ? load_be16(p) & (ONE_GAME - 1) : 0;
        r->games[0] = number >> 1;
        r->turn = number & 1;
        r->has_cells = false;
        r->nmoves = 1;
    } else {
        const uint8_t *head = varint_take(&r->src, 1);
        r->turn = head ? *head & 1 : 0;
        r->has_cells = head && *head & HEAD_CELLS;
        r->nmoves = head ? *head >> HEAD_SHIFT : 0;
        if (r->nmoves == HEAD_MANY)
            r->nmoves +=
                (size_t)varint_get_max(&r->src, TABIA_MOVES_MAX - HEAD_MANY);
        if (r->nmoves == 0)
            varint_fail(&r->src);
    }
}

/* Keeps the order of the moves; false with a fault. */
static bool take_move(struct tally_reader *r)
{
    if (!((r->move & 63) != (r->move >> 6 & 63) &&
          r->move >> 12 <= TABIA_QUEEN && r->move >> 12 != TABIA_PAWN) ||
        (r->nread && r->moves[r->nread - 1] >= r->move)) {
        varint_fail(&r->src);
        return false;
    }
    r->moves[r->nread++] = r->move;
    return !r->src.failed;
}

static bool take_solo(struct tally_reader *r)
{
    r->ngames = 1;
    r->total = 1;
    r->ncells = 0;
    return take_move(r);
}

bool tally_reader_move(struct tally_reader *r)
{
    if (r->nread == r->nmoves || r->cells_left || r->src.failed)
        return false;
    if (r->is_solo)
        return take_solo(r);
    const uint8_t *p = varint_take(&r->src, 2);
    const unsigned code = p ? load_be16(p) : 0;
    r->move = (tabia_move)(code & (ONE_GAME - 1));
    if (!take_move(r))
        return false;
    // One game is not counted, and one game alone is written otherwise.
    const size_t n =
        code & ONE_GAME ? 1 : (size_t)varint_get_max(&r->src, TALLY_LIST_MAX);
    if (n == 1 && (!(code & ONE_GAME) || r->nmoves == 1)) {
        varint_fail(&r->src);
    } else if (n) {
        uint64_t next = 0;
        for (size_t i = 0; i < n; i++) {
            r->games[i] = next + varint_get_max(&r->src, GAMES_MAX);
            next = r->games[i] + 1;
        }
        r->ngames = n;
        r->ncells = 0;
        r->total += n;
    } else {
        // A cell has at least ten bytes: what is left bounds the count.
        r->ncells = varint_get_max(&r->src, (uint64_t)(r->src.end - r->src.p));
        if (r->ncells == 0 || !r->has_cells)
            varint_fail(&r->src);
        r->cells_left = r->ncells;
        r->ngames = 0;
        r->summed = 0;
        r->group = 0;
        r->saw_cells = true;
    }
    return !r->src.failed;
}

/* A packed date that stands for a day, as far as it is known. */
static bool is_date(uint64_t packed)
{
    return packed >> 9 <= 9999 && (packed >> 5 & 15) <= 12;
}

void tally_reader_cell(struct tally_reader *r, struct tally_cell *cell)
{
    struct varint_src *src = &r->src;
    const uint64_t step = varint_get_max(src, UINT32_MAX - r->group);
    const bool is_first = r->cells_left == r->ncells;
    cell->group = (uint32_t)(r->group + step);
    cell->results.white = varint_get_max(src, GAMES_MAX);
    cell->results.draws = varint_get_max(src, GAMES_MAX);
    cell->results.black = varint_get_max(src, GAMES_MAX);
    const uint64_t n = tabia_results_games(&cell->results);
    cell->own_rated = n - varint_get_max(src, n);
    cell->own_sum = varint_get(src);
    cell->other_rated = n - varint_get_max(src, n);
    cell->other_sum = varint_get(src);
    const uint64_t first = varint_get_max(src, UINT32_MAX);
    const uint64_t last = first + varint_get_max(src, UINT32_MAX);
    if (n == 0 || n > GAMES_MAX || (!is_first && !step) || !is_date(first) ||
        !is_date(last) || (!first && last))
        varint_fail(src);
    cell->first = tally_date_unpack((uint32_t)first);
    cell->last = tally_date_unpack((uint32_t)last);
    const bool is_ok = !(cell->group & ~tally_group_mask(r->by)) &&
                       cell->own_sum <= cell->own_rated * UINT16_MAX &&
                       cell->own_sum >= cell->own_rated &&
                       cell->other_sum <= cell->other_rated * UINT16_MAX &&
                       cell->other_sum >= cell->other_rated &&
                       (cell->group >> 4 & 15) < TABIA_NRATINGS &&
                       (cell->group & 15) < TABIA_NSPEEDS;
    if (!is_ok)
        varint_fail(&r->src);
    r->group = cell->group;
    r->summed += n;
    if (r->cells_left)
        r->cells_left--;
    if (!r->cells_left) {
        // Only sums of more games than a list can hold are sums.
        r->total += r->summed;
        if (r->summed <= TALLY_LIST_MAX || r->total > GAMES_MAX)
            varint_fail(&r->src);
    }
}

static size_t read_samples(struct tally_reader *r, size_t max,
                           struct tally_played *list)
{
    const size_t n = (size_t)varint_get_max(&r->src, max);
    for (size_t i = 0; i < n; i++) {
        list[i].game = varint_get_max(&r->src, GAMES_MAX);
        list[i].move = r->moves[varint_get_max(&r->src, r->nmoves - 1)];
    }
    return n;
}

void tally_reader_samples(struct tally_reader *r, struct tally_samples *samples)
{
    samples->ntop = samples->nrecent = 0;
    if (r->src.failed || !r->has_cells)
        return;
    // The mark in the head is there exactly when some move has cells.
    if (r->nread < r->nmoves || !r->saw_cells) {
        varint_fail(&r->src);
        return;
    }
    samples->ntop = read_samples(r, STORE_TOP, samples->top);
    samples->nrecent = read_samples(r, STORE_RECENT, samples->recent);
}

/* ---- combining ------------------------------------------------------- */

static bool bad_game(const struct tally_rule *rule, uint64_t game,
                     uint64_t base, struct tabia_error *err)
{
    if (base <= rule->games.count && game < rule->games.count - base)
        return false;
    error_set(err, TABIA_ERR_CORRUPT, "a tally names game %llu of %llu",
              (unsigned long long)game, (unsigned long long)rule->games.count);
    return true;
}

static bool add_listed(struct tally *t, const struct tally_rule *rule,
                       const struct tally_reader *r, uint64_t base,
                       struct tabia_error *err)
{
    struct tally_played played[TALLY_LIST_MAX];
    for (size_t i = 0; i < r->ngames; i++) {
        if (bad_game(rule, r->games[i], base, err))
            return false;
        played[i].game = base + r->games[i];
        played[i].move = r->move;
    }
    return tally_add_games(t, rule, played, r->ngames, err);
}

static bool add_cells(struct tally *t, const struct tally_rule *rule,
                      struct tally_reader *r, struct tabia_error *err)
{
    while (r->cells_left && !r->src.failed) {
        struct tally_cell cell;
        tally_reader_cell(r, &cell);
        if (!r->src.failed && !tally_add_cell(t, rule, r->move, &cell, err))
            return false;
    }
    return true;
}

static bool add_samples(struct tally *t, const struct tally_rule *rule,
                        const struct tally_played *list, size_t n,
                        uint64_t base, struct tabia_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (bad_game(rule, list[i].game, base, err))
            return false;
        tally_add_sample(t, rule, base + list[i].game, list[i].move);
    }
    return true;
}

size_t tally_add_coded(struct tally *t, const struct tally_rule *rule,
                       struct tabia_bytes src, uint64_t base,
                       struct tabia_error *err)
{
    struct tally_reader r;
    struct tally_samples samples;
    tally_reader_init(&r, src, rule->by);
    if (t->nmoves == 0)
        t->turn = r.turn;
    else if (t->turn != r.turn)
        varint_fail(&r.src);
    while (tally_reader_move(&r))
        if (!(r.ncells ? add_cells(t, rule, &r, err)
                       : add_listed(t, rule, &r, base, err)))
            return 0;
    tally_reader_samples(&r, &samples);
    if (!tally_reader_ok(&r)) {
        error_offset(err, TABIA_ERR_CORRUPT, 0,
                     "the bytes of a tally are wrong");
        return 0;
    }
    if (!add_samples(t, rule, samples.top, samples.ntop, base, err) ||
        !add_samples(t, rule, samples.recent, samples.nrecent, base, err))
        return 0;
    return tally_reader_used(&r);
}
