/*
 * test_format_ct800.c - reading CT800 text, rule by rule and fault by fault
 */
#include "base/compiler.h"
#include "ct800_book.h"
#include "format/ct800/ct800_tool.h"
#include "format_check.h"
#include "guard.h"

/* ---- what is right --------------------------------------------------- */

#define PROMOTES "a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7 c2b1"

static const struct {
    const char *name, *text, *want;
} right[] = {
    { "nothing", "", "" },
    { "blank lines", "\n \n\t\n\r\n", "" },
    { "a line", "e2e4 e7e5", "e2e4 e7e5" },
    { "a comment", "e2e4 e7e5 (Spanish Opening)",
      "e2e4 e7e5 (Spanish Opening)" },
    { "no closing bracket", "e2e4 (King's Pawn", "e2e4 (King's Pawn)" },
    { "a comment at the move", "e2e4(a)\ne2e4x(b)", "e2e4 (a) | e2e4x (b)" },
    { "blanks in the comment", "e2e4 (  a b  )  ", "e2e4 (a b)" },
    { "brackets in the comment", "e2e4 (a (b))", "e2e4 (a (b))" },
    { "an empty comment", "e2e4 ()", "e2e4" },
    { "an ECO code", "e2e4 (B00 King's Pawn)", "e2e4 (B00 King's Pawn)" },
    { "an ECO code alone", "e2e4 (B00)", "e2e4 (B00)" },
    { "not quite an ECO code", "e2e4 (F00 x)\nd2d4 (A0 y)\nc2c4 (A101)",
      "e2e4 (F00 x) | d2d4 (A0 y) | c2c4 (A101)" },
    { "a line of comment", "# e2e4 e7e9\ne2e4", "e2e4" },
    { "a comment behind blanks", " \t# x\n e2e4", "e2e4" },
    { "a bracket starts a comment line", "(e2e9)\nd2d4", "d2d4" },
    { "tabs and blanks", " \te2e4\t e7e5  \t", "e2e4 e7e5" },
    { "capitals", "E2E4 e7E5 G1f3", "e2e4 e7e5 g1f3" },
    { "marks", "e2e4x e7e5? f2f4X", "e2e4x e7e5? f2f4x" },
    { "CR LF", "e2e4\r\nd2d4\r\n", "e2e4 | d2d4" },
    { "CR alone", "e2e4\rd2d4", "e2e4 | d2d4" },
    { "UTF-8 mark",
      "\xEF\xBB\xBF"
      "e2e4",
      "e2e4" },
    { "UTF-8 in a comment", "e2e4 (Gr\xC3\xBCnfeld)",
      "e2e4 (Gr\xC3\xBCnfeld)" },
    { "Windows-1252 in a comment", "e2e4 (Gr\xFCnfeld)",
      "e2e4 (Gr\xC3\xBCnfeld)" },
    { "castling", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",
      "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8" },
    { "long castling beside an attacked square",
      "d2d4 d7d5 c2c4 c8f5 b1c3 e7e6 c1f4 g8f6 d1a4 b8c6 e1c1",
      "d2d4 d7d5 c2c4 c8f5 b1c3 e7e6 c1f4 g8f6 d1a4 b8c6 e1c1" },
    { "en passant", "e2e4 a7a6 e4e5 d7d5 e5d6", "e2e4 a7a6 e4e5 d7d5 e5d6" },
    { "promotion", PROMOTES, PROMOTES "q" },
    { "promotion, marked", PROMOTES "?", PROMOTES "q?" },
    { "each line from the start", "e2e4\ne2e4 e7e5\nd2d4\ne2e4 c7c5",
      "e2e4 | e2e4 e7e5 | d2d4 | e2e4 c7c5" },
    { "a shorter line between", "e2e4 e7e5 g1f3\ne2e4\ne2e4 e7e5 f1c4",
      "e2e4 e7e5 g1f3 | e2e4 | e2e4 e7e5 f1c4" },
    { "the same line twice, marked once", "e2e4 e7e5\ne2e4? e7e5",
      "e2e4 e7e5 | e2e4? e7e5" },
};

