/*
 * test_format_tichess.c - the text of TI-Chess books, sentence by sentence
 */
#include "format_check.h"

#include "base/compiler.h"
#include "format/formats.h"

/* All problems of a text as one text: "2:5: message; ..." */
struct problems {
    char text[2048];
};

static bool on_problem(void *ctx, enum tabia_severity severity,
                       const struct tabia_error *problem)
{
    struct problems *p = ctx;
    const size_t len = strlen(p->text);
    snprintf(p->text + len, sizeof(p->text) - len, "%s%s%u:%u: %s",
             len ? "; " : "",
             severity == TABIA_SEVERITY_WARNING ? "warning " : "",
             problem->line, problem->col, problem->msg);
    return true;
}

/* The sequences of a book in UCI, with a bar between them. */
static void add_lines(const struct tabia_book *book, char *buf, size_t size)
{
    buf[0] = '\0';
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        struct tabia_pos pos;
        uint32_t node = tabia_book_root_at(book, i), edge, count;
        tabia_book_root_pos_at(book, i, &pos);
        if (i)
            snprintf(buf + strlen(buf), size - strlen(buf), " |");
        for (tabia_book_node_edges(book, node, &edge, &count); count;
             tabia_book_node_edges(book, node, &edge, &count)) {
            char uci[TABIA_UCI_SIZE];
            tabia_uci_print(&pos, tabia_book_edge_move(book, edge), false, uci);
            snprintf(buf + strlen(buf), size - strlen(buf), "%s%s",
                     buf[0] ? " " : "", uci);
            tabia_pos_play(&pos, tabia_book_edge_move(book, edge));
            node = tabia_book_edge_target(book, edge);
        }
    }
}

/* What the text says: its lines, then what was wrong with it. */
static const char *read_text(const char *text,
                             const struct tabia_setting *settings, size_t n,
                             char *buf, size_t size)
{
    struct problems problems = { "" };
    struct tabia_error err = { 0 };
    struct tabia_read_options options = {
        .format = &format_tichess,
        .settings = settings,
        .nsettings = n,
        .keep_location = true,
        .on_problem = on_problem,
        .ctx = &problems,
    };
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    tabia_book_free(tabia_book_decode(bytes, &options, NULL));
    options.on_problem = NULL;
    options.lenient = true; // for what is left when the rest is dropped
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    if (!book) {
        snprintf(buf, size, "%s", err.msg);
        return buf;
    }
    add_lines(book, buf, size);
    tabia_book_free(book);
    if (*problems.text)
        snprintf(buf + strlen(buf), size - strlen(buf), "%s%s",
                 buf[0] ? " / " : "", problems.text);
    return buf;
}

struct row {
    const char *name, *text, *want;
};

static void check_rows(const struct row *rows, size_t n,
                       const struct tabia_setting *settings, size_t nsettings)
{
    int nfailed = 0;
    for (size_t i = 0; i < n; i++) {
        char got[4096];
        read_text(rows[i].text, settings, nsettings, got, sizeof(got));
        nfailed += !check_text(rows[i].name, got, rows[i].want);
    }
    assert_int_equal(nfailed, 0);
}

#define ALEKHINE "1. e4 Nf6 2. e5 Nd5 3. c4 Nb6 4. d4 d6 5. f4 dxe5 6. fxe5 Nc6"
#define ALEKHINE_UCI                                                           \
    "e2e4 g8f6 e4e5 f6d5 c2c4 d5b6 d2d4 d7d6 f2f4 d6e5 f4e5 b8c6"
#define FEN(fen) "[FEN \"" fen "\"]\n"
#define END39    "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39"

