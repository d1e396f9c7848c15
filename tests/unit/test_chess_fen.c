/*
 * test_chess_fen.c - reading and printing FEN
 */
#include "chess_table.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define KINGS "4k3/8/8/8/8/8/8/4K3"

/* ---- errors ----------------------------------------------------------- */

struct bad {
    const char *name, *fen, *want; // want: "column status: message"
};

static const struct bad bad_strict[] = {
    { "empty", "", "1 syntax: expected a board, found the end" },
    { "only a blank", " ", "1 syntax: expected a board, found ' '" },
    { "leading blank", " " START " w KQkq - 0 1",
      "1 syntax: expected a board, found ' '" },
    { "unknown piece", "rnbqkbnx/8/8/8/8/8/8/4K3 w - - 0 1",
      "8 syntax: expected a piece, a digit or '/', found 'x'" },
    { "digit 9", "9/8/8/8/8/8/8/8 w - - 0 1",
      "1 syntax: expected a piece, a digit or '/', found '9'" },
    { "digit 0", "4k3/0p7/8/8/8/8/8/4K3 w - - 0 1",
      "5 syntax: expected a piece, a digit or '/', found '0'" },
    { "dot for a square", "4k3/8/8/...P4/8/8/8/4K3 w - - 0 1",
      "9 syntax: expected a piece, a digit or '/', found '.'" },
    { "control byte", "4k3/8/\x1b/8/8/8/8/4K3 w - - 0 1",
      "7 syntax: expected a piece, a digit or '/', found '\\x1B'" },
    { "byte above ASCII", "4k3/\xc3\xa9/8/8/8/8/8/4K3 w - - 0 1",
      "5 syntax: expected a piece, a digit or '/', found '\\xC3'" },
    { "two digits", "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
      "6 syntax: two digits in a row" },
    { "short rank", "4k3/7/8/8/8/8/8/4K3 w - - 0 1",
      "6 syntax: rank 7 has only 7 squares" },
    { "long rank by a piece", "4k3/ppppppppp/8/8/8/8/8/4K3 w - - 0 1",
      "13 syntax: rank 7 has more than 8 squares" },
    { "long rank by a digit", "4k3/p8/8/8/8/8/8/4K3 w - - 0 1",
      "6 syntax: rank 7 has more than 8 squares" },
    { "empty rank", "4k3//8/8/8/8/8/4K3 w - - 0 1",
      "5 syntax: rank 7 has only 0 squares" },
    { "rank of one square", "4k3/p/8/8/8/8/8/4K3 w - - 0 1",
      "6 syntax: rank 7 has only 1 square" },
    { "one rank", "4k3 w - - 0 1", "4 syntax: the board has only 1 rank" },
    { "seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1",
      "18 syntax: the board has only 7 ranks" },
    { "nine ranks", "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
      "20 syntax: the board has more than 8 ranks" },
    { "short last rank", "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
      "20 syntax: rank 1 has only 7 squares" },
    { "board only half", "4k3/8/8/8", "10 syntax: the board has only 4 ranks" },
    { "no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1",
      "18 illegal: white has no king" },
    { "no black king", "8/8/8/8/8/8/8/4K3 w - - 0 1",
      "18 illegal: black has no king" },
    { "two white kings", "4k3/8/8/8/8/8/3K4/4K3 w - - 0 1",
      "20 illegal: white has 2 kings" },
    { "three black kings", "k3k2k/8/8/8/8/8/8/4K3 w - - 0 1",
      "5 illegal: black has 3 kings" },
    { "pawn on rank 8", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
      "1 illegal: a pawn cannot stand on rank 8" },
    { "pawn on rank 1", "4k3/8/8/8/8/8/8/4K2p w - - 0 1",
      "20 illegal: a pawn cannot stand on rank 1" },
    { "nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
      "23 illegal: white has 9 pawns" },
    { "seventeen men", "4k3/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1",
      "40 illegal: white's pawns (8) and promoted men (1) are more than 8" },
    { "ten queens", "4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 w - - 0 1",
      "29 illegal: white's pawns (0) and promoted men (9) are more than 8" },
    { "two queens and eight pawns", "3qk3/8/8/8/8/q7/pppppppp/4K3 b - - 0 1",
      "29 illegal: black's pawns (8) and promoted men (1) are more than 8" },
    { "board alone", KINGS, "20 syntax: expected 'w' or 'b', found the end" },
    { "board and blank", KINGS " ",
      "21 syntax: expected 'w' or 'b', found the end" },
    { "tab for a blank", KINGS "\tw - - 0 1",
      "20 syntax: expected a blank, found '\\x09'" },
    { "two blanks", KINGS "  w - - 0 1",
      "21 syntax: expected 'w' or 'b', found ' '" },
    { "capital side", KINGS " W - - 0 1",
      "21 syntax: expected 'w' or 'b', found 'W'" },
    { "side as a word", KINGS " white - - 0 1",
      "22 syntax: expected a blank, found 'h'" },
    { "no castling field", KINGS " w",
      "22 syntax: expected castling rights (KQkq, HAha or -), found the end" },
    { "castling field empty", KINGS " w  - 0 1",
      "23 syntax: expected castling rights (KQkq, HAha or -), found ' '" },
    { "castling unknown letter", START " w KQxq - 0 1",
      "49 syntax: expected castling rights (KQkq, HAha or -), found 'x'" },
    { "castling out of order", START " w QKkq - 0 1",
      "48 syntax: castling right 'K' is out of the order KQkq" },
    { "castling black first", START " w kqKQ - 0 1",
      "49 syntax: castling right 'K' is out of the order KQkq" },
    { "castling twice", START " w KKkq - 0 1",
      "48 syntax: castling right 'K' is a second one on its side" },
    { "castling twice in two spellings", START " w KHkq - 0 1",
      "48 syntax: castling right 'H' is a second one on its side" },
    { "castling and dash", START " w KQ- - 0 1",
      "49 syntax: expected castling rights (KQkq, HAha or -), found '-'" },
    { "castling dash and right", START " w -K - 0 1",
      "48 syntax: expected a blank, found 'K'" },
    { "castling without rook", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
      "24 illegal: castling right 'K', but there is no white rook for it" },
    { "castling by file without rook", "4k3/8/8/8/8/8/8/R3K3 w B - 0 1",
      "24 illegal: castling right 'B', but there is no white rook for it" },
    { "castling with the king's file", "4k3/8/8/8/8/8/8/R3K3 w E - 0 1",
      "24 illegal: castling right 'E', but there is no white rook for it" },
    { "castling with an enemy rook", "4k3/8/8/8/8/8/8/4K1Br w K - 0 1",
      "25 illegal: castling right 'K', but there is no white rook for it" },
    { "castling with king away", "r6r/4k3/8/8/8/8/8/4K3 w kq - 0 1",
      "25 illegal: castling right 'k', but the black king is not on its first "
      "rank" },
    { "no en passant field", START " w KQkq",
      "51 syntax: expected an en passant square or '-', found the end" },
    { "en passant no square", START " w KQkq x3 0 1",
      "52 syntax: expected an en passant square or '-', found 'x'" },
    { "en passant cut short", START " w KQkq e",
      "53 syntax: expected 6 for en passant by white, found the end" },
    { "en passant wrong rank for white", START " w KQkq e3 0 1",
      "53 syntax: expected 6 for en passant by white, found '3'" },
    { "en passant wrong rank for black", START " b KQkq e6 0 1",
      "53 syntax: expected 3 for en passant by black, found '6'" },
    { "en passant without pawn", START " b KQkq e3 0 1",
      "52 illegal: en passant square e3: no white pawn on e4 has just moved" },
    { "en passant own pawn", "4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1",
      "27 illegal: en passant square e6: no black pawn on e5 has just moved" },
    { "en passant square taken", "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
      "29 illegal: en passant square e6: no pawn can come from e7: e6 is not "
      "empty" },
    { "en passant home taken", "4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1",
      "29 illegal: en passant square e6: no pawn can come from e7: e7 is not "
      "empty" },
    { "en passant but in check before", "4k3/8/8/3p4/8/8/8/r3K3 w - d6 0 1",
      "28 illegal: en passant square d6: the white king was in check before "
      "d7-d5" },
    { "en passant but in check by that pawn", "8/k7/4K3/3p4/8/8/8/8 w - d6 0 1",
      "26 illegal: en passant square d6: the white king was in check before "
      "d7-d5" },
    { "en passant with junk", "4k3/8/8/4p3/8/8/8/4K3 w - e6x 0 1",
      "29 syntax: expected a blank, found 'x'" },
    { "no clocks", START " w KQkq -",
      "53 syntax: expected the halfmove clock, found the end" },
    { "halfmove a word", START " w KQkq - x 1",
      "54 syntax: expected the halfmove clock, found 'x'" },
    { "halfmove negative", START " w KQkq - -1 1",
      "54 syntax: expected the halfmove clock, found '-'" },
    { "halfmove with a zero", START " w KQkq - 01 1",
      "54 syntax: the halfmove clock has a leading zero" },
    { "halfmove too large", START " w KQkq - 10000 1",
      "54 syntax: the halfmove clock is not between 0 and 9999" },
    { "halfmove enormous", START " w KQkq - 99999999999999999999 1",
      "54 syntax: the halfmove clock is not between 0 and 9999" },
    { "no move number", START " w KQkq - 0",
      "55 syntax: expected the move number, found the end" },
    { "move number 0", START " w KQkq - 0 0",
      "56 syntax: the move number is not between 1 and 9999" },
    { "move number with a zero", START " w KQkq - 0 01",
      "56 syntax: the move number has a leading zero" },
    { "move number too large", START " w KQkq - 0 10000",
      "56 syntax: the move number is not between 1 and 9999" },
    { "junk after the number", START " w KQkq - 0 1x",
      "57 syntax: expected the end, found 'x'" },
    { "trailing blank", START " w KQkq - 0 1 ",
      "57 syntax: expected the end, found ' '" },
    { "seventh field", START " w KQkq - 0 1 bm e4;",
      "57 syntax: expected the end, found ' '" },
    { "line end", START " w KQkq - 0 1\n",
      "57 syntax: expected the end, found '\\x0A'" },
    { "black king can be taken", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
      "2 illegal: the black king could be taken" },
    { "white king can be taken", "4k3/8/8/8/8/8/3p4/4K3 b - - 0 1",
      "20 illegal: the white king could be taken" },
    { "kings side by side", "8/8/8/3kK3/8/8/8/8 w - - 0 1",
      "8 illegal: the black king could be taken" },
};

