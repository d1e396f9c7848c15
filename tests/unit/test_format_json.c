/*
 * test_format_json.c - the lossless dump of a book
 */
#include "format_check.h"

#include <math.h>

#include "base/compiler.h"
#include "format/format_contract.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define AFTER_E4  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"

/* ---- writing --------------------------------------------------------- */

static void set_all(struct tabia_builder *b, uint32_t edge, uint32_t node)
{
    const struct tabia_move_data move = {
        .has = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS | TABIA_HAS_MARK |
               TABIA_HAS_NAGS | TABIA_HAS_MOVE_COMMENT | TABIA_HAS_LEARN |
               TABIA_HAS_LOCATION,
        .weight = UINT32_MAX,
        .white = 3,
        .draws = 2,
        .black = 1,
        .mark = TABIA_MARK_PASSIVE,
        .nags = { 1, 255 },
        .comment = "a \"quoted\"\nremark",
        .learn = UINT64_MAX - 1,
        .line = 7,
        .col = 9,
    };
    const struct tabia_node_data data = {
        .has = TABIA_HAS_NAME | TABIA_HAS_ECO | TABIA_HAS_POSITION_COMMENT |
               TABIA_HAS_EVAL | TABIA_HAS_COORDINATES,
        .name = "Gr\xC3\xBCnfeld",
        .eco = "B00",
        .comment = "",
        .eval = { TABIA_EVAL_CP, -35, 20, "-0.350" },
        .coordinates = { 0.1, -2, "0.10", "-2.0" },
    };
    assert_true(tabia_builder_set_move(b, edge, &move, NULL));
    assert_true(tabia_builder_set_node(b, node, &data, NULL));
}

/* Everything that the model can hold, once. */
static struct tabia_book *full_book(void)
{
    const struct tabia_builder_options options = { .keep_location = true };
    struct tabia_builder *b = tabia_builder_new(&options, NULL);
    struct tabia_builder_cursor c;
    assert_non_null(b);
    assert_true(tabia_builder_add_text(b, "title", "All", 3, NULL));
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    play_moves(b, &c, "e2e4");
    set_all(b, c.edge, c.node);
    const struct tabia_node_data mate = {
        .has = TABIA_HAS_EVAL,
        .eval = { .kind = TABIA_EVAL_MATE, .value = 3 },
    };
    assert_true(tabia_builder_set_node(b, 0, &mate, NULL));
    static const struct tabia_tag tags[] = { { "Site", "a \"b\"" },
                                             { "Result", "1-0" } };
    const struct tabia_node_data game = {
        .has = TABIA_HAS_TAGS,
        .tags = tags,
        .ntags = COUNT_OF(tags),
    };
    assert_true(tabia_builder_set_node(b, 0, &game, NULL));
    assert_false(tabia_builder_set_node(b, c.node, &game, NULL)); // no root
    return freeze(b);
}

static const char full_dump[] =
    "{\n"
    "  \"schema\": 1,\n"
    "  \"texts\": [\n"
    "    {\"key\":\"title\",\"value\":\"All\"}\n"
    "  ],\n"
    "  \"positions\": [\n"
    "    {\"id\":0,\"fen\":\"" START_FEN "\",\"key\":\"463b96181691fc9c\"},\n"
    "    {\"id\":1,\"fen\":\"" AFTER_E4 "\",\"key\":\"823c9b50fd114196\"}\n"
    "  ],\n"
    "  \"roots\": [\n"
    "    {\"node\":0,\"fen\":\"" START_FEN " 0 1\",\"tags\":[\n"
    "        {\"key\":\"Site\",\"value\":\"a \\\"b\\\"\"},\n"
    "        {\"key\":\"Result\",\"value\":\"1-0\"}]}\n"
    "  ],\n"
    "  \"nodes\": [\n"
    "    {\"id\":0,\"position\":0,\"eval\":{\"mate\":3},\"moves\":[\n"
    "        {\"uci\":\"e2e4\",\"to\":1,\"weight\":4294967295,\"white\":3,"
    "\"draws\":2,\"black\":1,\"mark\":\"passive\",\"nags\":[1,255],"
    "\"remark\":\"a \\\"quoted\\\"\\nremark\","
    "\"learn\":\"fffffffffffffffe\",\"line\":7,\"col\":9}]},\n"
    "    {\"id\":1,\"position\":1,\"name\":\"Gr\xC3\xBCnfeld\","
    "\"eco\":\"B00\",\"comment\":\"\","
    "\"eval\":{\"cp\":-35,\"depth\":20,\"text\":\"-0.350\"},"
    "\"coordinates\":{\"x\":0.1,\"y\":-2,\"x_text\":\"0.10\",\"y_text\":\"-2."
    "0\"}}\n"
    "  ]\n"
    "}\n";

