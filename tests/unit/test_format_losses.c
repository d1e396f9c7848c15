/*
 * test_format_losses.c - what a declaration and a book say about a loss
 */
#include "format_check.h"

#include "base/compiler.h"
#include "format/format_contract.h"

enum { ATTRS_ALL = (1u << TABIA_ATTR_COUNT) - 1 };

static const struct tabia_move_data passive = {
    .has = TABIA_HAS_MARK | TABIA_HAS_WEIGHT | TABIA_HAS_MOVE_COMMENT,
    .mark = TABIA_MARK_PASSIVE,
    .weight = 70000,
    .comment = "sharp",
};

static const struct tabia_move_data avoided = {
    .has = TABIA_HAS_MARK | TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS |
           TABIA_HAS_NAGS | TABIA_HAS_LEARN | TABIA_HAS_LOCATION,
    .mark = TABIA_MARK_AVOIDED,
    .weight = 3,
    .white = 1,
    .draws = 300,
    .nags = { 2, 140 },
    .learn = 2,
    .line = 1,
    .col = 1,
};

static const struct tabia_move_data only_passive = {
    .has = TABIA_HAS_MARK,
    .mark = TABIA_MARK_PASSIVE,
};

static const struct tabia_node_data named = {
    .has = TABIA_HAS_NAME | TABIA_HAS_ECO | TABIA_HAS_POSITION_COMMENT |
           TABIA_HAS_EVAL | TABIA_HAS_COORDINATES,
    .name = "Ruy Lopez",
    .eco = "C60",
    .comment = "to be played",
    .eval = { .value = -400 },
};

/* e2e4 carries a name in the middle; the replies to it carry values. */
static struct tabia_book *rich_book(void)
{
    const struct tabia_builder_options options = { .keep_location = true };
    struct tabia_builder *b = tabia_builder_new(&options, NULL);
    struct tabia_builder_cursor c, at_e4;
    assert_non_null(b);
    assert_true(tabia_builder_add_text(b, "format", "x", 1, NULL));
    assert_true(tabia_builder_add_text(b, "title", "x", 1, NULL));
    assert_true(tabia_builder_add_text(b, "author", "x", 1, NULL));
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    play_moves(b, &c, "e2e4");
    assert_true(tabia_builder_set_node(b, c.node, &named, NULL));
    at_e4 = c;
    play_moves(b, &c, "e7e5");
    assert_true(tabia_builder_set_move(b, c.edge, &passive, NULL));
    assert_true(tabia_builder_set_node(b, c.node, &named, NULL));
    c = at_e4;
    play_moves(b, &c, "e7e6");
    assert_true(tabia_builder_set_move(b, c.edge, &avoided, NULL));
    c = at_e4;
    play_moves(b, &c, "c7c5");
    assert_true(tabia_builder_set_move(b, c.edge, &only_passive, NULL));
    return freeze(b);
}

static struct tabia_format holding(unsigned attrs, unsigned holds)
{
    return (struct tabia_format){
        .info = { .name = "test", .holds = holds, .attrs = attrs }
    };
}

static const char *losses(const struct tabia_format *format,
                          const struct tabia_book *book, char *buf, size_t size)
{
    struct tabia_report report = { 0 };
    tabia_report_add_losses(&report, format, book);
    return report_text(&report, buf, size);
}

static bool check_losses(const char *name, const struct tabia_format *format,
                         const struct tabia_book *book, const char *want)
{
    char got[1000];
    return check_text(name, losses(format, book, got, sizeof(got)), want);
}

