/*
 * merger.c - events in memory and runs on disk, brought together by key
 */
#include "build/merger.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"

#include "base/banned.h"

/* ---- many write, the bytes come out in order --------------------------- */

enum { ORDERED_ROOM = 1 << 20 }; // bytes that a task may keep to itself

/*
 * Task i of a pool keeps what it writes until it is in turn, or has no room for
 * more and waits for that. The lowest task at work is always in turn, so
 * somebody always goes on.
 */
struct ordered {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct sink *dst;
    size_t turn;    // the task whose bytes come next
    uint64_t *ends; // by task: the bytes written when it ended; or NULL
    bool stopped;
};

/* Waits until it is this task's turn. False when all is to stop. */
static bool ordered_wait(struct ordered *o, size_t task)
{
    pthread_mutex_lock(&o->lock);
    while (o->turn != task && !o->stopped)
        pthread_cond_wait(&o->changed, &o->lock);
    const bool goes_on = !o->stopped;
    pthread_mutex_unlock(&o->lock);
    return goes_on;
}

/* Wakes all who wait: something has failed. */
static void ordered_stop(struct ordered *o)
{
    pthread_mutex_lock(&o->lock);
    o->stopped = true;
    pthread_cond_broadcast(&o->changed);
    pthread_mutex_unlock(&o->lock);
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

/* Writes the rest and hands the turn on. False: stop. */
static bool ordered_end(struct ordered *o, size_t task, struct buf *buf)
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

struct job {
    const struct merger *m;
    struct writer *writer;
    struct ordered order;
    unsigned first;
    size_t ndone, nbins;
    struct merger_worker *workers;
    int nworkers;
    pthread_mutex_t lock;
    pthread_t caller;
    struct tabia_error err; // the first failure
};

/* ---- one bin's sources ----------------------------------------------- */

/* The events of a bin in order, and where the next key's begin. */
struct span {
    const struct event *at, *end;
};

static bool sort_events(struct merger_worker *w, const struct bins *bins,
                        unsigned bin, struct span *span,
                        struct tabia_error *err)
{
    const size_t n = bins ? bins_count(bins, bin) : 0;
    *span = (struct span){ 0 };
    if (n == 0)
        return true;
    if (n > w->room) {
        free(w->events);
        w->events = malloc(2 * n * sizeof(*w->events));
        w->room = w->events ? n : 0;
        if (!w->events)
            return error_nomem(err);
    }
    w->scratch = w->events + n;
    bins_copy(bins, bin, w->events);
    span->at = event_sort(w->events, w->scratch, n);
    span->end = span->at + n;
    return true;
}

/* ---- a heap of runs, the lowest key first ---------------------------- */

static bool is_before(const struct merger_worker *w, size_t a, size_t b)
{
    const struct run_cursor *x = &w->cursors[a], *y = &w->cursors[b];
    const int order = tally_key_compare(x->key, y->key);
    return order ? order < 0 : a < b;
}

/* The cursor at the top has moved on: takes it to its place, or off. */
static void settle_top(struct merger_worker *w)
{
    if (w->cursors[w->heap[0]].is_done)
        w->heap[0] = w->heap[--w->nheap];
    const size_t top = w->heap[0];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < w->nheap; i = child) {
        if (child + 1 < w->nheap &&
            is_before(w, w->heap[child + 1], w->heap[child]))
            child++;
        if (!is_before(w, w->heap[child], top))
            break;
        w->heap[i] = w->heap[child];
    }
    w->heap[i] = top;
}

/* Fills the heap with the runs that have the bin. */
static bool open_runs(struct merger_worker *w, const struct merger *m,
                      unsigned bin, struct tabia_error *err)
{
    w->nheap = 0;
    for (size_t run = 0; run < m->nruns; run++) {
        if (m->runs[run].segments[bin].size == 0)
            continue;
        const uint64_t base = m->bases ? m->bases[run] : 0;
        if (!run_start(&w->cursors[run], &m->runs[run], bin, base, err))
            return false;
        size_t i = w->nheap++;
        for (; i > 0 && is_before(w, run, w->heap[(i - 1) / 2]);
             i = (i - 1) / 2)
            w->heap[i] = w->heap[(i - 1) / 2];
        w->heap[i] = run;
    }
    return true;
}

/* ---- bringing together ----------------------------------------------- */

/* Has no other run the key at the top? */
static bool is_alone(const struct merger_worker *w)
{
    const struct tally_key key = w->cursors[w->heap[0]].key;
    for (size_t i = 1; i < w->nheap && i <= 2; i++)
        if (tally_key_compare(w->cursors[w->heap[i]].key, key) == 0)
            return false;
    return true;
}

