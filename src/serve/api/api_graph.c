/*
 * api_graph.c - a book as a graph around a position, or as a tree from it
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "book/edges.h"
#include "book/walk.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "tabia/builder.h"
#include "tabia/draw.h"

#include "base/banned.h"

enum {
    NODES = 300, // of a graph
    NODES_MAX = 20000,
    DEPTH_MAX = 40, // of a tree
    MOVES_MAX = 50000,
};

/* The part of a book that is drawn, with coordinates. */
struct graph_window {
    struct edition *edition; // borrowed
    uint32_t *list;          // owned: positions, parents before children
    uint32_t n;
    uint32_t *index; // owned: by position; TABIA_NONE: not in the window
    double *x, *y;   // owned: by index in 'list'
    bool is_whole;
};

static void window_close(struct graph_window *w)
{
    free(w->list);
    free(w->index);
    free(w->x);
    free(w->y);
    *w = (struct graph_window){ .n = 0 };
}

/* ---- contents ----------------------------------------------------------- */

static void window_add(struct graph_window *w, uint32_t position,
                       uint32_t limit)
{
    if (w->index[position] != TABIA_NONE || w->n >= limit)
        return;
    w->index[position] = w->n;
    w->list[w->n++] = position;
}

/* Adds what follows the positions from 'at' on, breadth first. */
static void window_add_after(struct graph_window *w, uint32_t at,
                             uint32_t limit)
{
    for (; at < w->n && w->n < limit; at++) {
        struct edges it = edges_of(w->edition->book, w->list[at]);
        struct tabia_entry entry;
        while (edges_next(&it, &entry))
            window_add(w, tabia_book_node_position(w->edition->book, entry.to),
                       limit);
    }
}

static bool window_add_around(struct graph_window *w, uint32_t current,
                              uint32_t limit)
{
    const struct book_map *map = &w->edition->map;
    const uint32_t ply =
        map->ways.ply[current] == TABIA_NONE ? 0 : map->ways.ply[current];
    uint32_t *way = calloc((size_t)ply + 1, sizeof(*way));
    if (!way)
        return false;
    for (uint32_t n = ply + 1, at = current; n > 0; n--) {
        way[n - 1] = at;
        at = map->ways.parent[at];
    }
    for (uint32_t i = 0; i <= ply; i++)
        window_add(w, way[i], limit);
    if (w->n > ply)
        window_add_after(w, ply,
                         limit); // the current position is the last so far
    for (uint32_t n = ply; n > 0; n--)
        window_add_after(w, n - 1, limit);
    free(way);
    return true;
}

/* ---- coordinates -------------------------------------------------------- */

/* From a book that has coordinates for every position of the window. */
static void window_copy_coordinates(struct graph_window *w,
                                    const struct tabia_book *from)
{
    for (uint32_t i = 0; i < w->n; i++) {
        struct tabia_pos pos;
        tabia_book_position_at(w->edition->book, w->list[i], &pos);
        const uint32_t position = tabia_book_position_find(from, &pos);
        if (position == TABIA_NONE)
            continue;
        const struct tabia_coordinates xy =
            tabia_book_position_data(from, position).coordinates;
        w->x[i] = xy.x;
        w->y[i] = xy.y;
    }
}

static bool window_add_links(const struct graph_window *w,
                             struct tabia_builder *b, struct tabia_error *err)
{
    const struct tabia_book *book = w->edition->book;
    for (uint32_t i = 0; i < w->n; i++) {
        struct tabia_entry list[TABIA_MOVES_MAX];
        struct tabia_cursor at = { .node = i, .edge = TABIA_NONE };
        const size_t n =
            tabia_book_position_moves(book, w->list[i], TABIA_MERGE_FIRST, list,
                                      TABIA_MOVES_MAX);
        tabia_book_position_at(book, w->list[i], &at.pos);
        for (size_t k = 0; k < n; k++) {
            struct tabia_cursor c = at;
            const uint32_t to =
                w->index[tabia_book_node_position(book, list[k].to)];
            if (to != TABIA_NONE &&
                !tabia_builder_link(b, &c, list[k].move, to, err))
                return false;
        }
    }
    return true;
}

static bool window_add_nodes(const struct graph_window *w,
                             struct tabia_builder *b, struct tabia_error *err)
{
    const struct book_map *map = &w->edition->map;
    for (uint32_t i = 0; i < w->n; i++) {
        const uint32_t parent = map->ways.parent[w->list[i]];
        const bool is_root =
            parent == TABIA_NONE || w->index[parent] == TABIA_NONE;
        struct tabia_pos pos;
        struct tabia_cursor c;
        uint32_t node;
        tabia_book_position_at(w->edition->book, w->list[i], &pos);
        if (is_root ? !tabia_builder_start(b, &pos, &c, err)
                    : !tabia_builder_add_node(b, &pos, &node, err))
            return false;
    }
    return true;
}

