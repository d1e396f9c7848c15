/*
 * test_format_eco.c - names of openings: rows, Scid's records, real files
 */
#include "format_check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "format/formats.h"
#include "format/report.h"
#include "io/input.h"
#include "shared_file.h"

#define HEADING "eco\tname\tpgn\n"

static void test_rewritten(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        { "nothing", "", HEADING },
        { "heading", HEADING, HEADING },
        { "rows", HEADING "A00\tAmar\t1. Nh3\nA00\tAmar: Paris\t1. Nh3 d5\n",
          HEADING "A00\tAmar\t1. Nh3\nA00\tAmar: Paris\t1. Nh3 d5\n" },
        { "no heading", "A00\tAmar\t1.Nh3", HEADING "A00\tAmar\t1. Nh3\n" },
        { "sorted", "B00\tz\te4\nA00\ty\tNh3\nA00\tx\tNa3\n",
          HEADING "A00\tx\t1. Na3\nA00\ty\t1. Nh3\nB00\tz\t1. e4\n" },
        { "equal names keep their order", "A00\tx\te4 e5\nA00\tx\te4\n",
          HEADING "A00\tx\t1. e4 e5\nA00\tx\t1. e4\n" },
        { "two headings", HEADING "A00\tx\te4\n\n" HEADING "B00\ty\td4\n",
          HEADING "A00\tx\t1. e4\nB00\ty\t1. d4\n" },
        { "other columns", "epd\tuci\tname\teco\nz\te2e4 e7e5\tx\tB00\n",
          HEADING "B00\tx\t1. e4 e5\n" },
        { "pgn before uci", "eco\tname\tpgn\tuci\nB00\tx\t1. e4\tzz\n",
          HEADING "B00\tx\t1. e4\n" },
        { "the start", "A00\tStart\t\n", HEADING "A00\tStart\t\n" },
        { "no code", "eco\tname\tpgn\n\tx\t1. e4\n", HEADING "\tx\t1. e4\n" },
        { "no name", "A00\t\t1. e4\n", HEADING "A00\t\t1. e4\n" },
        { "Windows-1252", "A00\tGr\xFCn\te4\n",
          HEADING "A00\tGr\xC3\xBCn\t1. e4\n" },
        { "Scid", "# a\n\nB00a \"x y\"  1.e4 e5 2.Nf3 *\nA00 \"z\" *\n",
          HEADING "A00\tz\t\nB00\tx y\t1. e4 e5 2. Nf3\n" },
        { "Scid, sorted as written", "A00\"\tg\"*A00\" \"*",
          HEADING "A00\t \t\nA00\t g\t\n" },
        { "Scid over lines", "B00a1\n\"x\"\n1.e4\n# b\ne5*A00 \"y\" 1.d4*",
          HEADING "A00\ty\t1. d4\nB00\tx\t1. e4 e5\n" },
        { "Scid, words between",
          "B00 \"x\" e4 *\nwhatever F00 \"\n"
          "A00 \"y\" d4 *",
          HEADING "A00\ty\t1. d4\nB00\tx\t1. e4\n" },
    };
    assert_int_equal(check_rewritten(tabia_format_find("eco", NULL), cases,
                                     COUNT_OF(cases)),
                     0);
}

static void test_errors(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        { "no tab", HEADING "A00",
          "2:4: expected a tab and the column 'name'" },
        { "two cells", HEADING "A00\tx",
          "2:6: expected a tab and the column 'pgn'" },
        { "bad code", HEADING "F00\tx\te4",
          "2:1: expected a code from A00 to E99, found 'F00'" },
        { "code too long", HEADING "A00a11\tx\te4",
          "2:1: expected a code from A00 to E99, found 'A00a11'" },
        { "names nothing", HEADING "\t\te4", "2:1: the row has no name" },
        { "illegal move", HEADING "A00\tx\t1. e4 e4",
          "2:13: no black pawn can go to e4" },
        { "illegal first move", HEADING "A00\tx\t1.e5",
          "2:9: no white pawn can go to e5" },
        { "no move", HEADING "A00\tx\t1. e4 *",
          "2:13: expected a piece letter or a square, found '*'" },
        { "Scid without a star", "A00 \"x\" 1.e4",
          "1:13: the record has no '*' at its end" },
        { "Scid without a name", "A00 \"x\" *\nA01 e4 *",
          "2:5: expected a name in quotes, found 'e4'" },
        { "Scid with an open name", "A00 \"x\" *\nA01 \"e4 *\n",
          "2:5: the name has no closing quote on its line" },
        { "Scid with two names", "A00 \"x\" \"y\" *",
          "1:9: expected a move or '*', found '\"'" },
        { "Scid, illegal move", "A00 \"x\" 1.e4\ne4 *",
          "2:1: no black pawn can go to e4" },
        { "Scid, end before the name", "A00 \"x\" *\nA01",
          "2:4: the record has no '*' at its end" },
        { "UTF-16", "\xFE\xFF",
          "1:1: the text is UTF-16; save it as UTF-8 and try again" },
    };
    assert_int_equal(check_refused(tabia_format_find("eco", NULL), cases,
                                   COUNT_OF(cases)),
                     0);
}

static bool go_on(void *ctx, enum tabia_severity severity,
                  const struct tabia_error *problem)
{
    unsigned *count = ctx;
    (void)severity;
    (void)problem;
    ++*count;
    return true;
}

