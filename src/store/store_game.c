/*
 * store_game.c - games of a store, their ids, and where games begin
 *
 * An id is the game's number, spread over 47 bits by steps that can be undone
 * and written with 8 digits of base 62 (62^8 is above 2^47). It looks like the
 * ids of Lichess, needs no table, and stays the same as long as the number.
 */
#include "base/error.h"
#include "base/utf8.h"
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
static uint64_t cross(uint64_t x)
{
    return x ^ x >> ID_SHIFT;
}

static uint64_t spread(uint64_t number)
{
    const uint64_t x = cross((number + 1) * ID_FACTOR & ID_MASK);
    return cross(x * ID_FACTOR & ID_MASK);
}

static uint64_t gather(uint64_t value)
{
    const uint64_t back = inverse(ID_FACTOR);
    const uint64_t x = cross(value) * back & ID_MASK;
    return (cross(x) * back - 1) & ID_MASK;
}

uint64_t tabia_store_game_find(const struct tabia_store *store, const char *id)
{
    uint64_t value = 0;
    for (int i = 0; i < DIGITS; i++) {
        const char *digit = id[i] ? strchr(digits, id[i]) : NULL;
        if (!digit)
            return TABIA_NO_GAME;
        value = value * BASE + (uint64_t)(digit - digits);
    }
    if (id[DIGITS] || value > ID_MASK)
        return TABIA_NO_GAME;
    const uint64_t game = gather(value);
    return game < store->tail.games ? game : TABIA_NO_GAME;
}

/* ---- games ----------------------------------------------------------- */

struct wanted {
    const struct tabia_store *store;
    uint64_t left; // games of the block before it
    struct tabia_store_game *out;
    bool is_sound;
};

static bool copy_text(char *to, const uint8_t *text, size_t len)
{
    if (len)
        memcpy(to, text, len);
    to[len] = '\0';
    return utf8_is_valid(to, len) && strlen(to) == len;
}

static bool take_wanted(void *ctx, const struct store_shown *shown)
{
    struct wanted *w = ctx;
    if (w->left-- > 0)
        return true;
    struct tabia_store_game *out = w->out;
    char *const to[] = { out->name[0], out->name[1], out->event };
    w->is_sound = true;
    for (size_t i = 0; i < COUNT_OF(to); i++)
        w->is_sound &=
            copy_text(to[i], shown->text[i].text, shown->text[i].len);
    out->source = w->store->sources[shown->source];
    out->offset = shown->offset;
    out->length = shown->length;
    return false;
}

bool tabia_store_get_game(const struct tabia_store *store, uint64_t game,
                          struct tabia_store_game *out, struct tabia_error *err)
{
    struct tally_game row;
    struct wanted wanted = { store, game % STORE_GAMES_BLOCK, out, false };
    if (!store_row(store, game, &row, err) ||
        !store_details(store, game / STORE_GAMES_BLOCK, take_wanted, &wanted,
                       err))
        return false;
    if (!wanted.is_sound)
        return error_set(err, TABIA_ERR_CORRUPT,
                         "game %llu has a name that is "
                         "no text",
                         (unsigned long long)game);
    static const enum tabia_result results[] = { TABIA_RESULT_WHITE,
                                                 TABIA_RESULT_DRAW,
                                                 TABIA_RESULT_BLACK };
    out->date = row.date;
    out->rating[0] = row.rating[0];
    out->rating[1] = row.rating[1];
    out->speed = (enum tabia_speed)row.speed;
    out->result = results[row.result];
    out->is_rated = !(row.flags & TALLY_CASUAL);
    uint64_t value = spread(game);
    out->id[DIGITS] = '\0';
    for (int i = DIGITS; i-- > 0; value /= BASE)
        out->id[i] = digits[value % BASE];
    return true;
}
