/*
 * collector.c - games are read by all threads and counted in their order
 */
#include "build/collector.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "build/move_counter.h"

#include "base/banned.h"

enum {
    VALUES_MAX = 1 << 28,
    FINGERPRINTS_FIRST = 1 << 12,
};

/* ---- duplicate games --------------------------------------------------- */

static bool is_free(const struct fingerprint *slot)
{
    return !slot->a && !slot->b;
}

static struct fingerprint *find_fingerprint(const struct fingerprints *p,
                                            struct fingerprint fingerprint)
{
    size_t i = (size_t)fingerprint.a & p->mask;
    while (!is_free(&p->slots[i]) &&
           (p->slots[i].a != fingerprint.a || p->slots[i].b != fingerprint.b))
        i = (i + 1) & p->mask;
    return &p->slots[i];
}

/* Twice as many slots; while they are copied, both are there. */
static bool grow_fingerprints(struct fingerprints *p, struct tabia_error *err)
{
    const size_t old = p->slots ? p->mask + 1 : 0;
    const size_t n = old ? 2 * old : FINGERPRINTS_FIRST;
    if ((n + old) * sizeof(*p->slots) > p->limit)
        return error_set(err, TABIA_ERR_LIMIT,
                         "too many games to find duplicates among: "
                         "more memory is needed");
    struct fingerprints more = { .slots = calloc(n, sizeof(*more.slots)),
                                 .mask = n - 1,
                                 .count = p->count,
                                 .limit = p->limit };
    if (!more.slots)
        return error_nomem(err);
    for (size_t i = 0; i < old; i++)
        if (!is_free(&p->slots[i]))
            *find_fingerprint(&more, p->slots[i]) = p->slots[i];
    free(p->slots);
    *p = more;
    return true;
}

bool collector_add_fingerprint(struct collector *col,
                               struct fingerprint fingerprint, bool *is_new,
                               struct tabia_error *err)
{
    struct fingerprints *p = &col->fingerprints;
    if (is_free(&fingerprint))
        fingerprint.a = 1; // zero marks a free slot
    if ((!p->slots || p->count * 3 >= p->mask * 2) &&
        !grow_fingerprints(p, err))
        return false;
    struct fingerprint *slot = find_fingerprint(p, fingerprint);
    *is_new = is_free(slot);
    if (*is_new) {
        *slot = fingerprint;
        p->count++;
    }
    return true;
}

/* ---- numbers and values ---------------------------------------------- */

/*
 * In turn: finds the duplicate games, and gives the others their numbers and
 * what their events carry. A chunk for which the bins had no room comes here
 * again, and then has its numbers already.
 */
static bool number_games(struct collector *col, struct chunk *c,
                         struct tabia_error *err)
{
    if (c->is_numbered)
        return true;
    const struct chunk_rule *rule = col->rule;
    const uint64_t most = rule->count_mode == COUNT_MODE_RESULTS ? UINT64_MAX
                          : rule->count_mode == COUNT_MODE_IN_TURN
                              ? BINS_DROP >> 2
                              : BINS_DROP;
    uint64_t number = col->state.numbered;
    size_t event = 0; // the first of the game
    if (number + c->ngames > most)
        return error_set(err, TABIA_ERR_LIMIT, "too many games in one part");
    for (size_t i = 0; i < c->ngames; i++) {
        const size_t end = event + c->extents[i].events;
        const struct tally_game *row = &c->games[i];
        bool is_new = true;
        if (rule->wants_fingerprints &&
            !collector_add_fingerprint(col, c->fingerprints[i], &is_new, err))
            return false;
        if (!is_new) { // its events leave the counts
            c->values[i] = BINS_DROP;
            for (; event < end; event++)
                c->counts[bin_of(c->events[event].hi)]--;
            c->duplicates++;
            continue;
        }
        if (rule->count_mode == COUNT_MODE_RESULTS)
            c->values[i] =
                (rule->wants_dates ? move_counter_month(row->date) << 2 : 0) |
                row->result;
        else if (rule->count_mode == COUNT_MODE_IN_TURN)
            c->values[i] = (uint32_t)number << 2 | row->result;
        else
            c->values[i] = (uint32_t)number;
        number++;
        event = end;
    }
    if (c->duplicates) {
        // They leave everything else but the events.
        size_t kept = 0, from = 0, to = 0;
        for (size_t i = 0; i < c->ngames; i++) {
            const size_t size = c->extents[i].details;
            if (c->values[i] != BINS_DROP) {
                if (size)
                    memmove(c->details.data + to, c->details.data + from, size);
                to += size;
                c->games[kept] = c->games[i];
                c->fingerprints[kept++] = c->fingerprints[i];
            }
            from += size;
        }
        c->ngames = kept;
        c->details.size = to;
    }
    c->is_numbered = true;
    return true;
}

