/*
 * test_book_core.c - building, freezing and searching a book
 */
#include "book/builder_def.h"
#include "book/edges.h"
#include "chess_table.h"

#include "base/compiler.h"
#include "fail_alloc.h"
#include "format_check.h"

static void add_line(struct tabia_builder *b, const char *moves,
                     struct tabia_builder_cursor *c)
{
    assert_true(tabia_builder_start(b, NULL, c, NULL));
    play_moves(b, c, moves);
}

static struct tabia_pos position_after(const char *moves)
{
    struct tabia_pos pos;
    table_line(moves, &pos, NULL);
    return pos;
}

/* The moves found in a position, as text: "f8g7 d7d6". */
static const char *found(const struct tabia_book *book, const char *moves,
                         char *buf, size_t size)
{
    const struct tabia_pos pos = position_after(moves);
    struct edges it = edges_find(book, &pos);
    struct tabia_book_move entry;
    buf[0] = '\0';
    while (edges_next(&it, &entry)) {
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, entry.move, false, uci);
        snprintf(buf + strlen(buf), size - strlen(buf), "%s%s",
                 buf[0] ? " " : "", uci);
    }
    return buf;
}

static void test_find(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *want;
    } cases[] = {
        { "", "d2d4 e2e4 e2e4 e2e4" },
        { "e2e4 g7g6 d2d4", "f8g7" }, // by transposition
        { "d2d4 g7g6 e2e4", "f8g7" },
        { "e2e4", "g7g6 e7e5 d7d5" },
        { "e2e4 e7e5 g1f3", "" }, // the end of a line
        { "a2a3", "" },           // not in the book
        { "e2e4 d7d5", "e4d5" },
    };
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor c;
    add_line(b, "d2d4 g7g6 e2e4 f8g7", &c);
    add_line(b, "e2e4 g7g6 d2d4", &c);
    add_line(b, "e2e4 e7e5 g1f3", &c);
    add_line(b, "e2e4 d7d5 e4d5", &c);
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    assert_non_null(book);

    char got[64];
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_true(check_text(cases[i].moves,
                               found(book, cases[i].moves, got, sizeof(got)),
                               cases[i].want));
    assert_int_equal(tabia_book_node_count(book), 17);
    assert_int_equal(tabia_book_edge_count(book), 13);
    assert_int_equal(tabia_book_root_count(book), 4);
    assert_int_equal(tabia_book_position_count(book), 11);
    assert_int_equal(tabia_book_position_node_at(book, TABIA_NUMBER_NONE, 0),
                     TABIA_NUMBER_NONE);
    tabia_book_free(book);
}

/* Siblings that arrive between other nodes end up side by side, in order. */
static void test_siblings(void **state)
{
    (void)state;
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor root, c;
    assert_true(tabia_builder_start(b, NULL, &root, NULL));
    static const char *const lines[] = { "e2e4 e7e5", "d2d4 d7d5 c2c4",
                                         "c2c4" };
    uint32_t first_edges[COUNT_OF(lines)];
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        c = root;
        char first[5];
        memcpy(first, lines[i], 4);
        first[4] = '\0';
        play_moves(b, &c, first);
        first_edges[i] = c.edge;
        play_moves(b, &c, lines[i] + 4 + strspn(lines[i] + 4, " "));
    }
    for (uint32_t i = 0; i < COUNT_OF(lines); i++) {
        const struct tabia_move_data data = {
            .has = TABIA_HAS_WEIGHT | TABIA_HAS_MOVE_COMMENT,
            .weight = 10 * (i + 1),
            .comment = i == 1 ? "queen's pawn" : "other",
        };
        assert_true(tabia_builder_set_move(b, first_edges[i], &data, NULL));
    }
    struct tabia_book *book = tabia_builder_freeze(b, NULL);

    uint32_t first, count;
    tabia_book_node_edges(book, tabia_book_root_at(book, 0), &first, &count);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(tabia_book_edge_data(book, first + i).weight,
                         10 * (i + 1));
    assert_string_equal(tabia_book_edge_data(book, first + 1).comment,
                        "queen's pawn");
    assert_ptr_equal(tabia_book_edge_data(book, first).comment,
                     tabia_book_edge_data(book, first + 2).comment);
    assert_int_equal(tabia_book_attr_count(book, TABIA_ATTR_WEIGHT), 3);
    struct tabia_pos beyond;
    const char *key, *value;
    assert_int_equal(tabia_book_root_at(book, tabia_book_root_count(book)),
                     TABIA_NUMBER_NONE);
    assert_false(
        tabia_book_root_pos_at(book, tabia_book_root_count(book), &beyond));
    assert_false(tabia_book_position_pos_at(
        book, tabia_book_position_count(book), &beyond));
    assert_false(
        tabia_book_text_at(book, tabia_book_text_count(book), &key, &value));
    for (int a = TABIA_ATTR_COUNT; a < TABIA_ATTRS_MAX; a++)
        assert_int_equal(tabia_book_attr_count(book, (enum tabia_attr)a), 0);
    tabia_book_free(book);
}

