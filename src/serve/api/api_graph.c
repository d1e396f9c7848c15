/*
 * api_graph.c - a book as a graph around a position
 */
#include "book/edges.h"
#include "serve/api/api.h"
#include "serve/api/graph_window.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum { NODES = 300, NODES_MAX = 20000 };

static const char *kind_of(const struct edition *edition, uint32_t position)
{
    struct edges it = edges_of(edition->book, position);
    struct tabia_entry entry;
    if (edition->map.ways.ply[position] == 0)
        return "root";
    return edges_next(&it, &entry) ? "inner" : "leaf";
}

/* A tenth of a point is more than any screen shows. */
static void put_place(struct json *js, const char *key, double value)
{
    json_key(js, key);
    json_put_double(js,
                    (double)(long)(value * 10 + (value < 0 ? -0.5 : 0.5)) / 10);
}

static void put_node(const struct graph_window *w, struct json *js, uint32_t i)
{
    const struct edition *edition = w->edition;
    const uint32_t position = w->list[i];
    const uint32_t ply = edition->map.ways.ply[position];
    const struct tabia_node_data data =
        tabia_position_data(edition->book, position);
    struct tabia_pos pos;
    tabia_book_position_at(edition->book, position, &pos);
    json_begin_object(js);
    json_pair_uint(js, "id", position);
    put_place(js, "x", w->x[i]);
    put_place(js, "y", w->y[i]);
    json_view_text(js, "turn", pos.turn == TABIA_WHITE ? "white" : "black");
    if (ply != TABIA_NONE)
        json_pair_uint(js, "ply", ply);
    json_view_text(js, "kind", kind_of(edition, position));
    json_view_fen(js, "fen", &pos);
    json_view_node(js, &data);
    json_end(js);
}

static void put_edges(const struct graph_window *w, struct json *js, uint32_t i)
{
    const struct edition *edition = w->edition;
    const uint32_t from = w->list[i];
    struct tabia_entry list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    const size_t n =
        tabia_position_moves(edition->book, from, TABIA_POLICY_DEFAULT, list);
    tabia_book_position_at(edition->book, from, &pos);
    for (size_t k = 0; k < n; k++) {
        const uint32_t to = tabia_node_position(edition->book, list[k].to);
        if (w->index[to] == TABIA_NONE)
            continue;
        json_begin_object(js);
        json_pair_uint(js, "from", from);
        json_pair_uint(js, "to", to);
        json_view_move(js, &pos, list[k].move);
        json_view_data(js, &list[k].data);
        json_pair_bool(js, "tree",
                       edition->map.ways.parent[to] == from &&
                           reach_move(&edition->map.ways, edition->book, to) ==
                               list[k].move);
        json_end(js);
    }
}

static void put_graph(const struct graph_window *w, struct json *js,
                      uint32_t current)
{
    json_begin_object(js);
    json_pair_bool(js, "whole", w->is_whole);
    json_pair_uint(js, "total", w->edition->map.npositions);
    if (current != TABIA_NONE)
        json_pair_uint(js, "current", current);
    else
        json_view_null(js, "current");
    json_key(js, "nodes");
    json_begin_array(js);
    for (uint32_t i = 0; i < w->n; i++)
        put_node(w, js, i);
    json_end(js);
    json_key(js, "edges");
    json_begin_array(js);
    for (uint32_t i = 0; i < w->n; i++)
        put_edges(w, js, i);
    json_end(js);
    json_end(js);
}

void api_graph(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct graph_window w;
    struct loan loan;
    struct json js;
    if (!api_lend_book(srv, call, &loan, reply))
        return;
    const uint32_t current =
        tabia_book_position_find(loan.edition->book, &call->query.pos);
    const unsigned limit = api_number(call->query.limit, NODES, NODES_MAX);
    if (graph_window_init(&w, loan.edition, current, limit, &err)) {
        reply_begin(reply, &js);
        put_graph(&w, &js, current);
        reply_end(reply);
        graph_window_clear(&w);
    } else {
        reply_failure(reply, HTTP_BAD_REQUEST, &err);
    }
    shelf_return(&loan);
}
