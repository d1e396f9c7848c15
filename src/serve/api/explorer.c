/*
 * explorer.c - answers in the shape of Lichess's opening explorer
 *
 * What clients rely on: one line of JSON; no move with 0 games; castling as
 * king takes rook; a rating of 0 where there is none; own extras under the one
 * key "tabia".
 */
#include "serve/api/explorer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/error.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum { SAMPLES = 8 }; // games of both lists together, on /lichess

static const struct explorer_rules masters = {
    .has_top = true,
    .moves = 12,
    .top = 15,
    .top_max = 15,
};

static const struct explorer_rules lichess = {
    .has_speed = true,
    .has_top = true,
    .has_recent = true,
    .needs_games = true,
    .moves = 12,
    .top = 4,
    .recent = 4,
    .top_max = 4,
};

static const struct explorer_rules player = {
    .has_speed = true,
    .has_opponents = true,
    .has_recent = true,
    .moves = TABIA_MOVES_MAX,
    .recent = 8,
};

/* ---- games ----------------------------------------------------------- */

static void put_player(struct json *js, const char *key, const char *name,
                       unsigned rating)
{
    json_key(js, key);
    json_begin_object(js);
    json_view_text(js, "name", *name ? name : "?");
    json_pair_uint(js, "rating", rating);
    json_end(js);
}

void api_put_game(struct json *js, const struct tabia_store_game *game,
                  const struct api_game_style *style)
{
    const unsigned year = game->date / 10000, month = game->date / 100 % 100;
    char text[32];
    json_view_text(js, "id", game->id);
    json_key(js, "winner");
    json_put_text(js, game->winner == TABIA_WHITE   ? "white"
                      : game->winner == TABIA_BLACK ? "black"
                                                    : NULL);
    if (!style->is_masters) {
        if (game->speed != TABIA_SPEED_NONE)
            json_view_text(js, "speed", tabia_speed_name(game->speed));
        json_view_text(js, "mode", game->is_rated ? "rated" : "casual");
    }
    put_player(js, "white", game->name[TABIA_WHITE], game->rating[TABIA_WHITE]);
    put_player(js, "black", game->name[TABIA_BLACK], game->rating[TABIA_BLACK]);
    json_pair_uint(js, "year", year);
    json_key(js, "month");
    snprintf(text, sizeof(text), "%04u-%02u", year, month);
    json_put_text(js, year && month ? text : NULL);
}

/* What is being answered. */
struct page {
    struct server *srv;
    const struct explorer_rules *rules;
    const struct query *q;
    const struct loan *loan;
    const struct explorer_answer *answer;
    struct json *js;
    struct reply *reply;
    unsigned top, recent;
};

static bool read_game(const struct page *p, uint64_t number,
                      struct tabia_store_game *game)
{
    struct tabia_error err = { .status = TABIA_OK };
    if (!p->loan->volume->store || number == TABIA_NO_GAME)
        return false;
    if (tabia_store_game(p->loan->volume->store, number, game, &err))
        return true;
    reply_damage(p->reply, &err);
    return false;
}

/* Of a player, only games with the colour that was asked for. */
static bool is_of_side(const struct page *p,
                       const struct tabia_store_game *game)
{
    return !p->rules->has_opponents ||
           shelf_is_player(game->name[p->q->color], p->q->player);
}

static void put_games(const struct page *p, const char *key,
                      const struct tabia_store_sample *list, size_t n,
                      unsigned max)
{
    const struct api_game_style style = { .is_masters = !p->rules->has_speed };
    json_key(p->js, key);
    json_begin_array(p->js);
    for (size_t i = 0; i < n && max > 0; i++) {
        struct tabia_store_game game;
        char uci[TABIA_UCI_SIZE];
        if (!read_game(p, list[i].game, &game) || !is_of_side(p, &game))
            continue;
        max--;
        const size_t len = tabia_uci_print(&p->q->pos, list[i].move, true, uci);
        json_begin_object(p->js);
        json_key(p->js, "uci");
        json_put_string(p->js, uci, len);
        api_put_game(p->js, &game, &style);
        json_end(p->js);
    }
    json_end(p->js);
}

/* ---- moves ----------------------------------------------------------- */

static void put_only_game(const struct page *p, uint64_t number)
{
    const struct api_game_style style = { .is_masters = !p->rules->has_speed };
    const bool is_wanted =
        !p->rules->needs_games || p->top > 0 || p->recent > 0;
    struct tabia_store_game game;
    json_key(p->js, "game");
    if (!is_wanted || !read_game(p, number, &game)) {
        json_put_null(p->js);
        return;
    }
    json_begin_object(p->js);
    api_put_game(p->js, &game, &style);
    json_end(p->js);
}

