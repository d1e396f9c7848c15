/*
 * test_format_loose_fen.c - FEN as TI-Chess's manual has it
 */
#include "check.h"

#include "base/compiler.h"
#include "format/shared/loose_fen.h"

struct row {
    const char *name, *fen;
    const char *want; // NULL: is read, and printed as it was
};

/* The position printed again, or the column and what is wrong. */
static void read_fen(const char *fen, char *got, size_t size)
{
    struct tabia_pos pos;
    struct tabia_error err = { 0 };
    if (loose_fen_parse(fen, strlen(fen), &pos, NULL, &err)) {
        char text[TABIA_FEN_SIZE];
        tabia_fen_print(&pos, 0, text);
        snprintf(got, size, "%s", text);
    } else {
        snprintf(got, size, "%u: %s", err.col, err.msg);
    }
}

static void check_rows(const struct row *rows, size_t n)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        char got[512];
        read_fen(rows[i].fen, got, sizeof(got));
        const char *want = rows[i].want ? rows[i].want : rows[i].fen;
        nfailed += !check_text(rows[i].name, got, want);
    }
    assert_int_equal(nfailed, 0);
}

static void test_examples(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "the start",
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NULL },
        { "after 1. e4",
          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", NULL },
        { "after 1... c5",
          "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
          NULL },
        { "after 2. Nf3",
          "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
          NULL },
        { "two kings and a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39", NULL },
    };
    check_rows(rows, COUNT_OF(rows));
}

#define ENDING  "4k3/8/8/8/8/8/4P3/4K3"
#define CORNERS "r3k2r/8/8/8/8/8/8/R3K2R"

static void test_fields(void **state)
{
    (void)state;
    static const struct row rows[] = {
        // Six fields; more than one blank between them is no error.
        { "one field", ENDING,
          "22: invalid FEN: expected 'w' or 'b', found the end" },
        { "two fields", ENDING " w",
          "24: invalid FEN: expected castling rights (KQkq, HAha or -), found "
          "the end" },
        { "four fields", ENDING " w - -",
          "28: invalid FEN: expected the halfmove clock, found the end" },
        { "five fields", ENDING " w - - 5",
          "30: invalid FEN: expected the move number, found the end" },
        { "seven fields", ENDING " w - - 5 39 x",
          "33: invalid FEN: expected the end, found ' '" },
        { "two blanks", ENDING "  w -  - 5 39 ", ENDING " w - - 5 39" },
        { "an error behind two blanks", ENDING "  w - x 5 39",
          "28: invalid FEN: expected an en passant square or '-', found 'x'" },
        { "nothing", "", "1: invalid FEN: expected a board, found the end" },

        // 1: from the eighth rank to the first, from file a to h.
        { "a8 comes first", "k7/8/8/8/8/8/8/7K w - - 0 1", NULL },
        { "no such piece", "4x3/8/8/8/8/8/4P3/4K3 w - - 5 39",
          "2: invalid FEN: expected a piece, a digit or '/', found 'x'" },
        { "nine squares", "4k4/8/8/8/8/8/4P3/4K3 w - - 5 39",
          "3: invalid FEN: rank 8 has more than 8 squares" },
        { "seven squares", "4k2/8/8/8/8/8/4P3/4K3 w - - 5 39",
          "4: invalid FEN: rank 8 has only 7 squares" },
        { "digit nine", "9/8/8/8/8/8/4P3/4K3 w - - 5 39",
          "1: invalid FEN: expected a piece, a digit or '/', found '9'" },
        { "digit zero", "4k03/8/8/8/8/8/4P3/4K3 w - - 5 39",
          "3: invalid FEN: expected a piece, a digit or '/', found '0'" },
        { "seven ranks", "4k3/8/8/8/8/4P3/4K3 w - - 5 39",
          "20: invalid FEN: the board has only 7 ranks" },
        { "nine ranks", "4k3/8/8/8/8/8/8/4P3/4K3 w - - 5 39",
          "20: invalid FEN: the board has more than 8 ranks" },
        { "no white king", "4k3/8/8/8/8/8/4P3/8 w - - 5 39",
          "20: invalid FEN: white has no king" },
        { "a pawn on rank 8", "4k2P/8/8/8/8/8/8/4K3 w - - 5 39",
          "4: invalid FEN: a pawn cannot stand on rank 8" },

        // 2: a lower case w or b.
        { "Black", ENDING " b - - 5 39", NULL },
        { "W", ENDING " W - - 5 39",
          "23: invalid FEN: expected 'w' or 'b', found 'W'" },
        { "white", ENDING " white - - 5 39",
          "24: invalid FEN: expected a blank, found 'h'" },

        // 3: - or one to four letters; here the order does not matter.
        { "one letter", CORNERS " w K - 0 1", NULL },
        { "four letters", CORNERS " w KQkq - 0 1", NULL },
        { "another order", CORNERS " w kqQK - 0 1", CORNERS " w KQkq - 0 1" },
        { "blank between", CORNERS " w KQ kq - 0 1",
          "30: invalid FEN: expected an en passant square or '-', found 'k'" },
        { "no such letter", CORNERS " w KX - 0 1",
          "28: invalid FEN: expected castling rights (KQkq, HAha or -), found "
          "'X'" },
        { "twice", CORNERS " w KK - 0 1",
          "28: invalid FEN: castling right 'K' is a second one on its side" },
        { "no rook", ENDING " w K - 5 39",
          "25: invalid FEN: castling right 'K', but there is no white rook for "
          "it" },

        // 4: - or a square of rank 3 or 6, also where no pawn can take.
        { "nobody takes", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", NULL },
        { "capital file", "4k3/8/8/3pP3/8/8/8/4K3 w - D6 0 2",
          "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2" },
        { "wrong rank for the side", "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
          "28: invalid FEN: expected 6 for en passant by white, found '3'" },
        { "rank 4", "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1",
          "28: invalid FEN: expected 3 for en passant by black, found '4'" },
        { "no pawn went there", "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
          "25: invalid FEN: en passant square e3: no white pawn on e4 has just "
          "moved" },
        { "no square", ENDING " w - x 5 39",
          "27: invalid FEN: expected an en passant square or '-', found 'x'" },

        // 5: a number, 0 or more.
        { "negative clock", ENDING " w - - -1 39",
          "29: invalid FEN: expected the halfmove clock, found '-'" },
        { "a word for a clock", ENDING " w - - five 39",
          "29: invalid FEN: expected the halfmove clock, found 'f'" },

        // 6: a positive number.
        { "large number", ENDING " w - - 5 5949", NULL },
        { "a word for a number", ENDING " w - - 5 many",
          "31: invalid FEN: expected the move number, found 'm'" },
        { "move zero", ENDING " w - - 5 0",
          "31: invalid FEN: the move number is not between 1 and 9999" },
    };
    check_rows(rows, COUNT_OF(rows));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
