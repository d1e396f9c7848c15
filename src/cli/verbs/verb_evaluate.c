/*
 * verb_evaluate.c - tabia evaluate
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "book/book_side.h"
#include "cli/evaluate/engine_run.h"
#include "cli/evaluate/evaluate_store.h"
#include "cli/evaluate/weak_ends.h"
#include "cli/files/book_output.h"
#include "cli/files/source_files.h"
#include "cli/files/store_file.h"
#include "cli/files/target.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "source/evals.h"
#include "store/store_internal.h"
#include "study/evaluate.h"
#include "study/minimax.h"
#include "tabia/draw.h"

#include "base/banned.h"

enum {
    ALL,
    AGAIN,
    LIMIT,
    FROM_EVALS,
    MINIMAX,
    REPORT,
    SIDE,
    ENGINE,
    DEPTH,
    NODES,
    MOVETIME,
    TIMEOUT,
    HASH,
    THREADS,
    JOBS,
    ALGORITHM,
    NO_EVAL,
    LAYOUT_TIMEOUT,
    IN_PLACE,
    RESUME,
    MEMORY,
};

static const struct option_spec options[] = {
    [IN_PLACE] = { .name = "in-place",
                   .group = "Output",
                   .letter = 'i',
                   .help = "write the result to IN" },
    [ALGORITHM] = { .name = "algorithm",
                    .group = "Layout",
                    .letter = 'a',
                    .kind = OPTION_CHOICE,
                    .value = "NAME",
                    .default_value = "auto",
                    .choices = shared_layouts,
                    .help = "layout of the coordinates: tree, which is fast, "
                            "or a Graphviz program; auto is dot, or tree above "
                            "2000 positions or without Graphviz" },
    [NO_EVAL] = { .name = "no-eval", .help = "only lay out coordinates" },
    [ENGINE] = SHARED_ENGINE("UCI engine"),
    [DEPTH] = SHARED_ENGINE_DEPTH("no other limit is given"),
    [NODES] = SHARED_ENGINE_NODES,
    [MOVETIME] = { .name = "movetime",
                   .kind = OPTION_INT,
                   .value = "MS",
                   .min = 1,
                   .max = 86400000,
                   .help = "maximum time per search, in milliseconds" },
    [HASH] = SHARED_ENGINE_HASH,
    [THREADS] = { .name = "threads",
                  .kind = OPTION_INT,
                  .value = "N",
                  .default_value = "1",
                  .min = 1,
                  .max = 1024,
                  .help = "threads per engine; with more than one, values "
                          "differ from run to run" },
    [JOBS] = { .name = "jobs",
               .letter = 'j',
               .kind = OPTION_INT,
               .value = "N",
               .default_value = "1",
               .min = 1,
               .max = 256,
               .help = "number of engines that run at once" },
    [ALL] = { .name = "all",
              .group = "What to evaluate",
              .help = "evaluate every position, not only the ends of "
                      "lines" },
    [AGAIN] = { .name = "again",
                .help = "also evaluate positions that have an evaluation" },
    [LIMIT] = { .name = "limit",
                .kind = OPTION_INT,
                .value = "N",
                .min = 1,
                .max = UINT32_MAX,
                .help = "evaluate at most N positions" },
    [RESUME] = { .name = "resume",
                 .help = "keep a journal next to the output, and continue "
                         "from an existing one" },
    [MINIMAX] = { .name = "minimax",
                  .help = "back up the values from the ends of lines to all "
                          "positions" },
    [REPORT] = { .name = "report",
                 .kind = OPTION_INT,
                 .value = "N",
                 .min = -100000,
                 .max = 100000,
                 .help = "list the lines after which the book's side is "
                         "more than N centipawns worse" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_colors,
               .help = "the book's side, for --report; if absent, as the "
                       "book says, else white" },
    [TIMEOUT] = SHARED_ENGINE_TIMEOUT,
    [LAYOUT_TIMEOUT] = SHARED_LAYOUT_TIMEOUT,
    [FROM_EVALS] = { .name = "from-evals",
                     .kind = OPTION_TEXT,
                     .value = "FILE",
                     .help =
                         "take evaluations from Lichess's database (JSON "
                         "lines, plain or compressed) instead of an engine" },
    [MEMORY] = SHARED_MEMORY("Stores", "memory limit"),
};

struct evaluation {
    const struct args *args;
    struct source_file in;
    struct tabia_book *book; // owned; what has been made of it so far
    struct book_output out;
    struct eval_journal journal;
    bool has_journal;
};

/* ---- evaluations ----------------------------------------------------- */