static bool window_lay_out(struct graph_window *w, struct tabia_error *err)
{
    enum tabia_layout used;
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    struct tabia_book *part = NULL, *placed = NULL;
    if (!b)
        return false;
    if (window_add_nodes(w, b, err) && window_add_links(w, b, err))
        part = tabia_builder_freeze(b, err);
    else
        tabia_builder_free(b);
    if (part)
        placed = tabia_book_layout(part, TABIA_LAYOUT_TREE, 0, &used, err);
    if (placed)
        window_copy_coordinates(w, placed);
    tabia_book_free(part);
    tabia_book_free(placed);
    return placed != NULL;
}

/* The book's own coordinates if every position has them, else a tree layout. */
static bool window_find_coordinates(struct graph_window *w,
                                    struct tabia_error *err)
{
    struct edition *edition = w->edition;
    const struct tabia_book *book = edition->book;
    const uint32_t n = tabia_book_position_count(book);
    uint32_t nplaced = 0;
    if (tabia_book_attrs(book) & TABIA_HAS_COORDINATES)
        while (nplaced < n && tabia_book_position_data(book, nplaced).has &
                                  TABIA_HAS_COORDINATES)
            nplaced++;
    if (nplaced == n) {
        window_copy_coordinates(w, book);
        return true;
    }
    if (!w->is_whole)
        return window_lay_out(w, err);

    // The layout of the whole book is computed once per edition.
    enum tabia_layout used;
    pthread_mutex_lock(&edition->lock);
    if (!edition->placed)
        edition->placed =
            tabia_book_layout(book, TABIA_LAYOUT_TREE, 0, &used, err);
    const struct tabia_book *placed = edition->placed;
    pthread_mutex_unlock(&edition->lock);
    if (placed)
        window_copy_coordinates(w, placed);
    return placed != NULL;
}

/*
 * All positions if there are at most 'limit'; otherwise the line from the root
 * to 'current' (TABIA_NONE: the root), what follows it, then what follows the
 * positions before it.
 */
static bool window_open(struct graph_window *w, struct edition *edition,
                        uint32_t current, uint32_t limit,
                        struct tabia_error *err)
{
    const struct book_map *map = &edition->map;
    const uint32_t n = map->npositions;
    const size_t room = (size_t)(n < limit ? n : limit) + 1;
    *w = (struct graph_window){
        .edition = edition,
        .is_whole = n <= limit,
        .list = calloc(room, sizeof(*w->list)),
        .x = calloc(room, sizeof(*w->x)),
        .y = calloc(room, sizeof(*w->y)),
        .index = malloc(((size_t)n + 1) * sizeof(*w->index)),
    };
    bool is_ok = w->list && w->x && w->y && w->index;
    if (is_ok) {
        memset(w->index, 0xff, ((size_t)n + 1) * sizeof(*w->index));
        if (!w->is_whole)
            is_ok = window_add_around(
                w, current != TABIA_NONE ? current : map->ways.order[0], limit);
        else
            for (uint32_t i = 0; i < n; i++)
                window_add(w, map->ways.order[i], limit);
    }
    is_ok =
        is_ok ? n == 0 || window_find_coordinates(w, err) : error_nomem(err);
    if (!is_ok)
        window_close(w);
    return is_ok;
}

/* ---- the graph ---------------------------------------------------------- */

/* A tenth of a point is finer than any screen shows. */
static void put_coordinate(struct jsonw *js, const char *key, double value)
{
    jsonw_key(js, key);
    jsonw_put_double(js, (double)(long)(value * 10 + (value < 0 ? -0.5 : 0.5)) /
                             10);
}

static void put_graph_node(const struct graph_window *w, struct jsonw *js,
                           uint32_t i)
{
    const struct edition *edition = w->edition;
    const uint32_t position = w->list[i];
    const uint32_t ply = edition->map.ways.ply[position];
    const struct tabia_node_data data =
        tabia_book_position_data(edition->book, position);
    struct edges it = edges_of(edition->book, position);
    struct tabia_entry entry;
    struct tabia_pos pos;
    tabia_book_position_at(edition->book, position, &pos);
    jsonw_begin_object(js);
    jsonw_pair_uint(js, "id", position);
    put_coordinate(js, "x", w->x[i]);
    put_coordinate(js, "y", w->y[i]);
    json_view_text(js, "turn", pos.turn == TABIA_WHITE ? "white" : "black");
    if (ply != TABIA_NONE)
        jsonw_pair_uint(js, "ply", ply);
    json_view_text(js, "kind",
                   ply == 0                  ? "root"
                   : edges_next(&it, &entry) ? "inner"
                                             : "leaf");
    json_view_fen(js, "fen", &pos);
    json_view_node(js, &data);
    jsonw_end(js);
}

