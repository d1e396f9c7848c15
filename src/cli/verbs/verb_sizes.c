/*
 * verb_sizes.c - tabia sizes
 *
 * The comparison of section 5 of J. F. White's article, for any book. The
 * book's lines are brought together first, so that all representations hold
 * the same moves; what each file really holds is counted by reading it back.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "cli/files/source_files.h"
#include "cli/progress_bar.h"
#include "cli/verbs/size_estimates.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "tabia/transform.h"

#include "base/banned.h"

enum { CAPACITY };

static const struct option_spec options[] = {
    [CAPACITY] = { .name = "capacity",
                   .kind = OPTION_INT,
                   .value = "BYTES",
                   .min = 1,
                   .max = INT64_MAX,
                   .help =
                       "also show how full a memory of this size would be" },
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

struct sizes_row {
    bool is_known;
    uint64_t nbytes;
    struct size_counts holds;
    bool has_lines; // it keeps lines, not positions
};

struct sizes {
    const struct args *args;
    struct tabia_book *tree; // all lines from the starting position
    struct size_counts all;
    struct sizes_row rows[NROWS];
    uint64_t nsame; // positions that share a 40-bit key
};

/* ---- measuring ------------------------------------------------------- */

static bool encode_as_kind(const struct tabia_book *book,
                           const struct kind *kind, uint8_t **data,
                           size_t *size, struct tabia_error *err)
{
    struct tabia_setting list[COUNT_OF(kind->settings)];
    struct tabia_write_options write = { .settings = list };
    for (size_t i = 0; i < COUNT_OF(kind->settings); i++)
        if (kind->settings[i])
            list[write.nsettings++] =
                (struct tabia_setting){ kind->settings[i], "" };
    return tabia_book_encode(book, tabia_format_find(kind->format, NULL),
                             &write, data, size, NULL, err);
}

static struct tabia_book *decode_as_kind(const struct kind *kind,
                                         const uint8_t *data, size_t size,
                                         struct tabia_error *err)
{
    const struct tabia_setting offsets = { "from-offsets", "" };
    const struct tabia_read_options read = {
        .format = tabia_format_find(kind->format, NULL),
        .settings = &offsets,
        .nsettings =
            kind->settings[0] && strcmp(kind->settings[0], "offsets") == 0,
    };
    return tabia_book_decode((struct tabia_bytes){ data, size }, &read, err);
}

/* True if no two moves lead to the same node: no lines meet. */
static bool is_tree(const struct tabia_book *book)
{
    return tabia_book_edge_count(book) + tabia_book_root_count(book) ==
           tabia_book_node_count(book);
}

/* Writes the tree, reads it back and counts. */
static bool measure_file(struct sizes *s, const struct kind *kind,
                         struct sizes_row *row, struct tabia_error *err)
{
    uint8_t *data;
    size_t size;
    if (!encode_as_kind(s->tree, kind, &data, &size, err))
        return false;
    struct tabia_book *book = decode_as_kind(kind, data, size, err);
    bool ok = book && size_estimates_count(book, &row->holds, err);
    row->is_known = true;
    row->nbytes = size;
    row->has_lines = strcmp(kind->format, "ct800-bin") != 0 &&
                     strcmp(kind->format, "polyglot") != 0;
    if (ok && row->has_lines && !is_tree(book)) {
        // Where lines jump into each other they are counted in full.
        struct size_counts counts;
        struct tabia_book *tree = tabia_book_expand(book, NULL, NULL, err);
        ok = tree && size_estimates_count(tree, &counts, err);
        if (ok)
            row->holds.lines = counts.lines;
        tabia_book_free(tree);
    }
    tabia_book_free(book);
    free(data);
    return ok;
}

