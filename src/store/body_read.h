/*
 * body_read.h - reading the statistics of a position
 *
 * In a header, because an answer is a few hundred nanoseconds, most of them
 * here: who reads a body has all of it inlined.
 */
#ifndef STORE_BODY_READ_H
#define STORE_BODY_READ_H

#include "store/body.h"

enum {
    BODY_HEAD_LISTED = 2,
    BODY_HEAD_SHIFT = 2,
    BODY_HEAD_MANY = 63, // moves, and more in a number
    BODY_ONE_GAME = 1 << 15,
    BODY_NO_OWN = 4,   // of one game: the side to move has no rating
    BODY_NO_OTHER = 8, // the other side has none
    BODY_SPEED_SHIFT = 4,
    BODY_OFFSET_SIZE = 4,
};

/* Bounds that keep every sum of sums below 2^64. */
#define BODY_COUNT_MAX (UINT64_C(1) << 47)

static ALWAYS_INLINE void body_reader_init(struct body_reader *r,
                                           struct tabia_bytes bytes,
                                           const struct body_rule *rule)
{
    r->src = (struct varint_src){ bytes.data, bytes.data + bytes.size, false };
    r->start = bytes.data;
    r->readable = r->src.end;
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
    r->is_listed = head && *head & BODY_HEAD_LISTED;
    r->nmoves = head ? *head >> BODY_HEAD_SHIFT : 0;
    if (r->nmoves == BODY_HEAD_MANY)
        r->nmoves +=
            (size_t)varint_get_max(&r->src, TABIA_MOVES_MAX - BODY_HEAD_MANY);
    if (r->nmoves == 0)
        varint_fail(&r->src);
}

/* A number that is seldom below 128, and at most 'max'. */
static ALWAYS_INLINE uint64_t body_get_at_most(struct varint_src *src,
                                               const uint8_t *readable,
                                               uint64_t max)
{
    const uint64_t value = varint_get_wide(src, readable);
    return LIKELY(value <= max) ? value : varint_fail(src);
}

/* What follows the cells of a move: its games, or the size of their list. */
static ALWAYS_INLINE void body_end_move(struct body_reader *r)
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
    if (!is_ordered || r->total > BODY_COUNT_MAX ||
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
            const uint64_t game =
                next + body_get_at_most(&src, r->readable, BODY_COUNT_MAX);
            r->played[i] = r->move;
            r->games[i] = game;
            next = game + 1;
        }
        r->ngames = end;
        r->src = src;
    }
}

/* The next move. False after the last one and after a fault. */
static ALWAYS_INLINE bool body_reader_move(struct body_reader *r)
{
    if (r->is_begun)
        body_end_move(r);
    if (r->nread == r->nmoves || r->cells_left || r->src.failed)
        return false;
    const uint8_t *p = varint_take(&r->src, 2);
    const unsigned code = p ? load_be16(p) : 0;
    r->move = (tabia_move)(code & (BODY_ONE_GAME - 1));
    if ((r->move & 63) == (r->move >> 6 & 63) || r->move >> 12 > TABIA_QUEEN ||
        r->move >> 12 == TABIA_PAWN)
        varint_fail(&r->src);
    const bool is_one = code & BODY_ONE_GAME;
    r->moves[r->nread].move = r->move;
    r->moves[r->nread].is_one = is_one;
    r->moves[r->nread].size = 0;
    r->nread++;
    r->count = 0;
    r->group = 0;
    r->is_begun = true;
    // A cell has several bytes: what is left bounds their number.
    r->ncells =
        is_one || !r->rule->dimensions
            ? 1
            : varint_get_max(&r->src, (uint64_t)(r->src.end - r->src.p));
    r->cells_left = r->ncells;
    if (r->ncells == 0)
        varint_fail(&r->src);
    return !r->src.failed;
}

/* A date as it was coded; its packed form must stand for a day. */
static ALWAYS_INLINE uint32_t body_get_date(struct varint_src *src,
                                            const struct body_rule *rule,
                                            uint64_t code)
{
    if (code == 0)
        return 0;
    const uint64_t packed = rule->first_date + code - 1;
    if (UNLIKELY(packed >> 9 > 9999 || (packed >> 5 & 15) > 12)) {
        varint_fail(src);
        return 0;
    }
    return tally_date_unpack((uint32_t)packed);
}

static ALWAYS_INLINE void body_read_one_game(struct body_reader *r,
                                             struct tally_cell *cell)
{
    struct varint_src src = r->src;
    const uint8_t *p = varint_take(&src, 1);
    const unsigned head = p ? *p : 0;
    struct tally_game row = { .result = head & 3,
                              .speed = (uint8_t)(head >> BODY_SPEED_SHIFT) };
    for (unsigned k = 0; k < 2; k++)
        if (!(head & (k ? BODY_NO_OTHER : BODY_NO_OWN))) {
            row.ratings[r->turn ^ k] =
                (uint16_t)body_get_at_most(&src, r->readable, UINT16_MAX);
            if (!row.ratings[r->turn ^ k])
                varint_fail(&src);
        }
    row.date = body_get_date(&src, r->rule,
                             body_get_at_most(&src, r->readable, UINT32_MAX));
    r->moves[r->nread - 1].game =
        body_get_at_most(&src, r->readable, BODY_COUNT_MAX);
    if (row.result > 2 || row.speed >= TABIA_SPEED_COUNT)
        varint_fail(&src);
    r->src = src;
    const unsigned own = row.ratings[r->turn], other = row.ratings[r->turn ^ 1];
    *cell = (struct tally_cell){
        .group =
            r->rule->dimensions ? tally_group(r->rule->dimensions, &row) : 0,
        .results = { row.result == 0, row.result == 1, row.result == 2 },
        .own_rating_sum = own,
        .own_rated_games = own != 0,
        .other_rating_sum = other,
        .other_rated_games = other != 0,
        .first_date = row.date,
        .last_date = row.date,
    };
}

