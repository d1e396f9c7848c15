/*
 * test_chess_san.c - moves in short notation
 */
#include "chess_table.h"
#include "tabia/builder.h"

#define START    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define PROMOTES "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#define EP       "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
#define ROOKS    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define KNIGHTS  "4k3/8/8/8/8/5N2/8/1N1K4 w - - 0 1"
#define QUEENS   "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1"
#define TAKES    "4k3/8/2n5/1p1p4/2P5/8/8/4K3 w - - 0 1"
#define PINNED   "4r1k1/8/8/8/8/8/4N3/4K1N1 w - - 0 1"

/* ---- errors ----------------------------------------------------------- */

static const struct bad_move bad[] = {
    { "empty", START, "", "1 syntax: expected a move, found nothing" },
    { "blank", START, " ",
      "1 syntax: expected a piece letter or a square, found ' '" },
    { "too long", START, "e4!!!!!!!!!!!!!!!!!!!!!!!!!",
      "1 syntax: move of 27 bytes is too long" },
    { "only a piece", START, "N",
      "2 syntax: expected a square, found the end" },
    { "only a file", START, "e",
      "2 syntax: expected a rank after the file, found the end" },
    { "only a rank", START, "4",
      "2 syntax: expected a file before the rank, found the end" },
    { "only a check", START, "+",
      "1 syntax: expected a piece letter or a square, found '+'" },
    { "only a suffix", START, "!?",
      "1 syntax: expected a piece letter or a square, found '!'" },
    { "only x", START, "x", "1 syntax: expected a square, found 'x'" },
    { "piece and file", START, "Nf",
      "3 syntax: expected a rank after the file, found the end" },
    { "piece and rank", START, "N3",
      "3 syntax: expected a file before the rank, found the end" },
    { "unknown piece", START, "Sf3",
      "1 syntax: expected a piece letter or a square, found 'S'" },
    { "small piece letter", START, "nf3",
      "1 syntax: expected a piece letter or a square, found 'n'" },
    { "rank 9", START, "e9",
      "2 syntax: expected a rank after the file, found '9'" },
    { "file i", START, "i4",
      "1 syntax: expected a piece letter or a square, found 'i'" },
    { "file i of a piece", START, "Ni3",
      "2 syntax: expected a square, found 'i'" },
    { "junk behind", START, "e4z",
      "3 syntax: expected the end of the move, found 'z'" },
    { "a pawn that is a knight", START, "Pg1f3",
      "1 illegal: no white pawn from there can take on f3" },
    { "three squares", START, "e2e3e4",
      "5 syntax: expected the end of the move, found 'e'" },
    { "control byte", START, "\x1b[31m",
      "1 syntax: expected a piece letter or a square, found '\\x1B'" },
    { "byte above ASCII", START,
      "\xe2\x99\xA0"
      "f3",
      "1 syntax: expected a piece letter or a square, found '\\xE2'" },
    { "leading blank", START, " e4",
      "1 syntax: expected a piece letter or a square, found ' '" },
    { "move number", START, "1.e4",
      "2 syntax: expected a file before the rank, found '.'" },
    { "result", START, "1-0", "3 syntax: expected a square, found '0'" },
    { "null move", START, "--", "1 syntax: expected a square, found '-'" },
    { "castling cut short", ROOKS, "O-",
      "1 syntax: expected a piece letter or a square, found 'O'" },
    { "castling too long", ROOKS, "O-O-O-O",
      "1 syntax: expected a piece letter or a square, found 'O'" },
    { "castling of mixed letters", ROOKS, "O-0",
      "1 syntax: expected a piece letter or a square, found 'O'" },
    { "promotion to a king", PROMOTES, "a8=K",
      "4 syntax: expected a piece to promote to, found 'K'" },
    { "promotion to a pawn", PROMOTES, "a8=P",
      "4 syntax: expected a piece to promote to, found 'P'" },
    { "promotion to nothing", PROMOTES,
      "a8=", "4 syntax: expected a piece to promote to, found the end" },
    { "promotion not closed", PROMOTES, "a8(Q",
      "5 syntax: expected ')', found the end" },
    { "promotion twice", PROMOTES, "a8=QQ",
      "5 syntax: expected the end of the move, found 'Q'" },
    { "pawn takes a file of a piece", TAKES, "Kxd",
      "4 syntax: expected a rank after the file, found the end" },
    { "dash without target", START, "Ng1-",
      "5 syntax: expected a square, found the end" },

    { "no piece goes there", START, "Nd4",
      "1 illegal: no white knight can go to d4" },
    { "no such pawn move", START, "e5",
      "1 illegal: no white pawn can go to e5" },
    { "bishop shut in", START, "Bb5",
      "1 illegal: no white bishop can go to b5" },
    { "own piece there", START, "Nd2",
      "1 illegal: no white knight can go to d2" },
    { "pawn takes nothing", START, "exd3",
      "1 illegal: no white pawn from there can take on d3" },
    { "pawn takes by files, nothing", START, "exd",
      "1 illegal: no white pawn from there can take on d" },
    { "wrong origin file", START, "Naf3",
      "1 illegal: no white knight from there can go to f3" },
    { "wrong origin square", START, "Ng2-f3",
      "1 illegal: no white knight from there can go to f3" },
    { "empty origin square", START, "e4e5",
      "1 illegal: no white pawn from there can go to e5" },
    { "only the origin's rank, as if castling", ROOKS, "1e1",
      "1 illegal: no white pawn from there can go to e1" },
    { "enemy's origin square", START, "e7e5",
      "1 illegal: no white pawn from there can go to e5" },
    { "black's move", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", "Rh2",
      "1 illegal: no black rook can go to h2" },
    { "en passant not now", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6",
      "1 illegal: no white pawn from there can take on d6" },
    { "promotion of a knight", START, "Nf3=Q",
      "1 illegal: only a pawn can be promoted" },
    { "promotion too early", START, "e4=Q",
      "1 illegal: promotion before the last rank" },
    { "castling at the start", START, "O-O",
      "1 illegal: castling is blocked by a piece in between" },
    { "castling without right", "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O",
      "1 illegal: king or rook has moved, no castling on the queen's side" },
    { "castling out of check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "O-O",
      "1 illegal: cannot castle out of check" },
    { "castling through check", "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "O-O",
      "1 illegal: cannot castle through or into check" },
    { "castling into check", "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "0-0",
      "1 illegal: cannot castle through or into check" },
    { "castling as a king's move", ROOKS, "Kg1",
      "1 illegal: no white king can go to g1" },
    { "castling blocked", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O",
      "1 illegal: castling is blocked by a piece in between" },
    { "castling by target, no right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1",
      "1 illegal: king or rook has moved, no castling on the king's side" },

    { "two knights", KNIGHTS, "Nd2", "1 ambiguous: ambiguous: Nbd2 or Nfd2" },
    { "two knights, useless rank", "4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "N1d2",
      "1 ambiguous: ambiguous: Nbd2 or Nfd2" },
    { "three queens", QUEENS, "Qe1",
      "1 ambiguous: ambiguous: Q1e1, Qee1 or Qh4e1" },
    { "three queens, file of two", QUEENS, "Qhe1",
      "1 ambiguous: ambiguous: Q1e1 or Qh4e1" },
    { "half a capture by files", "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1", "dx",
      "3 syntax: expected a square, found the end" },
    { "two captures by files", "4k3/8/3n4/2P5/3n4/2P5/8/4K3 w - - 0 1", "cxd",
      "1 ambiguous: ambiguous: cxd4 or cxd6" },

    { "pinned knight", PINNED, "Nc3",
      "1 check: the move leaves the king in check" },
    { "king into check", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "Kd2",
      "1 check: the move leaves the king in check" },
    { "king stays in check", "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2",
      "1 check: the move leaves the king in check" },
    { "check not met", "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "a4",
      "1 check: the move leaves the king in check" },
    { "pinned en passant", "6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "exd6",
      "1 check: the move leaves the king in check" },
    { "king takes a defended piece", "4k3/8/8/8/8/4p3/3r4/4K3 w - - 0 1",
      "Kxd2", "1 check: the move leaves the king in check" },
};