static void put_graph_edges(const struct graph_window *w, struct jsonw *js,
                            uint32_t i)
{
    const struct edition *edition = w->edition;
    const uint32_t from = w->list[i];
    struct tabia_entry list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    const size_t n =
        tabia_book_position_moves(edition->book, from, TABIA_MERGE_DEFAULT,
                                  list, TABIA_MOVES_MAX);
    tabia_book_position_at(edition->book, from, &pos);
    for (size_t k = 0; k < n; k++) {
        const uint32_t to = tabia_book_node_position(edition->book, list[k].to);
        if (w->index[to] == TABIA_NONE)
            continue;
        jsonw_begin_object(js);
        jsonw_pair_uint(js, "from", from);
        jsonw_pair_uint(js, "to", to);
        json_view_move(js, &pos, list[k].move);
        json_view_data(js, &list[k].data);
        jsonw_pair_bool(js, "tree",
                        edition->map.ways.parent[to] == from &&
                            reach_move(&edition->map.ways, edition->book, to) ==
                                list[k].move);
        jsonw_end(js);
    }
}

void api_graph(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct graph_window w;
    struct loan loan;
    struct jsonw js;
    if (!api_lend_book(srv, call, &loan, reply))
        return;
    const uint32_t current =
        tabia_book_position_find(loan.edition->book, &call->query.pos);
    const unsigned limit = api_number(call->query.limit, NODES, NODES_MAX);
    if (window_open(&w, loan.edition, current, limit, &err)) {
        reply_begin(reply, &js);
        jsonw_begin_object(&js);
        jsonw_pair_bool(&js, "whole", w.is_whole);
        jsonw_pair_uint(&js, "total", w.edition->map.npositions);
        if (current != TABIA_NONE)
            jsonw_pair_uint(&js, "current", current);
        else
            json_view_null(&js, "current");
        jsonw_key(&js, "nodes");
        jsonw_begin_array(&js);
        for (uint32_t i = 0; i < w.n; i++)
            put_graph_node(&w, &js, i);
        jsonw_end(&js);
        jsonw_key(&js, "edges");
        jsonw_begin_array(&js);
        for (uint32_t i = 0; i < w.n; i++)
            put_graph_edges(&w, &js, i);
        jsonw_end(&js);
        jsonw_end(&js);
        reply_end(reply);
        window_close(&w);
    } else {
        reply_failure(reply, HTTP_BAD_REQUEST, &err);
    }
    shelf_return(&loan);
}

/* ---- the tree ----------------------------------------------------------- */

/*
 * Writes a position's moves where it first occurs, down to the depth asked for.
 */
static void put_move_tree(struct jsonw *js, const struct tabia_book *book,
                          struct tabia_walk *walk, unsigned max)
{
    struct tabia_step step;
    unsigned nmoves = 0;
    int nopen = 0; // moves
    jsonw_key(js, "moves");
    jsonw_begin_array(js);
    while (nmoves < max && tabia_walk_next(walk, &step)) {
        if (step.ply == 0)
            continue;
        for (; nopen >= step.ply; nopen--) {
            jsonw_end(js);
            jsonw_end(js);
        }
        // Opens a move, up to the list of the moves that follow it.
        const struct tabia_node_data node =
            tabia_book_position_data(book, step.position);
        jsonw_begin_object(js);
        json_view_move(js, &step.before, step.entry.move);
        json_view_data(js, &step.entry.data);
        json_view_text(js, "name", node.name);
        json_view_eval(js, &node);
        nmoves++;
        if (step.is_seen && walk_has_entered(walk, step.position)) {
            jsonw_pair_bool(js, "transposition", true);
            jsonw_end(js);
            continue;
        }
        jsonw_key(js, "moves");
        jsonw_begin_array(js);
        nopen = step.ply;
    }
    for (; nopen > 0; nopen--) {
        jsonw_end(js);
        jsonw_end(js);
    }
    jsonw_end(js);
    jsonw_pair_bool(js, "more", nmoves >= MOVES_MAX);
}

void api_tree(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loan;
    struct jsonw js;
    if (!api_lend_book(srv, call, &loan, reply))
        return;
    const unsigned depth = api_number(call->query.depth, 4, DEPTH_MAX);
    const struct tabia_walk_options options = {
        .from = &call->query.pos,
        .max_ply = depth,
    };
    struct tabia_walk *walk =
        tabia_walk_open(loan.edition->book, &options, NULL);
    if (walk) {
        reply_begin(reply, &js);
        jsonw_begin_object(&js);
        json_view_fen(&js, "fen", &call->query.pos);
        put_move_tree(&js, loan.edition->book, walk, depth ? MOVES_MAX : 0);
        jsonw_end(&js);
        reply_end(reply);
    }
    if (!walk || !tabia_walk_ok(walk, NULL))
        reply_error(reply, HTTP_FAILED, "out of memory");
    tabia_walk_close(walk);
    shelf_return(&loan);
}
