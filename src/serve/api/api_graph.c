/*
 * api_graph.c - a book as a graph around a position, or as a tree from it
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/sort.h"
#include "book/book_side.h"
#include "book/edges.h"
#include "book/walk_internal.h"
#include "chess/chess_words.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/graph_sample.h"
#include "serve/api/json_view.h"
#include "study/coverage/coverage.h"
#include "study/practice/decisions.h"
#include "tabia/builder.h"
#include "tabia/draw.h"

#include "base/banned.h"

enum {
    NODES = 300, // of a graph
    NODES_MAX = 20000,
    SAMPLE_MAX = 2000, // of a source that is not loaded
    DEPTH_MAX = 40,    // of a tree
    MOVES_MAX = 50000,
};

/* What the book does about the replies to a position, as coverage.h has it. */
struct graph_replies {
    double unanswered; // share of the games there; -1: nothing is known
    bool is_end;       // a line ends there: no reply is answered
};

/* The part of a book that is drawn, with coordinates. */
struct graph_window {
    struct edition *edition; // borrowed
    uint32_t *list;          // owned: positions, parents before children
    uint32_t n;
    uint32_t *index; // owned: by position; TABIA_NUMBER_NONE: not in the window
    double *x, *y;   // owned: by index in 'list'
    struct graph_replies *replies; // owned: by index in 'list'
    bool is_whole, is_placed;      // 'is_placed': by the book's own coordinates
};

static void window_close(struct graph_window *w)
{
    free(w->list);
    free(w->index);
    free(w->x);
    free(w->y);
    free(w->replies);
    *w = (struct graph_window){ .n = 0 };
}

/* ---- contents ----------------------------------------------------------- */

static void window_add(struct graph_window *w, uint32_t position,
                       uint32_t limit)
{
    if (w->index[position] != TABIA_NUMBER_NONE || w->n >= limit)
        return;
    w->index[position] = w->n;
    w->list[w->n++] = position;
}

/*
 * Adds the positions below 'top' (TABIA_NUMBER_NONE: all), those with the most
 * positions below them first. Parents come before their children. (By lines,
 * openings that many orders of moves lead to would crowd out the others.)
 */
static bool window_add_largest(struct graph_window *w, uint32_t top,
                               uint32_t limit, struct tabia_error *err)
{
    const struct line_map *map = &w->edition->map;
    const struct reach *reach = &map->reach;
    struct largest {
        uint64_t key;
        uint32_t position;
    } *list = malloc(((size_t)map->npositions + 1) * sizeof(*list));
    uint8_t *is_below = calloc((size_t)map->npositions + 1, 1);
    size_t n = 0;
    for (uint32_t i = 0; list && is_below && i < map->npositions; i++) {
        const uint32_t at = reach->order[i], parent = reach->parent[at];
        is_below[at] = top == TABIA_NUMBER_NONE || at == top ||
                       (parent != TABIA_NUMBER_NONE && is_below[parent]);
        if (is_below[at])
            list[n++] = (struct largest){ UINT32_MAX - map->below[at], at };
    }
    const bool is_ok = list && is_below
                           ? sort_radix(list, n, sizeof(*list), 0, NULL, err)
                           : error_nomem(err);
    for (size_t i = 0; is_ok && i < n; i++)
        window_add(w, list[i].position, limit);
    free(list);
    free(is_below);
    return is_ok;
}

/* The line to the current position, the moves beside it, and what is largest:
 * below the position first, but not only there. */
