/*
 * test_serve_draft.c - changing books, with what comes out written by hand
 */
#include "check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "serve/edit/draft.h"
#include "tabia/builder.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define E4    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
#define D4    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"

/* {"do":...,"fen":...,"uci":...} with what the test says of it. */
#define MOVE(what, fen, uci)                                                   \
    "{\"do\":\"" what "\",\"fen\":\"" fen "\",\"uci\":\"" uci "\"}"
#define ORDER(fen, uci, place)                                                 \
    "{\"do\":\"order\",\"fen\":\"" fen "\",\"uci\":\"" uci                     \
    "\",\"value\":" place "}"
#define SET(fen, uci, field, value)                                            \
    "{\"do\":\"set\",\"fen\":\"" fen "\",\"uci\":\"" uci                       \
    "\",\"field\":\"" field "\",\"value\":" value "}"
#define SET_NODE(fen, field, value)                                            \
    "{\"do\":\"set\",\"fen\":\"" fen "\",\"field\":\"" field                   \
    "\",\"value\":" value "}"

/*
 * 1.e4 e6 2.d4 and 1.d4 e6 2.e4 are one position; the first line goes on with
 * d5 Nc3, the second ends.
 */
#define MEETING "e2e4 e7e6 d2d4 d7d5 b1c3 | d2d4 e7e6 e2e4"

static const struct {
    const char *name, *book;
    enum book_text_mode mode;
    const char *changes;
    const char *want; // the dump, or "!" and the error
    uint32_t removed, kept;
} cases[] = {
    { "a move behind the others", "e2e4 | d2d4", BOOK_TEXT_TREE,
      "[" MOVE("add", START, "c2c4") "]", "0* e2e4>1 d2d4>2 c2c4>3; 1; 2; 3", 0,
      0 },
    { "a move that is there", "e2e4=5", BOOK_TEXT_TREE,
      "[" MOVE("add", START, "e2e4") "]", "0* e2e4=5>1; 1", 0, 0 },
    { "the first move of an empty book", "", BOOK_TEXT_TREE,
      "[" MOVE("add", START, "d2d4") "," MOVE("add", D4, "d7d5") "]",
      "0* d2d4>1; 1 d7d5>2; 2", 0, 0 },
    { "it may begin elsewhere", "", BOOK_TEXT_TREE,
      "[" MOVE("add", E4, "e7e5") "]", "0* e7e5>1; 1", 0, 0 },
    { "only a move begins an empty book", "", BOOK_TEXT_TREE,
      "[" SET_NODE(START, "name", "\"x\"") "]",
      "!change 1: the book does not have this position", 0, 0 },
    { "a line in one request", "e2e4", BOOK_TEXT_TREE,
      "[" MOVE("add", START, "d2d4") "," MOVE("add", D4, "d7d5") "]",
      "0* e2e4>1 d2d4>2; 1; 2 d7d5>3; 3", 0, 0 },
    { "a transposition in a tree is an occurrence of its own",
      "e2e4 e7e6 d2d4 | d2d4 e7e6 ~e2e4", BOOK_TEXT_TREE,
      "[" MOVE("add", E4, "e7e5") "]",
      "0* e2e4>1 d2d4>4; 1 e7e6>2 e7e5>7; 2 d2d4>3; 3; 4 e7e6>5; 5 e2e4>6; "
      "6; 7",
      0, 0 },
    { "a transposition in a graph joins", "e2e4 e7e6 d2d4 | d2d4",
      BOOK_TEXT_GRAPH,
      "[" MOVE("add", D4, "e7e6") ","
                                  "{\"do\":\"add\",\"fen\":\"rnbqkbnr/pppp1ppp/"
                                  "4p3/8/3P4/8/PPP1PPPP/"
                                  "RNBQKBNR w KQkq - 0 2\",\"uci\":\"e2e4\"}]",
      "0* e2e4>1 d2d4>4; 1 e7e6>2; 2 d2d4>3; 3; 4 e7e6>5; 5 e2e4>3", 0, 0 },
    { "a branch goes with its move", "e2e4 e7e5 g1f3 | d2d4", BOOK_TEXT_TREE,
      "[" MOVE("remove", START, "e2e4") "]", "0* d2d4>1; 1", 3, 0 },
    { "what another line needs is hung there", MEETING, BOOK_TEXT_TREE,
      "[" MOVE("remove", START, "e2e4") "]",
      "0* d2d4>3; 1 b1c3>2; 2; 3 e7e6>4; 4 e2e4>5; 5 d7d5>1", 3, 2 },
    { "in a graph it simply stays", MEETING, BOOK_TEXT_GRAPH,
      "[" MOVE("remove", START, "e2e4") "]",
      "0* d2d4>4; 1 d7d5>2; 2 b1c3>3; 3; 4 e7e6>5; 5 e2e4>1", 3, 2 },
    { "the line without the moves can go", MEETING, BOOK_TEXT_TREE,
      "[" MOVE("remove", START, "d2d4") "]",
      "0* e2e4>1; 1 e7e6>2; 2 d2d4>3; 3 d7d5>4; 4 b1c3>5; 5", 3, 2 },
    { "both can go", MEETING, BOOK_TEXT_TREE,
      "[" MOVE("remove", START, "e2e4") "," MOVE("remove", START, "d2d4") "]",
      "0*", 8, 2 },
    { "a circle goes as a whole", "g1f3 g8f6 f3g1 f6g8 | e2e4", BOOK_TEXT_GRAPH,
      "[" MOVE("remove", START, "g1f3") "]", "0* e2e4>1; 1", 4,
      1 }, // the start is behind the move, and stays
    { "values of a move hold everywhere", "e2e4 | new e2e4=3", BOOK_TEXT_TREE,
      "[" SET(START, "e2e4", "weight", "9") "]",
      "0* e2e4=9>1; 1; 2* e2e4=9>3; 3", 0, 0 },
    { "results stand once", "e2e4+1/1/1 | new e2e4+2/2/2", BOOK_TEXT_TREE,
      "[" SET(START, "e2e4", "results",
              "{\"white\":7,\"draws\":8,\"black\":9}") "]",
      "0* e2e4+7/8/9>1; 1; 2* e2e4>3; 3", 0, 0 },
    { "null takes away", "e2e4=3? 'King", BOOK_TEXT_TREE,
      "[" SET(START, "e2e4", "weight", "null") "," SET(
          START, "e2e4", "mark", "null") "," SET_NODE(E4, "name", "null") "]",
      "0* e2e4>1; 1", 0, 0 },
    { "names", "e2e4 | d2d4 'Queen", BOOK_TEXT_TREE,
      "[" SET_NODE(E4, "name", "\"Pawn\"") "]",
      "0* e2e4>1 d2d4>2; 1 'Pawn; 2 'Queen", 0, 0 },
    { "the last move becomes the first", "e2e4 | d2d4 | c2c4", BOOK_TEXT_TREE,
      "[" ORDER(START, "c2c4", "0") "]", "0* c2c4>3 e2e4>1 d2d4>2; 1; 2; 3", 0,
      0 },
    { "the first becomes the last, before a new one", "e2e4 | d2d4 | c2c4",
      BOOK_TEXT_GRAPH,
      "[" ORDER(START, "e2e4", "99") "," MOVE("add", START, "g1f3") "]",
      "0* d2d4>2 c2c4>3 e2e4>1 g1f3>4; 1; 2; 3; 4", 0, 0 },
    { "twice ordered", "e2e4 | d2d4 | c2c4", BOOK_TEXT_TREE,
      "[" ORDER(START, "c2c4", "0") "," ORDER(START, "d2d4", "1") "]",
      "0* c2c4>3 d2d4>2 e2e4>1; 1; 2; 3", 0, 0 },
    { "a move that is not there cannot be ordered", "e2e4", BOOK_TEXT_TREE,
      "[" ORDER(START, "d2d4", "0") "]",
      "!change 1: the book does not have this move", 0, 0 },
    { "no such move", "e2e4", BOOK_TEXT_TREE,
      "[" MOVE("remove", START, "d2d4") "]",
      "!change 1: the book does not have this move", 0, 0 },
    { "no such position", "e2e4", BOOK_TEXT_TREE,
      "[" MOVE("add", START, "d2d4") "," MOVE("remove", START, "d2d4") "," MOVE(
          "add", D4, "d7d5") "]",
      "!change 3: the book does not have this position", 0, 0 },
};

