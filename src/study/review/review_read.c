/*
 * review_read.c - the games of a review: PGN files, texts and stores
 *
 * The games of a store are printed as PGN, a few hundred at a time, and then
 * read like any others: all rules hold for them as well.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "store/game_list.h"
#include "store/game_record.h"
#include "store/store_internal.h"
#include "study/review/review_internal.h"
#include "base/banned.h"

enum {
    LIST_MAX = 1 << 28,
    BATCH_GAMES = 500,
    STORE_TEXT_MAX = 64 << 20,
};

/* ---- files ----------------------------------------------------------- */

/* The name of a file for as long as the review lives; NULL: no memory. */
static const char *keep_name(struct review *r, const char *name,
                             struct tabia_error *err)
{
    if (!VEC_RESERVE(r->files, r->files_room, r->nfiles + 1, LIST_MAX, err))
        return NULL;
    char *copy = strdup(name);
    if (copy)
        r->files[r->nfiles++] = copy;
    else
        error_nomem(err);
    return copy;
}

struct files_reading {
    struct review *review;
    struct game_reader *reader;
    const char *const *names; // by file of the reader
};

static bool review_piece(void *ctx, int worker, struct game_reader_piece *piece,
                         struct tabia_error *err)
{
    struct files_reading *reading = ctx;
    struct review *r = reading->review;
    struct review_worker *w = &r->workers[worker];
    const struct review_options *o = &r->options;
    const bool ok =
        review_reader_read(w->reader, piece, reading->reader, err) &&
        review_add_batch(r, w, piece->number, reading->names[piece->file], err);
    if (!ok) {
        review_fail(r);
        return false;
    }
    piece->ngames = w->batch.read;
    if (o->on_progress) {
        pthread_mutex_lock(&r->lock);
        o->on_progress(o->ctx, game_reader_bytes_done(reading->reader),
                       game_reader_bytes_total(reading->reader));
        pthread_mutex_unlock(&r->lock);
    }
    return true;
}

/* A damaged file counts up to its last whole game, and is a problem. */
static void note_damage(struct review *r, const struct game_reader *reader)
{
    for (uint32_t i = 0; i < game_reader_file_count(reader); i++) {
        const struct game_reader_file *file = game_reader_file_at(reader, i);
        if (!file->damage.status)
            continue;
        r->nproblems_all++;
        // It is more than a bad game: it takes the place of the last of them.
        const size_t at = r->nproblems < REVIEW_PROBLEMS_MAX
                              ? r->nproblems++
                              : REVIEW_PROBLEMS_MAX - 1;
        r->problems[at] = game_reader_damage(file);
    }
}

static bool review_pgn_files(struct review *r, const char *const *paths,
                             size_t n, struct tabia_error *err)
{
    const struct game_reader_options options = {
        .paths = paths,
        .npaths = (uint32_t)n,
        .nthreads = r->nworkers,
        .zstd_long = r->options.zstd_long,
    };
    const char **names = calloc(n + 1, sizeof(const char *));
    struct game_reader *reader = names ? game_reader_open(&options, err) : NULL;
    struct files_reading reading = { r, reader, names };
    bool ok = reader || (!names && error_nomem(err));
    for (uint32_t i = 0; i < n && ok; i++)
        ok = (names[i] =
                  keep_name(r, game_reader_file_at(reader, i)->name, err));
    r->turn = 0;
    ok = ok &&
         game_reader_each_piece(reader, r->pool, review_piece, &reading, err);
    if (ok)
        note_damage(r, reader);
    game_reader_close(reader);
    free(names);
    return ok;
}

bool review_read_text(struct review *r, struct tabia_bytes text,
                      struct tabia_error *err)
{
    const struct game_reader_piece piece = { .bytes = text };
    struct review_worker *w = &r->workers[0];
    r->turn = 0;
    return review_reader_read(w->reader, &piece, NULL, err) &&
           review_add_batch(r, w, 0, NULL, err);
}

/* ---- stores ---------------------------------------------------------- */

/* The games of a store that are to be read, as texts of a few hundred. */
struct store_reading {
    struct review *review;
    const struct tabia_store *store;
    const char *name;
    uint64_t *games; // owned: their numbers; NULL: all
    size_t ngames, room;
    size_t ndone; // batches
    pthread_mutex_t lock;
    struct tabia_error err;
    struct tabia_error *failed; // of collecting
};

static bool collect_game(void *ctx, uint64_t game, enum tabia_color color)
{
    struct store_reading *reading = ctx;
    (void)color;
    if (!VEC_RESERVE(reading->games, reading->room, reading->ngames + 1,
                     LIST_MAX, reading->failed))
        return false;
    reading->games[reading->ngames++] = game;
    return true;
}

static int by_number(const void *a, const void *b, void *ctx)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    (void)ctx;
    return x < y ? -1 : x > y;
}