static void test_attrs(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned missing, holds;
        const char *want;
    } cases[] = {
        { "all held", 0, TABIA_HOLDS_ALL, "" },
        { "source is no loss", TABIA_HAS_LOCATION, TABIA_HOLDS_ALL, "" },
        { "weights", TABIA_HAS_WEIGHT, TABIA_HOLDS_ALL,
          "2 weights are dropped" },
        { "marks", TABIA_HAS_MARK, TABIA_HOLDS_ALL,
          "2 passive marks are dropped; 1 avoided mark is dropped" },
        { "names", TABIA_HAS_NAME, TABIA_HOLDS_ALL, "2 names are dropped" },
        { "the rest of moves",
          TABIA_HAS_RESULTS | TABIA_HAS_NAGS | TABIA_HAS_MOVE_COMMENT |
              TABIA_HAS_LEARN,
          TABIA_HOLDS_ALL,
          "1 game result is dropped; 1 annotation is dropped; "
          "1 move comment is dropped; 1 learn value is dropped" },
        { "the rest of positions",
          TABIA_HAS_ECO | TABIA_HAS_POSITION_COMMENT | TABIA_HAS_EVAL |
              TABIA_HAS_COORDINATES,
          TABIA_HOLDS_ALL,
          "2 ECO codes are dropped; 2 position comments are dropped; "
          "2 evaluations are dropped; 2 pairs of coordinates are dropped" },
        { "leaves",
          TABIA_HAS_ECO | TABIA_HAS_POSITION_COMMENT | TABIA_HAS_EVAL |
              TABIA_HAS_COORDINATES,
          TABIA_HOLDS_ALL & ~(unsigned)TABIA_HOLDS_LEAF_DATA,
          "1 name at positions without moves is dropped; "
          "2 ECO codes are dropped; 2 position comments are dropped; "
          "2 evaluations are dropped; 2 pairs of coordinates are dropped" },
        { "texts", 0, TABIA_HOLDS_ALL & ~(unsigned)TABIA_HOLDS_TEXTS,
          "1 text of the whole book dropped: title; "
          "1 text of the whole book dropped: author" },
    };
    struct tabia_book *book = rich_book();
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_format format =
            holding(ATTRS_ALL & ~cases[i].missing, cases[i].holds);
        nfailed += !check_losses(cases[i].name, &format, book, cases[i].want);
    }
    tabia_book_free(book);
    assert_int_equal(nfailed, 0);
}

static void test_limits(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum tabia_attr attr;
        uint64_t max;
        const char *note, *want;
    } cases[] = {
        { "weight fits", TABIA_ATTR_WEIGHT, 70000, NULL, "" },
        { "weight", TABIA_ATTR_WEIGHT, 65535, NULL,
          "1 weight above 65535 is capped" },
        { "weights", TABIA_ATTR_WEIGHT, 2, NULL,
          "2 weights above 2 are capped" },
        { "steps", TABIA_ATTR_WEIGHT, 2, "3 steps",
          "2 weights above 2 are scaled (3 steps)" },
        { "results", TABIA_ATTR_RESULTS, 255, NULL,
          "1 game result above 255 is capped" },
        { "nags", TABIA_ATTR_NAGS, 139, NULL,
          "1 annotation above 139 is capped" },
        { "learn fits", TABIA_ATTR_LEARN, 2, NULL, "" },
        { "learn", TABIA_ATTR_LEARN, 1, NULL,
          "1 learn value above 1 is dropped" },
        { "name fits", TABIA_ATTR_NAME, 9, NULL, "" },
        { "name", TABIA_ATTR_NAME, 8, NULL,
          "2 names longer than 8 bytes are truncated" },
        { "remark", TABIA_ATTR_MOVE_COMMENT, 4, NULL,
          "1 move comment longer than 4 bytes is truncated" },
        { "eval", TABIA_ATTR_EVAL, 399, NULL,
          "2 evaluations above 399 are capped" },
    };
    struct tabia_book *book = rich_book();
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_format format = holding(ATTRS_ALL, TABIA_HOLDS_ALL);
        format.limits[cases[i].attr].max = cases[i].max;
        format.limits[cases[i].attr].note = cases[i].note;
        nfailed += !check_losses(cases[i].name, &format, book, cases[i].want);
    }
    tabia_book_free(book);
    assert_int_equal(nfailed, 0);
}

