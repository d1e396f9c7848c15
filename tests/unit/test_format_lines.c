/*
 * test_format_lines.c - lines of coordinate moves without spaces
 */
#include "format_check.h"

#include "base/compiler.h"
#include "format/report.h"
#include "recode.h"

/* A pawn of each side on its way to promote. */
#define PAWNS "a2a4h7h5a4a5h5h4a5a6h4h3a6b7h3g2"

static const struct text_case good[] = {
    { "empty", "", "" },
    { "blank lines", "\n  \n\t\n", "" },
    { "one move", "e2e4", "e2e4\n" },
    { "table 1", recode_table1, recode_table1 },
    { "blanks", " e2e4 e7e5\tg1f3  b8c6\n", "e2e4e7e5g1f3b8c6\n" },
    { "CR LF", "e2e4\r\nd2d4\r\n", "e2e4\nd2d4\n" },
    { "byte order mark",
      "\xEF\xBB\xBF"
      "e2e4e7e5",
      "e2e4e7e5\n" },
    { "a line twice", "e2e4\ne2e4\n", "e2e4\ne2e4\n" },
    { "castling", "e2e4e7e5g1f3g8f6f1c4f8c5e1g1e8g8",
      "e2e4e7e5g1f3g8f6f1c4f8c5e1g1e8g8\n" },
    { "castling to the rook", "e2e4e7e5g1f3g8f6f1c4f8c5e1h1",
      "e2e4e7e5g1f3g8f6f1c4f8c5e1g1\n" },
    { "en passant", "e2e4a7a6e4e5d7d5e5d6", "e2e4a7a6e4e5d7d5e5d6\n" },
    { "queen by default", PAWNS "b7a8g2h1", PAWNS "b7a8g2h1\n" },
    { "queen by letter", PAWNS "b7a8qg2h1q", PAWNS "b7a8g2h1\n" },
    { "rook, knight", PAWNS "b7a8rg2h1n", PAWNS "b7a8rg2h1n\n" },
    { "bishop at the end", PAWNS "b7a8rg2h1b", PAWNS "b7a8rg2h1b\n" },
    { "bishop before a move", PAWNS "b7a8bb8c6", PAWNS "b7a8bb8c6\n" },
    { "a file, not a bishop", PAWNS "b7a8b8c6", PAWNS "b7a8b8c6\n" },
};

static const struct text_case bad[] = {
    { "cut file", "e2e4e7e", "1:8: the move is truncated" },
    { "cut square", "e2e4e7", "1:7: the move is truncated" },
    { "cut at the start", "e", "1:2: the move is truncated" },
    { "no square", "e2e4\nx2x4", "2:1: expected a square, found 'x2'" },
    { "no rank", "e2e9", "1:3: expected a square, found 'e9'" },
    { "capitals", "E2E4", "1:1: expected a square, found 'E2'" },
    { "blank inside", "e2e4e7 e5", "1:7: expected a square, found ' e'" },
    { "misread digit", "e2e4e7e5g1f3b8c6flb5",
      "1:17: expected a square, found 'fl'" },
    { "comment", "e2e4 # best", "1:6: expected a square, found '# '" },
    { "one letter", "e2e4 #", "1:6: expected a square, found '#'" },
    { "mark", "e2e4?", "1:5: expected a square, found '?'" },
    { "reduced form", "*8f1c4", "1:1: expected a square, found '*8'" },
    { "control byte", "e2e4\x01\x02",
      "1:5: expected a square, found '\\x01\\x02'" },
    { "no piece", "e3e4", "1:1: no piece on e3" },
    { "other side", "e7e5",
      "1:1: the piece on e7 is black, but it is white's move" },
    { "illegal", "e2e4e7e5e4e5", "1:9: e4e5 is not legal" },
    { "check", "e2e4f7f6d1h5a7a6", "1:13: a7a6 leaves the king in check" },
    { "second line", "e2e4\n e7e5",
      "2:2: the piece on e7 is black, but it is white's move" },
    { "surplus letter", "e2e4q",
      "1:5: promotion to 'q', but the move is not a promotion" },
    { "king", PAWNS "b7a8k", "1:37: expected a square, found 'k'" },
    { "castling through pieces", "e1g1", "1:1: e1g1 is not legal" },
    { "UTF-16",
      "\xFF\xFE"
      "e",
      "1:1: the text is UTF-16; save it as UTF-8 and try again" },
};

