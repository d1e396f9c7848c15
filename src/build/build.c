/*
 * build.c - games become a store, or a book in any format
 */
#include "tabia/build.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/output.h"
#include "base/vec.h"
#include "build/build_def.h"
#include "build/outlets.h"

#include "base/banned.h"

#define MEMORY_DEFAULT ((uint64_t)1 << 30)
#define MEMORY_LEAST   ((uint64_t)64 << 20)

/* ---- rules ----------------------------------------------------------- */

static bool is_polyglot(const struct tabia_build_options *options)
{
    return options->format &&
           options->format == tabia_format_find("polyglot");
}

static enum counting choose_counting(const struct tabia_build_options *options)
{
    if (!options->format)
        return COUNT_TALLIES;
    return options->polyglot_compatible ? COUNT_IN_TURN : COUNT_RESULTS;
}

static bool make_rule(struct build *b, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    const enum counting counting = choose_counting(o);
    if (o->where) {
        b->where = where_parse(o->where, err);
        if (!b->where)
            return false;
    }
    b->rule = (struct harvest_rule){
        .counting = counting,
        .where = b->where,
        .tags = b->tags,
        .player = o->player,
        .variant = o->variant,
        .color = o->color,
        .min_ply = o->min_ply,
        .max_ply = o->max_ply && o->max_ply < TABIA_BUILD_PLIES
                       ? o->max_ply
                       : TABIA_BUILD_PLIES,
        .every_time = o->polyglot_compatible,
        .open_is_draw = o->polyglot_compatible,
        .is_polyglot = is_polyglot(o),
        .wants_details = counting == COUNT_TALLIES,
        .wants_prints = o->dedupe,
        .wants_roots = !is_polyglot(o),
        .wants_dates = o->half_life > 0,
    };
    b->count = (struct count_rule){ .counting = counting };
    b->count.tally.by = o->by;
    if (o->half_life > 0) {
        count_fill_ages(b->ages, o->half_life);
        b->count.ages = b->ages;
    }
    return true;
}

/* The tags that somebody asks for, each once. */
static void add_tag(struct build *b, const char *name)
{
    size_t n = 0;
    while (b->tags[n]) {
        if (strcmp(b->tags[n], name) == 0)
            return;
        n++;
    }
    b->tags[n] = name; // where_tags has a limit that leaves room for ours
}

static void make_tags(struct build *b)
{
    const struct harvest_rule *rule = &b->rule;
    const bool is_store = rule->wants_details;
    add_tag(b, "Result");
    if (is_store || rule->wants_prints || rule->player) {
        add_tag(b, "White");
        add_tag(b, "Black");
    }
    if (is_store || rule->wants_prints || rule->wants_dates) {
        add_tag(b, "Date");
        add_tag(b, "UTCDate");
    }
    if (is_store) {
        add_tag(b, "WhiteElo");
        add_tag(b, "BlackElo");
        add_tag(b, "TimeControl");
        add_tag(b, "Event");
    }
    if (rule->variant != TABIA_BUILD_ANY)
        add_tag(b, "Variant");
    for (size_t i = 0; b->where && where_tags(b->where)[i]; i++)
        add_tag(b, where_tags(b->where)[i]);
}

/* ---- files on the way ------------------------------------------------ */

/* The folder of the output: where there is room for it, there is for runs. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (strcmp(path, "-") == 0)
        return NULL;
    if (!slash)
        return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

static bool open_files(struct build *b, struct tabia_error *err)
{
    if (b->rule.counting != COUNT_TALLIES)
        return true;
    return spool_temp(&b->intake.rows, b->folder, err) &&
           spool_temp(&b->intake.details, b->folder, err);
}

static bool map_rows(struct build *b, struct tabia_error *err)
{
    struct tabia_bytes bytes;
    if (b->rule.counting != COUNT_TALLIES)
        return true;
    if (!spool_map(&b->intake.rows, &bytes, err))
        return false;
    // The file is mapped at a page's begin: no row is out of line.
    b->count.tally.games = (struct tally_games){
        .rows = (const struct tally_game *)(const void *)bytes.data,
        .count = bytes.size / sizeof(struct tally_game),
    };
    return true;
}

static struct gather sources(const struct build *b)
{
    return (struct gather){
        .bins = b->bins,
        .runs = b->runs,
        .bases = b->bases,
        .nruns = b->nruns,
        .rule = &b->count,
    };
}

/* ---- runs ------------------------------------------------------------ */

static bool grow_runs(struct build *b, struct tabia_error *err)
{
    const size_t n = b->nruns + 1;
    struct spool *spools = vec_grow(b->spools, &b->spools_room, n,
                                    sizeof(*spools), BUILD_RUNS_MAX);
    if (spools)
        b->spools = spools;
    struct run *runs = vec_grow(b->runs, &b->runs_room, n, sizeof(*runs),
                                BUILD_RUNS_MAX);
    if (runs)
        b->runs = runs;
    uint64_t *bases = vec_grow(b->bases, &b->bases_room, n, sizeof(*bases),
                               BUILD_RUNS_MAX);
    if (bases)
        b->bases = bases;
    return (spools && runs && bases) || error_nomem(err);
}

