/*
 * explorer.c - responses in the format of Lichess's opening explorer
 *
 * What clients rely on: one line of JSON; no move with 0 games; castling as
 * king takes rook; a rating of 0 where there is none; own extras under the one
 * key "tabia".
 */
#include "serve/api/explorer.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/explorer_history.h"
#include "serve/api/game_samples.h"
#include "serve/api/json_view.h"
#include "source/answer.h"
#include "store/dimensions.h"
#include "store/game_list.h"
#include "store/store_def.h"
#include "tabia/pick.h"

#include "base/banned.h"

enum {
    SAMPLES = 8,         // games of both lists together, on /lichess
    TOP_GAMES = 4,       // of them the best rated
    TOP_GROUP_MIN = 2000 // no game below this is one
};

/* What differs between /masters, /lichess and /player. */
struct explorer_rule {
    bool is_masters; // games without their speed and mode
    bool is_player;  // moves have the opponents' rating, performance
    bool has_top, has_recent;
    bool games_on_request; // a move's only game, unless no games are requested
    bool has_top_group;    // top games are of the highest ratings only
    unsigned moves, top, recent; // defaults
    unsigned top_max;
};

struct explorer_move {
    tabia_move move;
    struct tabia_tally results;
    uint64_t rating, opponent; // averages; 0: unknown
    uint64_t game;             // the only one, or TABIA_GAME_NONE
};

/* A request in progress: its parameters, the result and the output. */
struct explorer {
    struct server *srv;
    const struct explorer_rule *rule;
    const struct request_params *params;
    const struct loan *loan;
    struct json_writer *js;
    struct reply *reply;
    unsigned top_wanted, recent_wanted; // games to show

    struct tabia_answer *answer; // borrowed; not set for a player
    const struct tabia_store_game_ref *top_games, *recent_games;
    size_t ntop, nrecent;
    struct tabia_store_game_ref top_list[TOP_GAMES],
        recent_list[STORE_RECENT_MAX];
    size_t n;
    struct tabia_tally total;
    bool is_synthetic;        // counts are weights
    unsigned nskipped;        // moves that would have 0 games
    unsigned dropped_filters; // TABIA_DIMENSION_ mask: cannot be applied
    struct explorer_move moves[TABIA_MOVES_MAX]; // 'n' of them
};

static const struct explorer_rule masters = {
    .is_masters = true,
    .has_top = true,
    .moves = 12,
    .top = 15,
    .top_max = 15,
};

static const struct explorer_rule lichess = {
    .has_top = true,
    .has_recent = true,
    .games_on_request = true,
    .has_top_group = true,
    .moves = 12,
    .top = 4,
    .recent = 4,
    .top_max = TOP_GAMES,
};

static const struct explorer_rule player = {
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
    for (size_t i = 0; i < answer->nmoves; i++) {
        const struct tabia_move_data *data = &answer->moves[i].data;
        struct explorer_move move = {
            .move = answer->moves[i].move,
            .results = { data->white, data->draws, data->black },
            .game = TABIA_GAME_NONE,
        };
        if (!(data->has & TABIA_HAS_RESULTS) ||
            tabia_tally_games(&move.results) == 0) {
            x->is_synthetic = true;
            move.results = (struct tabia_tally){ 0, 0, 0 };
            move.results.draws =
                tabia_pick_weight(&x->params->pos, answer->moves,
                                  answer->nmoves, i, NULL);
        }
        const uint64_t games = tabia_tally_games(&move.results);
        if (games == 0) {
            x->nskipped++;
            continue;
        }
        tabia_tally_add(&x->total, &move.results);
        size_t at = x->n++;
        for (; at > 0; at--) {
            if (tabia_tally_games(&x->moves[at - 1].results) >= games)
                break;
            x->moves[at] = x->moves[at - 1];
        }
        x->moves[at] = move;
    }
}

static void explorer_add_games(struct explorer *x,
                               const struct tabia_store_move *games, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct tabia_store_move *move = &games[i];
        if (tabia_tally_games(&move->results) == 0)
            continue;
        x->moves[x->n++] = (struct explorer_move){
            .move = move->move,
            .results = move->results,
            .rating =
                tabia_rating_mean(move->own_rating_sum, move->own_rated_games),
            .opponent = tabia_rating_mean(move->other_rating_sum,
                                          move->other_rated_games),
            .game = move->game,
        };
    }
}