/* Counts the next position, of events, of runs or of both. */
static bool take_position(struct job *job, struct merger_worker *w,
                          struct span *span, struct tabia_error *err)
{
    struct writer *writer = job->writer;
    struct run_cursor *top = w->nheap ? &w->cursors[w->heap[0]] : NULL;
    const struct event *e = span->at;
    const int order = !top ? -1 // the events come first
                      : e == span->end
                          ? 1
                          : tally_key_compare(event_key(e), top->key);
    while (order <= 0 && span->at < span->end && event_same_key(span->at, e))
        span->at++;
    const size_t n = (size_t)(span->at - e);
    if (order < 0 && n < writer->skip_below)
        return true;
    if (order > 0 && writer->skip_below > 1 &&
        job->m->rule->counting == COUNT_RESULTS && is_alone(w)) {
        bool is_passed; // most positions of runs are of a single game
        if (!run_pass_single(top, &is_passed, err))
            return false;
        if (is_passed) {
            settle_top(w);
            return true;
        }
    }
    count_start(&w->count, order <= 0 ? event_key(e) : top->key);
    if (!count_events(&w->count, e, n, err))
        return false;
    while (order >= 0 && w->nheap > 0) {
        top = &w->cursors[w->heap[0]];
        if (tally_key_compare(top->key, w->count.key) != 0)
            break;
        if (!run_take(top, &w->count, err))
            return false;
        settle_top(w);
    }
    return writer->take(writer, w, err);
}

/* No fault of ours, unless memory ran out: others or the sink have failed. */
static bool stopped(const struct merger_worker *w, struct tabia_error *err)
{
    return !w->out.failed || buf_error(&w->out, err);
}

static bool merge_bin(struct job *job, struct merger_worker *w, unsigned bin,
                      struct tabia_error *err)
{
    struct writer *writer = job->writer;
    struct span span;
    if (!sort_events(w, job->m->bins, bin, &span, err) ||
        !open_runs(w, job->m, bin, err))
        return false;
    if (writer->in_turn && !ordered_wait(&job->order, bin))
        return true;
    if (writer->start && !writer->start(writer, w, bin, err))
        return false;
    while (span.at < span.end || w->nheap > 0) {
        if (!take_position(job, w, &span, err))
            return false;
        if ((w->out.size >= ORDERED_ROOM || w->out.failed) &&
            (!ordered_wait(&job->order, bin) || !flush(&job->order, &w->out)))
            return stopped(w, err);
    }
    if (writer->end && !writer->end(writer, w, bin, err))
        return false;
    if (writer->append) {
        if (!ordered_wait(&job->order, bin))
            return true;
        if (!writer->append(writer, w, err))
            return false;
    }
    return ordered_end(&job->order, bin, &w->out) || stopped(w, err);
}

/* ---- all bins by all threads ----------------------------------------- */

static void run_task(void *ctx, size_t i)
{
    struct job *job = ctx;
    struct merger_worker *w = job->workers;
    pthread_mutex_lock(&job->lock);
    while (w->is_busy)
        w++;
    w->is_busy = true;
    pthread_mutex_unlock(&job->lock);
    if (!merge_bin(job, w, job->first + (unsigned)i, &w->err)) {
        pthread_mutex_lock(&job->lock);
        error_pass(&job->err, &w->err);
        pthread_mutex_unlock(&job->lock);
        ordered_stop(&job->order);
    }
    pthread_mutex_lock(&job->lock);
    w->is_busy = false;
    const size_t ndone = ++job->ndone;
    pthread_mutex_unlock(&job->lock);
    if (job->writer->progress && pthread_equal(pthread_self(), job->caller))
        job->writer->progress(job->writer->ctx, ndone, job->nbins);
}

bool merger_run(const struct merger *m, struct pool *pool,
                struct writer *writer, struct sink *dst, uint64_t *ends,
                unsigned first, unsigned end, struct tabia_error *err)
{
    struct job job = {
        .m = m,
        .writer = writer,
        .order = { .dst = dst, .turn = first, .ends = ends },
        .first = first,
        .nbins = end - first,
        .nworkers = pool_threads(pool),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .caller = pthread_self(),
    };
    pthread_mutex_init(&job.order.lock, NULL);
    pthread_cond_init(&job.order.changed, NULL);
    job.workers = calloc((size_t)job.nworkers, sizeof(*job.workers));
    bool is_ready = job.workers;
    for (int i = 0; is_ready && i < job.nworkers; i++) {
        struct merger_worker *w = &job.workers[i];
        w->cursors = calloc(m->nruns + 1, sizeof(*w->cursors));
        w->heap = calloc(m->nruns + 1, sizeof(*w->heap));
        w->out.limit = SIZE_MAX / 2;
        w->count.rule = m->rule;
        tally_init(&w->count.tally);
        is_ready = w->cursors && w->heap;
    }
    if (!is_ready)
        error_nomem(err);
    else
        pool_run(pool, job.nbins, run_task, &job);
    for (int i = 0; job.workers && i < job.nworkers; i++) {
        struct merger_worker *w = &job.workers[i];
        job.writer->positions += w->positions;
        job.writer->moves += w->moves;
        free(w->events);
        free(w->cursors);
        free(w->heap);
        count_clear(&w->count);
        run_maker_clear(&w->maker);
        buf_clear(&w->out);
        store_unit_free(w->unit);
    }
    free(job.workers);
    pthread_mutex_destroy(&job.order.lock);
    pthread_cond_destroy(&job.order.changed);
    if (job.err.status)
        return error_pass(err, &job.err);
    return is_ready && sink_ok(dst);
}
