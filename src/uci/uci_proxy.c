/*
 * uci_proxy.c - between a GUI and an engine: what happens to each line
 */
#include "uci/uci_proxy.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/attr.h"
#include "uci/uci_answer.h"
#include "uci/uci_queue.h"
#include "base/banned.h"

enum { NOTICES_MAX = 1 << 16 };

static uint64_t after(const struct uci_proxy *p, int64_t ms)
{
    return p->now_ms + (uint64_t)ms;
}

void uci_proxy_tell(struct uci_proxy *proxy, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    for (char *p = text; *p; p++)
        if (*p == '\n' || *p == '\r')
            *p = ' ';
    // Before the GUI's first word nobody is listening.
    buf_addf(proxy->is_greeted ? &proxy->to_gui : &proxy->notices,
             "info string %s\n", text);
}

/* ---- for the engine -------------------------------------------------- */

static void pass_to_engine(struct uci_proxy *p, const char *line, size_t len)
{
    if (p->has_engine)
        buf_add(&p->to_engine, line, len);
}

static void finish_uci(struct uci_proxy *p)
{
    uci_options_print(&p->options, &p->books, &p->to_gui);
    buf_add_text(&p->to_gui, "uciok\n");
}

/* The answer to "uci" of one who has no engine. */
static void answer_uci(struct uci_proxy *p)
{
    buf_add_text(&p->to_gui,
                 "id name Tabia " TABIA_VERSION "\n"
                 "id author the Tabia authors\n"
                 "option name UCI_Chess960 type check default false\n");
    finish_uci(p);
}

static void quit(struct uci_proxy *p)
{
    p->is_quitting = true;
    p->drain_deadline_ms = UCI_NEVER;
    pass_to_engine(p, "quit\n", 5);
}

/* The GUI has gone and the engine owes nothing any more: the end. */
static void quit_when_drained(struct uci_proxy *p)
{
    if (p->is_draining && !p->is_quitting && !uci_queue_ends_alone(p))
        quit(p);
}

/* The oldest answer is the books' now, or nobody's. */
static void answer_in_place(struct uci_proxy *p, struct uci_answer *answer)
{
    if (!uci_queue_rescue(p, answer)) {
        answer->is_engine = false;
        snprintf(answer->best, sizeof(answer->best), "bestmove 0000");
        uci_proxy_tell(p, "out of book, and no engine to ask");
    }
    uci_queue_settle(p);
}

void uci_proxy_engine_gone(struct uci_proxy *proxy, const char *why)
{
    struct uci_answer *front;
    proxy->has_engine = false;
    proxy->late_uci = proxy->late_ready = proxy->late_best = 0;
    buf_reset(&proxy->to_engine);
    if (!proxy->is_quitting)
        uci_proxy_tell(proxy, "%s; only book moves from now on", why);
    for (; proxy->nuci > 0; proxy->nuci--)
        answer_uci(proxy);
    for (; proxy->nready > 0; proxy->nready--)
        buf_add_text(&proxy->to_gui, "readyok\n");
    uci_queue_settle(proxy);
    if (proxy->is_quitting)
        uci_queue_clear(proxy); // nobody waits for a move any more
    while ((front = uci_queue_front(proxy)) && front->is_engine)
        answer_in_place(proxy, front);
    quit_when_drained(proxy);
}

/* ---- lines of the GUI ------------------------------------------------ */

/* A line of the GUI: all of it, and what follows the first word. */
struct command {
    const char *line;
    size_t len;
    struct uci_text rest;
};

static void pass(struct uci_proxy *p, const struct command *c)
{
    pass_to_engine(p, c->line, c->len);
}

static void on_uci(struct uci_proxy *p, const struct command *c)
{
    if (!p->has_engine) {
        answer_uci(p);
        return;
    }
    if (p->nuci++ == 0)
        p->uci_deadline_ms = after(p, p->setup.timeout_ms);
    pass(p, c);
}

static void on_isready(struct uci_proxy *p, const struct command *c)
{
    if (!p->has_engine) {
        buf_add_text(&p->to_gui, "readyok\n");
        return;
    }
    if (p->nready++ == 0)
        p->ready_deadline_ms = after(p, p->setup.timeout_ms);
    pass(p, c);
}

static void on_newgame(struct uci_proxy *p, const struct command *c)
{
    p->ngames++;
    pass(p, c);
}

