/*
 * test_chess_uci.c - moves in UCI notation
 */
#include "chess/move_code.h"
#include "chess_table.h"

#define START    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define ROOKS    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define ROOKS_B  "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
#define PROMOTES "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"

static const struct bad_move bad[] = {
    { "empty", START, "",
      "1 syntax: expected 4 or 5 characters like e2e4 or e7e8q, found 0" },
    { "three characters", START, "e2e",
      "4 syntax: expected 4 or 5 characters like e2e4 or e7e8q, found 3" },
    { "six characters", START, "e2e4qq",
      "6 syntax: expected 4 or 5 characters like e2e4 or e7e8q, found 6" },
    { "no file", START, "i2e4", "1 syntax: expected a square, found 'i2'" },
    { "no rank", START, "e9e4", "1 syntax: expected a square, found 'e9'" },
    { "no target", START, "e2e0", "3 syntax: expected a square, found 'e0'" },
    { "capital square", START, "E2E4",
      "1 syntax: expected a square, found 'E2'" },
    { "null move", START, "0000", "1 syntax: expected a square, found '00'" },
    { "SAN", START, "Ngf3", "1 syntax: expected a square, found 'Ng'" },
    { "control bytes", START,
      "\x1b\x07"
      "e4",
      "1 syntax: expected a square, found '\\x1B\\x07'" },
    { "byte above ASCII", START,
      "e2\xff"
      "4",
      "3 syntax: expected a square, found '\\xFF4'" },
    { "promotion to a king", PROMOTES, "a7a8k",
      "5 syntax: expected q, r, b or n, found 'k'" },
    { "promotion to a pawn", PROMOTES, "a7a8p",
      "5 syntax: expected q, r, b or n, found 'p'" },
    { "promotion by a byte", PROMOTES, "a7a8\n",
      "5 syntax: expected q, r, b or n, found '\\x0A'" },
    { "empty square", START, "e4e5", "1 illegal: no piece on e4" },
    { "enemy's piece", START, "e7e5",
      "1 illegal: the piece on e7 is black, but it is white's move" },
    { "white piece on black's move", ROOKS_B, "e1e2",
      "1 illegal: the piece on e1 is white, but it is black's move" },
    { "own piece taken", START, "a1a2", "1 illegal: a1a2 is not legal" },
    { "same square", START, "e2e2", "1 illegal: e2e2 is not legal" },
    { "not how it moves", START, "b1b3", "1 illegal: b1b3 is not legal" },
    { "pawn three steps", START, "e2e5", "1 illegal: e2e5 is not legal" },
    { "pawn sideways onto nothing", START, "e2d3",
      "1 illegal: e2d3 is not legal" },
    { "pawn blocked", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e3e4",
      "1 illegal: e3e4 is not legal" },
    { "double step blocked", "4k3/8/8/8/8/4n3/4P3/2K5 w - - 0 1", "e2e4",
      "1 illegal: e2e4 is not legal" },
    { "en passant not now", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6",
      "1 illegal: e5d6 is not legal" },
    { "not en passant at the edge", "4k3/8/1P6/8/8/8/8/4K3 w - - 0 1", "b6a7",
      "1 illegal: b6a7 is not legal" },
    { "pinned", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3",
      "1 check: e2c3 leaves the king in check" },
    { "pinned en passant", "6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6",
      "1 check: e5d6 leaves the king in check" },
    { "check not met", "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4",
      "1 check: a2a4 leaves the king in check" },
    { "king into check", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1",
      "1 check: e1d1 leaves the king in check" },
    { "promotion piece missing", PROMOTES, "a7a8",
      "5 illegal: a7a8 needs a promotion piece: q, r, b or n" },
    { "promotion piece missing on capture", PROMOTES, "a7b8",
      "5 illegal: a7b8 needs a promotion piece: q, r, b or n" },
    { "promotion of a pawn too early", START, "e2e4q",
      "5 illegal: e2e4q has a promotion piece, but nothing promotes" },
    { "promotion of a king", ROOKS, "e1g1q",
      "5 illegal: e1g1q has a promotion piece, but nothing promotes" },
    { "castling without right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1",
      "1 illegal: e1g1 is not legal" },
    { "king takes rook without right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
      "e1h1", "1 illegal: e1h1 is not legal" },
    { "castling out of check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1",
      "1 illegal: e1g1 is not legal" },
    { "castling through check", "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1g1",
      "1 illegal: e1g1 is not legal" },
    { "castling blocked", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1",
      "1 illegal: e1c1 is not legal" },
    { "king stays while the rook castles", "4k3/8/8/8/8/8/8/6KR w K - 0 1",
      "g1g1", "1 illegal: g1g1 is not legal" },
};

static void test_bad(void **state)
{
    (void)state;
    assert_int_equal(table_bad_moves(bad, COUNT_OF(bad), tabia_uci_parse), 0);
}

