/*
 * explorer.c - responses in the format of Lichess's opening explorer
 *
 * What clients rely on: one line of JSON; no move with 0 games; castling as
 * king takes rook; a rating of 0 where there is none; own extras under the one
 * key "tabia".
 */
#include "serve/api/explorer.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error.h"
#include "serve/api/explorer_history.h"
#include "serve/api/game_samples.h"
#include "serve/api/json_view.h"
#include "source/answer.h"
#include "store/game_list.h"
#include "tabia/pick.h"

#include "base/banned.h"

enum { SAMPLES = 8 }; // games of both lists together, on /lichess

/* What differs between /masters, /lichess and /player. */
struct explorer_rules {
    bool is_masters; // games without their speed and mode
    bool is_player;  // moves have the opponents' rating, performance
    bool has_top, has_recent;
    bool games_on_request; // a move's only game, unless no games are requested
    unsigned moves, top, recent; // defaults
    unsigned top_max;
};

struct explorer_move {
    tabia_move move;
    struct tabia_results results;
    uint64_t rating, opponent; // averages; 0: unknown
    uint64_t game;             // the only one, or TABIA_GAME_NONE
};

/* A request in progress: the query, the result and the output. */
struct explorer {
    struct server *srv;
    const struct explorer_rules *rules;
    const struct query *q;
    const struct loan *loan;
    struct jsonw *js;
    struct reply *reply;
    unsigned top_wanted, recent_wanted; // games to show

    struct tabia_answer *answer; // borrowed; not set for a player
    const struct tabia_store_game_ref *top_games, *recent_games;
    size_t ntop, nrecent;
    size_t n;
    struct tabia_results all;
    bool is_synthetic;        // counts are weights
    unsigned nskipped;        // moves that would have 0 games
    unsigned dropped_filters; // TABIA_DIMENSION_ mask: cannot be applied
    struct explorer_move moves[TABIA_MOVES_MAX]; // 'n' of them
};

static const struct explorer_rules masters = {
    .is_masters = true,
    .has_top = true,
    .moves = 12,
    .top = 15,
    .top_max = 15,
};

static const struct explorer_rules lichess = {
    .has_top = true,
    .has_recent = true,
    .games_on_request = true,
    .moves = 12,
    .top = 4,
    .recent = 4,
    .top_max = 4,
};

static const struct explorer_rules player = {
    .is_player = true,
    .has_recent = true,
    .moves = TABIA_MOVES_MAX,
    .recent = 8,
};

/* ---- finding moves ------------------------------------------------------ */

/*
 * Moves of a book, most games first, ties in the order of the book. Where the
 * book has no games, the weight counts as that many draws, which favours
 * neither side.
 */
static void explorer_add_book_moves(struct explorer *x)
{
    const struct tabia_answer *answer = x->answer;
    const struct tabia_pick_options how = {
        .turn = (enum tabia_color)x->q->pos.turn,
    };
    for (size_t i = 0; i < answer->n; i++) {
        const struct tabia_move_data *data = &answer->moves[i].data;
        struct explorer_move move = {
            .move = answer->moves[i].move,
            .results = { data->white, data->draws, data->black },
            .game = TABIA_GAME_NONE,
        };
        if (!(data->has & TABIA_HAS_RESULTS) ||
            tabia_results_games(&move.results) == 0) {
            x->is_synthetic = true;
            move.results = (struct tabia_results){ 0, 0, 0 };
            move.results.draws =
                tabia_pick_weight(answer->moves, answer->n, i, &how);
        }
        const uint64_t games = tabia_results_games(&move.results);
        if (games == 0) {
            x->nskipped++;
            continue;
        }
        tabia_results_add(&x->all, &move.results);
        size_t at = x->n++;
        for (; at > 0; at--) {
            if (tabia_results_games(&x->moves[at - 1].results) >= games)
                break;
            x->moves[at] = x->moves[at - 1];
        }
        x->moves[at] = move;
    }
}

static uint64_t explorer_mean(uint64_t sum, uint64_t n)
{
    return n ? sum / n : 0;
}

