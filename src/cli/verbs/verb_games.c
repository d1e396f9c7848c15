/*
 * verb_games.c - tabia games
 */
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "base/compiler.h"
#include "base/wording.h"
#include "cli/files/source_files.h"
#include "cli/files/store_file.h"
#include "cli/progress_bar.h"
#include "cli/shared_options.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "pgn/game_counts.h"

#include "base/banned.h"

enum { THREADS, PREFIX, ERRORS, ZSTD_LONG };

static const struct option_spec options[] = {
    [THREADS] = SHARED_THREADS("0"),
    [PREFIX] = { .name = "prefix",
                 .help = "also count the moves of broken games before the "
                         "error" },
    [ERRORS] = { .name = "errors",
                 .kind = OPTION_INT,
                 .value = "N",
                 .default_value = "20",
                 .max = 1000000,
                 .help = "print the first N errors and warnings" },
    [ZSTD_LONG] = { .name = "zstd-long",
                    .help = "allow zstd windows of up to 2 GiB, which take "
                            "that much memory" },
};

static const struct {
    enum tabia_result result;
    const char *key, *words;
} results[] = {
    { TABIA_RESULT_WHITE, "white_wins", "  white wins" },
    { TABIA_RESULT_BLACK, "black_wins", "  black wins" },
    { TABIA_RESULT_DRAW, "draws", "  draws" },
    { TABIA_RESULT_OPEN, "open", "  open (*)" },
    { TABIA_RESULT_NONE, "no_result", "  no result" },
};

/* ---- words ----------------------------------------------------------- */

/* ---- figures --------------------------------------------------------- */

/* Of the problems JSON has the list; in text they went to standard error. */
static void put_problems(struct json_writer *js,
                         const struct game_counts *games)
{
    json_writer_pair_uint(js, "errors", games->nerrors);
    json_writer_pair_uint(js, "warnings", games->nwarnings);
    json_writer_key(js, "problems");
    json_writer_begin_array(js);
    for (size_t i = 0; i < games->nproblems; i++) {
        const struct game_counts_problem *problem = &games->problems[i];
        const bool is_error = problem->severity == TABIA_SEVERITY_ERROR;
        json_writer_begin_object(js);
        json_writer_pair_text(js, "file",
                              problem->err.file[0] ? problem->err.file : NULL);
        json_writer_pair_uint(js, "line", problem->err.line);
        json_writer_pair_uint(js, "col", problem->err.col);
        json_writer_pair_uint(js, "offset", problem->err.offset);
        json_writer_pair_text(js, "kind", is_error ? "error" : "warning");
        json_writer_pair_text(js, "message", problem->err.msg);
        json_writer_end(js);
    }
    json_writer_end(js);
    json_writer_key(js, "files");
    json_writer_begin_array(js);
    for (size_t i = 0; i < games->nfiles; i++) {
        const struct game_counts_file *file = &games->files[i];
        json_writer_begin_object(js);
        json_writer_pair_text(js, "name", file->name);
        json_writer_pair_text(js, "packing", file->compression);
        json_writer_pair_uint(js, "size", file->size);
        json_writer_pair_uint(js, "text_size", file->text_size);
        json_writer_pair_uint(js, "games", file->ngames);
        if (file->damage.status) {
            json_writer_pair_text(js, "damage", file->damage.msg);
            json_writer_pair_uint(js, "damage_offset", file->damage.offset);
        }
        json_writer_end(js);
    }
    json_writer_end(js);
}

/* ---- the verb -------------------------------------------------------- */

static uint64_t text_size(const struct game_counts *games)
{
    uint64_t size = 0;
    for (size_t i = 0; i < games->nfiles; i++)
        size += games->files[i].text_size;
    return size;
}