static void test_sequences(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "nothing", "", "" },
        { "the document's example", ALEKHINE, ALEKHINE_UCI },
        { "no blank after dots", "1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3" },
        { "several lines", "1. e4\ne5 2.\nNf3\n", "e2e4 e7e5 g1f3" },
        { "each 1. begins anew", "1. e4\n1. d4 d5\n", "e2e4 | d2d4 d7d5" },
        { "blanks before 1.", "  1. e4\n\t1. d4\n", "e2e4 | d2d4" },
        { "CR LF", "1. e4 e5\r\n1. d4\r\n", "e2e4 e7e5 | d2d4" },
        { "byte order mark",
          "\xEF\xBB\xBF"
          "1. e4",
          "e2e4" },
        { "the first one without a point", "1 e4 e5 2. Nf3\n1. d4 d5",
          "e2e4 e7e5 g1f3 | d2d4 d7d5" },
        { "the first one without a number", "e4 e5\n1. d4 d5",
          "e2e4 e7e5 | d2d4 d7d5" },
        { "without a point it goes on", "1. e4 e5\n1 d4 d5",
          "e2e4 e7e5 d2d4 d7d5" },
        { "after a tag", "[Event \"x\"]\ne4 e5\n[Event \"y\"] d4",
          "e2e4 e7e5 | d2d4" },
        { "Black to move, as the original takes it",
          FEN("4k3/8/8/8/8/8/4P3/4K3 b - - 5 39") "Kd7 2. e4\n1. d4",
          "e8d7 e2e4 | d2d4" },
        { "two blanks in a FEN",
          FEN("4k3/8/8/8/8/8/4P3/4K3  w - - 5 39") "1. e4",
          "e2e4 / warning 1:29: more than one blank between the fields of a "
          "FEN" },
        { "a bad FEN spoils one sequence", FEN("x") "e4 e5\n1. d4",
          "d2d4 / 1:7: invalid FEN: expected a piece, a digit or '/', found "
          "'x'" },
        { "1. and no moves", "1.\n1. e4", "e2e4" },
        { "slashes", "// a\n1. e4 //b\n1. d4// c", "e2e4 | d2d4" },
        { "slashes end a move", "1. e4//b\ne5", "e2e4 e7e5" },
        { "semicolons", "; a\n1. e4 ; b\n e5;c", "e2e4 e7e5" },
        { "1. after a semicolon", "1. e4 ; b\n1. d4", "e2e4 | d2d4" },
        { "braces", "{a} 1. e4 {b\n1. c4 } e5{c}Nf3", "e2e4 e7e5 g1f3" },
        { "slashes in braces", "1. e4 {//} e5", "e2e4 e7e5" },
        { "results", "1. e4 1-0\n1. d4 0-1\n1. c4 1/2-1/2\n1. b4 *\n",
          "e2e4 | d2d4 | c2c4 | b2b4" },
        { "a tag ends it", "1. e4\n[Event \"x\"]\n1. d4", "e2e4 | d2d4" },
        { "a bracket in quotes", "[A \"]\"]\n1. d4", "d2d4" },
        { "1... is an answer", "1. e4 1... e5", "e2e4 e7e5" },
        { "also on a new line", "1. e4 {x}\n1... e5 2. d4", "e2e4 e7e5 d2d4" },
        { "number 2...", "1. e4 e5 2. d4 2... d5", "e2e4 e7e5 d2d4 d7d5" },
        { "transposition", "1. d4 d5 2. e4\n1. e4 d5 2. d4",
          "d2d4 d7d5 e2e4 | e2e4 d7d5 d2d4" },
    };
    check_rows(rows, COUNT_OF(rows), NULL, 0);
}

static void test_fen_tags(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "start",
          FEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
              "0 1") "1. e4",
          "e2e4" },
        { "for the next sequence only", FEN(END39) "1. e4 Kd7\n1. d4",
          "e2e4 e8d7 | d2d4" },
        { "the missing quote", "[FEN \"" END39 "]\n1. e3", "e2e3" },
        { "black to move",
          FEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 "
              "0 1") "1... c5 2. Nf3",
          "c7c5 g1f3" },
        { "after 1... c5",
          FEN("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq "
              "c6 0 2") "1. Nf3",
          "g1f3" },
        { "after 2. Nf3",
          FEN("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b "
              "KQkq - 1 "
              "2") "1... d6",
          "d7d6" },
        { "castling letters in any order",
          FEN("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1") "1. O-O O-O-O",
          "e1g1 e8c8" },
        { "en passant in capitals",
          FEN("4k3/8/8/3pP3/8/8/8/4K3 w - D6 0 2") "1. exd6", "e5d6" },
        { "five fields", FEN("4k3/8/8/8/8/8/4P3/4K3 w - - 5") "1. e4",
          "1:36: invalid FEN: expected the move number, found the "
          "end" },
        { "a bad one, then a bad tag", "[FEN \"x\"]\n[A \"b\n1. e4",
          "1:7: invalid FEN: expected a piece, a digit or '/', found 'x'; "
          "2:1: expected a ']' after the tag" },
        { "lost brackets", "[FEN \"" END39 "\"\n1. e4",
          "1:1: expected a ']' after the tag" },
    };
    check_rows(rows, COUNT_OF(rows), NULL, 0);
}

