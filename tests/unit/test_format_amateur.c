/*
 * test_format_amateur.c - the bytes of the Amateur's book-opening routine
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "fail_alloc.h"
#include "recode.h"
#include "shared_file.h"

enum { TEXT_SIZE = RECODE_WIDE_SIZE };

/* ---- the bytes ------------------------------------------------------- */

static const struct recode_case encodings[] = {
    { "table 1", recode_table1, NULL,
      "0C 1C 34 24 06 15 39 2A 05 21 30 A8 " // the first line
      "84 05 9A 83 3E AD 82 0D 9D 81 32 22 06 15 33 2B 0B 9B 83 39 AA "
      "81 34 AC" },
    { "one move", "e2e4\n", NULL, "0C 9C" },
    { "castling", "e2e4e7e5g1f3b8c6f1c4f8c5e1g1\n", NULL,
      "0C 1C 34 24 06 15 39 2A 05 1A 3D 22 04 86" },
    { "promotions", // knight, bishop, rook, queen
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8n\n"
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8b\n"
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8r\n"
      "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8q\n",
      NULL,
      "08 18 31 21 18 21 30 28 21 28 3A 31 28 31 37 2F 71 B8 "
      "88 31 F8 88 71 F8 88 31 B8" },
    { "one move, its place", "e2e4\n", "offsets", "90" },
    { "nothing", "", NULL, "" },
};

static void test_encodings(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct recoded got;
        nfailed += !recode_check(&encodings[i], "amateur", &got);
        recode_free(&got);
    }
    assert_int_equal(nfailed, 0);
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *name, *settings;
        size_t want;
    } cases[] = { { "FROM-TO", NULL, 36 }, { "offsets", "offsets", 21 } };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct recoded got =
            recode("lines", recode_table1, strlen(recode_table1), "amateur",
                   cases[i].settings);
        assert_true(check_number(cases[i].name, got.size, cases[i].want));
        recode_free(&got);
    }
}

/* ---- and back -------------------------------------------------------- */

static const struct {
    const char *name, *lines;
} trips[] = {
    { "table 1", recode_table1 },
    { "castling", "e2e4e7e5g1f3b8c6f1c4f8c5e1g1g8f6d2d3e8g8\n" },
    { "queen's side", "d2d4d7d5b1c3b8c6c1f4c8f5d1d2d8d7e1c1e8c8\n" },
    { "en passant", "e2e4a7a6e4e5d7d5e5d6\n" },
    { "promotions", "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8n\n"
                    "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8b\n"
                    "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8r\n"
                    "a2a4b7b5a4b5a7a6b5a6c8b7a6b7h7h6b7a8\n" },
    { "apart", "e2e4e7e5\nd2d4\ne2e4c7c5\n" },
    { "nothing", "" },
};

static int check_trip(const char *name, const char *lines, const char *settings)
{
    struct recoded bytes =
        recode("lines", lines, strlen(lines), "amateur", settings);
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        recode_read("amateur", settings ? "from-offsets" : NULL, bytes.data,
                    bytes.size, &err);
    int nfailed = !check_text(name, err.msg, "");
    if (book) {
        struct recoded got = recode_write(book, "lines", NULL);
        char text[TEXT_SIZE];
        recode_print_text(&got, text, sizeof(text));
        nfailed += !check_text(name, text, lines);
        recode_free(&got);
    }
    tabia_book_free(book);
    recode_free(&bytes);
    return nfailed;
}

static void test_trips(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(trips); i++) {
        nfailed += check_trip(trips[i].name, trips[i].lines, NULL);
        nfailed += check_trip(trips[i].name, trips[i].lines, "offsets");
    }
    assert_int_equal(nfailed, 0);
}

/* A line of 140 moves twice, with different ends: a token tells 127. */
static void test_long_lines(void **state)
{
    (void)state;
    char line[2][8 + 140 * 4];
    static const char *const shuffle[4] = { "g1f3", "g8f6", "f3g1", "f6g8" };
    for (int i = 0; i < 2; i++) {
        line[i][0] = '\0';
        for (int k = 0; k < 139; k++)
            snprintf(line[i] + 4 * k, 5, "%s", shuffle[k % 4]);
        snprintf(line[i] + 4 * 139, 6, "%s\n", i ? "h7h6" : "a7a6");
    }
    char lines[sizeof(line) + 1];
    snprintf(lines, sizeof(lines), "%s%s", line[0], line[1]);
    assert_int_equal(check_trip("long", lines, NULL), 0);
    assert_int_equal(check_trip("long", lines, "offsets"), 0);

    struct recoded got = recode("lines", lines, strlen(lines), "amateur", NULL);
    assert_int_equal(got.size, 140 * 2 + 1 + (140 - 127) * 2);
    assert_int_equal(got.data[280], 0xFF); // 127 moves
    recode_free(&got);
}

