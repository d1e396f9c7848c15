/*
 * games.c - counting the games of files, packed or not
 *
 * Every worker counts for itself. Sums and XOR do not care for the order;
 * each worker's problems are in the order of the text already, since it gets
 * the chunks in that order, so the first of all are among the first of each.
 */
#include "pgn/games.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/pool.h"
#include "base/vec.h"
#include "pgn/pgn.h"
#include "pgn/reader.h"
#include "base/banned.h"

struct problem {
    uint64_t chunk; // its number
    struct games_problem told;
};

struct worker {
    struct games sum;
    struct problem *problems; // owned
    size_t nproblems, room, max;
    bool has_prefix; // games_options.prefix
    bool has_no_memory;

    struct reader *reader;
    const struct reader_chunk *chunk;
    struct tabia_pgn *pgn;
    uint32_t first_line; // of the chunk; 0: not asked yet

    /* The current game. */
    uint64_t keys, nplies;
    enum tabia_pgn_result result;
    bool is_broken; // by us: the reader takes it for whole
};

struct counting {
    const struct games_options *options;
    struct reader *reader;
    struct pool *pool;
    struct worker *workers; // owned: one per thread of the pool
    size_t nworkers;
    pthread_mutex_t lock; // for the progress
};

/* ---- problems -------------------------------------------------------- */

static void keep_problem(struct worker *w, enum tabia_pgn_fault fault,
                         const struct tabia_error *err)
{
    if (!VEC_RESERVE(w->problems, w->room, w->nproblems + 1, w->max, NULL)) {
        w->has_no_memory = true;
        return;
    }
    if (!w->first_line)
        w->first_line = reader_line(w->reader, w->chunk);
    struct problem *problem = &w->problems[w->nproblems++];
    *problem = (struct problem){
        .chunk = w->chunk->number,
        .told = { .fault = fault, .err = *err },
    };
    problem->told.err.line += w->first_line - 1;
}

static enum tabia_pgn_answer on_problem(void *ctx, enum tabia_pgn_fault fault,
                                        const struct tabia_error *err)
{
    struct worker *w = ctx;
    if (fault == TABIA_PGN_ERROR)
        w->sum.nerrors++;
    else
        w->sum.nwarnings++;
    if (w->nproblems < w->max)
        keep_problem(w, fault, err);
    return w->has_no_memory ? TABIA_PGN_STOP : TABIA_PGN_GO;
}

/* ---- games ----------------------------------------------------------- */

static enum tabia_pgn_answer begin_game(void *ctx)
{
    struct worker *w = ctx;
    w->keys = w->nplies = 0;
    w->is_broken = false;
    return TABIA_PGN_GO;
}

/* The reader follows null moves, but they are not legal. */
static NEVER_INLINE enum tabia_pgn_answer on_null_move(
    struct worker *w, const struct tabia_pgn_move *move)
{
    struct tabia_error err = { 0 };
    const char *text = (const char *)w->chunk->bytes.data;
    uint32_t line, col;
    pgn_location(w->pgn, move->san.text, &line, &col);
    error_at_place(&err, TABIA_ILLEGAL, line, col,
                   w->chunk->offset + (uint64_t)(move->san.text - text),
                   "a null move is not legal");
    error_in_file(&err, w->chunk->name);
    w->is_broken = true;
    if (on_problem(w, TABIA_PGN_ERROR, &err) == TABIA_PGN_STOP)
        return TABIA_PGN_STOP;
    return TABIA_PGN_SKIP;
}

static enum tabia_pgn_answer on_move(void *ctx,
                                     const struct tabia_pgn_move *move)
{
    struct worker *w = ctx;
    if (UNLIKELY(move->mv == TABIA_MOVE_NONE))
        return on_null_move(w, move);
    const struct tabia_pos *pos = move->pos;
    const bool has_ep = pos->ep_file != TABIA_FILE_NONE;
    w->keys ^= UNLIKELY(has_ep) ? tabia_pos_key(pos) : pos->key;
    w->nplies++;
    return TABIA_PGN_GO;
}

static void on_result(void *ctx, enum tabia_pgn_result result)
{
    struct worker *w = ctx;
    w->result = result;
}

