/*
 * api_games.c - the games of a position, page by page
 */
#include <string.h>

#include "serve/api/api.h"
#include "serve/api/explorer.h"
#include "serve/api/json_view.h"
#include "source/answer.h"
#include "store/game_list.h"

#include "base/banned.h"

enum {
    PAGE_SIZE = 20,
    PAGE_SIZE_MAX = 100,
    // Games that a request may read: some tenths of a second. A list of more
    // is not complete, and the response shows it.
    GAMES_READ_MAX = 2000000,
};

static bool read_games_page(const struct tabia_store *store,
                            const struct query *q, struct game_page *page,
                            struct reply *reply)
{
    const unsigned number = api_number(q->page, 1, GAME_PAGE_MAX);
    page->sort = q->sorts_by_date ? GAME_BY_DATE : GAME_BY_RATING;
    page->size = api_number(q->limit, PAGE_SIZE, PAGE_SIZE_MAX);
    page->skip = number ? (number - 1) * page->size : 0;
    page->after =
        q->after ? tabia_store_find_game(store, q->after) : TABIA_GAME_NONE;
    if (q->after && page->after == TABIA_GAME_NONE) {
        reply_error(reply, HTTP_BAD_REQUEST, "after: no such game");
        return false;
    }
    if (page->skip + page->size > GAME_PAGE_MAX) {
        reply_error(reply, HTTP_BAD_REQUEST,
                    "page: only the first %d games have a number; use 'after' "
                    "for those behind them",
                    GAME_PAGE_MAX);
        return false;
    }
    return true;
}

static bool put_listed_game(struct jsonw *js, const struct tabia_store *store,
                            const struct tabia_pos *pos,
                            const struct tabia_store_game_ref *sample,
                            struct reply *reply)
{
    const struct json_view_game_style style = { .has_event = true };
    struct tabia_error err = { .status = TABIA_OK };
    struct tabia_store_game game;
    if (!tabia_store_get_game(store, sample->game, &game, &err)) {
        reply_damage(reply, &err);
        return false;
    }
    jsonw_begin_object(js);
    json_view_move(js, pos, sample->move);
    json_view_game(js, &game, &style);
    jsonw_end(js);
    return true;
}

static void put_games_page(const struct loan *loan, const struct query *q,
                           const struct game_page *page,
                           const struct game_list *list, uint64_t total,
                           struct reply *reply)
{
    const struct tabia_store *store = loan->volume->store;
    const bool has_more =
        list->n == page->size && page->skip + list->n < list->total;
    struct tabia_store_game last;
    struct jsonw js;
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    json_view_text(&js, "book", loan->volume->id);
    jsonw_pair_uint(&js, "total", total);
    jsonw_pair_bool(&js, "complete", !list->is_cut);
    jsonw_key(&js, "games");
    jsonw_begin_array(&js);
    for (size_t i = 0; i < list->n; i++)
        put_listed_game(&js, store, &q->pos, &list->games[i], reply);
    jsonw_end(&js);
    if (has_more && list->n > 0 &&
        tabia_store_get_game(store, list->games[list->n - 1].game, &last, NULL))
        json_view_text(&js, "next", last.id);
    else
        json_view_null(&js, "next");
    if (reply->is_damaged)
        json_view_text(&js, "damage", reply->problem);
    jsonw_end(&js);
    reply_end(reply);
}

static void reply_with_games(const struct call *call, const struct loan *loan,
                             struct reply *reply)
{
    const struct query *q = &call->query;
    const struct tabia_store *store = loan->volume->store;
    struct tabia_error err = { .status = TABIA_OK };
    struct game_walk walk = {
        .pos = &q->pos,
        .filter = q->filter,
        .modes = q->modes,
        .player = q->player,
        .colors = q->color == QUERY_ABSENT ? 0 : 1u << q->color,
        .max = GAMES_READ_MAX,
    };
    struct game_page page;
    struct game_list list;
    if (!read_games_page(store, q, &page, reply))
        return;
    if (q->move &&
        !tabia_uci_parse(&q->pos, q->move, strlen(q->move), &walk.move, &err)) {
        reply_error(reply, HTTP_BAD_REQUEST, "move: %s", err.msg);
        return;
    }
    if (!game_list_make(store, &walk, &page, &list, &err)) {
        reply_failure(reply, HTTP_FAILED, &err);
        return;
    }
    uint64_t total = list.total;
    // What was not looked at is counted by the store, if it can be.
    if (list.is_cut && !q->player && !q->modes && !walk.move &&
        api_lookup(loan, q, call->answer, &err) &&
        !call->answer->dropped_filters)
        total = tabia_results_games(&call->answer->total);
    put_games_page(loan, q, &page, &list, total, reply);
    game_list_clear(&list);
}

void api_games(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loan;
    if (!explorer_borrow(srv, call, false, &loan, reply))
        return;
    if (loan.volume->store)
        reply_with_games(call, &loan, reply);
    else
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a store of games",
                    loan.volume->id);
    api_return(srv, &loan, reply);
}
