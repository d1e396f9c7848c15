/*
 * ctg_files.c - entries as the three files of a CTG book
 *
 * All entries are one leaf of the trie; a leaf that does not fit in a page is
 * split by the next bit of the hash, and so on. The trie depends on the
 * entries alone, so the pages are as full as those of a book that has grown
 * game by game.
 */
#include "format/ctg/ctg_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/bitset.h"
#include "base/buf.h"
#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "base/vec.h"
#include "base/banned.h"

enum {
    DEPTH_MAX = 26, // of the trie; the index then takes 512 MB
    CTO_HEAD = 16,
    CTB_HEAD = 12,
};

/* ---- the trie -------------------------------------------------------- */

struct ctg_leaf {
    uint32_t index;    // in the trie
    size_t first, end; // of its entries, in the order of the trie
};

struct ctg_trie {
    const struct ctg_content *content;
    struct tabia_error *err;
    uint64_t *order; // reversed hash << 32 | entry, sorted
    struct ctg_leaf *leaves;
    size_t nleaves, room;
    uint32_t *split; // numbers of the nodes that are split
    size_t nsplit, split_room;
};

static const struct ctg_span *ctg_files_span_at(const struct ctg_trie *t,
                                                size_t i)
{
    return &t->content->spans[(uint32_t)t->order[i]];
}

/* Entries from 'first' on share the low 'depth' bits of their hash, 'bits'. */
static bool trie_grow(struct ctg_trie *t, unsigned depth, uint32_t bits,
                      size_t first, size_t end)
{
    const uint32_t index = bits + ((uint32_t)1 << depth) - 1;
    size_t size = CTG_PAGE_HEAD_SIZE;
    for (size_t i = first; i < end && size <= CTG_PAGE_SIZE; i++)
        size += ctg_files_span_at(t, i)->size;
    if (size <= CTG_PAGE_SIZE) {
        if (!VEC_RESERVE(t->leaves, t->room, t->nleaves + 1, UINT32_MAX,
                         t->err))
            return false;
        t->leaves[t->nleaves++] = (struct ctg_leaf){ index, first, end };
        return true;
    }
    if (depth == DEPTH_MAX)
        return error_set(
            t->err, TABIA_ERR_LIMIT,
            "more positions with the same hash than fit on a page");
    size_t middle = first;
    while (middle < end && !(t->order[middle] >> (63 - depth) & 1))
        middle++;
    if (!VEC_RESERVE(t->split, t->split_room, t->nsplit + 1, UINT32_MAX,
                     t->err))
        return false;
    t->split[t->nsplit++] = index;
    return trie_grow(t, depth + 1, bits, first, middle) &&
           trie_grow(t, depth + 1, bits | (uint32_t)1 << depth, middle, end);
}

/* ---- the files ------------------------------------------------------- */

/* The bitmap of nodes that are split, in whole bytes, and its bounds. */
static bool make_ctb(const struct ctg_trie *t, struct buf *out)
{
    uint32_t end = 0;
    for (size_t i = 0; i < t->nsplit; i++)
        end = t->split[i] >= end ? t->split[i] + 1 : end;
    const uint32_t upper = (end + 7) & ~UINT32_C(7);
    uint8_t head[CTB_HEAD] = { 0x00, 0x0C, 0x00, 0x01 };
    uint8_t *bits = calloc(upper / 8 + 1, 1);
    if (!bits)
        return error_nomem(t->err);
    for (size_t i = 0; i < t->nsplit; i++)
        bitset_add(bits, t->split[i]);
    uint32_t lower = 0; // in whole bytes too
    while (lower < upper && bits[lower / 8] == 0xFF)
        lower += 8;
    put_be32(head + 4, lower);
    put_be32(head + 8, upper);
    buf_add(out, head, sizeof(head));
    buf_add(out, bits, upper / 8);
    free(bits);
    return !out->failed || buf_error(out, t->err);
}

static bool make_cto(const struct ctg_trie *t, struct tabia_bytes ctb,
                     struct buf *out)
{
    uint32_t nslots = 0;
    for (size_t i = 0; i < t->nleaves; i++)
        if (t->leaves[i].index >= nslots)
            nslots = t->leaves[i].index + 1;
    const size_t size = CTO_HEAD + 4 * (size_t)nslots;
    if (!buf_reserve(out, size))
        return buf_error(out, t->err);
    uint8_t *p = (uint8_t *)out->data;
    static const uint8_t head[CTO_HEAD] = { 0x00, 0x10, 0x00, 0x01 };
    memcpy(p, head, CTO_HEAD);
    put_be32(p + 4, nslots);
    memcpy(p + 12, ctb.data + 4, 4);
    memset(p + CTO_HEAD, 0xFF, size - CTO_HEAD);
    for (size_t i = 0; i < t->nleaves; i++)
        put_be32(p + CTO_HEAD + 4 * (size_t)t->leaves[i].index, (uint32_t)i);
    out->size = size;
    return true;
}

static void write_page(const struct ctg_trie *t, const struct ctg_leaf *leaf,
                       struct sink *dst)
{
    uint8_t page[CTG_PAGE_SIZE] = { 0 };
    size_t used = CTG_PAGE_HEAD_SIZE;
    for (size_t i = leaf->first; i < leaf->end; i++) {
        const struct ctg_span *span = ctg_files_span_at(t, i);
        memcpy(page + used, t->content->entries.data + span->offset,
               span->size);
        used += span->size;
    }
    put_be16(page, (uint16_t)(leaf->end - leaf->first));
    put_be16(page + 2, (uint16_t)used);
    sink_write(dst, page, sizeof(page));
}

static bool trie_write_files(const struct ctg_trie *t, struct sink *dst)
{
    struct buf cto = { .limit = SIZE_MAX / 2 }, ctb = cto;
    const struct ctg_content *content = t->content;
    bool ok = make_ctb(t, &ctb) && make_cto(t, buf_bytes(&ctb), &cto);
    if (ok) {
        uint8_t header[CTG_PAGE_SIZE];
        ctg_header_make(header, (uint32_t)t->nleaves, (uint32_t)content->n,
                        content->ngames, content->header);
        ctg_stamp(header, buf_bytes(&cto), buf_bytes(&ctb));
        sink_write(&dst[0], ctb.data, ctb.size);
        sink_write(&dst[1], cto.data, cto.size);
        sink_write(&dst[2], header, sizeof(header));
        for (size_t i = 0; i < t->nleaves; i++)
            write_page(t, &t->leaves[i], &dst[2]);
        ok = sink_ok(&dst[0]) && sink_ok(&dst[1]) && sink_ok(&dst[2]);
    }
    buf_clear(&cto);
    buf_clear(&ctb);
    return ok;
}

bool ctg_files_write(const struct ctg_content *content, struct sink *dst,
                     struct tabia_error *err)
{
    struct ctg_trie trie = { .content = content, .err = err };
    const size_t n = content->n;
    trie.order = malloc((n + 1) * sizeof(*trie.order));
    if (!trie.order)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++) {
        uint32_t hash = content->spans[i].hash, reversed = 0;
        for (int bit = 0; bit < 32; bit++, hash >>= 1)
            reversed = reversed << 1 | (hash & 1);
        trie.order[i] = (uint64_t)reversed << 32 | i;
    }
    const bool ok =
        sort_radix(trie.order, n, sizeof(*trie.order), 0, NULL, err) &&
        trie_grow(&trie, 0, 0, 0, n) && trie_write_files(&trie, dst);
    free(trie.order);
    free(trie.leaves);
    free(trie.split);
    return ok;
}
