/*
 * store_def.h - what stands behind a struct tabia_store
 */
#ifndef STORE_STORE_DEF_H
#define STORE_STORE_DEF_H

#include <stdatomic.h>

#include "io/input.h"
#include "store/store.h"
#include "store/store_layout.h"
#include "store/tally_code.h"
#include "tabia/book.h"

/* One bit a block: its checksum was right when it was first read. */
struct store_checked {
    _Atomic uint8_t *bits;
    uint64_t nblocks;
};

struct tabia_store {
    struct input in; // closed when the bytes are somebody else's
    const char *file;
    struct tabia_bytes src;
    struct store_tail tail;
    unsigned width;    // bytes of a key in a block
    uint64_t key_mask; // of the part of a key's first half that is kept
    uint64_t nblocks, ngame_blocks;
    uint64_t positions_per_64k; // bytes of blocks, in the mean
    struct store_checked tallies, rows, details, roots;
    char *texts; // owned: all texts, each ended by NUL
    const char *player, *provenance;
    const char **sources; // owned
    uint64_t nsources;
};

/* A block of positions that is sound as a whole. */
struct store_block {
    uint64_t at; // in the file
    uint32_t n, nlong;
    const uint8_t *map, *keys, *sizes, *longs, *bodies;
    size_t map_size;
    uint64_t nbytes; // of the bodies
};

static inline bool store_is_checked(const struct store_checked *checked,
                                    uint64_t number)
{
    const uint8_t byte =
        atomic_load_explicit(&checked->bits[number / 8], memory_order_relaxed);
    return byte >> number % 8 & 1;
}

void store_set_checked(const struct store_checked *checked, uint64_t number);

/* Is the checksum before a part of the file, both 'size' bytes, right? */
bool store_sum_is_right(const uint8_t *part, uint64_t size,
                        enum store_kind kind, uint64_t number);

/* Where a block lies by an index; false if not between 'low' and 'high'. */
static inline bool store_block_range(const struct tabia_store *store,
                                     uint64_t index_at, uint64_t number,
                                     uint64_t low, uint64_t high, uint64_t *at,
                                     uint64_t *size)
{
    const uint8_t *line = store->src.data + index_at + 8 * number;
    const uint64_t begin = load_le64(line), end = load_le64(line + 8);
    *at = begin;
    *size = end - begin;
    return begin >= low && end <= high && begin <= end;
}

/* The error of a block, named by 'what'. Returns false. */
bool store_damaged(const struct tabia_store *store, uint64_t at,
                   const char *what, uint64_t number,
                   struct tabia_error *err) ATTR_COLD;

/* Fails with a place, like all below, when the block is damaged. */
bool store_block_at(const struct tabia_store *store, uint64_t number,
                    struct store_block *block, struct tabia_error *err);

/*
 * A way through all positions of a block, each step of which is as long as
 * the others:
 *
 *     struct store_place place;
 *     for (store_place_first(&block, &place); place.i < block.n;
 *          store_place_next(&block, &place))
 *         use(store_place_key(store, &block, number, &place),
 *             store_place_body(&block, &place));
 */
struct store_place {
    size_t i;     // the position's index
    size_t bit;   // of the map: its own
    size_t nlong; // long sizes before it
    uint64_t at;  // of its body
};

void store_place_first(const struct store_block *block,
                       struct store_place *place);
void store_place_next(const struct store_block *block,
                      struct store_place *place);
struct tally_key store_place_key(const struct tabia_store *store,
                                 const struct store_block *block,
                                 uint64_t number,
                                 const struct store_place *place);

/* The bytes of the tally. */
struct tabia_bytes store_place_body(const struct store_block *block,
                                    const struct store_place *place);

/* The coded tally of a position; NULL data when it is not there. */
bool store_find_key(const struct tabia_store *store, struct tally_key key,
                    struct tabia_bytes *body, struct tabia_error *err);

/* An error about the tally of a position. */
bool store_bad_tally(const struct tabia_store *store, struct tabia_bytes body,
                     struct tabia_error *err);

bool store_row(const struct tabia_store *store, uint64_t game,
               struct tally_game *row, struct tabia_error *err);

/* What is shown of a game; see store_game.c. Texts are in the file. */
struct store_shown {
    uint64_t source, offset, length;
    struct {
        const uint8_t *text;
        size_t len;
    } text[3]; // White, Black, event
};

/* Calls 'shown' for the games of a block, in order, while it returns true. */
bool store_details(const struct tabia_store *store, uint64_t number,
                   bool (*shown)(void *ctx, const struct store_shown *shown),
                   void *ctx, struct tabia_error *err);

/* Games of a block of games. */
uint64_t store_block_games(const struct tabia_store *store, uint64_t number);

/* Is the store built by all that the filter asks for? */
bool store_filter_is_allowed(const struct tabia_store *store,
                             const struct tabia_store_filter *filter,
                             struct tabia_error *err);

/* Does it let everything pass? Games of this group? */
bool store_filter_is_open(const struct tabia_store_filter *filter);
bool store_filter_passes(const struct tabia_store_filter *filter,
                         uint32_t group);

/* ---- answers --------------------------------------------------------- */

/* A game among those that stand for others. */
struct store_ranked {
    struct tally_game row;
    struct tabia_store_sample sample;
};

typedef bool store_goes_before(const struct tally_game *a, uint64_t a_game,
                               const struct tally_game *b, uint64_t b_game);

/* Puts a game in its place among the first 'max' of a list. */
void store_rank(struct store_ranked *list, size_t *n, size_t max,
                store_goes_before *before, const struct store_ranked *ranked);

/* The moves of an answer as those of a book: games are weights. How many. */
size_t store_entries(const struct store_answer *answer,
                     struct tabia_entry list[TABIA_MOVES_MAX]);
struct tabia_move_data store_move_data(const struct tabia_store_move *move);

#endif