static enum tabia_pgn_answer end_game(void *ctx, bool is_whole)
{
    struct worker *w = ctx;
    const bool is_legal = is_whole && !w->is_broken;
    w->sum.ngames++;
    w->sum.nbroken += !is_legal;
    if (is_legal)
        w->sum.results[w->result]++;
    if (is_legal || w->has_prefix) {
        w->sum.nplies += w->nplies;
        w->sum.fingerprint ^= w->keys;
    }
    return TABIA_PGN_GO;
}

/* A chunk that cannot be read at all, such as UTF-16, is one problem. */
static bool open_chunk(struct worker *w, struct tabia_error *err)
{
    const struct tabia_pgn_options options = {
        .name = w->chunk->name,
        .offset = w->chunk->offset,
    };
    struct tabia_error failure = { 0 };
    w->pgn = tabia_pgn_open(w->chunk->bytes, &options, &failure);
    if (w->pgn)
        return true;
    if (failure.status == TABIA_NOMEM)
        return error_pass(err, &failure);
    on_problem(w, TABIA_PGN_ERROR, &failure);
    return true;
}

static void tell_progress(struct counting *c)
{
    if (!c->options->progress)
        return;
    pthread_mutex_lock(&c->lock);
    c->options->progress(c->options->ctx, reader_bytes_done(c->reader),
                         reader_bytes_total(c->reader));
    pthread_mutex_unlock(&c->lock);
}

static bool count_chunk(void *ctx, int worker, struct reader_chunk *chunk,
                        struct tabia_error *err)
{
    static const struct tabia_pgn_visitor visitor = {
        .begin_game = begin_game,
        .move = on_move,
        .result = on_result,
        .end_game = end_game,
        .problem = on_problem,
    };
    struct counting *c = ctx;
    struct worker *w = &c->workers[worker];
    const uint64_t before = w->sum.ngames;
    w->chunk = chunk;
    w->first_line = 0;
    if (!open_chunk(w, err))
        return false;
    while (w->pgn && tabia_pgn_next(w->pgn, &visitor, w))
        ;
    tabia_pgn_close(w->pgn);
    w->pgn = NULL;
    chunk->ngames = w->sum.ngames - before;
    tell_progress(c);
    return !w->has_no_memory || error_nomem(err);
}

/* ---- all together ---------------------------------------------------- */

static void add_sums(struct games *games, const struct games *more)
{
    games->ngames += more->ngames;
    games->nbroken += more->nbroken;
    games->nplies += more->nplies;
    games->fingerprint ^= more->fingerprint;
    games->nerrors += more->nerrors;
    games->nwarnings += more->nwarnings;
    for (size_t i = 0; i < GAMES_RESULTS; i++)
        games->results[i] += more->results[i];
}

/* The worker whose next problem comes first in the text, or NULL. */
static struct worker *find_first(const struct counting *c, const size_t *taken)
{
    struct worker *best = NULL;
    uint64_t chunk = 0;
    for (size_t i = 0; i < c->nworkers; i++) {
        struct worker *w = &c->workers[i];
        if (taken[i] == w->nproblems)
            continue;
        if (best && w->problems[taken[i]].chunk > chunk)
            continue;
        best = w;
        chunk = w->problems[taken[i]].chunk;
    }
    return best;
}

static bool merge_problems(struct games *games, const struct counting *c,
                           struct tabia_error *err)
{
    size_t total = 0;
    for (size_t i = 0; i < c->nworkers; i++)
        total += c->workers[i].nproblems;
    if (total > c->options->max_problems)
        total = c->options->max_problems;
    size_t *taken = calloc(c->nworkers, sizeof(*taken));
    games->problems = calloc(total + 1, sizeof(*games->problems));
    if (!taken || !games->problems) {
        free(taken);
        return error_nomem(err);
    }
    while (games->nproblems < total) {
        struct worker *w = find_first(c, taken);
        const size_t at = taken[w - c->workers]++;
        games->problems[games->nproblems++] = w->problems[at].told;
    }
    free(taken);
    return true;
}

static bool list_files(struct games *games, const struct reader *reader,
                       struct tabia_error *err)
{
    const uint32_t n = reader_files(reader);
    games->files = calloc((size_t)n + 1, sizeof(*games->files));
    if (!games->files)
        return error_nomem(err);
    games->nfiles = n;
    for (uint32_t i = 0; i < n; i++) {
        const struct reader_file *file = reader_file(reader, i);
        games->files[i] = (struct games_file){
            .name = file->name,
            .packing = file->packing,
            .size = file->size,
            .text_size = file->text_size,
            .ngames = file->ngames,
            .damage = file->damage,
        };
    }
    return true;
}

