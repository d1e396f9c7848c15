/*
 * test_uci_books.c - the rules of playing from a stack of books
 */
#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/compiler.h"
#include "book_text.h"
#include "store_maker.h"
#include "uci/book_stack.h"
#include "uci/uci_options.h"

static void add(struct book_stack *stack, const char *text, const char *sides)
{
    const struct book_stack_entry book = {
        .plays = { strchr(sides, 'w') != NULL, strchr(sides, 'b') != NULL },
    };
    struct tabia_source *source =
        source_of_book(book_text_make(text, BOOK_TEXT_TREE), NULL);
    assert_true(book_stack_add_source(stack, "test", source, &book, NULL));
}

static const struct {
    const char *name;
    const char *upper, *upper_sides; // the first book
    const char *lower;               // the second one, for both sides
    const char *moves;               // of the game
    const char *rules;               // "NAME=VALUE,..."
    const char *want;                // moves that pass, the chosen one first
} cases[] = {
    { "the first book decides", "e2e4 | d2d4", "wb", "c2c4", "", "",
      "e2e4 d2d4" },
    { "not for this side", "e2e4", "b", "c2c4", "", "", "c2c4" },
    { "for this side", "e2e4 e7e5", "b", "e2e4 c7c5", "e2e4", "", "e7e5" },
    { "only passive moves", "e2e4?", "wb", "c2c4", "", "", "c2c4" },
    { "best", "e2e4=1 | d2d4=2", "wb", "", "", "Method=best", "d2d4 e2e4" },
    { "min weight", "e2e4=1 | d2d4=2 | a2a3", "wb", "", "", "Min Weight=2",
      "d2d4 a2a3" },
    { "min weight, next book", "e2e4=1", "wb", "d2d4=5", "", "Min Weight=2",
      "d2d4" },
    { "min games", "e2e4+1/1/1 | d2d4+2/1/1 | a2a3", "wb", "", "",
      "Min Games=4", "d2d4 a2a3" },
    { "weight 0 is known, not played", "e2e4=0 | d2d4=1", "wb", "", "", "",
      "d2d4 e2e4" },
    { "avoided", "e2e4x | d2d4", "wb", "", "", "", "d2d4" },
    { "wide", "e2e4x | d2d4", "wb", "", "", "Wide=true", "e2e4 d2d4" },
    { "last ply", "e2e4 e7e5 g1f3", "wb", "", "e2e4 e7e5", "Depth=3", "g1f3" },
    { "beyond the last ply", "e2e4 e7e5 g1f3", "wb", "", "e2e4 e7e5", "Depth=2",
      "" },
    { "leave before", "e2e4 e7e5 g1f3 | d2d4 d7d5", "wb", "", "",
      "Leave Before=2", "e2e4" },
    { "leave before, next book", "e2e4 e7e5", "wb", "c2c4 c7c5 g1f3", "",
      "Leave Before=2", "c2c4" },
    { "leave before, far off", "e2e4 e7e5 g1f3", "wb", "", "", "Leave Before=3",
      "" },
    { "repetition", "g1f3 g8f6 f3g1 f6g8 | g1f3 g8f6 c2c4", "wb", "",
      "g1f3 g8f6 f3g1", "", "" },
    { "repetition asked for", "g1f3 g8f6 f3g1 f6g8", "wb", "", "g1f3 g8f6 f3g1",
      "Repeat=true", "f6g8" },
    { "no repetition after a pawn move", "a2a3 g8f6 b1c3 f6g8", "wb", "",
      "a2a3 g8f6 b1c3", "", "f6g8" },
    { "no books' move", "e2e4", "wb", "e2e4", "a2a3", "", "" },
};

static void set_rules(struct uci_options *options, struct book_stack *stack,
                      const char *text)
{
    while (*text) {
        const size_t len = strcspn(text, ","), name = strcspn(text, "=");
        char full[40];
        const int n =
            snprintf(full, sizeof(full), "Book %.*s", (int)name, text);
        const struct uci_setoption setting = {
            .name = { full, (size_t)n },
            .value = { text + name + 1, len - name - 1 },
            .has_value = true,
        };
        assert_int_equal(uci_options_set(options, stack, &setting, NULL),
                         UCI_SET_DONE);
        text += len + (text[len] == ',');
    }
}

static void describe(const struct book_hit *hit, const struct tabia_pos *pos,
                     struct buf *got)
{
    char uci[TABIA_UCI_SIZE];
    tabia_uci_print(pos, hit->answer.moves[hit->chosen].move, false, uci);
    buf_add_text(got, uci);
    for (size_t i = 0; i < hit->answer.nmoves; i++) {
        tabia_uci_print(pos, hit->answer.moves[i].move, false, uci);
        if (i != hit->chosen)
            buf_addf(got, " %s", uci);
    }
}

