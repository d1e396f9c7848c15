/*
 * test_study_puzzles.c - puzzles from the mistakes of a book
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "fail_alloc.h"
#include "format_check.h"
#include "study/puzzle_maker.h"

struct made {
    const struct tabia_book *book;
    char engine[512];
    struct puzzle_maker_options how;
    struct puzzle_maker_result report;
    size_t calls, stop_after;
};

static bool on_progress(void *ctx, size_t done, size_t total)
{
    struct made *made = ctx;
    assert_true(done < total);
    return ++made->calls <= made->stop_after;
}

static void made_init(struct made *made, const char *pgn)
{
    *made = (struct made){ .stop_after = SIZE_MAX };
    const struct tabia_read_options named = { .name = "book.pgn" };
    made->book = tabia_book_decode(bytes_of(pgn), &named, NULL);
    assert_non_null(made->book);
    snprintf(made->engine, sizeof(made->engine),
             "%s/tests/fake_engines/two_lines.sh", getenv("TABIA_SOURCE_DIR"));
    made->how = (struct puzzle_maker_options){
        .engine = { .path = made->engine },
        .limits = { .depth = 1 },
        .moves = 1,
        .on_progress = on_progress,
        .ctx = made,
    };
}

static void made_clear(struct made *made)
{
    tabia_book_free((struct tabia_book *)(uintptr_t)made->book);
}

/* Marks of every kind; 2.Nc3 stands in two lines and counts once. */
static const char pgn[] =
    "1. e4 e5 2. Nf3 f6? 3. Nxe5 *\n\n1. d4 d5 2. Nc3?? c6 *\n\n"
    "1. d4 d5 2. Nc3 $4 e6 *\n\n1. c4! c5!? 2. g3?! *\n";

static void test_marks(void **state)
{
    (void)state;
    struct made made;
    struct puzzles *set = puzzles_new(NULL);
    made_init(&made, pgn);
    assert_true(
        puzzle_maker_run(made.book, NULL, &made.how, set, &made.report, NULL));
    assert_int_equal(made.report.from_book, 2);
    assert_int_equal(made.report.tried, 2);
    assert_int_equal(puzzles_count(set), 2);
    puzzles_free(set);
    made_clear(&made);
}

static void test_limits(void **state)
{
    (void)state;
    static const struct {
        size_t limit, tries, stop_after, want;
        int max_ply, margin;
    } cases[] = {
        { 1, 0, SIZE_MAX, 1, 0, 0 },   { 0, 1, SIZE_MAX, 1, 0, 0 },
        { 0, 0, 1, 1, 0, 0 },          { 0, 0, 0, 0, 0, 0 },
        { 0, 0, SIZE_MAX, 1, 3, 0 },   // only 2.Nc3, its third ply
        { 0, 0, SIZE_MAX, 0, 0, 281 }, // the second move is 280 worse
        { 0, 0, SIZE_MAX, 2, 0, 280 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct made made;
        struct puzzles *set = puzzles_new(NULL);
        made_init(&made, pgn);
        made.how.limit = cases[i].limit;
        made.how.max_tried = cases[i].tries;
        made.how.max_ply = cases[i].max_ply;
        made.how.margin = cases[i].margin;
        made.stop_after = cases[i].stop_after;
        assert_true(puzzle_maker_run(made.book, NULL, &made.how, set,
                                     &made.report, NULL));
        if (puzzles_count(set) != cases[i].want)
            fail_msg("case %zu: %zu puzzles", i, puzzles_count(set));
        puzzles_free(set);
        made_clear(&made);
    }
}

static bool make_all(void *ctx, struct tabia_error *err)
{
    struct made *made = ctx;
    struct puzzles *set = puzzles_new(err);
    const bool ok = set && puzzle_maker_run(made->book, NULL, &made->how, set,
                                            &made->report, err);
    puzzles_free(set);
    return ok;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct made made;
    made_init(&made, "1. e4 e5 2. Nf3 f6? *\n");
    fail_alloc_each(make_all, &made);
    made_clear(&made);
}

/* Limits may be missing; more lines than there is place for are refused. */
static void test_engine_lines(void **state)
{
    (void)state;
    struct made made;
    struct tabia_error err = { 0 };
    struct engine_line lines[ENGINE_LINES_MAX + 1];
    struct tabia_pos pos;
    size_t n;
    made_init(&made, "1. e4 *\n");
    tabia_pos_set_start(&pos);
    struct engine *engine = engine_open(&made.how.engine, &err);
    assert_non_null(engine);
    assert_true(engine_search_lines(engine, &pos, NULL, lines, 2, &n, &err));
    assert_int_equal(n, 2);
    assert_false(engine_search_lines(engine, &pos, NULL, lines,
                                     ENGINE_LINES_MAX + 1, &n, &err));
    assert_string_equal(err.msg, "an engine searches at most 4 lines");
    engine_close(engine);
    made_clear(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_engine_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
