/*
 * store_body.c - the statistics of a position that games share, as bytes
 *
 *     head     1: Black to move; 2: games are in a list; moves << 2 (63: more)
 *     moves    most games first: 16 bits, then one game or cells and games
 *     samples  the best rated and the newest
 *     list     4 bytes: where it begins, if there is one
 */
#include "store/store_body.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "base/banned.h"

enum {
    HEAD_LISTED = 2,
    HEAD_SHIFT = 2,
    HEAD_MANY = 63, // moves, and more in a number
    ONE_GAME = 1 << 15,
    NO_OWN = 4,   // of one game: the side to move has no rating
    NO_OTHER = 8, // the other side has none
    SPEED_SHIFT = 4,
    NSLOTS = 1 << 15,
    CELLS_MAX = 1 << 24, // more groups than there can be
    OFFSET_SIZE = 4,
    SAMPLES_SIZE = 1024, // more than they can take
};

/* Bounds that keep every sum of sums below 2^64. */
#define COUNT_MAX (UINT64_C(1) << 47)

/* ---- lists ----------------------------------------------------------- */

/*
 * Rice codes of the steps between neighbours: a parameter in a byte, then for
 * each number the step above its predecessor: as many ones as its high part
 * says, a zero, and the low bits. The parameter follows from the last number.
 */
void body_put_list(const uint64_t *numbers, size_t n, struct buf *out)
{
    unsigned width = 0;
    const uint64_t mean = (numbers[n - 1] + 1 - n) / n;
    while (width < 40 && UINT64_C(3) << width < 2 * mean)
        width++;
    struct bits_writer w = { .out = out };
    buf_add_char(out, (char)width);
    uint64_t next = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t step = numbers[i] - next;
        for (uint64_t ones = step >> width; ones > 0;) {
            const unsigned some = ones < 32 ? (unsigned)ones : 32;
            bits_put(&w, UINT32_MAX, some);
            ones -= some;
        }
        bits_put(&w, 0, 1);
        bits_put_wide(&w, step, width);
        next = numbers[i] + 1;
    }
    bits_end(&w);
}

void list_reader_init(struct list_reader *r, struct tabia_bytes src,
                      uint64_t count)
{
    *r = (struct list_reader){
        .bits = { .data = src.data, .size = src.size },
        .left = count,
    };
    r->width = (unsigned)bits_get(&r->bits, 8);
    if (r->width > 40)
        r->bits.failed = true;
}

bool list_reader_next(struct list_reader *r, uint64_t *number)
{
    if (r->left == 0 || r->bits.failed)
        return false;
    uint64_t high = 0;
    for (;;) {
        const uint64_t word = ~bits_peek(&r->bits);
        const unsigned ones = word ? (unsigned)__builtin_clzll(word) : 64;
        if (LIKELY(ones < BITS_PEEK)) {
            high += ones;
            bits_skip(&r->bits, ones + 1);
            break;
        }
        high += BITS_PEEK;
        bits_skip(&r->bits, BITS_PEEK);
        if (r->bits.failed)
            return false;
    }
    const uint64_t step = high << r->width | bits_get(&r->bits, r->width);
    *number = r->next + step;
    if (r->bits.failed || high > COUNT_MAX >> r->width ||
        *number >= 2 * COUNT_MAX) {
        r->bits.failed = true;
        return false;
    }
    r->next = *number + 1;
    r->left--;
    return true;
}

/* ---- writing --------------------------------------------------------- */

void body_maker_clear(struct body_maker *m)
{
    free(m->slots);
    free(m->games);
    free(m->cells);
    buf_clear(&m->samples);
    *m = (struct body_maker){ .nmoves = 0 };
}

/* A date that is known is at least that of the first game. */
static uint32_t date_code(const struct body_rule *rule, uint32_t date)
{
    return date ? tally_date_pack(date) - rule->first + 1 : 0;
}