/* The changed book; NULL with an error. */
static struct tabia_book *change(const char *text, enum book_text_mode mode,
                                 const char *json, struct draft_result *result,
                                 struct tabia_error *err)
{
    struct tabia_book *book = book_text_make(text, mode), *next = NULL;
    json_t *root = json_loads(json, 0, NULL);
    struct changes changes;
    assert_non_null(root);
    if (changes_read(&changes, root, err)) {
        next = draft_apply(book, &changes, result, err);
        changes_clear(&changes);
    }
    json_decref(root);
    tabia_book_free(book);
    return next;
}

static void test_cases(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct draft_result result = { .added = 0 };
        struct tabia_book *next = change(cases[i].book, cases[i].mode,
                                         cases[i].changes, &result, &err);
        if (!next) {
            char got[256];
            snprintf(got, sizeof(got), "!%s", err.msg);
            nfailed += !check_text(cases[i].name, got, cases[i].want);
            continue;
        }
        nfailed += !book_text_check(cases[i].name, next, cases[i].want);
        nfailed +=
            !check_number(cases[i].name, result.removed, cases[i].removed);
        nfailed += !check_number(cases[i].name, result.kept, cases[i].kept);
    }
    assert_int_equal(nfailed, 0);
}

/* Links nodes[i] to nodes[i + 1] by the moves of a line, from the start. */
static void link_line(struct tabia_builder *b, const char *moves,
                      const uint32_t *nodes)
{
    struct tabia_error err = { 0 };
    struct tabia_builder_cursor c = { .edge = TABIA_NUMBER_NONE };
    tabia_pos_set_start(&c.pos);
    for (; *moves; moves += strspn(moves, " "), nodes++) {
        const size_t len = strcspn(moves, " ");
        tabia_move mv;
        c.node = nodes[0];
        assert_true(tabia_uci_parse(&c.pos, moves, len, &mv, &err));
        if (!tabia_builder_link(b, &c, mv, nodes[1], &err))
            fail_msg("%s: %s", moves, err.msg);
        moves += len;
    }
}