static void explorer_add_games(struct explorer *x,
                               const struct tabia_store_move *games, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct tabia_store_move *move = &games[i];
        if (tabia_results_games(&move->results) == 0)
            continue;
        x->moves[x->n++] = (struct explorer_move){
            .move = move->move,
            .results = move->results,
            .rating = explorer_mean(move->own_sum, move->own_rated),
            .opponent = explorer_mean(move->other_sum, move->other_rated),
            .game = move->game,
        };
    }
}

/* Looks the position up in a book or a store. */
static bool explorer_find(struct explorer *x, struct tabia_error *err)
{
    struct tabia_answer *answer = x->answer;
    if (!api_lookup(x->loan, x->q, answer, err))
        return false;
    if (!answer->move_stats) {
        explorer_add_book_moves(x);
        return true;
    }
    x->dropped_filters = answer->dropped_filters;
    x->all = answer->total;
    explorer_add_games(x, answer->move_stats, answer->n);
    if (!game_samples_complete(x->loan, x->q, answer, err))
        return false;
    x->top_games = answer->top_games;
    x->ntop = answer->ntop_games;
    x->recent_games = answer->recent_games;
    x->nrecent = answer->nrecent_games;
    return true;
}

/* Adds up the games of a player with one colour. */
static bool explorer_find_player(struct explorer *x,
                                 struct store_answer *answer,
                                 struct tabia_error *err)
{
    const struct query *q = x->q;
    const struct game_walk walk = {
        .pos = &q->pos,
        .filter = q->filter,
        .modes = q->modes,
        .player = q->player,
        .colors = 1u << q->color,
    };
    if (!game_list_sum(x->loan->volume->store, &walk, answer, err))
        return false;
    x->all = answer->all;
    explorer_add_games(x, answer->moves, answer->nmoves);
    x->recent_games = answer->recent;
    x->nrecent = answer->nrecent;
    return true;
}

/* ---- performance ----------------------------------------------------- */

int explorer_rating_difference(unsigned percent)
{
    static const short above[] = {
        0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,
        95,  102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
        202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336,
        351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
    };
    if (percent > 100)
        percent = 100;
    return percent >= 50 ? above[percent - 50] : -above[50 - percent];
}

/* ---- games ----------------------------------------------------------- */

static bool explorer_read_game(const struct explorer *x, uint64_t number,
                               struct tabia_store_game *game)
{
    struct tabia_error err = { .status = TABIA_OK };
    if (!x->loan->volume->store || number == TABIA_GAME_NONE)
        return false;
    if (tabia_store_get_game(x->loan->volume->store, number, game, &err))
        return true;
    reply_damage(x->reply, &err);
    return false;
}

static void explorer_put_games(const struct explorer *x, const char *key,
                               const struct tabia_store_game_ref *list,
                               size_t n, unsigned max)
{
    const struct json_view_game_style style = { .is_masters =
                                                    x->rules->is_masters };
    jsonw_key(x->js, key);
    jsonw_begin_array(x->js);
    for (size_t i = 0; i < n && max > 0; i++) {
        struct tabia_store_game game;
        char uci[TABIA_UCI_SIZE];
        if (!explorer_read_game(x, list[i].game, &game))
            continue;
        max--;
        const size_t len = tabia_uci_print(&x->q->pos, list[i].move, true, uci);
        jsonw_begin_object(x->js);
        jsonw_key(x->js, "uci");
        jsonw_put_string(x->js, uci, len);
        json_view_game(x->js, &game, &style);
        jsonw_end(x->js);
    }
    jsonw_end(x->js);
}

/* ---- moves ----------------------------------------------------------- */

static void explorer_put_performance(const struct explorer *x,
                                     const struct explorer_move *move)
{
    const struct tabia_results *r = &move->results;
    const uint64_t games = tabia_results_games(r);
    const int color = x->q->color;
    const uint64_t wins = color == TABIA_BLACK ? r->black : r->white;
    const uint64_t opponent =
        (int)x->q->pos.turn == color ? move->opponent : move->rating;
    // Half points count; rounded to the nearest percent.
    const uint64_t percent =
        (100 * (2 * wins + r->draws) + games) / (2 * games);
    jsonw_pair_uint(x->js, "averageOpponentRating", opponent);
    jsonw_pair_int(x->js, "performance",
                   (int64_t)opponent +
                       explorer_rating_difference((unsigned)percent));
}