/* Sorts the games by their moves, the move of most games first. */
static bool sort_by_move(struct body_maker *m, const tally_played *played,
                         size_t n, struct tabia_error *err)
{
    if (!m->slots)
        m->slots = calloc(NSLOTS, sizeof(*m->slots));
    if (!m->slots)
        return error_nomem(err);
    if (!VEC_RESERVE(m->games, m->games_room, n, SIZE_MAX / 16, err))
        return false;
    bool ok = true;
    m->nmoves = 0;
    for (size_t i = 0; ok && i < n; i++) {
        const tabia_move mv = tally_played_move(played[i]) & (NSLOTS - 1);
        if (m->slots[mv]) {
            m->moves[m->slots[mv] - 1].count++;
            continue;
        }
        ok = m->nmoves < TABIA_MOVES_MAX;
        if (!ok)
            break;
        m->moves[m->nmoves++] = (struct body_move){ .move = mv, .count = 1 };
        m->slots[mv] = (uint16_t)m->nmoves;
    }
    for (size_t i = 0; i < m->nmoves; i++)
        m->slots[m->moves[i].move] = 0;
    if (!ok)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "a position with more than %d moves", TABIA_MOVES_MAX);
    for (size_t i = 1; i < m->nmoves; i++) {
        const struct body_move move = m->moves[i];
        size_t at = i;
        for (; at > 0 && (m->moves[at - 1].count < move.count ||
                          (m->moves[at - 1].count == move.count &&
                           m->moves[at - 1].move > move.move));
             at--)
            m->moves[at] = m->moves[at - 1];
        m->moves[at] = move;
    }
    size_t sum = 0;
    for (size_t i = 0; i < m->nmoves; i++) {
        m->moves[i].first = sum;
        sum += (size_t)m->moves[i].count;
        m->slots[m->moves[i].move] = (uint16_t)i;
    }
    for (size_t i = 0; i < n; i++) {
        const tabia_move mv = tally_played_move(played[i]) & (NSLOTS - 1);
        m->games[m->moves[m->slots[mv]].first++] = played[i];
    }
    for (size_t i = 0; i < m->nmoves; i++) {
        m->slots[m->moves[i].move] = 0;
        m->moves[i].first -= (size_t)m->moves[i].count;
    }
    return true;
}

static void put_one_game(const struct body_rule *rule, uint8_t turn,
                         const struct tally_game *row, uint64_t game,
                         struct buf *out)
{
    const unsigned own = row->rating[turn], other = row->rating[turn ^ 1];
    buf_add_char(out,
                 (char)(row->result | (own ? 0 : NO_OWN) |
                        (other ? 0 : NO_OTHER) | row->speed << SPEED_SHIFT));
    if (own)
        varint_put(out, own);
    if (other)
        varint_put(out, other);
    varint_put(out, date_code(rule, row->date));
    varint_put(out, game);
}

static void put_cell(const struct body_rule *rule,
                     const struct tally_cell *cell, struct buf *out)
{
    const uint64_t n = tabia_results_games(&cell->results);
    const uint64_t no_own = n - cell->own_rated;
    const uint64_t no_other = n - cell->other_rated;
    const bool has_unrated = no_own || no_other;
    const uint32_t first = date_code(rule, cell->first);
    varint_put(out, cell->results.white << 1 | has_unrated);
    varint_put(out, cell->results.draws);
    varint_put(out, cell->results.black);
    if (has_unrated) {
        varint_put(out, no_own);
        varint_put(out, no_other);
    }
    varint_put(out, cell->own_sum);
    varint_put(out, cell->other_sum);
    varint_put(out, first);
    if (first)
        varint_put(out, date_code(rule, cell->last) - first);
}

/* The cell of a group, which is made if there is none; NULL: no memory. */
static struct tally_cell *cell_of(struct body_maker *m, size_t *n,
                                  uint32_t group)
{
    size_t lo = 0, hi = *n;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (m->cells[mid].group < group)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < *n && m->cells[lo].group == group)
        return &m->cells[lo];
    if (!VEC_RESERVE(m->cells, m->cells_room, *n + 1, CELLS_MAX, NULL))
        return NULL;
    struct tally_cell *cell = &m->cells[lo];
    memmove(cell + 1, cell, ((*n)++ - lo) * sizeof(*cell));
    *cell = (struct tally_cell){ .group = group };
    return cell;
}

