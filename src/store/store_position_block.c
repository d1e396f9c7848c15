/*
 * store_position_block.c - blocks of positions: taken apart and searched
 *
 * A block is divided into parts by the bits of a key that follow those of the
 * block, once for the positions that games share and once for those of one
 * game. A map has a one for each position and a zero at the end of each part,
 * so that keys can go without these bits: the zeros before a part lead to its
 * positions, mostly one or none.
 */
#include "base/bitset.h"
#include "base/error_internal.h"
#include "store/game_moves.h"
#include "store/store_def.h"
#include "base/banned.h"

/* ---- maps ------------------------------------------------------------ */

/* 64 bits of a map from byte 'at', zeros beyond its end. */
static ALWAYS_INLINE uint64_t map_word(const uint8_t *map, uint64_t size,
                                       uint64_t at)
{
    uint64_t word = 0;
    if (LIKELY(at + 8 <= size))
        return load_le64(map + at);
    for (uint64_t i = at; i < size; i++)
        word |= (uint64_t)map[i] << 8 * (i - at);
    return word;
}

static ALWAYS_INLINE unsigned count_ones(uint64_t word)
{
    return (unsigned)__builtin_popcountll(word);
}

/* Like bits_nth_few, where words have many ones. */
static inline unsigned nth_by_halves(uint64_t word, unsigned n)
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

/* The index of the first position of a part; the map has all parts. */
static ALWAYS_INLINE size_t find_part(const uint8_t *map, uint64_t size,
                                      size_t part, bits_nth_fn *nth)
{
    size_t n = part - 1;
    if (part == 0)
        return 0;
    for (uint64_t at = 0;; at += 8) {
        const uint64_t word = ~map_word(map, size, at);
        const unsigned ones = count_ones(word);
        if (n < ones)
            return (size_t)(8 * at) + nth(word, (unsigned)n) + 1 - part;
        n -= ones;
    }
}

BITS_WITH_PDEP static size_t find_part_pdep(const uint8_t *map, uint64_t size,
                                            size_t part)
{
    return find_part(map, size, part, bits_nth_pdep);
}

BITS_WITH_POPCNT static size_t find_part_popcnt(const uint8_t *map,
                                                uint64_t size, size_t part)
{
    return find_part(map, size, part, nth_by_halves);
}

static size_t part_begin(const uint8_t *map, uint64_t size, size_t part)
{
    if (BITS_HAS_PDEP)
        return find_part_pdep(map, size, part);
    return BITS_HAS_POPCNT ? find_part_popcnt(map, size, part)
                           : find_part(map, size, part, nth_by_halves);
}

/* Does the map have as many ones and zeros as there must be? */
static bool map_fits(const uint8_t *map, uint64_t size, uint64_t n,
                     unsigned split)
{
    const uint64_t nbits = n + (UINT64_C(1) << split);
    uint64_t ones = 0;
    for (uint64_t at = 0; at < size; at += 8)
        ones += count_ones(map_word(map, size, at));
    for (uint64_t bit = nbits; bit < 8 * size; bit++)
        if (bitset_has(map, (size_t)bit))
            return false;
    return ones == n && !bitset_has(map, (size_t)nbits - 1);
}

/* ---- taking a block apart -------------------------------------------- */

