/*
 * test_format_tipuzzle.c - puzzles: text, compiled, and for other programs
 */
#include "format_check.h"

#include "base/compiler.h"
#include "fail_alloc.h"
#include "format/puzzle/puzzles.h"
#include "format/report.h"
#include "format/ti/tipuzzle.h"
#include "shared_file.h"
#include "ti_bytes.h"

#define FEN1 "8/8/2Qp2K1/4k3/4N3/6p1/2R5/8 w - - 0 1"
#define FEN2 "4k3/8/8/8/8/8/4P3/4K3 b - - 5 39"

/* All problems of a text as one text. */
static bool on_problem(void *ctx, enum tabia_severity severity,
                       const struct tabia_error *problem)
{
    char *text = ctx;
    const size_t len = strlen(text);
    snprintf(text + len, 1024 - len, "%s%s%u:%u: %s", len ? "; " : "",
             severity == TABIA_SEVERITY_WARNING ? "warning " : "",
             problem->line, problem->col, problem->msg);
    return true;
}

/* "D1|D2|D3|S1|S2|S3|S4|FEN" of every puzzle, one per line. */
static void describe(const struct puzzles *set, char *buf, size_t size)
{
    buf[0] = '\0';
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *p = puzzles_at(set, i);
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&p->pos, 0, fen);
        snprintf(buf + strlen(buf), size - strlen(buf),
                 "%s%s|%s|%s|%s|%s|%s|%s|%s", i ? "\n" : "", p->description[0],
                 p->description[1], p->description[2], p->solution[0],
                 p->solution[1], p->solution[2], p->solution[3], fen);
    }
}