static bool window_add_around(struct graph_window *w, uint32_t current,
                              uint32_t limit, struct tabia_error *err)
{
    const struct line_map *map = &w->edition->map;
    const uint32_t ply = map->reach.ply[current] == TABIA_NUMBER_NONE
                             ? 0
                             : map->reach.ply[current];
    uint32_t *way = calloc((size_t)ply + 1, sizeof(*way));
    if (!way)
        return error_nomem(err);
    for (uint32_t n = ply + 1, at = current; n > 0; n--) {
        way[n - 1] = at;
        at = map->reach.parent[at];
    }
    for (uint32_t i = 0; i <= ply; i++)
        window_add(w, way[i], limit);
    for (uint32_t n = ply + 1; n-- > 0 && w->n < limit;) {
        struct edges it = edges_of(w->edition->book, way[n]);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry)) {
            const uint32_t to =
                tabia_book_node_position(w->edition->book, entry.to_node);
            if (map->reach.parent[to] == way[n])
                window_add(w, to, limit);
        }
    }
    free(way);
    const uint32_t share = limit - limit / 3;
    return window_add_largest(w, current, share, err) &&
           window_add_largest(w, TABIA_NUMBER_NONE, limit, err);
}

/* ---- coordinates -------------------------------------------------------- */

/* From a book that has coordinates for every position of the window. */
static void window_copy_coordinates(struct graph_window *w,
                                    const struct tabia_book *from)
{
    for (uint32_t i = 0; i < w->n; i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(w->edition->book, w->list[i], &pos);
        const uint32_t position = tabia_book_find_position(from, &pos);
        if (position == TABIA_NUMBER_NONE)
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
        struct tabia_book_move list[TABIA_MOVES_MAX];
        struct tabia_builder_cursor at = { .node = i,
                                           .edge = TABIA_NUMBER_NONE };
        const size_t n =
            tabia_book_position_moves(book, w->list[i], TABIA_MERGE_FIRST, list,
                                      TABIA_MOVES_MAX);
        tabia_book_position_pos_at(book, w->list[i], &at.pos);
        for (size_t k = 0; k < n; k++) {
            struct tabia_builder_cursor c = at;
            const uint32_t to =
                w->index[tabia_book_node_position(book, list[k].to_node)];
            if (to != TABIA_NUMBER_NONE &&
                !tabia_builder_link(b, &c, list[k].move, to, err))
                return false;
        }
    }
    return true;
}

static bool window_add_nodes(const struct graph_window *w,
                             struct tabia_builder *b, struct tabia_error *err)
{
    const struct line_map *map = &w->edition->map;
    for (uint32_t i = 0; i < w->n; i++) {
        const uint32_t parent = map->reach.parent[w->list[i]];
        const bool is_root = parent == TABIA_NUMBER_NONE ||
                             w->index[parent] == TABIA_NUMBER_NONE;
        struct tabia_pos pos;
        struct tabia_builder_cursor c;
        uint32_t node;
        tabia_book_position_pos_at(w->edition->book, w->list[i], &pos);
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
        placed = tabia_book_layout(
            part, &(struct tabia_layout_options){ .layout = TABIA_LAYOUT_TREE },
            &used, err);
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
        w->is_placed = true;
        window_copy_coordinates(w, book);
        return true;
    }
    if (!w->is_whole)
        return window_lay_out(w, err);

    const struct tabia_book *placed = edition_lay_out(edition, err);
    if (placed)
        window_copy_coordinates(w, placed);
    return placed != NULL;
}

/*
 * All positions if there are at most 'limit'; otherwise those around 'current'
 * (TABIA_NUMBER_NONE: the root).
 */
static bool window_open(struct graph_window *w, struct edition *edition,
                        uint32_t current, uint32_t limit,
                        struct tabia_error *err)
{
    const struct line_map *map = &edition->map;
    const uint32_t n = map->npositions;
    const size_t room = (size_t)(n < limit ? n : limit) + 1;
    *w = (struct graph_window){
        .edition = edition,
        .is_whole = n <= limit,
        .list = calloc(room, sizeof(*w->list)),
        .x = calloc(room, sizeof(*w->x)),
        .y = calloc(room, sizeof(*w->y)),
        .replies = calloc(room, sizeof(*w->replies)),
        .index = malloc(((size_t)n + 1) * sizeof(*w->index)),
    };
    bool is_ok =
        (w->list && w->x && w->y && w->replies && w->index) || error_nomem(err);
    if (is_ok) {
        memset(w->index, 0xff, ((size_t)n + 1) * sizeof(*w->index));
        if (!w->is_whole)
            is_ok = window_add_around(
                w, current != TABIA_NUMBER_NONE ? current : map->reach.order[0],
                limit, err);
        else
            for (uint32_t i = 0; i < n; i++)
                window_add(w, map->reach.order[i], limit);
    }
    is_ok = is_ok && (n == 0 || window_find_coordinates(w, err));
    if (!is_ok)
        window_close(w);
    return is_ok;
}

