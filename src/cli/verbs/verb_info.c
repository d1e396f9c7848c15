/*
 * verb_info.c - tabia info
 */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "book/book_def.h"
#include "book/reach.h"
#include "cli/files/puzzle_set.h"
#include "cli/files/source_files.h"
#include "cli/files/store_file.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "format/key_walk.h"

#include "base/banned.h"

enum { DEEP };

static const struct option_spec options[] = {
    [DEEP] = { .name = "deep",
               .help = "of a keyed file: follow its moves, and print plies, "
                       "lines and what cannot be reached" },
};

/* ---- how deep and how broad ------------------------------------------- */

/* What a book has N moves away from a root. */
struct survey_ply {
    uint32_t positions; // met first here
    uint32_t moves;     // that lead here, each position's once
};

/* Shortest distances, from the roots or from the starting position alone. */
struct info_survey {
    struct reach ways;
    uint32_t nreached;        // positions
    struct survey_ply *plies; // owned: 'depth' + 1 of them
    uint32_t depth;           // the largest distance
};

static void survey_clear(struct info_survey *s)
{
    reach_clear(&s->ways);
    free(s->plies);
    *s = (struct info_survey){ 0 };
}

static bool survey_init(struct info_survey *s, const struct tabia_book *book,
                        bool from_roots, struct tabia_error *err)
{
    // Each ply but the last has a position of its own, and so has the last.
    const size_t n = (size_t)tabia_book_position_count(book) + 2;
    *s = (struct info_survey){ .plies = calloc(n, sizeof(*s->plies)) };
    if (!s->plies ||
        !reach_init(&s->ways, tabia_book_position_count(book), err)) {
        survey_clear(s);
        return error_nomem(err);
    }
    if (from_roots)
        reach_add_roots(&s->ways, book);
    else
        reach_add_initial(&s->ways, book);
    reach_follow(&s->ways, book, NULL, 0);

    struct tabia_book_move list[TABIA_MOVES_MAX];
    for (uint32_t i = 0; i < s->ways.n; i++) {
        const uint32_t position = s->ways.order[i];
        s->depth = s->ways.ply[position];
        s->plies[s->depth].positions++;
        s->plies[s->depth + 1].moves += (uint32_t)tabia_book_position_moves(
            book, position, TABIA_MERGE_FIRST, list, TABIA_MOVES_MAX);
    }
    s->nreached = s->ways.n;
    return true;
}

/* ---- facts ------------------------------------------------------------ */

static uint32_t count_leaves(const struct tabia_book *book)
{
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < tabia_book_node_count(book); i++) {
        uint32_t first, count;
        tabia_book_node_edges(book, i, &first, &count);
        leaves += count == 0;
    }
    return leaves;
}

static void put_features(struct verb_output *out, const struct tabia_book *book)
{
    verb_output_object(out, "features");
    if (tabia_book_attrs(book)) {
        verb_output_gap(out);
        verb_output_line(out, "feature");
    }
    for (int i = 0; i < TABIA_ATTR_COUNT; i++) {
        const char *name = tabia_attr_name((enum tabia_attr)i);
        if (tabia_book_attrs(book) >> i & 1)
            verb_output_add(
                out, name, name,
                fact_count(tabia_book_attr_count(book, (enum tabia_attr)i)));
    }
    verb_output_end(out);
}

/* What the file is, and the header texts that say more than that. */
static void put_head(struct verb_output *out, const struct source_file *file)
{
    const struct tabia_format_info *info = tabia_format_get_info(file->format);
    verb_output_add(out, "book", NULL, fact_text(file->name));
    verb_output_add(out, "format", NULL, fact_text(info->name));
    verb_output_line(out, "%s: %s, %s", file->name, info->name, info->title);
    verb_output_array(out, "texts");
    for (uint32_t i = 0; i < tabia_book_text_count(file->book); i++) {
        const char *key, *value;
        tabia_book_text_at(file->book, i, &key, &value);
        if (strcmp(key, "format") == 0)
            continue;
        verb_output_object(out, NULL);
        if (out->js)
            json_writer_pair_text(out->js, key, value);
        int len = (int)strcspn(value, "\n");
        verb_output_line(out, "%s: %.*s", key, len, value);
        while (value[len]) {
            value += len + 1;
            len = (int)strcspn(value, "\n");
            verb_output_line(out, "  %.*s", len, value);
        }
        verb_output_end(out);
    }
    verb_output_end(out);
    verb_output_gap(out);
}

/* Of a keyed file: what its rows say, and what they do not. */
static enum cli_status print_counts(const struct args *args,
                                    const struct source_file *file,
                                    const struct key_walk_counts *counts)
{
    static const char *const uncounted[] = { "unreachable", "nodes", "roots",
                                             "lines",       "depth", "memory" };
    bool has_attrs = false;
    struct verb_output out;
    verb_output_open(&out, args->json);
    verb_output_object(&out, NULL);
    put_head(&out, file);
    if (counts->has_positions)
        verb_output_add(&out, "positions", "positions",
                        fact_count(counts->positions));
    else
        verb_output_add(&out, "positions", NULL, fact_none(""));
    verb_output_add(&out, "moves", "moves", fact_count(counts->moves));
    if (counts->attrs[TABIA_ATTR_WEIGHT])
        verb_output_add(&out, "weight", "weight", fact_count(counts->weight));
    for (size_t i = 0; i < COUNT_OF(uncounted); i++)
        verb_output_add(&out, uncounted[i], NULL, fact_none(""));
    for (int i = 0; i < TABIA_ATTR_COUNT; i++)
        has_attrs |= counts->attrs[i] > 0;
    verb_output_object(&out, "features");
    if (has_attrs) {
        verb_output_gap(&out);
        verb_output_line(&out, "feature");
    }
    for (int i = 0; i < TABIA_ATTR_COUNT; i++)
        if (counts->attrs[i])
            verb_output_add(&out, tabia_attr_name((enum tabia_attr)i),
                            tabia_attr_name((enum tabia_attr)i),
                            fact_count(counts->attrs[i]));
    verb_output_end(&out);
    verb_output_gap(&out);
    verb_output_array(&out, "plies");
    verb_output_end(&out);
    verb_output_line(&out, "Not counted: depth, lines and what is reachable; "
                           "'tabia info --deep' counts them");
    verb_output_end(&out);
    return verb_output_close(&out);
}