static void test_text_keys(void **state)
{
    (void)state;
    static const char *const keys[] = { "author", NULL };
    struct tabia_format format = holding(ATTRS_ALL, 0);
    format.info.holds = TABIA_HOLDS_ALL & ~(unsigned)TABIA_HOLDS_TEXTS;
    format.info.text_keys = keys;
    struct tabia_book *book = rich_book();
    char got[300];
    assert_string_equal(losses(&format, book, got, sizeof(got)),
                        "1 text of the whole book dropped: title");
    tabia_book_free(book);
}

/* Texts of one key may stand apart. */
static void test_texts_apart(void **state)
{
    (void)state;
    static const char *const keys[] = { "note", "title", "note" };
    struct tabia_format format = holding(ATTRS_ALL, 0);
    format.info.holds = TABIA_HOLDS_ALL & ~(unsigned)TABIA_HOLDS_TEXTS;
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        assert_true(tabia_builder_add_text(b, keys[i], "x", 1, &err));
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    char got[300];
    assert_string_equal(losses(&format, book, got, sizeof(got)),
                        "2 texts of the whole book dropped: note; "
                        "1 text of the whole book dropped: title");
    tabia_book_free(book);
}

/* ---- boards ---------------------------------------------------------- */

/* A double step that no move of its line shows: one, and two of them. */
static void test_en_passant_roots(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1",
    };
    static const char *const want[] = {
        "1 en passant square without a capture at the start of a line is "
        "dropped",
        "2 en passant squares without a capture at the start of a line are "
        "dropped",
    };
    struct tabia_format format = holding(ATTRS_ALL, 0);
    format.info.holds = TABIA_HOLDS_ALL & ~(unsigned)TABIA_HOLDS_EN_PASSANT;
    for (size_t n = 1; n <= COUNT_OF(fens); n++) {
        struct tabia_builder *b = tabia_builder_new(NULL, NULL);
        struct tabia_builder_cursor c;
        for (size_t i = 0; i < n; i++) {
            struct tabia_pos pos;
            assert_true(
                tabia_fen_parse(&pos, fens[i], strlen(fens[i]), 0, NULL));
            assert_true(tabia_builder_start(b, &pos, &c, NULL));
            play_moves(b, &c, "e1e2");
        }
        struct tabia_book *book = freeze(b);
        assert_true(check_losses(fens[n - 1], &format, book, want[n - 1]));
        tabia_book_free(book);
    }
}