static void on_quit(struct uci_proxy *p, const struct command *c)
{
    p->is_quitting = true;
    pass(p, c);
}

static void set_books(struct uci_proxy *p, struct uci_word list)
{
    struct tabia_error err = { .status = TABIA_OK };
    if (p->setup.are_books_fixed)
        uci_proxy_tell(p, "Book File cannot be changed here");
    else if (!book_stack_set(&p->books, list.text, list.len, &err))
        uci_proxy_tell(p, "book not opened: %s", err.msg);
    else
        uci_proxy_tell(p, "playing from %zu book%s", p->books.n,
                       p->books.n == 1 ? "" : "s");
}

/* What the engine is told and we need to know as well. */
static void note_foreign(struct uci_proxy *p, const struct uci_setting *s)
{
    if (uci_is_name(s->name, "UCI_Chess960"))
        p->is_chess960 = uci_is_name(s->value, "true");
    else if (uci_is_name(s->name, "MultiPV") &&
             !uci_number(s->value, &p->multi_pv))
        p->multi_pv = 1;
}

static void on_setoption(struct uci_proxy *p, const struct command *c)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct uci_setting setting;
    if (!uci_setting_parse(c->rest, &setting)) {
        pass(p, c);
        return;
    }
    switch (uci_options_set(&p->options, &setting, &err)) {
    case UCI_SET_FOREIGN:
        note_foreign(p, &setting);
        pass(p, c);
        break;
    case UCI_SET_BOOKS:
        set_books(p, setting.value);
        break;
    case UCI_SET_BAD:
        uci_proxy_tell(p, "option not set: %s", err.msg);
        break;
    case UCI_SET_DONE:
        break;
    }
}

static void on_position(struct uci_proxy *p, const struct command *c)
{
    struct tabia_error err = { .status = TABIA_OK };
    pass(p, c);
    // The engine says itself what it thinks of a position that is none.
    if (!uci_game_set(&p->game, c->rest, &err) && !p->has_engine)
        uci_proxy_tell(p, "no such position: %s", err.msg);
}

/* ---- go and what belongs to it --------------------------------------- */

static uint64_t seed_of_move(const struct uci_proxy *p)
{
    const uint64_t seed = p->options.rules.seed
                              ? (uint64_t)p->options.rules.seed
                              : p->setup.random_seed;
    return seed + p->ngames * 1000003 + (uint64_t)p->game.ply;
}

/* May a book answer this "go"? Endless searches and problems are not games. */
static bool asks_for_move(const struct uci_proxy *p, const struct uci_go *go)
{
    if (!p->options.rules.own_book || go->is_mate || go->is_perft)
        return false;
    return !go->is_infinite || !p->has_engine;
}

static void go_by_book(struct uci_proxy *p, struct uci_answer *answer,
                       const struct uci_go *go, const struct book_hit *hit)
{
    uci_answer_print(answer, hit, &p->game.pos, p->is_chess960, p->multi_pv);
    answer->hold = go->is_infinite ? HOLD_INFINITE
                   : go->is_ponder ? HOLD_PONDER
                                   : HOLD_NONE;
    // The GUI has gone on, so the engine has to come to an end as well.
    uci_queue_hurry(p);
    uci_queue_settle(p);
}

static void go_by_engine(struct uci_proxy *p, struct uci_answer *answer,
                         const struct uci_go *go, const struct command *c)
{
    answer->is_engine = true;
    answer->limit_ms = uci_go_limit_ms(go, p->game.pos.turn);
    answer->ends_alone =
        !go->is_ponder && (answer->limit_ms >= 0 || go->is_limited);
    if (answer->limit_ms >= 0 && !go->is_ponder)
        answer->deadline_ms = after(p, answer->limit_ms + p->setup.timeout_ms);
    pass(p, c);
}

static void go_by_nobody(struct uci_proxy *p, struct uci_answer *answer,
                         const struct uci_go *go)
{
    uci_proxy_tell(p, "out of book, and no engine to ask");
    snprintf(answer->best, sizeof(answer->best), "bestmove 0000");
    answer->hold = go->is_infinite ? HOLD_INFINITE
                   : go->is_ponder ? HOLD_PONDER
                                   : HOLD_NONE;
    uci_queue_settle(p);
}

