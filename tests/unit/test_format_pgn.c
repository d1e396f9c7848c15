/*
 * test_format_pgn.c - PGN read as a book
 */
#include "book/book_def.h"
#include "format_check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "fail_alloc.h"

#define ROSTER                                                                 \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"      \
    "[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"
#define GAME(moves) ROSTER "\n" moves "\n"

/* A text of one game, and how its moves are written again. */
static const struct text_case good[] = {
    { "no moves", "*", "*" },
    { "moves", "e4 e5 Nf3", "1. e4 e5 2. Nf3 *" },
    { "long moves", "e2e4 e7-e5 Ng1f3 *", "1. e4 e5 2. Nf3 *" },
    { "variation", "e4 (d4 d5) e5", "1. e4 (1. d4 d5) 1... e5 *" },
    { "black's variation", "e4 e5 (c5 Nf3) Nf3",
      "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *" },
    { "variations side by side", "e4 (d4) (c4) (b4)",
      "1. e4 (1. d4) (1. c4) (1. b4) *" },
    { "variation of a variation", "e4 (d4 (c4) d5)",
      "1. e4 (1. d4 d5) (1. c4) *" },
    { "variation in a variation", "e4 (d4 d5 (Nf6) c4) e5",
      "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 *" },
    { "the same move again", "e4 (e4 e5) c5", "1. e4 (1. e4 e5) 1... c5 *" },
    { "comments", "{a} e4 {b} e5 {c} *", "{a} 1. e4 {b} 1... e5 {c} *" },
    { "two comments", "e4 {a} {b} ; c\n*", "1. e4 {a} {b} {c} *" },
    { "comment after a variation", "e4 {a} (d4 {b}) {c} e5",
      "1. e4 {a} {c} (1. d4 {b}) 1... e5 *" },
    { "comment before a variation's move", "e4 ({a} d4 {b} d5)",
      "1. e4 (1. d4 {a} {b} 1... d5) *" },
    { "line ends in a comment", "e4 { a\n  b\r\n\tc }", "1. e4 {a b c} *" },
    { "nested comment", "e4 {a {b} c}", "1. e4 {a {b) c} *" },
    { "Windows-1252", "e4 {sch\xF6n \x80}",
      "1. e4 {sch\xC3\xB6n \xE2\x82\xAC} *" },
    { "UTF-8", "e4 {sch\xC3\xB6n}", "1. e4 {sch\xC3\xB6n} *" },
    { "chess symbols", "1.\u2658f3 \u265Ef6 2.\u265Ec3 \u00B1",
      "1. Nf3 Nf6 2. Nc3 $16 *" },
    { "glyphs", "e4! e5 $14 $6 Nf3 $0 ??", "1. e4 $1 e5 $14 $6 2. Nf3 $4 *" },
    { "a glyph twice", "e4 ! $1 $2", "1. e4 $1 $2 *" },
    { "five glyphs", "e4 $1 $2 $3 $4 $5", "1. e4 $1 $2 $3 $4 *" },
    { "glyph, comment", "e4 {a} $1 {b}", "1. e4 $1 {a} {b} *" },
    { "glyph before all moves", "$1 e4", "1. e4 *" },
    { "evaluation", "e4 {[%eval 0.31]}", "1. e4 {[%eval 0.31]} *" },
    { "commands", "e4 {[%eval -1.5,12] [%clk 0:01:00] a [%cal Ge2e4]}",
      "1. e4 {[%eval -1.5,12] [%clk 0:01:00] a [%cal Ge2e4]} *" },
    { "null move", "e4 -- d4 d5 (c5)", "1. e4 *" },
    { "instead of a null move", "e4 -- (e5 Nf3 (Z0 d5)) d4 (d3)",
      "1. e4 e5 2. Nf3 *" },
    { "comment after a null move", "e4 -- {a} $1 *", "1. e4 *" },
    { "comments around", "{a} [Event \"?\"] {b} [Site \"?\"] {c} e4 * {d} ; e",
      "{a} {b} {c} 1. e4 {d} {e} *" },
    { "result behind a move", "e4 e5*", "1. e4 e5 *" },
    { "castling", "e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 O-O",
      "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *" },
};

