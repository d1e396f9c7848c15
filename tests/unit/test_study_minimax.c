/*
 * test_study_minimax.c - values carried back from the ends of lines
 */
#include "check.h"

#include "base/compiler.h"
#include "study/minimax.h"
#include "tabia/builder.h"
#include "tabia/format.h"

static void test_compare(void **state)
{
    (void)state;
    // From the worst for White to the best.
    static const struct tabia_eval list[] = {
        { .kind = TABIA_EVAL_MATE, .value = 0 }, // White to move: mated
        { .kind = TABIA_EVAL_MATE, .value = -1 },
        { .kind = TABIA_EVAL_MATE, .value = -9 },
        { .kind = TABIA_EVAL_MATE, .value = INT32_MIN },
        { .kind = TABIA_EVAL_CP, .value = INT32_MIN },
        { .kind = TABIA_EVAL_CP, .value = -32000 },
        { .kind = TABIA_EVAL_CP, .value = 0 },
        { .kind = TABIA_EVAL_CP, .value = 32000 },
        { .kind = TABIA_EVAL_CP, .value = INT32_MAX },
        { .kind = TABIA_EVAL_MATE, .value = INT32_MAX },
        { .kind = TABIA_EVAL_MATE, .value = 9 },
        { .kind = TABIA_EVAL_MATE, .value = 1 },
    };
    for (size_t i = 0; i < COUNT_OF(list); i++)
        for (size_t k = 0; k < COUNT_OF(list); k++)
            assert_int_equal(minimax_compare_evals(&list[i], TABIA_WHITE,
                                                   &list[k], TABIA_WHITE),
                             (i > k) - (i < k));
}

#define HEAD "v4.0\n= T\n"
#define D4   "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
#define E4   "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
#define D4D5 "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1"
#define D4F6 "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1"

/* Knights that go out and back: positions of circles. */
#define F3   "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1"
#define F3F6 "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1"
#define F6   "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
#define F6E5 "rnbqkb1r/pppp1ppp/5n2/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define C3   "rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 0 1"
#define C3C6 "r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1"
#define C6   "r1bqkb1r/pppppppp/2n2n2/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1"

/* The value of the first root, and how many were set: "cp 12, 3 set". */
static const struct {
    const char *name, *text, *want;
} cases[] = {
    { "White takes the best",
      HEAD D4 " : 0, 0, white +0.10\n" E4
              " : 0, 0, white +0.30\nstart -> d4\nstart -> e4\n",
      "cp 30, 1 set" },
    { "Black the worst for White",
      HEAD D4D5 " : 0, 0, white +0.10\n" D4F6
                " : 0, 0, white +0.30\nstart -> d4\n" D4 " -> d5\n" D4
                " -> Nf6\n",
      "cp 10, 2 set" },
    { "a value of its own is replaced",
      HEAD "start : 0, 0, white +9.00\n" D4
           " : 0, 0, white +0.10\nstart -> d4\n",
      "cp 10, 1 set" },
    { "mates count a move more", HEAD D4 " : 0, 0, white M3\nstart -> d4\n",
      "mate 4, 1 set" },
    { "mates of the other side do not",
      HEAD D4 " : 0, 0, black M3\nstart -> d4\n", "mate -3, 1 set" },
    { "a quicker mate is better",
      HEAD D4 " : 0, 0, white M3\n" E4
              " : 0, 0, white M2\nstart -> d4\nstart -> e4\n",
      "mate 3, 1 set" },
    { "ends without a value do not count",
      HEAD D4 " : 0, 0, black +0.10\nstart -> d4\nstart -> e4\n",
      "cp -10, 1 set" },
    { "nothing to carry", HEAD "start -> d4\n", "none, 0 set" },
    { "a circle with one way out",
      HEAD "start -> Nf3\n" F3 " -> Nf6\n" F3F6 " -> Ng1\n" F6
           " -> Ng8\nstart -> d4\n" D4 " : 0, 0, white +0.20\n",
      "cp 20, 4 set" },
    { "two circles, a way out of the first",
      HEAD "start -> Nf3\n" F3 " -> Nf6\n" F3F6 " -> Ng1\n" F3F6 " -> Nc3\n" F6
           " -> Ng8\n" F6 " -> e5\n" C3 " -> Nc6\n" C3C6 " -> Nb1\n" C6
           " -> Nb8\n" F6E5 " : 0, 0, white +0.20\n",
      "cp 20, 7 set" },
    { "a circle with a way out that has no value",
      HEAD "start -> Nf3\nstart -> e4\n" F3 " -> Nf6\n" F3F6 " -> Ng1\n" F6
           " -> Ng8\n" F6 " -> e5\n" F6E5 " : 0, 0, white +0.20\n",
      "cp 20, 4 set" },
};

static void test_minimax(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_bytes bytes = { (const uint8_t *)cases[i].text,
                                           strlen(cases[i].text) };
        struct tabia_error err = { 0 };
        struct tabia_book *book = tabia_book_decode(bytes, NULL, &err);
        assert_non_null(book);
        uint32_t n;
        struct tabia_book *more = minimax_book(book, &n, &err);
        assert_non_null(more);
        const struct tabia_node_data data =
            tabia_book_node_data(more, tabia_book_root_at(more, 0));
        char got[60], value[40] = "none";
        if (data.has & TABIA_HAS_EVAL)
            snprintf(value, sizeof(value), "%s %d",
                     data.eval.kind == TABIA_EVAL_MATE ? "mate" : "cp",
                     data.eval.value);
        snprintf(got, sizeof(got), "%s, %u set", value, n);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        tabia_book_free(book);
        tabia_book_free(more);
    }
    assert_int_equal(nfailed, 0);
}

/* Any number may come from a file; the largest stay what they are. */
static void test_farthest_mates(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_node_data data = { .has = TABIA_HAS_EVAL };
    struct tabia_builder_cursor c;
    uint32_t n;
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    assert_true(tabia_builder_start(b, NULL, &c, &err));
    assert_true(tabia_builder_play(b, &c, tabia_move_make(12, 28, 0), &err));
    data.eval = (struct tabia_eval){ TABIA_EVAL_MATE, INT32_MAX, 0, NULL };
    assert_true(tabia_builder_set_node(b, c.node, &data, &err));
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    struct tabia_book *more = minimax_book(book, &n, &err);
    data = tabia_book_node_data(more, tabia_book_root_at(more, 0));
    assert_int_equal(data.eval.value, INT32_MAX);
    tabia_book_free(book);
    tabia_book_free(more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_minimax),
        cmocka_unit_test(test_farthest_mates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
