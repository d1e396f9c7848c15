/*
 * test_deck.c - cards of books and puzzles, as values and for Anki
 *
 * With a folder as its argument it writes decks there instead, for a reader
 * that is not ours: tests/check_deck.sh.
 */
#include "check.h"

#include <sys/stat.h>

#include "base/compiler.h"
#include "deck/deck.h"
#include "fail_alloc.h"
#include "format_check.h"
#include "temp_folder.h"

#define NOW INT64_C(1700000000)

/* Two ways into one position, a move that is avoided, and a comment. */
static const char study[] =
    "[Event \"A & B <1>\"]\n\n"
    "1. e4 e5 (1... c5 2. Nf3 {against \"everything\"}) 2. Nf3 (2. f4? exf4) "
    "2... Nc6 (2... Nf6) 3. Bb5 (3. Bc4) *\n\n"
    "[Event \"more\"]\n\n1. Nf3 e5 2. e4 Nc6 *\n";

static struct tabia_book *study_book(struct tabia_error *err)
{
    return tabia_book_decode(bytes_of(study), NULL, err);
}

static void describe_deck(const struct deck *deck, char *text, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < deck_count(deck) && n < size; i++) {
        const struct deck_card *card = deck_card_at(deck, i);
        n += (size_t)snprintf(text + n, size - n, "%s|%s|%s\n", card->front,
                              card->back, card->tags);
    }
}

static void test_book(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    struct tabia_book *book = study_book(&err);
    assert_non_null(book);
    static const struct {
        enum tabia_color side;
        const char *want;
    } cases[] = {
        { TABIA_WHITE,
          "White to move|e4 or Nf3|tabia white\n"
          "White to move\n1.e4 e5|Nf3|tabia white\n"
          "White to move\n1.e4 e5 2.Nf3 Nc6|Bb5 or Bc4|tabia white\n"
          "White to move\n1.e4 c5|Nf3\nagainst \"everything\"|tabia white\n"
          "White to move\n1.Nf3 e5|e4|tabia white\n" },
        { TABIA_BLACK, "Black to move\n1.e4|e5 or c5|tabia black\n"
                       "Black to move\n1.e4 e5 2.Nf3|Nc6 or Nf6|tabia black\n"
                       "Black to move\n1.e4 e5 2.f4|exf4|tabia black\n"
                       "Black to move\n1.Nf3|e5|tabia black\n" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct deck *deck = deck_new("x", &err);
        char got[4096] = "";
        assert_true(deck_add_book(deck, book, cases[i].side, &err));
        describe_deck(deck, got, sizeof(got));
        assert_true(check_text("deck", got, cases[i].want));
        const size_t n = deck_count(deck);
        assert_true(deck_add_book(deck, book, cases[i].side, &err));
        assert_int_equal(deck_count(deck), n); // nothing twice
        deck_free(deck);
    }
    tabia_book_free(book);
}

static const char puzzles[] =
    "[D]Mate in 2\n[S]1: KB6!\n[S](a) .. KB8 2: RH8#\n"
    "k7/7R/2K5/8/8/8/8/8 w - - 0 1\n"
    "[D]no moves\n[S]none\nk7/7R/2K5/8/8/8/8/8 w - - 0 1\n";

static void test_puzzles(void **state)
{
    (void)state;
    struct puzzles *set =
        puzzles_decode(bytes_of(puzzles), PUZZLE_NONE, NULL, NULL);
    struct deck *deck = deck_new(NULL, NULL);
    char got[1024] = "";
    assert_true(deck_add_puzzles(deck, set, NULL));
    describe_deck(deck, got, sizeof(got));
    assert_true(check_text("puzzles", got,
                           "White to move\nMate in 2|1. Kb6 Kb8 2. Rh8#|"
                           "tabia puzzle\n"));
    deck_free(deck);
    puzzles_free(set);
}

static void test_csv(void **state)
{
    (void)state;
    struct temp_folder folder;
    char text[4096];
    struct deck *deck = deck_new("x", NULL);
    struct deck_card card = { .front = "a, \"b\"\nc",
                              .back = "d",
                              .tags = "t" };
    tabia_pos_set_start(&card.pos);
    deck_card_id(&card.pos, tabia_move_make(12, 28, TABIA_PIECE_NONE), card.id);
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "x.csv");
    assert_true(deck_add(deck, &card, NULL));
    assert_true(deck_write(deck, DECK_CSV, path, NOW, NULL, NULL));
    assert_true(check_text(
        "csv", temp_folder_read(path, text, sizeof(text)),
        "id,fen,question,answer,tags\r\n\"463b96181691fc9c-e2e4\",\"rnbqkbnr/"
        "pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"a, \"\"b\"\"\n"
        "c\",\"d\",\"t\"\r\n"));
    // An existing file stays as it is.
    struct tabia_error err = { 0 };
    assert_false(deck_write(deck, DECK_ANKI, path, NOW, NULL, &err));
    temp_folder_remove(&folder);
    deck_free(deck);
}

static bool export_all(void *ctx, struct tabia_error *err)
{
    const char *path = ctx;
    const struct output_options force = { .force = true };
    size_t n;
    struct tabia_book *book = study_book(err);
    const bool ok = book && deck_export_book(book, TABIA_WHITE, path, DECK_ANKI,
                                             NOW, &force, &n, err);
    tabia_book_free(book);
    return ok;
}

static void test_same_bytes(void **state)
{
    (void)state;
    static char first[1 << 18], second[1 << 18];
    struct temp_folder folder;
    struct stat info;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "x.apkg");
    assert_true(export_all((void *)(uintptr_t)path, NULL));
    assert_int_equal(stat(path, &info), 0);
    temp_folder_read(path, first, sizeof(first));
    assert_true(export_all((void *)(uintptr_t)path, NULL));
    temp_folder_read(path, second, sizeof(second));
    assert_memory_equal(first, second, (size_t)info.st_size);
    temp_folder_remove(&folder);
}

static void test_no_memory(void **state)
{
    (void)state;
    struct temp_folder folder;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "x.apkg");
    fail_alloc_each(export_all, (void *)(uintptr_t)path);
    temp_folder_remove(&folder);
}

/* white.apkg, later.apkg, white.csv and puzzles.apkg. */
static int write_samples(const char *folder)
{
    static const struct {
        const char *name;
        enum deck_format format;
        int64_t now;
    } files[] = {
        { "white.apkg", DECK_ANKI, NOW },
        { "later.apkg", DECK_ANKI, NOW + 100 },
        { "white.csv", DECK_CSV, NOW },
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = study_book(&err);
    struct puzzles *set =
        puzzles_decode(bytes_of(puzzles), PUZZLE_NONE, NULL, &err);
    struct deck *deck = deck_new("Puzzles", &err);
    char path[512];
    size_t n;
    bool ok = book && set && deck;
    for (size_t i = 0; ok && i < COUNT_OF(files); i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, files[i].name);
        ok = deck_export_book(book, TABIA_WHITE, path, files[i].format,
                              files[i].now, NULL, &n, &err);
    }
    snprintf(path, sizeof(path), "%s/puzzles.apkg", folder);
    ok = ok && deck_add_puzzles(deck, set, &err) &&
         deck_write(deck, DECK_ANKI, path, NOW, NULL, &err);
    if (!ok)
        fprintf(stderr, "%s\n", err.msg);
    deck_free(deck);
    puzzles_free(set);
    tabia_book_free(book);
    return !ok;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_book),      cmocka_unit_test(test_puzzles),
        cmocka_unit_test(test_csv),       cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_no_memory),
    };
    if (argc > 1)
        return write_samples(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
