/*
 * test_build_events.c - events through bins, runs and sorting
 */
#include <stdlib.h>

#include "base/compiler.h"
#include "build/merger.h"
#include "check.h"

enum { NEVENTS = 20000, NGAMES = 400 };

static uint64_t seed;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* Random positions, some of them well known. */
static void make_events(struct move_event *events, size_t n, bool is_polyglot)
{
    static const uint64_t known[] = { 0x463b96181691fc9c, 0x823c9b50fd114196,
                                      0x823c9b50fd114197 };
    for (size_t i = 0; i < n; i++) {
        const uint64_t at = next_random() >> 8;
        events[i] = (struct move_event){
            .hi = at % 4 ? next_random() : known[at / 4 % COUNT_OF(known)],
            .lo = is_polyglot ? 0 : (uint16_t)(at % 4 ? at >> 9 : 77),
            .move = (uint16_t)(at >> 20),
            .value = (uint32_t)(i * NGAMES / n),
        };
    }
}

static const struct {
    const char *name;
    enum count_mode mode;
    bool is_polyglot, has_months;
    size_t size;   // of an event
    uint32_t step; // between the values of games
} layouts[] = {
    { "results", COUNT_MODE_RESULTS, true, false, 10, 0 },
    { "months", COUNT_MODE_RESULTS, true, true, 12, 0 },
    { "results, other formats", COUNT_MODE_RESULTS, false, false, 12, 0 },
    { "in turn", COUNT_MODE_IN_TURN, true, false, 12, 4 },
    { "in turn, far apart", COUNT_MODE_IN_TURN, true, false, 12, 7000000 },
    { "games", COUNT_MODE_TALLIES, false, false, 13, 1 },
    { "games far apart", COUNT_MODE_TALLIES, false, false, 13, 60000 },
    { "games very far apart", COUNT_MODE_TALLIES, false, false, 13, 9000000 },
};

static void make_values(size_t layout, uint32_t values[NGAMES])
{
    for (uint32_t i = 0; i < NGAMES; i++)
        values[i] = layouts[layout].step ? 70000 + i * layouts[layout].step
                    : layouts[layout].has_months ? i << 8 | i % 3
                                                 : i % 3;
}

static int compare_events(const void *a, const void *b)
{
    const struct bin_event *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->rest > y->rest) - (x->rest < y->rest);
}

/* The events of a bin as they should be, in any order. */
static size_t wanted(const struct move_event *events, const uint32_t *values,
                     unsigned bin, struct bin_event *dst)
{
    size_t n = 0;
    for (size_t i = 0; i < NEVENTS; i++)
        if (bin_of(events[i].hi) == bin && values[events[i].value] != BINS_DROP)
            dst[n++] = bin_event_make(events[i].hi, events[i].lo,
                                      events[i].move, values[events[i].value]);
    qsort(dst, n, sizeof(*dst), compare_events);
    return n;
}

static size_t unpacked(const struct merger *m, unsigned bin,
                       struct bin_event *dst)
{
    struct merger_iter it = { 0 };
    size_t n = 0;
    for (;;) {
        assert_true(merger_next(m, bin, &it, NULL));
        if (!it.block.n)
            break;
        assert_true(event_unpack(it.layout, &it.block, it.value_base, dst + n));
        n += it.block.n;
    }
    assert_int_equal(n, merger_count(m, bin));
    qsort(dst, n, sizeof(*dst), compare_events);
    return n;
}

/* Puts the events in, in chunks of all workers in turn. */
static void fill(struct bins *bins, int nworkers,
                 const struct move_event *events, const uint32_t *values)
{
    enum { CHUNK = 977 };
    for (size_t i = 0, k = 0; i < NEVENTS; i += CHUNK, k++) {
        const size_t n = NEVENTS - i < CHUNK ? NEVENTS - i : CHUNK;
        uint32_t counts[BINS_COUNT] = { 0 };
        for (size_t e = i; e < i + n; e++)
            if (values[events[e].value] != BINS_DROP)
                counts[bin_of(events[e].hi)]++;
        const int worker = (int)(k % (size_t)nworkers);
        assert_true(bins_reserve(bins, worker, counts, values[events[i].value],
                                 values[events[i + n - 1].value]));
        bins_put(bins, worker, events + i, n, values);
    }
}

