/*
 * api_find.c - what a book says about a position
 */
#include "book/edges.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "tabia/transform.h"

#include "base/banned.h"

static void put_legal(struct json *js, const struct tabia_pos *pos)
{
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = tabia_pos_legal_moves(pos, list);
    json_key(js, "legal");
    json_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        json_begin_object(js);
        json_view_move(js, pos, list[i]);
        json_end(js);
    }
    json_end(js);
}

static void put_position(struct server *srv, const struct loan *loan,
                         const struct query *q, struct json *js)
{
    struct tabia_name name = { NULL, NULL };
    json_view_fen(js, "fen", &q->pos);
    json_view_text(js, "turn", q->pos.turn == TABIA_WHITE ? "white" : "black");
    json_pair_bool(js, "check", tabia_pos_in_check(&q->pos));
    json_pair_uint(js, "ply", 2 * (q->pos.fullmove - 1u) + q->pos.turn);
    put_legal(js, &q->pos);
    json_view_opening(js, api_opening(srv, loan, q, &name) ? &name : NULL);
}

/* ---- moves of a book ------------------------------------------------- */

/* What is asked, and what was found. */
struct view {
    struct server *srv;
    const struct loan *loan;
    const struct query *q;
    const struct tabia_answer *found;
    uint64_t weights[TABIA_MOVES_MAX]; // as the weighted choice sees them
    uint64_t all;
};

static void weigh(struct view *v)
{
    const struct tabia_select_options how = {
        .wide = true,
        .turn = (enum tabia_color)v->q->pos.turn,
    };
    bool has_weights = false;
    uint64_t games = 0;
    for (size_t i = 0; i < v->found->n; i++) {
        has_weights |= v->found->moves[i].has_share ||
                       v->found->moves[i].data.has & TABIA_HAS_WEIGHT;
        games += tabia_move_games(&v->found->moves[i].data);
    }
    v->all = 0;
    for (size_t i = 0; i < v->found->n; i++) {
        v->weights[i] =
            !has_weights && games
                ? tabia_move_games(&v->found->moves[i].data)
                : tabia_select_weight(v->found->moves, v->found->n, i, &how);
        v->all += v->weights[i];
    }
}

/* How often the book has the move here: at each occurrence once. */
static unsigned count_played(const struct view *v, tabia_move mv)
{
    struct edges it = edges_find(v->loan->edition->book, &v->q->pos);
    struct tabia_entry entry;
    unsigned n = 0;
    while (edges_next(&it, &entry))
        n += entry.move == mv;
    return n;
}

static void put_counts(const struct view *v, struct json *js, tabia_move mv,
                       uint32_t after)
{
    if (after == TABIA_NONE)
        return;
    json_pair_uint(js, "played", count_played(v, mv));
    json_pair_uint(js, "reached", v->loan->edition->map.reached[after]);
}

static void put_move(const struct view *v, struct json *js, size_t i)
{
    const struct tabia_entry *entry = &v->found->moves[i];
    const struct tabia_move_data *data = &entry->data;
    const struct edition *edition = v->loan->edition;
    struct tabia_node_data node = { 0 };
    struct tabia_name name = { NULL, NULL };
    struct tabia_pos after = v->q->pos;
    uint32_t position = TABIA_NONE;
    tabia_pos_play(&after, entry->move);
    if (edition)
        position = tabia_book_position_find(edition->book, &after);
    if (position != TABIA_NONE)
        node = tabia_position_data(edition->book, position);

    json_begin_object(js);
    json_view_move(js, &v->q->pos, entry->move);
    json_view_fen(js, "fen", &after);
    json_view_data(js, data);
    if (v->all)
        json_view_share(js, "share", (double)v->weights[i] / (double)v->all);
    if (data->has & TABIA_HAS_RESULTS) {
        json_view_results(js, (struct tabia_results){ data->white, data->draws,
                                                      data->black });
        if (data->unknown)
            json_pair_uint(js, "unknown", data->unknown);
        json_pair_uint(js, "games", tabia_move_games(data));
    }
    put_counts(v, js, entry->move, position);
    json_view_text(js, "comment", node.comment);
    json_view_eval(js, &node);
    json_view_opening(js,
                      api_name(v->srv, v->loan, &after, &name) ? &name : NULL);
    json_end(js);
}

static void put_moves(const struct view *v, struct json *js)
{
    json_key(js, "results");
    if (v->found->has & TABIA_HAS_RESULTS) {
        json_begin_object(js);
        json_view_results(js, v->found->all);
        if (v->found->unknown)
            json_pair_uint(js, "unknown", v->found->unknown);
        json_end(js);
    } else {
        json_put_null(js);
    }
    const size_t shown =
        api_number(v->q->moves, TABIA_MOVES_MAX, (unsigned)v->found->n);
    json_pair_uint(js, "total", v->found->n);
    json_key(js, "moves");
    json_begin_array(js);
    for (size_t i = 0; i < shown; i++)
        put_move(v, js, i);
    json_end(js);
}

static void put_book(struct server *srv, const struct loan *loan,
                     const struct query *q, const struct tabia_answer *found,
                     struct json *js)
{
    struct view v = { .srv = srv, .loan = loan, .q = q, .found = found };
    uint32_t position = TABIA_NONE;
    weigh(&v);
    if (loan->edition)
        position = tabia_book_position_find(loan->edition->book, &q->pos);
    json_pair_bool(js, "known", found->is_known);
    if (position != TABIA_NONE) {
        json_key(js, "position");
        json_begin_object(js);
        json_view_node(js, &found->position);
        json_pair_uint(js, "reached", loan->edition->map.reached[position]);
        json_end(js);
    }
    put_moves(&v, js);
}

void api_find(struct server *srv, const struct call *call, struct reply *reply)
{
    const struct query *q = &call->query;
    struct tabia_error err = { .status = TABIA_OK };
    struct tabia_answer found = { 0 };
    struct loan loan;
    struct json js;
    if (!api_lend(srv, call, &loan, reply))
        return;
    reply_begin(reply, &js);
    json_begin_object(&js);
    put_position(srv, &loan, q, &js);
    bool is_done = api_ask(&loan, q, &found, &err);
    if (is_done && found.games)
        is_done = api_put_store(srv, &loan, q, &found, &js, reply, &err);
    else if (is_done)
        put_book(srv, &loan, q, &found, &js);
    tabia_answer_clear(&found);
    if (is_done) {
        json_end(&js);
        reply_end(reply);
    } else {
        reply_failure(reply, HTTP_FAILED, &err);
    }
    api_return(srv, &loan, reply);
}
