/*
 * test_book_fold.c - books in which every position has one node
 */
#include "book/edges.h"
#include "check.h"

#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "tabia/builder.h"
#include "tabia/transform.h"

#define PAWNS  "fen:4k3/4p3/8/8/8/8/4P3/4K3_w_-_-_0_1"
#define FISHER "fen:1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1_w_GBgb_-_2_9"

static const struct {
    const char *name, *text;
    enum tabia_merge_policy policy;
    const char *want;
    const char *report; // folded, conflicts, and attributes with theirs
} cases[] = {
    { "empty", "", TABIA_MERGE_DEFAULT, "", "0 0" },
    { "nothing to fold", "e2e4=5 e7e5? | d2d4{calm} #title=T",
      TABIA_MERGE_DEFAULT, "0* e2e4=5>1 d2d4{calm}>3; 1 e7e5?>2; 2; 3 #title=T",
      "0 0" },
    { "transposition", "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4",
      TABIA_MERGE_DEFAULT,
      "0* d2d4>1 e2e4>5; 1 g7g6>2; 2 e2e4>3; 3 f8g7>4; 4; 5 g7g6>6; 6 d2d4>3",
      "1 0" },
    { "moves of all occurrences, in order",
      "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4 g8f6 | d2d4 g7g6 e2e4 c7c6",
      TABIA_MERGE_DEFAULT,
      "0* d2d4>1 e2e4>5; 1 g7g6>2; 2 e2e4>3; 3 f8g7>4 c7c6>8 g8f6>7; 4; "
      "5 g7g6>6; 6 d2d4>3; 7; 8",
      "1 0" },
    { "repetition becomes a cycle", "g1f3 g8f6 f3g1 f6g8 e2e4",
      TABIA_MERGE_DEFAULT, "0* g1f3>1 e2e4>4; 1 g8f6>2; 2 f3g1>3; 3 f6g8>0; 4",
      "1 0" },
    { "default: weights largest, results added",
      "e2e4=3+1/2/3 | ~e2e4=5+10/20/30", TABIA_MERGE_DEFAULT,
      "0* e2e4=5+11/22/33>1; 1", "1 1 weight=1" },
    { "sum", "e2e4=3+1/2/3 | ~e2e4=5+10/20/30", TABIA_MERGE_SUM,
      "0* e2e4=8+11/22/33>1; 1", "1 0" },
    { "first", "e2e4=3+1/2/3 | ~e2e4=5+10/20/30", TABIA_MERGE_FIRST,
      "0* e2e4=3+1/2/3>1; 1", "1 2 weight=1 results=1" },
    { "max", "e2e4=3+1/20/3 | ~e2e4=5+10/2/30", TABIA_MERGE_MAX,
      "0* e2e4=5+10/20/30>1; 1", "1 2 weight=1 results=1" },
    { "replace", "e2e4=5{one} | ~e2e4=3{two}", TABIA_MERGE_LAST,
      "0* e2e4=3{two}>1; 1", "1 2 weight=1 remark=1" },
    { "of remarks the first", "e2e4$1 | ~e2e4{one} | ~e2e4{two}",
      TABIA_MERGE_DEFAULT, "0* e2e4$1{one}>1; 1", "2 1 remark=1" },
    { "of marks the mildest", "e2e4? | ~e2e4x | d2d4? | ~d2d4",
      TABIA_MERGE_DEFAULT, "0* e2e4x>1 d2d4>2; 1; 2", "2 2 mark=2" },
    { "names: the first", "e2e4 'King | ~e2e4 'Other | ~e2e4 'King",
      TABIA_MERGE_DEFAULT, "0* e2e4>1; 1 'King", "2 1 name=1" },
    { "names: the last", "e2e4 'King | ~e2e4 'Other | ~e2e4", TABIA_MERGE_LAST,
      "0* e2e4>1; 1 'Other", "2 1 name=1" },
    { "two roots", PAWNS " e2e4 | d2d4 | " PAWNS " e2e3", TABIA_MERGE_DEFAULT,
      "0* e2e4>1 e2e3>4; 1; 2* d2d4>3; 3; 4", "0 0" },
    { "one position as two roots", "e2e4 | new d2d4", TABIA_MERGE_DEFAULT,
      "0* e2e4>1 d2d4>2; 1; 2", "1 0" },
    { "a root inside another's lines",
      PAWNS " e2e4 e7e5 | fen:4k3/8/8/4p3/4P3/8/8/4K3_w_-_-_0_2 e1e2",
      TABIA_MERGE_DEFAULT, "0* e2e4>1; 1 e7e5>2; 2* e1e2>3; 3", "1 0" },
    { "Chess960", FISHER " e1g1 e8b8 | " FISHER " ~e1g1 e8g8",
      TABIA_MERGE_DEFAULT, "0* e1g1>1; 1 e8b8>2 e8g8>3; 2; 3", "1 0" },
};

static void print_report(const struct tabia_transform_result *report, char *buf,
                         size_t size)
{
    int len = snprintf(buf, size, "%u %u", report->folded, report->conflicts);
    for (int i = 0; i < TABIA_ATTR_COUNT; i++)
        if (report->conflicts_by_attr[i])
            len += snprintf(buf + len, size - (size_t)len, " %s=%u",
                            tabia_attr_name((enum tabia_attr)i),
                            report->conflicts_by_attr[i]);
}

static void test_folds(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct tabia_transform_result report;
        char got[128];
        struct tabia_book *book = book_text_make(cases[i].text, BOOK_TEXT_TREE);
        struct tabia_book *graph =
            tabia_book_fold(book, cases[i].policy, &report, &err);
        assert_non_null(graph);
        assert_int_equal(tabia_book_node_count(graph),
                         tabia_book_position_count(book));
        nfailed += !book_text_check(cases[i].name, graph, cases[i].want);
        print_report(&report, got, sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].report);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* Folding what is folded changes nothing. */
