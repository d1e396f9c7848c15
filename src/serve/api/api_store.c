/*
 * api_store.c - what a store of games says about a position
 */
#include <stdio.h>

#include "serve/api/explorer.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

struct answer {
    struct server *srv;
    const struct loan *loan;
    const struct query *q;
    struct json *js;
    struct reply *reply;
    const struct tabia_answer *here;
    struct tabia_answer after; // of one move at a time
};

static void put_month(struct json *js, const char *key, uint32_t date)
{
    char text[32];
    if (date / 10000 == 0)
        return;
    if (date / 100 % 100)
        snprintf(text, sizeof(text), "%04u-%02u", date / 10000,
                 date / 100 % 100);
    else
        snprintf(text, sizeof(text), "%04u", date / 10000);
    json_view_text(js, key, text);
}

/* Games that came to the position; those that ended there were not counted. */
static uint64_t count_reached(struct answer *a, const struct tabia_pos *after,
                              uint64_t played)
{
    const struct tabia_query query = { .filter = &a->q->filter,
                                       .drop_filters = true };
    struct tabia_error err = { .status = TABIA_OK };
    if (!tabia_source_find(a->loan->volume->source, after, &query, &a->after,
                           &err)) {
        reply_damage(a->reply, &err);
        return played;
    }
    const uint64_t n = tabia_results_games(&a->after.all);
    return n > played ? n : played;
}

static void put_move(struct answer *a, const struct tabia_store_move *move)
{
    const uint64_t games = tabia_results_games(&move->results);
    const uint64_t all = tabia_results_games(&a->here->all);
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = a->q->pos;
    tabia_pos_play(&after, move->move);
    json_begin_object(a->js);
    json_view_move(a->js, &a->q->pos, move->move);
    json_view_fen(a->js, "fen", &after);
    if (all)
        json_view_share(a->js, "share", (double)games / (double)all);
    json_view_results(a->js, move->results);
    json_pair_uint(a->js, "games", games);
    if (move->own_rated)
        json_pair_uint(a->js, "averageRating", move->own_sum / move->own_rated);
    put_month(a->js, "first", move->first);
    put_month(a->js, "last", move->last);
    json_pair_uint(a->js, "played", games);
    json_pair_uint(a->js, "reached", count_reached(a, &after, games));
    json_view_opening(a->js,
                      api_name(a->srv, a->loan, &after, &name) ? &name : NULL);
    json_end(a->js);
}

static void put_games(struct answer *a, const char *key,
                      const struct tabia_store_sample *list, size_t n)
{
    const struct api_game_style style = { .is_masters = false };
    json_key(a->js, key);
    json_begin_array(a->js);
    for (size_t i = 0; i < n; i++) {
        struct tabia_error err = { .status = TABIA_OK };
        struct tabia_store_game game;
        if (!tabia_store_game(a->loan->volume->store, list[i].game, &game,
                              &err)) {
            reply_damage(a->reply, &err);
            continue;
        }
        json_begin_object(a->js);
        json_view_move(a->js, &a->q->pos, list[i].move);
        api_put_game(a->js, &game, &style);
        if (game.event[0])
            json_view_text(a->js, "event", game.event);
        json_end(a->js);
    }
    json_end(a->js);
}

static void put_all(struct answer *a)
{
    const unsigned shown =
        api_number(a->q->moves, TABIA_MOVES_MAX, (unsigned)a->here->n);
    json_pair_bool(a->js, "known", a->here->n > 0);
    json_key(a->js, "results");
    json_begin_object(a->js);
    json_view_results(a->js, a->here->all);
    json_end(a->js);
    json_pair_uint(a->js, "total", a->here->n);
    json_key(a->js, "moves");
    json_begin_array(a->js);
    for (unsigned i = 0; i < shown; i++)
        put_move(a, &a->here->games[i]);
    json_end(a->js);
    put_games(a, "topGames", a->here->top, a->here->ntop);
    put_games(a, "recentGames", a->here->recent, a->here->nrecent);
}

bool api_put_store(struct server *srv, const struct loan *loan,
                   const struct query *q, const struct tabia_answer *here,
                   struct json *js, struct reply *reply,
                   struct tabia_error *err)
{
    struct answer a = {
        .srv = srv,
        .loan = loan,
        .q = q,
        .js = js,
        .reply = reply,
        .here = here,
    };
    if (!answer_begin(&a.after, err)) // so that no move fails for want of it
        return false;
    put_all(&a);
    tabia_answer_clear(&a.after);
    if (!explorer_put_history(js, loan, q, true, err))
        return false;
    if (reply->is_damaged)
        json_view_text(js, "damage", reply->problem);
    return true;
}
