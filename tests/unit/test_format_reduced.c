/*
 * test_format_reduced.c - lines, prefix-compressed against the previous line
 */
#include "format_check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "format/formats.h"
#include "format/report.h"
#include "recode.h"
#include "tabia/builder.h"

enum { TEXT_SIZE = 256 };

static const char table2[] = "e2e4e7e5g1f3b8c6f1b5a7a6\n"
                             "*8f1c4\n"
                             "*6g8f6\n"
                             "*4f2f4\n"
                             "*2c7c5g1f3d7d6d2d4\n"
                             "*6b8c6\n"
                             "*2e7e6\n";

static const struct {
    const char *name, *from, *text, *to, *settings, *want;
} cases[] = {
    { "table 1 gives table 2", "lines", recode_table1, "reduced", NULL,
      table2 },
    { "table 2 gives table 1", "reduced", table2, "lines", NULL,
      recode_table1 },
    { "table 2 stays", "reduced", table2, "reduced", NULL, table2 },
    { "nothing", "lines", "", "reduced", NULL, "" },
    { "a line and its beginning", "lines", "e2e4e7e5\ne2e4\n", "reduced", NULL,
      "e2e4e7e5\n" },
    { "a line and its continuation", "lines", "e2e4\ne2e4e7e5\n", "reduced",
      NULL, "e2e4e7e5\n" },
    { "apart", "lines", "e2e4e7e5\nd2d4\ne2e4c7c5\n", "reduced", NULL,
      "e2e4e7e5\nd2d4\ne2e4c7c5\n" },
    { "apart, read back", "reduced", "e2e4e7e5\nd2d4\ne2e4c7c5\n", "lines",
      NULL, "e2e4e7e5\nd2d4\ne2e4c7c5\n" },
    { "sorted, stable", "lines", "e2e4e7e5\nd2d4\ne2e4c7c5\n", "reduced",
      "sort", "e2e4e7e5\n*2c7c5\nd2d4\n" },
    { "promotions", "lines",
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8n\n"
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8\n",
      "reduced", NULL, "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8n\n*16b7a8\n" },
    { "castling", "lines", "e2e4e7e5g1f3b8c6f1c4f8c5e1g1g8f6\n", "reduced",
      NULL, "e2e4e7e5g1f3b8c6f1c4f8c5e1g1g8f6\n" },
    { "blanks and a short token", "reduced", " e2e4 e7e5 g1f3\n*2 e7e5f2f4\n",
      "reduced", NULL, "e2e4e7e5g1f3\n*4f2f4\n" },
    { "only a token", "reduced", "e2e4e7e5\n*2\n*2c7c5\n", "reduced", NULL,
      "e2e4e7e5\n*2c7c5\n" },
};

static void test_cases(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct recoded got =
            recode(cases[i].from, cases[i].text, strlen(cases[i].text),
                   cases[i].to, cases[i].settings);
        char text[1024];
        recode_print_text(&got, text, sizeof(text));
        nfailed += !check_text(cases[i].name, text, cases[i].want);
        recode_free(&got);
    }
    assert_int_equal(nfailed, 0);
}

/* Siblings by weight, the best last, as the random choice wants them. */
static void test_merit(void **state)
{
    (void)state;
    static const struct {
        const char *move;
        uint32_t weight;
    } moves[] = {
        { "e2e4", 90 }, { "d2d4", 100 }, { "c2c4", 5 }, { "g1f3", 90 }
    };
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor root;
    assert_true(tabia_builder_start(b, NULL, &root, NULL));
    for (size_t i = 0; i < COUNT_OF(moves); i++) {
        struct tabia_builder_cursor c = root;
        const struct tabia_move_data data = {
            .has = TABIA_HAS_WEIGHT,
            .weight = moves[i].weight,
        };
        tabia_move mv;
        assert_true(tabia_uci_parse(&c.pos, moves[i].move, 4, &mv, NULL));
        assert_true(tabia_builder_play(b, &c, mv, NULL));
        assert_true(tabia_builder_set_move(b, c.edge, &data, NULL));
    }
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    struct recoded got = recode_write(book, "reduced", "sort");
    char text[TEXT_SIZE];
    recode_print_text(&got, text, sizeof(text));
    assert_true(check_text("merit", text, "c2c4\ne2e4\ng1f3\nd2d4\n"));
    recode_free(&got);
    tabia_book_free(book);
}