static void test_dump(void **state)
{
    (void)state;
    struct tabia_book *book = full_book();
    struct tabia_report report = { 0 };
    char *text = encode_text(book, "json", &report);
    assert_true(check_text("dump", text, full_dump));
    assert_int_equal(report.n, 0);
    free(text);
    tabia_book_free(book);
}

/* ---- reading what was written ---------------------------------------- */

/* Writes, reads and writes again; returns the text if it stayed the same. */
static char *check_round_trip(const char *name, struct tabia_book *book)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("json", NULL),
        .keep_location = true,
    };
    struct tabia_error err = { 0 };
    char *text = encode_text(book, "json", NULL);
    struct tabia_book *back = tabia_book_decode(bytes_of(text), &options, &err);
    if (!back)
        fail_msg("%s: %s", name, err.msg);
    char *again = encode_text(back, "json", NULL);
    assert_true(check_text(name, again, text));
    assert_string_equal(tabia_book_find_text(back, "format"), "json");
    free(again);
    tabia_book_free(back);
    tabia_book_free(book);
    return text;
}

static void test_full(void **state)
{
    (void)state;
    free(check_round_trip("full", full_book()));
}

static void test_empty(void **state)
{
    (void)state;
    char *text = check_round_trip("empty", freeze(new_builder()));
    assert_string_equal(text, "{\n"
                              "  \"schema\": 1,\n"
                              "  \"texts\": [],\n"
                              "  \"positions\": [],\n"
                              "  \"roots\": [],\n"
                              "  \"nodes\": []\n"
                              "}\n");
    free(text);
}

/* Knights out and home again lead back to the root: a circle. */
static void test_graph(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c, start;
    assert_true(tabia_builder_start(b, NULL, &start, NULL));
    c = start;
    play_moves(b, &c, "g1f3 g8f6 f3g1");
    join_move(b, &c, "f6g8");
    assert_int_equal(c.node, start.node);
    c = start;
    play_moves(b, &c, "b1c3 g8f6 c3b1");
    join_move(b, &c, "f6g8");
    c = start; // a forward move that was added late, before its siblings'
    join_move(b, &c, "g1f3");
    char *text = check_round_trip("graph", freeze(b));
    assert_non_null(strstr(text, "{\"uci\":\"f6g8\",\"to\":0}"));
    free(text);
}

/* Nodes are numbered line by line, roots in between. */
static void test_forest(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c, first;
    assert_true(tabia_builder_start(b, NULL, &first, NULL));
    c = first;
    play_moves(b, &c, "e2e4 e7e5");
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    play_moves(b, &c, "d2d4");
    play_moves(b, &first, "e2e4 c7c5");
    free(check_round_trip("forest", freeze(b)));
}

static struct tabia_book *book_from(const char *fen, const char *moves)
{
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    if (!tabia_fen_parse(&pos, fen, strlen(fen), 0, &err))
        fail_msg("%s: %s", fen, err.msg);
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c;
    assert_true(tabia_builder_start(b, &pos, &c, NULL));
    play_moves(b, &c, moves);
    return freeze(b);
}

static void test_roots(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fen, *moves, *want;
    } cases[] = {
        { "clocks", "4k3/8/8/8/8/8/4P3/4K3 w - - 17 60", "e2e4 e8e7",
          "w - - 17 60\"" },
        { "double step without capture",
          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e7e5",
          "b KQkq e3 0 1\"" },
        { "en passant", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3",
          "b - e3\",\"key\"" },
        { "castling is king takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
          "e1g1 e8c8", "\"uci\":\"e8a8\"" },
        { "Chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1b1",
          "\"uci\":\"e1b1\"" },
        { "under-promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n",
          "\"uci\":\"a7a8n\"" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *text = check_round_trip(cases[i].name,
                                      book_from(cases[i].fen, cases[i].moves));
        if (!strstr(text, cases[i].want)) {
            print_error("%s: no %s in:\n%s", cases[i].name, cases[i].want,
                        text);
            nfailed++;
        }
        free(text);
    }
    assert_int_equal(nfailed, 0);
}

