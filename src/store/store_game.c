/*
 * store_game.c - games of a store, their ids, and where games begin
 *
 * An id is the game's number, spread over 47 bits by steps that can be undone
 * and written with 8 digits of base 62 (62^8 is above 2^47). It looks like the
 * ids of Lichess, needs no table, and stays the same as long as the number.
 */
#include <string.h>

#include "base/error_internal.h"
#include "store/store_def.h"
#include "base/banned.h"

#define ID_MASK   ((UINT64_C(1) << 47) - 1)
#define ID_FACTOR UINT64_C(0x2545F4914F6D) // odd, so it has an inverse
#define ID_SHIFT  24                       // more than half of the bits

enum { BASE = 62, DIGITS = TABIA_GAME_ID_SIZE - 1 };

static const char digits[] =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/* The factor's inverse modulo a power of two; each step doubles the bits. */
static uint64_t inverse(uint64_t factor)
{
    uint64_t x = factor;
    for (int i = 0; i < 5; i++)
        x *= 2 - factor * x;
    return x & ID_MASK;
}

/* With more than half of the bits shifted away, it undoes itself. */
static uint64_t id_mix(uint64_t x)
{
    return x ^ x >> ID_SHIFT;
}

static uint64_t spread_id(uint64_t number)
{
    const uint64_t x = id_mix((number + 1) * ID_FACTOR & ID_MASK);
    return id_mix(x * ID_FACTOR & ID_MASK);
}

static uint64_t id_gather(uint64_t value)
{
    const uint64_t back = inverse(ID_FACTOR);
    const uint64_t x = id_mix(value) * back & ID_MASK;
    return (id_mix(x) * back - 1) & ID_MASK;
}

/* The value of the digits; false if there are not exactly that many. */
static bool read_id(const char *id, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < DIGITS; i++) {
        const char *digit = id[i] ? strchr(digits, id[i]) : NULL;
        if (!digit)
            return false;
        *value = *value * BASE + (uint64_t)(digit - digits);
    }
    return id[DIGITS] == '\0' && *value <= ID_MASK;
}

bool tabia_store_find_game(const struct tabia_store *store, const char *id,
                           uint64_t *game, struct tabia_error *err)
{
    uint64_t value;
    if (read_id(id, &value)) {
        *game = id_gather(value);
        if (*game < store->tail.games)
            return true;
    }
    return error_set(err, TABIA_ERR_NOT_FOUND, "there is no game '%.40s'", id);
}

/* ---- games ----------------------------------------------------------- */

static bool read_game(const struct tabia_store *store, uint64_t game,
                      bool is_brief, struct tabia_store_game *out,
                      struct tabia_error *err)
{
    static const enum tabia_result results[] = { TABIA_RESULT_WHITE,
                                                 TABIA_RESULT_DRAW,
                                                 TABIA_RESULT_BLACK };
    const unsigned i = (unsigned)(game % STORE_BLOCK_GAMES);
    struct store_games games;
    struct tally_game row;
    uint64_t event = 0;
    if (game >= store->tail.games)
        return error_set(err, TABIA_ERR_MISUSE, "there is no game %llu",
                         (unsigned long long)game);
    if (!store_fetch_games(store, game / STORE_BLOCK_GAMES, &games, err))
        return false;
    store_games_row(&games, i, &row);
    const uint64_t white = store_games_field(&games, i, STORE_FIELD_WHITE);
    const uint64_t black = store_games_field(&games, i, STORE_FIELD_BLACK);
    out->event[0] = '\0';
    if (!is_brief) {
        event = store_games_field(&games, i, STORE_FIELD_EVENT);
        out->file =
            store->files[store_games_field(&games, i, STORE_FIELD_FILE)];
        out->offset = store_games_field(&games, i, STORE_FIELD_OFFSET);
        out->length = store_games_field(&games, i, STORE_FIELD_LENGTH);
    }
    store_block_clear(&games.block);
    if (!store_get_name(store, &store->players, white, out->players[0], err) ||
        !store_get_name(store, &store->players, black, out->players[1], err) ||
        (!is_brief &&
         !store_get_name(store, &store->events, event, out->event, err)))
        return false;
    out->date = row.date;
    out->ratings[0] = row.ratings[0];
    out->ratings[1] = row.ratings[1];
    out->speed = (enum tabia_speed)row.speed;
    out->result = results[row.result];
    out->is_rated = !(row.flags & TALLY_CASUAL);
    uint64_t value = spread_id(game);
    out->id[DIGITS] = '\0';
    for (int k = DIGITS; k-- > 0; value /= BASE)
        out->id[k] = digits[value % BASE];
    return true;
}

bool tabia_store_get_game(const struct tabia_store *store, uint64_t game,
                          struct tabia_store_game *out, struct tabia_error *err)
{
    return read_game(store, game, false, out, err);
}

bool store_get_game_brief(const struct tabia_store *store, uint64_t game,
                          struct tabia_store_game *out, struct tabia_error *err)
{
    out->file = NULL;
    out->offset = out->length = 0;
    return read_game(store, game, true, out, err);
}
