/*
 * evaluate_store.c - evaluations from Lichess's database into a store
 *
 * The file is read once. Of its hundreds of millions of lines those about
 * positions of the store are kept: sorted in memory, and what it has no room
 * for in files. All of them are then merged with those that the store has.
 */
#include "cli/evaluate/evaluate_store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/wording.h"
#include "build/spool.h"
#include "cli/files/book_output.h"
#include "cli/files/source_files.h"
#include "cli/files/target.h"
#include "cli/progress_bar.h"
#include "cli/settings.h"
#include "cli/verbs/verbs.h"
#include "cli/view/verb_output.h"
#include "io/output.h"
#include "io/path.h"
#include "source/evals.h"
#include "store/store_def.h"
#include "store/store_evals.h"
#include "store/store_write.h"

#include "base/banned.h"

enum { LIST_MIN = 16, RUNS_MAX = 1 << 12 };

struct store_evaluation {
    const struct args *args;
    const struct evaluate_store_options *how;
    const struct tabia_store *store;
    struct tabia_pos pos;    // of the line
    struct store_eval *list; // owned: evaluations that are in no run
    size_t n, room, max;
    char *folder;       // owned: of the output and the runs; NULL: any
    struct spool *runs; // owned: each has been sorted
    size_t nruns, runs_room;
    struct evals_result result;
    uint64_t nevals; // of the new store
    struct progress_bar bar;
};

/* ---- collecting ------------------------------------------------------- */

static bool is_in_store(void *ctx, const struct tabia_pos *pos, bool *is_wanted,
                        struct tabia_error *err)
{
    struct store_evaluation *job = ctx;
    struct store_found found;
    if (!store_find_position(job->store, pos, &found, err))
        return false;
    *is_wanted = found.body.data || found.game != TABIA_GAME_NONE;
    job->pos = *pos;
    store_found_clear(&found);
    return true;
}

/* By key, the deepest first. */
static int compare_evals(const void *a, const void *b, void *ctx)
{
    const struct store_eval *x = a, *y = b;
    const int by_key = store_eval_compare(x, y);
    (void)ctx;
    return by_key ? by_key : (x->depth < y->depth) - (x->depth > y->depth);
}

/* Sorts the list, and leaves one evaluation of each position. */
static bool sort_list(struct store_evaluation *job, struct tabia_error *err)
{
    size_t n = 0;
    if (job->n && !sort_stable(job->list, job->n, sizeof(*job->list),
                               compare_evals, NULL, NULL, err))
        return false;
    for (size_t i = 0; i < job->n; i++)
        if (n == 0 || store_eval_compare(&job->list[i], &job->list[n - 1]) != 0)
            job->list[n++] = job->list[i];
    job->n = n;
    return true;
}

/* Makes room: a list that is mostly different positions goes to disk. */
static bool empty_list(struct store_evaluation *job, struct tabia_error *err)
{
    if (!sort_list(job, err))
        return false;
    if (job->n < job->max / 2)
        return true;
    if (!VEC_RESERVE(job->runs, job->runs_room, job->nruns + 1, RUNS_MAX, err))
        return false;
    struct spool *run = &job->runs[job->nruns];
    if (!spool_open_temp(run, job->folder, err))
        return false;
    job->nruns++;
    struct sink dst = spool_sink(run, err);
    sink_write(&dst, job->list, job->n * sizeof(*job->list));
    job->n = 0;
    return sink_ok(&dst);
}

static bool keep_eval(void *ctx, const struct tabia_eval *eval,
                      struct tabia_error *err)
{
    struct store_evaluation *job = ctx;
    const struct tally_key key = tally_key_of(&job->pos);
    if (job->n == job->max && !empty_list(job, err))
        return false;
    if (!VEC_RESERVE(job->list, job->room, job->n + 1, job->max, err))
        return false;
    job->list[job->n++] =
        (struct store_eval){ .hi = key.hi,
                             .lo = key.lo,
                             .value = eval->value,
                             .depth = eval->depth,
                             .is_mate = eval->kind == TABIA_EVAL_MATE };
    return true;
}

static void show_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct store_evaluation *job = ctx;
    job->bar.total = total;
    progress_bar_update(&job->bar, done);
}

static bool read_evals(struct store_evaluation *job, struct tabia_error *err)
{
    const struct evals_taker taker = { .wants = is_in_store,
                                       .take = keep_eval,
                                       .ctx = job };
    const struct evals_options options = { .on_progress = show_progress,
                                           .ctx = job };
    progress_bar_init(&job->bar, "reading", "bytes", 0, job->args->quiet);
    const bool ok =
        evals_read(job->how->evals, &taker, &options, &job->result, err);
    progress_bar_finish(&job->bar);
    return ok && sort_list(job, err);
}

/* ---- writing ---------------------------------------------------------- */