/* ---- the whole ------------------------------------------------------- */

static bool count_all(struct games *games, struct counting *c,
                      struct tabia_error *err)
{
    for (size_t i = 0; i < c->nworkers; i++)
        c->workers[i] = (struct worker){
            .reader = c->reader,
            .max = c->options->max_problems,
            .has_prefix = c->options->prefix,
        };
    if (!reader_run(c->reader, c->pool, count_chunk, c, NULL, err))
        return false;
    for (size_t i = 0; i < c->nworkers; i++)
        add_sums(games, &c->workers[i].sum);
    return merge_problems(games, c, err) && list_files(games, c->reader, err);
}

static bool open_all(struct counting *c, struct tabia_error *err)
{
    const struct games_options *o = c->options;
    c->pool = pool_new(o->nthreads, err);
    if (!c->pool)
        return false;
    const struct reader_options options = {
        .paths = o->paths,
        .npaths = o->npaths,
        .nthreads = pool_threads(c->pool),
        .chunk_size = o->chunk_size,
        .game_limit = o->game_limit,
        .zstd_long = o->zstd_long,
    };
    c->nworkers = (size_t)pool_threads(c->pool);
    c->workers = calloc(c->nworkers, sizeof(*c->workers));
    if (!c->workers)
        return error_nomem(err);
    c->reader = reader_open(&options, err);
    return c->reader;
}

bool games_count(struct games *games, const struct games_options *options,
                 struct tabia_error *err)
{
    struct counting c = { .options = options };
    *games = (struct games){ 0 };
    pthread_mutex_init(&c.lock, NULL);
    const bool ok = open_all(&c, err) && count_all(games, &c, err);
    for (size_t i = 0; c.workers && i < c.nworkers; i++)
        free(c.workers[i].problems);
    free(c.workers);
    reader_close(c.reader);
    pool_free(c.pool);
    pthread_mutex_destroy(&c.lock);
    if (!ok)
        games_clear(games);
    return ok;
}

void games_clear(struct games *games)
{
    free(games->problems);
    free(games->files);
    *games = (struct games){ 0 };
}

/* ---- the text of one game --------------------------------------------- */

static bool fail_moved(struct tabia_error *err)
{
    return error_set(err, TABIA_CORRUPT, "the game is not where it was");
}

/* Chunks are whole games, so one of them has it all. */
static bool copy_text(const struct reader_chunk *chunk, uint64_t offset,
                      size_t size, char **text, struct tabia_error *err)
{
    const uint64_t at = offset - chunk->offset;
    if (size > chunk->bytes.size - at)
        return fail_moved(err);
    *text = malloc(size + 1);
    if (!*text)
        return error_nomem(err);
    memcpy(*text, chunk->bytes.data + at, size);
    (*text)[size] = '\0';
    return true;
}

static bool find_text(struct reader *reader, uint64_t offset, size_t size,
                      uint64_t limit, char **text, struct tabia_error *err)
{
    struct reader_chunk chunk;
    while (reader_next(reader, &chunk, err)) {
        const bool is_before = chunk.offset + chunk.bytes.size <= offset;
        const bool is_here = !is_before && chunk.offset <= offset;
        const bool is_far = is_before && chunk.offset > limit;
        bool is_done = false;
        if (is_here)
            is_done = copy_text(&chunk, offset, size, text, err);
        reader_done(reader, &chunk);
        if (is_done)
            return true;
        if (is_far)
            return error_set(err, TABIA_LIMIT,
                             "the game is too far into the file");
        if (!is_before)
            break;
    }
    return fail_moved(err);
}

bool games_text(const char *path, uint64_t offset, size_t size, uint64_t limit,
                char **text, struct tabia_error *err)
{
    const struct reader_options options = { .paths = &path, .npaths = 1 };
    struct reader *reader = reader_open(&options, err);
    *text = NULL;
    if (!reader)
        return false;
    const bool is_done = find_text(reader, offset, size, limit, text, err);
    reader_close(reader);
    return is_done;
}
