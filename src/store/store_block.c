/*
 * store_block.c - blocks of positions: checked once, then searched
 *
 * A block is divided into parts by the bits of a key that follow those of the
 * block. Its map has a one for each position and a zero at the end of each
 * part, so that the keys can go without these bits: the zeros before a part
 * lead to its positions, mostly one or none.
 */
#include "base/bitset.h"
#include "base/error.h"
#include "store/store_def.h"
#include "base/banned.h"

/* ---- the map --------------------------------------------------------- */

/* 64 bits of the map from byte 'at', zeros beyond its end. */
static ALWAYS_INLINE uint64_t map_word(const struct store_block *block,
                                       size_t at)
{
    uint64_t word = 0;
    if (LIKELY(at + 8 <= block->map_size))
        return load_le64(block->map + at);
    for (size_t i = at; i < block->map_size; i++)
        word |= (uint64_t)block->map[i] << 8 * (i - at);
    return word;
}

static ALWAYS_INLINE unsigned count_ones(uint64_t word)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_popcountll(word);
#else
    unsigned n = 0;
    for (; word; word &= word - 1)
        n++;
    return n;
#endif
}

/* The place of the one with 'n' ones below it, in a word that has it. */
static ALWAYS_INLINE unsigned nth_one(uint64_t word, unsigned n)
{
    unsigned at = 0;
    for (unsigned width = 32; width > 0; width /= 2) {
        const uint64_t low = word & ((UINT64_C(1) << width) - 1);
        const unsigned ones = count_ones(low);
        if (n >= ones) {
            n -= ones;
            at += width;
            word >>= width;
        } else {
            word = low;
        }
    }
    return at;
}

/* The zero of the map with 'n' zeros below it; the map has it. */
static ALWAYS_INLINE size_t map_zero(const struct store_block *block, size_t n)
{
    for (size_t at = 0;; at += 8) {
        const uint64_t word = ~map_word(block, at);
        const unsigned ones = count_ones(word);
        if (n < ones)
            return 8 * at + nth_one(word, (unsigned)n);
        n -= ones;
    }
}

/* Where the positions of a part begin. */
static ALWAYS_INLINE size_t part_begin(const struct store_block *block,
                                       size_t part)
{
    if (part == 0)
        return 0;
    return map_zero(block, part - 1) + 1 - part;
}

/* Does the map have so many ones and zeros as there must be? */
static bool map_fits(const struct tabia_store *store,
                     const struct store_block *block)
{
    const size_t nparts = (size_t)1 << store->tail.split_bits;
    const size_t nbits = block->n + nparts;
    size_t ones = 0;
    for (size_t at = 0; at < block->map_size; at += 8)
        ones += count_ones(map_word(block, at));
    for (size_t bit = nbits; bit < 8 * block->map_size; bit++)
        if (bitset_has(block->map, bit))
            return false;
    return ones == block->n && !bitset_has(block->map, nbits - 1);
}

/* ---- parts of a block ------------------------------------------------ */

/* Finds what a block consists of; false if it is not all within it. */
static bool split_block(const struct tabia_store *store, uint64_t at,
                        uint64_t size, struct store_block *block)
{
    const uint8_t *data = store->src.data + at;
    const uint32_t n = load_le32(data + STORE_BLOCK_COUNT_AT);
    const uint32_t nlong = load_le32(data + STORE_BLOCK_LONGS_AT);
    const uint64_t map_size = store_map_size(n, store->tail.split_bits);
    const uint64_t keys_at = STORE_BLOCK_HEAD + map_size;
    const uint64_t sizes_at = keys_at + (uint64_t)n * store->width;
    const uint64_t longs_at = sizes_at + n / 2 + n % 2;
    const uint64_t bodies_at = longs_at + 4 * (uint64_t)nlong;
    if (bodies_at > size)
        return false;
    *block = (struct store_block){
        .at = at,
        .n = n,
        .nlong = nlong,
        .map = data + STORE_BLOCK_HEAD,
        .map_size = (size_t)map_size,
        .keys = data + keys_at,
        .sizes = data + sizes_at,
        .longs = data + longs_at,
        .bodies = data + bodies_at,
        .nbytes = size - bodies_at,
    };
    return true;
}

static unsigned size_code(const struct store_block *block, size_t i)
{
    return block->sizes[i / 2] >> 4 * (i % 2) & 15;
}

/* Do the sizes add up to the bodies? */
static bool sizes_fit(const struct store_block *block)
{
    uint64_t sum = 0, nlong = 0;
    for (size_t i = 0; i < block->n; i++) {
        const unsigned code = size_code(block, i);
        if (code != STORE_LONG) {
            sum += code + STORE_BODY_MIN;
            continue;
        }
        if (nlong == block->nlong)
            return false;
        sum += load_le32(block->longs + 4 * nlong++);
    }
    return nlong == block->nlong && sum == block->nbytes;
}