static void on_go(struct uci_proxy *p, const struct command *c)
{
    const struct uci_go go = uci_go_parse(c->rest);
    if (go.is_perft) { // counted, not answered with a move
        pass(p, c);
        return;
    }
    struct uci_answer *answer = uci_queue_push(p);
    if (!answer) {
        uci_proxy_tell(p, "too many searches at once: go is not obeyed");
        return;
    }
    const struct book_query query = {
        .game = &p->game,
        .go = &go,
        .seed = seed_of_move(p),
    };
    struct book_hit hit;
    if (asks_for_move(p, &go) &&
        book_stack_choose(&p->books, &p->options.rules, &query, &hit))
        go_by_book(p, answer, &go, &hit);
    else if (p->has_engine)
        go_by_engine(p, answer, &go, c);
    else
        go_by_nobody(p, answer, &go);
}

static void on_stop(struct uci_proxy *p, const struct command *c)
{
    const bool is_ours = uci_queue_release(p, HOLD_INFINITE);
    if (is_ours && !uci_queue_has_engine(p))
        return;
    uci_queue_hurry(p);
    pass(p, c);
}

static void on_ponderhit(struct uci_proxy *p, const struct command *c)
{
    if (uci_queue_release(p, HOLD_PONDER))
        return;
    struct uci_answer *back = uci_queue_back(p);
    if (back && back->is_engine && back->limit_ms >= 0) {
        back->ends_alone = true;
        back->deadline_ms = after(p, back->limit_ms + p->setup.timeout_ms);
    }
    pass(p, c);
}

static const struct {
    const char *word;
    void (*obey)(struct uci_proxy *p, const struct command *c);
} commands[] = {
    { "uci", on_uci },
    { "isready", on_isready },
    { "ucinewgame", on_newgame },
    { "setoption", on_setoption },
    { "position", on_position },
    { "go", on_go },
    { "stop", on_stop },
    { "ponderhit", on_ponderhit },
    { "quit", on_quit },
};

void uci_proxy_gui_line(struct uci_proxy *proxy, const char *line, size_t len)
{
    struct command c = { line, len, uci_text(line, len) };
    struct uci_word word;
    if (!proxy->is_greeted) {
        proxy->is_greeted = true;
        buf_add(&proxy->to_gui, buf_text(&proxy->notices), proxy->notices.size);
        buf_clear(&proxy->notices);
    }
    uci_next(&c.rest, &word);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (!uci_is(word, commands[i].word))
            continue;
        commands[i].obey(proxy, &c);
        return;
    }
    pass(proxy, &c);
}

void uci_proxy_gui_gone(struct uci_proxy *proxy)
{
    if (proxy->is_draining || proxy->is_quitting)
        return;
    proxy->is_draining = true;
    proxy->drain_deadline_ms = after(proxy, proxy->setup.timeout_ms);
    uci_queue_release(proxy, HOLD_INFINITE);
    quit_when_drained(proxy);
}

/* ---- lines of the engine --------------------------------------------- */

/* Each of these says whether the line goes on to the GUI. */

static bool on_uciok(struct uci_proxy *p, struct uci_text rest)
{
    (void)rest;
    if (p->late_uci > 0) {
        p->late_uci--;
        return false;
    }
    if (p->nuci > 0) {
        p->nuci--;
        p->uci_deadline_ms = after(p, p->setup.timeout_ms);
        uci_options_print(&p->options, &p->books, &p->to_gui);
    }
    return true;
}

static bool on_readyok(struct uci_proxy *p, struct uci_text rest)
{
    (void)rest;
    if (p->late_ready > 0) {
        p->late_ready--;
        return false;
    }
    if (p->nready > 0) {
        p->nready--;
        p->ready_deadline_ms = after(p, p->setup.timeout_ms);
    }
    return true;
}

static bool on_option(struct uci_proxy *p, struct uci_text rest)
{
    struct uci_word name;
    if (uci_option_name(rest, &name))
        uci_options_take(&p->options, name);
    return true;
}

/* What is said about a search that was answered for is no news. */
static bool on_info(struct uci_proxy *p, struct uci_text rest)
{
    (void)rest;
    return p->late_best == 0;
}

static const struct {
    const char *word;
    bool (*hear)(struct uci_proxy *p, struct uci_text rest);
} words[] = {
    { "info", on_info },
    { "option", on_option },
    { "readyok", on_readyok },
    { "uciok", on_uciok },
};

static void on_bestmove(struct uci_proxy *p, const char *line, size_t len)
{
    if (p->late_best > 0) {
        p->late_best--;
        return;
    }
    buf_add(&p->to_gui, line, len);
    const struct uci_answer *front = uci_queue_front(p);
    if (front && front->is_engine)
        uci_queue_pop(p);
    quit_when_drained(p);
}

