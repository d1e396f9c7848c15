/*
 * play_games.c TABIA ENGINE NGAMES BOOK... - games through the proxy
 *
 * The engine plays both sides, all books in one stack. Every move must be
 * legal; while a book knows one, the move must be of the first book that does
 * and announced as such; after that the engine must answer. Prints what was
 * played; status 1 when a rule was broken.
 */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/attr.h"
#include "uci/book_stack.h"
#include "uci/uci_engine.h"
#include "uci/uci_lines.h"

#include "base/banned.h"

enum { PLIES_MAX = 400, WORDS_MAX = 64, WAIT_MS = 30000 };

struct client {
    struct uci_engine proxy;
    struct uci_lines lines;
    struct buf heard;  // lines of the current answer
    const char *until; // the word that ends it
    bool is_done;
    struct book_stack books; // the same as the proxy's
    struct buf position;     // the line
    unsigned nbook, nengine, nwrong;
};

static void fail(const char *fmt, ...) ATTR_PRINTF(1, 2) ATTR_NORETURN;

static void fail(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(1);
}

static void say(struct client *c, const char *text, size_t len)
{
    while (len > 0) {
        struct pollfd ready = { .fd = c->proxy.in, .events = POLLOUT };
        const ssize_t n = write(c->proxy.in, text, len);
        if (n < 0 && errno != EAGAIN)
            fail("the proxy does not listen");
        if (n > 0) {
            text += n;
            len -= (size_t)n;
        } else if (poll(&ready, 1, WAIT_MS) != 1) {
            fail("the proxy does not read");
        }
    }
}

static void take(void *ctx, const char *line, size_t len)
{
    struct client *c = ctx;
    struct uci_text rest = uci_text(line, len);
    struct uci_word word;
    buf_add(&c->heard, line, len);
    c->is_done |= uci_next(&rest, &word) && uci_is(word, c->until);
}

/* Says a line and hears all up to the one that starts with 'until'. */
static void ask(struct client *c, const char *line, const char *until)
{
    char chunk[65536];
    say(c, line, strlen(line));
    buf_reset(&c->heard);
    c->until = until;
    c->is_done = false;
    while (!c->is_done) {
        struct pollfd ready = { .fd = c->proxy.out, .events = POLLIN };
        if (poll(&ready, 1, WAIT_MS) != 1)
            fail("no %s after %s", until, line);
        const ssize_t n = read(c->proxy.out, chunk, sizeof(chunk));
        if (n <= 0)
            fail("the proxy ended after %s", line);
        uci_lines_feed(&c->lines, chunk, (size_t)n, take, c);
    }
}

/* The first book that knows a move, or NULL; 'list' gets its moves. */
static const struct stack_book *first_hit(
    const struct client *c, const struct uci_game *game,
    struct tabia_entry list[TABIA_MOVES_MAX], size_t *n)
{
    for (size_t i = 0; i < c->books.n; i++) {
        size_t kept = 0;
        *n = stack_book_moves(&c->books.books[i], &game->pos, list);
        for (size_t k = 0; k < *n; k++)
            if (list[k].data.mark == TABIA_MARK_NONE &&
                !uci_game_repeats(game, list[k].move))
                list[kept++] = list[k];
        *n = kept;
        if (kept > 0)
            return &c->books.books[i];
    }
    return NULL;
}

static void complain(struct client *c, const char *what)
{
    fprintf(stderr, "%s: %s%s", what, buf_text(&c->position),
            buf_text(&c->heard));
    c->nwrong++;
}

/* Is the move what the books say, or the engine's when they say nothing? */
static void check_source(struct client *c, const struct uci_game *game,
                         tabia_move mv)
{
    struct tabia_entry list[TABIA_MOVES_MAX];
    char name[300];
    size_t n = 0, i = 0;
    const struct stack_book *book = first_hit(c, game, list, &n);
    const bool is_book = strstr(buf_text(&c->heard), "info string book ");
    c->nbook += is_book;
    c->nengine += !is_book;
    if (is_book != (book != NULL))
        complain(c, book ? "the book was not asked" : "no book knows this");
    if (!is_book || !book)
        return;
    while (i < n && list[i].move != mv)
        i++;
    snprintf(name, sizeof(name), "info string book %s:", book->name);
    if (i == n || !strstr(buf_text(&c->heard), name))
        complain(c, "not the first book's move");
}