static void test_again(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book = book_text_make(cases[i].text, BOOK_TEXT_TREE);
        struct tabia_book *once =
            tabia_book_fold(book, cases[i].policy, NULL, NULL);
        struct tabia_transform_result report;
        struct tabia_book *twice =
            tabia_book_fold(once, cases[i].policy, &report, NULL);
        nfailed += !book_text_check(cases[i].name, twice, cases[i].want);
        assert_int_equal(report.folded, 0);
        assert_int_equal(report.conflicts, 0);
        tabia_book_free(once);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* The raw position of a root: clocks, and a double step without a capture. */
static void test_roots_stay_raw(void **state)
{
    (void)state;
    static const char *const text =
        "fen:4k3/8/8/8/4P3/8/8/4K3_b_-_e3_0_7 e8e7 | "
        "fen:4k3/8/8/8/4P3/8/8/4K3_b_-_-_3_9 e8d7";
    struct tabia_book *book = book_text_make(text, BOOK_TEXT_TREE);
    struct tabia_book *graph =
        tabia_book_fold(book, TABIA_MERGE_DEFAULT, NULL, NULL);
    struct tabia_pos pos;
    assert_int_equal(tabia_book_root_count(graph), 1);
    tabia_book_root_pos_at(graph, 0, &pos);
    assert_int_equal(pos.ep_file, 4);
    assert_int_equal(pos.fullmove, 7);
    tabia_book_free(graph);
    tabia_book_free(book);
}

/* After e2e4 g7g6 d2d4 the reply of the other move order is found. */
static void test_transposition_is_found(void **state)
{
    (void)state;
    static const char *const moves[] = { "e2e4", "g7g6", "d2d4" };
    struct tabia_book *book =
        book_text_make("d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4", BOOK_TEXT_TREE);
    struct tabia_book *graph =
        tabia_book_fold(book, TABIA_MERGE_DEFAULT, NULL, NULL);
    struct tabia_pos pos;
    struct tabia_book_move entry;
    tabia_move mv;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < COUNT_OF(moves); i++) {
        assert_true(tabia_uci_parse(&pos, moves[i], 4, &mv, NULL));
        tabia_pos_play(&pos, mv);
    }
    assert_true(tabia_uci_parse(&pos, "f8g7", 4, &mv, NULL));
    struct edges it = edges_find(graph, &pos);
    assert_true(edges_next(&it, &entry));
    assert_int_equal(entry.move, mv);
    assert_false(edges_next(&it, &entry));
    tabia_book_free(graph);
    tabia_book_free(book);
}

static struct tabia_node_data node_values(int32_t value, double x)
{
    return (struct tabia_node_data){
        .has = TABIA_HAS_EVAL | TABIA_HAS_COORDINATES | TABIA_HAS_ECO |
               TABIA_HAS_POSITION_COMMENT,
        .eco = "C20",
        .comment = "c",
        .eval = { TABIA_EVAL_CP, value, 20, NULL },
        .coordinates = { x, 2.5, NULL, "2.50" },
    };
}

static void test_values_of_positions(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    const struct tabia_builder_options options = { .keep_location = true };
    struct tabia_builder *b = tabia_builder_new(&options, &err);
    struct tabia_builder_cursor c;
    for (uint32_t i = 0; i < 2; i++) {
        const struct tabia_node_data data = node_values(30 + (int32_t)i, 1.5);
        const struct tabia_move_data source = {
            .has = TABIA_HAS_LOCATION,
            .line = 3 + i,
        };
        tabia_move mv;
        assert_true(tabia_builder_start(b, NULL, &c, &err));
        assert_true(tabia_uci_parse(&c.pos, "e2e4", 4, &mv, &err));
        assert_true(tabia_builder_play(b, &c, mv, &err));
        assert_true(tabia_builder_set_node(b, c.node, &data, &err));
        assert_true(tabia_builder_set_move(b, c.edge, &source, &err));
    }
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    struct tabia_transform_result report;
    struct tabia_book *graph =
        tabia_book_fold(book, TABIA_MERGE_DEFAULT, &report, &err);
    const struct tabia_node_data got = tabia_book_node_data(graph, 1);
    assert_int_equal(report.conflicts, 1);
    assert_int_equal(report.conflicts_by_attr[TABIA_ATTR_EVAL], 1);
    assert_int_equal(got.eval.value, 30);
    assert_int_equal(got.eval.depth, 20);
    assert_true(got.coordinates.x == 1.5);
    assert_string_equal(got.coordinates.y_text, "2.50");
    assert_string_equal(got.eco, "C20");
    assert_string_equal(got.comment, "c");
    assert_int_equal(tabia_book_edge_data(graph, 0).line, 3);
    tabia_book_free(graph);
    tabia_book_free(book);
}

static bool transform(void *ctx, struct tabia_error *err)
{
    return fail_alloc_book(
        tabia_book_fold(ctx, TABIA_MERGE_DEFAULT, NULL, err));
}

static void test_no_memory(void **state)
{
    (void)state;
    struct tabia_book *book = book_text_make(
        "#title=T d2d4=1{a} g7g6 e2e4 'N f8g7 | e2e4 g7g6 d2d4 'M",
        BOOK_TEXT_TREE);
    assert_true(fail_alloc_each(transform, book) > 10);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folds),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_roots_stay_raw),
        cmocka_unit_test(test_transposition_is_found),
        cmocka_unit_test(test_values_of_positions),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
