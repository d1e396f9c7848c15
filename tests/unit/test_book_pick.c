/*
 * test_book_pick.c - choosing one of a position's moves
 */
#include "check.h"

#include "base/compiler.h"
#include "book_text.h"
#include "tabia/pick.h"

static const struct tabia_pos white_to_move = { .turn = TABIA_WHITE };

static size_t list_moves(const char *text, struct tabia_book_move *list)
{
    struct tabia_book *book = book_text_make(text, BOOK_TEXT_TREE);
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    const size_t n =
        tabia_book_position_moves(book, tabia_book_find_position(book, &pos),
                                  TABIA_MERGE_DEFAULT, list, TABIA_MOVES_MAX);
    tabia_book_free(book);
    return n;
}

/* ---- weights and choices that need no luck --------------------------- */

static const struct {
    const char *name, *text;
    bool wide;
    enum tabia_color turn;
    const char *weights; // of the moves in their order
    int best, first;     // -1: none may be played
} cases[] = {
    { "weights", "e2e4=5 | d2d4=9 | c2c4=9", false, TABIA_WHITE, "5 9 9", 1,
      0 },
    { "a weight is missing", "e2e4 | d2d4=1", false, TABIA_WHITE, "0 1", 1, 0 },
    { "weight 0 is not played", "e2e4=0 | d2d4=1", false, TABIA_WHITE, "0 1", 1,
      1 },
    { "all are 0", "e2e4=0 | d2d4=0", false, TABIA_WHITE, "1 1", 0, 0 },
    { "0 or none", "e2e4=0 | d2d4", false, TABIA_WHITE, "0 1", 1, 1 },
    { "weights before results", "e2e4=1+0/0/9 | d2d4=2+9/0/0", false,
      TABIA_BLACK, "1 2", 1, 0 },
    { "results for White", "e2e4+5/3/1 | d2d4+1/0/9", false, TABIA_WHITE,
      "13 2", 0, 0 },
    { "results for Black", "e2e4+5/3/1 | d2d4+1/0/9", false, TABIA_BLACK,
      "5 18", 1, 0 },
    { "all games lost", "e2e4+0/0/4 | d2d4+0/0/2", false, TABIA_WHITE, "1 1", 0,
      0 },
    { "all weights 0, results", "e2e4=0+0/0/4 | d2d4=0+2/0/0", false,
      TABIA_WHITE, "1 1", 0, 0 },
    { "nothing known", "e2e4 | d2d4 | c2c4", false, TABIA_WHITE, "1 1 1", 0,
      0 },
    { "mistakes", "e2e4$2 | d2d4 | c2c4$4 | b2b4$6", false, TABIA_WHITE,
      "0 1 0 1", 1, 1 },
    { "a mistake with a weight", "e2e4$2=3 | d2d4=1", false, TABIA_WHITE, "3 1",
      0, 0 },
    { "a mistake that won", "e2e4$4+9/0/0 | d2d4+1/0/0", false, TABIA_WHITE,
      "0 2", 1, 1 },
    { "only mistakes", "e2e4$2 | d2d4$4", false, TABIA_WHITE, "1 1", 0, 0 },
    { "passive", "e2e4? | d2d4", false, TABIA_WHITE, "0 1", 1, 1 },
    { "passive, wide", "e2e4?=9 | d2d4=1", true, TABIA_WHITE, "0 1", 1, 1 },
    { "avoided", "e2e4x=9 | d2d4=1", false, TABIA_WHITE, "0 1", 1, 1 },
    { "avoided, wide", "e2e4x=9 | d2d4=1", true, TABIA_WHITE, "9 1", 0, 0 },
    { "none", "", false, TABIA_WHITE, "", -1, -1 },
    { "only passive", "e2e4? | d2d4?", true, TABIA_WHITE, "0 0", -1, -1 },
    { "only avoided", "e2e4x", false, TABIA_WHITE, "0", -1, -1 },
    { "a forbidden weight does not count", "e2e4?=3 | d2d4+1/0/0 | c2c4", false,
      TABIA_WHITE, "0 2 0", 1, 1 },
    { "large numbers", "e2e4+4294967295/4294967295/0 | d2d4+0/1/0", false,
      TABIA_WHITE, "12884901885 1", 0, 0 },
};

static bool check_choice(const char *name, const struct tabia_pos *pos,
                         const struct tabia_book_move *list, size_t n,
                         struct tabia_pick_options o,
                         enum tabia_pick_method method, int want)
{
    const size_t index = want < 0 ? n : (size_t)want;
    o.method = method;
    for (o.seed = 0; o.seed < 20; o.seed++)
        if (!check_number(name, tabia_pick_move(pos, list, n, &o), index))
            return false;
    return true;
}

