/*
 * game_counts.c - counting the games of files, compressed or not
 *
 * Every worker counts for itself. Sums and XOR do not care for the order;
 * each worker's problems are in the order of the text already, since it gets
 * the pieces in that order, so the first of all are among the first of each.
 */
#include "pgn/game_counts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/pool.h"
#include "base/vec.h"
#include "chess/pos.h"
#include "pgn/game_reader.h"
#include "pgn/pgn_internal.h"
#include "base/banned.h"

struct piece_problem {
    uint64_t piece; // its number
    struct game_counts_problem problem;
};

struct game_counts_worker {
    struct game_counts sum;
    struct piece_problem *problems; // owned
    size_t nproblems, room, max;
    bool has_prefix; // game_counts_options.prefix
    bool has_no_memory;

    struct game_reader *reader;
    const struct game_reader_piece *piece;
    struct tabia_pgn *pgn;
    uint32_t first_line; // of the piece; 0: not asked yet

    /* The current game. */
    uint64_t keys, nplies;
    enum tabia_result result;
    bool is_broken; // by us: the reader takes it for whole
};

struct game_counting {
    const struct game_counts_options *options;
    struct game_reader *reader;
    struct pool *pool;
    struct game_counts_worker *workers; // owned: one per thread of the pool
    size_t nworkers;
    pthread_mutex_t lock; // for the progress
};

/* ---- problems -------------------------------------------------------- */

static bool game_counts_on_problem(void *ctx, enum tabia_severity severity,
                                   const struct tabia_error *err)
{
    struct game_counts_worker *w = ctx;
    if (severity == TABIA_SEVERITY_ERROR)
        w->sum.nerrors++;
    else
        w->sum.nwarnings++;
    if (w->nproblems == w->max)
        return true;
    if (!VEC_RESERVE(w->problems, w->room, w->nproblems + 1, w->max, NULL)) {
        w->has_no_memory = true;
        return false;
    }
    if (!w->first_line)
        w->first_line = game_reader_line(w->reader, w->piece);
    struct piece_problem *problem = &w->problems[w->nproblems++];
    *problem = (struct piece_problem){
        .piece = w->piece->number,
        .problem = { .severity = severity, .err = *err },
    };
    problem->problem.err.line += w->first_line - 1;
    return true;
}

/* ---- games ----------------------------------------------------------- */

static enum tabia_pgn_flow game_counts_on_begin_game(void *ctx)
{
    struct game_counts_worker *w = ctx;
    w->keys = w->nplies = 0;
    w->is_broken = false;
    return TABIA_PGN_GO;
}

/* The reader follows null moves, but they are not legal. */
static NEVER_INLINE enum tabia_pgn_flow on_null_move(
    struct game_counts_worker *w, const struct tabia_pgn_move *move)
{
    struct tabia_error err = { 0 };
    const char *text = (const char *)w->piece->bytes.data;
    uint32_t line, col;
    pgn_location(w->pgn, move->san.text, &line, &col);
    error_at_location(&err, TABIA_ERR_ILLEGAL, line, col,
                      w->piece->offset + (uint64_t)(move->san.text - text),
                      "a null move is not legal");
    error_in_file(&err, w->piece->name);
    w->is_broken = true;
    if (!game_counts_on_problem(w, TABIA_SEVERITY_ERROR, &err))
        return TABIA_PGN_STOP;
    return TABIA_PGN_SKIP;
}

static enum tabia_pgn_flow game_counts_on_move(
    void *ctx, const struct tabia_pgn_move *move)
{
    struct game_counts_worker *w = ctx;
    if (UNLIKELY(move->move == TABIA_MOVE_NONE))
        return on_null_move(w, move);
    w->keys ^= pos_key(move->pos);
    w->nplies++;
    return TABIA_PGN_GO;
}

static void game_counts_on_result(void *ctx, enum tabia_result result)
{
    struct game_counts_worker *w = ctx;
    w->result = result;
}

