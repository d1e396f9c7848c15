/*
 * test_format_obk_write.c - Chessmaster books: writing, and what is lost
 */
#include "format_check.h"

#include "base/compiler.h"
#include "book_text.h"
#include "format/report.h"
#include "obk_bytes.h"
#include "shared_file.h"
#include "tabia/builder.h"
#include "tabia/diff.h"

/* ---- helpers --------------------------------------------------------- */

static struct tabia_book *decode(const uint8_t *data, size_t size)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("obk", NULL),
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        tabia_book_decode((struct tabia_bytes){ data, size }, &options, &err);
    if (!book)
        fail_msg("not readable: %s", err.msg);
    return book;
}

/* "name value", or "name" for a switch, or NULL. */
static struct tabia_setting split_setting(char *text)
{
    char *blank = strchr(text, ' ');
    if (blank)
        *blank++ = '\0';
    return (struct tabia_setting){ text, blank ? blank : "" };
}

/* The caller frees the data. NULL with an error. */
static uint8_t *encode(const struct tabia_book *book, const char *setting,
                       size_t *size, struct tabia_report *report,
                       struct tabia_error *err)
{
    char text[64] = "";
    snprintf(text, sizeof(text), "%s", setting ? setting : "");
    const struct tabia_setting pair = split_setting(text);
    const struct tabia_write_options options = {
        .settings = &pair,
        .nsettings = setting != NULL,
    };
    uint8_t *data = NULL;
    const bool is_done = tabia_book_encode(book, tabia_format_find("obk", NULL),
                                           &options, &data, size, report, err);
    return is_done ? data : NULL;
}

static void print_hex(const uint8_t *data, size_t size, char *buf, size_t room)
{
    buf[0] = '\0';
    for (size_t i = 0; i < size && 2 * i + 3 < room; i++)
        snprintf(buf + 2 * i, 3, "%02x", data[i]);
}

/* ---- the same bytes again -------------------------------------------- */

static const struct {
    const char *name, *file;
} same[] = {
    { "nothing", "BOO! 0 0:" },
    { "nothing, old", "UGWS 0:" },
    { "the example", "BOO! 18 0: " OBK_EXAMPLE },
    { "the example, old", "UGWS 18: " OBK_EXAMPLE },
    { "the document's move", "BOO! 1 0: ccdc" },
    { "light siblings first", "BOO! 4 0: 8c1c 8b5b 8a9a c6d5" },
    { "a move twice", "BOO! 3 0: 0c5c f464 cc9c" },
    { "castling", "BOO! 7 0: 4cdc 74e4 46d5 79ea 45e1 70e8 c4c6" },
    { "a promotion", "BOO! 9 0: 48d8 71e1 58e1 70e8 61e8 7af1 68f1 74ec f1f8" },
    { "all three types", "BOO! 1 27: ccdc 01000000 0280 'KP 01000000 0481 "
                         "'good 01000000 0382 'B00" },
    { "another order",
      "BOO! 2 21: 4cdc f4e4 02000000 0181 'b 01000000 0182 'c 01000000 0181 "
      "'a" },
    { "notes of one type",
      "BOO! 1 28: ccdc 01000000 0181 'a 01000000 0081 01000000 0281 'bc "
      "01000000 0180 'x" },
    { "line ends in notes",
      "BOO! 1 16: ccdc 01000000 0381 610a62 01000000 0181 0a" },
    { "from 0", "BOO! 2 14: 4cdc f4e4 00000000 0181 'a 01000000 0181 'b" },
    { "Windows-1252", "BOO! 1 10: ccdc 01000000 0481 80e9819f" },
    { "UTF-8", "BOO! 1 8: ccdc 01000000 0281 c3a9" },
    { "UTF-8 in pieces",
      "BOO! 1 17: ccdc 01000000 0281 c3a9 01000000 0381 e282ac" },
    { "both code pages",
      "BOO! 1 15: ccdc 01000000 0280 c3a9 01000000 0181 e9" },
};

