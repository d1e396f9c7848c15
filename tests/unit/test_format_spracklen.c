/*
 * test_format_spracklen.c - Spracklen-Thompson trees, as text and in bytes
 */
#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "recode.h"

enum { TEXT_SIZE = RECODE_WIDE_SIZE };

static const char article[] =
    "(e4(e5(Nf3(Nc6(Bb5a6)Bc4)Nf6)f4)(c5Nf3(d6d4)Nc6)e6)\n";

/* ---- text ------------------------------------------------------------ */

static const struct {
    const char *name, *from, *text, *to, *want;
} texts[] = {
    { "table 1", "lines", recode_table1, "spracklen", article },
    { "and back", "spracklen", article, "lines", recode_table1 },
    { "blanks", "spracklen",
      "( e4 (e5(Nf3(Nc6(Bb5 a6)Bc4)Nf6)f4)\n\t(c5Nf3(d6d4)Nc6)e6 )\n",
      "spracklen", article },
    { "several first moves", "lines", "e2e4e7e5\nd2d4\nc2c4\n", "spracklen",
      "((e4e5)(d4)c4)\n" },
    { "several first moves, read", "spracklen", "((e4e5)(d4)c4)", "lines",
      "e2e4e7e5\nd2d4\nc2c4\n" },
    { "all siblings wrapped", "spracklen", "(e4(e5)(c5))(d4d5)", "spracklen",
      "((e4(e5)c5)d4d5)\n" },
    { "not adjacent", "lines", "e2e4e7e5\nd2d4\ne2e4c7c5\n", "spracklen",
      "((e4(e5)c5)d4)\n" },
    { "captures, castling, check marks", "spracklen",
      "(e4d5exd5Qxd5Nc3Qe5+Be2Nc6Nf3Qd6O-OBd7Nb5O-O-O)", "spracklen",
      "(e4d5exd5Qxd5Nc3Qe5Be2Nc6Nf3Qd6O-OBd7Nb5O-O-O)\n" },
    { "files and ranks tell pieces apart", "lines",
      "d2d4d7d5g1f3b8c6b1d2g8f6f3g1f6g4g1f3\n", "spracklen",
      "(d4d5Nf3Nc6Nbd2Nf6Ng1Ng4Ngf3)\n" },
    { "promotion", "lines", "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8n\n",
      "spracklen", "(a4b5axb5a6bxa6Bb7axb7h6bxa8=N)\n" },
    { "nothing", "lines", "", "spracklen", "()\n" },
    { "nothing, read", "spracklen", "()", "lines", "" },
    { "an empty file", "spracklen", "", "lines", "" },
};

static void test_texts(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct recoded got = recode(texts[i].from, texts[i].text,
                                    strlen(texts[i].text), texts[i].to, NULL);
        char text[TEXT_SIZE];
        nfailed += !check_text(texts[i].name,
                               recode_print_text(&got, text, sizeof(text)),
                               texts[i].want);
        recode_free(&got);
    }
    assert_int_equal(nfailed, 0);
}

static const struct {
    const char *name, *text, *want;
} bad_texts[] = {
    { "no bracket", "e4", "1:1: expected '(': the moves are in brackets" },
    { "not closed", "(e4", "1:1: unmatched '('" },
    { "inner not closed", "(e4(e5\nNf3)", "1:1: unmatched '('" },
    { "closed twice", "(e4))", "1:5: unmatched ')'" },
    { "not a move", "(e4?!)", "1:4: expected a move, found '?!)'" },
    { "a number", "(1.e4)", "1:2: expected a move, found '1.e4)'" },
    { "illegal", "(e4e5\nKe3)", "2:1: no white king can go to e3" },
    { "whole square", "(Nf3d5Nf3d4)", "1:7: no white knight can go to f3" },
    { "empty alternative", "(e4()e5)", "1:5: expected a move, found ')'" },
    { "twice wrapped", "(e4((e5)c5)e6)", "" },
    { "wrapped alone", "(e4((e5)(c5)))", "1:13: expected a move, found ')'" },
    { "cut piece", "(e4e5N)", "1:6: expected a move, found 'N)'" },
};