static bool measure_row(struct sizes *s, enum row_id id,
                        struct tabia_error *err)
{
    const struct kind *kind = &kinds[id];
    struct sizes_row *row = &s->rows[id];
    const bool has_format =
        kind->format && tabia_format_find(kind->format, NULL);
    uint8_t *data;
    size_t size;
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
        return size_estimates_keyed(s->tree, &s->all, &row->nbytes, &s->nsame,
                                    err);
    case AS_HUFFMAN:
        row->nbytes = size_estimates_huffman(s->tree, &s->all);
        return true;
    case AS_ZSTD:
        if (!encode_as_kind(s->tree, &kinds[LINES], &data, &size, err))
            return false;
        row->is_known = size_estimates_zstd((struct tabia_bytes){ data, size },
                                            &row->nbytes);
        row->has_lines = true;
        free(data);
        return true;
    }
    return true;
}

static bool measure_all(struct sizes *s, const struct tabia_book *book,
                        struct tabia_error *err)
{
    // The book's lines, those that begin alike together.
    static const struct kind sorted = {
        NULL, NULL, AS_FILE, "reduced", { "sort" }
    };
    uint8_t *data;
    size_t size;
    if (!encode_as_kind(book, &sorted, &data, &size, err))
        return false;
    s->tree = decode_as_kind(&sorted, data, size, err);
    free(data);
    bool ok = s->tree && size_estimates_count(s->tree, &s->all, err);
    if (ok && !s->all.moves)
        return error_set(err, TABIA_ERR_SYNTAX,
                         "the book has no lines from the starting position");
    struct progress_bar bar;
    progress_bar_init(&bar, "measuring", "moves", NROWS * s->all.plies,
                      s->args->quiet);
    for (int i = 0; ok && i < NROWS; i++) {
        ok = measure_row(s, (enum row_id)i, err);
        progress_bar_update(&bar, (uint64_t)(i + 1) * s->all.plies);
    }
    progress_bar_finish(&bar);
    return ok;
}

/* ---- printing -------------------------------------------------------- */

static double ratio_of(uint64_t a, uint64_t b)
{
    return b ? (double)a / (double)b : 0;
}

/* Bytes for each line that one representation takes more than another. */
static double extra_bytes_per_line(const struct sizes *s, enum row_id a,
                                   enum row_id b)
{
    return s->all.lines
               ? ((double)s->rows[a].nbytes - (double)s->rows[b].nbytes) /
                     (double)s->all.lines
               : 0;
}

static void put_rows(struct verb_output *out, const struct sizes *s,
                     uint64_t capacity)
{
    static const struct verb_output_column columns[] = {
        { "name", NULL, 'l' },
        { NULL, "", 'l' },
        { "bytes", "bytes", 'r' },
        { "bytes_per_move", "per move", 'r' },
        { "bits_per_move", "bits", 'r' },
        { "moves", "moves", 'r' },
        { "lines", "lines", 'r' },
        { "positions", "positions", 'r' },
        { "full", "full", 'r' }, // with a capacity
    };
    verb_output_table(out, "sizes", columns, COUNT_OF(columns) - !capacity);
    for (size_t i = 0; i < NROWS; i++) {
        const struct sizes_row *row = &s->rows[i];
        if (!row->is_known)
            continue;
        verb_output_cell(out, fact_text(kinds[i].key));
        verb_output_cell(out, fact_text(kinds[i].what));
        verb_output_cell(out, fact_count(row->nbytes));
        verb_output_cell(out,
                         fact_real(ratio_of(row->nbytes, row->holds.moves), 2));
        verb_output_cell(
            out, fact_real(8 * ratio_of(row->nbytes, row->holds.moves), 1));
        verb_output_cell(out, fact_count(row->holds.moves));
        verb_output_cell(out, row->has_lines ? fact_count(row->holds.lines)
                                             : fact_none("-"));
        verb_output_cell(out, fact_count(row->holds.positions));
        if (capacity)
            verb_output_cell(out,
                             fact_share(ratio_of(row->nbytes, capacity), 1));
    }
    verb_output_table_end(out);
}