static void test_source(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *want;
    } cases[] = {
        { "one", "[D]a\n[D]b\n[D]c\n[S]d\n[S]e\n[S]f\n[S]g\n" FEN1,
          "a|b|c|d|e|f|g|" FEN1 },
        { "bare position", FEN1 "\n", "|||||||" FEN1 },
        { "any order", "[S]d\n[D]a\n[S]e\n" FEN1, "a|||d|e|||" FEN1 },
        { "comments", "// x\n#y\n[D]a\n//[D]b\n" FEN1 "\n#z", "a|||||||" FEN1 },
        { "empty lines", "\n[D]a\n\n  \t\n" FEN1 "\n\n", "a|||||||" FEN1 },
        { "CR LF", "[D]a\r\n" FEN1 "\r\n", "a|||||||" FEN1 },
        { "blanks are text", "[D] a \n" FEN1, " a |||||||" FEN1 },
        { "blanks around the FEN", " " FEN1 " \t\n", "|||||||" FEN1 },
        { "an empty text", "[D]\n[D]b\n" FEN1, "|b||||||" FEN1 },
        { "two", "[D]a\n" FEN1 "\n[D]b\n" FEN2,
          "a|||||||" FEN1 "\nb|||||||" FEN2 },
        { "32 bytes", "[D]12345678901234567890123456789012\n" FEN1,
          "12345678901234567890123456789012|||||||" FEN1 },
        { "33 bytes", "[D]123456789012345678901234567890123\n" FEN1,
          "12345678901234567890123456789012|||||||" FEN1
          " / warning 1:36: the text has 33 bytes and is truncated to 32" },
        { "not within a character",
          "[D]1234567890123456789012345678901\xC3\xBC\n" FEN1,
          "1234567890123456789012345678901|||||||" FEN1
          " / warning 1:35: the text has 33 bytes and is truncated to 31" },
        { "other bytes stay", "[D]M\xFCller\n" FEN1, "M\xFCller|||||||" FEN1 },
        { "fourth [D]", "[D]a\n[D]b\n[D]c\n[D]d\n" FEN1,
          "4:1: more than 3 lines of description ([D])" },
        { "fifth [S]", "[S]a\n[S]b\n[S]c\n[S]d\n[S]e\n" FEN1,
          "5:1: more than 4 lines of solution ([S])" },
        { "only that puzzle", "[D]a\n[D]b\n[D]c\n[D]d\n" FEN1 "\n" FEN2,
          "|||||||" FEN2 " / 4:1: more than 3 lines of description ([D])" },
        { "no FEN", "[D]a\n" FEN1 "\n[D]b\n[S]c\n",
          "a|||||||" FEN1 " / 3:1: this puzzle has no FEN" },
        { "something else", "[D]a\nhello\n" FEN1,
          "|||||||" FEN1 " / 2:1: expected a FEN, [D] or [S]" },
        { "tag not in column 1", " [D]a\n" FEN1,
          "|||||||" FEN1 " / 1:2: expected a FEN, [D] or [S]" },
        { "comment not in column 1", " // a\n" FEN1,
          "|||||||" FEN1 " / 1:2: invalid FEN: rank 8 has only 0 squares" },
        { "unknown tag", "[X]a\n" FEN1,
          "|||||||" FEN1 " / 1:1: expected a FEN, [D] or [S]" },
        { "lower case tag", "[d]a\n" FEN1,
          "|||||||" FEN1 " / 1:1: expected a FEN, [D] or [S]" },
        { "four fields", "8/8/2Qp2K1/4k3/4N3/6p1/2R5/8 w - -\n",
          "1:35: invalid FEN: expected the halfmove clock, found the end" },
        { "five fields", "8/8/2Qp2K1/4k3/4N3/6p1/2R5/8 w - - 0\n",
          "1:37: invalid FEN: expected the move number, found the end" },
        { "no king", "8/8/8/8/8/8/8/8 w - - 0 1\n",
          "1:16: invalid FEN: white has no king" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[2048] = "", problems[1024] = "";
        const struct tabia_read_options options = { .on_problem = on_problem,
                                                    .ctx = problems };
        const struct tabia_read_options lenient = { .lenient = true };
        const struct tabia_bytes bytes = bytes_of(cases[i].text);
        puzzles_free(puzzles_decode(bytes, PUZZLE_TI_TEXT, &options, NULL));
        struct puzzles *set =
            puzzles_decode(bytes, PUZZLE_TI_TEXT, &lenient, NULL);
        assert_non_null(set);
        describe(set, got, sizeof(got));
        puzzles_free(set);
        if (*problems)
            snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s",
                     *got ? " / " : "", problems);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- the real puzzles ------------------------------------------------ */

static void test_real(void **state)
{
    (void)state;
    struct input text, file;
    shared_open("data/tichess/puzzles.txt", &text);
    shared_open("data/tichess/puzzles0.89y", &file);
    struct tabia_error err = { 0 };
    struct puzzles *set = puzzles_decode(text.bytes, PUZZLE_NONE, NULL, &err);
    if (!set)
        fail_msg("%u:%u: %s", err.line, err.col, err.msg);
    assert_int_equal(puzzles_count(set), 75);
    const struct ti_options options = { .prefix = "puzzles" };
    struct ti_files files;
    assert_true(tipuzzle_compile(set, &options, &files, NULL));
    assert_int_equal(files.n, 2);
    assert_true(check_text("name", files.list[0].name, "puzzles0.89y"));
    assert_int_equal(files.list[0].size, file.bytes.size);
    assert_memory_equal(files.list[0].data, file.bytes.data, file.bytes.size);
    ti_files_clear(&files);

    // All texts come back from the compiled file.
    static char want[65536], got[65536];
    struct puzzles *back = puzzles_decode(file.bytes, PUZZLE_NONE, NULL, &err);
    if (!back)
        fail_msg("%d: %s", (int)err.offset, err.msg);
    describe(set, want, sizeof(want));
    describe(back, got, sizeof(got));
    assert_true(check_text("texts", got, want));
    for (size_t i = 0; i < 75; i++) // the set follows good practice
        assert_null(puzzle_style_note(puzzles_at(set, i), 0));
    puzzles_free(back);
    puzzles_free(set);
    input_close(&file);
    input_close(&text);
}

/* ---- round trips ----------------------------------------------------- */

static const char three[] =
    "[D]*** \"Quoted\" \\ ***\n[D]Mate in 2\n[D](c) M\xC3\xBCller\n"
    "[S]1: NG5!\n[S]\n[S]x;y ]\n" FEN1 "\n\n[S] a\n" FEN2 "\n\n"
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2\n";

/* Puts 'to' in the place of 'from', which is there once. */
static void replace(char *text, size_t size, const char *from, const char *to)
{
    char copy[2048];
    char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(copy, sizeof(copy), "%s", at + strlen(from));
    snprintf(at, size - (size_t)(at - text), "%s%s", to, copy);
}

static void test_round_trips(void **state)
{
    (void)state;
    static const struct {
        enum puzzle_format format;
        const char *losses;
        const char *changes[4]; // pairs of texts: what becomes what
    } cases[] = {
        { PUZZLE_TI_TEXT, "", { NULL } },
        { PUZZLE_JSON, "", { NULL } },
        { PUZZLE_PGN, "", { NULL } },
        { PUZZLE_EPD,
          "2 quotes become apostrophes",
          { "\"Quoted\"", "'Quoted'" } },
        { PUZZLE_TI89,
          "2 pairs of clocks dropped",
          { " 5 39", " 0 1", " 0 2", " 0 1" } },
        { PUZZLE_TI92P,
          "2 pairs of clocks dropped",
          { " 5 39", " 0 1", " 0 2", " 0 1" } },
    };
    struct tabia_error err = { 0 };
    struct puzzles *set =
        puzzles_decode(bytes_of(three), PUZZLE_NONE, NULL, &err);
    if (!set)
        fail_msg("%u:%u: %s", err.line, err.col, err.msg);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *name = puzzle_format_name(cases[i].format);
        struct tabia_report report = { .n = 0 };
        char want[2048], got[2048], losses[256] = "";
        uint8_t *data;
        size_t size;
        assert_true(
            puzzles_encode(set, cases[i].format, &data, &size, &report, NULL));
        if (report.n)
            snprintf(losses, sizeof(losses), "%d %s", (int)report.list[0].count,
                     report.list[0].what);
        nfailed += !check_text(name, losses, cases[i].losses);

        const struct tabia_bytes bytes = { data, size };
        struct puzzles *back = puzzles_decode(bytes, PUZZLE_NONE, NULL, &err);
        if (!back)
            fail_msg("%s: %u:%u: %s", name, err.line, err.col, err.msg);
        describe(set, want, sizeof(want));
        for (size_t k = 0; k < 4 && cases[i].changes[k]; k += 2)
            replace(want, sizeof(want), cases[i].changes[k],
                    cases[i].changes[k + 1]);
        describe(back, got, sizeof(got));
        nfailed += !check_text(name, got, want);
        assert_int_equal(puzzles_count(back), 3);
        puzzles_free(back);
        free(data);
    }
    puzzles_free(set);
    assert_int_equal(nfailed, 0);
}

