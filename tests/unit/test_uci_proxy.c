/*
 * test_uci_proxy.c - what happens to each line, without any process
 *
 * A script is steps separated by " / ": "> LINE" by the GUI, "< LINE" by the
 * engine, "+ MS" time goes by, "x WHY" the engine is gone, "eof" the GUI is.
 * What comes out of each step is "E LINE" to the engine, then "G LINE" to the
 * GUI, separated in the same way; lines that only announce are left out.
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "book_text.h"
#include "uci/uci_proxy.h"

#define BOOK "e2e4=5 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 | d2d4=3 | c2c4x=9"

/* Adds the lines of 'from', each after 'mark', and empties it. */
static void take(struct buf *all, struct buf *from, char mark)
{
    const char *p = buf_text(from);
    while (*p) {
        const size_t len = strcspn(p, "\n");
        if (strncmp(p, "info depth", 10) != 0 &&
            strncmp(p, "info string book", 16) != 0 &&
            strncmp(p, "option", 6) != 0 && strncmp(p, "id ", 3) != 0)
            buf_addf(all, "%s%c %.*s", all->size ? " / " : "", mark, (int)len,
                     p);
        p += len + (p[len] == '\n');
    }
    buf_reset(from);
}

static void say(struct uci_proxy *p, const char *step, size_t len, bool is_gui)
{
    char line[256];
    const int n = snprintf(line, sizeof(line), "%.*s\n", (int)len, step);
    if (is_gui)
        uci_proxy_gui_line(p, line, (size_t)n);
    else
        uci_proxy_engine_line(p, line, (size_t)n);
}

static void do_step(struct uci_proxy *p, const char *step, size_t len)
{
    const char *rest = len > 2 ? step + 2 : "";
    const size_t left = len > 2 ? len - 2 : 0;
    if (step[0] == '>' || step[0] == '<')
        say(p, rest, left, step[0] == '>');
    else if (step[0] == 'x')
        uci_proxy_engine_gone(p, "it died");
    else if (step[0] == 'e')
        uci_proxy_gui_gone(p);
    else
        p->now_ms += strtoull(rest, NULL, 10);
    uci_proxy_tick(p);
}

static void play(struct uci_proxy *p, const char *script, struct buf *all)
{
    while (*script) {
        const char *next = strstr(script, " / ");
        const size_t len = next ? (size_t)(next - script) : strlen(script);
        do_step(p, script, len);
        take(all, &p->to_engine, 'E');
        take(all, &p->to_gui, 'G');
        script += next ? len + 3 : len;
    }
}

static struct book_stack make_stack(const char *text)
{
    struct book_stack stack = { .library = NULL };
    const struct book_stack_entry book = { .plays = { true, true } };
    struct tabia_source *source =
        source_of_book(book_text_make(text, BOOK_TEXT_TREE), NULL);
    assert_true(book_stack_add_source(&stack, "test", source, &book, NULL));
    return stack;
}

#define OUT    "position startpos moves a2a3"
#define GO     "go movetime 100"
#define BEST   "bestmove e2e4 ponder e7e5"
#define SILENT "info string engine E does not answer"
#define DEAD   "info string it died; only book moves from now on"
#define NONE   "info string out of book, and no engine to ask"

