/*
 * build.c - games become a store, or a book in any format
 */
#include "tabia/build.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "build/build_internal.h"
#include "build/build_write.h"
#include "build/parts.h"
#include "build/work_folder.h"
#include "format/format_contract.h"
#include "io/output.h"

#include "base/banned.h"

enum { PATHS_MAX = 1 << 28 }; // bytes of all paths together

#define MEMORY_DEFAULT ((uint64_t)1 << 30)

/* ---- from the options to the rules ------------------------------------- */

bool build_is_store(const struct tabia_build_options *options)
{
    return !options->format || tabia_format_get_info(options->format)->is_store;
}

bool build_writes_rows(const struct tabia_build_options *options)
{
    return options->format && options->format->put_row;
}

static bool check_output(const struct tabia_build_options *o,
                         struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    if (!o->output)
        return error_set(err, TABIA_ERR_MISUSE, "the output has no path");
    // A store is no format that tabia_format_for_path finds.
    if (o->format || o->nparts || o->nslices || strcmp(o->output, "-") == 0 ||
        (!tabia_format_for_path(o->output, &why) &&
         why.status != TABIA_ERR_AMBIGUOUS))
        return true;
    return error_set(err, TABIA_ERR_MISUSE,
                     "the name is that of a book, but no format is given, "
                     "which means a store");
}

bool build_check_call(const struct tabia_build_options *options,
                      enum build_call call, struct tabia_error *err)
{
    return check_output(options, err) &&
           build_options_refuse_unused(options, call, err);
}

/* The list has room for ours and for all that an expression may name. */
static void add_tag(struct build *b, const char *name)
{
    size_t n = 0;
    while (b->tags[n] && strcmp(b->tags[n], name) != 0)
        n++;
    b->tags[n] = name;
}

static void make_rules(struct build *b)
{
    const struct tabia_build_options *o = b->options;
    const bool is_store = build_is_store(o);
    const bool wants_players = is_store || o->drop_duplicates || o->player;
    const bool wants_dates = is_store || o->drop_duplicates || o->half_life > 0;
    const struct {
        const char *name;
        bool is_wanted;
    } tags[] = {
        { "Result", true },
        { "White", wants_players },
        { "Black", wants_players },
        { "Date", wants_dates },
        { "UTCDate", wants_dates },
        { "WhiteElo", is_store },
        { "BlackElo", is_store },
        { "TimeControl", is_store },
        { "Event", is_store },
        { "Variant", o->variant != TABIA_BUILD_VARIANT_ANY },
    };
    for (size_t i = 0; i < COUNT_OF(tags); i++)
        if (tags[i].is_wanted)
            add_tag(b, tags[i].name);
    for (size_t i = 0; b->where && where_tags(b->where)[i]; i++)
        add_tag(b, where_tags(b->where)[i]);
    b->chunk_rule = (struct chunk_rule){
        .count_mode = is_store                 ? COUNT_MODE_TALLIES
                      : o->polyglot_compatible ? COUNT_MODE_IN_TURN
                                               : COUNT_MODE_RESULTS,
        .where = b->where,
        .tags = b->tags,
        .player = o->player,
        .variant = o->variant,
        .side = o->side,
        .min_ply = o->min_ply,
        .max_ply = build_options_last_ply(o),
        .counts_repeats = o->polyglot_compatible,
        .open_is_draw = o->polyglot_compatible,
        .is_polyglot = build_writes_rows(o),
        .wants_details = is_store,
        .wants_fingerprints = o->drop_duplicates,
        .wants_roots = !build_writes_rows(o),
        .wants_dates = o->half_life > 0,
    };
    b->count_rule = (struct move_counter_rule){
        .count_mode = b->chunk_rule.count_mode,
        .tally = { .dimensions = o->dimensions },
    };
    if (o->half_life > 0) {
        move_counter_fill_ages(b->ages, o->half_life);
        b->count_rule.ages = b->ages;
    }
}

bool build_init(struct build *b, const struct tabia_build_options *options,
                struct tabia_error *err)
{
    *b = (struct build){ .options = options, .work_folder_lock = -1 };
    b->memory = options->memory_limit ? options->memory_limit : MEMORY_DEFAULT;
    if (b->memory < TABIA_BUILD_MEMORY_MIN)
        b->memory = TABIA_BUILD_MEMORY_MIN;
    if (!build_options_check(options, err))
        return false;
    if (options->where && !(b->where = where_parse(options->where, err)))
        return false;
    make_rules(b);
    b->run_kind = (struct run_kind){
        .count_mode = b->chunk_rule.count_mode,
        .layout = event_layout_for(b->chunk_rule.count_mode,
                                   b->chunk_rule.is_polyglot,
                                   b->chunk_rule.wants_dates),
    };
    if (!build_options_hash(options, &b->run_kind.identity, err))
        return false;
    // Where there is room for the output, there is for runs. The output of a
    // part is a folder itself.
    const char *path = options->output, *slash = strrchr(path, '/');
    if (strcmp(path, "-") != 0) {
        const size_t len = slash ? (size_t)(slash - path) : 0;
        b->folder = options->nparts ? strdup(path)
                    : !slash        ? strdup(".")
                                    : strndup(path, len ? len : 1);
        if (!b->folder)
            return error_nomem(err);
    }
    b->pool =
        pool_new(options->threads < INT_MAX ? (int)options->threads : INT_MAX,
                 err);
    return b->pool;
}

