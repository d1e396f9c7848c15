/*
 * verb_convert.c - tabia convert
 */
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "cli/files/book_output.h"
#include "cli/files/puzzle_set.h"
#include "cli/files/source_files.h"
#include "cli/files/store_file.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "format/puzzle/puzzles.h"
#include "source/source_internal.h"
#include "table/table.h"

#include "base/banned.h"

enum {
    MAX_PLY,
    SIDE,
    MIN_WEIGHT,
    MIN_GAMES,
    MAX_LOSS,
    TOP,
    REACHABLE,
    FOLD,
    EXPAND,
    MAX_NODES,
    STRICT,
};

static const struct option_spec options[] = {
    [STRICT] = SHARED_STRICT,
    [MAX_PLY] = { .name = "max-ply",
                  .group = "What to keep",
                  .kind = OPTION_INT,
                  .value = "N",
                  .min = 1,
                  .max = 1000,
                  .help = "keep the first N plies of each line" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_colors,
               .help = "keep this side's choices and all replies to them; "
                       "--top and --max-loss then apply to this side" },
    [MIN_WEIGHT] = { .name = "min-weight",
                     .kind = OPTION_INT,
                     .value = "N",
                     .max = UINT32_MAX,
                     .help = "drop moves of lower weight; moves without a "
                             "weight stay" },
    [MIN_GAMES] = { .name = "min-games",
                    .kind = OPTION_INT,
                    .value = "N",
                    .max = UINT32_MAX,
                    .help = "drop moves played in fewer than N games; moves "
                            "without results stay" },
    [MAX_LOSS] = { .name = "max-loss",
                   .kind = OPTION_INT,
                   .value = "CP",
                   .min = 1,
                   .max = 100000,
                   .help = "drop moves that lose more than CP centipawns "
                           "against the best move, by the book's evaluations "
                           "(see 'tabia evaluate --all')" },
    [TOP] = SHARED_TOP,
    [REACHABLE] = { .name = "reachable",
                    .help = "keep only what can be reached from the starting "
                            "position" },
    [FOLD] = { .name = "fold",
               .group = "Transpositions",
               .help = "merge all occurrences of a position into one" },
    [EXPAND] = { .name = "expand",
                 .help = "write every line in full: where lines meet, "
                         "repeat what follows" },
    [MAX_NODES] = { .name = "max-nodes",
                    .kind = OPTION_INT,
                    .value = "N",
                    .min = 1,
                    .max = UINT32_MAX - 1,
                    .help = "size limit of --expand: by default 1000000, or "
                            "the size of the book if that is larger" },
};

/* Filters that look at one position at a time, and so work by key too. */
static const int local_filters[] = { MIN_WEIGHT, MIN_GAMES, TOP };

static const int other_filters[] = { MAX_PLY, SIDE, MAX_LOSS, REACHABLE };

static const int transpositions[] = { FOLD, EXPAND, MAX_NODES };

/* The first option of a list that is given, or -1. */
static int find_given(const struct args *args, const int *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (args->values[list[i]].given)
            return list[i];
    return -1;
}

#define GIVEN(args, list) find_given(args, list, COUNT_OF(list))

/* Conversions in which nothing is transformed leave the result empty. */
struct conversion {
    const struct args *args;
    struct source_file in;
    struct book_output out;
    struct tabia_transform_result result; // of all transforms
    bool by_key; // copied row by row; positions and moves are not counted
    struct tabia_report unread; // of the input
};

/* Puts 'made' in the place of the book; NULL is the failure to make it. */
static bool replace_converted_book(struct conversion *job,
                                   struct tabia_book *made,
                                   const struct tabia_transform_result *one)
{
    struct tabia_transform_result *sum = &job->result;
    if (!made)
        return false;
    source_file_replace_book(&job->in, made);
    sum->folded += one->folded;
    sum->conflicts += one->conflicts;
    sum->cut += one->cut;
    sum->dropped += one->dropped;
    sum->dropped_tags += one->dropped_tags;
    for (int i = 0; i < TABIA_ATTR_COUNT; i++)
        sum->conflicts_by_attr[i] += one->conflicts_by_attr[i];
    return true;
}

