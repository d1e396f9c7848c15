/*
 * ct800_record.c - the records of a compiled CT800 book, made and read
 */
#include "format/ct800/ct800_record.h"

#include <string.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "format/ct800/ct800_compile.h"
#include "format/ct800/ct800_key.h"
#include "base/banned.h"

enum { SQUARE = 63 }; // of a byte, the bits that name a square

const uint8_t ct800_id[CT800_ID_SIZE] = {
    0xFF, 0x33, 0x76, 0x6C, 0x70, 0x67, 0x66, 0x66,
    0x6F, 0x68, 0x74, 0x6C, 0x61, 0x5F, 0x72, 0x00,
};

/* ---- records --------------------------------------------------------- */

/* The different moves of items with one key, up to 15. */
struct record_group {
    uint16_t list[CT800_RECORD_MOVES_MAX];
    size_t n;
    uint32_t nsurplus;
    uint64_t surplus[(CT800_ITEM_MOVE + 1) / 64]; // moves beyond, seen before
};

static void add_to_group(struct record_group *g, uint16_t mv)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->list[i] == mv)
            return;
    if (g->n < CT800_RECORD_MOVES_MAX) {
        g->list[g->n++] = mv;
        return;
    }
    if (g->nsurplus == 0)
        memset(g->surplus, 0, sizeof(g->surplus));
    const uint64_t bit = UINT64_C(1) << (mv & 63);
    if (!(g->surplus[mv >> 6] & bit))
        g->nsurplus++;
    g->surplus[mv >> 6] |= bit;
}

static bool ct800_add_record(struct ct800_compiled *out, uint64_t key,
                             const struct record_group *g)
{
    uint8_t bytes[CT800_RECORD_HEAD_SIZE + 2 * CT800_RECORD_MOVES_MAX] = { 0 };
    const unsigned crc8 = key & 0xFF;
    put_be32(bytes, (uint32_t)(key >> 8));
    bytes[4] = (uint8_t)((crc8 & 0xF0) | g->n);
    for (size_t i = 0; i < g->n; i++) {
        bytes[CT800_RECORD_HEAD_SIZE + 2 * i] = (uint8_t)(g->list[i] >> 6);
        bytes[CT800_RECORD_HEAD_SIZE + 2 * i + 1] = (uint8_t)(g->list[i] & 63);
    }
    bytes[5] = (uint8_t)(bytes[5] | (crc8 & 0x0C) << 4);
    bytes[6] = (uint8_t)(bytes[6] | (crc8 & 0x03) << 6);

    out->npositions++;
    out->nmoves += (uint32_t)g->n;
    out->nsurplus += g->nsurplus;
    if (g->n > out->max_moves)
        out->max_moves = (uint32_t)g->n;
    return buf_add(&out->records, bytes, CT800_RECORD_HEAD_SIZE + 2 * g->n);
}

bool ct800_records_add(struct ct800_compiled *out, const uint64_t *items,
                       size_t n, struct tabia_error *err)
{
    out->records.limit = UINT32_MAX;
    out->nraw = (uint32_t)n;
    for (size_t i = 0; i < n;) {
        const uint64_t key = items[i] >> CT800_ITEM_SHIFT;
        struct record_group g;
        g.n = 0;
        g.nsurplus = 0;
        for (; i < n && items[i] >> CT800_ITEM_SHIFT == key; i++)
            add_to_group(&g, (uint16_t)(items[i] & CT800_ITEM_MOVE));
        if (!ct800_add_record(out, key, &g))
            return buf_error(&out->records, err);
    }
    return true;
}

/* ---- reading --------------------------------------------------------- */

