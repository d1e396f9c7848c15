/*
 * test_base_memory.c - arena, growing arrays and buffers, bytes
 */
#include "check.h"

#include <stdalign.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/bitset.h"
#include "base/buf.h"
#include "base/bytes.h"
#include "base/compiler.h"
#include "base/sink.h"
#include "base/vec.h"
#include "fail_alloc.h"
#include "guard.h"

/* Takes pieces of many sizes; each is aligned, clear, and then made dirty. */
static void take_pieces(struct arena *arena)
{
    for (size_t size = 1; size < 3000; size += 7) {
        unsigned char *p = arena_alloc(arena, size, 1);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xAA, size);
    }
}

static void test_arena(void **state)
{
    (void)state;
    struct arena arena = { .limit = 1 << 20 };
    take_pieces(&arena);
    arena_clear(&arena);
    take_pieces(&arena); // the same memory, most likely
    assert_non_null(arena_alloc(&arena, 300000, 1)); // its own block
    assert_string_equal(arena_dup_text(&arena, "abcdef", 3), "abc");
    assert_memory_equal(arena_dup(&arena, "xyz", 3), "xyz", 3);
    assert_non_null(arena_dup(&arena, NULL, 0));
    arena_clear(&arena);
    assert_int_equal(arena.taken, 0);
    arena_clear(&arena);
}

static void test_arena_limit(void **state)
{
    (void)state;
    struct arena arena = { .limit = 100000 };
    size_t given = 0;
    while (arena_alloc(&arena, 1000, 1))
        given += 1000;
    assert_in_range(given, 90000, 100000);
    assert_true(arena.taken <= arena.limit);
    assert_null(arena_alloc(&arena, SIZE_MAX / 2, 3));
    assert_null(arena_alloc(&arena, SIZE_MAX, 1));
    assert_null(arena_dup_text(&arena, "", SIZE_MAX));
    arena_clear(&arena);

    struct arena none = { 0 };
    assert_null(arena_alloc(&none, 1, 1));
}

static void test_arena_nomem(void **state)
{
    (void)state;
    struct arena arena = { .limit = 1 << 20 };
    fail_alloc_after(0);
    void *got = arena_alloc(&arena, 10, 1);
    fail_alloc_off();
    assert_null(got);
    assert_int_equal(arena.taken, 0);
    assert_non_null(arena_alloc(&arena, 10, 1));
    arena_clear(&arena);
}

static void test_vec(void **state)
{
    (void)state;
    size_t out;
    assert_true(vec_checked_mul(SIZE_MAX, 1, &out));
    assert_false(vec_checked_mul(SIZE_MAX / 2 + 1, 2, &out));
    assert_true(vec_checked_mul(SIZE_MAX, 0, &out));
    assert_false(vec_checked_add(SIZE_MAX, 1, &out));

    size_t room = 0;
    int *data = vec_grow(NULL, &room, 1, sizeof(int), 100);
    assert_non_null(data);
    assert_in_range(room, 1, 100);
    data = vec_grow(data, &room, 99, sizeof(int), 100);
    assert_non_null(data);
    data[98] = 7;
    data = vec_grow(data, &room, 100, sizeof(int), 100);
    assert_non_null(data);
    assert_int_equal(room, 100);
    assert_int_equal(data[98], 7);
    assert_null(vec_grow(data, &room, 101, sizeof(int), 100));
    assert_null(vec_grow(data, &room, SIZE_MAX / 2, sizeof(int), SIZE_MAX));
    fail_alloc_after(0);
    void *more = vec_grow(data, &room, 200, sizeof(int), 1000);
    fail_alloc_off();
    assert_null(more);
    assert_int_equal(room, 100);
    free(data);
}

static void test_reserve(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    double *list = NULL;
    size_t room = 0;
    for (size_t n = 0; n < 100; n++) {
        assert_true(VEC_RESERVE(list, room, n + 1, 100, &err));
        list[n] = (double)n;
    }
    double *const before = list;
    assert_false(VEC_RESERVE(list, room, 101, 100, &err));
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    err.status = TABIA_OK;
    assert_false(VEC_RESERVE(list, room, SIZE_MAX / 2, SIZE_MAX, &err));
    assert_int_equal(err.status, TABIA_ERR_NOMEM);
    assert_ptr_equal(list, before);
    assert_int_equal(room, 100);
    assert_true(list[99] == 99);
    free(list);
}