static void put_performance(const struct page *p,
                            const struct explorer_move *move)
{
    const struct tabia_results *r = &move->results;
    const uint64_t games = tabia_results_games(r);
    const int color = p->q->color;
    const uint64_t wins = color == TABIA_BLACK ? r->black : r->white;
    const uint64_t opponent =
        (int)p->q->pos.turn == color ? move->opponent : move->rating;
    // Half points count; rounded to the nearest percent.
    const uint64_t percent =
        (100 * (2 * wins + r->draws) + games) / (2 * games);
    json_pair_uint(p->js, "averageOpponentRating", opponent);
    json_pair_int(p->js, "performance",
                  (int64_t)opponent +
                      explorer_rating_difference((unsigned)percent));
}

static void put_move(const struct page *p, const struct explorer_move *move)
{
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = p->q->pos;
    tabia_pos_play(&after, move->move);
    json_begin_object(p->js);
    json_view_move(p->js, &p->q->pos, move->move);
    if (p->rules->has_opponents)
        put_performance(p, move);
    else
        json_pair_uint(p->js, "averageRating", move->rating);
    json_view_results(p->js, move->results);
    put_only_game(p, move->game);
    json_view_opening(
        p->js,
        tabia_names_find(p->srv->openings.names, &after, &name) ? &name : NULL);
    json_end(p->js);
}

/* A store that is asked for less than everything may not know the answer. */
static void put_ignored(const struct page *p)
{
    const struct {
        const char *name;
        bool is_ignored;
    } filters[] = {
        { "ratings", p->answer->ignored & TABIA_BY_RATING },
        { "speeds", p->answer->ignored & TABIA_BY_SPEED },
        { "since", p->answer->ignored & TABIA_BY_MONTH },
        { "color", p->rules->has_opponents &&
                       p->loan->volume->colors != 1u << p->q->color },
        { "modes", p->rules->has_opponents && p->q->modes },
    };
    json_key(p->js, "ignored");
    json_begin_array(p->js);
    for (size_t i = 0; i < COUNT_OF(filters); i++)
        if (filters[i].is_ignored)
            json_put_text(p->js, filters[i].name);
    json_end(p->js);
}

static void put_extras(const struct page *p)
{
    const struct explorer_answer *a = p->answer;
    json_key(p->js, "tabia");
    json_begin_object(p->js);
    json_view_text(p->js, "book", p->loan->volume->id);
    json_pair_uint(p->js, "total", a->n);
    if (a->is_synthetic)
        json_pair_bool(p->js, "synthetic", true);
    if (a->left_out)
        json_pair_uint(p->js, "leftOut", a->left_out);
    if (p->reply->is_damaged)
        json_view_text(p->js, "damage", p->reply->problem);
    put_ignored(p);
    json_end(p->js);
}

/* ---- the answer ------------------------------------------------------ */

static void put_lists(const struct page *p)
{
    const struct tabia_answer *found = &p->answer->found;
    const unsigned shown =
        api_number(p->q->moves, p->rules->moves, (unsigned)p->answer->n);
    json_key(p->js, "moves");
    json_begin_array(p->js);
    for (unsigned i = 0; i < shown; i++)
        put_move(p, &p->answer->moves[i]);
    json_end(p->js);
    if (p->rules->has_top)
        put_games(p, "topGames", found->top, found->ntop, p->top);
    if (p->rules->has_recent)
        put_games(p, "recentGames", found->recent, found->nrecent, p->recent);
}

static bool put_page(struct page *p, struct tabia_error *err)
{
    struct tabia_name name = { NULL, NULL };
    const struct query *q = p->q;
    p->top = api_number(q->top_games, p->rules->top, p->rules->top_max);
    p->recent = api_number(q->recent_games, p->rules->recent,
                           p->rules->has_top ? SAMPLES - p->top : SAMPLES);
    json_begin_object(p->js);
    json_view_results(p->js, p->answer->all);
    put_lists(p);
    json_view_opening(p->js,
                      tabia_names_line(p->srv->openings.names, &q->start,
                                       q->played, q->nplayed, &name, NULL)
                          ? &name
                          : NULL);
    if (p->rules->has_opponents)
        json_pair_uint(p->js, "queuePosition", 0);
    if (q->history && p->rules->has_speed && !p->rules->has_opponents &&
        !explorer_put_history(p->js, p->loan, q, q->filter.until != 0, err))
        return false;
    put_extras(p);
    json_end(p->js);
    return true;
}

