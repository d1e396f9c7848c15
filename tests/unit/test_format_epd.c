/*
 * test_format_epd.c - EPD records: what becomes of them, and what is refused
 */
#include "format_check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "format/report.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define E4    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"
#define MATED "7k/5Q2/6K1/8/8/8/8/8 b - -"
#define DFRC  "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb -"

/* The last of the problems, and how many there were. */
struct problems {
    char last[256];
    unsigned n;
};

static bool take_problem(void *ctx, enum tabia_severity severity,
                         const struct tabia_error *problem)
{
    struct problems *p = ctx;
    char text[224];
    error_text(problem, text, sizeof(text));
    snprintf(p->last, sizeof(p->last), "%s%s",
             severity == TABIA_SEVERITY_WARNING ? "warning " : "", text);
    p->n++;
    return severity == TABIA_SEVERITY_WARNING;
}

static struct tabia_book *read_epd(const char *text, bool keep_location,
                                   bool normalise, struct problems *problems,
                                   struct tabia_error *err)
{
    static const struct tabia_setting settings[] = { { "normalise", "" } };
    const struct tabia_read_options options = {
        .format = tabia_format_find("epd", NULL),
        .settings = settings,
        .nsettings = normalise,
        .keep_location = keep_location,
        .on_problem = take_problem,
        .ctx = problems,
    };
    return tabia_book_decode(bytes_of(text), &options, err);
}

/* ---- reading and writing --------------------------------------------- */

static void test_rewritten(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        { "empty", "", "" },
        { "four fields", START "\n", START "\n" },
        { "two blanks behind", START "  \r\n", START "\n" },
        { "whole FEN, usual clocks", START " 0 1\n", START "\n" },
        { "whole FEN", START " 3 12\n", START " 3 12\n" },
        { "whole FEN and operations", START " 3 12 bm e4;\n",
          START " bm e4; hmvc 3; fmvn 12;\n" },
        { "clocks as operations", START " fmvn 7; hmvc 2;", START " 2 7\n" },
        { "best moves", START " bm e4 d4;", START " bm e4 d4;\n" },
        { "best moves with commas", START " bm e4, d4;", START " bm e4 d4;\n" },
        { "best moves as UCI", START " bm e2e4 g1f3;", START " bm e4 Nf3;\n" },
        { "no semicolon", START " bm e4", START " bm e4;\n" },
        { "moves to avoid", START " am f3; bm e4;", START " bm e4; am f3;\n" },
        { "name", START " id \"the start\";", START " id \"the start\";\n" },
        { "name without quotes", START " id a b;", START " id \"a b\";\n" },
        { "semicolon in a string", START " id \"a;b\";",
          START " id \"a;b\";\n" },
        { "escapes", START " id \"a\\\"b\\\\c\\nd\\te\\f\";",
          START " id \"a\\\"b\\\\c\\nd\\te\\\\f\";\n" },
        { "eco", START " eco A00;", START " eco A00;\n" },
        { "no eco", START " eco \"A00\";", START " eco \"A00\";\n" },
        { "evaluation", START " acd 5; ce 12;", START " ce 12; acd 5;\n" },
        { "evaluation for Black", E4 " - ce -12;", E4 " - ce -12;\n" },
        { "largest depth", START " ce 1; acd 4294967295;",
          START " ce 1; acd 4294967295;\n" },
        { "depth alone", START " acd 5;", START " acd 5;\n" },
        { "mate in 2", START " ce 32764;", START " ce 32764;\n" },
        { "mate in 2, even plies", START " ce 32763;", START " ce 32764;\n" },
        { "mated in 2", START " ce -32763;", START " ce -32763;\n" },
        { "mated", MATED " ce -32767;", MATED " ce -32767;\n" },
        { "comment", START " c0 \"x\";", START " c0 \"x\";\n" },
        { "other comments", START " c3 \"x\"; c9 \"y]\";",
          START " c3 \"x\"; c9 \"y]\";\n" },
        { "comment and others", START " pv e4 e5; c0 \"x \"; D1 20; foo;",
          START " c0 \"x \"; pv e4 e5; D1 20; foo;\n" },
        { "comment that looks like a command", START " c0 \"[%epd bm e4;]\";",
          START " c0 \"[%epd bm e4;]\";\n" },
        { "Windows-1252", START " id \"Gr\xFCnfeld\";",
          START " id \"Gr\xC3\xBCnfeld\";\n" },
        { "lines of comment", "# a\n#\n" START "\n#b\n",
          "# a\n#\n# b\n" START "\n" },
        { "byte order mark", "\xEF\xBB\xBF" START, START "\n" },
        { "twice", START "\n" START " bm e4;", START "\n" START " bm e4;\n" },
        { "Shredder-FEN", DFRC,
          "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq -\n" },
        { "en passant square kept", E4 " e3", E4 " e3\n" },
    };
    assert_int_equal(check_rewritten(tabia_format_find("epd", NULL), cases,
                                     COUNT_OF(cases)),
                     0);
}