/* Writes what the bins hold, and empties them. */
static bool write_run(struct build *b, struct spool *s,
                      struct tabia_error *err)
{
    struct outlet_run outlet;
    struct run_segment segments[BINS];
    const struct gather g = {
        .bins = b->bins,
        .rule = &b->count,
    };
    struct sink dst = spool_sink(s, err);
    outlet_run_init(&outlet);
    if (!map_rows(b, err) || !run_put_header(&dst, &b->kind))
        return false;
    const uint64_t start = dst.nbytes;
    if (!gather_all(&g, b->pool, &outlet.base, &dst, outlet.ends, 0, BINS,
                    err))
        return false;
    outlet_run_segments(&outlet, start, 0, BINS, segments);
    return run_put_trailer(&dst, segments, b->intake.state.numbered);
}

static bool spill(struct build *b, struct tabia_error *err)
{
    struct tabia_bytes bytes;
    if (!grow_runs(b, err))
        return false;
    struct spool *s = &b->spools[b->nruns];
    if (!spool_temp(s, b->folder, err))
        return false;
    b->bases[b->nruns] = 0;
    if (!write_run(b, s, err) || !spool_map(s, &bytes, err) ||
        !run_open(&b->runs[b->nruns], "a temporary file", bytes, err)) {
        spool_remove(s);
        return false;
    }
    b->nruns++;
    b->disk += s->size;
    bins_reset(b->bins);
    return true;
}

/* ---- the whole ------------------------------------------------------- */

static bool open_build(struct build *b, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    b->memory = o->memory ? o->memory : MEMORY_DEFAULT;
    if (b->memory < MEMORY_LEAST)
        b->memory = MEMORY_LEAST;
    if (!make_rule(b, err))
        return false;
    make_tags(b);
    b->folder = folder_of(o->output);
    b->kind.counting = b->rule.counting;
    b->pool = pool_new(o->threads, err);
    if (!b->pool)
        return false;
    const struct feed_options feed = {
        .paths = o->inputs,
        .npaths = (uint32_t)o->ninputs,
        .nthreads = pool_threads(b->pool),
        .memory = (size_t)(b->memory / 8),
    };
    b->feed = feed_open(&feed, err);
    if (!b->feed)
        return false;
    b->bins = bins_new((size_t)(b->memory / 8 * (o->dedupe ? 4 : 5)),
                       pool_threads(b->pool), err);
    if (!b->bins)
        return false;
    b->intake.rule = &b->rule;
    b->intake.feed = b->feed;
    b->intake.bins = b->bins;
    b->intake.pool = b->pool;
    b->intake.prints.limit = (size_t)(b->memory / 8);
    return open_files(b, err) && intake_init(&b->intake, err);
}

static void close_build(struct build *b)
{
    intake_clear(&b->intake);
    spool_remove(&b->intake.rows);
    spool_remove(&b->intake.details);
    for (size_t i = 0; i < b->nruns; i++)
        spool_remove(&b->spools[i]);
    free(b->spools);
    free(b->runs);
    free(b->bases);
    bins_free(b->bins);
    feed_close(b->feed);
    pool_free(b->pool);
    where_free(b->where);
    free(b->folder);
}

static bool read_games(struct build *b, struct tabia_error *err)
{
    bool more = true;
    while (intake_fill(&b->intake, &more, err)) {
        if (!more)
            return true;
        if (!spill(b, err))
            return false;
    }
    return false;
}

static bool write_rows(struct build *b, struct output *out,
                       struct tabia_error *err)
{
    const struct keep_rule keep = keep_rule_of(b->options);
    struct outlet_rows outlet;
    const struct gather g = sources(b);
    struct sink dst = output_sink(out, err);
    outlet_rows_init(&outlet, &keep);
    if (!gather_all(&g, b->pool, &outlet.base, &dst, NULL, 0, BINS, err))
        return false;
    b->report->positions = outlet.base.positions;
    b->report->moves = outlet.base.moves;
    return true;
}

bool tabia_build(const struct tabia_build_options *options,
                 struct tabia_build_report *report, struct tabia_error *err)
{
    struct build b = { .options = options, .report = report };
    const struct output_options how = { .force = options->force,
                                        .cleanup = options->cleanup };
    struct output out;
    *report = (struct tabia_build_report){ 0 };
    bool done = open_build(&b, err) && read_games(&b, err);
    if (done && output_open(&out, options->output, &how, err)) {
        done = write_rows(&b, &out, err);
        if (done)
            done = output_finish(&out, err);
        else
            output_abort(&out);
    }
    *report = b.intake.state.report;
    close_build(&b);
    return done;
}