void uci_proxy_engine_line(struct uci_proxy *proxy, const char *line,
                           size_t len)
{
    struct uci_text rest = uci_text(line, len);
    struct uci_word word;
    bool is_passed = true;
    uci_next(&rest, &word);
    if (uci_is(word, "bestmove")) {
        on_bestmove(proxy, line, len);
        return;
    }
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (!uci_is(word, words[i].word))
            continue;
        is_passed = words[i].hear(proxy, rest);
        break;
    }
    if (is_passed)
        buf_add(&proxy->to_gui, line, len);
    uci_queue_settle(proxy);
}

/* ---- time ------------------------------------------------------------ */

uint64_t uci_proxy_deadline(const struct uci_proxy *proxy)
{
    const struct uci_answer *front = &proxy->answers[proxy->first];
    uint64_t deadline = UCI_NEVER;
    if (!proxy->has_engine || proxy->is_quitting)
        return UCI_NEVER;
    if (proxy->nanswers > 0 && front->is_engine)
        deadline = front->deadline_ms;
    if (proxy->nuci > 0 && proxy->uci_deadline_ms < deadline)
        deadline = proxy->uci_deadline_ms;
    if (proxy->nready > 0 && proxy->ready_deadline_ms < deadline)
        deadline = proxy->ready_deadline_ms;
    if (proxy->is_draining && proxy->drain_deadline_ms < deadline)
        deadline = proxy->drain_deadline_ms;
    return deadline;
}

/*
 * A search takes too long: the books may know a move. If not, we wait on,
 * unless the GUI has asked for another move meanwhile.
 */
static void on_late_move(struct uci_proxy *p, struct uci_answer *front)
{
    front->deadline_ms = UCI_NEVER;
    uci_proxy_tell(p, "engine %s does not answer", p->setup.engine);
    if (!uci_queue_rescue(p, front)) {
        if (p->nanswers == 1)
            return;
        front->is_engine = false;
        snprintf(front->best, sizeof(front->best), "bestmove 0000");
    }
    pass_to_engine(p, "stop\n", 5);
    p->late_best++;
    uci_queue_settle(p);
}

void uci_proxy_tick(struct uci_proxy *proxy)
{
    struct uci_proxy *p = proxy;
    struct uci_answer *front;
    if (uci_proxy_deadline(p) > p->now_ms)
        return;
    if (p->nuci > 0 && p->uci_deadline_ms <= p->now_ms) {
        uci_proxy_tell(p, "engine %s does not answer to uci", p->setup.engine);
        for (; p->nuci > 0; p->nuci--, p->late_uci++)
            answer_uci(p);
    }
    if (p->nready > 0 && p->ready_deadline_ms <= p->now_ms) {
        uci_proxy_tell(p, "engine %s does not answer to isready",
                       p->setup.engine);
        for (; p->nready > 0; p->nready--, p->late_ready++)
            buf_add_text(&p->to_gui, "readyok\n");
    }
    uci_queue_settle(p);
    while ((front = uci_queue_front(p)) && front->is_engine &&
           front->deadline_ms <= p->now_ms)
        on_late_move(p, front);
    if (p->is_draining && p->drain_deadline_ms <= p->now_ms)
        quit(p);
}

/* ---- life cycle ------------------------------------------------------ */

void uci_proxy_init(struct uci_proxy *proxy,
                    const struct uci_proxy_setup *setup)
{
    *proxy = (struct uci_proxy){
        .setup = *setup,
        .options = { .rules = setup->rules },
        .books = setup->books,
        .game = { .is_known = true },
        .has_engine = setup->engine != NULL,
        .multi_pv = 1,
        .notices = { .limit = NOTICES_MAX },
        .drain_deadline_ms = UCI_NEVER,
        .to_gui = { .limit = UCI_BUFFER_MAX },
        .to_engine = { .limit = UCI_BUFFER_MAX },
    };
    tabia_pos_start(&proxy->game.pos);
}

void uci_proxy_clear(struct uci_proxy *proxy)
{
    uci_queue_clear(proxy);
    uci_game_clear(&proxy->game);
    book_stack_clear(&proxy->books);
    buf_clear(&proxy->notices);
    buf_clear(&proxy->to_gui);
    buf_clear(&proxy->to_engine);
}
