/*
 * jobs.h - threads for what would hold up the others
 *
 * Tasks are done in their order, a bounded number of them waiting.
 */
#ifndef SERVE_JOBS_H
#define SERVE_JOBS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

enum { JOBS_WAITING = 64, JOBS_THREADS = 4 };

struct jobs_task {
    void (*run)(void *ctx);
    void *ctx;
};

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t ready, idle;
    struct jobs_task queue[JOBS_WAITING]; // a ring
    size_t first, n;
    size_t nrunning;
    bool is_ending;
    pthread_t threads[JOBS_THREADS];
    size_t nthreads;
};

bool jobs_start(struct jobs *jobs, size_t nthreads, struct tabia_error *err);

/* False when too many wait, or the end has come. */
bool jobs_add(struct jobs *jobs, struct jobs_task job);

/* Takes no more, and waits until all that waits is done. */
void jobs_finish(struct jobs *jobs);

/* The same, then ends the threads. Accepts the zero value. */
void jobs_stop(struct jobs *jobs);

#endif