/* Where a chunk's rows, details and fingerprints go in their files. */
struct file_offsets {
    uint64_t rows, details, fingerprints;
};

/* ---- workers --------------------------------------------------------- */

/* With the lock held. False when it is to stop: full, or failed. */
static bool wait_for_turn(struct collector *col, uint64_t chunk)
{
    while (col->turn != chunk && !col->is_full && !col->is_failed)
        pthread_cond_wait(&col->changed, &col->lock);
    return !col->is_full && !col->is_failed;
}

/* With the lock held, in turn. False with 'is_full' set, or an error. */
static bool enter_chunk(struct collector *col, int worker,
                        struct file_offsets *at, struct tabia_error *err)
{
    struct chunk *c = &col->chunks[worker];
    struct collector_state *s = &col->state;
    if (!number_games(col, c, err))
        return false;
    const unsigned shift = col->rule->count_mode == COUNT_MODE_IN_TURN ? 2 : 0;
    const uint32_t first = (uint32_t)s->numbered << shift;
    const uint32_t last = (uint32_t)(s->numbered + c->ngames) << shift;
    if (!bins_reserve(col->bins, worker, c->counts, first, last)) {
        col->is_full = true;
        return false;
    }
    // In turn: the chunk is now part of the whole.
    *at = (struct file_offsets){ s->game_row_bytes, s->detail_bytes,
                                 s->fingerprint_bytes };
    s->numbered += c->ngames;
    s->nchunks_done = c->number + 1;
    s->game_row_bytes += c->ngames * sizeof(*c->games);
    if (col->rule->wants_fingerprints)
        s->fingerprint_bytes += c->ngames * sizeof(*c->fingerprints);
    s->detail_bytes += c->details.size;
    s->result.games += c->read;
    s->result.counted += c->ngames;
    s->result.duplicates += c->duplicates;
    s->result.filtered += c->filtered;
    s->result.unfinished += c->unfinished;
    s->result.broken += c->broken;
    for (size_t i = 0; i < BINS_COUNT; i++)
        s->result.events += c->counts[i];
    build_problems_add_all(&s->problems, &c->problems);
    if (!VEC_RESERVE(c->root_numbers, c->root_numbers_room, c->nroots + 1,
                     ROOT_SET_MAX, err))
        return false;
    for (size_t i = 0; i < c->nroots; i++)
        if (!root_set_add(&s->roots, &c->roots[i], &c->root_numbers[i], err))
            return false;
    for (size_t i = 0; col->rule->wants_details && i < c->ngames; i++)
        c->games[i].root = c->root_numbers[c->games[i].root];
    return true;
}

/* Puts a worker's chunk into the bins; false: not now, or never. */
static bool add_chunk(struct collector *col, int worker,
                      struct tabia_error *err)
{
    struct chunk *c = &col->chunks[worker];
    struct file_offsets at;
    pthread_mutex_lock(&col->lock);
    bool ok =
        wait_for_turn(col, c->number) && enter_chunk(col, worker, &at, err);
    if (ok)
        col->turn++;
    pthread_cond_broadcast(&col->changed);
    pthread_mutex_unlock(&col->lock);
    if (!ok)
        return false;
    col->pending[worker] = false;
    bins_put(col->bins, worker, c->events, c->nevents, c->values);
    const size_t n = c->ngames;
    return (!col->game_rows.is_open ||
            spool_put(&col->game_rows, at.rows, c->games, n * sizeof(*c->games),
                      err)) &&
           (!col->details.is_open ||
            spool_put(&col->details, at.details, c->details.data,
                      c->details.size, err)) &&
           (!col->fingerprint_file.is_open ||
            spool_put(&col->fingerprint_file, at.fingerprints, c->fingerprints,
                      n * sizeof(*c->fingerprints), err));
}