/* A faulty line is left out as a whole, the others are read. */
static void test_lenient(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned nproblems, nedges;
    } cases[] = {
        { HEADING "A00\tx\te4 e4\nA00\ty\td4 d5\nX\n", 2, 2 },
        { "A00 \"x\" e4 e4 *\nA00 \"y\" d4 d5 *\nA00 y *\n", 2, 2 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        unsigned count = 0;
        struct tabia_error err = { 0 };
        const struct tabia_read_options options = {
            .format = tabia_format_find("eco", NULL),
            .lenient = true,
            .on_problem = go_on,
            .ctx = &count,
        };
        struct tabia_book *book =
            tabia_book_decode(bytes_of(cases[i].text), &options, &err);
        assert_non_null(book);
        assert_int_equal(count, cases[i].nproblems);
        assert_int_equal(tabia_book_edge_count(book), cases[i].nedges);
        tabia_book_free(book);
    }
}

#define E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"

static void test_losses(void **state)
{
    static const struct {
        const char *format, *text, *want, *losses;
    } cases[] = {
        { "ct800", "e2e4 e7e5 (B00 King's Pawn)\ne2e4 c7c5\n",
          HEADING "B00\tKing's Pawn\t1. e4 e5\n",
          "2 moves that do not lead to a name are dropped" },
        { "epd", E4 " id \"x\";\n", HEADING,
          "1 other starting position is dropped; 1 name that is unreachable "
          "from the starting position is dropped" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct tabia_report report = { 0 };
        char losses[256];
        struct tabia_book *book =
            decode_text(cases[i].format, cases[i].text, &err);
        assert_non_null(book);
        char *got = encode_text(book, "eco", &report);
        assert_string_equal(got, cases[i].want);
        assert_string_equal(report_text(&report, losses, sizeof(losses)),
                            cases[i].losses);
        free(got);
        tabia_book_free(book);
    }
}

/* What is written can be read: a row has 1024 moves at most. */
static void test_long_line(void **state)
{
    enum { LONGEST = 1024 };
    static const char *const steps[] = { "g1f3 ", "g8f6 ", "f3g1 ", "f6g8 " };
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_report report = { 0 };
    struct buf text = { .limit = SIZE_MAX / 4 };
    char losses[256];
    for (size_t i = 0; i < LONGEST; i++)
        buf_add(&text, steps[i % 4], 5);
    buf_addf(&text, "'near e2e4 'far");
    struct tabia_book *book = book_text_make(buf_text(&text), BOOK_TEXT_TREE);
    char *got = encode_text(book, "eco", &report);
    assert_string_equal(
        report_text(&report, losses, sizeof(losses)),
        "1 move that does not lead to a name is dropped; 1 name "
        "after more than 1024 moves is dropped");
    struct tabia_book *back = decode_text("eco", got, &err);
    assert_non_null(back);
    assert_int_equal(tabia_book_edge_count(back), LONGEST);
    free(got);
    buf_clear(&text);
    tabia_book_free(book);
    tabia_book_free(back);
}

/* A code that is none goes, and so does a row that has nothing else. */
static void test_bad_codes(void **state)
{
    (void)state;
    static const char text[] =
        "root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
        "eco \"Z9\" name \"a\"\n  e4\n"
        "position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - "
        "eco \"C\"\n";
    const struct tabia_read_options options = { .format = &format_edit };
    struct tabia_report report = { 0 };
    char losses[256];
    struct tabia_book *book = tabia_book_decode(bytes_of(text), &options, NULL);
    assert_non_null(book);
    char *got = encode_text(book, "eco", &report);
    assert_string_equal(got, HEADING "\ta\t\n");
    assert_non_null(strstr(report_text(&report, losses, sizeof(losses)),
                           "2 texts that are not ECO codes are dropped"));
    free(got);
    tabia_book_free(book);
}

static void test_detection(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        { "heading", HEADING, "eco" },
        { "no heading", "A00\tx\t1. e4\n", "eco" },
        { "Scid", "# x\n\nA00 \"x\" 1.e4 *\n", "eco" },
        { "not enough columns", "A00\tx\n", "" },
    };
    assert_int_equal(check_detected(cases, COUNT_OF(cases)), 0);
}

/* ---- real files ------------------------------------------------------ */

/* The files of Lichess come back byte for byte. */
static void test_lichess(void **state)
{
    (void)state;
    static const char *const names[] = { "data/tsv/a.tsv", "data/tsv/b.tsv",
                                         "data/tsv/c.tsv", "data/tsv/d.tsv",
                                         "data/tsv/e.tsv" };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct input in;
        struct tabia_error err = { 0 };
        uint8_t *data;
        size_t size;
        struct tabia_book *book = shared_book(names[i], NULL);
        assert_true(tabia_book_encode(book, tabia_format_find("eco", NULL),
                                      NULL, &data, &size, NULL, &err));
        shared_open(names[i], &in);
        assert_int_equal(size, in.bytes.size);
        assert_memory_equal(data, in.bytes.data, size);
        input_close(&in);
        free(data);
        tabia_book_free(book);
    }
}

static void test_scid(void **state)
{
    (void)state;
    struct tabia_book *book = shared_book("data/eco/scid.eco", NULL);
    assert_int_equal(tabia_book_root_count(book), 10360);
    assert_int_equal(tabia_book_attr_count(book, TABIA_ATTR_NAME), 10360);
    tabia_book_free(book);
}

static void test_no_memory(void **state)
{
    (void)state;
    static const char *const texts[] = {
        HEADING "A00\tx\t1. e4 e5\nB00\ty\t1. d4\n",
        "# a\nA00 \"x\" 1.e4 e5 *\nB00 \"y\" *\n",
    };
    for (size_t k = 0; k < COUNT_OF(texts); k++)
        check_starved_text(tabia_format_find("eco", NULL), texts[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rewritten), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_lenient),   cmocka_unit_test(test_losses),
        cmocka_unit_test(test_long_line), cmocka_unit_test(test_detection),
        cmocka_unit_test(test_bad_codes), cmocka_unit_test(test_lichess),
        cmocka_unit_test(test_scid),      cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