static struct tabia_filter_options filter_of(const struct option_value *values)
{
    return (struct tabia_filter_options){
        .max_ply = (uint32_t)values[MAX_PLY].number,
        .min_weight = (uint32_t)values[MIN_WEIGHT].number,
        .min_games = (uint64_t)values[MIN_GAMES].number,
        .top = (uint32_t)values[TOP].number,
        .side = shared_options_side(&values[SIDE]),
        .only_reachable = values[REACHABLE].given,
        .max_loss = (uint32_t)values[MAX_LOSS].number,
    };
}

static bool transform_book(struct conversion *job, struct tabia_error *err)
{
    const struct option_value *values = job->args->values;
    const struct tabia_filter_options filter = filter_of(values);
    const struct tabia_expand_options expand = {
        .max_nodes = (uint32_t)values[MAX_NODES].number,
    };
    struct tabia_transform_result one;
    const bool is_filtered = GIVEN(job->args, local_filters) >= 0 ||
                             GIVEN(job->args, other_filters) >= 0;
    if (is_filtered &&
        !replace_converted_book(
            job, tabia_book_filter(job->in.book, &filter, &one, err), &one))
        return false;
    if (values[FOLD].given &&
        !replace_converted_book(
            job, tabia_book_fold(job->in.book, TABIA_MERGE_DEFAULT, &one, err),
            &one))
        return false;
    return !values[EXPAND].given ||
           replace_converted_book(
               job, tabia_book_expand(job->in.book, &expand, &one, err), &one);
}

static enum cli_status put_conversion(struct conversion *job)
{
    const char *from = tabia_format_get_info(job->in.format)->name;
    const char *to = tabia_format_get_info(job->out.format)->name;
    char counts[BOOK_OUTPUT_COUNTS_SIZE];
    uint32_t npositions = 0, nmoves = 0;
    if (job->by_key) {
        cli_note(job->args, "%s (%s) -> %s (%s), by key", job->in.name, from,
                 job->out.path, to);
    } else {
        npositions = tabia_book_position_count(job->in.book);
        nmoves = tabia_book_edge_count(job->in.book);
        cli_note(job->args, "%s (%s) -> %s (%s): %s", job->in.name, from,
                 job->out.path, to,
                 book_output_counts(&job->out, npositions, nmoves, counts));
    }
    if (!job->args->json)
        return CLI_DONE;

    struct verb_output out;
    verb_output_open(&out, true);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "input", NULL, fact_text(job->in.name));
    verb_output_add(&out, "from", NULL, fact_text(from));
    verb_output_add(&out, "by_key", NULL, fact_flag(job->by_key));
    if (!job->by_key) {
        verb_output_add(&out, "positions", NULL, fact_count(npositions));
        verb_output_add(&out, "moves", NULL, fact_count(nmoves));
        verb_output_add(&out, "moves_lost", NULL,
                        fact_count(job->out.report.moves));
    }
    book_output_put_json_transform(out.js, &job->result);
    report_add_all(&job->out.report, &job->unread);
    book_output_put_json(out.js, &job->out);
    verb_output_end(&out);
    return verb_output_close(&out);
}

/*
 * A table that keeps its format is copied by key, reachable or not, unless
 * something needs to know the positions.
 */