/* Trying each of them, this comment would take minutes. */
static void test_many_commands(void **state)
{
    enum { COUNT = 200000, LEN = 6 };
    (void)state;
    struct tabia_error err = { 0 };
    const char *before = START " c0 \"", *behind = "\"; pv e4;\n";
    const char *written = " [%epd pv e4;]\";\n";
    const size_t head = strlen(before), size = (size_t)COUNT * LEN;
    char *text = malloc(head + size + 64);
    char *want = malloc(head + size + 64);
    assert_true(text && want);
    memcpy(text, before, head);
    for (size_t i = 0; i < COUNT; i++)
        memcpy(text + head + i * LEN, "[%epd ", LEN);
    memcpy(want, text, head + size);
    memcpy(text + head + size, behind, strlen(behind) + 1);
    memcpy(want + head + size, written, strlen(written) + 1);
    struct tabia_book *book = decode_text("epd", text, &err);
    assert_non_null(book);
    char *got = encode_text(book, "epd", NULL);
    assert_true(strcmp(got, want) == 0);
    free(got);
    free(text);
    free(want);
    tabia_book_free(book);
}

static void test_model(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text(
        "epd",
        E4 " - bm e5 c5; am f6; id \"King's Pawn\"; eco B00; ce -30; acd 22; "
           "c0 \"a\"; pv e5 Nf3;",
        &err);
    assert_non_null(book);
    const struct tabia_node_data data = tabia_book_node_data(book, 0);
    assert_string_equal(data.name, "King's Pawn");
    assert_string_equal(data.eco, "B00");
    assert_string_equal(data.comment, "a [%epd pv e5 Nf3;]");
    assert_int_equal(data.eval.kind, TABIA_EVAL_CP);
    assert_int_equal(data.eval.value, 30);
    assert_int_equal(data.eval.depth, 22);
    assert_int_equal(tabia_book_edge_count(book), 3);
    assert_int_equal(tabia_book_edge_data(book, 0).mark, TABIA_MARK_NONE);
    assert_int_equal(tabia_book_edge_data(book, 2).mark, TABIA_MARK_PASSIVE);
    tabia_book_free(book);

    book = decode_text("epd", E4 " - ce 32764;", &err);
    assert_non_null(book);
    const struct tabia_eval mate = tabia_book_node_data(book, 0).eval;
    assert_int_equal(mate.kind, TABIA_EVAL_MATE);
    assert_int_equal(mate.value, -2);
    tabia_book_free(book);
}

/* A tree becomes a record for each of its positions. */
static void test_tree(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        decode_text("ct800", "e2e4 e7e5x (C20 King's Pawn)\ne2e4 f7f6?\n",
                    &err);
    struct tabia_report report = { 0 };
    char *got = encode_text(book, "epd", &report);
    char losses[256];
    assert_string_equal(
        got, START " bm e4;\n" E4 " - am e5 f6;\n"
                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - "
                   "id \"King's Pawn\"; eco C20;\n");
    assert_string_equal(report_text(&report, losses, sizeof(losses)),
                        "1 avoided mark becomes a passive mark");
    free(got);
    tabia_book_free(book);
}

