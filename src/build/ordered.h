/*
 * ordered.h - many write, the bytes come out in order
 *
 *     // in task i of a pool, tasks handed out in order:
 *     ordered_add(&o, i, &buf);        // now and then; empties 'buf'
 *     ordered_end(&o, i, &buf);
 *
 * Whoever is not yet in turn waits when it has no room for more. The lowest
 * task at work is always in turn, so somebody always goes on.
 */
#ifndef BUILD_ORDERED_H
#define BUILD_ORDERED_H

#include <pthread.h>

#include "base/buf.h"
#include "base/sink.h"

enum { ORDERED_ROOM = 1 << 20 }; // bytes that a task may keep to itself

struct ordered {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct sink *dst;
    size_t turn;    // the task whose bytes come next
    uint64_t *ends; // by task: the bytes written when it ended; or NULL
    bool stopped;
};

/* Borrows 'dst'. The first task is 'first'. */
void ordered_init(struct ordered *o, struct sink *dst, size_t first);
void ordered_clear(struct ordered *o);

/* Waits until it is this task's turn. False when all is to stop. */
bool ordered_wait(struct ordered *o, size_t task);

/* Writes when 'buf' is large or it is the task's turn. False: stop. */
bool ordered_add(struct ordered *o, size_t task, struct buf *buf);

/* Writes the rest and hands the turn on. False: stop. */
bool ordered_end(struct ordered *o, size_t task, struct buf *buf);

/* Wakes all who wait: something has failed. */
void ordered_stop(struct ordered *o);

#endif