void build_clear(struct build *b)
{
    collector_clear(&b->collector);
    spool_close(&b->collector.game_rows);
    spool_close(&b->collector.details);
    spool_close(&b->collector.fingerprint_file);
    run_files_clear(&b->runs);
    if (b->work_folder_lock >= 0)
        close(b->work_folder_lock);
    bins_free(b->bins);
    game_reader_close(b->reader);
    pool_free(b->pool);
    where_free(b->where);
    free(b->folder);
}

struct merger build_merger(const struct build *b)
{
    return (struct merger){
        .bins = b->bins,
        .layout = b->run_kind.layout,
        .runs = b->runs.runs,
        .bases = b->runs.bases,
        .nruns = b->runs.n,
        .rule = &b->count_rule,
        .memory = b->bins ? b->memory / 4 : b->memory / 4 * 3,
        .folder = b->folder,
    };
}

bool build_map_games(struct build *b, struct spool *rows,
                     struct tabia_error *err)
{
    struct tabia_bytes bytes;
    if (!rows->is_open)
        return true;
    if (!spool_map(rows, &bytes, err))
        return false;
    b->count_rule.tally.games = (struct tally_games){
        .rows = (const struct tally_game *)(const void *)bytes.data,
        .count = bytes.size / sizeof(struct tally_game),
    };
    return true;
}

bool build_goes_on(const struct build *b, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    return !o->is_stopped || !o->is_stopped(o->ctx) ||
           error_set(err, TABIA_ERR_STOPPED, "building was stopped");
}

bool build_hint_damage(enum tabia_hint hint, struct tabia_error *err)
{
    return err && err->status == TABIA_ERR_CORRUPT && error_hint(err, hint);
}

void build_show_progress(const struct build *b, const char *stage,
                         uint64_t done, uint64_t total, uint64_t games,
                         uint64_t disk)
{
    const struct tabia_build_progress progress = {
        .stage = stage,
        .done = done,
        .total = total,
        .games = games,
        .disk_bytes = disk,
    };
    if (b->options->on_progress)
        b->options->on_progress(b->options->ctx, &progress);
}

/* ---- reading --------------------------------------------------------- */

static bool on_collector_progress(void *ctx, uint64_t games,
                                  struct tabia_error *err)
{
    const struct build *b = ctx;
    build_show_progress(b, "reading", game_reader_bytes_done(b->reader),
                        game_reader_bytes_total(b->reader), games,
                        b->runs.disk);
    return build_goes_on(b, err);
}

/*
 * How memory is shared out: most is for the bins; decompression, sorting a
 * bin, the chunks at work and the games so far take the rest.
 */
static bool read_games(struct build *b, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    const size_t eighth = (size_t)(b->memory / 8);
    const struct game_reader_options reader = {
        .paths = o->inputs,
        .npaths = (uint32_t)o->ninputs,
        .nthreads = pool_thread_count(b->pool),
        .memory = eighth,
        .wants_checksums = b->chunk_rule.wants_details,
        .part = o->part,
        .nparts = o->nparts,
    };
    b->reader = game_reader_open(&reader, err);
    if (!b->reader)
        return false;
    if (!build_make_bins(b, eighth * (o->drop_duplicates ? 4 : 5), err))
        return false;
    b->collector.rule = &b->chunk_rule;
    b->collector.reader = b->reader;
    b->collector.bins = b->bins;
    b->collector.pool = b->pool;
    b->collector.fingerprints.limit = 2 * eighth;
    b->collector.on_progress = on_collector_progress;
    b->collector.ctx = b;
    return work_folder_open(b, err) && collector_init(&b->collector, err) &&
           build_collect(b, err);
}