static bool put_cells(struct body_maker *m, const struct body_rule *rule,
                      const struct tally_games *games, uint8_t turn,
                      const struct body_move *move, struct buf *out,
                      struct tabia_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < move->count; i++) {
        const struct tally_game *row =
            &games->rows[tally_played_game(m->games[move->first + i])];
        struct tally_cell *cell = cell_of(m, &n, tally_group(rule->by, row));
        if (!cell)
            return error_nomem(err);
        tally_cell_add_game(cell, turn, row);
    }
    if (rule->by)
        varint_put(out, n);
    for (size_t i = 0; i < n; i++) {
        if (rule->by)
            varint_put(out,
                       m->cells[i].group - (i ? m->cells[i - 1].group : 0));
        put_cell(rule, &m->cells[i], out);
    }
    return true;
}

typedef bool goes_before(const struct tally_game *a, uint64_t a_game,
                         const struct tally_game *b, uint64_t b_game);

/* The first 'max' of the games in an order, by their index. How many. */
static size_t choose_samples(const struct body_maker *m,
                             const struct tally_games *games, size_t n,
                             goes_before *before, size_t max, size_t *list)
{
    size_t nlist = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t game = tally_played_game(m->games[i]);
        size_t at = nlist;
        for (; at > 0; at--) {
            const uint64_t other = tally_played_game(m->games[list[at - 1]]);
            if (!before(&games->rows[game], game, &games->rows[other], other))
                break;
        }
        if (at == max)
            continue;
        if (nlist < max)
            nlist++;
        memmove(list + at + 1, list + at, (nlist - at - 1) * sizeof(*list));
        list[at] = i;
    }
    return nlist;
}

static void put_samples(const struct body_maker *m,
                        const struct tally_games *games, size_t n,
                        struct buf *out)
{
    static const struct {
        goes_before *before;
        size_t max;
    } kinds[] = { { tally_is_better, STORE_TOP },
                  { tally_is_newer, STORE_RECENT } };
    struct bits_writer w = { .out = out };
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        size_t list[STORE_TOP];
        const size_t nlist =
            choose_samples(m, games, n, kinds[k].before, kinds[k].max, list);
        for (size_t i = 0; i < nlist; i++) {
            if (n <= STORE_INLINE_MAX) {
                bits_put(&w, list[i], bits_of(n - 1));
                continue;
            }
            size_t move = 0;
            while (list[i] - m->moves[move].first >= m->moves[move].count)
                move++;
            varint_put(out, tally_played_game(m->games[list[i]]));
            varint_put(out, move);
        }
    }
    bits_end(&w);
}

/* The numbers of a move's games, in place of what was played. */
static const uint64_t *numbers_of(struct body_maker *m,
                                  const struct body_move *move)
{
    uint64_t *list = m->games + move->first;
    for (size_t i = 0; i < move->count; i++)
        list[i] = tally_played_game(list[i]);
    return list;
}

