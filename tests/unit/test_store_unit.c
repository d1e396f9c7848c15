/*
 * test_store_unit.c - a store is the same however its positions are shared out
 */
#include <stdlib.h>

#include "check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "store/store_unit.h"
#include "store/store_write.h"

enum { KEYS_MAX = 60000, GAMES = 40 };

static struct tally_key keys[KEYS_MAX];
static struct tally_game rows[GAMES];
static struct tally_rule rule = { .games = { rows, GAMES } };

static int compare_keys(const void *a, const void *b)
{
    return tally_key_compare(*(const struct tally_key *)a,
                             *(const struct tally_key *)b);
}

static void make_keys(size_t n)
{
    uint64_t seed = 88172645463325252u;
    for (size_t i = 0; i < n; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        keys[i] = (struct tally_key){ .hi = seed, .lo = (uint16_t)i };
    }
    qsort(keys, n, sizeof(*keys), compare_keys);
}

/* The games of a position: few as a rule, sometimes too many to be listed. */
static size_t games_of(size_t i, tally_played played[GAMES])
{
    const size_t n = i % 97 == 0 ? GAMES : 1 + i % 3;
    for (size_t k = 0; k < n; k++)
        played[k] = tally_played_make(n == GAMES ? k : i % 7 + k,
                                      tabia_move_make(12, k % 2 ? 20 : 28, 0));
    return n;
}

static struct store_writer *begin(struct sink *dst,
                                  const struct store_config *config)
{
    static const struct store_game_detail detail = { .length = 9 };
    struct store_writer *w = store_writer_new(dst, config, NULL);
    assert_non_null(w);
    for (size_t i = 0; i < GAMES; i++)
        assert_true(store_writer_add_names(w, &detail, NULL));
    for (size_t i = 0; i < GAMES; i++)
        assert_true(store_writer_add_game(w, &rows[i], &detail, NULL));
    return w;
}

/* In the order of keys, one unit for each. */
static void write_plain(struct store_writer *w, size_t n)
{
    struct store_unit *unit = store_unit_new(w, &rule, NULL);
    assert_non_null(unit);
    for (size_t i = 0; i < n; i++) {
        tally_played played[GAMES];
        store_unit_begin(unit, 64);
        assert_true(store_unit_add(unit, keys[i], TABIA_WHITE, played,
                                   games_of(i, played), NULL));
        assert_true(store_unit_end(unit, NULL));
        assert_true(store_writer_append(w, unit, NULL));
    }
    store_unit_free(unit);
}

/*
 * In units of keys with the same first bits. So many are ended before the
 * first of them is appended, as if there were a thread for each.
 */
static void write_units(struct store_writer *w, size_t n, unsigned bits,
                        size_t ahead)
{
    struct store_unit *units[8] = { 0 };
    const size_t nunits = (size_t)1 << bits;
    size_t at = 0;
    for (size_t k = 0; k < ahead; k++) {
        units[k] = store_unit_new(w, &rule, NULL);
        assert_non_null(units[k]);
    }
    for (size_t k = 0; k < nunits + ahead; k++) {
        struct store_unit *unit = units[k % ahead];
        if (k >= ahead)
            assert_true(store_writer_append(w, unit, NULL));
        store_unit_begin(unit, bits);
        for (; at < n && (!bits || keys[at].hi >> (64 - bits) == k); at++) {
            tally_played played[GAMES];
            const size_t ngames = games_of(at, played);
            assert_true(store_unit_add(unit, keys[at], TABIA_WHITE, played,
                                       ngames, NULL));
        }
        assert_true(store_unit_end(unit, NULL));
    }
    for (size_t k = 0; k < ahead; k++)
        store_unit_free(units[k]);
}

static void same_bytes(void **state)
{
    static const size_t counts[] = { 0, 1, 300, 4095, 4096, 4097, KEYS_MAX };
    static const struct {
        unsigned bits;
        size_t ahead;
    } ways[] = { { 0, 1 }, { 4, 2 }, { 8, 1 }, { 8, 2 }, { 8, 8 }, { 12, 3 } };
    static const char *const sources[] = { "games.pgn" };
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const struct store_config config = {
        .files = sources, .nfiles = 1, .roots = &start, .nroots = 1
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct buf want = { .limit = 1 << 28 };
        struct sink dst = sink_to_buf(&want, NULL);
        make_keys(counts[i]);
        struct store_writer *w = begin(&dst, &config);
        write_plain(w, counts[i]);
        assert_true(store_writer_end(w, NULL));
        store_writer_free(w);
        for (size_t k = 0; k < COUNT_OF(ways); k++) {
            struct buf got = { .limit = 1 << 28 };
            struct sink other = sink_to_buf(&got, NULL);
            w = begin(&other, &config);
            write_units(w, counts[i], ways[k].bits, ways[k].ahead);
            assert_true(store_writer_end(w, NULL));
            store_writer_free(w);
            if (got.size != want.size ||
                memcmp(got.data, want.data, want.size) != 0)
                fail_msg("%zu positions, %u bits, %zu ahead", counts[i],
                         ways[k].bits, ways[k].ahead);
            buf_clear(&got);
        }
        buf_clear(&want);
    }
}

