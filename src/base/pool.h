/*
 * pool.h - threads that share out numbered tasks
 *
 *     struct pool *pool = pool_new(0, err);
 *     pool_run(pool, nchunks, count_chunk, &ctx);
 *     pool_free(pool);
 *
 * Tasks are handed out one at a time, in order, to any free thread. A task
 * reports errors through its own part of the context.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

#include "base/compiler.h"
#include "tabia/error.h"

struct pool;

enum { POOL_THREADS_MAX = 1024 };

/*
 * Bytes of a gap behind what one thread writes all the time, so that what
 * another uses is not in the same cache line, nor fetched along with it.
 */
enum { POOL_PADDING_SIZE = 128 };

typedef void pool_task_fn(void *ctx, size_t i);

/* The processors that this process may use, at least 1. */
int pool_cpu_count(void);

/*
 * Starts threads so that 'nthreads' work, the caller of pool_run included;
 * 0 means pool_cpu_count. NULL on failure. The caller frees it with pool_free.
 */
struct pool *pool_new(int nthreads, struct tabia_error *err) MUST_CHECK;

int pool_thread_count(const struct pool *pool);

/*
 * Calls task(ctx, i) once for each i below 'count'; returns when all are
 * done, and what they wrote is then visible. One pool_run at a time, and none
 * from within a task.
 */
void pool_run(struct pool *pool, size_t count, pool_task_fn *task, void *ctx);

/* Ends the threads. Accepts NULL. */
void pool_free(struct pool *pool);

#endif
