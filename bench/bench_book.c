/*
 * bench_book.c - tabia-bench book: memory and speed of books
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "book/book_def.h"
#include "book/edges.h"
#include "format/table_io.h"
#include "io/input.h"
#include "tabia/builder.h"
#include "tabia/format.h"

#include "base/banned.h"

enum { PGN_SIZE = 2000000, DEPTH_MAX = 4096 };

/* ---- inserting ------------------------------------------------------- */

/* A move to insert, 'depth' moves below its root; depth 0 is a root. */
struct insert {
    uint32_t depth;
    tabia_move move;
};

struct inserts {
    struct insert *list; // owned
    size_t n;
    size_t nmoves;
};

/* Lists the moves below a node, depth first. Trees only. */
static void list_below(struct inserts *inserts, const struct tabia_book *book,
                       uint32_t node, uint32_t depth)
{
    uint32_t first, count;
    tabia_book_node_edges(book, node, &first, &count);
    for (uint32_t i = first; i < first + count && depth < DEPTH_MAX; i++) {
        inserts->list[inserts->n++] = (struct insert){
            .depth = depth,
            .move = tabia_book_edge_move(book, i),
        };
        inserts->nmoves++;
        list_below(inserts, book, tabia_book_edge_target(book, i), depth + 1);
    }
}

static bool list_inserts(struct inserts *inserts, const struct tabia_book *book,
                         struct tabia_error *err)
{
    const size_t n =
        (size_t)tabia_book_edge_count(book) + tabia_book_root_count(book) + 1;
    inserts->list = calloc(n, sizeof(*inserts->list));
    if (!inserts->list)
        return error_nomem(err);
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        inserts->list[inserts->n++] = (struct insert){ .depth = 0 };
        list_below(inserts, book, tabia_book_root_at(book, i), 1);
    }
    return true;
}

/* Plays all moves into the builder; 'line' has a cursor for each depth. */
static bool insert_all(const struct inserts *inserts, struct tabia_builder *b,
                       struct tabia_builder_cursor *line,
                       struct tabia_error *err)
{
    for (size_t i = 0; i < inserts->n; i++) {
        const struct insert *in = &inserts->list[i];
        struct tabia_builder_cursor *c = &line[in->depth];
        if (in->depth == 0) {
            if (!tabia_builder_start(b, NULL, c, err))
                return false;
            continue;
        }
        *c = line[in->depth - 1];
        if (!tabia_builder_play(b, c, in->move, err))
            return false;
    }
    return true;
}

static bool build_once(const struct inserts *inserts,
                       struct tabia_builder_cursor *line, uint64_t *insert_ns,
                       uint64_t *freeze_ns, struct tabia_error *err)
{
    struct tabia_builder *builder = tabia_builder_new(NULL, err);
    if (!builder)
        return false;
    uint64_t begin = bench_now_ns();
    if (!insert_all(inserts, builder, line, err)) {
        tabia_builder_free(builder);
        return false;
    }
    *insert_ns = bench_best(*insert_ns, bench_now_ns() - begin);
    begin = bench_now_ns();
    struct tabia_book *book = tabia_builder_freeze(builder, err);
    *freeze_ns = bench_best(*freeze_ns, bench_now_ns() - begin);
    tabia_book_free(book);
    return book != NULL;
}

static bool measure_insert(struct bench *b, const struct tabia_book *book,
                           struct tabia_error *err)
{
    struct inserts inserts = { 0 };
    struct tabia_builder_cursor *line = calloc(DEPTH_MAX + 1, sizeof(*line));
    uint64_t insert_ns = 0, freeze_ns = 0;
    bool done = line ? list_inserts(&inserts, book, err) : error_nomem(err);
    for (int i = 0; i < b->rounds && done; i++)
        done = build_once(&inserts, line, &insert_ns, &freeze_ns, err);
    free(inserts.list);
    free(line);
    if (!done)
        return false;
    const double n = (double)(inserts.nmoves ? inserts.nmoves : 1);
    bench_add(b, "insert", "insert a move, legality checked",
              (double)insert_ns / n, "ns");
    bench_add(b, "freeze", "freeze, per move", (double)freeze_ns / n, "ns");
    return true;
}

/* ---- finding --------------------------------------------------------- */