static const struct {
    const char *name, *text, *want;
} bad[] = {
    { "no number", "e2e4\n*c7c5\n", "2:2: expected a number, found 'c'" },
    { "odd", "e2e4\n*3c7c5\n",
      "2:1: expected an even number of bytes, found 3" },
    { "too many", "e2e4\n*4c7c5\n",
      "2:1: expected at most the 2 bytes of the line before, found 4" },
    { "before the first line", "*2e2e4\n",
      "1:1: expected at most the 0 bytes of the line before, found 2" },
    { "illegal", "e2e4e7e5\n*2e7e4\n", "2:3: e7e4 is not legal" },
    { "cut", "e2e4e7e5\n*2e7e\n", "2:6: the move is truncated" },
    { "no square", "e2e4e7e5\n*2x7e5\n", "2:3: expected a square, found 'x7'" },
    { "two tokens", "e2e4e7e5\n*2*2e7e6\n",
      "2:3: expected a square, found '*2'" },
};

/* A number in a message is not one of losses. */
static void test_lenient(void **state)
{
    static const char text[] = "e2e4\n*12c7c5\nd2d4\n*22\n";
    struct tabia_report report = { 0 };
    struct tabia_error err = { 0 };
    const struct tabia_read_options options = { .format = &format_reduced,
                                                .lenient = true,
                                                .report = &report };
    char got[400];
    (void)state;
    struct tabia_book *book = tabia_book_decode(
        (struct tabia_bytes){ (const uint8_t *)text, sizeof(text) - 1 },
        &options, &err);
    assert_non_null(book);
    assert_true(check_text("losses", report_text(&report, got, sizeof(got)),
                           "1 expected at most the 2 bytes of the line before, "
                           "found 12; 1 expected at most the 2 bytes of the "
                           "line before, found 22"));
    tabia_book_free(book);
}

static void test_errors(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct tabia_error err = { 0 };
        char text[TEXT_SIZE];
        struct tabia_book *book = recode_read("reduced", NULL, bad[i].text,
                                              strlen(bad[i].text), &err);
        nfailed +=
            !check_text(bad[i].name, recode_error(&err, text, sizeof(text)),
                        bad[i].want);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

static void test_report(void **state)
{
    (void)state;
    static const char text[] = "e2e4e7e5\nd2d4\ne2e4c7c5\n";
    struct recoded got = recode("lines", text, strlen(text), "reduced", NULL);
    assert_int_equal(got.report.n, 1);
    assert_int_equal(got.report.list[0].count, 1);
    assert_true(check_text(
        "apart", got.report.list[0].what,
        "line is not next to a similar one; sort brings them together"));
    recode_free(&got);
}

struct seen {
    int nwarnings;
    char text[TEXT_SIZE];
};

static bool on_problem(void *ctx, enum tabia_severity severity,
                       const struct tabia_error *problem)
{
    struct seen *seen = ctx;
    seen->nwarnings += severity == TABIA_SEVERITY_WARNING;
    recode_error(problem, seen->text, sizeof(seen->text));
    return true;
}

/* A line that is too long is no want of memory. */
static void test_long_line(void **state)
{
    enum { TURNS = 1 << 18, LEN = 16 };
    (void)state;
    struct tabia_error err = { 0 };
    char *text = malloc((size_t)TURNS * LEN);
    assert_non_null(text);
    for (size_t i = 0; i < TURNS; i++)
        memcpy(text + i * LEN, "g1f3g8f6f3g1f6g8", LEN);
    assert_null(recode_read("reduced", NULL, text, (size_t)TURNS * LEN, &err));
    assert_string_equal(err.msg, "a line of more than 1048575 moves");
    free(text);
}

static void test_warning(void **state)
{
    (void)state;
    static const char text[] = "e2e4e7e5\nd2d4\ne2e4c7c5\n";
    struct seen seen = { 0 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("reduced", NULL),
        .on_problem = on_problem,
        .ctx = &seen,
    };
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    struct tabia_book *book = tabia_book_decode(bytes, &options, NULL);
    assert_non_null(book);
    assert_int_equal(seen.nwarnings, 1);
    assert_true(check_text(
        "warning", seen.text,
        "3:1: a similar line is further above, not next to this one"));
    tabia_book_free(book);
}

static void test_detect(void **state)
{
    (void)state;
    const struct tabia_bytes bytes = { (const uint8_t *)table2,
                                       strlen(table2) };
    const struct tabia_format *format = tabia_format_detect(bytes, NULL, NULL);
    assert_ptr_equal(format, tabia_format_find("reduced", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),   cmocka_unit_test(test_merit),
        cmocka_unit_test(test_lenient), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_report),  cmocka_unit_test(test_warning),
        cmocka_unit_test(test_detect),  cmocka_unit_test(test_long_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
