/*
 * feed_run.c - all chunks of a feed, by the threads of a pool
 */
#include "pgn/feed.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "base/error.h"
#include "base/pool.h"
#include "base/progress.h"
#include "base/banned.h"

struct run {
    struct feed *feed;
    feed_task_fn *task;
    void *ctx;
    struct progress *progress;
    pthread_mutex_t lock; // for the progress and the failure
    struct tabia_error failure;
};

static void fail(struct run *run, const struct tabia_error *err)
{
    pthread_mutex_lock(&run->lock);
    error_pass(&run->failure, err);
    pthread_mutex_unlock(&run->lock);
    feed_stop(run->feed);
}

static void show_progress(struct run *run)
{
    if (!run->progress)
        return;
    pthread_mutex_lock(&run->lock);
    progress_update(run->progress, feed_bytes_done(run->feed));
    pthread_mutex_unlock(&run->lock);
}

static void work(void *ctx, size_t worker)
{
    struct run *run = ctx;
    struct feed_chunk chunk;
    struct tabia_error err = { 0 };
    bool ok = true;
    while (ok && feed_next(run->feed, &chunk, &err)) {
        ok = run->task(run->ctx, (int)worker, &chunk, &err);
        feed_done(run->feed, &chunk);
        show_progress(run);
    }
    if (!ok || err.status)
        fail(run, &err);
}

bool feed_run(struct feed *feed, struct pool *pool, feed_task_fn *task,
              void *ctx, struct progress *progress, struct tabia_error *err)
{
    struct run run = {
        .feed = feed,
        .task = task,
        .ctx = ctx,
        .progress = progress,
    };
    pthread_mutex_init(&run.lock, NULL);
    pool_run(pool, (size_t)pool_threads(pool), work, &run);
    pthread_mutex_destroy(&run.lock);
    return !run.failure.status || error_pass(err, &run.failure);
}

size_t feed_print_damage(const struct feed_file *file,
                         char text[FEED_DAMAGE_SIZE])
{
    const struct tabia_bytes none = { 0 };
    size_t len = tabia_error_format(&file->damage, "error", none, text,
                                    FEED_DAMAGE_SIZE);
    if (len >= FEED_DAMAGE_SIZE)
        len = FEED_DAMAGE_SIZE - 1;
    while (len && text[len - 1] == '\n')
        len--;
    const size_t room = FEED_DAMAGE_SIZE - len;
    const int more = snprintf(text + len, room,
                              "; the %" PRIu64 " game%s before that %s kept",
                              file->ngames, file->ngames == 1 ? "" : "s",
                              file->ngames == 1 ? "is" : "are");
    return len + ((size_t)more < room ? (size_t)more : room - 1);
}
