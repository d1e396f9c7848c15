/*
 * test_format_edit.c - the text for editing: everything comes back, faults
 * are found
 */
#include "format_check.h"

#include <math.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "format/formats.h"
#include "format/report.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define E4    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"

/* These are written as they are read. */
static const struct {
    const char *name, *text;
} fixed[] = {
    { "nothing", "" },
    { "a root", "root " START " 0 1\n" },
    { "clocks", "root " START " 5 9\n" },
    { "texts", "text key \"title\" value \"a \\\"b\\\"\\n\\\\\"\n"
               "text key \"title\" value \"\"\n" },
    { "moves", "root " START " 0 1\n  e4\n  d4\n" },
    { "values of moves",
      "root " START " 0 1\n  e4 passive weight 4294967295 results 1 2 3 nag 1 "
      "nag 255 learn 00000000deadbeef remark \"x\"\n  d4 avoided weight 0\n" },
    { "values of positions",
      "root " START " 0 1 eco \"A00\" name \"x\" eval -35 depth 20 written "
      "\"-0.35\" coordinates 0.1 -20.5 x \"0.10\" y \"-20.5\" comment "
      "\"y\"\n" },
    { "mate", "root " START " 0 1 eval #-3\n" },
    { "smallest evaluation", "root " START " 0 1 eval -2147483648\n" },
    { "two positions", "root " START " 0 1\n  e4\nposition " E4 "\n  e5\n" },
    { "a position alone", "position " E4 "\n" },
    { "tags", "root " START " 0 1\n  tag key \"Event\" value \"a \\\"b\\\"\"\n"
              "  tag key \"Event\" value \"\"\n  e4\n" },
    { "two roots", "root " START " 0 1\n  e4\nroot " START " 0 1 @2\n  e4 > "
                   "@2\n" },
    { "occurrences", "root " START " 0 1\n  e4\n  e4 > @2\nposition " E4
                     "\n  e5\nposition " E4 " @2 name \"x\"\n" },
    { "Chess960", "root 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 "
                  "1\n  O-O\n  O-O-O\n" },
    { "en passant", "root rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "
                    "KQkq e3 0 1\n  e5\n" },
    { "promotion", "root 8/P6k/8/8/8/8/8/K7 w - - 0 1\n  a8=N\n  a8=Q\n" },
};

static void test_fixed(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(fixed); i++) {
        const struct text_case row = { fixed[i].name, fixed[i].text,
                                       fixed[i].text };
        nfailed += check_lossless(&format_edit, &row, 1);
    }
    assert_int_equal(nfailed, 0);
}

/* What people write is put into order. */
static void test_loose(void **state)
{
    (void)state;
    static const struct text_case cases[] = {
        { "blanks and comments",
          "# a\n\n\troot   " START " 0 1\r\n  # b\n\te2e4   weight  3 \n",
          "root " START " 0 1\n  e4 weight 3\n" },
        { "a move before its position",
          "root " START " 0 1\n  e4\nposition " E4 " name \"x\"\n",
          "root " START " 0 1\n  e4\nposition " E4 " name \"x\"\n" },
        { "labels are numbered anew",
          "root " START " 0 1\n  e4 > @7\nposition " E4 " @7\n  e5\n",
          "root " START " 0 1\n  e4\nposition " E4 "\n  e5\n" },
        { "a leaf is met twice", "root " START " 0 1\n  e4\n  e4\n",
          "root " START " 0 1\n  e4\n  e4\n" },
    };
    assert_int_equal(check_lossless(&format_edit, cases, COUNT_OF(cases)), 0);
}

