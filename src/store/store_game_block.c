/*
 * store_game_block.c - blocks of games: rows of bits, and moves
 *
 * All rows of a block have the same width: each field is as wide as the block
 * needs, above the least value of the block. So a row is found without walking
 * over those before it.
 */
#include "base/error_internal.h"
#include "store/game_moves.h"
#include "store/store_def.h"
#include "base/banned.h"

uint64_t store_games_field(const struct store_games *games, unsigned i,
                           enum store_field field)
{
    struct bits_reader bits = { games->rows, games->rows_size,
                                (uint64_t)i * games->row_bits +
                                    games->fields[field].before,
                                false };
    return games->fields[field].base +
           bits_get_wide(&bits, games->fields[field].width);
}

void store_games_row(const struct store_games *games, unsigned i,
                     struct tally_game *row)
{
    *row = (struct tally_game){
        .date = tally_date_unpack(
            (uint32_t)store_games_field(games, i, STORE_FIELD_DATE)),
        .ratings = { (uint16_t)store_games_field(games, i,
                                                 STORE_FIELD_WHITE_RATING),
                     (uint16_t)store_games_field(games, i,
                                                 STORE_FIELD_BLACK_RATING) },
        .result = (uint8_t)store_games_field(games, i, STORE_FIELD_RESULT),
        .speed = (uint8_t)store_games_field(games, i, STORE_FIELD_SPEED),
        .flags = (uint8_t)store_games_field(games, i, STORE_FIELD_FLAGS),
        .root = (uint32_t)store_games_field(games, i, STORE_FIELD_ROOT),
    };
}

struct tabia_bytes store_games_moves(const struct store_games *games,
                                     unsigned i)
{
    const uint64_t at = store_games_field(games, i, STORE_FIELD_MOVES);
    return (struct tabia_bytes){ games->moves + at,
                                 (size_t)(games->moves_size - at) };
}

static bool split_game_block(const struct tabia_store *store,
                             struct store_games *games)
{
    const uint8_t *data = games->block.data;
    struct varint_src src = { data + STORE_SUM_SIZE, data + games->block.size,
                              false };
    const uint64_t left =
        store->tail.games - games->block.number * STORE_BLOCK_GAMES;
    games->n = (unsigned)(left < STORE_BLOCK_GAMES ? left : STORE_BLOCK_GAMES);
    games->row_bits = 0;
    for (size_t i = 0; i < STORE_NFIELDS; i++) {
        games->fields[i].base = varint_get(&src);
        const uint8_t *width = varint_take(&src, 1);
        games->fields[i].width = width ? *width : 0;
        games->fields[i].before = games->row_bits;
        if (games->fields[i].width > 64)
            return false;
        games->row_bits += games->fields[i].width;
    }
    games->rows_size = ((uint64_t)games->n * games->row_bits + 7) / 8;
    games->rows = varint_take(&src, games->rows_size);
    games->moves = src.p;
    games->moves_size = (uint64_t)(src.end - src.p);
    return !src.failed;
}

/* Is every field of a row within its bounds? */
static bool row_fits(const struct tabia_store *store,
                     const struct store_games *games, unsigned i)
{
    const uint64_t max[STORE_NFIELDS] = {
        [STORE_FIELD_DATE] = UINT64_C(10000) << 9,
        [STORE_FIELD_WHITE_RATING] = UINT16_MAX,
        [STORE_FIELD_BLACK_RATING] = UINT16_MAX,
        [STORE_FIELD_RESULT] = 2,
        [STORE_FIELD_SPEED] = TABIA_SPEED_COUNT - 1,
        [STORE_FIELD_FLAGS] = TALLY_CASUAL,
        [STORE_FIELD_ROOT] = store->roots.entry.count - 1,
        [STORE_FIELD_PLIES] = STORE_PLIES_MAX,
        [STORE_FIELD_MOVES] = games->moves_size,
        [STORE_FIELD_WHITE] = store->players.entry.count - 1,
        [STORE_FIELD_BLACK] = store->players.entry.count - 1,
        [STORE_FIELD_EVENT] = store->events.entry.count - 1,
        [STORE_FIELD_FILE] = store->nfiles - 1,
        [STORE_FIELD_OFFSET] = INT64_MAX,
        [STORE_FIELD_LENGTH] = INT64_MAX,
    };
    struct tally_game row;
    for (unsigned field = 0; field < STORE_NFIELDS; field++)
        if (store_games_field(games, i, (enum store_field)field) > max[field])
            return false;
    store_games_row(games, i, &row);
    return tally_game_is_valid(&row);
}