static enum cli_status print_sizes(const struct args *args,
                                   const struct sizes *s)
{
    const uint64_t saved = s->rows[BIN].nbytes - s->rows[BIN_JUMPS].nbytes;
    const uint64_t saved_offsets =
        s->rows[BIN_OFFSETS].nbytes - s->rows[BIN_OFFSETS_JUMPS].nbytes;
    const double more = extra_bytes_per_line(s, AMATEUR, BIN);
    const double more_offsets =
        extra_bytes_per_line(s, AMATEUR_OFFSETS, BIN_OFFSETS);
    struct verb_output out;
    verb_output_open(&out, args->json);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "lines", NULL, fact_count(s->all.lines));
    verb_output_add(&out, "moves_in_lines", NULL, fact_count(s->all.plies));
    verb_output_line(&out, "%" PRIu64 " %s of %" PRIu64 " %s in all",
                     s->all.lines, plural(s->all.lines, "line", "lines"),
                     s->all.plies, plural(s->all.plies, "move", "moves"));
    verb_output_gap(&out);
    put_rows(&out, s, (uint64_t)args->values[CAPACITY].number);
    verb_output_gap(&out);
    verb_output_add(&out, "extra_per_line", NULL, fact_real(more, 3));
    verb_output_add(&out, "extra_per_line_offsets", NULL,
                    fact_real(more_offsets, 3));
    verb_output_line(
        &out,
        "amateur takes %.3f bytes per line more than spracklen-bin, "
        "%.3f with offsets",
        more, more_offsets);
    verb_output_add(&out, "jumps_save", NULL, fact_count(saved));
    verb_output_add(&out, "jumps_save_offsets", NULL,
                    fact_count(saved_offsets));
    verb_output_line(&out,
                     "jumps save %" PRIu64 " %s, %" PRIu64 " with offsets",
                     saved, plural(saved, "byte", "bytes"), saved_offsets);
    verb_output_add(&out, "same_40_bit_keys", NULL, fact_count(s->nsame));
    verb_output_line(&out,
                     "40-bit keys: %" PRIu64
                     " positions share one with another",
                     s->nsame); // never 1
    verb_output_end(&out);
    return verb_output_close(&out);
}

static enum cli_status run_sizes(const struct args *args)
{
    const char *path = args->noperands ? args->operands[0] : NULL;
    struct source_file file;
    enum cli_status status = source_file_open(&file, args, path, NULL);
    if (status != CLI_DONE)
        return status;
    struct sizes *s = calloc(1, sizeof(*s));
    struct tabia_error err = { 0 };
    if (s)
        s->args = args;
    if (!s)
        status = cli_fail(CLI_FAILED, "out of memory");
    else if (measure_all(s, file.book, &err))
        status = print_sizes(args, s);
    else {
        error_in_file(&err, file.name);
        status = cli_print_error(&err);
    }
    if (s)
        tabia_book_free(s->tree);
    free(s);
    source_file_close(&file);
    return status;
}

const struct verb verb_sizes = {
    .name = "sizes",
    .group = VERB_GROUP_MORE,
    .summary = "compare the size of a book in all representations",
    .operands = "[BOOK]",
    .description =
        "Writes the lines of a book from the starting position in every "
        "representation and prints the bytes, and the bytes and bits per "
        "move. Attributes such as weights and names are not included. "
        "Without BOOK, it uses the built-in book.",
    .notes =
        "Each row also shows what the representation holds: distinct moves "
        "of distinct positions, lines, and positions. FROM-TO strings take "
        "two bytes for each move of each line; 40-bit keys take 5 bytes "
        "per position and 2 per move; Huffman-coded positions use a code "
        "made for the book's own pieces. zstd is skipped where it is not "
        "installed.",
    .example = "tabia sizes lines.txt\n"
               "tabia sizes --capacity 16384 book.txt",
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_sizes,
};
