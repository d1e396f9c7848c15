/*
 * test_book_expand.c - from a graph to a tree, within a budget
 */
#include "book/builder_def.h"
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "tabia/builder.h"
#include "tabia/diff.h"
#include "tabia/transform.h"

#define PAWNS "fen:4k3/4p3/8/8/8/8/4P3/4K3_w_-_-_0_1"
#define OPEN  "fen:4k3/8/8/4p3/4P3/8/8/4K3_w_-_-_0_2"

static const struct {
    const char *name, *text; // read as a graph
    uint32_t max_nodes;
    const char *want;
    unsigned cut;
} cases[] = {
    { "empty", "", 0, "", 0 },
    { "no moves", "'Start", 0, "0* 'Start", 0 },
    { "a tree", "e2e4=5{a} e7e5 'N | d2d4? #title=T", 0,
      "0* e2e4=5{a}>1 d2d4?>3; 1 e7e5>2; 2 'N; 3 #title=T", 0 },
    { "transposition", "d2d4 g7g6 e2e4 'Modern f8g7=2 | e2e4 g7g6 d2d4", 0,
      "0* d2d4>1 e2e4>5; 1 g7g6>2; 2 e2e4>3; 3 'Modern f8g7=2>4; 4; "
      "5 g7g6>6; 6 d2d4>7; 7 'Modern f8g7=2>8; 8",
      0 },
    { "no room to repeat", "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4", 8,
      "0* d2d4>1 e2e4>5; 1 g7g6>2; 2 e2e4>3; 3 f8g7>4; 4; 5 g7g6>6; "
      "6 d2d4>7; 7",
      1 },
    { "the heavier way goes on",
      "d2d4=1 g7g6=1 e2e4=1 f8g7 | e2e4=9 g7g6=9 d2d4=9", 8,
      "0* d2d4=1>1 e2e4=9>5; 1 g7g6=1>2; 2 e2e4=1>7; 3 f8g7>4; 4; "
      "5 g7g6=9>6; 6 d2d4=9>3; 7",
      1 },
    { "games where there are no weights",
      "d2d4 g7g6 e2e4+1/1/1 f8g7 | e2e4 g7g6 d2d4+2/2/2", 8,
      "0* d2d4>1 e2e4>5; 1 g7g6>2; 2 e2e4+1/1/1>3; 3 f8g7>4; 4; 5 g7g6>6; "
      "6 d2d4+2/2/2>7; 7",
      1 },
    { "leaves are repeated too", "g1f3 g8f6 b1c3 | b1c3 g8f6 g1f3", 0,
      "0* g1f3>1 b1c3>4; 1 g8f6>2; 2 b1c3>3; 3; 4 g8f6>5; 5 g1f3>6; 6", 0 },
    { "cycle", "g1f3 g8f6 f3g1 f6g8 e2e4", 0,
      "0* g1f3>1 e2e4>4; 1 g8f6>2; 2 f3g1>3; 3 f6g8>5; 4; 5", 1 },
    { "two cycles through one node",
      "g1f3 g8f6 f3g1 f6g8 | b1c3 g8f6 c3b1 f6g8", 0,
      "0* g1f3>1 b1c3>4; 1 g8f6>2; 2 f3g1>3; 3 f6g8>7; 4 g8f6>5; 5 c3b1>6; "
      "6 f6g8>8; 7; 8",
      2 },
    { "behind a cycle", "g1f3 g8f6 f3g1 f6g8 | g1f3 g8f6 e2e4 e7e5", 0,
      "0* g1f3>1; 1 g8f6>2; 2 f3g1>3 e2e4>4; 3 f6g8>6; 4 e7e5>5; 5; 6", 1 },
    { "a root that moves lead to", OPEN " e1e2 | " PAWNS " e2e4 e7e5", 0,
      "0* e1e2>1; 1; 2* e2e4>3; 3 e7e5>4; 4 e1e2>5; 5", 0 },
    { "no budget", "e2e4 e7e5", 1, "0*", 1 },
    { "a budget for the heaviest", "e2e4=2 e7e5 | d2d4=3 d7d5", 4,
      "0* e2e4=2>3 d2d4=3>1; 1 d7d5>2; 2; 3", 1 },
};

