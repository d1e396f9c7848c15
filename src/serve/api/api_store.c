/*
 * api_store.c - what a store of games says about a position
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "serve/api/explorer.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

struct answer {
    struct server *srv;
    const struct loan *loan;
    const struct query *q;
    struct json *js;
    struct reply *reply;
    struct tabia_store_filter filter;
    struct tabia_store_answer here, after; // 'after': of one move at a time
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
    struct tabia_error err = { .status = TABIA_OK };
    if (!tabia_store_find(a->loan->volume->store, after, &a->filter, &a->after,
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
    const uint64_t all = tabia_results_games(&a->here.all);
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
        api_number(a->q->moves, TABIA_MOVES_MAX, (unsigned)a->here.nmoves);
    json_pair_bool(a->js, "known", a->here.nmoves > 0);
    json_key(a->js, "results");
    json_begin_object(a->js);
    json_view_results(a->js, a->here.all);
    json_end(a->js);
    json_pair_uint(a->js, "total", a->here.nmoves);
    json_key(a->js, "moves");
    json_begin_array(a->js);
    for (unsigned i = 0; i < shown; i++)
        put_move(a, &a->here.moves[i]);
    json_end(a->js);
    put_games(a, "topGames", a->here.top, a->here.ntop);
    put_games(a, "recentGames", a->here.recent, a->here.nrecent);
}

bool api_store_find(struct server *srv, const struct loan *loan,
                    const struct query *q, struct json *js, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct answer *a = calloc(1, sizeof(*a));
    bool is_done = false;
    if (a) {
        a->srv = srv;
        a->loan = loan;
        a->q = q;
        a->js = js;
        a->reply = reply;
        a->filter = explorer_filter(loan->volume->store, q, NULL);
        is_done = tabia_store_find(loan->volume->store, &q->pos, &a->filter,
                                   &a->here, &err);
    } else {
        error_nomem(&err);
    }
    if (is_done) {
        put_all(a);
        is_done = explorer_put_history(js, loan, q, true, &err);
        if (reply->is_damaged)
            json_view_text(js, "damage", reply->problem);
    }
    free(a);
    if (!is_done)
        reply_failure(reply, HTTP_FAILED, &err);
    return is_done;
}