static bool parse(const struct tabia_pos *pos, const char *text, size_t len,
                  tabia_move *mv, struct tabia_error *err)
{
    return tabia_san_parse(pos, text, len, 0, mv, err);
}

static void test_bad(void **state)
{
    (void)state;
    assert_int_equal(table_bad_moves(bad, COUNT_OF(bad), parse), 0);
}

/* ---- what the field writes ---------------------------------------------- */

/* Short names for the table. */
enum {
    BARE = TABIA_SAN_REFUSE_PROMOTION_BARE,
    PAREN = TABIA_SAN_REFUSE_PROMOTION_PAREN,
    NONE = TABIA_SAN_REFUSE_PROMOTION_NONE,
    ZEROS = TABIA_SAN_REFUSE_ZEROS,
    FILES = TABIA_SAN_REFUSE_FILES,
    EPMARK = TABIA_SAN_REFUSE_EP,
    LONG = TABIA_SAN_REFUSE_LONG,
    CAPTURE = TABIA_SAN_REFUSE_CAPTURE,
    SUFFIX = TABIA_SAN_REFUSE_SUFFIX,
    CHECK = TABIA_SAN_REFUSE_CHECK,
    SURPLUS = TABIA_SAN_REFUSE_SURPLUS,
    FIGURINE = TABIA_SAN_REFUSE_FIGURINE,
};