static void add_node(struct tabia_builder *b, const char *moves)
{
    struct tabia_error err = { 0 };
    struct tabia_pos pos;
    uint32_t node;
    tabia_pos_set_start(&pos);
    for (; *moves; moves += strspn(moves, " ")) {
        const size_t len = strcspn(moves, " ");
        tabia_move mv;
        assert_true(tabia_uci_parse(&pos, moves, len, &mv, &err));
        tabia_pos_play(&pos, mv);
        moves += len;
    }
    assert_true(tabia_builder_add_node(b, &pos, &node, &err));
}

/*
 * A file may name a position before the one that leads to it. Of the first
 * line both d7d5 and what follows are needed: the second has the position
 * before, the third the one behind.
 */
static void test_order(void **state)
{
    static const char *const nodes[] = {
        "g1f3 g8f6 b1c3 d7d5",
        "g1f3 g8f6 b1c3 d7d5 d2d4",
        "g1f3 g8f6 b1c3",
        "g1f3 g8f6",
        "g1f3",
        "b1c3",
        "b1c3 g8f6",
        "b1c3 g8f6 g1f3",
        "b1c3 d7d5",
        "b1c3 d7d5 g1f3",
        "b1c3 d7d5 g1f3 g8f6",
    };
    struct tabia_error err = { 0 };
    struct tabia_builder *b = tabia_builder_new(NULL, &err);
    struct tabia_builder_cursor c;
    struct draft_result result;
    struct changes changes;
    json_t *root = json_loads("[" MOVE("remove", START, "g1f3") "]", 0, NULL);
    (void)state;
    tabia_pos_set_start(&c.pos);
    assert_true(tabia_builder_start(b, &c.pos, &c, &err));
    for (size_t i = 0; i < COUNT_OF(nodes); i++)
        add_node(b, nodes[i]); // numbers from 1 on
    link_line(b, "g1f3 g8f6 b1c3 d7d5 d2d4",
              (const uint32_t[]){ 0, 5, 4, 3, 1, 2 });
    link_line(b, "b1c3 g8f6 g1f3", (const uint32_t[]){ 0, 6, 7, 8 });
    link_line(b, "b1c3 d7d5 g1f3 g8f6", (const uint32_t[]){ 0, 6, 9, 10, 11 });
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    assert_true(changes_read(&changes, root, &err));
    struct tabia_book *next = draft_apply(book, &changes, &result, &err);
    assert_non_null(next);
    assert_true(book_text_check(
        "the moves of both stay", next,
        "0* b1c3>2 b1c3>2; 1; 2 g8f6>3 d7d5>5; 3 g1f3>4; 4 d7d5>7; "
        "5 g1f3>6; 6 g8f6>7; 7 d2d4>1"));
    changes_clear(&changes);
    json_decref(root);
    tabia_book_free(book);
}

/* A node may have a move any number of times, and keeps all of them. */
static void test_many_edges(void **state)
{
    enum { REPEATED = TABIA_MOVES_MAX + 10 };
    struct tabia_error err = { 0 };
    struct buf text = { .limit = 1 << 16 };
    struct draft_result result;
    uint32_t first, count;
    (void)state;
    buf_add_text(&text, "d2d4");
    for (int i = 0; i < REPEATED; i++)
        buf_add_text(&text, " | ~e2e4");
    struct tabia_book *book =
        change(buf_text(&text), BOOK_TEXT_TREE,
               "[" ORDER(START, "d2d4", "5") "]", &result, &err);
    buf_clear(&text);
    assert_non_null(book);
    tabia_book_node_edges(book, 0, &first, &count);
    assert_int_equal(count, REPEATED + 1);
    assert_int_equal(tabia_move_from(tabia_book_edge_move(book, first + 5)),
                     11); // d2
    tabia_book_free(book);
}

struct drafting {
    struct tabia_book *book;
    struct changes changes;
};

static bool apply(void *ctx, struct tabia_error *err)
{
    const struct drafting *d = ctx;
    struct draft_result result;
    return fail_alloc_book(draft_apply(d->book, &d->changes, &result, err));
}

static void test_memory(void **state)
{
    struct drafting d = { .book = book_text_make(MEETING, BOOK_TEXT_TREE) };
    json_t *root =
        json_loads("[" MOVE("remove", START, "e2e4") "," MOVE(
                       "add", START, "c2c4") "," ORDER(START, "c2c4", "0") "]",
                   0, NULL);
    struct tabia_error err = { 0 };
    (void)state;
    assert_true(changes_read(&d.changes, root, &err));
    fail_alloc_each(apply, &d);
    changes_clear(&d.changes);
    json_decref(root);
    tabia_book_free(d.book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_many_edges),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