/* A store finds the games of players by their names. */
static bool collect_player_games(struct store_reading *reading,
                                 struct tabia_error *err)
{
    const struct review_options *o = &reading->review->options;
    reading->failed = err;
    for (size_t i = 0; i < o->nplayers; i++)
        if (!game_list_player_games(reading->store, o->players[i], collect_game,
                                    reading, err) ||
            err->status)
            return false;
    if (!sort_stable(reading->games, reading->ngames, sizeof(*reading->games),
                     by_number, NULL, NULL, err))
        return false;
    size_t n = 0;
    for (size_t i = 0; i < reading->ngames; i++)
        if (!n || reading->games[n - 1] != reading->games[i])
            reading->games[n++] = reading->games[i];
    reading->ngames = n;
    return true;
}

static bool print_store_games(const struct store_reading *reading, size_t batch,
                              struct buf *text, struct tabia_error *err)
{
    struct game_record *record = malloc(sizeof(*record));
    bool ok = record || error_nomem(err);
    const size_t first = batch * BATCH_GAMES;
    for (size_t i = first; i < first + BATCH_GAMES && i < reading->ngames && ok;
         i++) {
        ok = game_record_read(reading->store,
                              reading->games ? reading->games[i] : i, record,
                              err);
        if (ok && !(game_record_print(record, text) && buf_add(text, "\n", 1)))
            ok = buf_error(text, err);
    }
    free(record);
    return ok;
}

static void review_store_batch(void *ctx, size_t worker)
{
    struct store_reading *reading = ctx;
    struct review *r = reading->review;
    const size_t nbatches = (reading->ngames + BATCH_GAMES - 1) / BATCH_GAMES;
    const struct review_options *o = &r->options;
    struct buf text = { .limit = STORE_TEXT_MAX };
    struct tabia_error err = { 0 };
    bool ok = true;
    while (ok) {
        pthread_mutex_lock(&reading->lock);
        const size_t batch = reading->ndone++;
        if (batch < nbatches && o->on_progress)
            o->on_progress(o->ctx, batch * BATCH_GAMES, reading->ngames);
        pthread_mutex_unlock(&reading->lock);
        if (batch >= nbatches)
            break;
        buf_reset(&text);
        ok = print_store_games(reading, batch, &text, &err);
        const struct game_reader_piece piece = { .bytes = buf_bytes(&text),
                                                 .name = reading->name };
        struct review_worker *w = &r->workers[worker];
        ok = ok && review_reader_read(w->reader, &piece, NULL, &err);
        for (size_t i = 0; i < w->batch.ngames && ok; i++) {
            const uint64_t at = batch * BATCH_GAMES + w->batch.numbers[i] - 1;
            w->batch.numbers[i] =
                (reading->games ? reading->games[at] : at) + 1;
            w->batch.games[i].offset = w->batch.games[i].length = 0;
        }
        w->batch.is_numbered = true;
        ok = ok && review_add_batch(r, w, batch, reading->name, &err);
        if (!ok)
            review_fail(r);
    }
    if (!ok) {
        pthread_mutex_lock(&reading->lock);
        error_pass(&reading->err, &err);
        pthread_mutex_unlock(&reading->lock);
    }
    buf_clear(&text);
}

static bool review_store(struct review *r, const struct tabia_store *store,
                         const char *name, struct tabia_error *err)
{
    struct store_reading reading = { .review = r, .store = store };
    const uint64_t all = tabia_store_get_info(store).games;
    bool ok = (reading.name = keep_name(r, name, err)) != NULL;
    if (ok && r->options.nplayers) {
        ok = collect_player_games(&reading, err);
        // Games of others are not even looked at.
        r->totals.read += all - reading.ngames;
        r->totals.filtered += all - reading.ngames;
        r->totals.others += all - reading.ngames;
    } else {
        reading.ngames = (size_t)all;
    }
    r->turn = 0;
    pthread_mutex_init(&reading.lock, NULL);
    if (ok)
        pool_run(r->pool, (size_t)r->nworkers, review_store_batch, &reading);
    pthread_mutex_destroy(&reading.lock);
    free(reading.games);
    return ok && (!reading.err.status || error_pass(err, &reading.err));
}

bool review_read_files(struct review *r, const char *const *paths, size_t n,
                       struct tabia_error *err)
{
    bool ok = true;
    for (size_t i = 0; i < n && ok;) {
        size_t end = i;
        while (end < n && !store_is_file(paths[end]))
            end++;
        if (end > i) {
            ok = review_pgn_files(r, paths + i, end - i, err);
        } else {
            struct tabia_source *source =
                tabia_source_open(paths[i], NULL, err);
            const struct tabia_store *store =
                source ? tabia_source_store(source, err) : NULL;
            ok = store && review_store(r, store, paths[i], err) &&
                 tabia_source_check_file(source, err);
            tabia_source_close(source);
            end++;
        }
        i = end;
    }
    return ok;
}
