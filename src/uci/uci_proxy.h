/*
 * uci_proxy.h - between a GUI and an engine: what happens to each line
 *
 *     uci_proxy_init(&proxy, &setup);
 *     uci_proxy_gui_line(&proxy, "uci\n", 4);
 *     ... write proxy.to_engine to the engine, proxy.to_gui to the GUI ...
 *
 * This is the whole protocol without any input or output: lines go in with
 * their line ends, lines come out in two buffers, and time is a number that
 * the caller sets. Lines pass as they are and in their order, except that
 *
 *   - the answer to "uci" gets our options before "uciok";
 *   - "setoption" for one of ours is obeyed here;
 *   - "go" in a position that a book knows is answered here, and the "stop"
 *     or "ponderhit" that belongs to such a "go";
 *   - an engine that is gone or silent is answered for.
 */
#ifndef UCI_UCI_PROXY_H
#define UCI_UCI_PROXY_H

#include "base/buf.h"
#include "uci/book_choice.h"
#include "uci/uci_game.h"
#include "uci/uci_options.h"

enum {
    UCI_ANSWERS_MAX = 16,
    UCI_BUFFER_MAX = 64 << 20, // bytes that may wait in one direction
};

#define UCI_NEVER UINT64_MAX // no deadline

/* Who answers a "go", and when. */
enum uci_hold { UCI_HOLD_NONE, UCI_HOLD_PONDER, UCI_HOLD_INFINITE };

struct uci_answer {
    bool is_engine;
    bool ends_alone;      // without a "stop"
    enum uci_hold hold;   // of a book's answer
    struct uci_game game; // 'seen' is not kept
    int64_t limit_ms;     // thinking time; -1: any
    uint64_t deadline_ms; // when the engine is late
    struct buf info;      // of a book's answer, not sent yet
    char best[32];        // "bestmove e2e4 ponder e7e5"
};

struct uci_proxy_setup {
    struct book_choice_options choice;
    struct book_stack books; // becomes the proxy's
    bool are_books_fixed;    // "Book File" cannot be changed
    const char *engine;      // its name; NULL: there is none. Borrowed
    uint64_t random_seed;    // for a "Book Seed" of 0
    int64_t timeout_ms;      // how long an engine may be silent
};

struct uci_proxy {
    struct uci_proxy_setup setup;
    struct uci_options options;
    struct book_stack books;
    struct uci_game game;
    uint64_t ngames;
    uint64_t now_ms; // set it before every call

    bool has_engine;
    bool is_chess960;
    bool is_analysing;      // UCI_AnalyseMode is on
    bool has_analyse_mode;  // the engine has that option
    bool owns_analyse_mode; // it has not: we announced it
    int64_t multi_pv;
    bool is_quitting;   // "quit" was said, or the GUI is gone
    bool is_draining;   // the GUI said its last word
    bool is_greeted;    // the GUI has said something
    struct buf notices; // for the GUI when it has

    unsigned nuci, nready; // questions that the engine has not answered
    unsigned late_uci, late_ready, late_best; // answered in its place
    uint64_t uci_deadline_ms, ready_deadline_ms, drain_deadline_ms;
    struct uci_answer answers[UCI_ANSWERS_MAX];
    size_t first, nanswers; // a ring: oldest first

    struct buf to_gui, to_engine; // the caller empties them
};

/* Takes over the books of 'setup'. */
void uci_proxy_init(struct uci_proxy *proxy,
                    const struct uci_proxy_setup *setup);

void uci_proxy_clear(struct uci_proxy *proxy);

/*
 * A line of the GUI (uci_proxy.c), of the engine (uci_proxy_engine.c); 'len'
 * counts the line end.
 */
void uci_proxy_gui_line(struct uci_proxy *proxy, const char *line, size_t len);
void uci_proxy_engine_line(struct uci_proxy *proxy, const char *line,
                           size_t len);

/* The GUI has closed its end. */
void uci_proxy_gui_gone(struct uci_proxy *proxy);

/* The engine is gone, or never came; the GUI is shown 'why'. */
void uci_proxy_engine_gone(struct uci_proxy *proxy, const char *why);

/* When uci_proxy_tick wants to be called; UCI_NEVER: not at all. */
uint64_t uci_proxy_deadline(const struct uci_proxy *proxy);

/* Does what is due at 'now_ms'. */
void uci_proxy_tick(struct uci_proxy *proxy);

/* Sends the GUI "info string ...". */
void uci_proxy_print_info(struct uci_proxy *proxy, const char *fmt, ...)
    PRINTF_LIKE(2, 3);

#endif