static void write_run(const struct bins *bins, const struct run_kind *kind,
                      struct buf *file)
{
    struct sink dst = sink_to_buf(file, NULL);
    struct run_segment segments[BINS_COUNT];
    assert_true(run_put_header(&dst, kind));
    for (unsigned bin = 0; bin < BINS_COUNT; bin++) {
        struct bins_iter it = { 0 };
        struct event_block block;
        struct buf blocks = { .limit = 1 << 24 };
        segments[bin] = (struct run_segment){ .offset = dst.nbytes };
        while (bins_next(bins, bin, &it, &block)) {
            run_put_block(&blocks, kind->layout, bin, &block);
            segments[bin].events += block.n;
        }
        segments[bin].size = blocks.size;
        sink_write(&dst, buf_text(&blocks), blocks.size);
        buf_clear(&blocks);
    }
    assert_true(run_put_trailer(&dst, segments, NGAMES));
}

/* What went in comes out, of memory and of a run, with raised numbers too. */
static void same_events(void **state)
{
    static struct move_event events[NEVENTS];
    static struct bin_event want[NEVENTS], got[NEVENTS];
    (void)state;
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        const struct event_layout layout =
            event_layout_for(layouts[i].mode, layouts[i].is_polyglot,
                             layouts[i].has_months);
        const struct run_kind kind = { .count_mode = layouts[i].mode,
                                       .layout = layout };
        uint32_t values[NGAMES];
        struct buf file = { .limit = 1 << 24 };
        struct run run;
        seed = 1 + i;
        make_events(events, NEVENTS, layouts[i].is_polyglot);
        make_values(i, values);
        assert_int_equal(event_size(layout), layouts[i].size);
        struct bins *bins = bins_new(128 << 20, 3, layout, NULL);
        assert_non_null(bins);
        assert_true(bins_is_empty(bins));
        fill(bins, 3, events, values);
        write_run(bins, &kind, &file);
        assert_true(run_open(&run, "run", buf_bytes(&file), NULL));
        assert_int_equal(run.games, NGAMES);
        const uint64_t base = layouts[i].step ? 5000000000 : 0;
        const struct merger of_bins = { .bins = bins, .layout = layout };
        const struct merger of_run = { .runs = &run,
                                       .nruns = 1,
                                       .bases = &base };
        const unsigned shift = layouts[i].mode == COUNT_MODE_IN_TURN ? 2 : 0;
        for (unsigned bin = 0; bin < BINS_COUNT; bin++) {
            const size_t n = wanted(events, values, bin, want);
            if (unpacked(&of_bins, bin, got) != n ||
                memcmp(want, got, n * sizeof(*want)) != 0)
                fail_msg("%s: bin %u of memory", layouts[i].name, bin);
            for (size_t k = 0; k < n; k++)
                want[k].rest += base << shift << 16;
            if (unpacked(&of_run, bin, got) != n ||
                memcmp(want, got, n * sizeof(*want)) != 0)
                fail_msg("%s: bin %u of a run", layouts[i].name, bin);
        }
        bins_reset(bins);
        assert_true(bins_is_empty(bins));
        bins_free(bins);
        buf_clear(&file);
    }
}

/* Games that count no longer, and bins without room. */
static void dropped(void **state)
{
    static struct move_event events[NEVENTS];
    static struct bin_event want[NEVENTS], got[NEVENTS];
    static const uint32_t many[BINS_COUNT] = { 5 * BINS_BLOCK_EVENTS };
    const struct event_layout layout =
        event_layout_for(COUNT_MODE_TALLIES, false, false);
    uint32_t values[NGAMES];
    (void)state;
    seed = 99;
    make_events(events, NEVENTS, false);
    make_values(5, values);
    values[3] = values[NGAMES / 2] = BINS_DROP;
    struct bins *bins = bins_new(8 << 20, 2, layout, NULL);
    const struct merger m = { .bins = bins, .layout = layout };
    fill(bins, 2, events, values);
    for (unsigned bin = 0; bin < BINS_COUNT; bin++) {
        const size_t n = wanted(events, values, bin, want);
        assert_int_equal(unpacked(&m, bin, got), n);
        assert_memory_equal(want, got, n * sizeof(*want));
    }
    bins_free(bins);
    bins = bins_new(5 * BINS_BLOCK_EVENTS * 13, 1, layout, NULL);
    assert_false(bins_reserve(bins, 0, many, 0, 1));
    assert_true(bins_is_empty(bins));
    bins_free(bins);
}

