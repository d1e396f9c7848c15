/*
 * test_format_obk_find.c - Chessmaster books: positions and lines in the file
 */
#include "format_check.h"

#include "base/compiler.h"
#include "chess_table.h"
#include "fail_alloc.h"
#include "format/table_io.h"
#include "guard.h"
#include "obk_bytes.h"
#include "table_file.h"

static const struct {
    const char *moves, *want;
} finds[] = {
    { "", "e2e4=100 d2d4=100 c2c4=100" },
    { "e2e4 e7e5 g1f3 b8c6", "f1c4=100 f1b5=100 b1c3=100" },
    { "g1f3 e7e5 e2e4 b8c6", "f1c4=100 f1b5=100 b1c3=100" }, // transposed
    { "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "" },
    { "a2a3", "" },
};

enum { LINE_MAX_PLIES = 16 };

static void test_find(void **state)
{
    (void)state;
    struct buf bytes = obk_bytes("UGWS 18: " OBK_EXAMPLE);
    struct guard g = guard_copy(bytes.data, bytes.size);
    struct table *t = format_open_table(guard_bytes(&g), NULL, NULL);
    assert_non_null(t);
    assert_null(table_key_space(t));
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(finds); i++) {
        struct tabia_pos pos;
        struct tabia_book_move list[TABIA_MOVES_MAX];
        char got[128];
        table_line(finds[i].moves, &pos, NULL);
        entries_text(&pos, list, table_find(t, &pos, list), got, sizeof(got));
        nfailed += !check_text(finds[i].moves, got, finds[i].want);

        // The same in a table that is opened for this position only.
        struct tabia_pos other;
        const struct table_lookup lookup = { TABLE_USE_ONCE, &pos };
        struct table *once =
            table_open_for(guard_bytes(&g), &lookup, NULL, NULL);
        assert_non_null(once);
        entries_text(&pos, list, table_find(once, &pos, list), got,
                     sizeof(got));
        nfailed += !check_text(finds[i].moves, got, finds[i].want);
        table_line("d2d4", &other, NULL);
        assert_int_equal(table_find(once, &other, list), 0);
        table_close(once);
    }
    table_close(t);
    guard_free(&g);
    buf_clear(&bytes);
    assert_int_equal(nfailed, 0);
}

/* A move that several lines have is given once, with its largest weight. */
static void test_find_folds(void **state)
{
    (void)state;
    struct buf bytes = obk_bytes("BOO! 3 0: 0c5c f464 cc9c");
    struct table *t = format_open_table(buf_bytes(&bytes), NULL, NULL);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    assert_int_equal(table_find(t, &pos, list), 1);
    assert_int_equal(list[0].data.weight, 50);
    table_close(t);
    buf_clear(&bytes);

    struct tabia_error err = { 0 };
    bytes = obk_bytes("BOO! 1 0: d8e0");
    assert_null(format_open_table(buf_bytes(&bytes), NULL, &err));
    assert_int_equal(err.offset, 12);
    buf_clear(&bytes);
}

/* ---- along a line ---------------------------------------------------- */

/* Two orders of moves to one position, and other weights there. */
#define TWO_ORDERS "0cdc 74e4 46d5 f96a 46d5 74e4 4cdc b9ea f36b"