#define PLAY(fen, moves) FEN(fen) "1. " moves
#define KNIGHTS          "4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1"
#define ROOKS            "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1"

static void test_moves(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "file", PLAY(KNIGHTS, "Nbc3"), "b1c3" },
        { "rank", PLAY("1N2k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "N8c6"), "b8c6" },
        { "x and file", PLAY("4k3/8/8/8/8/2p5/8/1N1NK3 w - - 0 1", "Nbxc3"),
          "b1c3" },
        { "x and rank", PLAY("4k3/8/8/1N6/8/2p5/8/1N2K3 w - - 0 1", "N1xc3"),
          "b1c3" },
        { "king takes", PLAY("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2"),
          "e1e2" },
        { "pawn takes", PLAY("4k3/8/8/8/5p2/4P3/8/4K3 w - - 0 1", "exf4"),
          "e3f4" },
        { "without x", PLAY("4k3/8/8/8/5p2/4P3/8/4K3 w - - 0 1", "ef4"),
          "e3f4" },
        { "rook without x", PLAY(ROOKS, "Ra3"), "a1a3" },
        { "full", PLAY(ROOKS, "Ra1xa3"), "a1a3" },
        { "full, no x", PLAY(ROOKS, "Ra1-a3"), "a1a3" },
        { "Qf2-f4", PLAY("4k3/8/8/8/8/8/5Q2/4K3 w - - 0 1", "Qf2-f4"), "f2f4" },
        { "d7-d8Q", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d7-d8Q"),
          "d7d8q" },
        { "d8Q", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d8Q"), "d7d8q" },
        { "d8R", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d8R"), "d7d8r" },
        { "d8N", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d8N"), "d7d8n" },
        { "d8=B", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d8=B"), "d7d8b" },
        { "pawn's letter", "1. Pe4 Pe7-e5", "e2e4 e7e5" },
        { "marks", "1. e4! e5!? 2. Qh5?! Nc6?? 3. Bc4+- Nf6 4. Qxf7#",
          "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7" },
        { "en passant", "1. e4 a6 2. e5 d5 3. exd6",
          "e2e4 a7a6 e4e5 d7d5 e5d6" },
        { "short", PLAY("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O"),
          "e1g1" },
        { "long", PLAY("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O+"),
          "e1c1" },
        { "zeros", PLAY("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0 0-0-0"),
          "e1g1 e8c8" },
        { "full king move",
          PLAY("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke1-g1"), "e1g1" },
    };
    check_rows(rows, COUNT_OF(rows), NULL, 0);
}

static void test_errors(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "ex4", "1. e4 d5 2. ex4",
          "e2e4 d7d5 / 1:13: invalid token 'ex4' (no to field)" },
        { "no such move", "1. e4 e5 2. Nf6",
          "e2e4 e7e5 / 1:13: invalid WHITE move 'Nf6'" },
        { "Black's", "1. e4 e4", "e2e4 / 1:7: invalid BLACK move 'e4'" },
        { "nothing to take", "1. Nxf3",
          "1:4: invalid WHITE move 'Nxf3' (nothing to take)" },
        { "two knights", PLAY(KNIGHTS, "Nc3"),
          "2:4: more than one move (2) matches notation 'Nc3': Nbc3, "
          "Ndc3" },
        { "no promotion", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d8"),
          "2:4: more than one move (4) matches notation 'd8': d8=N+, "
          "d8=B, d8=R, d8=Q" },
        { "promoted knight", "1. Nf3Q", "1:4: can only promote pawns" },
        { "promoted to king", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d8K"),
          "2:4: invalid token 'd8K'" },
        { "early promotion", "1. e4Q",
          "1:4: invalid WHITE move "
          "'e4Q'" },
        { "castling short", "1. O-O", "1:4: WHITE can't castle short" },
        { "castling long", "1. e4 O-O-O",
          "e2e4 / 1:7: BLACK can't castle long" },
        { "a variation", "1. e4 (1. d4)",
          "e2e4 / 1:7: ambiguous token '(1' found" },
        { "a NAG", "1. e4 $1", "e2e4 / 1:7: ambiguous token '$1' found" },
        { "a lone mark", "1. e4 !", "e2e4 / 1:7: ambiguous token '!' found" },
        { "number for Black", "1. e4 2. d4",
          "e2e4 / 1:7: movecount 2 parsed, but not WHITE to move" },
        { "glued number", "1. e4 e5 2d4",
          "e2e4 e7e5 / 1:10: invalid token '2d4'" },
        { "from-to", "1. e2e4", "1:4: invalid token 'e2e4'" },
        { "words", "1. hello", "1:4: invalid token 'hello'" },
        { "trailing letters", "1. Nf3xyz", "1:4: invalid token 'Nf3xyz'" },
        { "pinned", PLAY("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3"),
          "2:4: invalid WHITE move 'Nc3'" },
        { "after a result", "1. e4 1-0 e5\n1. d4",
          "e2e4 | d2d4 / 1:11: text after the result (a sequence begins with "
          "1. on a new line)" },
        { "a title without slashes", "Openings\n1. d4",
          "d2d4 / 1:1: invalid token 'Openings'" },
        { "open braces", "1. e4 {x\n1. d4",
          "e2e4 / 1:7: the comment has no '}'" },
        { "FEN without a quote", "[FEN 4k3]\n1. e4",
          "1:6: invalid FEN: expected a quote" },
        { "no king", PLAY("8/8/8/8/8/8/8/4K3 w - - 0 1", "Ke2"),
          "1:24: invalid FEN: black has no king" },
        { "the rest goes on", "1. e4 e4 2. d4\n1. c4",
          "e2e4 | c2c4 / 1:7: invalid BLACK move 'e4'" },
    };
    check_rows(rows, COUNT_OF(rows), NULL, 0);
}

static void test_long_token(void **state)
{
    (void)state;
    char text[400], got[512];
    memset(text, 'a', sizeof(text));
    memcpy(text, "1. ", 3);
    text[3 + 255] = '\0';
    read_text(text, NULL, 0, got, sizeof(got));
    assert_true(check_text(
        "255 bytes", got, "1:4: token too long (255 bytes, the limit is 254)"));
}

static void test_german(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "letters", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O",
          "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1" },
        { "pawn", "1. Be4 Be7-e5 2. Dh5", "e2e4 e7e5 d1h5" },
        { "promotion", PLAY("8/3P1k2/8/8/8/8/8/4K3 w - - 0 1", "d8D"),
          "d7d8q" },
        { "two", PLAY(KNIGHTS, "Sc3"),
          "2:4: more than one move (2) matches notation 'Sc3': Sbc3, "
          "Sdc3" },
        { "English", "1. Nf3", "1:4: invalid token 'Nf3'" },
    };
    const struct tabia_setting german = { "german", "" };
    check_rows(rows, COUNT_OF(rows), &german, 1);
}

