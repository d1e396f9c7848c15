/*
 * bench_pgn.c - tabia-bench games: reading PGN
 *
 * In turns with the programs that others read games with, so that a busy
 * machine is busy for all of them. What one thread does is compared by
 * processor time; what two do can only be seen on the clock.
 */
#include "bench.h"

#include "base/clock.h"
#include "io/input.h"
#include "pgn/game_counts.h"
#include "tabia/pgn.h"

#include "base/banned.h"

enum { THREADS = 2 };

struct times {
    uint64_t scan, read, extract, lines, grep; // ns; 0: not run
    uint64_t wall[THREADS + 1];                // by the number of threads
};

/* Steps over all games: what is left without the moves. */
static bool scan_games(struct tabia_bytes bytes, uint64_t *ns,
                       struct tabia_error *err)
{
    static const struct tabia_pgn_visitor nothing = { 0 };
    const uint64_t begin = bench_now_ns();
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(bytes, NULL, err);
    if (!pgn)
        return false;
    while (tabia_pgn_next(pgn, &nothing, NULL, NULL))
        ;
    tabia_pgn_close(pgn);
    *ns = bench_best(*ns, bench_now_ns() - begin);
    return true;
}

/* Does what 'tabia games' does. */
static bool time_games(const char *path, int nthreads,
                       struct game_counts *games, struct times *times,
                       struct tabia_error *err)
{
    const struct game_counts_options options = {
        .paths = &path,
        .npaths = 1,
        .nthreads = nthreads,
    };
    game_counts_clear(games);
    const uint64_t cpu = bench_now_ns(), wall = clock_now_ns();
    if (!game_counts_read(games, &options, err))
        return false;
    uint64_t *best = &times->wall[nthreads];
    *best = bench_best(*best, clock_now_ns() - wall);
    if (nthreads == 1)
        times->read = bench_best(times->read, bench_now_ns() - cpu);
    return true;
}

static void time_peers(const char *path, struct times *times)
{
    const char *const extract[] = { "pgn-extract", "-s", "-r", path, NULL };
    const char *const lines[] = { "wc", "-l", path, NULL };
    // grep stops at the first hit when its output is thrown away.
    const char *const grep[] = {
        "sh", "-c", "grep -c '^\\[Event ' \"$0\" | cat", path, NULL,
    };
    uint64_t ns;
    if (bench_run(extract, "", &ns))
        times->extract = bench_best(times->extract, ns);
    if (bench_run(lines, "", &ns))
        times->lines = bench_best(times->lines, ns);
    if (bench_run(grep, "", &ns))
        times->grep = bench_best(times->grep, ns);
}

static bool take_turns(const struct bench *b, struct tabia_bytes bytes,
                       struct game_counts *games, struct times *times,
                       struct tabia_error *err)
{
    for (int i = 0; i < b->rounds; i++) {
        if (!scan_games(bytes, &times->scan, err))
            return false;
        for (int n = 1; n <= THREADS; n++)
            if (!time_games(b->games, n, games, times, err))
                return false;
        time_peers(b->games, times);
    }
    return true;
}

static double per_second(uint64_t n, uint64_t ns)
{
    return (double)n * 1e3 / (double)(ns ? ns : 1);
}

static double ratio(uint64_t theirs, uint64_t ours)
{
    return (double)theirs / (double)(ours ? ours : 1);
}

static void add_own_rows(struct bench *b, uint64_t size,
                         const struct game_counts *games,
                         const struct times *times)
{
    bench_add(b, "games", "games", (double)games->ngames, "");
    bench_add(b, "broken", "  broken", (double)games->nbroken, "");
    bench_add(b, "plies", "plies", (double)games->nplies, "");
    bench_add(b, "scan", "scan", per_second(size, times->scan), "MB/s");
    bench_add(b, "read", "scan, resolve, check, make, key",
              per_second(size, times->read), "MB/s");
    bench_add(b, "plies_per_second", "  plies",
              per_second(games->nplies, times->read), "M/s");
    bench_add(b, "clock_1", "the same on the clock, 1 thread",
              per_second(size, times->wall[1]), "MB/s");
    bench_add(b, "clock_2", "  2 threads", per_second(size, times->wall[2]),
              "MB/s");
    bench_add(b, "threads_ratio", "  2 threads to 1",
              ratio(times->wall[1], times->wall[2]), "");
}

static void add_peer_rows(struct bench *b, uint64_t size,
                          const struct times *times)
{
    const struct {
        const char *key, *what, *ratio_key;
        uint64_t ns;
    } peers[] = {
        { "pgn_extract", "pgn-extract -s -r", "read_ratio", times->extract },
        { "wc", "wc -l", "wc_ratio", times->lines },
        { "grep", "grep -c '^\\[Event '", "grep_ratio", times->grep },
    };
    for (size_t i = 0; i < COUNT_OF(peers); i++) {
        if (!peers[i].ns) {
            bench_note(b, "%s cannot be run: no ratio", peers[i].what);
            continue;
        }
        bench_add(b, peers[i].key, peers[i].what, per_second(size, peers[i].ns),
                  "MB/s");
        bench_add(b, peers[i].ratio_key, "  ours to that",
                  ratio(peers[i].ns, times->read), "");
    }
}

enum bench_status bench_pgn(struct bench *b)
{
    struct tabia_error err = { 0 };
    struct input in;
    if (!b->games)
        return bench_fail(BENCH_MISUSE, "games needs --games FILE");
    if (!input_open(&in, b->games, NULL, &err))
        return bench_error(&err, (struct tabia_bytes){ 0 });
    struct game_counts games = { 0 };
    struct times times = { 0 };
    const bool done = take_turns(b, in.bytes, &games, &times, &err);
    if (done) {
        add_own_rows(b, in.bytes.size, &games, &times);
        add_peer_rows(b, in.bytes.size, &times);
    }
    const enum bench_status status =
        done ? BENCH_DONE : bench_error(&err, in.bytes);
    game_counts_clear(&games);
    input_close(&in);
    return status;
}
