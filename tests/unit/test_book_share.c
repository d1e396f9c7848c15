/*
 * test_book_share.c - how often a book's own program plays each move
 *
 * The shares that are wanted were worked out by hand.
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "book/share.h"
#include "book_text.h"
#include "tabia/format.h"
#include "tabia/pick.h"
#include "tabia/transform.h"

/* ---- rules ----------------------------------------------------------- */

static const struct {
    const char *name, *rule, *moves, *want; // want: in 1/100 per cent
} cases[] = {
    { "no rule: by weight", "", "e2e4=3 | d2d4=1", "7500 2500" },
    { "a rule that is not known", "arena priority 1", "e2e4=3 | d2d4=1",
      "7500 2500" },

    { "green, by games", "chessbase", "e2e4=1+6/0/0 | d2d4=1+0/0/2",
      "7500 2500" },
    { "green, games without a result", "chessbase",
      "e2e4=1+1/1/1/3 | d2d4=1+0/0/0/2", "7500 2500" },
    { "others are not played", "chessbase",
      "e2e4=1+1/0/0 | d2d4=0+99/0/0 | c2c4=0", "10000 0 0" },
    { "annotations", "chessbase",
      "e2e4=1+10/0/0$3 | d2d4=1+10/0/0$1 | c2c4=1+10/0/0 | g1f3=1+10/0/0$8",
      "7619 1905 238 238" },
    { "green, but not with these annotations", "chessbase",
      "e2e4=1+9/0/0$5 | d2d4=1+9/0/0$6 | c2c4=1+9/0/0$2 | g1f3=1+9/0/0$4 | "
      "b2b3=1+1/0/0",
      "0 0 0 0 10000" },
    { "none left that is green", "chessbase",
      "e2e4=1+8/0/0$5 | d2d4=0+8/0/0 | c2c4=1+8/0/0$6 | g1f3=0+8/0/0$2",
      "3077 6154 769 0" },
    { "none green: not the red ones", "chessbase",
      "e2e4+3/0/0 | d2d4+1/0/0 | c2c4+9/0/0?", "7500 2500 0" },
    { "nothing that may be played", "chessbase", "e2e4+3/0/0$4 | d2d4?",
      "0 0" },
    { "green without games", "chessbase", "e2e4=1$1 | d2d4=1 | c2c4=0",
      "8889 1111 0" },

    { "priorities alone", "arena priority 1 games 0 score 0",
      "e2e4=9+1/0/0 | d2d4=1+9/0/0", "9000 1000" },
    { "games alone", "arena priority 0 games 1 score 0",
      "e2e4=5+0/0/0/416 | d2d4=5+0/0/0/383 | c2c4=5+0/0/0/101 | "
      "g1f3=5+0/0/0/100",
      "4160 3830 1010 1000" },
    // Scores of 75 and 25 per cent.
    { "scores alone", "arena priority 0 games 0 score 2",
      "e2e4=5+1/1/0 | d2d4=5+0/50/50", "7500 2500" },
    // (3/4 + 1/4) / 2 and (1/4 + 3/4) / 2
    { "the mean of two", "arena priority 1 games 1 score 0",
      "e2e4=3+1/0/0 | d2d4=1+3/0/0", "5000 5000" },
    // (2 * 3/4 + 1 * 1/4) / 3
    { "a weighted mean", "arena priority 2 games 1 score 0",
      "e2e4=3+1/0/0 | d2d4=1+3/0/0", "5833 4167" },
    // (1/2 + 1/10 + 3/4) / 3: scores of 75 and 25 per cent
    { "the mean of three", "arena priority 5 games 5 score 5",
      "e2e4=4+1/1/0 | d2d4=4+0/9/9", "4500 5500" },
    { "no games: priorities alone", "arena priority 1 games 1 score 1",
      "e2e4=3 | d2d4=1", "7500 2500" },
    { "results are not known: no scores", "arena priority 1 games 0 score 9",
      "e2e4=3+0/0/0/1 | d2d4=1+0/0/0/9", "7500 2500" },
    { "nothing counts: priorities", "arena priority 0 games 0 score 0",
      "e2e4=3+1/0/0 | d2d4=1+9/0/0", "7500 2500" },
    { "priority 0 is not played", "arena priority 1 games 1 score 0",
      "e2e4=0+9/0/0 | d2d4=1+1/0/0", "0 10000" },
    { "not even if nothing else is", "arena priority 1 games 1 score 0",
      "e2e4=0+9/0/0 | d2d4=0", "0 0" },
    { "unless no priority was given, nor counts",
      "arena priority 0 games 1 score 0", "e2e4=0+3/0/0 | d2d4=0+1/0/0",
      "7500 2500" },
    { "numbers beyond 15", "arena priority 4000000000 games 15 score 0",
      "e2e4=3+1/0/0 | d2d4=1+3/0/0", "5000 5000" },
};

