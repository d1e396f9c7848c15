/*
 * test_format_openings.c - Chess Openings text, read and written
 */
#include "format_check.h"

#include "base/compiler.h"
#include "format/formats.h"
#include "format/openings/openings.h"
#include "format/report.h"

#define D4   "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
#define D5   "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1"
#define HEAD "v4.0\n= T\n"
#define DONE "start -> d4\n"

/* The pawn on e5 may take on d6; the state is reached in two ways. */
#define EP_BOARD "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq"

static struct tabia_book *decode(const char *text,
                                 const struct tabia_read_options *options,
                                 struct tabia_error *err)
{
    struct tabia_read_options own = { 0 };
    if (options)
        own = *options;
    own.format = &format_openings;
    return tabia_book_decode(bytes_of(text), &own, err);
}

/* The text that a book is written as; the caller frees it. */
static char *encode(const struct tabia_book *book, const char *version,
                    struct tabia_report *report)
{
    const struct tabia_setting setting = { "version", version };
    const struct tabia_write_options options = {
        .settings = &setting,
        .nsettings = version ? 1 : 0,
    };
    struct tabia_error err = { 0 };
    char *text = encode_with(book, &format_openings, &options, report, &err);
    if (!text)
        fail_msg("not written: %s", err.msg);
    return text;
}

/* ---- errors ---------------------------------------------------------- */

static const struct text_case bad_files[] = {
#include "openings_bad.inc"
};

static void test_errors(void **state)
{
    (void)state;
    assert_int_equal(
        check_refused(&format_openings, bad_files, COUNT_OF(bad_files)), 0);
}

/* ---- warnings and several errors ------------------------------------- */

struct log {
    char text[1024];
    size_t len;
};

static bool log_problem(void *ctx, enum tabia_severity severity,
                        const struct tabia_error *problem)
{
    struct log *log = ctx;
    (void)severity;
    const int n = snprintf(log->text + log->len, sizeof(log->text) - log->len,
                           "%s%u:%u: %s", log->len ? "|" : "", problem->line,
                           problem->col, problem->msg);
    log->len += (size_t)n;
    return true;
}

static const struct {
    const char *name, *text;
    bool is_lenient, is_read;
    const char *want;
} problems[] = {
    { "nothing wrong", HEAD DONE, false, true, "" },
    { "no blank after =", "v4.0\n=T\n" DONE, false, true,
      "2:2: expected a blank after '='" },
    { "empty title", "v4.0\n=\n" DONE, false, true, "" },
    { "blanks around the version", " v4.0 \r\n= T\r\nstart -> d4\r\n", false,
      true, "" },
    { "a full FEN",
      HEAD DONE "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR "
                "b KQkq d3 0 1 -> d5\n",
      false, true,
      "4:1: 1 FEN is not normalised (en passant '-', counters '0 1'); this is "
      "the first" },
    { "a comment at the end", HEAD DONE " # lost\n# too\nstart : 1, 2\n\n",
      false, true, "4:2: the last comment does not belong to a transition" },
    { "a position twice", HEAD "start : 1, 2\nstart : 3, 4\n" DONE, false, true,
      "4:1: duplicate position, first in line 3; the later line is used" },
    { "a position twice, its evaluation once",
      HEAD "start : 1, 2, M5\nstart : 3, 4\n" DONE, false, true,
      "4:1: duplicate position, first in line 3; the later line is used, with "
      "the earlier evaluation" },
    { "version 3 has whole FENs",
      "v3.0\n= T\nstart -> rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR "
      "b KQkq d3 0 1\n",
      false, true, "" },
    { "line ends that were translated twice",
      "v4.0\r\r\n= T\r\r\nnonsense\r\r\nstart -> d4\r\r\n", false, false,
      "3:1: expected a position, a transition or a comment, found "
      "'nonsense'" },
    { "a transition twice", HEAD "# a\n" DONE "# b\n" DONE, false, true,
      "6:1: 1 transition is repeated with a comment that replaces earlier "
      "ones; this is the first" },
    { "a target with other castling rights",
      HEAD "start -> rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b Kkq - 0 "
           "1\n",
      false, true,
      "3:1: 1 target has castling rights that differ from those after the "
      "move, which are used; this is the first" },
    { "no rights, and no line from the start",
      HEAD "start -> rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - - 0 1\n"
           "4k3/8/8/8/8/8/8/4K3 w - - 0 1 -> Kd1\n",
      false, true,
      "0:0: 1 unreachable position gets no castling rights, because the file "
      "has none" },
    { "all errors are told", HEAD "start -> e5\nnonsense\nstart : x, 1\n" DONE,
      false, false,
      "3:10: Invalid move 'e5' from state start|4:1: expected a position, a "
      "transition or a comment, found 'nonsense'|5:9: expected the x "
      "coordinate, a number, found 'x'" },
    { "lenient", HEAD "start -> e5\nnonsense\n" DONE, true, true,
      "3:10: Invalid move 'e5' from state start|4:1: expected a position, a "
      "transition or a comment, found 'nonsense'|0:0: 2 invalid lines "
      "skipped" },
    { "lenient, no transition", HEAD "start : 1, 2\n", true, true,
      "3:13: the file has no transitions" },
    { "lenient, wrong version", "v9.9\n= T\n" DONE, true, false, "" },
};

