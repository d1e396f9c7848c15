/*
 * build.c - games become a store, or a book in any format
 */
#include "tabia/build.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "build/build_def.h"

#include "base/banned.h"

enum { PATHS_MAX = 1 << 28 }; // bytes of all paths together

/* ---- reading --------------------------------------------------------- */

static void tell(void *ctx, uint64_t games)
{
    const struct build *b = ctx;
    build_tell(b->options, "reading", feed_bytes_done(b->feed),
               feed_bytes_total(b->feed), games, b->runs.disk);
}

/*
 * How memory is shared out: most is for the bins; unpacking, sorting a bin,
 * the chunks at work and the games met so far take the rest.
 */
static bool open_intake(struct build *b, struct tabia_error *err)
{
    const struct tabia_build_options *o = b->options;
    const size_t eighth = (size_t)(b->memory / 8);
    const struct feed_options feed = {
        .paths = o->inputs,
        .npaths = (uint32_t)o->ninputs,
        .nthreads = pool_threads(b->pool),
        .memory = eighth,
        .checksums = b->rule.wants_details,
        .part = o->part,
        .nparts = o->nparts,
    };
    b->feed = feed_open(&feed, err);
    if (!b->feed)
        return false;
    b->bins =
        bins_new(eighth * (o->dedupe ? 4 : 5), pool_threads(b->pool), err);
    if (!b->bins)
        return false;
    b->intake.rule = &b->rule;
    b->intake.feed = b->feed;
    b->intake.bins = b->bins;
    b->intake.pool = b->pool;
    b->intake.prints.limit = 2 * eighth;
    b->intake.progress = tell;
    b->intake.ctx = b;
    return work_open(b, err) && intake_init(&b->intake, err);
}

static bool read_games(struct build *b, struct tabia_error *err)
{
    bool more = true;
    while (intake_fill(&b->intake, &more, err)) {
        if (!more)
            return true;
        if (!runs_spill(b, err))
            return false;
    }
    return false;
}

/* ---- the end --------------------------------------------------------- */

static struct provenance_input *list_inputs(struct build *b, struct buf *paths,
                                            struct tabia_error *err)
{
    const uint32_t n = feed_files(b->feed);
    struct provenance_input *list = calloc(n + 1, sizeof(*list));
    if (!list) {
        error_nomem(err);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        const struct feed_file *file = feed_file(b->feed, i);
        list[i] = (struct provenance_input){
            .path = file->name,
            .size = file->size,
            .checksum = file->checksum,
            .has_checksum = file->has_checksum,
        };
    }
    if (provenance_name(list, n, paths, err))
        return list;
    free(list);
    return NULL;
}

/* A file that is not whole is told of like a broken game. */
static void note_damage(struct build *b)
{
    struct tabia_build_report *r = &b->intake.state.report;
    for (uint32_t i = 0; i < feed_files(b->feed); i++) {
        const struct feed_file *file = feed_file(b->feed, i);
        char text[FEED_DAMAGE_SIZE];
        if (!file->damage.status)
            continue;
        feed_print_damage(file, text);
        r->damaged = true;
        const size_t at = r->nproblems < TABIA_BUILD_PROBLEMS
                              ? r->nproblems++
                              : TABIA_BUILD_PROBLEMS - 1;
        snprintf(r->problems[at], TABIA_BUILD_PROBLEM_SIZE, "%s", text);
    }
}

static bool write_product(struct build *b,
                          const struct provenance_input *inputs,
                          struct tabia_build_report *report,
                          struct tabia_error *err)
{
    struct tabia_bytes rows = { 0 };
    struct product p = {
        .options = b->options,
        .report = report,
        .pool = b->pool,
        .from = { .bins = b->bins,
                  .runs = b->runs.runs,
                  .bases = b->runs.bases,
                  .nruns = b->runs.n,
                  .rule = &b->count },
        .roots = b->intake.root_list,
        .nroots = b->intake.nroots,
        .inputs = inputs,
        .ninputs = feed_files(b->feed),
    };
    if (b->intake.rows.is_open) {
        if (!spool_map(&b->intake.rows, &rows, err) ||
            !spool_map(&b->intake.details, &p.details, err))
            return false;
        p.games = b->count.tally.games = build_games(rows);
    }
    return product_write(&p, err);
}

static bool finish(struct build *b, struct tabia_build_report *report,
                   struct tabia_error *err)
{
    struct buf paths = { .limit = PATHS_MAX };
    struct provenance_input *inputs = list_inputs(b, &paths, err);
    if (!inputs) {
        buf_clear(&paths);
        return false;
    }
    note_damage(b);
    *report = b->intake.state.report;
    report->runs = b->runs.n;
    report->disk = b->runs.disk;
    if (b->intake.rows.is_open)
        report->disk += b->intake.rows.size + b->intake.details.size;
    const bool done = b->options->nparts
                          ? parts_write(b, inputs, feed_files(b->feed), err)
                          : write_product(b, inputs, report, err);
    free(inputs);
    buf_clear(&paths);
    return done;
}

bool tabia_build(const struct tabia_build_options *options,
                 struct tabia_build_report *report, struct tabia_error *err)
{
    struct build b;
    bool is_done = false;
    *report = (struct tabia_build_report){ 0 };
    bool done = build_init(&b, options, err) &&
                (options->nparts ? parts_is_done(&b, report, &is_done, err)
                                 : product_can_write(options, err));
    if (done && !is_done) {
        done = open_intake(&b, err) && read_games(&b, err) &&
               finish(&b, report, err);
        if (done)
            work_finish(&b);
    }
    build_clear(&b);
    return done;
}
