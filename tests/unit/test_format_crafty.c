/*
 * test_format_crafty.c - Crafty's books, and Shredder's as far as they go
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "format/crafty/crafty.h"
#include "format/table_io.h"
#include "format_check.h"
#include "io/input.h"
#include "shared_file.h"
#include "table_file.h"

/* ---- a small book ---------------------------------------------------- */

enum { SIZE = CRAFTY_INDEX_SIZE + 4 + 2 * CRAFTY_ENTRY_SIZE + 4 };

/* 1.e4 and 1.d4?? in the cluster of the starting position. */
static uint8_t *make_book(void)
{
    uint8_t *p = malloc(SIZE);
    struct tabia_pos pos;
    static const struct {
        tabia_square from, to;
        uint32_t status;
    } moves[2] = { { 12, 28, 0xA8000007 }, { 11, 27, 0x01000003 } };
    assert_non_null(p);
    memset(p, 0xFF, CRAFTY_INDEX_SIZE);
    tabia_pos_set_start(&pos);
    const uint64_t before = crafty_key(&pos);
    put_le32(p + 4 * (before >> 49), CRAFTY_INDEX_SIZE);
    put_le32(p + CRAFTY_INDEX_SIZE, 2);
    for (size_t i = 0; i < 2; i++) {
        uint8_t *entry = p + CRAFTY_INDEX_SIZE + 4 + i * CRAFTY_ENTRY_SIZE;
        const tabia_move mv =
            tabia_move_make(moves[i].from, moves[i].to, TABIA_PIECE_NONE);
        put_le64(entry, crafty_entry_key(&pos, mv, before));
        put_le32(entry + 8, moves[i].status);
        put_le32(entry + 12, 0x3F800000); // 1.0
    }
    put_le32(p + SIZE - 4, 0x190000);
    return p;
}

static void test_small(void **state)
{
    uint8_t *p = make_book();
    const struct tabia_bytes bytes = { p, SIZE };
    struct tabia_error err = { 0 };
    (void)state;
    struct tabia_book *book = tabia_book_decode(bytes, NULL, &err);
    if (!book)
        fail_msg("%s", err.msg);
    assert_true(
        check_text("format", tabia_book_find_text(book, "format"), "crafty"));
    assert_true(check_text(
        "version", tabia_book_find_text(book, "crafty-version"), "25.0"));
    assert_true(check_text("entries",
                           tabia_book_find_text(book, "crafty-entries"),
                           "2 in 1 of 1 clusters"));
    assert_int_equal(tabia_book_edge_count(book), 2);
    const struct tabia_move_data d4 = tabia_book_edge_data(book, 0);
    const struct tabia_move_data e4 = tabia_book_edge_data(book, 1);
    assert_int_equal(d4.weight, 3);
    assert_int_equal(d4.mark, TABIA_MARK_PASSIVE);
    assert_int_equal(d4.nags[0], 4);
    assert_int_equal(e4.weight, 7);
    assert_int_equal(e4.mark, TABIA_MARK_NONE);
    assert_int_equal(e4.nags[0], 1);
    assert_true(check_number("learn", e4.learn, UINT64_C(0xA80000073F800000)));
    tabia_book_free(book);
    free(p);
}

/* No percentage is no weight: a PolyGlot book gets 1, not 0 for never. */
static void test_no_games(void **state)
{
    uint8_t *p = make_book();
    const struct tabia_bytes bytes = { p, SIZE };
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    (void)state;
    put_le32(p + CRAFTY_INDEX_SIZE + 4 + 8, 0xA8000000);
    put_le32(p + CRAFTY_INDEX_SIZE + 4 + CRAFTY_ENTRY_SIZE + 8, 0);
    struct tabia_book *book = tabia_book_decode(bytes, NULL, &err);
    assert_non_null(book);
    assert_false(tabia_book_attrs(book) & TABIA_HAS_WEIGHT);
    assert_true(tabia_book_encode(book, tabia_format_find("polyglot", NULL),
                                  NULL, &data, &size, NULL, &err));
    assert_int_equal(size, 32);
    assert_int_equal(data[10] << 8 | data[11], 1);
    assert_int_equal(data[26] << 8 | data[27], 1);
    free(data);
    tabia_book_free(book);
    free(p);
}

