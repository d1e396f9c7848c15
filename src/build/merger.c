/*
 * merger.c - events in memory and runs on disk, brought together by key
 */
#include "build/merger.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/error_internal.h"
#include "build/position_writer.h"
#include "build/spool.h"
#include "store/store_unit.h"

#include "base/banned.h"

/* ---- many write, the bytes come out in order --------------------------- */

enum { ORDERED_ROOM = 1 << 20 }; // bytes that a task may keep to itself

/*
 * Task i of a pool keeps what it writes until it is in turn, or has no room for
 * more and waits for that. The lowest task at work is always in turn, so
 * one thread always goes on. A task that ends before its turn may leave its
 * output here; the thread in turn then writes it.
 */
struct merger_order {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct sink *dst;
    size_t turn;    // the task whose bytes come next
    uint64_t *ends; // by task: the bytes written when it ended; or NULL
    bool stopped;
    struct merger_parked *parked; // of tasks that ended early, or spares
    size_t nparked;
};

/* An output that waits for its turn; a spare one if it has no task. */
struct merger_parked {
    bool has_task;
    size_t task;
    struct merger_output output;
};

/* Waits until it is this task's turn. False when all is to stop. */
static bool order_wait(struct merger_order *o, size_t task)
{
    pthread_mutex_lock(&o->lock);
    while (o->turn != task && !o->stopped)
        pthread_cond_wait(&o->changed, &o->lock);
    const bool goes_on = !o->stopped;
    pthread_mutex_unlock(&o->lock);
    return goes_on;
}

static bool order_is_stopped(struct merger_order *o)
{
    pthread_mutex_lock(&o->lock);
    const bool stopped = o->stopped;
    pthread_mutex_unlock(&o->lock);
    return stopped;
}

/* Wakes all who wait: something has failed. */
static void order_stop(struct merger_order *o)
{
    pthread_mutex_lock(&o->lock);
    o->stopped = true;
    pthread_cond_broadcast(&o->changed);
    pthread_mutex_unlock(&o->lock);
}

/* In turn: no other thread writes. */
static bool order_flush(struct merger_order *o, struct buf *buf)
{
    const bool done = !buf->failed &&
                      (!buf->size || sink_write(o->dst, buf->data, buf->size));
    if (done)
        buf_reset(buf);
    else
        order_stop(o);
    return done;
}

static void swap_outputs(struct merger_output *a, struct merger_output *b)
{
    const struct merger_output other = *a;
    *a = *b;
    *b = other;
}

/*
 * Leaves the output of a task that is not in turn for the thread that is, and
 * gives a spare one instead. False if it is in turn, or no spare is left.
 */
static bool order_park(struct merger_order *o, size_t task,
                       struct merger_output *output)
{
    bool done = false;
    pthread_mutex_lock(&o->lock);
    for (size_t i = 0; o->turn != task && !done && i < o->nparked; i++) {
        struct merger_parked *p = &o->parked[i];
        if (p->has_task)
            continue;
        swap_outputs(&p->output, output);
        p->has_task = done = true;
        p->task = task;
    }
    pthread_mutex_unlock(&o->lock);
    return done;
}

/*
 * In turn: hands it on. True if the output of the next task was left here:
 * then the turn is still this thread's, and that output is exchanged for
 * 'output', which is empty.
 */
static bool order_end(struct merger_order *o, struct merger_output *output)
{
    bool has_next = false;
    pthread_mutex_lock(&o->lock);
    if (o->ends)
        o->ends[o->turn] = o->dst->nbytes;
    o->turn++;
    for (size_t i = 0; !has_next && i < o->nparked; i++) {
        struct merger_parked *p = &o->parked[i];
        if (!p->has_task || p->task != o->turn)
            continue;
        swap_outputs(&p->output, output);
        p->has_task = false;
        has_next = true;
    }
    pthread_cond_broadcast(&o->changed);
    pthread_mutex_unlock(&o->lock);
    return has_next;
}

/* ---- one bin's events -------------------------------------------------- */

struct merging {
    const struct merger *m;
    struct position_writer *writer;
    struct merger_order order;
    unsigned first;
    size_t ndone, nbins;
    struct merger_worker *workers;
    int nworkers;
    size_t share; // events that a worker may have in memory
    pthread_mutex_t lock;
    pthread_t caller;
    struct tabia_error err; // the first failure
};

enum {
    EVENT_COST = 64, // bytes in memory: twice itself, twice what becomes of it
    SHARE_LEAST = 1024 // events
};

bool merger_next(const struct merger *m, unsigned bin, struct merger_iter *it,
                 struct tabia_error *err)
{
    for (; it->run < m->nruns; it->run++) {
        const struct run *run = &m->runs[it->run];
        const unsigned shift =
            run->kind.count_mode == COUNT_MODE_IN_TURN ? EVENT_RESULT_BITS : 0;
        it->layout = run->kind.layout;
        it->value_base = m->bases && run->kind.count_mode != COUNT_MODE_RESULTS
                             ? m->bases[it->run] << shift
                             : 0;
        if (!run_next(run, bin, &it->in_run, &it->block, err))
            return false;
        if (it->block.n)
            return true;
        it->in_run = (struct run_iter){ 0 };
    }
    it->layout = m->layout;
    it->value_base = 0;
    if (!m->bins || !bins_next(m->bins, bin, &it->in_bins, &it->block))
        it->block.n = 0;
    return true;
}