/* What tolerant reading refuses too. */
static const struct bad bad_tolerant[] = {
    { "empty", "", "1 syntax: expected a board, found the end" },
    { "only blanks", " \t\r\n", "5 syntax: expected a board, found the end" },
    { "unknown piece", "4k3/8/8/8/8/8/8/4X3",
      "18 syntax: expected a piece, a digit or '/', found 'X'" },
    { "short rank", "4k3/8/8/8/8/8/8/43",
      "19 syntax: rank 1 has only 7 squares" },
    { "long rank", "4k3/8/8/8/8/8/8/4K4",
      "19 syntax: rank 1 has more than 8 squares" },
    { "seven ranks", "4k3/8/8/8/8/8/4K3",
      "18 syntax: the board has only 7 ranks" },
    { "nine ranks", "4k3/8/8/8/8/8/8/8/4K3",
      "18 syntax: the board has more than 8 ranks" },
    { "no king", "4k3/8/8/8/8/8/8/8", "18 illegal: white has no king" },
    { "pawn on rank 1", "4k3/8/8/8/8/8/8/4K2P",
      "20 illegal: a pawn cannot stand on rank 1" },
    { "nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3",
      "23 illegal: white has 9 pawns" },
    { "side to move", "  " KINGS "   x",
      "25 syntax: expected 'w' or 'b', found 'x'" },
    { "side glued to castling", KINGS " w-",
      "22 syntax: expected a blank, found '-'" },
    { "castling letter", START " w KZ",
      "48 syntax: expected castling rights (KQkq, HAha or -), found 'Z'" },
    { "castling and dash", START " w K-",
      "48 syntax: expected castling rights (KQkq, HAha or -), found '-'" },
    { "en passant no square", START " w KQkq 0 1",
      "52 syntax: expected an en passant square or '-', found '0'" },
    { "en passant no rank", START " w KQkq e9",
      "53 syntax: expected 6 for en passant by white, found '9'" },
    { "en passant junk", START " w KQkq e3x",
      "54 syntax: expected a blank, found 'x'" },
    { "king can be taken", "  4k3/8/8/8/8/8/8/K3R3",
      "4 illegal: the black king could be taken" },
};

