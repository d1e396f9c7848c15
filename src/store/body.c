/*
 * body.c - the statistics of a position that games share, as bytes
 *
 *     head     1: Black to move; 2: games are in a list; moves << 2 (63: more)
 *     moves    most games first: 16 bits, then one game or cells and games
 *     samples  the best rated and the newest
 *     list     4 bytes: where it begins, if there is one
 */
#include "store/body_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

enum {
    NSLOTS = 1 << 15,
    ROWS_AHEAD = 24,     // games whose rows are sent for before they are read
    CELLS_MAX = 1 << 24, // more groups than there can be
    SAMPLES_SIZE = 1024, // more than they can take
};

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

void body_list_reader_init(struct body_list_reader *r, struct tabia_bytes bytes,
                           uint64_t count)
{
    *r = (struct body_list_reader){
        .bits = { .data = bytes.data, .size = bytes.size },
        .left = count,
    };
    r->width = (unsigned)bits_get(&r->bits, 8);
    if (r->width > 40)
        r->bits.failed = true;
}

bool body_list_reader_next(struct body_list_reader *r, uint64_t *number)
{
    if (r->left == 0 || r->bits.failed)
        return false;
    uint64_t high = 0;
    for (;;) {
        const uint64_t word = ~bits_peek(&r->bits);
        const unsigned ones = word ? (unsigned)__builtin_clzll(word) : 64;
        if (LIKELY(ones < BITS_PEEK_MIN)) {
            high += ones;
            bits_skip(&r->bits, ones + 1);
            break;
        }
        high += BITS_PEEK_MIN;
        bits_skip(&r->bits, BITS_PEEK_MIN);
        if (r->bits.failed)
            return false;
    }
    const uint64_t step = high << r->width | bits_get(&r->bits, r->width);
    *number = r->next + step;
    if (r->bits.failed || high > BODY_COUNT_MAX >> r->width ||
        *number >= 2 * BODY_COUNT_MAX) {
        r->bits.failed = true;
        return false;
    }
    r->next = *number + 1;
    r->left--;
    return true;
}

/* ---- writing --------------------------------------------------------- */

void body_encoder_clear(struct body_encoder *encoder)
{
    free(encoder->slots);
    free(encoder->games);
    free(encoder->cells);
    buf_clear(&encoder->samples);
    *encoder = (struct body_encoder){ .nmoves = 0 };
}

/* A date that is known is at least that of the first game. */
static uint32_t date_code(const struct body_rule *rule, uint32_t date)
{
    return date ? tally_date_pack(date) - rule->first_date + 1 : 0;
}

/* Sorts the games by their moves, the move of most games first. */
static bool sort_by_move(struct body_encoder *encoder,
                         const tally_played *played, size_t n,
                         struct tabia_error *err)
{
    if (!encoder->slots)
        encoder->slots = calloc(NSLOTS, sizeof(*encoder->slots));
    if (!encoder->slots)
        return error_nomem(err);
    if (!VEC_RESERVE(encoder->games, encoder->games_room, n, SIZE_MAX / 16,
                     err))
        return false;
    bool ok = true;
    encoder->nmoves = 0;
    for (size_t i = 0; ok && i < n; i++) {
        const tabia_move mv = tally_played_move(played[i]) & (NSLOTS - 1);
        if (encoder->slots[mv]) {
            encoder->moves[encoder->slots[mv] - 1].count++;
            continue;
        }
        ok = encoder->nmoves < TABIA_MOVES_MAX;
        if (!ok)
            break;
        encoder->moves[encoder->nmoves++] =
            (struct body_move){ .move = mv, .count = 1 };
        encoder->slots[mv] = (uint16_t)encoder->nmoves;
    }
    for (size_t i = 0; i < encoder->nmoves; i++)
        encoder->slots[encoder->moves[i].move] = 0;
    if (!ok)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "a position with more than %d moves", TABIA_MOVES_MAX);
    for (size_t i = 1; i < encoder->nmoves; i++) {
        const struct body_move move = encoder->moves[i];
        size_t at = i;
        for (; at > 0 && (encoder->moves[at - 1].count < move.count ||
                          (encoder->moves[at - 1].count == move.count &&
                           encoder->moves[at - 1].move > move.move));
             at--)
            encoder->moves[at] = encoder->moves[at - 1];
        encoder->moves[at] = move;
    }
    size_t sum = 0;
    for (size_t i = 0; i < encoder->nmoves; i++) {
        encoder->moves[i].first = sum;
        sum += (size_t)encoder->moves[i].count;
        encoder->slots[encoder->moves[i].move] = (uint16_t)i;
    }
    for (size_t i = 0; i < n; i++) {
        const tabia_move mv = tally_played_move(played[i]) & (NSLOTS - 1);
        encoder->games[encoder->moves[encoder->slots[mv]].first++] = played[i];
    }
    for (size_t i = 0; i < encoder->nmoves; i++) {
        encoder->slots[encoder->moves[i].move] = 0;
        encoder->moves[i].first -= (size_t)encoder->moves[i].count;
    }
    return true;
}