static void test_bad_texts(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(bad_texts); i++) {
        struct tabia_error err = { 0 };
        char text[TEXT_SIZE];
        struct tabia_book *book =
            recode_read("spracklen", NULL, bad_texts[i].text,
                        strlen(bad_texts[i].text), &err);
        nfailed += !check_text(bad_texts[i].name,
                               recode_error(&err, text, sizeof(text)),
                               bad_texts[i].want);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* A queen that SAN tells by its whole square gets a '-' behind it. */
static void test_whole_square(void **state)
{
    (void)state;
    static const char lines[] =
        "c2c4g7g6h2h3d7d6a2a4c7c6e2e4e7e6h3h4h7h6d2d4c6c5d4c5a7a5c5d6"
        "f7f5d6d7e8e7d7c8f5f4c4c5b7b6c5c6g6g5c6c7b6b5c7d8e7f7d8d7\n";
    struct recoded text =
        recode("lines", lines, strlen(lines), "spracklen", NULL);
    struct recoded back =
        recode("spracklen", text.data, text.size, "lines", NULL);
    char buf[TEXT_SIZE];
    assert_non_null(
        strstr(recode_print_text(&text, buf, sizeof(buf)), "Kf7Qd8-d7)"));
    assert_true(
        check_text("back", recode_print_text(&back, buf, sizeof(buf)), lines));
    recode_free(&text);
    recode_free(&back);
}

/* A book may be one long line, and is known by where it begins. */
static void test_long_line(void **state)
{
    static const char line[] = "(e4e5Nf3Nc6Bb5a6Ba4Nf6O-O)";
    enum { N = 3000, LEN = sizeof(line) - 1, SIZE = LEN + 1 + N * LEN + 1 };
    (void)state;
    char *text = malloc(SIZE);
    assert_non_null(text);
    memset(text, ' ', LEN);
    text[LEN] = '(';
    for (size_t i = 0; i < N; i++)
        memcpy(text + LEN + 1 + i * LEN, line, LEN);
    text[SIZE - 1] = ')';
    for (size_t i = 0; i < LEN; i++) { // what is looked at ends anywhere
        const struct tabia_bytes bytes = { (uint8_t *)text + i, SIZE - i };
        assert_ptr_equal(tabia_format_detect(bytes, NULL, NULL),
                         tabia_format_find("spracklen", NULL));
    }
    free(text);
}

/* ---- bytes ----------------------------------------------------------- */

static const struct recode_case encodings[] = {
    { "table 1", recode_table1, NULL,
      "0C 1C B4 24 86 15 B9 2A 85 21 70 28 45 1A 7E 2D 4D 1D B2 22 06 15 "
      "B3 2B 4B 1B 79 2A 74 2C" },
    { "one move", "e2e4\n", NULL, "4C 1C" },
    { "two moves", "e2e4\nd2d4\n", NULL, "CC 1C 4B 1B" },
    { "promotions",
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8n\n"
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8b\n"
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8r\n"
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8q\n",
      NULL,
      "08 18 31 21 18 21 30 28 21 28 3A 31 28 31 37 2F F1 78 F1 B8 F1 F8 "
      "71 38" },
    { "one move, its place", "e2e4\n", "offsets", "50" },
    { "nothing", "", NULL, "" },
    // 1.d4 Nf6 2.c4 e6 3.Nc3 Bb4, and 1.c4 into it: 2...e6 is at byte 6
    { "a jump", "d2d4g8f6c2c4e7e6b1c3f8b4\nc2c4g8f6d2d4e7e6b1c3f8b4\n", "jumps",
      "8B 1B 3E 2D 0A 1A 34 2C 01 12 7D 19 0A 1A 3E 2D 0B 1B 40 00 00 06" },
    { "a jump, offsets",
      "d2d4g8f6c2c4e7e6b1c3f8b4d1c2e8g8\n"
      "c2c4g8f6d2d4e7e6b1c3f8b4d1c2e8g8\n",
      "offsets jumps", NULL },
};

/* Do the bytes hold the lines? Compared as reduced, which follows jumps. */
static int check_back(const char *name, const struct recoded *bytes,
                      const char *lines)
{
    char got[TEXT_SIZE], want[TEXT_SIZE];
    struct recoded a =
        recode("spracklen-bin", bytes->data, bytes->size, "reduced", NULL);
    struct recoded b = recode("lines", lines, strlen(lines), "reduced", NULL);
    const int nfailed =
        !check_text(name, recode_print_text(&a, got, sizeof(got)),
                    recode_print_text(&b, want, sizeof(want)));
    recode_free(&a);
    recode_free(&b);
    return nfailed;
}

static void test_encodings(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct recoded got;
        nfailed += !recode_check(&encodings[i], "spracklen-bin", &got);
        nfailed += check_back(encodings[i].name, &got, encodings[i].lines);
        recode_free(&got);
    }
    assert_int_equal(nfailed, 0);
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        size_t want;
    } cases[] = {
        { NULL, 30 },
        { "offsets", 15 },
        { "jumps", 30 },
        { "offsets jumps", 15 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct recoded got =
            recode("lines", recode_table1, strlen(recode_table1),
                   "spracklen-bin", cases[i].settings);
        assert_true(check_number("table 1", got.size, cases[i].want));
        recode_free(&got);
    }
}

