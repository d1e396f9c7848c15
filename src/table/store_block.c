/*
 * store_block.c - blocks of a store: checked once, then searched
 */
#include "base/error.h"
#include "table/store_def.h"
#include "base/banned.h"

enum { WINDOW = 16 }; // keys on either side of where one should be

/* ---- checking -------------------------------------------------------- */

static bool is_checked(const struct store_checked *checked, uint64_t number)
{
    const uint8_t byte =
        atomic_load_explicit(&checked->bits[number / 8], memory_order_relaxed);
    return byte >> number % 8 & 1;
}

static void set_checked(const struct store_checked *checked, uint64_t number)
{
    atomic_fetch_or_explicit(&checked->bits[number / 8],
                             (uint8_t)(1u << number % 8), memory_order_relaxed);
}

static ATTR_COLD bool damaged(const struct tabia_store *store, uint64_t at,
                              const char *what, uint64_t number,
                              struct tabia_error *err)
{
    error_offset(err, TABIA_CORRUPT, at, "%s %llu is damaged", what,
                 (unsigned long long)number);
    return error_in_file(err, store->file);
}

/* Where a block lies by an index, when that is between 'low' and 'high'. */
static bool block_range(const struct tabia_store *store, uint64_t index_at,
                        uint64_t number, uint64_t low, uint64_t high,
                        uint64_t *at, uint64_t *size)
{
    const uint8_t *line = store->src.data + index_at + 8 * number;
    const uint64_t begin = load_le64(line), end = load_le64(line + 8);
    *at = begin;
    *size = end - begin;
    return begin >= low && end <= high && begin <= end;
}

static bool sum_is_right(const uint8_t *part, size_t size, enum store_kind kind,
                         uint64_t number)
{
    return load_le64(part) == store_checksum(part + STORE_SUM_SIZE,
                                             size - STORE_SUM_SIZE, kind,
                                             number);
}

/* ---- blocks of positions --------------------------------------------- */

/* Finds the parts of a block; false if they are not all within it. */
static bool split_block(const struct tabia_store *store, uint64_t at,
                        uint64_t size, struct store_block *block)
{
    const uint8_t *data = store->src.data + at;
    const uint32_t n = load_le32(data + STORE_BLOCK_COUNT_AT);
    const uint32_t nlong = load_le32(data + STORE_BLOCK_LONGS_AT);
    const uint64_t heads = (uint64_t)n * (store->width + 1) +
                           4 * (uint64_t)nlong + STORE_BLOCK_HEAD;
    if (heads > size)
        return false;
    block->at = at;
    block->n = n;
    block->nlong = nlong;
    block->keys = data + STORE_BLOCK_HEAD;
    block->sizes = block->keys + (size_t)n * store->width;
    block->longs = block->sizes + n;
    block->bodies = data + heads;
    block->nbytes = size - heads;
    return true;
}

/* Do the lengths add up to the bodies? */
static bool sizes_fit(const struct store_block *block)
{
    uint64_t sum = 0, nlong = 0;
    for (size_t i = 0; i < block->n; i++) {
        if (block->sizes[i] != STORE_LONG) {
            sum += block->sizes[i];
            continue;
        }
        if (nlong == block->nlong)
            return false;
        sum += load_le32(block->longs + 4 * nlong++);
    }
    return nlong == block->nlong && sum == block->nbytes;
}

/*
 * The kept part of a key's first half. Reads before the keys, in the head of
 * the block, when fewer than ten bytes are kept.
 */
static ALWAYS_INLINE uint64_t key_hi(const struct tabia_store *store,
                                     const struct store_block *block, size_t i)
{
    const uint8_t *p = block->keys + i * store->width + store->width - 10;
    return load_be64(p) & store->key_mask;
}

static ALWAYS_INLINE uint16_t key_lo(const struct tabia_store *store,
                                     const struct store_block *block, size_t i)
{
    return load_be16(block->keys + (i + 1) * store->width - 2);
}

struct tally_key store_block_key(const struct tabia_store *store,
                                 const struct store_block *block,
                                 uint64_t number, size_t i)
{
    const unsigned bits = store->tail.prefix_bits;
    const uint64_t prefix = bits ? number << (64 - bits) : 0;
    return (struct tally_key){
        .hi = key_hi(store, block, i) | (prefix & ~store->key_mask),
        .lo = key_lo(store, block, i),
    };
}

