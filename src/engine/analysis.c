/*
 * analysis.c - a search that is looked at while it runs
 */
#include "engine/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "engine/engine_child.h"
#include "engine/engine_info.h"
#include "io/child.h"
#include "base/banned.h"

enum {
    HANDSHAKE_MS = 10 * 1000,
    FIRST_MS = 10 * 1000, // for the first line of a search
    STOP_MS = 2 * 1000,   // for "bestmove" after "stop"
    OVERTIME_MS = 500,    // that an engine may need beyond its time
    WRITE_MS = 50,
    LINES_AT_ONCE = 4096, // an engine that never pauses must not keep us
    COMMAND_SIZE = 256,
    NS_PER_MS = 1000 * 1000,
};

enum analysis_phase {
    PHASE_GREETING,  // until "uciok"
    PHASE_PREPARING, // until "readyok"
    PHASE_IDLE,
    PHASE_SEARCHING, // until "bestmove"
    PHASE_STOPPING,  // until "bestmove", whatever it is
    PHASE_LOST,
};

/* What the engine sends when a phase is over. */
static const char *const last_words[] = {
    [PHASE_GREETING] = "uciok",
    [PHASE_PREPARING] = "readyok",
    [PHASE_SEARCHING] = "bestmove",
    [PHASE_STOPPING] = "bestmove",
};

struct analysis {
    struct child child;
    enum analysis_phase phase;
    uint64_t deadline;       // of the phase
    uint64_t first_deadline; // of the first line
    struct tabia_pos pos;
    size_t nlines;
    int ms;
    bool is_wanted; // a search is to begin when the engine is ready
    struct analysis_view view;
    struct tabia_error why; // it is lost
};

static uint64_t after_ms(int64_t ms)
{
    return clock_now_ns() + (uint64_t)ms * NS_PER_MS;
}

static void enter_phase(struct analysis *a, enum analysis_phase phase,
                        int64_t ms)
{
    a->phase = phase;
    a->deadline = after_ms(ms);
}

static void analysis_fail(struct analysis *a)
{
    a->phase = PHASE_LOST;
}

static void analysis_send(struct analysis *a, const char *text)
{
    struct tabia_error why = { 0 };
    if (child_write(&a->child, text, strlen(text), after_ms(WRITE_MS), &why))
        return;
    error_set(&a->why, TABIA_ERR_IO, "the engine: %s", why.msg);
    analysis_fail(a);
}

/* ---- searching ------------------------------------------------------- */

static void begin_search(struct analysis *a)
{
    char fen[TABIA_FEN_SIZE], text[COMMAND_SIZE];
    tabia_fen_print(&a->pos, 0, fen);
    snprintf(text, sizeof(text),
             "setoption name MultiPV value %zu\nposition fen %s\n"
             "go movetime %d\n",
             a->nlines, fen, a->ms);
    a->is_wanted = false;
    a->first_deadline = after_ms(FIRST_MS);
    enter_phase(a, PHASE_SEARCHING, (int64_t)a->ms + OVERTIME_MS);
    analysis_send(a, text);
}

static void analysis_end_phase(struct analysis *a)
{
    a->phase = PHASE_IDLE;
    if (a->is_wanted)
        begin_search(a);
}

static void interrupt_search(struct analysis *a)
{
    if (a->phase != PHASE_SEARCHING)
        return;
    enter_phase(a, PHASE_STOPPING, STOP_MS);
    analysis_send(a, "stop\n");
}

static void read_line(struct analysis *a, const char *p)
{
    struct engine_info info;
    tabia_move moves[ANALYSIS_MOVES_MAX];
    if (!engine_info_read(p, &info) || !info.is_exact || !info.pv ||
        info.multipv < 1 || (size_t)info.multipv > a->nlines)
        return;
    const size_t n =
        engine_info_read_moves(&a->pos, info.pv, moves, ANALYSIS_MOVES_MAX);
    if (!n)
        return;
    struct analysis_line *line = &a->view.lines[info.multipv - 1];
    *line = (struct analysis_line){ .eval = info.eval, .nmoves = n };
    if (a->pos.turn == TABIA_BLACK)
        line->eval.value = -line->eval.value;
    memcpy(line->moves, moves, n * sizeof(*moves));
    a->view.nodes = info.nodes ? info.nodes : a->view.nodes;
    a->view.nps = info.nps ? info.nps : a->view.nps;
    a->view.serial++;
}