static ALWAYS_INLINE void body_read_cell(struct body_reader *r,
                                         struct tally_cell *cell)
{
    struct varint_src src = r->src;
    const uint8_t *readable = r->readable;
    const bool is_first = r->cells_left == r->ncells;
    const uint64_t step =
        r->rule->dimensions ? varint_get_max(&src, UINT32_MAX - r->group) : 0;
    cell->group = (uint32_t)(r->group + step);
    const uint64_t white = varint_get_max(&src, 2 * BODY_COUNT_MAX);
    cell->results.white = white >> 1;
    cell->results.draws = varint_get_max(&src, BODY_COUNT_MAX);
    cell->results.black = varint_get_max(&src, BODY_COUNT_MAX);
    const uint64_t n = tabia_tally_games(&cell->results);
    cell->own_rated_games = cell->other_rated_games = n;
    if (white & 1) {
        cell->own_rated_games -= varint_get_max(&src, n);
        cell->other_rated_games -= varint_get_max(&src, n);
        if (cell->own_rated_games == n && cell->other_rated_games == n)
            varint_fail(&src);
    }
    cell->own_rating_sum = varint_get_wide(&src, readable);
    cell->other_rating_sum = varint_get_wide(&src, readable);
    const uint64_t first = body_get_at_most(&src, readable, UINT32_MAX);
    const uint64_t last =
        first ? first + body_get_at_most(&src, readable, UINT32_MAX) : 0;
    cell->first_date = body_get_date(&src, r->rule, first);
    cell->last_date = body_get_date(&src, r->rule, last);
    const bool is_ok =
        n > 0 && n <= BODY_COUNT_MAX && (is_first || step) &&
        !(cell->group & ~tally_group_mask(r->rule->dimensions)) &&
        cell->own_rating_sum <= cell->own_rated_games * UINT16_MAX &&
        cell->own_rating_sum >= cell->own_rated_games &&
        cell->other_rating_sum <= cell->other_rated_games * UINT16_MAX &&
        cell->other_rating_sum >= cell->other_rated_games &&
        (cell->group >> 4 & 15) < TABIA_RATING_GROUPS &&
        (cell->group & 15) < TABIA_SPEED_COUNT;
    if (!is_ok)
        varint_fail(&src);
    r->group = cell->group;
    r->src = src;
}

/* The next cell of that move; all of them must be read. */
static ALWAYS_INLINE bool body_reader_cell(struct body_reader *r,
                                           struct tally_cell *cell)
{
    if (r->cells_left == 0 || r->src.failed)
        return false;
    const bool is_one = r->moves[r->nread - 1].is_one;
    if (is_one)
        body_read_one_game(r, cell);
    else
        body_read_cell(r, cell);
    r->count += tabia_tally_games(&cell->results);
    r->cells_left--;
    // One game is never a sum.
    if (r->count > BODY_COUNT_MAX ||
        (!r->cells_left && !is_one && r->count < 2))
        varint_fail(&r->src);
    return !r->src.failed;
}

/* Samples among the games of the body, by their index. */
static inline size_t body_read_indexes(const struct body_reader *r,
                                       struct bits_reader *bits, size_t max,
                                       struct tabia_store_game_ref *list)
{
    const size_t n = r->ngames < max ? r->ngames : max;
    const unsigned width = bits_width(r->ngames - 1); // there are two at least
    uint64_t word = 0;
    unsigned nheld = 0;
    for (size_t i = 0; i < n; i++) {
        if (nheld < width) {
            word = bits_peek(bits);
            nheld = BITS_PEEK_MIN;
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

static inline size_t body_read_samples(struct body_reader *r, size_t max,
                                       struct tabia_store_game_ref *list)
{
    for (size_t i = 0; i < max; i++) {
        const uint64_t game = varint_get_max(&r->src, BODY_COUNT_MAX);
        const size_t move = (size_t)varint_get_max(&r->src, r->nmoves - 1);
        list[i] = (struct tabia_store_game_ref){ .game = game,
                                                 .move = r->moves[move].move };
    }
    return r->src.failed ? 0 : max;
}

/* After the last move: samples, and where the list is. All must be read. */
static ALWAYS_INLINE bool body_reader_end(struct body_reader *r)
{
    if (r->is_begun)
        body_end_move(r);
    if (r->src.failed || r->nread < r->nmoves || r->cells_left ||
        r->total < 2 || r->is_listed != (r->total > STORE_INLINE_MAX)) {
        varint_fail(&r->src);
        return false;
    }
    if (r->is_listed) {
        r->ntop = body_read_samples(r, STORE_TOP_MAX, r->top);
        r->nrecent = body_read_samples(r, STORE_RECENT_MAX, r->recent);
        const uint8_t *offset = varint_take(&r->src, BODY_OFFSET_SIZE);
        r->list_at = offset ? load_le32(offset) : 0;
        r->list_size += STORE_SUM_SIZE;
    } else {
        struct bits_reader bits = {
            .data = r->start,
            .size = (uint64_t)(r->src.end - r->start),
            .at = 8 * (uint64_t)(r->src.p - r->start),
        };
        r->ntop = body_read_indexes(r, &bits, STORE_TOP_MAX, r->top);
        r->nrecent = body_read_indexes(r, &bits, STORE_RECENT_MAX, r->recent);
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

#endif
