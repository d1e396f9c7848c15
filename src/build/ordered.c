/*
 * ordered.c - many write, the bytes come out in order
 */
#include "build/ordered.h"

#include "base/banned.h"

void ordered_init(struct ordered *o, struct sink *dst, size_t first)
{
    *o = (struct ordered){ .dst = dst, .turn = first };
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->changed, NULL);
}

void ordered_clear(struct ordered *o)
{
    pthread_mutex_destroy(&o->lock);
    pthread_cond_destroy(&o->changed);
}

bool ordered_wait(struct ordered *o, size_t task)
{
    pthread_mutex_lock(&o->lock);
    while (o->turn != task && !o->stopped)
        pthread_cond_wait(&o->changed, &o->lock);
    const bool goes_on = !o->stopped;
    pthread_mutex_unlock(&o->lock);
    return goes_on;
}

/* In turn, nobody else writes. */
static bool flush(struct ordered *o, struct buf *buf)
{
    const bool done = !buf->failed &&
                      (!buf->size || sink_write(o->dst, buf->data, buf->size));
    if (done)
        buf_reset(buf);
    else
        ordered_stop(o);
    return done;
}

bool ordered_add(struct ordered *o, size_t task, struct buf *buf)
{
    if (buf->size < ORDERED_ROOM && !buf->failed)
        return true;
    return ordered_wait(o, task) && flush(o, buf);
}

bool ordered_end(struct ordered *o, size_t task, struct buf *buf)
{
    if (!ordered_wait(o, task) || !flush(o, buf))
        return false;
    if (o->ends)
        o->ends[task] = o->dst->nbytes;
    pthread_mutex_lock(&o->lock);
    o->turn++;
    pthread_cond_broadcast(&o->changed);
    pthread_mutex_unlock(&o->lock);
    return true;
}

void ordered_stop(struct ordered *o)
{
    pthread_mutex_lock(&o->lock);
    o->stopped = true;
    pthread_cond_broadcast(&o->changed);
    pthread_mutex_unlock(&o->lock);
}