static void test_expansions(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        const struct tabia_expand_options options = { .max_nodes =
                                                          cases[i].max_nodes };
        struct tabia_transform_result report;
        struct tabia_book *book =
            book_text_make(cases[i].text, BOOK_TEXT_GRAPH);
        struct tabia_book *tree =
            tabia_book_expand(book, &options, &report, &err);
        nfailed += !book_text_check(cases[i].name, tree, cases[i].want);
        nfailed += !check_number(cases[i].name, report.cut, cases[i].cut);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* Trees stay what they are, whatever occurs in them twice. */
static void test_trees_stay(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_transform_result report;
        struct tabia_book *book = book_text_make(cases[i].text, BOOK_TEXT_TREE);
        char *want = book_text_dump(book);
        struct tabia_book *tree = tabia_book_expand(book, NULL, &report, NULL);
        nfailed += !book_text_check(cases[i].name, tree, want);
        nfailed += !check_number(cases[i].name, report.cut, 0);
        free(want);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* Pawn steps in any order: few positions, very many lines. */
static struct tabia_book *make_dense(int width)
{
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    struct tabia_builder_cursor queue[512], c;
    size_t n = 0;
    assert_true(tabia_builder_start(b, NULL, &queue[n++], &err));
    for (size_t i = 0; i < n; i++) {
        for (int file = 0; file < width; file++) {
            const bool is_white = queue[i].pos.turn == TABIA_WHITE;
            const tabia_square from =
                (tabia_square)((is_white ? 8 : 48) + file);
            const tabia_square to = (tabia_square)((is_white ? 16 : 40) + file);
            const tabia_move mv = tabia_move_make(from, to, TABIA_PIECE_NONE);
            const uint32_t before = builder_node_count(b);
            if (!tabia_pos_is_legal(&queue[i].pos, mv))
                continue;
            c = queue[i];
            assert_true(tabia_builder_play_joined(b, &c, mv, &err));
            if (builder_node_count(b) == before)
                continue;
            assert_true(n < COUNT_OF(queue));
            queue[n++] = c;
        }
    }
    return tabia_builder_freeze(b, &err);
}

static bool is_no_difference(void *ctx, const struct tabia_diff_item *item)
{
    (void)ctx;
    (void)item;
    return false;
}

static void check_dense(const struct tabia_book *book, uint32_t max_nodes,
                        bool is_whole)
{
    const struct tabia_expand_options options = { .max_nodes = max_nodes };
    struct tabia_transform_result report;
    struct tabia_diff_result counts;
    struct tabia_book *tree = tabia_book_expand(book, &options, &report, NULL);
    assert_non_null(tree);
    assert_int_equal(tabia_book_node_count(tree),
                     tabia_book_edge_count(tree) + 1);
    if (max_nodes)
        assert_in_range(tabia_book_node_count(tree), 1, max_nodes);
    if (is_whole)
        assert_int_equal(report.cut, 0);
    else
        assert_true(report.cut > 0);
    if (tabia_book_node_count(tree) > tabia_book_edge_count(book)) {
        assert_true(
            tabia_book_diff(book, tree,
                            &(struct tabia_diff_options){
                                .ignored = ~0u, .on_item = is_no_difference },
                            &counts, NULL));
        assert_int_equal(counts.positions_equal, counts.positions_both);
        assert_int_equal(counts.moves_both, tabia_book_edge_count(book));
    }
    tabia_book_free(tree);
}

static void test_budgets(void **state)
{
    (void)state;
    static const uint32_t budgets[] = { 1, 2, 10, 100, 150, 500, 1000, 2228 };
    struct tabia_book *book = make_dense(4);
    for (size_t i = 0; i < COUNT_OF(budgets); i++)
        check_dense(book, budgets[i], false);
    tabia_book_free(book);

    // Three pawns a side: 3, 3, 2, 2, 1 and 1 moves in a row.
    book = make_dense(3);
    struct tabia_book *tree = tabia_book_expand(book, NULL, NULL, NULL);
    assert_int_equal(tabia_book_node_count(tree),
                     1 + 3 + 9 + 18 + 36 + 36 + 36);
    check_dense(book, 139, true);
    check_dense(book, 138, false);
    tabia_book_free(tree);
    tabia_book_free(book);
}

/* Occurrences that no root leads to are there afterwards too. */
static void test_without_roots(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    struct tabia_builder_cursor c = { .edge = TABIA_NUMBER_NONE };
    tabia_move mv;
    tabia_pos_set_start(&c.pos);
    assert_true(tabia_builder_add_node(b, &c.pos, &c.node, &err));
    assert_true(tabia_uci_parse(&c.pos, "e2e4", 4, &mv, &err));
    assert_true(tabia_builder_play(b, &c, mv, &err));
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    struct tabia_book *tree = tabia_book_expand(book, NULL, NULL, &err);
    assert_true(book_text_check("no roots", tree, "0 e2e4>1; 1"));
    tabia_book_free(book);
}

enum { WALK = 4000 };

/* A move of a knight that stays on its side's half of the board. */
static tabia_move knight_move(const struct tabia_pos *pos, uint32_t *random)
{
    for (;;) {
        tabia_move list[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal_moves(pos, list);
        *random = *random * 1664525 + 1013904223;
        const tabia_move mv = list[(*random >> 8) % n];
        const unsigned file = tabia_move_to(mv) % 8;
        if (pos->board[tabia_move_from(mv)] >> 1 == TABIA_KNIGHT &&
            (pos->turn == TABIA_WHITE ? file < 4 : file > 3))
            return mv;
    }
}

/* Knights go for a long walk and each the same way back. */
static void add_circle(struct tabia_builder *b, const struct tabia_pos *start)
{
    static tabia_move moves[WALK];
    struct tabia_builder_cursor c;
    uint32_t random = 1;
    assert_true(tabia_builder_start(b, start, &c, NULL));
    for (int i = 0; i < WALK; i++) {
        moves[i] = knight_move(&c.pos, &random);
        assert_true(tabia_builder_play_joined(b, &c, moves[i], NULL));
    }
    for (int i = WALK - 2; i >= 0; i -= 2) {
        const tabia_move pair[2] = { moves[i], moves[i + 1] };
        for (int k = 0; k < 2; k++) {
            const tabia_move back =
                tabia_move_make(tabia_move_to(pair[k]),
                                tabia_move_from(pair[k]), 0);
            assert_true(tabia_builder_play_joined(b, &c, back, NULL));
        }
    }
}

/* Far too slow where every copy looks for itself on all of its way. */
static void test_long_circle(void **state)
{
    (void)state;
    static const char fen[] = "4nnnk/8/8/8/8/8/8/KNNN4 w - - 0 1";
    const struct tabia_expand_options options = { .max_nodes = 100000 };
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_pos pos;
    struct tabia_transform_result report;
    assert_true(tabia_fen_parse(&pos, fen, strlen(fen), 0, NULL));
    add_circle(b, &pos);
    // Every further root is one more way into the circle.
    for (int i = 0; i < 20; i++) {
        struct tabia_builder_cursor c;
        assert_true(tabia_builder_start(b, &pos, &c, NULL));
        uint32_t random = 1;
        assert_true(
            tabia_builder_play_joined(b, &c, knight_move(&pos, &random), NULL));
    }
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    struct tabia_book *tree = tabia_book_expand(book, &options, &report, NULL);
    assert_non_null(tree);
    assert_true(tabia_book_node_count(tree) > 60000);
    tabia_book_free(tree);
    tabia_book_free(book);
}

static bool transform(void *ctx, struct tabia_error *err)
{
    return fail_alloc_book(tabia_book_expand(ctx, NULL, NULL, err));
}

static void test_no_memory(void **state)
{
    (void)state;
    struct tabia_book *book =
        book_text_make("#a=b d2d4=1 g7g6 e2e4 'N f8g7 | e2e4 g7g6 d2d4",
                       BOOK_TEXT_GRAPH);
    assert_true(fail_alloc_each(transform, book) > 10);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expansions),
        cmocka_unit_test(test_trees_stay),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_without_roots),
        cmocka_unit_test(test_long_circle),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