/* Looks the position up in a book or a store. */
static bool explorer_find(struct explorer *x, struct tabia_error *err)
{
    struct tabia_answer *answer = x->answer;
    if (!endpoint_look_up(x->loan, x->params, NULL, answer, err))
        return false;
    if (!answer->move_stats) {
        explorer_add_book_moves(x);
        return true;
    }
    x->dropped_filters = answer->dropped_filters;
    x->total = answer->total;
    explorer_add_games(x, answer->move_stats, answer->nmoves);
    if (!game_samples_complete(x->loan, x->params, answer, err))
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
    const struct request_params *params = x->params;
    const struct game_selection selection = {
        .pos = &params->pos,
        .filter = params->filter,
        .modes = params->modes,
        .player = params->player,
        .colors = 1u << params->player_color,
    };
    if (!game_list_sum(x->loan->volume->store, &selection, answer, err))
        return false;
    x->total = answer->total;
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
    struct tabia_error err = { 0 };
    if (x->loan->volume->kind != VOLUME_STORE || number == TABIA_GAME_NONE)
        return false;
    if (store_get_game_brief(x->loan->volume->store, number, game, &err))
        return true;
    reply_damage(x->reply, &err);
    return false;
}

static void explorer_put_games(const struct explorer *x, const char *key,
                               const struct tabia_store_game_ref *list,
                               size_t n, unsigned max)
{
    const struct json_view_game_style style = { .is_masters =
                                                    x->rule->is_masters };
    json_writer_key(x->js, key);
    json_writer_begin_array(x->js);
    for (size_t i = 0; i < n && max > 0; i++) {
        struct tabia_store_game game;
        char uci[TABIA_UCI_SIZE];
        if (!explorer_read_game(x, list[i].game, &game))
            continue;
        max--;
        const size_t len =
            tabia_uci_print(&x->params->pos, list[i].move, true, uci);
        json_writer_begin_object(x->js);
        json_writer_key(x->js, "uci");
        json_writer_put_string(x->js, uci, len);
        json_view_put_game(x->js, &game, &style);
        json_writer_end(x->js);
    }
    json_writer_end(x->js);
}

/* ---- moves ----------------------------------------------------------- */

static void explorer_put_performance(const struct explorer *x,
                                     const struct explorer_move *move)
{
    const struct tabia_tally *r = &move->results;
    const uint64_t games = tabia_tally_games(r);
    const int color = x->params->player_color;
    const uint64_t wins = color == TABIA_BLACK ? r->black : r->white;
    const uint64_t opponent =
        (int)x->params->pos.turn == color ? move->opponent : move->rating;
    // Half points count; rounded to the nearest percent.
    const uint64_t percent =
        (100 * (2 * wins + r->draws) + games) / (2 * games);
    json_writer_pair_uint(x->js, "averageOpponentRating", opponent);
    json_writer_pair_int(x->js, "performance",
                         (int64_t)opponent +
                             explorer_rating_difference((unsigned)percent));
}

static void explorer_put_move(const struct explorer *x,
                              const struct explorer_move *move)
{
    const struct json_view_game_style style = { .is_masters =
                                                    x->rule->is_masters };
    const bool shows_game =
        !x->rule->games_on_request || x->top_wanted > 0 || x->recent_wanted > 0;
    struct tabia_store_game game;
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = x->params->pos;
    tabia_pos_play(&after, move->move);
    json_writer_begin_object(x->js);
    json_view_put_move(x->js, &x->params->pos, move->move);
    if (x->rule->is_player)
        explorer_put_performance(x, move);
    else
        json_writer_pair_uint(x->js, "averageRating", move->rating);
    json_view_put_results(x->js, move->results);
    json_writer_key(x->js, "game"); // the only one
    if (shows_game && explorer_read_game(x, move->game, &game)) {
        json_writer_begin_object(x->js);
        json_view_put_game(x->js, &game, &style);
        json_writer_end(x->js);
    } else {
        json_writer_put_null(x->js);
    }
    json_view_put_opening(
        x->js,
        tabia_names_find(x->srv->names.names, &after, &name) ? &name : NULL);
    json_writer_end(x->js);
}

