/*
 * test_store_merge.c - stores that are merged: the whole, or an error
 */
#include "check.h"

#include "base/compiler.h"
#include "build/merge_stores.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "store_maker.h"
#include "tabia/store.h"

enum { BUF_MAX = 1 << 26, BY_ALL = 7 };

static bool merge(struct tabia_store *const *stores, size_t n, struct sink *dst,
                  struct tabia_error *err)
{
    const struct tabia_build_options few = { .memory_limit = 1, .threads = 2 };
    struct tabia_build_result result;
    return merge_stores((const struct tabia_store *const *)stores, n, &few, dst,
                        &result, err);
}

/* Parts that are merged are the whole, but for where they came from. */
static void try_merge(const struct made *made, unsigned by, size_t nparts)
{
    struct buf whole = { .limit = BUF_MAX }, merged = { .limit = BUF_MAX };
    struct buf parts[8] = { { 0 } };
    struct tabia_store *stores[8];
    made_store(made, 0, made->ngames, by, &whole);
    for (size_t i = 0; i < nparts; i++) {
        parts[i].limit = BUF_MAX;
        made_store(made, made->ngames * i / nparts,
                   made->ngames * (i + 1) / nparts, by, &parts[i]);
        stores[i] = made_open(&parts[i]);
    }
    struct tabia_error err = { 0 };
    struct sink dst = sink_to_buf(&merged, &err);
    if (!merge(stores, nparts, &dst, &err))
        fail_msg("%s", err.msg);

    struct tabia_store *a = made_open(&whole), *b = made_open(&merged);
    const size_t same = (size_t)a->texts_entry.at;
    assert_int_equal(b->texts_entry.at, same);
    assert_memory_equal(whole.data, merged.data, same);
    assert_int_equal(a->nfiles, b->nfiles);
    assert_int_equal(b->roots.entry.count, 1);
    if (nparts == 2)
        assert_string_equal(tabia_store_get_info(b).provenance,
                            "{\"merged\":[{\"made\":\"for a test\"},"
                            "{\"made\":\"for a test\"}]}");
    assert_true(tabia_store_verify(b, NULL, NULL));
    store_close(a);
    store_close(b);
    for (size_t i = 0; i < nparts; i++) {
        store_close(stores[i]);
        buf_clear(&parts[i]);
    }
    buf_clear(&whole);
    buf_clear(&merged);
}

static void test_merge(void **state)
{
    (void)state;
    struct made made;
    made_games(&made, 9, 700, 20);
    for (unsigned by = 0; by <= BY_ALL; by++)
        try_merge(&made, by, 1 + by % 5);
    made_free(&made);
}

static void test_merge_different(void **state)
{
    (void)state;
    struct made made;
    struct buf bufs[2] = { { .limit = BUF_MAX }, { .limit = BUF_MAX } };
    struct buf out = { .limit = BUF_MAX };
    struct tabia_store *stores[2];
    made_games(&made, 10, 50, 5);
    for (unsigned i = 0; i < 2; i++) {
        made_store(&made, 0, made.ngames, i, &bufs[i]);
        stores[i] = made_open(&bufs[i]);
    }
    struct tabia_error err = { 0 };
    struct sink dst = sink_to_buf(&out, &err);
    assert_false(merge(stores, 2, &dst, &err));
    assert_string_equal(err.msg, "stores that differ in what they can be "
                                 "filtered by cannot be merged");
    for (unsigned i = 0; i < 2; i++) {
        store_close(stores[i]);
        buf_clear(&bufs[i]);
    }
    buf_clear(&out);
    made_free(&made);
}

/* All of the games, or an error: of a damaged part, or for want of room. */
static void test_merge_fails(void **state)
{
    (void)state;
    struct made made;
    struct buf part = { .limit = BUF_MAX };
    struct buf want = { .limit = BUF_MAX };
    made_games(&made, 11, 90, 5);
    made_store(&made, 0, made.ngames, 0, &part);
    struct tabia_store *store = made_open(&part);
    struct sink dst = sink_to_buf(&want, NULL);
    assert_true(merge(&store, 1, &dst, NULL));
    for (size_t limit = 0; limit < want.size; limit += 97) {
        struct buf out = { .limit = limit };
        struct tabia_error err = { 0 };
        dst = sink_to_buf(&out, &err);
        assert_false(merge(&store, 1, &dst, &err));
        assert_int_not_equal(err.status, TABIA_OK);
        buf_clear(&out);
    }
    store_close(store);

    for (size_t at = 0; at < part.size; at += 11) {
        struct buf out = { .limit = BUF_MAX };
        part.data[at] ^= 4;
        store = store_open_bytes(buf_bytes(&part), NULL, NULL);
        dst = sink_to_buf(&out, NULL);
        if (store && merge(&store, 1, &dst, NULL))
            assert_true(out.size == want.size &&
                        memcmp(out.data, want.data, want.size) == 0);
        part.data[at] ^= 4;
        store_close(store);
        buf_clear(&out);
    }
    buf_clear(&want);
    buf_clear(&part);
    made_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_merge_different),
        cmocka_unit_test(test_merge_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
