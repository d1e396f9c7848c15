/*
 * intake.c - games are read by all threads and counted in their order
 */
#include "build/intake.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hashmap.h"
#include "base/vec.h"
#include "build/count.h"

#include "base/banned.h"

enum { ROOTS_MAX = 1 << 24, VALUES_MAX = 1 << 28 };

/* ---- numbers and values ---------------------------------------------- */

static uint64_t games_max(enum counting counting)
{
    if (counting == COUNT_RESULTS)
        return UINT64_MAX;
    return counting == COUNT_IN_TURN ? BINS_DROP >> 2 : BINS_DROP;
}

/* What the events of a game carry. */
static uint32_t value_of(const struct harvest_rule *rule,
                         const struct tally_game *row, uint64_t number)
{
    switch (rule->counting) {
    case COUNT_RESULTS:
        return (rule->wants_dates ? count_month(row->date) << 2 : 0) |
               row->result;
    case COUNT_IN_TURN:
        return (uint32_t)number << 2 | row->result;
    case COUNT_TALLIES:
        break;
    }
    return (uint32_t)number;
}

/* The games of a chunk that were met before leave the counts. */
static void uncount(struct harvest *h, size_t first, size_t n)
{
    for (size_t i = first; i < first + n; i++)
        h->counts[bins_of(h->events[i].hi)]--;
}

/* Which games were met before: their values are BINS_DROP. */
static bool find_repeated(struct intake *in, struct harvest *h,
                          struct tabia_error *err)
{
    size_t event = 0;
    for (size_t i = 0; i < h->ngames; i++) {
        bool is_new = true;
        if (in->rule->wants_prints &&
            !prints_add(&in->prints, h->prints[i], &is_new, err))
            return false;
        h->values[i] = 0;
        if (!is_new) {
            h->values[i] = BINS_DROP;
            uncount(h, event, h->extents[i].events);
            h->repeated++;
        }
        event += h->extents[i].events;
    }
    return true;
}

/* Takes the games met before out of everything but the events. */
static void drop_repeated(struct harvest *h)
{
    size_t kept = 0, from = 0, to = 0;
    for (size_t i = 0; i < h->ngames; i++) {
        const size_t size = h->extents[i].details;
        if (h->values[i] != BINS_DROP) {
            if (size)
                memmove(h->details.data + to, h->details.data + from, size);
            to += size;
            h->rows[kept] = h->rows[i];
            h->prints[kept++] = h->prints[i];
        }
        from += size;
    }
    h->ngames = kept;
    h->details.size = to;
}

/*
 * In turn. A chunk for which the bins had no room comes here again, and then
 * has its numbers already.
 */
static bool number_games(struct intake *in, struct harvest *h,
                         struct tabia_error *err)
{
    if (h->is_numbered)
        return true;
    const size_t n = h->ngames;
    uint64_t number = in->state.numbered;
    if (!find_repeated(in, h, err))
        return false;
    if (number + n > games_max(in->rule->counting))
        return error_set(err, TABIA_LIMIT, "too many games in one part");
    for (size_t i = 0; i < n; i++)
        if (h->values[i] != BINS_DROP)
            h->values[i] = value_of(in->rule, &h->rows[i], number++);
    if (h->repeated)
        drop_repeated(h);
    h->is_numbered = true;
    return true;
}

static bool prepare(struct harvest *h, struct tabia_error *err)
{
    uint32_t *values = vec_grow(h->values, &h->values_room, h->ngames + 1,
                                sizeof(*values), VALUES_MAX);
    if (!values)
        return error_nomem(err);
    h->values = values;
    for (size_t i = 0; i < h->nevents; i++)
        h->counts[bins_of(h->events[i].hi)]++;
    return true;
}

/* ---- what is kept of the games --------------------------------------- */

struct roots_query {
    const struct tabia_packed *list;
    const struct tabia_packed *wanted;
};

/* Whatever the clocks: those of the first game stay. */
static bool is_root(const void *ctx, uint32_t id)
{
    const struct roots_query *q = ctx;
    return memcmp(&q->list[id], q->wanted, TABIA_PACKED_CORE) == 0;
}