bool body_encode(struct body_maker *m, const struct body_rule *rule,
                 const struct tally_games *games, uint8_t turn,
                 const tally_played *played, size_t n, struct buf *body,
                 struct buf *list, struct tabia_error *err)
{
    const bool is_listed = n > STORE_INLINE_MAX;
    if (!sort_by_move(m, played, n, err))
        return false;
    const size_t few = m->nmoves < HEAD_MANY ? m->nmoves : HEAD_MANY;
    buf_add_char(body, (char)(turn | (is_listed ? HEAD_LISTED : 0) |
                              (unsigned)few << HEAD_SHIFT));
    if (few == HEAD_MANY)
        varint_put(body, m->nmoves - few);
    // The list is written now, the samples need the moves that were played.
    struct buf *samples = &m->samples;
    samples->limit = SAMPLES_SIZE;
    buf_reset(samples);
    put_samples(m, games, n, samples);
    static const uint8_t zero[STORE_SUM_SIZE];
    if (is_listed)
        buf_add(list, zero, sizeof(zero));
    bool ok = true;
    for (size_t i = 0; ok && i < m->nmoves; i++) {
        const struct body_move *move = &m->moves[i];
        const unsigned code = move->move | (move->count == 1 ? ONE_GAME : 0);
        const uint8_t bytes[2] = { (uint8_t)(code >> 8), (uint8_t)code };
        buf_add(body, bytes, sizeof(bytes));
        if (move->count == 1) {
            const uint64_t game = tally_played_game(m->games[move->first]);
            put_one_game(rule, turn, &games->rows[game], game, body);
            continue;
        }
        ok = put_cells(m, rule, games, turn, move, body, err);
        const uint64_t *numbers = numbers_of(m, move);
        const size_t before = list->size;
        if (is_listed) {
            body_put_list(numbers, (size_t)move->count, list);
            varint_put(body, list->size - before);
            continue;
        }
        uint64_t next = 0;
        for (size_t k = 0; k < move->count; k++) {
            varint_put(body, numbers[k] - next);
            next = numbers[k] + 1;
        }
    }
    buf_add(body, buf_text(samples), samples->size);
    if (is_listed)
        buf_add(body, zero, OFFSET_SIZE);
    return ok && (!samples->failed || buf_error(samples, err));
}

/* ---- reading --------------------------------------------------------- */

void body_reader_init(struct body_reader *r, struct tabia_bytes src,
                      const struct body_rule *rule)
{
    r->src = (struct varint_src){ src.data, src.data + src.size, false };
    r->start = src.data;
    r->rule = rule;
    r->nread = 0;
    r->total = 0;
    r->cells_left = 0;
    r->is_begun = false;
    r->ngames = 0;
    r->ntop = r->nrecent = 0;
    r->list_at = 0;
    r->list_size = 0;
    const uint8_t *head = varint_take(&r->src, 1);
    r->turn = head ? *head & 1 : 0;
    r->is_listed = head && *head & HEAD_LISTED;
    r->nmoves = head ? *head >> HEAD_SHIFT : 0;
    if (r->nmoves == HEAD_MANY)
        r->nmoves +=
            (size_t)varint_get_max(&r->src, TABIA_MOVES_MAX - HEAD_MANY);
    if (r->nmoves == 0)
        varint_fail(&r->src);
}

/* A number that is seldom below 128, and at most 'max'. */
static ALWAYS_INLINE uint64_t get_at_most(struct varint_src *src,
                                          const uint8_t *start, uint64_t max)
{
    const uint64_t value = varint_get_wide(src, start);
    return LIKELY(value <= max) ? value : varint_fail(src);
}

/* What follows the cells of a move: its games, or the size of their list. */
static void end_move(struct body_reader *r)
{
    r->is_begun = false;
    if (r->nread == 0 || r->src.failed)
        return;
    r->total += r->count;
    r->moves[r->nread - 1].count = r->count;
    const bool is_ordered = r->nread < 2 ||
                            r->moves[r->nread - 2].count > r->count ||
                            (r->moves[r->nread - 2].count == r->count &&
                             r->moves[r->nread - 2].move < r->move);
    if (!is_ordered || r->total > COUNT_MAX ||
        (!r->is_listed && r->total > STORE_INLINE_MAX)) {
        varint_fail(&r->src);
        return;
    }
    if (r->moves[r->nread - 1].is_one) {
        if (!r->is_listed) {
            r->played[r->ngames] = r->move;
            r->games[r->ngames++] = r->moves[r->nread - 1].game;
        }
    } else if (r->is_listed) {
        const uint64_t size = varint_get_max(&r->src, UINT32_MAX);
        r->moves[r->nread - 1].size = size;
        r->list_size += size;
    } else {
        struct varint_src src = r->src;
        uint64_t next = 0;
        const size_t end = r->ngames + (size_t)r->count;
        for (size_t i = r->ngames; i < end; i++) {
            const uint64_t game = next + get_at_most(&src, r->start, COUNT_MAX);
            r->played[i] = r->move;
            r->games[i] = game;
            next = game + 1;
        }
        r->ngames = end;
        r->src = src;
    }
}

