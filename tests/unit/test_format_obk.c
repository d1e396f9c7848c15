/*
 * test_format_obk.c - Chessmaster books: reading, broken files
 */
#include "format_check.h"

#include "base/compiler.h"
#include "book_text.h"
#include "obk_bytes.h"
#include "problem_text.h"

static struct tabia_book *read_bytes(const struct buf *bytes, bool lenient,
                                     const struct tabia_setting *setting,
                                     struct problem_text *problems,
                                     struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("obk", NULL),
        .settings = setting,
        .nsettings = setting != NULL,
        .lenient = lenient,
    };
    problems->is_plain = true;
    return problem_text_read(buf_bytes(bytes), options, problems, err);
}

static struct tabia_book *read_text(const char *text)
{
    struct problem_text problems = { .n = 0 };
    struct tabia_error err = { 0 };
    struct buf bytes = obk_bytes(text);
    struct tabia_book *book = read_bytes(&bytes, false, NULL, &problems, &err);
    buf_clear(&bytes);
    if (!book)
        fail_msg("%s: %s", text, err.msg);
    assert_string_equal(problems.text, "");
    return book;
}

/* ---- what is whole --------------------------------------------------- */

static void test_example(void **state)
{
    (void)state;
    static const char want[] =
        "0* e2e4=100>1 d2d4=100>16 c2c4=100>18; 1 e7e5=100>2 c7c5=100>12; "
        "2 g1f3=100>3; 3 b8c6=100>4; "
        "4 f1c4=100>5 f1b5=100>7 b1c3=100>10; 5 f8c5=100>6; 6; "
        "7 a7a6=100>8; 8 b5a4=100>9; 9; 10 g8f6=100>11; 11; "
        "12 g1f3=100>13; 13 d7d6=100>14; 14 d2d4=100>15; 15; "
        "16 d7d5=100>17; 17; 18 #format=obk";
    assert_true(
        book_text_check("new", read_text("BOO! 18 0: " OBK_EXAMPLE), want));
    char old[700];
    snprintf(old, sizeof(old), "%s #obk-version=old", want);
    assert_true(
        book_text_check("old", read_text("UGWS 18: " OBK_EXAMPLE), old));
}

static const struct {
    const char *name, *file, *want;
} good[] = {
    { "nothing", "BOO! 0 0:", "0* #format=obk" },
    { "the document's move", "UGWS 1: ccdc",
      "0* e2e4=100>1; 1 #format=obk #obk-version=old" },
    { "the four weights", "BOO! 4 0: 8c1c 8b5b 8a9a c6d5",
      "0* e2e4=0>1 d2d4=25>2 c2c4=50>3 g1f3=100>4; 1; 2; 3; 4 #format=obk" },
    { "a move twice", "BOO! 3 0: 0c5c f464 cc9c",
      "0* e2e4=25>1 e2e4=50>3; 1 e7e5=25>2; 2; 3 #format=obk" },
    { "castling is the king's move",
      "BOO! 7 0: 4cdc 74e4 46d5 79ea 45e1 70e8 c4c6",
      "0* e2e4=100>1; 1 e7e5=100>2; 2 g1f3=100>3; 3 b8c6=100>4; "
      "4 f1b5=100>5; 5 a7a6=100>6; 6 e1h1=100>7; 7 #format=obk" },
    { "names, annotations, codes",
      "BOO! 1 27: ccdc 01000000 0280 'KP 01000000 0481 'good 01000000 0382 "
      "'B00",
      "0* e2e4=100{good}>1; 1 'KP #format=obk" },
    { "an empty note", "BOO! 1 6: ccdc 01000000 0080",
      "0* e2e4=100>1; 1 ' #format=obk" },
    { "Windows-1252", "BOO! 1 8: ccdc 01000000 0281 80e9",
      "0* e2e4=100{\u20ac\u00e9}>1; 1 #format=obk" },
    { "UTF-8", "BOO! 1 8: ccdc 01000000 0281 c3a9",
      "0* e2e4=100{\u00e9}>1; 1 #format=obk #obk-note-text=utf-8" },
    { "one code page for all",
      "BOO! 1 15: ccdc 01000000 0280 c3a9 01000000 0181 e9",
      "0* e2e4=100{\u00e9}>1; 1 '\u00c3\u00a9 #format=obk" },
    { "notes in another order",
      "BOO! 2 14: 4cdc f4e4 02000000 0181 'b 01000000 0181 'a",
      "0* e2e4=100{a}>1; 1 e7e5=100{b}>2; 2 #format=obk "
      "#obk-note-order=2:81:1 1:81:1" },
    { "several notes of one type",
      "BOO! 1 15: ccdc 01000000 0181 'a 01000000 0281 'bc",
      "0* e2e4=100{a\nbc}>1; 1 #format=obk #obk-note-order=1:81:1 1:81:2" },
};

