/*
 * test_book_diff.c - what two books know, position by position
 */
#include "format_check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "book_text.h"
#include "format/formats.h"
#include "tabia/diff.h"

#define PAWNS  "fen:4k3/4p3/8/8/8/8/4P3/4K3_w_-_-_0_1"
#define FISHER "fen:1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1_w_GBgb_-_2_9"

#define ALL ((1u << TABIA_ATTR_COUNT) - 1)

/*
 * Differences: A or B and the side to move for a position; +A or +B and the
 * move; * and the move, or the side to move, with the attributes that differ.
 */
static const struct {
    const char *name, *a, *b;
    unsigned attrs;
    const char *want;
    struct tabia_diff_result counts;
} cases[] = {
    { "empty", "", "", ALL, "", { 0 } },
    { "equal",
      "e2e4=5 e7e5{a} 'N | d2d4",
      "e2e4=5 e7e5{a} 'N | d2d4",
      ALL,
      "",
      { .positions_both = 2, .positions_equal = 2, .moves_both = 3 } },
    { "equal in another order",
      "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4",
      "e2e4 g7g6 d2d4 f8g7 | d2d4 g7g6 e2e4",
      ALL,
      "",
      { .positions_both = 6, .positions_equal = 6, .moves_both = 7 } },
    { "only in a",
      "e2e4 e7e5 g1f3",
      "e2e4",
      ALL,
      "Ab Aw",
      { .positions_a = 2,
        .positions_both = 1,
        .positions_equal = 1,
        .moves_a = 2,
        .moves_both = 1 } },
    { "only in b",
      "e2e4",
      "e2e4 e7e5 g1f3 | e2e4 c7c5",
      ALL,
      "Bb Bw",
      { .positions_b = 2,
        .positions_both = 1,
        .positions_equal = 1,
        .moves_b = 3,
        .moves_both = 1 } },
    { "moves",
      "e2e4 | d2d4 | c2c4",
      "c2c4 | b2b3 | e2e4",
      ALL,
      "+Ad2d4 +Bb2b3",
      { .positions_both = 1, .moves_a = 1, .moves_b = 1, .moves_both = 2 } },
    { "values",
      "e2e4=5{a}$1 | d2d4?",
      "e2e4=6{b}$2 | d2d4x",
      ALL,
      "*e2e4:weight,nags,remark *d2d4:mark",
      { .positions_both = 1, .moves_both = 2, .moves_changed = 2 } },
    { "values that only one has",
      "e2e4=5 | d2d4",
      "e2e4 | d2d4+1/2/3",
      ALL,
      "*e2e4:weight *d2d4:results",
      { .positions_both = 1, .moves_both = 2, .moves_changed = 2 } },
    { "values that do not count",
      "e2e4=5{a} 'X",
      "e2e4=6{b} 'Y",
      TABIA_HAS_MOVE_COMMENT,
      "*e2e4:remark",
      { .positions_both = 1, .moves_both = 1, .moves_changed = 1 } },
    { "no values count",
      "e2e4=5{a} 'X",
      "e2e4=6{b} 'Y",
      0,
      "",
      { .positions_both = 1, .positions_equal = 1, .moves_both = 1 } },
    { "occurrences are folded",
      "e2e4=5 | ~e2e4=3",
      "e2e4=5",
      ALL,
      "",
      { .positions_both = 1, .positions_equal = 1, .moves_both = 1 } },
    { "names",
      "'S e2e4 'X",
      "'T e2e4 'Y",
      ALL,
      "*w:name *b:name",
      { .positions_both = 1, .moves_both = 1 } },
    { "a name at the end of a line that only one has",
      "e2e4 e7e5 'X | e2e4 c7c5",
      "e2e4 e7e5 | e2e4 d7d5 'Y",
      ALL,
      "+Ac7c5 +Bd7d5 *w:name *w:name",
      { .positions_both = 2,
        .positions_equal = 1,
        .moves_a = 1,
        .moves_b = 1,
        .moves_both = 2 } },
    { "order",
      "e2e4=1 e7e5 'X | d2d4",
      "c2c4 c7c5 | e2e4=2 e7e5 | a2a3 a7a6",
      ALL,
      "*e2e4:weight +Ad2d4 +Bc2c4 +Ba2a3 *w:name Bb Bb",
      { .positions_b = 2,
        .positions_both = 2,
        .positions_equal = 1,
        .moves_a = 1,
        .moves_b = 4,
        .moves_both = 2,
        .moves_changed = 1 } },
    { "roots elsewhere",
      PAWNS " e2e4",
      FISHER " e1g1 | " PAWNS " e2e3",
      ALL,
      "+Ae2e4 +Be2e3 Bw",
      { .positions_b = 1, .positions_both = 1, .moves_a = 1, .moves_b = 2 } },
};

