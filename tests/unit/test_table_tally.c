/*
 * test_table_tally.c - tallies against counting by hand, in any order
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/bytes.h"
#include "random.h"
#include "store/store.h"
#include "store/tally.h"
#include "store/tally_code.h"

enum { NROWS = 400, NMOVES = 12, BUF_MAX = 1 << 20 };

struct world {
    uint64_t seed;
    struct tally_game rows[NROWS];
    tabia_move moves[NMOVES];
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
    for (size_t i = 0; i < NROWS; i++) {
        struct tally_game *row = &w->rows[i];
        memset(row, 0, sizeof(*row));
        row->date = random_date(w);
        for (int c = 0; c < 2; c++)
            row->rating[c] =
                below(w, 5) ? (uint16_t)(900 + 100 * below(w, 19)) : 0;
        row->result = (uint8_t)below(w, 3);
        row->speed = (uint8_t)below(w, TABIA_NSPEEDS);
        assert_true(tally_game_is_valid(row));
    }
    for (size_t i = 0; i < NMOVES; i++) // ascending, as legal moves are
        w->moves[i] = (tabia_move)(i * 300 + 1);
}

static struct tally_rule rule_of(const struct world *w, unsigned by)
{
    return (struct tally_rule){ .by = by, .games = { w->rows, NROWS } };
}

/* Each game at most once; few moves get most of the games. */
static size_t random_games(struct world *w, struct tally_played *list,
                           size_t max)
{
    size_t n = 0;
    for (uint64_t game = 0; game < NROWS && n < max; game++)
        if (below(w, NROWS) < 2 * max)
            list[n++] = (struct tally_played){
                game, w->moves[below(w, 1 + below(w, NMOVES))]
            };
    return n;
}

static void shuffle(struct world *w, struct tally_played *list, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        const size_t k = below(w, (unsigned)i);
        const struct tally_played swapped = list[i - 1];
        list[i - 1] = list[k];
        list[k] = swapped;
    }
}

/* ---- the slow way ---------------------------------------------------- */

static void slow_cell(const struct world *w, const struct tally_played *list,
                      size_t n, tabia_move mv, unsigned by, uint32_t group,
                      uint8_t turn, struct tally_cell *sum)
{
    *sum = (struct tally_cell){ .group = group };
    for (size_t i = 0; i < n; i++) {
        const struct tally_game *row = &w->rows[list[i].game];
        if (list[i].move != mv || tally_group(by, row) != group)
            continue;
        sum->results.white += row->result == 0;
        sum->results.draws += row->result == 1;
        sum->results.black += row->result == 2;
        sum->own_sum += row->rating[turn];
        sum->own_rated += row->rating[turn] > 0;
        sum->other_sum += row->rating[!turn];
        sum->other_rated += row->rating[!turn] > 0;
        if (row->date && (!sum->first || row->date < sum->first))
            sum->first = row->date;
        if (row->date > sum->last)
            sum->last = row->date;
    }
}

static double mean_of(const struct tally_game *row)
{
    if (row->rating[0] && row->rating[1])
        return (row->rating[0] + row->rating[1]) / 2.0;
    return row->rating[0] + row->rating[1];
}

/* How many of the games go before this one, by rating or by date. */
static size_t slow_rank(const struct world *w, const struct tally_played *list,
                        size_t n, uint64_t game, bool by_date)
{
    size_t rank = 0;
    const struct tally_game *me = &w->rows[game];
    for (size_t i = 0; i < n; i++) {
        const struct tally_game *row = &w->rows[list[i].game];
        const uint64_t other = list[i].game;
        if (by_date)
            rank +=
                row->date > me->date || (row->date == me->date && other > game);
        else
            rank += mean_of(row) > mean_of(me) ||
                    (mean_of(row) >= mean_of(me) && other < game);
    }
    return rank;
}

static size_t slow_count(const struct tally_played *list, size_t n,
                         tabia_move mv)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += list[i].move == mv;
    return count;
}

static void check_move(const struct world *w, const struct tally *t,
                       const struct tally_move *move, unsigned by,
                       const struct tally_played *list, size_t n)
{
    const size_t count = slow_count(list, n, move->move);
    assert_true(count > 0);
    assert_int_equal(move->ngames, count <= TALLY_LIST_MAX ? count : 0);
    uint64_t counted = move->ngames;
    for (size_t i = 0; i < move->ncells; i++) {
        struct tally_cell want;
        slow_cell(w, list, n, move->move, by, move->cells[i].group, t->turn,
                  &want);
        assert_memory_equal(&move->cells[i], &want, sizeof(want));
        counted += tabia_results_games(&want.results);
    }
    assert_int_equal(counted, count);

    const struct tally_rule rule = rule_of(w, by);
    const struct tally_cell got = tally_move_sum(t, &rule, move);
    struct tally_cell all;
    slow_cell(w, list, n, move->move, 0, 0, t->turn, &all);
    assert_memory_equal(&got, &all, sizeof(all));
}