/* want: the move as printed for orthodox chess, and for Chess960 */
static const struct {
    const char *name, *fen, *text, *want, *want960;
} good[] = {
    { "pawn", START, "e2e4", "e2e4", "e2e4" },
    { "knight", START, "g1f3", "g1f3", "g1f3" },
    { "castling by target", ROOKS, "e1g1", "e1g1", "e1h1" },
    { "castling by rook", ROOKS, "e1h1", "e1g1", "e1h1" },
    { "long castling by target", ROOKS_B, "e8c8", "e8c8", "e8a8" },
    { "long castling by rook", ROOKS_B, "e8a8", "e8c8", "e8a8" },
    { "promotion", PROMOTES, "a7a8q", "a7a8q", "a7a8q" },
    { "capital promotion", PROMOTES, "a7b8N", "a7b8n", "a7b8n" },
    { "promotion to a rook", PROMOTES, "a7a8r", "a7a8r", "a7a8r" },
    { "promotion to a bishop", PROMOTES, "a7a8b", "a7a8b", "a7a8b" },
    { "en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6",
      "e5d6" },
    { "king on f1 steps to g1", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1",
      "f1g1", "f1g1" },
    { "king on f1 castles", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1h1",
      "f1h1" },
    { "king on f1, rook on g1", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1",
      "f1g1", "f1g1" },
    { "king on g1 castles", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "g1h1",
      "g1h1" },
    { "king on b1 goes far", "4k3/8/8/8/8/8/8/1K4R1 w K - 0 1", "b1g1", "b1g1",
      "b1g1" },
    { "king on b1 goes far to g1, rook on h1", "4k3/8/8/8/8/8/8/1K5R w K - 0 1",
      "b1g1", "b1h1", "b1h1" },
    { "king on d1 castles long", "4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1a1",
      "d1a1", "d1a1" },
    { "king on d1 steps to c1", "4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1c1",
      "d1c1", "d1c1" },
    { "king on f1 castles long", "4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "f1c1",
      "f1a1", "f1a1" },
};

static void test_good(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        const struct tabia_pos pos = table_pos(good[i].fen);
        struct tabia_error err = { 0 };
        tabia_move mv;
        char got[256], got960[TABIA_UCI_SIZE];
        memset(got, 'x', sizeof(got));
        memset(got960, 'x', sizeof(got960));
        if (!tabia_uci_parse(&pos, good[i].text, strlen(good[i].text), &mv,
                             &err)) {
            table_print_error(&err, got, sizeof(got));
            nfailed += table_differs(good[i].name, got, good[i].want);
            continue;
        }
        const size_t len = tabia_uci_print(&pos, mv, false, got);
        assert_int_equal(len, strlen(got));
        tabia_uci_print(&pos, mv, true, got960);
        nfailed += table_differs(good[i].name, got, good[i].want);
        nfailed += table_differs(good[i].name, got960, good[i].want960);
    }
    assert_int_equal(nfailed, 0);
}

/* Each two-way choice of the table above picks the move that it should. */
static void test_step_or_castling(void **state)
{
    (void)state;
    const struct tabia_pos pos = table_pos("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    tabia_move mv;
    assert_true(tabia_uci_parse(&pos, "f1g1", 4, &mv, NULL));
    assert_false(tabia_pos_is_castling(&pos, mv));
    assert_true(tabia_uci_parse(&pos, "f1h1", 4, &mv, NULL));
    assert_true(tabia_pos_is_castling(&pos, mv));
    assert_false(tabia_uci_parse(&pos, "f1f2q", 5, &mv, NULL));
}

/* ---- moves by their squares ------------------------------------------ */

static const struct {
    const char *name, *fen;
    tabia_square from, to;
    const char *any, *plain; // king takes rook; "-": no move
} squares[] = {
    { "short", ROOKS, 4, 6, "e1h1", "e1h1" },
    { "long, black", ROOKS_B, 60, 58, "e8a8", "e8a8" },
    { "king takes rook", ROOKS, 4, 7, "e1h1", "-" },
    { "too far", ROOKS, 4, 1, "-", "-" },
    { "a rook, not the king", ROOKS, 7, 5, "h1f1", "h1f1" },
    { "a queen unless said", PROMOTES, 48, 56, "-", "a7a8q" },
    { "960: a step first", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", 5, 6, "f1g1",
      "f1g1" },
    { "960: the king's square", "4k3/8/8/8/8/8/8/1K5R w K - 0 1", 1, 6, "b1h1",
      "b1h1" },
    { "960: the king stays", "4k3/8/8/8/8/8/8/6KR w H - 0 1", 6, 6, "g1h1",
      "-" },
};

static void test_squares(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(squares); i++) {
        const struct tabia_pos pos = table_pos(squares[i].fen);
        const tabia_square from = squares[i].from, to = squares[i].to;
        const tabia_move any = move_find(&pos, from, to, TABIA_PIECE_NONE);
        const tabia_move plain = move_find_plain(&pos, from, to);
        char got[TABIA_UCI_SIZE] = "-", got_plain[TABIA_UCI_SIZE] = "-";
        if (any)
            move_print(any, got);
        if (plain)
            move_print(plain, got_plain);
        nfailed += table_differs(squares[i].name, got, squares[i].any);
        nfailed += table_differs(squares[i].name, got_plain, squares[i].plain);
        if (any && !tabia_move_promotion(any))
            nfailed +=
                table_differs(squares[i].name,
                              move_square_name(move_target(&pos, any)).text,
                              move_square_name(to == 7 ? 6 : to).text);
    }
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_step_or_castling),
        cmocka_unit_test(test_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