/* ---- the graph ---------------------------------------------------------- */

/* A tenth of a point is finer than any screen shows. */
static void put_coordinate(struct json_writer *js, const char *key,
                           double value)
{
    json_writer_key(js, key);
    json_writer_put_double(js, round(value * 10) / 10);
}

/* A request in progress. */
struct graph_request {
    struct server *srv;
    const struct request_params *params;
    struct json_writer *js;
    struct loan loan;           // of the book
    struct loan store;          // that counts what is played; or no volume
    struct edition *sample;     // owned: of a source that is not loaded
    struct tabia_answer answer; // of the store
    struct graph_window w;
    enum tabia_color color; // who plays from the book
    bool is_whole;
};

static void put_graph_node(struct graph_request *r, uint32_t i)
{
    const struct edition *edition = r->w.edition;
    const uint32_t position = r->w.list[i];
    const uint32_t ply = edition->map.reach.ply[position];
    struct tabia_node_data data =
        tabia_book_position_data(edition->book, position);
    struct edges it = edges_of(edition->book, position);
    struct tabia_name name;
    struct tabia_book_move entry;
    struct tabia_pos pos;
    struct json_writer *js = r->js;
    tabia_book_position_pos_at(edition->book, position, &pos);
    if (!data.name && tabia_names_find(r->srv->names.names, &pos, &name)) {
        data.name = name.name;
        data.eco = name.eco;
        data.has |= TABIA_HAS_NAME | (name.eco ? TABIA_HAS_ECO : 0);
    }
    json_writer_begin_object(js);
    json_writer_pair_uint(js, "id", position);
    put_coordinate(js, "x", r->w.x[i]);
    put_coordinate(js, "y", r->w.y[i]);
    json_writer_pair_text(js, "turn", chess_words_color(pos.turn));
    if (ply != TABIA_NUMBER_NONE)
        json_writer_pair_uint(js, "ply", ply);
    json_writer_pair_text(js, "kind",
                          ply == 0                  ? "root"
                          : edges_next(&it, &entry) ? "inner"
                                                    : "leaf");
    json_view_put_fen(js, "fen", &pos);
    json_writer_pair_uint(js, "lines", edition->nlines[position]);
    json_writer_pair_uint(js, "below", edition->map.below[position]);
    if (r->w.replies[i].unanswered >= 0) {
        json_view_put_share(js, "unanswered", r->w.replies[i].unanswered);
        json_writer_pair_bool(js, "end", r->w.replies[i].is_end);
    }
    json_view_put_node(js, &data);
    json_writer_end(js);
}

/* What the store has for a move; NULL if it does not have it. */
static const struct tabia_book_move *find_played(
    const struct tabia_answer *answer, tabia_move mv, size_t *at)
{
    for (*at = 0; *at < answer->nmoves; (*at)++)
        if (answer->moves[*at].move == mv)
            return &answer->moves[*at];
    return NULL;
}

/* The results of a move: those of the store, else the book's own. */
static void put_graph_results(struct json_writer *js,
                              const struct tabia_move_data *data)
{
    const struct tabia_tally results = { data->white, data->draws,
                                         data->black };
    if (!(data->has & TABIA_HAS_RESULTS))
        return;
    json_view_put_results(js, results);
    json_writer_pair_uint(js, "games",
                          results.white + results.draws + results.black +
                              data->unknown_results);
}

