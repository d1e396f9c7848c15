/*
 * test_book_names.c - positions and lines by name
 */
#include "format/formats.h"
#include "format_check.h"

#include "base/compiler.h"
#include "book/names_internal.h"
#include "chess_table.h"
#include "fail_alloc.h"
#include "format/built_in.h"
#include "tabia/names.h"

static const char *describe(const struct tabia_names *names, const char *line,
                            char *buf, size_t size)
{
    tabia_move moves[64];
    struct tabia_pos pos;
    struct tabia_name name;
    size_t ply;
    const size_t n = table_line(line, &pos, moves);
    if (!tabia_names_find_line(names, NULL, moves, n, &name, &ply))
        return "none";
    snprintf(buf, size, "%zu %s %s", ply, name.eco ? name.eco : "-",
             name.name ? name.name : "-");
    return buf;
}

static struct tabia_names *make_names(const char *format, const char *text)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text(format, text, &err);
    assert_non_null(book);
    struct tabia_names *names = names_from_book(book, &err);
    assert_non_null(names);
    tabia_book_free(book);
    return names;
}

static void test_lines(void **state)
{
    (void)state;
    static const struct {
        const char *name, *line, *want;
    } cases[] = {
        { "nothing", "", "none" },
        { "no name on the way", "e2e4 e7e5", "none" },
        { "its own", "c2c4", "1 A10 English" },
        { "the last on the way", "c2c4 e7e5 b1c3", "1 A10 English" },
        { "another order of moves", "c2c4 d7d5 d2d4", "3 D06 Gambit" },
        { "the usual order", "d2d4 d7d5 c2c4", "3 D06 Gambit" },
        { "behind it", "c2c4 d7d5 d2d4 e7e6 b1c3 g8f6", "3 D06 Gambit" },
        { "a code alone", "a2a3", "1 A00 -" },
        { "a name alone", "h2h3", "1 - Clemenz" },
        { "there and back, the first counts", "g1f3 g8f6 c2c4 f6g8 f3g1",
          "5 A10 English" },
    };
    struct tabia_names *names = make_names(
        "eco", "eco\tname\tpgn\nA10\tEnglish\t1. c4\nD06\tGambit\t1. d4 d5 2. "
               "c4\nA00\t\t1. a3\n\tClemenz\t1. h3\nA99\tBack\t1. c4 Nf6 2. "
               "Nf3 Ng8 3. Ng1\n");
    int nfailed = 0;
    char got[128];
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        nfailed += !check_text(cases[i].name,
                               describe(names, cases[i].line, got, sizeof(got)),
                               cases[i].want);
    assert_int_equal(tabia_names_count(names), 4);
    tabia_names_free(names);
    tabia_names_free(NULL);
    assert_int_equal(nfailed, 0);
}

/* The built-in names are Lichess's, in any order of moves. */
static void test_default(void **state)
{
    (void)state;
    static const struct {
        const char *line, *want;
    } cases[] = {
        { "c2c4", "1 A10 English Opening" },
        { "c2c4 d7d5 d2d4", "3 D06 Queen's Gambit" },
        { "e2e4 d7d6", "2 B00 Pirc Defense" },
        { "e2e4 e7e5 g1f3 b8c6 f1b5", "5 C60 Ruy Lopez" },
        { "g1f3 b8c6 e2e4 e7e5 f1b5", "5 C60 Ruy Lopez" },
        { "g1f3 g8f6 c2c4 g7g6 b1c3 d7d5 d2d4 f8g7",
          "8 D90 Grünfeld Defense: Three Knights Variation" },
    };
    struct tabia_error err = { 0 };
    struct tabia_names *names = tabia_names_load(NULL, &err);
    assert_non_null(names);
    assert_int_equal(tabia_names_count(names), 3807);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[128];
        const char *text = describe(names, cases[i].line, got, sizeof(got));
        if (strcmp(text, cases[i].want) != 0)
            fail_msg("%s: got \"%s\", want \"%s\"", cases[i].line, text,
                     cases[i].want);
    }
    tabia_names_free(names);
}

static bool load_names(void *ctx, struct tabia_error *err)
{
    (void)ctx;
    struct tabia_book *book = built_in_names_load(err);
    tabia_book_free(book);
    return book != NULL;
}

static bool list_names(void *ctx, struct tabia_error *err)
{
    struct tabia_names *names = names_from_book(ctx, err);
    tabia_names_free(names);
    return names != NULL;
}

static void test_failures(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    static const char *const missing[] = { "no such file", NULL };
    assert_null(tabia_names_load(
        &(struct tabia_names_options){ .paths = missing }, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);

    struct tabia_error none = { 0 };
    struct tabia_book *book =
        decode_text("eco", "A00\tx\te4\nA01\ty\td4\n", &none);
    fail_alloc_each(list_names, book);
    tabia_book_free(book);
    fail_alloc_each(load_names, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_default),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
