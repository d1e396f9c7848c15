/*
 * streams.c - responses that grow, on their connections
 */
#include "serve/http/streams.h"

#include <string.h>
#include <time.h>

#include "base/error_internal.h"

#include "base/banned.h"

enum { WAKE_MS = 100, TIDY_MS = 1000, TEXT_MAX = 1 << 20 };

/* ---- the thread ------------------------------------------------------ */

static void wait_ms(struct streams *all, int ms)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_nsec += (long)(ms % 1000) * 1000000;
    at.tv_sec += ms / 1000 + at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&all->wake, &all->lock, &at);
}

static void resume_all(struct streams *all)
{
    while (all->first) {
        struct stream_out *out = all->first;
        all->first = out->next;
        MHD_resume_connection(out->con);
    }
}

static void *wake_streams(void *ctx)
{
    struct streams *all = ctx;
    bool is_needed = false;
    pthread_mutex_lock(&all->lock);
    while (!all->is_ending) {
        if (all->first) {
            wait_ms(all, WAKE_MS);
            resume_all(all);
        } else if (is_needed) {
            wait_ms(all, TIDY_MS);
        } else {
            pthread_cond_wait(&all->wake, &all->lock);
        }
        pthread_mutex_unlock(&all->lock);
        is_needed = all->on_tidy(all->ctx);
        pthread_mutex_lock(&all->lock);
    }
    resume_all(all);
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

bool streams_start(struct streams *all, bool (*on_tidy)(void *ctx), void *ctx,
                   struct tabia_error *err)
{
    *all = (struct streams){ .on_tidy = on_tidy, .ctx = ctx };
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->wake, NULL);
    const int why = pthread_create(&all->thread, NULL, wake_streams, all);
    all->is_running = why == 0;
    return all->is_running || error_system(err, why, "cannot start a thread");
}

void streams_end_all(struct streams *all)
{
    pthread_mutex_lock(&all->lock);
    all->is_ending = true;
    resume_all(all);
    pthread_cond_signal(&all->wake);
    pthread_mutex_unlock(&all->lock);
}

void streams_stop(struct streams *all)
{
    if (!all->is_running)
        return;
    streams_end_all(all);
    pthread_join(all->thread, NULL);
    pthread_cond_destroy(&all->wake);
    pthread_mutex_destroy(&all->lock);
    all->is_running = false;
}

/* ---- one of them ----------------------------------------------------- */

/* Suspends the connection; false if the server is ending. */
static bool stream_out_wait(struct stream_out *out)
{
    struct streams *all = out->all;
    pthread_mutex_lock(&all->lock);
    const bool waits = !all->is_ending;
    if (waits) {
        connection_enter(out->watched, CONNECTION_WORKING);
        if (!all->first) // the thread may be waiting for the first one
            pthread_cond_signal(&all->wake);
        out->next = all->first;
        all->first = out;
        MHD_suspend_connection(out->con);
    }
    pthread_mutex_unlock(&all->lock);
    return waits;
}

ssize_t stream_out_read(void *cls, uint64_t pos, char *dst, size_t size)
{
    struct stream_out *out = cls;
    (void)pos;
    if (out->nsent == out->text.size && !out->is_over) {
        if (connection_is_gone(out->watched))
            return MHD_CONTENT_READER_END_WITH_ERROR;
        out->text.limit = TEXT_MAX;
        buf_reset(&out->text);
        out->nsent = 0;
        out->is_over =
            out->stream->poll(out->stream, &out->text) == REPLY_STREAM_END;
        if (out->text.failed)
            return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    const size_t left = out->text.size - out->nsent;
    const size_t n = left < size ? left : size;
    if (n == 0)
        return !out->is_over && stream_out_wait(out)
                   ? 0
                   : MHD_CONTENT_READER_END_OF_STREAM;
    memcpy(dst, out->text.data + out->nsent, n);
    out->nsent += n;
    out->nbytes += n;
    connection_enter(out->watched, CONNECTION_SENDING);
    return (ssize_t)n;
}

void stream_out_clear(struct stream_out *out)
{
    if (out->stream)
        out->stream->close(out->stream);
    buf_clear(&out->text);
    *out = (struct stream_out){ .stream = NULL };
}
