/*
 * find_view.c - what one source knows about a position, as JSON
 */
#include "serve/api/find_view.h"

#include <stdio.h>

#include "book/edges.h"
#include "chess/chess_words.h"
#include "serve/api/endpoint.h"
#include "serve/api/game_samples.h"
#include "serve/api/json_view.h"
#include "source/answer.h"
#include "tabia/pick.h"

#include "base/banned.h"

void find_view_put_position(const struct find_view *view)
{
    const struct tabia_pos *pos = &view->params->pos;
    struct json_writer *js = view->js;
    struct tabia_name name = { NULL, NULL };
    json_view_put_fen(js, "fen", pos);
    json_writer_pair_text(js, "turn", chess_words_color(pos->turn));
    json_writer_pair_bool(js, "check", tabia_pos_is_in_check(pos));
    json_writer_pair_uint(js, "ply", 2 * (pos->fullmove - 1u) + pos->turn);
    json_view_put_opening(js, endpoint_find_opening(view->srv, view->loan,
                                                    view->params, &name)
                                  ? &name
                                  : NULL);
}

/* ---- moves ----------------------------------------------------------- */

/* By shares or weights, else by games, else all equal. */
static void find_compute_weights(struct find_view *view)
{
    const struct tabia_answer *answer = view->answer;
    const struct tabia_pick_options options = {
        .allow_avoided = true,
    };
    bool has_weights = answer->has & TABIA_HAS_WEIGHT;
    uint64_t games = 0;
    view->weight_sum = 0;
    for (size_t i = 0; i < answer->nmoves; i++) {
        has_weights |= answer->moves[i].has_share;
        games += tabia_move_data_games(&answer->moves[i].data);
    }
    for (size_t i = 0; i < answer->nmoves; i++) {
        view->weights[i] =
            !has_weights && games
                ? tabia_move_data_games(&answer->moves[i].data)
                : tabia_pick_weight(&view->params->pos, answer->moves,
                                    answer->nmoves, i, &options);
        view->weight_sum += view->weights[i];
    }
}

static void find_put_month(struct json_writer *js, const char *key,
                           uint32_t date)
{
    char text[32];
    if (date / 10000 == 0)
        return;
    if (date / 100 % 100) {
        json_view_put_month(js, key, date / 10000, date / 100 % 100);
        return;
    }
    snprintf(text, sizeof(text), "%04u", date / 10000);
    json_writer_pair_text(js, key, text);
}

/*
 * How often a move was played, and how often the position after it was
 * reached. A book has the move once at each occurrence; a store did not count
 * games that ended in a position.
 */
static void find_put_counts(struct find_view *view, tabia_move mv,
                            uint64_t games, const struct tabia_pos *after)
{
    const struct edition *edition = view->loan->edition;
    if (view->answer->move_stats) {
        const struct tabia_query query = { .filter = &view->params->filter,
                                           .drop_filters = true };
        struct tabia_error err = { 0 };
        uint64_t reached = games;
        if (view->params->player)
            return; // all games of the player would be replayed for each move
        if (!tabia_source_find(view->loan->volume->source, after, &query,
                               &view->after, &err))
            reply_damage(view->reply, &err);
        else if (tabia_tally_games(&view->after.total) > games)
            reached = tabia_tally_games(&view->after.total);
        json_writer_pair_uint(view->js, "played", games);
        json_writer_pair_uint(view->js, "reached", reached);
        return;
    }
    const uint32_t position =
        edition ? tabia_book_find_position(edition->book, after)
                : TABIA_NUMBER_NONE;
    if (position == TABIA_NUMBER_NONE)
        return;
    struct edges it = edges_find(edition->book, &view->params->pos);
    struct tabia_book_move entry;
    unsigned n = 0;
    while (edges_next(&it, &entry))
        n += entry.move == mv;
    json_writer_pair_uint(view->js, "played", n);
    json_writer_pair_uint(view->js, "reached", edition->reached[position]);
}