/* How many of the first 'n' sizes are among the long ones. */
static size_t count_longs(const struct store_block *block, size_t n)
{
    size_t nlong = 0;
    for (size_t k = 0; k < n / 2; k++)
        nlong += (size_t)((block->sizes[k] & 15u) == STORE_LONG) +
                 (size_t)(block->sizes[k] >> 4 == STORE_LONG);
    if (n % 2)
        nlong += (block->sizes[n / 2] & 15u) == STORE_LONG;
    return nlong;
}

static struct tabia_bytes body_of(const struct store_block *block, size_t i)
{
    uint64_t at = STORE_BODY_MIN * (uint64_t)i;
    for (size_t k = 0; k < i / 2; k++)
        at += (block->sizes[k] & 15u) + (block->sizes[k] >> 4);
    if (i % 2)
        at += block->sizes[i / 2] & 15u;
    uint64_t size = size_code(block, i) + STORE_BODY_MIN;
    if (block->nlong) {
        const size_t nlong = count_longs(block, i);
        for (size_t k = 0; k < nlong; k++)
            at +=
                load_le32(block->longs + 4 * k) - (STORE_LONG + STORE_BODY_MIN);
        if (size == STORE_LONG + STORE_BODY_MIN)
            size = load_le32(block->longs + 4 * nlong);
    }
    return (struct tabia_bytes){ block->bodies + at, (size_t)size };
}

/* ---- keys ------------------------------------------------------------ */

/*
 * The kept part of a key's first half. Reads before the keys, in the head of
 * the block, when fewer than ten bytes are kept.
 */
static ALWAYS_INLINE uint64_t key_hi(const struct tabia_store *store,
                                     const struct store_block *block, size_t i)
{
    const uint8_t *p = block->keys + (i + 1) * store->width - STORE_KEY_SIZE;
    return load_be64(p) & store->key_mask;
}

static ALWAYS_INLINE uint16_t key_lo(const struct tabia_store *store,
                                     const struct store_block *block, size_t i)
{
    return load_be16(block->keys + (i + 1) * store->width - 2);
}

/* ---- one position after the other ------------------------------------ */

/* The size of a body that is the next of all. */
static uint64_t size_at(const struct store_block *block,
                        const struct store_place *place)
{
    const unsigned code = size_code(block, place->i);
    return code == STORE_LONG ? load_le32(block->longs + 4 * place->nlong)
                              : code + STORE_BODY_MIN;
}

/* Goes to the next one of the map; it has as many as there are positions. */
static void find_bit(const struct store_block *block, struct store_place *place)
{
    while (place->i < block->n && !bitset_has(block->map, place->bit))
        place->bit++;
}

void store_place_first(const struct store_block *block,
                       struct store_place *place)
{
    *place = (struct store_place){ 0 };
    find_bit(block, place);
}

void store_place_next(const struct store_block *block,
                      struct store_place *place)
{
    place->at += size_at(block, place);
    place->nlong += size_code(block, place->i) == STORE_LONG;
    place->i++;
    place->bit++;
    find_bit(block, place);
}

struct tally_key store_place_key(const struct tabia_store *store,
                                 const struct store_block *block,
                                 uint64_t number,
                                 const struct store_place *place)
{
    const unsigned prefix = store->tail.prefix_bits;
    const unsigned left_out = prefix + store->tail.split_bits;
    const uint64_t part = place->bit - place->i; // zeros before it
    return (struct tally_key){
        .hi = (prefix ? number << (64 - prefix) : 0) |
              (left_out ? part << (64 - left_out) : 0) |
              key_hi(store, block, place->i),
        .lo = key_lo(store, block, place->i),
    };
}

struct tabia_bytes store_place_body(const struct store_block *block,
                                    const struct store_place *place)
{
    return (struct tabia_bytes){ block->bodies + place->at,
                                 (size_t)size_at(block, place) };
}

static bool keys_fit(const struct tabia_store *store,
                     const struct store_block *block, uint64_t number)
{
    struct tally_key last = { 0, 0 };
    struct store_place place;
    for (store_place_first(block, &place); place.i < block->n;
         store_place_next(block, &place)) {
        const struct tally_key key =
            store_place_key(store, block, number, &place);
        if (place.i && tally_key_compare(last, key) >= 0)
            return false;
        last = key;
    }
    return true;
}

