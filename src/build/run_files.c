/*
 * run_files.c - files of events, and their names
 */
#include "build/run_files.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "build/position_writer.h"
#include "build/work_folder.h"

#include "base/banned.h"

enum { COPY_ROOM = 1 << 20 }; // bytes at once

/* ---- events as they are ------------------------------------------------ */

/* Of each bin it is known beforehand where it goes, so no thread waits. */
struct run_copy {
    const struct merger *m;
    struct spool *dst;
    struct event_layout layout;
    struct run_segment segments[BINS_COUNT];
    pthread_mutex_t lock;
    struct tabia_error err; // the first failure
};

static bool copy_bin(struct run_copy *c, unsigned bin, struct tabia_error *err)
{
    struct merger_iter it = { 0 };
    struct buf buf = { .limit = SIZE_MAX / 2 };
    uint64_t at = c->segments[bin].offset;
    bool ok = true;
    do {
        ok = merger_next(c->m, bin, &it, err);
        if (ok && it.block.n)
            run_put_block(&buf, c->layout, bin, &it.block);
        if (!ok || (it.block.n && buf.size < COPY_ROOM))
            continue;
        ok = !buf.failed ? spool_put(c->dst, at, buf.data, buf.size, err)
                         : buf_error(&buf, err);
        at += buf.size;
        buf_reset(&buf);
    } while (ok && it.block.n);
    buf_clear(&buf);
    return ok;
}

static void copy_task(void *ctx, size_t bin)
{
    struct run_copy *c = ctx;
    struct tabia_error err = { 0 };
    if (copy_bin(c, (unsigned)bin, &err))
        return;
    pthread_mutex_lock(&c->lock);
    error_pass(&c->err, &err);
    pthread_mutex_unlock(&c->lock);
}