static void find_put_move(struct find_view *view, size_t i)
{
    const struct tabia_book_move *entry = &view->answer->moves[i];
    const struct tabia_move_data *data = &entry->data;
    const struct tabia_store_move *games =
        view->answer->move_stats ? &view->answer->move_stats[i] : NULL;
    struct tabia_tally results = { data->white, data->draws, data->black };
    struct json_writer *js = view->js;
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = view->params->pos;
    tabia_pos_play(&after, entry->move);
    struct tabia_node_data node;
    struct tabia_error err = { 0 };
    if (!answer_position_data(shelf_loan_source(view->loan), &after, NULL,
                              &node, &err))
        reply_damage(view->reply, &err);

    json_writer_begin_object(js);
    json_view_put_move(js, &view->params->pos, entry->move);
    json_view_put_fen(js, "fen", &after);
    if (games)
        results = games->results;
    else
        json_view_put_data(js, data);
    const uint64_t n = tabia_tally_games(&results) + data->unknown_results;
    if (view->weight_sum)
        json_view_put_share(
            js, "share", (double)view->weights[i] / (double)view->weight_sum);
    if (data->has & TABIA_HAS_RESULTS) {
        json_view_put_results(js, results);
        if (data->unknown_results)
            json_writer_pair_uint(js, "unknown", data->unknown_results);
        json_writer_pair_uint(js, "games", n);
    }
    if (games && games->own_rated_games)
        json_writer_pair_uint(js, "averageRating",
                              tabia_rating_mean(games->own_rating_sum,
                                                games->own_rated_games));
    if (games) {
        find_put_month(js, "first", games->first_date);
        find_put_month(js, "last", games->last_date);
    }
    find_put_counts(view, entry->move, n, &after);
    json_view_put_optional_text(js, "comment", node.comment);
    json_view_put_eval(js, &node);
    json_view_put_opening(
        js, endpoint_find_name(view->srv, view->loan, &after, &name) ? &name
                                                                     : NULL);
    if (view->put_more)
        view->put_more(view, entry, &after);
    json_writer_end(js);
}

/* ---- the whole ---------------------------------------------------------- */

bool find_view_put_source(struct find_view *view, struct tabia_error *err)
{
    const struct tabia_answer *answer = view->answer;
    const struct edition *edition = view->loan->edition;
    struct json_writer *js = view->js;
    if (!endpoint_look_up(view->loan, view->params, view->params->player,
                          view->answer, err) ||
        (!view->params->player &&
         !game_samples_complete(view->loan, view->params, view->answer, err)) ||
        !answer_begin(&view->after, err)) // now, so that no move fails later
        return false;
    find_compute_weights(view);
    json_writer_pair_bool(js, "known", answer->is_known);
    const uint32_t position =
        edition ? tabia_book_find_position(edition->book, &view->params->pos)
                : TABIA_NUMBER_NONE;
    const bool is_reached = position != TABIA_NUMBER_NONE;
    if (is_reached || answer->position_data.has & TABIA_HAS_EVAL) {
        json_writer_key(js, "position");
        json_writer_begin_object(js);
        json_view_put_node(js, &answer->position_data);
        if (is_reached)
            json_writer_pair_uint(js, "reached", edition->reached[position]);
        json_writer_end(js);
    }
    json_writer_key(js, "results");
    if (answer->move_stats || answer->has & TABIA_HAS_RESULTS) {
        json_writer_begin_object(js);
        json_view_put_results(js, answer->total);
        if (answer->unknown_results)
            json_writer_pair_uint(js, "unknown", answer->unknown_results);
        json_writer_end(js);
    } else {
        json_writer_put_null(js);
    }
    const size_t shown = endpoint_number(view->params->moves, TABIA_MOVES_MAX,
                                         (unsigned)answer->nmoves);
    json_writer_pair_uint(js, "total", answer->nmoves);
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    for (size_t i = 0; i < shown; i++)
        find_put_move(view, i);
    json_writer_end(js);
    return true;
}
