/*
 * graph_window.c - the part of a book that is drawn, and where
 */
#include "serve/api/graph_window.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "book/edges.h"
#include "tabia/draw.h"
#include "tabia/builder.h"

#include "base/banned.h"

/* ---- which ----------------------------------------------------------- */

static bool reserve(struct graph_window *w, uint32_t npositions, uint32_t room)
{
    const size_t n = (size_t)npositions + 1, m = (size_t)room + 1;
    w->list = calloc(m, sizeof(*w->list));
    w->x = calloc(m, sizeof(*w->x));
    w->y = calloc(m, sizeof(*w->y));
    w->index = malloc(n * sizeof(*w->index));
    if (w->index)
        memset(w->index, 0xff, n * sizeof(*w->index));
    return w->list && w->x && w->y && w->index;
}

static void add(struct graph_window *w, uint32_t position, uint32_t limit)
{
    if (w->index[position] != TABIA_NONE || w->n >= limit)
        return;
    w->index[position] = w->n;
    w->list[w->n++] = position;
}

/* What comes after the positions from 'at' on, breadth first. */
static void add_after(struct graph_window *w, uint32_t at, uint32_t limit)
{
    for (; at < w->n && w->n < limit; at++) {
        struct edges it = edges_of(w->edition->book, w->list[at]);
        struct tabia_entry entry;
        while (edges_next(&it, &entry))
            add(w, tabia_node_position(w->edition->book, entry.to), limit);
    }
}

static bool add_around(struct graph_window *w, uint32_t current, uint32_t limit)
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
        add(w, way[i], limit);
    if (w->n > ply)
        add_after(w, ply, limit); // the current position is the last so far
    for (uint32_t n = ply; n > 0; n--)
        add_after(w, n - 1, limit);
    free(way);
    return true;
}

static bool choose(struct graph_window *w, uint32_t current, uint32_t limit)
{
    const struct book_map *map = &w->edition->map;
    w->is_whole = map->npositions <= limit;
    if (!w->is_whole)
        return add_around(
            w, current != TABIA_NONE ? current : map->ways.order[0], limit);
    for (uint32_t i = 0; i < map->npositions; i++)
        add(w, map->ways.order[i], limit);
    return true;
}

/* ---- where ----------------------------------------------------------- */

/* From a book that has a place for every position of the window. */
static void take_places(struct graph_window *w, const struct tabia_book *from)
{
    for (uint32_t i = 0; i < w->n; i++) {
        struct tabia_pos pos;
        tabia_book_position_at(w->edition->book, w->list[i], &pos);
        const uint32_t position = tabia_book_position_find(from, &pos);
        if (position == TABIA_NONE)
            continue;
        const struct tabia_place place =
            tabia_position_data(from, position).place;
        w->x[i] = place.x;
        w->y[i] = place.y;
    }
}

static bool has_places(const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++)
        if (!(tabia_position_data(book, i).has & TABIA_HAS_PLACE))
            return false;
    return true;
}

/* The whole book with places, made once for an edition. */
static const struct tabia_book *place_all(struct edition *edition,
                                          struct tabia_error *err)
{
    enum tabia_layout used;
    pthread_mutex_lock(&edition->lock);
    if (!edition->placed)
        edition->placed =
            tabia_book_layout(edition->book, TABIA_LAYOUT_TREE, 0, &used, err);
    const struct tabia_book *placed = edition->placed;
    pthread_mutex_unlock(&edition->lock);
    return placed;
}

static bool add_links(const struct graph_window *w, struct tabia_builder *b,
                      struct tabia_error *err)
{
    const struct tabia_book *book = w->edition->book;
    for (uint32_t i = 0; i < w->n; i++) {
        struct tabia_entry list[TABIA_MOVES_MAX];
        struct tabia_cursor at = { .node = i, .edge = TABIA_NONE };
        const size_t n =
            tabia_position_moves(book, w->list[i], TABIA_POLICY_FIRST, list);
        tabia_book_position_at(book, w->list[i], &at.pos);
        for (size_t k = 0; k < n; k++) {
            struct tabia_cursor c = at;
            const uint32_t to = w->index[tabia_node_position(book, list[k].to)];
            if (to != TABIA_NONE &&
                !tabia_builder_link(b, &c, list[k].move, to, err))
                return false;
        }
    }
    return true;
}

static bool add_nodes(const struct graph_window *w, struct tabia_builder *b,
                      struct tabia_error *err)
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

static bool place_window(struct graph_window *w, struct tabia_error *err)
{
    enum tabia_layout used;
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    struct tabia_book *part = NULL, *placed = NULL;
    if (!b)
        return false;
    if (add_nodes(w, b, err) && add_links(w, b, err))
        part = tabia_builder_freeze(b, err);
    else
        tabia_builder_free(b);
    if (part)
        placed = tabia_book_layout(part, TABIA_LAYOUT_TREE, 0, &used, err);
    if (placed)
        take_places(w, placed);
    tabia_book_free(part);
    tabia_book_free(placed);
    return placed != NULL;
}

static bool find_places(struct graph_window *w, struct tabia_error *err)
{
    const struct tabia_book *book = w->edition->book;
    const bool may_have = tabia_book_attrs(book) & TABIA_HAS_PLACE;
    if (may_have && has_places(book)) {
        take_places(w, book);
        return true;
    }
    if (!w->is_whole)
        return place_window(w, err);
    const struct tabia_book *placed = place_all(w->edition, err);
    if (placed)
        take_places(w, placed);
    return placed != NULL;
}

bool graph_window_init(struct graph_window *w, struct edition *edition,
                       uint32_t current, uint32_t limit,
                       struct tabia_error *err)
{
    const uint32_t n = edition->map.npositions;
    *w = (struct graph_window){ .edition = edition };
    if (!reserve(w, n, n < limit ? n : limit)) {
        graph_window_clear(w);
        return error_nomem(err);
    }
    if (n == 0) {
        w->is_whole = true;
        return true;
    }
    if (choose(w, current, limit) ? find_places(w, err) : error_nomem(err))
        return true;
    graph_window_clear(w);
    return false;
}

void graph_window_clear(struct graph_window *w)
{
    free(w->list);
    free(w->index);
    free(w->x);
    free(w->y);
    *w = (struct graph_window){ .n = 0 };
}