static const struct {
    const char *file, *moves, *want;
} lines[] = {
    { "UGWS 18: " OBK_EXAMPLE, "", "e2e4=100 d2d4=100 c2c4=100" },
    { "UGWS 18: " OBK_EXAMPLE, "e2e4", "e7e5=100 c7c5=100" },
    { "UGWS 18: " OBK_EXAMPLE, "e2e4 e7e5 g1f3 b8c6",
      "f1c4=100 f1b5=100 b1c3=100" },
    { "UGWS 18: " OBK_EXAMPLE, "e2e4 c7c5 g1f3 d7d6", "d2d4=100" },
    { "UGWS 18: " OBK_EXAMPLE, "d2d4", "d7d5=100" },
    { "UGWS 18: " OBK_EXAMPLE, "c2c4", "" },
    { "UGWS 18: " OBK_EXAMPLE, "a2a3", "" },
    { "UGWS 18: " OBK_EXAMPLE, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", "" },
    { "UGWS 18: " OBK_EXAMPLE, "g1f3 e7e5 e2e4 b8c6", "" }, // no such line
    { "BOO! 9 0: " TWO_ORDERS, "e2e4 e7e5 g1f3", "b8c6=25" },
    { "BOO! 9 0: " TWO_ORDERS, "g1f3 e7e5 e2e4", "b8c6=100 d7d6=25" },
    { "BOO! 7 0: 4cdc 74e4 46d5 79ea 45e1 70e8 c4c6",
      "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "e1g1=100" },
    // Broken trees: what cannot be played or is not there is not found.
    { "BOO! 2 0: 8ce4 cbdb", "", "d2d4=100" },
    { "BOO! 1 0: 0cdc", "", "e2e4=100" },
    { "BOO! 1 0: 0cdc", "e2e4", "" },
    { "BOO! 1 0: 8cdc", "d2d4", "" },
    { "BOO! 0 0:", "", "" },
};

/* Both kinds of tables follow lines; one may be opened for nothing else. */
static bool check_line(size_t i, enum table_use use)
{
    const struct tabia_read_options options = { .lenient = true };
    const struct table_lookup lookup = { .use = use };
    struct buf bytes = obk_bytes(lines[i].file);
    struct guard g = guard_copy(bytes.data, bytes.size);
    struct table *t = table_open_for(guard_bytes(&g), &lookup, &options, NULL);
    struct tabia_pos start, pos;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    tabia_move moves[LINE_MAX_PLIES];
    char got[128];
    assert_non_null(t);
    tabia_pos_set_start(&start);
    const size_t n = table_line(lines[i].moves, &pos, moves);
    entries_text(&pos, list, table_find_line(t, &start, moves, n, list), got,
                 sizeof(got));
    table_close(t);
    guard_free(&g);
    buf_clear(&bytes);
    return check_text(lines[i].moves, got, lines[i].want);
}

static void test_find_line(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        nfailed += !check_line(i, TABLE_USE_LINE);
        nfailed += !check_line(i, TABLE_USE_ANY);
    }
    assert_int_equal(nfailed, 0);
}

/*
 * The header counts 1002 moves, but there is memory for two only: whoever
 * reads beyond the line that is asked for crashes.
 */
static void test_find_line_reads_little(void **state)
{
    (void)state;
    struct buf bytes = obk_bytes("BOO! 1002 0: 0cdc f464");
    struct guard g = guard_copy(bytes.data, bytes.size);
    const struct tabia_bytes src = { g.data, g.size + 2000 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("obk", NULL),
    };
    const struct table_lookup along = { .use = TABLE_USE_LINE };
    struct table *t = table_open_for(src, &along, &options, NULL);
    struct tabia_pos start, pos;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    tabia_move moves[LINE_MAX_PLIES];
    assert_non_null(t);
    tabia_pos_set_start(&start);
    const size_t n = table_line("e2e4", &pos, moves);
    assert_int_equal(table_find_line(t, &start, moves, n, list), 1);
    assert_int_equal(list[0].data.weight, 25);
    // The tree begins at the starting position, and there is no index.
    assert_int_equal(table_find_line(t, &pos, NULL, 0, list), 0);
    assert_int_equal(table_find(t, &pos, list), 0);
    table_close(t);
    guard_free(&g);
    buf_clear(&bytes);
}

/* ---- memory ---------------------------------------------------------- */

static bool open_table(void *ctx, struct tabia_error *err)
{
    struct table *t = format_open_table(buf_bytes(ctx), NULL, err);
    table_close(t);
    return t != NULL;
}

static void test_nomem(void **state)
{
    (void)state;
    struct buf bytes = obk_bytes("BOO! 18 14: " OBK_EXAMPLE
                                 " 02000000 0181 'a 01000000 0181 'b");
    fail_alloc_each(open_table, &bytes);
    buf_clear(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_find_folds),
        cmocka_unit_test(test_find_line),
        cmocka_unit_test(test_find_line_reads_little),
        cmocka_unit_test(test_nomem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
