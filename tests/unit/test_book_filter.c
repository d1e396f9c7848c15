/*
 * test_book_filter.c - a part of a book
 */
#include "check.h"

#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "tabia/transform.h"

#define PAWNS  "fen:4k3/4p3/8/8/8/8/4P3/4K3_w_-_-_0_1"
#define FISHER "fen:1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1_w_GBgb_-_2_9"

static const struct {
    const char *name, *text;
    enum book_text_mode mode;
    struct tabia_filter_options filter;
    const char *want;
    unsigned dropped;
} cases[] = {
    { "empty", "", BOOK_TEXT_TREE, { .max_ply = 3 }, "", 0 },
    { "everything",
      "#t=u e2e4=5{a} e7e5? 'N | ~e2e4 | d2d4",
      BOOK_TEXT_TREE,
      { .max_ply = 0 },
      "0* e2e4=5{a}>1 e2e4>3 d2d4>4; 1 e7e5?>2; 2 'N; 3; 4 #t=u",
      0 },

    { "max ply",
      "e2e4 e7e5 g1f3 | d2d4",
      BOOK_TEXT_TREE,
      { .max_ply = 2 },
      "0* e2e4>1 d2d4>3; 1 e7e5>2; 2; 3",
      1 },
    { "a name beyond the limit",
      "e2e4 e7e5 g1f3 'X",
      BOOK_TEXT_TREE,
      { .max_ply = 1 },
      "0* e2e4>1; 1",
      2 },
    { "max ply in a cycle",
      "g1f3 g8f6 f3g1 f6g8 e2e4",
      BOOK_TEXT_GRAPH,
      { .max_ply = 3 },
      "0* g1f3>1 e2e4>4; 1 g8f6>2; 2 f3g1>3; 3; 4",
      1 },
    { "max ply by the shortest way",
      "g1f3 g8f6 e2e4 f6g8 f3g1 e7e5 | e2e4",
      BOOK_TEXT_TREE,
      { .max_ply = 5 },
      "0* g1f3>1 e2e4>7; 1 g8f6>2; 2 e2e4>3; 3 f6g8>4; 4 f3g1>5; 5 e7e5>6; "
      "6; 7",
      0 },

    { "weights",
      "e2e4=3 | d2d4=4 | c2c4",
      BOOK_TEXT_TREE,
      { .min_weight = 4 },
      "0* d2d4=4>1 c2c4>2; 1; 2",
      1 },
    { "what follows goes too",
      "e2e4=3 e7e5=9 g1f3=9 | d2d4=4",
      BOOK_TEXT_TREE,
      { .min_weight = 4 },
      "0* d2d4=4>1; 1",
      3 },
    { "the largest weight of a move counts",
      "e2e4=3 | ~e2e4=5 e7e5 | d2d4=3",
      BOOK_TEXT_TREE,
      { .min_weight = 4 },
      "0* e2e4=3>1 e2e4=5>2; 1; "
      "2 e7e5>3; 3",
      1 },
    { "games",
      "e2e4+1/1/1 | d2d4+0/0/2 | c2c4",
      BOOK_TEXT_TREE,
      { .min_games = 3 },
      "0* e2e4+1/1/1>1 c2c4>2; 1; 2",
      1 },
    { "games of all occurrences",
      "e2e4+1/0/0 | ~e2e4+0/0/1 | d2d4+1/0/0",
      BOOK_TEXT_TREE,
      { .min_games = 2 },
      "0* e2e4+1/0/0>1 e2e4+0/0/1>2; 1; 2",
      1 },
    { "a reply of a dropped line that another needs",
      "d2d4=1 g7g6 e2e4 f8g7 | e2e4=9 g7g6 d2d4",
      BOOK_TEXT_TREE,
      { .min_weight = 5 },
      "0* e2e4=9>3; 1 f8g7>2; 2; 3 g7g6>4; 4 d2d4>5; 5",
      3 },
    { "the same in a graph",
      "d2d4=1 g7g6 e2e4 f8g7 | e2e4=9 g7g6 d2d4",
      BOOK_TEXT_GRAPH,
      { .min_weight = 5 },
      "0* e2e4=9>3; 1 f8g7>2; 2; 3 g7g6>4; 4 d2d4>1",
      3 },
    { "a name in a dropped line",
      "d2d4=1 g7g6 e2e4 'Modern | e2e4=9 g7g6 d2d4",
      BOOK_TEXT_TREE,
      { .min_weight = 5 },
      "0* e2e4=9>2; 1 'Modern; 2 g7g6>3; 3 d2d4>4; 4",
      3 },

    { "top",
      "e2e4=3 | d2d4=5 | c2c4=4 | b2b3=5",
      BOOK_TEXT_TREE,
      { .top = 2 },
      "0* d2d4=5>1 b2b3=5>2; 1; 2",
      2 },
    { "top in order where all are alike",
      "e2e4 | d2d4 | c2c4",
      BOOK_TEXT_TREE,
      { .top = 2 },
      "0* e2e4>1 d2d4>2; 1; 2",
      1 },
    { "top by games",
      "e2e4+1/0/0 | d2d4+2/0/0 | c2c4",
      BOOK_TEXT_TREE,
      { .top = 1 },
      "0* d2d4+2/0/0>1; 1",
      2 },
    { "top of all occurrences",
      "d2d4 g7g6 e2e4 f8g7=1 | e2e4 g7g6 d2d4 d7d6=2",
      BOOK_TEXT_TREE,
      { .top = 1 },
      "0* d2d4>1; 1 g7g6>2; 2 e2e4>3; 3; 4 d7d6=2>5; 5",
      4 },
    { "top after the minima",
      "e2e4=9+0/0/1 | d2d4=5+9/9/9",
      BOOK_TEXT_TREE,
      { .top = 1, .min_games = 2 },
      "0* d2d4=5+9/9/9>1; 1",
      1 },

    { "white",
      "e2e4 e7e5 g1f3 b8c6 | e2e4 c7c5 | d2d4",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_WHITE },
      "0* e2e4>1 d2d4>4; 1 e7e5>2; 2 g1f3>3; 3; 4",
      2 },
    { "a name without an answer",
      "e2e4 e7e5 'X",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_WHITE },
      "0* e2e4>1; 1",
      1 },
    { "black",
      "e2e4 e7e5 g1f3 b8c6 | e2e4 c7c5 | d2d4",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_BLACK },
      "0* e2e4>1; 1 e7e5>2 c7c5>5; 2 g1f3>3; 3 b8c6>4; 4; 5",
      1 },
    { "answered in another line",
      "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_BLACK },
      "0* d2d4>1 e2e4>5; 1 g7g6>2; 2 e2e4>3; 3 f8g7>4; 4; 5 g7g6>6; "
      "6 d2d4>7; 7",
      0 },
    { "white and a limit",
      "e2e4 e7e5 g1f3 b8c6",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_WHITE, .max_ply = 2 },
      "0* e2e4>1; 1",
      3 },
    { "black's first choice against everything",
      "e2e4 e7e5 | e2e4 c7c5 | d2d4 d7d5 | d2d4 g8f6",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_BLACK, .top = 1 },
      "0* e2e4>1 d2d4>3; 1 e7e5>2; 2; 3 d7d5>4; 4",
      2 },
    { "an answer too light",
      "e2e4=9 e7e5=9 g1f3=1",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_WHITE, .min_weight = 5 },
      "0* e2e4=9>1; 1",
      2 },

    { "one move for White, all for Black",
      "e2e4=9 e7e5=1 g1f3=2 | e2e4=9 c7c5=3 g1f3=1 | e2e4=9 c7c5=3 d2d4=5 | "
      "d2d4=1 d7d5=1 c2c4=1",
      BOOK_TEXT_TREE,
      { .side = TABIA_SIDE_WHITE, .top = 1 },
      "0* e2e4=9>1; 1 e7e5=1>2 c7c5=3>4; 2 g1f3=2>3; 3; 4 d2d4=5>5; 5",
      4 },

    { "roots",
      PAWNS " e2e4 | d2d4 | " FISHER " e1g1 e8b8",
      BOOK_TEXT_TREE,
      { .max_ply = 1 },
      "0* e2e4>1; 1; 2* d2d4>3; 3; 4* e1g1>5; 5",
      1 },
    { "reachable",
      PAWNS " e2e4 | d2d4 d7d5 | " FISHER " e1g1",
      BOOK_TEXT_TREE,
      { .only_reachable = true },
      "0* d2d4>1; 1 d7d5>2; 2",
      2 },
    { "reachable root",
      "e2e4 | fen:rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1 "
      "e7e5",
      BOOK_TEXT_TREE,
      { .only_reachable = true },
      "0* e2e4>1; 1; 2* e7e5>3; 3",
      0 },
    { "nothing reachable",
      PAWNS " e2e4",
      BOOK_TEXT_TREE,
      { .only_reachable = true },
      "",
      1 },
};

