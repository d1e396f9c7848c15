/*
 * test_coverage.c - which replies a book answers, and how likely others are
 */
#include "format_check.h"

#include "base/compiler.h"
#include "fail_alloc.h"
#include "study/coverage.h"

/* All numbers of a coverage, in thousandths: "1:1000 1:500; 1.e4 500". */
static void describe(const struct coverage *c, char *buf, size_t size)
{
    size_t len = 0;
    for (size_t i = 0; i < coverage_ply_count(c); i++) {
        const struct coverage_ply ply = coverage_ply_at(c, i);
        len += (size_t)snprintf(buf + len, size - len, "%s%u/%u/%.0f",
                                i ? " " : "", ply.positions, ply.moves,
                                1000 * ply.share);
    }
    for (size_t i = 0; i < coverage_gap_count(c); i++) {
        const struct coverage_gap gap = coverage_gap_at(c, i);
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&gap.before, gap.reply, san);
        len +=
            (size_t)snprintf(buf + len, size - len, "; %d.%s%s %.0f", gap.ply,
                             san, gap.is_known ? "*" : "", 1000 * gap.share);
    }
    snprintf(buf + len, size - len, "; mean %.2f ended %.0f", coverage_mean(c),
             1000 * coverage_ended(c));
}

static void test_books(void **state)
{
    (void)state;
    static const struct {
        const char *name, *book, *against;
        enum tabia_color side;
        bool wide;
        const char *want;
    } cases[] = {
        { "one line, White", "e2e4 e7e5 g1f3\n", NULL, TABIA_WHITE, false,
          "1/1/1000 1/1/1000 1/1/1000 1/0/1000; mean 3.00 ended 1000" },
        { "one line, Black", "e2e4 e7e5 g1f3\n", NULL, TABIA_BLACK, false,
          "1/1/1000 1/1/1000 1/0/1000; 3.Nf3* 1000; mean 2.00 ended 0" },
        { "against two replies", "e2e4 e7e5 g1f3\n", "e2e4 e7e5\ne2e4 c7c5\n",
          TABIA_WHITE, false,
          "1/1/1000 1/1/1000 1/1/500 1/0/500; 2.c5 500; mean 2.00 ended 500" },
        { "a mark makes a reply unlikely", "e2e4 e7e5 g1f3\n",
          "e2e4 e7e5\ne2e4 c7c5x\n", TABIA_WHITE, false,
          "1/1/1000 1/1/1000 1/1/1000 1/0/1000; mean 3.00 ended 1000" },
        { "wide", "e2e4 e7e5 g1f3\n", "e2e4 e7e5\ne2e4 c7c5x\n", TABIA_WHITE,
          true,
          "1/1/1000 1/1/1000 1/1/500 1/0/500; 2.c5 500; mean 2.00 ended 500" },
        { "transpositions meet",
          "e2e4 e7e5 g1f3 b8c6 f1b5\n"
          "g1f3 b8c6 e2e4 e7e5 f1b5\n",
          NULL, TABIA_WHITE, false,
          "1/2/1000 2/2/1000 2/2/1000 2/2/1000 1/1/1000 1/0/1000; mean 5.00 "
          "ended 1000" },
        { "an unlikely reply counts", "e2e4 e7e5 g1f3\ne2e4 a7a6 d2d4\n",
          "e2e4 e7e5\n", TABIA_WHITE, false,
          "1/1/1000 1/2/1000 2/2/1000 2/0/1000; mean 3.00 ended 1000" },
        { "nothing to play", "e2e4? e7e5\n", NULL, TABIA_WHITE, false,
          "1/0/1000; mean 0.00 ended 0" },
        { "an empty book", "# none\n", NULL, TABIA_WHITE, false,
          "; mean 0.00 ended 0" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        char got[512];
        struct tabia_book *book = decode_text("ct800", cases[i].book, &err);
        struct tabia_book *against =
            cases[i].against ? decode_text("ct800", cases[i].against, &err)
                             : NULL;
        const struct coverage_options options = {
            .side = cases[i].side,
            .against = against,
            .wide = cases[i].wide,
        };
        assert_non_null(book);
        struct coverage *c = coverage_new(book, &options, &err);
        assert_non_null(c);
        describe(c, got, sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        coverage_free(c);
        tabia_book_free(against);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

static void test_lines(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        decode_text("ct800", "e2e4 e7e5 g1f3 b8c6 f1b5\n", &err);
    struct tabia_book *against = decode_text(
        "ct800", "e2e4 e7e5 g1f3 g8f6\ne2e4 c7c5\ne2e4 e7e5 g1f3 b8c6\n", &err);
    const struct coverage_options options = { .against = against };
    struct coverage *c = coverage_new(book, &options, &err);
    tabia_move moves[8];
    char uci[TABIA_UCI_SIZE];
    assert_int_equal(coverage_gap_count(c), 2);
    assert_int_equal(coverage_soonest(c), 0);
    assert_int_equal(coverage_gap_at(c, 0).ply, 2);
    assert_int_equal(coverage_gap_at(c, 1).ply, 4);
    coverage_line(c, 1, moves);
    static const char *const want[] = { "e2e4", "e7e5", "g1f3", "g8f6" };
    struct tabia_pos pos;
    tabia_pos_start(&pos);
    for (size_t i = 0; i < COUNT_OF(want); i++) {
        tabia_uci_print(&pos, moves[i], false, uci);
        assert_string_equal(uci, want[i]);
        tabia_pos_play(&pos, moves[i]);
    }
    coverage_free(c);
    coverage_free(NULL);
    tabia_book_free(against);
    tabia_book_free(book);
}

static bool cover(void *ctx, struct tabia_error *err)
{
    const struct coverage_options options = { .side = TABIA_WHITE };
    struct coverage *c = coverage_new(ctx, &options, err);
    coverage_free(c);
    return c != NULL;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct tabia_error none = { 0 };
    struct tabia_book *book =
        decode_text("ct800", "e2e4 e7e5 g1f3\ne2e4 c7c5\n", &none);
    fail_alloc_each(cover, book);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_books),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