static void check_tally(const struct world *w, const struct tally *t,
                        unsigned by, const struct tally_played *list, size_t n)
{
    size_t total = 0;
    bool has_cells = false;
    for (size_t i = 0; i < t->nmoves; i++) {
        check_move(w, t, &t->moves[i], by, list, n);
        total += slow_count(list, n, t->moves[i].move);
        has_cells |= t->moves[i].ncells > 0;
    }
    assert_int_equal(total, n);
    assert_int_equal(t->has_cells, has_cells);
    if (!has_cells)
        return;
    assert_int_equal(t->ntop, n < STORE_TOP ? n : STORE_TOP);
    assert_int_equal(t->nrecent, n < STORE_RECENT ? n : STORE_RECENT);
    for (size_t i = 0; i < t->ntop; i++)
        assert_int_equal(slow_rank(w, list, n, t->top[i].game, false), i);
    for (size_t i = 0; i < t->nrecent; i++)
        assert_int_equal(slow_rank(w, list, n, t->recent[i].game, true), i);
}

/* ---- any order ------------------------------------------------------- */

static const struct tally_key some_key = { 1, 2 };

/* Counts the games in parts, and the parts' bytes in parts again. */
static void count_in_parts(struct world *w, const struct tally_rule *rule,
                           const struct tally_played *list, size_t n,
                           uint8_t turn, struct buf *out, unsigned depth)
{
    struct tally t;
    tally_init(&t);
    tally_start(&t, some_key, turn);
    if (n < 2 || depth == 0 || below(w, 4) == 0) {
        assert_true(tally_add_games(&t, rule, list, n, NULL));
    } else {
        const size_t cut = 1 + below(w, (unsigned)n - 1);
        const size_t first = below(w, 2);
        struct buf parts[2] = { { .limit = BUF_MAX }, { .limit = BUF_MAX } };
        count_in_parts(w, rule, list, cut, turn, &parts[0], depth - 1);
        count_in_parts(w, rule, list + cut, n - cut, turn, &parts[1],
                       depth - 1);
        for (size_t i = 0; i < 2; i++) {
            const struct buf *part = &parts[(first + i) % 2];
            assert_int_equal(tally_add_coded(&t, rule, buf_bytes(part), 0,
                                             NULL),
                             part->size);
        }
        buf_clear(&parts[0]);
        buf_clear(&parts[1]);
    }
    tally_encode(&t, out);
    assert_false(out->failed);
    tally_free(&t);
}

static void try_world(uint64_t seed, unsigned by, size_t max)
{
    struct world w;
    struct tally_played list[NROWS];
    fill_world(&w, seed);
    const struct tally_rule rule = rule_of(&w, by);
    const size_t n = random_games(&w, list, max);
    if (n == 0)
        return;

    struct tally t;
    struct buf want = { .limit = BUF_MAX }, got = { .limit = BUF_MAX };
    tally_init(&t);
    tally_start(&t, some_key, (uint8_t)(seed & 1));
    assert_true(tally_add_games(&t, &rule, list, n, NULL));
    check_tally(&w, &t, by, list, n);
    tally_encode(&t, &want);

    for (int i = 0; i < 5; i++) {
        buf_reset(&got);
        shuffle(&w, list, n);
        count_in_parts(&w, &rule, list, n, (uint8_t)(seed & 1), &got, 4);
        assert_int_equal(got.size, want.size);
        assert_memory_equal(got.data, want.data, want.size);
    }
    tally_free(&t);
    buf_clear(&want);
    buf_clear(&got);
}

static void test_any_order(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 400; seed++)
        try_world(seed, seed % 8, 1 + seed % 7 * (seed % 11) * 4);
}

