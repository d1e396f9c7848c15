/*
 * bench_probe.c - tabia-bench probe: looking positions up in a book's file
 *
 * The book is loaded once to know its positions. They are then looked up in
 * random order in the file itself, and in a PolyGlot book of the same moves.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "book/edges.h"
#include "format/table_io.h"
#include "tabia/format.h"

#include "source/source_internal.h"
#include "base/banned.h"

enum { NPROBES = 1000000, NPROBES_QUICK = 10000, SAMPLE_MAX = 100000 };

/* Positions with moves, as they are looked up. */
struct sample {
    struct tabia_pos *list; // owned
    size_t n;
};

/* A simple generator: the order only has to be scattered and repeatable. */
static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return *state >> 33;
}

static bool has_moves(const struct tabia_book *book, uint32_t position)
{
    struct edges it = edges_of(book, position);
    struct tabia_book_move entry;
    return edges_next(&it, &entry);
}

static bool take_sample(struct sample *sample, const struct tabia_book *book,
                        struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    const uint32_t step = n / SAMPLE_MAX + 1;
    sample->list = calloc(n / step + 1, sizeof(*sample->list));
    if (!sample->list)
        return error_nomem(err);
    for (uint32_t i = 0; i < n; i += step)
        if (has_moves(book, i))
            tabia_book_position_pos_at(book, i, &sample->list[sample->n++]);
    return sample->n > 0 ||
           error_set(err, TABIA_ERR_SYNTAX, "the book has no moves");
}

/* The best time of 'n' look-ups; 'found' counts those with an answer. */
static uint64_t time_probes(const struct table *t, const struct sample *sample,
                            size_t n, int rounds, size_t *found)
{
    uint64_t best = 0;
    for (int round = 0; round < rounds; round++) {
        struct tabia_book_move list[TABIA_MOVES_MAX];
        uint64_t state = 1;
        *found = 0;
        const uint64_t start = bench_now_ns();
        for (size_t i = 0; i < n; i++) {
            const size_t at = (size_t)(next_random(&state) % sample->n);
            *found += table_find(t, &sample->list[at], list) > 0;
        }
        best = bench_best(best, bench_now_ns() - start);
    }
    return best;
}

/* Times a table; returns millions of look-ups a second. */
static double add_rate(struct bench *b, const struct table *t,
                       const struct sample *sample, const char *keys[2],
                       const char *texts[2])
{
    const size_t n = b->quick ? NPROBES_QUICK : NPROBES;
    size_t found;
    const uint64_t ns = time_probes(t, sample, n, b->rounds, &found);
    const double rate = ns ? (double)n * 1e3 / (double)ns : 0;
    bench_add(b, keys[0], texts[0], rate, "M/s");
    bench_add(b, keys[1], texts[1], 100.0 * (double)found / (double)n, "%");
    return rate;
}

/* The same moves as a PolyGlot book in memory. */
static bool time_polyglot(struct bench *b, const struct tabia_book *book,
                          const struct sample *sample, double *rate,
                          struct tabia_error *err)
{
    static const char *keys[] = { "polyglot", "polyglot_found" };
    static const char *texts[] = { "the same in a PolyGlot book", "  found" };
    const struct tabia_format *format = tabia_format_find("polyglot", NULL);
    const struct tabia_read_options options = { .format = format };
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(book, format, NULL, &data, &size, NULL, err))
        return false;
    struct table *t =
        format_open_table((struct tabia_bytes){ data, size }, &options, err);
    if (t)
        *rate = add_rate(b, t, sample, keys, texts);
    table_close(t);
    free(data);
    return t;
}

static bool measure(struct bench *b, const struct tabia_book *book,
                    const struct sample *sample, struct tabia_error *err)
{
    static const char *keys[] = { "file", "file_found" };
    static const char *texts[] = { "positions looked up in the file",
                                   "  found" };
    const struct tabia_open_options options = { .mode = TABIA_OPEN_IN_PLACE };
    struct tabia_source *source = tabia_source_open(b->book, &options, err);
    if (!source)
        return false;
    bench_add(b, "positions", "positions", (double)sample->n, "");
    const double rate =
        add_rate(b, source_table(source, NULL), sample, keys, texts);
    tabia_source_close(source);
    double polyglot = 0;
    if (!time_polyglot(b, book, sample, &polyglot, err))
        return false;
    if (polyglot > 0)
        bench_add(b, "ratio", "  ratio", rate / polyglot, "");
    return true;
}

enum bench_status bench_probe(struct bench *b)
{
    if (!b->book)
        return bench_fail(BENCH_MISUSE, "probe needs --book FILE");
    struct tabia_error err = { 0 };
    struct sample sample = { 0 };
    struct tabia_book *book = tabia_book_load(b->book, NULL, &err);
    const bool done = book && take_sample(&sample, book, &err) &&
                      measure(b, book, &sample, &err);
    free(sample.list);
    tabia_book_free(book);
    error_in_file(&err, b->book);
    return done ? BENCH_DONE : bench_error(&err, (struct tabia_bytes){ 0 });
}
