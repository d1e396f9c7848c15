/*
 * test_base_tables.c - sorts and the hash map
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/hashmap.h"
#include "base/sort.h"
#include "fail_alloc.h"
#include "guard.h"
#include "random.h"

/* ---- sorts ----------------------------------------------------------- */

struct record {
    uint64_t key;
    uint32_t number; // its place before the sort
};

static int compare_keys(const void *a, const void *b, void *ctx)
{
    const struct record *x = a, *y = b;
    ++*(size_t *)ctx;
    return (x->key > y->key) - (x->key < y->key);
}

/* Fills records of 'size' bytes, at least sizeof(struct record). */
static struct guard make_records(size_t count, size_t size, uint64_t mask)
{
    struct guard g = guard_new(count * size);
    uint64_t seed = count;
    memset(g.data, 0x5A, g.size);
    for (size_t i = 0; i < count; i++) {
        struct record r;
        memset(&r, 0, sizeof(r));
        r.key = random_next(&seed) & mask;
        r.number = (uint32_t)i;
        memcpy(g.data + i * size, &r, sizeof(r));
    }
    return g;
}

static void check_sorted(const struct guard *g, size_t count, size_t size)
{
    struct record last = { 0 };
    for (size_t i = 0; i < count; i++) {
        struct record r;
        memcpy(&r, g->data + i * size, sizeof(r));
        if (i && r.key == last.key)
            assert_true(r.number > last.number);
        assert_true(r.key >= last.key);
        last = r;
    }
}

static const size_t counts[] = { 0, 1, 2, 3, 4, 5, 7, 8, 9, 100, 1000, 4097 };
static const uint64_t masks[] = { 0, 7, 0xFF00, UINT64_MAX };

static void test_sorts(void **state)
{
    (void)state;
    static const size_t sizes[] = { 16, 24, 32, 40, 64 };
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        for (size_t k = 0; k < COUNT_OF(masks) * COUNT_OF(sizes); k++) {
            const size_t count = counts[i], size = sizes[k % COUNT_OF(sizes)];
            const uint64_t mask = masks[k / COUNT_OF(sizes)];
            struct guard a = make_records(count, size, mask);
            struct guard b = make_records(count, size, mask);
            struct guard scratch = guard_new(count * size);
            size_t ncompared = 0;
            assert_true(sort_stable(a.data, count, size, compare_keys,
                                    &ncompared, scratch.data, NULL));
            assert_true(sort_radix(b.data, count, size, 0, NULL, NULL));
            check_sorted(&a, count, size);
            assert_memory_equal(a.data, b.data, count * size);
            assert_true(ncompared <= 14 * count + 14);
            guard_free(&scratch);
            guard_free(&b);
            guard_free(&a);
        }
    }
}

