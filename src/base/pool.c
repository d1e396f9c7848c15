/*
 * pool.c - threads that share out numbered tasks
 */
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/error_internal.h"
#include "base/banned.h"

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    unsigned long run; // counts the calls of pool_run
    int nbusy;         // workers that have not finished this run
    bool quit;

    pool_task_fn *task;
    void *ctx;
    size_t count;
    atomic_size_t next;

    int nworkers;
    pthread_t workers[];
};

int pool_cpu_count(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) != 0)
        return 1;
    const int count = CPU_COUNT(&set);
    return count > 0 ? count : 1;
}

static void pool_do_tasks(struct pool *pool)
{
    for (;;) {
        const size_t i = atomic_fetch_add(&pool->next, 1);
        if (i >= pool->count)
            return;
        pool->task(pool->ctx, i);
    }
}

/* Waits for a run that has not been seen yet; false when it is time to go. */
static bool wait_for_run(struct pool *pool, unsigned long *seen)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->run == *seen && !pool->quit)
        pthread_cond_wait(&pool->start, &pool->lock);
    *seen = pool->run;
    const bool go = !pool->quit;
    pthread_mutex_unlock(&pool->lock);
    return go;
}

static void *run_worker(void *arg)
{
    struct pool *pool = arg;
    unsigned long seen = 0;
    while (wait_for_run(pool, &seen)) {
        pool_do_tasks(pool);
        pthread_mutex_lock(&pool->lock);
        if (--pool->nbusy == 0)
            pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

static int pool_start_workers(struct pool *pool, int nworkers)
{
    sigset_t old;
    int number = 0;
    // Signals go to the program's own threads; but those that a thread causes
    // itself, such as SIGBUS, cannot be put off.
    static const int own[] = { SIGBUS,  SIGSEGV, SIGFPE, SIGILL,
                               SIGABRT, SIGTRAP, SIGSYS };
    sigset_t set;
    sigfillset(&set);
    for (size_t i = 0; i < COUNT_OF(own); i++)
        sigdelset(&set, own[i]);
    pthread_sigmask(SIG_SETMASK, &set, &old);
    while (pool->nworkers < nworkers && !number) {
        number = pthread_create(&pool->workers[pool->nworkers], NULL,
                                run_worker, pool);
        pool->nworkers += !number;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return number;
}

struct pool *pool_new(int nthreads, struct tabia_error *err)
{
    if (nthreads < 0 || nthreads > POOL_THREADS_MAX) {
        error_set(err, TABIA_ERR_MISUSE, "expected 1 to %d threads, found %d",
                  POOL_THREADS_MAX, nthreads);
        return NULL;
    }
    const int nworkers = (nthreads ? nthreads : pool_cpu_count()) - 1;
    struct pool *pool =
        calloc(1, sizeof(*pool) + (size_t)nworkers * sizeof(pthread_t));
    if (!pool) {
        error_nomem(err);
        return NULL;
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->done, NULL);

    const int number = pool_start_workers(pool, nworkers);
    if (number) {
        error_system(err, number, "cannot start a thread");
        pool_free(pool);
        return NULL;
    }
    return pool;
}

int pool_thread_count(const struct pool *pool)
{
    return pool->nworkers + 1;
}

void pool_run(struct pool *pool, size_t count, pool_task_fn *task, void *ctx)
{
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->ctx = ctx;
    pool->count = count;
    atomic_store(&pool->next, 0);
    pool->nbusy = pool->nworkers;
    pool->run++;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);

    pool_do_tasks(pool);

    pthread_mutex_lock(&pool->lock);
    while (pool->nbusy)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->nworkers; i++)
        pthread_join(pool->workers[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->start);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