static const struct text_case bad[] = {
    { "illegal", "1. e4 e5 2. Ke3 *", "1:13: no white king can go to e3" },
    { "illegal in a variation", "e4 (e5) *",
      "1:5: no white pawn can go to e5" },
    { "ambiguous", "Nf3 a6 Nc3 a5 Ne4 a4 Ng5 *",
      "1:22: ambiguous: Nfg5 or Neg5" },
    { "open comment", "e4\n {abc", "2:2: the comment is not closed" },
    { "open variation", "e4 (d4", "1:4: the variation is not closed" },
    { "stray parenthesis", "e4 ) *", "1:4: no variation is open here" },
    { "nothing to replace", "(e4) *",
      "1:1: a variation needs a move before it" },
    { "prose", "to whom it may concern",
      "1:1: expected a piece letter or a square, found 't'" },
    { "FEN", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*",
      "1:22: white has no king" },
    { "variant", "[Variant \"Atomic\"]\n*",
      "1:11: no game is of a variant that can be read" },
    { "UTF-16",
      "\xFF\xFE"
      "e",
      "1:1: the text is UTF-16; save it as UTF-8 and try again" },
};

static void test_good(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        char want[1000];
        snprintf(want, sizeof(want), GAME("%s"), good[i].want);
        const struct text_case row = { good[i].name, good[i].text, want };
        nfailed += check_rewritten(tabia_format_find("pgn", NULL), &row, 1);
    }
    assert_int_equal(nfailed, 0);
}

static void test_bad(void **state)
{
    (void)state;
    assert_int_equal(
        check_refused(tabia_format_find("pgn", NULL), bad, COUNT_OF(bad)), 0);
}

/* ---- problems -------------------------------------------------------- */

struct heard {
    char text[1000];
    size_t len;
};

static bool hear(void *ctx, enum tabia_severity severity,
                 const struct tabia_error *problem)
{
    struct heard *h = ctx;
    h->len +=
        (size_t)snprintf(h->text + h->len, sizeof(h->text) - h->len,
                         "%s%u:%u: %s\n",
                         severity == TABIA_SEVERITY_WARNING ? "warning " : "",
                         problem->line, problem->col, problem->msg);
    return true;
}

/* Broken games leave no trace; the others are there. */
static void test_broken(void **state)
{
    (void)state;
    static const char text[] = "1. e4 (1. d4) *\n1. d4 e5 2. dxe6 *\n1. c4 *\n"
                               "[Event \"x\n1. Nf3 -- *";
    struct heard heard = { .len = 0 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("pgn", NULL),
        .lenient = true,
        .on_problem = hear,
        .ctx = &heard,
    };
    struct tabia_book *book = tabia_book_decode(bytes_of(text), &options, NULL);
    assert_non_null(book);
    assert_string_equal(
        heard.text, "warning 2:13: no white pawn from there can take on e6\n"
                    "warning 4:1: the tag is not closed on its line\n"
                    "warning 5:8: a book cannot hold a null move: the rest of "
                    "the line is dropped\n");
    assert_int_equal(tabia_book_root_count(book), 3);
    assert_int_equal(tabia_book_edge_count(book), 4);
    assert_int_equal(tabia_book_node_count(book), 7);
    tabia_book_free(book);
}