/* Makes room for the values of the games, and counts the events by bin. */
static bool count_chunk(struct chunk *c, struct tabia_error *err)
{
    if (!VEC_RESERVE(c->values, c->values_room, c->ngames + 1, VALUES_MAX, err))
        return false;
    for (size_t i = 0; i < c->nevents; i++)
        c->counts[bin_of(c->events[i].hi)]++;
    return true;
}

static bool read_chunk(struct collector *col, int worker,
                       struct tabia_error *err)
{
    struct chunk *c = &col->chunks[worker];
    struct game_reader_piece piece;
    if (col->read) {
        if (!col->read(col->read_ctx, c, err))
            return false;
        col->pending[worker] = true;
        return count_chunk(c, err);
    }
    if (!game_reader_next(col->reader, &piece, err))
        return false;
    const uint64_t number = piece.number; // game_reader_release forgets it
    if (number < col->skip) {
        game_reader_release(col->reader, &piece);
        // A chunk that an earlier call has done only takes its turn.
        pthread_mutex_lock(&col->lock);
        if (wait_for_turn(col, number))
            col->turn++;
        pthread_cond_broadcast(&col->changed);
        pthread_mutex_unlock(&col->lock);
        return true;
    }
    const bool ok = chunk_read_piece(c, col->reader, &piece, err);
    piece.ngames = c->read;
    game_reader_release(col->reader, &piece);
    col->pending[worker] = ok;
    return ok && count_chunk(c, err);
}

static void read_chunks(void *ctx, size_t i)
{
    struct collector *col = ctx;
    const int worker = (int)i;
    struct tabia_error err = { 0 };
    for (;;) {
        if (col->pending[worker] && !add_chunk(col, worker, &err))
            break;
        pthread_mutex_lock(&col->lock);
        const bool stops = col->is_full || col->is_failed;
        const uint64_t games = col->state.result.games;
        pthread_mutex_unlock(&col->lock);
        if (stops || !read_chunk(col, worker, &err))
            break;
        if (col->on_progress && pthread_equal(pthread_self(), col->caller) &&
            !col->on_progress(col->ctx, games, &err))
            break;
    }
    if (err.status) {
        pthread_mutex_lock(&col->lock);
        error_pass(&col->err, &err);
        col->is_failed = true;
        pthread_cond_broadcast(&col->changed);
        pthread_mutex_unlock(&col->lock);
        if (col->reader)
            game_reader_stop(col->reader);
    }
}

/* ---- all ------------------------------------------------------------- */

bool collector_init(struct collector *col, struct tabia_error *err)
{
    col->nworkers = pool_thread_count(col->pool);
    col->skip = col->state.nchunks_done;
    col->caller = pthread_self();
    pthread_mutex_init(&col->lock, NULL);
    pthread_cond_init(&col->changed, NULL);
    col->is_ready = true;
    col->chunks = calloc((size_t)col->nworkers, sizeof(*col->chunks));
    col->pending = calloc((size_t)col->nworkers, sizeof(*col->pending));
    if (!col->chunks || !col->pending)
        return error_nomem(err);
    for (int i = 0; i < col->nworkers; i++)
        if (!chunk_init(&col->chunks[i], col->rule, err))
            return false;
    return true;
}

bool collector_fill(struct collector *col, bool *more, struct tabia_error *err)
{
    const uint64_t before = col->state.nchunks_done;
    col->is_full = false;
    pool_run(col->pool, (size_t)col->nworkers, read_chunks, col);
    if (col->is_failed)
        return error_pass(err, &col->err);
    *more = false;
    for (int i = 0; i < col->nworkers; i++)
        *more |= col->pending[i];
    if (*more && col->state.nchunks_done == before)
        return error_set(err, TABIA_ERR_LIMIT,
                         "a piece of the games does not fit into memory");
    col->game_rows.size = col->state.game_row_bytes;
    col->details.size = col->state.detail_bytes;
    col->fingerprint_file.size = col->state.fingerprint_bytes;
    return true;
}

