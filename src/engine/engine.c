/*
 * engine.c - a UCI engine as another process
 *
 * Nothing that it sends is trusted: every wait has an end, scores are numbers
 * or nothing, and the move in the end must be legal. Its input stays open
 * until "bestmove", since many engines take the end of their input for a
 * command to quit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error_internal.h"
#include "base/text.h"
#include "engine/engine.h"
#include "engine/engine_child.h"
#include "engine/engine_info.h"
#include "base/banned.h"

enum {
    HANDSHAKE_MS = 10 * 1000,
    SEARCH_MS = 600 * 1000,
    NS_PER_MS = 1000 * 1000,
    COMMAND_SIZE = 256,
};

struct engine {
    struct child child;
    int handshake_ms, search_ms;
    int multipv; // lines that it searches; 0: not set yet
};

/* ---- talking --------------------------------------------------------- */

static uint64_t in_ms(int64_t ms)
{
    return clock_now_ns() + (uint64_t)ms * NS_PER_MS;
}

static bool engine_send(struct engine *engine, const char *text,
                        struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    if (child_write(&engine->child, text, strlen(text),
                    in_ms(engine->handshake_ms), &why))
        return true;
    return error_set(err, TABIA_ERR_IO, "the engine: %s", why.msg);
}

/* Drops lines up to one that is 'word'. */
static bool wait_word(struct engine *engine, const char *word,
                      struct tabia_error *err)
{
    const uint64_t deadline = in_ms(engine->handshake_ms);
    for (char *line;;) {
        const enum child_result result =
            child_read_line(&engine->child, deadline, &line);
        if (result != CHILD_LINE)
            return engine_child_fail(result, word, err);
        line += strspn(line, " \t");
        const size_t len = strlen(word);
        if (strncmp(line, word, len) == 0 &&
            !line[len + strspn(line + len, " \t")])
            return true;
    }
}

static bool engine_synchronise(struct engine *engine, struct tabia_error *err)
{
    return engine_send(engine, "isready\n", err) &&
           wait_word(engine, "readyok", err);
}

static bool engine_set_option(struct engine *engine, const char *name,
                              int value, struct tabia_error *err)
{
    char command[COMMAND_SIZE];
    if (!value)
        return true;
    snprintf(command, sizeof(command), "setoption name %s value %d\n", name,
             value);
    return engine_send(engine, command, err);
}

/* ---- opening --------------------------------------------------------- */

static bool shake_hands(struct engine *engine,
                        const struct engine_options *options,
                        struct tabia_error *err)
{
    const int threads = options->threads ? options->threads : 1;
    return engine_send(engine, "uci\n", err) &&
           wait_word(engine, "uciok", err) &&
           engine_set_option(engine, "Threads", threads, err) &&
           engine_set_option(engine, "Hash", options->hash, err) &&
           engine_synchronise(engine, err);
}

struct engine *engine_open(const struct engine_options *options,
                           struct tabia_error *err)
{
    static const struct engine_options defaults;
    if (!options)
        options = &defaults;
    struct engine *engine = calloc(1, sizeof(*engine));
    if (!engine) {
        error_nomem(err);
        return NULL;
    }
    engine->search_ms = options->search_ms ? options->search_ms : SEARCH_MS;
    engine->handshake_ms =
        engine->search_ms < HANDSHAKE_MS ? engine->search_ms : HANDSHAKE_MS;
    if (options->handshake_ms)
        engine->handshake_ms = options->handshake_ms;
    if (!engine_child_start(&engine->child, options->path, err)) {
        free(engine);
        return NULL;
    }
    engine->child.is_stopped = options->is_stopped;
    engine->child.ctx = options->ctx;
    if (shake_hands(engine, options, err))
        return engine;
    engine_close(engine);
    return NULL;
}

void engine_close(struct engine *engine)
{
    static const char quit[] = "quit\n";
    if (!engine)
        return;
    engine->child.is_stopped = NULL;
    child_write(&engine->child, quit, strlen(quit), in_ms(100), NULL);
    child_stop(&engine->child);
    free(engine);
}

/* ---- searching ------------------------------------------------------- */

/* What an engine says of one of the best moves, and the moves it expects. */
struct expected_line {
    struct engine_info best;
    tabia_move *moves;
    size_t size, n;
};

/* Reads up to the move; the last exact score counts, else the last bound. */
static bool engine_read_answer(struct engine *engine,
                               const struct tabia_pos *pos, uint64_t deadline,
                               struct expected_line *list, size_t nlist,
                               struct tabia_error *err)
{
    for (char *line;;) {
        const enum child_result result =
            child_read_line(&engine->child, deadline, &line);
        if (result != CHILD_LINE)
            return engine_child_fail(result, "bestmove", err);
        const char *p = line;
        size_t len;
        const char *word = engine_info_next_word(&p, &len);
        struct engine_info info;
        if (!word)
            continue;
        if (text_is(word, len, "bestmove"))
            return engine_info_check_move(p, pos, err);
        if (!text_is(word, len, "info") || !engine_info_read(p, &info) ||
            info.multipv < 1 || (size_t)info.multipv > nlist)
            continue;
        struct expected_line *expected = &list[info.multipv - 1];
        if (!info.is_exact && expected->best.is_exact)
            continue;
        expected->best = info;
        if (info.pv)
            expected->n = engine_info_read_moves(pos, info.pv, expected->moves,
                                                 expected->size);
    }
}