/* The book, with the text of its rule. */
static struct tabia_book *make_book(const char *moves, const char *rule)
{
    char text[512], words[128];
    snprintf(words, sizeof(words), "%s", rule);
    for (char *p = words; *p; p++)
        *p = *p == ' ' ? '_' : *p;
    snprintf(text, sizeof(text), "%s%s%s", moves, *rule ? " #share-rule=" : "",
             words);
    return book_text_make(text, BOOK_TEXT_GRAPH);
}

static void print_shares(const struct tabia_book *book, char *out, size_t size)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    const size_t n =
        tabia_book_find(book, &pos, TABIA_MERGE_DEFAULT, list, TABIA_MOVES_MAX);
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += (double)tabia_pick_weight(&pos, list, n, i, NULL);
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        const double weight = (double)tabia_pick_weight(&pos, list, n, i, NULL);
        at += (size_t)snprintf(out + at, size - at, "%s%.0f", i ? " " : "",
                               total > 0 ? 1e4 * weight / total : 0);
    }
}

static void test_rules(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book = make_book(cases[i].moves, cases[i].rule);
        char got[128];
        print_shares(book, got, sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- the same by weights --------------------------------------------- */

/* In a format that chooses by weights, and back. */
static struct tabia_book *through(const struct tabia_book *book,
                                  const char *name)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(name, NULL),
    };
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(book, options.format, NULL, &data, &size, NULL,
                           &err))
        fail_msg("%s", err.msg);
    struct tabia_book *back =
        tabia_book_decode((struct tabia_bytes){ data, size }, &options, &err);
    free(data);
    assert_non_null(back);
    return back;
}

/* The moves come in another order, so only the shares are compared. */
static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_words(char *text)
{
    char copy[128], *words[TABIA_MOVES_MAX];
    size_t n = 0;
    snprintf(copy, sizeof(copy), "%s", text);
    for (char *p = copy; *p;) {
        words[n++] = p;
        p += strcspn(p, " ");
        if (*p)
            *p++ = '\0';
    }
    qsort(words, n, sizeof(*words), compare_words);
    *text = '\0';
    for (size_t i = 0; i < n; i++) {
        const size_t at = strlen(text);
        snprintf(text + at, 128 - at, "%s%s", i ? " " : "", words[i]);
    }
}

static bool check_through(size_t i, const char *format)
{
    struct tabia_book *book = make_book(cases[i].moves, cases[i].rule);
    struct tabia_book *back = through(book, format);
    char got[128], want[128];
    print_shares(back, got, sizeof(got));
    snprintf(want, sizeof(want), "%s", cases[i].want);
    sort_words(got);
    sort_words(want);
    const bool is_good = check_text(cases[i].name, got, want);
    tabia_book_free(back);
    tabia_book_free(book);
    return is_good;
}

/* Weights of 16 bits say the shares to 1/100 per cent, but for all zeros. */
static void test_formats(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        nfailed += !check_through(i, "json");
        const bool has_marks = strchr(cases[i].moves, '?') != NULL;
        const bool has_shares =
            strspn(cases[i].want, "0 ") < strlen(cases[i].want);
        if (!has_marks && has_shares)
            nfailed += !check_through(i, "polyglot");
    }
    assert_int_equal(nfailed, 0);
}

/* Priorities are coarse; what is never played has 0. */
static void test_chessbase_to_arena(void **state)
{
    struct tabia_book *book =
        make_book("e2e4=1+8/0/0 | d2d4=1+4/0/0 | c2c4=0+7/0/0 | b1a3=1+1/0/0$6",
                  "chessbase");
    struct tabia_book *back = through(book, "abk");
    (void)state;
    tabia_book_free(book);
    assert_true(book_text_check(
        "abk", back,
        "0* e2e4=8+8/0/0>1 d2d4=4+4/0/0>2 c2c4=0+7/0/0>3 b1a3=0+1/0/0>4; 1; "
        "2; 3; 4 #format=abk #share-rule=arena priority 1 games 0 score 0"));
}

/* ---- merging --------------------------------------------------------- */

static void test_merge(void **state)
{
    static const struct {
        const char *name, *first, *second, *want;
    } merges[] = {
        { "one rule stays", "chessbase", "chessbase",
          "0* e2e4=1+9/0/0>1 d2d4=1+3/0/0>2; 1; 2 #share-rule=chessbase" },
        { "two rules become weights", "chessbase", "",
          "0* e2e4=9+6/0/0>1 d2d4=3+3/0/0>2; 1; 2" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(merges); i++) {
        struct tabia_book *books[] = {
            make_book("e2e4=1+6/0/0 | d2d4=1+3/0/0", merges[i].first),
            make_book(i ? "e2e4=3" : "e2e4=1+3/0/0", merges[i].second),
        };
        struct tabia_book *whole =
            tabia_book_merge((const struct tabia_book *const *)books, 2,
                             i ? TABIA_MERGE_SUM : TABIA_MERGE_DEFAULT, NULL,
                             NULL);
        assert_non_null(whole);
        assert_true(book_text_check(merges[i].name, whole, merges[i].want));
        tabia_book_free(books[0]);
        tabia_book_free(books[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_chessbase_to_arena),
        cmocka_unit_test(test_merge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
