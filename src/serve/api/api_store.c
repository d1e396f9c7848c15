/*
 * api_store.c - what a store of games says about a position, and its games
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "store/store.h"

#include "base/banned.h"

/* What is asked, and where the answer is written. */
struct view {
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
static uint64_t count_reached(struct view *v, const struct tabia_pos *after,
                              uint64_t played)
{
    const struct tabia_query query = { .filter = &v->q->filter,
                                       .drop_filters = true };
    struct tabia_error err = { .status = TABIA_OK };
    if (!tabia_source_find(v->loan->volume->source, after, &query, &v->after,
                           &err)) {
        reply_damage(v->reply, &err);
        return played;
    }
    const uint64_t n = tabia_results_games(&v->after.all);
    return n > played ? n : played;
}

static void put_move(struct view *v, const struct tabia_store_move *move)
{
    const uint64_t games = tabia_results_games(&move->results);
    const uint64_t all = tabia_results_games(&v->here->all);
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = v->q->pos;
    tabia_pos_play(&after, move->move);
    json_begin_object(v->js);
    json_view_move(v->js, &v->q->pos, move->move);
    json_view_fen(v->js, "fen", &after);
    if (all)
        json_view_share(v->js, "share", (double)games / (double)all);
    json_view_results(v->js, move->results);
    json_pair_uint(v->js, "games", games);
    if (move->own_rated)
        json_pair_uint(v->js, "averageRating", move->own_sum / move->own_rated);
    put_month(v->js, "first", move->first);
    put_month(v->js, "last", move->last);
    json_pair_uint(v->js, "played", games);
    json_pair_uint(v->js, "reached", count_reached(v, &after, games));
    json_view_opening(v->js,
                      api_name(v->srv, v->loan, &after, &name) ? &name : NULL);
    json_end(v->js);
}

static void put_games(struct view *v, const char *key,
                      const struct tabia_store_sample *list, size_t n)
{
    const struct api_game_style style = { .is_masters = false };
    json_key(v->js, key);
    json_begin_array(v->js);
    for (size_t i = 0; i < n; i++) {
        struct tabia_error err = { .status = TABIA_OK };
        struct tabia_store_game game;
        if (!tabia_store_game(v->loan->volume->store, list[i].game, &game,
                              &err)) {
            reply_damage(v->reply, &err);
            continue;
        }
        json_begin_object(v->js);
        json_view_move(v->js, &v->q->pos, list[i].move);
        api_put_game(v->js, &game, &style);
        if (game.event[0])
            json_view_text(v->js, "event", game.event);
        json_end(v->js);
    }
    json_end(v->js);
}

static void put_all(struct view *v)
{
    const unsigned shown =
        api_number(v->q->moves, TABIA_MOVES_MAX, (unsigned)v->here->n);
    json_pair_bool(v->js, "known", v->here->n > 0);
    json_key(v->js, "results");
    json_begin_object(v->js);
    json_view_results(v->js, v->here->all);
    json_end(v->js);
    json_pair_uint(v->js, "total", v->here->n);
    json_key(v->js, "moves");
    json_begin_array(v->js);
    for (unsigned i = 0; i < shown; i++)
        put_move(v, &v->here->games[i]);
    json_end(v->js);
    put_games(v, "topGames", v->here->top, v->here->ntop);
    put_games(v, "recentGames", v->here->recent, v->here->nrecent);
}

bool api_put_store(struct server *srv, const struct loan *loan,
                   const struct query *q, const struct tabia_answer *here,
                   struct json *js, struct reply *reply,
                   struct tabia_error *err)
{
    struct view v = {
        .srv = srv,
        .loan = loan,
        .q = q,
        .js = js,
        .reply = reply,
        .here = here,
    };
    if (!answer_begin(&v.after, err)) // so that no move fails for want of it
        return false;
    put_all(&v);
    tabia_answer_clear(&v.after);
    if (!explorer_put_history(js, loan, q, true, err))
        return false;
    if (reply->is_damaged)
        json_view_text(js, "damage", reply->problem);
    return true;
}

/* ---- the text of a game ------------------------------------------------- */

/*
 * A store knows in which file a game is, where and how long. Only files that
 * were named on the command line are read, whatever a store says.
 */
enum {
    GAME_MAX = 1 << 20,     // bytes
    UNPACKED_MAX = 1 << 30, // of a packed file, to come to a game
};

static void read_game(const char *path, const struct tabia_store_game *game,
                      struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    char *text;
    size_t size;
    if (store_game_text_in(path, game, UNPACKED_MAX, &text, &size, &err)) {
        reply->type = "application/x-chess-pgn";
        if (!buf_add(&reply->body, text, size))
            reply_error(reply, HTTP_FAILED, "out of memory");
        free(text);
    } else if (err.status == TABIA_NOMEM) {
        reply_failure(reply, HTTP_FAILED, &err);
    } else {
        reply_error(reply, HTTP_NOT_FOUND,
                    "'%s' was changed, or has the game too far from its start",
                    path_name(path));
    }
}

static void answer_game(struct server *srv, const struct tabia_store *store,
                        const char *id, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct tabia_store_game game;
    const uint64_t number = tabia_store_game_find(store, id);
    if (!tabia_store_game(store, number, &game, &err)) {
        reply_failure(reply, HTTP_FAILED, &err);
        return;
    }
    const char *path = path_find(srv->options.games, game.source);
    if (!path || game.length > GAME_MAX) {
        reply_error(reply, HTTP_NOT_FOUND,
                    "the game is in '%s', which --games does not name",
                    path_name(game.source));
    } else {
        read_game(path, &game, reply);
    }
}

/* The first store that has a game of this id, or the one that is named. */
static void answer_id(struct server *srv, const struct call *call,
                      const char *id, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    bool is_found = false;
    const size_t n = shelf_lend_all(&srv->shelf, loans);
    for (size_t i = 0; i < n; i++) {
        const struct volume *volume = loans[i].volume;
        if (!is_found && volume->store &&
            (!call->query.book || !strcmp(volume->id, call->query.book)) &&
            tabia_store_game_find(volume->store, id) != TABIA_NO_GAME) {
            answer_game(srv, volume->store, id, reply);
            is_found = true;
            api_return(srv, &loans[i], reply);
        } else {
            shelf_return(&loans[i]);
        }
    }
    if (!is_found)
        reply_error(reply, HTTP_NOT_FOUND, "there is no such game");
}

void api_game(struct server *srv, const struct call *call, struct reply *reply)
{
    if (call->query.id)
        answer_id(srv, call, call->query.id, reply);
    else
        reply_error(reply, HTTP_BAD_REQUEST, "id is missing");
}

void explorer_pgn(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    answer_id(srv, call, path_name(call->path), reply);
}
