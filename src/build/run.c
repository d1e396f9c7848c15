/*
 * run.c - what was counted, sorted by key, in a file
 */
#include "build/run.h"

#include <string.h>
#include <xxhash.h>

#include "base/bytes.h"
#include "base/error.h"
#include "store/varint.h"

#include "base/banned.h"

static const uint8_t magic[8] = { 'T', 'A', 'B', 'I', 'A', 'R', 'U', 'N' };

enum {
    COUNTING_AT = 12,
    IDENTITY_AT = 16,
    HEADER_SUM_AT = 24,
    LO_SIZE = 2,
    KEY_SIZE = 10 + LO_SIZE, // at most
};

/* The sizes are part of what is summed up. */
static uint64_t block_sum(const uint8_t *data, uint32_t size, uint32_t nrecords)
{
    return XXH3_64bits_withSeed(data, size, (uint64_t)nrecords << 32 | size);
}

/* ---- writing --------------------------------------------------------- */

void run_maker_start(struct run_maker *m, unsigned bin, struct buf *dst)
{
    m->block.limit = RUN_BLOCK_MAX;
    buf_reset(&m->block);
    m->dst = dst;
    m->nrecords = 0;
    m->total = 0;
    m->hi = (uint64_t)bin << 56;
}

static void close_block(struct run_maker *m)
{
    uint8_t head[RUN_BLOCK_HEAD];
    const uint32_t size = (uint32_t)m->block.size;
    const uint8_t *data = (const uint8_t *)m->block.data;
    store_le32(head, size);
    store_le32(head + 4, m->nrecords);
    store_le64(head + 8, block_sum(data, size, m->nrecords));
    buf_add(m->dst, head, sizeof(head));
    buf_add(m->dst, data, size);
    buf_reset(&m->block);
    m->nrecords = 0;
    m->hi &= UINT64_C(0xFF) << 56;
}

void run_maker_add(struct run_maker *m, const struct count *c)
{
    uint8_t key[KEY_SIZE];
    size_t n = 0;
    uint64_t step = c->key.hi - m->hi;
    for (; step >= 0x80; step >>= 7)
        key[n++] = (uint8_t)(step | 0x80);
    key[n++] = (uint8_t)step;
    store_le16(key + n, c->key.lo);
    buf_add(&m->block, key, n + LO_SIZE);
    count_encode(c, &m->block);
    m->hi = c->key.hi;
    m->nrecords++;
    m->total++;
    if (m->block.size >= RUN_BLOCK_SIZE && !m->block.failed)
        close_block(m);
}

bool run_maker_end(struct run_maker *m, struct tabia_error *err)
{
    if (m->block.failed)
        return buf_error(&m->block, err);
    if (m->nrecords)
        close_block(m);
    return !m->dst->failed || buf_error(m->dst, err);
}

void run_maker_clear(struct run_maker *m)
{
    buf_clear(&m->block);
}

bool run_put_header(struct sink *dst, const struct run_kind *kind)
{
    uint8_t head[RUN_HEADER_SIZE];
    memcpy(head, magic, sizeof(magic));
    store_le32(head + sizeof(magic), RUN_VERSION);
    store_le32(head + COUNTING_AT, (uint32_t)kind->counting);
    store_le64(head + IDENTITY_AT, kind->identity);
    store_le64(head + HEADER_SUM_AT, XXH3_64bits(head, HEADER_SUM_AT));
    return sink_write(dst, head, sizeof(head));
}

bool run_put_trailer(struct sink *dst, const struct run_segment segments[BINS],
                     uint64_t games)
{
    uint8_t tail[RUN_TRAILER_SIZE];
    uint8_t *p = tail;
    for (size_t i = 0; i < BINS; i++) {
        store_le64(p, segments[i].offset);
        store_le64(p + 8, segments[i].size);
        store_le64(p + 16, segments[i].records);
        p += RUN_INDEX_ENTRY;
    }
    store_le64(p, games);
    store_le64(p + 8, XXH3_64bits(tail, sizeof(tail) - 8));
    return sink_write(dst, tail, sizeof(tail));
}

/* ---- reading --------------------------------------------------------- */

static bool fail(const struct run *run, size_t offset, const char *why,
                 struct tabia_error *err)
{
    // The name goes into the words: the run may be gone before the error.
    return error_offset(err, TABIA_CORRUPT, offset, "%s: %s", run->name, why);
}

bool run_open(struct run *run, const char *name, struct tabia_bytes bytes,
              struct tabia_error *err)
{
    *run = (struct run){ .name = name, .bytes = bytes };
    const uint8_t *p = run->bytes.data;
    if (run->bytes.size < RUN_HEADER_SIZE + RUN_TRAILER_SIZE ||
        memcmp(p, magic, sizeof(magic)) != 0)
        return fail(run, 0, "this is no run of counted games", err);
    if (load_le32(p + sizeof(magic)) != RUN_VERSION)
        return fail(run, sizeof(magic), "a run of another version", err);
    const uint32_t counting = load_le32(p + COUNTING_AT);
    if (load_le64(p + HEADER_SUM_AT) != XXH3_64bits(p, HEADER_SUM_AT) ||
        counting > COUNT_TALLIES)
        return fail(run, 0, "the header is damaged", err);
    run->kind.counting = (enum counting)counting;
    run->kind.identity = load_le64(p + IDENTITY_AT);

