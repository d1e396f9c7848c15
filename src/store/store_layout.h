/*
 * store_layout.h - where things are in a .tabia file
 *
 *     front           16 bytes: magic, schema version
 *     details         blocks of 128 games: names, and where the text is
 *     rows            blocks of 128 games: 16 bytes each
 *     positions       a block for each value of the keys' first bits
 *     texts           player, provenance, names of the sources
 *     roots           packed positions
 *     details index   8 bytes a block: where it begins; and where the last ends
 *     position index  the same
 *     tail            152 bytes: counts, where the sections begin, checksums
 *
 * All sections follow each other without a gap. A block carries a checksum
 * that depends on its number and kind, so that a wrong index cannot lead to a
 * wrong block unnoticed. Numbers are little-endian, keys big-endian. The page
 * docs/formats/tabia.md tells it byte by byte.
 */
#ifndef STORE_STORE_LAYOUT_H
#define STORE_STORE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/bytes.h"
#include "store/tally.h"

enum {
    STORE_SCHEMA = 1,
    STORE_FRONT_SIZE = 16,
    STORE_MAGIC_SIZE = 8,
    STORE_SCHEMA_AT = 8,

    STORE_GAMES_BLOCK = 128, // games of a block
    STORE_SUM_SIZE = 8,      // a checksum
    STORE_ROWS_SIZE = STORE_SUM_SIZE + STORE_GAMES_BLOCK * TALLY_GAME_SIZE,

    STORE_BLOCK_COUNT_AT = 8,
    STORE_BLOCK_LONGS_AT = 12,
    STORE_BLOCK_HEAD = 16,
    STORE_BODY_MIN = 3, // added to a body's size in four bits
    STORE_LONG = 15,    // four bits that say: the size is among the long ones

    STORE_KEY_SIZE = 10,
    STORE_PREFIX_MAX = 32,
    STORE_SPLIT_MAX = 16,

    STORE_TAIL_SIZE = 152,
    STORE_TAIL_SUM_AT = 136,
    STORE_TAIL_MAGIC_AT = 144,
};

#define STORE_MAGIC      "Tabia\r\n\x1a"
#define STORE_TAIL_MAGIC "\x1a\n\raibaT"
#define STORE_GAMES_MAX  (UINT64_C(1) << 47)

/* What a checksum is of: 4 * the number of the block + this is its seed. */
enum store_kind { STORE_ROWS, STORE_DETAILS, STORE_TALLIES, STORE_SECTION };

uint64_t store_checksum(const void *data, uint64_t size, enum store_kind kind,
                        uint64_t number);

/* The tail of the file, or what will be it. */
struct store_tail {
    uint64_t positions, moves, games, nroots;
    uint32_t by;
    uint16_t prefix_bits; // of a key: they choose its block
    uint16_t split_bits;  // that follow: they choose its part of the block
    uint32_t first, last; // dates
    uint64_t rows_at, tallies_at, texts_at, roots_at, details_index_at;
    uint64_t index_at;
    uint64_t size; // of the file
    uint64_t texts_sum, roots_sum, details_index_sum, index_sum;
};

void store_tail_encode(const struct store_tail *tail,
                       uint8_t bytes[STORE_TAIL_SIZE]);

/* False when the checksum or the magic is wrong; nothing else is checked. */
bool store_tail_decode(struct store_tail *tail,
                       const uint8_t bytes[STORE_TAIL_SIZE]);

/* Bytes of a key that are kept: what chooses block and part is left out. */
static inline unsigned store_key_width(const struct store_tail *tail)
{
    return STORE_KEY_SIZE -
           ((unsigned)tail->prefix_bits + tail->split_bits) / 8;
}

/* The part of its block that a key belongs to. */
static inline size_t store_part_of(uint64_t hi, const struct store_tail *tail)
{
    return tail->split_bits
               ? (size_t)(hi << tail->prefix_bits >> (64 - tail->split_bits))
               : 0;
}

/* Bytes of the map that says how many positions each part has. */
static inline size_t store_map_size(uint64_t n, unsigned split_bits)
{
    return (size_t)((n + (UINT64_C(1) << split_bits) + 7) / 8);
}

static inline uint64_t store_block_of(uint64_t hi, unsigned prefix_bits)
{
    return prefix_bits ? hi >> (64 - prefix_bits) : 0;
}

static inline void store_row_encode(const struct tally_game *row,
                                    uint8_t bytes[TALLY_GAME_SIZE])
{
    store_le32(bytes, row->date);
    store_le16(bytes + 4, row->rating[0]);
    store_le16(bytes + 6, row->rating[1]);
    bytes[8] = row->result;
    bytes[9] = row->speed;
    bytes[10] = row->flags;
    memcpy(bytes + 11, row->unused, sizeof(row->unused));
}

static inline void store_row_decode(const uint8_t bytes[TALLY_GAME_SIZE],
                                    struct tally_game *row)
{
    row->date = load_le32(bytes);
    row->rating[0] = load_le16(bytes + 4);
    row->rating[1] = load_le16(bytes + 6);
    row->result = bytes[8];
    row->speed = bytes[9];
    row->flags = bytes[10];
    memcpy(row->unused, bytes + 11, sizeof(row->unused));
}

#endif
