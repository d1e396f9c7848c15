/*
 * api_games.c - the games of a position, page by page
 */
#include <string.h>

#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/explorer.h"
#include "serve/api/json_view.h"
#include "source/answer.h"

#include "base/banned.h"

enum {
    PAGE_SIZE = 20,
    PAGE_SIZE_MAX = 100,
    // Games that a request may read: some tenths of a second. A list of more
    // is not complete, and the response shows it.
    GAMES_READ_MAX = 2000000,
};

/* The games of a page. */
struct games_page {
    struct tabia_store_game_ref games[PAGE_SIZE_MAX];
    size_t n, max; // max 0: only the total is wanted
    struct tabia_store_list_result result;
};

static bool read_games_query(const struct tabia_store *store,
                             const struct request_params *params,
                             struct tabia_store_query *query,
                             struct games_page *page, struct reply *reply)
{
    const unsigned number =
        endpoint_number(params->page, 1, TABIA_STORE_PAGE_MAX);
    query->order = params->sorts_by_date ? TABIA_STORE_ORDER_NEWEST
                                         : TABIA_STORE_ORDER_BEST;
    page->max = endpoint_number(params->limit, PAGE_SIZE, PAGE_SIZE_MAX);
    query->max = page->max ? page->max : 1; // 0 would be as many as there are
    query->skip = number ? (number - 1) * page->max : 0;
    query->has_after = params->after;
    if (params->after &&
        !tabia_store_find_game(store, params->after, &query->after, NULL)) {
        reply_error(reply, HTTP_BAD_REQUEST, "after: no such game");
        return false;
    }
    if (query->skip + query->max > TABIA_STORE_PAGE_MAX) {
        reply_error(reply, HTTP_BAD_REQUEST,
                    "page: only the first %d games have a number; use 'after' "
                    "for those behind them",
                    TABIA_STORE_PAGE_MAX);
        return false;
    }
    return true;
}

static bool add_to_page(void *ctx, const struct tabia_store_game_ref *game)
{
    struct games_page *page = ctx;
    if (page->n < page->max)
        page->games[page->n++] = *game;
    return page->n < page->max;
}

static bool put_listed_game(struct json_writer *js,
                            const struct tabia_store *store,
                            const struct tabia_pos *pos,
                            const struct tabia_store_game_ref *sample,
                            struct reply *reply)
{
    const struct json_view_game_style style = { .has_event = true };
    struct tabia_error err = { 0 };
    struct tabia_store_game game;
    if (!tabia_store_get_game(store, sample->game, &game, &err)) {
        reply_damage(reply, &err);
        return false;
    }
    json_writer_begin_object(js);
    json_view_put_move(js, pos, sample->move);
    json_view_put_game(js, &game, &style);
    json_writer_end(js);
    return true;
}

static void put_games_page(const struct loan *loan,
                           const struct request_params *params,
                           const struct tabia_store_query *query,
                           const struct games_page *page, uint64_t total,
                           struct reply *reply)
{
    const struct tabia_store *store = loan->volume->store;
    const bool has_more =
        page->n == page->max && query->skip + page->n < page->result.total;
    struct tabia_store_game last;
    struct json_writer js;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "book", loan->volume->id);
    json_writer_pair_uint(&js, "total", total);
    json_writer_pair_bool(&js, "complete", !page->result.is_cut);
    json_writer_key(&js, "games");
    json_writer_begin_array(&js);
    for (size_t i = 0; i < page->n; i++)
        put_listed_game(&js, store, &params->pos, &page->games[i], reply);
    json_writer_end(&js);
    if (has_more && page->n > 0 &&
        tabia_store_get_game(store, page->games[page->n - 1].game, &last, NULL))
        json_writer_pair_text(&js, "next", last.id);
    else
        json_view_put_null(&js, "next");
    if (reply->is_damaged)
        json_writer_pair_text(&js, "damage", reply->problem);
    json_writer_end(&js);
    reply_end(reply);
}

static void reply_with_games(const struct call *call, const struct loan *loan,
                             struct reply *reply)
{
    const struct request_params *params = &call->params;
    const struct tabia_store *store = loan->volume->store;
    struct tabia_error err = { 0 };
    struct tabia_store_query query = {
        .pos = &params->pos,
        .filter = &params->filter,
        .modes = params->modes,
        .player = params->player,
        .side = endpoint_player_side(params),
        .max_read = GAMES_READ_MAX,
    };
    struct games_page page = { .n = 0 };
    if (!read_games_query(store, params, &query, &page, reply))
        return;
    if (params->move &&
        !tabia_uci_parse(&params->pos, params->move, strlen(params->move),
                         &query.move, &err)) {
        reply_error(reply, HTTP_BAD_REQUEST, "move: %s", err.msg);
        return;
    }
    if (!tabia_store_list_games(store, &query, add_to_page, &page, &page.result,
                                &err)) {
        reply_library_error(reply, HTTP_FAILED, &err);
        return;
    }
    uint64_t total = page.result.total;
    // What was not looked at is counted by the store, if it can be.
    if (page.result.is_cut && !params->player && !params->modes &&
        !query.move &&
        endpoint_look_up(loan, params, NULL, call->answer, &err) &&
        !call->answer->dropped_filters)
        total = tabia_tally_games(&call->answer->total);
    put_games_page(loan, params, &query, &page, total, reply);
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
    endpoint_return_loan(srv, &loan, reply);
}
