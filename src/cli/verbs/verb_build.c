/*
 * verb_build.c - tabia build
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build/build_options.h"
#include "cli/files/book_output.h"
#include "cli/files/duplicate_inputs.h"
#include "cli/files/source_files.h"
#include "cli/files/store_file.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/build_watch.h"
#include "format/formats.h"
#include "store/dimensions.h"

#include "base/banned.h"

enum {
    WHERE,
    PLAYER,
    VARIANT,
    DROP_DUPLICATES,
    MIN_PLY,
    MAX_PLY,
    SIDE,
    MIN_GAMES,
    MIN_SCORE,
    MIN_RATE,
    MIN_RATE_SIDE,
    TOP,
    BY,
    WEIGHT,
    HALF_LIFE,
    COMPATIBLE,
    MEMORY,
    THREADS,
    WORK_FOLDER,
    PART,
    STRICT,
};

static const struct option_spec options[] = {
    [WHERE] = { .name = "where",
                .group = "Which games",
                .kind = OPTION_TEXT,
                .value = "EXPR",
                .help = "count games whose tags match EXPR (docs/where.md)" },
    [PLAYER] = { .name = "player",
                 .kind = OPTION_TEXT,
                 .value = "NAME",
                 .help = "count games of this player; with --side, only "
                         "those in which they have it" },
    [VARIANT] = { .name = "variant",
                  .kind = OPTION_CHOICE,
                  .value = "VARIANT",
                  .default_value = "any",
                  .choices = build_options_variants,
                  .help = "count games of this variant" },
    [DROP_DUPLICATES] = { .name = "drop-duplicates",
                          .help =
                              "count duplicate games (same players, date and "
                              "moves) once" },
    [MIN_PLY] = { .name = "min-ply",
                  .group = "Which moves",
                  .kind = OPTION_INT,
                  .value = "N",
                  .min = 1,
                  .max = TABIA_BUILD_PLIES_MAX,
                  .help = "skip moves before ply N; a book then starts with "
                          "the positions before them" },
    [MAX_PLY] = { .name = "max-ply",
                  .kind = OPTION_INT,
                  .value = "N",
                  .min = 1,
                  .max = TABIA_BUILD_PLIES_MAX,
                  .help = "skip moves after ply N" },
    [SIDE] = { .name = "side",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_colors,
               .help = "count only the moves of this side" },
    [BY] = { .name = "by",
             .group = "Stores",
             .kind = OPTION_TEXT,
             .value = "LIST",
             .help = "dimensions that the store can be filtered by, "
                     "separated by commas: rating, speed, month" },
    [MIN_GAMES] = { .name = "min-games",
                    .kind = OPTION_INT,
                    .value = "N",
                    .min = 1,
                    .max = INT64_MAX,
                    .help = "drop moves played in fewer than N games (in a "
                            "store: positions)" },
    [MIN_SCORE] = { .name = "min-score",
                    .kind = OPTION_TEXT,
                    .value = "P",
                    .help = "drop moves that scored less than P percent" },
    [MIN_RATE] = { .name = "min-rate",
                   .kind = OPTION_TEXT,
                   .value = "P[:Q]",
                   .help = "drop moves played in less than P percent of the "
                           "games of their position; Q is for the opponent of "
                           "--min-rate-side" },
    [MIN_RATE_SIDE] = { .name = "min-rate-side",
                        .kind = OPTION_CHOICE,
                        .value = "SIDE",
                        .choices = shared_colors,
                        .help =
                            "side that P of --min-rate is for; if none of its "
                            "moves reaches P, the most played one stays" },
    [TOP] = SHARED_TOP,
    [WEIGHT] = { .name = "weight",
                 .group = "Weights of books",
                 .kind = OPTION_CHOICE,
                 .value = "WHAT",
                 .default_value = "score",
                 .choices = build_options_weights,
                 .help = "weight of a move: two per win and one per draw, "
                         "one per game, one per win, or the same for all" },
    [HALF_LIFE] = { .name = "half-life",
                    .kind = OPTION_TEXT,
                    .value = "YEARS",
                    .help = "halve the weight of games that are YEARS older "
                            "than the newest of their position" },
    [COMPATIBLE] = { .name = "polyglot-compatible",
                     .help = "count as PolyGlot's make-book does" },
    [STRICT] = SHARED_STRICT,
    [MEMORY] = SHARED_BUILD_MEMORY("Limits"),
    [WORK_FOLDER] = { .name = "work-folder",
                      .kind = OPTION_TEXT,
                      .value = "DIR",
                      .help = "folder for temporary files; the same command "
                              "resumes there after an interruption" },
    [THREADS] = SHARED_THREADS("0"),
    [PART] = { .name = "part",
               .kind = OPTION_TEXT,
               .value = "I/N",
               .help = "count only part I of N of the games, for 'tabia "
                       "merge'; OUT is a folder" },
};

/* ---- options --------------------------------------------------------- */