static void test_problems(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(problems); i++) {
        struct log log = { .len = 0 };
        struct tabia_error err = { 0 };
        const struct tabia_read_options options = {
            .lenient = problems[i].is_lenient,
            .on_problem = log_problem,
            .ctx = &log,
        };
        struct tabia_book *book = decode(problems[i].text, &options, &err);
        nfailed += !check_text(problems[i].name, log.text, problems[i].want);
        nfailed +=
            !check_number(problems[i].name, book != NULL, problems[i].is_read);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- reading and writing --------------------------------------------- */

/* A NULL 'want' means: the same text. */
static const struct {
    const char *name, *text, *version, *want;
} files[] = {
#include "openings_good.inc"
};

static void test_files(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct tabia_error err = { 0 };
        struct tabia_book *book = decode(files[i].text, NULL, &err);
        if (!book) {
            nfailed += !check_text(files[i].name, err.msg, "no error");
            continue;
        }
        const char *want = files[i].want ? files[i].want : files[i].text;
        char *once = encode(book, files[i].version, NULL);
        nfailed += !check_text(files[i].name, once, want);
        tabia_book_free(book);

        book = decode(once, NULL, &err);
        assert_non_null(book);
        char *twice = encode(book, files[i].version, NULL);
        nfailed += !check_text("again", twice, once);
        tabia_book_free(book);
        free(once);
        free(twice);
    }
    assert_int_equal(nfailed, 0);
}

/* Positions that differ only in en passant are told apart in the book. */
static void test_en_passant(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "start -> e4\n"
             "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> "
             "a6\n"
             "rnbqkbnr/1ppppppp/p7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 -> "
             "e5\n"
             "rnbqkbnr/1ppppppp/p7/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> "
             "d5\n" EP_BOARD " - 0 1 -> d4\n" EP_BOARD " d6 0 1 -> exd6\n";
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode(text, NULL, &err);
    assert_non_null(book);
    struct tabia_pos pos;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    static const struct {
        const char *fen;
        size_t nmoves;
    } cases[] = { { EP_BOARD " d6 0 4", 2 }, { EP_BOARD " - 0 4", 0 } };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_true(
            tabia_fen_parse(&pos, cases[i].fen, strlen(cases[i].fen), 0, NULL));
        const uint32_t at = tabia_book_find_position(book, &pos);
        const size_t n =
            at == TABIA_NUMBER_NONE
                ? 0
                : tabia_book_position_moves(book, at, TABIA_MERGE_DEFAULT, list,
                                            TABIA_MOVES_MAX);
        assert_true(check_number(cases[i].fen, n, cases[i].nmoves));
    }
    assert_int_equal(tabia_book_root_count(book), 1);
    char *again = encode(book, NULL, NULL);
    assert_true(check_text("written", again, text));
    free(again);
    tabia_book_free(book);
}

/* ---- values ---------------------------------------------------------- */