bool body_reader_move(struct body_reader *r)
{
    if (r->is_begun)
        end_move(r);
    if (r->nread == r->nmoves || r->cells_left || r->src.failed)
        return false;
    const uint8_t *p = varint_take(&r->src, 2);
    const unsigned code = p ? load_be16(p) : 0;
    r->move = (tabia_move)(code & (ONE_GAME - 1));
    if ((r->move & 63) == (r->move >> 6 & 63) || r->move >> 12 > TABIA_QUEEN ||
        r->move >> 12 == TABIA_PAWN)
        varint_fail(&r->src);
    const bool is_one = code & ONE_GAME;
    r->moves[r->nread].move = r->move;
    r->moves[r->nread].is_one = is_one;
    r->moves[r->nread].size = 0;
    r->nread++;
    r->count = 0;
    r->group = 0;
    r->is_begun = true;
    // A cell has several bytes: what is left bounds their number.
    r->ncells =
        is_one || !r->rule->by
            ? 1
            : varint_get_max(&r->src, (uint64_t)(r->src.end - r->src.p));
    r->cells_left = r->ncells;
    if (r->ncells == 0)
        varint_fail(&r->src);
    return !r->src.failed;
}

/* A date as it was coded; its packed form must stand for a day. */
static ALWAYS_INLINE uint32_t get_date(struct varint_src *src,
                                       const struct body_rule *rule,
                                       uint64_t code)
{
    if (code == 0)
        return 0;
    const uint64_t packed = rule->first + code - 1;
    if (UNLIKELY(packed >> 9 > 9999 || (packed >> 5 & 15) > 12)) {
        varint_fail(src);
        return 0;
    }
    return tally_date_unpack((uint32_t)packed);
}

static void read_one_game(struct body_reader *r, struct tally_cell *cell)
{
    struct varint_src src = r->src;
    const uint8_t *p = varint_take(&src, 1);
    const unsigned head = p ? *p : 0;
    struct tally_game row = { .result = head & 3,
                              .speed = (uint8_t)(head >> SPEED_SHIFT) };
    for (unsigned k = 0; k < 2; k++)
        if (!(head & (k ? NO_OTHER : NO_OWN))) {
            row.rating[r->turn ^ k] =
                (uint16_t)get_at_most(&src, r->start, UINT16_MAX);
            if (!row.rating[r->turn ^ k])
                varint_fail(&src);
        }
    row.date = get_date(&src, r->rule, get_at_most(&src, r->start, UINT32_MAX));
    r->moves[r->nread - 1].game = get_at_most(&src, r->start, COUNT_MAX);
    if (row.result > 2 || row.speed >= TABIA_NSPEEDS)
        varint_fail(&src);
    r->src = src;
    *cell = (struct tally_cell){ .group = tally_group(r->rule->by, &row) };
    tally_cell_add_game(cell, r->turn, &row);
}

static void read_cell(struct body_reader *r, struct tally_cell *cell)
{
    struct varint_src src = r->src;
    const uint8_t *start = r->start;
    const bool is_first = r->cells_left == r->ncells;
    const uint64_t step =
        r->rule->by ? varint_get_max(&src, UINT32_MAX - r->group) : 0;
    cell->group = (uint32_t)(r->group + step);
    const uint64_t white = varint_get_max(&src, 2 * COUNT_MAX);
    cell->results.white = white >> 1;
    cell->results.draws = varint_get_max(&src, COUNT_MAX);
    cell->results.black = varint_get_max(&src, COUNT_MAX);
    const uint64_t n = tabia_results_games(&cell->results);
    cell->own_rated = cell->other_rated = n;
    if (white & 1) {
        cell->own_rated -= varint_get_max(&src, n);
        cell->other_rated -= varint_get_max(&src, n);
        if (cell->own_rated == n && cell->other_rated == n)
            varint_fail(&src);
    }
    cell->own_sum = varint_get_wide(&src, start);
    cell->other_sum = varint_get_wide(&src, start);
    const uint64_t first = get_at_most(&src, start, UINT32_MAX);
    const uint64_t last =
        first ? first + get_at_most(&src, start, UINT32_MAX) : 0;
    cell->first = get_date(&src, r->rule, first);
    cell->last = get_date(&src, r->rule, last);
    const bool is_ok = n > 0 && n <= COUNT_MAX && (is_first || step) &&
                       !(cell->group & ~tally_group_mask(r->rule->by)) &&
                       cell->own_sum <= cell->own_rated * UINT16_MAX &&
                       cell->own_sum >= cell->own_rated &&
                       cell->other_sum <= cell->other_rated * UINT16_MAX &&
                       cell->other_sum >= cell->other_rated &&
                       (cell->group >> 4 & 15) < TABIA_NRATINGS &&
                       (cell->group & 15) < TABIA_NSPEEDS;
    if (!is_ok)
        varint_fail(&src);
    r->group = cell->group;
    r->src = src;
}