bool store_block_at(const struct tabia_store *store, uint64_t number,
                    struct store_block *block, struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    uint64_t at, size;
    if (UNLIKELY(!store_block_range(store, t->index_at, number, t->tallies_at,
                                    t->texts_at, &at, &size) ||
                 size < STORE_BLOCK_HEAD))
        return store_damaged(store, t->index_at + 8 * number,
                             "the index of position block", number, err);
    if (LIKELY(store_is_checked(&store->tallies, number)))
        return split_block(store, at, size, block);
    if (!store_sum_is_right(store->src.data + at, size, STORE_TALLIES,
                            number) ||
        !split_block(store, at, size, block) || !map_fits(store, block) ||
        !sizes_fit(block) || !keys_fit(store, block, number))
        return store_damaged(store, at, "position block", number, err);
    store_set_checked(&store->tallies, number);
    return true;
}

/* ---- searching ------------------------------------------------------- */

/* The first key of [lo, hi) that is not below 'want'. */
static size_t lower_bound(const struct tabia_store *store,
                          const struct store_block *block, uint64_t want_hi,
                          uint16_t want_lo, size_t lo, size_t hi)
{
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        const uint64_t got = key_hi(store, block, mid);
        if (got < want_hi ||
            (got == want_hi && key_lo(store, block, mid) < want_lo))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* The index of a key; the number of positions when it is not there. */
static ALWAYS_INLINE size_t search_any(const struct tabia_store *store,
                                       const struct store_block *block,
                                       struct tally_key key)
{
    const size_t part = store_part_of(key.hi, &store->tail);
    const uint64_t want = key.hi & store->key_mask;
    const size_t begin = part_begin(block, part);
    size_t end = begin;
    while (bitset_has(block->map, end + part))
        end++;
    const size_t i = lower_bound(store, block, want, key.lo, begin, end);
    return i < end && key_hi(store, block, i) == want &&
                   key_lo(store, block, i) == key.lo
               ? i
               : block->n;
}

/* Counting ones is one instruction on all but the oldest processors. */
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("popcnt"))) static size_t search_popcnt(
    const struct tabia_store *store, const struct store_block *block,
    struct tally_key key)
{
    return search_any(store, block, key);
}

static size_t search(const struct tabia_store *store,
                     const struct store_block *block, struct tally_key key)
{
    return __builtin_cpu_supports("popcnt") ? search_popcnt(store, block, key)
                                            : search_any(store, block, key);
}
#else
static size_t search(const struct tabia_store *store,
                     const struct store_block *block, struct tally_key key)
{
    return search_any(store, block, key);
}
#endif

/*
 * Asks for the lines of memory that a search will read, all at once, where
 * they must be if the block is like the others: the head with its map, the
 * key, the sizes, the body. One wait instead of four; a wrong guess costs
 * little and decides nothing.
 */
static ALWAYS_INLINE void fetch_block(const struct tabia_store *store,
                                      uint64_t number, uint64_t hi)
{
    enum { LINE = 64 };
    const struct store_tail *t = &store->tail;
    uint64_t at, size;
    if (!store_block_range(store, t->index_at, number, t->tallies_at,
                           t->texts_at, &at, &size) ||
        size < STORE_BLOCK_HEAD)
        return;
    const uint64_t n = size * store->positions_per_64k >> 16;
    const uint64_t keys = STORE_BLOCK_HEAD + store_map_size(n, t->split_bits);
    const uint64_t sizes = keys + n * store->width;
    const uint64_t bodies = sizes + n / 2;
    const uint64_t part = store_part_of(hi, t);
    const uint8_t *data = store->src.data + at;
    PREFETCH(data);
    PREFETCH(data + LINE);
    if (n > size || bodies >= size)
        return;
    PREFETCH(data + keys + (part * n >> t->split_bits) * store->width);
    PREFETCH(data + sizes);
    PREFETCH(data + sizes + LINE);
    PREFETCH(data + bodies + (part * (size - bodies) >> t->split_bits));
}

bool store_find_key(const struct tabia_store *store, struct tally_key key,
                    struct tabia_bytes *body, struct tabia_error *err)
{
    const uint64_t number = store_block_of(key.hi, store->tail.prefix_bits);
    struct store_block block;
    *body = (struct tabia_bytes){ NULL, 0 };
    fetch_block(store, number, key.hi);
    if (!store_block_at(store, number, &block, err))
        return false;
    const size_t i = search(store, &block, key);
    if (i < block.n)
        *body = body_of(&block, i);
    return true;
}

bool store_bad_tally(const struct tabia_store *store, struct tabia_bytes body,
                     struct tabia_error *err)
{
    error_offset(err, TABIA_ERR_CORRUPT,
                 (uint64_t)(body.data - store->src.data),
                 "the record of a position is not sound");
    return error_in_file(err, store->file);
}