/* All positions of the book in a scattered order, the same every time. */
static struct tabia_pos *list_positions(const struct tabia_book *book)
{
    const uint32_t n = tabia_book_position_count(book);
    struct tabia_pos *list = calloc((size_t)n + 1, sizeof(*list));
    uint64_t state = 1;
    for (uint32_t i = 0; list && i < n; i++)
        tabia_book_position_pos_at(book, i, &list[i]);
    for (uint32_t i = n; list && i > 1; i--) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        const uint32_t k = (uint32_t)((state >> 33) % i);
        const struct tabia_pos swap = list[i - 1];
        list[i - 1] = list[k];
        list[k] = swap;
    }
    return list;
}

static size_t find_all(const struct tabia_book *book,
                       const struct tabia_pos *list, uint32_t n)
{
    size_t nmoves = 0;
    for (uint32_t i = 0; i < n; i++)
        nmoves += tabia_book_find_position(book, &list[i]) != TABIA_NUMBER_NONE;
    return nmoves;
}

static size_t list_all(const struct tabia_book *book,
                       const struct tabia_pos *list, uint32_t n)
{
    size_t nmoves = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct edges it = edges_find(book, &list[i]);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry))
            nmoves++;
    }
    return nmoves;
}

static size_t probe_all(const struct table *table, const struct tabia_pos *list,
                        uint32_t n)
{
    struct tabia_book_move moves[TABIA_MOVES_MAX];
    size_t nmoves = 0;
    for (uint32_t i = 0; i < n; i++)
        nmoves += table_find(table, &list[i], moves);
    return nmoves;
}

static bool measure_find(struct bench *b, const struct tabia_book *book,
                         const struct table *table, struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    struct tabia_pos *list = list_positions(book);
    if (!list)
        return error_nomem(err);
    uint64_t find_ns = 0, moves_ns = 0, probe_ns = 0;
    size_t nfound = 0, nmoves = 0;
    for (int i = 0; i < b->rounds; i++) {
        uint64_t begin = bench_now_ns();
        nfound = find_all(book, list, n);
        find_ns = bench_best(find_ns, bench_now_ns() - begin);
        begin = bench_now_ns();
        nmoves = list_all(book, list, n);
        moves_ns = bench_best(moves_ns, bench_now_ns() - begin);
        begin = bench_now_ns();
        nmoves += probe_all(table, list, n);
        probe_ns = bench_best(probe_ns, bench_now_ns() - begin);
    }
    free(list);
    if (nfound != n || nmoves == 0)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "positions are not found again");
    bench_add(b, "find", "find a position", (double)find_ns / n, "ns");
    bench_add(b, "find_moves", "find it and all moves of its occurrences",
              (double)moves_ns / n, "ns");
    bench_add(b, "probe", "find it in the compiled book", (double)probe_ns / n,
              "ns");
    return true;
}

/* ---- compiling ------------------------------------------------------- */

static void add_memory(struct bench *b, const struct tabia_book *book)
{
    const double memory = (double)book->memory;
    const double positions = tabia_book_position_count(book);
    const double moves = tabia_book_edge_count(book);
    bench_add(b, "positions", "positions", positions, "");
    bench_add(b, "moves", "moves, each occurrence", moves, "");
    bench_add(b, "memory", "memory", memory, "bytes");
    bench_add(b, "bytes_per_position", "  per position", memory / positions,
              "bytes");
    bench_add(b, "bytes_per_move", "  per move", memory / moves, "bytes");
    bench_add(b, "memory_ratio", "  to 40 per position and 24 per move",
              memory / (40 * positions + 24 * moves), "");
}

/* Text to compiled book; both are the caller's to free. */
static struct tabia_book *compile(struct tabia_bytes text, uint8_t **data,
                                  size_t *size, uint64_t *ns,
                                  struct tabia_error *err)
{
    const struct tabia_read_options read = {
        .format = tabia_format_find("ct800", NULL),
        .name = "book",
    };
    const uint64_t begin = bench_now_ns();
    struct tabia_book *book = tabia_book_decode(text, &read, err);
    if (!book)
        return NULL;
    if (!tabia_book_encode(book, tabia_format_find("ct800-bin", NULL), NULL,
                           data, size, NULL, err)) {
        tabia_book_free(book);
        return NULL;
    }
    *ns = bench_best(*ns, bench_now_ns() - begin);
    return book;
}

