/*
 * evaluate.c - an engine's evaluations for the positions of a book
 *
 * Several engines work at once, each in a thread of its own that takes the
 * next position from a common list. What an engine says of a position does
 * not depend on what it has seen before, so the order does not matter.
 */
#include <pthread.h>
#include <stdlib.h>

#include "base/error_internal.h"
#include "base/pool.h"
#include "book/copy.h"
#include "book/edges.h"
#include "study/evaluate.h"
#include "base/banned.h"

struct evaluate_run {
    const struct tabia_book *book;
    const struct evaluate_options *options;
    struct evaluate_result *result;
    uint32_t *todo; // positions
    uint32_t ntodo;
    struct tabia_eval *evals; // by position
    bool *has_eval;

    pthread_mutex_t lock; // for all below, and the report
    uint32_t next;        // in 'todo'
};

/* ---- the work -------------------------------------------------------- */

static bool is_run_stopped(const struct evaluate_run *run)
{
    const struct engine_options *o = &run->options->engine;
    return o->is_stopped && o->is_stopped(o->ctx);
}

/* One try; an engine that fails is closed. */
static bool try_engine(const struct evaluate_run *run, struct engine **engine,
                       const struct tabia_pos *pos, struct tabia_eval *eval,
                       struct tabia_error *err)
{
    if (!*engine)
        *engine = engine_open(&run->options->engine, err);
    if (!*engine)
        return false;
    if (engine_evaluate(*engine, pos, &run->options->limits, eval, err))
        return true;
    engine_close(*engine);
    *engine = NULL;
    return false;
}

static bool evaluate_one(struct evaluate_run *run, struct engine **engine,
                         uint32_t position)
{
    struct tabia_error err = { 0 };
    struct tabia_pos pos;
    struct tabia_eval eval;
    tabia_book_position_pos_at(run->book, position, &pos);
    bool is_done = try_engine(run, engine, &pos, &eval, &err);
    // An engine that is not there will not be there the next time either.
    if (!is_done && !is_run_stopped(run) && err.status == TABIA_ERR_IO) {
        err = (struct tabia_error){ 0 };
        pthread_mutex_lock(&run->lock);
        run->result->restarts++;
        pthread_mutex_unlock(&run->lock);
        is_done = try_engine(run, engine, &pos, &eval, &err);
    }
    const struct evaluate_options *o = run->options;
    pthread_mutex_lock(&run->lock);
    if (is_done) {
        run->evals[position] = eval;
        run->has_eval[position] = true;
        run->result->done++;
        if (o->on_value)
            o->on_value(o->ctx, &pos, &eval, run->result->done, run->ntodo);
    } else {
        error_pass(&run->result->error, &err);
    }
    pthread_mutex_unlock(&run->lock);
    return is_done;
}

static void evaluate_positions(void *ctx, size_t i)
{
    struct evaluate_run *run = ctx;
    struct engine *engine = NULL;
    bool goes_on = true;
    (void)i;
    while (goes_on) {
        uint32_t position = 0;
        pthread_mutex_lock(&run->lock);
        goes_on = !run->result->error.status && run->next < run->ntodo;
        if (goes_on)
            position = run->todo[run->next++];
        pthread_mutex_unlock(&run->lock);
        goes_on = goes_on && evaluate_one(run, &engine, position);
    }
    engine_close(engine);
}

static bool run_jobs(struct evaluate_run *run, struct tabia_error *err)
{
    size_t njobs =
        run->options->nengines > 0 ? (size_t)run->options->nengines : 1;
    if (njobs > run->ntodo)
        njobs = run->ntodo;
    if (!njobs)
        return true;
    struct pool *pool = pool_new((int)njobs, err);
    if (!pool)
        return false;
    pool_run(pool, njobs, evaluate_positions, run);
    pool_free(pool);
    return true;
}

struct tabia_book *evaluate_book(const struct tabia_book *book,
                                 const struct evaluate_options *options,
                                 struct evaluate_result *result,
                                 struct tabia_error *err)
{
    static const struct evaluate_options defaults;
    const size_t n = (size_t)tabia_book_position_count(book) + 1;
    struct evaluate_run run = {
        .book = book,
        .options = options ? options : &defaults,
        .result = result,
        .todo = calloc(n, sizeof(*run.todo)),
        .evals = calloc(n, sizeof(*run.evals)),
        .has_eval = calloc(n, sizeof(*run.has_eval)),
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    struct tabia_book *made = NULL;
    *result = (struct evaluate_result){ .wanted = 0 };
    if (!run.todo || !run.evals || !run.has_eval) {
        error_nomem(err);
    } else {
        const struct copy_annotations notes = { .evals = run.evals,
                                                .has_eval = run.has_eval };
        const struct evaluate_options *o = run.options;
        for (uint32_t i = 0; i < tabia_book_position_count(run.book); i++) {
            const struct tabia_node_data data =
                tabia_book_position_data(book, i);
            struct edges it = edges_of(book, i);
            struct tabia_book_move entry;
            struct tabia_pos pos;
            if ((!o->wants_evaluated && data.has & TABIA_HAS_EVAL) ||
                (!o->wants_inner && edges_next(&it, &entry))) // it has moves
                continue;
            tabia_book_position_pos_at(run.book, i, &pos);
            if (o->find_known && o->find_known(o->ctx, &pos, &run.evals[i])) {
                run.has_eval[i] = true;
                run.result->known++;
            } else if (!o->limit || run.ntodo < o->limit) {
                run.todo[run.ntodo++] = i;
            }
        }
        run.result->wanted = run.ntodo;
        if (run_jobs(&run, err))
            made = copy_annotated(book, &notes, err);
    }
    free(run.todo);
    free(run.evals);
    free(run.has_eval);
    return made;
}