bool run_files_copy(const struct build *b, const struct merger *m,
                    struct spool *dst, uint64_t games, struct tabia_error *err)
{
    struct run_copy c = {
        .m = m,
        .dst = dst,
        .layout = b->run_kind.layout,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    const size_t size = event_size(c.layout);
    struct sink sink = spool_sink(dst, err);
    if (!run_put_header(&sink, &b->run_kind))
        return false;
    for (unsigned i = 0; i < BINS_COUNT; i++) {
        struct run_segment *segment = &c.segments[i];
        struct bins_iter it = { 0 };
        struct event_block block;
        segment->offset = dst->size;
        for (size_t k = 0; k < m->nruns; k++) {
            segment->size += m->runs[k].segments[i].size;
            segment->events += m->runs[k].segments[i].events;
        }
        while (m->bins && bins_next(m->bins, i, &it, &block)) {
            segment->size += RUN_BLOCK_HEAD_SIZE + block.n * size;
            segment->events += block.n;
        }
        dst->size += segment->size;
    }
    pool_run(b->pool, BINS_COUNT, copy_task, &c);
    if (c.err.status)
        return error_pass(err, &c.err);
    return run_put_trailer(&sink, c.segments, games);
}

/* ---- events by their keys ---------------------------------------------- */

/* A run whose events are sorted, so that this need not be done again. */
struct run_writer {
    struct position_writer base;
    struct event_layout layout;
    uint64_t ends[BINS_COUNT]; // for merger_merge
};

static void put_sorted(const struct run_writer *out, struct merger_worker *w)
{
    const struct event_block block = {
        .events = (const uint8_t *)buf_text(&w->block),
        .n = (uint32_t)(w->block.size / event_size(out->layout)),
    };
    if (block.n)
        run_put_block(&w->output.bytes, out->layout, bin_of(w->key.hi), &block);
    buf_reset(&w->block);
}

static bool put_position_sorted(struct position_writer *base,
                                struct merger_worker *w,
                                struct tabia_error *err)
{
    const struct run_writer *out = (const struct run_writer *)base;
    const size_t size = event_size(out->layout);
    for (size_t i = 0; i < w->nevents; i++) {
        const struct bin_event *e = &w->events[i];
        uint8_t bytes[EVENT_SIZE_MAX];
        event_pack(bytes, out->layout.key_size, e->key, e->rest >> 56,
                   e->rest & 0xFFFF, bin_event_value(e));
        buf_add(&w->block, bytes, size);
        if (w->block.size == RUN_BLOCK_EVENTS_MAX * size)
            put_sorted(out, w);
    }
    return !w->block.failed || buf_error(&w->block, err);
}

static bool end_sorted(struct position_writer *base, struct merger_worker *w,
                       struct tabia_error *err)
{
    const struct run_writer *out = (const struct run_writer *)base;
    put_sorted(out, w);
    return !w->output.bytes.failed || buf_error(&w->output.bytes, err);
}

static bool slice_goes_on(void *ctx, size_t ndone, size_t total,
                          struct tabia_error *err)
{
    (void)ndone;
    (void)total;
    return build_goes_on(ctx, err);
}

bool run_files_write_sorted(const struct build *b, const struct merger *m,
                            struct sink *dst, unsigned first, unsigned end,
                            uint64_t games, struct tabia_error *err)
{
    struct run_kind kind = b->run_kind;
    if (kind.layout.has_base) // games are in any order now
        kind.layout.value_size = EVENT_VALUE_BITS / 8;
    kind.layout.has_base = false;
    struct run_writer writer = {
        .base = { .add = put_position_sorted,
                  .end = end_sorted,
                  .on_progress = slice_goes_on,
                  .ctx = (void *)b },
        .layout = kind.layout,
    };
    struct run_segment segments[BINS_COUNT];
    if (!run_put_header(dst, &kind))
        return false;
    uint64_t start = dst->nbytes;
    if (!merger_merge(m, b->pool, &writer.base, dst, writer.ends, first, end,
                      err))
        return false;
    for (unsigned i = 0; i < BINS_COUNT; i++) {
        const bool is_here = i >= first && i < end;
        const uint64_t next = is_here ? writer.ends[i] : start;
        segments[i] = (struct run_segment){
            .offset = start,
            .size = next - start,
            .events = is_here ? merger_count(m, i) : 0,
        };
        start = next;
    }
    return run_put_trailer(dst, segments, games);
}

/* ---- runs and their files --------------------------------------------- */

bool run_files_add(struct run_files *runs, struct spool *spool,
                   const struct run_kind *kind, uint64_t base,
                   struct tabia_error *err)
{
    struct tabia_bytes bytes;
    const size_t n = runs->n + 1, most = RUN_FILES_MAX;
    if (!VEC_RESERVE(runs->files, runs->files_room, n, most, err) ||
        !VEC_RESERVE(runs->runs, runs->runs_room, n, most, err) ||
        !VEC_RESERVE(runs->bases, runs->bases_room, n, most, err)) {
        spool_close(spool);
        return false;
    }
    struct run_file *file = &runs->files[runs->n];
    struct run *run = &runs->runs[runs->n];
    *file = (struct run_file){ .spool = *spool };
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
    if (run->kind.count_mode == kind->count_mode &&
        run->kind.layout.key_size == kind->layout.key_size &&
        run->kind.identity == kind->identity)
        return true;
    return error_set(err, TABIA_ERR_CORRUPT, "%s belongs to another build",
                     run->name);
}

void run_files_clear(struct run_files *runs)
{
    for (size_t i = 0; i < runs->n; i++) {
        spool_close(&runs->files[i].spool);
        free(runs->files[i].name);
    }
    free(runs->files);
    free(runs->runs);
    free(runs->bases);
    *runs = (struct run_files){ 0 };
}

bool run_files_spill(struct build *b, struct tabia_error *err)
{
    struct spool spool;
    const struct merger m = { .bins = b->bins, .layout = b->run_kind.layout };
    if (!work_folder_new_run(b, &spool, err))
        return false;
    if (!run_files_copy(b, &m, &spool, b->collector.state.numbered, err) ||
        (b->options->work_folder && !spool_sync(&spool, err))) {
        spool_close(&spool);
        return false;
    }
    if (!run_files_add(&b->runs, &spool, &b->run_kind, 0, err))
        return false;
    bins_reset(b->bins);
    return work_folder_save(b, err);
}
