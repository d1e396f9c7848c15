/*
 * run.c - events in a file, bin by bin
 */
#include "build/run.h"

#include <string.h>
#include <xxhash.h>

#include "base/bytes.h"
#include "base/error_internal.h"

#include "base/banned.h"

static const uint8_t magic[8] = { 'T', 'A', 'B', 'I', 'A', 'R', 'U', 'N' };

enum {
    COUNTING_AT = 12,
    KEY_SIZE_AT = 13,
    VALUE_SIZE_AT = 14,
    HAS_BASE_AT = 15,
    IDENTITY_AT = 16,
    HEADER_SUM_AT = 24,

    BIN_AT = 4,
    BASE_AT = 8,
    BLOCK_SUM_AT = 16,
};

/* The head is part of what is summed up. */
static uint64_t block_sum(const uint8_t *head, const uint8_t *events,
                          size_t size)
{
    return XXH3_64bits_withSeed(events, size, XXH3_64bits(head, BLOCK_SUM_AT));
}

/* ---- writing --------------------------------------------------------- */

bool run_put_header(struct sink *dst, const struct run_kind *kind)
{
    uint8_t head[RUN_HEADER_SIZE];
    memcpy(head, magic, sizeof(magic));
    put_le32(head + sizeof(magic), RUN_VERSION);
    head[COUNTING_AT] = (uint8_t)kind->count_mode;
    head[KEY_SIZE_AT] = kind->layout.key_size;
    head[VALUE_SIZE_AT] = kind->layout.value_size;
    head[HAS_BASE_AT] = kind->layout.has_base;
    put_le64(head + IDENTITY_AT, kind->identity);
    put_le64(head + HEADER_SUM_AT, XXH3_64bits(head, HEADER_SUM_AT));
    return sink_write(dst, head, sizeof(head));
}

void run_put_block(struct buf *dst, struct event_layout layout, unsigned bin,
                   const struct event_block *block)
{
    uint8_t head[RUN_BLOCK_HEAD_SIZE];
    const size_t size = block->n * event_size(layout);
    put_le32(head, block->n);
    put_le32(head + BIN_AT, bin);
    put_le64(head + BASE_AT, block->base);
    put_le64(head + BLOCK_SUM_AT, block_sum(head, block->events, size));
    buf_add(dst, head, sizeof(head));
    buf_add(dst, block->events, size);
}

bool run_put_trailer(struct sink *dst,
                     const struct run_segment segments[BINS_COUNT],
                     uint64_t games)
{
    uint8_t tail[RUN_TRAILER_SIZE];
    uint8_t *p = tail;
    for (size_t i = 0; i < BINS_COUNT; i++) {
        put_le64(p, segments[i].offset);
        put_le64(p + 8, segments[i].size);
        put_le64(p + 16, segments[i].events);
        p += RUN_INDEX_ENTRY_SIZE;
    }
    put_le64(p, games);
    put_le64(p + 8, XXH3_64bits(tail, sizeof(tail) - 8));
    return sink_write(dst, tail, sizeof(tail));
}

/* ---- reading --------------------------------------------------------- */

static bool fail_run(const struct run *run, size_t offset, const char *why,
                     struct tabia_error *err)
{
    // The name goes into the words: the run may be gone before the error.
    return error_at_offset(err, TABIA_ERR_CORRUPT, offset, "%s: %s", run->name,
                           why);
}

static bool is_layout(struct event_layout layout)
{
    return (layout.key_size == 7 || layout.key_size == 9) &&
           layout.value_size >= 1 && layout.value_size <= EVENT_VALUE_BITS / 8;
}

bool run_open(struct run *run, const char *name, struct tabia_bytes bytes,
              struct tabia_error *err)
{
    *run = (struct run){ .name = name, .bytes = bytes };
    const uint8_t *p = run->bytes.data;
    if (run->bytes.size < RUN_HEADER_SIZE + RUN_TRAILER_SIZE ||
        memcmp(p, magic, sizeof(magic)) != 0)
        return fail_run(run, 0, "not a run of counted games", err);
    if (load_le32(p + sizeof(magic)) != RUN_VERSION)
        return fail_run(run, sizeof(magic), "a run of another version", err);
    run->kind = (struct run_kind){
        .count_mode = (enum count_mode)p[COUNTING_AT],
        .layout = { .key_size = p[KEY_SIZE_AT],
                    .value_size = p[VALUE_SIZE_AT],
                    .has_base = p[HAS_BASE_AT] },
        .identity = load_le64(p + IDENTITY_AT),
    };
    if (load_le64(p + HEADER_SUM_AT) != XXH3_64bits(p, HEADER_SUM_AT) ||
        p[COUNTING_AT] > COUNT_MODE_TALLIES || p[HAS_BASE_AT] > 1 ||
        !is_layout(run->kind.layout))
        return fail_run(run, 0, "the header is damaged", err);

    const size_t at = run->bytes.size - RUN_TRAILER_SIZE;
    const uint8_t *sums = p + at + RUN_TRAILER_SIZE - 16;
    p += at;
    if (load_le64(sums + 8) != XXH3_64bits(p, RUN_TRAILER_SIZE - 8))
        return fail_run(run, at,
                        "the index is damaged, or the file is truncated", err);
    run->games = load_le64(sums);
    for (size_t i = 0; i < BINS_COUNT; i++, p += RUN_INDEX_ENTRY_SIZE) {
        const struct run_segment segment = {
            .offset = load_le64(p),
            .size = load_le64(p + 8),
            .events = load_le64(p + 16),
        };
        run->segments[i] = segment;
        if (segment.offset > at || segment.size > at - segment.offset ||
            segment.events > segment.size)
            return fail_run(run, at, "the index is wrong", err);
    }
    return true;
}

bool run_next(const struct run *run, unsigned bin, struct run_iter *it,
              struct event_block *block, struct tabia_error *err)
{
    const struct run_segment *segment = &run->segments[bin];
    const size_t offset = (size_t)(segment->offset + it->at);
    const uint8_t *head = run->bytes.data + offset;
    const size_t left = (size_t)(segment->size - it->at);
    *block = (struct event_block){ .events = head };
    if (left == 0)
        return it->events == segment->events ||
               fail_run(run, offset, "events of a bin are missing", err);
    if (left < RUN_BLOCK_HEAD_SIZE)
        return fail_run(run, offset, "a block is truncated", err);
    const uint32_t n = load_le32(head);
    const size_t size = n * event_size(run->kind.layout);
    if (n == 0 || n > RUN_BLOCK_EVENTS_MAX || left - RUN_BLOCK_HEAD_SIZE < size)
        return fail_run(run, offset, "a block is truncated", err);
    block->events = head + RUN_BLOCK_HEAD_SIZE;
    block->n = n;
    block->base = load_le64(head + BASE_AT);
    if (load_le64(head + BLOCK_SUM_AT) !=
            block_sum(head, block->events, size) ||
        load_le32(head + BIN_AT) != bin)
        return fail_run(run, offset, "a block is damaged", err);
    it->at += RUN_BLOCK_HEAD_SIZE + size;
    it->events += n;
    return it->events <= segment->events ||
           fail_run(run, offset, "a bin has too many events", err);
}
