/*
 * bench_build.c - tabia-bench build: games to a PolyGlot book
 *
 * Beside PolyGlot's own make-book, in turns, each as a process of its own.
 */
#include "bench.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/banned.h"

enum { OURS, OURS_SMALL, THEIRS, NRUNS };

struct runs {
    const char *argv[NRUNS][16];
    struct bench_used best[NRUNS];
    bool has[NRUNS];
    char folder[PATH_MAX];
    char ours[PATH_MAX + 16], theirs[PATH_MAX + 16];
};

static void set_arguments(struct runs *r, const struct bench *b)
{
    const char *games = b->games;
    const char *const ours[] = {
        b->tabia,   "build",        games,           "-q",
        "-o",       r->ours,        "--force",       "--to",
        "polyglot", "--max-ply=60", "--min-games=3", "--threads=2"
    };
    const char *const theirs[] = { "polyglot",  "make-book", "-pgn",     games,
                                   "-bin",      r->theirs,   "-max-ply", "60",
                                   "-min-game", "3" };
    memcpy(r->argv[OURS], ours, sizeof(ours));
    memcpy(r->argv[OURS_SMALL], ours, sizeof(ours));
    r->argv[OURS_SMALL][COUNT_OF(ours)] = "--memory=64M";
    memcpy(r->argv[THEIRS], theirs, sizeof(theirs));
}

static bool open_folder(struct runs *r)
{
    const char *tmp = getenv("TMPDIR");
    const int n = snprintf(r->folder, sizeof(r->folder), "%s/tabia-XXXXXX",
                           tmp && *tmp ? tmp : "/tmp");
    if (n < 0 || (size_t)n >= sizeof(r->folder) || !mkdtemp(r->folder))
        return false;
    snprintf(r->ours, sizeof(r->ours), "%s/ours.bin", r->folder);
    snprintf(r->theirs, sizeof(r->theirs), "%s/theirs.bin", r->folder);
    return true;
}

static void close_folder(struct runs *r)
{
    unlink(r->ours);
    unlink(r->theirs);
    rmdir(r->folder);
}

/* The best of each figure; a run that fails leaves none. */
static void take_turn(struct runs *r)
{
    for (size_t i = 0; i < NRUNS; i++) {
        struct bench_used used, *best = &r->best[i];
        if (!bench_run_used(r->argv[i], &used))
            continue;
        r->has[i] = true;
        best->clock_ns = bench_best(best->clock_ns, used.clock_ns);
        best->cpu_ns = bench_best(best->cpu_ns, used.cpu_ns);
        if (used.memory > best->memory)
            best->memory = used.memory;
    }
}

static const struct {
    const char *clock_key, *clock, *cpu_key, *cpu, *memory_key, *memory;
} names[NRUNS] = {
    [OURS] = { "clock", "build, 2 threads", "cpu", "  processor time", "memory",
               "  memory" },
    [OURS_SMALL] = { "small_clock", "build --memory 64M, 2 threads",
                     "small_cpu", "  processor time", "small_memory",
                     "  memory" },
    [THEIRS] = { "polyglot_clock", "polyglot make-book", "polyglot_cpu",
                 "  processor time", "polyglot_memory", "  memory" },
};

static double ratio(uint64_t a, uint64_t b)
{
    return (double)a / (double)(b ? b : 1);
}

static void add_rows(struct bench *b, const struct runs *r)
{
    for (size_t i = 0; i < NRUNS; i++) {
        const struct bench_used *used = &r->best[i];
        if (!r->has[i])
            continue;
        bench_add(b, names[i].clock_key, names[i].clock,
                  (double)used->clock_ns / 1e6, "ms");
        bench_add(b, names[i].cpu_key, names[i].cpu, (double)used->cpu_ns / 1e6,
                  "ms");
        bench_add(b, names[i].memory_key, names[i].memory,
                  (double)used->memory / 1e6, "MB");
    }
    if (!r->has[THEIRS] || !r->has[OURS]) {
        bench_note(b, "polyglot cannot be run: no ratio");
        return;
    }
    const struct bench_used *theirs = &r->best[THEIRS];
    bench_add(b, "ratio", "PolyGlot's time to ours",
              ratio(theirs->clock_ns, r->best[OURS].clock_ns), "");
    bench_add(b, "small_ratio", "  with --memory 64M",
              ratio(theirs->clock_ns, r->best[OURS_SMALL].clock_ns), "");
    bench_add(b, "cpu_ratio", "PolyGlot's processor time to ours",
              ratio(theirs->cpu_ns, r->best[OURS].cpu_ns), "");
    bench_add(b, "small_cpu_ratio", "  with --memory 64M",
              ratio(theirs->cpu_ns, r->best[OURS_SMALL].cpu_ns), "");
    bench_add(b, "memory_ratio", "PolyGlot's memory to ours",
              ratio(theirs->memory, r->best[OURS].memory), "");
}

enum bench_status bench_build(struct bench *b)
{
    static struct runs r; // too large for the stack of a small system
    if (!b->games)
        return bench_fail(BENCH_MISUSE, "build needs --games FILE");
    if (!open_folder(&r))
        return bench_fail(BENCH_FAILED, "cannot make a temporary folder");
    set_arguments(&r, b);
    for (int i = 0; i < b->rounds; i++)
        take_turn(&r);
    close_folder(&r);
    if (!r.has[OURS])
        return bench_fail(BENCH_FAILED, "%s cannot be built from", b->games);
    add_rows(b, &r);
    return BENCH_DONE;
}
