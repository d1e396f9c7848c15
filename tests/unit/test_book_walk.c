/*
 * test_book_walk.c - all lines of a book, each position once
 */
#include "chess/move_code.h"
#include "chess_table.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "book/walk_internal.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "tabia/builder.h"
#include "tabia/walk.h"

#define CT800  "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4"
#define PAWNS  "fen:4k3/4p3/8/8/8/8/4P3/4K3_w_-_-_0_1"
#define FISHER "fen:1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1_w_GBgb_-_2_9"

/*
 * Steps: ply, move, '.' for a leaf, '@n' for what step n has shown, '!' where
 * no sibling follows.
 */
static const struct {
    const char *name, *text;
    enum book_text_mode mode;
    uint32_t max_ply;
    const char *from, *want;
} cases[] = {
    { "empty", "", BOOK_TEXT_TREE, 0, NULL, "" },
    { "no moves", "'Start", BOOK_TEXT_TREE, 0, NULL, "0.!" },
    { "one line", "e2e4 e7e5", BOOK_TEXT_TREE, 0, NULL, "0! 1e2e4! 2e7e5.!" },
    { "siblings in order", "e2e4 | d2d4 d7d5 | c2c4", BOOK_TEXT_TREE, 0, NULL,
      "0! 1e2e4. 1d2d4 2d7d5.! 1c2c4.!" },
    { "transposition", CT800, BOOK_TEXT_TREE, 0, NULL,
      "0! 1d2d4 2g7g6! 3e2e4! 4f8g7.! 1e2e4! 2g7g6! 3d2d4@3!" },
    { "the same as a graph", CT800, BOOK_TEXT_GRAPH, 0, NULL,
      "0! 1d2d4 2g7g6! 3e2e4! 4f8g7.! 1e2e4! 2g7g6! 3d2d4@3!" },
    { "moves of all occurrences", "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4 g8f6",
      BOOK_TEXT_TREE, 0, NULL,
      "0! 1d2d4 2g7g6! 3e2e4! 4f8g7. 4g8f6.! 1e2e4! 2g7g6! 3d2d4@3!" },
    { "leaf met again", "g1f3 g8f6 b1c3 | b1c3 g8f6 g1f3", BOOK_TEXT_TREE, 0,
      NULL, "0! 1g1f3 2g8f6! 3b1c3.! 1b1c3! 2g8f6! 3g1f3.@3!" },
    { "cycle", "g1f3 g8f6 f3g1 f6g8 e2e4", BOOK_TEXT_GRAPH, 0, NULL,
      "0! 1g1f3 2g8f6! 3f3g1! 4f6g8@0! 1e2e4.!" },
    { "repetition in a tree", "g1f3 g8f6 f3g1 f6g8 e2e4", BOOK_TEXT_TREE, 0,
      NULL, "0! 1g1f3 2g8f6! 3f3g1! 4f6g8@0! 1e2e4.!" },
    { "max ply", "e2e4 e7e5 g1f3 | d2d4", BOOK_TEXT_TREE, 2, NULL,
      "0! 1e2e4 2e7e5! 1d2d4.!" },
    { "cut, then met twice at the last ply",
      "g1f3 g8f6 b1c3 b8c6 | b1c3 g8f6 g1f3", BOOK_TEXT_TREE, 3, NULL,
      "0! 1g1f3 2g8f6! 3b1c3! 1b1c3! 2g8f6! 3g1f3@3!" },
    { "cut, then met nearer the root", "g1f3 g8f6 e2e4 f6g8 f3g1 | e2e4 e7e5",
      BOOK_TEXT_TREE, 5, NULL,
      "0! 1g1f3 2g8f6! 3e2e4! 4f6g8! 5f3g1! 1e2e4! 2e7e5.!" },
    { "two roots", PAWNS " e2e4 | d2d4 | " PAWNS " e2e3", BOOK_TEXT_TREE, 0,
      NULL, "0 1e2e4. 1e2e3.! 0! 1d2d4.!" },
    { "one position as two roots", "e2e4 | new d2d4 | new", BOOK_TEXT_TREE, 0,
      NULL, "0! 1e2e4. 1d2d4.!" },
    { "root met before",
      PAWNS " e2e4 e7e5 | fen:4k3/8/8/4p3/4P3/8/8/4K3_w_-_-_0_2 e1e2",
      BOOK_TEXT_TREE, 0, NULL, "0 1e2e4! 2e7e5! 3e1e2.! 0@2!" },
    { "Chess960", FISHER " e1g1", BOOK_TEXT_TREE, 0, NULL, "0! 1e1g1.!" },
    { "from inside", CT800, BOOK_TEXT_TREE, 0, "e2e4 g7g6 d2d4", "0! 1f8g7.!" },
    { "from elsewhere", CT800, BOOK_TEXT_TREE, 0, "c2c4", "0.!" },
};

