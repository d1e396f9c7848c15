/*
 * games.c - counting the games of a feed
 *
 * Every worker counts for itself. Sums and XOR do not care for the order;
 * each worker's problems are in the order of the text already, since it gets
 * the chunks in that order, so the first of all are among the first of each.
 */
#include "pgn/games.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/pool.h"
#include "base/vec.h"
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

    struct feed *feed;
    const struct feed_chunk *chunk;
    struct tabia_pgn *pgn;
    uint32_t first_line; // of the chunk; 0: not asked yet

    /* The current game. */
    uint64_t keys, nplies;
    enum tabia_pgn_result result;
    bool is_broken; // by us: the reader takes it for whole
};

struct counting {
    struct worker *workers;
};

/* ---- problems -------------------------------------------------------- */

static void keep_problem(struct worker *w, enum tabia_pgn_fault fault,
                         const struct tabia_error *err)
{
    struct problem *problems = vec_grow(w->problems, &w->room, w->nproblems + 1,
                                        sizeof(*problems), w->max);
    if (!problems) {
        w->has_no_memory = true;
        return;
    }
    w->problems = problems;
    if (!w->first_line)
        w->first_line = feed_line(w->feed, w->chunk);
    struct problem *problem = &problems[w->nproblems++];
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
    tabia_pgn_place(w->pgn, move->san.text, &line, &col);
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
    w->keys ^= tabia_pos_key(move->pos);
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

static bool count_chunk(void *ctx, int worker, struct feed_chunk *chunk,
                        struct tabia_error *err)
{
    static const struct tabia_pgn_visitor visitor = {
        .begin_game = begin_game,
        .move = on_move,
        .result = on_result,
        .end_game = end_game,
        .problem = on_problem,
    };
    struct counting *counting = ctx;
    struct worker *w = &counting->workers[worker];
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
static struct worker *find_first(struct worker *workers, size_t n,
                                 const size_t *taken)
{
    struct worker *best = NULL;
    uint64_t chunk = 0;
    for (size_t i = 0; i < n; i++) {
        struct worker *w = &workers[i];
        if (taken[i] == w->nproblems)
            continue;
        if (best && w->problems[taken[i]].chunk > chunk)
            continue;
        best = w;
        chunk = w->problems[taken[i]].chunk;
    }
    return best;
}

static bool merge_problems(struct games *games, struct worker *workers,
                           size_t n, size_t max, struct tabia_error *err)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += workers[i].nproblems;
    total = total < max ? total : max;
    size_t *taken = calloc(n, sizeof(*taken));
    games->problems = calloc(total + 1, sizeof(*games->problems));
    if (!taken || !games->problems) {
        free(taken);
        return error_nomem(err);
    }
    while (games->nproblems < total) {
        struct worker *w = find_first(workers, n, taken);
        const size_t at = taken[w - workers]++;
        games->problems[games->nproblems++] = w->problems[at].told;
    }
    free(taken);
    return true;
}

static bool count_all(struct games *games, struct worker *workers,
                      struct feed *feed, struct pool *pool,
                      const struct games_options *options,
                      struct progress *progress, struct tabia_error *err)
{
    struct counting counting = { .workers = workers };
    const size_t n = (size_t)pool_threads(pool);
    for (size_t i = 0; i < n; i++)
        workers[i] = (struct worker){
            .feed = feed,
            .max = options->max_problems,
            .has_prefix = options->prefix,
        };
    if (!feed_run(feed, pool, count_chunk, &counting, progress, err))
        return false;
    for (size_t i = 0; i < n; i++)
        add_sums(games, &workers[i].sum);
    return merge_problems(games, workers, n, options->max_problems, err);
}

bool games_count(struct games *games, struct feed *feed, struct pool *pool,
                 const struct games_options *options, struct progress *progress,
                 struct tabia_error *err)
{
    const size_t n = (size_t)pool_threads(pool);
    struct worker *workers = calloc(n, sizeof(*workers));
    *games = (struct games){ 0 };
    if (!workers)
        return error_nomem(err);
    const bool ok =
        count_all(games, workers, feed, pool, options, progress, err);
    for (size_t i = 0; i < n; i++)
        free(workers[i].problems);
    free(workers);
    if (!ok)
        games_clear(games);
    return ok;
}

void games_clear(struct games *games)
{
    free(games->problems);
    *games = (struct games){ 0 };
}