static void test_written_forms(void **state)
{
    (void)state;
    static const struct {
        enum puzzle_format format;
        const char *want;
    } cases[] = {
        { PUZZLE_TI_TEXT, "[D]Mate\n[S]x\n" FEN2 "\n" },
        { PUZZLE_EPD, "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 5; fmvn 39; c0 "
                      "\"Mate\"; c3 \"x\";\n" },
        { PUZZLE_PGN,
          "[Event \"Puzzle\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
          "[Round \"-\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"
          "[SetUp \"1\"]\n[FEN \"" FEN2 "\"]\n[Description1 \"Mate\"]\n"
          "[Solution1 \"x\"]\n\n*\n" },
        { PUZZLE_JSON, "{\n  \"schema\": 1,\n  \"puzzles\": [\n    {\n"
                       "      \"description\": [\n        \"Mate\"\n      ],\n"
                       "      \"solution\": [\n        \"x\"\n      ],\n"
                       "      \"fen\": \"" FEN2 "\"\n    }\n  ]\n}\n" },
    };
    struct puzzles *set = puzzles_decode(bytes_of("[D]Mate\n[S]x\n" FEN2),
                                         PUZZLE_NONE, NULL, NULL);
    assert_non_null(set);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t *data;
        size_t size;
        assert_true(
            puzzles_encode(set, cases[i].format, &data, &size, NULL, NULL));
        assert_int_equal(data[size], '\0');
        assert_true(check_text(puzzle_format_name(cases[i].format),
                               (const char *)data, cases[i].want));
        free(data);
    }
    puzzles_free(set);
}