/* True if the book has a move to play after this one. */
static bool answers_reply(const struct tabia_book *book, struct tabia_pos pos,
                          tabia_move reply)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    tabia_pos_play(&pos, reply);
    const struct tabia_pos after = tabia_pos_identity(&pos);
    const uint32_t position = tabia_book_find_position(book, &after);
    return position != TABIA_NUMBER_NONE &&
           decisions_list_accepted(book, position, list);
}

/* True if the game is over after the move. */
static bool ends_game(struct tabia_pos pos, tabia_move mv)
{
    tabia_move legal[TABIA_MOVES_MAX];
    tabia_pos_play(&pos, mv);
    return tabia_pos_legal_moves(&pos, legal) == 0;
}

/* The replies of the store, and the 'n' of the book, at an opponent's turn. */
static struct graph_replies judge_replies(const struct graph_request *r,
                                          const struct tabia_pos *pos,
                                          const double shares[TABIA_MOVES_MAX],
                                          const struct tabia_book_move *moves,
                                          size_t n)
{
    const struct tabia_book *book = r->w.edition->book;
    struct graph_replies replies = { .unanswered = 0, .is_end = true };
    for (size_t i = 0; i < r->answer.nmoves; i++) {
        const tabia_move mv = r->answer.moves[i].move;
        if (answers_reply(book, *pos, mv))
            replies.is_end = false;
        else if (shares[i] > 0 && !ends_game(*pos, mv))
            replies.unanswered += shares[i];
    }
    for (size_t i = 0; i < n && replies.is_end; i++)
        replies.is_end = !answers_reply(book, *pos, moves[i].move);
    return replies;
}

static bool put_graph_edges(struct graph_request *r, uint32_t i,
                            struct tabia_error *err)
{
    const struct edition *edition = r->w.edition;
    const uint32_t from = r->w.list[i];
    const struct tabia_query how = {
        .filter = &r->params->filter,
        .drop_filters = true,
    };
    struct tabia_book_move list[TABIA_MOVES_MAX];
    double shares[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    struct json_writer *js = r->js;
    const size_t n =
        tabia_book_position_moves(edition->book, from, TABIA_MERGE_DEFAULT,
                                  list, TABIA_MOVES_MAX);
    tabia_book_position_pos_at(edition->book, from, &pos);
    if (r->store.volume) {
        if (!tabia_source_find(shelf_loan_source(&r->store), &pos, &how,
                               &r->answer, err))
            return false;
        likely_replies_weigh(&pos, r->answer.moves, r->answer.nmoves, false,
                             shares);
    }
    const bool has_games = r->answer.nmoves > 0;
    for (size_t k = 0; k < n; k++) {
        const uint32_t to =
            tabia_book_node_position(edition->book, list[k].to_node);
        size_t at;
        const struct tabia_book_move *played =
            find_played(&r->answer, list[k].move, &at);
        if (r->w.index[to] == TABIA_NUMBER_NONE)
            continue;
        json_writer_begin_object(js);
        json_writer_pair_uint(js, "from", from);
        json_writer_pair_uint(js, "to", to);
        json_view_put_move(js, &pos, list[k].move);
        json_view_put_data(js, &list[k].data);
        if (has_games)
            json_view_put_share(js, "share", played ? shares[at] : 0);
        put_graph_results(js, played ? &played->data : &list[k].data);
        json_writer_pair_bool(js, "tree",
                              line_map_has_move(&edition->map, edition->book,
                                                from, list[k].move, to));
        json_writer_end(js);
    }
    const bool is_judged = has_games && !r->sample && pos.turn != r->color;
    struct graph_replies *replies = &r->w.replies[i];
    if (!is_judged)
        *replies = (struct graph_replies){ .unanswered = -1 };
    else if (coverage_is_only_first(&pos, r->color, n))
        *replies = (struct graph_replies){ .unanswered = 0 };
    else
        *replies = judge_replies(r, &pos, shares, list, n);
    return true;
}

/* Sets 'at' to where a list "a,b,c" has an id. */
static bool find_listed(const char *list, const char *id, size_t *at)
{
    const size_t len = strlen(id);
    for (const char *p = list; *p; p += strcspn(p, ",")) {
        p += *p == ',';
        if (strncmp(p, id, len) == 0 && (p[len] == ',' || p[len] == '\0')) {
            *at = (size_t)(p - list);
            return true;
        }
    }
    return false;
}

/* The store that the request lists first, or the first one. */
static void borrow_graph_store(struct server *srv,
                               const struct request_params *params,
                               struct loan *store)
{
    struct loan loans[SHELF_MAX];
    const size_t n =
        shelf_lend_all(&srv->shelf,
                       params->sources ? params->sources : params->imports,
                       loans);
    size_t best = n, best_at = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        const struct volume *v = loans[i].volume;
        size_t at = i;
        if (v->kind != VOLUME_STORE || atomic_load(&v->is_overwritten))
            continue;
        if (params->sources && !find_listed(params->sources, v->id, &at))
            continue;
        if (at < best_at) {
            best = i;
            best_at = at;
        }
    }
    for (size_t i = 0; i < n; i++)
        if (i != best)
            shelf_return(&loans[i]);
    *store = best < n ? loans[best] : (struct loan){ .volume = NULL };
}