static bool check_same(const char *name, const uint8_t *data, size_t size)
{
    struct tabia_book *book = decode(data, size);
    struct tabia_report report = { 0 };
    size_t again = 0;
    uint8_t *written = encode(book, NULL, &again, &report, NULL);
    assert_non_null(written);
    char got[400], want[400], losses[200];
    print_hex(written, again, got, sizeof(got));
    print_hex(data, size, want, sizeof(want));
    report_text(&report, losses, sizeof(losses));
    const bool ok = check_text(name, got, want) &&
                    check_number(name, again, size) &&
                    check_text(name, losses, "");
    free(written);
    tabia_book_free(book);
    return ok;
}

static void test_same(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        struct buf bytes = obk_bytes(same[i].file);
        nfailed +=
            !check_same(same[i].name, (const uint8_t *)bytes.data, bytes.size);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

/* The lossless dump keeps enough to come back to the same file. */
static void test_through_json(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        struct buf bytes = obk_bytes(same[i].file);
        struct tabia_book *book =
            decode((const uint8_t *)bytes.data, bytes.size);
        const struct tabia_read_options options = {
            .format = tabia_format_find("json", NULL),
        };
        uint8_t *json, *data;
        size_t size;
        assert_true(tabia_book_encode(book, options.format, NULL, &json, &size,
                                      NULL, NULL));
        tabia_book_free(book);
        book = tabia_book_decode((struct tabia_bytes){ json, size }, &options,
                                 NULL);
        assert_non_null(book);
        data = encode(book, NULL, &size, NULL, NULL);
        assert_non_null(data);
        nfailed += !check_number(same[i].name, size, bytes.size) ||
                   memcmp(data, bytes.data, size) != 0;
        free(data);
        free(json);
        tabia_book_free(book);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- other books ----------------------------------------------------- */

static const struct {
    const char *name, *setting, *book, *want, *losses;
    bool is_graph;
} other[] = {
    { "no weights are all 100", NULL, "e2e4 e7e5 | d2d4", "0cdcf4e4cbdb", "",
      false },
    { "steps are kept, and so is the order", NULL, "e2e4=25 | d2d4=50 | c2c4=0",
      "8c5c8b9bca1a", "", false },
    { "by share", NULL, "e2e4=600 | d2d4=300 | c2c4=90 | g1f3=10",
      "8cdc8bdb8a9ac615", "4 moves get another weight: 0, 25, 50 or 100",
      false },
    { "by share, of two", "weights share", "e2e4=80 | d2d4=20", "8cdccb9b",
      "2 moves get another weight: 0, 25, 50 or 100", false },
    { "by rank", "weights rank", "a2a3=1 | e2e4=9 | d2d4=8 | c2c4=7",
      "8cdc8b9b8a5ac850", "4 moves get another weight: 0, 25, 50 or 100",
      false },
    { "by rank, two firsts", "weights rank", "e2e4=9 | d2d4=9 | c2c4=7",
      "8cdc8bdbca5a", "3 moves get another weight: 0, 25, 50 or 100", false },
    { "by games", NULL, "e2e4+1/0/0 | d2d4+30/30/40", "8bdbcc1c",
      "2 game results are dropped", false },
    { "marks weigh nothing", NULL, "e2e4? | d2d4x | c2c4", "8ada8c1ccb1b",
      "1 passive mark is dropped; 1 avoided mark is dropped", false },
    { "names and remarks", NULL, "e2e4{go} 'KP",
      "ccdc0100000002804b50010000000281676f", "", false },
    { "the old header has no notes", "version old", "e2e4{go} 'KP", "ccdc",
      "2 notes are dropped: the old version has none", false },
    { "from 0", "note-base 0", "e2e4{go}", "ccdc000000000281676f", "", false },
    { "beyond the code page", NULL, "e2e4{a\u4e2d\u00e9}",
      "ccdc010000000381613fe9",
      "1 character that is not in Windows-1252 becomes '?'", false },
    { "as UTF-8", "note-utf8", "e2e4{\u4e2d}", "ccdc010000000381e4b8ad", "",
      false },
    { "a name without a move", NULL,
      "e2e4 | fen:"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1 'Start",
      "ccdc", "1 note at a starting position is dropped", false },
    { "other starting positions", NULL,
      "e2e4 | fen:4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1 a7a8q e8d7", "ccdc",
      "1 other starting position is dropped; 2 moves that are unreachable from "
      "the starting position are dropped",
      false },
    { "under-promotions", NULL,
      "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 e7e6 b7a8n d8h4 | "
      "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 e7e6 b7a8q",
      "48d871e158e170e861e87af168f174ecf1f8",
      "1 under-promotion is dropped; 1 move that is unreachable from the "
      "starting position is dropped",
      false },
    { "several roots become one", NULL,
      "e2e4=100 e7e5=100 | new e2e4=50 c7c5=50 | new d2d4=25",
      "0cdcb4e4f2a2cb5b",
      "1 conflicting value of a repeated move or position is joined", false },
    { "transpositions are repeated", NULL,
      "e2e4=9 d7d6=9 d2d4=9 g8f6=9 | d2d4=8 d7d6=8 e2e4=8",
      "0cdc73eb4bdbfeed4bdb73eb4cdcfeed",
      "8 moves get another weight: 0, 25, 50 or 100", true },
    { "transpositions beyond the budget", "max-nodes 0",
      "e2e4=9 d7d6=9 d2d4=9 g8f6=9 | d2d4=8 d7d6=8 e2e4=8",
      "0cdc73eb4bdbfeed4bdbf3eb",
      "1 transposition is not repeated (limit: max-nodes); 6 moves "
      "get another weight: 0, 25, 50 or 100",
      true },
    { "castling, both sides and both ways", NULL,
      "d2d4 g8f6 c1f4 g7g6 b1c3 f8g7 d1d2 e8g8 e1c1 | "
      "e2e4 d7d5 g1f3 c8f5 f1e2 b8c6 e1g1 d8d6 h2h3 e8c8",
      "0bdb7eed42dd76ee41d27df643cb7cfec4c2"
      "4cdc73e346d57ae545cc79ea44c67beb4fd7fcfa",
      "", false },
};

static bool check_other(size_t i)
{
    struct tabia_book *book =
        book_text_make(other[i].book,
                       other[i].is_graph ? BOOK_TEXT_GRAPH : BOOK_TEXT_TREE);
    struct tabia_report report = { 0 };
    struct tabia_error err = { 0 };
    size_t size = 0;
    uint8_t *data = encode(book, other[i].setting, &size, &report, &err);
    char got[400], losses[400];
    report_text(&report, losses, sizeof(losses));
    const size_t header = data && data[0] == 'U' ? 8 : 12;
    if (data)
        print_hex(data + header, size - header, got, sizeof(got));
    else
        snprintf(got, sizeof(got), "%s", err.msg);
    if (data)
        tabia_book_free(decode(data, size));
    free(data);
    tabia_book_free(book);
    return check_text(other[i].name, got, other[i].want) &&
           check_text(other[i].name, losses, other[i].losses);
}

static void test_other(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(other); i++)
        nfailed += !check_other(i);
    assert_int_equal(nfailed, 0);
}

/* ---- long notes ------------------------------------------------------ */

static struct tabia_book *with_remark(const char *remark, const char *comment,
                                      const char *eco)
{
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor c;
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    assert_true(tabia_builder_play(
        b, &c, tabia_move_make(12, 28, TABIA_PIECE_NONE), NULL));
    const struct tabia_move_data move = {
        .has = remark ? TABIA_HAS_MOVE_COMMENT : 0,
        .comment = remark,
    };
    const struct tabia_node_data node = {
        .has = (comment ? TABIA_HAS_POSITION_COMMENT : 0) |
               (eco ? TABIA_HAS_ECO : 0),
        .comment = comment,
        .eco = eco,
    };
    assert_true(tabia_builder_set_move(b, c.edge, &move, NULL));
    assert_true(tabia_builder_set_node(b, c.node, &node, NULL));
    return tabia_builder_freeze(b, NULL);
}

/* 'n' times e with an acute accent: two bytes each in UTF-8, else one. */
static void test_long(void **state)
{
    (void)state;
    static const struct {
        const char *setting;
        size_t n, want; // bytes of the note's text
        const char *losses;
    } cases[] = {
        { NULL, 255, 255, "" },
        { NULL, 256, 255, "1 note longer than 255 bytes is truncated" },
        { "note-utf8", 127, 254, "" },
        { "note-utf8", 128, 254, "1 note longer than 255 bytes is truncated" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[600] = "", losses[200];
        for (size_t k = 0; k < cases[i].n; k++)
            memcpy(text + 2 * k, "\u00e9", 3);
        struct tabia_book *book = with_remark(text, NULL, NULL);
        struct tabia_report report = { 0 };
        size_t size;
        uint8_t *data = encode(book, cases[i].setting, &size, &report, NULL);
        assert_non_null(data);
        report_text(&report, losses, sizeof(losses));
        assert_true(check_number("length", data[18], cases[i].want));
        assert_true(check_number("size", size, 20 + cases[i].want));
        assert_true(check_text("losses", losses, cases[i].losses));
        free(data);
        tabia_book_free(book);
    }
}

static void test_comments(void **state)
{
    (void)state;
    struct tabia_book *book = with_remark("move", "position", "C20");
    struct tabia_report report = { 0 };
    size_t size;
    uint8_t *data = encode(book, NULL, &size, &report, NULL);
    tabia_book_free(book);
    assert_int_equal(report.n, 0);
    book = decode(data, size);
    assert_string_equal(tabia_book_edge_data(book, 0).comment,
                        "move\nposition");
    assert_string_equal(tabia_book_node_data(book, 1).eco, "C20");
    free(data);
    tabia_book_free(book);
}

/* An order that no longer fits is forgotten, never followed blindly. */
static void test_stale_order(void **state)
{
    (void)state;
    static const char *const orders[] = {
        "",       "1:81:1",        "1:81:3",           "2:81:2",
        "1:80:2", "1:81:1_1:81:0", "1:81:2_1:81:0",    "1:81",
        "x",      "1:81:2_",       "99999999999:81:2", "1:zz:2",
        ":::",
    };
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        char text[100];
        snprintf(text, sizeof(text),
                 "#format=obk #obk-note-order=%s e2e4=100{go}", orders[i]);
        struct tabia_book *book = book_text_make(text, BOOK_TEXT_TREE);
        size_t size;
        char got[100];
        uint8_t *data = encode(book, NULL, &size, NULL, NULL);
        assert_non_null(data);
        print_hex(data + 12, size - 12, got, sizeof(got));
        assert_true(check_text(orders[i], got, "ccdc010000000281676f"));
        free(data);
        tabia_book_free(book);
    }
}

static void test_bad_settings(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *want;
    } cases[] = {
        { "version 9", "version: expected new or old, found '9'" },
        { "note-base 2", "note-base: expected 0 or 1, found '2'" },
        { "weights best", "weights: expected share or rank, found 'best'" },
        { "max-nodes many", "max-nodes: expected a number from 0 to "
                            "4294967294, found 'many'" },
        { "max-nodes 4294967295", "max-nodes: expected a number from 0 "
                                  "to 4294967294, found '4294967295'" },
        { "max-nodes 99999999999999999999999",
          "max-nodes: expected a number from 0 to 4294967294, found "
          "'99999999999999999999999'" },
    };
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        size_t size;
        assert_null(encode(book, cases[i].setting, &size, NULL, &err));
        assert_true(check_text(cases[i].setting, err.msg, cases[i].want));
    }
    tabia_book_free(book);
}