static void test_split(void **state)
{
    (void)state;
    // Each puzzle takes 36 bytes and 4 for its own text.
    const char *text = "[D]aaa\n" FEN1 "\n[D]bbb\n" FEN1 "\n[D]ccc\n" FEN1;
    static const struct {
        unsigned size;
        const char *want;
    } cases[] = {
        { 0, "ticpuz0.89y 3" },
        { 8 + 3 * 40 + 1 + 9, "ticpuz0.89y 3" },
        { 8 + 3 * 40 + 1 + 8, "ticpuz0.89y 2 ticpuz1.89y 1" },
        { 8 + 40 + 1 + 9, "ticpuz0.89y 1 ticpuz1.89y 1 ticpuz2.89y 1" },
        { 8 + 40 + 1 + 8, "a puzzle does not fit into a file of this size" },
    };
    struct puzzles *set =
        puzzles_decode(bytes_of(text), PUZZLE_NONE, NULL, NULL);
    assert_non_null(set);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct ti_options options = { .size = cases[i].size,
                                            .no_ti92p = true };
        struct ti_files files;
        struct tabia_error err = { 0 };
        char got[256] = "";
        if (!tipuzzle_compile(set, &options, &files, &err))
            snprintf(got, sizeof(got), "%s", err.msg);
        for (size_t k = 0; k < files.n; k++)
            snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s %u",
                     k ? " " : "", files.list[k].name, files.list[k].positions);
        ti_files_clear(&files);
        assert_true(check_text("split", got, cases[i].want));
    }
    puzzles_free(set);
}

/* ---- damage ---------------------------------------------------------- */

/* One puzzle: offsets at 94, position at 108, texts at 130, 143 bytes. */
static void test_damage(void **state)
{
    (void)state;
    static const struct ti_damage cases[] = {
        { "magic", 88, 4, "PUZ2", "88: not puzzles: expected PUZ1" },
        { "count", 92, 2, "\x00\x05",
          "92: the file is too small for 5 puzzles" },
        { "text before the pool", 94, 2, "\x00\x10",
          "94: the text is outside the file" },
        { "text behind the end", 94, 2, "\xFF\xFF",
          "94: the text is outside the file" },
        { "no end", 133, 1, "x", "131: the text has no end" },
        { "line end", 131, 1, "\n", "131: the text contains a line end" },
        { "bits", 108, 21,
          "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
          "\xFF\xFF\xFF\xFF\xF0",
          "108: the position exceeds its 164 bits" },
        { "no king", 108, 21, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
          "108: not a legal position: white has no king" },
        { "no right", 129, 1, "\x02",
          "108: not a legal position: castling right 'Q', but the white king "
          "is "
          "not on its first rank" },
        { "unused bits", 129, 1, "\x80", "read" },
    };
    struct puzzles *set =
        puzzles_decode(bytes_of("[D]ab\n" FEN1), PUZZLE_NONE, NULL, NULL);
    uint8_t *file;
    size_t size;
    assert_true(puzzles_encode(set, PUZZLE_TI89, &file, &size, NULL, NULL));
    assert_int_equal(size, 143);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t data[143];
        struct tabia_error err = { 0 };
        char got[256] = "read";
        memcpy(data, file, sizeof(data));
        ti_damage_do(&cases[i], data, sizeof(data));
        const struct tabia_bytes bytes = { data, sizeof(data) };
        struct puzzles *back = puzzles_decode(bytes, PUZZLE_TI89, NULL, &err);
        if (!back)
            snprintf(got, sizeof(got), "%d: %s", (int)err.offset, err.msg);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        puzzles_free(back);
    }
    free(file);
    puzzles_free(set);
    assert_int_equal(nfailed, 0);
}

