/*
 * lock.c - a lock, for those who need not know threads
 */
#include "base/lock.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/error_internal.h"

#include "base/banned.h"

struct lock {
    pthread_mutex_t mutex;
};

struct lock *lock_new(struct tabia_error *err)
{
    struct lock *lock = malloc(sizeof(*lock));
    if (lock && pthread_mutex_init(&lock->mutex, NULL) == 0)
        return lock;
    free(lock);
    error_nomem(err);
    return NULL;
}

void lock_free(struct lock *lock)
{
    if (lock)
        pthread_mutex_destroy(&lock->mutex);
    free(lock);
}

void lock_acquire(struct lock *lock)
{
    pthread_mutex_lock(&lock->mutex);
}

void lock_release(struct lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}