static enum tabia_pgn_flow game_counts_on_end_game(void *ctx, bool is_whole)
{
    struct game_counts_worker *w = ctx;
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

static bool count_piece(void *ctx, int worker, struct game_reader_piece *piece,
                        struct tabia_error *err)
{
    static const struct tabia_pgn_visitor visitor = {
        .on_begin_game = game_counts_on_begin_game,
        .on_move = game_counts_on_move,
        .on_result = game_counts_on_result,
        .on_end_game = game_counts_on_end_game,
        .on_problem = game_counts_on_problem,
    };
    struct game_counting *c = ctx;
    struct game_counts_worker *w = &c->workers[worker];
    const struct tabia_pgn_options options = {
        .name = piece->name,
        .offset = piece->offset,
    };
    const uint64_t before = w->sum.ngames;
    struct tabia_error failure = { 0 };
    w->piece = piece;
    w->first_line = 0;
    w->pgn = tabia_pgn_open_bytes(piece->bytes, &options, &failure);
    if (!w->pgn && failure.status == TABIA_ERR_NOMEM)
        return error_pass(err, &failure);
    // One that cannot be read at all, such as UTF-16, is one problem.
    if (!w->pgn)
        game_counts_on_problem(w, TABIA_SEVERITY_ERROR, &failure);
    while (w->pgn && tabia_pgn_next(w->pgn, &visitor, w, NULL))
        ;
    tabia_pgn_close(w->pgn);
    w->pgn = NULL;
    piece->ngames = w->sum.ngames - before;
    if (c->options->on_progress) {
        pthread_mutex_lock(&c->lock);
        c->options->on_progress(c->options->ctx,
                                game_reader_bytes_done(c->reader),
                                game_reader_bytes_total(c->reader));
        pthread_mutex_unlock(&c->lock);
    }
    return !w->has_no_memory || error_nomem(err);
}

/* ---- all together ---------------------------------------------------- */

static bool merge_problems(struct game_counts *games,
                           const struct game_counting *c,
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
        // The one that comes first in the text.
        const struct piece_problem *best = NULL;
        size_t from = 0;
        for (size_t i = 0; i < c->nworkers; i++) {
            const struct game_counts_worker *w = &c->workers[i];
            if (taken[i] == w->nproblems ||
                (best && w->problems[taken[i]].piece > best->piece))
                continue;
            best = &w->problems[taken[i]];
            from = i;
        }
        taken[from]++;
        games->problems[games->nproblems++] = best->problem;
    }
    free(taken);
    return true;
}

/* ---- the whole ------------------------------------------------------- */

static bool count_all(struct game_counts *games, struct game_counting *c,
                      struct tabia_error *err)
{
    for (size_t i = 0; i < c->nworkers; i++)
        c->workers[i] = (struct game_counts_worker){
            .reader = c->reader,
            .max = c->options->max_problems,
            .has_prefix = c->options->counts_broken,
        };
    if (!game_reader_each_piece(c->reader, c->pool, count_piece, c, err))
        return false;
    for (size_t i = 0; i < c->nworkers; i++) {
        const struct game_counts *sum = &c->workers[i].sum;
        games->ngames += sum->ngames;
        games->nbroken += sum->nbroken;
        games->nplies += sum->nplies;
        games->fingerprint ^= sum->fingerprint;
        games->nerrors += sum->nerrors;
        games->nwarnings += sum->nwarnings;
        for (size_t k = 0; k < GAME_COUNTS_RESULTS; k++)
            games->results[k] += sum->results[k];
    }
    const uint32_t n = game_reader_file_count(c->reader);
    games->files = calloc((size_t)n + 1, sizeof(*games->files));
    if (!games->files)
        return error_nomem(err);
    games->nfiles = n;
    for (uint32_t i = 0; i < n; i++) {
        const struct game_reader_file *file = game_reader_file_at(c->reader, i);
        games->files[i] = (struct game_counts_file){
            .name = file->name,
            .compression = file->compression,
            .size = file->size,
            .text_size = file->text_size,
            .ngames = file->ngames,
            .damage = file->damage,
        };
    }
    return merge_problems(games, c, err);
}

bool game_counts_read(struct game_counts *games,
                      const struct game_counts_options *options,
                      struct tabia_error *err)
{
    struct game_counting c = { .options = options };
    *games = (struct game_counts){ 0 };
    c.pool = pool_new(options->nthreads, err);
    if (!c.pool)
        return false;
    const struct game_reader_options reader = {
        .paths = options->paths,
        .npaths = options->npaths,
        .nthreads = pool_thread_count(c.pool),
        .piece_size = options->piece_size,
        .game_limit = options->game_limit,
        .zstd_long = options->zstd_long,
    };
    pthread_mutex_init(&c.lock, NULL);
    c.nworkers = (size_t)pool_thread_count(c.pool);
    c.workers = calloc(c.nworkers, sizeof(*c.workers));
    if (!c.workers)
        error_nomem(err);
    else
        c.reader = game_reader_open(&reader, err);
    const bool ok = c.reader && count_all(games, &c, err);
    for (size_t i = 0; c.workers && i < c.nworkers; i++)
        free(c.workers[i].problems);
    free(c.workers);
    game_reader_close(c.reader);
    pool_free(c.pool);
    pthread_mutex_destroy(&c.lock);
    if (!ok)
        game_counts_clear(games);
    return ok;
}

void game_counts_clear(struct game_counts *games)
{
    free(games->problems);
    free(games->files);
    *games = (struct game_counts){ 0 };
}
