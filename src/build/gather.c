/*
 * gather.c - events in memory and runs on disk, brought together by key
 */
#include "build/gather.h"

#include <stdlib.h>

#include "base/error.h"

#include "base/banned.h"

struct job {
    const struct gather *g;
    struct outlet *outlet;
    struct ordered order;
    unsigned first;
    size_t ndone, nbins;
    struct gather_worker *workers;
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

static bool sort_events(struct gather_worker *w, const struct bins *bins,
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

static bool is_before(const struct gather_worker *w, size_t a, size_t b)
{
    const struct run_cursor *x = &w->cursors[a], *y = &w->cursors[b];
    const int order = tally_key_compare(x->key, y->key);
    return order ? order < 0 : a < b;
}

/* Moves the cursor at the top down to its place. */
static void sink_top(struct gather_worker *w, size_t n)
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

static void raise_last(struct gather_worker *w, size_t n)
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
static size_t open_runs(struct gather_worker *w, const struct gather *g,
                        unsigned bin, struct tabia_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < g->nruns; i++) {
        if (g->runs[i].segments[bin].size == 0)
            continue;
        const uint64_t base = g->bases ? g->bases[i] : 0;
        if (!run_start(&w->cursors[i], &g->runs[i], bin, base, err))
            return SIZE_MAX;
        w->heap[n++] = i;
        raise_last(w, n);
    }
    return n;
}

/* Adds all runs' records of the key to the count. */
static bool take_runs(struct gather_worker *w, size_t *n,
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
static bool is_shared(const struct gather_worker *w, size_t n)
{
    const struct tally_key key = w->cursors[w->heap[0]].key;
    for (size_t i = 1; i < n && i <= 2; i++)
        if (tally_key_compare(w->cursors[w->heap[i]].key, key) == 0)
            return true;
    return false;
}

/* Steps over a position of one game that the outlet does not want. */
static bool pass_single(struct gather_worker *w, size_t *n, bool *is_passed,
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

static bool take_position(struct job *job, struct gather_worker *w,
                          struct span *span, size_t *nheap,
                          struct tabia_error *err)
{
    struct outlet *outlet = job->outlet;
    const struct event *e = span->at;
    int order = -1; // the events come first
    if (*nheap) {
        const struct tally_key key = w->cursors[w->heap[0]].key;
        order = e == span->end ? 1 : tally_key_compare(event_key(e), key);
    }
    const size_t n = order <= 0 ? take_group(span) : 0;
    if (order < 0 && n < outlet->skip_below)
        return true;
    if (order > 0 && outlet->skip_below > 1) {
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
           outlet->take(outlet, w, err);
}

/* No fault of ours, unless memory ran out: others or the sink have failed. */
static bool stopped(const struct gather_worker *w, struct tabia_error *err)
{
    return !w->out.failed || buf_error(&w->out, err);
}

static bool gather_bin(struct job *job, struct gather_worker *w, unsigned bin,
                       struct tabia_error *err)
{
    struct outlet *outlet = job->outlet;
    struct span span;
    if (!sort_events(w, job->g->bins, bin, &span, err))
        return false;
    size_t nheap = open_runs(w, job->g, bin, err);
    if (nheap == SIZE_MAX)
        return false;
    if (outlet->in_turn && !ordered_wait(&job->order, bin))
        return true;
    if (outlet->start)
        outlet->start(outlet, w, bin);
    while (span.at < span.end || nheap > 0) {
        if (!take_position(job, w, &span, &nheap, err))
            return false;
        if (!ordered_add(&job->order, bin, &w->out))
            return stopped(w, err);
    }
    if (outlet->end && !outlet->end(outlet, w, bin, err))
        return false;
    return ordered_end(&job->order, bin, &w->out) || stopped(w, err);
}

/* ---- all bins by all threads ----------------------------------------- */

static struct gather_worker *take_worker(struct job *job)
{
    struct gather_worker *w = job->workers;
    pthread_mutex_lock(&job->lock);
    while (w->is_busy)
        w++;
    w->is_busy = true;
    pthread_mutex_unlock(&job->lock);
    return w;
}

static void give_back(struct job *job, struct gather_worker *w)
{
    pthread_mutex_lock(&job->lock);
    w->is_busy = false;
    const size_t ndone = ++job->ndone;
    pthread_mutex_unlock(&job->lock);
    if (job->outlet->progress && pthread_equal(pthread_self(), job->caller))
        job->outlet->progress(job->outlet->ctx, ndone, job->nbins);
}

static void run_task(void *ctx, size_t i)
{
    struct job *job = ctx;
    struct gather_worker *w = take_worker(job);
    if (!gather_bin(job, w, job->first + (unsigned)i, &w->err)) {
        pthread_mutex_lock(&job->lock);
        error_pass(&job->err, &w->err);
        pthread_mutex_unlock(&job->lock);
        ordered_stop(&job->order);
    }
    give_back(job, w);
}

static bool open_workers(struct job *job, struct tabia_error *err)
{
    const size_t nruns = job->g->nruns;
    job->workers = calloc((size_t)job->nworkers, sizeof(*job->workers));
    if (!job->workers)
        return error_nomem(err);
    for (int i = 0; i < job->nworkers; i++) {
        struct gather_worker *w = &job->workers[i];
        w->cursors = calloc(nruns + 1, sizeof(*w->cursors));
        w->heap = calloc(nruns + 1, sizeof(*w->heap));
        w->out.limit = SIZE_MAX / 2;
        w->count.rule = job->g->rule;
        tally_init(&w->count.tally);
        if (!w->cursors || !w->heap)
            return error_nomem(err);
    }
    return true;
}

static void close_workers(struct job *job)
{
    for (int i = 0; job->workers && i < job->nworkers; i++) {
        struct gather_worker *w = &job->workers[i];
        job->outlet->positions += w->positions;
        job->outlet->moves += w->moves;
        free(w->events);
        free(w->cursors);
        free(w->heap);
        count_clear(&w->count);
        run_maker_clear(&w->maker);
        buf_clear(&w->out);
    }
    free(job->workers);
}

bool gather_all(const struct gather *g, struct pool *pool,
                struct outlet *outlet, struct sink *dst, uint64_t *ends,
                unsigned first, unsigned end, struct tabia_error *err)
{
    struct job job = {
        .g = g,
        .outlet = outlet,
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