static void test_ply(void **state)
{
    (void)state;
    static const struct row rows[] = {
        { "three", "1. e4 e5 2. Nf3 Nc6 3. Bb5\n1. d4",
          "e2e4 e7e5 g1f3 | d2d4" },
        { "an error later", "1. e4 e5 2. Nf3 Nf3", "e2e4 e7e5 g1f3" },
        { "counted from the FEN", FEN(END39) "1. e4", "" },
        { "FEN at move 2", FEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 2") "1. e4 Kd7",
          "e2e4" },
    };
    const struct tabia_setting three = { "ply", "3" };
    check_rows(rows, COUNT_OF(rows), &three, 1);

    static const struct row bad[] = {
        { "zero", "1. e4",
          "ply: expected a number from 1 to 65535, found '0'" },
    };
    const struct tabia_setting zero = { "ply", "0" };
    check_rows(bad, COUNT_OF(bad), &zero, 1);
}

static void test_detect(void **state)
{
    (void)state;
    static const struct match_case cases[] = {
        { "// x\n1. e4", FORMAT_SURE },
        { "1. e4", FORMAT_LIKELY },
        { "; x\n\n[FEN \"", FORMAT_LIKELY },
        { "[Event \"x\"]\n1. e4", FORMAT_NO },
        { "e2e4 e7e5", FORMAT_NO },
        { "", FORMAT_NO },
        { "[D]x", FORMAT_NO },
    };
    assert_int_equal(check_matches(&format_tichess, cases, COUNT_OF(cases)), 0);
}