static struct evaluate_options get_options(const struct evaluation *job)
{
    const struct option_value *v = job->args->values;
    return (struct evaluate_options){
        .engine = { .path = v[ENGINE].text,
                    .hash = (int)v[HASH].number,
                    .threads = (int)v[THREADS].number,
                    .search_ms = (int)v[TIMEOUT].number * 1000 },
        .limits = { .depth = (int)v[DEPTH].number,
                    .nodes = (uint64_t)v[NODES].number,
                    .movetime = (int)v[MOVETIME].number },
        .nengines = (int)v[JOBS].number,
        .wants_inner = v[ALL].given,
        .wants_evaluated = v[AGAIN].given,
        .limit = (uint32_t)v[LIMIT].number,
    };
}

/* Puts 'more' in the place of the book so far; NULL is a failure. */
static bool replace_evaluated_book(struct evaluation *job,
                                   struct tabia_book *more)
{
    if (!more)
        return false;
    tabia_book_free(job->book);
    job->book = more;
    return true;
}

static const struct tabia_book *book_of(const struct evaluation *job)
{
    return job->book ? job->book : job->in.book;
}

/* Takes the values from a file in place of an engine. */
static enum cli_status add_evals_from_file(struct evaluation *job)
{
    const struct option_value *v = job->args->values;
    const struct evals_options how = {
        .policy = v[AGAIN].given ? EVALS_REPLACE : EVALS_KEEP,
    };
    struct evals_result result;
    struct tabia_error err = { 0 };
    if (!replace_evaluated_book(job, evals_add(book_of(job), v[FROM_EVALS].text,
                                               &how, &result, &err)))
        return cli_print_error(&err);
    cli_note(job->args,
             "%u %s evaluated from %" PRIu64 " %s, %" PRIu64
             " of them about this book",
             result.filled, plural(result.filled, "position", "positions"),
             result.records, plural(result.records, "record", "records"),
             result.found);
    return CLI_DONE;
}