/*
 * The window of a book in memory. What cannot be loaded is sampled, and counts
 * itself what is played.
 */
static bool open_graph(struct graph_request *r, struct tabia_error *err)
{
    struct edition *edition = r->loan.edition;
    unsigned limit = endpoint_number(r->params->limit, NODES, NODES_MAX);
    r->is_whole = true;
    if (!edition) {
        limit = limit < SAMPLE_MAX ? limit : SAMPLE_MAX;
        struct tabia_book *book =
            graph_sample(shelf_loan_source(&r->loan), r->params, limit,
                         &r->is_whole, err);
        r->sample = edition =
            book ? edition_new(book, &r->srv->names, err) : NULL;
    }
    if (!edition || !edition_count_lines(edition, err))
        return false;
    const uint32_t current =
        tabia_book_find_position(edition->book, &r->params->pos);
    // A line that is longer than the limit is part of the sample in any case.
    return window_open(&r->w, edition, current, r->sample ? NODES_MAX : limit,
                       err);
}

static bool put_graph(struct graph_request *r, struct tabia_error *err)
{
    const uint32_t current =
        tabia_book_find_position(r->w.edition->book, &r->params->pos);
    struct json_writer *js = r->js;
    bool is_ok = true;
    json_writer_begin_object(js);
    json_writer_pair_bool(js, "whole", r->w.is_whole && r->is_whole);
    json_writer_pair_bool(js, "placed", r->w.is_placed);
    json_writer_pair_uint(js, "total", r->w.edition->map.npositions);
    if (r->store.volume)
        json_writer_pair_text(js, "store", r->store.volume->id);
    else
        json_view_put_null(js, "store");
    if (current != TABIA_NUMBER_NONE)
        json_writer_pair_uint(js, "current", current);
    else
        json_view_put_null(js, "current");
    json_writer_key(js, "edges");
    json_writer_begin_array(js);
    for (uint32_t i = 0; i < r->w.n && is_ok; i++)
        is_ok = put_graph_edges(r, i, err);
    json_writer_end(js);
    json_writer_key(js, "nodes"); // their replies are known by now
    json_writer_begin_array(js);
    for (uint32_t i = 0; i < r->w.n && is_ok; i++)
        put_graph_node(r, i);
    json_writer_end(js);
    json_writer_end(js);
    return is_ok;
}

/* True if it is looked up in: a store, or a keyed file too large to load. */
static bool is_sampled(const struct loan *loan)
{
    const struct volume *v = loan->volume;
    return v->kind == VOLUME_STORE ||
           (v->kind == VOLUME_SEARCH_ONLY &&
            tabia_format_get_info(v->format)->is_keyed);
}