/* What clients of Lichess ignore. */
static void explorer_put_extras(const struct explorer *x)
{
    const bool drops_month = x->dropped_filters & TABIA_DIMENSION_MONTH;
    // Filters that had no effect are listed, so that a client can know.
    const struct {
        const char *name;
        bool is_dropped;
    } filters[] = {
        { "ratings", x->dropped_filters & TABIA_DIMENSION_RATING },
        { "speeds", x->dropped_filters & TABIA_DIMENSION_SPEED },
        { "since", drops_month && x->params->filter.since },
        { "until", drops_month && x->params->filter.until },
    };
    json_writer_key(x->js, "tabia");
    json_writer_begin_object(x->js);
    json_writer_pair_text(x->js, "book", x->loan->volume->id);
    json_writer_pair_uint(x->js, "total", x->n);
    if (x->is_synthetic)
        json_writer_pair_bool(x->js, "synthetic", true);
    if (x->nskipped)
        json_writer_pair_uint(x->js, "leftOut", x->nskipped);
    if (x->reply->is_damaged)
        json_writer_pair_text(x->js, "damage", x->reply->problem);
    json_writer_key(x->js, "ignored");
    json_writer_begin_array(x->js);
    for (size_t i = 0; i < COUNT_OF(filters); i++)
        if (filters[i].is_dropped)
            json_writer_put_text(x->js, filters[i].name);
    json_writer_end(x->js);
    json_writer_end(x->js);
}

/* ---- the whole ------------------------------------------------------- */

/*
 * The rating groups of top games, a mask: as on Lichess the highest one and
 * those right below it that the filter selects, down to 2000. 0: none.
 */
static unsigned explorer_top_groups(unsigned filter)
{
    unsigned groups = 0;
    for (unsigned group = TABIA_RATING_NONE; group-- > 0;) {
        if (tabia_rating_group_bound(group) < TOP_GROUP_MIN ||
            (filter && !(filter & 1u << group)))
            break;
        groups |= 1u << group;
    }
    return groups;
}

static bool explorer_is_top(const struct explorer *x, uint64_t number,
                            unsigned groups)
{
    struct tabia_error err = { 0 };
    struct tally_game row;
    if (!store_get_game_row(x->loan->volume->store, number, &row, &err)) {
        reply_damage(x->reply, &err);
        return false;
    }
    if (!row.ratings[0] || !row.ratings[1] ||
        row.speed == TABIA_SPEED_CORRESPONDENCE)
        return false;
    const unsigned mean = ((unsigned)row.ratings[0] + row.ratings[1]) / 2;
    return groups & 1u << dimensions_rating_group(mean);
}

/* On /lichess: games of the highest ratings, and those that are none. */
static void explorer_divide_games(struct explorer *x)
{
    const unsigned groups =
        explorer_top_groups(x->dropped_filters & TABIA_DIMENSION_RATING
                                ? 0
                                : x->params->filter.ratings);
    size_t ntop = 0, nrecent = 0;
    if (!x->rule->has_top_group)
        return;
    for (size_t i = 0; groups && i < x->ntop && ntop < TOP_GAMES; i++)
        if (explorer_is_top(x, x->top_games[i].game, groups))
            x->top_list[ntop++] = x->top_games[i];
    for (size_t i = 0; i < x->nrecent; i++) {
        size_t k = 0;
        while (k < ntop && x->top_list[k].game != x->recent_games[i].game)
            k++;
        if (k == ntop)
            x->recent_list[nrecent++] = x->recent_games[i];
    }
    x->top_games = x->top_list;
    x->recent_games = x->recent_list;
    x->ntop = ntop;
    x->nrecent = nrecent;
}

/* As on Lichess, what topGames cuts off is not given to recentGames. */
static void explorer_limit_games(struct explorer *x)
{
    const struct explorer_rule *rule = x->rule;
    const unsigned ntop =
        x->ntop < rule->top_max ? (unsigned)x->ntop : rule->top_max;
    const unsigned rest =
        rule->has_top && rule->has_recent ? SAMPLES - ntop : SAMPLES;
    x->top_wanted =
        endpoint_number(x->params->top_games, rule->top, rule->top_max);
    x->recent_wanted =
        endpoint_number(x->params->recent_games, rule->recent, rest);
}

static bool explorer_put_all(struct explorer *x, struct tabia_error *err)
{
    const struct explorer_rule *rule = x->rule;
    const struct request_params *params = x->params;
    struct tabia_name name = { NULL, NULL };
    json_writer_begin_object(x->js);
    json_view_put_results(x->js, x->total);

    const unsigned shown =
        endpoint_number(params->moves, rule->moves, (unsigned)x->n);
    json_writer_key(x->js, "moves");
    json_writer_begin_array(x->js);
    for (unsigned i = 0; i < shown; i++)
        explorer_put_move(x, &x->moves[i]);
    json_writer_end(x->js);
    if (rule->has_top)
        explorer_put_games(x, "topGames", x->top_games, x->ntop, x->top_wanted);
    if (rule->has_recent)
        explorer_put_games(x, "recentGames", x->recent_games, x->nrecent,
                           x->recent_wanted);

    json_view_put_opening(x->js,
                          tabia_names_find_line(x->srv->names.names,
                                                &params->start, params->played,
                                                params->nplayed, &name, NULL)
                              ? &name
                              : NULL);
    if (rule->is_player)
        json_writer_pair_uint(x->js, "queuePosition", 0);
    if (params->wants_history && !rule->is_masters && !rule->is_player &&
        !explorer_history_put(x->js, x->loan, params, NULL,
                              params->filter.until != 0, err))
        return false;
    explorer_put_extras(x);
    json_writer_end(x->js);
    return true;
}