size_t merger_count(const struct merger *m, unsigned bin)
{
    struct bins_iter it = { 0 };
    struct event_block block;
    size_t n = 0;
    for (size_t i = 0; i < m->nruns; i++)
        n += (size_t)m->runs[i].segments[bin].events;
    while (m->bins && bins_next(m->bins, bin, &it, &block))
        n += block.n;
    return n;
}

/* Unpacks all events of a bin, as many as merger_count says. */
static bool fetch_events(const struct merger *m, unsigned bin,
                         struct bin_event *dst, struct tabia_error *err)
{
    struct merger_iter it = { 0 };
    for (;;) {
        if (!merger_next(m, bin, &it, err))
            return false;
        if (it.block.n == 0)
            return true;
        if (!event_unpack(it.layout, &it.block, it.value_base, dst))
            return error_set(err, TABIA_ERR_LIMIT, "too many games");
        dst += it.block.n;
    }
}

/* Room in memory for a bin, twice. */
static bool make_room(struct merger_worker *w, size_t n,
                      struct tabia_error *err)
{
    if (w->buffer && n <= w->room)
        return true;
    free(w->buffer);
    w->buffer = malloc((2 * n + 1) * sizeof(*w->buffer));
    w->room = w->buffer ? n : 0;
    return w->buffer || error_nomem(err);
}

/* ---- the writer's part --------------------------------------------------- */

/*
 * These return false when the thread is to stop; with an error if that is its
 * own, without one if another thread or the sink has failed.
 */

/* In turn: writes what the worker has. */
static bool flush_worker(struct merging *merging, struct merger_worker *w,
                         struct tabia_error *err)
{
    if (order_flush(&merging->order, &w->output.bytes))
        return true;
    return w->output.bytes.failed && buf_error(&w->output.bytes, err);
}

/* In turn: appends what the worker has. */
static bool append_output(struct merging *merging, struct merger_worker *w,
                          struct tabia_error *err)
{
    struct position_writer *writer = merging->writer;
    return (!writer->append || writer->append(writer, w, err)) &&
           flush_worker(merging, w, err);
}

/* Ends what the writer has begun, a part of a bin, and appends it in turn. */
static bool append_part(struct merging *merging, struct merger_worker *w,
                        unsigned bin, struct tabia_error *err)
{
    struct position_writer *writer = merging->writer;
    return (!writer->end || writer->end(writer, w, err)) &&
           order_wait(&merging->order, bin) && append_output(merging, w, err);
}

/* The same at the end of a bin, which may be left for the thread in turn. */
static bool append_bin(struct merging *merging, struct merger_worker *w,
                       unsigned bin, struct tabia_error *err)
{
    struct position_writer *writer = merging->writer;
    if (writer->end && !writer->end(writer, w, err))
        return false;
    if (order_park(&merging->order, bin, &w->output))
        return true;
    if (!order_wait(&merging->order, bin))
        return false;
    do {
        if (!append_output(merging, w, err))
            return false;
    } while (order_end(&merging->order, &w->output));
    return true;
}

/*
 * Adds the sorted events, position by position. A bin that is too large for
 * memory is appended in 2^bits parts, for what becomes of it is large, too.
 */
static bool add_positions(struct merging *merging, struct merger_worker *w,
                          unsigned bin, struct bin_event *events, size_t n,
                          unsigned bits, struct tabia_error *err)
{
    struct position_writer *writer = merging->writer;
    const struct bin_event *end = events + n;
    uint64_t part = 0;
    for (struct bin_event *e = events; e < end;) {
        w->events = e;
        while (e < end && bin_event_is_same_key(e, w->events))
            e++;
        w->nevents = (size_t)(e - w->events);
        if (w->nevents < writer->skip_below)
            continue;
        w->key = bin_event_key(w->events, bin);
        if (bits && w->events->key >> (64 - bits) != part) {
            part = w->events->key >> (64 - bits);
            if (!append_part(merging, w, bin, err) ||
                (writer->begin &&
                 !writer->begin(writer, w, BINS_BITS + bits, err)))
                return false;
        }
        if (!writer->add(writer, w, err))
            return false;
        if ((w->output.bytes.size >= ORDERED_ROOM || w->output.bytes.failed) &&
            (!order_wait(&merging->order, bin) ||
             !flush_worker(merging, w, err)))
            return false;
    }
    return true;
}

