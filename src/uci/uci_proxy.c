/*
 * uci_proxy.c - what happens to each line of the GUI
 */
#include "uci/uci_proxy.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/compiler.h"
#include "base/wording.h"
#include "uci/uci_proxy_internal.h"
#include "uci/uci_queue.h"
#include "uci/uci_search.h"
#include "base/banned.h"

enum { NOTICES_MAX = 1 << 16 };

uint64_t uci_proxy_after(const struct uci_proxy *proxy, int64_t ms)
{
    return proxy->now_ms + (uint64_t)ms;
}

void uci_proxy_pass(struct uci_proxy *proxy, const char *line, size_t len)
{
    if (proxy->has_engine)
        buf_add(&proxy->to_engine, line, len);
}

void uci_proxy_answer_uci(struct uci_proxy *proxy)
{
    buf_add_text(&proxy->to_gui,
                 "id name Tabia " TABIA_VERSION "\n"
                 "id author the Tabia authors\n"
                 "option name UCI_Chess960 type check default false\n");
    uci_options_print(&proxy->options, &proxy->books, &proxy->to_gui);
    buf_add_text(&proxy->to_gui, "uciok\n");
}

void uci_proxy_print_info(struct uci_proxy *proxy, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    for (char *p = text; *p; p++)
        if (*p == '\n' || *p == '\r')
            *p = ' ';
    // Before the GUI's first word nothing is listening.
    buf_addf(proxy->is_greeted ? &proxy->to_gui : &proxy->notices,
             "info string %s\n", text);
}

/* ---- lines of the GUI ------------------------------------------------ */

static void pass_line(struct uci_proxy *p, const struct uci_command *c)
{
    uci_proxy_pass(p, c->line, c->len);
}

static void on_uci(struct uci_proxy *p, const struct uci_command *c)
{
    if (!p->has_engine) {
        uci_proxy_answer_uci(p);
        return;
    }
    if (p->nuci++ == 0)
        p->uci_deadline_ms = uci_proxy_after(p, p->setup.timeout_ms);
    pass_line(p, c);
}

static void on_isready(struct uci_proxy *p, const struct uci_command *c)
{
    if (!p->has_engine) {
        buf_add_text(&p->to_gui, "readyok\n");
        return;
    }
    if (p->nready++ == 0)
        p->ready_deadline_ms = uci_proxy_after(p, p->setup.timeout_ms);
    pass_line(p, c);
}

static void on_newgame(struct uci_proxy *p, const struct uci_command *c)
{
    p->ngames++;
    pass_line(p, c);
}

static void on_quit(struct uci_proxy *p, const struct uci_command *c)
{
    p->is_quitting = true;
    pass_line(p, c);
}

static void set_books(struct uci_proxy *p, struct uci_word list)
{
    struct tabia_error err = { 0 };
    if (p->setup.are_books_fixed)
        uci_proxy_print_info(p, "Book File cannot be changed here");
    else if (!book_stack_set(&p->books, list.text, list.len, &err))
        uci_proxy_print_info(p, "book not opened: %s", err.msg);
    else
        uci_proxy_print_info(
            p, "playing from %zu %s", book_stack_count(&p->books),
            plural(book_stack_count(&p->books), "book", "books"));
}

/* What we need to know, too. True if it is for the engine. */
static bool note_foreign(struct uci_proxy *p, const struct uci_setoption *s)
{
    if (uci_word_is_name(s->name, UCI_ANALYSE_MODE)) {
        p->is_analysing = uci_word_is_name(s->value, "true");
        return !p->owns_analyse_mode;
    }
    if (uci_word_is_name(s->name, "UCI_Chess960"))
        p->is_chess960 = uci_word_is_name(s->value, "true");
    else if (uci_word_is_name(s->name, "MultiPV") &&
             !uci_word_parse_number(s->value, &p->multi_pv))
        p->multi_pv = 1;
    return true;
}

static void on_setoption(struct uci_proxy *p, const struct uci_command *c)
{
    struct tabia_error err = { 0 };
    struct uci_setoption setting;
    if (!uci_setoption_parse(c->rest, &setting)) {
        pass_line(p, c);
        return;
    }
    switch (uci_options_set(&p->options, &p->books, &setting, &err)) {
    case UCI_SET_FOREIGN:
        if (note_foreign(p, &setting))
            pass_line(p, c);
        break;
    case UCI_SET_BOOKS:
        set_books(p, setting.value);
        break;
    case UCI_SET_BAD:
        uci_proxy_print_info(p, "option not set: %s", err.msg);
        break;
    case UCI_SET_DONE:
        break;
    }
}

static void on_position(struct uci_proxy *p, const struct uci_command *c)
{
    struct tabia_error err = { 0 };
    pass_line(p, c);
    // The engine says itself what it thinks of an invalid position.
    if (!uci_game_set(&p->game, c->rest, &err) && !p->has_engine)
        uci_proxy_print_info(p, "no such position: %s", err.msg);
}

static const struct {
    const char *word;
    void (*obey)(struct uci_proxy *p, const struct uci_command *c);
} commands[] = {
    { "uci", on_uci },
    { "isready", on_isready },
    { "ucinewgame", on_newgame },
    { "setoption", on_setoption },
    { "position", on_position },
    { "go", uci_search_go },
    { "stop", uci_search_stop },
    { "ponderhit", uci_search_ponderhit },
    { "quit", on_quit },
};

void uci_proxy_gui_line(struct uci_proxy *proxy, const char *line, size_t len)
{
    struct uci_command c = { line, len, uci_rest_begin(line, len) };
    struct uci_word word;
    if (!proxy->is_greeted) {
        proxy->is_greeted = true;
        buf_add(&proxy->to_gui, buf_text(&proxy->notices), proxy->notices.size);
        buf_clear(&proxy->notices);
    }
    uci_rest_next(&c.rest, &word);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (!uci_word_is(word, commands[i].word))
            continue;
        commands[i].obey(proxy, &c);
        return;
    }
    pass_line(proxy, &c);
}

/* ---- life cycle ------------------------------------------------------ */

void uci_proxy_init(struct uci_proxy *proxy,
                    const struct uci_proxy_setup *setup)
{
    *proxy = (struct uci_proxy){
        .setup = *setup,
        .options = { .choice = setup->choice },
        .books = setup->books,
        .game = { .is_known = true },
        .has_engine = setup->engine != NULL,
        .multi_pv = 1,
        .notices = { .limit = NOTICES_MAX },
        .drain_deadline_ms = UCI_NEVER,
        .to_gui = { .limit = UCI_BUFFER_MAX },
        .to_engine = { .limit = UCI_BUFFER_MAX },
    };
    tabia_pos_set_start(&proxy->game.pos);
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