static const struct {
    const char *name;
    bool has_engine;
    const char *script, *want;
} cases[] = {
    { "handshake", true, "> uci / < id name X / < uciok", "E uci / G uciok" },
    { "handshake twice", true, "> uci / > uci / < uciok / < uciok",
      "E uci / E uci / G uciok / G uciok" },
    { "late uciok", true, "> uci / + 999 / + 1 / < uciok / > uci / < uciok",
      "E uci / G " SILENT " to uci / G uciok / E uci / G uciok" },
    { "late readyok", true, "> isready / + 1000 / < readyok / < readyok",
      "E isready / G " SILENT " to isready / G readyok / G readyok" },
    { "ready by itself", false, "> isready", "G readyok" },
    { "book move", true, "> position startpos / > " GO,
      "E position startpos / G " BEST },
    { "start without a position", true, "> go", "G " BEST },
    { "engine's move", true, "> " OUT " / > " GO " / < bestmove e7e6",
      "E " OUT " / E " GO " / G bestmove e7e6" },
    { "all the time in the world", true,
      "> " OUT " / > go movetime 9223372036854775799 / + 1000",
      "E " OUT " / E go movetime 9223372036854775799" },
    { "bad position", true, "> position startpos moves e2e5 / > " GO,
      "E position startpos moves e2e5 / E " GO },
    { "infinite", true, "> go infinite / > stop / < bestmove a2a3",
      "E go infinite / E stop / G bestmove a2a3" },
    { "infinite without engine", false, "> go infinite / > ponderhit / > stop",
      "G " BEST },
    { "mate", true, "> go mate 2", "E go mate 2" },
    { "perft", true, "> go perft 2 / > go", "E go perft 2 / G " BEST },
    { "ponderhit", true, "> go ponder / > isready / < readyok / > ponderhit",
      "E isready / G readyok / G " BEST },
    { "ponder and stop", true, "> go ponder / > stop / > stop",
      "G " BEST " / E stop" },
    { "ponder by the engine", true,
      "> " OUT " / > go ponder wtime 1 btime 1 / + 9999 / > ponderhit / "
      "+ 1000 / + 1",
      "E " OUT " / E go ponder wtime 1 btime 1 / E ponderhit / G " SILENT },
    { "searchmoves", true, "> go searchmoves d2d4", "G bestmove d2d4" },
    { "searchmoves not in the book", true, "> go searchmoves a2a3",
      "E go searchmoves a2a3" },
    { "avoided", true, "> go searchmoves c2c4", "E go searchmoves c2c4" },
    { "avoided, wide", true,
      "> setoption name Book Wide value true / > go searchmoves c2c4",
      "G bestmove c2c4" },
    { "min weight", true,
      "> setoption name Book Min Weight value 4 / > go searchmoves d2d4 / "
      "> go",
      "E go searchmoves d2d4" }, // and the book waits for the engine
    { "depth", true,
      "> setoption name book depth value 2 / > go / "
      "> position startpos moves e2e4 e7e5 / > go",
      "G " BEST " / E position startpos moves e2e4 e7e5 / E go" },
    { "own book off", true, "> setoption name OwnBook value false / > go",
      "E go" },
    { "foreign option", true, "> setoption name Hash value 1",
      "E setoption name Hash value 1" },
    { "setoption without a name", true, "> setoption", "E setoption" },
    { "the engine has OwnBook", true,
      "> uci / < option name ownbook type check default true / < uciok / "
      "> setoption name OwnBook value false / > go / "
      "> setoption name Tabia OwnBook value false / > go",
      "E uci / G uciok / E setoption name OwnBook value false / G " BEST
      " / E go" },
    { "books cannot be changed", true, "> setoption name Book File value x",
      "G info string Book File cannot be changed here" },
    { "castling", true,
      "> position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 / > go / "
      "> setoption name UCI_Chess960 value true / > go",
      "E position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 / "
      "G bestmove e1g1 / E setoption name UCI_Chess960 value true / "
      "G bestmove e1h1" },
    { "no overtaking", true,
      "> " OUT " / > go infinite / > stop / > position startpos / > go / "
      "< info string x / < bestmove e7e6",
      "E " OUT " / E go infinite / E stop / E position startpos / "
      "G info string x / G bestmove e7e6 / G " BEST },
    { "no overtaking of readyok", true, "> isready / > go / < readyok",
      "E isready / G readyok / G " BEST },
    { "dead in the handshake", true, "> uci / > isready / x",
      "E uci / E isready / G " DEAD " / G uciok / G readyok" },
    { "dead before the first word", true, "x / > isready",
      "G " DEAD " / G readyok" },
    { "dead, out of book", true, "> " OUT " / > go / x / > go",
      "E " OUT " / E go / G " DEAD " / G " NONE " / G bestmove 0000 / G " NONE
      " / G bestmove 0000" },
    { "dead, but the book knows", true,
      "> setoption name OwnBook value false / > go / x",
      "E go / G " DEAD " / G " BEST },
    { "dead after quit", true, "> go infinite / > quit / x",
      "E go infinite / E quit" },
    { "silent, but the book knows", true,
      "> setoption name OwnBook value false / > " GO " / + 1100 / "
      "< info depth 9 / < bestmove a2a3 / < bestmove b2b3",
      "E " GO " / E stop / G " SILENT " / G " BEST " / G bestmove b2b3" },
    { "silent, out of book", true, "> " OUT " / > " GO " / + 1100 / + 9999",
      "E " OUT " / E " GO " / G " SILENT },
    { "silent after stop", true,
      "> " OUT " / > go infinite / + 9999 / > stop / + 1000",
      "E " OUT " / E go infinite / E stop / G " SILENT },
    { "not yet silent after stop", true,
      "> " OUT " / > go infinite / + 9999 / > stop / + 999 / "
      "< info string x / + 1",
      "E " OUT " / E go infinite / E stop / G info string x / G " SILENT },
    { "unasked lines", true, "< bestmove a2a3 / < readyok / < x",
      "G bestmove a2a3 / G readyok / G x" },
    { "end of input", true, "eof", "E quit" },
    { "end of input in a search", true,
      "> " OUT " / > " GO " / eof / "
      "< bestmove e7e6",
      "E " OUT " / E " GO " / E quit / G bestmove e7e6" },
    { "end of input in an endless search", true, "> go infinite / eof",
      "E go infinite / E quit" },
    { "end of input, then silence", true,
      "> " OUT " / > go depth 5 / eof / "
      "+ 1000",
      "E " OUT " / E go depth 5 / E quit" },
};

