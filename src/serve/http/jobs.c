/*
 * jobs.c - background threads for slow tasks
 */
#include "serve/http/jobs.h"

#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"

#include "base/banned.h"

/* Takes the next task: the first one of another owner than the last. */
static struct jobs_task jobs_take(struct jobs *jobs)
{
    size_t at = 0;
    while (at < jobs->n && strcmp(jobs->queue[at].owner, jobs->last) == 0)
        at++;
    at = at < jobs->n ? at : 0;
    const struct jobs_task task = jobs->queue[at];
    jobs->n--;
    memmove(&jobs->queue[at], &jobs->queue[at + 1],
            (jobs->n - at) * sizeof(jobs->queue[0]));
    snprintf(jobs->last, sizeof(jobs->last), "%s", task.owner);
    return task;
}

static void *jobs_work(void *ctx)
{
    struct jobs *jobs = ctx;
    pthread_mutex_lock(&jobs->lock);
    for (;;) {
        while (jobs->n == 0 && !jobs->is_ending)
            pthread_cond_wait(&jobs->ready, &jobs->lock);
        if (jobs->n == 0)
            break;
        const struct jobs_task task = jobs_take(jobs);
        jobs->nrunning++;
        pthread_mutex_unlock(&jobs->lock);
        task.run(task.ctx);
        pthread_mutex_lock(&jobs->lock);
        jobs->nrunning--;
        pthread_cond_signal(&jobs->idle);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

bool jobs_start(struct jobs *jobs, size_t nthreads, struct tabia_error *err)
{
    *jobs = (struct jobs){ .is_started = true };
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->ready, NULL);
    pthread_cond_init(&jobs->idle, NULL);
    while (jobs->nthreads < nthreads && jobs->nthreads < JOBS_THREADS_MAX) {
        const int why = pthread_create(&jobs->threads[jobs->nthreads], NULL,
                                       jobs_work, jobs);
        if (why != 0) {
            jobs_stop(jobs);
            return error_system(err, why, "cannot start a thread");
        }
        jobs->nthreads++;
    }
    return true;
}

bool jobs_add(struct jobs *jobs, struct jobs_task task)
{
    size_t nowned = 0;
    pthread_mutex_lock(&jobs->lock);
    for (size_t i = 0; i < jobs->n; i++)
        nowned += strcmp(jobs->queue[i].owner, task.owner) == 0;
    const bool has_room = jobs->n < JOBS_WAITING_MAX &&
                          nowned < JOBS_OWNED_MAX && !jobs->is_ending;
    if (has_room) {
        jobs->queue[jobs->n++] = task;
        pthread_cond_signal(&jobs->ready);
    }
    pthread_mutex_unlock(&jobs->lock);
    return has_room;
}

void jobs_drain(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->is_ending = true;
    pthread_cond_broadcast(&jobs->ready);
    while (jobs->n > 0 || jobs->nrunning > 0)
        pthread_cond_wait(&jobs->idle, &jobs->lock);
    pthread_mutex_unlock(&jobs->lock);
}

void jobs_stop(struct jobs *jobs)
{
    if (!jobs->is_started)
        return;
    jobs_drain(jobs);
    for (size_t i = 0; i < jobs->nthreads; i++)
        pthread_join(jobs->threads[i], NULL);
    pthread_cond_destroy(&jobs->ready);
    pthread_cond_destroy(&jobs->idle);
    pthread_mutex_destroy(&jobs->lock);
    *jobs = (struct jobs){ .is_started = false };
}
