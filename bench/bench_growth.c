/*
 * bench_growth.c - tabia-bench growth: builds from one to eight collections
 *
 * How much faster a store is built by two threads than by one, and how much
 * more processor time a game takes among eight times as many, when memory is
 * the same and small beside them.
 */
#include "bench.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_collection.h"

#include "base/banned.h"

enum { COPIES = 8, GAMES = 90000, GAMES_QUICK = 6000 };

enum {
    STORE_ONE,
    STORE_TWO,
    SHORT_ONE,
    SHORT_TWO,
    SMALL_BOOK,
    LARGE_BOOK,
    SMALL_STORE,
    LARGE_STORE,
    NRUNS
};

static const struct {
    const char *key, *what; // NULL: only for a ratio
    size_t copies;
    bool is_book, is_short, is_small; // in memory
    const char *threads;
} kinds[NRUNS] = {
    [STORE_ONE] = { "store_one", "store, one thread", 1, .threads = "1" },
    [STORE_TWO] = { "store_two", "store, two threads", 1, .threads = "2" },
    [SHORT_ONE] = { "short_one", "store of 60 plies, one thread", 1,
                    .is_short = true, .threads = "1" },
    [SHORT_TWO] = { "short_two", "store of 60 plies, two threads", 1,
                    .is_short = true, .threads = "2" },
    [SMALL_BOOK] = { "book", "book, little memory", 1, .is_book = true,
                     .is_short = true, .is_small = true, .threads = "2" },
    [LARGE_BOOK] = { "book_8", "book of 8 times as many games", COPIES,
                     .is_book = true, .is_short = true, .is_small = true,
                     .threads = "2" },
    [SMALL_STORE] = { "store", "store, little memory", 1, .is_small = true,
                      .threads = "2" },
    [LARGE_STORE] = { "store_8", "store of 8 times as many games", COPIES,
                      .is_small = true, .threads = "2" },
};

struct runs {
    struct bench_used best[NRUNS];
    char folder[PATH_MAX];
    char games[COPIES][PATH_MAX + 16], out[PATH_MAX + 16];
};

static bool make_games(struct runs *r, uint64_t n, struct tabia_error *err)
{
    const char *tmp = getenv("TMPDIR");
    const int len = snprintf(r->folder, sizeof(r->folder), "%s/tabia-XXXXXX",
                             tmp && *tmp ? tmp : "/tmp");
    if (len < 0 || (size_t)len >= sizeof(r->folder) || !mkdtemp(r->folder))
        return bench_fail(BENCH_FAILED, "cannot make a temporary folder") ==
               BENCH_DONE;
    snprintf(r->out, sizeof(r->out), "%s/out", r->folder);
    for (size_t i = 0; i < COPIES; i++) {
        snprintf(r->games[i], sizeof(r->games[i]), "%s/%zu.pgn", r->folder, i);
        if (!bench_collection_write(r->games[i], i * n, n, err))
            return false;
    }
    return true;
}

static void remove_games(struct runs *r)
{
    for (size_t i = 0; i < COPIES; i++)
        unlink(r->games[i]);
    unlink(r->out);
    rmdir(r->folder);
}

static bool run_build(const struct bench *b, struct runs *r, size_t i)
{
    const char *argv[32] = { b->tabia, "build", "-q", "--force", "-o", r->out };
    size_t n = 6;
    struct bench_used used, *best = &r->best[i];
    for (size_t k = 0; k < kinds[i].copies; k++)
        argv[n++] = r->games[k];
    argv[n++] = "--to";
    argv[n++] = kinds[i].is_book ? "polyglot" : "tabia";
    argv[n++] = "--threads";
    argv[n++] = kinds[i].threads;
    if (kinds[i].is_short)
        argv[n++] = "--max-ply=60";
    if (kinds[i].is_book)
        argv[n++] = "--min-games=3";
    if (kinds[i].is_small)
        argv[n++] = b->quick ? "--memory=8M" : "--memory=64M";
    if (!bench_run_used(argv, &used))
        return false;
    best->clock_ns = bench_best(best->clock_ns, used.clock_ns);
    best->cpu_ns = bench_best(best->cpu_ns, used.cpu_ns);
    return true;
}

/*
 * What is compared by the clock goes in turns, so that a load beside it meets
 * both. What is compared by processor time goes in a row: a virtual machine
 * may give freed memory back to its host, and then the first build that
 * touches so much of it pays for that, up to a third of its time.
 */
static bool run_builds(const struct bench *b, struct runs *r)
{
    bool ok = true;
    for (int k = 0; k < b->rounds; k++)
        for (size_t i = 0; ok && i < NRUNS; i++)
            ok = kinds[i].is_small || run_build(b, r, i);
    for (size_t i = 0; i < NRUNS; i++)
        for (int k = 0; ok && kinds[i].is_small && k < b->rounds; k++)
            ok = run_build(b, r, i);
    return ok;
}

static double ratio(uint64_t a, uint64_t b)
{
    return (double)a / (double)(b ? b : 1);
}

static void add_rows(struct bench *b, const struct runs *r)
{
    for (size_t i = 0; i < NRUNS; i++) {
        const bool is_clock = !kinds[i].is_small;
        const uint64_t ns = is_clock ? r->best[i].clock_ns : r->best[i].cpu_ns;
        bench_add(b, kinds[i].key, kinds[i].what, (double)ns / 1e6, "ms");
    }
    bench_add(b, "store_threads", "two threads to one, store",
              ratio(r->best[STORE_ONE].clock_ns, r->best[STORE_TWO].clock_ns),
              "");
    bench_add(b, "short_threads", "two threads to one, store of 60 plies",
              ratio(r->best[SHORT_ONE].clock_ns, r->best[SHORT_TWO].clock_ns),
              "");
    bench_add(b, "book_growth", "processor time of a game at 8 times, book",
              ratio(r->best[LARGE_BOOK].cpu_ns,
                    COPIES * r->best[SMALL_BOOK].cpu_ns),
              "");
    bench_add(b, "store_growth", "processor time of a game at 8 times, store",
              ratio(r->best[LARGE_STORE].cpu_ns,
                    COPIES * r->best[SMALL_STORE].cpu_ns),
              "");
}

enum bench_status bench_growth(struct bench *b)
{
    static struct runs r; // too large for the stack of a small system
    struct tabia_error err = { 0 };
    if (!make_games(&r, b->quick ? GAMES_QUICK : GAMES, &err)) {
        remove_games(&r);
        return err.status ? bench_error(&err, (struct tabia_bytes){ 0 })
                          : BENCH_FAILED;
    }
    const bool ok = run_builds(b, &r);
    remove_games(&r);
    if (!ok)
        return bench_fail(BENCH_FAILED, "a build failed");
    add_rows(b, &r);
    return BENCH_DONE;
}