static void explorer_put_move(const struct explorer *x,
                              const struct explorer_move *move)
{
    const struct json_view_game_style style = { .is_masters =
                                                    x->rules->is_masters };
    const bool shows_game = !x->rules->games_on_request || x->top_wanted > 0 ||
                            x->recent_wanted > 0;
    struct tabia_store_game game;
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = x->q->pos;
    tabia_pos_play(&after, move->move);
    jsonw_begin_object(x->js);
    json_view_move(x->js, &x->q->pos, move->move);
    if (x->rules->is_player)
        explorer_put_performance(x, move);
    else
        jsonw_pair_uint(x->js, "averageRating", move->rating);
    json_view_results(x->js, move->results);
    jsonw_key(x->js, "game"); // the only one
    if (shows_game && explorer_read_game(x, move->game, &game)) {
        jsonw_begin_object(x->js);
        json_view_game(x->js, &game, &style);
        jsonw_end(x->js);
    } else {
        jsonw_put_null(x->js);
    }
    json_view_opening(
        x->js,
        tabia_names_find(x->srv->openings.names, &after, &name) ? &name : NULL);
    jsonw_end(x->js);
}

/* What clients of Lichess ignore. */
static void explorer_put_extras(const struct explorer *x)
{
    // Filters that had no effect are listed, so that a client can know.
    const struct {
        const char *name;
        bool is_dropped;
    } filters[] = {
        { "ratings", x->dropped_filters & TABIA_DIMENSION_RATING },
        { "speeds", x->dropped_filters & TABIA_DIMENSION_SPEED },
        { "since", x->dropped_filters & TABIA_DIMENSION_MONTH },
    };
    jsonw_key(x->js, "tabia");
    jsonw_begin_object(x->js);
    json_view_text(x->js, "book", x->loan->volume->id);
    jsonw_pair_uint(x->js, "total", x->n);
    if (x->is_synthetic)
        jsonw_pair_bool(x->js, "synthetic", true);
    if (x->nskipped)
        jsonw_pair_uint(x->js, "leftOut", x->nskipped);
    if (x->reply->is_damaged)
        json_view_text(x->js, "damage", x->reply->problem);
    jsonw_key(x->js, "ignored");
    jsonw_begin_array(x->js);
    for (size_t i = 0; i < COUNT_OF(filters); i++)
        if (filters[i].is_dropped)
            jsonw_put_text(x->js, filters[i].name);
    jsonw_end(x->js);
    jsonw_end(x->js);
}

/* ---- the whole ------------------------------------------------------- */

/* As on Lichess, what topGames cuts off is not given to recentGames. */
static void explorer_limit_games(struct explorer *x)
{
    const struct explorer_rules *rules = x->rules;
    const unsigned ntop =
        x->ntop < rules->top_max ? (unsigned)x->ntop : rules->top_max;
    const unsigned rest =
        rules->has_top && rules->has_recent ? SAMPLES - ntop : SAMPLES;
    x->top_wanted = api_number(x->q->top_games, rules->top, rules->top_max);
    x->recent_wanted = api_number(x->q->recent_games, rules->recent, rest);
}

static bool explorer_put_all(struct explorer *x, struct tabia_error *err)
{
    const struct explorer_rules *rules = x->rules;
    const struct query *q = x->q;
    struct tabia_name name = { NULL, NULL };
    jsonw_begin_object(x->js);
    json_view_results(x->js, x->all);

    const unsigned shown = api_number(q->moves, rules->moves, (unsigned)x->n);
    jsonw_key(x->js, "moves");
    jsonw_begin_array(x->js);
    for (unsigned i = 0; i < shown; i++)
        explorer_put_move(x, &x->moves[i]);
    jsonw_end(x->js);
    if (rules->has_top)
        explorer_put_games(x, "topGames", x->top_games, x->ntop, x->top_wanted);
    if (rules->has_recent)
        explorer_put_games(x, "recentGames", x->recent_games, x->nrecent,
                           x->recent_wanted);

    json_view_opening(x->js,
                      tabia_names_find_line(x->srv->openings.names, &q->start,
                                            q->played, q->nplayed, &name, NULL)
                          ? &name
                          : NULL);
    if (rules->is_player)
        jsonw_pair_uint(x->js, "queuePosition", 0);
    if (q->wants_history && !rules->is_masters && !rules->is_player &&
        !explorer_history_put(x->js, x->loan, q, q->filter.until != 0, err))
        return false;
    explorer_put_extras(x);
    jsonw_end(x->js);
    return true;
}