/* Are the keys in order, and do they belong here? */
static bool keys_fit(const struct tabia_store *store,
                     const struct store_block *block, uint64_t number)
{
    struct tally_key last = { 0, 0 };
    for (size_t i = 0; i < block->n; i++) {
        const struct tally_key key = store_block_key(store, block, number, i);
        if (store_block_of(key.hi, store->tail.prefix_bits) != number ||
            (i && tally_key_compare(last, key) >= 0))
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
    if (UNLIKELY(!block_range(store, t->index_at, number, t->tallies_at,
                              t->texts_at, &at, &size) ||
                 size < STORE_BLOCK_HEAD))
        return damaged(store, t->index_at + 8 * number,
                       "the index of position block", number, err);
    if (LIKELY(is_checked(&store->tallies, number)))
        return split_block(store, at, size, block);
    if (!sum_is_right(store->src.data + at, size, STORE_TALLIES, number) ||
        !split_block(store, at, size, block) || !sizes_fit(block) ||
        !keys_fit(store, block, number))
        return damaged(store, at, "position block", number, err);
    set_checked(&store->tallies, number);
    return true;
}

struct tabia_bytes store_block_body(const struct store_block *block, size_t i)
{
    uint64_t at = 0, size = block->sizes[i];
    for (size_t k = 0; k < i; k++)
        at += block->sizes[k];
    if (block->nlong) {
        size_t nlong = 0;
        for (size_t k = 0; k < i; k++)
            if (block->sizes[k] == STORE_LONG)
                at += load_le32(block->longs + 4 * nlong++) - STORE_LONG;
        if (size == STORE_LONG)
            size = load_le32(block->longs + 4 * nlong);
    }
    return (struct tabia_bytes){ block->bodies + at, (size_t)size };
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

/*
 * Keys are spread evenly, so a few places around the one that the key's own
 * value speaks for are nearly always enough.
 */
static size_t search(const struct tabia_store *store,
                     const struct store_block *block, struct tally_key key)
{
    const uint64_t share = key.hi << store->tail.prefix_bits >> 32;
    const uint64_t want = key.hi & store->key_mask;
    const size_t guess = (size_t)(share * block->n >> 32);
    size_t lo = guess > WINDOW ? guess - WINDOW : 0;
    size_t hi = block->n - guess > WINDOW ? guess + WINDOW : block->n;
    if (lo > 0 && key_hi(store, block, lo - 1) >= want)
        lo = 0;
    if (hi < block->n && key_hi(store, block, hi) <= want)
        hi = block->n;
    return lower_bound(store, block, want, key.lo, lo, hi);
}

bool store_find_key(const struct tabia_store *store, struct tally_key key,
                    struct tabia_bytes *body, struct tabia_error *err)
{
    struct store_block block;
    *body = (struct tabia_bytes){ NULL, 0 };
    if (!store_block_at(store, store_block_of(key.hi, store->tail.prefix_bits),
                        &block, err))
        return false;
    const size_t i = search(store, &block, key);
    if (i < block.n && key_hi(store, &block, i) == (key.hi & store->key_mask) &&
        key_lo(store, &block, i) == key.lo)
        *body = store_block_body(&block, i);
    return true;
}

bool store_bad_tally(const struct tabia_store *store, struct tabia_bytes body,
                     struct tabia_error *err)
{
    error_offset(err, TABIA_CORRUPT, (uint64_t)(body.data - store->src.data),
                 "the record of a position is not sound");
    return error_in_file(err, store->file);
}

/* ---- blocks of games ------------------------------------------------- */

uint64_t store_block_games(const struct tabia_store *store, uint64_t number)
{
    const uint64_t left = store->tail.games - number * STORE_GAMES_BLOCK;
    return left < STORE_GAMES_BLOCK ? left : STORE_GAMES_BLOCK;
}

/* Where a block's rows (with their checksum) are, and all of it. */
static bool game_block(const struct tabia_store *store, uint64_t number,
                       uint64_t *at, uint64_t *size, uint64_t *rows_size,
                       struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    *rows_size =
        STORE_SUM_SIZE + TALLY_GAME_SIZE * store_block_games(store, number);
    if (LIKELY(block_range(store, t->game_index_at, number, STORE_FRONT_SIZE,
                           t->tallies_at, at, size) &&
               *size >= *rows_size + STORE_SUM_SIZE))
        return true;
    return damaged(store, t->game_index_at + 8 * number,
                   "the index of game block", number, err);
}

static bool check_rows(const struct tabia_store *store, uint64_t number,
                       uint64_t at, uint64_t size, struct tabia_error *err)
{
    if (LIKELY(is_checked(&store->rows, number)))
        return true;
    if (!sum_is_right(store->src.data + at, size, STORE_ROWS, number))
        return damaged(store, at, "game block", number, err);
    for (uint64_t i = STORE_SUM_SIZE; i < size; i += TALLY_GAME_SIZE) {
        struct tally_game row;
        store_row_decode(store->src.data + at + i, &row);
        if (!tally_game_is_valid(&row))
            return damaged(store, at + i, "game block", number, err);
    }
    set_checked(&store->rows, number);
    return true;
}

bool store_row(const struct tabia_store *store, uint64_t game,
               struct tally_game *row, struct tabia_error *err)
{
    if (UNLIKELY(game >= store->tail.games))
        return error_set(err, TABIA_CORRUPT, "there is no game %llu",
                         (unsigned long long)game);
    const uint64_t number = game / STORE_GAMES_BLOCK;
    uint64_t at, size, rows_size;
    if (!game_block(store, number, &at, &size, &rows_size, err) ||
        !check_rows(store, number, at, rows_size, err))
        return false;
    store_row_decode(store->src.data + at + STORE_SUM_SIZE +
                         TALLY_GAME_SIZE * (game % STORE_GAMES_BLOCK),
                     row);
    return true;
}

static uint64_t unzigzag(uint64_t value)
{
    return value >> 1 ^ (value & 1 ? UINT64_MAX : 0);
}

/* Reads one game's part; texts that are not told stay as they were. */
static void read_shown(struct varint_src *src, struct store_shown *shown)
{
    const uint64_t last_end = shown->offset + shown->length;
    shown->source = varint_get(src);
    shown->offset = last_end + unzigzag(varint_get(src));
    shown->length = varint_get(src);
    for (size_t i = 0; i < COUNT_OF(shown->text); i++) {
        const uint64_t code = varint_get_max(src, TABIA_STORE_NAME_SIZE);
        if (code == 0)
            continue;
        shown->text[i].len = (size_t)code - 1;
        shown->text[i].text = varint_take(src, code - 1);
    }
}

/* Checks the details' sum once and gives their bytes. */
static bool details_of(const struct tabia_store *store, uint64_t number,
                       struct varint_src *src, struct tabia_error *err)
{
    uint64_t at, size, rows_size;
    if (!game_block(store, number, &at, &size, &rows_size, err))
        return false;
    const uint8_t *part = store->src.data + at + rows_size;
    if (!is_checked(&store->details, number) &&
        !sum_is_right(part, size - rows_size, STORE_DETAILS, number))
        return damaged(store, at + rows_size, "the details of game block",
                       number, err);
    set_checked(&store->details, number);
    *src = (struct varint_src){ part + STORE_SUM_SIZE,
                                store->src.data + at + size, false };
    return true;
}

bool store_details(const struct tabia_store *store, uint64_t number,
                   bool (*shown)(void *ctx, const struct store_shown *shown),
                   void *ctx, struct tabia_error *err)
{
    struct varint_src src;
    if (!details_of(store, number, &src, err))
        return false;
    struct store_shown game = { .source = 0 };
    for (uint64_t i = store_block_games(store, number); i > 0; i--) {
        read_shown(&src, &game);
        if (src.failed || game.source >= store->nsources)
            break;
        if (!shown(ctx, &game))
            return true;
        if (i == 1 && src.p == src.end)
            return true;
    }
    return damaged(store, (uint64_t)(src.p - store->src.data),
                   "the details of game block", number, err);
}
