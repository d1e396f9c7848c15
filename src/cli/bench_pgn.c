/*
 * bench_pgn.c - tabia bench games: reading PGN
 *
 * In turns with the programs that others read games with, so that a busy
 * machine is busy for all of them.
 */
#include "cli/bench.h"

#include "base/input.h"
#include "tabia/pgn.h"

#include "base/banned.h"

struct counts {
    uint64_t games, plies, broken;
    tabia_key keys;
};

struct times {
    uint64_t scan, read, extract, lines; // ns; 0: not run
};

static enum tabia_pgn_answer count_move(void *ctx,
                                        const struct tabia_pgn_move *move)
{
    struct counts *counts = ctx;
    counts->plies++;
    counts->keys ^= tabia_pos_key(move->pos);
    return TABIA_PGN_GO;
}

static enum tabia_pgn_answer count_game(void *ctx, bool is_whole)
{
    struct counts *counts = ctx;
    counts->games++;
    counts->broken += !is_whole;
    return TABIA_PGN_GO;
}

/* Reads all games; false when there is no memory. */
static bool read_games(struct tabia_bytes src,
                       const struct tabia_pgn_visitor *visitor,
                       struct counts *counts, uint64_t *ns,
                       struct tabia_error *err)
{
    const uint64_t begin = bench_now_ns();
    struct tabia_pgn *pgn = tabia_pgn_open(src, NULL, err);
    *counts = (struct counts){ 0 };
    if (!pgn)
        return false;
    while (tabia_pgn_next(pgn, visitor, counts))
        ;
    tabia_pgn_close(pgn);
    *ns = bench_best(*ns, bench_now_ns() - begin);
    return true;
}

static bool take_turns(struct bench *b, struct tabia_bytes src,
                       struct counts *counts, struct times *times,
                       struct tabia_error *err)
{
    static const struct tabia_pgn_visitor scan = { .end_game = count_game };
    static const struct tabia_pgn_visitor read = {
        .move = count_move,
        .end_game = count_game,
    };
    const char *const extract[] = { "pgn-extract", "-s", "-r", b->games, NULL };
    const char *const lines[] = { "wc", "-l", b->games, NULL };
    for (int i = 0; i < b->rounds; i++) {
        uint64_t ns;
        if (!read_games(src, &scan, counts, &times->scan, err) ||
            !read_games(src, &read, counts, &times->read, err))
            return false;
        if (bench_run(extract, "", &ns))
            times->extract = bench_best(times->extract, ns);
        if (bench_run(lines, "", &ns))
            times->lines = bench_best(times->lines, ns);
    }
    return true;
}

static double per_second(uint64_t n, uint64_t ns)
{
    return (double)n * 1e3 / (double)(ns ? ns : 1);
}

static void add_rows(struct bench *b, uint64_t size,
                     const struct counts *counts, const struct times *times)
{
    bench_add(b, "games", "games", (double)counts->games, "");
    bench_add(b, "broken", "  broken", (double)counts->broken, "");
    bench_add(b, "plies", "plies", (double)counts->plies, "");
    bench_add(b, "scan", "scan", per_second(size, times->scan), "MB/s");
    bench_add(b, "read", "scan, resolve, check, make, key",
              per_second(size, times->read), "MB/s");
    bench_add(b, "plies_per_second", "  plies",
              per_second(counts->plies, times->read), "M/s");
    if (times->extract) {
        bench_add(b, "pgn_extract", "pgn-extract -s -r",
                  per_second(size, times->extract), "MB/s");
        bench_add(b, "read_ratio", "  ours to that",
                  (double)times->extract / (double)times->read, "");
    } else {
        cli_note(b->args, "pgn-extract cannot be run: no ratio");
    }
    if (times->lines)
        bench_add(b, "wc", "wc -l", per_second(size, times->lines), "MB/s");
}

enum cli_status bench_pgn(struct bench *b)
{
    struct tabia_error err = { 0 };
    struct input in;
    if (!b->games)
        return cli_misuse(b->args->verb, "games needs --games FILE");
    if (!input_open(&in, b->games, NULL, &err))
        return cli_error_in(&err, "");
    struct counts counts = { 0 };
    struct times times = { 0 };
    const bool done = take_turns(b, in.bytes, &counts, &times, &err);
    if (done)
        add_rows(b, in.bytes.size, &counts, &times);
    const enum cli_status status = done ? CLI_DONE : cli_error(&err, in.bytes);
    input_close(&in);
    return status;
}
