/*
 * store_names.c - names of players and events, and the games of a player
 *
 * Names are sorted without case, then as they are, and compressed against the
 * name before in blocks of 32. Behind a block of players are the lists of
 * their games.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/utf8.h"
#include "store/store_def.h"
#include "base/banned.h"

/* ---- names ----------------------------------------------------------- */

int store_name_compare(const char *a, size_t a_len, const char *b, size_t b_len)
{
    const size_t n = a_len < b_len ? a_len : b_len;
    for (size_t i = 0; i < n; i++) {
        const int x = (unsigned char)text_lower(a[i]);
        const int y = (unsigned char)text_lower(b[i]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    if (a_len != b_len)
        return a_len < b_len ? -1 : 1;
    return memcmp(a, b, n);
}

enum { NAME_COPY = 16 }; // bytes, in one step

/* One name after the other of a block. */
struct name_cursor {
    struct varint_src src;
    char name[TABIA_STORE_NAME_SIZE + NAME_COPY];
    size_t len;
};

/* Most names add a few bytes to the one before: NAME_COPY are copied then. */
static bool next_name(struct name_cursor *cur)
{
    const uint8_t *end = cur->src.end;
    const size_t same = (size_t)varint_get_max(&cur->src, cur->len);
    const size_t len =
        (size_t)varint_get_max(&cur->src, TABIA_STORE_NAME_SIZE - 1 - same);
    const uint8_t *text = varint_take(&cur->src, len);
    if (cur->src.failed)
        return false;
    if (LIKELY(len <= NAME_COPY && end - text >= NAME_COPY))
        memcpy(cur->name + same, text, NAME_COPY);
    else
        memcpy(cur->name + same, text, len);
    cur->len = same + len;
    cur->name[cur->len] = '\0';
    return true;
}

static unsigned names_in_block(const struct store_section *names,
                               uint64_t number)
{
    const uint64_t left = names->entry.count - number * STORE_BLOCK_NAMES;
    return (unsigned)(left < STORE_BLOCK_NAMES ? left : STORE_BLOCK_NAMES);
}

static void begin_names(const struct store_block *block,
                        struct name_cursor *cur)
{
    cur->src = (struct varint_src){ block->data + STORE_SUM_SIZE,
                                    block->data + block->size, false };
    cur->len = 0;
}

/* Names that are texts, ascending, and nothing behind them. */
static bool names_fit(const struct store_section *names,
                      const struct store_block *block)
{
    struct name_cursor cur;
    char last[TABIA_STORE_NAME_SIZE];
    size_t last_len = 0;
    begin_names(block, &cur);
    for (unsigned i = names_in_block(names, block->number); i > 0; i--) {
        const bool is_first = i == names_in_block(names, block->number);
        if (!next_name(&cur) || !utf8_is_valid(cur.name, cur.len) ||
            strlen(cur.name) != cur.len ||
            (!is_first &&
             store_name_compare(last, last_len, cur.name, cur.len) >= 0))
            return false;
        memcpy(last, cur.name, cur.len + 1);
        last_len = cur.len;
    }
    return cur.src.p == cur.src.end;
}

static bool fetch_names(const struct tabia_store *store,
                        const struct store_section *names, uint64_t number,
                        struct store_block *block, struct tabia_error *err)
{
    static const char what[] = "name block";
    if (!store_fetch_block(store, names, number, what, block, err))
        return false;
    if (LIKELY(!block->is_new))
        return true;
    if (names_fit(names, block)) {
        store_set_checked(names, number);
        return true;
    }
    store_fail_block(store, block->at, what, number, err);
    store_block_clear(block);
    return false;
}

bool store_get_name(const struct tabia_store *store,
                    const struct store_section *names, uint64_t number,
                    char name[TABIA_STORE_NAME_SIZE], struct tabia_error *err)
{
    struct store_block block;
    struct name_cursor cur;
    if (number >= names->entry.count)
        return error_set(err, TABIA_ERR_MISUSE, "there is no name %llu",
                         (unsigned long long)number);
    if (!fetch_names(store, names, number / STORE_BLOCK_NAMES, &block, err))
        return false;
    begin_names(&block, &cur);
    for (uint64_t i = 0; i <= number % STORE_BLOCK_NAMES; i++)
        next_name(&cur);
    memcpy(name, cur.name, cur.len + 1);
    store_block_clear(&block);
    return true;
}

/* ---- looking a name up ----------------------------------------------- */

/* Does the name come before all that begin with the prefix, or behind? */
static int compare_prefix(const char *name, size_t len, const char *prefix,
                          size_t prefix_len)
{
    for (size_t i = 0; i < prefix_len; i++) {
        if (i == len)
            return -1;
        const int x = (unsigned char)text_lower(name[i]);
        const int y = (unsigned char)text_lower(prefix[i]);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

/* The first name that is not before the prefix, or with 'behind' is after. */
static bool find_bound(const struct tabia_store *store, const char *prefix,
                       bool behind, uint64_t *number, struct tabia_error *err)
{
    const struct store_section *names = &store->players;
    const size_t len = strlen(prefix);
    struct store_block block;
    struct name_cursor cur;
    uint64_t lo = 0, hi = names->nblocks; // the last block that begins before
    while (hi - lo > 1) {
        const uint64_t mid = lo + (hi - lo) / 2;
        if (!fetch_names(store, names, mid, &block, err))
            return false;
        begin_names(&block, &cur);
        next_name(&cur);
        const int order = compare_prefix(cur.name, cur.len, prefix, len);
        if (order < 0 || (behind && order == 0))
            lo = mid;
        else
            hi = mid;
        store_block_clear(&block);
    }
    *number = 0;
    if (names->nblocks == 0)
        return true;
    if (!fetch_names(store, names, lo, &block, err))
        return false;
    begin_names(&block, &cur);
    unsigned i = 0;
    for (; i < names_in_block(names, lo); i++) {
        next_name(&cur);
        const int order = compare_prefix(cur.name, cur.len, prefix, len);
        if (order > 0 || (!behind && order == 0))
            break;
    }
    *number = lo * STORE_BLOCK_NAMES + i;
    store_block_clear(&block);
    return true;
}

bool store_find_players(const struct tabia_store *store, const char *prefix,
                        uint64_t *first, uint64_t *end, struct tabia_error *err)
{
    *first = *end = 0;
    return find_bound(store, prefix, false, first, err) &&
           find_bound(store, prefix, true, end, err);
}

/* ---- the games of a player ------------------------------------------- */

/*
 * Behind a block of players: checksum, then for each of them two numbers, of
 * games and of bytes, and then the lists. Entries are twice the game, and 1
 * more for Black.
 */
bool store_fetch_played(const struct tabia_store *store, uint64_t player,
                        struct store_fetched *fetched, struct tabia_bytes *list,
                        uint64_t *count, struct tabia_error *err)
{
    const struct store_section *names = &store->players;
    const uint64_t number = player / STORE_BLOCK_NAMES;
    struct store_block block;
    fetched->owned = NULL;
    if (!fetch_names(store, names, number, &block, err))
        return false;
    const uint64_t at = block.at + block.size, size = block.more;
    store_block_clear(&block);
    const uint8_t *data = size < STORE_SUM_SIZE
                              ? NULL
                              : store_range(store, at, size, fetched, err);
    if (!data && size >= STORE_SUM_SIZE)
        return false;
    if (data &&
        store_checksum_is_right(data, size, STORE_SECTION_PLAYED, number)) {
        struct varint_src src = { data + STORE_SUM_SIZE, data + size, false };
        uint64_t before = 0, own = 0;
        *count = 0;
        for (unsigned i = 0; i < names_in_block(names, number); i++) {
            const uint64_t n = varint_get_max(&src, 2 * STORE_GAMES_MAX);
            const uint64_t nbytes = varint_get_max(&src, size);
            if (i < player % STORE_BLOCK_NAMES) {
                before += nbytes;
            } else if (i == player % STORE_BLOCK_NAMES) {
                own = nbytes;
                *count = n;
            }
        }
        const uint8_t *text = varint_take(&src, before);
        text = text ? varint_take(&src, own) : NULL;
        if (text && !src.failed) {
            *list = (struct tabia_bytes){ text, (size_t)own };
            return true;
        }
    }
    store_fetched_clear(fetched);
    return store_fail_block(store, at, "the games of name block", number, err);
}

bool store_get_player(const struct tabia_store *store, uint64_t player,
                      char name[TABIA_STORE_NAME_SIZE], uint64_t *games,
                      struct tabia_error *err)
{
    struct store_fetched fetched;
    struct tabia_bytes list;
    if (!store_get_name(store, &store->players, player, name, err) ||
        !store_fetch_played(store, player, &fetched, &list, games, err))
        return false;
    store_fetched_clear(&fetched);
    return true;
}

bool store_list_player_games(const struct tabia_store *store, uint64_t player,
                             bool (*on_game)(void *ctx, uint64_t game,
                                             enum tabia_color color),
                             void *ctx, bool *goes_on, struct tabia_error *err)
{
    struct store_fetched fetched;
    struct tabia_bytes list;
    struct body_list_reader games = { .left = 0 };
    uint64_t count, entry;
    *goes_on = true;
    if (player >= store->players.entry.count)
        return error_set(err, TABIA_ERR_MISUSE, "there is no player %llu",
                         (unsigned long long)player);
    if (!store_fetch_played(store, player, &fetched, &list, &count, err))
        return false;
    bool ok = true;
    if (count)
        body_list_reader_init(&games, list, count);
    while (ok && *goes_on && body_list_reader_next(&games, &entry)) {
        ok = entry >> 1 < store->tail.games;
        if (ok)
            *goes_on =
                on_game(ctx, entry >> 1, entry & 1 ? TABIA_BLACK : TABIA_WHITE);
    }
    ok = ok && !games.bits.failed;
    store_fetched_clear(&fetched);
    return ok || error_set(err, TABIA_ERR_CORRUPT,
                           "the games of player %llu are damaged",
                           (unsigned long long)player);
}