static void test_scripts(void **state)
{
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct uci_proxy *p = calloc(1, sizeof(*p));
        struct buf all = { .limit = 1 << 20 };
        assert_non_null(p);
        struct uci_proxy_setup setup = {
            .choice = uci_options_defaults(),
            .books = make_stack(BOOK),
            .are_books_fixed = true,
            .engine = cases[i].has_engine ? "E" : NULL,
            .timeout_ms = 1000,
        };
        setup.choice.method = TABIA_PICK_FIRST;
        uci_proxy_init(p, &setup);
        play(p, cases[i].script, &all);
        ok &= check_text(cases[i].name, buf_text(&all), cases[i].want);
        buf_clear(&all);
        uci_proxy_clear(p);
        free(p);
    }
    assert_true(ok);
}

/* Many unanswered searches: a limit, and no crash. */
static void test_too_many(void **state)
{
    struct uci_proxy *p = calloc(1, sizeof(*p));
    (void)state;
    assert_non_null(p);
    const struct uci_proxy_setup setup = {
        .choice = uci_options_defaults(),
        .engine = "E",
        .timeout_ms = 1000,
    };
    uci_proxy_init(p, &setup);
    for (int i = 0; i < 3 * UCI_ANSWERS_MAX; i++)
        say(p, "go infinite", 11, true);
    assert_non_null(strstr(buf_text(&p->to_gui), "too many searches"));
    assert_int_equal(p->nanswers, UCI_ANSWERS_MAX);
    uci_proxy_clear(p);
    free(p);
}

/* The same seed gives the same game, another one another. */
static void test_seeds(void **state)
{
    char first[40][16];
    bool differs = false;
    (void)state;
    for (int round = 0; round < 2; round++) {
        for (int seed = 1; seed <= 40; seed++) {
            struct uci_proxy *p = calloc(1, sizeof(*p));
            assert_non_null(p);
            struct uci_proxy_setup setup = {
                .choice = uci_options_defaults(),
                .books = make_stack("e2e4 | d2d4"),
            };
            setup.choice.seed = seed;
            uci_proxy_init(p, &setup);
            say(p, "go", 2, true);
            const char *best = strstr(buf_text(&p->to_gui), "bestmove ");
            assert_non_null(best);
            if (round == 0)
                snprintf(first[seed - 1], 16, "%.13s", best);
            else
                assert_memory_equal(first[seed - 1], best, 13);
            differs |= strcmp(first[seed - 1], first[0]) != 0;
            uci_proxy_clear(p);
            free(p);
        }
    }
    assert_true(differs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scripts),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
