/*
 * api_find.c - what one book or store knows about a position
 */
#include "serve/api/explorer_history.h"
#include "serve/api/find_view.h"
#include "serve/api/json_view.h"
#include "source/answer.h"
#include "tabia/pick.h"

#include "base/banned.h"

static void find_put_legal(const struct find_request *v)
{
    const struct tabia_pos *pos = &v->q->pos;
    struct jsonw *js = v->js;
    tabia_move list[TABIA_MOVES_MAX];
    jsonw_key(js, "legal");
    jsonw_begin_array(js);
    const size_t n = tabia_pos_legal_moves(pos, list);
    for (size_t i = 0; i < n; i++) {
        jsonw_begin_object(js);
        json_view_move(js, pos, list[i]);
        jsonw_end(js);
    }
    jsonw_end(js);
}

/* ---- games of a store ------------------------------------------------ */

static void find_put_games(struct find_request *v, const char *key,
                           const struct tabia_store_game_ref *list, size_t n)
{
    const struct json_view_game_style style = { .has_event = true };
    jsonw_key(v->js, key);
    jsonw_begin_array(v->js);
    for (size_t i = 0; i < n; i++) {
        struct tabia_error err = { .status = TABIA_OK };
        struct tabia_store_game game;
        if (!tabia_store_get_game(v->loan->volume->store, list[i].game, &game,
                                  &err)) {
            reply_damage(v->reply, &err);
            continue;
        }
        jsonw_begin_object(v->js);
        json_view_move(v->js, &v->q->pos, list[i].move);
        json_view_game(v->js, &game, &style);
        jsonw_end(v->js);
    }
    jsonw_end(v->js);
}

/* ---- the whole ---------------------------------------------------------- */

static bool find_put_result(struct find_request *v, struct tabia_error *err)
{
    const struct tabia_answer *answer = v->answer;
    if (!find_put_source(v, err))
        return false;
    if (!answer->move_stats)
        return true;
    find_put_games(v, "topGames", answer->top_games, answer->ntop_games);
    find_put_games(v, "recentGames", answer->recent_games,
                   answer->nrecent_games);
    if (!explorer_history_put(v->js, v->loan, v->q, true, err))
        return false;
    if (v->reply->is_damaged)
        json_view_text(v->js, "damage", v->reply->problem);
    return true;
}

void api_find(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct loan loan;
    struct jsonw js;
    if (!api_borrow(srv, call, &loan, reply))
        return;
    struct find_request v = {
        .srv = srv,
        .loan = &loan,
        .q = &call->query,
        .js = &js,
        .reply = reply,
        .answer = call->answer,
    };
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    find_put_position(&v);
    find_put_legal(&v);
    if (find_put_result(&v, &err)) {
        jsonw_end(&js);
        reply_end(reply);
    } else {
        reply_failure(reply, HTTP_FAILED, &err);
    }
    tabia_answer_clear(&v.after);
    api_return(srv, &loan, reply);
}
