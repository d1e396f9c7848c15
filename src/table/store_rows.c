/*
 * store_rows.c - blocks of games: the rows, and what is shown of each game
 */
#include "base/error.h"
#include "table/store_def.h"
#include "base/banned.h"

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
    if (LIKELY(store_block_range(store, t->game_index_at, number,
                                 STORE_FRONT_SIZE, t->tallies_at, at, size) &&
               *size >= *rows_size + STORE_SUM_SIZE))
        return true;
    return store_damaged(store, t->game_index_at + 8 * number,
                         "the index of game block", number, err);
}

static bool check_rows(const struct tabia_store *store, uint64_t number,
                       uint64_t at, uint64_t size, struct tabia_error *err)
{
    if (LIKELY(store_is_checked(&store->rows, number)))
        return true;
    if (!store_sum_is_right(store->src.data + at, size, STORE_ROWS, number))
        return store_damaged(store, at, "game block", number, err);
    for (uint64_t i = STORE_SUM_SIZE; i < size; i += TALLY_GAME_SIZE) {
        struct tally_game row;
        store_row_decode(store->src.data + at + i, &row);
        if (!tally_game_is_valid(&row))
            return store_damaged(store, at + i, "game block", number, err);
    }
    store_set_checked(&store->rows, number);
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
    if (!store_is_checked(&store->details, number) &&
        !store_sum_is_right(part, size - rows_size, STORE_DETAILS, number))
        return store_damaged(store, at + rows_size, "the details of game block",
                             number, err);
    store_set_checked(&store->details, number);
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
    return store_damaged(store, (uint64_t)(src.p - store->src.data),
                         "the details of game block", number, err);
}