/* Indexes from 62 on need the escape: one byte more for each of 14. */
static void test_escape(void **state)
{
    (void)state;
    char lines[RECODE_WIDE_SIZE], text[TEXT_SIZE];
    recode_wide(lines);
    struct recoded got =
        recode("lines", lines, strlen(lines), "spracklen-bin", "offsets");
    assert_true(check_number("size", got.size,
                             RECODE_WIDE_PLIES + RECODE_WIDE_MOVES +
                                 (RECODE_WIDE_MOVES - 62)));
    assert_int_equal(got.data[got.size - 2], 0x7F); // escape, end
    assert_int_equal(got.data[got.size - 1], RECODE_WIDE_MOVES - 1);
    struct recoded back =
        recode("spracklen-bin", got.data, got.size, "lines", NULL);
    assert_true(check_text("wide", recode_print_text(&back, text, sizeof(text)),
                           lines));
    recode_free(&back);
    recode_free(&got);
}

/* ---- jumps ----------------------------------------------------------- */

/*
 * The second order of moves knows less than the first; after the jump it
 * knows the same, and no position has a move that it had not before.
 */
static void test_jump_widens(void **state)
{
    (void)state;
    static const char lines[] = "c2c4g8f6d2d4e7e6b1c3f8b4d1c2\n"
                                "d2d4g8f6c2c4e7e6b1c3f8b4d1c2e8g8\n"
                                "d2d4g8f6c2c4e7e6b1c3f8b4e2e3\n";
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        recode_read("lines", NULL, lines, strlen(lines), &err);
    struct recoded plain = recode_write(book, "spracklen-bin", NULL);
    struct recoded jumps = recode_write(book, "spracklen-bin", "jumps");
    assert_int_equal(plain.size, 2 * (7 + 8 + 1));
    assert_int_equal(jumps.size, 2 * (3 + 8 + 1) + 4); // a jump forwards
    struct tabia_book *back =
        recode_read("spracklen-bin", NULL, jumps.data, jumps.size, &err);
    assert_true(check_text("widened", err.msg, ""));
    assert_int_equal(recode_differences(book, back), 0);
    tabia_book_free(back);
    tabia_book_free(book);
    recode_free(&plain);
    recode_free(&jumps);
}

/*
 * Two long lines of which each part is like each other part, but for their
 * ends: comparing them all would take half a minute.
 */
