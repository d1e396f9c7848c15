/*
 * test_book_merge.c - several books become one
 */
#include "check.h"

#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "tabia/builder.h"
#include "tabia/transform.h"

#define PAWNS "fen:4k3/4p3/8/8/8/8/4P3/4K3_w_-_-_0_1"

enum { BOOKS_MAX = 3 };

static const struct {
    const char *name;
    const char *texts[BOOKS_MAX];
    enum tabia_merge_policy policy;
    const char *want;
    unsigned folded, conflicts;
} cases[] = {
    { "none", { NULL }, TABIA_MERGE_DEFAULT, "", 0, 0 },
    { "one",
      { "e2e4=5 e7e5" },
      TABIA_MERGE_SUM,
      "0* e2e4=5>1; 1 e7e5>2; 2",
      0,
      0 },
    { "nothing in common",
      { "e2e4", "d2d4", "c2c4" },
      TABIA_MERGE_DEFAULT,
      "0* e2e4>1 d2d4>2 c2c4>3; 1; 2; 3",
      2,
      0 },
    { "default",
      { "e2e4=5+1/1/1", "e2e4=3+2/2/2" },
      TABIA_MERGE_DEFAULT,
      "0* e2e4=5+3/3/3>1; 1",
      2,
      1 },
    { "sum",
      { "e2e4=5+1/1/1", "e2e4=3+2/2/2", "e2e4=1" },
      TABIA_MERGE_SUM,
      "0* e2e4=9+3/3/3>1; 1",
      4,
      0 },
    { "max",
      { "e2e4=5+1/1/1", "e2e4=7+2/0/2" },
      TABIA_MERGE_MAX,
      "0* e2e4=7+2/1/2>1; 1",
      2,
      2 },
    { "replace",
      { "e2e4=5{a} | d2d4=1", "e2e4=3{b}" },
      TABIA_MERGE_LAST,
      "0* e2e4=3{b}>1 d2d4=1>2; 1; 2",
      2,
      2 },
    { "sum: comments of both, but none twice",
      { "e2e4{a} | d2d4{xy} | c2c4{x}", "e2e4{b} | d2d4{x} | c2c4{xy}",
        "e2e4{c} | g1f3{z}" },
      TABIA_MERGE_SUM,
      "0* e2e4{a | b | c}>1 d2d4{xy | x}>2 c2c4{x | xy}>3 g1f3{z}>4; 1; 2; 3; "
      "4",
      6,
      0 },
    { "sum: a comment that is a part of another",
      { "e2e4{good} | d2d4{not-good}", "e2e4{not-good} | d2d4{good}",
        "e2e4{good} | d2d4{good}" },
      TABIA_MERGE_SUM,
      "0* e2e4{good | not-good}>1 d2d4{not-good | good}>2; 1; 2",
      6,
      0 },
    { "first: a position is one book's",
      { "e2e4=5 e7e5", "d2d4 d7d5 | e2e4=9 c7c5 g1f3" },
      TABIA_MERGE_FIRST,
      "0* e2e4=5>1; 1 e7e5>2; 2; 3 d7d5>4; 4; 5 g1f3>6; 6",
      2,
      0 },
    { "first: where it has no moves, the next",
      { "e2e4", "e2e4 e7e5=3", "e2e4 e7e5=7" },
      TABIA_MERGE_FIRST,
      "0* e2e4>1; 1 e7e5=3>2; 2",
      5,
      0 },
    { "occurrences as looking them up shows them",
      { "e2e4=3 | ~e2e4=5", "e2e4=10" },
      TABIA_MERGE_SUM,
      "0* e2e4=15>1; 1",
      3,
      1 },
    { "transposition between books",
      { "d2d4 g7g6 e2e4 f8g7", "e2e4 g7g6 d2d4" },
      TABIA_MERGE_DEFAULT,
      "0* d2d4>1 e2e4>5; 1 g7g6>2; 2 e2e4>3; 3 f8g7>4; 4; 5 g7g6>6; "
      "6 d2d4>3",
      2,
      0 },
    { "roots of both",
      { PAWNS " e2e4", "d2d4 | " PAWNS " e2e3" },
      TABIA_MERGE_DEFAULT,
      "0* e2e4>1 e2e3>4; 1; 2* d2d4>3; 3; 4",
      1,
      0 },
    { "a root of the second inside the first",
      { PAWNS " e2e4 e7e5", "fen:4k3/8/8/4p3/4P3/8/8/4K3_w_-_-_0_2 e1e2" },
      TABIA_MERGE_DEFAULT,
      "0* e2e4>1; 1 e7e5>2; 2* e1e2>3; 3",
      1,
      0 },
    { "texts and names: the first",
      { "#title=A e2e4 'X", "#title=B #author=C #author=D e2e4 'Y" },
      TABIA_MERGE_DEFAULT,
      "0* e2e4>1; 1 'X #title=A #author=C #author=D",
      2,
      1 },
    { "for the same side",
      { "#side=white e2e4", "#side=white d2d4" },
      TABIA_MERGE_DEFAULT,
      "0* e2e4>1 d2d4>2; 1; 2 #side=white",
      1,
      0 },
    { "for different sides",
      { "#side=white e2e4", "#side=black d2d4" },
      TABIA_MERGE_DEFAULT,
      "0* e2e4>1 d2d4>2; 1; 2",
      1,
      0 },
    { "texts and names: the last",
      { "#title=A #author=C e2e4 'X", "#title=B e2e4 'Y" },
      TABIA_MERGE_LAST,
      "0* e2e4>1; 1 'Y #author=C #title=B",
      2,
      1 },
    { "an empty book",
      { "", "e2e4" },
      TABIA_MERGE_FIRST,
      "0* e2e4>1; 1",
      0,
      0 },
};