static void test_nomem(void **state)
{
    (void)state;
    struct tabia_book *book =
        book_text_make("e2e4=9{a} 'x e7e5 | new e2e4=8 c7c5 'y | new d2d4",
                       BOOK_TEXT_TREE);
    struct tabia_book *tree =
        book_text_make("#format=obk e2e4=25{a} 'x e7e5=25", BOOK_TEXT_TREE);
    check_starved_writing(book, tabia_format_find("obk", NULL));
    check_starved_writing(tree, tabia_format_find("obk", NULL));
    tabia_book_free(book);
    tabia_book_free(tree);
}

/* ---- files that are not ours ----------------------------------------- */

/* Appends every line below a node, one a row. */
static void print_lines(const struct tabia_book *book, uint32_t node,
                        char *line, struct buf *out)
{
    struct tabia_pos pos;
    uint32_t first, count;
    const size_t len = strlen(line);
    tabia_book_position_pos_at(book, tabia_book_node_position(book, node),
                               &pos);
    tabia_book_node_edges(book, node, &first, &count);
    if (!count)
        buf_addf(out, "%s\n", line + 1);
    for (uint32_t i = first; i < first + count; i++) {
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, tabia_book_edge_move(book, i), false, uci);
        snprintf(line + len, 100 - len, " %s", uci);
        print_lines(book, tabia_book_edge_target(book, i), line, out);
        line[len] = '\0';
    }
}

