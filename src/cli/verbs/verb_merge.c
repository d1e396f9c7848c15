/*
 * verb_merge.c - tabia merge
 *
 * Files that are searchable by key and become a file of their own format are
 * merged by key, without knowing the positions behind the keys: nothing is
 * lost that cannot be reached, and memory stays small. All others are read
 * into memory.
 */
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/wording.h"
#include "cli/files/book_output.h"
#include "cli/files/duplicate_inputs.h"
#include "cli/files/merge_parts.h"
#include "cli/files/source_files.h"
#include "cli/files/store_file.h"
#include "cli/files/target.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "source/source_internal.h"
#include "tabia/build.h"
#include "table/table.h"

#include "base/banned.h"

enum {
    POLICY,
    SLICE,
    PARTITION,
    MEMORY,
    THREADS,
    STRICT,
};

static const char *const policies[] = {
    [TABIA_MERGE_DEFAULT] = "default", [TABIA_MERGE_SUM] = "sum",
    [TABIA_MERGE_FIRST] = "first",     [TABIA_MERGE_MAX] = "max",
    [TABIA_MERGE_LAST] = "replace",    NULL,
};

static const struct option_spec options[] = {
    [POLICY] = { .name = "policy",
                 .kind = OPTION_CHOICE,
                 .value = "POLICY",
                 .choices = policies, // the first without it
                 .help = "how to combine the values of a move" },
    [STRICT] = SHARED_STRICT,
    [SLICE] = { .name = "slice",
                .group = "Stores and parts of a build",
                .kind = OPTION_TEXT,
                .value = "J/M",
                .help =
                    "merge only slice J of M of the keys; OUT is a folder" },
    [PARTITION] = { .name = "partition", // as --slice was called
                    .kind = OPTION_TEXT,
                    .value = "J/M",
                    .hidden = true,
                    .help = "the same as --slice" },
    [MEMORY] = SHARED_BUILD_MEMORY("Stores and parts of a build"),
    [THREADS] = SHARED_THREADS("0"),
};

struct merge_command {
    const struct args *args;
    enum tabia_merge_policy policy;
    struct book_output out;
    struct source_files in;
    struct tabia_transform_result result;
    uint32_t positions, moves; // of the result; tables are not counted
    bool by_key;
    struct tabia_report unread; // of the input
};

static enum cli_status merge_tables(struct merge_command *job)
{
    const size_t n = job->in.n;
    struct table **tables = calloc(n, sizeof(*tables));
    if (!tables)
        return cli_fail(CLI_FAILED, "out of memory");
    for (size_t i = 0; i < n; i++)
        tables[i] = source_table(job->in.files[i].source, NULL);
    enum cli_status status =
        book_output_write_merged(&job->out, tables, n, job->policy);
    free(tables);
    return status;
}

/*
 * By default the weights of books, which have scales of their own, do not add
 * up, but the games of stores do, and their weights are games: stores become
 * one book first, in the place of the first of them.
 */
static struct tabia_book *merge_list(struct merge_command *job,
                                     const struct tabia_book **list,
                                     struct tabia_error *err)
{
    const struct source_files *in = &job->in;
    struct tabia_transform_result of_stores = { 0 };
    struct tabia_book *sum = NULL;
    size_t n = 0, nstores = 0;
    for (size_t i = 0; i < in->n; i++)
        if (tabia_format_get_info(in->files[i].format)->is_store)
            list[nstores++] = in->files[i].book;
    const bool adds_up = job->policy == TABIA_MERGE_DEFAULT && nstores > 1;
    if (adds_up && nstores == in->n)
        return tabia_book_merge(list, nstores, TABIA_MERGE_SUM, &job->result,
                                err);
    if (adds_up) {
        sum = tabia_book_merge(list, nstores, TABIA_MERGE_SUM, &of_stores, err);
        if (!sum)
            return NULL;
    }
    bool has_sum = false;
    for (size_t i = 0; i < in->n; i++) {
        const bool is_summed =
            adds_up && tabia_format_get_info(in->files[i].format)->is_store;
        if (!is_summed || !has_sum)
            list[n++] = is_summed ? sum : in->files[i].book;
        has_sum |= is_summed;
    }
    struct tabia_book *merged =
        tabia_book_merge(list, n, job->policy, &job->result, err);
    tabia_book_free(sum);
    job->result.folded += of_stores.folded;
    return merged;
}