static void print_step(struct buf *buf, const struct tabia_walk_step *step)
{
    char uci[TABIA_UCI_SIZE] = "";
    if (step->ply)
        tabia_uci_print(&step->before, step->book_move.move, true, uci);
    buf_addf(buf, "%s%u%s%s", buf->size ? " " : "", step->ply, uci,
             step->is_leaf ? "." : "");
    if (step->is_seen)
        buf_addf(buf, "@%u", step->seen_step);
    buf_add_text(buf, step->is_last ? "!" : "");
}

/* The line leads from the root to the step, which is where it says. */
static void check_step(const struct tabia_book *book,
                       const struct tabia_walk *walk,
                       const struct tabia_walk_step *step,
                       const struct tabia_pos *root)
{
    const tabia_move *moves;
    const size_t n = tabia_walk_line(walk, &moves);
    struct tabia_pos pos = *root;
    assert_int_equal(n, step->ply);
    for (size_t i = 0; i < n; i++) {
        assert_true(tabia_pos_is_legal(&pos, moves[i]));
        tabia_pos_play(&pos, moves[i]);
    }
    assert_memory_equal(&pos, &step->after, sizeof(pos));
    assert_int_equal(step->position, tabia_book_find_position(book, &pos));
}

static void walk_all(const struct tabia_book *book,
                     const struct tabia_walk_options *options, struct buf *buf)
{
    struct tabia_error err = { 0 };
    struct tabia_walk *walk = tabia_walk_new(book, options, &err);
    struct tabia_walk_step step;
    struct tabia_pos root;
    assert_non_null(walk);
    while (tabia_walk_next(walk, &step, NULL)) {
        if (!step.ply)
            root = step.after;
        check_step(book, walk, &step, &root);
        print_step(buf, &step);
    }
    assert_false(tabia_walk_next(walk, &step, NULL));
    assert_true(walk_is_whole(walk, &err));
    tabia_walk_free(walk);
}