/* forms: the flags that refuse the text, each alone; the others take it */
static const struct {
    const char *fen, *text, *want;
    unsigned forms;
} odd[] = {
    { START, "e4", "e2e4", 0 },
    { START, "Nf3", "g1f3", 0 },
    { START, "e4!", "e2e4", SUFFIX },
    { START, "e4!?", "e2e4", SUFFIX },
    { START, "Nf3??", "g1f3", SUFFIX },
    { START, "e2e4", "e2e4", LONG },
    { START, "e2-e4", "e2e4", LONG },
    { START, "Pe4", "e2e4", LONG },
    { START, "Pe2e4", "e2e4", LONG },
    { START, "Ng1f3", "g1f3", LONG },
    { START, "Ng1-f3", "g1f3", LONG },
    { START, "g1f3", "g1f3", LONG },
    { START, "2e4", "e2e4", SURPLUS },
    { START, "Ngf3", "g1f3", SURPLUS },
    { START, "N1f3", "g1f3", SURPLUS },
    { START, "e4+", "e2e4", CHECK },
    { START, "e4#", "e2e4", CHECK },
    { START, "Nxf3", "g1f3", CAPTURE },
    { START, "\u2658f3", "g1f3", FIGURINE },
    { START, "\u265E\uFE0Ef3!", "g1f3", FIGURINE | SUFFIX },
    { START, "\u2659e4", "e2e4", FIGURINE | LONG },

    { PROMOTES, "a8=Q", "a7a8q", 0 },
    { PROMOTES, "a8=N", "a7a8n", 0 },
    { PROMOTES, "a8=\u265E", "a7a8n", FIGURINE },
    { PROMOTES, "a8Q", "a7a8q", BARE },
    { PROMOTES, "a8(Q)", "a7a8q", PAREN },
    { PROMOTES, "a8/R", "a7a8r", PAREN },
    { PROMOTES, "a8", "a7a8q", NONE },
    { PROMOTES, "a8=q", "a7a8q", BARE },
    { PROMOTES, "axb8=Q+", "a7b8q", 0 },
    { PROMOTES, "axb8=Q", "a7b8q", CHECK },
    { PROMOTES, "axb8Q+", "a7b8q", BARE },
    { PROMOTES, "ab8=N", "a7b8n", CAPTURE },
    { PROMOTES, "a7a8q", "a7a8q", BARE | LONG },
    { PROMOTES, "axb", "a7b8q", FILES | NONE | CHECK },
    { PROMOTES, "axb=N", "a7b8n", FILES },

    { ROOKS, "O-O", "e1g1", 0 },
    { ROOKS, "O-O-O", "e1c1", 0 },
    { ROOKS, "0-0", "e1g1", ZEROS },
    { ROOKS, "0-0-0", "e1c1", ZEROS },
    { ROOKS, "O-O-O+", "e1c1", CHECK },
    { ROOKS, "O-O!", "e1g1", SUFFIX },
    { ROOKS, "e1g1", "e1g1", LONG },
    { ROOKS, "e1c1", "e1c1", LONG },
    { ROOKS, "Rxh8+", "h1h8", 0 },
    { ROOKS, "Rh8+", "h1h8", CAPTURE },
    { ROOKS, "Rxh8", "h1h8", CHECK },
    { ROOKS, "Rxh8#", "h1h8", CHECK },
    { ROOKS, "Rxh8++", "h1h8", CHECK },
    { ROOKS, "Rxh8+#+", "h1h8", CHECK },
    { ROOKS, "R:h8+", "h1h8", CAPTURE },
    { ROOKS, "Rh1xh8+", "h1h8", LONG },

    { EP, "exd6", "e5d6", 0 },
    { EP, "exd6 e.p.", "e5d6", EPMARK },
    { EP, "exd6e.p.", "e5d6", EPMARK },
    { EP, "exd6ep", "e5d6", EPMARK },
    { EP, "exd", "e5d6", FILES },
    { EP, "ed", "e5d6", FILES | CAPTURE },
    { EP, "ed6", "e5d6", CAPTURE },
    { EP, "e5d6", "e5d6", LONG | CAPTURE },
    { EP, "e5xd6", "e5d6", LONG },

    { KNIGHTS, "Nbd2", "b1d2", 0 },
    { KNIGHTS, "N1d2", "b1d2", SURPLUS },
    { KNIGHTS, "Nb1d2", "b1d2", LONG },
    { KNIGHTS, "Nb1-d2", "b1d2", LONG },
    { QUEENS, "Qh4e1", "h4e1", 0 },
    { QUEENS, "Qh4-e1", "h4e1", LONG },
    { QUEENS, "h4e1", "h4e1", LONG },
    { TAKES, "cxd5", "c4d5", 0 },
    { TAKES, "cxb", "c4b5", FILES },
    { TAKES, "cb5", "c4b5", CAPTURE },
    { TAKES, "cxc5", "c4c5", CAPTURE | SURPLUS },
    { TAKES, "c:d5", "c4d5", CAPTURE },
    { TAKES, "cxd5 ", "c4d5", SUFFIX },
    { PINNED, "Nf3", "g1f3", 0 },
};

