/*
 * engine_worker.h - one engine, one search at a time
 */
#ifndef SERVE_ENGINE_WORKER_H
#define SERVE_ENGINE_WORKER_H

#include <stdatomic.h>

#include "engine/engine.h"
#include "serve/http/connections.h"
#include "serve/jobs.h"

enum { ENGINE_WORKER_MOVES_MAX = 16 };

struct engine_worker_result {
    struct tabia_eval eval;
    tabia_move moves[ENGINE_WORKER_MOVES_MAX]; // principal variation
    size_t nmoves;
};

struct engine_worker {
    struct jobs jobs;      // one thread, the only one that uses the engine
    const char *path;      // NULL: none
    struct engine *engine; // NULL until it is needed
    const struct connection *client; // whose search is running
    atomic_bool is_ending;
};

bool engine_worker_start(struct engine_worker *worker, const char *path,
                         struct tabia_error *err);

/* Stops a running search. */
void engine_worker_stop(struct engine_worker *worker);

/*
 * Call only from a task of 'worker->jobs'. The search ends with an error when
 * 'client' closes its connection; it may be NULL.
 */
bool engine_worker_evaluate(struct engine_worker *worker,
                            const struct connection *client,
                            const struct tabia_pos *pos,
                            const struct engine_limits *limits,
                            struct engine_worker_result *result,
                            struct tabia_error *err);

#endif