static void print_item(struct buf *buf, const struct tabia_diff_item *item)
{
    const char side = item->pos.turn == TABIA_WHITE ? 'w' : 'b';
    char uci[TABIA_UCI_SIZE] = "";
    if (item->move)
        tabia_uci_print(&item->pos, item->move, true, uci);
    buf_add_text(buf, buf->size ? " " : "");
    switch (item->kind) {
    case TABIA_DIFF_POSITION_A:
    case TABIA_DIFF_POSITION_B:
        buf_addf(buf, "%c%c", item->kind == TABIA_DIFF_POSITION_A ? 'A' : 'B',
                 side);
        break;
    case TABIA_DIFF_MOVE_A:
    case TABIA_DIFF_MOVE_B:
        buf_addf(buf, "+%c%s", item->kind == TABIA_DIFF_MOVE_A ? 'A' : 'B',
                 uci);
        break;
    case TABIA_DIFF_POSITION_DATA:
        buf_addf(buf, "*%c", side);
        break;
    case TABIA_DIFF_MOVE_DATA:
        buf_addf(buf, "*%s", uci);
        break;
    case TABIA_DIFF_TEXT:
    case TABIA_DIFF_TAG:
        if (item->kind == TABIA_DIFF_TAG)
            buf_addf(buf, "%u.", item->root);
        buf_addf(buf, "%s:%s:%s", item->key, item->text_a ? item->text_a : "",
                 item->text_b ? item->text_b : "");
        break;
    }
    const char *between = ":";
    for (unsigned i = 0; i < TABIA_ATTR_COUNT; i++) {
        if (!(item->attrs >> i & 1))
            continue;
        buf_addf(buf, "%s%s", between, tabia_attr_name((enum tabia_attr)i));
        between = ",";
    }
}

/* The entries are those of the move, where a book has it. */
static void check_item(const struct tabia_diff_item *item)
{
    const bool has_a =
        item->kind == TABIA_DIFF_MOVE_A || item->kind == TABIA_DIFF_MOVE_DATA;
    const bool has_b =
        item->kind == TABIA_DIFF_MOVE_B || item->kind == TABIA_DIFF_MOVE_DATA;
    assert_int_equal(item->a.edge != TABIA_NUMBER_NONE, has_a);
    assert_int_equal(item->b.edge != TABIA_NUMBER_NONE, has_b);
    assert_int_equal(item->move != TABIA_MOVE_NONE, has_a || has_b);
    if (has_a)
        assert_int_equal(item->a.move, item->move);
    if (has_b)
        assert_int_equal(item->b.move, item->move);
}

static bool note(void *ctx, const struct tabia_diff_item *item)
{
    check_item(item);
    print_item(ctx, item);
    return true;
}

static bool check_counts(const char *name, const struct tabia_diff_result *got,
                         const struct tabia_diff_result *want)
{
    char texts[2][128];
    const struct tabia_diff_result *const both[] = { got, want };
    for (size_t i = 0; i < 2; i++)
        snprintf(texts[i], sizeof(texts[i]),
                 "positions %u %u %u %u, moves %u %u %u %u",
                 both[i]->positions_a, both[i]->positions_b,
                 both[i]->positions_both, both[i]->positions_equal,
                 both[i]->moves_a, both[i]->moves_b, both[i]->moves_both,
                 both[i]->moves_changed);
    return check_text(name, texts[0], texts[1]);
}

static void test_diffs(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *a = book_text_make(cases[i].a, BOOK_TEXT_TREE);
        struct tabia_book *b = book_text_make(cases[i].b, BOOK_TEXT_TREE);
        struct tabia_diff_result counts;
        struct buf buf = { .limit = 4096 };
        assert_true(tabia_book_diff(
            a, b,
            &(struct tabia_diff_options){
                .ignored = ~cases[i].attrs, .on_item = note, .ctx = &buf },
            &counts, NULL));
        nfailed += !check_text(cases[i].name, buf_text(&buf), cases[i].want);
        nfailed += !check_counts(cases[i].name, &counts, &cases[i].counts);
        buf_clear(&buf);
        tabia_book_free(a);
        tabia_book_free(b);
    }
    assert_int_equal(nfailed, 0);
}

/* The other way round, the counts change sides. */
static void test_swapped(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *a = book_text_make(cases[i].a, BOOK_TEXT_TREE);
        struct tabia_book *b = book_text_make(cases[i].b, BOOK_TEXT_TREE);
        struct tabia_diff_result want = cases[i].counts, got;
        want.positions_a = cases[i].counts.positions_b;
        want.positions_b = cases[i].counts.positions_a;
        want.moves_a = cases[i].counts.moves_b;
        want.moves_b = cases[i].counts.moves_a;
        assert_true(tabia_book_diff(
            b, a, &(struct tabia_diff_options){ .ignored = ~cases[i].attrs },
            &got, NULL));
        nfailed += !check_counts(cases[i].name, &got, &want);
        tabia_book_free(a);
        tabia_book_free(b);
    }
    assert_int_equal(nfailed, 0);
}