static bool parse_rates(const char *text, double rate[2])
{
    const char *colon = strchr(text, ':');
    char first[32];
    const size_t len = colon ? (size_t)(colon - text) : strlen(text);
    if (len >= sizeof(first))
        return false;
    memcpy(first, text, len);
    first[len] = '\0';
    return options_parse_real(first, 0, 100, &rate[0]) &&
           options_parse_real(colon ? colon + 1 : first, 0, 100, &rate[1]);
}

static enum cli_status refuse_value(const struct args *args, int slot,
                                    const char *wanted)
{
    return cli_misuse(args->verb, "--%s: expected %s, found '%s'",
                      options[slot].name, wanted, args->values[slot].text);
}

static enum cli_status fill_options(const struct args *args,
                                    struct tabia_build_options *o)
{
    const struct option_value *v = args->values;
    *o = (struct tabia_build_options){
        .inputs = (const char *const *)args->operands,
        .ninputs = (size_t)args->noperands,
        .output = args->output,
        .where = v[WHERE].text,
        .player = v[PLAYER].text,
        .variant = (enum tabia_build_variant)v[VARIANT].number,
        .drop_duplicates = v[DROP_DUPLICATES].given,
        .min_ply = (uint32_t)v[MIN_PLY].number,
        .max_ply = (uint32_t)v[MAX_PLY].number,
        .side = shared_options_side(&v[SIDE]),
        .min_games = (uint64_t)v[MIN_GAMES].number,
        .min_rate_side = shared_options_side(&v[MIN_RATE_SIDE]),
        .top = (uint32_t)v[TOP].number,
        .weight = (enum tabia_build_weight)v[WEIGHT].number,
        .polyglot_compatible = v[COMPATIBLE].given,
        .work_folder = v[WORK_FOLDER].text,
        .threads = (unsigned)v[THREADS].number,
    };
    // The values that are more than a number.
    if (v[BY].given && !dimensions_parse(v[BY].text, &o->dimensions))
        return refuse_value(args, BY,
                            "rating, speed or month, or several separated by "
                            "commas");
    if (v[MIN_SCORE].given &&
        !options_parse_real(v[MIN_SCORE].text, 0, 100, &o->min_score))
        return refuse_value(args, MIN_SCORE, "a number from 0 to 100");
    if (v[MIN_RATE].given && !parse_rates(v[MIN_RATE].text, o->min_rate))
        return refuse_value(args, MIN_RATE,
                            "one or two numbers from 0 to 100, such as 5:1");
    if (v[HALF_LIFE].given &&
        !options_parse_real(v[HALF_LIFE].text, 0.1, 1000, &o->half_life))
        return refuse_value(args, HALF_LIFE, "a number from 0.1 to 1000");
    if (!options_parse_size(v[MEMORY].text, TABIA_BUILD_MEMORY_MIN,
                            &o->memory_limit))
        return refuse_value(args, MEMORY, OPTIONS_SIZE_IS ", at least 8M");
    if (v[PART].given &&
        !options_parse_fraction(v[PART].text, TABIA_BUILD_PARTS_MAX, &o->part,
                                &o->nparts))
        return cli_misuse(args->verb,
                          "--part: expected " OPTIONS_FRACTION_IS
                          ", found '%s'",
                          TABIA_BUILD_PARTS_MAX, v[PART].text);
    if (v[MIN_PLY].given && v[MAX_PLY].given &&
        v[MIN_PLY].number > v[MAX_PLY].number)
        return cli_misuse(args->verb, "--min-ply %u is above --max-ply %u",
                          o->min_ply, o->max_ply);
    return CLI_DONE;
}

/* ---- the output ------------------------------------------------------ */