static void answer(struct server *srv, const struct query *q,
                   const struct loan *loan, const struct explorer_rules *rules,
                   struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct explorer_answer *a = calloc(1, sizeof(*a));
    struct json js;
    struct page p = {
        .srv = srv,
        .rules = rules,
        .q = q,
        .loan = loan,
        .answer = a,
        .js = &js,
        .reply = reply,
    };
    bool is_done = a ? explorer_ask(a, loan, q, &err) : error_nomem(&err);
    reply_begin(reply, &js);
    is_done = is_done && put_page(&p, &err);
    reply_end(reply);
    if (!is_done)
        reply_failure(reply, HTTP_FAILED, &err);
    if (a)
        tabia_answer_clear(&a->found);
    free(a);
}

/* ---- which book ------------------------------------------------------ */

/*
 * How well a store fits: 0 not at all, 1 among other games, 2 all of it is what
 * was asked for, games of anybody or those of a player with one colour.
 */
static unsigned fitness(const struct volume *volume, const struct query *q,
                        bool is_of_player)
{
    const char *own =
        volume->store ? tabia_store_info(volume->store).player : NULL;
    if (!is_of_player)
        return volume->store && !own ? 2 : 0;
    if (!own || !shelf_is_player(q->player, own) ||
        !(volume->colors >> q->color & 1))
        return 0;
    return volume->colors == 1u << q->color ? 2 : 1;
}

/*
 * The book that the request names; else the first of the stores that fit best;
 * else, when it is not about a player, the first book.
 */
static bool lend(struct server *srv, const struct call *call, bool is_of_player,
                 struct loan *loan, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    if (call->query.book)
        return api_lend(srv, call, loan, reply);
    const size_t n = shelf_lend_all(&srv->shelf, loans);
    size_t chosen = n;
    unsigned best = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned fits =
            fitness(loans[i].volume, &call->query, is_of_player);
        if (fits > best) {
            best = fits;
            chosen = i;
        }
    }
    for (size_t i = 0; i < n && chosen == n && !is_of_player; i++)
        if (loans[i].edition || loans[i].volume->source)
            chosen = i;
    if (chosen < n)
        *loan = loans[chosen];
    for (size_t i = 0; i < n; i++)
        if (i != chosen)
            shelf_return(&loans[i]);
    if (chosen < n)
        return api_keep(srv, loan, reply);
    reply_error(reply, HTTP_NOT_FOUND, "there is no book to answer from");
    return false;
}

/* ---- addresses ------------------------------------------------------- */

void explorer_masters(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct loan loan;
    if (!lend(srv, call, false, &loan, reply))
        return;
    answer(srv, &call->query, &loan, &masters, reply);
    api_return(srv, &loan, reply);
}

void explorer_lichess(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct loan loan;
    if (!lend(srv, call, false, &loan, reply))
        return;
    answer(srv, &call->query, &loan, &lichess, reply);
    api_return(srv, &loan, reply);
}

void explorer_history(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct loan loan;
    struct json js;
    if (!lend(srv, call, false, &loan, reply))
        return;
    reply_begin(reply, &js);
    json_begin_object(&js);
    // As on Lichess: the newest month is not over, unless the client says so.
    const bool is_done =
        explorer_put_history(&js, &loan, &call->query,
                             call->query.filter.until != 0, &err);
    json_end(&js);
    reply_end(reply);
    if (!is_done)
        reply_failure(reply, HTTP_FAILED, &err);
    api_return(srv, &loan, reply);
}

void explorer_player(struct server *srv, const struct call *call,
                     struct reply *reply)
{
    const struct query *q = &call->query;
    const char *color = q->color == TABIA_BLACK ? "black" : "white";
    struct loan loan;
    if (!q->player || q->color == QUERY_ABSENT) {
        reply_error(reply, HTTP_BAD_REQUEST, "%s is missing",
                    q->player ? "color" : "player");
        return;
    }
    if (!lend(srv, call, true, &loan, reply)) {
        if (q->book || reply->status != HTTP_NOT_FOUND)
            return; // it was said why not
        reply_error(reply, HTTP_NOT_FOUND,
                    "there is no store of the games of '%s' as %s; 'tabia "
                    "build --player' makes one",
                    q->player, color);
        return;
    }
    if (fitness(loan.volume, q, true)) {
        answer(srv, q, &loan, &player, reply);
        if (reply->status == HTTP_OK)
            reply->type = "application/x-ndjson";
        reply_header(reply, "X-Accel-Buffering", "no");
    } else {
        reply_error(reply, HTTP_NOT_FOUND,
                    "'%s' is no store of the games of '%s' as %s",
                    loan.volume->id, q->player, color);
    }
    api_return(srv, &loan, reply);
}