static ALWAYS_INLINE bool split_position_block(struct store_positions *p)
{
    const struct store_shape *shape = &p->section->entry.shape;
    const uint8_t *data = p->block.data;
    const uint64_t size = p->block.size;
    if (size < STORE_BLOCK_HEAD_SIZE)
        return false;
    p->nshared = load_le32(data + 8);
    p->nlong = load_le32(data + 12);
    p->nsingles = load_le32(data + 16);
    p->map_size = store_map_size(p->nshared, shape->shared_split);
    p->single_map_size = store_map_size(p->nsingles, shape->single_split);
    p->records_size = store_singles_size(shape, p->nsingles);
    const uint64_t keys_at = STORE_BLOCK_HEAD_SIZE + p->map_size;
    const uint64_t sizes_at =
        keys_at + (uint64_t)p->nshared * p->section->width;
    const uint64_t longs_at = sizes_at + p->nshared;
    const uint64_t bodies_at = longs_at + 4 * (uint64_t)p->nlong;
    const uint64_t singles = p->single_map_size + p->records_size;
    if (bodies_at + singles > size)
        return false;
    p->map = data + STORE_BLOCK_HEAD_SIZE;
    p->keys = data + keys_at;
    p->sizes = data + sizes_at;
    p->longs = data + longs_at;
    p->bodies = data + bodies_at;
    p->bodies_size = size - singles - bodies_at;
    p->single_map = data + size - singles;
    p->records = p->single_map + p->single_map_size;
    return true;
}

/* Do the sizes add up to the bodies? */
static bool sizes_fit(const struct store_positions *p)
{
    uint64_t sum = 0, nlong = 0;
    for (size_t i = 0; i < p->nshared; i++) {
        if (p->sizes[i] != STORE_SIZE_LONG) {
            sum += p->sizes[i];
            continue;
        }
        if (nlong == p->nlong)
            return false;
        sum += load_le32(p->longs + 4 * nlong++);
    }
    return nlong == p->nlong && sum == p->bodies_size;
}

/* ---- keys ------------------------------------------------------------ */

/*
 * The kept part of a key's first half. Reads before the keys, in the head of
 * the block, when fewer than ten bytes are kept.
 */
static ALWAYS_INLINE uint64_t key_hi(const struct store_positions *p, size_t i)
{
    const uint8_t *end = p->keys + (i + 1) * p->section->width;
    return load_be64(end - STORE_KEY_SIZE) &
           UINT64_MAX >> 8 * (STORE_KEY_SIZE - p->section->width);
}

static ALWAYS_INLINE uint16_t key_lo(const struct store_positions *p, size_t i)
{
    return load_be16(p->keys + (i + 1) * p->section->width - 2);
}

/* ---- one position after the other ------------------------------------ */

static uint64_t size_at(const struct store_positions *p,
                        const struct store_cursor *cur)
{
    const unsigned size = p->sizes[cur->i];
    return size == STORE_SIZE_LONG ? load_le32(p->longs + 4 * cur->nlong)
                                   : size;
}

/* Goes to the next one of the map; it has as many as there are positions. */
static void find_bit(const struct store_positions *p, struct store_cursor *cur)
{
    while (cur->i < p->nshared && !bitset_has(p->map, cur->bit))
        cur->bit++;
}

void store_cursor_first(const struct store_positions *p,
                        struct store_cursor *cur)
{
    *cur = (struct store_cursor){ 0 };
    find_bit(p, cur);
}

void store_cursor_next(const struct store_positions *p,
                       struct store_cursor *cur)
{
    cur->at += size_at(p, cur);
    cur->nlong += p->sizes[cur->i] == STORE_SIZE_LONG;
    cur->i++;
    cur->bit++;
    find_bit(p, cur);
}

struct tally_key store_cursor_key(const struct store_positions *p,
                                  const struct store_cursor *cur)
{
    const struct store_shape *shape = &p->section->entry.shape;
    const unsigned known = (unsigned)shape->prefix + shape->shared_split;
    const uint64_t part = cur->bit - cur->i; // zeros before it
    return (struct tally_key){
        .hi = (shape->prefix ? p->block.number << (64 - shape->prefix) : 0) |
              (known ? part << (64 - known) : 0) | key_hi(p, cur->i),
        .lo = key_lo(p, cur->i),
    };
}

struct tabia_bytes store_cursor_body(const struct store_positions *p,
                                     const struct store_cursor *cur)
{
    return (struct tabia_bytes){ p->bodies + cur->at, (size_t)size_at(p, cur) };
}

