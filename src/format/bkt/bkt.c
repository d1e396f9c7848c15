/*
 * bkt.c - books of Shredder Classic: recognised and counted, not read
 *
 * Pages of 1552 bytes: 32 entries of 48 (key 8, move 4, value 4, 32 unknown)
 * and a footer: 0, the kind of page (1, or 2 for what did not fit), and the
 * offsets of two further pages. The first 256 pages are those of key % 128,
 * twice, for White and Black to move. Little-endian. The keys are Shredder's
 * own and cannot be made from positions, so the moves cannot be placed.
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/error_internal.h"
#include "base/sort.h"
#include "format/formats.h"
#include "base/banned.h"

enum {
    ENTRY_SIZE = 48,
    ENTRIES = 32, // of a page
    FOOTER_AT = ENTRIES * ENTRY_SIZE,
    PAGE_SIZE = FOOTER_AT + 16,
    PRIMARY_PAGES = 256,
};

static bool is_page_offset(struct tabia_bytes bytes, uint32_t offset)
{
    return offset % PAGE_SIZE == 0 && offset < bytes.size;
}

/* Whether the first 'n' pages have the footers that they should have. */
static bool has_footers(struct tabia_bytes bytes, size_t n)
{
    if (bytes.size % PAGE_SIZE || bytes.size / PAGE_SIZE < PRIMARY_PAGES)
        return false;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *footer = bytes.data + i * PAGE_SIZE + FOOTER_AT;
        const uint32_t kind = i < PRIMARY_PAGES ? 1 : 2;
        if (load_le32(footer) != 0 || load_le32(footer + 4) != kind ||
            !is_page_offset(bytes, load_le32(footer + 8)) ||
            !is_page_offset(bytes, load_le32(footer + 12)))
            return false;
    }
    return true;
}

static enum format_match bkt_detect(struct tabia_bytes bytes)
{
    return has_footers(bytes, FORMAT_DETECT_SIZE / PAGE_SIZE) ? FORMAT_SURE
                                                              : FORMAT_NO;
}

static bool bkt_read(struct tabia_bytes bytes, struct read_job *job,
                     struct tabia_builder *out, struct tabia_error *err)
{
    (void)job;
    (void)out;
    if (!has_footers(bytes, bytes.size / PAGE_SIZE))
        return error_at_offset(
            err, TABIA_ERR_CORRUPT, 0,
            "not a Shredder book: its pages of 1552 bytes have no footers");
    const size_t room = bytes.size / PAGE_SIZE * ENTRIES;
    uint64_t *keys = malloc(room * sizeof(*keys));
    if (!keys)
        return error_nomem(err);
    size_t n = 0, nkeys = 0;
    for (size_t i = 0; i < room; i++) { // those that have a move
        const uint8_t *p =
            bytes.data + i / ENTRIES * PAGE_SIZE + i % ENTRIES * ENTRY_SIZE;
        if (load_le64(p) || load_le32(p + 8))
            keys[n++] = load_le64(p);
    }
    const bool is_sorted = sort_radix(keys, n, sizeof(*keys), 0, NULL, err);
    for (size_t i = 0; i < n && is_sorted; i++)
        nkeys += i == 0 || keys[i] != keys[i - 1];
    free(keys);
    return is_sorted &&
           error_set(
               err, TABIA_ERR_LOSS,
               "a Shredder book with %zu moves in %zu positions; only Shredder "
               "can look them up, because its keys are not public",
               n, nkeys);
}

static const char *const suffixes[] = { ".bkt", NULL };

const struct tabia_format format_bkt = {
    .info = {
        .name = "bkt",
        .title = "Shredder Classic book (recognised and counted only)",
        .suffixes = suffixes,
    },
    .detect = bkt_detect,
    .read = bkt_read,
};
