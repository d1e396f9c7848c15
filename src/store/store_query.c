/*
 * store_query.c - all games of a position, of a player, or of both
 */
#include <string.h>

#include "base/error.h"
#include "store/store_def.h"
#include "base/banned.h"

struct paging {
    const struct tabia_store *store;
    const struct store_games_query *query;
    uint64_t skip;
    bool (*found)(void *ctx, const struct tabia_store_sample *sample);
    void *ctx;
    struct tabia_error *err;
    bool failed;
};

static bool page_game(void *ctx, uint64_t game, tabia_move mv)
{
    struct paging *paging = ctx;
    const struct store_games_query *query = paging->query;
    const struct tabia_store_sample sample = { .game = game, .move = mv };
    if (query->pos && ((query->move && query->move != mv) ||
                       !tabia_pos_is_legal(query->pos, mv)))
        return true;
    if (paging->skip > 0) {
        paging->skip--;
        return true;
    }
    return paging->found(paging->ctx, &sample);
}

/* ---- of a position --------------------------------------------------- */

static bool page_position(struct paging *paging, struct tabia_error *err)
{
    const struct tabia_store *store = paging->store;
    struct store_found at;
    struct body_reader r;
    struct tally_cell cell;
    if (!store_find_key(store, paging->query->pos, &at, err))
        return false;
    bool ok = true;
    if (at.body.data) {
        body_reader_init(&r, at.body, &store->rule);
        while (body_reader_move(&r))
            while (body_reader_cell(&r, &cell))
                continue;
        ok = body_reader_end(&r)
                 ? store_each_game(store, &at.positions, &r, page_game, paging,
                                   err)
                 : store_bad_body(store, &at.positions, at.body, err);
    } else if (at.game != TABIA_NO_GAME) {
        page_game(paging, at.game, at.move);
    }
    store_found_clear(&at);
    return ok;
}

/* ---- of players ------------------------------------------------------ */

static bool page_played(void *ctx, uint64_t game, enum tabia_color color)
{
    struct paging *paging = ctx;
    const struct tabia_pos *pos = paging->query->pos;
    struct store_found found;
    (void)color;
    if (!pos)
        return page_game(paging, game, TABIA_MOVE_NONE);
    found.game = TABIA_NO_GAME;
    if (!store_try_game(paging->store, pos, game, &found, paging->err)) {
        paging->failed = true;
        return false;
    }
    return found.game == TABIA_NO_GAME || page_game(paging, game, found.move);
}

static bool page_players(struct paging *paging, struct tabia_error *err)
{
    const struct store_games_query *query = paging->query;
    uint64_t player, end;
    bool goes_on = true;
    if (!store_player_find(paging->store, query->player, &player, &end, err))
        return false;
    for (; goes_on && player < end; player++) {
        char name[TABIA_STORE_NAME_SIZE];
        if (!store_name(paging->store, &paging->store->players, player, name,
                        err))
            return false;
        // All of them begin with it.
        if (query->is_whole && strlen(name) != strlen(query->player))
            continue;
        if (!store_player_games(paging->store, player, page_played, paging,
                                &goes_on, err) ||
            paging->failed)
            return false;
    }
    return true;
}

bool store_query_games(const struct tabia_store *store,
                       const struct store_games_query *query,
                       bool (*found)(void *ctx,
                                     const struct tabia_store_sample *sample),
                       void *ctx, struct tabia_error *err)
{
    struct paging paging = {
        store, query, query->skip, found, ctx, err, false
    };
    if (query->player)
        return page_players(&paging, err);
    if (query->pos)
        return page_position(&paging, err);
    for (uint64_t game = query->skip; game < store->tail.games; game++) {
        const struct tabia_store_sample sample = { .game = game };
        if (!found(ctx, &sample))
            break;
    }
    return true;
}