static uint64_t hash_root(const struct tabia_packed *root)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < TABIA_PACKED_CORE; i++)
        hash = (hash ^ root->bytes[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

bool intake_add_root(struct intake *in, const struct tabia_packed *root,
                     struct tabia_error *err)
{
    const struct roots_query query = { in->root_list, root };
    const uint64_t hash = hash_root(root);
    in->root_ids.limit = ROOTS_MAX;
    if (hashmap_find(&in->root_ids, hash, is_root, &query) != HASHMAP_NONE)
        return true;
    if (in->nroots == ROOTS_MAX)
        return error_set(err, TABIA_LIMIT, "too many starting positions");
    struct tabia_packed *list =
        vec_grow(in->root_list, &in->roots_room, in->nroots + 1, sizeof(*list),
                 ROOTS_MAX);
    if (!list)
        return error_nomem(err);
    in->root_list = list;
    list[in->nroots] = *root;
    return hashmap_insert(&in->root_ids, hash, (uint32_t)in->nroots++, err);
}

/* Where a chunk's rows, details and prints go in their files. */
struct places {
    uint64_t rows, details, prints;
};

static void add_report(struct tabia_build_report *r, const struct harvest *h)
{
    r->games += h->read;
    r->counted += h->ngames;
    r->repeated += h->repeated;
    r->filtered += h->filtered;
    r->unfinished += h->unfinished;
    r->broken += h->broken;
    for (size_t i = 0; i < BINS; i++)
        r->events += h->counts[i];
    for (size_t i = 0; i < h->nproblems && r->nproblems < TABIA_BUILD_PROBLEMS;
         i++)
        memcpy(r->problems[r->nproblems++], h->problems[i],
               TABIA_BUILD_PROBLEM_SIZE);
}

/* In turn: the chunk is now part of the whole. */
static bool admit(struct intake *in, struct harvest *h, struct places *at,
                  struct tabia_error *err)
{
    struct intake_state *s = &in->state;
    *at = (struct places){ s->rows, s->details, s->prints };
    s->numbered += h->ngames;
    s->chunks = h->chunk + 1;
    s->rows += h->ngames * sizeof(*h->rows);
    if (in->rule->wants_prints)
        s->prints += h->ngames * sizeof(*h->prints);
    s->details += h->details.size;
    add_report(&s->report, h);
    for (size_t i = 0; i < h->nroots; i++)
        if (!intake_add_root(in, &h->roots[i], err))
            return false;
    return true;
}

static bool write_files(struct intake *in, const struct harvest *h,
                        const struct places *at, struct tabia_error *err)
{
    const size_t n = h->ngames;
    return (!in->rows.is_open || spool_put(&in->rows, at->rows, h->rows,
                                           n * sizeof(*h->rows), err)) &&
           (!in->details.is_open ||
            spool_put(&in->details, at->details, h->details.data,
                      h->details.size, err)) &&
           (!in->prints_file.is_open ||
            spool_put(&in->prints_file, at->prints, h->prints,
                      n * sizeof(*h->prints), err));
}

/* ---- workers --------------------------------------------------------- */

static void fail(struct intake *in, const struct tabia_error *err)
{
    pthread_mutex_lock(&in->lock);
    error_pass(&in->err, err);
    in->is_failed = true;
    pthread_cond_broadcast(&in->changed);
    pthread_mutex_unlock(&in->lock);
    feed_stop(in->feed);
}

/* With the lock held. False when it is to stop: full, or failed. */
static bool wait_for_turn(struct intake *in, uint64_t chunk)
{
    while (in->turn != chunk && !in->is_full && !in->is_failed)
        pthread_cond_wait(&in->changed, &in->lock);
    return !in->is_full && !in->is_failed;
}

/* With the lock held, in turn. False with 'is_full' set, or an error. */
static bool enter(struct intake *in, int worker, struct places *at,
                  struct tabia_error *err)
{
    struct harvest *h = &in->harvests[worker];
    if (!number_games(in, h, err))
        return false;
    if (!bins_reserve(in->bins, worker, h->counts)) {
        in->is_full = true;
        return false;
    }
    return admit(in, h, at, err);
}

/* Puts a worker's harvest into the bins; false: not now, or never. */
static bool add_harvest(struct intake *in, int worker, struct tabia_error *err)
{
    struct harvest *h = &in->harvests[worker];
    struct places at;
    pthread_mutex_lock(&in->lock);
    bool done = wait_for_turn(in, h->chunk) && enter(in, worker, &at, err);
    if (done)
        in->turn++;
    pthread_cond_broadcast(&in->changed);
    pthread_mutex_unlock(&in->lock);
    if (!done)
        return false;
    in->pending[worker] = false;
    bins_put(in->bins, worker, h->events, h->nevents, h->values);
    return write_files(in, h, &at, err);
}

/* A chunk that an earlier call has done only takes its turn. */
static void pass_chunk(struct intake *in, uint64_t chunk)
{
    pthread_mutex_lock(&in->lock);
    if (wait_for_turn(in, chunk))
        in->turn++;
    pthread_cond_broadcast(&in->changed);
    pthread_mutex_unlock(&in->lock);
}

static bool read_chunk(struct intake *in, int worker, struct tabia_error *err)
{
    struct harvest *h = &in->harvests[worker];
    struct feed_chunk chunk;
    if (!feed_next(in->feed, &chunk, err))
        return false;
    const uint64_t number = chunk.number; // feed_done forgets it
    if (number < in->skip) {
        feed_done(in->feed, &chunk);
        pass_chunk(in, number);
        return true;
    }
    const bool done = harvest_read(h, in->feed, &chunk, err);
    chunk.ngames = h->read;
    feed_done(in->feed, &chunk);
    in->pending[worker] = done;
    return done && prepare(h, err);
}

static void work(void *ctx, size_t i)
{
    struct intake *in = ctx;
    const int worker = (int)i;
    struct tabia_error err = { 0 };
    for (;;) {
        if (in->pending[worker] && !add_harvest(in, worker, &err))
            break;
        pthread_mutex_lock(&in->lock);
        const bool stops = in->is_full || in->is_failed;
        const uint64_t games = in->state.report.games;
        pthread_mutex_unlock(&in->lock);
        if (stops || !read_chunk(in, worker, &err))
            break;
        if (in->progress && pthread_equal(pthread_self(), in->caller))
            in->progress(in->ctx, games);
    }
    if (err.status)
        fail(in, &err);
}

/* ---- all ------------------------------------------------------------- */

bool intake_init(struct intake *in, struct tabia_error *err)
{
    in->nworkers = pool_threads(in->pool);
    in->skip = in->state.chunks;
    in->caller = pthread_self();
    pthread_mutex_init(&in->lock, NULL);
    pthread_cond_init(&in->changed, NULL);
    in->is_ready = true;
    in->harvests = calloc((size_t)in->nworkers, sizeof(*in->harvests));
    in->pending = calloc((size_t)in->nworkers, sizeof(*in->pending));
    if (!in->harvests || !in->pending)
        return error_nomem(err);
    for (int i = 0; i < in->nworkers; i++)
        if (!harvest_init(&in->harvests[i], in->rule, err))
            return false;
    return true;
}

static bool is_pending(const struct intake *in)
{
    for (int i = 0; i < in->nworkers; i++)
        if (in->pending[i])
            return true;
    return false;
}

bool intake_fill(struct intake *in, bool *more, struct tabia_error *err)
{
    const uint64_t before = in->state.chunks;
    in->is_full = false;
    pool_run(in->pool, (size_t)in->nworkers, work, in);
    if (in->is_failed)
        return error_pass(err, &in->err);
    *more = is_pending(in);
    if (*more && in->state.chunks == before)
        return error_set(err, TABIA_LIMIT,
                         "a piece of the games does not fit into memory");
    in->rows.size = in->state.rows;
    in->details.size = in->state.details;
    in->prints_file.size = in->state.prints;
    return true;
}

void intake_clear(struct intake *in)
{
    for (int i = 0; in->harvests && i < in->nworkers; i++)
        harvest_clear(&in->harvests[i]);
    free(in->harvests);
    free(in->pending);
    free(in->root_list);
    hashmap_clear(&in->root_ids);
    prints_clear(&in->prints);
    if (!in->is_ready)
        return;
    pthread_mutex_destroy(&in->lock);
    pthread_cond_destroy(&in->changed);
}