static enum cli_status put_games(const struct args *args,
                                 const struct game_counts *games, uint64_t ns)
{
    if (!args->json) {
        const uint64_t all = games->nerrors + games->nwarnings;
        for (size_t i = 0; i < games->nproblems; i++) {
            const struct game_counts_problem *problem = &games->problems[i];
            cli_print_problem(
                &problem->err,
                problem->severity == TABIA_SEVERITY_ERROR ? "error" : "warning",
                (struct tabia_bytes){ 0 });
        }
        if (all > games->nproblems)
            fprintf(stderr,
                    "... and %" PRIu64 " more; use --errors to print more\n",
                    all - games->nproblems);
    }
    unsigned ndamaged = 0;
    for (size_t i = 0; i < games->nfiles; i++) {
        const struct game_counts_file *file = &games->files[i];
        if (!file->damage.status)
            continue;
        struct tabia_error err = file->damage;
        cli_add_hint(&err);
        const size_t len = strlen(err.msg);
        snprintf(err.msg + len, sizeof(err.msg) - len,
                 "; the %" PRIu64 " %s kept", file->ngames,
                 plural(file->ngames, "game before that is",
                        "games before that are"));
        cli_print_problem(&err, "error", (struct tabia_bytes){ 0 });
        ndamaged++;
    }

    struct verb_output out;
    verb_output_open(&out, args->json);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "games", "games", fact_count(games->ngames));
    for (size_t i = 0; i < COUNT_OF(results); i++)
        verb_output_add(&out, results[i].key, results[i].words,
                        fact_count(games->results[results[i].result]));
    verb_output_add(&out, "broken", "  broken", fact_count(games->nbroken));
    verb_output_add(&out, "plies", "plies", fact_count(games->nplies));
    verb_output_add(&out, "fingerprint", "fingerprint",
                    fact_hex(games->fingerprint));
    if (out.js)
        put_problems(out.js, games);
    verb_output_end(&out);
    const enum cli_status status = verb_output_close(&out);
    const double seconds = (double)(ns ? ns : 1) / 1e9;
    fflush(stdout);
    cli_note(args, "%.3f s, %.1f MB/s, %.2f million plies per second", seconds,
             (double)text_size(games) / seconds / 1e6,
             (double)games->nplies / seconds / 1e6);
    return status == CLI_DONE && (ndamaged || games->nerrors) ? CLI_NO : status;
}

static void update_games_progress(void *ctx, uint64_t ndone, uint64_t total)
{
    struct progress_bar *progress = ctx;
    progress->total = total;
    progress_bar_update(progress, ndone);
}

static enum cli_status run_games(const struct args *args)
{
    struct progress_bar progress;
    const struct game_counts_options how = {
        .paths = (const char *const *)args->operands,
        .npaths = (uint32_t)args->noperands,
        .nthreads = (int)args->values[THREADS].number,
        .counts_broken = args->values[PREFIX].given,
        .zstd_long = args->values[ZSTD_LONG].given,
        .max_problems = (size_t)args->values[ERRORS].number,
        .on_progress = update_games_progress,
        .ctx = &progress,
    };
    struct tabia_error err = { 0 };
    struct game_counts games;
    enum cli_status status = source_files_check_stdin(args);
    if (status == CLI_DONE)
        status = store_file_refuse_inputs(args);
    if (status != CLI_DONE)
        return status;
    const uint64_t start = clock_now_ns();
    progress_bar_init(&progress, "reading", "bytes", 0, args->quiet);
    const bool ok = game_counts_read(&games, &how, &err);
    progress_bar_finish(&progress);
    if (!ok)
        return cli_print_error(&err);
    status = put_games(args, &games, clock_now_ns() - start);
    game_counts_clear(&games);
    return status;
}

const struct verb verb_games = {
    .name = "games",
    .group = VERB_GROUP_GAMES,
    .summary = "check and count games",
    .operands = "FILE...",
    .description =
        "Reads PGN files, checks every move of the main lines, and counts "
        "games, results and plies. The files may be compressed with gzip, "
        "bzip2, xz or zstd; - is standard input. Games that cannot be read "
        "are reported with their location and skipped.",
    .notes = "The fingerprint is the XOR of the PolyGlot keys of the positions "
             "after each move, of all games that are legal throughout. Equal "
             "collections have equal fingerprints, whatever the order of the "
             "games, the compression and the number of threads.\n"
             "A compressed file that is damaged or truncated is read up to its "
             "last complete game; the exit status is then 1.",
    .example = "tabia games games.pgn\n"
               "tabia games --json lichess_2024-01.pgn.zst\n"
               "zcat games.pgn.gz | tabia games --threads 1 -",
    .min_operands = 1,
    .max_operands = -1,
    .common = WITH_JSON,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_games,
};
