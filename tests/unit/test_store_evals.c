/*
 * test_store_evals.c - evaluations in a store: all of them, or an error
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "build/merge_stores.h"
#include "store/store_evals.h"
#include "store/store_write.h"
#include "store_maker.h"

enum { BUF_MAX = 1 << 26 };

/* ---- bodies ----------------------------------------------------------- */

static void test_bodies(void **state)
{
    (void)state;
    static const int32_t values[] = {
        0, 1, -1, 31, -32, 32, 12345, -9999, INT32_MAX, -INT32_MAX,
    };
    for (size_t i = 0; i < 2 * COUNT_OF(values); i++) {
        struct buf body = { .limit = 64 };
        const struct store_eval eval = { .value = values[i / 2],
                                         .depth = i % 3 ? 40 : INT32_MAX,
                                         .is_mate = i % 2 };
        struct store_eval back = { 0 };
        store_eval_encode(&eval, &body);
        assert_true(store_eval_decode(buf_bytes(&body), &back));
        assert_int_equal(back.value, eval.value);
        assert_int_equal(back.depth, eval.depth);
        assert_int_equal(back.is_mate, eval.is_mate);
        assert_int_equal(body.size == 2, values[i / 2] > -33 &&
                                             values[i / 2] < 32 &&
                                             eval.depth == 40);
        buf_add_char(&body, 1); // one byte too many
        assert_false(store_eval_decode(buf_bytes(&body), &back));
        buf_clear(&body);
    }
    static const struct {
        uint8_t bytes[8];
        size_t size;
    } wrong[] = {
        { { 0 }, 0 },
        { { 4 }, 1 },                               // no depth
        { { 0x80, 0, 1 }, 3 },                      // two forms of 0
        { { 0xfe, 0xff, 0xff, 0xff, 0x1f, 1 }, 6 }, // -2^31
        { { 4, 0x80, 0x80, 0x80, 0x80, 8 }, 6 },    // depth 2^31
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct store_eval eval;
        const struct tabia_bytes body = { wrong[i].bytes, wrong[i].size };
        assert_false(store_eval_decode(body, &eval));
    }
}

/* ---- stores ----------------------------------------------------------- */

struct evaluated {
    struct made made;
    struct buf plain;
    struct store_eval *list; // of every position but each 'step'-th, by key
    const struct tabia_pos **at;
    size_t n;
};

static void evaluated_init(struct evaluated *e, size_t ngames, size_t step)
{
    *e = (struct evaluated){ .plain.limit = BUF_MAX };
    made_games(&e->made, 12, ngames, ngames > 1000 ? 40 : 12);
    made_store(&e->made, 0, ngames, 0, &e->plain);
    e->list = calloc(e->made.nevents, sizeof(*e->list));
    e->at = calloc(e->made.nevents, sizeof(*e->at));
    assert_true(e->list && e->at);
    struct tally_key last = { 0, 0 };
    size_t n = 0;
    for (size_t i = 0; i < e->made.nevents; i++) {
        const struct made_event *event = &e->made.events[i];
        if (i && tally_key_compare(event->key, last) == 0)
            continue;
        last = event->key;
        if (n++ % step == 0)
            continue;
        e->at[e->n] = &event->pos;
        e->list[e->n++] = (struct store_eval){
            .hi = event->key.hi,
            .lo = event->key.lo,
            .value = (int32_t)(event->key.hi % 3001) - 1500,
            .depth = (uint32_t)(event->key.hi >> 8) % 70,
            .is_mate = event->key.hi >> 20 & 1,
        };
    }
}

static void evaluated_clear(struct evaluated *e)
{
    made_free(&e->made);
    buf_clear(&e->plain);
    free(e->list);
    free((void *)e->at);
}