static enum cli_status merge_books(struct merge_command *job)
{
    struct tabia_error err = { 0 };
    const struct tabia_book **list = calloc(job->in.n, sizeof(*list));
    if (!list)
        return cli_fail(CLI_FAILED, "out of memory");
    struct tabia_book *merged = merge_list(job, list, &err);
    free(list);
    if (!merged)
        return cli_print_error(&err);

    job->positions = tabia_book_position_count(merged);
    job->moves = tabia_book_edge_count(merged);
    enum cli_status status =
        book_output_check_transform(&job->out, &job->result);
    if (status == CLI_DONE)
        status = book_output_write(&job->out, merged);
    tabia_book_free(merged);
    return status;
}

static enum cli_status put_merge(struct merge_command *job)
{
    const char *to = tabia_format_get_info(job->out.format)->name;
    char counts[BOOK_OUTPUT_COUNTS_SIZE];
    struct verb_output out;
    if (job->by_key)
        cli_note(job->args, "%zu %s -> %s (%s), by key", job->in.n,
                 plural(job->in.n, "file", "files"), job->out.path, to);
    else
        cli_note(job->args, "%zu %s -> %s (%s): %s", job->in.n,
                 plural(job->in.n, "book", "books"), job->out.path, to,
                 book_output_counts(&job->out, job->positions, job->moves,
                                    counts));
    if (!job->args->json)
        return CLI_DONE;
    verb_output_open(&out, true);
    verb_output_object(&out, NULL);
    verb_output_array(&out, "inputs");
    for (size_t i = 0; i < job->in.n; i++)
        json_writer_put_text(out.js, job->in.files[i].name);
    verb_output_end(&out);
    verb_output_add(&out, "by_key", NULL, fact_flag(job->by_key));
    if (!job->by_key) {
        verb_output_add(&out, "positions", NULL, fact_count(job->positions));
        verb_output_add(&out, "moves", NULL, fact_count(job->moves));
        verb_output_add(&out, "moves_lost", NULL,
                        fact_count(job->out.report.moves));
        book_output_put_json_transform(out.js, &job->result);
    }
    report_add_all(&job->out.report, &job->unread);
    book_output_put_json(out.js, &job->out);
    verb_output_end(&out);
    return verb_output_close(&out);
}

/* Makes of the books what the merge needs, and merges them. */
static enum cli_status merge_inputs(struct merge_command *job)
{
    // By key, if all inputs are tables of the format that is to be written.
    job->by_key = tabia_format_get_info(job->out.format)->can_merge;
    for (size_t i = 0; i < job->in.n; i++)
        job->by_key &= job->in.files[i].format == job->out.format;
    const struct source_file_options how = {
        .mode = job->by_key ? TABIA_OPEN_IN_PLACE : TABIA_OPEN_LOAD,
        .wants_lines = format_wants_lines(job->out.format),
        .strict = job->args->values[STRICT].given,
        .unread = &job->unread,
    };
    enum cli_status status =
        source_files_check_settings(&job->in, job->args, job->out.format);
    if (status == CLI_DONE)
        status = source_files_finish_open(&job->in, job->args, &how);
    if (status == CLI_DONE)
        status = job->by_key ? merge_tables(job) : merge_books(job);
    return status == CLI_DONE ? put_merge(job) : status;
}

