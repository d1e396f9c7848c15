/*
 * test_uci_words.c - lines of the UCI protocol, taken apart
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "uci/uci_game.h"
#include "uci/uci_lines.h"
#include "uci/uci_words.h"

static struct uci_rest text_of(const char *text)
{
    return uci_rest_begin(text, strlen(text));
}

/* ---- setoption ------------------------------------------------------- */

static const struct {
    const char *name, *text, *want; // want: "NAME=VALUE", "NAME" or "none"
} settings[] = {
    { "plain", "name Hash value 32\n", "Hash=32" },
    { "blanks inside", " name  Book File  value  my book.bin \r\n",
      "Book File=my book.bin" },
    { "no value", "name Clear Hash", "Clear Hash" },
    { "empty value", "name Book File value", "Book File=" },
    { "value twice", "name A value b value c", "A=b value c" },
    { "no name", "value 3", "none" },
    { "empty name", "name", "none" },
    { "empty name, value", "name value 3", "none" },
    { "nothing", "", "none" },
};

static void test_settings(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(settings); i++) {
        struct uci_setoption s;
        char got[80] = "none";
        if (uci_setoption_parse(text_of(settings[i].text), &s))
            snprintf(got, sizeof(got), "%.*s%s%.*s", (int)s.name.len,
                     s.name.text, s.has_value ? "=" : "",
                     s.has_value ? (int)s.value.len : 0,
                     s.has_value ? s.value.text : "");
        ok &= check_text(settings[i].name, got, settings[i].want);
    }
    assert_true(ok);
}

static const struct {
    const char *got, *want;
    bool is_same;
} names[] = {
    { "OwnBook", "OwnBook", true },
    { "ownbook", "OwnBook", true },
    { "Book  File", "book file", true },
    { "BookFile", "Book File", false },
    { "Book", "Book File", false },
    { "Book File x", "Book File", false },
    { "", "Book", false },
    { "", "", true },
};

static void test_names(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct uci_word word = { names[i].got, strlen(names[i].got) };
        ok &= check_number(names[i].got, uci_word_is_name(word, names[i].want),
                           names[i].is_same);
    }
    assert_true(ok);
}

static const struct {
    const char *text, *want;
} numbers[] = {
    { "0", "0" },      { "007", "7" },
    { "-5", "-5" },    { "", "none" },
    { "-", "none" },   { "1x", "none" },
    { "+1", "none" },  { "9223372036854775807", "none" }, // one digit short
    { "1 2", "none" }, { "922337203685477579", "922337203685477579" },
};

static void test_numbers(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        const struct uci_word word = { numbers[i].text,
                                       strlen(numbers[i].text) };
        int64_t n;
        char got[32] = "none";
        if (uci_word_parse_number(word, &n))
            snprintf(got, sizeof(got), "%lld", (long long)n);
        ok &= check_text(numbers[i].text, got, numbers[i].want);
    }
    assert_true(ok);
}

/* ---- go -------------------------------------------------------------- */

static const struct {
    const char *text;
    const char *want; // letters of what is set, limits for White and Black
    const char *move; // a move, with ! if it may not be searched
} gos[] = {
    { "", "- -1 -1", "e2e4" },
    { "infinite", "i -1 -1", "e2e4" },
    { "ponder wtime 10 btime 20 winc 1 binc 2", "p 10 20", "e2e4" },
    { "wtime -5 btime x", "- 0 -1", "e2e4" },
    { "movetime 500 wtime 1", "- 500 500", "e2e4" },
    { "movetime 9223372036854775799", "- 1099511627776 1099511627776", "e2e4" },
    { "depth 5", "l -1 -1", "e2e4" },
    { "nodes 5 mate 3", "ml -1 -1", "e2e4" },
    { "perft 3", "f -1 -1", "e2e4" },
    { "searchmoves e2e4 d2d4 movetime 5", "- 5 5", "e2e4" },
    { "searchmoves d2d4 infinite", "i -1 -1", "!e2e4" },
    { "infinite searchmoves", "i -1 -1", "!e2e4" },
    { "searchmoves nonsense e2e4", "- -1 -1", "e2e4" },
    { "searchmoves d2d4 depth 3 e2e4", "l -1 -1", "!e2e4" },
    { "wtime", "- -1 -1", "e2e4" },
};

