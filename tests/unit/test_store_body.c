/*
 * test_store_body.c - positions that games share, against counting by hand
 */
#include "check.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "random.h"
#include "store/body_read.h"
#include "store/dimensions.h"
#include "store/tally.h"

enum { NROWS = 400, NMOVES = 12, BUF_MAX = 1 << 20 };

struct world {
    uint64_t seed;
    struct tally_game rows[NROWS];
    tabia_move moves[NMOVES];
    uint32_t first; // date
};

static unsigned below(struct world *w, unsigned n)
{
    return (unsigned)(random_next(&w->seed) % n);
}

static uint32_t random_date(struct world *w)
{
    const uint32_t year = 2000 + below(w, 4), month = below(w, 13);
    switch (below(w, 4)) {
    case 0:
        return 0;
    case 1:
        return year * 10000;
    default:
        return year * 10000 + month * 100 + (month ? below(w, 32) : 0);
    }
}

static void fill_world(struct world *w, uint64_t seed)
{
    w->seed = seed * 2654435761u + 1;
    w->first = 0;
    for (size_t i = 0; i < NROWS; i++) {
        struct tally_game *row = &w->rows[i];
        memset(row, 0, sizeof(*row));
        row->date = random_date(w);
        for (int c = 0; c < 2; c++)
            row->ratings[c] =
                below(w, 5) ? (uint16_t)(900 + 100 * below(w, 19)) : 0;
        row->result = (uint8_t)below(w, 3);
        row->speed = (uint8_t)below(w, TABIA_SPEED_COUNT);
        assert_true(tally_game_is_valid(row));
        if (row->date && (!w->first || row->date < w->first))
            w->first = row->date;
    }
    for (size_t i = 0; i < NMOVES; i++)
        w->moves[i] = (tabia_move)(i * 300 + 1);
}

/* Each game at most once; few moves get most of the games. */
static size_t random_games(struct world *w, tally_played *list, size_t max)
{
    size_t n = 0;
    for (uint64_t game = 0; game < NROWS && n < max; game++)
        if (below(w, NROWS) < 2 * max)
            list[n++] =
                tally_played_make(game,
                                  w->moves[below(w, 1 + below(w, NMOVES))]);
    return n;
}

/* ---- the slow way ---------------------------------------------------- */

static struct tally_cell slow_cell(const struct world *w,
                                   const tally_played *list, size_t n,
                                   tabia_move mv, unsigned by, uint32_t group,
                                   uint8_t turn)
{
    struct tally_cell sum = { .group = group };
    for (size_t i = 0; i < n; i++) {
        const struct tally_game *row = &w->rows[tally_played_game(list[i])];
        if (tally_played_move(list[i]) != mv || tally_group(by, row) != group)
            continue;
        sum.results.white += row->result == 0;
        sum.results.draws += row->result == 1;
        sum.results.black += row->result == 2;
        sum.own_rating_sum += row->ratings[turn];
        sum.own_rated_games += row->ratings[turn] > 0;
        sum.other_rating_sum += row->ratings[!turn];
        sum.other_rated_games += row->ratings[!turn] > 0;
        if (row->date && (!sum.first_date || row->date < sum.first_date))
            sum.first_date = row->date;
        if (row->date > sum.last_date)
            sum.last_date = row->date;
    }
    return sum;
}

static bool is_same_cell(const struct tally_cell *a, const struct tally_cell *b)
{
    return a->group == b->group && a->results.white == b->results.white &&
           a->results.draws == b->results.draws &&
           a->results.black == b->results.black &&
           a->own_rating_sum == b->own_rating_sum &&
           a->own_rated_games == b->own_rated_games &&
           a->other_rating_sum == b->other_rating_sum &&
           a->other_rated_games == b->other_rated_games &&
           a->first_date == b->first_date && a->last_date == b->last_date;
}

static double mean_of(const struct tally_game *row)
{
    if (row->ratings[0] && row->ratings[1])
        return (row->ratings[0] + row->ratings[1]) / 2.0;
    return row->ratings[0] + row->ratings[1];
}

/* How many of the games go before this one, by rating or by date. */
static size_t slow_rank(const struct world *w, const tally_played *list,
                        size_t n, uint64_t game, bool by_date)
{
    size_t rank = 0;
    const struct tally_game *me = &w->rows[game];
    for (size_t i = 0; i < n; i++) {
        const uint64_t other = tally_played_game(list[i]);
        const struct tally_game *row = &w->rows[other];
        if (by_date)
            rank +=
                row->date > me->date || (row->date == me->date && other > game);
        else
            rank += mean_of(row) > mean_of(me) ||
                    (mean_of(row) >= mean_of(me) && other < game);
    }
    return rank;
}

static size_t slow_count(const tally_played *list, size_t n, tabia_move mv)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += tally_played_move(list[i]) == mv;
    return count;
}

