/*
 * test_format_ct800_write.c - CT800 text as we write it, and the real book
 */
#include <stdlib.h>

#include "base/compiler.h"
#include "book_text.h"
#include "ct800_book.h"
#include "fail_alloc.h"
#include "format/ct800/ct800_tool.h"
#include "format/report.h"
#include "format_check.h"
#include "shared_file.h"
#include "tabia/builder.h"

/* ---- writing --------------------------------------------------------- */

static const struct {
    const char *name, *text, *want;
} cases[] = {
    { "nothing", "", "" },
    { "sorted", "e2e4\nd2d4\na2a3\ng1f3\n", "a2a3\nd2d4\ne2e4\ng1f3\n" },
    { "joined", "e2e4\ne2e4 e7e5\ne2e4 e7e5 g1f3\n", "e2e4 e7e5 g1f3\n" },
    { "a treated position is not repeated",
      "e2e4 g7g6 d2d4 f8g7\nd2d4 g7g6 e2e4 f8g7\n",
      "d2d4 g7g6 e2e4 f8g7\ne2e4 g7g6 d2d4\n" },
    { "marks", "e2e4x e7e5 f2f4? e5f4\nd2d4X",
      "d2d4x\n"
      "e2e4x e7e5 f2f4? e5f4\n" },
    { "the mildest mark", "e2e4?\ne2e4x e7e5\n", "e2e4x e7e5\n" },
    { "names", "e2e4 e7e5 (C20 King's Pawn Game)\ne2e4 (B00)\nd2d4 (Queen)",
      "d2d4 (Queen)\ne2e4 (B00)\ne2e4 e7e5 (C20 King's Pawn Game)\n" },
    { "a name within a line", "e2e4 e7e5\ne2e4 (a (b))",
      "e2e4 (a (b))\ne2e4 e7e5\n" },
    { "castling and promotion",
      "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8\n"
      "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7 c2b1\n",
      "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7 c2b1\n"
      "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8\n" },
    { "a circle", "g1f3 g8f6 f3g1 f6g8 e2e4", "e2e4\ng1f3 g8f6 f3g1 f6g8\n" },
    { "the header", "# a\n#\n#b\ne2e4", "# a\n#\n# b\ne2e4\n" },
};

static void test_write(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_report report = { 0 };
        struct tabia_book *book = ct800_book_of(cases[i].text);
        struct buf got = ct800_book_encode(book, "ct800", &report);
        nfailed += !check_text(cases[i].name, buf_text(&got), cases[i].want);
        nfailed += !check_number(cases[i].name, report.n, 0);

        struct tabia_book *back = ct800_book_of(buf_text(&got));
        struct buf a = ct800_book_folded(book), b = ct800_book_folded(back);
        nfailed += !check_text(cases[i].name, buf_text(&b), buf_text(&a));
        struct buf again = ct800_book_encode(back, "ct800", &report);
        nfailed += !check_text(cases[i].name, buf_text(&again), buf_text(&got));
        buf_clear(&again);
        buf_clear(&a);
        buf_clear(&b);
        buf_clear(&got);
        tabia_book_free(back);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* What text cannot hold is told. */
static void test_losses(void **state)
{
    static const struct {
        const char *name, *book, *want, *loss;
    } rows[] = {
        { "under-promotion",
          "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7 c2b1n | e2e4",
          "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7\ne2e4\n", "promotion" },
        { "another root", "e2e4 | fen:8/8/4k3/8/8/4K3/4P3/8_w_-_-_0_1 e3d4",
          "e2e4\n", "position" },
        { "weights", "e2e4=5", "e2e4\n", "weight" },
        { "a name like a code", "e2e4 'A00_x", "e2e4 (A00_x)\n", NULL },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_report report = { 0 };
        struct tabia_book *book = book_text_make(rows[i].book, BOOK_TEXT_TREE);
        struct buf got = ct800_book_encode(book, "ct800", &report);
        assert_true(check_text(rows[i].name, buf_text(&got), rows[i].want));
        bool is_told = !rows[i].loss && report.n == 0;
        for (size_t k = 0; rows[i].loss && k < report.n; k++)
            is_told |= strstr(report.list[k].what, rows[i].loss) != NULL;
        assert_true(check_number(rows[i].name, is_told, true));
        buf_clear(&got);
        tabia_book_free(book);
    }
}

/* Moves to which no line leads are not in the file, and that is told. */
static void test_unreached(void **state)
{
    static const char *const formats[] = { "ct800", "ct800-bin", "ct800-c" };
    const char *fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor c;
    (void)state;
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    assert_true(tabia_builder_play(
        b, &c, tabia_move_make(12, 28, TABIA_PIECE_NONE), NULL));
    c.edge = TABIA_NUMBER_NONE;
    assert_true(tabia_fen_parse(&c.pos, fen, strlen(fen), 0, NULL));
    assert_true(tabia_builder_add_node(b, &c.pos, &c.node, NULL));
    assert_true(tabia_builder_play(
        b, &c, tabia_move_make(20, 27, TABIA_PIECE_NONE), NULL));
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    assert_non_null(book);
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct tabia_report report = { 0 };
        struct buf got = ct800_book_encode(book, formats[i], &report);
        assert_true(check_number(formats[i], report.n, 1));
        assert_true(check_number(formats[i], report.list[0].count, 1));
        assert_true(check_text(
            formats[i], report.list[0].what,
            "move that is unreachable from the starting position is dropped"));
        buf_clear(&got);
    }
    tabia_book_free(book);
}