/* Games of a later part get higher numbers. */
static void test_raised_numbers(void **state)
{
    (void)state;
    struct world w;
    struct tally_played list[NROWS], low[NROWS];
    fill_world(&w, 77);
    const struct tally_rule rule = rule_of(&w, TABIA_BY_RATING);
    const size_t base = NROWS / 2;
    size_t n = 0;
    for (uint64_t game = base; game < NROWS; game += 3, n++) {
        list[n] = (struct tally_played){ game, w.moves[game % 3] };
        low[n] = (struct tally_played){ game - base, w.moves[game % 3] };
    }
    // What is summed in the part is what its own games say.
    struct world part = w;
    memcpy(part.rows, w.rows + base, base * sizeof(*w.rows));
    const struct tally_rule part_rule = rule_of(&part, TABIA_BY_RATING);

    struct tally t;
    struct buf want = { .limit = BUF_MAX }, got = { .limit = BUF_MAX };
    tally_init(&t);
    tally_start(&t, some_key, 0);
    assert_true(tally_add_games(&t, &rule, list, n, NULL));
    tally_encode(&t, &want);
    tally_start(&t, some_key, 0);
    assert_true(tally_add_games(&t, &part_rule, low, n, NULL));
    tally_encode(&t, &got);
    tally_start(&t, some_key, 0);
    assert_int_equal(tally_add_coded(&t, &rule, buf_bytes(&got), base, NULL),
                     got.size);
    buf_reset(&got);
    tally_encode(&t, &got);
    assert_int_equal(got.size, want.size);
    assert_memory_equal(got.data, want.data, want.size);

    struct tabia_error err = { 0 };
    tally_start(&t, some_key, 0);
    assert_int_equal(tally_add_coded(&t, &rule, buf_bytes(&got), NROWS, &err),
                     0);
    assert_int_equal(err.status, TABIA_ERR_CORRUPT);
    tally_free(&t);
    buf_clear(&want);
    buf_clear(&got);
}

/* ---- bytes that are wrong -------------------------------------------- */

/* More moves than a position can have are damage, not a lack of memory. */
static void test_many_moves(void **state)
{
    static struct tally_game rows[TABIA_MOVES_MAX + 1];
    static struct tally_played played[COUNT_OF(rows)];
    const struct tally_rule rule = { .games = { rows, COUNT_OF(rows) } };
    struct tabia_error err = { 0 };
    struct tally t;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(played); i++)
        played[i] = (struct tally_played){ i, (tabia_move)(i + 1) };
    tally_init(&t);
    tally_start(&t, (struct tally_key){ 1, 2 }, TABIA_WHITE);
    assert_true(tally_add_games(&t, &rule, played, TABIA_MOVES_MAX, &err));
    assert_false(tally_add_games(&t, &rule, played + TABIA_MOVES_MAX, 1, &err));
    assert_int_equal(err.status, TABIA_ERR_CORRUPT);
    tally_free(&t);
}

static void test_wrong_bytes(void **state)
{
    (void)state;
    struct world w;
    struct tally_played list[NROWS];
    fill_world(&w, 5);
    const struct tally_rule rule = rule_of(&w, 7);
    const size_t n = random_games(&w, list, 150);
    struct tally t;
    struct buf coded = { .limit = BUF_MAX };
    tally_init(&t);
    tally_start(&t, some_key, 1);
    assert_true(tally_add_games(&t, &rule, list, n, NULL));
    tally_encode(&t, &coded);

    for (size_t size = 0; size < coded.size; size++) {
        uint8_t *exact = malloc(size + !size);
        memcpy(exact, coded.data, size);
        const struct tabia_bytes cut = { exact, size };
        tally_start(&t, some_key, 0);
        assert_int_equal(tally_add_coded(&t, &rule, cut, 0, NULL), 0);
        free(exact);
    }
    // Some flips give another tally: that is what the checksums are for.
    size_t nread = 0;
    for (size_t bit = 0; bit < 8 * coded.size; bit++) {
        coded.data[bit / 8] = (char)(coded.data[bit / 8] ^ 1 << bit % 8);
        tally_start(&t, some_key, 0);
        nread += tally_add_coded(&t, &rule, buf_bytes(&coded), 0, NULL) > 0;
        coded.data[bit / 8] = (char)(coded.data[bit / 8] ^ 1 << bit % 8);
    }
    assert_true(nread < 8 * coded.size);
    tally_free(&t);
    buf_clear(&coded);
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
        { "truncated", { 0x80 }, 1 },
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
        assert_true(check_number(rows[i].name, store_rating_group(rows[i].mean),
                                 rows[i].group));
    assert_int_equal(tabia_rating_bound(7), 2200);
    assert_int_equal(tabia_rating_bound(TABIA_RATING_NONE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_raised_numbers),
        cmocka_unit_test(test_many_moves),
        cmocka_unit_test(test_wrong_bytes),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests_name("tally", tests, NULL, NULL);
}