/* Its first line has all that the values depend on. */
static enum cli_status open_journal(struct evaluation *job, const char *path)
{
    const struct evaluate_options how = get_options(job);
    const struct engine_limits *l = &how.limits;
    const bool has_limit = l->depth || l->nodes || l->movetime;
    struct tabia_error err = { 0 };
    char *settings;
    if (!job->args->values[RESUME].given)
        return CLI_DONE;
    if (asprintf(&settings,
                 "engine %s, depth %d, nodes %" PRIu64
                 ", movetime %d, hash %d, threads %d",
                 how.engine.path, has_limit ? l->depth : ENGINE_DEFAULT_DEPTH,
                 l->nodes, l->movetime, how.engine.hash,
                 how.engine.threads) < 0)
        return cli_fail(CLI_FAILED, "out of memory");
    job->has_journal = eval_journal_open(&job->journal, path, settings, &err);
    free(settings);
    return job->has_journal ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status evaluate_by_engine(struct evaluation *job)
{
    if (job->args->values[NO_EVAL].given)
        return CLI_DONE;
    if (job->args->values[FROM_EVALS].given)
        return add_evals_from_file(job);
    struct tabia_book *more;
    const enum cli_status status =
        engine_run_evaluate(job->args, book_of(job), get_options(job),
                            job->has_journal ? &job->journal : NULL, &more);
    replace_evaluated_book(job, more);
    return status;
}

/* ---- coordinates and values of inner positions ------------------------ */

static bool can_keep(const struct tabia_format *format, enum tabia_attr attr)
{
    return tabia_format_get_limit(format, attr) != NULL;
}

static enum cli_status lay_out_book(struct evaluation *job)
{
    const struct option_value *v = job->args->values;
    if (!can_keep(job->out.format, TABIA_ATTR_COORDINATES))
        return CLI_DONE;
    const enum tabia_layout wanted = (enum tabia_layout)v[ALGORITHM].number;
    const uint32_t n = tabia_book_position_count(book_of(job));
    struct tabia_error err = { 0 };
    enum tabia_layout used;
    if (!replace_evaluated_book(
            job, tabia_book_layout(
                     book_of(job),
                     &(struct tabia_layout_options){
                         .layout = wanted,
                         .timeout_ms = (int)v[LAYOUT_TIMEOUT].number * 1000 },
                     &used, &err)))
        return cli_print_error(&err);
    if (wanted == TABIA_LAYOUT_AUTO && used == TABIA_LAYOUT_TREE)
        cli_note(job->args, "coordinates by the layout 'tree', %s",
                 n > TABIA_DOT_POSITIONS_MAX
                     ? "because there are more than 2000 positions"
                     : "because Graphviz is not installed or took too long");
    return CLI_DONE;
}

static enum cli_status print_weak_ends(const struct evaluation *job)
{
    const struct option_value *limit = &job->args->values[REPORT];
    const struct option_value *side = &job->args->values[SIDE];
    const bool is_white = side->given ? side->number == TABIA_WHITE
                                      : book_color(book_of(job)) == TABIA_WHITE;
    return limit->given ? weak_ends_print(book_of(job), is_white, limit->number,
                                          job->args->json)
                        : CLI_DONE;
}

/* ---- the verb -------------------------------------------------------- */

/* Refuses a format that cannot keep what is asked for, and names others. */
static enum cli_status refuse_format(const struct evaluation *job,
                                     const char *what, enum tabia_attr attr,
                                     const char *advice)
{
    struct tabia_error err = error_for(job->out.path);
    struct buf names = { .limit = 256 };
    const struct tabia_format *format;
    for (size_t i = 0; (format = tabia_format_at(i)); i++)
        if (tabia_format_get_info(format)->can_write && can_keep(format, attr))
            buf_addf(&names, "%s%s", names.size ? ", " : "",
                     tabia_format_get_info(format)->name);
    error_set(&err, TABIA_ERR_MISUSE,
              "format %s cannot store %s: choose one of %s with --to%s",
              tabia_format_get_info(job->out.format)->name, what,
              buf_text(&names), advice);
    buf_clear(&names);
    return cli_print_error(&err);
}

/*
 * Without --to, the format of IN is kept in place; elsewhere the name's
 * ending decides, and where it does not help the text of Chess Openings,
 * which holds all that there is to write.
 */
static enum cli_status init_saving(struct evaluation *job, const char *path)
{
    struct args args = *job->args;
    // What a stopped run has left may be replaced by its continuation.
    args.force |= args.values[IN_PLACE].given ||
                  (job->has_journal && job->journal.nentries);
    if (!args.to && args.values[IN_PLACE].given)
        args.to = tabia_format_get_info(job->in.format)->name;
    else if (!args.to && !tabia_format_for_path(path, NULL))
        args.to = "openings";
    enum cli_status status = book_output_init(&job->out, &args, path, false);
    job->out.args = job->args;
    if (status != CLI_DONE)
        return status;
    // Before the engine has worked for hours, not after it.
    const struct option_value *v = job->args->values;
    if (!v[NO_EVAL].given && !v[REPORT].given &&
        !can_keep(job->out.format, TABIA_ATTR_EVAL))
        return refuse_format(job, "evaluations", TABIA_ATTR_EVAL,
                             ", or print them with --report");
    if ((v[NO_EVAL].given || v[ALGORITHM].given) &&
        !can_keep(job->out.format, TABIA_ATTR_COORDINATES))
        return refuse_format(job, "coordinates", TABIA_ATTR_COORDINATES, "");
    return args.values[IN_PLACE].given ? target_try_in_place(job->args, path)
                                       : target_try(&args, path);
}

static enum cli_status evaluate_and_save(struct evaluation *job)
{
    const enum cli_status evaluated = evaluate_by_engine(job);
    if (evaluated != CLI_DONE && !job->book)
        return evaluated;
    if (job->args->values[MINIMAX].given) {
        struct tabia_error err = { 0 };
        uint32_t n;
        if (!replace_evaluated_book(job, minimax_book(book_of(job), &n, &err)))
            return cli_print_error(&err);
        cli_note(job->args, "%u %s best line", n,
                 plural(n, "position has the value of its",
                        "positions have the value of their"));
    }
    enum cli_status status = lay_out_book(job);
    if (status == CLI_DONE)
        status = book_output_write(&job->out, book_of(job));
    if (status == CLI_DONE)
        status = print_weak_ends(job);
    return status == CLI_DONE ? evaluated : status;
}

static enum cli_status evaluate_file(struct evaluation *job, const char *path)
{
    enum cli_status status = open_journal(job, path);
    if (status != CLI_DONE)
        return status;
    status = init_saving(job, path);
    if (status == CLI_DONE)
        status = settings_check(job->args, &job->in.format, 1, job->out.format);
    if (status == CLI_DONE)
        status = evaluate_and_save(job);
    if (job->has_journal)
        eval_journal_close(&job->journal, status == CLI_DONE);
    return status;
}

static enum cli_status check_args(const struct args *args, const char *path,
                                  bool to_store)
{
    static const int of_engine[] = { NO_EVAL,  ENGINE, DEPTH,   NODES,
                                     MOVETIME, HASH,   THREADS, JOBS,
                                     ALL,      LIMIT,  RESUME,  TIMEOUT };
    const bool in_place = args->values[IN_PLACE].given;
    if (!path)
        return cli_misuse(args->verb, "expected -o FILE or --in-place");
    if (in_place && args->output)
        return cli_misuse(args->verb, "-o and --in-place cannot be combined");
    if (in_place && strcmp(path, "-") == 0)
        return cli_misuse(args->verb,
                          "standard input cannot be changed in place");
    if (args->values[RESUME].given && strcmp(path, "-") == 0)
        return cli_misuse(args->verb, "--resume needs an output file");
    if (args->values[REPORT].given && strcmp(path, "-") == 0)
        return cli_misuse(args->verb, "--report needs an output file, because "
                                      "it prints to standard output");
    if (args->json && !args->values[REPORT].given && !to_store)
        return cli_misuse(args->verb, "--json needs --report");
    if (args->values[MEMORY].given && !to_store)
        return cli_misuse(args->verb, "--memory is for stores");
    for (size_t i = 0; i < COUNT_OF(of_engine); i++)
        if (args->values[FROM_EVALS].given && args->values[of_engine[i]].given)
            return cli_misuse(args->verb,
                              "--from-evals and --%s cannot be combined",
                              options[of_engine[i]].name);
    return CLI_DONE;
}

/* From a store, to one: the option says where evaluations come from. */
static enum cli_status run_on_store(const struct args *args, const char *path)
{
    struct evaluate_store_options how = {
        .evals = args->values[FROM_EVALS].text,
        .path = path,
        .in_place = args->values[IN_PLACE].given,
    };
    const char *memory = args->values[MEMORY].text;
    if (!args->values[FROM_EVALS].given)
        return cli_misuse(args->verb,
                          "a store takes evaluations with --from-evals only");
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (args->values[i].given && i != FROM_EVALS && i != IN_PLACE &&
            i != MEMORY)
            return cli_misuse(args->verb, "--%s does not apply to stores",
                              options[i].name);
    if (!options_parse_size(memory, 1, &how.memory))
        return cli_misuse(args->verb, "--memory: expected %s, found '%s'",
                          OPTIONS_SIZE_IS, memory);
    return evaluate_store_run(args, &how);
}

static enum cli_status run_evaluate(const struct args *args)
{
    struct evaluation job = { .args = args };
    const bool in_place = args->values[IN_PLACE].given;
    const char *path = in_place ? args->operands[0] : args->output;
    const bool to_store = path && (store_file_is_output(args, path) ||
                                   (in_place && store_is_file(path)));
    const struct source_file_options how = { .mode = TABIA_OPEN_LOAD,
                                             .strict = in_place };
    enum cli_status status = check_args(args, path, to_store);
    if (status == CLI_DONE && to_store)
        return run_on_store(args, path);
    if (status == CLI_DONE)
        status = source_file_open(&job.in, args, args->operands[0], &how);
    if (status != CLI_DONE)
        return status;
    status = evaluate_file(&job, path);
    tabia_book_free(job.book);
    source_file_close(&job.in);
    return status;
}

const struct verb verb_evaluate = {
    .name = "evaluate",
    .group = VERB_GROUP_BOOKS,
    .summary = "evaluate the positions of a book with an engine",
    .operands = "IN",
    .description =
        "Lets a UCI engine evaluate the last position of every line and "
        "writes the result. Evaluations that the book already has are "
        "kept. If the output format stores coordinates, as Chess Openings "
        "text does, all positions are laid out again. With --resume, an "
        "interrupted run continues where it stopped. With --from-evals the "
        "values come from a file; into a store they come no other way.",
    .notes = "Each position is searched as in a new game. A format that cannot "
             "store evaluations is refused before the first search, unless "
             "--report is given.\n"
             "An engine that crashes or hangs is restarted once. If it fails "
             "again, the finished evaluations are written and the exit status "
             "is 3.\n"
             "With --resume, every value is also written to OUT.journal at "
             "once. After Ctrl-C, a crash or a power failure, the same command "
             "continues from there, and removes the journal at the end. A "
             "journal of another engine or of other limits is refused, so that "
             "values are never mixed.\n"
             "Of Lichess's database the deepest evaluation of a position "
             "counts. In a store it is the deepest of these and its own, and "
             "all positions that the store counts are looked for; FILE is read "
             "once, in the given memory, more goes to temporary files.\n"
             "--report prints lines and their values in pawns (with --json in "
             "centipawns and with FENs), from White's view, the worst for the "
             "book's side first.",
    .example = "tabia evaluate london.txt -o london-eval.txt\n"
               "tabia evaluate london.txt -i --all --depth 20 -j 2 --resume\n"
               "tabia evaluate london.txt -o out.txt --report 50\n"
               "tabia evaluate london.txt -o known.txt --from-evals "
               "evals.jsonl.zst\n"
               "tabia evaluate games.tabia -o more.tabia --from-evals "
               "evals.jsonl.zst",
    .min_operands = 1,
    .max_operands = 1,
    .common = WITH_JSON | WITH_BOOK_OUTPUT | WITH_FROM | WITH_TO |
              WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_evaluate,
};