/* ---- sorting ----------------------------------------------------------- */

static bool is_sorted(const struct bin_event *events, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (events[i - 1].key > events[i].key ||
            (bin_event_is_same_key(&events[i - 1], &events[i])
                 ? events[i - 1].rest >= events[i].rest
                 : events[i - 1].key == events[i].key &&
                       events[i - 1].rest >> 56 > events[i].rest >> 56))
            return false;
    return true;
}

/* By key, and by the order in which they came, which is that of the values. */
static void sorting(void **state)
{
    enum { MOST = 5000000 };
    static const size_t sizes[] = { 0,  1,   2,    47,     48,  49,
                                    50, 500, 5000, 300000, MOST };
    static const uint64_t masks[] = {
        UINT64_MAX,               // spread
        0,                        // all the same
        0xFFFFFFFFFF,             // the same first bits
        UINT64_C(0xFF) << 56 | 3, // few keys, some close together
    };
    struct bin_event *events = calloc(2 * MOST, sizeof(*events));
    (void)state;
    assert_non_null(events);
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        for (size_t k = 0; k < COUNT_OF(masks); k++) {
            const size_t n = sizes[i];
            seed = 7 + k;
            for (size_t e = 0; e < n; e++) {
                const uint64_t key = next_random() & masks[k];
                events[e] = (struct bin_event){
                    .key = e % 3 ? key : UINT64_C(0x4000000000000001),
                    .rest = (k ? next_random() % 2 << 56 : 0) | e << 16,
                };
            }
            const struct bin_event *sorted = event_sort(events, events + n, n);
            if (!is_sorted(sorted, n))
                fail_msg("%zu events, mask %zu", n, k);
        }
    free(events);
}

/* ---- damage ------------------------------------------------------------ */

static bool reads(struct tabia_bytes bytes, struct tabia_error *err)
{
    struct run run;
    if (!run_open(&run, "run", bytes, err))
        return false;
    for (unsigned bin = 0; bin < BINS_COUNT; bin++) {
        struct run_iter it = { 0 };
        struct event_block block;
        do {
            if (!run_next(&run, bin, &it, &block, err))
                return false;
        } while (block.n);
    }
    return true;
}

/* No bit of a run can change unnoticed, and no end can be missing. */
static void damage(void **state)
{
    const struct run_kind kind = {
        .count_mode = COUNT_MODE_TALLIES,
        .layout = event_layout_for(COUNT_MODE_TALLIES, false, false),
        .identity = 0x0123456789abcdef,
    };
    struct buf file = { .limit = 1 << 20 };
    struct move_event events[40];
    uint32_t values[NGAMES], counts[BINS_COUNT] = { 0 };
    (void)state;
    seed = 5;
    make_events(events, COUNT_OF(events), false);
    make_values(5, values);
    for (size_t i = 0; i < COUNT_OF(events); i++)
        counts[bin_of(events[i].hi)]++;
    struct bins *bins = bins_new(1 << 20, 1, kind.layout, NULL);
    assert_true(bins_reserve(bins, 0, counts, values[0], values[NGAMES - 1]));
    bins_put(bins, 0, events, COUNT_OF(events), values);
    write_run(bins, &kind, &file);
    bins_free(bins);
    assert_true(reads(buf_bytes(&file), NULL));
    for (size_t i = 0; i < file.size; i++) {
        struct tabia_error err = { 0 };
        const unsigned bit = i % 8;
        file.data[i] = (char)(file.data[i] ^ 1 << bit);
        if (reads(buf_bytes(&file), &err) || err.status != TABIA_ERR_CORRUPT ||
            strncmp(err.msg, "run: ", 5) != 0)
            fail_msg("byte %zu: %s", i, err.msg);
        file.data[i] = (char)(file.data[i] ^ 1 << bit);
    }
    for (size_t size = 0; size < file.size; size += 7) {
        struct tabia_error err = { 0 };
        const struct tabia_bytes cut = { (const uint8_t *)file.data, size };
        assert_false(reads(cut, &err));
    }
    buf_clear(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_events),
        cmocka_unit_test(dropped),
        cmocka_unit_test(sorting),
        cmocka_unit_test(damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