static void test_right(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        struct guard g = guard_copy(right[i].text, strlen(right[i].text));
        struct tabia_error err = { 0 };
        struct tabia_book *book =
            ct800_book_read("ct800", g.data, g.size, &err);
        struct buf got = { .limit = 1 << 16 };
        if (book)
            got = ct800_book_lines(book);
        nfailed += !check_text(right[i].name, book ? buf_text(&got) : err.msg,
                               right[i].want);
        buf_clear(&got);
        tabia_book_free(book);
        guard_free(&g);
    }
    assert_int_equal(nfailed, 0);
}

static void test_nul_ends_a_line(void **state)
{
    static const char text[] = "e2e4 e7e5\0zz\nd2d4 (a\0b)\n\0xx\n";
    struct tabia_error err = { 0 };
    (void)state;
    struct tabia_book *book =
        ct800_book_read("ct800", text, sizeof(text) - 1, &err);
    assert_non_null(book);
    struct buf got = ct800_book_lines(book);
    assert_true(check_text("lines", buf_text(&got), "e2e4 e7e5 | d2d4 (a)"));
    buf_clear(&got);
    tabia_book_free(book);
}

static void test_header(void **state)
{
    static const struct {
        const char *text, *want, *note;
    } cases[] = {
        { "# one\n#two\n#\n#  three \ne2e4\n# four", "one\ntwo\n\n three",
          "four" },
        { "e2e4\n# late\n#", NULL, "late" },
        { "\n(x)\n# only", "only", "x)" },
        { "#\n", "", NULL },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book = ct800_book_of(cases[i].text);
        const char *got = tabia_book_find_text(book, "comment");
        assert_true(check_text(cases[i].text, got ? got : "none",
                               cases[i].want ? cases[i].want : "none"));
        got = tabia_book_find_text(book, "note");
        assert_true(check_text(cases[i].text, got ? got : "none",
                               cases[i].note ? cases[i].note : "none"));
        tabia_book_free(book);
    }
}

static void test_source(void **state)
{
    static const char text[] = "\n  e2e4 \te7e5\n\nd2d4";
    static const uint32_t want[][2] = { { 2, 3 }, { 2, 9 }, { 4, 1 } };
    const struct tabia_read_options options = {
        .format = tabia_format_find("ct800", NULL),
        .keep_location = true,
    };
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    (void)state;
    struct tabia_book *book = tabia_book_decode(bytes, &options, NULL);
    assert_non_null(book);
    for (uint32_t i = 0; i < COUNT_OF(want); i++) {
        const struct tabia_move_data data = tabia_book_edge_data(book, i);
        assert_int_equal(data.line, want[i][0]);
        assert_int_equal(data.col, want[i][1]);
    }
    tabia_book_free(book);
}

static void test_long_line(void **state)
{
    struct buf text = { .limit = 1 << 20 };
    (void)state;
    for (int i = 0; i < 500; i++)
        buf_add_text(&text, "g1f3 g8f6 f3g1 f6g8 ");
    struct tabia_book *book = ct800_book_of(buf_text(&text));
    assert_int_equal(tabia_book_edge_count(book), 2000);
    assert_int_equal(tabia_book_position_count(book), 4);
    tabia_book_free(book);
    buf_clear(&text);
}

/* The way along a line takes memory too: many times that of the book. */
static void test_memory_limit(void **state)
{
    struct buf text = { .limit = 1 << 20 };
    struct tabia_read_options options = {
        .format = tabia_format_find("ct800", NULL),
        .memory_limit = 1 << 20,
    };
    struct tabia_error err = { 0 };
    (void)state;
    for (int i = 0; i < 4000; i++)
        buf_add_text(&text, "g1f3 g8f6 f3g1 f6g8 ");
    assert_null(tabia_book_decode(buf_bytes(&text), &options, &err));
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    assert_true(check_text("limit", err.msg, "the book is too large"));

    for (char *p = text.data; (p = strstr(p, "f6g8 ")); p += 5)
        p[4] = '\n'; // the same moves in many short lines
    struct tabia_book *book =
        tabia_book_decode(buf_bytes(&text), &options, NULL);
    assert_non_null(book);
    tabia_book_free(book);
    buf_clear(&text);
}

