/*
 * store_layout.c - checksums and the tail of a .tabia file
 */
#include "store/store_layout.h"

#include <xxhash.h>

#include "base/banned.h"

uint64_t store_checksum(const void *data, uint64_t size, enum store_kind kind,
                        uint64_t number)
{
    return XXH3_64bits_withSeed(data, (size_t)size,
                                4 * number + (unsigned)kind);
}

void store_tail_encode(const struct store_tail *tail,
                       uint8_t bytes[STORE_TAIL_SIZE])
{
    store_le64(bytes, tail->positions);
    store_le64(bytes + 8, tail->moves);
    store_le64(bytes + 16, tail->games);
    store_le64(bytes + 24, tail->nroots);
    store_le32(bytes + 32, tail->by);
    store_le16(bytes + 36, tail->prefix_bits);
    store_le16(bytes + 38, tail->split_bits);
    store_le32(bytes + 40, tail->first);
    store_le32(bytes + 44, tail->last);
    store_le64(bytes + 48, tail->rows_at);
    store_le64(bytes + 56, tail->tallies_at);
    store_le64(bytes + 64, tail->texts_at);
    store_le64(bytes + 72, tail->roots_at);
    store_le64(bytes + 80, tail->details_index_at);
    store_le64(bytes + 88, tail->index_at);
    store_le64(bytes + 96, tail->size);
    store_le64(bytes + 104, tail->texts_sum);
    store_le64(bytes + 112, tail->roots_sum);
    store_le64(bytes + 120, tail->details_index_sum);
    store_le64(bytes + 128, tail->index_sum);
    store_le64(bytes + STORE_TAIL_SUM_AT,
               store_checksum(bytes, STORE_TAIL_SUM_AT, STORE_SECTION, 0));
    memcpy(bytes + STORE_TAIL_MAGIC_AT, STORE_TAIL_MAGIC, STORE_MAGIC_SIZE);
}

bool store_tail_decode(struct store_tail *tail,
                       const uint8_t bytes[STORE_TAIL_SIZE])
{
    if (memcmp(bytes + STORE_TAIL_MAGIC_AT, STORE_TAIL_MAGIC,
               STORE_MAGIC_SIZE) != 0 ||
        load_le64(bytes + STORE_TAIL_SUM_AT) !=
            store_checksum(bytes, STORE_TAIL_SUM_AT, STORE_SECTION, 0))
        return false;
    *tail = (struct store_tail){
        .positions = load_le64(bytes),
        .moves = load_le64(bytes + 8),
        .games = load_le64(bytes + 16),
        .nroots = load_le64(bytes + 24),
        .by = load_le32(bytes + 32),
        .prefix_bits = load_le16(bytes + 36),
        .split_bits = load_le16(bytes + 38),
        .first = load_le32(bytes + 40),
        .last = load_le32(bytes + 44),
        .rows_at = load_le64(bytes + 48),
        .tallies_at = load_le64(bytes + 56),
        .texts_at = load_le64(bytes + 64),
        .roots_at = load_le64(bytes + 72),
        .details_index_at = load_le64(bytes + 80),
        .index_at = load_le64(bytes + 88),
        .size = load_le64(bytes + 96),
        .texts_sum = load_le64(bytes + 104),
        .roots_sum = load_le64(bytes + 112),
        .details_index_sum = load_le64(bytes + 120),
        .index_sum = load_le64(bytes + 128),
    };
    return true;
}