/* What is left out is told where it stands. */
static void test_warnings(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "1. e4 $1 $2 $3 $4 $5 e5 *", "warning 1:19: a move has more than 4 "
                                       "glyphs: the rest are dropped\n" },
        { "1. e4 {a}$1$2$3\n  $4!? e5 *", "warning 2:3: a move has more than 4 "
                                          "glyphs: the rest are dropped\n" },
        { "1. e4 Z0 *", "warning 1:7: a book cannot hold a null move: the rest "
                        "of the line is dropped\n" },
    };
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct heard heard = { .len = 0 };
        const struct tabia_read_options options = {
            .format = tabia_format_find("pgn", NULL),
            .on_problem = hear,
            .ctx = &heard,
        };
        tabia_book_free(
            tabia_book_decode(bytes_of(cases[i].text), &options, NULL));
        nfailed += !check_text(cases[i].text, heard.text, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- what becomes of what -------------------------------------------- */

static void test_values(void **state)
{
    (void)state;
    struct tabia_book *book = decode_text(
        "pgn",
        "{start} e4 {[%eval -0.07,21] text [%eco B00] [%opening King's Pawn]} "
        "e5 {[%eval #-3]} Nf3 {[%eval x] y}",
        NULL);
    assert_non_null(book);
    struct tabia_node_data data =
        tabia_book_node_data(book, tabia_book_root_at(book, 0));
    assert_string_equal(data.comment, "start");
    data = tabia_book_node_data(book, tabia_book_edge_target(book, 0));
    assert_int_equal(data.eval.kind, TABIA_EVAL_CP);
    assert_int_equal(data.eval.value, -7);
    assert_int_equal(data.eval.depth, 21);
    assert_string_equal(data.eco, "B00");
    assert_string_equal(data.name, "King's Pawn");
    assert_string_equal(tabia_book_edge_data(book, 0).comment,
                        "[%eval -0.07,21] text");
    data = tabia_book_node_data(book, tabia_book_edge_target(book, 1));
    assert_int_equal(data.eval.kind, TABIA_EVAL_MATE);
    assert_int_equal(data.eval.value, -3);
    assert_int_equal(tabia_book_attr_count(book, TABIA_ATTR_EVAL), 2);
    assert_string_equal(tabia_book_edge_data(book, 2).comment, "[%eval x] y");
    tabia_book_free(book);
}

/* The first command of a name counts, and no other one is left. */
static void test_commands(void **state)
{
    static const struct {
        const char *comment, *eco, *name, *remark;
    } cases[] = {
        { "[%eco B00] a [%opening b c] d", "B00", "b c", "a d" },
        { "[%eco A00] [%eco B00] a", "A00", "", "a" },
        { "a [%opening b][%opening c]", "", "b", "a" },
        { "[%opening a [%eco B00] c]", "", "a [%eco B00", "c]" },
        { "[%ec[%opening a]o B00]b", "B00", "a", "b" },
        { "[%eco B00", "", "", "[%eco B00" },
        { "[%ecox a] [%eval 1]", "", "", "[%ecox a] [%eval 1]" },
    };
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[100];
        snprintf(text, sizeof(text), "e4 {%s}", cases[i].comment);
        struct tabia_book *book = decode_text("pgn", text, NULL);
        assert_non_null(book);
        const struct tabia_node_data data =
            tabia_book_node_data(book, tabia_book_edge_target(book, 0));
        const char *remark = tabia_book_edge_data(book, 0).comment;
        nfailed += !check_text(text, data.eco ? data.eco : "", cases[i].eco);
        nfailed += !check_text(text, data.name ? data.name : "", cases[i].name);
        nfailed += !check_text(text, remark ? remark : "", cases[i].remark);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

static void test_evals(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum tabia_eval_kind kind;
        int32_t value;
        uint32_t depth;
    } cases[] = {
        { "0", TABIA_EVAL_CP, 0, 0 },
        { "0.17", TABIA_EVAL_CP, 17, 0 },
        { "+1.5", TABIA_EVAL_CP, 150, 0 },
        { "-12.345", TABIA_EVAL_CP, -1234, 0 },
        { "3,20", TABIA_EVAL_CP, 300, 20 },
        { "#5", TABIA_EVAL_MATE, 5, 0 },
        { "#-12,33", TABIA_EVAL_MATE, -12, 33 },
    };
    static const char *const wrong[] = { "",    "x", "1.",  ".5",       "1,",
                                         "1,x", "#", "1 2", "12345678", "--1" };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases) + COUNT_OF(wrong); i++) {
        const bool is_good = i < COUNT_OF(cases);
        const char *arg = is_good ? cases[i].text : wrong[i - COUNT_OF(cases)];
        char text[100];
        snprintf(text, sizeof(text), "e4 {[%%eval %s]}", arg);
        struct tabia_book *book = decode_text("pgn", text, NULL);
        assert_non_null(book);
        const struct tabia_node_data data =
            tabia_book_node_data(book, tabia_book_edge_target(book, 0));
        nfailed += !check_number(arg, data.has != 0, is_good);
        if (is_good && (data.eval.kind != cases[i].kind ||
                        data.eval.value != cases[i].value ||
                        data.eval.depth != cases[i].depth)) {
            print_error("%s: got %d, depth %u\n", arg, (int)data.eval.value,
                        data.eval.depth);
            nfailed++;
        }
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* The tags name the end of a line, not of a game that was played. */
static void test_names(void **state)
{
    (void)state;
    static const char tags[] =
        "[ECO \"B90\"]\n[Opening \"Sicilian\"]\n[Variation \"Najdorf\"]\n"
        "[SubVariation \"Adams\"]\n\n1. e4 c5 ";
    static const struct {
        const char *name, *result, *eco, *opening;
    } cases[] = {
        { "open", "*", "B90", "Sicilian: Najdorf, Adams" },
        { "none", "", "B90", "Sicilian: Najdorf, Adams" },
        { "played", "1-0", NULL, NULL },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[300];
        snprintf(text, sizeof(text), "%s%s", tags, cases[i].result);
        struct tabia_book *book = decode_text("pgn", text, NULL);
        assert_non_null(book);
        const struct tabia_node_data data =
            tabia_book_node_data(book, tabia_book_edge_target(book, 1));
        if (cases[i].eco) {
            assert_string_equal(data.eco, cases[i].eco);
            assert_string_equal(data.name, cases[i].opening);
        } else {
            assert_int_equal(data.has, 0);
        }
        tabia_book_free(book);
    }
}

static void test_results(void **state)
{
    (void)state;
    static const struct tabia_setting setting = { "results", "" };
    const struct tabia_read_options options = {
        .format = tabia_format_find("pgn", NULL),
        .settings = &setting,
        .nsettings = 1,
    };
    struct tabia_book *book = tabia_book_decode(
        bytes_of("e4 (d4) e5 1-0 e4 0-1 e4 1/2-1/2 e4 * [Result \"1-0\"] e4"),
        &options, NULL);
    assert_non_null(book);
    assert_int_equal(tabia_book_attr_count(book, TABIA_ATTR_RESULTS), 5);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    const uint32_t position = tabia_book_find_position(book, &start);
    assert_int_equal(tabia_book_position_moves(book, position,
                                               TABIA_MERGE_DEFAULT, list,
                                               TABIA_MOVES_MAX),
                     2);
    assert_int_equal(list[0].data.white, 2);
    assert_int_equal(list[0].data.draws, 1);
    assert_int_equal(list[0].data.black, 1);
    assert_int_equal(list[1].data.has, 0);
    tabia_book_free(book);
}

static void test_texts(void **state)
{
    (void)state;
    struct tabia_book *book = decode_text(
        "pgn",
        "[Event \"M\xFCnchen\"]\n[Annotator \"A \\\"b\\\"\"]\n[White \"C\"]\n"
        "[FEN \"7k/8/8/8/8/8/P7/K7 w - - 0 1\"]\n\na4 0-1",
        NULL);
    assert_non_null(book);
    assert_string_equal(tabia_book_find_text(book, "title"), "M\xC3\xBCnchen");
    assert_string_equal(tabia_book_find_text(book, "author"), "A \"b\"");
    const struct tabia_node_data data = tabia_book_node_data(book, 0);
    assert_int_equal(data.ntags, 5);
    assert_string_equal(data.tags[2].name, "White");
    assert_string_equal(data.tags[3].name, "Result");
    assert_string_equal(data.tags[3].value, "0-1");
    assert_string_equal(data.tags[4].name, "FEN");
    tabia_book_free(book);

    book = decode_text("pgn", "[Event \"A\"]\n* [Event \"B\"] *", NULL);
    assert_null(tabia_book_find_text(book, "title"));
    tabia_book_free(book);
}

/* Whom a study is for, and where it says so when it is written. */
static void test_side(void **state)
{
    (void)state;
    static const struct {
        const char *text, *side, *written;
    } rows[] = {
        { "[Orientation \"black\"]\ne4 *", "black",
          "\n[Orientation \"black\"]\n" },
        { "[Orientation \"white\"]\ne4 * [Event \"B\"]\nd4 * "
          "[Orientation \"white\"]\nc4 *",
          "white", "\n[Orientation \"white\"]\n" },
        { "[Orientation \"white\"]\ne4 * [Orientation \"black\"]\nd4 *", NULL,
          "\n[Orientation \"black\"]\n" },
        { "[Orientation \"left\"]\ne4 *", NULL, "\n[Orientation \"left\"]\n" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct tabia_book *book = decode_text("pgn", rows[i].text, NULL);
        assert_non_null(book);
        const char *side = tabia_book_find_text(book, "side");
        assert_string_equal(side ? side : "none",
                            rows[i].side ? rows[i].side : "none");
        char *text = encode_text(book, "pgn", NULL);
        assert_non_null(strstr(text, rows[i].written));
        free(text);
        tabia_book_free(book);
    }
}

static void test_source(void **state)
{
    (void)state;
    const struct tabia_read_options options = {
        .format = tabia_format_find("pgn", NULL),
        .keep_location = true,
    };
    struct tabia_book *book =
        tabia_book_decode(bytes_of("1. e4 $999 (1. d4)\n1... e5 *\n\n1. c4 *"),
                          &options, NULL);
    static const uint32_t want[][2] = {
        { 1, 4 }, { 1, 16 }, { 2, 6 }, { 4, 4 }
    };
    assert_non_null(book);
    assert_int_equal(tabia_book_edge_count(book), COUNT_OF(want));
    for (uint32_t i = 0; i < COUNT_OF(want); i++) {
        const struct tabia_move_data data = tabia_book_edge_data(book, i);
        assert_int_equal(data.line, want[i][0]);
        assert_int_equal(data.col, want[i][1]);
    }
    tabia_book_free(book);
}

/* ---- much of something ----------------------------------------------- */

/* Many comments of one move are one remark, and are kept once. */
static void test_many_comments(void **state)
{
    (void)state;
    enum { NCOMMENTS = 5000 };
    static const char comment[] = "{ab} ";
    struct buf text = { .limit = 1 << 20 };
    buf_add_text(&text, "{root} {too} 1. e4 ");
    for (int i = 0; i < NCOMMENTS; i++)
        buf_add_text(&text, i % 100 ? comment : "{ab} ({x} 1. d4 {y} {z}) ");
    buf_add_text(&text, "e5 {end} *");
    assert_false(text.failed);
    struct tabia_book *book =
        tabia_book_decode(buf_bytes(&text),
                          &(struct tabia_read_options){
                              .format = tabia_format_find("pgn", NULL) },
                          NULL);
    assert_non_null(book);
    assert_in_range(book->memory, 3 * NCOMMENTS, 40 * NCOMMENTS);
    assert_string_equal(tabia_book_node_data(book, 0).comment, "root\ntoo");
    assert_int_equal(strlen(tabia_book_edge_data(book, 0).comment),
                     3 * NCOMMENTS - 1);
    assert_string_equal(tabia_book_edge_data(book, 1).comment, "x\ny\nz");
    tabia_book_free(book);
    buf_clear(&text);
}

/* ---- detection ------------------------------------------------------- */

/* Moves without tags may be TI-Chess text too: there the name decides. */
static void test_detect(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *path, *want;
    } cases[] = {
        { "tags", "[Event \"A\"]\n\n*", NULL, "pgn" },
        { "tags, Latin-1", "[Event \"M\xFCnchen\"]\n\n*", NULL, "pgn" },
        { "tags behind a comment", "; x\n\n[Event \"A\"]\n", NULL, "pgn" },
        { "byte order mark", "\xEF\xBB\xBF[Event \"A\"]\n", NULL, "pgn" },
        { "moves", "1. e4 e5", "x.pgn", "pgn" },
        { "moves without numbers", "e4 e5 Nf3", "x.pgn", "pgn" },
        { "coordinates", "e2e4 e7e5", "x.pgn", "ct800" },
        { "joined coordinates", "e2e4e7e5", "x.pgn", "lines" },
        { "JSON", "{ \"schema\": 1 }", NULL, "json" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_format *format =
            tabia_format_detect(bytes_of(cases[i].text), cases[i].path, NULL);
        nfailed +=
            !check_text(cases[i].name,
                        format ? tabia_format_get_info(format)->name : "none",
                        cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- want of memory -------------------------------------------------- */

/* Compares what is written with 'want', unless that is NULL. */
static bool round_trip(const char *want, struct tabia_error *err)
{
    struct tabia_book *book = decode_text(
        "pgn",
        "[Event \"A\"]\n[White \"B\"]\n[ECO \"B00\"]\n[Opening \"X\"]\n\n"
        "{a} e4 $1 {[%eval 0.1] [%opening Yes, this is a name that needs more "
        "than a few bytes] [%eco A00]} (d4 {b}) e5 *",
        err);
    if (!book)
        return false;
    uint8_t *data = NULL;
    size_t size;
    const bool is_done = tabia_book_encode(book, tabia_format_find("pgn", NULL),
                                           NULL, &data, &size, NULL, err);
    if (is_done && want) {
        assert_int_equal(size, strlen(want));
        assert_memory_equal(data, want, size);
    }
    free(data);
    tabia_book_free(book);
    return is_done;
}

static void test_memory(void **state)
{
    (void)state;
    check_starved_text(
        tabia_format_find("pgn", NULL),
        "[Event \"A\"]\n[White \"B\"]\n[ECO \"B00\"]\n[Opening \"X\"]\n\n"
        "{a} e4 $1 {[%eval 0.1] [%opening Y]} (d4 {b}) e5 *");
}

/* Where one allocation fails, it is an error or all is there nevertheless. */
static void test_one_failure(void **state)
{
    static const char want[] =
        "[Event \"A\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
        "[White \"B\"]\n[Black \"?\"]\n[Result \"*\"]\n[ECO \"B00\"]\n"
        "[Opening \"X\"]\n\n"
        "{a} 1. e4 $1\n{[%eco A00] [%opening Yes, this is a name that needs "
        "more than a few bytes] [%eval 0.1]}\n(1. d4 {b}) 1... e5 *\n";
    (void)state;
    for (long n = 0; n < 200; n++) {
        struct tabia_error err = { 0 };
        fail_alloc_once(n);
        const bool is_done = round_trip(want, &err);
        fail_alloc_off();
        assert_int_equal(err.status, is_done ? TABIA_OK : TABIA_ERR_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_comments),
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_evals),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_source),
        cmocka_unit_test(test_side),
        cmocka_unit_test(test_detect),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_one_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