static int check_bad(const struct bad *bad, size_t n, unsigned flags)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        struct tabia_error err = { 0 };
        char got[256] = "accepted";
        const size_t len = strlen(bad[i].fen);
        char *text = table_exact(bad[i].fen, len);
        if (!tabia_fen_parse(&pos, text, len, flags, &err))
            table_print_error(&err, got, sizeof(got));
        free(text);
        nfailed += table_differs(bad[i].name, got, bad[i].want);
    }
    return nfailed;
}

static void test_bad_strict(void **state)
{
    (void)state;
    assert_int_equal(check_bad(bad_strict, COUNT_OF(bad_strict), 0), 0);
}

static void test_bad_tolerant(void **state)
{
    (void)state;
    assert_int_equal(
        check_bad(bad_tolerant, COUNT_OF(bad_tolerant), TABIA_FEN_LENIENT), 0);
}

static void test_error_may_be_null(void **state)
{
    (void)state;
    struct tabia_pos pos;
    assert_false(tabia_fen_parse(&pos, "8", 1, 0, NULL));
}

static void test_embedded_nul(void **state)
{
    (void)state;
    static const char text[] = KINGS " w - -\0000 1";
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    assert_false(tabia_fen_parse(&pos, text, sizeof(text) - 1, 0, &err));
    assert_string_equal(err.msg, "expected a blank, found '\\x00'");
}