/* Indexes from 63 on need the escape: one byte more for each of 13. */
static void test_escape(void **state)
{
    (void)state;
    char lines[RECODE_WIDE_SIZE];
    recode_wide(lines);
    assert_int_equal(check_trip("wide", lines, NULL), 0);
    assert_int_equal(check_trip("wide", lines, "offsets"), 0);

    struct recoded got =
        recode("lines", lines, strlen(lines), "amateur", "offsets");
    const size_t tokens = RECODE_WIDE_MOVES - 1;
    assert_true(check_number("size", got.size,
                             RECODE_WIDE_PLIES + RECODE_WIDE_MOVES + tokens +
                                 (RECODE_WIDE_MOVES - 63)));
    assert_int_equal(got.data[got.size - 2], 0xBF); // escape, end
    assert_int_equal(got.data[got.size - 1], RECODE_WIDE_MOVES - 1);
    recode_free(&got);
}

static int check_detection(const char *name, const char *settings)
{
    struct recoded r =
        recode("lines", recode_table1, strlen(recode_table1), name, settings);
    const struct tabia_bytes bytes = { r.data, r.size };
    struct tabia_error err = { 0 };
    const struct tabia_format *format = tabia_format_detect(bytes, NULL, &err);
    const char *got = format ? tabia_format_get_info(format)->name : err.msg;
    const int nfailed = !check_text(settings ? settings : "plain", got, name);
    struct tabia_book *book = tabia_book_decode(bytes, NULL, &err);
    assert_non_null(book);
    assert_int_equal(tabia_book_edge_count(book), 15);
    tabia_book_free(book);
    recode_free(&r);
    return nfailed;
}

static void test_detect(void **state)
{
    (void)state;
    int nfailed = 0;
    nfailed += check_detection("amateur", NULL);
    nfailed += check_detection("amateur", "offsets");
    nfailed += check_detection("spracklen-bin", NULL);
    nfailed += check_detection("spracklen-bin", "offsets");
    nfailed += check_detection("spracklen", NULL);
    assert_int_equal(nfailed, 0);
}

/* ---- bad bytes ------------------------------------------------------- */

static const struct recode_bad bad[] = {
    { "cut move", NULL, "0C", "offset 0: the move is truncated" },
    { "no end mark", NULL, "0C 1C",
      "offset 2: the last string has no end mark" },
    { "cut second move", NULL, "0C 1C 34", "offset 2: the move is truncated" },
    { "token first", NULL, "81 34 A4",
      "offset 0: a token for 1 move after a string of 0" },
    { "token of nothing", NULL, "0C 9C 80 34 A4",
      "offset 2: a token for 0 moves" },
    { "token too large", NULL, "0C 9C 82 34 A4",
      "offset 2: a token for 2 moves after a string of 1" },
    { "token alone", NULL, "0C 9C 81",
      "offset 3: the last string has no end mark" },
    { "token after token", NULL, "0C 9C 81 81 34 A4",
      "offset 3: expected a move, found a token (0x81)" },
    { "token within", NULL, "0C 1C 81 34 A4",
      "offset 2: expected a move, found a token (0x81)" },
    { "illegal", NULL, "0C 1C 34 9C", "offset 2: not a legal move: e7e4" },
    { "illegal after a token", NULL, "0C 9C 81 0C 9C",
      "offset 3: not a legal move: e2e4" },
    { "no promotion", NULL, "4C 9C", "offset 0: not a legal move: e2e4n" },
    { "no promotion", NULL, "0C DC", "offset 0: not a legal move: e2e4b" },
    { "stands still", NULL, "0C 1C 34 24 15 95",
      "offset 4: not a legal move: f3f3" },
    { "offset too large", "from-offsets", "94",
      "offset 0: not a legal move: offset 20" },
    { "cut escape", "from-offsets", "BF", "offset 0: the move is truncated" },
    { "escaped too large", "from-offsets", "BF FF",
      "offset 0: not a legal move: offset 255" },
    { "offsets without an end", "from-offsets", "0D",
      "offset 1: the last string has no end mark" },
    { "offset token first", "from-offsets", "41 80",
      "offset 0: a token for 1 move after a string of 0" },
    { "offset token of nothing", "from-offsets", "8D 40 80",
      "offset 1: a token for 0 moves" },
    { "offset token within", "from-offsets", "0D 41 80",
      "offset 1: expected a move, found a token (0x41)" },
    { "offset token of 64", "from-offsets", "8D C0 80",
      "offset 1: a token for 64 moves after a string of 1" },
};