static void put_one_game(const struct body_rule *rule, uint8_t turn,
                         const struct tally_game *row, uint64_t game,
                         struct buf *out)
{
    const unsigned own = row->ratings[turn], other = row->ratings[turn ^ 1];
    buf_add_char(out, (char)(row->result | (own ? 0 : BODY_NO_OWN) |
                             (other ? 0 : BODY_NO_OTHER) |
                             row->speed << BODY_SPEED_SHIFT));
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
    const uint64_t n = tabia_tally_games(&cell->results);
    const uint64_t no_own = n - cell->own_rated_games;
    const uint64_t no_other = n - cell->other_rated_games;
    const bool has_unrated = no_own || no_other;
    const uint32_t first = date_code(rule, cell->first_date);
    varint_put(out, cell->results.white << 1 | has_unrated);
    varint_put(out, cell->results.draws);
    varint_put(out, cell->results.black);
    if (has_unrated) {
        varint_put(out, no_own);
        varint_put(out, no_other);
    }
    varint_put(out, cell->own_rating_sum);
    varint_put(out, cell->other_rating_sum);
    varint_put(out, first);
    if (first)
        varint_put(out, date_code(rule, cell->last_date) - first);
}

/* The cell of a group, which is made if there is none; NULL: no memory. */
static struct tally_cell *cell_of_game(struct body_encoder *encoder, size_t *n,
                                       uint32_t group)
{
    size_t lo = 0, hi = *n;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (encoder->cells[mid].group < group)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < *n && encoder->cells[lo].group == group)
        return &encoder->cells[lo];
    if (!VEC_RESERVE(encoder->cells, encoder->cells_room, *n + 1, CELLS_MAX,
                     NULL))
        return NULL;
    struct tally_cell *cell = &encoder->cells[lo];
    memmove(cell + 1, cell, ((*n)++ - lo) * sizeof(*cell));
    *cell = (struct tally_cell){ .group = group };
    return cell;
}

static bool put_cells(struct body_encoder *encoder,
                      const struct body_rule *rule,
                      const struct tally_games *games, uint8_t turn,
                      const struct body_move *move, struct buf *out,
                      struct tabia_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < move->count; i++) {
        const struct tally_game *row =
            &games->rows[tally_played_game(encoder->games[move->first + i])];
        struct tally_cell *cell =
            cell_of_game(encoder, &n, tally_group(rule->dimensions, row));
        if (!cell)
            return error_nomem(err);
        tally_cell_add_game(cell, turn, row);
    }
    if (rule->dimensions)
        varint_put(out, n);
    for (size_t i = 0; i < n; i++) {
        if (rule->dimensions)
            varint_put(out, encoder->cells[i].group -
                                (i ? encoder->cells[i - 1].group : 0));
        put_cell(rule, &encoder->cells[i], out);
    }
    return true;
}

/* The rows of many games are far apart in memory, so they are sent for. */
static void prefetch_row(const struct tally_games *games, tally_played played)
{
    PREFETCH(&games->rows[tally_played_game(played)]);
}

typedef bool goes_before(const struct tally_game *a, uint64_t a_game,
                         const struct tally_game *b, uint64_t b_game);