static void test_settings(void **state)
{
    (void)state;
    static const struct tabia_setting settings[] = {
        { "fen", "" },
        { "shredder", "" },
        { "normalise", "" },
    };
    static const struct {
        const char *name;
        size_t n;
        const char *want;
    } cases[] = {
        { "whole FENs", 1,
          "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1\n" E4
          " e3 0 1\n" },
        { "Shredder-FEN", 2,
          DFRC " 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha "
               "e3 0 1\n" },
        { "normalised", 3,
          DFRC " 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha "
               "- 0 1\n" },
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("epd", DFRC "\n" E4 " e3\n", &err);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_write_options options = {
            .settings = settings,
            .nsettings = cases[i].n,
        };
        uint8_t *data;
        size_t size;
        assert_true(tabia_book_encode(book, tabia_format_find("epd", NULL),
                                      &options, &data, &size, NULL, &err));
        char got[512];
        snprintf(got, sizeof(got), "%.*s", (int)size, (char *)data);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        free(data);
    }
    tabia_book_free(book);
    assert_int_equal(nfailed, 0);
}

/* Of two ways to a position only one goes on: it is no end. */
static void test_ends(void **state)
{
    (void)state;
    static const struct tabia_setting setting = { "ends", "" };
    const struct tabia_write_options options = { .settings = &setting,
                                                 .nsettings = 1 };
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        decode_text("ct800", "d2d4 g8f6 c2c4 e7e6\nc2c4 g8f6 d2d4\ne2e4\n",
                    &err);
    struct tabia_report report = { 0 };
    uint8_t *data;
    size_t size;
    char got[512], losses[256];
    assert_true(tabia_book_encode(book, tabia_format_find("epd", NULL),
                                  &options, &data, &size, &report, &err));
    snprintf(got, sizeof(got), "%.*s", (int)size, (char *)data);
    assert_string_equal(
        got, "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq -\n" E4
             " -\n");
    assert_string_equal(report_text(&report, losses, sizeof(losses)),
                        "6 positions that have moves are dropped");
    free(data);
    tabia_book_free(book);
}

/* ---- flaws ----------------------------------------------------------- */

