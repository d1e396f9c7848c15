/*
 * test_format_ctg_back.c - a ChessBase book gives back what was put in, without
 * what the report counts
 *
 * Both books are compared position by position and move by move here; the
 * report must have the same numbers.
 */
#include "book_text.h"
#include "shared_file.h"
#include "temp_folder.h"

#include "base/compiler.h"
#include "format/report.h"
#include "tabia/builder.h"
#include "tabia/format.h"

/* ---- counting -------------------------------------------------------- */

/* Of the first book, compared with the second. */
struct counts {
    uint64_t positions; // that the second has not
    uint64_t moves;     // that it has not, in any position
    uint64_t results;   // of moves of both that are others
};

static const struct tabia_book_move *find_move(
    const struct tabia_book_move *list, size_t n, tabia_move mv)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].move == mv)
            return &list[i];
    return NULL;
}

static bool has_same_results(const struct tabia_move_data *a,
                             const struct tabia_move_data *b)
{
    return a->white == b->white && a->draws == b->draws &&
           a->black == b->black && a->unknown_results == b->unknown_results;
}

static struct counts count_missing(const struct tabia_book *a,
                                   const struct tabia_book *b)
{
    struct counts counts = { 0 };
    for (uint32_t i = 0; i < tabia_book_position_count(a); i++) {
        struct tabia_book_move list[TABIA_MOVES_MAX], others[TABIA_MOVES_MAX];
        struct tabia_pos pos;
        tabia_book_position_pos_at(a, i, &pos);
        const uint32_t at = tabia_book_find_position(b, &pos);
        const size_t n = tabia_book_position_moves(a, i, TABIA_MERGE_DEFAULT,
                                                   list, TABIA_MOVES_MAX);
        const size_t nothers =
            at == TABIA_NUMBER_NONE
                ? 0
                : tabia_book_position_moves(b, at, TABIA_MERGE_DEFAULT, others,
                                            TABIA_MOVES_MAX);
        counts.positions += at == TABIA_NUMBER_NONE;
        for (size_t k = 0; k < n; k++) {
            const struct tabia_book_move *other =
                find_move(others, nothers, list[k].move);
            counts.moves += !other;
            counts.results +=
                other && !has_same_results(&list[k].data, &other->data);
        }
    }
    return counts;
}

static uint64_t reported(const struct tabia_report *report, const char *what)
{
    for (size_t i = 0; i < report->n; i++)
        if (strstr(report->list[i].what, what))
            return report->list[i].count;
    return 0;
}

struct account {
    uint64_t turned_positions, turned_moves, added, dropped, results;
};

static struct account read_account(const struct tabia_report *report)
{
    return (struct account){
        .turned_positions = reported(report, "unreachable positions"),
        .turned_moves = reported(report, "moves are read back mirrored"),
        .added = reported(report, "moves are added from"),
        .dropped = reported(report, "under-promotion") +
                   reported(report, "third piece"),
        .results = reported(report, "results of moves include"),
    };
}

/* Writes and reads the book; are the numbers those that are reported? */
static bool check_account(const char *name, const struct tabia_book *book,
                          struct account *account)
{
    const struct tabia_format *ctg = tabia_format_find("ctg", NULL);
    const struct tabia_read_options options = { .format = ctg };
    struct temp_folder folder;
    struct tabia_error err = { 0 };
    struct tabia_report report = { 0 };
    temp_folder_make(&folder);
    temp_folder_path(&folder, "book.ctb");
    temp_folder_path(&folder, "book.cto");
    const char *path = temp_folder_path(&folder, "book.ctg");
    struct tabia_book *back = NULL;
    if (tabia_book_save(book, path, ctg, NULL, &report, &err))
        back = tabia_book_load(path, &options, &err);
    temp_folder_remove(&folder);
    if (!back)
        fail_msg("%s: %s", name, err.msg);

    const struct counts lost = count_missing(book, back);
    const struct counts new = count_missing(back, book);
    tabia_book_free(back);
    *account = read_account(&report);
    bool is_good =
        check_number(name, account->turned_positions, lost.positions);
    is_good &= check_number(name, account->turned_moves + account->dropped,
                            lost.moves);
    is_good &=
        check_number(name, account->turned_moves + account->added, new.moves);
    is_good &= check_number(name, account->results, lost.results);
    return is_good;
}

/* ---- small books ----------------------------------------------------- */

