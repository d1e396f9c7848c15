/*
 * test_study_coverage.c - which replies a book answers, and how likely they are
 */
#include "format_check.h"

#include "base/compiler.h"
#include "fail_alloc.h"
#include "format/formats.h"
#include "source/source_internal.h"
#include "study/coverage/candidates.h"
#include "study/coverage/coverage.h"

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
    for (size_t i = 0; i < coverage_hole_count(c); i++) {
        const struct coverage_hole hole = coverage_hole_at(c, i);
        tabia_move moves[COVERAGE_PLIES_MAX];
        char san[TABIA_SAN_SIZE];
        struct tabia_pos pos = hole.start;
        coverage_get_line(c, i, moves);
        for (int k = 0; k < hole.ply - 1; k++)
            tabia_pos_play(&pos, moves[k]);
        tabia_san_print(&pos, moves[hole.ply - 1], san);
        tabia_pos_play(&pos, moves[hole.ply - 1]);
        pos = tabia_pos_identity(&pos);
        assert_true(tabia_pos_is_same(&pos, &hole.pos));
        len +=
            (size_t)snprintf(buf + len, size - len, "; %d.%s%s %.0f", hole.ply,
                             san, hole.is_known ? "*" : "", 1000 * hole.share);
    }
    snprintf(buf + len, size - len, "; mean %.2f ended %.0f",
             coverage_mean_moves(c), 1000 * coverage_share_ended(c));
}

/* A book and the likely replies, ready for a survey. */
struct covered {
    struct tabia_source *book, *against;
    const struct tabia_source *list[1];
    struct coverage_sources from;
    struct coverage *c;
    struct tabia_error err;
};

static void cover_texts(struct covered *v, const char *book,
                        const char *against, enum tabia_color side, bool wide)
{
    const struct coverage_options options = { .color = side,
                                              .allow_avoided = wide };
    *v = (struct covered){ .c = NULL };
    v->book = source_of_book(decode_text("ct800", book, &v->err), &v->err);
    if (against)
        v->against =
            source_of_book(decode_text("ct800", against, &v->err), &v->err);
    v->list[0] = v->against;
    v->from =
        (struct coverage_sources){ v->book,
                                   { .list = v->list, .n = against != NULL } };
    v->c = coverage_new(&options, &v->err);
    assert_non_null(v->c);
}

static void covered_clear(struct covered *v)
{
    coverage_free(v->c);
    tabia_source_close(v->against);
    tabia_source_close(v->book);
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
        { "a hole by two orders of moves is one",
          "d2d4 g8f6 c1f4 e7e6 e2e3\nd2d4 e7e6 c1f4 g8f6 e2e3\n",
          "d2d4 g8f6 c1f4 e7e6 e2e3 c7c5\nd2d4 e7e6 c1f4 g8f6\n"
          "d2d4 g8f6 c1f4 c7c5\nd2d4 e7e6 c1f4 c7c5\n",
          TABIA_WHITE, false,
          "1/1/1000 1/2/1000 2/2/1000 2/2/1000 1/1/500 1/0/500; 6.c5 500; "
          "4.c5 250; 4.c5 250; mean 4.00 ended 0" },
        { "a reply that mates is no hole", "f2f3 e7e5 g2g4\n",
          "f2f3 e7e5 g2g4 d8h4\n", TABIA_WHITE, false,
          "1/1/1000 1/1/1000 1/1/1000 1/0/1000; mean 3.00 ended 1000" },
        { "nothing to play", "e2e4? e7e5\n", NULL, TABIA_WHITE, false,
          "1/0/1000; mean 0.00 ended 0" },
        { "an empty book", "# none\n", NULL, TABIA_WHITE, false,
          "; mean 0.00 ended 0" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[512];
        struct covered covered;
        cover_texts(&covered, cases[i].book, cases[i].against, cases[i].side,
                    cases[i].wide);
        assert_true(
            coverage_survey(covered.c, &covered.from, NULL, &covered.err));
        describe(covered.c, got, sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        covered_clear(&covered);
    }
    assert_int_equal(nfailed, 0);
}

static void test_lines(void **state)
{
    (void)state;
    struct covered v;
    cover_texts(&v, "e2e4 e7e5 g1f3 b8c6 f1b5\n",
                "e2e4 e7e5 g1f3 g8f6\ne2e4 c7c5\ne2e4 e7e5 g1f3 b8c6\n",
                TABIA_WHITE, false);
    assert_true(coverage_survey(v.c, &v.from, NULL, &v.err));
    tabia_move moves[8];
    char uci[TABIA_UCI_SIZE];
    assert_int_equal(coverage_hole_count(v.c), 2);
    assert_int_equal(coverage_find_soonest(v.c), 0);
    assert_int_equal(coverage_hole_at(v.c, 0).ply, 2);
    assert_int_equal(coverage_hole_at(v.c, 1).ply, 4);
    coverage_get_line(v.c, 1, moves);
    static const char *const want[] = { "e2e4", "e7e5", "g1f3", "g8f6" };
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < COUNT_OF(want); i++) {
        tabia_uci_print(&pos, moves[i], false, uci);
        assert_string_equal(uci, want[i]);
        tabia_pos_play(&pos, moves[i]);
    }
    covered_clear(&v);
    coverage_free(NULL);
}

