/*
 * api_find.c - what one book or store knows about a position
 */
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/explorer_history.h"
#include "serve/api/find_view.h"
#include "serve/api/json_view.h"
#include "source/answer.h"
#include "tabia/pick.h"

#include "base/banned.h"

static void find_put_legal(const struct find_view *view)
{
    const struct tabia_pos *pos = &view->params->pos;
    struct json_writer *js = view->js;
    tabia_move list[TABIA_MOVES_MAX];
    json_writer_key(js, "legal");
    json_writer_begin_array(js);
    const size_t n = tabia_pos_legal_moves(pos, list);
    for (size_t i = 0; i < n; i++) {
        json_writer_begin_object(js);
        json_view_put_move(js, pos, list[i]);
        json_writer_end(js);
    }
    json_writer_end(js);
}

/* ---- games of a store ------------------------------------------------ */

static void find_put_games(struct find_view *view, const char *key,
                           const struct tabia_store_game_ref *list, size_t n)
{
    const struct json_view_game_style style = { .has_event = true };
    json_writer_key(view->js, key);
    json_writer_begin_array(view->js);
    for (size_t i = 0; i < n; i++) {
        struct tabia_error err = { 0 };
        struct tabia_store_game game;
        if (!tabia_store_get_game(view->loan->volume->store, list[i].game,
                                  &game, &err)) {
            reply_damage(view->reply, &err);
            continue;
        }
        json_writer_begin_object(view->js);
        json_view_put_move(view->js, &view->params->pos, list[i].move);
        json_view_put_game(view->js, &game, &style);
        json_writer_end(view->js);
    }
    json_writer_end(view->js);
}

/* ---- the whole ---------------------------------------------------------- */

static bool find_put_result(struct find_view *view, struct tabia_error *err)
{
    const struct tabia_answer *answer = view->answer;
    if (!find_view_put_source(view, err))
        return false;
    if (!answer->move_stats)
        return true;
    find_put_games(view, "topGames", answer->top_games, answer->ntop_games);
    find_put_games(view, "recentGames", answer->recent_games,
                   answer->nrecent_games);
    if (!explorer_history_put(view->js, view->loan, view->params,
                              view->params->player, true, err))
        return false;
    if (view->reply->is_damaged)
        json_writer_pair_text(view->js, "damage", view->reply->problem);
    return true;
}

void api_find(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct loan loan;
    struct json_writer js;
    if (!endpoint_borrow(srv, call, &loan, reply))
        return;
    struct find_view view = {
        .srv = srv,
        .loan = &loan,
        .params = &call->params,
        .js = &js,
        .reply = reply,
        .answer = call->answer,
    };
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    find_view_put_position(&view);
    find_put_legal(&view);
    if (find_put_result(&view, &err)) {
        json_writer_end(&js);
        reply_end(reply);
    } else {
        reply_library_error(reply, HTTP_FAILED, &err);
    }
    tabia_answer_clear(&view.after);
    endpoint_return_loan(srv, &loan, reply);
}