/* The engine has sent the last word of a search. */
static void end_search(struct analysis *a, const char *p)
{
    const bool is_ours = a->phase == PHASE_SEARCHING;
    if (is_ours && !engine_info_check_move(p, &a->pos, &a->why))
        analysis_fail(a);
    else if (is_ours && !a->view.lines[0].nmoves &&
             !error_set(&a->why, TABIA_ERR_IO,
                        "the engine sent a move without an evaluation"))
        analysis_fail(a);
    else
        analysis_end_phase(a);
}

/* ---- reading --------------------------------------------------------- */

static void analysis_handle_line(struct analysis *a, const char *line)
{
    const char *p = line;
    size_t len;
    const char *word = engine_info_next_word(&p, &len);
    const char *last = last_words[a->phase];
    if (!word)
        return;
    if (a->phase == PHASE_SEARCHING && text_is(word, len, "info")) {
        read_line(a, p);
    } else if (!text_is(word, len, last)) {
        return;
    } else if (a->phase == PHASE_GREETING) {
        enter_phase(a, PHASE_PREPARING, HANDSHAKE_MS);
        analysis_send(a, "setoption name Threads value 1\nisready\n");
    } else if (a->phase == PHASE_PREPARING) {
        analysis_end_phase(a);
    } else {
        end_search(a, p);
    }
}

/* An engine that is late gets "stop", and is lost if it does not stop. */
static void check_time(struct analysis *a)
{
    const uint64_t now = clock_now_ns();
    if (a->phase == PHASE_IDLE || a->phase == PHASE_LOST)
        return;
    if (a->phase == PHASE_SEARCHING && !a->view.lines[0].nmoves &&
        now >= a->first_deadline) {
        error_set(&a->why, TABIA_ERR_IO,
                  "the engine sent no evaluation within %d seconds",
                  FIRST_MS / 1000);
        analysis_fail(a);
    } else if (a->phase == PHASE_SEARCHING && now >= a->deadline) {
        interrupt_search(a);
    } else if (now >= a->deadline) {
        engine_child_fail(CHILD_LATE, last_words[a->phase], &a->why);
        analysis_fail(a);
    }
}

enum analysis_state analysis_poll(struct analysis *a, struct tabia_error *err)
{
    for (int i = 0; i < LINES_AT_ONCE && a->phase != PHASE_LOST; i++) {
        char *line;
        const enum child_result result = child_poll_line(&a->child, &line);
        if (result == CHILD_NONE_YET)
            break;
        if (result == CHILD_LINE && a->phase != PHASE_IDLE) {
            analysis_handle_line(a, line);
        } else if (result == CHILD_END) {
            engine_child_fail(CHILD_END,
                              a->phase == PHASE_IDLE ? "readyok"
                                                     : last_words[a->phase],
                              &a->why);
            analysis_fail(a);
        }
    }
    check_time(a);
    if (a->phase == PHASE_LOST) {
        error_pass(err, &a->why);
        return ANALYSIS_LOST;
    }
    return a->phase == PHASE_IDLE ? ANALYSIS_IDLE : ANALYSIS_BUSY;
}

/* ---- life ------------------------------------------------------------ */

struct analysis *analysis_open(const char *path, struct tabia_error *err)
{
    struct analysis *a = calloc(1, sizeof(*a));
    if (!a) {
        error_nomem(err);
        return NULL;
    }
    if (!engine_child_start(&a->child, path, err)) {
        free(a);
        return NULL;
    }
    enter_phase(a, PHASE_GREETING, HANDSHAKE_MS);
    analysis_send(a, "uci\n");
    return a;
}

void analysis_start(struct analysis *a, const struct tabia_pos *pos,
                    size_t nlines, int ms)
{
    const unsigned serial = a->view.serial;
    a->pos = *pos;
    a->nlines = nlines < 1                    ? 1
                : nlines > ANALYSIS_LINES_MAX ? ANALYSIS_LINES_MAX
                                              : nlines;
    a->ms = ms;
    a->view = (struct analysis_view){ .serial = serial };
    a->is_wanted = true;
    interrupt_search(a);
    if (a->phase == PHASE_IDLE)
        begin_search(a);
}

void analysis_stop(struct analysis *a)
{
    a->is_wanted = false;
    interrupt_search(a);
}

const struct analysis_view *analysis_view(const struct analysis *a)
{
    return &a->view;
}

void analysis_close(struct analysis *a, int grace_ms)
{
    static const char quit[] = "quit\n";
    if (!a)
        return;
    if (grace_ms)
        child_write(&a->child, quit, strlen(quit), after_ms(WRITE_MS), NULL);
    child_stop_within(&a->child, grace_ms);
    free(a);
}