static void test_good(void **state)
{
    (void)state;
    assert_int_equal(check_lossless(tabia_format_find("lines", NULL), good,
                                    COUNT_OF(good)),
                     0);
}

static void test_bad(void **state)
{
    (void)state;
    assert_int_equal(
        check_refused(tabia_format_find("lines", NULL), bad, COUNT_OF(bad)), 0);
}

/* The article counts 29 moves, 15 of them without common beginnings. */
static void test_counts(void **state)
{
    (void)state;
    struct tabia_book *book = decode_text("lines", recode_table1, NULL);
    assert_non_null(book);
    assert_int_equal(tabia_book_edge_count(book), 29);
    assert_int_equal(tabia_book_root_count(book), 7);
    assert_int_equal(tabia_book_position_count(book), 15 + 1);
    assert_string_equal(tabia_book_find_text(book, "format"), "lines");
    tabia_book_free(book);
}

/* ---- problems -------------------------------------------------------- */

struct heard {
    size_t n;
    enum tabia_severity severity;
    bool answer;
    char last[300];
};

static bool hear(void *ctx, enum tabia_severity severity,
                 const struct tabia_error *problem)
{
    struct heard *heard = ctx;
    heard->n++;
    heard->severity = severity;
    error_text(problem, heard->last, sizeof(heard->last));
    return heard->answer;
}

static const char two_faults[] = "e2e4e7e5\ne2e5\nd2d4d7d5c2c5\ng1f3\n";