static void test_errors(void **state)
{
    (void)state;
    static const char root[] = "root " START " 0 1";
    static const struct {
        const char *name, *after, *want; // what stands behind the root's FEN
    } cases[] = {
        { "unknown value", " nam \"x\"",
          "1:63: expected an attribute of a position, found 'nam'" },
        { "no quotes", " name x",
          "1:68: expected a string in quotes, found 'x'" },
        { "open text", " name \"x", "1:68: the string has no closing quote" },
        { "depth alone", " depth 3",
          "1:63: expected an attribute of a position, found 'depth'" },
        { "no evaluation", " eval",
          "1:67: expected a number, found the end "
          "of the line" },
        { "place", " coordinates 1 x", "1:77: expected a number, found 'x'" },
        { "place, no number", " coordinates inf 1",
          "1:75: expected a number, found 'inf'" },
        { "place, hexadecimal", " coordinates 1 0x10",
          "1:77: expected a number, found '0x10'" },
        { "place, too large", " coordinates 1 1e999",
          "1:77: expected a number, found '1e999'" },
        { "occurrence 0", " @0",
          "1:63: expected an occurrence such as @2, found '@0'" },
        { "twice", "\nroot " START " 0 1",
          "2:6: duplicate position; @2 makes it another occurrence" },
        { "illegal move", "\n  e5", "2:3: no white pawn can go to e5" },
        { "unknown value of a move", "\n  e4 wight 3",
          "2:6: expected an attribute of a move, found 'wight'" },
        { "weight", "\n  e4 weight -1", "2:13: expected a number, found '-'" },
        { "five glyphs", "\n  e4 nag 1 nag 1 nag 1 nag 1 nag 1",
          "2:33: more than 4 glyphs" },
        { "no glyph", "\n  e4 nag 0",
          "2:10: expected a number from 1 to 255, found '0'" },
        { "glyph", "\n  e4 nag x", "2:10: expected a number, found 'x'" },
        { "learn", "\n  e4 learn xyz",
          "2:12: expected 16 hexadecimal digits, found 'xyz'" },
        { "too many texts",
          " name \"\" name \"\" name \"\" name \"\" name \"\" name \"\" name "
          "\"\" name \"\" name \"\"",
          "1:132: more than 8 strings" },
        { "text without a key", "\ntext title \"x\"",
          "2:6: expected 'key' and a string in quotes, found 'title'" },
        { "name of a tag", "\ntag key \"a b\" value \"x\"",
          "2:1: 'a b' is not a valid tag name" },
        { "value of a tag", "\ntag key \"a\" value \"x\\ny\"",
          "2:1: the value of tag a must be a single line" },
        { "tag without a root", "\nposition " E4 "\ntag key \"a\" value \"b\"",
          "3:1: a tag must follow a root" },
        { "move without a position", "\ntext key \"a\" value \"b\"\n  e4",
          "3:3: expected 'root', 'position' or 'text', found 'e4'" },
        { "four fields of six", "\nroot " START,
          "2:58: expected a position of 6 fields" },
        { "bad position", "\nposition 8/8 w - -",
          "2:13: the board has only 2 ranks" },
        { "not UTF-8", " name \"\xFF\"", "1:69: byte 0xFF is not valid UTF-8" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[512];
        snprintf(text, sizeof(text), "%s%s\n", root, cases[i].after);
        const struct text_case row = { cases[i].name, text, cases[i].want };
        nfailed += check_refused(&format_edit, &row, 1);
    }
    assert_int_equal(nfailed, 0);
}

static bool go_on(void *ctx, enum tabia_severity severity,
                  const struct tabia_error *problem)
{
    (void)ctx;
    (void)severity;
    (void)problem;
    return true;
}

/* Who goes on after a position that there was no room for gets no moves. */
static void test_memory_limit(void **state)
{
    (void)state;
    char text[4096];
    snprintf(text, sizeof(text), "root " START " 0 1 name \"%0*d\"\n  e4\n",
             3000, 0);
    for (size_t limit = 256; limit < 16384; limit += 64) {
        const struct tabia_read_options options = {
            .format = &format_edit,
            .on_problem = go_on,
            .memory_limit = limit,
        };
        struct tabia_error err = { 0 };
        struct tabia_book *book =
            tabia_book_decode(bytes_of(text), &options, &err);
        if (!book)
            assert_int_equal(err.status, TABIA_ERR_LIMIT);
        tabia_book_free(book);
    }
}

/* No reader makes such coordinates, but a program may. */
static void test_places_not_finite(void **state)
{
    (void)state;
    const struct tabia_node_data data = {
        .has = TABIA_HAS_COORDINATES,
        .coordinates = { .x = INFINITY, .y = 1 },
    };
    struct tabia_error err = { 0 };
    struct tabia_report report = { 0 };
    struct tabia_builder_cursor c;
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    assert_true(tabia_builder_start(b, NULL, &c, &err) &&
                tabia_builder_set_node(b, c.node, &data, &err));
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    uint8_t *text;
    size_t size;
    assert_true(tabia_book_encode(book, &format_edit, NULL, &text, &size,
                                  &report, &err));
    assert_memory_equal(text, "root " START " 0 1\n", size);
    assert_int_equal(report.n, 1);
    assert_string_equal(report.list[0].what,
                        "pair of coordinates that is not finite is dropped");
    free(text);
    tabia_book_free(book);
}

static void test_unlisted(void **state)
{
    (void)state;
    assert_null(tabia_format_find("edit", NULL));
}

static void test_no_memory(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT_OF(fixed); k++)
        check_starved_text(&format_edit, fixed[k].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_loose),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_unlisted),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_places_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