/* ---- good ones -------------------------------------------------------- */

struct good {
    const char *name, *fen, *want;
};

static const struct good same[] = {
    { "start", START " w KQkq - 0 1", NULL },
    { "after e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
      NULL },
    { "no rights", KINGS " b - - 9999 9999", NULL },
    { "some rights", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 4 20", NULL },
    { "inner rooks", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", NULL },
    { "outer and inner", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBgq - 0 1", NULL },
    { "king between near rooks", "1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1", NULL },
    { "nine queens", "4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 b - - 0 1", NULL },
    { "check by the double step", "8/8/8/4pk2/3K4/8/8/8 w - e6 0 1", NULL },
    { "discovered by the double step", "7k/8/8/8/4pP2/8/3B4/6K1 b - f3 0 1",
      NULL },
};

/* Strict reading; printing is X-FEN whatever the spelling was. */
static const struct good spelled[] = {
    { "shredder start", START " w HAha - 0 1", START " w KQkq - 0 1" },
    { "shredder outer", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w HBha - 0 1",
      "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KBkq - 0 1" },
    { "shredder near king", "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1",
      "1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1" },
    { "mixed", "r3k2r/8/8/8/8/8/8/R3K2R w Hq - 0 1",
      "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1" },
};

static const struct good tolerant[] = {
    { "board only", KINGS, KINGS " w - - 0 1" },
    { "board and blanks", "\t " KINGS " \r\n", KINGS " w - - 0 1" },
    { "side only", KINGS " b", KINGS " b - - 0 1" },
    { "no en passant", START " w KQkq", START " w KQkq - 0 1" },
    { "no clocks", START " b KQkq -", START " b KQkq - 0 1" },
    { "no move number", START " w KQkq - 7", START " w KQkq - 7 1" },
    { "many blanks", "  " START "   w \t KQkq  -  3   9  ",
      START " w KQkq - 3 9" },
    { "digits in a row", "4k3/44/8/8/8/8/8/1111K111", KINGS " w - - 0 1" },
    { "rights in any order", START " w qkQK - 0 1", START " w KQkq - 0 1" },
    { "rights twice", START " w KKkHqq - 0 1", START " w Kkq - 0 1" },
    { "rights in files", START " w ahAH - 0 1", START " w KQkq - 0 1" },
    { "impossible rights", KINGS " w KQkq - 0 1", KINGS " w - - 0 1" },
    { "one rook is away", "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
      "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1" },
    { "king is away", "r6r/4k3/8/8/8/8/8/4K2R w KQkq - 0 1",
      "r6r/4k3/8/8/8/8/8/4K2R w K - 0 1" },
    { "two rooks on one side", "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
      "4k3/8/8/8/8/8/8/4K1RR w G - 0 1" },
    { "impossible en passant", START " w KQkq e6 0 1", START " w KQkq - 0 1" },
    { "en passant on a wrong rank", START " w KQkq e4 0 1",
      START " w KQkq - 0 1" },
    { "en passant of the other side",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e6 0 1",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" },
    { "good en passant",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1" },
    { "move number 0", START " w KQkq - 0 0", START " w KQkq - 0 1" },
    { "negative clocks", START " w KQkq - -3 -7", START " w KQkq - 0 1" },
    { "unknown clocks", START " w KQkq - - -", START " w KQkq - 0 1" },
    { "leading zeros", START " w KQkq - 007 +09", START " w KQkq - 7 9" },
    { "enormous clocks", START " w KQkq - 99999 99999999999999999999",
      START " w KQkq - 9999 9999" },
    { "EPD", START " w KQkq - bm e4; id \"1\";", START " w KQkq - 0 1" },
    { "EPD that begins with a digit", START " w KQkq - 1st x;",
      START " w KQkq - 0 1" },
    { "operations after the clocks", START " w KQkq - 2 3 ;D1 20",
      START " w KQkq - 2 3" },
    { "line end", START " w KQkq - 0 1\n", START " w KQkq - 0 1" },
};

static int check_good(const struct good *good, size_t n, unsigned flags)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        struct tabia_error err = { 0 };
        char got[256];
        const size_t len = strlen(good[i].fen);
        char *text = table_exact(good[i].fen, len);
        if (tabia_fen_parse(&pos, text, len, flags, &err))
            tabia_fen_print(&pos, 0, got);
        else
            table_print_error(&err, got, sizeof(got));
        free(text);
        nfailed += table_differs(good[i].name, got,
                                 good[i].want ? good[i].want : good[i].fen);
    }
    return nfailed;
}

static void test_same(void **state)
{
    (void)state;
    assert_int_equal(check_good(same, COUNT_OF(same), 0), 0);
    assert_int_equal(check_good(same, COUNT_OF(same), TABIA_FEN_LENIENT), 0);
}

static void test_spelled(void **state)
{
    (void)state;
    assert_int_equal(check_good(spelled, COUNT_OF(spelled), 0), 0);
}

static void test_tolerant(void **state)
{
    (void)state;
    assert_int_equal(
        check_good(tolerant, COUNT_OF(tolerant), TABIA_FEN_LENIENT), 0);
}

/* ---- printing --------------------------------------------------------- */

static const struct {
    const char *name, *fen;
    unsigned flags;
    const char *want;
} printed[] = {
    { "shredder", START " w KQkq - 0 1", TABIA_FEN_SHREDDER,
      START " w HAha - 0 1" },
    { "shredder inner rooks", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBha - 0 1",
      TABIA_FEN_SHREDDER, "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBha - 0 1" },
    { "no clocks", START " w KQkq - 5 9", TABIA_FEN_NO_CLOCKS,
      START " w KQkq -" },
    { "en passant legal", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
      TABIA_FEN_EP_LEGAL, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1" },
    { "en passant without a taker", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
      TABIA_FEN_EP_LEGAL, "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1" },
    { "en passant by a pinned pawn", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
      TABIA_FEN_EP_LEGAL, "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1" },
    { "en passant that opens the rank", "6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
      TABIA_FEN_EP_LEGAL, "6k1/8/8/K2pP2r/8/8/8/8 w - - 0 1" },
    { "all flags", "4k3/8/8/3p4/8/8/8/R3K3 w Q d6 3 4",
      TABIA_FEN_SHREDDER | TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS,
      "4k3/8/8/3p4/8/8/8/R3K3 w A -" },
};

static void test_printed(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(printed); i++) {
        const struct tabia_pos pos = table_pos(printed[i].fen);
        char got[TABIA_FEN_SIZE];
        memset(got, 'x', sizeof(got));
        const size_t len = tabia_fen_print(&pos, printed[i].flags, got);
        assert_int_equal(len, strlen(got));
        nfailed += table_differs(printed[i].name, got, printed[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* The longest text that the printer can make fits. */
static void test_longest(void **state)
{
    (void)state;
    struct tabia_pos pos = table_pos(
        "r1b1k1nr/p1p1p1p1/1p1p1p1p/1n1q1b2/1N1Q1B2/1P1P1P1P/P1P1P1P1/"
        "R1B1K1NR b KQkq - 9999 9999");
    char buf[TABIA_FEN_SIZE];
    pos.halfmove = pos.fullmove = UINT16_MAX;
    assert_true(tabia_fen_print(&pos, 0, buf) + 1 <= sizeof(buf));
}

static void test_start960(void **state)
{
    (void)state;
    char want[TABIA_FEN_SIZE], got[TABIA_FEN_SIZE];
    struct tabia_error err = { 0 };
    for (int i = 0; i < 960; i++) {
        struct tabia_pos pos, back;
        tabia_pos_set_start960(&pos, i);
        const unsigned flags = i % 2 ? TABIA_FEN_SHREDDER : 0;
        const size_t len = tabia_fen_print(&pos, flags, want);
        if (!tabia_fen_parse(&back, want, len, 0, &err))
            fail_msg("%s: %s", want, err.msg);
        tabia_fen_print(&back, flags, got);
        assert_string_equal(got, want);
        assert_true(tabia_pos_is_same(&pos, &back));
        assert_true(pos.key == back.key);
    }
}

/* A line of moves back and forth may be of any length. */
static void test_clocks_end(void **state)
{
    static const char *const moves[] = { "Nf3", "Nf6", "Ng1", "Ng8" };
    struct tabia_pos pos;
    tabia_move mv;
    (void)state;
    tabia_pos_set_start(&pos);
    for (unsigned i = 0; i < 4 * 33000; i++)
        assert_true(tabia_san_play(&pos, moves[i % 4], 3, &mv, NULL));
    assert_int_equal(pos.fullmove, 65535);
    assert_int_equal(pos.halfmove, 65535);

    static const char castling[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_true(tabia_fen_parse(&pos, castling, strlen(castling), 0, NULL));
    pos.halfmove = 65535;
    assert_true(tabia_san_play(&pos, "O-O", 3, &mv, NULL));
    assert_int_equal(pos.halfmove, 65535);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_strict),
        cmocka_unit_test(test_bad_tolerant),
        cmocka_unit_test(test_error_may_be_null),
        cmocka_unit_test(test_embedded_nul),
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_spelled),
        cmocka_unit_test(test_tolerant),
        cmocka_unit_test(test_printed),
        cmocka_unit_test(test_longest),
        cmocka_unit_test(test_start960),
        cmocka_unit_test(test_clocks_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
