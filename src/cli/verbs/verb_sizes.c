/*
 * verb_sizes.c - tabia sizes
 *
 * The comparison of section 5 of J. F. White's article, for any book. The
 * book's lines are brought together first, so that all representations hold
 * the same moves; what each file really holds is counted by reading it back.
 */
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "cli/books.h"
#include "cli/columns.h"
#include "cli/size_estimates.h"
#include "cli/verbs/verbs.h"
#include "tabia/transform.h"

#include "base/banned.h"

enum { CAPACITY };

static const struct option_spec options[] = {
    [CAPACITY] = { .name = "capacity",
                   .kind = OPTION_INT,
                   .value = "BYTES",
                   .min = 1,
                   .max = INT64_MAX,
                   .help = "also tell how full a memory of this size is" },
};

/* How a row is measured. */
enum way {
    AS_FILE,    // written in a format, and read back
    AS_STRINGS, // two bytes for each move of each line
    AS_ENTRIES, // 16 bytes for each move of a position, unless a format does
    AS_KEYS,
    AS_HUFFMAN,
    AS_ZSTD,
};

enum row_id {
    LINES,
    STRINGS,
    REDUCED,
    AMATEUR,
    AMATEUR_OFFSETS,
    SPRACKLEN,
    BIN,
    BIN_JUMPS,
    BIN_OFFSETS,
    BIN_OFFSETS_JUMPS,
    OBK,
    CT800_BIN,
    POLYGLOT,
    KEYED,
    HUFFMAN,
    ZSTD,
    NROWS,
};

static const struct kind {
    const char *key, *what;
    enum way way;
    const char *format;
    const char *settings[2]; // switches
} kinds[NROWS] = {
    [LINES] = { "lines", "text", AS_FILE, "lines", { NULL } },
    [STRINGS] = { "from-to", "FROM-TO strings", AS_STRINGS, NULL, { NULL } },
    [REDUCED] = { "reduced", "reduced text", AS_FILE, "reduced", { NULL } },
    [AMATEUR] = { "amateur", "amateur", AS_FILE, "amateur", { NULL } },
    [AMATEUR_OFFSETS] = { "amateur-offsets",
                          "amateur, offsets",
                          AS_FILE,
                          "amateur",
                          { "offsets" } },
    [SPRACKLEN] = { "spracklen",
                    "spracklen text",
                    AS_FILE,
                    "spracklen",
                    { NULL } },
    [BIN] = { "spracklen-bin",
              "spracklen-bin",
              AS_FILE,
              "spracklen-bin",
              { NULL } },
    [BIN_JUMPS] = { "spracklen-bin-jumps",
                    "spracklen-bin, jumps",
                    AS_FILE,
                    "spracklen-bin",
                    { "jumps" } },
    [BIN_OFFSETS] = { "spracklen-bin-offsets",
                      "spracklen-bin, offsets",
                      AS_FILE,
                      "spracklen-bin",
                      { "offsets" } },
    [BIN_OFFSETS_JUMPS] = { "spracklen-bin-offsets-jumps",
                            "spracklen-bin, offsets, jumps",
                            AS_FILE,
                            "spracklen-bin",
                            { "offsets", "jumps" } },
    [OBK] = { "obk", "obk", AS_FILE, "obk", { NULL } },
    [CT800_BIN] = { "ct800-bin", "ct800-bin", AS_FILE, "ct800-bin", { NULL } },
    [POLYGLOT] = { "polyglot", "polyglot", AS_ENTRIES, "polyglot", { NULL } },
    [KEYED] = { "keyed-40", "positions, 40-bit keys", AS_KEYS, NULL, { NULL } },
    [HUFFMAN] = { "huffman", "positions, Huffman", AS_HUFFMAN, NULL, { NULL } },
    [ZSTD] = { "zstd", "text, zstd -19", AS_ZSTD, NULL, { NULL } },
};

struct row {
    bool is_known;
    uint64_t nbytes;
    struct size_counts holds;
    bool has_lines; // it keeps lines, not positions
};

struct sizes {
    const struct args *args;
    struct tabia_book *tree; // all lines from the initial position
    struct size_counts all;
    struct row rows[NROWS];
    uint64_t nsame; // positions that share a 40-bit key
};

/* ---- measuring ------------------------------------------------------- */

static bool encode(const struct tabia_book *book, const struct kind *kind,
                   uint8_t **data, size_t *size, struct tabia_error *err)
{
    struct tabia_setting list[COUNT_OF(kind->settings)];
    struct tabia_write_options write = { .settings = list };
    for (size_t i = 0; i < COUNT_OF(kind->settings); i++)
        if (kind->settings[i])
            list[write.nsettings++] =
                (struct tabia_setting){ kind->settings[i], "" };
    return tabia_book_encode(book, tabia_format_find(kind->format), &write,
                             data, size, NULL, err);
}