void api_graph(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct json_writer js;
    struct graph_request r = { .srv = srv, .params = &call->params, .js = &js };
    if (!endpoint_borrow(srv, call, &r.loan, reply) ||
        (!is_sampled(&r.loan) && !endpoint_load(srv, call, &r.loan, reply)))
        return;
    if (is_sampled(&r.loan))
        shelf_lend(&srv->shelf, r.loan.volume->id, &r.store);
    else
        borrow_graph_store(srv, r.params, &r.store);
    bool is_ok = open_graph(&r, &err);
    if (is_ok) {
        r.color = r.params->player_color != PARAM_ABSENT
                      ? (enum tabia_color)r.params->player_color
                      : book_color(r.w.edition->book);
        reply_begin_json(reply, &js);
        is_ok = put_graph(&r, &err);
    }
    if (is_ok)
        reply_end(reply);
    else
        reply_library_error(reply, HTTP_FAILED, &err);
    window_close(&r.w);
    edition_unref(r.sample);
    tabia_answer_clear(&r.answer);
    if (r.store.volume)
        endpoint_return_loan(srv, &r.store, reply);
    endpoint_return_loan(srv, &r.loan, reply);
}

/* ---- the tree ----------------------------------------------------------- */

/*
 * Writes a position's moves where it first occurs, down to the depth asked for.
 */
static void graph_put_move_tree(struct json_writer *js,
                                const struct tabia_book *book,
                                struct tabia_walk *walk, unsigned max)
{
    struct tabia_walk_step step;
    unsigned nmoves = 0;
    int nopen = 0; // moves
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    while (nmoves < max && tabia_walk_next(walk, &step, NULL)) {
        if (step.ply == 0)
            continue;
        for (; nopen >= (int)step.ply; nopen--) {
            json_writer_end(js);
            json_writer_end(js);
        }
        // Opens a move, up to the list of the moves that follow it.
        const struct tabia_node_data node =
            tabia_book_position_data(book, step.position);
        json_writer_begin_object(js);
        json_view_put_move(js, &step.before, step.book_move.move);
        json_view_put_data(js, &step.book_move.data);
        json_view_put_optional_text(js, "name", node.name);
        json_view_put_eval(js, &node);
        nmoves++;
        if (step.is_seen && walk_has_entered(walk, step.position)) {
            json_writer_pair_bool(js, "transposition", true);
            json_writer_end(js);
            continue;
        }
        json_writer_key(js, "moves");
        json_writer_begin_array(js);
        nopen = (int)step.ply;
    }
    for (; nopen > 0; nopen--) {
        json_writer_end(js);
        json_writer_end(js);
    }
    json_writer_end(js);
    json_writer_pair_bool(js, "more", nmoves >= MOVES_MAX);
}

void api_graph_tree(struct server *srv, const struct call *call,
                    struct reply *reply)
{
    struct loan loan;
    struct json_writer js;
    if (!endpoint_borrow_book(srv, call, &loan, reply))
        return;
    const unsigned depth = endpoint_number(call->params.depth, 4, DEPTH_MAX);
    const struct tabia_walk_options options = {
        .from = &call->params.pos,
        .max_ply = depth,
    };
    struct tabia_walk *walk =
        tabia_walk_new(loan.edition->book, &options, NULL);
    if (walk) {
        reply_begin_json(reply, &js);
        json_writer_begin_object(&js);
        json_view_put_fen(&js, "fen", &call->params.pos);
        graph_put_move_tree(&js, loan.edition->book, walk,
                            depth ? MOVES_MAX : 0);
        json_writer_end(&js);
        reply_end(reply);
    }
    if (!walk || !walk_is_whole(walk, NULL))
        reply_error(reply, HTTP_FAILED, "out of memory");
    tabia_walk_free(walk);
    shelf_return(&loan);
}