/* ---- what was written is read ---------------------------------------- */

static void check_samples(const struct world *w, const tally_played *list,
                          size_t n, const struct tabia_store_game_ref *samples,
                          size_t nsamples, size_t max, bool by_date)
{
    assert_int_equal(nsamples, n < max ? n : max);
    for (size_t i = 0; i < nsamples; i++) {
        assert_int_equal(slow_rank(w, list, n, samples[i].game, by_date), i);
        size_t k = 0;
        while (tally_played_game(list[k]) != samples[i].game)
            k++;
        assert_int_equal(tally_played_move(list[k]), samples[i].move);
    }
}

/* Every game of a move, in order: in the body or in the list. */
static void check_games(const struct body_reader *r, const struct buf *list,
                        const tally_played *played, size_t n)
{
    const uint8_t *at =
        list->size ? (const uint8_t *)list->data + STORE_SUM_SIZE : NULL;
    size_t inner = 0;
    for (size_t i = 0; i < r->nmoves; i++) {
        struct body_list_reader games = { .left = 0 };
        if (r->is_listed && !r->moves[i].is_one) {
            body_list_reader_init(
                &games, (struct tabia_bytes){ at, (size_t)r->moves[i].size },
                r->moves[i].count);
            at += r->moves[i].size;
        }
        for (size_t k = 0; k < n; k++) {
            uint64_t game;
            if (tally_played_move(played[k]) != r->moves[i].move)
                continue;
            if (!r->is_listed)
                game = r->games[inner++];
            else if (r->moves[i].is_one)
                game = r->moves[i].game;
            else
                assert_true(body_list_reader_next(&games, &game));
            assert_int_equal(game, tally_played_game(played[k]));
        }
        assert_int_equal(games.left, 0);
        assert_false(games.bits.failed);
    }
    assert_int_equal(r->list_size, list->size);
}

static void check_body(const struct world *w, unsigned by, uint8_t turn,
                       const tally_played *played, size_t n,
                       const struct buf *body, const struct buf *list)
{
    const struct body_rule rule = { by, tally_date_pack(w->first) };
    struct body_reader r;
    struct tally_cell cell;
    uint64_t last_count = UINT64_MAX;
    tabia_move last_move = 0;
    body_reader_init(&r, buf_bytes(body), &rule);
    assert_int_equal(r.turn, turn);
    while (body_reader_move(&r)) {
        uint64_t count = 0;
        while (body_reader_cell(&r, &cell)) {
            const struct tally_cell want =
                slow_cell(w, played, n, r.move, by, cell.group, turn);
            assert_true(is_same_cell(&cell, &want));
            count += tabia_tally_games(&cell.results);
        }
        assert_int_equal(count, slow_count(played, n, r.move));
        assert_true(count < last_count ||
                    (count == last_count && r.move > last_move));
        last_count = count;
        last_move = r.move;
    }
    assert_true(body_reader_end(&r));
    assert_int_equal(r.total, n);
    assert_int_equal(r.is_listed, n > STORE_INLINE_MAX);
    check_samples(w, played, n, r.top, r.ntop, STORE_TOP_MAX, false);
    check_samples(w, played, n, r.recent, r.nrecent, STORE_RECENT_MAX, true);
    check_games(&r, list, played, n);
}

/* Reads all of any bytes; true if they are sound. */
static bool read_all(struct tabia_bytes bytes, const struct body_rule *rule)
{
    struct body_reader r;
    struct tally_cell cell;
    body_reader_init(&r, bytes, rule);
    while (body_reader_move(&r))
        while (body_reader_cell(&r, &cell))
            continue;
    return body_reader_end(&r);
}

static void encode(const struct world *w, unsigned by, uint8_t turn,
                   const tally_played *played, size_t n, struct buf *body,
                   struct buf *list)
{
    const struct body_rule rule = { by, tally_date_pack(w->first) };
    const struct tally_games games = { w->rows, NROWS };
    struct body_encoder maker = { 0 };
    body->limit = list->limit = BUF_MAX;
    assert_true(
        body_encode(&maker, &rule, &games, turn, played, n, body, list, NULL));
    assert_false(body->failed || list->failed);
    body_encoder_clear(&maker);
}

static void test_bodies(void **state)
{
    (void)state;
    size_t nlisted = 0;
    for (unsigned seed = 1; seed <= 400; seed++) {
        struct world w;
        tally_played played[NROWS];
        struct buf body = { 0 }, list = { 0 };
        const uint8_t turn = seed & 1;
        fill_world(&w, seed);
        const size_t n =
            random_games(&w, played, 2 + seed % 7 * (seed % 11) * 4);
        if (n < 2)
            continue;
        encode(&w, seed % 8, turn, played, n, &body, &list);
        check_body(&w, seed % 8, turn, played, n, &body, &list);
        nlisted += n > STORE_INLINE_MAX;
        buf_clear(&body);
        buf_clear(&list);
    }
    assert_in_range(nlisted, 100, 399);
}

