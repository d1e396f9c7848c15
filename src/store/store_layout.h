/*
 * store_layout.h - where things are in a .tabia file
 *
 *     front       16 bytes: magic, schema version
 *     blocks      games, positions, names, in the order they were written
 *     sections    texts, roots, and an index for each kind of block
 *     directory   48 bytes a section: kind, where, how many, checksum
 *     tail        112 bytes: counts, the rule of counting, the directory
 *
 * All follow each other without a gap. A checksum depends on the kind and the
 * number of its block, so that a wrong index cannot lead to a wrong block
 * unnoticed. Numbers are little-endian, keys big-endian, rows of bits begin
 * with the highest. The page docs/formats/tabia.md has every byte.
 */
#ifndef STORE_STORE_LAYOUT_H
#define STORE_STORE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "store/tally.h"

enum {
    STORE_SCHEMA = 2,
    STORE_FRONT_SIZE = 16,
    STORE_MAGIC_SIZE = 8,
    STORE_SCHEMA_AT = 8,
    STORE_SUM_SIZE = 8, // a checksum, at the start of each block

    STORE_LINE_SIZE = 16, // of an index
    STORE_ENTRY_SIZE = 48,
    STORE_ENTRIES_MAX = 64,
    STORE_TAIL_SIZE = 112,
    STORE_TAIL_SUM_AT = 96,
    STORE_TAIL_MAGIC_AT = 104,

    STORE_BLOCK_ROOTS = 32, // roots of a block
    STORE_BLOCK_GAMES = 32, // games of a block
    STORE_BLOCK_NAMES = 32, // names of a block
    STORE_PLIES_MAX = 1024, // of a game

    STORE_BLOCK_HEAD_SIZE = 20, // of a block of positions
    STORE_SIZE_LONG = 255,      // a body's size is among the long ones
    STORE_KEY_SIZE = 10,
    STORE_PREFIX_MAX = 32,
    STORE_SPLIT_MAX = 16,
    STORE_CHECK_BITS = 6, // of a position of one game, beyond block and part
    STORE_CHECK_MAX = 16,
    STORE_INLINE_MAX = 23, // games of a position that are listed in its body
};

#define STORE_MAGIC      "Tabia\r\n\x1a"
#define STORE_TAIL_MAGIC "\x1a\n\raibaT"
#define STORE_GAMES_MAX  (UINT64_C(1) << 47)

/*
 * Kinds of sections. Those from STORE_SECTION_ROOTS on are indexes of blocks of
 * that kind; a line may have a second range, of the kind named behind it.
 */
enum store_section_kind {
    STORE_SECTION_WHOLE = 0, // the directory (number 0) and the tail (number 1)
    STORE_SECTION_TEXTS = 1,
    STORE_SECTION_ROOTS = 15,
    STORE_SECTION_GAMES = 16,
    STORE_SECTION_POSITIONS = 17, // and STORE_SECTION_LISTS
    STORE_SECTION_PLAYERS = 18,   // and STORE_SECTION_PLAYED
    STORE_SECTION_EVENTS = 19,
    STORE_SECTION_EVALUATIONS = 20, // of keyed blocks; if there are any
    STORE_SECTION_LISTS = 24,
    STORE_SECTION_PLAYED = 25,
    STORE_SECTION_INDEX = 32, // added to the kind for the checksum of an index
};

/* The seed is 64 * the number of the block + the kind. */
uint64_t store_checksum(const void *data, uint64_t size, unsigned kind,
                        uint64_t number);

/* ---- the tail -------------------------------------------------------- */

/* Which plies of a game count, and which positions are kept. */
struct store_rule {
    unsigned dimensions;       // TABIA_DIMENSION_ mask
    unsigned min_ply, max_ply; // from 1, both included; 0: open
    unsigned side;             // enum tabia_side: whose moves
    uint64_t min_games;        // of a position; 0 and 1: all
};