/* ---- what is wrong --------------------------------------------------- */

/* 'original' is what booktool prints: column, token, text. */
static const struct {
    const char *name, *text, *want, *original;
} wrong[] = {
#include "ct800_faults.inc"
};

static void describe_original(void *ctx,
                              const struct ct800_tool_finding *finding)
{
    struct buf *out = ctx;
    buf_addf(out, "%u:%u %s%s%s: %s", finding->line, finding->col,
             finding->is_char ? "'" : "", finding->token,
             finding->is_char ? "'" : "", finding->text);
}

static void test_wrong(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct guard g = guard_copy(wrong[i].text, strlen(wrong[i].text));
        struct tabia_error err = { 0 };
        char got[256] = "no error";
        struct tabia_book *book =
            ct800_book_read("ct800", g.data, g.size, &err);
        if (!book)
            ct800_book_error(&err, got, sizeof(got));
        nfailed += !check_text(wrong[i].name, got, wrong[i].want);
        tabia_book_free(book);

        struct buf original = { .limit = 1 << 16 };
        struct ct800_tool_stats stats = { 0 };
        book = ct800_tool_scan(guard_bytes(&g), describe_original, &original,
                               &stats, &err);
        assert_non_null(book);
        assert_int_equal(stats.errors, 1);
        nfailed +=
            !check_text(wrong[i].name, buf_text(&original), wrong[i].original);
        buf_clear(&original);
        tabia_book_free(book);
        guard_free(&g);
    }
    assert_int_equal(nfailed, 0);
}

