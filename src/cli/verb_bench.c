/*
 * verb_bench.c - tabia bench
 */
#include "cli/bench.h"

#include <string.h>

#include "base/attr.h"
#include "io/input.h"
#include "base/json.h"
#include "cli/columns.h"
#include "cli/verbs/verbs.h"
#include "tabia/format.h"

#include "base/banned.h"

enum { GAMES, BOOK, ROUNDS, QUICK, STAMPS };

static const struct option_spec options[] = {
    [GAMES] = { .name = "games",
                .kind = OPTION_TEXT,
                .value = "FILE",
                .help = "a PGN file (default the lines of the book that "
                        "comes with tabia)" },
    [BOOK] = { .name = "book",
               .kind = OPTION_TEXT,
               .value = "FILE",
               .help = "a CT800 text; for probe any book that is searched in "
                       "its file, for store a store (default the book that "
                       "comes with tabia)" },
    [ROUNDS] = { .name = "rounds",
                 .kind = OPTION_INT,
                 .value = "N",
                 .fallback = "3",
                 .min = 1,
                 .max = 100,
                 .help = "measure N times; the best counts" },
    [QUICK] = { .name = "quick",
                .help = "count trees of two plies less, look up fewer "
                        "positions, for a first look" },
    [STAMPS] = { .name = "stamps",
                 .kind = OPTION_TEXT,
                 .value = "FILE",
                 .hidden = true,
                 .help = "stand in for Stockfish; when lines came to FILE" },
};

static const struct part {
    const char *name;
    enum cli_status (*run)(struct bench *b);
} parts[] = {
    { "core", bench_core },       { "book", bench_book },
    { "amateur", bench_amateur }, { "games", bench_pgn },
    { "uci", bench_uci },         { "probe", bench_probe },
    { "build", bench_build },     { "store", bench_store },
    { "serve", bench_serve },
};

void bench_add(struct bench *b, const char *key, const char *what, double value,
               const char *unit)
{
    if (b->nrows == BENCH_ROWS_MAX)
        return;
    b->rows[b->nrows++] = (struct bench_row){
        .key = key,
        .what = what,
        .unit = unit,
        .value = value,
    };
}

uint64_t bench_best(uint64_t best, uint64_t ns)
{
    return best == 0 || (ns > 0 && ns < best) ? ns : best;
}

bool bench_text_open(const struct bench *b, struct input *in,
                     struct tabia_bytes *text, struct tabia_error *err)
{
    *in = (struct input){ 0 };
    *text = tabia_book_default_text();
    if (!b->book)
        return true;
    if (!input_open(in, b->book, NULL, err))
        return false;
    *text = in->bytes;
    return true;
}

static enum cli_status print_text(const struct bench *b)
{
    struct columns table;
    columns_init(&table, "lrl");
    for (size_t i = 0; i < b->nrows; i++) {
        const struct bench_row *row = &b->rows[i];
        const bool is_whole = row->value >= 1e4;
        columns_add(&table, "%s", row->what);
        columns_add(&table, "%.*f",
                    is_whole     ? 0
                    : *row->unit ? 1
                                 : 2,
                    row->value);
        columns_add(&table, "%s", row->unit);
    }
    bool done = columns_print(&table, stdout);
    columns_clear(&table);
    return done ? CLI_DONE : cli_fail(CLI_FAILED, "out of memory");
}

static enum cli_status print_json(const struct bench *b)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    json_init(&js, &dst, true);
    json_begin_object(&js);
    for (size_t i = 0; i < b->nrows; i++) {
        json_key(&js, b->rows[i].key);
        json_begin_object(&js);
        json_pair_double(&js, "value", b->rows[i].value);
        json_pair_text(&js, "unit", b->rows[i].unit);
        json_end(&js);
    }
    json_end(&js);
    return CLI_DONE;
}

static enum cli_status run(const struct args *args)
{
    struct bench b = {
        .args = args,
        .games = args->values[GAMES].text,
        .book = args->values[BOOK].text,
        .stamps = args->values[STAMPS].text,
        .rounds = (int)args->values[ROUNDS].number,
        .quick = args->values[QUICK].given,
    };
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (strcmp(parts[i].name, args->operands[0]) != 0)
            continue;
        enum cli_status status = parts[i].run(&b);
        if (status != CLI_DONE)
            return status;
        return args->json ? print_json(&b) : print_text(&b);
    }
    return cli_misuse(args->verb,
                      "expected core, book, amateur, games, uci, probe, build, "
                      "store or serve, found '%s'",
                      args->operands[0]);
}

const struct verb verb_bench = {
    .name = "bench",
    .summary = "measure the speed, beside other programs",
    .operands = "core|book|amateur|games|uci|probe|build|store|serve",
    .description =
        "core counts positions beside Stockfish in one run (perft 6 from "
        "the start, 5 from Kiwipete), its start-up subtracted, then resolves "
        "the moves of games, makes them and takes "
        "the keys. book measures memory, inserting, finding, and compiling a "
        "CT800 text, beside pgn-extract reading 2 MB of PGN. amateur asks "
        "move strings and other books along the lines of a CT800 text, with "
        "and without the book window. games reads a PGN file, first without "
        "its moves, then as 'tabia games' does with one thread and two, beside "
        "pgn-extract, wc and grep. uci lets Stockfish search "
        "with and without 'tabia uci' before it, 20 times half a second "
        "each, and times its lines on their way through. probe looks the "
        "positions of any book up in its file, and in a PolyGlot book of the "
        "same moves. build makes a PolyGlot book of a PGN file (60 plies, 3 "
        "games), with two threads, beside PolyGlot itself, on the clock, and "
        "looks at the memory of both. store looks a million positions of a "
        "store up, beside halving a PolyGlot book of the same moves, and tells "
        "the bytes that a move takes in both. serve asks 'tabia serve' by wrk, "
        "with 64 to 500 connections for 20 seconds each (3 with --quick), "
        "beside a server that only sends as many bytes. What is not "
        "installed is left out. All but the threads, what is said to be on the "
        "clock, and uci is processor time. "
        "Times depend on the machine: look at the ratios.",
    .example = "tabia bench core --games games.pgn\ntabia bench book\ntabia "
               "bench games "
               "--games games.pgn",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
