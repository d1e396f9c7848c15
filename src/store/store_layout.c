/*
 * store_layout.c - checksums, the directory and the tail of a .tabia file
 */
#include "store/store_layout.h"

#include <string.h>
#include <xxhash.h>

#include "store/bits.h"
#include "base/banned.h"

uint64_t store_checksum(const void *data, uint64_t size, unsigned kind,
                        uint64_t number)
{
    return XXH3_64bits_withSeed(data, (size_t)size, 64 * number + kind);
}

void store_tail_encode(const struct store_tail *tail,
                       uint8_t bytes[STORE_TAIL_SIZE])
{
    memset(bytes, 0, STORE_TAIL_SIZE);
    put_le64(bytes, tail->positions);
    put_le64(bytes + 8, tail->moves);
    put_le64(bytes + 16, tail->games);
    put_le64(bytes + 24, tail->singles);
    put_le32(bytes + 32, tail->first_date);
    put_le32(bytes + 36, tail->last_date);
    put_le32(bytes + 40, tail->rule.dimensions);
    put_le32(bytes + 44, tail->rule.side);
    put_le32(bytes + 48, tail->rule.min_ply);
    put_le32(bytes + 52, tail->rule.max_ply);
    put_le64(bytes + 56, tail->rule.min_games);
    put_le64(bytes + 64, tail->directory_at);
    put_le64(bytes + 72, tail->nentries);
    put_le64(bytes + 80, tail->size);
    put_le64(bytes + 88, tail->directory_sum);
    put_le64(bytes + STORE_TAIL_SUM_AT,
             store_checksum(bytes, STORE_TAIL_SUM_AT, STORE_SECTION_WHOLE, 1));
    memcpy(bytes + STORE_TAIL_MAGIC_AT, STORE_TAIL_MAGIC, STORE_MAGIC_SIZE);
}

bool store_tail_decode(struct store_tail *tail,
                       const uint8_t bytes[STORE_TAIL_SIZE])
{
    const uint64_t nentries = load_le64(bytes + 72);
    *tail = (struct store_tail){
        .positions = load_le64(bytes),
        .moves = load_le64(bytes + 8),
        .games = load_le64(bytes + 16),
        .singles = load_le64(bytes + 24),
        .first_date = load_le32(bytes + 32),
        .last_date = load_le32(bytes + 36),
        .rule = {
            .dimensions = load_le32(bytes + 40),
            .side = load_le32(bytes + 44),
            .min_ply = load_le32(bytes + 48),
            .max_ply = load_le32(bytes + 52),
            .min_games = load_le64(bytes + 56),
        },
        .directory_at = load_le64(bytes + 64),
        .nentries = (uint32_t)nentries,
        .size = load_le64(bytes + 80),
        .directory_sum = load_le64(bytes + 88),
    };
    return memcmp(bytes + STORE_TAIL_MAGIC_AT, STORE_TAIL_MAGIC,
                  STORE_MAGIC_SIZE) == 0 &&
           load_le64(bytes + STORE_TAIL_SUM_AT) ==
               store_checksum(bytes, STORE_TAIL_SUM_AT, STORE_SECTION_WHOLE,
                              1) &&
           nentries <= STORE_ENTRIES_MAX;
}

void store_entry_encode(const struct store_directory_entry *entry,
                        uint8_t bytes[STORE_ENTRY_SIZE])
{
    memset(bytes, 0, STORE_ENTRY_SIZE);
    put_le32(bytes, entry->kind);
    put_le64(bytes + 8, entry->at);
    put_le64(bytes + 16, entry->size);
    put_le64(bytes + 24, entry->count);
    bytes[32] = entry->shape.prefix;
    bytes[33] = entry->shape.single_split;
    bytes[34] = entry->shape.shared_split;
    bytes[35] = entry->shape.check;
    bytes[36] = entry->shape.game_bits;
    put_le64(bytes + 40, entry->sum);
}

bool store_entry_decode(struct store_directory_entry *entry,
                        const uint8_t bytes[STORE_ENTRY_SIZE])
{
    *entry = (struct store_directory_entry){
        .kind = load_le32(bytes),
        .at = load_le64(bytes + 8),
        .size = load_le64(bytes + 16),
        .count = load_le64(bytes + 24),
        .shape = { bytes[32], bytes[33], bytes[34], bytes[35], bytes[36] },
        .sum = load_le64(bytes + 40),
    };
    return !load_le32(bytes + 4) && !bytes[37] && !load_le16(bytes + 38);
}

/* ---- how many blocks ------------------------------------------------- */

enum {
    BLOCK_BYTES = 6 << 10, // of a block, at most, in the mean
    SINGLE_BYTES = 4,      // of a position, about
    SHARED_BYTES = 10,     // of the key of a shared one and the size of a body
};

/* The bits that divide 'n' into parts of one or nearly two. */
static uint8_t split_for(uint64_t n)
{
    const unsigned bits = n ? bits_width(n) - 1 : 0;
    return (uint8_t)(bits < STORE_SPLIT_MAX ? bits : STORE_SPLIT_MAX);
}

struct store_shape store_shape_for(uint64_t nsingles, uint64_t nshared,
                                   uint64_t nbodies, uint64_t ngames)
{
    const uint64_t nbytes =
        nsingles * SINGLE_BYTES + nshared * SHARED_BYTES + nbodies;
    unsigned prefix = 0;
    while (prefix < STORE_PREFIX_MAX && nbytes >> prefix > BLOCK_BYTES)
        prefix++;
    return (struct store_shape){
        .prefix = (uint8_t)prefix,
        .single_split = split_for(nsingles >> prefix),
        .shared_split = split_for(nshared >> prefix),
        .check = STORE_CHECK_BITS,
        .game_bits = (uint8_t)bits_width(ngames ? ngames - 1 : 0),
    };
}

bool store_shape_is_sound(const struct store_shape *shape, uint64_t ngames)
{
    return shape->prefix <= STORE_PREFIX_MAX &&
           shape->single_split <= STORE_SPLIT_MAX &&
           shape->shared_split <= STORE_SPLIT_MAX &&
           shape->check <= STORE_CHECK_MAX &&
           shape->game_bits == bits_width(ngames ? ngames - 1 : 0);
}

struct store_shape store_shape_for_evals(uint64_t n, uint64_t nbodies)
{
    struct store_shape shape = store_shape_for(0, n, nbodies, 0);
    shape.check = 0;
    return shape;
}

bool store_shape_is_for_evals(const struct store_shape *shape)
{
    return store_shape_is_sound(shape, 0) && !shape->single_split &&
           !shape->check;
}
