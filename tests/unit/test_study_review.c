/*
 * test_study_review.c - where games left a book
 */
#include "format_check.h"

#include "base/compiler.h"
#include "base/json_writer.h"
#include "fail_alloc.h"
#include "source/source_internal.h"
#include "study/review/review_view.h"

enum { BOOKS = 2 };

/* Books as CT800 text, a game as PGN, and what is to be said about it. */
struct reviewed {
    struct tabia_source *books[BOOKS];
    const struct tabia_source *list[BOOKS];
    size_t nbooks;
    const char *pgn;
    struct review_options how;
};

static void open_books(struct reviewed *v, const char *first,
                       const char *second)
{
    struct tabia_error err = { 0 };
    const char *const texts[BOOKS] = { first, second };
    v->nbooks = 0;
    for (size_t i = 0; i < BOOKS && texts[i]; i++) {
        v->books[i] =
            source_of_book(decode_text("ct800", texts[i], &err), &err);
        assert_non_null(v->books[i]);
        v->list[v->nbooks++] = v->books[i];
    }
    v->how.books = v->list;
    v->how.nbooks = v->nbooks;
    v->how.nthreads = 1;
}

static void close_books(struct reviewed *v)
{
    for (size_t i = 0; i < v->nbooks; i++)
        tabia_source_close(v->books[i]);
}

static bool is_ply(uint16_t ply)
{
    return ply != REVIEW_PLY_NONE;
}

/* "gap 0 2 - by 1...c5: e5": entered, left, returned, and the book's moves. */
static void describe_record(const struct review_record *g, char *buf,
                            size_t size)
{
    char plies[3][8];
    const uint16_t list[3] = { g->entered, g->left, g->returned };
    for (size_t i = 0; i < 3; i++)
        snprintf(plies[i], sizeof(plies[i]), is_ply(list[i]) ? "%u" : "-",
                 list[i]);
    size_t len = (size_t)snprintf(buf, size, "%s %s %s %s",
                                  review_outcome_name(g->outcome), plies[0],
                                  plies[1], plies[2]);
    for (size_t i = 0; i < g->nbook; i++) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&g->before, g->book[i].move, san);
        len += (size_t)snprintf(buf + len, size - len, "%s%s%s", i ? " " : ": ",
                                san, i < g->nwanted ? "!" : "");
    }
}

static const struct {
    const char *name, *book, *second, *moves;
    enum tabia_side side;
    bool wide;
    const char *want; // outcome, entered, left, returned: moves, ! if wanted
} cases[] = {
    { "to the end", "e2e4 e7e5 g1f3\n", NULL, "1. e4 e5 2. Nf3 Nc6",
      TABIA_SIDE_WHITE, false, "completed 0 4 -" },
    { "ends in the book", "e2e4 e7e5 g1f3\n", NULL, "1. e4 e5",
      TABIA_SIDE_WHITE, false, "completed 0 - -" },
    { "deviation", "e2e4 e7e5 g1f3\nd2d4\n", NULL, "1. c4 e5", TABIA_SIDE_WHITE,
      false, "deviation 0 1 -: e4! d4!" },
    { "gap", "e2e4 e7e5 g1f3\n", NULL, "1. e4 c5 2. Nf3", TABIA_SIDE_WHITE,
      false, "gap 0 2 -: e5" },
    { "a reply without an answer", "e2e4 e7e5\n", NULL, "1. e4 e5 2. Nf3",
      TABIA_SIDE_WHITE, false, "completed 0 3 -" },
    { "both sides", "e2e4 e7e5 g1f3\n", NULL, "1. e4 c5 2. Nf3",
      TABIA_SIDE_BOTH, false, "deviation 0 2 -: e5!" },
    { "transposition of mine", "e2e4 b8c6 g1f3 e7e5 f1c4\ng1f3 b8c6 d2d4\n",
      NULL, "1. Nf3 Nc6 2. e4 e5 3. Bb5", TABIA_SIDE_WHITE, false,
      "deviation 0 5 -: Bc4!" },
    { "transposition of the opponent",
      "d2d4 d7d5 c2c4 e7e6 b1c3\nc2c4 e7e6 d2d4 g8f6\n", NULL,
      "1. c4 e6 2. d4 d5 3. Nf3", TABIA_SIDE_WHITE, false,
      "deviation 0 5 -: Nc3!" },
    { "back", "e2e4 e7e5 g1f3 b8c6 f1c4\n", NULL, "1. Nf3 Nc6 2. e4 e5 3. Bb5",
      TABIA_SIDE_WHITE, false, "deviation 0 1 4: e4!" },
    { "avoided", "e2e4 e7e5\nf2f4x e7e5\n", NULL, "1. f4 e5", TABIA_SIDE_WHITE,
      false, "deviation 0 1 1: e4! f4" },
    { "avoided, wide", "e2e4 e7e5\nf2f4x e7e5\n", NULL, "1. f4 e5 2. e4",
      TABIA_SIDE_WHITE, true, "completed 0 3 -" },
    { "passive", "e2e4 e7e5\nf2f4? e7e5\n", NULL, "1. f4 e5", TABIA_SIDE_WHITE,
      true, "deviation 0 1 1: e4! f4" },
    { "passive of the opponent", "e2e4 f7f6? d2d4\n", NULL, "1. e4 f6 2. d4",
      TABIA_SIDE_WHITE, false, "completed 0 - -" },
    { "only passive moves", "e2e4? e7e5\n", NULL, "1. e4 e5", TABIA_SIDE_WHITE,
      false, "completed 1 - -" },
    { "in another book", "e2e4 e7e5\n", "d2d4 d7d5 c2c4\n", "1. d4 d5",
      TABIA_SIDE_WHITE, false, "completed 0 - -" },
    { "second book", "e2e4 e7e5\n", "e2e4 e7e5 g1f3\n", "1. e4 e5 2. f4",
      TABIA_SIDE_WHITE, false, "deviation 0 3 -: Nf3!" },
    { "black", "e2e4 e7e5\n", NULL, "1. e4 c5", TABIA_SIDE_BLACK, false,
      "deviation 0 2 -: e5!" },
    { "black, first move", "e2e4 e7e5\n", NULL, "1. d4 d5", TABIA_SIDE_BLACK,
      false, "gap 0 1 -: e4" },
    { "no move", "e2e4 e7e5\n", NULL, "", TABIA_SIDE_WHITE, false,
      "never_entered - - -" },
    { "null move", "e2e4 e7e5 g1f3\n", NULL, "1. e4 -- 2. Nf3",
      TABIA_SIDE_WHITE, false, "completed 0 - -" },
};