/* Every double comes back as it was; only -0 and non-numbers do not. */
static void test_places(void **state)
{
    (void)state;
    static const struct {
        double x;
        const char *want;
    } cases[] = {
        { 0.1, "\"x\":0.1," },
        { 1.0 / 3, "\"x\":0.3333333333333333," },
        { -0.0, "\"x\":0," },
        { 1e300, "\"x\":1e+300," },
        { 5e-324, "\"x\":5e-324," },
        { 9007199254740993.0, "\"x\":9007199254740992," },
        { 123456789012345680000.0, "\"x\":1.2345678901234568e+20," },
        { INFINITY, "{\"id\":0,\"position\":0}" },
        { NAN, "{\"id\":0,\"position\":0}" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_builder *b = new_builder();
        struct tabia_builder_cursor c;
        const struct tabia_node_data data = {
            .has = TABIA_HAS_COORDINATES,
            .coordinates = { .x = cases[i].x },
        };
        assert_true(tabia_builder_start(b, NULL, &c, NULL));
        assert_true(tabia_builder_set_node(b, 0, &data, NULL));
        struct tabia_book *book = freeze(b);
        struct tabia_report report = { 0 };
        free(encode_text(book, "json", &report));
        nfailed += !check_number(cases[i].want, report.n,
                                 isfinite(cases[i].x) ? 0u : 1u);
        char *text = check_round_trip(cases[i].want, book);
        if (!strstr(text, cases[i].want)) {
            print_error("no %s in:\n%s", cases[i].want, text);
            nfailed++;
        }
        free(text);
    }
    assert_int_equal(nfailed, 0);
}

/* Without keep_location the places in the old file are not kept. */
static void test_source(void **state)
{
    (void)state;
    struct tabia_book *book = decode_text("json", full_dump, NULL);
    assert_non_null(book);
    assert_int_equal(tabia_book_attr_count(book, TABIA_ATTR_LOCATION), 0);
    tabia_book_free(book);
}

/* ---- bad input ------------------------------------------------------- */

/* The parts of a small good file; each case spoils one of them. */
#define POSITIONS                                                              \
    "{\"id\":0,\"fen\":\"" START_FEN "\"},{\"id\":1,\"fen\":\"" AFTER_E4 "\"}"
#define ROOTS "{\"node\":0,\"fen\":\"" START_FEN " 0 1\"}"
#define BOOK(texts, positions, roots, nodes)                                   \
    "{\"schema\":1,\"texts\":[" texts "],\"positions\":[" positions            \
    "],\"roots\":[" roots "],\"nodes\":[" nodes "]}"
#define NODE(members) BOOK("", POSITIONS, ROOTS, "{\"id\":0," members "}")
#define MOVE(members)                                                          \
    BOOK("", POSITIONS, ROOTS,                                                 \
         "{\"id\":0,\"position\":0,\"moves\":[{" members                       \
         "}]},{\"id\":1,\"position\":1}")
#define E4(members) MOVE("\"uci\":\"e2e4\",\"to\":1," members)

static const struct text_case bad[] = {
    { "empty", "",
      "1:1: not valid JSON: '[' or '{' expected near end of file" },
    { "cut", "{\n  \"schema\": 1",
      "2:14: not valid JSON: '}' expected near end of file" },
    { "no colon", "{\"schema\" 1}",
      "1:11: not valid JSON: ':' expected near '1'" },
    { "bad word", "{\n\"schema\":tru}",
      "2:10: not valid JSON: invalid token near 'tru'" },
    { "twice", "{\"schema\":1,\n \"schema\":1}",
      "2:2: not valid JSON: duplicate object key near '\"schema\"'" },
    { "not UTF-8", "{\"\xFF\":1}",
      "1:2: not valid JSON: unable to decode byte 0xff near '\"'" },
    { "UTF-16", "\xFE\xFF{",
      "1:1: the text is UTF-16; save it as UTF-8 and try again" },
    { "more", "{} x", "1:4: not valid JSON: end of file expected near 'x'" },
    { "too large", "{\"schema\":99999999999999999999}",
      "1:11: not valid JSON: too big integer near '99999999999999999999'" },

    { "a list", "[]", "the file: expected an object, found a list" },
    { "no schema", "{}", "schema: expected a whole number, found nothing" },
    { "schema 2", "{\"schema\":2}", "schema: expected 1, found 2" },
    { "schema text", "{\"schema\":\"1\"}",
      "schema: expected a whole number, found a string" },
    { "unknown member", "{\"schema\":1,\"games\":[]}",
      "the file: unknown member 'games'" },
    { "no positions", "{\"schema\":1}",
      "positions: expected a list, found nothing" },
    { "no texts", "{\"schema\":1,\"positions\":[],\"roots\":[],\"nodes\":[]}",
      "texts: expected a list, found nothing" },
    { "nodes as object",
      "{\"schema\":1,\"texts\":[],\"positions\":[],\"roots\":[],"
      "\"nodes\":{}}",
      "nodes: expected a list, found an object" },

    { "text without value", BOOK("{\"key\":\"title\"}", "", "", ""),
      "texts[0].value: expected a string, found nothing" },
    { "own text", BOOK("{\"key\":\"format\",\"value\":\"abk\"}", "", "", ""),
      "texts[0].key: 'format' is reserved" },
    { "text is null", BOOK("null", "", "", ""),
      "texts[0]: expected an object, found null" },

    { "wrong id", BOOK("", "{\"id\":1,\"fen\":\"x\"}", "", ""),
      "positions[0].id: expected 0, found 1" },
    { "no fen", BOOK("", "{\"id\":0}", "", ""),
      "positions[0].fen: expected a string, found nothing" },
    { "long fen",
      BOOK("", "{\"id\":0,\"fen\":\"" START_FEN START_FEN START_FEN "\"}", "",
           ""),
      "positions[0].fen: longer than any FEN" },
    { "idle en passant",
      BOOK("", "{\"id\":0,\"fen\":\"4k3/8/8/8/4P3/8/8/4K3 b - e3\"}", "", ""),
      "positions[0].fen: no capture on the en passant square is legal" },
    { "wrong key",
      BOOK("",
           "{\"id\":0,\"fen\":\"" START_FEN "\",\"key\":\"0000000000000000\"}",
           "", ""),
      "positions[0].key: the position's key is 463b96181691fc9c" },
    { "short key",
      BOOK("", "{\"id\":0,\"fen\":\"" START_FEN "\",\"key\":\"46\"}", "", ""),
      "positions[0].key: expected 16 hexadecimal digits, found '46'" },

    { "long key",
      BOOK("",
           "{\"id\":0,\"fen\":\"" START_FEN "\",\"key\":\"463b96181691fc9c0\"}",
           "", ""),
      "positions[0].key: expected 16 hexadecimal digits, found "
      "'463b96181691fc9c0'" },

    { "root without node", BOOK("", POSITIONS, "{\"node\":0}", ""),
      "roots[0].node: there is no node 0" },
    { "root of another position",
      BOOK("", POSITIONS, ROOTS, "{\"id\":0,\"position\":1}"),
      "roots[0].fen: not the position of node 0" },
    { "roots in disorder",
      BOOK("", POSITIONS, ROOTS "," ROOTS, "{\"id\":0,\"position\":0}"),
      "roots[1].node: expected a number above 0, found 0" },

    { "no position", NODE("\"name\":\"x\""),
      "nodes[0].position: expected a whole number, found nothing" },
    { "beyond", NODE("\"position\":2"),
      "nodes[0].position: there is no position 2" },
    { "negative", NODE("\"position\":-1"),
      "nodes[0].position: expected 0 to 4294967295, found -1" },
    { "real", NODE("\"position\":0.0"),
      "nodes[0].position: expected a whole number, found a number" },
    { "name", NODE("\"position\":0,\"name\":1"),
      "nodes[0].name: expected a string, found a whole number" },
    { "eval", NODE("\"position\":0,\"eval\":3"),
      "nodes[0].eval: expected an object, found a whole number" },
    { "eval of neither kind", NODE("\"position\":0,\"eval\":{}"),
      "nodes[0].eval.cp: expected a whole number, found nothing" },
    { "eval of both kinds",
      NODE("\"position\":0,\"eval\":{\"cp\":1,\"mate\":2}"),
      "nodes[0].eval: both 'cp' and 'mate'" },
    { "eval too large", NODE("\"position\":0,\"eval\":{\"cp\":2147483648}"),
      "nodes[0].eval.cp: expected -2147483648 to 2147483647, found "
      "2147483648" },
    { "place", NODE("\"position\":0,\"coordinates\":{\"x\":1}"),
      "nodes[0].coordinates.y: expected a number, found nothing" },
    { "place as text", NODE("\"position\":0,\"coordinates\":{\"x\":\"1\"}"),
      "nodes[0].coordinates.x: expected a number, found a string" },
    { "moves", NODE("\"position\":0,\"moves\":{}"),
      "nodes[0].moves: expected a list, found an object" },

    { "no uci", MOVE("\"to\":1"),
      "nodes[0].moves[0].uci: expected a string, found nothing" },
    { "unreadable", MOVE("\"uci\":\"e4\",\"to\":1"),
      "nodes[0].moves[0].uci: expected 4 or 5 characters like e2e4 or e7e8q, "
      "found 2" },
    { "illegal", MOVE("\"uci\":\"e2e5\",\"to\":1"),
      "nodes[0].moves[0].uci: e2e5 is not legal" },
    { "no target", MOVE("\"uci\":\"e2e4\""),
      "nodes[0].moves[0].to: expected a whole number, found nothing" },
    { "target beyond", MOVE("\"uci\":\"e2e4\",\"to\":2"),
      "nodes[0].moves[0].to: there is no node 2" },
    { "wrong target", MOVE("\"uci\":\"d2d4\",\"to\":1"),
      "nodes[0].moves[0].to: the move does not lead to the position of node "
      "1" },
    { "weight", E4("\"weight\":4294967296"),
      "nodes[0].moves[0].weight: expected 0 to 4294967295, found "
      "4294967296" },
    { "half a result", E4("\"draws\":1"),
      "nodes[0].moves[0].white: expected a whole number, found nothing" },
    { "mark", E4("\"mark\":\"bad\""),
      "nodes[0].moves[0].mark: expected 'avoided' or 'passive', found 'bad'" },
    { "five nags", E4("\"nags\":[1,2,3,4,5]"),
      "nodes[0].moves[0].nags: expected a list of at most 4 numbers" },
    { "nag 0", E4("\"nags\":[1,0]"),
      "nodes[0].moves[0].nags: expected numbers from 1 to 255" },
    { "learn", E4("\"learn\":12"),
      "nodes[0].moves[0].learn: expected a string, found a whole number" },
    { "learn in capitals", E4("\"learn\":\"FFFFFFFFFFFFFFFF\""),
      "nodes[0].moves[0].learn: expected 16 hexadecimal digits, found "
      "'FFFFFFFFFFFFFFFF'" },
    { "line alone", E4("\"line\":1"),
      "nodes[0].moves[0].col: expected a whole number, found nothing" },
    { "unknown in a move", E4("\"wieght\":1"),
      "nodes[0].moves[0]: unknown member 'wieght'" },
};

static void test_bad(void **state)
{
    (void)state;
    assert_int_equal(
        check_refused(tabia_format_find("json", NULL), bad, COUNT_OF(bad)), 0);
}

/* The good file that the cases above spoil is good. */
static void test_spoilt_nothing(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("json", E4("\"weight\":5"), &err);
    if (!book)
        fail_msg("%s", err.msg);
    assert_int_equal(tabia_book_edge_data(book, 0).weight, 5);
    tabia_book_free(book);
}

static void test_detect(void **state)
{
    (void)state;
    static const struct match_case cases[] = {
        { "{\"schema\":1}", FORMAT_SURE },
        { "\xEF\xBB\xBF \r\n{ \t\n \"schema\" : 1", FORMAT_SURE },
        { "{\"schem\"", FORMAT_MAYBE },
        { "{\"a\":1}", FORMAT_MAYBE },
        { "{", FORMAT_MAYBE },
        { "[]", FORMAT_NO },
        { " ", FORMAT_NO },
        { "\xFF\xFE{", FORMAT_NO },
    };
    assert_int_equal(check_matches(tabia_format_find("json", NULL), cases,
                                   COUNT_OF(cases)),
                     0);
}

/* ---- want of memory -------------------------------------------------- */

static void test_memory(void **state)
{
    (void)state;
    check_starved_text(tabia_format_find("json", NULL), full_dump);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dump),   cmocka_unit_test(test_full),
        cmocka_unit_test(test_empty),  cmocka_unit_test(test_graph),
        cmocka_unit_test(test_forest), cmocka_unit_test(test_roots),
        cmocka_unit_test(test_places), cmocka_unit_test(test_source),
        cmocka_unit_test(test_bad),    cmocka_unit_test(test_spoilt_nothing),
        cmocka_unit_test(test_detect), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