/* Games that go round in circles end up in one hole, looked up once. */
static void test_circle(void **state)
{
    (void)state;
    struct covered v;
    cover_texts(&v, "e2e4\ng1f3 g8f6 f3g1 f6g8\n",
                "e2e4 e7e5\ng1f3 g8f6 f3g1 f6g8\n", TABIA_WHITE, false);
    assert_true(coverage_survey(v.c, &v.from, NULL, &v.err));
    assert_int_equal(coverage_hole_count(v.c), 1);
    const struct coverage_hole hole = coverage_hole_at(v.c, 0);
    assert_int_equal(hole.ply, 2);
    assert_true(hole.share > 0.99999 && hole.share <= 1);
    assert_true(coverage_ply_count(v.c) > 40);
    assert_int_equal(likely_replies_lookup_count(coverage_replies(v.c)), 3);
    covered_clear(&v);
}

static struct tabia_pos pos_after(const char *const *moves, size_t n)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < n; i++) {
        tabia_move mv;
        assert_true(tabia_uci_parse(&pos, moves[i], 4, &mv, NULL));
        tabia_pos_play(&pos, mv);
    }
    return pos;
}

/* Below a position nothing is looked up again. */
static void test_below(void **state)
{
    (void)state;
    static const char *const line[] = { "e2e4", "c7c5" };
    static const char *const outside[] = { "d2d4" };
    const struct tabia_pos sicilian = pos_after(line, 2);
    const struct tabia_pos queen = pos_after(outside, 1);
    struct covered v;
    char got[512];
    cover_texts(&v, "e2e4 e7e5 g1f3\ne2e4 c7c5 g1f3\n",
                "e2e4 e7e5 g1f3 b8c6\ne2e4 c7c5 g1f3 d7d6\n"
                "e2e4 c7c5 g1f3 e7e6\nd2d4 d7d5\n",
                TABIA_WHITE, false);
    assert_true(coverage_survey(v.c, &v.from, NULL, &v.err));
    describe(v.c, got, sizeof(got));
    assert_string_equal(got,
                        "1/1/1000 1/2/1000 2/2/1000 2/0/1000; 4.Nc6 500; 4.d6 "
                        "250; 4.e6 250; mean 3.00 ended 0");
    // After e4, e5 Nf3 and c5 Nf3; of the book also what is not answered.
    assert_int_equal(likely_replies_lookup_count(coverage_replies(v.c)), 3);
    const uint64_t lookups = coverage_lookup_count(v.c);

    assert_true(coverage_survey(v.c, &v.from, &sicilian, &v.err));
    describe(v.c, got, sizeof(got));
    assert_string_equal(got, "1/1/1000 1/0/1000; 2.d6 500; 2.e6 500; mean 1.00 "
                             "ended 0");
    assert_true(coverage_share_reached(v.c, &sicilian) == 0.5);
    assert_true(coverage_share_reached(v.c, &queen) == 0);
    assert_int_equal(likely_replies_lookup_count(coverage_replies(v.c)), 3);
    assert_int_equal(coverage_lookup_count(v.c), lookups);

    assert_true(coverage_survey(v.c, &v.from, &queen, &v.err));
    describe(v.c, got, sizeof(got));
    assert_string_equal(got, "1/0/1000; 1.d5 1000; mean 0.00 ended 0");
    assert_int_equal(likely_replies_lookup_count(coverage_replies(v.c)), 4);
    covered_clear(&v);
}

/* Another state of a book asks the sources only for new positions. */
static void test_changed_book(void **state)
{
    (void)state;
    static const char *const books[] = {
        "e2e4 e7e5 g1f3\ne2e4 c7c5 g1f3\n",
        "e2e4 e7e5 g1f3\ne2e4 c7c5 g1f3 d7d6 d2d4\n",
    };
    static const uint64_t lookups[] = { 3, 4 };
    struct tabia_error err = { 0 };
    struct likely_replies *replies = likely_replies_new(false, &err);
    const struct coverage_options options = { .replies = replies };
    for (size_t i = 0; i < COUNT_OF(books); i++) {
        struct covered v;
        cover_texts(&v, books[i], "e2e4 e7e5\ne2e4 c7c5 g1f3 d7d6 d2d4 c5d4\n",
                    TABIA_WHITE, false);
        struct coverage *c = coverage_new(&options, &err);
        assert_true(coverage_survey(c, &v.from, NULL, &err));
        assert_int_equal(likely_replies_lookup_count(replies), lookups[i]);
        assert_int_equal(coverage_hole_count(c), 1);
        coverage_free(c);
        covered_clear(&v);
    }
    likely_replies_free(replies);
}