static void test_filters(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct tabia_transform_result report;
        struct tabia_book *book = book_text_make(cases[i].text, cases[i].mode);
        struct tabia_book *part =
            tabia_book_filter(book, &cases[i].filter, &report, &err);
        nfailed += !book_text_check(cases[i].name, part, cases[i].want);
        nfailed +=
            !check_number(cases[i].name, report.dropped, cases[i].dropped);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* What passed once passes again. */
static void test_again(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_transform_result report;
        struct tabia_book *book = book_text_make(cases[i].text, cases[i].mode);
        struct tabia_book *part =
            tabia_book_filter(book, &cases[i].filter, NULL, NULL);
        struct tabia_book *again =
            tabia_book_filter(part, &cases[i].filter, &report, NULL);
        nfailed += !book_text_check(cases[i].name, again, cases[i].want);
        nfailed += !check_number(cases[i].name, report.dropped, 0);
        tabia_book_free(part);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

static void test_misuse(void **state)
{
    (void)state;
    static const struct {
        struct tabia_filter_options filter;
        const char *want;
    } rows[] = {
        { { .side = (enum tabia_side)3 }, "no such side" },
    };
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_error err = { 0 };
        assert_null(tabia_book_filter(book, &rows[i].filter, NULL, &err));
        assert_int_equal(err.status, TABIA_ERR_MISUSE);
        assert_string_equal(err.msg, rows[i].want);
    }
    tabia_book_free(book);
}

static bool transform(void *ctx, struct tabia_error *err)
{
    const struct tabia_filter_options filter = { .side = TABIA_SIDE_BLACK,
                                                 .max_ply = 4 };
    return fail_alloc_book(tabia_book_filter(ctx, &filter, NULL, err));
}

static void test_no_memory(void **state)
{
    (void)state;
    struct tabia_book *book =
        book_text_make("#a=b d2d4=1 g7g6 e2e4 'N f8g7 | e2e4 g7g6 d2d4",
                       BOOK_TEXT_TREE);
    assert_true(fail_alloc_each(transform, book) > 10);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filters),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
