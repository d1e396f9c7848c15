/*
 * verb_info.c - tabia info
 */
#include <string.h>

#include "base/json.h"
#include "cli/books.h"
#include "cli/puzzle_files.h"
#include "cli/columns.h"
#include "cli/store_files.h"
#include "cli/survey.h"
#include "cli/verbs/verbs.h"

#include "base/banned.h"

/* Everything that is told about a book. */
struct facts {
    const struct book_file *file;
    const struct tabia_book *book;
    struct survey survey;
    uint32_t leaves;      // nodes without moves
    uint32_t unreachable; // positions that the initial one does not lead to
};

static uint32_t count_leaves(const struct tabia_book *book)
{
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < tabia_book_node_count(book); i++) {
        uint32_t first, count;
        tabia_node_edges(book, i, &first, &count);
        leaves += count == 0;
    }
    return leaves;
}

static bool facts_init(struct facts *facts, const struct book_file *file,
                       struct tabia_error *err)
{
    const struct tabia_book *book = file->book;
    struct survey from_start;
    if (!survey_init(&from_start, book, false, err))
        return false;
    *facts = (struct facts){
        .file = file,
        .book = book,
        .leaves = count_leaves(book),
        .unreachable = tabia_book_position_count(book) - from_start.nreached,
    };
    survey_clear(&from_start);
    return survey_init(&facts->survey, book, true, err);
}

/* The header texts that say more than where the book came from. */
static bool is_told(const char *key)
{
    return strcmp(key, "format") != 0;
}

/* ---- text ------------------------------------------------------------ */

static void add_fact(struct columns *table, const char *name, uint64_t value)
{
    columns_add(table, "%s", name);
    columns_add(table, "%llu", (unsigned long long)value);
}

static bool print_counts(const struct facts *facts)
{
    const struct tabia_book *book = facts->book;
    struct columns table;
    columns_init(&table, "lr");
    add_fact(&table, "positions", tabia_book_position_count(book));
    add_fact(&table, "unreachable", facts->unreachable);
    add_fact(&table, "nodes", tabia_book_node_count(book));
    add_fact(&table, "moves", tabia_book_edge_count(book));
    add_fact(&table, "roots", tabia_book_root_count(book));
    add_fact(&table, "lines", facts->leaves);
    add_fact(&table, "depth", facts->survey.depth);
    add_fact(&table, "memory", tabia_book_memory(book));
    bool done = columns_print(&table, stdout);
    columns_clear(&table);
    return done;
}

static bool print_features(const struct tabia_book *book)
{
    struct columns table;
    bool done = true;
    columns_init(&table, "lr");
    for (int i = 0; i < TABIA_NATTRS; i++)
        if (tabia_book_attrs(book) >> i & 1)
            add_fact(&table, tabia_attr_name((enum tabia_attr)i),
                     tabia_book_attr_count(book, (enum tabia_attr)i));
    if (table.ncells > 0) {
        puts("\nfeature");
        done = columns_print(&table, stdout);
    }
    columns_clear(&table);
    return done;
}

/* How many moves a position of the ply before has on average. */
static double breadth(const struct survey *survey, uint32_t ply)
{
    const uint32_t before = ply ? survey->plies[ply - 1].positions : 0;
    return before ? (double)survey->plies[ply].moves / before : 0;
}

static bool print_plies(const struct survey *survey)
{
    struct columns table;
    columns_init(&table, "rrrr");
    columns_add(&table, "ply");
    columns_add(&table, "positions");
    columns_add(&table, "moves");
    columns_add(&table, "breadth");
    for (uint32_t i = 0; survey->nreached > 0 && i <= survey->depth; i++) {
        columns_add(&table, "%u", i);
        columns_add(&table, "%u", survey->plies[i].positions);
        columns_add(&table, "%u", survey->plies[i].moves);
        columns_add(&table, "%.2f", breadth(survey, i));
    }
    putchar('\n');
    bool done = columns_print(&table, stdout);
    columns_clear(&table);
    return done;
}

