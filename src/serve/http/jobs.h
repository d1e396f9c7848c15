/*
 * jobs.h - background threads for slow tasks
 *
 * The queue is bounded. Tasks start in the order in which they were added,
 * except that those of several owners take turns: who asks for much waits for
 * himself, and leaves room for others.
 */
#ifndef SERVE_JOBS_H
#define SERVE_JOBS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

enum {
    JOBS_WAITING_MAX = 64,
    JOBS_OWNED_MAX = 48, // of these, of one owner
    JOBS_OWNER_SIZE = 48,
    JOBS_THREADS_MAX = 4,
};

struct jobs_task {
    void (*run)(void *ctx);
    void *ctx;
    const char *owner; // any name; borrowed until the task runs
};

struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t ready, idle;
    struct jobs_task queue[JOBS_WAITING_MAX];
    size_t n;
    size_t nrunning;
    char last[JOBS_OWNER_SIZE]; // whose task started last
    bool is_started, is_ending;
    pthread_t threads[JOBS_THREADS_MAX];
    size_t nthreads;
};

/* Without threads there are no tasks to add. On failure nothing is started. */
bool jobs_start(struct jobs *jobs, size_t nthreads, struct tabia_error *err);

/* False if the queue is closed, or full, also for the owner alone. */
bool jobs_add(struct jobs *jobs, struct jobs_task task);

/* Closes the queue and waits until all tasks in it are done. */
void jobs_drain(struct jobs *jobs);

/* Like jobs_drain, then ends the threads. Accepts the zero value. */
void jobs_stop(struct jobs *jobs);

#endif
