/*
 * uci_proxy_engine.c - what the engine's lines lead to, and its silence
 */
#include <stdio.h>

#include "base/compiler.h"
#include "uci/uci_proxy_internal.h"
#include "uci/uci_queue.h"
#include "base/banned.h"

/* ---- the end --------------------------------------------------------- */

static void uci_proxy_quit(struct uci_proxy *p)
{
    p->is_quitting = true;
    p->drain_deadline_ms = UCI_NEVER;
    uci_proxy_pass(p, "quit\n", 5);
}

/* The GUI has gone and the engine owes nothing any more: the end. */
static void uci_proxy_quit_when_drained(struct uci_proxy *p)
{
    if (p->is_draining && !p->is_quitting && !uci_queue_ends_alone(p))
        uci_proxy_quit(p);
}

void uci_proxy_gui_gone(struct uci_proxy *proxy)
{
    if (proxy->is_draining || proxy->is_quitting)
        return;
    proxy->is_draining = true;
    proxy->drain_deadline_ms = uci_proxy_after(proxy, proxy->setup.timeout_ms);
    uci_queue_release(proxy, UCI_HOLD_INFINITE);
    uci_proxy_quit_when_drained(proxy);
}

/* ---- lines of the engine --------------------------------------------- */

/*
 * Answers that come too late, to questions that were answered for the engine,
 * do not go on to the GUI; nor does what is said about such a search.
 */
void uci_proxy_engine_line(struct uci_proxy *proxy, const char *line,
                           size_t len)
{
    struct uci_proxy *p = proxy;
    struct uci_rest rest = uci_rest_begin(line, len);
    struct uci_word word, name;
    bool is_passed = true;
    uci_rest_next(&rest, &word);
    if (uci_word_is(word, "bestmove")) {
        if (p->late_best > 0) {
            p->late_best--;
            return;
        }
        buf_add(&p->to_gui, line, len);
        const struct uci_answer *front = uci_queue_front(p);
        if (front && front->is_engine)
            uci_queue_pop(p);
        uci_proxy_quit_when_drained(p);
        return;
    }
    if (uci_word_is(word, "info")) {
        is_passed = p->late_best == 0;
    } else if (uci_word_is(word, "option") &&
               uci_option_parse_name(rest, &name)) {
        uci_options_note_engine(&p->options, name);
        p->has_analyse_mode |= uci_word_is_name(name, UCI_ANALYSE_MODE);
    } else if (uci_word_is(word, "readyok") && p->late_ready > 0) {
        p->late_ready--;
        is_passed = false;
    } else if (uci_word_is(word, "readyok") && p->nready > 0) {
        p->nready--;
        p->ready_deadline_ms = uci_proxy_after(p, p->setup.timeout_ms);
    } else if (uci_word_is(word, "uciok") && p->late_uci > 0) {
        p->late_uci--;
        is_passed = false;
    } else if (uci_word_is(word, "uciok") && p->nuci > 0) {
        p->nuci--;
        p->uci_deadline_ms = uci_proxy_after(p, p->setup.timeout_ms);
        p->owns_analyse_mode = !p->has_analyse_mode;
        if (p->owns_analyse_mode)
            buf_add_text(&p->to_gui, "option name " UCI_ANALYSE_MODE
                                     " type check default false\n");
        uci_options_print(&p->options, &p->books, &p->to_gui);
    }
    if (is_passed)
        buf_add(&p->to_gui, line, len);
    uci_queue_settle(p);
}

/* ---- an engine that is gone ------------------------------------------ */

void uci_proxy_engine_gone(struct uci_proxy *proxy, const char *why)
{
    struct uci_answer *front;
    proxy->has_engine = false;
    proxy->late_uci = proxy->late_ready = proxy->late_best = 0;
    buf_reset(&proxy->to_engine);
    if (!proxy->is_quitting)
        uci_proxy_print_info(proxy, "%s; only book moves from now on", why);
    for (; proxy->nuci > 0; proxy->nuci--)
        uci_proxy_answer_uci(proxy);
    for (; proxy->nready > 0; proxy->nready--)
        buf_add_text(&proxy->to_gui, "readyok\n");
    uci_queue_settle(proxy);
    if (proxy->is_quitting)
        uci_queue_clear(proxy); // no move is waited for any more
    while ((front = uci_queue_front(proxy)) && front->is_engine) {
        // The oldest answer is the books' now, or nobody's.
        if (!uci_queue_rescue(proxy, front)) {
            front->is_engine = false;
            snprintf(front->best, sizeof(front->best), "bestmove 0000");
            uci_proxy_print_info(proxy, "out of book, and no engine to ask");
        }
        uci_queue_settle(proxy);
    }
    uci_proxy_quit_when_drained(proxy);
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
    uci_proxy_print_info(p, "engine %s does not answer", p->setup.engine);
    if (!uci_queue_rescue(p, front)) {
        if (p->nanswers == 1)
            return;
        front->is_engine = false;
        snprintf(front->best, sizeof(front->best), "bestmove 0000");
    }
    uci_proxy_pass(p, "stop\n", 5);
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
        uci_proxy_print_info(p, "engine %s does not answer to uci",
                             p->setup.engine);
        for (; p->nuci > 0; p->nuci--, p->late_uci++)
            uci_proxy_answer_uci(p);
    }
    if (p->nready > 0 && p->ready_deadline_ms <= p->now_ms) {
        uci_proxy_print_info(p, "engine %s does not answer to isready",
                             p->setup.engine);
        for (; p->nready > 0; p->nready--, p->late_ready++)
            buf_add_text(&p->to_gui, "readyok\n");
    }
    uci_queue_settle(p);
    while ((front = uci_queue_front(p)) && front->is_engine &&
           front->deadline_ms <= p->now_ms)
        on_late_move(p, front);
    if (p->is_draining && p->drain_deadline_ms <= p->now_ms)
        uci_proxy_quit(p);
}