static size_t make_all(const char *const *texts,
                       struct tabia_book *books[BOOKS_MAX])
{
    size_t n = 0;
    for (; n < BOOKS_MAX && texts[n]; n++)
        books[n] = book_text_make(texts[n], BOOK_TEXT_TREE);
    return n;
}

static struct tabia_book *merge(struct tabia_book *const *books, size_t n,
                                enum tabia_merge_policy policy,
                                struct tabia_transform_result *report,
                                struct tabia_error *err)
{
    const struct tabia_book *list[BOOKS_MAX];
    for (size_t i = 0; i < n; i++)
        list[i] = books[i];
    return tabia_book_merge(list, n, policy, report, err);
}

static void free_all(struct tabia_book **books, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tabia_book_free(books[i]);
}

static void test_merges(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct tabia_transform_result report;
        struct tabia_book *books[BOOKS_MAX];
        const size_t n = make_all(cases[i].texts, books);
        struct tabia_book *book =
            merge(books, n, cases[i].policy, &report, &err);
        nfailed += !book_text_check(cases[i].name, book, cases[i].want);
        nfailed += !check_number(cases[i].name, report.folded, cases[i].folded);
        nfailed +=
            !check_number(cases[i].name, report.conflicts, cases[i].conflicts);
        free_all(books, n);
    }
    assert_int_equal(nfailed, 0);
}