static void test_go(void **state)
{
    bool ok = true;
    struct tabia_pos pos;
    (void)state;
    tabia_pos_set_start(&pos);
    for (size_t i = 0; i < COUNT_OF(gos); i++) {
        const struct uci_go go = uci_go_parse(text_of(gos[i].text));
        const bool wants_move = gos[i].move[0] != '!';
        tabia_move mv;
        char got[80];
        snprintf(got, sizeof(got), "%s%s%s%s%s%s %lld %lld",
                 go.is_infinite ? "i" : "", go.is_ponder ? "p" : "",
                 go.is_mate ? "m" : "", go.is_perft ? "f" : "",
                 go.is_limited ? "l" : "",
                 go.is_infinite || go.is_ponder || go.is_mate || go.is_perft ||
                         go.is_limited
                     ? ""
                     : "-",
                 (long long)uci_go_limit_ms(&go, TABIA_WHITE),
                 (long long)uci_go_limit_ms(&go, TABIA_BLACK));
        ok &= check_text(gos[i].text, got, gos[i].want);
        assert_true(
            tabia_uci_parse(&pos, gos[i].move + !wants_move, 4, &mv, NULL));
        ok &=
            check_number(gos[i].text, uci_go_allows(&go, &pos, mv), wants_move);
    }
    assert_true(ok);
}

/* ---- position -------------------------------------------------------- */

static const struct {
    const char *text, *want; // "ply fen" or the error
} games[] = {
    { "startpos\n",
      "0 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" },
    { "startpos moves e2e4 e7e5\r\n",
      "2 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" },
    { "fen 4k3/8/8/8/8/8/8/4K2R b K - 0 3",
      "5 4k3/8/8/8/8/8/8/4K2R b K - 0 3" },
    { "fen  4k3/8/8/8/8/8/8/4K2R w K - 0 3 moves e1g1 e8d8",
      "6 3k4/8/8/8/8/8/8/5RK1 w - - 2 4" },
    { "fen 4k3/8/8/8/8/8/8/4K2R w K moves e1h1",
      "1 4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
    { "startpos moves e2e5", "e2e5 is not legal" },
    { "fen", "expected a board, found the end" },
    { "e2e4", "expected startpos or fen, found 'e2e4'" },
    { "", "expected startpos or fen, found ''" },
};

static void test_games(void **state)
{
    bool ok = true;
    struct uci_game game = { .is_known = false };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct tabia_error err = { 0 };
        char fen[TABIA_FEN_SIZE], got[256];
        if (uci_game_set(&game, text_of(games[i].text), &err)) {
            tabia_fen_print(&game.pos, TABIA_FEN_EP_LEGAL, fen);
            snprintf(got, sizeof(got), "%d %s", game.ply, fen);
        } else {
            snprintf(got, sizeof(got), "%s", err.msg);
        }
        assert_true(game.is_known == (err.status == TABIA_OK));
        ok &= check_text(games[i].text, got, games[i].want);
    }
    uci_game_clear(&game);
    assert_true(ok);
}

/* ---- lines ----------------------------------------------------------- */

static void collect(void *ctx, const char *line, size_t len)
{
    struct buf *all = ctx;
    buf_add_char(all, '[');
    buf_add(all, line, len);
    buf_add_char(all, ']');
}

/* The same bytes in pieces of any size give the same lines. */
static void test_lines(void **state)
{
    static const char text[] = "uci\n\nposition startpos\r\ngo\nquit";
    static const char want[] =
        "[uci\n][\n][position startpos\r\n][go\n][quit\n]";
    (void)state;
    for (size_t piece = 1; piece < sizeof(text); piece++) {
        struct uci_lines lines = { .is_skipping = false };
        struct buf all = { .limit = 1000 };
        for (size_t at = 0; at < sizeof(text) - 1; at += piece) {
            const size_t left = sizeof(text) - 1 - at;
            uci_lines_feed(&lines, text + at, left < piece ? left : piece,
                           collect, &all);
        }
        uci_lines_end(&lines, collect, &all);
        assert_true(check_text("lines", buf_text(&all), want));
        buf_clear(&all);
        uci_lines_clear(&lines);
    }
}

static void test_long_line(void **state)
{
    struct uci_lines lines = { .is_skipping = false };
    struct buf all = { .limit = 1000 };
    char *text = malloc(UCI_LINE_MAX);
    (void)state;
    assert_non_null(text);
    memset(text, 'x', UCI_LINE_MAX);
    uci_lines_feed(&lines, text, UCI_LINE_MAX, collect, &all);
    uci_lines_feed(&lines, text, UCI_LINE_MAX, collect, &all);
    uci_lines_feed(&lines, "xx\ngo\n", 6, collect, &all);
    uci_lines_feed(&lines, text, 5, collect, &all);
    uci_lines_feed(&lines, "\n", 1, collect, &all);
    assert_true(check_text("the rest", buf_text(&all), "[go\n][xxxxx\n]"));
    assert_int_equal(lines.nskipped, 1);
    buf_clear(&all);
    uci_lines_clear(&lines);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_numbers),   cmocka_unit_test(test_go),
        cmocka_unit_test(test_games),     cmocka_unit_test(test_lines),
        cmocka_unit_test(test_long_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
