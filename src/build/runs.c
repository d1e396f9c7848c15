/*
 * runs.c - sorted files of what was counted, and their names
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/vec.h"
#include "build/build_def.h"

#include "base/banned.h"

/* ---- positions become a run ------------------------------------------- */

/* Everything, for later. */
struct writer_run {
    struct writer base;
    uint64_t ends[BINS]; // for merger_run
    uint64_t records[BINS];
};

static bool start_run(struct writer *base, struct merger_worker *w,
                      unsigned bin, struct tabia_error *err)
{
    (void)base;
    (void)err; // is seen at the end of the bin
    run_maker_start(&w->maker, bin, &w->out);
    return true;
}

static bool take_run(struct writer *base, struct merger_worker *w,
                     struct tabia_error *err)
{
    (void)base;
    (void)err; // is seen at the end of the bin
    run_maker_add(&w->maker, &w->count);
    return true;
}

static bool end_run(struct writer *base, struct merger_worker *w, unsigned bin,
                    struct tabia_error *err)
{
    struct writer_run *out = (struct writer_run *)base;
    out->records[bin] = w->maker.total;
    return run_maker_end(&w->maker, err);
}

/* ---- runs and their files --------------------------------------------- */

bool runs_write(const struct build *b, const struct merger *m, struct sink *dst,
                unsigned first, unsigned end, uint64_t games,
                struct tabia_error *err)
{
    struct writer_run writer = {
        .base = { .start = start_run, .take = take_run, .end = end_run },
    };
    struct run_segment segments[BINS];
    if (!run_put_header(dst, &b->kind))
        return false;
    uint64_t start = dst->nbytes;
    if (!merger_run(m, b->pool, &writer.base, dst, writer.ends, first, end,
                    err))
        return false;
    for (unsigned i = 0; i < BINS; i++) {
        const bool is_here = i >= first && i < end;
        const uint64_t next = is_here ? writer.ends[i] : start;
        segments[i] = (struct run_segment){
            .offset = start,
            .size = next - start,
            .records = is_here ? writer.records[i] : 0,
        };
        start = next;
    }
    return run_put_trailer(dst, segments, games);
}

bool runs_add(struct build_runs *runs, struct spool *spool,
              const struct run_kind *kind, uint64_t base,
              struct tabia_error *err)
{
    struct tabia_bytes bytes;
    const size_t n = runs->n + 1, most = BUILD_RUNS_MAX;
    if (!VEC_RESERVE(runs->files, runs->files_room, n, most, err) ||
        !VEC_RESERVE(runs->runs, runs->runs_room, n, most, err) ||
        !VEC_RESERVE(runs->bases, runs->bases_room, n, most, err)) {
        spool_close(spool);
        return false;
    }
    struct build_file *file = &runs->files[runs->n];
    struct run *run = &runs->runs[runs->n];
    *file = (struct build_file){ .spool = *spool };
    *spool = (struct spool){ 0 };
    runs->bases[runs->n++] = base;
    file->name =
        strdup(file->spool.path ? file->spool.path : "a temporary file");
    if (!file->name)
        return error_nomem(err);
    runs->disk += file->spool.size;
    // There may be more runs than a process may have open files.
    if (!spool_seal(&file->spool, &bytes, err) ||
        !run_open(run, file->name, bytes, err))
        return false;
    if (run->kind.counting == kind->counting &&
        run->kind.identity == kind->identity)
        return true;
    return error_set(err, TABIA_CORRUPT, "%s belongs to another build",
                     run->name);
}

void runs_clear(struct build_runs *runs)
{
    for (size_t i = 0; i < runs->n; i++) {
        spool_close(&runs->files[i].spool);
        free(runs->files[i].name);
    }
    free(runs->files);
    free(runs->runs);
    free(runs->bases);
    *runs = (struct build_runs){ 0 };
}

bool runs_spill(struct build *b, struct tabia_error *err)
{
    struct spool spool;
    const struct merger m = { .bins = b->bins, .rule = &b->count };
    if (!build_map_rows(b, &b->collector.rows, err) ||
        !work_new_run(b, &spool, err))
        return false;
    struct sink dst = spool_sink(&spool, err);
    if (!runs_write(b, &m, &dst, 0, BINS, b->collector.state.numbered, err) ||
        (b->options->work && !spool_sync(&spool, err))) {
        spool_close(&spool);
        return false;
    }
    if (!runs_add(&b->runs, &spool, &b->kind, 0, err))
        return false;
    bins_reset(b->bins);
    return work_save(b, err);
}