/* With FIRST, moves of later books are left out, and counted once. */
static void test_dropped(void **state)
{
    (void)state;
    static const struct {
        const char *texts[BOOKS_MAX];
        enum tabia_merge_policy policy;
        unsigned want;
    } rows[] = {
        { { "e2e4 e7e5", "d2d4 d7d5 | e2e4 c7c5 g1f3" }, TABIA_MERGE_FIRST, 2 },
        { { "e2e4", "d2d4 | c2c4 | ~d2d4", "c2c4 | e2e4 | b2b4" },
          TABIA_MERGE_FIRST,
          3 },
        { { "e2e4", "d2d4" }, TABIA_MERGE_LAST, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_error err = { 0 };
        struct tabia_transform_result report;
        struct tabia_book *books[BOOKS_MAX];
        const size_t n = make_all(rows[i].texts, books);
        tabia_book_free(merge(books, n, rows[i].policy, &report, &err));
        assert_true(
            check_number(rows[i].texts[1], report.dropped, rows[i].want));
        free_all(books, n);
    }
}

static struct tabia_book *make_texts(unsigned first, unsigned n)
{
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    for (unsigned i = first; i < first + n; i++) {
        char key[16];
        snprintf(key, sizeof(key), "key%u", i);
        assert_true(tabia_builder_add_text(b, key, key, strlen(key), &err));
    }
    return tabia_builder_freeze(b, &err);
}

/* Far too slow where every text is looked for among all others. */
static void test_many_texts(void **state)
{
    (void)state;
    enum { N = 40000 };
    struct tabia_book *books[] = { make_texts(0, N), make_texts(N / 2, N) };
    struct tabia_error err = { 0 };
    struct tabia_book *book = merge(books, 2, TABIA_MERGE_SUM, NULL, &err);
    const char *key, *value;
    assert_non_null(book);
    assert_int_equal(tabia_book_text_count(book), N + N / 2);
    tabia_book_text_at(book, N, &key, &value);
    assert_string_equal(key, "key40000");
    tabia_book_free(book);
    free_all(books, 2);
}

static bool merge_all(void *ctx, struct tabia_error *err)
{
    struct tabia_book *const *books = ctx;
    return fail_alloc_book(merge(books, BOOKS_MAX, TABIA_MERGE_SUM, NULL, err));
}

/* ---- tags of games --------------------------------------------------- */

static struct tabia_book *make_game(const struct tabia_tag *tags, size_t n)
{
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor c;
    const struct tabia_node_data data = {
        .has = TABIA_HAS_TAGS,
        .tags = tags,
        .ntags = n,
    };
    assert_true(tabia_builder_start(b, NULL, &c, NULL) &&
                tabia_builder_set_node(b, c.node, &data, NULL));
    return tabia_builder_freeze(b, NULL);
}

/* What was said of two games is said of both together if they agree. */
static void test_tags(void **state)
{
    (void)state;
    static const struct tabia_tag a[] = {
        { "Event", "A" }, { "Site", "S" }, { "Round", "?" }, { "Result", "1-0" }
    };
    static const struct tabia_tag b[] = { { "Site", "S" },
                                          { "Event", "B" },
                                          { "Round", "-" } };
    static const struct {
        enum tabia_merge_policy policy;
        size_t n;
        const char *first;
        uint32_t dropped;
    } rows[] = {
        { TABIA_MERGE_DEFAULT, 1, "Site", 3 },
        { TABIA_MERGE_SUM, 1, "Site", 3 },
        { TABIA_MERGE_FIRST, 4, "Event", 1 },
        { TABIA_MERGE_LAST, 3, "Site", 2 },
    };
    struct tabia_book *const games[] = { make_game(a, COUNT_OF(a)),
                                         make_game(b, COUNT_OF(b)) };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_transform_result report;
        struct tabia_book *all =
            tabia_book_merge((const struct tabia_book *const *)games, 2,
                             rows[i].policy, &report, NULL);
        assert_non_null(all);
        const struct tabia_node_data data = tabia_book_node_data(all, 0);
        assert_int_equal(tabia_book_root_count(all), 1);
        assert_int_equal(data.ntags, rows[i].n);
        assert_string_equal(data.tags[0].name, rows[i].first);
        assert_int_equal(report.dropped_tags, rows[i].dropped);
        assert_int_equal(report.conflicts, 0);
        tabia_book_free(all);
    }
    tabia_book_free(games[0]);
    tabia_book_free(games[1]);
}

static void test_no_memory(void **state)
{
    (void)state;
    static const char *const texts[BOOKS_MAX] = {
        "#title=T d2d4=1{a} g7g6 e2e4 'N f8g7", "e2e4 g7g6 d2d4 'M",
        "c2c4 | d2d4{b}"
    };
    struct tabia_book *books[BOOKS_MAX];
    assert_int_equal(make_all(texts, books), BOOKS_MAX);
    assert_true(fail_alloc_each(merge_all, books) > 10);
    free_all(books, BOOKS_MAX);
}

/* A program may be newer than the library. */
static void test_unknown_policy(void **state)
{
    (void)state;
    const enum tabia_merge_policy newer = (enum tabia_merge_policy)99;
    struct tabia_error errors[2] = { 0 };
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    const struct tabia_book *books[] = { book };
    assert_null(tabia_book_merge(books, 1, newer, NULL, &errors[0]));
    assert_null(tabia_book_fold(book, newer, NULL, &errors[1]));
    for (size_t i = 0; i < COUNT_OF(errors); i++)
        assert_int_equal(errors[i].status, TABIA_ERR_MISUSE);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags),      cmocka_unit_test(test_merges),
        cmocka_unit_test(test_dropped),   cmocka_unit_test(test_many_texts),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_unknown_policy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