static enum cli_status print_info(const struct args *args,
                                  const struct source_file *file)
{
    const struct tabia_book *book = file->book;
    struct tabia_error err = { 0 };
    struct info_survey from_start, all;
    if (!survey_init(&from_start, book, false, &err))
        return cli_print_error(&err);
    const uint32_t nreached = from_start.nreached;
    survey_clear(&from_start);
    if (!survey_init(&all, book, true, &err))
        return cli_print_error(&err);

    struct verb_output out;
    verb_output_open(&out, args->json);
    verb_output_object(&out, NULL);
    put_head(&out, file);
    const struct {
        const char *name;
        uint64_t n;
    } counts[] = {
        { "positions", tabia_book_position_count(book) },
        { "unreachable", tabia_book_position_count(book) - nreached },
        { "nodes", tabia_book_node_count(book) },
        { "moves", tabia_book_edge_count(book) },
        { "roots", tabia_book_root_count(book) },
        { "lines", count_leaves(book) },
        { "depth", all.depth },
        { "memory", book->memory },
    };
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        verb_output_add(&out, counts[i].name, counts[i].name,
                        fact_count(counts[i].n));
    put_features(&out, book);
    // Breadth: how many moves a position of the ply before has on average.
    static const struct verb_output_column columns[] = {
        { "ply", "ply", 'r' },
        { "positions", "positions", 'r' },
        { "moves", "moves", 'r' },
        { "breadth", "breadth", 'r' },
    };
    uint32_t before = 0;
    verb_output_gap(&out);
    verb_output_table(&out, "plies", columns, COUNT_OF(columns));
    for (uint32_t i = 0; all.nreached > 0 && i <= all.depth; i++) {
        const uint32_t nmoves = all.plies[i].moves;
        verb_output_cell(&out, fact_count(i));
        verb_output_cell(&out, fact_count(all.plies[i].positions));
        verb_output_cell(&out, fact_count(nmoves));
        verb_output_cell(&out,
                         fact_real(before ? (double)nmoves / before : 0, 2));
        before = all.plies[i].positions;
    }
    verb_output_table_end(&out);
    verb_output_end(&out);
    survey_clear(&all);
    return verb_output_close(&out);
}

/* The settings that say how to walk ask for a walk. */
static bool wants_walk(const struct args *args, const struct source_file *file)
{
    struct tabia_setting settings[OPTIONS_REPEATED_MAX];
    const size_t n =
        settings_for(args, file->format, TABIA_WHEN_READING, settings);
    bool wants = args->values[DEEP].given;
    for (size_t i = 0; i < n; i++)
        wants |= key_walk_is_setting(settings[i].name);
    return wants;
}

static enum cli_status run_info(const struct args *args)
{
    const struct source_file_options look = { .mode = TABIA_OPEN_RECOGNISE };
    const struct source_file_options load = { .mode = TABIA_OPEN_LOAD };
    struct key_walk_counts counts;
    struct source_file file;
    enum cli_status status =
        source_file_recognise(&file, args, args->operands[0], &look);
    if (status != CLI_DONE)
        return status;
    if (tabia_format_get_info(file.format)->is_store) {
        status = args->values[DEEP].given
                     ? cli_misuse(args->verb, "--deep is not for stores")
                     : store_file_info(args, &file);
    } else if (source_could_be_puzzles(file.source)) {
        status = puzzle_set_info(args, &file);
    } else {
        const bool is_counted =
            key_walk_can_count(file.format) && !wants_walk(args, &file);
        status = settings_check(args, &file.format, 1, NULL);
        if (status == CLI_DONE)
            status = is_counted ? source_file_count(&file, args, &counts)
                                : source_file_finish_open(&file, args, &load);
        if (status == CLI_DONE)
            status = is_counted ? print_counts(args, &file, &counts)
                                : print_info(args, &file);
    }
    source_file_close(&file);
    return status;
}

const struct verb verb_info = {
    .name = "info",
    .group = VERB_GROUP_LOOK_UP,
    .summary = "summarize a book or a store",
    .operands = "FILE",
    .description =
        "Prints the format, the texts of the header, how many positions, "
        "occurrences of positions (nodes), moves and lines there are, which "
        "features the book uses, and for each ply the positions that are "
        "first met there and the moves that lead there. Unreachable are the "
        "positions that no moves of the book lead to from the start of the "
        "game. Memory is in bytes.\n"
        "The rows of a keyed file, such as a PolyGlot book, are counted "
        "without knowing their positions: how many positions and moves there "
        "are, and the sum of the weights. --deep follows the moves from the "
        "start of the game and prints the rest, which takes longer and needs "
        "memory for the whole book.\n"
        "Of a store it prints what it counts, by what, from when to when, and "
        "what it was made from, without reading all of it.",
    .example = "tabia info book.txt\ntabia info --deep book.bin",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_info,
};
