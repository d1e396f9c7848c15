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
 * Task i of a pool writes with ordered_add and ordered_end. Whoever is not yet
 * in turn waits when it has no room for more. The lowest task at work is
 * always in turn, so somebody always goes on.
 */
struct ordered {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct sink *dst;
    size_t turn;    // the task whose bytes come next
    uint64_t *ends; // by task: the bytes written when it ended; or NULL
    bool stopped;
};

/* Borrows 'dst'. The first task is 'first'. */
static void ordered_init(struct ordered *o, struct sink *dst, size_t first)
{
    *o = (struct ordered){ .dst = dst, .turn = first };
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->changed, NULL);
}

static void ordered_clear(struct ordered *o)
{
    pthread_mutex_destroy(&o->lock);
    pthread_cond_destroy(&o->changed);
}

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

/* Writes when 'buf' is large or it is the task's turn. False: stop. */
static bool ordered_add(struct ordered *o, size_t task, struct buf *buf)
{
    if (buf->size < ORDERED_ROOM && !buf->failed)
        return true;
    return ordered_wait(o, task) && flush(o, buf);
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

/* Takes the events of the next key off. */
static size_t take_group(struct span *span)
{
    const struct event *e = span->at;
    while (span->at < span->end && event_same_key(span->at, e))
        span->at++;
    return (size_t)(span->at - e);
}

/* ---- a heap of runs, the lowest key first ---------------------------- */

static bool is_before(const struct merger_worker *w, size_t a, size_t b)
{
    const struct run_cursor *x = &w->cursors[a], *y = &w->cursors[b];
    const int order = tally_key_compare(x->key, y->key);
    return order ? order < 0 : a < b;
}

/* Moves the cursor at the top down to its place. */
static void sink_top(struct merger_worker *w, size_t n)
{
    size_t i = 0;
    const size_t top = w->heap[0];
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && is_before(w, w->heap[child + 1], w->heap[child]))
            child++;
        if (!is_before(w, w->heap[child], top))
            break;
        w->heap[i] = w->heap[child];
    }
    w->heap[i] = top;
}

static void raise_last(struct merger_worker *w, size_t n)
{
    size_t i = n - 1;
    const size_t last = w->heap[i];
    while (i > 0 && is_before(w, last, w->heap[(i - 1) / 2])) {
        w->heap[i] = w->heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    w->heap[i] = last;
}

/* Returns how many runs have the bin; SIZE_MAX with an error. */
static size_t open_runs(struct merger_worker *w, const struct merger *m,
                        unsigned bin, struct tabia_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < m->nruns; i++) {
        if (m->runs[i].segments[bin].size == 0)
            continue;
        const uint64_t base = m->bases ? m->bases[i] : 0;
        if (!run_start(&w->cursors[i], &m->runs[i], bin, base, err))
            return SIZE_MAX;
        w->heap[n++] = i;
        raise_last(w, n);
    }
    return n;
}

/* Adds all runs' records of the key to the count. */
static bool take_runs(struct merger_worker *w, size_t *n,
                      struct tabia_error *err)
{
    while (*n > 0) {
        struct run_cursor *cur = &w->cursors[w->heap[0]];
        if (tally_key_compare(cur->key, w->count.key) != 0)
            break;
        if (!run_take(cur, &w->count, err))
            return false;
        if (cur->is_done)
            w->heap[0] = w->heap[--*n];
        if (*n)
            sink_top(w, *n);
    }
    return true;
}

/* ---- bringing together ----------------------------------------------- */

/* Has more than one run the key at the top? */
static bool is_shared(const struct merger_worker *w, size_t n)
{
    const struct tally_key key = w->cursors[w->heap[0]].key;
    for (size_t i = 1; i < n && i <= 2; i++)
        if (tally_key_compare(w->cursors[w->heap[i]].key, key) == 0)
            return true;
    return false;
}

/* Steps over a position of one game that the writer does not want. */
static bool pass_single(struct merger_worker *w, size_t *n, bool *is_passed,
                        struct tabia_error *err)
{
    struct run_cursor *cur = &w->cursors[w->heap[0]];
    *is_passed = false;
    if (w->count.rule->counting != COUNT_RESULTS || is_shared(w, *n))
        return true;
    if (!run_pass_single(cur, is_passed, err))
        return false;
    if (*is_passed && cur->is_done)
        w->heap[0] = w->heap[--*n];
    if (*is_passed && *n)
        sink_top(w, *n);
    return true;
}

