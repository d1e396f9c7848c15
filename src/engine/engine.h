/*
 * engine.h - a UCI engine that is asked for evaluations
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/compiler.h"
#include "tabia/book.h"

/* A UCI engine: another process, one search at a time. */
struct engine;

/* All-zero means the defaults. */
struct engine_options {
    const char *path;          // NULL: stockfish, in PATH or /usr/games
    int hash;                  // MB; 0: as the engine has it
    int threads;               // 0: 1
    int handshake_ms;          // 0: 10,000, but at most 'search_ms'
    int search_ms;             // beyond a given movetime; 0: 600,000
    tabia_stop_fn *is_stopped; // asked ten times a second; may be NULL
    void *ctx;
};

enum { ENGINE_DEFAULT_DEPTH = 15 }; // as the help of the command says

/* The first limit that is reached ends a search. All zero: default depth. */
struct engine_limits {
    int depth;
    uint64_t nodes;
    int movetime; // ms
};

/* NULL when the engine cannot be started or does not speak UCI. */
struct engine *engine_open(const struct engine_options *options,
                           struct tabia_error *err) MUST_CHECK;

/*
 * Evaluates a position as in a new game. The result is White's view. A
 * finished game needs no search. After a failure the engine is of no use.
 */
bool engine_evaluate(struct engine *engine, const struct tabia_pos *pos,
                     const struct engine_limits *limits,
                     struct tabia_eval *eval, struct tabia_error *err);

/*
 * Like engine_evaluate, with the line that the engine expects: up to 'size'
 * moves, their number in '*nmoves', which is 0 where it named none.
 */
bool engine_search(struct engine *engine, const struct tabia_pos *pos,
                   const struct engine_limits *limits, struct tabia_eval *eval,
                   tabia_move *moves, size_t size, size_t *nmoves,
                   struct tabia_error *err);

enum { ENGINE_LINES_MAX = 4, ENGINE_LINE_MOVES_MAX = 16 };

/* One of the best moves of a position, and what the engine expects then. */
struct engine_line {
    struct tabia_eval eval; // White's view
    tabia_move moves[ENGINE_LINE_MOVES_MAX];
    size_t nmoves;
};

/*
 * The best 'max' moves of a position that has legal moves, the best one first;
 * '*n' is less where there are fewer. At most ENGINE_LINES_MAX.
 */
bool engine_search_lines(struct engine *engine, const struct tabia_pos *pos,
                         const struct engine_limits *limits,
                         struct engine_line *lines, size_t max, size_t *n,
                         struct tabia_error *err);

/* Accepts NULL. */
void engine_close(struct engine *engine);

#endif