/* Both sides of each row: taken by default, refused by its flags alone. */
static int check_odd(size_t i)
{
    const struct tabia_pos pos = table_pos(odd[i].fen);
    const size_t len = strlen(odd[i].text);
    char *text = table_exact(odd[i].text, len);
    char got[256] = "", want[64];
    struct tabia_error err = { 0 };
    tabia_move mv;
    int nfailed;
    unsigned refused = 0;
    if (!tabia_san_parse(&pos, text, len, 0, &mv, &err)) {
        table_print_error(&err, got, sizeof(got));
        free(text);
        return table_differs(odd[i].text, got, odd[i].want);
    }
    tabia_uci_print(&pos, mv, false, got);
    nfailed = table_differs(odd[i].text, got, odd[i].want);
    for (unsigned flag = 1; flag <= TABIA_SAN_STRICT; flag <<= 1)
        if (!tabia_san_parse(&pos, text, len, flag, &mv, NULL))
            refused |= flag;
    free(text);
    snprintf(got, sizeof(got), "refused by flags %u", refused);
    snprintf(want, sizeof(want), "refused by flags %u", odd[i].forms);
    return nfailed + table_differs(odd[i].text, got, want);
}

static void test_odd(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(odd); i++)
        nfailed += check_odd(i);
    assert_int_equal(nfailed, 0);
}