static void test_jumps_are_bounded(void **state)
{
    enum { TURNS = 5000 };
    static const char kings[] = "g1f3g8f6f3g1f6g8",
                      queens[] = "b1c3b8c6c3b1c6b8";
    (void)state;
    struct tabia_error err = { 0 };
    struct buf lines = { .limit = SIZE_MAX / 4 };
    for (int i = 0; i < 2 * TURNS; i++) {
        buf_addf(&lines, "%s", i == TURNS ? queens : kings);
        if (i % TURNS == TURNS - 1)
            buf_addf(&lines, "%s\n", i < TURNS ? "e2e4" : "d2d4");
    }
    struct tabia_book *book =
        recode_read("lines", NULL, buf_text(&lines), lines.size, &err);
    struct recoded jumps = recode_write(book, "spracklen-bin", "jumps");
    struct recoded back =
        recode("spracklen-bin", jumps.data, jumps.size, "lines", NULL);
    assert_int_equal(back.size, lines.size);
    assert_memory_equal(back.data, buf_text(&lines), lines.size);
    tabia_book_free(book);
    recode_free(&jumps);
    recode_free(&back);
    buf_clear(&lines);
}

/* ---- bad bytes ------------------------------------------------------- */

static const struct recode_bad bad[] = {
    { "cut move", NULL, "0C", "offset 0: the record is truncated" },
    { "no end", NULL, "0C 1C", "offset 2: the file ends before its tree does" },
    { "open bracket", NULL, "CC 1C",
      "offset 2: the file ends before its tree does" },
    { "records after the end", NULL, "4C 1C 4B 1B",
      "offset 2: records after the end of the tree" },
    { "illegal", NULL, "4C 24", "offset 0: not a legal move: e2e5" },
    { "no promotion", NULL, "4C 5C", "offset 0: not a legal move: e2e4n" },
    { "illegal sibling", NULL, "CC 1C 74 24",
      "offset 2: not a legal move: e7e5" },
    { "cut jump", NULL, "0C 1C 40 00 00", "offset 2: the record is truncated" },
    { "jump first", NULL, "40 00 00 00",
      "offset 0: a jump before the first move" },
    { "jump that goes on", NULL, "0C 1C 00 00 00 00",
      "offset 2: a jump that does not end its line" },
    { "jump with a sibling", NULL, "0C 1C C0 00 00 00",
      "offset 2: a jump that does not end its line" },
    { "jump into a move", NULL, "0C 1C 40 00 00 01",
      "offset 2: a jump to byte 1, where no moves start" },
    { "jump beyond the end", NULL, "0C 1C 40 00 10 00",
      "offset 2: a jump to byte 4096, where no moves start" },
    { "jump to a jump", NULL, "0C 1C 40 00 00 02",
      "offset 2: a jump to byte 2, where no moves start" },
    { "jump to another position", NULL, "0C 1C 40 00 00 00",
      "offset 2: a jump between different positions" },
    { "jump after a line", NULL, "CC 1C 40 00 00 00",
      "offset 2: a jump without a move before it" },
    { "jump forward to another position", NULL, "8C 1C 40 00 00 08 0B 1B 73 2B",
      "offset 6: a jump between different positions" },
    { "offset too large", "from-offsets", "54",
      "offset 0: not a legal move: offset 20" },
    { "cut escape", "from-offsets", "7F", "offset 0: the record is truncated" },
    { "escaped too large", "from-offsets", "7F 14",
      "offset 0: not a legal move: offset 20" },
    { "cut jump of offsets", "from-offsets", "0D 7E 00 00",
      "offset 1: the record is truncated" },
};

static void test_errors(void **state)
{
    (void)state;
    assert_int_equal(recode_check_bad("spracklen-bin", bad, COUNT_OF(bad)), 0);
}

/* Each byte may be a record, which takes more: there is a limit. */
static void test_limit(void **state)
{
    enum { SIZE = 100000 };
    (void)state;
    static const uint8_t bytes[SIZE];
    const struct tabia_setting setting = { "from-offsets", "" };
    const struct tabia_read_options options = {
        .format = tabia_format_find("spracklen-bin", NULL),
        .settings = &setting,
        .nsettings = 1,
        .memory_limit = 1 << 20,
    };
    struct tabia_error err = { 0 };
    assert_null(
        tabia_book_decode((struct tabia_bytes){ bytes, SIZE }, &options, &err));
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    assert_true(check_text("limit", err.msg, "the book is too large"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_whole_square),
        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_escape),
        cmocka_unit_test(test_jump_widens),
        cmocka_unit_test(test_jumps_are_bounded),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