static void test_problems(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool answer, lenient;
        size_t calls;
        enum tabia_severity severity;
        const char *last, *want; // want: the error, or what is written
    } cases[] = {
        { "stops", false, false, 1, TABIA_SEVERITY_ERROR,
          "2:1: e2e5 is not legal", "2:1: e2e5 is not legal" },
        { "goes on", true, false, 2, TABIA_SEVERITY_ERROR,
          "3:9: c2c5 is not legal", "2:1: e2e5 is not legal" },
        { "lenient", true, true, 2, TABIA_SEVERITY_WARNING,
          "3:9: c2c5 is not legal", "e2e4e7e5\nd2d4d7d5\ng1f3\n" },
        { "lenient, stops", false, true, 1, TABIA_SEVERITY_WARNING,
          "2:1: e2e5 is not legal", "2:1: e2e5 is not legal" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct heard heard = { .answer = cases[i].answer };
        const struct tabia_read_options options = {
            .format = tabia_format_find("lines", NULL),
            .lenient = cases[i].lenient,
            .on_problem = hear,
            .ctx = &heard,
        };
        struct tabia_error err = { 0 };
        struct tabia_book *book =
            tabia_book_decode(bytes_of(two_faults), &options, &err);
        char got[300];
        error_text(&err, got, sizeof(got));
        char *text = book ? encode_text(book, "lines", NULL) : NULL;
        nfailed += !check_number(cases[i].name, heard.n, cases[i].calls);
        nfailed +=
            !check_number(cases[i].name, heard.severity, cases[i].severity);
        nfailed += !check_text(cases[i].name, heard.last, cases[i].last);
        nfailed += !check_text(cases[i].name, text ? text : got, cases[i].want);
        nfailed += !!book != (cases[i].lenient && cases[i].answer);
        free(text);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

static void test_source(void **state)
{
    (void)state;
    const struct tabia_read_options options = {
        .format = tabia_format_find("lines", NULL),
        .keep_location = true,
    };
    struct tabia_book *book =
        tabia_book_decode(bytes_of("e2e4\n d2d4 d7d5"), &options, NULL);
    assert_non_null(book);
    const struct tabia_move_data data = tabia_book_edge_data(book, 2);
    assert_int_equal(data.line, 2);
    assert_int_equal(data.col, 7);
    tabia_book_free(book);

    book = decode_text("lines", "e2e4", NULL);
    assert_int_equal(tabia_book_attr_count(book, TABIA_ATTR_LOCATION), 0);
    tabia_book_free(book);
}

/* ---- writing other books --------------------------------------------- */

static void test_branches(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c, at_e4;
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    play_moves(b, &c, "e2e4");
    at_e4 = c;
    play_moves(b, &c, "e7e5 g1f3");
    c = at_e4;
    play_moves(b, &c, "c7c5");
    struct tabia_book *book = freeze(b);
    char *text = encode_text(book, "lines", NULL);
    assert_string_equal(text, "e2e4e7e5g1f3\ne2e4c7c5\n");
    free(text);
    tabia_book_free(book);
}

/* A second root is left out, and so are the moves that it alone leads to. */
static void test_roots(void **state)
{
    (void)state;
    struct tabia_pos pos;
    tabia_pos_set_start960(&pos, 0);
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c;
    assert_true(tabia_builder_start(b, &pos, &c, NULL));
    play_moves(b, &c, "e2e4 e7e5");
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    play_moves(b, &c, "d2d4");
    struct tabia_book *book = freeze(b);
    struct tabia_report report = { 0 };
    char *text = encode_text(book, "lines", &report);
    char got[600];
    assert_string_equal(text, "d2d4\n");
    assert_string_equal(
        report_text(&report, got, sizeof(got)),
        "1 other starting position is dropped; "
        "3 positions with Chess960 castling rights lose them; "
        "2 moves that are unreachable from the starting position are dropped");
    free(text);
    tabia_book_free(book);
}

/*
 * Three lines that meet: the second ends where it joins the first. The third
 * joins it only at its end, so nothing is cut.
 */
static void test_graph(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c, start;
    assert_true(tabia_builder_start(b, NULL, &start, NULL));
    c = start;
    play_moves(b, &c, "g1f3 g8f6 b1c3 b8c6");
    c = start;
    play_moves(b, &c, "b1c3 g8f6");
    join_move(b, &c, "g1f3");
    c = start;
    join_move(b, &c, "g1f3");
    play_moves(b, &c, "b8c6 b1c3");
    join_move(b, &c, "g8f6");
    struct tabia_book *book = freeze(b);
    struct tabia_report report = { 0 };
    char *text = encode_text(book, "lines", &report);
    char got[300];
    assert_true(check_text("graph", text,
                           "g1f3g8f6b1c3b8c6\n"
                           "g1f3b8c6b1c3g8f6\n"
                           "b1c3g8f6g1f3\n"));
    assert_string_equal(
        report_text(&report, got, sizeof(got)),
        "1 transposition is cut: the moves after it are in another line");
    free(text);
    tabia_book_free(book);
}

/* ---- detection ------------------------------------------------------- */

enum { HEAD_SIZE = 64 << 10 }; // that detection looks at

/* Whole lines only: what the cut would leave of the last one is not judged. */
static void test_head(void **state)
{
    static const struct {
        const char *name, *before, *after;
    } cases[] = {
        { "a cut move", "e2e4e7e5\nd2d4d7d5\ng1f3e7", "e6" },
        { "a cut character", "e2e4e7e5\nd2d4d7d5\n\xC3", "\xA9" },
        { "CR", "e2e4e7e5\rd2d4d7d5\rg1f3e7", "e6" },
    };
    static char text[HEAD_SIZE + 8];
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const size_t size = strlen(cases[i].before);
        memset(text, '\n', HEAD_SIZE - size);
        memcpy(text + HEAD_SIZE - size, cases[i].before, size);
        snprintf(text + HEAD_SIZE, 8, "%s\n", cases[i].after);
        const struct tabia_format *format =
            tabia_format_detect(bytes_of(text), "x.lines", NULL);
        nfailed +=
            !check_text(cases[i].name,
                        format ? tabia_format_get_info(format)->name : "",
                        "lines");
    }
    assert_int_equal(nfailed, 0);
}

/* ---- want of memory -------------------------------------------------- */

static void test_memory(void **state)
{
    (void)state;
    check_starved_text(tabia_format_find("lines", NULL), recode_table1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),   cmocka_unit_test(test_bad),
        cmocka_unit_test(test_counts), cmocka_unit_test(test_problems),
        cmocka_unit_test(test_source), cmocka_unit_test(test_branches),
        cmocka_unit_test(test_roots),  cmocka_unit_test(test_graph),
        cmocka_unit_test(test_head),   cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