static void test_good(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        nfailed += !book_text_check(good[i].name, read_text(good[i].file),
                                    good[i].want);
    assert_int_equal(nfailed, 0);
}

/* ---- broken files ---------------------------------------------------- */

/* 'strict': what ends the reading; 'lenient': what is told, then the book. */
static const struct {
    const char *name, *file, *strict, *lenient;
} broken[] = {
    { "empty", "", "0: not a Chessmaster book: expected BOO! or UGWS", NULL },
    { "another magic", "OBK0 1 0: ccdc",
      "0: not a Chessmaster book: expected BOO! or UGWS", NULL },
    { "half a magic", "'BO", "0: not a Chessmaster book: expected BOO! or UGWS",
      NULL },
    { "magic only", "'BOO!", "4: the header is truncated: 4 of 12 bytes",
      NULL },
    { "old magic only", "'UGWS 010000",
      "7: the header is truncated: 7 of 8 bytes", NULL },
    { "no size of notes",
      "BOO! 0: ", "8: the header is truncated: 8 of 12 bytes", NULL },
    { "the document's header", "BOO! 285038:",
      "4: the header states 285038 moves, the file has room for 0", NULL },
    { "more moves than bytes", "BOO! 2 0: ccdc",
      "4: the header states 2 moves, the file has room for 1",
      "4: the header states 2 moves, the file has room for 1 = "
      "0* e2e4=100>1; 1 #format=obk" },
    { "half a move", "UGWS 2: 4cdc f4",
      "4: the header states 2 moves, the file has room for 1",
      "4: the header states 2 moves, the file has room for 1; "
      "10: after the moves there is 1 more byte; 8: the last move does not end "
      "its line = "
      "0* e2e4=100>1; 1 #format=obk #obk-version=old" },
    { "the most moves", "BOO! 4294967295 0: ccdc",
      "4: the header states 4294967295 moves, the file has room for 1", NULL },
    { "moves beyond the count", "UGWS 1: ccdc ccdc",
      "10: after the moves there are 2 more bytes",
      "10: after the moves there are 2 more bytes = "
      "0* e2e4=100>1; 1 #format=obk #obk-version=old" },
    { "bytes after the notes", "BOO! 1 0: ccdc 0a",
      "14: after the notes there is 1 more byte",
      "14: after the notes there is 1 more byte = 0* e2e4=100>1; 1 "
      "#format=obk" },
    { "more notes than bytes", "BOO! 1 9: ccdc 01000000 0181 'a",
      "8: the header states 9 bytes of notes, the file has 7",
      "8: the header states 9 bytes of notes, the file has 7 = "
      "0* e2e4=100{a}>1; 1 #format=obk" },
    { "nothing left to go back to", "BOO! 3 0: ccdc cbdb cada",
      "14: the tree is complete, but 2 more moves follow",
      "14: the tree is complete, but 2 more moves follow = "
      "0* e2e4=100>1; 1 #format=obk" },
    { "a line that goes on", "BOO! 1 0: 4cdc",
      "12: the last move does not end its line",
      "12: the last move does not end its line = "
      "0* e2e4=100>1; 1 #format=obk" },
    { "a sibling that never comes", "BOO! 1 0: 8cdc",
      "14: after the last move 1 branch is still open",
      "14: after the last move 1 branch is still open = "
      "0* e2e4=100>1; 1 #format=obk" },
    { "two branches left open", "BOO! 2 0: 0cdc b4e4",
      "16: after the last move 2 branches are still open",
      "16: after the last move 2 branches are still open = "
      "0* e2e4=100>1; 1 e7e5=100>2; 2 #format=obk" },
    { "an illegal move", "BOO! 3 0: 0ce4 f4e4 cbdb",
      "12: move 1, e2e5, is not legal",
      "12: move 1, e2e5, is not legal; "
      "18: 1 move after illegal ones is dropped = "
      "0* d2d4=100>1; 1 #format=obk" },
    { "the other side's move", "BOO! 2 0: 4cdc cbdb",
      "14: move 2, d2d4, is not legal",
      "14: move 2, d2d4, is not legal = 0* e2e4=100>1; 1 #format=obk" },
    { "an empty square", "BOO! 1 0: d8e0", "12: move 1, a4a5, is not legal",
      NULL },
    { "castling onto the rook", "BOO! 7 0: 4cdc 74e4 46d5 79ea 45e1 70e8 c4c7",
      "24: move 7, e1h1, is not legal", NULL },
    { "castling through a piece", "BOO! 1 0: c4c6",
      "12: move 1, e1g1, is not legal", NULL },
    { "zeros within", "BOO! 2 0: 0cdc 0000", "14: move 2, a1a1, is not legal",
      NULL },
    { "a note without moves", "BOO! 0 7: 00000000 0181 'a",
      "12: a note for move 0, but there are no moves",
      "12: a note for move 0, but there are no moves = 0* #format=obk" },
    { "a note for move 0, from 1",
      "BOO! 1 14: ccdc 01000000 0181 'a "
      "00000000 0181 'b",
      "21: a note for move 0, but moves are numbered from 1 to 1",
      "21: a note for move 0, but moves are numbered from 1 to 1 = "
      "0* e2e4=100{a}>1; 1 #format=obk" },
    { "a note beyond the moves", "BOO! 1 7: ccdc 02000000 0181 'a",
      "14: a note for move 2, but moves are numbered from 1 to 1",
      "14: a note for move 2, but moves are numbered from 1 to 1 = "
      "0* e2e4=100>1; 1 #format=obk" },
    { "half a note", "BOO! 1 5: ccdc 01000000 01",
      "14: a note is truncated: 5 of 6 bytes",
      "14: a note is truncated: 5 of 6 bytes = 0* e2e4=100>1; 1 #format=obk" },
    { "half a text", "BOO! 1 15: ccdc 01000000 0181 'a 01000000 0380 'ab",
      "21: a note is truncated: 8 of 9 bytes",
      "21: a note is truncated: 8 of 9 bytes = "
      "0* e2e4=100{a}>1; 1 #format=obk" },
    { "an unknown note", "BOO! 1 14: ccdc 01000000 0183 'a 01000000 0181 'b",
      "19: expected a note of type 80, 81 or 82, found 83",
      "19: expected a note of type 80, 81 or 82, found 83 = "
      "0* e2e4=100{b}>1; 1 #format=obk" },
    { "decimal 80", "BOO! 1 7: ccdc 01000000 0150 'a",
      "19: expected a note of type 80, 81 or 82, found 50", NULL },
    { "a zero in a text", "BOO! 1 9: ccdc 01000000 0381 610062",
      "21: the text of a note has a zero byte",
      "21: the text of a note has a zero byte = "
      "0* e2e4=100{a}>1; 1 #format=obk" },
    { "a note on a dropped move", "BOO! 2 7: 8ce4 cbdb 01000000 0181 'a",
      "12: move 1, e2e5, is not legal",
      "12: move 1, e2e5, is not legal; "
      "16: a note for move 1, which was dropped = "
      "0* d2d4=100>1; 1 #format=obk" },
};