struct patience {
    int ncalls, limit;
};

static bool lose_patience(void *ctx, const struct tabia_diff_item *item)
{
    (void)item;
    struct patience *p = ctx;
    return ++p->ncalls < p->limit;
}

static void test_stop(void **state)
{
    (void)state;
    struct tabia_book *a =
        book_text_make("'S e2e4=1 e7e5 'X | d2d4", BOOK_TEXT_TREE);
    struct tabia_book *b =
        book_text_make("'T c2c4 c7c5 | e2e4=2 e7e5 | a2a3 a7a6",
                       BOOK_TEXT_TREE);
    for (int limit = 1; limit <= 8; limit++) {
        struct patience p = { .limit = limit };
        assert_true(tabia_book_diff(a, b,
                                    &(struct tabia_diff_options){
                                        .on_item = lose_patience, .ctx = &p },
                                    NULL, NULL));
        assert_int_equal(p.ncalls, limit);
    }
    tabia_book_free(a);
    tabia_book_free(b);
}

/* ---- texts and tags -------------------------------------------------- */

#define GAME(tags)        "root 7k/8/8/8/8/8/P7/K7 w - - 0 1\n" tags
#define AGAIN(tags)       "root 7k/8/8/8/8/8/P7/K7 w - - 0 1 @2\n" tags
#define TAG(name, value)  "tag key \"" name "\" value \"" value "\"\n"
#define TEXT(name, value) "text key \"" name "\" value \"" value "\"\n"

static struct tabia_book *decode_edit(const char *text)
{
    const struct tabia_read_options read = { .format = &format_edit };
    struct tabia_book *book = tabia_book_decode(bytes_of(text), &read, NULL);
    assert_non_null(book);
    return book;
}

static void test_texts(void **state)
{
    (void)state;
    static const struct {
        const char *name, *a, *b;
        unsigned attrs;
        const char *want;
    } rows[] = {
        { "same", TEXT("title", "A") TEXT("x", "1"),
          TEXT("x", "1") TEXT("title", "A"), ~0u, "" },
        { "changed, only in one", TEXT("title", "A") TEXT("author", "B"),
          TEXT("title", "C") TEXT("side", "white"), ~0u,
          "author:B: side::white title:A:C" },
        { "ignored", TEXT("title", "A"), "", ALL & ~TABIA_DIFF_TEXTS, "" },
        { "one key twice", TEXT("x", "1") TEXT("x", "2"), TEXT("x", "2"), ~0u,
          "x:1:2 x:2:" },
        { "tags", GAME(TAG("Site", "a") TAG("Round", "1")),
          GAME(TAG("Round", "2") TAG("Result", "1-0")), ~0u,
          "0.Site:a: 0.Round:1:2 0.Result::1-0" },
        { "tags of the second game",
          GAME(TAG("Site", "a")) AGAIN(TAG("Site", "b")),
          GAME(TAG("Site", "a")) AGAIN(TAG("Site", "c")), ~0u, "1.Site:b:c" },
        { "a game more", GAME(TAG("Site", "a")),
          GAME(TAG("Site", "a")) AGAIN(TAG("Site", "c")), ~0u, "1.Site::c" },
        { "a game from elsewhere", GAME(TAG("Site", "a")),
          "root 7k/8/8/8/8/8/P7/1K6 w - - 0 1\n" TAG("Site", "c"), ~0u,
          "0.Site:a: 0.Site::c" },
        { "tags that say nothing, or what the book says",
          TEXT("title", "A") GAME(TAG("Event", "A") TAG("Site", "?")),
          TEXT("title", "A") GAME(TAG("FEN", "x") TAG("Result", "*")), ~0u,
          "" },
        { "ignored tags", GAME(TAG("Site", "a")), GAME(""),
          ~(uint32_t)TABIA_HAS_TAGS, "" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_book *a = decode_edit(rows[i].a);
        struct tabia_book *b = decode_edit(rows[i].b);
        struct buf buf = { .limit = 4096 };
        assert_true(tabia_book_diff(
            a, b,
            &(struct tabia_diff_options){
                .ignored = ~rows[i].attrs, .on_item = note, .ctx = &buf },
            NULL, NULL));
        nfailed += !check_text(rows[i].name, buf_text(&buf), rows[i].want);
        buf_clear(&buf);
        tabia_book_free(a);
        tabia_book_free(b);
    }
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_diffs),
        cmocka_unit_test(test_swapped),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