/* A refusal says which form is wanted. */
static void test_refusal(void **state)
{
    (void)state;
    const struct tabia_pos pos = table_pos(ROOKS);
    struct tabia_error err = { 0 };
    tabia_move mv;
    char got[256];
    assert_false(tabia_san_parse(&pos, "0-0", 3, TABIA_SAN_STRICT, &mv, &err));
    table_print_error(&err, got, sizeof(got));
    assert_string_equal(got,
                        "1 syntax: not in the form wanted, which is 'O-O'");
}

/* ---- printing --------------------------------------------------------- */

static const struct {
    const char *name, *fen, *uci, *want;
} printed[] = {
    { "pawn", START, "e2e4", "e4" },
    { "knight", START, "g1f3", "Nf3" },
    { "en passant", EP, "e5d6", "exd6" },
    { "promotion", PROMOTES, "a7a8q", "a8=Q" },
    { "promotion takes, check", PROMOTES, "a7b8r", "axb8=R+" },
    { "by file", KNIGHTS, "b1d2", "Nbd2" },
    { "no rival reaches it", "4k3/8/8/8/1N6/8/8/1N1K4 w - - 0 1", "b1a3",
      "Na3" },
    { "by rank when the file is shared", "4k3/8/8/5N2/8/5N2/8/3K4 w - - 0 1",
      "f3d4", "N3d4" },
    { "file before rank", "4k3/8/8/1N3N2/8/8/8/3K4 w - - 0 1", "f5d4", "Nfd4" },
    { "by square", QUEENS, "h4e1", "Qh4e1" },
    { "pinned rival does not count", PINNED, "g1f3", "Nf3" },
    { "check", ROOKS, "h1h8", "Rxh8+" },
    { "castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+" },
    { "mate", "7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "b6b8", "Rb8#" },
    { "chess960 castling", "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1b1",
      "O-O-O" },
    { "chess960 castling on the spot", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1",
      "O-O" },
};

/* A length that says: up to the NUL. */
static void test_whole_texts(void **state)
{
    (void)state;
    struct tabia_pos pos;
    tabia_move mv;
    assert_true(tabia_fen_parse(
        &pos, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        TABIA_LEN_NUL, 0, NULL));
    assert_true(tabia_san_play(&pos, "e4", TABIA_LEN_NUL, &mv, NULL));
    assert_true(tabia_uci_parse(&pos, "c7c5", TABIA_LEN_NUL, &mv, NULL));
    assert_true(tabia_san_parse(&pos, "c5", TABIA_LEN_NUL, TABIA_SAN_STRICT,
                                &mv, NULL));
    assert_false(tabia_san_parse(&pos, "e9", TABIA_LEN_NUL, 0, &mv, NULL));
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    assert_true(
        tabia_builder_add_text(b, "title", "mine", TABIA_LEN_NUL, NULL));
    struct tabia_book *book = tabia_builder_freeze(b, NULL);
    assert_string_equal(tabia_book_find_text(book, "title"), "mine");
    tabia_book_free(book);
}

static void test_printed(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(printed); i++) {
        const struct tabia_pos pos = table_pos(printed[i].fen);
        const char *uci = printed[i].uci;
        struct tabia_error err = { 0 };
        tabia_move mv;
        char got[256];
        memset(got, 'x', sizeof(got));
        if (tabia_uci_parse(&pos, uci, strlen(uci), &mv, &err))
            tabia_san_print(&pos, mv, got);
        else
            table_print_error(&err, got, sizeof(got));
        nfailed += table_differs(printed[i].name, got, printed[i].want);
    }
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad),     cmocka_unit_test(test_odd),
        cmocka_unit_test(test_refusal), cmocka_unit_test(test_whole_texts),
        cmocka_unit_test(test_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
