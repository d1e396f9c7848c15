/*
 * test_pgn_game.c - games as a visitor sees them, good and bad
 */
#include "check.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "chess/pos.h"
#include "fail_alloc.h"
#include "guard.h"
#include "pgn/cut.h"
#include "pgn/pgn_internal.h"
#include "tabia/pgn.h"

/* Everything that was told, in words. */
struct log {
    char text[4000];
    size_t len;
    size_t ngames;
    const char *skip_at, *stop_at; // answers to the thing of that name
};

static void put(struct log *log, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void put(struct log *log, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (log->len)
        log->text[log->len++] = ' ';
    log->len += (size_t)vsnprintf(log->text + log->len,
                                  sizeof(log->text) - log->len, fmt, ap);
    va_end(ap);
    assert_true(log->len + 2 < sizeof(log->text));
}

static enum tabia_pgn_flow answer(const struct log *log, const char *name)
{
    if (log->skip_at && strcmp(log->skip_at, name) == 0)
        return TABIA_PGN_SKIP;
    if (log->stop_at && strcmp(log->stop_at, name) == 0)
        return TABIA_PGN_STOP;
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow begin_game(void *ctx)
{
    put(ctx, "game");
    return answer(ctx, "game");
}

static enum tabia_pgn_flow tag(void *ctx, struct tabia_pgn_text name,
                               struct tabia_pgn_text value)
{
    char text[200];
    tabia_pgn_unescape(value, text, sizeof(text));
    put(ctx, "%.*s=%s", (int)name.len, name.text, text);
    snprintf(text, sizeof(text), "%.*s", (int)name.len, name.text);
    return answer(ctx, text);
}

static enum tabia_pgn_flow begin_moves(void *ctx, const struct tabia_pos *start)
{
    struct tabia_pos usual;
    tabia_pos_set_start(&usual);
    put(ctx, tabia_pos_is_same(start, &usual) ? "moves" : "moves from FEN");
    return answer(ctx, "moves");
}

static enum tabia_pgn_flow move(void *ctx, const struct tabia_pgn_move *move)
{
    char text[40];
    snprintf(text, sizeof(text), "%.*s", (int)move->san.len, move->san.text);
    if (move->move == TABIA_MOVE_NONE)
        memcpy(text, "null", 5);
    put(ctx, "%s", text);
    assert_true(tabia_pos_key(move->pos) == pos_key_slow(move->pos));
    return answer(ctx, text);
}

static enum tabia_pgn_flow nag(void *ctx, unsigned number)
{
    put(ctx, "$%u", number);
    return answer(ctx, "nag");
}

static enum tabia_pgn_flow comment(void *ctx, struct tabia_pgn_text text)
{
    put(ctx, "{%.*s}", (int)text.len, text.text);
    return answer(ctx, "comment");
}

static enum tabia_pgn_flow begin_variation(void *ctx)
{
    put(ctx, "(");
    return answer(ctx, "(");
}

static void end_variation(void *ctx)
{
    put(ctx, ")");
}

static void result(void *ctx, enum tabia_result value)
{
    static const char *const names[] = { "none", "1-0", "0-1", "1/2", "*" };
    put(ctx, "%s", names[value]);
}

static enum tabia_pgn_flow end_game(void *ctx, bool is_whole)
{
    put(ctx, is_whole ? "end" : "broken");
    return answer(ctx, "end");
}

static bool problem(void *ctx, enum tabia_severity severity,
                    const struct tabia_error *err)
{
    put(ctx, "<%s%u:%u: %s>",
        severity == TABIA_SEVERITY_WARNING ? "warning " : "", err->line,
        err->col, err->msg);
    return answer(ctx, "problem") == TABIA_PGN_GO;
}

static const struct tabia_pgn_visitor everything = {
    .on_begin_game = begin_game,
    .on_tag = tag,
    .on_begin_moves = begin_moves,
    .on_move = move,
    .on_nag = nag,
    .on_comment = comment,
    .on_begin_variation = begin_variation,
    .on_end_variation = end_variation,
    .on_result = result,
    .on_end_game = end_game,
    .on_problem = problem,
};

static void read_all(const char *text, const struct tabia_pgn_visitor *visitor,
                     struct log *log)
{
    struct guard guard = guard_copy(text, strlen(text));
    struct tabia_error err = { 0 };
    const struct tabia_pgn_options options = { .depth_limit = 3 };
    struct tabia_pgn *pgn =
        tabia_pgn_open_bytes(guard_bytes(&guard), &options, &err);
    if (!pgn)
        put(log, "<%s>", err.msg);
    while (pgn && tabia_pgn_next(pgn, visitor, log, NULL))
        log->ngames++;
    if (pgn && log->stop_at) // and goes on to be at its end
        log->ngames += tabia_pgn_next(pgn, visitor, log, NULL);
    tabia_pgn_close(pgn);
    guard_free(&guard);
}

#define FEN_A "[FEN \"7k/8/8/8/8/8/P7/K7 w - - 0 1\"]\n"

static const struct {
    const char *name, *text, *want;
} good[] = {
    { "nothing", "", "" },
    { "blanks", " \n\n", "" },
    { "a comment alone", "{nobody plays}", "" },
    { "one game", "1. e4 e5 *", "game moves e4 e5 * end" },
    { "tags", "[Event \"A\"]\n[Site \"B\"]\n\n1. e4 1-0\n",
      "game Event=A Site=B moves e4 1-0 end" },
    { "escapes", "[Event \"a \\\"b\\\" \\\\\"]\n\n*",
      "game Event=a \"b\" \\ moves * end" },
    { "two games", "[Event \"A\"]\n\n1. e4 1-0\n\n[Event \"B\"]\n\n1. d4 0-1",
      "game Event=A moves e4 1-0 end game Event=B moves d4 0-1 end" },
    { "two games without tags", "e4 1-0 d4 0-1",
      "game moves e4 1-0 end game moves d4 0-1 end" },
    { "no result", "[Event \"A\"]\n1. e4\n[Event \"B\"]\n1. d4",
      "game Event=A moves e4 none end game Event=B moves d4 none end" },
    { "no moves", "[Event \"A\"]\n[Event \"B\"]\n*",
      "game Event=A moves none end game Event=B moves * end" },
    { "only tags", "[Event \"A\"]", "game Event=A moves none end" },
    { "empty line in the tags", "[Event \"A\"]\n\n[Site \"B\"]\n\ne4 *",
      "game Event=A Site=B moves e4 * end" },
    { "comments around", "; x\n[Event \"A\"]\n{y}\n[Site \"B\"]\n{z} e4 * {w}",
      "game Event=A Site=B moves { x} {y} {z} e4 {w} * end" },
    { "comments behind the result", "e4 * {w} ; x\n[Event \"B\"]\nd4 1-0",
      "game moves e4 {w} { x} * end game Event=B moves d4 1-0 end" },
    { "a comment before the next moves", "e4 * {w} d4 *",
      "game moves e4 * end game moves {w} d4 * end" },
    { "result behind a move", "1. e4 e51-0 1. d4 d50-1 1. c4 c51/2-1/2",
      "game moves e4 e5 1-0 end game moves d4 d5 0-1 end game moves c4 c5 "
      "1/2 end" },
    { "comment first", "{z} e4 *", "game moves {z} e4 * end" },
    { "glyphs", "e4! $10 $0 e5!? N *",
      "game moves e4 $1 $10 e5 $5 $146 * end" },
    { "variations", "e4 (d4 d5 (Nf6) c4) (c4) e5 *",
      "game moves e4 ( d4 d5 ( Nf6 ) c4 ) ( c4 ) e5 * end" },
    { "result in a variation", "e4 (d4 1-0) e5 0-1",
      "game moves e4 ( d4 ) e5 0-1 end" },
    { "empty variation", "e4 () e5 *", "game moves e4 ( ) e5 * end" },
    { "null moves", "e4 -- Nf3 Z0 d4 (Z0 e5) *",
      "game moves e4 null Nf3 null d4 ( null e5 ) * end" },
    { "a number as null move", "e4 0000 d4 *", "game moves e4 null d4 * end" },
    { "long moves", "e2e4 e7-e5 Ng1f3 g8f6 *",
      "game moves e2e4 e7-e5 Ng1f3 g8f6 * end" },
    { "castling in UCI", "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8h8 *",
      "game moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8h8 * end" },
    { "en passant", "e4 a6 e5 d5 exd6 e.p. Nf6 *",
      "game moves e4 a6 e5 d5 exd6 Nf6 * end" },
    { "en passant, other words", "e4 a6 e5 d5 exd6 ep Nf6 *",
      "game moves e4 a6 e5 d5 exd6 Nf6 * end" },
    { "position", "[SetUp \"1\"]\n" FEN_A "\n1. a4 Kg8 *",
      "game SetUp=1 FEN=7k/8/8/8/8/8/P7/K7 w - - 0 1 moves from FEN a4 Kg8 * "
      "end" },
    { "Chess960",
      "[Variant \"Fischerandom\"]\n[FEN "
      "\"nrkbbnrq/pppppppp/8/8/8/8/PPPPPPPP/NRKBBNRQ w GBgb - 0 1\"]\n\n"
      "1. d4 d5 2. Ne3 *",
      "game Variant=Fischerandom FEN=nrkbbnrq/pppppppp/8/8/8/8/PPPPPPPP/"
      "NRKBBNRQ w GBgb - 0 1 moves from FEN d4 d5 Ne3 * end" },
    { "usual variant", "[Variant \"From Position\"]\n\ne4 *",
      "game Variant=From Position moves e4 * end" },
    { "bad tag", "[Event \"A]\n[Site \"B\"]\n\ne4 *",
      "game <warning 1:1: the tag is not closed on its line> Site=B moves e4 * "
      "end" },
    { "huge glyph", "e4 $300 e5 *",
      "game moves e4 <warning 1:4: annotations end at $255> e5 * end" },
};

static const struct {
    const char *name, *text, *want;
} bad[] = {
    { "illegal", "1. e4 e5 2. Ke3 Nc6 1-0",
      "game moves e4 e5 <1:13: no white king can go to e3> broken" },
    { "the rest is read", "1. e5 *\n\n1. d4 *",
      "game moves <1:4: no white pawn can go to e5> broken game moves d4 * "
      "end" },
    { "the rest is read, tags",
      "[Event \"A\"]\n\n1. e4 e5 2. Qh6\n\n[Event \"B\"]\n\nd4 *",
      "game Event=A moves e4 e5 <3:13: no white queen can go to h6> broken "
      "game Event=B moves d4 * end" },
    { "ambiguous", "Nf3 a6 Nc3 a5 Ne4 a4 Ng5 *",
      "game moves Nf3 a6 Nc3 a5 Ne4 a4 <1:22: ambiguous: Nfg5 or Neg5> "
      "broken" },
    { "check", "e4 f6 Qh5 a6 *",
      "game moves e4 f6 Qh5 <1:11: the move leaves the king in check> "
      "broken" },
    { "no move at all", "hello *",
      "game moves <1:3: expected the end of the move, found 'l'> broken" },
    { "prose", "Dear all,\nhere it is\n\n[Event \"A\"]\n\ne4 *",
      "game moves <1:1: expected a piece letter or a square, found 'D'> broken "
      "game Event=A moves e4 * end" },
    { "second line, CR LF", "1. e4 e5\r\n2. Nf4 *",
      "game moves e4 e5 <2:4: no white knight can go to f4> broken" },
    { "second line, CR", "1. e4 e5\r2. Nf4 *",
      "game moves e4 e5 <2:4: no white knight can go to f4> broken" },
    { "byte order mark",
      "\xEF\xBB\xBF"
      "e4 e4 *",
      "game moves e4 <1:4: no black pawn can go to e4> broken" },
    { "open comment", "e4 {abc",
      "game moves e4 <1:4: the comment is not closed> broken" },
    { "open comment, next game", "e4 {abc\n\n[Event \"B\"]\n\nd4 {x} *",
      "game moves e4 <1:4: the comment is not closed> broken game Event=B "
      "moves d4 {x} * end" },
    { "open variation", "e4 (d4 d5\n\n[Event \"B\"]\n\nd4 *",
      "game moves e4 ( d4 d5 <1:4: the variation is not closed> broken game "
      "Event=B moves d4 * end" },
    { "open variation at the end", "e4 (d4",
      "game moves e4 ( d4 <1:4: the variation is not closed> broken" },
    { "stray parenthesis", "e4 ) e5 *",
      "game moves e4 <1:4: no variation is open here> broken" },
    { "variation without a move", "(e4) *",
      "game moves <1:1: a variation needs a move before it> broken" },
    { "variation of nothing", "e4 ((d4)) *",
      "game moves e4 ( <1:5: a variation needs a move before it> broken" },
    { "too deep", "e4 (d4 (c4 (b4 (a4)))) *",
      "game moves e4 ( d4 ( c4 ( b4 ( <1:16: variations are nested too "
      "deeply> broken" },
    { "stray brace", "e4 } *",
      "game moves e4 <1:4: no comment is open here> broken" },
    { "command outside", "e4 [%clk 1] *",
      "game moves e4 <1:4: expected a move, found '['> broken" },
    { "tag without a value", "e4 [Event] e5 *",
      "game moves e4 <1:4: expected '\"' after the name of the tag> broken" },
    { "other byte", "e4 \x80 *",
      "game moves e4 <1:4: expected a move, found '\\x80'> broken" },
    { "sign", "e4 +x *",
      "game moves e4 <1:4: expected a move, found '+x'> broken" },
    { "null move in check", "e4 f6 Qh5 -- *",
      "game moves e4 f6 Qh5 <1:11: a null move leaves the king in check> "
      "broken" },
    { "bad FEN", "[FEN \"8/8/8/8/8/8/8/9 w - - 0 1\"]\n\n*",
      "game FEN=8/8/8/8/8/8/8/9 w - - 0 1 <1:21: expected a piece, a digit or "
      "'/', found '9'> broken" },
    { "other variant", "[Variant \"Atomic\"]\n\ne4 *",
      "game Variant=Atomic <1:11: games of this variant cannot be read> "
      "broken" },
    { "UTF-16",
      "\xFF\xFE"
      "e",
      "<the text is UTF-16; save it as UTF-8 and try again>" },
};

static void test_good(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        struct log log = { .len = 0 };
        read_all(good[i].text, &everything, &log);
        nfailed += !check_text(good[i].name, log.text, good[i].want);
    }
    assert_int_equal(nfailed, 0);
}

static void test_bad(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct log log = { .len = 0 };
        read_all(bad[i].text, &everything, &log);
        nfailed += !check_text(bad[i].name, log.text, bad[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- skipping and stopping ------------------------------------------- */

#define TWO                                                                    \
    "[Event \"A\"]\n[Site \"a\"]\n\n{c} 1. e4 (1. d4 d5 (1... f5) 2. c4) "     \
    "1... "                                                                    \
    "e5 2. xx 1-0\n\n[Event \"B\"]\n\n1. a4 0-1\n"

#define FAULT "<4:49: expected a square, found 'x'>"

static void test_answers(void **state)
{
    (void)state;
    static const struct {
        const char *name, *skip, *stop, *want;
    } cases[] = {
        { "game", "game", NULL, "game 1-0 end game 0-1 end" },
        { "tag", "Event", NULL, "game Event=A 1-0 end game Event=B 0-1 end" },
        { "moves", "moves", NULL,
          "game Event=A Site=a moves 1-0 end game Event=B moves 0-1 end" },
        { "move of the game", "e5", NULL,
          "game Event=A Site=a moves {c} e4 ( d4 d5 ( f5 ) c4 ) e5 1-0 end "
          "game Event=B moves a4 0-1 end" },
        { "move of a variation", "d5", NULL,
          "game Event=A Site=a moves {c} e4 ( d4 d5 ) e5 " FAULT
          " broken game Event=B moves a4 0-1 end" },
        { "variation", "(", NULL,
          "game Event=A Site=a moves {c} e4 ( e5 " FAULT
          " broken game Event=B moves a4 0-1 end" },
        { "comment", "comment", NULL,
          "game Event=A Site=a moves {c} 1-0 end game Event=B moves a4 0-1 "
          "end" },
        { "stop at a tag", NULL, "Site", "game Event=A Site=a" },
        { "stop at a move", NULL, "d5",
          "game Event=A Site=a moves {c} e4 ( d4 d5" },
        { "stop at a problem", NULL, "problem",
          "game Event=A Site=a moves {c} e4 ( d4 d5 ( f5 ) c4 ) e5 " FAULT },
        { "stop at the end", NULL, "end",
          "game Event=A Site=a moves {c} e4 ( d4 d5 ( f5 ) c4 ) e5 " FAULT
          " broken" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct log log = { .skip_at = cases[i].skip, .stop_at = cases[i].stop };
        read_all(TWO, &everything, &log);
        nfailed += !check_text(cases[i].name, log.text, cases[i].want);
        nfailed +=
            !check_number(cases[i].name, log.ngames, log.stop_at ? 0 : 2);
    }
    assert_int_equal(nfailed, 0);
}

/* What has no callback is left out; without 'move' nothing is checked. */
static void test_unwanted(void **state)
{
    (void)state;
    static const char *const names[] = { "Site", "Round", NULL };
    const struct tabia_pgn_visitor results = { .on_result = result };
    const struct tabia_pgn_visitor moves = { .on_move = move,
                                             .on_problem = problem };
    const struct tabia_pgn_visitor tags = { .on_tag = tag, .tags = names };
    struct log log = { .len = 0 };
    read_all(TWO, &results, &log);
    assert_string_equal(log.text, "1-0 0-1");
    log.len = 0;
    read_all(TWO, &moves, &log);
    assert_string_equal(log.text, "e4 e5 " FAULT " a4");
    log.len = 0;
    read_all(TWO, &tags, &log);
    assert_string_equal(log.text, "Site=a");
}

static enum tabia_pgn_flow note_clocks(void *ctx,
                                       const struct tabia_pgn_move *mv)
{
    uint16_t *clocks = ctx;
    clocks[0] = mv->pos->halfmove;
    clocks[1] = mv->pos->fullmove;
    return TABIA_PGN_GO;
}

/* Null moves are moves for the clocks, which stay at their end. */
static void test_clocks(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned nmoves;
        uint16_t halfmove, fullmove;
    } cases[] = {
        { "one null move", 1, 4, 10 },
        { "two null moves", 2, 5, 10 },
        { "more than there are numbers", 140000, 65535, 65535 },
    };
    const struct tabia_pgn_visitor visitor = { .on_move = note_clocks };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf text = { .limit = 1 << 20 };
        uint16_t got[2] = { 0 };
        buf_add_text(&text, "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 3 9\"]\n\n");
        for (unsigned k = 0; k < cases[i].nmoves; k++)
            buf_add_text(&text, "-- ");
        struct tabia_pgn *pgn =
            tabia_pgn_open_bytes(buf_bytes(&text), NULL, NULL);
        assert_non_null(pgn);
        assert_true(tabia_pgn_next(pgn, &visitor, got, NULL));
        tabia_pgn_close(pgn);
        buf_clear(&text);
        nfailed += !check_number(cases[i].name, got[0], cases[i].halfmove);
        nfailed += !check_number(cases[i].name, got[1], cases[i].fullmove);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- places ---------------------------------------------------------- */

static void test_places(void **state)
{
    (void)state;
    static const char text[] = "ab\ncd\r\n\r\nef\rgh\n";
    static const uint32_t lines[] = { 1, 1, 1, 2, 2, 2, 2, 3,
                                      3, 4, 4, 4, 5, 5, 5 };
    struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(bytes, NULL, NULL);
    assert_non_null(pgn);
    for (size_t i = 0; i < 2 * COUNT_OF(lines); i++) { // there and back
        const size_t k = i < COUNT_OF(lines) ? i : 2 * COUNT_OF(lines) - 1 - i;
        uint32_t line, col;
        pgn_location(pgn, text + k, &line, &col);
        assert_int_equal(line, lines[k]);
        assert_int_equal(col == 1, k == 0 || lines[k - 1] != lines[k]);
    }
    tabia_pgn_close(pgn);
}

static void test_boundary(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        size_t from, want;
    } cases[] = {
        { "the first", "[Event \"A\"]\n\ne4 *\n", 0, 0 },
        { "inside the tags", "[Event \"A\"]\n[Site \"B\"]\n\ne4 *\n", 1, 29 },
        { "the second", "[A \"\"]\n\ne4 *\n\n[B \"\"]\n", 1, 14 },
        { "at the second", "[A \"\"]\n\ne4 *\n\n[B \"\"]\n", 14, 14 },
        { "an empty line in the tags", "[A \"\"]\n\n[B \"\"]\n\ne4 *", 3, 20 },
        { "no tag", "e4 {\n[%clk 1]\n} *\n[A \"\"]", 1, 18 },
        { "none", "e4 e5 *", 0, 7 },
        { "beyond", "e4", 99, 2 },
        { "byte order mark", "\xEF\xBB\xBF[A \"\"]", 0, 0 },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct guard guard = guard_copy(cases[i].text, strlen(cases[i].text));
        const size_t got = cut_next(guard_bytes(&guard), cases[i].from);
        nfailed += !check_number(cases[i].name, got, cases[i].want);
        guard_free(&guard);
    }
    assert_int_equal(nfailed, 0);
}

static void test_unescape(void **state)
{
    (void)state;
    char buf[8];
    assert_int_equal(
        tabia_pgn_unescape((struct tabia_pgn_text){ "a\\\"b\\\\\\c", 8 }, buf,
                           sizeof(buf)),
        6);
    assert_string_equal(buf, "a\"b\\\\c");
    assert_int_equal(
        tabia_pgn_unescape((struct tabia_pgn_text){ "abcdefghij", 10 }, buf,
                           sizeof(buf)),
        10);
    assert_string_equal(buf, "abcdefg");
}

static void test_memory(void **state)
{
    (void)state;
    struct log log = { .len = 0 };
    fail_alloc_after(0);
    struct tabia_error err = { 0 };
    struct tabia_bytes bytes = { (const uint8_t *)"e4", 2 };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(bytes, NULL, &err);
    fail_alloc_off();
    assert_null(pgn);
    assert_int_equal(err.status, TABIA_ERR_NOMEM);

    bytes = (struct tabia_bytes){ (const uint8_t *)"e4 (d4) * e4 *", 14 };
    pgn = tabia_pgn_open_bytes(bytes, NULL, &err);
    fail_alloc_after(0);
    while (tabia_pgn_next(pgn, &everything, &log, NULL))
        ;
    fail_alloc_off();
    tabia_pgn_close(pgn);
    assert_string_equal(log.text, "game moves e4 ( <1:4: out of memory> broken "
                                  "game moves e4 * end");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),     cmocka_unit_test(test_bad),
        cmocka_unit_test(test_answers),  cmocka_unit_test(test_unwanted),
        cmocka_unit_test(test_clocks),   cmocka_unit_test(test_places),
        cmocka_unit_test(test_boundary), cmocka_unit_test(test_unescape),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