static void test_weights(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book_move list[TABIA_MOVES_MAX];
        const size_t n = list_moves(cases[i].text, list);
        const struct tabia_pick_options o = { .allow_avoided = cases[i].wide };
        const struct tabia_pos pos = { .turn = (uint8_t)cases[i].turn };
        char got[128] = "";
        size_t len = 0;
        for (size_t k = 0; k < n; k++)
            len += (size_t)snprintf(
                got + len, sizeof(got) - len, "%s%llu", k ? " " : "",
                (unsigned long long)tabia_pick_weight(&pos, list, n, k, &o));
        nfailed += !check_text(cases[i].name, got, cases[i].weights);
        nfailed += !check_choice(cases[i].name, &pos, list, n, o,
                                 TABIA_PICK_BEST, cases[i].best);
        nfailed += !check_choice(cases[i].name, &pos, list, n, o,
                                 TABIA_PICK_FIRST, cases[i].first);
        if (cases[i].best < 0) {
            nfailed += !check_choice(cases[i].name, &pos, list, n, o,
                                     TABIA_PICK_WEIGHTED, -1);
            nfailed += !check_choice(cases[i].name, &pos, list, n, o,
                                     TABIA_PICK_UNIFORM, -1);
        }
    }
    assert_int_equal(nfailed, 0);
}

/* ---- the same on every machine --------------------------------------- */

/* From the published SplitMix64: outputs for seed 0 begin e220a839. */
static const struct {
    uint64_t seed;
    size_t weighted, uniform; // of weights 1, 2, 3, 4
} golden[] = {
    { UINT64_C(0), 2, 3 },
    { UINT64_C(1), 2, 1 },
    { UINT64_C(2), 0, 2 },
    { UINT64_C(3), 2, 1 },
    { UINT64_C(4), 3, 2 },
    { UINT64_C(5), 3, 2 },
    { UINT64_C(6), 1, 0 },
    { UINT64_C(7), 3, 3 },
    { UINT64_C(42), 2, 1 },
    { UINT64_C(1000000007), 3, 2 },
    { UINT64_C(4294967296), 3, 0 },
    { UINT64_C(0xfffffffffffffffe), 2, 1 },
    { UINT64_C(0xffffffffffffffff), 3, 0 },
};

static void test_golden(void **state)
{
    (void)state;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = list_moves("a2a3=1 | b2b3=2 | c2c3=3 | d2d3=4", list);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(golden); i++) {
        struct tabia_pick_options o = { .seed = golden[i].seed };
        nfailed += !check_number("weighted",
                                 tabia_pick_move(&white_to_move, list, n, &o),
                                 golden[i].weighted);
        o.method = TABIA_PICK_UNIFORM;
        nfailed += !check_number("uniform",
                                 tabia_pick_move(&white_to_move, list, n, &o),
                                 golden[i].uniform);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- the right shares ------------------------------------------------ */

enum { NSEEDS = 10000 };

/* Each move's count is within 3 sigma of the share that it should have. */
static bool check_shares(const char *name, const char *text,
                         enum tabia_pick_method method, const unsigned *shares)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = list_moves(text, list);
    unsigned counts[TABIA_MOVES_MAX] = { 0 };
    unsigned total = 0;
    struct tabia_pick_options o = { .method = method };
    for (; o.seed < NSEEDS; o.seed++)
        counts[tabia_pick_move(&white_to_move, list, n, &o)]++;
    for (size_t i = 0; i < n; i++)
        total += shares[i];
    for (size_t i = 0; i < n; i++) {
        const double p = (double)shares[i] / total;
        const double off = counts[i] - p * NSEEDS;
        if (off * off <= 9 * NSEEDS * p * (1 - p))
            continue;
        print_error("%s: move %zu came %u times, want about %.0f\n", name, i,
                    counts[i], p * NSEEDS);
        return false;
    }
    return true;
}

static void test_shares(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        enum tabia_pick_method method;
        unsigned shares[4];
    } rows[] = {
        { "weights",
          "a2a3=1 | b2b3=20 | c2c3=300 | d2d3=4000",
          TABIA_PICK_WEIGHTED,
          { 1, 20, 300, 4000 } },
        { "even weights",
          "a2a3=7 | b2b3=7 | c2c3=7",
          TABIA_PICK_WEIGHTED,
          { 1, 1, 1 } },
        { "results",
          "a2a3+10/0/9 | b2b3+0/10/0 | c2c3+5/5/80",
          TABIA_PICK_WEIGHTED,
          { 20, 10, 15 } },
        { "no values",
          "a2a3 | b2b3 | c2c3?",
          TABIA_PICK_WEIGHTED,
          { 1, 1, 0 } },
        { "uniform",
          "a2a3=1 | b2b3=99 | c2c3=0 | d2d3x",
          TABIA_PICK_UNIFORM,
          { 1, 1, 0, 0 } },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        nfailed += !check_shares(rows[i].name, rows[i].text, rows[i].method,
                                 rows[i].shares);
    assert_int_equal(nfailed, 0);
}

static void test_defaults(void **state)
{
    (void)state;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = list_moves("a2a3? | b2b3", list);
    assert_int_equal(tabia_pick_move(&white_to_move, list, n, NULL), 1);
    assert_int_equal(tabia_pick_weight(&white_to_move, list, n, 1, NULL), 1);
    assert_int_equal(tabia_pick_move(&white_to_move, list, 0, NULL), 0);
    const struct tabia_pick_options newer = {
        .method = (enum tabia_pick_method)99 // that the library does not know
    };
    assert_int_equal(tabia_pick_move(&white_to_move, list, n, &newer), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