static void test_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct reviewed v = { .how = { .side = cases[i].side,
                                       .allow_avoided = cases[i].wide,
                                       .keep_games = true } };
        struct tabia_error err = { 0 };
        char pgn[256], got[256];
        open_books(&v, cases[i].book, cases[i].second);
        snprintf(pgn, sizeof(pgn), "[Result \"1-0\"]\n\n%s 1-0\n",
                 cases[i].moves);
        struct review *r = review_new(&v.how, &err);
        assert_non_null(r);
        assert_true(review_read_text(
            r, (struct tabia_bytes){ (const uint8_t *)pgn, strlen(pgn) },
            &err));
        assert_true(review_finish(r, &err));
        assert_int_equal(review_record_count(r), 1);
        const struct review_record g = review_record_at(r, 0);
        describe_record(&g, got, sizeof(got));
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("%s: got \"%s\", want \"%s\"", cases[i].name, got,
                     cases[i].want);
        review_free(r);
        close_books(&v);
    }
}

/* ---- everything, with little memory ---------------------------------- */

static const char many[] =
    "[White \"Me\"]\n[Black \"You\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n"
    "[White \"You\"]\n[Black \"Me\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n\n"
    "[White \"Me\"]\n[Result \"0-1\"]\n\n1. d4! $1 ;so\n d5 2. e4 e5 0-1\n\n"
    "[White \"Me\"]\n[SetUp \"1\"]\n"
    "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]\n"
    "\n2. Nc3 *\n\n"
    "[White \"Me\"]\n\n1. e4 e5 2. Ke3 *\n";

/* Reads, judges and writes all there is. */
static bool review_all(void *ctx, struct tabia_error *err)
{
    struct reviewed *v = ctx;
    struct buf annotated = { .limit = 1 << 16 }, json = { .limit = 1 << 20 };
    struct sink pgn = sink_to_buf(&annotated, err);
    struct sink dst = sink_to_buf(&json, err);
    struct json_writer js;
    v->how.annotated = &pgn;
    struct review *r = review_new(&v->how, err);
    const struct tabia_bytes text = { (const uint8_t *)many, sizeof(many) - 1 };
    const bool ok =
        r && review_read_text(r, text, err) && review_finish(r, err);
    if (ok) {
        const struct review_totals t = review_get_totals(r);
        const struct tabia_error *problems;
        uint64_t nproblems;
        assert_int_equal(t.read, 5);
        assert_int_equal(t.broken, 1);
        assert_int_equal(t.reviewed, 4);
        assert_int_equal(review_get_problems(r, &problems, &nproblems), 1);
        json_writer_init(&js, &dst, false);
        review_view_put_json(r, 100, &js);
        review_view_put_epd(r, &dst);
    }
    review_free(r);
    const bool is_written = !dst.failed && !pgn.failed;
    if (ok && is_written) {
        // Behind the annotations, before the comment.
        assert_non_null(strstr(buf_text(&annotated),
                               "1. d4! $1 {Left the book: 1.e4} ;so"));
        assert_non_null(strstr(buf_text(&json), "\"went_on\":\"2.Nc3\""));
        assert_non_null(strstr(buf_text(&json), "bm Nf3;"));
    }
    buf_clear(&annotated);
    buf_clear(&json);
    return ok && is_written;
}

static void test_memory(void **state)
{
    static const char *const players[] = { "me" };
    (void)state;
    struct reviewed v = { .how = { .players = players, .nplayers = 1 } };
    struct tabia_error err = { 0 };
    open_books(&v, "e2e4 e7e5 g1f3\ne2e4 c7c5x\n", NULL);
    assert_true(review_all(&v, &err));
    fail_alloc_each(review_all, &v);
    close_books(&v);
}

static bool stop_at_once(void *ctx)
{
    (void)ctx;
    return true;
}

/* A review that is stopped fails, and frees everything. */
static void test_stop(void **state)
{
    (void)state;
    struct reviewed v = { .how = { .is_stopped = stop_at_once } };
    struct tabia_error err = { 0 };
    struct buf pgn = { .limit = 1 << 20 };
    for (int i = 0; i < 100; i++)
        buf_add_text(&pgn, "[Event \"x\"]\n\n1. e4 e5 *\n\n");
    open_books(&v, "e2e4 e7e5\n", NULL);
    struct review *r = review_new(&v.how, &err);
    assert_non_null(r);
    assert_false(review_read_text(r, buf_bytes(&pgn), &err));
    assert_int_equal(err.status, TABIA_ERR_STOPPED);
    review_free(r);
    buf_clear(&pgn);
    close_books(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