static struct tabia_book *decode(const struct kind *kind, const uint8_t *data,
                                 size_t size, struct tabia_error *err)
{
    const struct tabia_setting offsets = { "from-offsets", "" };
    const struct tabia_read_options read = {
        .format = tabia_format_find(kind->format),
        .settings = &offsets,
        .nsettings =
            kind->settings[0] && strcmp(kind->settings[0], "offsets") == 0,
    };
    return tabia_book_decode((struct tabia_bytes){ data, size }, &read, err);
}

/* Where lines jump into each other they are counted in full. */
static bool count_lines(const struct tabia_book *book, struct row *row,
                        struct tabia_error *err)
{
    struct size_counts counts;
    struct tabia_book *tree = tabia_book_expand(book, NULL, NULL, err);
    const bool done = tree && size_count(tree, &counts, err);
    if (done)
        row->holds.lines = counts.lines;
    tabia_book_free(tree);
    return done;
}

/* Writes the tree, reads it back and counts. */
static bool measure_file(struct sizes *s, const struct kind *kind,
                         struct row *row, struct tabia_error *err)
{
    uint8_t *data;
    size_t size;
    if (!encode(s->tree, kind, &data, &size, err))
        return false;
    struct tabia_book *book = decode(kind, data, size, err);
    bool done = book && size_count(book, &row->holds, err);
    row->is_known = true;
    row->nbytes = size;
    row->has_lines = strcmp(kind->format, "ct800-bin") != 0 &&
                     strcmp(kind->format, "polyglot") != 0;
    if (done && row->has_lines)
        done = count_lines(book, row, err);
    tabia_book_free(book);
    free(data);
    return done;
}

static bool measure_zstd(struct sizes *s, struct row *row,
                         struct tabia_error *err)
{
    uint8_t *data;
    size_t size;
    if (!encode(s->tree, &kinds[LINES], &data, &size, err))
        return false;
    row->is_known = size_zstd((struct tabia_bytes){ data, size }, &row->nbytes);
    row->has_lines = true;
    free(data);
    return true;
}

static bool measure(struct sizes *s, enum row_id id, struct tabia_error *err)
{
    const struct kind *kind = &kinds[id];
    struct row *row = &s->rows[id];
    const bool has_format = kind->format && tabia_format_find(kind->format);
    row->holds = s->all;
    row->is_known = true;
    switch (kind->way) {
    case AS_FILE:
        row->is_known = has_format;
        return !has_format || measure_file(s, kind, row, err);
    case AS_ENTRIES:
        row->nbytes = 16 * s->all.moves;
        return !has_format || measure_file(s, kind, row, err);
    case AS_STRINGS:
        row->nbytes = 2 * s->all.plies;
        row->has_lines = true;
        return true;
    case AS_KEYS:
        return size_keyed(s->tree, &s->all, &row->nbytes, &s->nsame, err);
    case AS_HUFFMAN:
        row->nbytes = size_huffman(s->tree, &s->all);
        return true;
    case AS_ZSTD:
        return measure_zstd(s, row, err);
    }
    return true;
}

/* The book's lines, those that begin alike together. */
static bool make_tree(struct sizes *s, const struct tabia_book *book,
                      struct tabia_error *err)
{
    static const struct kind sorted = {
        NULL, NULL, AS_FILE, "reduced", { "sort" }
    };
    uint8_t *data;
    size_t size;
    if (!encode(book, &sorted, &data, &size, err))
        return false;
    s->tree = decode(&sorted, data, size, err);
    free(data);
    return s->tree && size_count(s->tree, &s->all, err);
}

static bool measure_all(struct sizes *s, const struct tabia_book *book,
                        struct tabia_error *err)
{
    bool done = make_tree(s, book, err);
    if (done && !s->all.moves)
        return error_set(err, TABIA_SYNTAX,
                         "the book has no lines from the start of the game");
    for (int i = 0; done && i < NROWS; i++)
        done = measure(s, (enum row_id)i, err);
    return done;
}

/* ---- telling --------------------------------------------------------- */

static double per(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0;
}

/* Bytes for each line that one representation takes more than another. */
static double extra(const struct sizes *s, enum row_id a, enum row_id b)
{
    return s->all.lines
               ? ((double)s->rows[a].nbytes - (double)s->rows[b].nbytes) /
                     (double)s->all.lines
               : 0;
}

static void add_row(struct columns *table, const struct kind *kind,
                    const struct row *row, uint64_t capacity)
{
    columns_add(table, "%s", kind->what);
    columns_add(table, "%llu", (unsigned long long)row->nbytes);
    columns_add(table, "%.2f", per(row->nbytes, row->holds.moves));
    columns_add(table, "%.1f", 8 * per(row->nbytes, row->holds.moves));
    columns_add(table, "%llu", (unsigned long long)row->holds.moves);
    if (row->has_lines)
        columns_add(table, "%llu", (unsigned long long)row->holds.lines);
    else
        columns_add(table, "-");
    columns_add(table, "%llu", (unsigned long long)row->holds.positions);
    if (capacity)
        columns_add(table, "%.1f%%", 100 * per(row->nbytes, capacity));
}