/* Knights that go out and come home make a cycle of four nodes. */
static void test_join(void **state)
{
    (void)state;
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor c;
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    static const char *const cycle[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
    for (size_t i = 0; i < 8; i++) {
        tabia_move mv;
        assert_true(tabia_uci_parse(&c.pos, cycle[i % 4], 4, &mv, NULL));
        assert_true(tabia_builder_play_joined(b, &c, mv, NULL));
    }
    assert_int_equal(c.node, 0);
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    assert_int_equal(tabia_book_node_count(book), 4);
    assert_int_equal(tabia_book_edge_count(book), 4);
    tabia_book_free(book);
}

static void test_refusals(void **state)
{
    (void)state;
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor c;
    struct tabia_error err = { 0 };
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    const tabia_move bad = tabia_move_make(4, 36, TABIA_PIECE_NONE); // Ke1-e5
    assert_false(tabia_builder_play(b, &c, bad, &err));
    assert_true(check_text("illegal", err.msg, "e1e5 is not a legal move"));

    const tabia_move e4 = tabia_move_make(12, 28, TABIA_PIECE_NONE);
    err = (struct tabia_error){ 0 };
    assert_false(tabia_builder_link(b, &c, e4, 0, &err));
    assert_true(check_text("wrong node", err.msg,
                           "the move does not lead to the position of node 0"));
    err = (struct tabia_error){ 0 };
    const struct tabia_node_data data = { .has = TABIA_HAS_NAME,
                                          .name = "caf\xe9" };
    assert_false(tabia_builder_set_node(b, 0, &data, &err));
    assert_true(check_text("bad text", err.msg, "a text is not valid UTF-8"));
    assert_int_equal(builder_node_count(b), 1);
    tabia_builder_free(b);
}

/* What the enums do not have would be read beyond the tables of their words. */
static void test_unknown_values(void **state)
{
    static const struct {
        struct tabia_move_data move;
        struct tabia_node_data node;
        const char *want;
    } cases[] = {
        { { .has = TABIA_HAS_MARK, .mark = (enum tabia_mark)7 },
          { 0 },
          "misuse: 7 is not a kind of mark" },
        { { .has = TABIA_HAS_MARK, .mark = (enum tabia_mark)256 },
          { 0 },
          "misuse: 256 is not a kind of mark" },
        { { 0 },
          { .has = TABIA_HAS_EVAL, .eval.kind = (enum tabia_eval_kind)2 },
          "misuse: 2 is not a kind of evaluation" },
        { { .mark = (enum tabia_mark)7 },
          { .eval.kind = (enum tabia_eval_kind)2 },
          "ok: " },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_builder *b = new_builder();
        struct tabia_builder_cursor c;
        struct tabia_error err = { 0 };
        char got[TABIA_ERROR_MSG_SIZE + 20];
        add_line(b, "e2e4", &c);
        const bool is_set =
            tabia_builder_set_move(b, c.edge, &cases[i].move, &err) &&
            tabia_builder_set_node(b, c.node, &cases[i].node, &err);
        assert_int_equal(is_set, err.status == TABIA_OK);
        snprintf(got, sizeof(got), "%s: %s", tabia_status_name(err.status),
                 err.msg);
        nfailed += !check_text(cases[i].want, got, cases[i].want);
        struct tabia_book *book = freeze(b);
        assert_int_equal(tabia_book_attrs(book), 0);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* An empty value neither sets an attribute nor takes it away. */
static void test_empty_values(void **state)
{
    static const struct tabia_tag tag = { "A", "1" };
    const struct tabia_move_data no_move = {
        .has = TABIA_HAS_MARK | TABIA_HAS_NAGS | TABIA_HAS_MOVE_COMMENT,
    };
    const struct tabia_node_data no_node = {
        .has = TABIA_HAS_NAME | TABIA_HAS_TAGS,
    };
    const struct tabia_move_data move = { .has = no_move.has,
                                          .mark = TABIA_MARK_PASSIVE,
                                          .nags = { 1 },
                                          .comment = "x" };
    const struct tabia_node_data node = {
        .has = no_node.has, .name = "y", .tags = &tag, .ntags = 1
    };
    (void)state;
    for (int is_set = 0; is_set < 2; is_set++) {
        struct tabia_builder *b = new_builder();
        struct tabia_builder_cursor c;
        add_line(b, "e2e4", &c);
        if (is_set) {
            assert_true(tabia_builder_set_move(b, c.edge, &move, NULL));
            assert_true(tabia_builder_set_node(b, 0, &node, NULL));
        }
        assert_true(tabia_builder_set_move(b, c.edge, &no_move, NULL));
        assert_true(tabia_builder_set_node(b, 0, &no_node, NULL));
        assert_true(
            tabia_builder_add_text(b, "title", "T", TABIA_LEN_NUL, NULL));
        struct tabia_book *book = freeze(b);
        assert_int_equal(tabia_book_attrs(book),
                         is_set ? move.has | node.has : 0);
        if (is_set) {
            const struct tabia_move_data got = tabia_book_edge_data(book, 0);
            assert_int_equal(got.mark, TABIA_MARK_PASSIVE);
            assert_int_equal(got.nags[0], 1);
        }
        assert_string_equal(tabia_book_find_text(book, "title"), "T");
        tabia_book_free(book);
    }
}

/* Tags that cannot be set leave those that were there. */
static void test_tags(void **state)
{
    static const struct tabia_tag first[] = { { "A", "1" }, { "B", "2" } };
    static const struct {
        const char *name;
        struct tabia_tag tags[2];
        const char *want;
    } cases[] = {
        { "set again", { { "C", "3" }, { "D", "4" } }, "CD" },
        { "bad name", { { "C", "3" }, { "a b", "4" } }, "AB" },
        { "bad value", { { "C", "3" }, { "D", "4\n5" } }, "AB" },
        { "not UTF-8", { { "C", "3" }, { "D", "\xff" } }, "AB" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_builder *b = new_builder();
        struct tabia_builder_cursor c;
        struct tabia_node_data data = { .has = TABIA_HAS_TAGS,
                                        .tags = first,
                                        .ntags = COUNT_OF(first) };
        assert_true(tabia_builder_start(b, NULL, &c, NULL));
        assert_true(tabia_builder_set_node(b, c.node, &data, NULL));
        data.tags = cases[i].tags;
        assert_int_equal(tabia_builder_set_node(b, c.node, &data, NULL),
                         strcmp(cases[i].want, "AB") != 0);
        struct tabia_book *book = freeze(b);
        data = tabia_book_node_data(book, c.node);
        assert_int_equal(data.ntags, 2);
        const char got[] = { data.tags[0].name[0], data.tags[1].name[0], '\0' };
        assert_true(check_text(cases[i].name, got, cases[i].want));
        tabia_book_free(book);
    }
}

static void test_limit(void **state)
{
    (void)state;
    const struct tabia_builder_options options = { .memory_limit = 20000 };
    struct tabia_builder *b = tabia_builder_new(&options, NULL);
    struct tabia_error err = { 0 };
    struct tabia_builder_cursor c;
    int n = 0;
    while (tabia_builder_start(b, NULL, &c, &err))
        n++;
    assert_in_range(n, 100, 1000);
    assert_int_equal(err.status, TABIA_ERR_LIMIT);
    tabia_builder_free(b);

    char text[15000];
    memset(text, 'x', sizeof(text));
    b = tabia_builder_new(&options, NULL);
    err = (struct tabia_error){ 0 };
    assert_true(tabia_builder_add_text(b, "author", text, 9000, &err));
    assert_false(tabia_builder_add_text(b, "title", text, 15000, &err));
    assert_string_equal(err.msg, "the book's texts are too long");
    tabia_builder_free(b);
}

/* The last double step counts only where the capture is legal. */
static void test_identity(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        bool is_same; // with and without the double step?
    } cases[] = {
        { "e2e4", true },
        { "e2e4 a7a6 e4e5 d7d5", false },
        { "e2e4 a7a6 e4e5 b7b5", true },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_builder *b = tabia_builder_new(NULL, NULL);
        struct tabia_builder_cursor c;
        add_line(b, cases[i].moves, &c);
        struct tabia_book *book = tabia_builder_freeze(b, NULL);
        struct tabia_pos pos = position_after(cases[i].moves);
        const uint32_t with = tabia_book_find_position(book, &pos);
        assert_int_not_equal(with, TABIA_NUMBER_NONE);
        pos.ep_file = TABIA_FILE_NONE;
        const uint32_t without = tabia_book_find_position(book, &pos);
        assert_int_equal(with == without, cases[i].is_same);
        tabia_book_free(book);
    }
}

/*
 * The hash of the second text has the same 32 bits as that of "a", which it
 * begins with: it is refused, and nothing behind "a" is read.
 */
static void test_text_with_nul(void **state)
{
    (void)state;
    static const char text[] = "a\0xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxhpaebmmga";
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    assert_non_null(b);
    assert_true(tabia_builder_add_text(b, "k", "a", 1, &err));
    assert_false(tabia_builder_add_text(b, "k", text, sizeof(text) - 1, &err));
    assert_string_equal(err.msg, "a text is not valid UTF-8");
    tabia_builder_free(b);
}

static struct tabia_book *build_small(struct tabia_error *err)
{
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    struct tabia_builder_cursor c;
    const struct tabia_move_data data = { .has = TABIA_HAS_MOVE_COMMENT,
                                          .comment = "x" };
    const tabia_move e4 = tabia_move_make(12, 28, TABIA_PIECE_NONE);
    if (!b)
        return NULL;
    if (!tabia_builder_start(b, NULL, &c, err) ||
        !tabia_builder_play(b, &c, e4, err) ||
        !tabia_builder_set_move(b, c.edge, &data, err) ||
        !tabia_builder_add_text(b, "title", "T", 1, err)) {
        tabia_builder_free(b);
        return NULL;
    }
    return tabia_builder_freeze(b, err);
}

static bool build_and_ask(void *ctx, struct tabia_error *err)
{
    struct tabia_book *book = build_small(err);
    (void)ctx;
    if (book)
        assert_string_equal(tabia_book_find_text(book, "title"), "T");
    return fail_alloc_book(book);
}

/* A move that there is no room for is refused, and leaves nothing behind. */
static bool play_one(void *ctx, struct tabia_error *err)
{
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    const tabia_move e4 = tabia_move_make(12, 28, TABIA_PIECE_NONE);
    struct tabia_builder_cursor c;
    (void)ctx;
    bool ok = b && tabia_builder_start(b, NULL, &c, err);
    if (ok) {
        ok = tabia_builder_play(b, &c, e4, err);
        assert_int_equal(builder_node_count(b), ok ? 2 : 1);
    }
    tabia_builder_free(b);
    return ok;
}

static void test_no_memory(void **state)
{
    (void)state;
    assert_true(fail_alloc_each(build_and_ask, NULL) > 10);
    fail_alloc_each(play_one, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_unknown_values),
        cmocka_unit_test(test_empty_values),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_siblings),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_text_with_nul),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