static tabia_move best_move(struct client *c, const struct uci_game *game)
{
    const char *best = strstr(buf_text(&c->heard), "bestmove ");
    struct uci_text rest = uci_text(best, strlen(best));
    struct uci_word word;
    tabia_move mv;
    uci_next(&rest, &word);
    uci_next(&rest, &word);
    if (tabia_uci_parse(&game->pos, word.text, word.len, &mv, NULL))
        return mv;
    complain(c, "no legal move");
    return TABIA_MOVE_NONE;
}

/* Kings alone: no engine mates. Repetitions end a game by its length. */
static bool is_over(const struct uci_game *game)
{
    return tabia_pos_count(&game->pos) == 0 || game->pos.halfmove >= 100 ||
           (game->pos.by_color[0] | game->pos.by_color[1]) ==
               game->pos.by_type[TABIA_KING];
}

static int play_game(struct client *c)
{
    struct uci_game game = { .is_known = false };
    int ply = 0;
    ask(c, "ucinewgame\nisready\n", "readyok");
    buf_reset(&c->position);
    buf_add_text(&c->position, "position startpos\n");
    for (; ply < PLIES_MAX; ply++) {
        char uci[TABIA_UCI_SIZE];
        struct uci_text rest =
            uci_text(c->position.data + 9, c->position.size - 9);
        if (!uci_game_set(&game, rest, NULL))
            fail("bad position: %s", buf_text(&c->position));
        if (is_over(&game))
            break;
        say(c, c->position.data, c->position.size);
        ask(c, "go nodes 200\n", "bestmove");
        const tabia_move mv = best_move(c, &game);
        if (mv == TABIA_MOVE_NONE)
            break;
        check_source(c, &game, mv);
        tabia_uci_print(&game.pos, mv, false, uci);
        c->position.size--; // the line end
        buf_addf(&c->position, "%s %s\n", ply ? "" : " moves", uci);
    }
    uci_game_clear(&game);
    return ply;
}

static void start(struct client *c, char **argv, int nbooks)
{
    static char verb[] = "uci", book[] = "--book", end[] = "--";
    char *words[WORDS_MAX] = { argv[1], verb };
    struct tabia_error err = { .status = TABIA_OK };
    int n = 2;
    for (int i = 0; i < nbooks && n < WORDS_MAX - 5; i++) {
        words[n++] = book;
        words[n++] = argv[4 + i];
        if (!book_stack_add(&c->books, argv[4 + i], strlen(argv[4 + i]), &err))
            fail("%s", err.msg);
    }
    words[n++] = end;
    words[n++] = argv[2];
    if (!uci_engine_open(&c->proxy, words, &err))
        fail("%s", err.msg);
}

int main(int argc, char **argv)
{
    static struct client c = {
        .heard = { .limit = 1 << 20 },
        .position = { .limit = 1 << 16 },
    };
    int nplies = 0;
    if (argc < 5) {
        fputs("play_games TABIA ENGINE NGAMES BOOK...\n", stderr);
        return 2;
    }
    const int ngames = (int)strtol(argv[3], NULL, 10);
    start(&c, argv, argc - 4);
    ask(&c, "uci\n", "uciok");
    for (int i = 0; i < ngames; i++)
        nplies += play_game(&c);
    say(&c, "quit\n", 5);
    uci_engine_close(&c.proxy, WAIT_MS);
    printf("%d games, %d plies: %u book moves, %u of the engine, %u wrong\n",
           ngames, nplies, c.nbook, c.nengine, c.nwrong);
    book_stack_clear(&c.books);
    uci_lines_clear(&c.lines);
    buf_clear(&c.heard);
    buf_clear(&c.position);
    const bool is_good =
        c.nwrong == 0 && c.nbook > 0 && c.nengine > 0 && c.proxy.status == 0;
    return is_good ? 0 : 1;
}