static enum cli_status convert_book(struct conversion *job, const char *path)
{
    const struct args *args = job->args;
    enum cli_status status =
        book_output_init(&job->out, args, path, args->values[STRICT].given);
    if (status == CLI_DONE)
        status = settings_check(args, &job->in.format, 1, job->out.format);
    if (status != CLI_DONE)
        return status;
    const struct tabia_format_info *to = tabia_format_get_info(job->out.format);
    job->by_key = to->can_merge && job->in.format == job->out.format &&
                  GIVEN(args, other_filters) < 0 &&
                  GIVEN(args, transpositions) < 0;
    const struct source_file_options how = {
        .mode = job->by_key ? TABIA_OPEN_IN_PLACE : TABIA_OPEN_LOAD,
        .wants_lines = format_wants_lines(job->out.format),
        .strict = args->values[STRICT].given,
        .unread = &job->unread,
    };
    status = source_file_finish_open(&job->in, args, &how);
    if (status != CLI_DONE)
        return status;
    if (job->by_key) {
        const struct tabia_filter_options filter = filter_of(args->values);
        struct table *table = source_table(job->in.source, NULL);
        status =
            book_output_write_filtered(&job->out, table, &filter, &job->result);
        if (status == CLI_DONE)
            book_output_note_transform(args, &job->result);
    } else {
        struct tabia_error err = { 0 };
        if (!transform_book(job, &err))
            return cli_print_error(&err);
        status = book_output_check_transform(&job->out, &job->result);
        if (status == CLI_DONE)
            status = book_output_write(&job->out, job->in.book);
    }
    return status == CLI_DONE ? put_conversion(job) : status;
}

static enum cli_status run_convert(const struct args *args)
{
    const struct source_file_options look = { .mode = TABIA_OPEN_RECOGNISE };
    struct conversion job = { .args = args };
    const char *path = args->noperands > 1 ? args->operands[1] : args->output;
    if (!path)
        return cli_misuse(args->verb, "expected OUT");
    if (args->noperands > 1 && args->output)
        return cli_misuse(args->verb, "OUT is given twice");
    if (args->values[MAX_NODES].given && !args->values[EXPAND].given)
        return cli_misuse(args->verb, "--max-nodes needs --expand");
    if (store_file_is_output(args, path))
        return cli_misuse(args->verb,
                          "a store is built from games by 'tabia build', or "
                          "merged from stores by 'tabia merge'");
    enum cli_status status =
        source_file_recognise(&job.in, args, args->operands[0], &look);
    if (status != CLI_DONE)
        return status;
    if (source_could_be_puzzles(job.in.source)) {
        // Options of books and of their formats would do nothing.
        status = settings_check(args, NULL, 0, NULL);
        for (size_t i = 0; i < COUNT_OF(options) && status == CLI_DONE; i++)
            if (i != STRICT && args->values[i].given)
                status = cli_misuse(args->verb,
                                    "--%s applies to books, not to puzzles",
                                    options[i].name);
        if (status == CLI_DONE)
            status = puzzle_set_convert(args, &job.in, path,
                                        args->values[STRICT].given);
    } else if (args->to &&
               puzzle_format_is_exclusive(puzzle_format_find(args->to))) {
        status =
            cli_fail(CLI_NO,
                     "%s: not a puzzle file, and a book cannot be converted to "
                     "puzzles; --from puzzles reads a list of FENs",
                     args->operands[0]);
    } else {
        status = convert_book(&job, path);
    }
    source_file_close(&job.in);
    return status;
}

const struct verb verb_convert = {
    .name = "convert",
    .group = VERB_GROUP_BOOKS,
    .summary = "convert a book to another format",
    .operands = "IN OUT",
    .description =
        "Reads a book, applies the filters and writes the result. The "
        "format of IN is detected from its content, the format of OUT from "
        "its file name; - is standard input or output. Everything that the "
        "new format cannot hold is counted and reported. OUT is written "
        "completely or not at all.",
    .notes = "The loss report goes to standard error, or with --json to "
             "standard output.\n"
             "A keyed file, such as a PolyGlot book, that keeps its format is "
             "copied by key, so that entries unreachable from any known "
             "position are kept. --top, --min-weight and --min-games work by "
             "key, too. The other filters need the positions and drop "
             "unreachable entries.",
    .example =
        "tabia convert book.abk book.bin\n"
        "tabia convert repertoire.pgn white.bin --side white -O "
        "weight=uniform\n"
        "tabia convert book.txt short.txt --to lines --max-ply 12 --strict",
    .min_operands = 1,
    .max_operands = 2,
    .common = WITH_JSON | WITH_BOOK_OUTPUT | WITH_FROM | WITH_TO |
              WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_convert,
};
