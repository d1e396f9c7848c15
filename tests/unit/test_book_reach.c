/*
 * test_book_reach.c - shortest ways to the positions of a book
 */
#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "book/reach.h"
#include "book_text.h"
#include "chess/move_code.h"
#include "fail_alloc.h"

#define TWICE "d2d4 g7g6 e2e4 f8g7 | e2e4 g7g6 d2d4 g8f6"
#define PAWNS "fen:4k3/4p3/8/8/8/8/4P3/4K3_w_-_-_0_1"

enum what { INITIAL, ROOTS, REST, RESTART };

/* All positions as they were met: the ply, and the move that leads there. */
static const struct {
    const char *name, *text;
    enum what what;
    uint32_t max_ply;
    const char *drop; // a move that is not kept
    const char *want;
} cases[] = {
    { "empty", "", ROOTS, 0, "", "" },
    { "one line", "e2e4 e7e5", ROOTS, 0, "", "0 1e2e4 2e7e5" },
    { "breadth first", "e2e4 e7e5 | d2d4", ROOTS, 0, "",
      "0 1e2e4 1d2d4 2e7e5" },
    { "a position once, both its moves", TWICE, ROOTS, 0, "",
      "0 1d2d4 1e2e4 2g7g6 2g7g6 3e2e4 4f8g7 4g8f6" },
    { "max ply", TWICE, ROOTS, 2, "", "0 1d2d4 1e2e4 2g7g6 2g7g6" },
    { "a move not kept", TWICE, ROOTS, 0, "d2d4", "0 1e2e4 2g7g6" },
    { "roots first", "e2e4 | " PAWNS " e2e3", ROOTS, 0, "", "0 0 1e2e4 1e2e3" },
    { "the starting position alone", PAWNS " e2e3 | e2e4", INITIAL, 0, "",
      "0 1e2e4" },
    { "the starting position missing", PAWNS " e2e3", INITIAL, 0, "", "" },
    { "the rest in turn", "e2e4 e7e5 | d2d4 d7d5", REST, 0, "d2d4",
      "0 1e2e4 2e7e5 0 1d7d5" },
    { "back to the starts", "e2e4 e7e5 | " PAWNS " e2e3", RESTART, 1, "",
      "0 0 1e2e4 1e2e3" },
};

static void run(struct reach *ways, const struct tabia_book *book,
                const uint8_t *keep, enum what what, uint32_t max_ply)
{
    if (what == INITIAL)
        reach_add_initial(ways, book);
    else
        reach_add_roots(ways, book);
    reach_follow(ways, book, what == RESTART ? NULL : keep,
                 what == RESTART ? 0 : max_ply);
    if (what == REST)
        reach_follow_rest(ways, book);
    if (what == RESTART) {
        reach_restart(ways);
        reach_follow(ways, book, keep, max_ply);
    }
}

static void print(const struct reach *ways, const struct tabia_book *book,
                  struct buf *out)
{
    for (uint32_t i = 0; i < ways->n; i++) {
        const uint32_t position = ways->order[i];
        char text[TABIA_UCI_SIZE] = "";
        if (ways->edge[position] != TABIA_NUMBER_NONE)
            move_print(reach_move(ways, book, position), text);
        assert_int_equal(ways->parent[position] == TABIA_NUMBER_NONE,
                         ways->ply[position] == 0);
        buf_addf(out, "%s%u%s", i ? " " : "", ways->ply[position], text);
    }
}

static void test_cases(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book = book_text_make(cases[i].text, BOOK_TEXT_TREE);
        uint8_t keep[64];
        for (uint32_t edge = 0; edge < tabia_book_edge_count(book); edge++) {
            char text[TABIA_UCI_SIZE];
            move_print(tabia_book_edge_move(book, edge), text);
            keep[edge] = strcmp(text, cases[i].drop) != 0;
        }
        struct reach ways;
        struct buf got = { .limit = 1000 };
        assert_true(reach_init(&ways, tabia_book_position_count(book), NULL));
        run(&ways, book, keep, cases[i].what, cases[i].max_ply);
        print(&ways, book, &got);
        nfailed += !check_text(cases[i].name, buf_text(&got), cases[i].want);
        buf_clear(&got);
        reach_clear(&ways);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* Each occurrence of a position has a way of its own. */
static void test_nodes(void **state)
{
    (void)state;
    struct tabia_book *book = book_text_make(TWICE, BOOK_TEXT_TREE);
    struct reach ways;
    struct buf got = { .limit = 1000 };
    assert_true(reach_init(&ways, tabia_book_node_count(book), NULL));
    reach_add_initial_nodes(&ways, book);
    reach_follow_nodes(&ways, book, NULL);
    print(&ways, book, &got);
    assert_string_equal(buf_text(&got), "0 1d2d4 1e2e4 2g7g6 2g7g6 3e2e4 3d2d4 "
                                        "4f8g7 4g8f6");
    buf_clear(&got);
    reach_clear(&ways);
    tabia_book_free(book);
}

static void test_nomem(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct reach ways;
        struct tabia_error err = { 0 };
        fail_alloc_after(i);
        const bool is_done = reach_init(&ways, 10, &err);
        fail_alloc_off();
        assert_false(is_done);
        assert_int_equal(err.status, TABIA_ERR_NOMEM);
        assert_null(ways.order);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_nomem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