/* Bits of a key that are kept and known as well are the same. */
static bool keys_fit(const struct store_positions *p)
{
    const struct store_shape *shape = &p->section->entry.shape;
    struct tally_key last = { 0, 0 };
    struct store_cursor cur;
    for (store_cursor_first(p, &cur); cur.i < p->nshared;
         store_cursor_next(p, &cur)) {
        const struct tally_key key = store_cursor_key(p, &cur);
        if ((cur.i && tally_key_compare(last, key) >= 0) ||
            store_block_of(key.hi, shape->prefix) != p->block.number ||
            store_key_bits(key.hi, shape->prefix, shape->shared_split) !=
                cur.bit - cur.i ||
            (key.hi & UINT64_MAX >> 8 * (STORE_KEY_SIZE - p->section->width)) !=
                key_hi(p, cur.i))
            return false;
        last = key;
    }
    return true;
}

/* Games that there are, ascending checks in a part, zeros at the end. */
static bool records_fit(const struct tabia_store *store,
                        const struct store_positions *p)
{
    const struct store_shape *shape = &p->section->entry.shape;
    size_t bit = 0, last_part = 0;
    unsigned check, last_check = 0;
    for (size_t i = 0; i < p->nsingles; i++, bit++) {
        while (!bitset_has(p->single_map, bit))
            bit++;
        const size_t part = bit - i;
        const uint64_t game = store_get_single(p, i, &check);
        if (game >= store->tail.games ||
            (i && part == last_part && check < last_check))
            return false;
        last_part = part;
        last_check = check;
    }
    const uint64_t nbits =
        (uint64_t)p->nsingles * ((unsigned)shape->check + shape->game_bits);
    return nbits % 8 == 0 ||
           !(p->records[p->records_size - 1] & 0xff >> nbits % 8);
}

/*
 * Asks for the lines of the cache in which the body of a key should be. Keys
 * are as good as random, so a key's part of the block is nearly that of its
 * bytes.
 */
static ALWAYS_INLINE void prefetch_body(const struct tabia_store *store,
                                        const struct store_block *block,
                                        uint64_t hi)
{
    enum { LINE = 64, NLINES = 7 };
    const uint64_t around = store->before_bodies + store->behind_bodies;
    const uint64_t nbodies = block->size > around ? block->size - around : 0;
    const uint64_t part = hi << store->positions.entry.shape.prefix >> 32;
    uint64_t at = store->before_bodies + (nbodies * part >> 32);
    at -= at < NLINES / 2 * LINE ? at : NLINES / 2 * LINE;
    for (unsigned i = 0; i < NLINES && at < block->size; i++, at += LINE)
        PREFETCH(block->data + at);
}

/* The block of a key. */
static ALWAYS_INLINE bool fetch_positions(const struct tabia_store *store,
                                          const struct store_section *section,
                                          uint64_t number, uint64_t hi,
                                          struct store_positions *p,
                                          struct tabia_error *err)
{
    const struct store_shape *shape = &section->entry.shape;
    const bool is_evals = section == &store->evaluations;
    const char *what = is_evals ? "evaluation block" : "position block";
    p->section = section;
    if (!store_fetch_block(store, section, number, what, &p->block, err))
        return false;
    if (!is_evals)
        prefetch_body(store, &p->block, hi);
    if (LIKELY(!p->block.is_new) && split_position_block(p))
        return true;
    if (!split_position_block(p) ||
        !map_fits(p->map, p->map_size, p->nshared, shape->shared_split) ||
        !map_fits(p->single_map, p->single_map_size, p->nsingles,
                  shape->single_split) ||
        !sizes_fit(p) || !keys_fit(p) || !records_fit(store, p) ||
        (is_evals && (p->nsingles || p->block.more))) {
        store_fail_block(store, p->block.at, what, number, err);
        store_block_clear(&p->block);
        return false;
    }
    store_set_checked(section, number);
    return true;
}

bool store_fetch_positions(const struct tabia_store *store,
                           const struct store_section *section, uint64_t number,
                           struct store_positions *p, struct tabia_error *err)
{
    return fetch_positions(store, section, number, 0, p, err);
}

