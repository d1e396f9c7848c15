/*
 * lock.h - a lock, for those who need not know threads
 *
 *     shelf->lock = lock_new(err);
 *     lock_acquire(shelf->lock);
 *     ...
 *     lock_release(shelf->lock);
 *     lock_free(shelf->lock);
 *
 * A header that shows a struct with such a lock brings in nothing of pthreads,
 * so what includes it builds where there are no threads.
 */
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include "base/compiler.h"
#include "tabia/error.h"

struct lock;

/* NULL with an error. The caller frees it with lock_free. */
struct lock *lock_new(struct tabia_error *err) MUST_CHECK;

/* Nobody may hold it. Accepts NULL. */
void lock_free(struct lock *lock);

/* Waits until no other thread holds it; not for the thread that does. */
void lock_acquire(struct lock *lock);

void lock_release(struct lock *lock);

#endif
