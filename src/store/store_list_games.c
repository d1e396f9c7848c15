/*
 * store_list_games.c - all games of a position, and all players
 */
#include "base/error_internal.h"
#include "store/body_read.h"
#include "store/store_def.h"
#include "base/banned.h"

/* ---- of a position --------------------------------------------------- */

/* Reads a body to its end; false if it is damaged. */
static bool read_whole_body(const struct tabia_store *store,
                            const struct store_found *at, struct body_reader *r,
                            struct tabia_error *err)
{
    struct tally_cell cell;
    body_reader_init(r, at->body, &store->rule);
    while (body_reader_move(r))
        while (body_reader_cell(r, &cell))
            continue;
    return body_reader_end(r) ||
           store_fail_body(store, &at->positions, at->body, err);
}

bool store_count_games(const struct tabia_store *store,
                       const struct tabia_pos *pos, uint64_t *games,
                       struct tabia_error *err)
{
    struct store_found at;
    struct body_reader r;
    if (!store_find_position(store, pos, &at, err))
        return false;
    bool ok = true;
    *games = at.game != TABIA_GAME_NONE;
    if (at.body.data) {
        ok = read_whole_body(store, &at, &r, err);
        *games = ok ? r.total : 0;
    }
    store_found_clear(&at);
    return ok;
}

/* Passes on the games whose move is legal: others have the key by chance. */
struct legal_games {
    const struct tabia_pos *pos;
    bool (*found)(void *ctx, const struct tabia_store_game_ref *game);
    void *ctx;
};

static bool pass_legal(void *ctx, uint64_t game, tabia_move mv)
{
    const struct legal_games *l = ctx;
    const struct tabia_store_game_ref ref = { .game = game, .move = mv };
    return !tabia_pos_is_legal(l->pos, mv) || l->found(l->ctx, &ref);
}

bool store_list_position_games(
    const struct tabia_store *store, const struct tabia_pos *pos,
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *game),
    void *ctx, struct tabia_error *err)
{
    struct legal_games legal = { pos, on_game, ctx };
    struct store_found at;
    struct body_reader r;
    if (!pos) {
        struct tabia_store_game_ref ref = { .game = 0 };
        while (ref.game < store->tail.games && on_game(ctx, &ref))
            ref.game++;
        return true;
    }
    if (!store_find_position(store, pos, &at, err))
        return false;
    bool ok = true;
    if (at.body.data) {
        ok = read_whole_body(store, &at, &r, err) &&
             store_list_body_games(store, &at.positions, &r, pass_legal, &legal,
                                   err);
    } else if (at.game != TABIA_GAME_NONE) {
        pass_legal(&legal, at.game, at.move);
    }
    store_found_clear(&at);
    return ok;
}

/* ---- players --------------------------------------------------------- */

bool tabia_store_list_players(
    const struct tabia_store *store, const char *prefix,
    bool (*on_player)(void *ctx, const char *name, uint64_t games), void *ctx,
    uint64_t *total, struct tabia_error *err)
{
    uint64_t player, end;
    if (!store_find_players(store, prefix ? prefix : "", &player, &end, err))
        return false;
    if (total)
        *total = end - player;
    for (; player < end; player++) {
        char name[TABIA_STORE_NAME_SIZE];
        uint64_t games;
        if (!store_get_player(store, player, name, &games, err))
            return false;
        if (!on_player(ctx, name, games))
            break;
    }
    return true;
}