void collector_clear(struct collector *col)
{
    for (int i = 0; col->chunks && i < col->nworkers; i++)
        chunk_clear(&col->chunks[i]);
    free(col->chunks);
    free(col->pending);
    root_set_clear(&col->state.roots);
    free(col->fingerprints.slots);
    if (!col->is_ready)
        return;
    pthread_mutex_destroy(&col->lock);
    pthread_cond_destroy(&col->changed);
}

/* ---- as notes --------------------------------------------------------- */

#define AT(field) offsetof(struct collector_state, field)

static const struct {
    const char *name;
    size_t at;
} numbers[] = {
    { "chunks", AT(nchunks_done) },
    { "numbered", AT(numbered) },
    { "rows", AT(game_row_bytes) },
    { "details", AT(detail_bytes) },
    { "fingerprints", AT(fingerprint_bytes) },
    { "games", AT(result.games) },
    { "counted", AT(result.counted) },
    { "filtered", AT(result.filtered) },
    { "unfinished", AT(result.unfinished) },
    { "duplicates", AT(result.duplicates) },
    { "broken", AT(result.broken) },
    { "events", AT(result.events) },
};

void collector_put_notes(const struct collector_state *state, struct buf *notes)
{
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        uint64_t value;
        memcpy(&value, (const char *)state + numbers[i].at, sizeof(value));
        notes_put_number(notes, numbers[i].name, value);
    }
    build_problems_put_notes(&state->problems, notes);
    for (size_t i = 0; i < state->roots.n; i++) {
        char text[2 * TABIA_PACKED_SIZE + 1];
        for (size_t k = 0; k < TABIA_PACKED_SIZE; k++)
            snprintf(text + 2 * k, 3, "%02x", state->roots.list[i].bytes[k]);
        notes_put(notes, "root", text);
    }
}

static bool read_root(const char *text, struct tabia_packed *root)
{
    if (strlen(text) != 2 * TABIA_PACKED_SIZE)
        return false;
    for (size_t i = 0; i < TABIA_PACKED_SIZE; i++) {
        const char digits[3] = { text[2 * i], text[2 * i + 1], '\0' };
        char *end;
        root->bytes[i] = (uint8_t)strtoul(digits, &end, 16);
        if (*end)
            return false;
    }
    return true;
}

bool collector_get_notes(struct collector_state *state,
                         const struct notes *notes, struct tabia_error *err)
{
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        const uint64_t value = notes_number(notes, numbers[i].name);
        memcpy((char *)state + numbers[i].at, &value, sizeof(value));
    }
    build_problems_get_notes(&state->problems, notes);
    for (size_t i = 0; i < notes->n; i++) {
        struct tabia_packed root;
        uint32_t number;
        if (strcmp(notes->lines[i].name, "root") != 0)
            continue;
        if (!read_root(notes->lines[i].value, &root))
            return error_set(err, TABIA_ERR_CORRUPT,
                             "the notes have a wrong root");
        if (!root_set_add(&state->roots, &root, &number, err))
            return false;
    }
    return true;
}

/* ---- checksums --------------------------------------------------------- */

/* Adds the sums of the open files to notes, or compares them with theirs. */
static bool sum_files(struct collector *col, struct buf *to,
                      const struct notes *known, struct tabia_error *err)
{
    const struct {
        struct spool *file;
        const char *name;
    } list[] = {
        { &col->game_rows, COLLECTOR_ROWS_SUM },
        { &col->details, COLLECTOR_DETAILS_SUM },
        { &col->fingerprint_file, "fingerprints-xxh3" },
    };
    uint64_t sum;
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        if (!list[i].file->is_open)
            continue;
        if (!spool_checksum(list[i].file, &sum, err))
            return false;
        if (to)
            notes_put_sum(to, list[i].name, sum);
        else if (!notes_has_sum(known, list[i].name, sum))
            return error_set(err, TABIA_ERR_CORRUPT, "%s is damaged",
                             list[i].file->path);
    }
    return true;
}

bool collector_put_sums(struct collector *col, struct buf *notes,
                        struct tabia_error *err)
{
    return sum_files(col, notes, NULL, err);
}

bool collector_check_sums(struct collector *col, const struct notes *notes,
                          struct tabia_error *err)
{
    return sum_files(col, NULL, notes, err);
}