bool ct800_record_at(struct tabia_bytes bytes, size_t offset,
                     struct ct800_record *rec, struct tabia_error *err)
{
    if (offset >= bytes.size)
        return false;
    const size_t left = bytes.size - offset;
    const uint8_t *p = bytes.data + offset;
    if (left < CT800_RECORD_HEAD_SIZE)
        return error_at_offset(
            err, TABIA_ERR_CORRUPT, offset,
            "the last record is truncated: %zu of at least 7 "
            "bytes",
            left);
    const unsigned n = p[4] & 15;
    if (n == 0)
        return error_at_offset(err, TABIA_ERR_CORRUPT, offset + 4,
                               "the record has no moves");
    const size_t size = CT800_RECORD_HEAD_SIZE + 2 * (size_t)n;
    if (left < size)
        return error_at_offset(err, TABIA_ERR_CORRUPT, offset,
                               "the last record is truncated: %zu of %zu bytes",
                               left, size);
    const unsigned crc8 = (p[4] & 0xF0u) | (p[5] & 0xC0u) >> 4 | p[6] >> 6;
    *rec = (struct ct800_record){
        .key = (uint64_t)load_be32(p) << 8 | crc8,
        .offset = offset,
        .size = size,
        .nmoves = n,
        .moves = p + CT800_RECORD_HEAD_SIZE,
    };
    // Only the first move has bits of the key beside its squares.
    for (unsigned i = 0; i < n; i++) {
        const uint8_t *mv = rec->moves + 2 * i;
        const size_t at = offset + CT800_RECORD_HEAD_SIZE + 2 * i;
        if (i > 0 && (mv[0] > SQUARE || mv[1] > SQUARE))
            return error_at_offset(
                err, TABIA_ERR_CORRUPT, at,
                "move %u of the record has invalid squares: 0x%02X 0x%02X",
                i + 1, mv[0], mv[1]);
        if ((mv[0] & SQUARE) == (mv[1] & SQUARE))
            return error_at_offset(
                err, TABIA_ERR_CORRUPT, at,
                "move %u of the record has the same from and to square", i + 1);
    }
    return true;
}

bool ct800_records_check(struct tabia_bytes bytes, uint32_t *count,
                         struct tabia_error *err)
{
    struct tabia_error own = { 0 };
    struct ct800_record rec;
    uint64_t last = 0;
    size_t offset = 0;
    *count = 0;
    if (bytes.size == 0)
        return error_at_offset(err, TABIA_ERR_CORRUPT, 0,
                               "the book has no records");
    if (bytes.size > UINT32_MAX)
        return error_at_offset(err, TABIA_ERR_LIMIT, UINT32_MAX,
                               "the book is larger than 4 GiB");
    while (ct800_record_at(bytes, offset, &rec, &own)) {
        if (*count && rec.key <= last)
            return error_at_offset(
                err, TABIA_ERR_CORRUPT, offset,
                "the keys are not ascending: %010llX after %010llX",
                (unsigned long long)rec.key, (unsigned long long)last);
        last = rec.key;
        offset += rec.size;
        ++*count;
    }
    return !own.status || error_pass(err, &own);
}

/*
 * The start of a record not far behind 'at', which may be in the middle of
 * one; SIZE_MAX if none is recognised. Where a record begins is seen only by
 * reading on: from a wrong byte the reading soon ends, or falls in with the
 * records. So what comes after the first 16 that can be read is one, if as
 * many follow it in order.
 */
static size_t record_start_after(struct tabia_bytes bytes, size_t at)
{
    enum { SKIPPED = 16, CHECKED = 32 };
    for (size_t first = at; first < at + CT800_RECORD_SIZE_MAX; first++) {
        struct ct800_record rec;
        size_t offset = first, start = SIZE_MAX;
        uint64_t last = 0;
        unsigned n = 0;
        for (; n < CHECKED && ct800_record_at(bytes, offset, &rec, NULL); n++) {
            if (n && rec.key <= last)
                break;
            if (n == SKIPPED)
                start = offset;
            last = rec.key;
            offset += rec.size;
        }
        if (n == CHECKED || (n > SKIPPED && offset == bytes.size))
            return start;
    }
    return SIZE_MAX;
}

bool ct800_records_find(struct tabia_bytes bytes, uint64_t key,
                        struct ct800_record *rec)
{
    enum { SMALL = 4096 }; // bytes that are read through
    size_t lo = 0, hi = bytes.size;
    while (hi - lo > SMALL) {
        const size_t mid = lo + (hi - lo) / 2;
        const size_t at = record_start_after(bytes, mid);
        if (at >= hi || !ct800_record_at(bytes, at, rec, NULL))
            return false; // in no sound file: 32 records are shorter
        if (rec->key <= key)
            lo = at;
        else
            hi = at;
    }
    for (; lo < hi && ct800_record_at(bytes, lo, rec, NULL); lo += rec->size)
        if (rec->key >= key)
            return rec->key == key;
    return false;
}

void ct800_records_fill_index(struct tabia_bytes bytes, unsigned nbits,
                              uint32_t *index)
{
    const unsigned shift = CT800_KEY_BITS - nbits;
    struct ct800_record rec;
    size_t offset = 0, last = 0;
    size_t next = 0; // the first entry that is not known yet
    while (ct800_record_at(bytes, offset, &rec, NULL)) {
        for (; next <= rec.key >> shift; next++)
            index[next] = (uint32_t)offset;
        last = offset;
        offset += rec.size;
    }
    for (; next < (size_t)1 << nbits; next++)
        index[next] = (uint32_t)last;
}