static bool stop_survey(void *ctx, uint64_t positions)
{
    (void)positions;
    return *(const bool *)ctx;
}

/* A book larger than the limit is cut, not refused. */
static void test_limits(void **state)
{
    (void)state;
    struct covered v;
    size_t positions;
    cover_texts(&v, "e2e4 e7e5 g1f3 b8c6 f1b5\n", NULL, TABIA_WHITE, false);
    const struct coverage_options few = { .max_positions = 1 };
    struct coverage *c = coverage_new(&few, &v.err);
    assert_true(coverage_survey(c, &v.from, NULL, &v.err));
    assert_true(coverage_is_cut(c, &positions));
    assert_int_equal(positions, 4);
    coverage_free(c);

    const struct coverage_options shallow = { .max_ply = 2 };
    c = coverage_new(&shallow, &v.err);
    assert_true(coverage_survey(c, &v.from, NULL, &v.err));
    assert_false(coverage_is_cut(c, NULL));
    assert_int_equal(coverage_ply_count(c), 3);
    coverage_free(c);
    covered_clear(&v);

    // The built-in book is large enough for the callback.
    bool goes_on = true;
    const struct coverage_options stopped = { .on_progress = stop_survey,
                                              .ctx = &goes_on };
    struct tabia_source *book = tabia_source_open(NULL, NULL, &v.err);
    const struct coverage_sources from = { .book = book };
    for (int i = 0; i < 2; i++, goes_on = false) {
        struct tabia_error err = { 0 };
        c = coverage_new(&stopped, &err);
        assert_int_equal(coverage_survey(c, &from, NULL, &err), goes_on);
        assert_int_equal(err.status, goes_on ? TABIA_OK : TABIA_ERR_STOPPED);
        coverage_free(c);
    }
    tabia_source_close(book);
}

static struct tabia_source *open_edit_text(const char *text)
{
    const struct tabia_read_options options = { .format = &format_edit };
    struct tabia_error err = { 0 };
    struct tabia_source *source =
        source_of_book(tabia_book_decode(bytes_of(text), &options, &err), &err);
    assert_string_equal(err.msg, "");
    return source;
}

/* Answers of several sources: scores from games, evaluations from anywhere. */
static void test_candidates(void **state)
{
    (void)state;
#define AFTER_E4                                                               \
    "root rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
    static const char *const books[] = {
        AFTER_E4 "  e5 results 2 0 0\n  c5 results 2 1 3\n  a6 passive\n",
        AFTER_E4 "  e6\n  c5\n"
                 "position rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w "
                 "KQkq - eval 25\n",
    };
    static const char *const line[] = { "e2e4" };
    const struct tabia_pos pos = pos_after(line, 1);
    struct tabia_source *games = open_edit_text(books[0]);
    struct tabia_source *evals = open_edit_text(books[1]);
    const struct tabia_source *const list[] = { games, evals };
    const struct likely_sources from = { .list = list, .n = 2 };
    struct tabia_error err = { 0 };
    struct candidate got[4];
    size_t n;
    char text[256];
    size_t len = 0;
    assert_true(candidates_find(&from, &pos, got, COUNT_OF(got), &n, &err));
    for (size_t i = 0; i < n; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&pos, got[i].move, san);
        len += (size_t)snprintf(text + len, sizeof(text) - len,
                                "%s %zu %.2f %u", san, got[i].source_index,
                                got[i].share, (unsigned)got[i].games);
        if (got[i].has_score)
            len += (size_t)snprintf(text + len, sizeof(text) - len, " %.3f",
                                    got[i].score);
        if (got[i].has_eval)
            len += (size_t)snprintf(text + len, sizeof(text) - len, " cp %d",
                                    (int)got[i].eval.value);
        len += (size_t)snprintf(text + len, sizeof(text) - len, "; ");
    }
    assert_string_equal(text, "c5 0 0.75 6 0.583 cp 25; e5 0 0.25 2 0.000; e6 "
                              "1 0.50 0; ");
    assert_true(candidates_find(&from, &pos, got, 1, &n, &err));
    assert_int_equal(n, 1);
    tabia_source_close(evals);
    tabia_source_close(games);
}

static bool cover(void *ctx, struct tabia_error *err)
{
    const struct covered *v = ctx;
    const struct coverage_options options = { .color = TABIA_WHITE };
    struct coverage *c = coverage_new(&options, err);
    const bool ok = c && coverage_survey(c, &v->from, NULL, err);
    coverage_free(c);
    return ok;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct covered v;
    cover_texts(&v, "e2e4 e7e5 g1f3\ne2e4 c7c5\n", "e2e4 e7e6\n", TABIA_WHITE,
                false);
    fail_alloc_each(cover, &v);
    covered_clear(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_books),        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_circle),       cmocka_unit_test(test_below),
        cmocka_unit_test(test_changed_book), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_candidates),   cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