/* From a graph the moves of a position keep their order. */
static void test_graph_order(void **state)
{
    struct tabia_report report = { 0 };
    struct tabia_book *book =
        book_text_make("g1f3 | e2e4 | a2a3 | d2d4 | h2h3 | b1c3",
                       BOOK_TEXT_GRAPH);
    (void)state;
    struct buf got = ct800_book_encode(book, "ct800-bin", &report);
    static const uint8_t want[] = {
        0x1C, 0x16, 0x84, 0x26, 0x66, 0x86, 0x15, 0x0C, 0x1C,
        0x08, 0x10, 0x0B, 0x1B, 0x0F, 0x17, 0x01, 0x12,
    };
    assert_int_equal(got.size, sizeof(want));
    assert_memory_equal(got.data, want, sizeof(want));
    buf_clear(&got);
    tabia_book_free(book);
}

static void test_no_memory(void **state)
{
    struct tabia_book *book = ct800_book_of("e2e4 e7e5 (C20 a)\nd2d4? d7d5");
    (void)state;
    check_starved_writing(book, tabia_format_find("ct800", NULL));
    tabia_book_free(book);
}

/* ---- the real book --------------------------------------------------- */

#define REAL_TEXT "data/ct800/bookdata.txt"

static void test_real_records(void **state)
{
    struct tabia_report report = { 0 };
    struct input in;
    (void)state;
    shared_open("data/ct800/bookdata_crc.dat", &in);
    struct tabia_book *book = shared_book(REAL_TEXT, NULL);
    const struct tabia_bytes want = in.bytes;
    struct buf got = ct800_book_encode(book, "ct800-bin", &report);
    assert_int_equal(got.size, want.size);
    assert_memory_equal(got.data, want.data, want.size);

    // Reading back finds every record, and writing gives the same bytes.
    struct tabia_error err = { 0 };
    struct tabia_book *back =
        ct800_book_read("ct800-bin", got.data, got.size, &err);
    assert_non_null(back);
    struct buf again = ct800_book_encode(back, "ct800-bin", &report);
    assert_int_equal(again.size, want.size);
    assert_memory_equal(again.data, want.data, want.size);
    buf_clear(&again);
    buf_clear(&got);
    input_close(&in);
    tabia_book_free(back);
    tabia_book_free(book);
}

static void test_real_statistics(void **state)
{
    struct input in;
    struct ct800_tool_stats stats = { 0 };
    uint8_t *data;
    size_t size;
    (void)state;
    shared_open(REAL_TEXT, &in);
    struct tabia_book *book =
        ct800_tool_scan(in.bytes, NULL, NULL, &stats, NULL);
    assert_non_null(book);
    assert_true(ct800_tool_compile(book, &data, &size, &stats, NULL));
    const struct {
        const char *name;
        size_t got, want;
    } counts[] = {
        { "lines", stats.lines, 14315 },
        { "plies", stats.plies, 134123 },
        { "errors", stats.errors, 0 },
        { "raw positions", stats.raw, 125439 },
        { "positions", stats.positions, 13268 },
        { "moves", stats.moves, 23382 },
        { "moves per position", stats.max_moves, 8 },
        { "surplus", stats.surplus, 0 },
        { "collisions", stats.collisions, 0 },
        { "bytes", stats.bytes, 113104 },
        { "size of the C file", size, 828875 },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        nfailed += !check_number(counts[i].name, counts[i].got, counts[i].want);
    free(data);
    tabia_book_free(book);
    input_close(&in);
    assert_int_equal(nfailed, 0);
}

/* The text that we write says the same as the one that we read. */
static void test_default_text(void **state)
{
    struct tabia_report report = { 0 };
    struct tabia_book *book = own_book("data/openings.txt");
    (void)state;
    struct buf text = ct800_book_encode(book, "ct800", &report);
    // Only the comments between its lines have no place.
    assert_int_equal(report.n, 1);
    assert_non_null(strstr(report.list[0].what, "note"));
    struct tabia_book *back = ct800_book_of(buf_text(&text));
    struct buf a = ct800_book_folded(book), b = ct800_book_folded(back);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    buf_clear(&a);
    buf_clear(&b);
    buf_clear(&text);
    tabia_book_free(back);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_unreached),
        cmocka_unit_test(test_graph_order),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_real_records),
        cmocka_unit_test(test_real_statistics),
        cmocka_unit_test(test_default_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