/* Without a callback the first error ends it. */
static void test_first_error(void **state)
{
    (void)state;
    const char *text = "1. e4\n1. e5\n1. d5\n";
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    const struct tabia_read_options options = { .format = &format_tichess,
                                                .name = "a.txt" };
    struct tabia_error err = { 0 };
    char got[sizeof(err)];
    assert_null(tabia_book_decode(bytes, &options, &err));
    snprintf(got, sizeof(got), "%s:%u:%u: %s", err.file, err.line, err.col,
             err.msg);
    assert_true(check_text("first", got, "a.txt:2:4: invalid WHITE move 'e5'"));
}

/* ---- writing --------------------------------------------------------- */

#define TITLE "// opening book for TI-Chess\n"

static void test_written(void **state)
{
    static const struct text_case rows[] = {
        { "sequences", ALEKHINE "\n1. d4 d5\n", TITLE ALEKHINE "\n1. d4 d5\n" },
        { "long ones are wrapped",
          ALEKHINE " 7. Be3 Bf5 8. Nc3 e6 9. Nf3 Be7 10. Be2 O-O",
          TITLE ALEKHINE " 7. Be3 Bf5 8. Nc3\ne6 9. Nf3 Be7 10. Be2 O-O\n" },
        { "a FEN, whatever its number", FEN(END39) "39. e4+ Kd7 40. e5",
          TITLE FEN(END39) "1. e4 Kd7 2. e5\n" },
        { "Black to move", FEN("4k3/8/8/8/8/8/4P3/4K3 b - - 5 39") "Kd7 2. e4",
          TITLE FEN("4k3/8/8/8/8/8/4P3/4K3 b - - 5 39") "Kd7 2. e4\n" },
        { "promotion", FEN("8/P6k/8/8/8/8/8/K7 w - - 0 1") "1. a8N",
          TITLE FEN("8/P6k/8/8/8/8/8/K7 w - - 0 1") "1. a8=N\n" },
        { "a full move", FEN("8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1") "1. Qh4-e1",
          TITLE FEN("8/k7/8/8/4Q2Q/8/8/2K4Q w - - 0 1") "1. Qh4-e1\n" },
    };
    (void)state;
    assert_int_equal(check_rewritten(&format_tichess, rows, COUNT_OF(rows)), 0);
}

/*
 * Of lines that meet one goes on, unless the last move is another double step:
 * the compiled book has two records then.
 */
static void test_written_graph(void **state)
{
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c;
    (void)state;
    assert_true(tabia_builder_start(b, NULL, &c, NULL));
    const struct tabia_builder_cursor start = c;
    play_moves(b, &c, "g1f3 g8f6 b1c3 e7e6");
    c = start;
    play_moves(b, &c, "b1c3 g8f6");
    join_move(b, &c, "g1f3");
    c = start;
    play_moves(b, &c, "d2d4 g8f6 c2c4 e7e6");
    c = start;
    play_moves(b, &c, "c2c4 g8f6");
    join_move(b, &c, "d2d4");
    struct tabia_book *book = freeze(b);
    char *text = encode_text(book, "tichess", NULL);
    assert_true(check_text("graph", text,
                           TITLE "1. Nf3 Nf6 2. Nc3 e6\n1. Nc3 Nf6 2. Nf3\n"
                                 "1. d4 Nf6 2. c4 e6\n1. c4 Nf6 2. d4 e6\n"));
    free(text);
    tabia_book_free(book);
}

static void test_written_in_german(void **state)
{
    const struct tabia_setting german = { "german", "" };
    const struct tabia_write_options options = {
        .settings = &german,
        .nsettings = 1,
    };
    struct tabia_error err = { 0 };
    (void)state;
    struct tabia_book *book = decode_text("tichess", "1. e4 e5 2. Nf3", &err);
    assert_non_null(book);
    char *text = encode_with(book, &format_tichess, &options, NULL, &err);
    assert_non_null(text);
    assert_true(check_text("German", text, TITLE "1. e4 e5 2. Sf3\n"));
    free(text);
    tabia_book_free(book);
}

static void test_no_memory(void **state)
{
    (void)state;
    check_starved_text(&format_tichess, ALEKHINE "\n" FEN(END39) "1. e4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_written_graph),
        cmocka_unit_test(test_written_in_german),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_sequences),
        cmocka_unit_test(test_fen_tags),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_long_token),
        cmocka_unit_test(test_german),
        cmocka_unit_test(test_ply),
        cmocka_unit_test(test_detect),
        cmocka_unit_test(test_first_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