/* ---- searching ------------------------------------------------------- */

static struct tabia_bytes body_of(const struct store_positions *p, size_t i)
{
    uint64_t at = 0;
    size_t nlong = 0;
    for (size_t k = 0; k < i; k++)
        at += p->sizes[k];
    uint64_t size = p->sizes[i];
    if (p->nlong) {
        for (size_t k = 0; k < i; k++)
            nlong += p->sizes[k] == STORE_SIZE_LONG;
        for (size_t k = 0; k < nlong; k++)
            at += load_le32(p->longs + 4 * k) - STORE_SIZE_LONG;
        if (size == STORE_SIZE_LONG)
            size = load_le32(p->longs + 4 * nlong);
    }
    return (struct tabia_bytes){ p->bodies + at, (size_t)size };
}

struct tabia_bytes store_find_shared(const struct store_positions *p,
                                     struct tally_key key)
{
    const struct store_shape *shape = &p->section->entry.shape;
    const size_t part =
        (size_t)store_key_bits(key.hi, shape->prefix, shape->shared_split);
    const uint64_t want =
        key.hi & UINT64_MAX >> 8 * (STORE_KEY_SIZE - p->section->width);
    for (size_t i = part_begin(p->map, p->map_size, part);
         bitset_has(p->map, i + part); i++)
        if (key_hi(p, i) == want && key_lo(p, i) == key.lo)
            return body_of(p, i);
    return (struct tabia_bytes){ NULL, 0 };
}

void store_find_singles(const struct store_positions *p, uint64_t hi,
                        size_t *first, size_t *end)
{
    const struct store_shape *shape = &p->section->entry.shape;
    const size_t part =
        (size_t)store_key_bits(hi, shape->prefix, shape->single_split);
    size_t i = part_begin(p->single_map, p->single_map_size, part);
    *first = i;
    while (bitset_has(p->single_map, i + part))
        i++;
    *end = i;
}

bool store_try_game(const struct tabia_store *store,
                    const struct tabia_pos *pos, uint64_t game,
                    struct store_found *found, struct tabia_error *err)
{
    const unsigned i = (unsigned)(game % STORE_BLOCK_GAMES);
    const unsigned min_ply = store->tail.rule.min_ply;
    struct store_games games;
    struct tabia_pos other;
    const struct tabia_pos *root = &store->root;
    bool is_damaged = false, ok = true;
    if (!store_fetch_games(store, game / STORE_BLOCK_GAMES, &games, err))
        return false;
    const uint64_t number = store_games_field(&games, i, STORE_FIELD_ROOT);
    if (UNLIKELY(number || !store->has_root)) {
        ok = store_root_at(store, number, &other, err);
        root = &other;
    }
    if (ok) {
        found->move = game_moves_find(
            root, store_games_moves(&games, i),
            (unsigned)store_games_field(&games, i, STORE_FIELD_PLIES),
            min_ply ? min_ply - 1 : 0, pos, &is_damaged);
        if (found->move) {
            found->game = game;
            store_games_row(&games, i, &found->row);
        }
    }
    store_block_clear(&games.block);
    if (is_damaged)
        ok = store_fail_block(store, games.block.at, "the moves of game", game,
                              err);
    return ok;
}

bool store_find_position(const struct tabia_store *store,
                         const struct tabia_pos *pos, struct store_found *found,
                         struct tabia_error *err)
{
    const struct store_shape *shape = &store->positions.entry.shape;
    const struct tally_key key = tally_key_of(pos);
    struct store_positions *p = &found->positions;
    found->body = (struct tabia_bytes){ NULL, 0 };
    found->game = TABIA_GAME_NONE;
    if (!fetch_positions(store, &store->positions,
                         store_block_of(key.hi, shape->prefix), key.hi, p, err))
        return false;
    found->body = store_find_shared(p, key);
    if (found->body.data)
        return true;
    const unsigned want = (unsigned)store_key_bits(
        key.hi, (unsigned)shape->prefix + shape->single_split, shape->check);
    size_t i, end;
    store_find_singles(p, key.hi, &i, &end);
    for (; i < end && found->game == TABIA_GAME_NONE; i++) {
        unsigned check;
        const uint64_t game = store_get_single(p, i, &check);
        if (check == want && !store_try_game(store, pos, game, found, err)) {
            store_found_clear(found);
            return false;
        }
    }
    return true;
}