static void test_hints(void **state)
{
    (void)state;
    static const struct {
        const char *description, *want;
    } cases[] = {
        { "Mate in 2 (c) Me 1956", "" },
        { "White wins", "names no source" },
        { "(C) somebody", "names no goal" },
        { "", "names no goal, names no source" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct puzzle puzzle = { .description = { "", "", "" },
                                 .solution = { "", "", "", "" } };
        puzzle.description[1] = cases[i].description;
        char got[128] = "";
        const char *hint;
        for (size_t n = 0; (hint = puzzle_style_note(&puzzle, n)); n++)
            snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s",
                     n ? ", " : "", hint);
        assert_true(check_text(cases[i].description, got, cases[i].want));
    }
}

static void test_bad_exchange(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        enum puzzle_format format;
        const char *want;
    } cases[] = {
        { "JSON syntax", "{\"puzzles\": [", PUZZLE_JSON,
          "1:13: ']' expected near end of file" },
        { "JSON schema", "{\"schema\": 2, \"puzzles\": []}", PUZZLE_JSON,
          "0:0: schema: expected 1, found 2" },
        { "JSON list", "{\"schema\": 1, \"puzzles\": 3}", PUZZLE_JSON,
          "0:0: puzzles: expected a list, found a whole number" },
        { "JSON FEN",
          "{\"schema\": 1, \"puzzles\": [{\"description\": [], \"solution\": "
          "[], \"fen\": \"x\"}]}",
          PUZZLE_JSON,
          "0:0: puzzles[0].fen: expected a piece, a digit or '/', found 'x'" },
        { "JSON lines",
          "{\"schema\": 1, \"puzzles\": [{\"description\": "
          "[\"\",\"\",\"\",\"\"], \"solution\": [], \"fen\": \"" FEN1 "\"}]}",
          PUZZLE_JSON, "0:0: puzzles[0].description: more than 3 lines" },
        { "EPD", "8/8/8 w - - c0 \"x\";", PUZZLE_EPD,
          "1:6: invalid FEN: the board has only 3 ranks" },
        { "PGN", "[FEN \"8/8 w\"]\n[Solution1 \"x\"]\n\n*\n", PUZZLE_PGN,
          "1:10: invalid FEN: the board has only 2 ranks" },
        { "nothing", "hello", PUZZLE_NONE, "0:0: not a set of puzzles" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        char got[256];
        struct puzzles *set = puzzles_decode(bytes_of(cases[i].text),
                                             cases[i].format, NULL, &err);
        assert_null(set);
        snprintf(got, sizeof(got), "%u:%u: %s", err.line, err.col, err.msg);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* A line would end at a NUL without a word. */
static void test_nul(void **state)
{
    (void)state;
    static const char epd[] = "4k3/8/8/8/8/8/4P3/4K3 b - - c0 \"a\0b\";\n";
    static const char pgn[] = "[FEN \"" FEN1 "\"]\n[Solution1 \"a\0b\"]\n*\n";
    const struct {
        const char *text;
        size_t size;
        enum puzzle_format format;
        const char *want;
    } cases[] = {
        { epd, sizeof(epd) - 1, PUZZLE_EPD, "1:33: the text contains a NUL" },
        { pgn, sizeof(pgn) - 1, PUZZLE_PGN, "2:13: the text contains a NUL" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_bytes bytes = { (const uint8_t *)cases[i].text,
                                           cases[i].size };
        struct tabia_error err = { 0 };
        char got[256];
        assert_null(puzzles_decode(bytes, cases[i].format, NULL, &err));
        snprintf(got, sizeof(got), "%u:%u: %s", err.line, err.col, err.msg);
        assert_true(check_text("NUL", got, cases[i].want));
    }
}

static bool compile_all(void *ctx, struct tabia_error *err)
{
    struct ti_files files = { .n = 0 };
    struct puzzles *set = puzzles_decode(bytes_of(ctx), PUZZLE_NONE, NULL, err);
    const bool ok = set && tipuzzle_compile(set, NULL, &files, err);
    ti_files_clear(&files);
    puzzles_free(set);
    return ok;
}

static void test_no_memory(void **state)
{
    (void)state;
    fail_alloc_each(compile_all, (void *)(uintptr_t)three);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_source),
        cmocka_unit_test(test_real),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_written_forms),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_bad_exchange),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