static void test_wide_text(void **state)
{
    static const struct {
        const char *name, *text;
        size_t size;
        const char *want, *original;
    } cases[] = {
        { "UTF-16 LE",
          "\xFF\xFE"
          "e\0"
          "2\0",
          6, "UTF-16", "UTF-16" },
        { "UTF-16 BE",
          "\xFE\xFF\0e\0"
          "2",
          6, "UTF-16", "UTF-16" },
        { "UTF-32 LE", "\xFF\xFE\0\0e\0\0\0", 8, "UTF-32", "UTF-32" },
        { "UTF-32 BE", "\0\0\xFE\xFF\0\0\0e", 8, "UTF-32", "UTF-32" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        char got[256], want[256];
        assert_null(
            ct800_book_read("ct800", cases[i].text, cases[i].size, &err));
        snprintf(want, sizeof(want),
                 "1:1: the text is %s; save it as UTF-8 and try again",
                 cases[i].want);
        assert_true(check_text(cases[i].name,
                               ct800_book_error(&err, got, sizeof(got)), want));

        struct buf original = { .limit = 1 << 16 };
        struct ct800_tool_stats stats = { 0 };
        const struct tabia_bytes bytes = { (const uint8_t *)cases[i].text,
                                           cases[i].size };
        struct tabia_book *book =
            ct800_tool_scan(bytes, describe_original, &original, &stats, &err);
        assert_non_null(book);
        assert_int_equal(stats.errors, 1);
        assert_int_equal(stats.lines, 0);
        snprintf(want, sizeof(want),
                 "1:0 : %s text format not supported. Use ASCII or UTF-8",
                 cases[i].original);
        assert_true(check_text(cases[i].name, buf_text(&original), want));
        buf_clear(&original);
        tabia_book_free(book);
    }
}

/* Collects every problem in one text. */
static bool collect(void *ctx, enum tabia_severity severity,
                    const struct tabia_error *problem)
{
    struct buf *out = ctx;
    char text[256];
    assert_int_equal(severity, TABIA_SEVERITY_ERROR);
    buf_addf(out, "%s\n", ct800_book_error(problem, text, sizeof(text)));
    return true;
}

static void test_one_error_a_line(void **state)
{
    static const char text[] = "e2e5 zz\nd2d4\n!\ne2e4 e2e4 e9\n";
    struct buf got = { .limit = 1 << 16 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("ct800", NULL),
        .on_problem = collect,
        .ctx = &got,
    };
    struct tabia_error err = { 0 };
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    (void)state;
    assert_null(tabia_book_decode(bytes, &options, &err));
    assert_true(check_text("problems", buf_text(&got),
                           "1:1: e2e5: a pawn does not move like that\n"
                           "3:1: expected a move, '(' or '#' at the start of "
                           "the line, found '!'\n"
                           "4:6: e2e4: no piece on the from square\n"));
    assert_int_equal(err.line, 1);
    buf_clear(&got);
}

static bool collect_warning(void *ctx, enum tabia_severity severity,
                            const struct tabia_error *problem)
{
    struct buf *out = ctx;
    assert_int_equal(severity, TABIA_SEVERITY_WARNING);
    buf_addf(out, "%u:%u;", problem->line, problem->col);
    return true;
}

/* Lines are kept up to what is wrong with them; what is no text is refused. */
static void test_lenient(void **state)
{
    static const struct {
        const char *name, *text, *want, *warnings;
    } cases[] = {
        { "a bad move", "e2e4 e7e5 (a)\nd2d4 d7d9 c2c4 (b)\ng1f3 g8f6 zz",
          "e2e4 e7e5 (a) | d2d4 | g1f3 g8f6", "2:9;3:11;" },
        { "a bad first move", "e2e5 e7e5\nd2d4", " | d2d4", "1:1;" },
        { "a bad line", "!\nd2d4 d7d5", "d2d4 d7d5", "1:1;" },
        { "UTF-16",
          "\xFF\xFE"
          "e2e4",
          "the text is UTF-16; save it as UTF-8 and try again", "" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf warnings = { .limit = 1 << 16 };
        const struct tabia_read_options options = {
            .format = tabia_format_find("ct800", NULL),
            .lenient = true,
            .on_problem = collect_warning,
            .ctx = &warnings,
        };
        struct tabia_error err = { 0 };
        const struct tabia_bytes bytes = { (const uint8_t *)cases[i].text,
                                           strlen(cases[i].text) };
        struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
        struct buf got = { .limit = 1 << 16 };
        if (book)
            got = ct800_book_lines(book);
        assert_true(check_text(cases[i].name, book ? buf_text(&got) : err.msg,
                               cases[i].want));
        assert_true(
            check_text(cases[i].name, buf_text(&warnings), cases[i].warnings));
        buf_clear(&warnings);
        buf_clear(&got);
        tabia_book_free(book);
    }
}

/* ---- detection, memory ----------------------------------------------- */

static void test_detect(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "e2e4 e7e5\nd2d4 d7d5\n", "ct800" },
        { "# a book\n\ne2e4? c7c5 (B20)\n", "ct800" },
        { "e2e4 e7e5 g1f3\nd2d4 d7d5\ne2e4 c7c9\n", "ct800" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_bytes bytes = { (const uint8_t *)cases[i].text,
                                           strlen(cases[i].text) };
        struct tabia_error err = { 0 };
        const struct tabia_format *format =
            tabia_format_detect(bytes, "x.txt", &err);
        assert_true(
            check_text(cases[i].text,
                       format ? tabia_format_get_info(format)->name : err.msg,
                       cases[i].want));
    }
}

static void test_no_memory(void **state)
{
    (void)state;
    check_starved_text(tabia_format_find("ct800", NULL),
                       "# a\ne2e4 e7e5? (C20 a)\ne2e4 c7c5x (b)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_nul_ends_a_line),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_source),
        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_wide_text),
        cmocka_unit_test(test_one_error_a_line),
        cmocka_unit_test(test_lenient),
        cmocka_unit_test(test_detect),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
