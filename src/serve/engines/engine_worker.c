/*
 * engine_worker.c - one engine, one search at a time
 */
#include "serve/engines/engine_worker.h"

#include "base/error_internal.h"

#include "base/banned.h"

enum { HANDSHAKE_MS = 10000, SEARCH_MS = 20000 };

/* True if the result is no longer needed. */
static bool engine_worker_is_stopped(void *ctx)
{
    struct engine_worker *worker = ctx;
    return atomic_load(&worker->is_ending) || call_is_abandoned(worker->call);
}

void engine_worker_init(struct engine_worker *worker, const char *path)
{
    worker->path = path;
    worker->engine = NULL;
    atomic_init(&worker->is_ending, false);
}

void engine_worker_end(struct engine_worker *worker)
{
    atomic_store(&worker->is_ending, true);
}

void engine_worker_clear(struct engine_worker *worker)
{
    engine_close(worker->engine);
    worker->engine = NULL;
}

static bool engine_worker_search(struct engine_worker *worker,
                                 const struct tabia_pos *pos,
                                 const struct engine_limits *limits,
                                 struct engine_worker_result *result,
                                 struct tabia_error *err)
{
    const struct engine_options options = {
        .path = worker->path,
        .handshake_ms = HANDSHAKE_MS,
        .search_ms = SEARCH_MS,
        .is_stopped = engine_worker_is_stopped,
        .ctx = worker,
    };
    if (!worker->engine)
        worker->engine = engine_open(&options, err);
    if (!worker->engine)
        return false;
    if (engine_search(worker->engine, pos, limits, &result->eval, result->moves,
                      ENGINE_WORKER_MOVES_MAX, &result->nmoves, err))
        return true;
    engine_close(worker->engine);
    worker->engine = NULL;
    return false;
}

/* Restarts, once, an engine that died since the last search. */
bool engine_worker_evaluate(struct engine_worker *worker,
                            const struct call *call,
                            const struct tabia_pos *pos,
                            const struct engine_limits *limits,
                            struct engine_worker_result *result,
                            struct tabia_error *err)
{
    const bool was_open = worker->engine != NULL;
    struct tabia_error first = { 0 };
    worker->call = call;
    if (engine_worker_is_stopped(worker))
        return error_set(err, TABIA_ERR_MISUSE,
                         "the client closed the connection");
    if (engine_worker_search(worker, pos, limits, result, &first))
        return true;
    if (was_open && !engine_worker_is_stopped(worker))
        return engine_worker_search(worker, pos, limits, result, err);
    return error_pass(err, &first);
}