static void test_errors(void **state)
{
    (void)state;
    assert_int_equal(recode_check_bad("amateur", bad, COUNT_OF(bad)), 0);
}

/* A string that goes wrong is left out from there; the others stay. */
static void test_lenient(void **state)
{
    (void)state;
    static const uint8_t bytes[] = { 0x0C, 0x1C, 0x34, 0x1C, 0x06,
                                     0x95, 0x81, 0x32, 0xA2 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("amateur", NULL),
        .lenient = true,
    };
    const struct tabia_bytes src = { bytes, sizeof(bytes) };
    struct tabia_book *book = tabia_book_decode(src, &options, NULL);
    assert_non_null(book);
    struct recoded got = recode_write(book, "lines", NULL);
    char text[TEXT_SIZE];
    recode_print_text(&got, text, sizeof(text));
    assert_true(check_text("lenient", text, "e2e4c7c5\n"));
    recode_free(&got);
    tabia_book_free(book);
}

/* ---- out of memory --------------------------------------------------- */

/* Writes a book and reads it back. */
struct work {
    const struct tabia_book *book;
    const struct tabia_format *format;
    struct tabia_setting setting; // its name may be NULL
};

static bool pass(void *ctx, struct tabia_error *err)
{
    const struct work *w = ctx;
    const struct tabia_write_options write = {
        .settings = &w->setting,
        .nsettings = w->setting.name ? 1 : 0,
    };
    const struct tabia_read_options read = { .format = w->format };
    struct tabia_book *back = NULL;
    uint8_t *data = NULL;
    size_t size = 0;
    if (tabia_book_encode(w->book, w->format, &write, &data, &size, NULL, err))
        back =
            tabia_book_decode((struct tabia_bytes){ data, size }, &read, err);
    free(data);
    return fail_alloc_book(back);
}

static void test_memory(void **state)
{
    (void)state;
    static const struct {
        const char *format, *setting;
    } cases[] = {
        { "reduced", "sort" },        { "amateur", "offsets" },
        { "spracklen", NULL },        { "spracklen-bin", NULL },
        { "spracklen-bin", "jumps" },
    };
    static const char lines[] = "d2d4g8f6c2c4e7e6b1c3f8b4\n"
                                "c2c4g8f6d2d4e7e6b1c3f8b4\n";
    struct tabia_book *book =
        recode_read("lines", NULL, lines, strlen(lines), NULL);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct work w = { book,
                          tabia_format_find(cases[i].format, NULL),
                          { cases[i].setting, "" } };
        assert_true(fail_alloc_each(pass, &w) > 5);
    }
    tabia_book_free(book);
}

/* ---- a whole book ---------------------------------------------------- */

static void test_default_book(void **state)
{
    (void)state;
    static const struct {
        const char *to, *settings;
    } cases[] = {
        { "amateur", NULL },
        { "amateur", "offsets" },
        { "amateur", "sort" },
        { "reduced", NULL },
        { "spracklen", NULL },
        { "spracklen-bin", NULL },
        { "spracklen-bin", "jumps" },
        { "spracklen-bin", "offsets" },
        { "spracklen-bin", "offsets jumps" },
        { "obk", NULL },
    };
    struct tabia_book *book = own_book("data/openings.txt");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct recoded r = recode_write(book, cases[i].to, cases[i].settings);
        struct tabia_error err = { 0 };
        struct tabia_book *back =
            recode_read(cases[i].to, NULL, r.data, r.size, &err);
        assert_true(check_text(cases[i].to, err.msg, ""));
        assert_true(
            check_number(cases[i].to, recode_differences(book, back), 0));
        tabia_book_free(back);
        recode_free(&r);
    }
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encodings), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_trips),     cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_escape),    cmocka_unit_test(test_detect),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_lenient),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_default_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
