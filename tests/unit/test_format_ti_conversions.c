/*
 * test_format_ti_conversions.c - compiled books as books of other formats
 *
 * Whatever a compiled book becomes, read again it has the positions and moves
 * of the text that it was made of.
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "format/report.h"
#include "format/ti/tibook.h"
#include "shared_file.h"

static struct tabia_book *decode(struct tabia_bytes bytes, const char *format,
                                 bool links)
{
    const struct tabia_setting link = { "link", "" };
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
        .settings = &link,
        .nsettings = links,
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    if (!book)
        fail_msg("%s: %s", format, err.msg);
    return book;
}

/* ---- comparing ------------------------------------------------------- */

static bool has_move(const struct tabia_book_move *list, size_t n,
                     tabia_move mv)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].move == mv)
            return true;
    return false;
}

/* Does 'book' have the moves of 'want' in its position 'i', no others? */
static bool is_same(const struct tabia_book *want, uint32_t i,
                    const struct tabia_book *book)
{
    struct tabia_book_move list[TABIA_MOVES_MAX], found[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    tabia_book_position_pos_at(want, i, &pos);
    const uint32_t at = tabia_book_find_position(book, &pos);
    const size_t n = tabia_book_position_moves(want, i, TABIA_MERGE_DEFAULT,
                                               list, TABIA_MOVES_MAX);
    size_t nfound = 0;
    if (at != TABIA_NUMBER_NONE)
        nfound = tabia_book_position_moves(book, at, TABIA_MERGE_DEFAULT, found,
                                           TABIA_MOVES_MAX);
    bool is_equal = n == nfound;
    for (size_t k = 0; k < n && is_equal; k++)
        is_equal = has_move(found, nfound, list[k].move);
    if (!is_equal) {
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(&pos, 0, fen);
        print_error("%s: got %zu moves, want %zu\n", fen, nfound, n);
    }
    return is_equal;
}

/* The positions of a side that have moves, all of them as in 'other'. */
static uint32_t count_same(const struct tabia_book *book, enum tabia_color side,
                           const struct tabia_book *other)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    uint32_t n = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        if (pos.turn != side ||
            !tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT, list,
                                       TABIA_MOVES_MAX))
            continue;
        assert_true(is_same(book, i, other));
        n++;
    }
    return n;
}

/* ---- converting ------------------------------------------------------ */

/* Lines of moves from the start need the other side's moves as well. */
static const struct {
    const char *format;
    bool links;
} targets[] = {
    { "json", false }, { "pgn", false },      { "polyglot", false },
    { "ct800", true }, { "ct800-bin", true }, { "json", true },
};

static void check_conversions(const struct tabia_book *text,
                              struct tabia_bytes compiled,
                              enum tabia_color side, uint32_t npositions)
{
    for (size_t i = 0; i < COUNT_OF(targets); i++) {
        const char *name = targets[i].format;
        struct tabia_error err = { 0 };
        struct tabia_report report = { .n = 0 };
        uint8_t *data;
        size_t size;
        struct tabia_book *book = decode(compiled, "tibook", targets[i].links);
        if (!tabia_book_encode(book, tabia_format_find(name, NULL), NULL, &data,
                               &size, &report, &err))
            fail_msg("%s: %s", name, err.msg);
        struct tabia_book *again =
            decode((struct tabia_bytes){ data, size }, name, false);
        assert_true(
            check_number(name, count_same(text, side, again), npositions));
        assert_true(
            check_number(name, count_same(again, side, text), npositions));
        tabia_book_free(again);
        tabia_book_free(book);
        free(data);
    }
}

static void test_real_book(void **state)
{
    (void)state;
    struct input in;
    shared_open("data/tichess/openings.txt", &in);
    struct tabia_book *text = decode(in.bytes, "tichess", false);
    input_close(&in);
    shared_open("data/tichess/bkwhite0.89y", &in);
    check_conversions(text, in.bytes, TABIA_WHITE, 970);
    input_close(&in);
    const struct ti_options black = { .no_white = true, .no_ti89 = true };
    struct ti_files files;
    assert_true(tibook_compile(text, &black, &files, NULL));
    assert_int_equal(files.n, 1);
    check_conversions(
        text, (struct tabia_bytes){ files.list[0].data, files.list[0].size },
        TABIA_BLACK, 1061);
    ti_files_clear(&files);
    tabia_book_free(text);
}

/* The same without the shared data, small enough to see. */
static void test_small_book(void **state)
{
    (void)state;
    static const char source[] = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3\n"
                                 "1. e4 c5 2. Nf3 d6\n"
                                 "1. e4 e5 2. Bc4 Nc6 3. Nf3 Nf6 4. d3\n";
    struct tabia_book *text =
        decode((struct tabia_bytes){ (const uint8_t *)source, strlen(source) },
               "tichess", false);
    const struct ti_options ti89 = { .no_ti92p = true };
    struct ti_files files;
    assert_true(tibook_compile(text, &ti89, &files, NULL));
    assert_int_equal(files.n, 2);
    for (size_t i = 0; i < files.n; i++) {
        const struct ti_file *file = &files.list[i];
        check_conversions(text, (struct tabia_bytes){ file->data, file->size },
                          file->side == 'w' ? TABIA_WHITE : TABIA_BLACK,
                          file->positions);
    }
    ti_files_clear(&files);
    tabia_book_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_book),
        cmocka_unit_test(test_real_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