struct store_tail {
    uint64_t positions, moves, games;
    uint64_t singles;               // positions of one game
    uint32_t first_date, last_date; // dates
    struct store_rule rule;
    uint64_t directory_at;
    uint32_t nentries;
    uint64_t size; // of the file
    uint64_t directory_sum;
};

void store_tail_encode(const struct store_tail *tail,
                       uint8_t bytes[STORE_TAIL_SIZE]);

/* False when the checksum or the magic is wrong; nothing else is checked. */
bool store_tail_decode(struct store_tail *tail,
                       const uint8_t bytes[STORE_TAIL_SIZE]);

/* ---- the directory --------------------------------------------------- */

/* How keys are divided: block, part of the block, what is kept of them. */
struct store_shape {
    uint8_t prefix;       // bits that choose the block
    uint8_t single_split; // bits behind these: the part, for single games
    uint8_t shared_split; // the same for positions that games share
    uint8_t check;        // further bits, kept of a position of one game
    uint8_t game_bits;    // of the number of a game
};

struct store_directory_entry {
    uint32_t kind;
    uint64_t at, size; // of the section
    uint64_t count;    // of what it holds: games, positions, names, roots
    struct store_shape shape; // of positions and evaluations; else zero
    uint64_t sum;
};

void store_entry_encode(const struct store_directory_entry *entry,
                        uint8_t bytes[STORE_ENTRY_SIZE]);

/* False when a field that must be 0 is not. */
bool store_entry_decode(struct store_directory_entry *entry,
                        const uint8_t bytes[STORE_ENTRY_SIZE]);

/* A line of an index. */
struct store_index_line {
    uint64_t at;
    uint32_t size; // of the block; 0: nothing is in it
    uint32_t more; // bytes behind it that belong to it
};

static inline struct store_index_line store_line_decode(const uint8_t *bytes)
{
    return (struct store_index_line){ load_le64(bytes), load_le32(bytes + 8),
                                      load_le32(bytes + 12) };
}

/* ---- keys ------------------------------------------------------------ */

/* What a larger body counts where the number of blocks is chosen: few are. */
enum { STORE_BODY_COUNTS_MAX = 1024 };

/*
 * The numbers of blocks and parts for 'nsingles' positions of one game each and
 * 'nshared' positions that games share, whose bodies have 'nbodies' bytes.
 */
struct store_shape store_shape_for(uint64_t nsingles, uint64_t nshared,
                                   uint64_t nbodies, uint64_t ngames);

bool store_shape_is_sound(const struct store_shape *shape, uint64_t ngames);

/* The same for evaluations, of which no game has one alone. */
struct store_shape store_shape_for_evals(uint64_t n, uint64_t nbodies);

bool store_shape_is_for_evals(const struct store_shape *shape);

static inline uint64_t store_block_of(uint64_t hi, unsigned prefix)
{
    return prefix ? hi >> (64 - prefix) : 0;
}

/* 'width' bits of a key, behind the first 'skip'. */
static inline uint64_t store_key_bits(uint64_t hi, unsigned skip,
                                      unsigned width)
{
    return width ? hi << skip >> (64 - width) : 0;
}

/* Bytes of a shared position's key that are kept. */
static inline unsigned store_key_width(const struct store_shape *shape)
{
    const unsigned known = (unsigned)shape->prefix + shape->shared_split;
    return (8 * STORE_KEY_SIZE - known + 7) / 8;
}

/* Bytes of the map of 'n' positions in 2^split parts. */
static inline uint64_t store_map_size(uint64_t n, unsigned split)
{
    return (n + (UINT64_C(1) << split) + 7) / 8;
}

/* Bytes of the records of 'n' positions of one game. */
static inline uint64_t store_singles_size(const struct store_shape *shape,
                                          uint64_t n)
{
    return (n * ((unsigned)shape->check + shape->game_bits) + 7) / 8;
}

#endif