/* 'store' with its own evaluations and those of two lists. */
static void add_evals(const struct tabia_store *store,
                      const struct store_eval *a, size_t na,
                      const struct store_eval *b, size_t nb, struct buf *out)
{
    struct store_eval_source sources[] = { { .store = store },
                                           { .list = a, .n = na },
                                           { .list = b, .n = nb } };
    struct store_eval_merge merge = { .sources = sources, .n = 3 };
    struct tabia_error err = { 0 };
    struct sink dst = sink_to_buf(out, &err);
    out->limit = BUF_MAX;
    if (!store_write_evaluated(store, &merge, &dst, &err))
        fail_msg("%s", err.msg);
    store_eval_merge_clear(&merge);
}

static void make_evaluated(const struct evaluated *e, struct buf *out)
{
    struct tabia_store *store = made_open(&e->plain);
    add_evals(store, e->list, e->n, NULL, 0, out);
    store_close(store);
}

/* Right, or an error; how many errors. */
static size_t ask_all(const struct evaluated *e, const struct tabia_store *s)
{
    size_t nerrors = 0;
    for (size_t i = 0; i < e->n; i++) {
        struct tabia_eval eval;
        struct tabia_error err = { 0 };
        bool is_found;
        if (!store_find_eval(s, e->at[i], &eval, &is_found, &err)) {
            assert_int_equal(err.status, TABIA_ERR_CORRUPT);
            nerrors++;
            continue;
        }
        assert_true(is_found);
        assert_int_equal(eval.value, e->list[i].value);
        assert_int_equal(eval.depth, e->list[i].depth);
        assert_int_equal(eval.kind == TABIA_EVAL_MATE, e->list[i].is_mate);
    }
    return nerrors;
}

/* All that were given are there, and no others; what was there stays. */
static void test_find(void **state)
{
    (void)state;
    static const size_t ngames[] = { 1, 40, 3000 };
    for (size_t k = 0; k < COUNT_OF(ngames); k++) {
        struct evaluated e;
        struct buf out = { 0 };
        evaluated_init(&e, ngames[k], 3);
        make_evaluated(&e, &out);
        struct tabia_store *store = made_open(&out);
        struct tabia_store *plain = made_open(&e.plain);
        struct tabia_error err = { 0 };
        assert_int_equal(tabia_store_get_info(plain).evaluations, 0);
        assert_int_equal(tabia_store_get_info(store).evaluations, e.n);
        assert_memory_equal(out.data, e.plain.data, plain->tail.directory_at);
        if (!tabia_store_verify(store, NULL, &err))
            fail_msg("%s", err.msg);
        assert_int_equal(ask_all(&e, store), 0);
        if (ngames[k] > 1000)
            assert_true(e.n > 3 * 4096 && store->evaluations.nblocks > 8);
        for (size_t i = 0; i < e.made.nevents; i++) {
            const struct made_event *event = &e.made.events[i];
            struct tabia_eval eval;
            bool is_found, is_given = false;
            if (ngames[k] > 1000)
                break;
            for (size_t n = 0; n < e.n; n++)
                is_given |= e.list[n].hi == event->key.hi;
            assert_true(
                store_find_eval(store, &event->pos, &eval, &is_found, NULL));
            assert_int_equal(is_found, is_given);
        }
        store_close(store);
        store_close(plain);
        buf_clear(&out);
        evaluated_clear(&e);
    }
}

/* The same evaluations give the same bytes, however they came together. */
static void test_same_bytes(void **state)
{
    (void)state;
    struct evaluated e;
    struct buf once = { 0 }, none = { 0 }, half = { 0 }, twice = { 0 };
    evaluated_init(&e, 500, 5);
    struct tabia_store *store = made_open(&e.plain);
    make_evaluated(&e, &once);
    add_evals(store, NULL, 0, NULL, 0, &none);
    assert_int_equal(none.size, e.plain.size);
    assert_memory_equal(none.data, e.plain.data, none.size);
    add_evals(store, e.list, 2 * e.n / 3, NULL, 0, &half);
    struct tabia_store *middle = made_open(&half);
    add_evals(middle, e.list + e.n / 3, e.n / 3, e.list + e.n / 2,
              e.n - e.n / 2, &twice);
    assert_int_equal(twice.size, once.size);
    assert_memory_equal(twice.data, once.data, once.size);
    store_close(middle);
    store_close(store);
    buf_clear(&once);
    buf_clear(&none);
    buf_clear(&half);
    buf_clear(&twice);
    evaluated_clear(&e);
}