static enum cli_status run_merge(const struct args *args)
{
    const struct source_file_options look = { .mode = TABIA_OPEN_RECOGNISE };
    struct merge_command job = {
        .args = args,
        .policy = (enum tabia_merge_policy)args->values[POLICY].number,
    };
    if (!args->output)
        return cli_misuse(args->verb, "expected -o OUT");
    enum cli_status status = target_check(args, args->output);
    if (status != CLI_DONE)
        return status;
    struct merge_parts_options how = {
        .slice = args->values[SLICE].given ? args->values[SLICE].text
                                           : args->values[PARTITION].text,
        .threads = (unsigned)args->values[THREADS].number,
        .strict = args->values[STRICT].given,
    };
    const char *memory = args->values[MEMORY].text;
    if (!options_parse_size(memory, TABIA_BUILD_MEMORY_MIN, &how.memory))
        return cli_misuse(args->verb, "--memory: expected %s, found '%s'",
                          OPTIONS_SIZE_IS ", at least 8M", memory);
    if (merge_parts_is_wanted(args)) {
        status = settings_check(args, NULL, 0, NULL);
        return status == CLI_DONE ? merge_parts_run(args, &how) : status;
    }
    if (how.slice)
        return cli_misuse(args->verb, "--slice needs folders of parts");
    status = duplicate_inputs_check_files(args, how.strict);
    if (status != CLI_DONE)
        return status;
    const bool to_store = store_file_is_output(args, args->output);
    if (!to_store)
        status = book_output_init(&job.out, args, args->output, how.strict);
    if (status == CLI_DONE)
        status = source_files_recognise(&job.in, args, &look);
    if (status != CLI_DONE)
        return status;
    if (!to_store)
        status = merge_inputs(&job);
    else if (!source_files_are_all(&job.in, TABIA_SOURCE_STORE))
        status =
            cli_misuse(args->verb, "a store can be merged from stores only");
    else if (args->values[POLICY].given)
        status = cli_misuse(
            args->verb,
            "--policy does not apply to stores: their games are added");
    else
        status = settings_check(args, NULL, 0, NULL);
    if (to_store && status == CLI_DONE)
        status = store_file_merge(args, &job.in, &how);
    source_files_close(&job.in);
    return status;
}

const struct verb verb_merge = {
    .name = "merge",
    .group = VERB_GROUP_BOOKS,
    .summary = "merge several books or stores into one",
    .operands = "BOOK... -o OUT",
    .description =
        "Merges books in the given order; --policy decides the values of a "
        "move that several books have. Stores become one store of all "
        "games. Folders that 'tabia build --part' made become the book or "
        "store that a single build would have made.",
    .notes =
        "The policies: default adds results and the games of stores, and "
        "keeps the largest weight of books, whose weights are on scales of "
        "their own, such as 0 to 65535 within a position in PolyGlot's; "
        "sum adds both and joins different comments; max keeps the largest "
        "values; replace keeps those of the last book; first takes all "
        "moves of a position from the first book that has any.\n"
        "Keyed files that already have the format of OUT are merged by "
        "key, without loading them.\n"
        "When stores are merged, the games of later stores get higher "
        "numbers. A game found in two stores is counted twice. Of the "
        "evaluations of a position the deepest stays. A warning "
        "names inputs that are given twice or that two stores were built "
        "from; --strict refuses them.\n"
        "Parts are merged into the same bytes as a single build. With "
        "--slice, one slice of the keys is merged into a folder, so that "
        "several machines can work at once; a final merge without it joins "
        "the slices.",
    .example = "tabia merge mine.pgn yours.pgn -o ours.pgn\n"
               "tabia merge --policy sum a.bin b.bin -o ab.bin\n"
               "tabia merge january.tabia february.tabia -o 2024.tabia\n"
               "tabia merge parts -o games.tabia",
    .min_operands = 1,
    .max_operands = -1,
    .common = WITH_JSON | WITH_BOOK_OUTPUT | WITH_FROM | WITH_TO |
              WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_merge,
};