static bool check_strict(size_t i, const struct buf *bytes)
{
    struct problem_text problems = { .n = 0 };
    struct tabia_error err = { 0 };
    struct tabia_book *book = read_bytes(bytes, false, NULL, &problems, &err);
    char got[256];
    snprintf(got, sizeof(got), "%llu: %s", (unsigned long long)err.offset,
             book ? "no error" : err.msg);
    tabia_book_free(book);
    return check_text(broken[i].name, got, broken[i].strict);
}

/* A caller that says "go on" hears the same, and the reading fails. */
static bool check_lenient(size_t i, const struct buf *bytes)
{
    struct problem_text problems = { .n = 0 }, again = { .goes_on = true };
    struct tabia_error err = { 0 };
    struct tabia_book *book = read_bytes(bytes, true, NULL, &problems, NULL);
    assert_null(read_bytes(bytes, false, NULL, &again, &err));
    if (!broken[i].lenient) {
        tabia_book_free(book);
        return true;
    }
    if (!book)
        return check_text(broken[i].name, "no book", broken[i].lenient);
    char *dump = book_text_dump(book);
    char got[1400];
    snprintf(got, sizeof(got), "%s = %s", problems.text, dump);
    free(dump);
    tabia_book_free(book);
    return check_text(broken[i].name, got, broken[i].lenient) &&
           check_text(broken[i].name, again.text, problems.text);
}