static void explorer_reply(struct server *srv, const struct call *call,
                           const struct loan *loan,
                           const struct explorer_rule *rule,
                           struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct store_answer *of_player = NULL;
    struct json_writer js;
    struct explorer x = {
        .srv = srv,
        .rule = rule,
        .params = &call->params,
        .loan = loan,
        .js = &js,
        .reply = reply,
        .answer = call->answer,
    };
    bool ok;
    if (rule->is_player) {
        of_player = malloc(sizeof(*of_player));
        ok = of_player ? explorer_find_player(&x, of_player, &err)
                       : error_nomem(&err);
    } else {
        ok = explorer_find(&x, &err);
    }
    if (ok)
        explorer_divide_games(&x);
    explorer_limit_games(&x);
    reply_begin_json(reply, &js);
    ok = ok && explorer_put_all(&x, &err);
    reply_end(reply);
    if (!ok)
        reply_library_error(reply, HTTP_FAILED, &err);
    free(of_player);
}

/* ---- which book ------------------------------------------------------ */

/*
 * How well a volume fits: a store before others; for a player a store with such
 * games, best if it has no others. 0: not at all.
 */
static unsigned explorer_fitness(const struct volume *volume,
                                 const struct request_params *params,
                                 bool is_of_player)
{
    struct tabia_error err = { 0 };
    bool is_there = false;
    if (volume->kind != VOLUME_STORE)
        return 0;
    const char *own = tabia_store_get_info(volume->store).player;
    if (!is_of_player)
        return own ? 0 : 2;
    // A damaged store reports its error when it is asked.
    if (!game_list_has_player(volume->store, params->player,
                              1u << params->player_color, &is_there, &err))
        return 2;
    if (!is_there)
        return 1;
    return own && game_list_is_player(params->player, own) ? 3 : 2;
}

bool explorer_borrow(struct server *srv, const struct call *call,
                     bool is_of_player, struct loan *loan, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    if (call->params.book)
        return endpoint_borrow(srv, call, loan, reply);
    const size_t n = shelf_lend_all(&srv->shelf, call->params.imports, loans);
    size_t chosen = n;
    unsigned best = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned fits =
            explorer_fitness(loans[i].volume, &call->params, is_of_player);
        if (fits > best) {
            best = fits;
            chosen = i;
        }
    }
    for (size_t i = 0; i < n && chosen == n && !is_of_player; i++)
        if (shelf_loan_source(&loans[i]))
            chosen = i;
    if (chosen < n)
        *loan = loans[chosen];
    for (size_t i = 0; i < n; i++)
        if (i != chosen)
            shelf_return(&loans[i]);
    // Whether its file was overwritten is checked afterwards, by
    // endpoint_return_loan.
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
    endpoint_return_loan(srv, &loan, reply);
}

void explorer_lichess(struct server *srv, const struct call *call,
                      struct reply *reply)
{
    struct loan loan;
    if (!explorer_borrow(srv, call, false, &loan, reply))
        return;
    explorer_reply(srv, call, &loan, &lichess, reply);
    endpoint_return_loan(srv, &loan, reply);
}

void explorer_player(struct server *srv, const struct call *call,
                     struct reply *reply)
{
    const struct request_params *params = &call->params;
    struct loan loan;
    if (!params->player || params->player_color == PARAM_ABSENT) {
        reply_error(reply, HTTP_BAD_REQUEST, "%s is missing",
                    params->player ? "color" : "player");
        return;
    }
    if (!explorer_borrow(srv, call, true, &loan, reply))
        return;
    if (loan.volume->kind == VOLUME_STORE) {
        explorer_reply(srv, call, &loan, &player, reply);
        if (reply->status == HTTP_OK)
            reply->type = "application/x-ndjson";
        reply_header(reply, "X-Accel-Buffering", "no");
    } else {
        reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a store of games",
                    loan.volume->id);
    }
    endpoint_return_loan(srv, &loan, reply);
}