void store_found_clear(struct store_found *found)
{
    store_block_clear(&found->positions.block);
}

bool store_fail_body(const struct tabia_store *store,
                     const struct store_positions *p, struct tabia_bytes body,
                     struct tabia_error *err)
{
    error_at_offset(err, TABIA_ERR_CORRUPT,
                    p->block.at + (uint64_t)(body.data - p->block.data),
                    "the record of a position is invalid");
    return error_in_file(err, store->file);
}

/* ---- lists of games -------------------------------------------------- */

bool store_fetch_list(const struct tabia_store *store,
                      const struct store_positions *p,
                      const struct body_reader *r,
                      struct store_fetched *fetched, struct tabia_bytes *list,
                      struct tabia_error *err)
{
    const uint64_t at = p->block.at + p->block.size + r->list_at;
    fetched->owned = NULL;
    *list = (struct tabia_bytes){ NULL, 0 };
    if (!r->is_listed)
        return true;
    if (r->list_at > p->block.more || r->list_size > p->block.more - r->list_at)
        return store_fail_block(store, p->block.at, "position block",
                                p->block.number, err);
    const uint8_t *data = store_range(store, at, r->list_size, fetched, err);
    if (!data)
        return false;
    if (!store_checksum_is_right(data, r->list_size, STORE_SECTION_LISTS,
                                 p->block.number)) {
        store_fetched_clear(fetched);
        return store_fail_block(store, at, "a list of games of position block",
                                p->block.number, err);
    }
    *list = (struct tabia_bytes){ data + STORE_SUM_SIZE,
                                  (size_t)r->list_size - STORE_SUM_SIZE };
    return true;
}

bool store_list_body_games(const struct tabia_store *store,
                           const struct store_positions *p,
                           const struct body_reader *r,
                           bool (*on_game)(void *ctx, uint64_t game,
                                           tabia_move mv),
                           void *ctx, struct tabia_error *err)
{
    struct store_fetched fetched;
    struct tabia_bytes list;
    if (!store_fetch_list(store, p, r, &fetched, &list, err))
        return false;
    bool goes_on = true, ok = true;
    for (size_t i = 0; goes_on && i < r->ngames; i++) {
        ok = r->games[i] < store->tail.games;
        goes_on = ok && on_game(ctx, r->games[i], r->played[i]);
    }
    for (size_t i = 0; r->is_listed && goes_on && i < r->nmoves; i++) {
        if (r->moves[i].is_one) {
            ok = r->moves[i].game < store->tail.games;
            goes_on = ok && on_game(ctx, r->moves[i].game, r->moves[i].move);
            continue;
        }
        struct body_list_reader games;
        uint64_t game;
        body_list_reader_init(
            &games, (struct tabia_bytes){ list.data, (size_t)r->moves[i].size },
            r->moves[i].count);
        list.data += r->moves[i].size;
        while (goes_on && body_list_reader_next(&games, &game)) {
            ok = game < store->tail.games;
            goes_on = ok && on_game(ctx, game, r->moves[i].move);
        }
        if (games.bits.failed || (goes_on && games.left) ||
            (goes_on && (games.bits.at + 7) / 8 != r->moves[i].size))
            ok = goes_on = false;
    }
    store_fetched_clear(&fetched);
    return ok ||
           store_fail_block(store, p->block.at + p->block.size + r->list_at,
                            "a list of games of position block",
                            p->block.number, err);
}