static void print_go(const struct engine_limits *limits,
                     char command[COMMAND_SIZE])
{
    const bool has_limit = limits->depth || limits->nodes || limits->movetime;
    const int depth = has_limit ? limits->depth : ENGINE_DEFAULT_DEPTH;
    int len = snprintf(command, COMMAND_SIZE, "go");
    if (depth)
        len += snprintf(command + len, COMMAND_SIZE - (size_t)len, " depth %d",
                        depth);
    if (limits->nodes)
        len += snprintf(command + len, COMMAND_SIZE - (size_t)len,
                        " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->movetime)
        len += snprintf(command + len, COMMAND_SIZE - (size_t)len,
                        " movetime %d", limits->movetime);
    snprintf(command + len, COMMAND_SIZE - (size_t)len, "\n");
}

static bool search_position(struct engine *engine, const struct tabia_pos *pos,
                            const struct engine_limits *limits,
                            struct expected_line *list, size_t nlist,
                            struct tabia_error *err)
{
    char fen[TABIA_FEN_SIZE], position[COMMAND_SIZE], go[COMMAND_SIZE];
    tabia_fen_print(pos, 0, fen);
    snprintf(position, sizeof(position), "position fen %s\n", fen);
    print_go(limits, go);
    // An engine that never hears of it searches one line.
    if (engine->multipv != (int)nlist && (engine->multipv || nlist > 1) &&
        !engine_set_option(engine, "MultiPV", (int)nlist, err))
        return false;
    if (engine->multipv || nlist > 1)
        engine->multipv = (int)nlist;
    if (!engine_send(engine, "ucinewgame\n", err) ||
        !engine_synchronise(engine, err) ||
        !engine_send(engine, position, err) || !engine_send(engine, go, err))
        return false;
    const uint64_t deadline =
        in_ms((int64_t)engine->search_ms + limits->movetime);
    if (!engine_read_answer(engine, pos, deadline, list, nlist, err))
        return false;
    if (!list[0].best.has_score)
        return error_set(err, TABIA_ERR_IO,
                         "the engine sent a move without an evaluation");
    for (size_t i = 0; i < nlist && pos->turn == TABIA_BLACK; i++)
        list[i].best.eval.value = -list[i].best.eval.value;
    return true;
}

bool engine_search(struct engine *engine, const struct tabia_pos *pos,
                   const struct engine_limits *limits, struct tabia_eval *eval,
                   tabia_move *moves, size_t size, size_t *nmoves,
                   struct tabia_error *err)
{
    static const struct engine_limits defaults;
    struct expected_line expected = { .moves = moves, .size = size };
    tabia_move legal[TABIA_MOVES_MAX];
    bool ok = true;
    if (tabia_pos_legal_moves(pos, legal))
        ok = search_position(engine, pos, limits ? limits : &defaults,
                             &expected, 1, err);
    else
        expected.best.eval = (struct tabia_eval){
            .kind =
                tabia_pos_is_in_check(pos) ? TABIA_EVAL_MATE : TABIA_EVAL_CP,
        };
    *eval = expected.best.eval;
    *nmoves = expected.n;
    return ok;
}

bool engine_search_lines(struct engine *engine, const struct tabia_pos *pos,
                         const struct engine_limits *limits,
                         struct engine_line *lines, size_t max, size_t *n,
                         struct tabia_error *err)
{
    static const struct engine_limits defaults;
    struct expected_line list[ENGINE_LINES_MAX] = { { .n = 0 } };
    if (max > ENGINE_LINES_MAX)
        return error_set(err, TABIA_ERR_MISUSE,
                         "an engine searches at most %d lines",
                         ENGINE_LINES_MAX);
    for (size_t i = 0; i < max; i++) {
        list[i].moves = lines[i].moves;
        list[i].size = ENGINE_LINE_MOVES_MAX;
    }
    *n = 0;
    if (!search_position(engine, pos, limits ? limits : &defaults, list, max,
                         err))
        return false;
    for (; *n < max && list[*n].best.has_score && list[*n].n > 0; ++*n) {
        lines[*n].eval = list[*n].best.eval;
        lines[*n].nmoves = list[*n].n;
    }
    return true;
}

bool engine_evaluate(struct engine *engine, const struct tabia_pos *pos,
                     const struct engine_limits *limits,
                     struct tabia_eval *eval, struct tabia_error *err)
{
    size_t none;
    return engine_search(engine, pos, limits, eval, NULL, 0, &none, err);
}