static void test_shared(void **state)
{
    (void)state;
    static const char *const names[] = {
        "data/obk/synthetic_boo_nonotes.obk",
        "data/obk/synthetic_boo_notes.obk",
        "data/obk/synthetic_ugws.obk",
    };
    struct input text, in;
    shared_open("data/obk/synthetic_expected.txt", &text);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        shared_open(names[i], &in);
        struct buf lines = { .limit = 10000 };
        char line[100] = "", want[1000] = "";
        struct tabia_book *book = decode(in.bytes.data, in.bytes.size);
        print_lines(book, tabia_book_root_at(book, 0), line, &lines);
        assert_true(text.bytes.size < sizeof(want));
        memcpy(want, text.bytes.data, text.bytes.size);
        assert_true(check_text(names[i], buf_text(&lines), want));
        assert_true(check_same(names[i], in.bytes.data, in.bytes.size));
        tabia_book_free(book);
        buf_clear(&lines);
        input_close(&in);
    }
    input_close(&text);
}

/* A large book of lines, through .obk: the same positions and moves. */
static void test_default_book(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_book *book = own_book("data/openings.txt");
    struct tabia_report report = { 0 };
    size_t size;
    uint8_t *data = encode(book, NULL, &size, &report, &err);
    if (!data)
        fail_msg("the built-in book: %s", err.msg);
    char losses[600];
    report_text(&report, losses, sizeof(losses));
    print_message("%zu bytes; %s\n", size, losses);

    struct tabia_book *back = decode(data, size);
    struct tabia_diff_result counts;
    assert_true(tabia_book_diff(book, back,
                                &(struct tabia_diff_options){ .ignored = ~0u },
                                &counts, NULL));
    assert_int_equal(counts.positions_a, 0);
    assert_int_equal(counts.positions_b, 0);
    assert_int_equal(counts.moves_a, 0);
    assert_int_equal(counts.moves_b, 0);
    assert_true(check_same("the built-in book", data, size));
    free(data);
    tabia_book_free(back);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_other),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_stale_order),
        cmocka_unit_test(test_bad_settings),
        cmocka_unit_test(test_nomem),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_default_book),
        cmocka_unit_test(test_through_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