static enum cli_status choose_output(const struct args *args,
                                     struct book_output *out,
                                     struct tabia_build_options *o)
{
    // A part of a build is one of a store, unless --to says otherwise.
    const bool store = store_file_is_output(args, args->output) ||
                       (!args->to && args->values[PART].given);
    const enum build_call call = store ? BUILD_CALL_STORE : BUILD_CALL_BOOK;
    for (size_t i = 0; i < COUNT_OF(options); i++)
        if (args->values[i].given &&
            !build_options_is_used(options[i].name, call))
            return cli_misuse(args->verb, "--%s applies to %s", options[i].name,
                              store ? "books only: a store keeps all moves, "
                                      "and 'tabia convert' makes a book from it"
                                    : "stores only");
    if (args->values[MIN_RATE_SIDE].given && !args->values[MIN_RATE].given)
        return cli_misuse(args->verb, "--min-rate-side needs --min-rate");
    const enum cli_status status =
        store ? book_output_init_store(out, args, args->output)
              : book_output_init(out, args, args->output,
                                 args->values[STRICT].given);
    if (status != CLI_DONE)
        return status;
    o->format = store ? &format_tabia : out->format;
    o->write_options = &out->options;
    return settings_check(args, NULL, 0, out->format);
}

/* ---- the verb -------------------------------------------------------- */

/*
 * The library takes the text. Here it is parsed first, because only here it is
 * known that the location of an error is one in the option.
 */
static enum cli_status check_where(const char *text)
{
    struct where *where;
    const enum cli_status status = shared_options_read_where(text, &where);
    where_free(where);
    return status == CLI_NO ? CLI_MISUSE : status;
}

static enum cli_status build_and_put(const struct args *args,
                                     struct tabia_build_options *o)
{
    struct tabia_error err = { 0 };
    struct build_watch watch;
    struct tabia_build_result result;
    build_watch_start(&watch, o, args->quiet);
    o->report = &watch.losses;
    const bool done = tabia_build(o, &result, &err);
    build_watch_finish(&watch);
    const enum cli_status status =
        done || err.status == TABIA_ERR_EMPTY
            ? build_watch_print(args, &watch, &result, args->output, &err)
            : cli_print_error(&err);
    // Broken games of a part are for the merge of all parts to answer for.
    return done && o->nparts && !result.is_damaged ? CLI_DONE : status;
}

static enum cli_status run_build(const struct args *args)
{
    struct tabia_build_options o;
    struct book_output out = { 0 };
    if (!args->output)
        return cli_misuse(args->verb, "expected -o OUT");
    // What is there already may be of this build, as its --work-folder knows.
    struct args for_output = *args;
    for_output.force |= args->values[WORK_FOLDER].given;
    enum cli_status status = source_files_check_stdin(args);
    if (status == CLI_DONE)
        status = store_file_refuse_inputs(args);
    if (status == CLI_DONE)
        status = fill_options(args, &o);
    if (status == CLI_DONE && !o.drop_duplicates)
        status = duplicate_inputs_check_files(args, args->values[STRICT].given);
    if (status == CLI_DONE)
        status = choose_output(&for_output, &out, &o);
    out.options.force = args->force;
    if (status == CLI_DONE)
        status = check_where(o.where);
    return status == CLI_DONE ? build_and_put(args, &o) : status;
}

const struct verb verb_build = {
    .name = "build",
    .group = VERB_GROUP_GAMES,
    .summary = "build a store or a book from games",
    .operands = "GAMES... -o OUT",
    .description =
        "Counts the moves played in every position. OUT is a store "
        "(.tabia), which keeps the results, ratings and dates of every "
        "move, or a book in any format. The inputs may be compressed with "
        "gzip, bzip2, xz or zstd; - is standard input. Games without a "
        "result are skipped. Games that cannot be read are reported and "
        "skipped, and the exit status is 1.",
    .notes =
        "A position that recurs in a game is counted once, with its last "
        "move. If no move is left, nothing is written unless --allow-empty "
        "is given.\n"
        "What does not fit into --memory goes to disk. The same games and "
        "options give the same bytes, whatever the memory, the threads and "
        "the machines: --part builds one part of many, and 'tabia merge' "
        "joins them.\n"
        "An input given twice is counted twice, with a warning; --strict "
        "refuses it. A store names its inputs by their file names, and "
        "adds folders only where names are equal.\n"
        "A damaged or truncated input is counted up to its last complete "
        "game; OUT is written, and the exit status is 1.",
    .example =
        "tabia build games.pgn.zst -o games.tabia\n"
        "tabia build games.pgn -o book.bin --max-ply 60 --min-games 3\n"
        "tabia build *.pgn -o white.abk --where 'WhiteElo >= 2400' --side "
        "white",
    .min_operands = 1,
    .max_operands = -1,
    .common = WITH_JSON | WITH_BOOK_OUTPUT | WITH_TO | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_build,
};