static bool write_evals(struct store_evaluation *job,
                        struct tabia_source *source, struct sink *dst,
                        struct tabia_error *err)
{
    const size_t n = job->nruns + 2;
    struct store_eval_source *sources = calloc(n, sizeof(*sources));
    bool ok = sources || error_nomem(err);
    for (size_t i = 0; ok && i < job->nruns; i++) {
        struct tabia_bytes bytes;
        ok = spool_map(&job->runs[i], &bytes, err);
        sources[i + 1].list = (const void *)bytes.data;
        sources[i + 1].n = bytes.size / sizeof(struct store_eval);
    }
    if (ok) {
        struct store_eval_merge merge = { .sources = sources, .n = n };
        sources[0].store = job->store;
        sources[n - 1].list = job->list;
        sources[n - 1].n = job->n;
        ok = store_write_evaluated(job->store, &merge, dst, err) &&
             tabia_source_check_file(source, err);
        job->nevals = merge.count;
        store_eval_merge_clear(&merge);
    }
    free(sources);
    return ok;
}

static enum cli_status write_store(struct store_evaluation *job,
                                   struct tabia_source *source)
{
    struct args args = *job->args;
    args.force |= job->how->in_place;
    const struct tabia_write_options write = book_output_options(&args);
    const struct output_options options = format_output_options(&write);
    struct tabia_error err = { 0 };
    struct output out;
    if (!output_open(&out, job->how->path, &options, &err))
        return cli_print_error(&err);
    struct sink dst = output_sink(&out, &err);
    if (!write_evals(job, source, &dst, &err))
        output_abort(&out);
    else if (output_finish(&out, &err))
        return CLI_DONE;
    return cli_print_error(&err);
}

static enum cli_status put_evals(const struct store_evaluation *job)
{
    const struct evals_result *r = &job->result;
    struct verb_output out;
    cli_note(job->args,
             "%s: %" PRIu64 " %s; of %" PRIu64 " %s %" PRIu64
             " %s about its positions",
             job->how->path, job->nevals,
             plural(job->nevals, "evaluation", "evaluations"), r->records,
             plural(r->records, "record", "records"), r->found,
             plural(r->found, "is", "are"));
    if (!job->args->json)
        return CLI_DONE;
    verb_output_open(&out, true);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "output", NULL, fact_text(job->how->path));
    verb_output_add(&out, "records", NULL, fact_count(r->records));
    verb_output_add(&out, "found", NULL, fact_count(r->found));
    verb_output_add(&out, "evaluations", NULL, fact_count(job->nevals));
    verb_output_end(&out);
    return verb_output_close(&out);
}

/* ---- the whole -------------------------------------------------------- */

static enum cli_status evaluate_store(struct store_evaluation *job,
                                      struct tabia_source *source)
{
    struct tabia_error err = { 0 };
    job->store = tabia_source_store(source, &err);
    if (job->store)
        input_expect_random(job->store->bytes, false);
    if (!job->store || !read_evals(job, &err))
        return cli_print_error(&err);
    const enum cli_status status = write_store(job, source);
    return status == CLI_DONE ? put_evals(job) : status;
}

enum cli_status evaluate_store_run(const struct args *args,
                                   const struct evaluate_store_options *how)
{
    // As much again for sorting.
    const uint64_t max = how->memory / 2 / sizeof(struct store_eval);
    const size_t len = path_folder_length(how->path);
    const bool is_file = strcmp(how->path, "-") != 0;
    struct store_evaluation job = {
        .args = args,
        .how = how,
        .folder = !is_file ? NULL
                  : len    ? strndup(how->path, len)
                           : strdup("."),
        .max = (size_t)(max < LIST_MIN        ? LIST_MIN
                        : max < SIZE_MAX / 64 ? max
                                              : SIZE_MAX / 64),
    };
    const struct source_file_options look = { .mode = TABIA_OPEN_RECOGNISE };
    struct source_file in;
    enum cli_status status = is_file && !job.folder
                                 ? cli_fail(CLI_FAILED, "out of memory")
                                 : settings_check(args, NULL, 0, NULL);
    if (status == CLI_DONE)
        status = target_check_json(args, how->path);
    if (status == CLI_DONE)
        status = how->in_place ? target_try_in_place(args, how->path)
                               : target_try(args, how->path);
    if (status == CLI_DONE)
        status = source_file_recognise(&in, args, args->operands[0], &look);
    if (status != CLI_DONE) {
        free(job.folder);
        return status;
    }
    status = tabia_source_get_info(in.source).kind == TABIA_SOURCE_STORE
                 ? evaluate_store(&job, in.source)
                 : cli_misuse(args->verb,
                              "a store is made from games: %s is not a store",
                              in.name);
    for (size_t i = 0; i < job.nruns; i++)
        spool_close(&job.runs[i]);
    free(job.runs);
    free(job.folder);
    free(job.list);
    source_file_close(&in);
    return status;
}