bool store_fetch_games(const struct tabia_store *store, uint64_t number,
                       struct store_games *games, struct tabia_error *err)
{
    static const char what[] = "game block";
    if (!store_fetch_block(store, &store->games, number, what, &games->block,
                           err))
        return false;
    bool is_sound = split_game_block(store, games);
    if (LIKELY(is_sound && !games->block.is_new))
        return true;
    is_sound = is_sound && store->roots.entry.count &&
               store->players.entry.count && store->events.entry.count &&
               store->nfiles;
    for (unsigned i = 0; is_sound && i < games->n; i++)
        is_sound = row_fits(store, games, i);
    const uint64_t nbits = is_sound ? (uint64_t)games->n * games->row_bits : 0;
    if (nbits % 8)
        is_sound = !(games->rows[games->rows_size - 1] & 0xff >> nbits % 8);
    if (is_sound) {
        store_set_checked(&store->games, number);
        return true;
    }
    store_fail_block(store, games->block.at, what, number, err);
    store_block_clear(&games->block);
    return false;
}

bool store_get_game_row(const struct tabia_store *store, uint64_t game,
                        struct tally_game *row, struct tabia_error *err)
{
    struct store_games games;
    if (UNLIKELY(game >= store->tail.games))
        return error_set(err, TABIA_ERR_CORRUPT, "there is no game %llu",
                         (unsigned long long)game);
    if (!store_fetch_games(store, game / STORE_BLOCK_GAMES, &games, err))
        return false;
    store_games_row(&games, (unsigned)(game % STORE_BLOCK_GAMES), row);
    store_block_clear(&games.block);
    return true;
}

bool store_get_game_file(const struct tabia_store *store, uint64_t game,
                         uint32_t *file_index, struct tabia_error *err)
{
    struct store_games games;
    if (!store_fetch_games(store, game / STORE_BLOCK_GAMES, &games, err))
        return false;
    *file_index = (uint32_t)store_games_field(
        &games, (unsigned)(game % STORE_BLOCK_GAMES), STORE_FIELD_FILE);
    store_block_clear(&games.block);
    return true;
}

bool tabia_store_get_moves(const struct tabia_store *store, uint64_t game,
                           struct tabia_pos *start, tabia_move *moves,
                           size_t max, size_t *n, struct tabia_error *err)
{
    struct store_games games;
    struct game_moves at;
    const unsigned i = (unsigned)(game % STORE_BLOCK_GAMES);
    *n = 0;
    if (game >= store->tail.games)
        return error_set(err, TABIA_ERR_MISUSE, "there is no game %llu",
                         (unsigned long long)game);
    if (!store_fetch_games(store, game / STORE_BLOCK_GAMES, &games, err))
        return false;
    struct tabia_error why = { 0 };
    bool ok =
        store_root_at(store, store_games_field(&games, i, STORE_FIELD_ROOT),
                      start, &why);
    if (ok) {
        tabia_move mv;
        game_moves_begin(&at, start, store_games_moves(&games, i),
                         (unsigned)store_games_field(&games, i,
                                                     STORE_FIELD_PLIES));
        while (ok && game_moves_next(&at, &mv)) {
            ok = tabia_pos_is_legal(&at.pos, mv);
            if (ok && *n < max)
                moves[*n] = mv;
            *n += ok;
            if (ok)
                game_moves_play(&at, mv);
        }
        ok = ok && !at.bits.failed;
        if (!ok)
            store_fail_block(store, games.block.at, "the moves of game", game,
                             &why);
    }
    store_block_clear(&games.block);
    return ok || error_pass(err, &why);
}
