/*
 * bench.c - tabia-bench, a program that measures the library and the command
 */
#include "bench.h"

#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_writer.h"
#include "base/sink.h"
#include "format/built_in.h"
#include "format/formats.h"
#include "io/input.h"
#include "tabia/format.h"

#include "base/banned.h"

static const struct part {
    const char *name, *help;
    enum bench_status (*run)(struct bench *b);
} parts[] = {
    { "core",
      "perft beside Stockfish in one run, its start-up subtracted; then the\n"
      "moves of games resolved, made, and their keys",
      bench_core },
    { "book",
      "memory, inserting, finding, and compiling a CT800 text, beside\n"
      "pgn-extract reading 2 MB of PGN",
      bench_book },
    { "amateur",
      "move strings and other books, asked along the lines of a CT800 text,\n"
      "with and without the book window",
      bench_amateur },
    { "games",
      "reading a PGN file without its moves, then as 'tabia games' does with\n"
      "one thread and two, beside pgn-extract, wc and grep",
      bench_pgn },
    { "uci",
      "Stockfish searching with and without 'tabia uci' before it, and its\n"
      "lines on their way through",
      bench_uci },
    { "probe",
      "the positions of a book looked up in its file, and in a PolyGlot book\n"
      "of the same moves",
      bench_probe },
    { "keys",
      "positions of a PGN file looked up in a PolyGlot book of 373 MB that is\n"
      "made for it, beside halving",
      bench_keys },
    { "build",
      "a PolyGlot book from a PGN file (60 plies, 3 games) with two threads,\n"
      "beside PolyGlot itself, on the clock, and the memory of both",
      bench_build },
    { "growth",
      "stores built by one thread and two, and how the processor time of a\n"
      "game grows from one made-up collection to eight, with 64 MB of memory",
      bench_growth },
    { "store",
      "positions looked up in a store, beside halving a PolyGlot book of the\n"
      "same moves, and the bytes of a move in both",
      bench_store },
    { "serve",
      "'tabia serve' asked by wrk, beside a server that only sends as many\n"
      "bytes: one address; with --games many positions of a store",
      bench_serve },
    { "where", "the time that an expression of --where takes for a game",
      bench_where },
};

static void print_help(FILE *file)
{
    fputs("Usage: tabia-bench PART [options]\n\n"
          "Measures one part of tabia, beside other programs where they are\n"
          "installed. Times are processor times unless 'clock' is said, and\n"
          "depend on the machine: look at the ratios.\n\n",
          file);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const char *line = parts[i].help, *end = strchr(line, '\n');
        const int len = end ? (int)(end - line) : (int)strlen(line);
        fprintf(file, "  %-8s %.*s\n", parts[i].name, len, line);
        if (end)
            fprintf(file, "  %-8s %s\n", "", end + 1);
    }
    fputs(
        "\n"
        "  --games FILE  a PGN file (core: default the built-in book's lines)\n"
        "  --book FILE   a CT800 text; for probe a keyed book, for store a\n"
        "                store (default the built-in book)\n"
        "  --tabia FILE  the command (default the one beside this program)\n"
        "  --rounds N    measure N times, the best counts (default 3)\n"
        "  --quick       smaller trees and fewer positions, for a first look\n"
        "  --json        print JSON\n"
        "  -q, --quiet   print errors only\n"
        "  -h, --help    print this help\n",
        file);
}

/* ---- messages -------------------------------------------------------- */

