/*
 * find_view.c - what one source knows about a position, as JSON
 */
#include "serve/api/find_view.h"

#include <stdio.h>

#include "book/edges.h"
#include "serve/api/game_samples.h"
#include "serve/api/json_view.h"
#include "source/answer.h"
#include "tabia/pick.h"

#include "base/banned.h"

void find_put_position(const struct find_request *v)
{
    const struct tabia_pos *pos = &v->q->pos;
    struct jsonw *js = v->js;
    struct tabia_name name = { NULL, NULL };
    json_view_fen(js, "fen", pos);
    json_view_text(js, "turn", pos->turn == TABIA_WHITE ? "white" : "black");
    jsonw_pair_bool(js, "check", tabia_pos_in_check(pos));
    jsonw_pair_uint(js, "ply", 2 * (pos->fullmove - 1u) + pos->turn);
    json_view_opening(js,
                      api_opening(v->srv, v->loan, v->q, &name) ? &name : NULL);
}

/* ---- moves ----------------------------------------------------------- */

/* By shares or weights, else by games, else all equal. */
static void find_compute_weights(struct find_request *v)
{
    const struct tabia_answer *answer = v->answer;
    const struct tabia_pick_options options = {
        .allow_avoided = true,
        .turn = (enum tabia_color)v->q->pos.turn,
    };
    bool has_weights = answer->has & TABIA_HAS_WEIGHT;
    uint64_t games = 0;
    v->all = 0;
    for (size_t i = 0; i < answer->n; i++) {
        has_weights |= answer->moves[i].has_share;
        games += tabia_move_games(&answer->moves[i].data);
    }
    for (size_t i = 0; i < answer->n; i++) {
        v->weights[i] =
            !has_weights && games
                ? tabia_move_games(&answer->moves[i].data)
                : tabia_pick_weight(answer->moves, answer->n, i, &options);
        v->all += v->weights[i];
    }
}

static void find_put_month(struct jsonw *js, const char *key, uint32_t date)
{
    char text[32];
    if (date / 10000 == 0)
        return;
    if (date / 100 % 100) {
        json_view_month(js, key, date / 10000, date / 100 % 100);
        return;
    }
    snprintf(text, sizeof(text), "%04u", date / 10000);
    json_view_text(js, key, text);
}

/*
 * How often a move was played, and how often the position after it was
 * reached. A book has the move once at each occurrence; a store did not count
 * games that ended in a position.
 */
static void find_put_counts(struct find_request *v, tabia_move mv,
                            uint64_t games, const struct tabia_pos *after)
{
    const struct edition *edition = v->loan->edition;
    if (v->answer->move_stats) {
        const struct tabia_query query = { .filter = &v->q->filter,
                                           .drop_filters = true };
        struct tabia_error err = { .status = TABIA_OK };
        uint64_t reached = games;
        if (!tabia_source_find(v->loan->volume->source, after, &query,
                               &v->after, &err))
            reply_damage(v->reply, &err);
        else if (tabia_results_games(&v->after.total) > games)
            reached = tabia_results_games(&v->after.total);
        jsonw_pair_uint(v->js, "played", games);
        jsonw_pair_uint(v->js, "reached", reached);
        return;
    }
    const uint32_t position =
        edition ? tabia_book_position_find(edition->book, after) : TABIA_NONE;
    if (position == TABIA_NONE)
        return;
    struct edges it = edges_find(edition->book, &v->q->pos);
    struct tabia_book_move entry;
    unsigned n = 0;
    while (edges_next(&it, &entry))
        n += entry.move == mv;
    jsonw_pair_uint(v->js, "played", n);
    jsonw_pair_uint(v->js, "reached", edition->map.reached[position]);
}

static void find_put_move(struct find_request *v, size_t i)
{
    const struct tabia_book_move *entry = &v->answer->moves[i];
    const struct tabia_move_data *data = &entry->data;
    const struct tabia_store_move *games =
        v->answer->move_stats ? &v->answer->move_stats[i] : NULL;
    struct tabia_results results = { data->white, data->draws, data->black };
    struct jsonw *js = v->js;
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = v->q->pos;
    tabia_pos_play(&after, entry->move);
    const struct tabia_node_data node =
        source_position(loan_source(v->loan), &after, NULL);

    jsonw_begin_object(js);
    json_view_move(js, &v->q->pos, entry->move);
    json_view_fen(js, "fen", &after);
    if (games)
        results = games->results;
    else
        json_view_data(js, data);
    const uint64_t n = tabia_results_games(&results) + data->unknown;
    if (v->all)
        json_view_share(js, "share", (double)v->weights[i] / (double)v->all);
    if (data->has & TABIA_HAS_RESULTS) {
        json_view_results(js, results);
        if (data->unknown)
            jsonw_pair_uint(js, "unknown", data->unknown);
        jsonw_pair_uint(js, "games", n);
    }
    if (games && games->own_rated)
        jsonw_pair_uint(js, "averageRating", games->own_sum / games->own_rated);
    if (games) {
        find_put_month(js, "first", games->first);
        find_put_month(js, "last", games->last);
    }
    find_put_counts(v, entry->move, n, &after);
    json_view_text(js, "comment", node.comment);
    json_view_eval(js, &node);
    json_view_opening(js,
                      api_name(v->srv, v->loan, &after, &name) ? &name : NULL);
    if (v->put_more)
        v->put_more(v, entry, &after);
    jsonw_end(js);
}

/* ---- the whole ---------------------------------------------------------- */

bool find_put_source(struct find_request *v, struct tabia_error *err)
{
    const struct tabia_answer *answer = v->answer;
    const struct edition *edition = v->loan->edition;
    struct jsonw *js = v->js;
    if (!api_lookup(v->loan, v->q, v->answer, err) ||
        !game_samples_complete(v->loan, v->q, v->answer, err) ||
        !answer_begin(&v->after, err)) // now, so that no move fails later
        return false;
    find_compute_weights(v);
    jsonw_pair_bool(js, "known", answer->is_known);
    const uint32_t position =
        edition ? tabia_book_position_find(edition->book, &v->q->pos)
                : TABIA_NONE;
    if (position != TABIA_NONE) {
        jsonw_key(js, "position");
        jsonw_begin_object(js);
        json_view_node(js, &answer->position_data);
        jsonw_pair_uint(js, "reached", edition->map.reached[position]);
        jsonw_end(js);
    }
    jsonw_key(js, "results");
    if (answer->move_stats || answer->has & TABIA_HAS_RESULTS) {
        jsonw_begin_object(js);
        json_view_results(js, answer->total);
        if (answer->unknown)
            jsonw_pair_uint(js, "unknown", answer->unknown);
        jsonw_end(js);
    } else {
        jsonw_put_null(js);
    }
    const size_t shown =
        api_number(v->q->moves, TABIA_MOVES_MAX, (unsigned)answer->n);
    jsonw_pair_uint(js, "total", answer->n);
    jsonw_key(js, "moves");
    jsonw_begin_array(js);
    for (size_t i = 0; i < shown; i++)
        find_put_move(v, i);
    jsonw_end(js);
    return true;
}