static void test_radix_small_records(void **state)
{
    (void)state;
    uint64_t keys[] = { 3, UINT64_MAX, 0, 1, UINT64_C(1) << 63, 2 };
    assert_true(sort_radix(keys, 6, 8, 0, NULL, NULL));
    assert_true(keys[0] == 0 && keys[3] == 3 && keys[5] == UINT64_MAX);

    struct tabia_error err = { 0 };
    assert_false(sort_radix(keys, 6, 4, 0, NULL, &err));
    assert_false(sort_radix(keys, 6, 8, 1, NULL, &err));
    assert_false(sort_radix(keys, 6, 65, 0, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
}

/* A key that is neither first nor aligned. */
static void test_radix_key_at(void **state)
{
    (void)state;
    struct guard g = guard_new(100 * 13);
    for (uint64_t i = 0; i < 100; i++) {
        const uint64_t key = (i * 7919) % 101;
        memset(g.data + i * 13, (int)i, 13);
        memcpy(g.data + i * 13 + 5, &key, 8);
    }
    assert_true(sort_radix(g.data, 100, 13, 5, NULL, NULL));
    uint64_t last = 0;
    for (size_t i = 0; i < 100; i++) {
        uint64_t key;
        memcpy(&key, g.data + i * 13 + 5, 8);
        assert_true(i == 0 || key > last);
        assert_int_equal(g.data[i * 13] * UINT64_C(7919) % 101, key);
        last = key;
    }
    guard_free(&g);
}

static void test_sort_nomem(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct guard g = make_records(50, 16, 0xFF);
    struct guard before = guard_copy(g.data, g.size);
    size_t n = 0;
    fail_alloc_after(0);
    assert_false(sort_radix(g.data, 50, 16, 0, NULL, &err));
    assert_false(sort_stable(g.data, 50, 16, compare_keys, &n, NULL, NULL));
    fail_alloc_off();
    assert_int_equal(err.status, TABIA_ERR_NOMEM);
    assert_memory_equal(g.data, before.data, g.size);
    guard_free(&before);
    guard_free(&g);
}

/* ---- hash map -------------------------------------------------------- */

struct wanted {
    const uint64_t *keys;
    uint64_t key;
};

static bool is_wanted(const void *ctx, uint32_t id)
{
    const struct wanted *w = ctx;
    return w->keys[id] == w->key;
}

static uint32_t find(const struct hashmap *map, const uint64_t *keys,
                     uint64_t key, uint64_t hash)
{
    const struct wanted w = { keys, key };
    return hashmap_find(map, hash, is_wanted, &w);
}

/* How keys become hashes: well, badly, and worst of all. */
static uint64_t hash_as_is(uint64_t key)
{
    return key;
}

static uint64_t hash_high(uint64_t key)
{
    return key << 48;
}

static uint64_t hash_same(uint64_t key)
{
    (void)key;
    return 42;
}

static void test_hashmap(void **state)
{
    (void)state;
    static const struct {
        uint64_t (*hash)(uint64_t key);
        uint32_t count;
    } cases[] = { { hash_as_is, 50000 },
                  { hash_high, 30000 },
                  { hash_same, 500 } };
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        const uint32_t count = cases[c].count;
        struct hashmap map = { .limit = count };
        uint64_t *keys = malloc(count * sizeof(*keys));
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = i * 3;
            const uint64_t hash = cases[c].hash(keys[i]);
            assert_int_equal(find(&map, keys, keys[i], hash), HASHMAP_NONE);
            assert_true(hashmap_insert(&map, hash, i, NULL));
        }
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t key = keys[i];
            assert_int_equal(find(&map, keys, key, cases[c].hash(key)), i);
            assert_int_equal(find(&map, keys, key + 1, cases[c].hash(key + 1)),
                             HASHMAP_NONE);
        }
        struct tabia_error err = { 0 };
        assert_false(hashmap_insert(&map, 1, 1, &err));
        assert_int_equal(err.status, TABIA_ERR_LIMIT);
        assert_int_equal(map.count, count);
        hashmap_clear(&map);
        assert_int_equal(find(&map, keys, 3, 3), HASHMAP_NONE);
        free(keys);
    }
}

static void test_hashmap_nomem(void **state)
{
    (void)state;
    static const uint64_t keys[100] = { 0 };
    struct tabia_error err = { 0 };
    struct hashmap map = { .limit = 100 };
    fail_alloc_after(1);
    uint32_t n = 0;
    while (hashmap_insert(&map, n * UINT64_C(77777777777), n, &err))
        n++;
    fail_alloc_off();
    assert_int_equal(err.status, TABIA_ERR_NOMEM);
    assert_int_equal(map.count, n);
    for (uint32_t i = 0; i < n; i++)
        assert_int_not_equal(find(&map, keys, 0, i * UINT64_C(77777777777)),
                             HASHMAP_NONE);

    // What is reserved cannot fail.
    assert_true(hashmap_reserve(&map, 100, NULL));
    fail_alloc_after(0);
    while (map.count < 100)
        assert_true(hashmap_insert(&map, map.count, map.count, NULL));
    fail_alloc_off();
    assert_false(hashmap_reserve(&map, 101, NULL));
    hashmap_clear(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorts),
        cmocka_unit_test(test_radix_small_records),
        cmocka_unit_test(test_radix_key_at),
        cmocka_unit_test(test_sort_nomem),
        cmocka_unit_test(test_hashmap),
        cmocka_unit_test(test_hashmap_nomem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
