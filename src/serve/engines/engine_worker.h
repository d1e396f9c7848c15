/*
 * engine_worker.h - one engine, one search at a time
 */
#ifndef SERVE_ENGINE_WORKER_H
#define SERVE_ENGINE_WORKER_H

#include <stdatomic.h>

#include "engine/engine.h"
#include "serve/call.h"

enum { ENGINE_WORKER_MOVES_MAX = 16 };

struct engine_worker_result {
    struct tabia_eval eval;
    tabia_move moves[ENGINE_WORKER_MOVES_MAX]; // principal variation
    size_t nmoves;
};

struct engine_worker {
    const char *path;        // NULL: none
    struct engine *engine;   // NULL until it is needed
    const struct call *call; // whose search is running
    atomic_bool is_ending;
};

void engine_worker_init(struct engine_worker *worker, const char *path);

/* A running search stops, and there will be no other. */
void engine_worker_end(struct engine_worker *worker);

/* Closes the engine. There is no search any more. Accepts the zero value. */
void engine_worker_clear(struct engine_worker *worker);

/*
 * One call at a time. The search ends with an error when nobody waits for the
 * reply any more.
 */
bool engine_worker_evaluate(struct engine_worker *worker,
                            const struct call *call,
                            const struct tabia_pos *pos,
                            const struct engine_limits *limits,
                            struct engine_worker_result *result,
                            struct tabia_error *err);

#endif