static void test_evals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum tabia_color turn;
        const char *want; // kind and White's view, and as a new value
    } cases[] = {
        { "white +0.35", TABIA_WHITE, "cp 35 white +0.35" },
        { "white 0.35", TABIA_WHITE, "cp 35 white +0.35" },
        { "white +0.00", TABIA_BLACK, "cp 0 white +0.00" },
        { "black -1.20", TABIA_WHITE, "cp -120 black +1.20" },
        { "black +1.20", TABIA_BLACK, "cp -120 black +1.20" },
        { "white +3.5", TABIA_WHITE, "cp 350 white +3.50" },
        { "white +0.126", TABIA_WHITE, "cp 13 white +0.13" },
        { "M5", TABIA_WHITE, "mate 5 white M5" },
        { "M5", TABIA_BLACK, "mate -5 black M5" },
        { "white M5", TABIA_BLACK, "mate 5 white M5" },
        { "black M3", TABIA_WHITE, "mate -3 black M3" },
        { "black M0", TABIA_WHITE, "mate 0 black M0" },
        { "white", TABIA_WHITE, "no" },
        { "0.35", TABIA_WHITE, "no" },
        { "white +1", TABIA_WHITE, "no" },
        { "white +.5", TABIA_WHITE, "no" },
        { "white +1.", TABIA_WHITE, "no" },
        { "white  +1.00", TABIA_WHITE, "no" },
        { "White +1.00", TABIA_WHITE, "no" },
        { "M", TABIA_WHITE, "no" },
        { "M-5", TABIA_WHITE, "no" },
        { "M12345", TABIA_WHITE, "no" },
        { "M1234", TABIA_WHITE, "mate 1234 white M1234" },
        { "white +123456.00", TABIA_WHITE, "no" },
        { "white +12345.67", TABIA_WHITE, "cp 1234567 white +12345.67" },
        { "white +0.123456789", TABIA_WHITE, "cp 12 white +0.12" },
        { "white +0.1234567890", TABIA_WHITE, "no" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        const struct openings_span span = { text, text + strlen(text) };
        struct tabia_eval eval;
        char got[80] = "no", new[OPENINGS_EVAL_SIZE];
        if (openings_parse_eval(span, cases[i].turn, &eval)) {
            openings_print_eval(&eval, cases[i].turn, new);
            snprintf(got, sizeof(got), "%s %d %s",
                     eval.kind == TABIA_EVAL_MATE ? "mate" : "cp", eval.value,
                     new);
        }
        nfailed += !check_text(text, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "50.8", "50.8" },    { "0", "0.0" },
        { "-12.50", "-12.5" }, { "1036.8000000000002", "1036.8000000000002" },
        { "+3", "3.0" },       { "1e3", "1000.0" },
        { ".5", "0.5" },       { "5.", "5.0" },
        { "1e300", "1e+300" }, { "1e999", "no" },
        { "nan", "no" },       { "inf", "no" },
        { "0x10", "no" },      { "1,5", "no" },
        { "", "no" },          { ".", "no" },
        { "1e", "no" },        { "--1", "no" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        const struct openings_span span = { text, text + strlen(text) };
        char got[OPENINGS_NUMBER_SIZE] = "no";
        double value;
        if (openings_parse_number(span, &value))
            openings_print_number(value, got);
        nfailed += !check_text(text, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- the rest -------------------------------------------------------- */

static void test_detect(void **state)
{
    (void)state;
    static const struct match_case cases[] = {
        { HEAD DONE, FORMAT_SURE },
        { "v5.0\n= T\nwhite\n", FORMAT_SURE },
        { "v2.0\nstart[w] -> x[b]\n", FORMAT_SURE },
        { "V4.0\n= T\n" DONE, FORMAT_LIKELY },
        { "= T\n" DONE, FORMAT_LIKELY },
        { "v9.9\n", FORMAT_MAYBE },
        { "", FORMAT_NO },
        { "e2e4 e7e5\n", FORMAT_NO },
        { "[Event \"x\"]\n1. e4 -> e5\n", FORMAT_NO },
        { "packed\n\x01x/x[w] -> y\n", FORMAT_NO }, // of another file
        { "packed\nx/x[w] -> y\n", FORMAT_LIKELY },
    };
    assert_int_equal(check_matches(&format_openings, cases, COUNT_OF(cases)),
                     0);
}

static void test_losses(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        decode("v5.0\n= T\nblack\nstart -> d4\n", NULL, &err);
    struct tabia_report report = { .n = 0 };
    free(encode(book, "4", &report));
    assert_int_equal(report.n, 1);
    assert_true(check_text("side", report.list[0].what,
                           "side to practise is dropped (version 5 holds it)"));
    report.n = 0;
    char *five = encode(book, "5", &report);
    assert_int_equal(report.n, 0);
    assert_true(check_text("v5", five, "v5.0\n= T\nblack\nstart -> d4\n"));
    free(five);

    const struct tabia_setting setting = { "version", "6" };
    const struct tabia_write_options options = { .settings = &setting,
                                                 .nsettings = 1 };
    uint8_t *data;
    size_t size;
    assert_false(tabia_book_encode(book, &format_openings, &options, &data,
                                   &size, NULL, &err));
    assert_true(check_text("version 6", err.msg,
                           "version: expected 4 or 5, found '6'"));
    tabia_book_free(book);
}

static void test_no_memory(void **state)
{
    (void)state;
    check_starved_text(&format_openings, HEAD "start : 1, 2, white +0.10\n" DONE
                                              "# x\n" D4 " -> d5\n");
}

/* ---- what is lost ---------------------------------------------------- */

#define ALONE "8/8/8/8/8/4k3/8/4K3 w - -"
#define MET   "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq"

static const struct {
    const char *name, *format, *text, *want;
} losses[] = {
    { "nothing", "pgn", "1. e4 *\n", "" },
    { "no moves", "epd", ALONE "\n",
      "1 position without moves or coordinates is dropped" },
    { "no place", "epd", ALONE " bm Kd1; ce 5;\n",
      "1 evaluation of a position without coordinates is dropped" },
    { "two evaluations", "epd",
      MET " d6 bm exd6; ce 5;\n" MET " - bm Nf3; ce 7;\n",
      "1 position that differs from another only in en passant is merged with "
      "it; 1 evaluation of a position without coordinates is dropped; 1 second "
      "evaluation of a position is dropped" },
};

/* Nothing that has no room goes away unsaid. */
static void test_told(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(losses); i++) {
        struct tabia_report report = { .n = 0 };
        char got[1024];
        struct tabia_book *book =
            decode_text(losses[i].format, losses[i].text, NULL);
        assert_non_null(book);
        free(encode(book, "4", &report));
        nfailed +=
            !check_text(losses[i].name, report_text(&report, got, sizeof(got)),
                        losses[i].want);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),     cmocka_unit_test(test_problems),
        cmocka_unit_test(test_told),       cmocka_unit_test(test_files),
        cmocka_unit_test(test_en_passant), cmocka_unit_test(test_evals),
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_detect),
        cmocka_unit_test(test_losses),     cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