enum bench_status bench_fail(enum bench_status status, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("tabia-bench: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    if (status == BENCH_MISUSE)
        fputs("'tabia-bench --help' lists the parts and options.\n", stderr);
    return status;
}

enum bench_status bench_error(const struct tabia_error *err,
                              struct tabia_bytes bytes)
{
    char text[8192]; // a path may have half of that
    tabia_error_print(err, "error", bytes, text, sizeof(text));
    const size_t len = strlen(text);
    fprintf(stderr, len > 0 && text[len - 1] == '\n' ? "%s" : "%s\n", text);
    const bool is_system =
        err->status == TABIA_ERR_IO || err->status == TABIA_ERR_NOMEM;
    return is_system ? BENCH_FAILED : BENCH_NO;
}

void bench_note(const struct bench *b, const char *fmt, ...)
{
    if (b->is_quiet)
        return;
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
}

/* ---- rows ------------------------------------------------------------ */

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

static void print_text(const struct bench *b)
{
    int width = 0;
    for (size_t i = 0; i < b->nrows; i++)
        if ((int)strlen(b->rows[i].what) > width)
            width = (int)strlen(b->rows[i].what);
    for (size_t i = 0; i < b->nrows; i++) {
        const struct bench_row *row = &b->rows[i];
        const int decimals = row->value >= 1e4 ? 0 : *row->unit ? 1 : 2;
        printf("%-*s  %12.*f%s%s\n", width, row->what, decimals, row->value,
               *row->unit ? "  " : "", row->unit);
    }
}

static bool write_out(void *ctx, const void *data, size_t size,
                      struct tabia_error *err)
{
    (void)err;
    return fwrite(data, 1, size, ctx) == size;
}

static void print_json(const struct bench *b)
{
    struct sink dst = { .write = write_out, .ctx = stdout };
    struct json_writer js;
    json_writer_init(&js, &dst, true);
    json_writer_begin_object(&js);
    for (size_t i = 0; i < b->nrows; i++) {
        json_writer_key(&js, b->rows[i].key);
        json_writer_begin_object(&js);
        json_writer_pair_double(&js, "value", b->rows[i].value);
        json_writer_pair_text(&js, "unit", b->rows[i].unit);
        json_writer_end(&js);
    }
    json_writer_end(&js);
}

/* ---- the command line ------------------------------------------------ */

bool bench_text_open(const struct bench *b, struct input *in,
                     struct tabia_bytes *text, struct tabia_error *err)
{
    *in = (struct input){ 0 };
    *text = built_in_book_text();
    if (!b->book)
        return true;
    if (!input_open(in, b->book, NULL, err))
        return false;
    *text = in->bytes;
    return true;
}

/* This program's own path, and that of the command beside it. */
static bool find_programs(struct bench *b)
{
    const ssize_t len = readlink("/proc/self/exe", b->self, PATH_MAX - 1);
    if (len <= 0)
        return false;
    b->self[len] = '\0';
    const char *slash = strrchr(b->self, '/');
    const int folder = slash ? (int)(slash - b->self) : 0;
    const int n = snprintf(b->tabia, PATH_MAX, "%.*s/tabia", folder, b->self);
    return n > 0 && n < PATH_MAX;
}

static const struct part *part_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (strcmp(parts[i].name, name) == 0)
            return &parts[i];
    return NULL;
}

/* A pipe that closes is an error of write(), here and in no child. */
static void do_nothing(int number)
{
    (void)number;
}

int main(int argc, char **argv)
{
    enum { GAMES = 256, BOOK, TABIA, ROUNDS, QUICK, JSON, STAMPS };
    static const struct option options[] = {
        { "games", required_argument, NULL, GAMES },
        { "book", required_argument, NULL, BOOK },
        { "tabia", required_argument, NULL, TABIA },
        { "rounds", required_argument, NULL, ROUNDS },
        { "quick", no_argument, NULL, QUICK },
        { "json", no_argument, NULL, JSON },
        { "quiet", no_argument, NULL, 'q' },
        { "help", no_argument, NULL, 'h' },
        // For this program itself: stand in for Stockfish.
        { "stamps", required_argument, NULL, STAMPS },
        { NULL, 0, NULL, 0 },
    };
    static struct bench b = { .rounds = 3 };
    bool is_json = false;
    int c;
    signal(SIGPIPE, do_nothing);
    if (!find_programs(&b))
        return (int)bench_fail(BENCH_FAILED, "no path to this program");
    while ((c = getopt_long(argc, argv, "qh", options, NULL)) != -1)
        switch (c) {
        case GAMES:
            b.games = optarg;
            break;
        case BOOK:
            b.book = optarg;
            break;
        case TABIA:
            snprintf(b.tabia, sizeof(b.tabia), "%s", optarg);
            break;
        case ROUNDS:
            b.rounds = (int)strtol(optarg, NULL, 10);
            break;
        case QUICK:
            b.quick = true;
            break;
        case JSON:
            is_json = true;
            break;
        case STAMPS:
            b.stamps = optarg;
            break;
        case 'q':
            b.is_quiet = true;
            break;
        case 'h':
            print_help(stdout);
            return BENCH_DONE;
        default: // getopt_long has printed why
            return (int)BENCH_MISUSE;
        }
    if (b.rounds < 1 || b.rounds > 100)
        return (int)bench_fail(BENCH_MISUSE, "--rounds is 1 to 100");
    if (optind + 1 != argc)
        return (int)bench_fail(BENCH_MISUSE, "expected one part");
    const struct part *part = part_named(argv[optind]);
    if (!part)
        return (int)bench_fail(BENCH_MISUSE, "unknown part '%s'", argv[optind]);
    const enum bench_status status = part->run(&b);
    if (status == BENCH_DONE && is_json)
        print_json(&b);
    else if (status == BENCH_DONE)
        print_text(&b);
    return (int)status;
}