/* ---- bytes that are wrong -------------------------------------------- */

/* More moves than a position can have are damage, not a lack of memory. */
static void test_many_moves(void **state)
{
    static struct tally_game rows[TABIA_MOVES_MAX + 1];
    static tally_played played[COUNT_OF(rows)];
    const struct tally_games games = { rows, COUNT_OF(rows) };
    const struct body_rule rule = { 0, 0 };
    struct tabia_error err = { 0 };
    struct body_encoder maker = { 0 };
    struct buf body = { .limit = BUF_MAX }, list = { .limit = BUF_MAX };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(played); i++)
        played[i] = tally_played_make(i, (tabia_move)(i + 1));
    assert_true(body_encode(&maker, &rule, &games, 0, played, TABIA_MOVES_MAX,
                            &body, &list, &err));
    assert_false(body_encode(&maker, &rule, &games, 0, played,
                             TABIA_MOVES_MAX + 1, &body, &list, &err));
    assert_int_equal(err.status, TABIA_ERR_CORRUPT);
    body_encoder_clear(&maker);
    buf_clear(&body);
    buf_clear(&list);
}

static void test_wrong_bytes(void **state)
{
    (void)state;
    static const size_t counts[] = { 2, 20, 150 };
    for (size_t k = 0; k < COUNT_OF(counts); k++) {
        struct world w;
        tally_played played[NROWS];
        struct buf body = { 0 }, list = { 0 };
        fill_world(&w, 5 + k);
        const struct body_rule rule = { 7, tally_date_pack(w.first) };
        const size_t n = random_games(&w, played, counts[k]);
        encode(&w, 7, 1, played, n, &body, &list);
        assert_true(read_all(buf_bytes(&body), &rule));
        for (size_t size = 0; size < body.size; size++) {
            uint8_t *exact = malloc(size + !size);
            memcpy(exact, body.data, size);
            assert_false(read_all((struct tabia_bytes){ exact, size }, &rule));
            free(exact);
        }
        // Some flips give another body: that is what the checksums are for.
        size_t nread = 0;
        for (size_t bit = 0; bit < 8 * body.size; bit++) {
            body.data[bit / 8] = (char)(body.data[bit / 8] ^ 1 << bit % 8);
            nread += read_all(buf_bytes(&body), &rule);
            body.data[bit / 8] = (char)(body.data[bit / 8] ^ 1 << bit % 8);
        }
        assert_true(nread < 8 * body.size);
        buf_clear(&body);
        buf_clear(&list);
    }
}

/* Numbers close together and far apart; a list that ends too soon. */
static void test_lists(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (unsigned shift = 0; shift < 40; shift++) {
        uint64_t numbers[200], next = 0;
        struct buf out = { .limit = BUF_MAX };
        for (size_t i = 0; i < COUNT_OF(numbers); i++) {
            next += random_next(&seed) % (UINT64_C(1) << shift);
            numbers[i] = next++;
        }
        body_put_list(numbers, COUNT_OF(numbers), &out);
        struct body_list_reader r;
        uint64_t number;
        body_list_reader_init(&r, buf_bytes(&out), COUNT_OF(numbers));
        for (size_t i = 0; i < COUNT_OF(numbers); i++) {
            assert_true(body_list_reader_next(&r, &number));
            assert_true(number == numbers[i]);
        }
        assert_false(body_list_reader_next(&r, &number));
        assert_false(r.bits.failed);
        for (size_t size = 0; size < out.size; size++) {
            uint8_t *exact = malloc(size + !size);
            memcpy(exact, out.data, size);
            body_list_reader_init(&r, (struct tabia_bytes){ exact, size },
                                  COUNT_OF(numbers));
            while (body_list_reader_next(&r, &number))
                continue;
            assert_true(r.bits.failed);
            free(exact);
        }
        buf_clear(&out);
    }
}

static void test_numbers(void **state)
{
    (void)state;
    static const uint64_t numbers[] = { 0,     1,         127,      128,
                                        16383, 16384,     1u << 31, 5000000000,
                                        1,     UINT64_MAX };
    struct buf buf = { .limit = BUF_MAX };
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        varint_put(&buf, numbers[i]);
    const uint8_t *data = (const uint8_t *)buf.data;
    struct varint_src src = { data, data + buf.size, false };
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        assert_true(check_number("number", varint_get(&src), numbers[i]));
    assert_false(src.failed);
    assert_true(src.p == src.end);
    varint_get(&src);
    assert_true(src.failed);
    buf_clear(&buf);

    static const struct {
        const char *name;
        uint8_t bytes[11];
        size_t n;
    } bad[] = {
        { "cut short", { 0x80 }, 1 },
        { "zero in two bytes", { 0x80, 0 }, 2 },
        { "65 bits",
          { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2 },
          10 },
        { "eleven bytes",
          { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 1 },
          11 },
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct varint_src wrong = { bad[i].bytes, bad[i].bytes + bad[i].n,
                                    false };
        varint_get(&wrong);
        assert_true(check_number(bad[i].name, wrong.failed, true));
    }
}