static void explorer_reply(struct server *srv, const struct call *call,
                           const struct loan *loan,
                           const struct explorer_rules *rules,
                           struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct explorer x; // its moves are set as they are found
    struct store_answer *of_player = NULL;
    struct jsonw js;
    memset(&x, 0, offsetof(struct explorer, moves));
    x.srv = srv;
    x.rules = rules;
    x.q = &call->query;
    x.loan = loan;
    x.js = &js;
    x.reply = reply;
    x.answer = call->answer;
    bool ok;
    if (rules->is_player) {
        of_player = malloc(sizeof(*of_player));
        ok = of_player ? explorer_find_player(&x, of_player, &err)
                       : error_nomem(&err);
    } else {
        ok = explorer_find(&x, &err);
    }
    explorer_limit_games(&x);
    reply_begin(reply, &js);
    ok = ok && explorer_put_all(&x, &err);
    reply_end(reply);
    if (!ok)
        reply_failure(reply, HTTP_FAILED, &err);
    free(of_player);
}

/* ---- which book ------------------------------------------------------ */

/*
 * How well a volume fits: a store before others; for a player a store with such
 * games, best if it has no others. 0: not at all.
 */
static unsigned explorer_fitness(const struct volume *volume,
                                 const struct query *q, bool is_of_player)
{
    struct tabia_error err = { .status = TABIA_OK };
    const char *own =
        volume->store ? tabia_store_get_info(volume->store).player : NULL;
    bool is_there = false;
    if (!is_of_player)
        return volume->store && !own ? 2 : 0;
    if (!volume->store)
        return 0;
    // A damaged store reports its error when it is asked.
    if (!game_list_has_player(volume->store, q->player, 1u << q->color,
                              &is_there, &err))
        return 2;
    if (!is_there)
        return 1;
    return own && game_list_is_player(q->player, own) ? 3 : 2;
}

/*
 * The book that the request names; else the first of the stores that fit best
 * (for a player that none knows, the first store); else, when it is not about a
 * player, the first book.
 */
bool explorer_borrow(struct server *srv, const struct call *call,
                     bool is_of_player, struct loan *loan, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    if (call->query.book)
        return api_borrow(srv, call, loan, reply);
    const size_t n = shelf_lend_all(&srv->shelf, call->query.imports, loans);
    size_t chosen = n;
    unsigned best = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned fits =
            explorer_fitness(loans[i].volume, &call->query, is_of_player);
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
    // Whether its file was overwritten is checked afterwards, by api_return.
    if (chosen < n)
        return true;
    reply_error(reply, HTTP_NOT_FOUND, "no book to answer from");
    return false;
}

/* ---- endpoints ---------------------------------------------------------- */

void explorer_masters(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct loan loan;
    if (!explorer_borrow(srv, call, false, &loan, reply))
        return;
    explorer_reply(srv, call, &loan, &masters, reply);
    api_return(srv, &loan, reply);
}

void explorer_lichess(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct loan loan;
    if (!explorer_borrow(srv, call, false, &loan, reply))
        return;
    explorer_reply(srv, call, &loan, &lichess, reply);
    api_return(srv, &loan, reply);
}

void explorer_player(struct server *srv, const struct call *call,
                     struct reply *reply)
{
    const struct query *q = &call->query;
    struct loan loan;
    if (!q->player || q->color == QUERY_ABSENT) {
        reply_error(reply, HTTP_BAD_REQUEST, "%s is missing",
                    q->player ? "color" : "player");
        return;
    }
    if (!explorer_borrow(srv, call, true, &loan, reply))
        return;
    if (loan.volume->store) {
        explorer_reply(srv, call, &loan, &player, reply);
        if (reply->status == HTTP_OK)
            reply->type = "application/x-ndjson";
        reply_header(reply, "X-Accel-Buffering", "no");
    } else {
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a store of games",
                    loan.volume->id);
    }
    api_return(srv, &loan, reply);
}