static void test_broken(void **state)
{
    static const struct {
        const char *name;
        size_t at;
        uint32_t value;
        const char *want;
    } cases[] = {
        { "outside", 0, 0x7FFFFFFF,
          "cluster 0 starts at 2147483647, outside the file" },
        { "in the index", 8, 4, "cluster 2 starts at 4, outside the file" },
        { "too many", CRAFTY_INDEX_SIZE, 3,
          "cluster 16018 has 3 entries, the limit is 2" },
        { "negative", CRAFTY_INDEX_SIZE, 0xFFFFFFFF,
          "cluster 16018 has 4294967295 entries, the limit is 2" },
        { "version", SIZE - 4, 0x080000,
          "version 0x00080000 is not supported, only books of Crafty 23 to 25 "
          "are" },
    };
    const struct tabia_read_options options = {
        .format = tabia_format_find("crafty", NULL),
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t *p = make_book();
        const struct tabia_bytes bytes = { p, SIZE };
        struct tabia_error err = { 0 };
        put_le32(p + cases[i].at, cases[i].value);
        assert_null(tabia_book_decode(bytes, &options, &err));
        assert_int_equal(err.status, TABIA_ERR_CORRUPT);
        assert_true(check_text(cases[i].name, err.msg, cases[i].want));
        assert_null(format_open_table(bytes, &options, NULL));
        free(p);
    }
}

static void test_cut(void **state)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("crafty", NULL),
    };
    uint8_t *p = make_book();
    struct tabia_error err = { 0 };
    (void)state;
    const struct tabia_bytes bytes = { p, CRAFTY_INDEX_SIZE + 3 };
    assert_null(tabia_book_decode(bytes, &options, &err));
    assert_true(check_text("cut", err.msg,
                           "the file is truncated: 131075 of at least 131076 "
                           "bytes"));
    free(p);
}

static void test_nomem(void **state)
{
    uint8_t *p = make_book();
    const struct tabia_bytes bytes = { p, SIZE };
    const struct tabia_read_options options = {
        .format = tabia_format_find("crafty", NULL),
    };
    (void)state;
    check_starved(bytes, &options);
    free(p);
}

/* ---- real files ------------------------------------------------------ */