static bool merge_bin(struct merging *merging, struct merger_worker *w,
                      unsigned bin, struct tabia_error *err)
{
    struct position_writer *writer = merging->writer;
    const size_t n = merger_count(merging->m, bin);
    struct spool files[2] = { 0 }; // instead of memory
    struct bin_event *events, *scratch;
    unsigned bits = 0;
    bool goes_on;
    if (n <= merging->share) {
        goes_on = make_room(w, n, err);
        events = w->buffer;
        scratch = goes_on ? events + n : NULL;
    } else {
        while (bits < BINS_BITS && n >> bits > merging->share)
            bits++;
        const size_t nbytes = n * sizeof(*events);
        events = spool_map_new(&files[0], merging->m->folder, nbytes, err);
        scratch =
            events ? spool_map_new(&files[1], merging->m->folder, nbytes, err)
                   : NULL;
        goes_on = scratch;
    }
    goes_on = goes_on && fetch_events(merging->m, bin, events, err);
    if (goes_on && n) {
        struct bin_event *sorted = event_sort(events, scratch, n);
        w->scratch = sorted == events ? scratch : events;
        events = sorted;
    }
    goes_on =
        goes_on && (!writer->in_turn || order_wait(&merging->order, bin)) &&
        (!writer->begin || writer->begin(writer, w, BINS_BITS + bits, err)) &&
        add_positions(merging, w, bin, events, n, bits, err) &&
        append_bin(merging, w, bin, err);
    spool_close(&files[0]);
    spool_close(&files[1]);
    return goes_on;
}

/* ---- all bins by all threads ----------------------------------------- */

static void merge_bin_task(void *ctx, size_t i)
{
    struct merging *merging = ctx;
    struct merger_worker *w = merging->workers;
    pthread_mutex_lock(&merging->lock);
    while (w->is_busy)
        w++;
    w->is_busy = true;
    pthread_mutex_unlock(&merging->lock);
    const bool is_over = order_is_stopped(&merging->order);
    if (!is_over &&
        !merge_bin(merging, w, merging->first + (unsigned)i, &w->err)) {
        pthread_mutex_lock(&merging->lock);
        error_pass(&merging->err, &w->err);
        pthread_mutex_unlock(&merging->lock);
        order_stop(&merging->order);
    }
    pthread_mutex_lock(&merging->lock);
    w->is_busy = false;
    const size_t ndone = ++merging->ndone;
    pthread_mutex_unlock(&merging->lock);
    struct tabia_error err = { 0 };
    if (!is_over && merging->writer->on_progress &&
        pthread_equal(pthread_self(), merging->caller) &&
        !merging->writer->on_progress(merging->writer->ctx, ndone,
                                      merging->nbins, &err)) {
        pthread_mutex_lock(&merging->lock);
        error_pass(&merging->err, &err);
        pthread_mutex_unlock(&merging->lock);
        order_stop(&merging->order);
    }
}

static void clear_output(struct merger_output *output)
{
    buf_clear(&output->bytes);
    store_unit_free(output->unit);
}

bool merger_merge(const struct merger *m, struct pool *pool,
                  struct position_writer *writer, struct sink *dst,
                  uint64_t *ends, unsigned first, unsigned end,
                  struct tabia_error *err)
{
    struct merging merging = {
        .m = m,
        .writer = writer,
        .order = { .dst = dst, .turn = first, .ends = ends },
        .first = first,
        .nbins = end - first,
        .nworkers = pool_thread_count(pool),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .caller = pthread_self(),
    };
    const uint64_t share = m->memory / (uint64_t)merging.nworkers / EVENT_COST;
    merging.share = share < SHARE_LEAST ? SHARE_LEAST : (size_t)share;
    pthread_mutex_init(&merging.order.lock, NULL);
    pthread_cond_init(&merging.order.changed, NULL);
    // As many spare outputs as threads; none for one, which is always in turn.
    const size_t nspares = merging.nworkers > 1 ? (size_t)merging.nworkers : 0;
    merging.workers =
        calloc((size_t)merging.nworkers, sizeof(*merging.workers));
    merging.order.parked = calloc(nspares + 1, sizeof(*merging.order.parked));
    const bool is_ready = merging.workers && merging.order.parked;
    for (int i = 0; is_ready && i < merging.nworkers; i++) {
        merging.workers[i].output.bytes.limit = SIZE_MAX / 2;
        merging.workers[i].block.limit = SIZE_MAX / 2;
        merging.workers[i].counter.rule = m->rule;
    }
    for (; is_ready && merging.order.nparked < nspares; merging.order.nparked++)
        merging.order.parked[merging.order.nparked].output.bytes.limit =
            SIZE_MAX / 2;
    if (is_ready)
        pool_run(pool, merging.nbins, merge_bin_task, &merging);
    else
        error_nomem(err);
    for (int i = 0; is_ready && i < merging.nworkers; i++) {
        struct merger_worker *w = &merging.workers[i];
        writer->positions += w->positions;
        writer->moves += w->moves;
        free(w->buffer);
        move_counter_clear(&w->counter);
        clear_output(&w->output);
        buf_clear(&w->block);
    }
    for (size_t i = 0; i < merging.order.nparked; i++)
        clear_output(&merging.order.parked[i].output);
    free(merging.workers);
    free(merging.order.parked);
    pthread_mutex_destroy(&merging.lock);
    pthread_mutex_destroy(&merging.order.lock);
    pthread_cond_destroy(&merging.order.changed);
    if (merging.err.status)
        return error_pass(err, &merging.err);
    return is_ready && sink_ok(dst);
}