static void test_rules(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct uci_options options = { .choice = uci_options_defaults() };
        struct uci_game game = { .is_known = false };
        struct book_stack stack = { .library = NULL };
        struct buf got = { .limit = 1000 };
        struct book_hit hit;
        char position[256];
        add(&stack, cases[i].upper, cases[i].upper_sides);
        add(&stack, cases[i].lower, "wb");
        options.choice.method = TABIA_PICK_FIRST;
        set_rules(&options, &stack, cases[i].rules);
        const int n = snprintf(position, sizeof(position), "startpos moves %s",
                               cases[i].moves);
        assert_true(
            uci_game_set(&game, uci_rest_begin(position, (size_t)n), NULL));

        const struct book_choice_request request = { .game = &game };
        if (book_choice_make(&stack, &options.choice, &request, &hit, NULL))
            describe(&hit, &game.pos, &got);
        book_hit_clear(&hit);
        ok &= check_text(cases[i].name, buf_text(&got), cases[i].want);
        buf_clear(&got);
        uci_game_clear(&game);
        book_stack_clear(&stack);
    }
    assert_true(ok);
}

/* A damaged book is skipped and reported. */
static void test_damage(void **state)
{
    struct made made;
    struct buf store = { .limit = 1 << 24 };
    struct book_stack stack = { .library = NULL };
    struct uci_game game = { .is_known = false };
    struct book_choice_options rules = uci_options_defaults();
    struct tabia_error err = { 0 };
    struct book_hit hit;
    const struct book_stack_entry both = { .plays = { true, true } };
    (void)state;
    made_games(&made, 3, 20, 8);
    made_store(&made, 0, 20, 0, &store);
    made_damage(&store);
    assert_true(book_stack_add_source(
        &stack, "damaged",
        tabia_source_open_bytes(buf_bytes(&store), NULL, NULL), &both, NULL));
    add(&stack, "c2c4 c7c5 g1f3", "wb");
    assert_true(uci_game_set(&game, uci_rest_begin("startpos", 8), NULL));
    rules.leave_before = 1;
    const struct book_choice_request request = { .game = &game };
    assert_true(book_choice_make(&stack, &rules, &request, &hit, &err));
    assert_int_equal(hit.answer.source_index, 1);
    assert_int_equal(hit.answer.nmoves, 1);
    assert_int_equal(err.status, TABIA_ERR_CORRUPT);
    book_hit_clear(&hit);
    uci_game_clear(&game);
    book_stack_clear(&stack);
    buf_clear(&store);
    made_free(&made);
}

/* ---- lists of books -------------------------------------------------- */

static const struct {
    const char *list, *want; // the announced list, or the error
} lists[] = {
    { "uci_a.txt", "uci_a.txt" },
    { "uci_a.txt;;uci_b.txt:white;", "uci_a.txt;uci_b.txt:white" },
    { "<default>:black", "<default>:black" },
    { "<empty>", "<empty>" },
    { "", "<empty>" },
    { "uci_a.txt;uci_none.txt",
      "uci_none.txt: cannot open: No such file or directory" },
    { "uci_bad.txt",
      "uci_bad.txt:1:6: e2e5: Black is to move, but the piece is white" },
};

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_lists(void **state)
{
    bool ok = true;
    struct book_stack stack = { .library = NULL };
    const struct uci_options options = { .choice = uci_options_defaults() };
    char folder[] = "/tmp/tabia-test-XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    write_file("uci_a.txt", "e2e4 e7e5\n");
    write_file("uci_b.txt", "d2d4 d7d5\n");
    write_file("uci_bad.txt", "d2d4 e2e5\n");
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        struct tabia_error err = { 0 };
        struct buf got = { .limit = 10000 };
        const size_t before = book_stack_count(&stack);
        const char *text = err.msg;
        if (book_stack_set(&stack, lists[i].list, strlen(lists[i].list),
                           &err)) {
            uci_options_print(&options, &stack, &got);
            char *at = strstr(got.data, "type string default ");
            assert_non_null(at);
            text = at + strlen("type string default ");
            at = strchr(text, '\n');
            *at = '\0';
        } else {
            assert_int_equal(book_stack_count(&stack),
                             before); // the old books stay
        }
        ok &= check_text(lists[i].list, text, lists[i].want);
        buf_clear(&got);
    }
    book_stack_clear(&stack);
    unlink("uci_a.txt");
    unlink("uci_b.txt");
    unlink("uci_bad.txt");
    assert_int_equal(chdir("/"), 0);
    rmdir(folder);
    assert_true(ok);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