/* The deepest of a key, of these the first; within a list as well. */
static void test_deepest(void **state)
{
    (void)state;
    static const struct store_eval a[] = { { .hi = 1, .value = 1, .depth = 9 },
                                           { .hi = 1, .value = 2, .depth = 9 },
                                           { .hi = 2, .value = 3 },
                                           { .hi = 2, .lo = 1, .value = 4 } };
    static const struct store_eval b[] = { { .hi = 1, .value = 5, .depth = 9 },
                                           { .hi = 2, .value = 6, .depth = 1 },
                                           { .hi = 3, .value = 7 } };
    const struct store_eval want[] = { a[0], b[1], a[3], b[2] };
    struct store_eval_source sources[] = { { .list = a, .n = COUNT_OF(a) },
                                           { .list = b, .n = COUNT_OF(b) } };
    struct store_eval_merge merge = { .sources = sources, .n = 2 };
    struct store_eval eval;
    bool is_end = false;
    for (size_t i = 0; i <= COUNT_OF(want); i++) {
        assert_true(store_eval_merge_next(&merge, &eval, &is_end, NULL));
        assert_int_equal(is_end, i == COUNT_OF(want));
        assert_true(is_end || eval.value == want[i].value);
    }
    assert_int_equal(merge.count, COUNT_OF(want));
}

/* ---- in pieces -------------------------------------------------------- */

struct pieces {
    const struct buf *buf;
    size_t nreads, fails_at;
};

static bool read_piece(void *ctx, uint64_t at, void *dst, size_t size,
                       struct tabia_error *err)
{
    struct pieces *p = ctx;
    assert_true(at + size <= p->buf->size);
    memcpy(dst, p->buf->data + at, size);
    return ++p->nreads != p->fails_at ||
           error_set(err, TABIA_ERR_IO, "the line is down");
}

/* An evaluation takes two reads, of a line and a block; or it is an error. */
static void test_pieces(void **state)
{
    (void)state;
    struct evaluated e;
    struct buf out = { 0 }, again = { 0 };
    struct pieces pieces = { .buf = &out };
    evaluated_init(&e, 60, 4);
    make_evaluated(&e, &out);
    const struct store_fetcher fetcher = { read_piece, &pieces, out.size };
    struct tabia_store *store = store_open_fetcher(&fetcher, NULL);
    assert_non_null(store);
    pieces.nreads = 0;
    assert_int_equal(ask_all(&e, store), 0);
    assert_int_equal(pieces.nreads, 2 * e.n);
    add_evals(store, NULL, 0, NULL, 0, &again);
    assert_int_equal(again.size, out.size);
    assert_memory_equal(again.data, out.data, out.size);
    const size_t nall = 4 * store->evaluations.nblocks + 8;
    for (pieces.fails_at = 1; pieces.fails_at <= nall; pieces.fails_at++) {
        struct store_eval_source own = { .store = store };
        struct store_eval_merge merge = { .sources = &own, .n = 1 };
        struct tabia_error err = { 0 };
        struct sink dst = sink_to_nothing();
        pieces.nreads = 0;
        if (!store_write_evaluated(store, &merge, &dst, &err))
            assert_string_equal(err.msg, "the line is down");
        else
            assert_true(pieces.nreads < pieces.fails_at);
        store_eval_merge_clear(&merge);
    }
    store_close(store);
    buf_clear(&out);
    buf_clear(&again);
    evaluated_clear(&e);
}

/* ---- merging ---------------------------------------------------------- */

static bool merge_two(struct tabia_store *a, struct tabia_store *b,
                      struct buf *out, struct tabia_error *err)
{
    const struct tabia_store *two[] = { a, b };
    const struct tabia_build_options few = { .memory_limit = 1, .threads = 2 };
    struct tabia_build_result result;
    struct sink dst = sink_to_buf(out, err);
    out->limit = BUF_MAX;
    return merge_stores(two, 2, &few, &dst, &result, err);
}