static void test_bitset(void **state)
{
    (void)state;
    uint8_t set[3] = { 0 };
    assert_int_equal(bitset_size(23), sizeof(set));
    for (size_t i = 0; i < 24; i += 3)
        assert_true(bitset_add(set, i));
    assert_false(bitset_add(set, 9));
    bitset_remove(set, 9);
    for (size_t i = 0; i < 24; i++)
        assert_int_equal(bitset_has(set, i), i % 3 == 0 && i != 9);
}

static void test_buf(void **state)
{
    (void)state;
    struct buf buf = { .limit = 20 };
    assert_string_equal(buf_text(&buf), "");
    assert_true(buf_add_text(&buf, "abc"));
    assert_true(buf_addf(&buf, "-%d-%s", 42, "x"));
    assert_true(buf_add_char(&buf, '!'));
    assert_string_equal(buf_text(&buf), "abc-42-x!");
    assert_int_equal(buf_bytes(&buf).size, 9);
    assert_true(buf_add(&buf, "01234567890", 11)); // to the limit
    assert_false(buf_add_char(&buf, 'x'));
    assert_int_equal(buf.size, 20);

    struct tabia_error err = { 0 };
    assert_false(buf_error(&buf, &err));
    assert_string_equal(err.msg, "text is larger than 20 bytes");
    assert_false(buf_add(&buf, "", 0)); // sticky
    buf_reset(&buf);
    assert_true(buf_addf(&buf, "%s", "again"));
    assert_string_equal(buf_text(&buf), "again");
    buf_clear(&buf);

    fail_alloc_after(0);
    assert_false(buf_addf(&buf, "%d", 1));
    fail_alloc_off();
    struct tabia_error nomem = { 0 };
    buf_error(&buf, &nomem);
    assert_int_equal(nomem.status, TABIA_ERR_NOMEM);
    buf_clear(&buf);
}

static void test_sink(void **state)
{
    (void)state;
    char want[3001];
    memset(want, 'y', 3000);
    want[3000] = '\0';
    struct tabia_error err = { 0 };
    struct buf buf = { .limit = 3010 };
    struct sink dst = sink_to_buf(&buf, &err);
    assert_true(sink_printf(&dst, "%s", want)); // longer than the stack's
    assert_string_equal(buf_text(&buf), want);
    assert_true(sink_put_text(&dst, "0123456789"));
    assert_int_equal(dst.nbytes, 3010);
    assert_false(sink_put_char(&dst, 'x'));
    assert_false(sink_ok(&dst));
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    assert_false(sink_printf(&dst, "%s", ""));
    assert_int_equal(dst.nbytes, 3010);

    struct sink count = sink_to_nothing();
    fail_alloc_after(0);
    assert_true(sink_printf(&count, "%d", 12345));
    assert_false(sink_printf(&count, "%s", want));
    fail_alloc_off();
    assert_int_equal(count.nbytes, 5);
    buf_clear(&buf);
}

static void test_bytes(void **state)
{
    (void)state;
    static const uint8_t raw[8] = { 0x81, 2, 3, 4, 5, 6, 7, 0xF8 };
    struct guard g = guard_copy(raw, 8);
    assert_int_equal(load_be16(g.data + 6), 0x07F8);
    assert_int_equal(load_le16(g.data + 6), 0xF807);
    assert_int_equal(load_be32(g.data), 0x81020304);
    assert_int_equal(load_le32(g.data + 4), 0xF8070605);
    assert_true(load_be64(g.data) == UINT64_C(0x81020304050607F8));
    assert_true(load_le64(g.data) == UINT64_C(0xF807060504030281));
    guard_free(&g);

    struct guard w = guard_new(8);
    put_be64(w.data, load_be64(raw));
    assert_memory_equal(w.data, raw, 8);
    put_le64(w.data, load_le64(raw));
    assert_memory_equal(w.data, raw, 8);
    put_be32(w.data + 4, load_be32(raw));
    put_le32(w.data, load_le32(raw + 4));
    assert_memory_equal(w.data, raw + 4, 4);
    assert_memory_equal(w.data + 4, raw, 4);
    put_be16(w.data + 6, 0x1234);
    put_le16(w.data + 4, 0x1234);
    assert_memory_equal(w.data + 4, "\x34\x12\x12\x34", 4);
    guard_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena),       cmocka_unit_test(test_arena_limit),
        cmocka_unit_test(test_arena_nomem), cmocka_unit_test(test_vec),
        cmocka_unit_test(test_reserve),     cmocka_unit_test(test_bitset),
        cmocka_unit_test(test_buf),         cmocka_unit_test(test_sink),
        cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