/* Bytes of all blocks of positions, and their number. */
static uint64_t count_blocks(const struct buf *bytes, uint64_t *nblocks)
{
    struct tabia_store *store = store_open_bytes(buf_bytes(bytes), NULL, NULL);
    uint64_t nbytes = 0;
    assert_non_null(store);
    *nblocks = store->positions.nblocks;
    for (uint64_t i = 0; i < *nblocks; i++)
        nbytes +=
            store_line_decode(store->bytes.data + store->positions.entry.at +
                              i * STORE_LINE_SIZE)
                .size;
    store_close(store);
    return nbytes;
}

/* Blocks are a few kB, whatever a store is built by, and in whatever units. */
static void block_sizes(void **state)
{
    enum { LEAST = 3000, MOST = 6200 };
    static const unsigned dimensions[] = { 0, TABIA_DIMENSION_MONTH,
                                           TABIA_DIMENSION_RATING |
                                               TABIA_DIMENSION_SPEED |
                                               TABIA_DIMENSION_MONTH };
    static const char *const sources[] = { "games.pgn" };
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    (void)state;
    make_keys(KEYS_MAX);
    for (size_t i = 0; i < GAMES; i++) {
        rows[i].date = (uint32_t)(20100101 + 10000 * (i / 12) + 100 * (i % 12));
        rows[i].ratings[0] = rows[i].ratings[1] = (uint16_t)(1000 + 40 * i);
    }
    for (size_t i = 0; i < COUNT_OF(dimensions); i++) {
        const struct store_config config = { .rule.dimensions = dimensions[i],
                                             .files = sources,
                                             .nfiles = 1,
                                             .roots = &start,
                                             .nroots = 1 };
        struct buf out[2] = { { .limit = 1 << 28 }, { .limit = 1 << 28 } };
        uint64_t nblocks;
        rule.dimensions = dimensions[i];
        for (size_t k = 0; k < COUNT_OF(out); k++) {
            struct sink dst = sink_to_buf(&out[k], NULL);
            struct store_writer *w = begin(&dst, &config);
            if (k == 0)
                write_plain(w, KEYS_MAX);
            else
                write_units(w, KEYS_MAX, 8, 8);
            assert_true(store_writer_end(w, NULL));
            store_writer_free(w);
        }
        assert_int_equal(out[0].size, out[1].size);
        assert_memory_equal(out[0].data, out[1].data, out[0].size);
        const uint64_t mean = count_blocks(&out[0], &nblocks) / nblocks;
        if (mean < LEAST || mean > MOST)
            fail_msg("by %u: %u blocks of %u bytes", dimensions[i],
                     (unsigned)nblocks, (unsigned)mean);
        buf_clear(&out[0]);
        buf_clear(&out[1]);
    }
    memset(rows, 0, sizeof(rows));
    rule.dimensions = 0;
}

static void wrong_order(void **state)
{
    static const char *const sources[] = { "games.pgn" };
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const struct store_config config = {
        .files = sources, .nfiles = 1, .roots = &start, .nroots = 1
    };
    const tally_played played = tally_played_make(0, 1);
    struct tabia_error err = { 0 };
    struct buf out = { .limit = 1 << 20 };
    struct sink dst = sink_to_buf(&out, NULL);
    struct store_writer *w = begin(&dst, &config);
    struct store_unit *unit = store_unit_new(w, &rule, NULL);
    (void)state;
    assert_non_null(unit);
    make_keys(3);
    store_unit_begin(unit, 0);
    assert_true(store_unit_add(unit, keys[1], 0, &played, 1, &err));
    assert_false(store_unit_add(unit, keys[0], 0, &played, 1, &err));
    assert_string_equal(err.msg,
                        "positions must come with moves and by their keys");
    assert_true(store_writer_append(w, unit, NULL));
    store_unit_begin(unit, 0);
    assert_true(store_unit_add(unit, keys[0], 0, &played, 1, NULL));
    err = (struct tabia_error){ 0 };
    assert_false(store_writer_append(w, unit, &err));
    assert_string_equal(err.msg, "units must come by their keys");
    store_unit_free(unit);
    store_writer_free(w);
    buf_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(block_sizes),
        cmocka_unit_test(wrong_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