bool body_reader_cell(struct body_reader *r, struct tally_cell *cell)
{
    if (r->cells_left == 0 || r->src.failed)
        return false;
    const bool is_one = r->moves[r->nread - 1].is_one;
    if (is_one)
        read_one_game(r, cell);
    else
        read_cell(r, cell);
    r->count += tabia_results_games(&cell->results);
    r->cells_left--;
    // One game is never a sum.
    if (r->count > COUNT_MAX || (!r->cells_left && !is_one && r->count < 2))
        varint_fail(&r->src);
    return !r->src.failed;
}

/* Samples among the games of the body, by their index. */
static size_t read_indexes(const struct body_reader *r,
                           struct bits_reader *bits, size_t max,
                           struct tabia_store_sample *list)
{
    const size_t n = r->ngames < max ? r->ngames : max;
    const unsigned width = bits_of(r->ngames - 1); // there are two at least
    uint64_t word = 0;
    unsigned nheld = 0;
    for (size_t i = 0; i < n; i++) {
        if (nheld < width) {
            word = bits_peek(bits);
            nheld = BITS_PEEK;
        }
        const size_t at = (size_t)(word >> (64 - width));
        word <<= width;
        nheld -= width;
        bits->at += width;
        if (UNLIKELY(at >= r->ngames)) {
            bits->failed = true;
            return 0;
        }
        list[i].game = r->games[at];
        list[i].move = r->played[at];
    }
    bits_skip(bits, 0);
    return n;
}

static size_t read_samples(struct body_reader *r, size_t max,
                           struct tabia_store_sample *list)
{
    for (size_t i = 0; i < max; i++) {
        const uint64_t game = varint_get_max(&r->src, COUNT_MAX);
        const size_t move = (size_t)varint_get_max(&r->src, r->nmoves - 1);
        list[i] = (struct tabia_store_sample){ .game = game,
                                               .move = r->moves[move].move };
    }
    return r->src.failed ? 0 : max;
}

bool body_reader_end(struct body_reader *r)
{
    if (r->is_begun)
        end_move(r);
    if (r->src.failed || r->nread < r->nmoves || r->cells_left ||
        r->total < 2 || r->is_listed != (r->total > STORE_INLINE_MAX)) {
        varint_fail(&r->src);
        return false;
    }
    if (r->is_listed) {
        r->ntop = read_samples(r, STORE_TOP, r->top);
        r->nrecent = read_samples(r, STORE_RECENT, r->recent);
        const uint8_t *offset = varint_take(&r->src, OFFSET_SIZE);
        r->list_at = offset ? load_le32(offset) : 0;
        r->list_size += STORE_SUM_SIZE;
    } else {
        struct bits_reader bits = {
            .data = r->start,
            .size = (uint64_t)(r->src.end - r->start),
            .at = 8 * (uint64_t)(r->src.p - r->start),
        };
        r->ntop = read_indexes(r, &bits, STORE_TOP, r->top);
        r->nrecent = read_indexes(r, &bits, STORE_RECENT, r->recent);
        if (bits.failed || (bits.at + 7) / 8 != bits.size)
            varint_fail(&r->src);
        r->src.p = r->src.end;
    }
    if (r->src.p != r->src.end)
        varint_fail(&r->src);
    if (r->src.failed)
        r->ntop = r->nrecent = 0;
    return !r->src.failed;
}