/* Some 2 MB of games: the file's first ones, or the book's lines repeated. */
static bool make_pgn(struct bench *b, const struct tabia_book *book,
                     struct buf *pgn, struct tabia_error *err)
{
    if (!b->games) {
        size_t before = 0;
        do {
            before = pgn->size;
            if (!bench_games_print(book, pgn, err))
                return false;
        } while (pgn->size < PGN_SIZE && pgn->size > before);
        return true;
    }
    struct input in;
    if (!input_open(&in, b->games, NULL, err))
        return false;
    size_t size = in.bytes.size < PGN_SIZE ? in.bytes.size : PGN_SIZE;
    buf_add(pgn, in.bytes.data, size);
    input_close(&in);
    return !pgn->failed || buf_error(pgn, err);
}

/* Writes a file that only lives for the run; 'path' is a mkstemp pattern. */
static bool write_temp(const struct buf *pgn, char *path,
                       struct tabia_error *err)
{
    int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return error_set(err, TABIA_ERR_IO, "cannot write a temporary file");
    bool done = fwrite(pgn->data, 1, pgn->size, file) == pgn->size;
    done &= fclose(file) == 0;
    if (!done)
        unlink(path);
    return done ||
           error_set(err, TABIA_ERR_IO, "cannot write a temporary file");
}

/* Compiles and lets pgn-extract read, in turns. */
static struct tabia_book *take_turns(struct bench *b, struct tabia_bytes text,
                                     const char *pgn, uint8_t **data,
                                     size_t *size, uint64_t *ours,
                                     uint64_t *theirs, struct tabia_error *err)
{
    const char *const argv[] = { "pgn-extract", "-s", "-r", pgn, NULL };
    struct tabia_book *book = NULL;
    for (int i = 0; i < b->rounds + 2; i++) {
        uint64_t ns;
        tabia_book_free(book);
        free(*data);
        *data = NULL;
        book = compile(text, data, size, ours, err);
        if (!book)
            return NULL;
        if (pgn && bench_run(argv, "", &ns))
            *theirs = bench_best(*theirs, ns);
    }
    return book;
}

static void add_compile(struct bench *b, const struct tabia_book *book,
                        uint64_t ours, uint64_t theirs)
{
    bench_add(b, "compile", "text to ct800-bin", (double)ours / 1e6, "ms");
    bench_add(b, "plies_per_second", "  plies",
              (double)tabia_book_edge_count(book) * 1e3 / (double)ours, "M/s");
    if (theirs == 0) {
        bench_note(b, "pgn-extract cannot be run: no ratio");
        return;
    }
    bench_add(b, "pgn_extract", "pgn-extract reads 2 MB of PGN",
              (double)theirs / 1e6, "ms");
    bench_add(b, "compile_ratio", "  time of the compiler to that",
              (double)ours / (double)theirs, "");
}

/* ---- all of it ------------------------------------------------------- */

static bool measure(struct bench *b, struct tabia_bytes text, const char *pgn,
                    struct tabia_error *err)
{
    uint8_t *data = NULL;
    size_t size = 0;
    uint64_t ours = 0, theirs = 0;
    struct tabia_book *book =
        take_turns(b, text, pgn, &data, &size, &ours, &theirs, err);
    if (!book)
        return false;
    struct table *table = NULL;
    if (tabia_book_edge_count(book))
        table =
            format_open_table((struct tabia_bytes){ data, size }, NULL, err);
    else
        error_set(err, TABIA_ERR_SYNTAX, "the book has no moves");
    bool done = table != NULL;
    if (done) {
        add_memory(b, book);
        done =
            measure_insert(b, book, err) && measure_find(b, book, table, err);
        add_compile(b, book, ours, theirs);
    }
    table_close(table);
    tabia_book_free(book);
    free(data);
    return done;
}

static bool measure_text(struct bench *b, struct tabia_bytes text,
                         struct tabia_error *err)
{
    char path[] = "/tmp/tabia-bench-XXXXXX";
    struct buf pgn = { .limit = 1 << 26 };
    struct tabia_book *lines = tabia_book_load(NULL, NULL, err);
    bool done =
        lines && make_pgn(b, lines, &pgn, err) && write_temp(&pgn, path, err);
    buf_clear(&pgn);
    tabia_book_free(lines);
    if (!done)
        return false;
    done = measure(b, text, path, err);
    unlink(path);
    return done;
}

enum bench_status bench_book(struct bench *b)
{
    struct tabia_error err = { 0 };
    struct input in;
    struct tabia_bytes text;
    if (!bench_text_open(b, &in, &text, &err))
        return bench_error(&err, (struct tabia_bytes){ 0 });
    bool done = measure_text(b, text, &err);
    if (b->book)
        error_in_file(&err, b->book);
    enum bench_status status = done ? BENCH_DONE : bench_error(&err, text);
    input_close(&in);
    return status;
}