static void test_broken(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(broken); i++) {
        struct buf bytes = obk_bytes(broken[i].file);
        nfailed += !check_strict(i, &bytes);
        nfailed += !check_lenient(i, &bytes);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

/* Every shorter file is an error too, and none reads beyond its end. */
static void test_cut(void **state)
{
    (void)state;
    struct buf bytes = obk_bytes("BOO! 18 14: " OBK_EXAMPLE
                                 " 01000000 0181 'a 02000000 0181 'b");
    for (; bytes.size; bytes.size--) {
        struct problem_text problems = { .n = 0 };
        struct tabia_error err = { 0 };
        struct tabia_book *book =
            read_bytes(&bytes, false, NULL, &problems, &err);
        assert_int_equal(!book, bytes.size < 62);
        assert_true(book || err.offset <= bytes.size);
        tabia_book_free(book);
    }
    buf_clear(&bytes);
}

/* ---- both schools of numbers ----------------------------------------- */

static const struct {
    const char *name, *setting, *file, *want;
} bases[] = {
    { "0 is told by a 0", NULL,
      "BOO! 2 14: 4cdc f4e4 00000000 0181 'a 01000000 0181 'b",
      "16: a note for move 0: the notes number moves from 0 = "
      "0* e2e4=100{a}>1; 1 e7e5=100{b}>2; 2 #format=obk #obk-note-base=0" },
    { "0 is asked for", "0", "BOO! 2 7: 4cdc f4e4 01000000 0181 'b",
      " = 0* e2e4=100>1; 1 e7e5=100{b}>2; 2 #format=obk #obk-note-base=0" },
    { "1 without any sign", NULL, "BOO! 2 7: 4cdc f4e4 01000000 0181 'a",
      " = 0* e2e4=100{a}>1; 1 e7e5=100>2; 2 #format=obk" },
    { "0 asked for, impossible", "0", "BOO! 2 7: 4cdc f4e4 02000000 0181 'b",
      "16: a note for move 2, but moves are numbered from 0 to 1 = none" },
    { "1 asked for, impossible", "1", "BOO! 2 7: 4cdc f4e4 00000000 0181 'b",
      "16: a note for move 0, but moves are numbered from 1 to 2 = none" },
    { "neither is possible", NULL,
      "BOO! 2 14: 4cdc f4e4 00000000 0181 'a 02000000 0181 'b",
      "16: a note for move 0, but moves are numbered from 1 to 2 = none" },
    { "no such base", "2", "BOO! 0 0:", " = none" },
};

static void test_bases(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(bases); i++) {
        const struct tabia_setting setting = { "note-base", bases[i].setting };
        struct problem_text problems = { .n = 0 };
        struct tabia_error err = { 0 };
        struct buf bytes = obk_bytes(bases[i].file);
        struct tabia_book *book =
            read_bytes(&bytes, false, setting.value ? &setting : NULL,
                       &problems, &err);
        char *dump = book ? book_text_dump(book) : NULL;
        char got[1400];
        snprintf(got, sizeof(got), "%s = %s", problems.text,
                 dump ? dump : "none");
        nfailed += !check_text(bases[i].name, got, bases[i].want);
        free(dump);
        tabia_book_free(book);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- other rules ----------------------------------------------------- */

static void test_promotion(void **state)
{
    (void)state;
    // a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 e7e6 b7a8
    struct tabia_book *book =
        read_text("BOO! 9 0: 48d8 71e1 58e1 70e8 61e8 7af1 68f1 74ec f1f8");
    const tabia_move mv =
        tabia_book_edge_move(book, tabia_book_edge_count(book) - 1);
    assert_int_equal(tabia_move_promotion(mv), TABIA_QUEEN);
    tabia_book_free(book);
}

/* Some files fill up with zeros: they end the moves, with a warning. */
static void test_padding(void **state)
{
    (void)state;
    struct problem_text problems = { .n = 0 };
    struct buf bytes = obk_bytes("BOO! 3 0: ccdc 0000 0000");
    struct tabia_book *book = read_bytes(&bytes, false, NULL, &problems, NULL);
    assert_true(check_text("padding", problems.text,
                           "14: 2 empty moves at the end are skipped"));
    assert_non_null(book);
    assert_int_equal(tabia_book_edge_count(book), 1);
    tabia_book_free(book);
    buf_clear(&bytes);
}

static void test_source(void **state)
{
    (void)state;
    struct buf bytes = obk_bytes("BOO! 2 0: 4cdc f4e4");
    const struct tabia_read_options options = { .keep_location = true };
    struct tabia_book *book =
        tabia_book_decode(buf_bytes(&bytes), &options, NULL);
    assert_non_null(book); // detected as well
    assert_int_equal(tabia_book_edge_data(book, 1).line, 0);
    assert_int_equal(tabia_book_edge_data(book, 1).col, 14);
    tabia_book_free(book);
    buf_clear(&bytes);
}

/* ---- memory ---------------------------------------------------------- */

static void test_nomem(void **state)
{
    (void)state;
    struct buf bytes = obk_bytes("BOO! 18 14: " OBK_EXAMPLE
                                 " 02000000 0181 'a 01000000 0181 'b");
    const struct tabia_read_options options = {
        .format = tabia_format_find("obk", NULL),
    };
    check_starved(buf_bytes(&bytes), &options);
    buf_clear(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example), cmocka_unit_test(test_good),
        cmocka_unit_test(test_broken),  cmocka_unit_test(test_cut),
        cmocka_unit_test(test_bases),   cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_padding), cmocka_unit_test(test_source),
        cmocka_unit_test(test_nomem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