static void test_real(void **state)
{
    static const struct {
        const char *name;
        uint32_t nentries, nused, nclusters;
    } cases[] = {
        { "data/crafty/crafty25_book.bin", 114, 93, 13633 },
        { "data/crafty/crafty25_books.bin", 18330, 13633, 13633 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char path[SHARED_PATH_SIZE];
        struct tabia_error err = { 0 };
        struct input in;
        struct crafty_counts counts;
        shared_path(cases[i].name, path);
        assert_true(input_open(&in, path, NULL, NULL));
        assert_true(crafty_count(in.bytes, &counts, &err));
        assert_true(check_number(path, counts.nentries, cases[i].nentries));
        assert_true(check_number(path, counts.nused, cases[i].nused));
        assert_true(check_number(path, counts.nclusters, cases[i].nclusters));
        assert_int_equal(counts.version, 0x170002);
        input_close(&in);

        struct tabia_book *book = tabia_book_load(path, NULL, &err);
        if (!book)
            fail_msg("%s", err.msg);
        const uint32_t nlearnt = tabia_book_attr_count(book, TABIA_ATTR_LEARN);
        assert_true(check_number(path, nlearnt, cases[i].nentries));
        struct table *t = table_file_open(path, NULL, &err);
        assert_non_null(t);
        struct tabia_pos pos;
        struct tabia_book_move list[TABIA_MOVES_MAX];
        tabia_pos_set_start(&pos);
        size_t nplies = 0; // of the line that is played first
        while (table_find(t, &pos, list) && nplies < 100) {
            assert_true(tabia_pos_is_legal(&pos, list[0].move));
            tabia_pos_play(&pos, list[0].move);
            nplies++;
        }
        assert_true(nplies > 10);
        table_close(t);
        tabia_book_free(book);
    }
}

/* ---- Shredder -------------------------------------------------------- */

enum { BKT_PAGE = 32 * 48 + 16, BKT_PAGES = 256, BKT_SIZE = 257 * BKT_PAGE };

/* Three moves in two positions; one page more than there must be. */
static uint8_t *make_shredder(void)
{
    uint8_t *p = calloc(1, BKT_SIZE);
    assert_non_null(p);
    for (size_t i = 0; i <= BKT_PAGES; i++)
        p[i * BKT_PAGE + 32 * 48 + 4] = i < BKT_PAGES ? 1 : 2;
    uint8_t *page = p + 5 * (size_t)BKT_PAGE;
    put_le64(page, 133);
    put_le32(page + 8, 1);
    put_le64(page + 48, 133);
    put_le32(page + 48 + 8, 2);
    put_le32(page + 31 * 48 + 8, 3); // the key is 0
    return p;
}

/* A byte of a footer, from its page's end, and a size: is it still a book? */
static void test_small_shredder(void **state)
{
    static const struct {
        const char *name;
        size_t size, page, back;
        uint8_t byte;
        bool is_good;
    } cases[] = {
        { "whole", BKT_SIZE, 0, 16, 0, true },
        { "no more pages", BKT_SIZE - BKT_PAGE, 0, 16, 0, true },
        { "a page is missing", BKT_SIZE - 2 * BKT_PAGE, 0, 16, 0, false },
        { "half a page", BKT_SIZE - 8, 0, 16, 0, false },
        { "not 0", BKT_SIZE, 0, 16, 1, false },
        { "the other kind", BKT_SIZE, 255, 12, 2, false },
        { "the first kind", BKT_SIZE, 256, 12, 1, false },
        { "no page there", BKT_SIZE, 3, 8, 1, false },
        { "nor there", BKT_SIZE, 3, 4, 1, false },
        { "far outside", BKT_SIZE, 3, 5, 97, false }, // pages, but too many
    };
    const struct tabia_format *bkt = tabia_format_find("bkt", NULL);
    const struct tabia_read_options options = { .format = bkt };
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t *p = make_shredder();
        struct tabia_error err = { 0 };
        p[(cases[i].page + 1) * BKT_PAGE - cases[i].back] = cases[i].byte;
        assert_null(tabia_book_decode((struct tabia_bytes){ p, cases[i].size },
                                      &options, &err));
        nfailed += !check_text(
            cases[i].name, err.msg,
            cases[i].is_good
                ? "a Shredder book with 3 moves in 2 positions; only Shredder "
                  "can look them up, because its keys are not public"
                : "not a Shredder book: its pages of 1552 bytes have no "
                  "footers");
        free(p);
    }
    assert_int_equal(nfailed, 0);
}

static void test_shredder(void **state)
{
    char path[SHARED_PATH_SIZE];
    struct tabia_error err = { 0 };
    (void)state;
    shared_path("data/bkt/Perfect2021.bkt", path);
    assert_null(tabia_book_load(path, NULL, &err));
    assert_true(check_text(
        "bkt", err.msg,
        "a Shredder book with 5379 moves in 4054 positions; only Shredder can "
        "look them up, because its keys are not public"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),    cmocka_unit_test(test_no_games),
        cmocka_unit_test(test_broken),   cmocka_unit_test(test_cut),
        cmocka_unit_test(test_nomem),    cmocka_unit_test(test_real),
        cmocka_unit_test(test_shredder), cmocka_unit_test(test_small_shredder),
    };
    return cmocka_run_group_tests_name("format_crafty", tests, NULL, NULL);
}