bool build_make_bins(struct build *b, size_t size, struct tabia_error *err)
{
    struct tabia_error own = { 0 };
    b->bins =
        bins_new(size, pool_thread_count(b->pool), b->run_kind.layout, &own);
    if (b->bins)
        return true;
    const uint64_t there =
        (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    if (b->memory <= there)
        return error_pass(err, &own);
    error_set(err, TABIA_ERR_NOMEM,
              "not enough memory for a limit of %" PRIu64 " MB: the machine "
              "has %" PRIu64 " MB",
              b->memory >> 20, there >> 20);
    return error_hint(err, TABIA_HINT_MEMORY);
}

bool build_collect(struct build *b, struct tabia_error *err)
{
    bool more = true;
    while (more)
        if (!collector_fill(&b->collector, &more, err) ||
            (more && !run_files_spill(b, err)))
            return false;
    // Memory is better used for the events of large bins, if there are any.
    if (b->runs.n == 0 || b->options->nparts)
        return true;
    if (!bins_is_empty(b->bins) && !run_files_spill(b, err))
        return false;
    bins_free(b->bins);
    b->bins = NULL;
    return true;
}

/* ---- the end --------------------------------------------------------- */

/*
 * Files that are not whole are reported like broken games, and rather than the
 * last ones of these.
 */
static void report_damage(struct build *b)
{
    const uint32_t n = game_reader_file_count(b->reader);
    struct collector_state *state = &b->collector.state;
    struct build_problems *problems = &state->problems;
    size_t ndamaged = 0;
    for (uint32_t i = 0; i < n; i++)
        ndamaged +=
            game_reader_file_at(b->reader, i)->damage.status != TABIA_OK;
    state->result.is_damaged = ndamaged > 0;
    if (ndamaged > TABIA_BUILD_PROBLEMS_MAX)
        ndamaged = TABIA_BUILD_PROBLEMS_MAX;
    if (problems->n > TABIA_BUILD_PROBLEMS_MAX - ndamaged)
        problems->n = TABIA_BUILD_PROBLEMS_MAX - ndamaged;
    for (uint32_t i = 0; i < n; i++) {
        const struct game_reader_file *file = game_reader_file_at(b->reader, i);
        if (file->damage.status && problems->n < TABIA_BUILD_PROBLEMS_MAX)
            problems->list[problems->n++] = game_reader_damage(file);
    }
    build_problems_report(problems, b->options);
}

/* The files as provenance has them; their names are in 'names'. */
static struct provenance_input *list_inputs(const struct build *b,
                                            struct buf *names,
                                            struct tabia_error *err)
{
    const uint32_t n = game_reader_file_count(b->reader);
    struct provenance_input *inputs = calloc(n + 1, sizeof(*inputs));
    if (!inputs) {
        error_nomem(err);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct game_reader_file *file = game_reader_file_at(b->reader, i);
        inputs[i] = (struct provenance_input){
            .path = file->name,
            .size = file->size,
            .checksum = file->checksum,
            .has_checksum = file->has_checksum,
        };
    }
    if (provenance_name_inputs(inputs, n, names, err))
        return inputs;
    free(inputs);
    return NULL;
}

/* Writes the output, or the files of a part. */
static bool write_result(struct build *b, struct tabia_error *err)
{
    struct collector *col = &b->collector;
    if (b->options->nparts)
        return parts_write(b, err);
    return build_map_games(b, &col->game_rows, err) &&
           (!col->details.is_open ||
            spool_map(&col->details, &b->material.details, err)) &&
           build_write(b, err);
}

static bool finish_build(struct build *b, struct tabia_build_result *result,
                         struct tabia_error *err)
{
    const struct collector *col = &b->collector;
    report_damage(b);
    *result = col->state.result;
    result->runs = b->runs.n;
    result->disk_bytes = b->runs.disk;
    if (col->game_rows.is_open)
        result->disk_bytes += col->game_rows.size + col->details.size;
    struct buf names = { .limit = PATHS_MAX };
    struct provenance_input *inputs = list_inputs(b, &names, err);
    b->material = (struct build_material){
        .result = result,
        .roots = &col->state.roots,
        .inputs = inputs,
        .ninputs = game_reader_file_count(b->reader),
    };
    const bool ok = inputs && write_result(b, err);
    free(inputs);
    buf_clear(&names);
    return ok || (b->options->work_folder &&
                  build_hint_damage(TABIA_HINT_WORK_FOLDER, err));
}

bool tabia_build(const struct tabia_build_options *options,
                 struct tabia_build_result *result, struct tabia_error *err)
{
    struct build b;
    struct tabia_build_result own;
    bool was_built = false; // by an earlier call
    if (!result)
        result = &own;
    *result = (struct tabia_build_result){ 0 };
    if (!build_check_call(
            options,
            build_is_store(options) ? BUILD_CALL_STORE : BUILD_CALL_BOOK, err))
        return false;
    bool ok = build_init(&b, options, err);
    if (ok)
        ok = options->nparts ? parts_is_done(&b, result, &was_built, err)
                             : work_folder_is_done(&b, result, &was_built, err);
    if (ok && !was_built && !options->nparts)
        ok = output_try(options->output, build_write_options(options)->force,
                        err);
    if (ok && !was_built)
        ok = read_games(&b, err) && finish_build(&b, result, err);
    if (ok)
        work_folder_remove(&b);
    build_clear(&b);
    return ok;
}