static bool take_position(struct job *job, struct merger_worker *w,
                          struct span *span, size_t *nheap,
                          struct tabia_error *err)
{
    struct writer *writer = job->writer;
    const struct event *e = span->at;
    int order = -1; // the events come first
    if (*nheap) {
        const struct tally_key key = w->cursors[w->heap[0]].key;
        order = e == span->end ? 1 : tally_key_compare(event_key(e), key);
    }
    const size_t n = order <= 0 ? take_group(span) : 0;
    if (order < 0 && n < writer->skip_below)
        return true;
    if (order > 0 && writer->skip_below > 1) {
        bool is_passed;
        if (!pass_single(w, nheap, &is_passed, err))
            return false;
        if (is_passed)
            return true;
    }
    count_start(&w->count,
                order <= 0 ? event_key(e) : w->cursors[w->heap[0]].key);
    return count_events(&w->count, e, n, err) &&
           (order < 0 || take_runs(w, nheap, err)) &&
           writer->take(writer, w, err);
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
    if (!sort_events(w, job->m->bins, bin, &span, err))
        return false;
    size_t nheap = open_runs(w, job->m, bin, err);
    if (nheap == SIZE_MAX)
        return false;
    if (writer->in_turn && !ordered_wait(&job->order, bin))
        return true;
    if (writer->start)
        writer->start(writer, w, bin);
    while (span.at < span.end || nheap > 0) {
        if (!take_position(job, w, &span, &nheap, err))
            return false;
        if (!ordered_add(&job->order, bin, &w->out))
            return stopped(w, err);
    }
    if (writer->end && !writer->end(writer, w, bin, err))
        return false;
    return ordered_end(&job->order, bin, &w->out) || stopped(w, err);
}

/* ---- all bins by all threads ----------------------------------------- */

static struct merger_worker *take_worker(struct job *job)
{
    struct merger_worker *w = job->workers;
    pthread_mutex_lock(&job->lock);
    while (w->is_busy)
        w++;
    w->is_busy = true;
    pthread_mutex_unlock(&job->lock);
    return w;
}

static void give_back(struct job *job, struct merger_worker *w)
{
    pthread_mutex_lock(&job->lock);
    w->is_busy = false;
    const size_t ndone = ++job->ndone;
    pthread_mutex_unlock(&job->lock);
    if (job->writer->progress && pthread_equal(pthread_self(), job->caller))
        job->writer->progress(job->writer->ctx, ndone, job->nbins);
}

static void run_task(void *ctx, size_t i)
{
    struct job *job = ctx;
    struct merger_worker *w = take_worker(job);
    if (!merge_bin(job, w, job->first + (unsigned)i, &w->err)) {
        pthread_mutex_lock(&job->lock);
        error_pass(&job->err, &w->err);
        pthread_mutex_unlock(&job->lock);
        ordered_stop(&job->order);
    }
    give_back(job, w);
}

static bool open_workers(struct job *job, struct tabia_error *err)
{
    const size_t nruns = job->m->nruns;
    job->workers = calloc((size_t)job->nworkers, sizeof(*job->workers));
    if (!job->workers)
        return error_nomem(err);
    for (int i = 0; i < job->nworkers; i++) {
        struct merger_worker *w = &job->workers[i];
        w->cursors = calloc(nruns + 1, sizeof(*w->cursors));
        w->heap = calloc(nruns + 1, sizeof(*w->heap));
        w->out.limit = SIZE_MAX / 2;
        w->count.rule = job->m->rule;
        tally_init(&w->count.tally);
        if (!w->cursors || !w->heap)
            return error_nomem(err);
    }
    return true;
}

static void close_workers(struct job *job)
{
    for (int i = 0; job->workers && i < job->nworkers; i++) {
        struct merger_worker *w = &job->workers[i];
        job->writer->positions += w->positions;
        job->writer->moves += w->moves;
        free(w->events);
        free(w->cursors);
        free(w->heap);
        count_clear(&w->count);
        run_maker_clear(&w->maker);
        buf_clear(&w->out);
    }
    free(job->workers);
}

bool merger_run(const struct merger *m, struct pool *pool,
                struct writer *writer, struct sink *dst, uint64_t *ends,
                unsigned first, unsigned end, struct tabia_error *err)
{
    struct job job = {
        .m = m,
        .writer = writer,
        .first = first,
        .nbins = end - first,
        .nworkers = pool_threads(pool),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .caller = pthread_self(),
    };
    ordered_init(&job.order, dst, first);
    job.order.ends = ends;
    const bool ready = open_workers(&job, err);
    if (ready)
        pool_run(pool, job.nbins, run_task, &job);
    close_workers(&job);
    ordered_clear(&job.order);
    if (job.err.status)
        return error_pass(err, &job.err);
    return ready && sink_ok(dst);
}