static enum cli_status print_text(const struct facts *facts)
{
    const struct tabia_format_info *info =
        tabia_format_info(facts->file->format);
    cli_line("%s: %s, %s", facts->file->name, info->name, info->title);
    for (uint32_t i = 0; i < tabia_book_text_count(facts->book); i++) {
        const char *key, *value;
        tabia_book_text_at(facts->book, i, &key, &value);
        if (is_told(key))
            cli_line("%s: %s", key, value);
    }
    putchar('\n');
    bool done = print_counts(facts) && print_features(facts->book) &&
                print_plies(&facts->survey);
    return done ? CLI_DONE : cli_fail(CLI_FAILED, "out of memory");
}

/* ---- JSON ------------------------------------------------------------ */

static void put_texts(struct json *js, const struct tabia_book *book)
{
    json_key(js, "texts");
    json_begin_array(js);
    for (uint32_t i = 0; i < tabia_book_text_count(book); i++) {
        const char *key, *value;
        tabia_book_text_at(book, i, &key, &value);
        if (!is_told(key))
            continue;
        json_begin_object(js);
        json_pair_text(js, key, value);
        json_end(js);
    }
    json_end(js);
}

static void put_plies(struct json *js, const struct survey *survey)
{
    json_key(js, "plies");
    json_begin_array(js);
    for (uint32_t i = 0; survey->nreached > 0 && i <= survey->depth; i++) {
        json_begin_object(js);
        json_pair_uint(js, "positions", survey->plies[i].positions);
        json_pair_uint(js, "moves", survey->plies[i].moves);
        json_end(js);
    }
    json_end(js);
}

static enum cli_status print_json(const struct facts *facts)
{
    const struct tabia_book *book = facts->book;
    struct tabia_error err = { 0 };
    struct sink dst = cli_stdout(&err);
    struct json js;
    json_init(&js, &dst, true);
    json_begin_object(&js);
    json_pair_text(&js, "book", facts->file->name);
    json_pair_text(&js, "format", tabia_format_info(facts->file->format)->name);
    json_pair_uint(&js, "positions", tabia_book_position_count(book));
    json_pair_uint(&js, "unreachable", facts->unreachable);
    json_pair_uint(&js, "nodes", tabia_book_node_count(book));
    json_pair_uint(&js, "moves", tabia_book_edge_count(book));
    json_pair_uint(&js, "roots", tabia_book_root_count(book));
    json_pair_uint(&js, "lines", facts->leaves);
    json_pair_uint(&js, "memory", tabia_book_memory(book));
    json_key(&js, "features");
    json_begin_object(&js);
    for (int i = 0; i < TABIA_NATTRS; i++)
        if (tabia_book_attrs(book) >> i & 1)
            json_pair_uint(&js, tabia_attr_name((enum tabia_attr)i),
                           tabia_book_attr_count(book, (enum tabia_attr)i));
    json_end(&js);
    put_texts(&js, book);
    put_plies(&js, &facts->survey);
    json_end(&js);
    return CLI_DONE;
}

static enum cli_status run(const struct args *args)
{
    struct input in;
    if (store_files_is(args, args->operands[0]))
        return store_files_info(args, args->operands[0]);
    if (puzzle_files_is(args, args->operands[0], &in))
        return puzzle_files_info(args, &in);

    const struct books_options how = { .in = &in };
    struct book_file file;
    enum cli_status status = books_open(&file, args, args->operands[0], &how);
    if (status != CLI_DONE)
        return status;

    struct tabia_error err = { 0 };
    struct facts facts;
    if (facts_init(&facts, &file, &err)) {
        status = args->json ? print_json(&facts) : print_text(&facts);
        survey_clear(&facts.survey);
    } else {
        status = cli_error_in(&err, "");
    }
    books_close(&file);
    return status;
}

const struct verb verb_info = {
    .name = "info",
    .summary = "say what is in a book",
    .operands = "FILE",
    .description =
        "Tells the format, the texts of the header, how many positions, "
        "occurrences of positions (nodes), moves and lines there are, which "
        "features the book uses, and for each ply the positions that are "
        "first met there and the moves that lead there. Unreachable are the "
        "positions that no moves of the book lead to from the start of the "
        "game. Memory is in bytes.\n"
        "Of a store it tells what it counts, by what, from when to when, and "
        "what it was made from, without reading all of it.",
    .example = "tabia info book.txt\ntabia info --json book.dat",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON | WITH_FROM | WITH_LENIENT,
    .run = run,
};