static const struct {
    const char *name, *text;
    struct account want;
} books[] = {
    { "nothing to lose", "e2e4+1/0/0 e7e5+1/0/0", { 0 } },
    { "Black to move, and a line of the book soon",
      "e2e4 e7e5 g1f3 b8c6 f1b5 | fen:rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/"
      "RNBQKB1R_b_KQkq_-_0_1 e7e5 e2e4 b8c6",
      { 0 } },
    { "Black to move, White a move ahead",
      "fen:rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R_b_KQkq_-_0_1 e7e5",
      { 0 } },
    { "White to move, both castled",
      "fen:r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/"
      "R1BQ1RK1_w_-_-_0_1 d2d3",
      { 0 } },
    { "files the other way round",
      "fen:2kr1bnr/pppq1ppp/2npb3/4p3/4P3/2NPB3/PPPQ1PPP/2KR1BNR_w_-_-_0_1 "
      "g1f3",
      { 0 } },
    // White has lost a move, so the reader takes Black's turn for White's.
    { "a lost move",
      "fen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1 g8f6 "
      "d2d4",
      { .turned_positions = 3, .turned_moves = 2 } },
    // A king's walk: nothing tells left from right.
    { "a king on the left",
      "fen:7k/8/8/8/8/8/8/KR6_w_-_-_0_1 b1b7 | fen:7k/8/8/8/8/8/8/"
      "KR6_w_-_-_0_1 b1b2",
      { .turned_positions = 3, .turned_moves = 2 } },
    // After 1.e3 e5 2.e4 Black has the position of White after 1.e4 e5.
    { "the same with colours swapped",
      "e2e4 e7e5 g1f3 | e2e3 e7e5 e3e4 b8c6",
      { .added = 2 } },
    { "a promotion that cannot be written, and the way to it",
      "fen:4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1 a7a8n e8d7 | "
      "fen:4k3/P7/8/8/8/8/8/4K3_w_-_-_0_1 a7a8q",
      { .dropped = 1 } },
    { "results of two ways",
      "e2e4+1/0/0 e7e5+1/0/0 g1f3+1/0/0 | g1f3+2/1/0 e7e5+2/1/0 e2e4+2/1/0",
      { .results = 2 } },
};

static bool check_small(size_t i)
{
    const char *name = books[i].name;
    const struct account *want = &books[i].want;
    struct account got;
    struct tabia_book *book = book_text_make(books[i].text, BOOK_TEXT_GRAPH);
    bool is_good = check_account(name, book, &got);
    is_good &= check_number(name, got.turned_positions, want->turned_positions);
    is_good &= check_number(name, got.turned_moves, want->turned_moves);
    is_good &= check_number(name, got.added, want->added);
    is_good &= check_number(name, got.dropped, want->dropped);
    is_good &= check_number(name, got.results, want->results);
    tabia_book_free(book);
    return is_good;
}

static void test_small(void **state)
{
    int nbad = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(books); i++)
        nbad += !check_small(i);
    assert_int_equal(nbad, 0);
}

/* A position that is no root, and that no move leads to. */
static void test_lone(void **state)
{
    const char *fen =
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    const tabia_move a3 = tabia_move_make(8, 16, TABIA_PIECE_NONE);
    const tabia_move nf6 = tabia_move_make(62, 45, TABIA_PIECE_NONE);
    const tabia_move d4 = tabia_move_make(11, 27, TABIA_PIECE_NONE);
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    struct tabia_builder_cursor c;
    struct account got;
    (void)state;
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    assert_true(tabia_builder_play(b, &c, a3, NULL));
    assert_true(tabia_fen_parse(&c.pos, fen, strlen(fen), 0, NULL));
    assert_true(tabia_builder_add_node(b, &c.pos, &c.node, NULL));
    assert_true(tabia_builder_play(b, &c, nf6, NULL));
    assert_true(tabia_builder_play(b, &c, d4, NULL));
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    assert_non_null(book);
    assert_true(check_account("lone", book, &got));
    assert_true(check_number("lone", got.turned_positions, 3));
    tabia_book_free(book);
}

/* ---- real books ------------------------------------------------------ */

static const struct {
    const char *format, *file;
    bool is_exact; // every position and every move comes back
} files[] = {
    { "polyglot", "data/polyglot/Perfect2021.bin", true },
    { "abk", "data/abk/Perfect2021.abk", true },
    { "polyglot", "data/polyglot/gm2001.bin", false },
    { "polyglot", "data/polyglot/lucas_Zv2300_learn.bin", true },
};

static bool check_file(size_t i)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(files[i].format, NULL),
    };
    struct tabia_book *book = shared_book(files[i].file, &options);
    struct account got;
    bool is_good = check_account(files[i].file, book, &got);
    print_message("%s: %u positions, %llu turned, %llu moves added\n",
                  files[i].file, tabia_book_position_count(book),
                  (unsigned long long)got.turned_positions,
                  (unsigned long long)got.added);
    if (files[i].is_exact) {
        is_good &= check_number(files[i].file, got.turned_positions, 0);
        is_good &= check_number(files[i].file, got.dropped + got.added, 0);
    }
    tabia_book_free(book);
    return is_good;
}

static void test_files(void **state)
{
    int nbad = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++)
        nbad += !check_file(i);
    assert_int_equal(nbad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_lone),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