/* The first 'max' of the games in an order, by their index. How many. */
static size_t choose_samples(const struct body_encoder *encoder,
                             const struct tally_games *games, size_t n,
                             goes_before *before, size_t max, size_t *list)
{
    size_t nlist = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t game = tally_played_game(encoder->games[i]);
        size_t at = nlist;
        if (i + ROWS_AHEAD < n)
            prefetch_row(games, encoder->games[i + ROWS_AHEAD]);
        for (; at > 0; at--) {
            const uint64_t other =
                tally_played_game(encoder->games[list[at - 1]]);
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

static void put_samples(const struct body_encoder *encoder,
                        const struct tally_games *games, size_t n,
                        struct buf *out)
{
    static const struct {
        goes_before *before;
        size_t max;
    } kinds[] = { { tally_is_better, STORE_TOP_MAX },
                  { tally_is_newer, STORE_RECENT_MAX } };
    struct bits_writer w = { .out = out };
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        size_t list[STORE_TOP_MAX];
        const size_t nlist = choose_samples(encoder, games, n, kinds[k].before,
                                            kinds[k].max, list);
        for (size_t i = 0; i < nlist; i++) {
            if (n <= STORE_INLINE_MAX) {
                bits_put(&w, list[i], bits_width(n - 1));
                continue;
            }
            size_t move = 0;
            while (list[i] - encoder->moves[move].first >=
                   encoder->moves[move].count)
                move++;
            varint_put(out, tally_played_game(encoder->games[list[i]]));
            varint_put(out, move);
        }
    }
    bits_end(&w);
}

/* The numbers of a move's games, in place of what was played. */
static const uint64_t *numbers_of(struct body_encoder *encoder,
                                  const struct body_move *move)
{
    uint64_t *list = encoder->games + move->first;
    for (size_t i = 0; i < move->count; i++)
        list[i] = tally_played_game(list[i]);
    return list;
}

bool body_encode(struct body_encoder *encoder, const struct body_rule *rule,
                 const struct tally_games *games, uint8_t turn,
                 const tally_played *played, size_t n, struct buf *body,
                 struct buf *list, struct tabia_error *err)
{
    const bool is_listed = n > STORE_INLINE_MAX;
    for (size_t i = 0; i < n && i < ROWS_AHEAD; i++)
        prefetch_row(games, played[i]);
    if (!sort_by_move(encoder, played, n, err))
        return false;
    const size_t few =
        encoder->nmoves < BODY_HEAD_MANY ? encoder->nmoves : BODY_HEAD_MANY;
    buf_add_char(body, (char)(turn | (is_listed ? BODY_HEAD_LISTED : 0) |
                              (unsigned)few << BODY_HEAD_SHIFT));
    if (few == BODY_HEAD_MANY)
        varint_put(body, encoder->nmoves - few);
    // The list is written now, the samples need the moves that were played.
    struct buf *samples = &encoder->samples;
    samples->limit = SAMPLES_SIZE;
    buf_reset(samples);
    put_samples(encoder, games, n, samples);
    static const uint8_t zero[STORE_SUM_SIZE];
    if (is_listed)
        buf_add(list, zero, sizeof(zero));
    bool ok = true;
    for (size_t i = 0; ok && i < encoder->nmoves; i++) {
        const struct body_move *move = &encoder->moves[i];
        const unsigned code =
            move->move | (move->count == 1 ? BODY_ONE_GAME : 0);
        const uint8_t bytes[2] = { (uint8_t)(code >> 8), (uint8_t)code };
        buf_add(body, bytes, sizeof(bytes));
        if (move->count == 1) {
            const uint64_t game =
                tally_played_game(encoder->games[move->first]);
            put_one_game(rule, turn, &games->rows[game], game, body);
            continue;
        }
        ok = put_cells(encoder, rule, games, turn, move, body, err);
        const uint64_t *numbers = numbers_of(encoder, move);
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
        buf_add(body, zero, BODY_OFFSET_SIZE);
    return ok && (!samples->failed || buf_error(samples, err));
}
