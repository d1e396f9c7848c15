/*
 * bench_collection.c - a collection of games of any size, made up
 *
 * The same on every machine. A game follows the built-in book as long as it
 * goes, in proportion to the weights; then come a few plies of moves that
 * others are likely to choose as well, then any legal moves. So well-known
 * positions and the share of those that belong to one game are about as in
 * real collections, where it is 97.5 percent.
 */
#include "bench_collection.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "base/pool.h"
#include "book/edges.h"
#include "tabia/format.h"

#include "base/banned.h"

enum {
    TASK_GAMES = 500,
    TASKS = 64,        // at once
    SHARED_PLIES = 16, // behind the book
    LEAST_PLIES = 20,
    MORE_PLIES = 130,
    PLAYERS = 30000,
    EVENTS = 800,
};

struct job {
    const struct tabia_book *book;
    uint64_t first; // game of this batch
    uint64_t end;   // of the collection
    struct buf texts[TASKS];
};

static unsigned below(uint64_t *seed, unsigned limit)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(*seed >> 33) % limit;
}

/* Some are much more frequent than others. */
static unsigned skewed(uint64_t *seed, unsigned limit)
{
    unsigned n = limit;
    for (int i = 0; i < 5; i++)
        n = 1 + below(seed, n);
    return n - 1;
}

/* A move of the book; TABIA_MOVE_NONE where it has none. */
static tabia_move book_move(const struct tabia_book *book,
                            const struct tabia_pos *pos, uint64_t *seed)
{
    struct edges it = edges_find(book, pos);
    struct tabia_book_move entry;
    tabia_move chosen = TABIA_MOVE_NONE;
    unsigned sum = 0;
    while (edges_next(&it, &entry)) {
        const unsigned weight = 1 + entry.data.weight % 10000;
        sum += weight;
        if (below(seed, sum) < weight)
            chosen = entry.move;
    }
    return chosen;
}

static void add_tags(struct buf *out, uint64_t game, const char *result,
                     uint64_t *seed)
{
    const unsigned year = 1990 + below(seed, 35), round = below(seed, 11);
    buf_addf(
        out,
        "[Event \"Open %u\"]\n[Site \"Town %u\"]\n[Date \"%u.%02u.%02u\"]\n"
        "[Round \"%u\"]\n",
        (unsigned)(game / 60 % EVENTS), (unsigned)(game / 60 % 97), year,
        1 + below(seed, 12), 1 + below(seed, 28), 1 + round);
    for (int i = 0; i < 2; i++) {
        const unsigned player = skewed(seed, PLAYERS);
        buf_addf(out, "[%s \"Player,%u\"]\n", i ? "Black" : "White", player);
    }
    buf_addf(out, "[Result \"%s\"]\n", result);
    for (int i = 0; i < 2; i++)
        buf_addf(out, "[%sElo \"%u\"]\n", i ? "Black" : "White",
                 1600 + below(seed, 1100));
    buf_add_char(out, '\n');
}

static void add_game(struct buf *out, const struct tabia_book *book,
                     uint64_t game)
{
    static const char *const results[] = { "1-0", "1/2-1/2", "0-1" };
    uint64_t seed = (game + 1) * UINT64_C(0x9E3779B97F4A7C15);
    const char *result = results[below(&seed, 3)];
    const unsigned nplies = LEAST_PLIES + below(&seed, MORE_PLIES);
    unsigned left_at = 0; // the ply behind the book
    struct tabia_pos pos;
    size_t column = 0;
    add_tags(out, game, result, &seed);
    tabia_pos_set_start(&pos);
    for (unsigned ply = 0; ply < nplies; ply++) {
        tabia_move moves[TABIA_MOVES_MAX];
        char san[TABIA_SAN_SIZE];
        const size_t before = out->size;
        tabia_move mv = TABIA_MOVE_NONE;
        if (left_at == ply)
            mv = book_move(book, &pos, &seed);
        if (mv)
            left_at = ply + 1;
        const size_t n = mv ? 0 : tabia_pos_legal_moves(&pos, moves);
        if (!mv && n == 0)
            break;
        if (!mv)
            mv =
                moves[ply < left_at + SHARED_PLIES ? skewed(&seed, (unsigned)n)
                                                   : below(&seed, (unsigned)n)];
        tabia_san_print(&pos, mv, san);
        if (ply % 2 == 0)
            buf_addf(out, "%u. ", ply / 2 + 1);
        buf_addf(out, "%s", san);
        column += out->size - before + 1;
        buf_add_char(out, column > 72 ? '\n' : ' ');
        column = column > 72 ? 0 : column;
        tabia_pos_play(&pos, mv);
    }
    buf_addf(out, "%s\n\n", result);
}

static void make_texts(void *ctx, size_t task)
{
    struct job *job = ctx;
    uint64_t game = job->first + task * TASK_GAMES;
    for (size_t i = 0; i < TASK_GAMES && game < job->end; i++, game++)
        add_game(&job->texts[task], job->book, game);
}

bool bench_collection_write(const char *path, uint64_t first, uint64_t n,
                            struct tabia_error *err)
{
    struct job job = { .first = first, .end = first + n };
    struct tabia_book *book = tabia_book_load(NULL, NULL, err);
    struct pool *pool = book ? pool_new(0, err) : NULL;
    FILE *file = pool ? fopen(path, "wb") : NULL;
    bool ok =
        file || (pool && error_set(err, TABIA_ERR_IO, "cannot write %s", path));
    job.book = book;
    for (size_t i = 0; i < TASKS; i++)
        job.texts[i].limit = SIZE_MAX / 2;
    for (; ok && job.first < job.end; job.first += TASKS * TASK_GAMES) {
        pool_run(pool, TASKS, make_texts, &job);
        for (size_t i = 0; ok && i < TASKS; i++) {
            struct buf *text = &job.texts[i];
            ok = !text->failed
                     ? !text->size ||
                           fwrite(text->data, text->size, 1, file) == 1 ||
                           error_set(err, TABIA_ERR_IO, "cannot write %s", path)
                     : buf_error(text, err);
            buf_reset(text);
        }
    }
    for (size_t i = 0; i < TASKS; i++)
        buf_clear(&job.texts[i]);
    if (file && fclose(file) != 0 && ok)
        ok = error_set(err, TABIA_ERR_IO, "cannot write %s", path);
    pool_free(pool);
    tabia_book_free(book);
    return ok;
}