static void test_dates(void **state)
{
    (void)state;
    static const uint32_t dates[] = { 0,        20000000, 20000001, 20000031,
                                      20000100, 20001231, 20010000, 99991231 };
    for (size_t i = 0; i < COUNT_OF(dates); i++) {
        const uint32_t packed = tally_date_pack(dates[i]);
        assert_true(check_number("date", tally_date_unpack(packed), dates[i]));
        if (i)
            assert_true(packed > tally_date_pack(dates[i - 1]));
    }
}

static void test_groups(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned mean, group;
    } rows[] = {
        { "none", 0, TABIA_RATING_NONE },
        { "lowest", 1, 0 },
        { "999", 999, 0 },
        { "1000", 1000, 1 },
        { "1199", 1199, 1 },
        { "2199", 2199, 6 },
        { "2200", 2200, 7 },
        { "2499", 2499, 7 },
        { "2500", 2500, 8 },
        { "4000", 4000, 8 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_true(check_number(rows[i].name,
                                 dimensions_rating_group(rows[i].mean),
                                 rows[i].group));
    assert_int_equal(tabia_rating_group_bound(7), 2200);
    assert_int_equal(tabia_rating_group_bound(TABIA_RATING_NONE), 0);
}

/* The quick reader gives the same as the plain one, wherever it begins. */
static void test_wide_numbers(void **state)
{
    uint64_t seed = 11;
    size_t nfailed = 0, nread = 0;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        const size_t size = 1 + random_below(&seed, 14);
        const size_t begin = random_below(&seed, (uint32_t)size + 1);
        const size_t readable = size + random_below(&seed, 10);
        uint8_t *data = malloc(readable); // its end is watched
        assert_non_null(data);
        for (size_t i = 0; i < readable; i++) {
            const uint64_t x = random_next(&seed);
            data[i] = (uint8_t)(x >> 8 & (x % 4 ? 0xff : 0x80));
        }
        struct varint_src plain = { data + begin, data + size, false };
        struct varint_src wide = plain;
        while (!plain.failed) {
            const uint64_t value = varint_get_long(&plain);
            assert_true(check_number(
                "wide", varint_get_wide(&wide, data + readable), value));
            assert_ptr_equal(wide.p, plain.p);
            assert_int_equal(wide.failed, plain.failed);
            nread += !plain.failed;
        }
        nfailed++;
        free(data);
    }
    assert_true(nfailed == 20000 && nread > 20000);
}

/* All ways to find the n-th one of a word, and bits behind the end. */
static void test_bits(void **state)
{
    uint64_t seed = 12;
    (void)state;
    for (int round = 0; round < 2000; round++) {
        const uint64_t word = random_next(&seed) & random_next(&seed);
        unsigned n = 0;
        for (unsigned at = 0; at < 64; at++) {
            if (!(word >> at & 1))
                continue;
            assert_int_equal(bits_nth_few(word, n), at);
#ifdef __x86_64__
            if (__builtin_cpu_supports("bmi2"))
                assert_int_equal(bits_nth_pdep(word, n), at);
#endif
            n++;
        }
    }
    for (size_t size = 1; size < 20; size++) {
        uint8_t *data = malloc(size); // its end is watched
        assert_non_null(data);
        for (size_t i = 0; i < size; i++)
            data[i] = (uint8_t)random_next(&seed);
        for (uint64_t at = 0; at < 8 * size + 9; at++) {
            const struct bits_reader r = { data, size, at, false };
            const uint64_t word = bits_peek(&r);
            for (unsigned i = 0; i < BITS_PEEK_MIN; i++) {
                const uint64_t bit = at + i;
                assert_int_equal(
                    word >> (63 - i) & 1,
                    bit < 8 * size ? data[bit / 8] >> (7 - bit % 8) & 1 : 0);
            }
        }
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies),      cmocka_unit_test(test_many_moves),
        cmocka_unit_test(test_wrong_bytes), cmocka_unit_test(test_lists),
        cmocka_unit_test(test_numbers),     cmocka_unit_test(test_dates),
        cmocka_unit_test(test_groups),      cmocka_unit_test(test_wide_numbers),
        cmocka_unit_test(test_bits),
    };
    return cmocka_run_group_tests_name("body", tests, NULL, NULL);
}