static void test_warnings(void **state)
{
    (void)state;
    static const char ep[] = E4 " e3\n", two[] = E4 " e3\n" E4 " e3 bm e5;\n";
    static const char rights[] =
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b KQkq -";
    static const struct {
        const char *name, *text;
        bool keep_location, normalise;
        unsigned n;
        const char *want;
    } cases[] = {
        { "en passant", ep, true, false, 1,
          "warning 1:54: en passant square e3, but no pawn can capture there" },
        { "each is told", two, true, false, 2,
          "warning 2:54: en passant square e3, but no pawn can capture there" },
        { "all are counted", two, false, false, 1,
          "warning 1:54: 2 en passant squares where no capture is possible; "
          "this is the first" },
        { "one alone", ep, false, false, 1,
          "warning 1:54: en passant square e3, but no pawn can capture there" },
        { "mended", two, true, true, 0, "" },
        { "castling", rights, true, false, 1,
          "warning 1:51: castling right 'K', but the white king is not on its "
          "first rank" },
        { "castling mended", rights, true, true, 0, "" },
        { "twice", START " id \"a\"; id \"b\";", true, false, 1,
          "warning 1:62: duplicate id: the first is used" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct problems problems = { .n = 0 };
        struct tabia_error err = { 0 };
        struct tabia_book *book =
            read_epd(cases[i].text, cases[i].keep_location, cases[i].normalise,
                     &problems, &err);
        nfailed += !check_text(cases[i].name, book ? problems.last : err.msg,
                               cases[i].want);
        nfailed += !check_number(cases[i].name, problems.n, cases[i].n);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* Of two records the first stays, with the moves of both. */
static void test_duplicates(void **state)
{
    (void)state;
    struct problems problems = { .n = 0 };
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        read_epd(E4 " e3 bm e5; id \"a\";\n" START "\n" E4
                    " - bm c5 e5; id \"b\";\n" START " 5 9\n",
                 false, true, &problems, &err);
    assert_non_null(book);
    char *got = encode_text(book, "epd", NULL);
    assert_string_equal(got, E4 " - bm e5 c5; id \"a\";\n" START "\n");
    free(got);
    tabia_book_free(book);
}

/* ---- errors ---------------------------------------------------------- */

static void test_errors(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        { "a word", "x", "1:2: expected a position of four fields" },
        { "half a board", "8/8 w - -", "1:4: the board has only 2 ranks" },
        { "no turn", "8/8/8/8/8/8/8/K6k x - -",
          "1:19: expected 'w' or 'b', found 'x'" },
        { "no king", "8/8/8/8/8/8/8/K7 w - -", "1:17: black has no king" },
        { "king to take", "k7/Q7/8/8/8/8/8/K7 w - -",
          "1:1: the black king could be taken" },
        { "rights", "8/8/8/8/8/8/8/K6k w X -",
          "1:21: expected castling rights (KQkq, HAha or -), found 'X'" },
        { "en passant", "8/8/8/8/8/8/8/K6k w - x",
          "1:23: expected an en passant square or '-', found 'x'" },
        { "a sign for an operation", START " -> e4",
          "1:54: expected an operation, found '->'" },
        { "one number", START " 0 bm e4;",
          "1:54: expected an operation, found '0'" },
        { "a bad name", START " b-m e4;",
          "1:54: expected an operation, found 'b-m'" },
        { "open string", START " id \"a;",
          "1:57: the string has no closing quote" },
        { "illegal move", START " bm e5;", "1:57: no white pawn can go to e5" },
        { "illegal move, second", START "\n" START " am e4 Nf4;",
          "2:60: no white knight can go to f4" },
        { "no move", START " bm zz;",
          "1:57: expected a piece letter or a square, found 'z'" },
        { "evaluation", START " ce x;",
          "1:57: ce: expected a whole number from -32767 to 32767, found "
          "'x'" },
        { "evaluation, nothing", START " ce;",
          "1:56: ce: expected a whole number from -32767 to 32767, found ''" },
        { "evaluation too large", START " ce 99999999999999999999;",
          "1:57: ce: expected a whole number from -32767 to 32767, found "
          "'99999999999999999999'" },
        { "depth", START " ce 1; acd -1;",
          "1:64: acd: expected a whole number from 0 to 4294967295, found "
          "'-1'" },
        { "move number", START " fmvn 0;",
          "1:59: fmvn: expected a whole number from 1 to 9999, found '0'" },
        { "clock", START " hmvc 99999;",
          "1:59: hmvc: expected a whole number from 0 to 9999, found "
          "'99999'" },
        { "UTF-16",
          "\xFF\xFE"
          "a",
          "1:1: the text is UTF-16; save it as UTF-8 and try again" },
    };
    assert_int_equal(check_refused(tabia_format_find("epd", NULL), cases,
                                   COUNT_OF(cases)),
                     0);
}

static void test_detection(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *want; // want: the format, or ""
    } cases[] = {
        { "fields", START "\n", "epd" },
        { "FENs", "# x\n\n" START " 0 1\n", "epd" },
        { "operations", START " bm e4;\n", "epd" },
        { "a sign behind", START " -> e4\n", "" },
        { "a colon behind", START " : 0, 0\n", "" },
        { "no position", "a/b/c/d/e/f/g/h w - -\n", "" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_format *format =
            tabia_format_detect(bytes_of(cases[i].text), NULL, NULL);
        const char *name = format ? tabia_format_get_info(format)->name : "";
        if (strcmp(cases[i].want, "") == 0)
            nfailed += strcmp(name, "epd") == 0;
        else
            nfailed += !check_text(cases[i].name, name, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

static void test_no_memory(void **state)
{
    (void)state;
    static const struct tabia_setting normalise = { "normalise", "" };
    const struct tabia_read_options options = {
        .format = tabia_format_find("epd", NULL),
        .settings = &normalise,
        .nsettings = 1,
    };
    check_starved(bytes_of("# a\n" E4 " e3 bm e5; am f6; id \"a\"; eco B00; "
                           "c0 \"x\"; pv e5;\n" E4 " - bm c5;\n"),
                  &options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rewritten), cmocka_unit_test(test_many_commands),
        cmocka_unit_test(test_model),     cmocka_unit_test(test_tree),
        cmocka_unit_test(test_settings),  cmocka_unit_test(test_ends),
        cmocka_unit_test(test_warnings),  cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_detection),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