    const size_t at = run->bytes.size - RUN_TRAILER_SIZE;
    const uint8_t *sums = p + at + RUN_TRAILER_SIZE - 16;
    p += at;
    if (load_le64(sums + 8) != XXH3_64bits(p, RUN_TRAILER_SIZE - 8))
        return fail(run, at, "the index is damaged, or the file cut short",
                    err);
    run->games = load_le64(sums);
    for (size_t i = 0; i < BINS; i++, p += RUN_INDEX_ENTRY) {
        run->segments[i] = (struct run_segment){
            .offset = load_le64(p),
            .size = load_le64(p + 8),
            .records = load_le64(p + 16),
        };
        if (run->segments[i].offset > at ||
            run->segments[i].size > at - run->segments[i].offset)
            return fail(run, at, "the index is wrong", err);
    }
    return true;
}

static size_t offset_of(const struct run_cursor *cur, const uint8_t *p)
{
    return (size_t)(p - cur->run->bytes.data);
}

static bool advance(struct run_cursor *cur, struct tabia_error *err)
{
    if (cur->nleft == 0) {
        if (cur->at != cur->at_end)
            return fail(cur->run, offset_of(cur, cur->at),
                        "a block has more than its records", err);
        cur->is_done = cur->next == cur->end;
        if (cur->is_done)
            return true;
        const uint8_t *head = cur->next;
        const size_t left = (size_t)(cur->end - head);
        if (left < RUN_BLOCK_HEAD || left - RUN_BLOCK_HEAD < load_le32(head))
            return fail(cur->run, offset_of(cur, head), "a block is cut short",
                        err);
        const uint32_t size = load_le32(head);
        cur->nleft = load_le32(head + 4);
        cur->at = head + RUN_BLOCK_HEAD;
        cur->at_end = cur->next = cur->at + size;
        if (load_le64(head + 8) != block_sum(cur->at, size, cur->nleft) ||
            cur->nleft == 0)
            return fail(cur->run, offset_of(cur, head), "a block is damaged",
                        err);
        cur->key = (struct tally_key){ .hi = (uint64_t)cur->bin << 56 };
    }
    cur->nleft--;
    // Reads the key of the next record; 'cur->at' is then behind it.
    struct varint_src src = { .p = cur->at, .end = cur->at_end };
    const uint64_t step = varint_get(&src);
    const uint8_t *lo = varint_take(&src, LO_SIZE);
    if (!lo || bins_of(cur->key.hi + step) != cur->bin ||
        cur->key.hi + step < cur->key.hi)
        return fail(cur->run, offset_of(cur, cur->at), "a key is wrong", err);
    cur->key.hi += step;
    cur->key.lo = load_le16(lo);
    cur->at = src.p;
    return true;
}

bool run_start(struct run_cursor *cur, const struct run *run, unsigned bin,
               uint64_t base, struct tabia_error *err)
{
    const struct run_segment *segment = &run->segments[bin];
    *cur = (struct run_cursor){
        .run = run,
        .base = base,
        .bin = bin,
        .next = run->bytes.data + segment->offset,
        .end = run->bytes.data + segment->offset + segment->size,
    };
    return advance(cur, err);
}

/* Goes to the next record, which must have a higher key. */
static bool go_on(struct run_cursor *cur, const uint8_t *at,
                  struct tabia_error *err)
{
    const struct tally_key before = cur->key;
    cur->at = at;
    if (!advance(cur, err))
        return false;
    if (!cur->is_done && tally_key_compare(before, cur->key) >= 0)
        return fail(cur->run, offset_of(cur, cur->at),
                    "the keys are out of order", err);
    return true;
}

bool run_pass_single(struct run_cursor *cur, bool *is_passed,
                     struct tabia_error *err)
{
    struct varint_src src = { .p = cur->at, .end = cur->at_end };
    const bool is_one_cell = varint_get(&src) == 1;
    varint_get(&src); // move
    varint_get(&src); // month
    *is_passed = is_one_cell && varint_get(&src) <= 2 && !src.failed;
    return !*is_passed || go_on(cur, src.p, err);
}

bool run_take(struct run_cursor *cur, struct count *c, struct tabia_error *err)
{
    const struct tabia_bytes src = {
        .data = cur->at,
        .size = (size_t)(cur->at_end - cur->at),
    };
    struct tabia_error why = { 0 };
    const size_t used = count_coded(c, src, cur->base, &why);
    if (used == 0)
        return why.status == TABIA_CORRUPT
                   ? fail(cur->run, offset_of(cur, cur->at), why.msg, err)
                   : error_pass(err, &why);
    return go_on(cur, cur->at + used, err);
}