static void test_walks(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book = book_text_make(cases[i].text, cases[i].mode);
        struct tabia_pos from;
        struct tabia_walk_options options = { .max_ply = cases[i].max_ply };
        if (cases[i].from) {
            table_line(cases[i].from, &from, NULL);
            options.from = &from;
        }
        struct buf buf = { .limit = 4096 };
        walk_all(book, &options, &buf);
        nfailed += !check_text(cases[i].name, buf_text(&buf), cases[i].want);
        buf_clear(&buf);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- rules ----------------------------------------------------------- */

/* The moves backwards, without those that are avoided. */
static size_t choose_backwards(void *ctx, const struct tabia_walk_step *step,
                               struct tabia_book_move *list, size_t n)
{
    struct tabia_book_move copy[TABIA_MOVES_MAX];
    size_t kept = 0;
    unsigned *nasked = ctx;
    *nasked += 1;
    assert_int_equal(step->position == TABIA_NUMBER_NONE, false);
    memcpy(copy, list, n * sizeof(*list));
    for (size_t i = n; i-- > 0;)
        if (copy[i].data.mark != TABIA_MARK_AVOIDED)
            list[kept++] = copy[i];
    return kept;
}

static const struct {
    const char *name, *text;
    uint32_t max_ply;
    bool every_line, chooses;
    const char *want;
} rule_cases[] = {
    { "chosen and ordered", "e2e4 e7e5 | d2d4x d7d5 | c2c4", 0, false, true,
      "0! 1c2c4. 1e2e4! 2e7e5.!" },
    { "no move stays: a leaf", "e2e4 e7e5x | e2e4 c7c5x", 0, false, true,
      "0! 1e2e4.!" },
    { "every line", CT800 " f8g7", 0, true, false,
      "0! 1d2d4 2g7g6! 3e2e4! 4f8g7.! 1e2e4! 2g7g6! 3d2d4! 4f8g7.!" },
    { "every line, but no circle", "g1f3 g8f6 f3g1 f6g8 e2e4", 0, true, false,
      "0! 1g1f3 2g8f6! 3f3g1! 4f6g8@0! 1e2e4.!" },
    { "every line, cut", CT800 " f8g7", 3, true, false,
      "0! 1d2d4 2g7g6! 3e2e4! 1e2e4! 2g7g6! 3d2d4!" },
};

static void test_rules(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(rule_cases); i++) {
        struct tabia_book *book =
            book_text_make(rule_cases[i].text, BOOK_TEXT_TREE);
        unsigned nasked = 0;
        const struct tabia_walk_options options = {
            .max_ply = rule_cases[i].max_ply,
        };
        const struct walk_rule rules = {
            .choose = rule_cases[i].chooses ? choose_backwards : NULL,
            .ctx = &nasked,
            .visits_every_line = rule_cases[i].every_line,
        };
        struct tabia_walk *walk = walk_new(book, &options, &rules, NULL);
        struct tabia_walk_step step;
        struct buf buf = { .limit = 4096 };
        assert_non_null(walk);
        while (tabia_walk_next(walk, &step, NULL))
            print_step(&buf, &step);
        nfailed +=
            !check_text(rule_cases[i].name, buf_text(&buf), rule_cases[i].want);
        assert_int_equal(nasked > 0, rule_cases[i].chooses);
        buf_clear(&buf);
        tabia_walk_free(walk);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* As the book has them: each occurrence, in the order of the edges. */
static void test_nodes(void **state)
{
    (void)state;
    struct tabia_book *book = book_text_make(CT800, BOOK_TEXT_TREE);
    struct node_walk walk = { .book = book };
    struct buf buf = { .limit = 4096 };
    uint32_t edge;
    assert_true(node_walk_enter(&walk, tabia_book_root_at(book, 0), 7, NULL));
    while (node_walk_next(&walk, &edge)) {
        const struct node_step *top = &walk.steps[walk.n - 1];
        char uci[TABIA_UCI_SIZE];
        move_print(tabia_book_edge_move(book, edge), uci);
        assert_int_equal(top->next, edge + 1);
        assert_int_equal(top->mine, walk.n == 1 ? 7 : 0);
        buf_addf(&buf, "%zu%s ", walk.n, uci);
        assert_true(node_walk_enter(&walk, tabia_book_edge_target(book, edge),
                                    0, NULL));
    }
    assert_string_equal(buf_text(&buf),
                        "1d2d4 2g7g6 3e2e4 4f8g7 1e2e4 2g7g6 3d2d4 ");
    assert_int_equal(walk.n, 0);
    buf_clear(&buf);
    node_walk_clear(&walk);
    tabia_book_free(book);
}

/* Clocks and double steps of the roots go on along the lines. */
static void test_raw_positions(void **state)
{
    (void)state;
    struct tabia_book *book =
        book_text_make(FISHER " e1g1 e8b8 | " PAWNS " e2e4", BOOK_TEXT_TREE);
    struct tabia_walk *walk = tabia_walk_new(book, NULL, NULL);
    struct tabia_walk_step step;
    assert_true(tabia_walk_next(walk, &step, NULL));
    assert_int_equal(step.after.fullmove, 9);
    assert_true(tabia_walk_next(walk, &step, NULL));
    assert_int_equal(step.after.halfmove, 3);
    assert_true(tabia_pos_is_castling(&step.before, step.book_move.move));
    assert_true(tabia_walk_next(walk, &step, NULL));
    assert_true(tabia_walk_next(walk, &step, NULL));
    assert_true(tabia_walk_next(walk, &step, NULL));
    assert_int_equal(step.after.ep_file, 4); // no capture is possible
    assert_false(tabia_walk_next(walk, &step, NULL));
    tabia_walk_free(walk);
    tabia_book_free(book);
}

static void test_policy(void **state)
{
    (void)state;
    struct tabia_book *book =
        book_text_make("e2e4=3 | ~e2e4=5", BOOK_TEXT_TREE);
    const struct tabia_walk_options options = { .policy = TABIA_MERGE_SUM };
    struct tabia_walk *walk = tabia_walk_new(book, &options, NULL);
    struct tabia_walk_step step;
    assert_true(tabia_walk_next(walk, &step, NULL));
    assert_true(tabia_walk_next(walk, &step, NULL));
    assert_int_equal(step.book_move.data.weight, 8);
    assert_false(tabia_walk_next(walk, &step, NULL));
    tabia_walk_free(walk);
    tabia_book_free(book);
}

/* A line far longer than any call stack would carry. */
static void test_deep(void **state)
{
    (void)state;
    static const char *const tour[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    struct tabia_builder_cursor c;
    assert_true(tabia_builder_start(b, NULL, &c, &err));
    for (size_t i = 0; i < 200000; i++) {
        tabia_move mv;
        assert_true(tabia_uci_parse(&c.pos, tour[i % 4], 4, &mv, &err));
        assert_true(tabia_builder_play(b, &c, mv, &err));
    }
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    struct buf buf = { .limit = 4096 };
    walk_all(book, NULL, &buf);
    assert_true(
        check_text("deep", buf_text(&buf), "0! 1g1f3! 2g8f6! 3f3g1! 4f6g8@0!"));
    buf_clear(&buf);
    tabia_book_free(book);
}

static bool walk_quietly(void *ctx, struct tabia_error *err)
{
    struct tabia_walk *walk = tabia_walk_new(ctx, NULL, err);
    struct tabia_walk_step step;
    if (!walk)
        return false;
    while (tabia_walk_next(walk, &step, NULL))
        ;
    const bool ok = walk_is_whole(walk, err);
    tabia_walk_free(walk);
    return ok;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct tabia_book *book = book_text_make(CT800, BOOK_TEXT_TREE);
    assert_true(fail_alloc_each(walk_quietly, book) > 4);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),     cmocka_unit_test(test_rules),
        cmocka_unit_test(test_nodes),     cmocka_unit_test(test_raw_positions),
        cmocka_unit_test(test_policy),    cmocka_unit_test(test_deep),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