static void test_merge(void **state)
{
    (void)state;
    struct evaluated e;
    struct buf halves[2] = { { 0 } }, merged = { 0 }, all = { 0 };
    struct tabia_store *stores[2];
    struct tabia_error err = { 0 };
    evaluated_init(&e, 300, 4);
    struct tabia_store *plain = made_open(&e.plain);
    add_evals(plain, e.list, 2 * e.n / 3, NULL, 0, &halves[0]);
    add_evals(plain, e.list + e.n / 3, e.n - e.n / 3, NULL, 0, &halves[1]);
    for (size_t i = 0; i < 2; i++)
        stores[i] = made_open(&halves[i]);
    if (!merge_two(stores[0], stores[1], &merged, &err))
        fail_msg("%s", err.msg);
    struct tabia_store *store = made_open(&merged);
    assert_true(tabia_store_verify(store, NULL, NULL));
    assert_int_equal(ask_all(&e, store), 0);
    assert_int_equal(tabia_store_get_info(store).evaluations, e.n);
    store_close(store);

    // One that is damaged ends it.
    halves[0].data[plain->tail.directory_at + 30] ^= 4;
    store_close(stores[0]);
    stores[0] = made_open(&halves[0]);
    buf_clear(&merged);
    assert_false(merge_two(stores[0], stores[1], &merged, &err));
    assert_string_equal(err.msg, "evaluation block 0 is damaged");
    for (size_t i = 0; i < 2; i++) {
        store_close(stores[i]);
        buf_clear(&halves[i]);
    }
    store_close(plain);
    buf_clear(&merged);
    buf_clear(&all);
    evaluated_clear(&e);
}

/* ---- damage ----------------------------------------------------------- */

/* Any bit of the section: found by verify, and no answer is wrong. */
static void test_flips(void **state)
{
    (void)state;
    struct evaluated e;
    struct buf out = { 0 };
    evaluated_init(&e, 25, 4);
    make_evaluated(&e, &out);
    struct tabia_store *plain = made_open(&e.plain);
    const uint64_t begin = plain->tail.directory_at;
    size_t nopened = 0, nlost = 0, nflipped = 0;
    for (size_t bit = 8 * begin; bit < 8 * out.size; bit++) {
        if (bit % 3)
            continue;
        nflipped++;
        out.data[bit / 8] = (char)(out.data[bit / 8] ^ 1 << bit % 8);
        struct tabia_store *store =
            store_open_bytes(buf_bytes(&out), NULL, NULL);
        if (store) {
            struct tabia_error err = { 0 };
            nopened++;
            nlost += ask_all(&e, store);
            if (tabia_store_verify(store, NULL, &err) ||
                err.status != TABIA_ERR_CORRUPT)
                fail_msg("bit %zu: not found by verify", bit);
        }
        store_close(store);
        out.data[bit / 8] = (char)(out.data[bit / 8] ^ 1 << bit % 8);
    }
    assert_true(nopened > nflipped / 2 && nlost > nopened);
    store_close(plain);
    buf_clear(&out);
    evaluated_clear(&e);
}

/* Evaluations are the end of a store, so that others can take their place. */
static void test_not_at_end(void **state)
{
    (void)state;
    struct evaluated e;
    struct buf out = { 0 }, again = { .limit = BUF_MAX };
    struct tabia_error err = { 0 };
    evaluated_init(&e, 20, 2);
    make_evaluated(&e, &out);
    struct tabia_store *store = made_open(&out);
    store->evaluations.entry.at -= STORE_LINE_SIZE;
    struct store_eval_merge merge = { .n = 0 };
    struct sink dst = sink_to_buf(&again, &err);
    assert_false(store_write_evaluated(store, &merge, &dst, &err));
    assert_string_equal(err.msg,
                        "the evaluations are not at the end of the store");
    store_close(store);
    buf_clear(&again);
    buf_clear(&out);
    evaluated_clear(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies),     cmocka_unit_test(test_find),
        cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_deepest),
        cmocka_unit_test(test_pieces),     cmocka_unit_test(test_merge),
        cmocka_unit_test(test_flips),      cmocka_unit_test(test_not_at_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