static bool print_table(const struct sizes *s, uint64_t capacity)
{
    static const char *const heads[] = { "",      "bytes", "per move", "bits",
                                         "moves", "lines", "positions" };
    struct columns table;
    columns_init(&table, capacity ? "lrrrrrrr" : "lrrrrrr");
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        columns_add(&table, "%s", heads[i]);
    if (capacity)
        columns_add(&table, "full");
    for (size_t i = 0; i < NROWS; i++)
        if (s->rows[i].is_known)
            add_row(&table, &kinds[i], &s->rows[i], capacity);
    const bool done = columns_print(&table, stdout);
    columns_clear(&table);
    return done;
}

static enum cli_status print_text(const struct sizes *s, uint64_t capacity)
{
    const uint64_t saved = s->rows[BIN].nbytes - s->rows[BIN_JUMPS].nbytes;
    printf("%llu %s of %llu %s in all\n\n", (unsigned long long)s->all.lines,
           plural(s->all.lines, "line", "lines"),
           (unsigned long long)s->all.plies,
           plural(s->all.plies, "move", "moves"));
    if (!print_table(s, capacity))
        return cli_fail(CLI_FAILED, "out of memory");
    printf("\namateur takes %.3f bytes per line more than spracklen-bin, "
           "%.3f with offsets\n",
           extra(s, AMATEUR, BIN), extra(s, AMATEUR_OFFSETS, BIN_OFFSETS));
    printf("jumps save %llu %s, %llu with offsets\n", (unsigned long long)saved,
           plural(saved, "byte", "bytes"),
           (unsigned long long)(s->rows[BIN_OFFSETS].nbytes -
                                s->rows[BIN_OFFSETS_JUMPS].nbytes));
    printf("40-bit keys: %llu positions share one with another\n",
           (unsigned long long)s->nsame); // never 1
    return CLI_DONE;
}

static void put_row(struct json *js, const struct kind *kind,
                    const struct row *row, uint64_t capacity)
{
    json_begin_object(js);
    json_pair_text(js, "name", kind->key);
    json_pair_uint(js, "bytes", row->nbytes);
    json_pair_double(js, "bytes_per_move", per(row->nbytes, row->holds.moves));
    json_pair_double(js, "bits_per_move",
                     8 * per(row->nbytes, row->holds.moves));
    json_pair_uint(js, "moves", row->holds.moves);
    json_key(js, "lines");
    if (row->has_lines)
        json_put_uint(js, row->holds.lines);
    else
        json_put_null(js);
    json_pair_uint(js, "positions", row->holds.positions);
    if (capacity)
        json_pair_double(js, "full", per(row->nbytes, capacity));
    json_end(js);
}

static enum cli_status print_json(const struct sizes *s, uint64_t capacity)
{
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    json_init(&js, &dst, true);
    json_begin_object(&js);
    json_pair_uint(&js, "lines", s->all.lines);
    json_pair_uint(&js, "moves_in_lines", s->all.plies);
    json_key(&js, "sizes");
    json_begin_array(&js);
    for (size_t i = 0; i < NROWS; i++)
        if (s->rows[i].is_known)
            put_row(&js, &kinds[i], &s->rows[i], capacity);
    json_end(&js);
    json_pair_double(&js, "extra_per_line", extra(s, AMATEUR, BIN));
    json_pair_double(&js, "extra_per_line_offsets",
                     extra(s, AMATEUR_OFFSETS, BIN_OFFSETS));
    json_pair_uint(&js, "same_40_bit_keys", s->nsame);
    json_end(&js);
    return CLI_DONE;
}

static enum cli_status run(const struct args *args)
{
    const char *path = args->noperands ? args->operands[0] : NULL;
    const uint64_t capacity = (uint64_t)args->values[CAPACITY].number;
    struct book_file file;
    enum cli_status status = books_open(&file, args, path, NULL);
    if (status != CLI_DONE)
        return status;
    struct sizes *s = calloc(1, sizeof(*s));
    struct tabia_error err = { 0 };
    if (!s)
        status = cli_fail(CLI_FAILED, "out of memory");
    else if (measure_all(s, file.book, &err))
        status = args->json ? print_json(s, capacity) : print_text(s, capacity);
    else {
        error_in_file(&err, file.name);
        status = cli_error_in(&err, "");
    }
    if (s)
        tabia_book_free(s->tree);
    free(s);
    books_close(&file);
    return status;
}

const struct verb verb_sizes = {
    .name = "sizes",
    .summary = "compare how many bytes a book takes",
    .operands = "[BOOK]",
    .description =
        "Writes the lines of a book from the initial position in every "
        "representation and tells the bytes, and the bytes and bits per move. "
        "Beside them stands what each holds: different moves of different "
        "positions, lines, and positions. Attributes such as weights and names "
        "do not count. FROM-TO strings are two bytes for each move of each "
        "line; 40-bit keys 5 bytes for each position and 2 for each move; "
        "Huffman-coded positions have the code of the book's own pieces. "
        "zstd is left out where it is not installed. Without BOOK it is the "
        "book that comes with tabia.",
    .example = "tabia sizes lines.txt\n"
               "tabia sizes --capacity 16384 book.txt",
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run,
};