static void test_boards(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *fens[2], *moves[2];
        const char *want; // of a format that holds nothing
    } cases[] = {
        { "usual castling",
          { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
          { "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1" },
          "" },
        { "another root",
          { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" },
          { "e1c1" },
          "1 other starting position is dropped" },
        { "under-promotion",
          { "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", NULL },
          { "a7a8r" },
          "1 other starting position is dropped; "
          "1 under-promotion is dropped" },
        { "queen",
          { "8/P3k3/8/8/8/8/8/4K3 w - - 0 1" },
          { "a7a8q" },
          "1 other starting position is dropped" },
        { "Chess960",
          { "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1" },
          { "e1b1" },
          "1 other starting position is dropped; "
          "1 Chess960 castling move is dropped; "
          "1 position with Chess960 castling rights loses them" },
        { "king on another file",
          { "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1" },
          { "d1h1 e8e7" },
          "1 other starting position is dropped; "
          "1 Chess960 castling move is dropped; "
          "1 position with Chess960 castling rights loses them" },
        { "en passant and without",
          { "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1" },
          { "", "" },
          "2 other starting positions are dropped; "
          "1 position that differs from another only in en passant is merged "
          "with it" },
        { "two double steps",
          { "4k3/8/8/8/1PpP4/8/8/4K3 b - b3 0 1",
            "4k3/8/8/8/1PpP4/8/8/4K3 b - d3 0 1" },
          { "", "" },
          "2 other starting positions are dropped; "
          "1 position that differs from another only in en passant is merged "
          "with it" },
        { "en passant alone",
          { "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1" },
          { "d4e3" },
          "1 other starting position is dropped" },
    };
    const struct tabia_format nothing = holding(0, 0);
    const struct tabia_format all = holding(0, TABIA_HOLDS_ALL);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_builder *b = new_builder();
        for (size_t n = 0; n < 2 && cases[i].fens[n]; n++) {
            struct tabia_pos pos;
            struct tabia_builder_cursor c;
            assert_true(tabia_fen_parse(&pos, cases[i].fens[n],
                                        strlen(cases[i].fens[n]), 0, NULL));
            assert_true(tabia_builder_start(b, &pos, &c, NULL));
            play_moves(b, &c, cases[i].moves[n]);
        }
        struct tabia_book *book = freeze(b);
        nfailed += !check_losses(cases[i].name, &nothing, book, cases[i].want);
        nfailed += !check_losses(cases[i].name, &all, book, "");
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- the report ------------------------------------------------------ */

static void test_report(void **state)
{
    (void)state;
    struct tabia_report report = { 0 };
    char got[8000];
    report_addf(&report, 0, "nothings are dropped");
    assert_int_equal(report.n, 0);
    report_addf(&report, 2, "%s are dropped", "names");
    report_addf(&report, 1, "weights are dropped");
    report_addf(&report, 3, "names are dropped");
    assert_string_equal(report_text(&report, got, sizeof(got)),
                        "5 names are dropped; 1 weights are dropped");
    report = (struct tabia_report){ 0 };
    report_addf(&report, 1, "12 names of one position are joined");
    assert_string_equal(report_text(&report, got, sizeof(got)),
                        "1 12 names of one position are joined");
}

/* The words are those for the count, however it came about. */
static void test_plural(void **state)
{
    static const struct {
        uint64_t counts[3];
        const char *want;
    } table[] = {
        { { 0, 0, 0 }, "" },
        { { 1, 0, 0 }, "1 mark is dropped" },
        { { 2, 0, 0 }, "2 marks are dropped" },
        { { 1, 1, 0 }, "2 marks are dropped" },
        { { 2, 1, 1 }, "4 marks are dropped" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct tabia_report report = { 0 };
        char got[8000];
        for (size_t k = 0; k < COUNT_OF(table[i].counts); k++)
            report_add(&report, table[i].counts[k], "mark is dropped",
                       "marks are dropped");
        assert_string_equal(report_text(&report, got, sizeof(got)),
                            table[i].want);
    }
}

static void test_full_report(void **state)
{
    (void)state;
    struct tabia_report report = { 0 };
    for (int i = 0; i < REPORT_LOSSES_MAX; i++)
        report_addf(&report, 1, "thing %d is dropped", i);
    assert_string_equal(report.list[REPORT_LOSSES_MAX - 1].what,
                        "other thing is lost");
    for (int i = REPORT_LOSSES_MAX; i < 60; i++)
        report_addf(&report, 1, "thing %d is dropped", i);
    report_addf(&report, 1, "thing 3 is dropped");
    assert_int_equal(report.n, REPORT_LOSSES_MAX);
    assert_int_equal(report.list[3].count, 2);
    const struct tabia_loss *last = &report.list[REPORT_LOSSES_MAX - 1];
    assert_string_equal(last->what, "other things are lost");
    assert_int_equal(last->count, 60 - (REPORT_LOSSES_MAX - 1));
}

/* Long words are cut, but never inside a character. */
static void test_long_report(void **state)
{
    (void)state;
    struct tabia_report report = { 0 };
    char word[300];
    memset(word, 'x', sizeof(word));
    memcpy(word + TABIA_LOSS_SIZE - 2, "\xC3\xBC", 2);
    word[sizeof(word) - 1] = '\0';
    report_addf(&report, 1, "%s", word);
    report_addf(&report, 1, "%s", word);
    assert_int_equal(report.n, 1);
    assert_int_equal(strlen(report.list[0].what), TABIA_LOSS_SIZE - 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attrs),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_text_keys),
        cmocka_unit_test(test_texts_apart),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_en_passant_roots),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_plural),
        cmocka_unit_test(test_full_report),
        cmocka_unit_test(test_long_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
