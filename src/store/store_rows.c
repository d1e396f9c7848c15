/*
 * store_rows.c - blocks of games: the rows, and what is shown of each game
 */
#include "base/error.h"
#include "store/store_def.h"
#include "base/banned.h"

uint64_t store_block_games(const struct tabia_store *store, uint64_t number)
{
    const uint64_t left = store->tail.games - number * STORE_GAMES_BLOCK;
    return left < STORE_GAMES_BLOCK ? left : STORE_GAMES_BLOCK;
}

static bool check_rows(const struct tabia_store *store, uint64_t number,
                       uint64_t at, struct tabia_error *err)
{
    const uint64_t size =
        STORE_SUM_SIZE + TALLY_GAME_SIZE * store_block_games(store, number);
    if (!store_sum_is_right(store->src.data + at, size, STORE_ROWS, number))
        return store_damaged(store, at, "game row block", number, err);
    for (uint64_t i = STORE_SUM_SIZE; i < size; i += TALLY_GAME_SIZE) {
        struct tally_game row;
        store_row_decode(store->src.data + at + i, &row);
        if (!tally_game_is_valid(&row))
            return store_damaged(store, at + i, "game row block", number, err);
    }
    store_set_checked(&store->rows, number);
    return true;
}

bool store_row(const struct tabia_store *store, uint64_t game,
               struct tally_game *row, struct tabia_error *err)
{
    if (UNLIKELY(game >= store->tail.games))
        return error_set(err, TABIA_ERR_CORRUPT, "there is no game %llu",
                         (unsigned long long)game);
    const uint64_t number = game / STORE_GAMES_BLOCK;
    const uint64_t at = store->tail.rows_at + number * STORE_ROWS_SIZE;
    if (UNLIKELY(!store_is_checked(&store->rows, number)) &&
        !check_rows(store, number, at, err))
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

/* Checks the details' sum once and gives their bytes. */
static bool details_of(const struct tabia_store *store, uint64_t number,
                       struct varint_src *src, struct tabia_error *err)
{
    const struct store_tail *t = &store->tail;
    uint64_t at, size;
    if (!store_block_range(store, t->details_index_at, number, STORE_FRONT_SIZE,
                           t->rows_at, &at, &size) ||
        size < STORE_SUM_SIZE)
        return store_damaged(store, t->details_index_at + 8 * number,
                             "the index of game block", number, err);
    const uint8_t *part = store->src.data + at;
    if (!store_is_checked(&store->details, number) &&
        !store_sum_is_right(part, size, STORE_DETAILS, number))
        return store_damaged(store, at, "game detail block", number, err);
    store_set_checked(&store->details, number);
    *src = (struct varint_src){ part + STORE_SUM_SIZE, part + size, false };
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
        const uint64_t last_end = game.offset + game.length;
        game.source = varint_get(&src);
        game.offset = last_end + unzigzag(varint_get(&src));
        game.length = varint_get(&src);
        for (size_t k = 0; k < COUNT_OF(game.text); k++) {
            const uint64_t code = varint_get_max(&src, TABIA_STORE_NAME_SIZE);
            if (code == 0)
                continue; // as in the game before
            game.text[k].len = (size_t)code - 1;
            game.text[k].text = varint_take(&src, code - 1);
        }
        if (src.failed || game.source >= store->nsources)
            break;
        if (!shown(ctx, &game))
            return true;
        if (i == 1 && src.p == src.end)
            return true;
    }
    return store_damaged(store, (uint64_t)(src.p - store->src.data),
                         "game detail block", number, err);
}
