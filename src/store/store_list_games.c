/*
 * store_list_games.c - all games of a position, of a player, or of both
 */
#include <string.h>

#include "base/error.h"
#include "store/store_body_read.h"
#include "store/store_def.h"
#include "base/banned.h"

struct game_pager {
    const struct tabia_store *store;
    const struct tabia_games_query *query;
    uint64_t skip;
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *sample);
    void *ctx;
    struct tabia_error *err;
    bool failed;
};

static bool page_game(void *ctx, uint64_t game, tabia_move mv)
{
    struct game_pager *pager = ctx;
    const struct tabia_games_query *query = pager->query;
    const struct tabia_store_game_ref sample = { .game = game, .move = mv };
    if (query->pos && ((query->move && query->move != mv) ||
                       !tabia_pos_is_legal(query->pos, mv)))
        return true;
    if (pager->skip > 0) {
        pager->skip--;
        return true;
    }
    return pager->on_game(pager->ctx, &sample);
}

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
           store_bad_body(store, &at->positions, at->body, err);
}

bool store_count_games(const struct tabia_store *store,
                       const struct tabia_pos *pos, uint64_t *games,
                       struct tabia_error *err)
{
    struct store_found at;
    struct body_reader r;
    if (!store_find_key(store, pos, &at, err))
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

static bool page_position(struct game_pager *pager, struct tabia_error *err)
{
    const struct tabia_store *store = pager->store;
    struct store_found at;
    struct body_reader r;
    if (!store_find_key(store, pager->query->pos, &at, err))
        return false;
    bool ok = true;
    if (at.body.data) {
        ok = read_whole_body(store, &at, &r, err) &&
             store_each_game(store, &at.positions, &r, page_game, pager, err);
    } else if (at.game != TABIA_GAME_NONE) {
        page_game(pager, at.game, at.move);
    }
    store_found_clear(&at);
    return ok;
}

/* ---- of players ------------------------------------------------------ */

static bool page_played(void *ctx, uint64_t game, enum tabia_color color)
{
    struct game_pager *pager = ctx;
    const struct tabia_pos *pos = pager->query->pos;
    const enum tabia_side side = pager->query->side;
    struct store_found found;
    if (side &&
        side != (color == TABIA_WHITE ? TABIA_SIDE_WHITE : TABIA_SIDE_BLACK))
        return true;
    if (!pos)
        return page_game(pager, game, TABIA_MOVE_NONE);
    found.game = TABIA_GAME_NONE;
    if (!store_try_game(pager->store, pos, game, &found, pager->err)) {
        pager->failed = true;
        return false;
    }
    return found.game == TABIA_GAME_NONE || page_game(pager, game, found.move);
}

static bool page_players(struct game_pager *pager, struct tabia_error *err)
{
    const struct tabia_games_query *query = pager->query;
    uint64_t player, end;
    bool goes_on = true;
    if (!store_find_players(pager->store, query->player, &player, &end, err))
        return false;
    for (; goes_on && player < end; player++) {
        char name[TABIA_STORE_NAME_SIZE];
        if (!store_get_name(pager->store, &pager->store->players, player, name,
                            err))
            return false;
        // All of them begin with it.
        if (!query->is_prefix && strlen(name) != strlen(query->player))
            continue;
        if (!store_list_player_games(pager->store, player, page_played, pager,
                                     &goes_on, err) ||
            pager->failed)
            return false;
    }
    return true;
}

bool tabia_store_list_games(
    const struct tabia_store *store, const struct tabia_games_query *query,
    bool (*on_game)(void *ctx, const struct tabia_store_game_ref *sample),
    void *ctx, struct tabia_error *err)
{
    static const struct tabia_games_query everything;
    if (!query)
        query = &everything;
    struct game_pager pager = { store, query, query->skip, on_game,
                                ctx,   err,   false };
    if (query->player)
        return page_players(&pager, err);
    if (query->pos)
        return page_position(&pager, err);
    for (uint64_t game = query->skip; game < store->tail.games; game++) {
        const struct tabia_store_game_ref sample = { .game = game };
        if (!on_game(ctx, &sample))
            break;
    }
    return true;
}

bool tabia_store_list_players(const struct tabia_store *store,
                              const char *prefix,
                              bool (*on_player)(void *ctx, const char *name,
                                                uint64_t games),
                              void *ctx, struct tabia_error *err)
{
    uint64_t player, end;
    if (!store_find_players(store, prefix, &player, &end, err))
        return false;
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
