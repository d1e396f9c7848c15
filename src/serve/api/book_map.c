/*
 * book_map.c - how each position of a book is reached
 */
#include "serve/api/book_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

#include "base/banned.h"

static uint32_t *numbers(uint32_t n, bool none)
{
    uint32_t *list = calloc((size_t)n + 1, sizeof(*list));
    if (list && none)
        memset(list, 0xff, ((size_t)n + 1) * sizeof(*list));
    return list;
}

static bool reserve(struct book_map *map)
{
    const uint32_t n = map->npositions;
    map->reached = numbers(n, false);
    map->parent = numbers(n, true);
    map->ply = numbers(n, true);
    map->order = numbers(n, false);
    map->move = calloc((size_t)n + 1, sizeof(*map->move));
    return map->reached && map->parent && map->ply && map->order && map->move;
}

static void count_ways(struct book_map *map, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_edges(book); i++)
        map->reached[tabia_node_position(book, tabia_edge_target(book, i))]++;
}

static void meet(struct book_map *map, uint32_t position, uint32_t parent,
                 tabia_move mv)
{
    if (map->ply[position] != TABIA_NONE)
        return;
    map->ply[position] = parent == TABIA_NONE ? 0 : map->ply[parent] + 1;
    map->parent[position] = parent;
    map->move[position] = mv;
    map->order[map->nmet++] = position;
}

static void find_ways(struct book_map *map, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_roots(book); i++)
        meet(map, tabia_node_position(book, tabia_book_root(book, i)),
             TABIA_NONE, TABIA_MOVE_NONE);
    for (uint32_t at = 0; at < map->nmet; at++) {
        const uint32_t from = map->order[at];
        struct tabia_iter it = tabia_position_moves(book, from);
        struct tabia_entry entry;
        while (tabia_iter_next(&it, &entry))
            meet(map, tabia_node_position(book, entry.to), from, entry.move);
    }
}

enum { NAMES = TABIA_HAS_NAME | TABIA_HAS_ECO };

/* From node to node, also breadth first. False: no memory. */
static bool find_lines(struct book_map *map, const struct tabia_book *book)
{
    const uint32_t nnodes = tabia_book_nodes(book);
    uint32_t *queue = numbers(nnodes, false);
    uint32_t n = 0;
    bool *is_met = calloc((size_t)nnodes + 1, sizeof(*is_met));
    map->node_parent = numbers(nnodes, true);
    map->node_move = calloc((size_t)nnodes + 1, sizeof(*map->node_move));
    const bool has_room = queue && is_met && map->node_parent && map->node_move;
    for (uint32_t i = 0; has_room && i < tabia_book_roots(book); i++) {
        const uint32_t root = tabia_book_root(book, i);
        if (!is_met[root])
            queue[n++] = root;
        is_met[root] = true;
    }
    for (uint32_t at = 0; at < n; at++) {
        uint32_t first, count;
        tabia_node_edges(book, queue[at], &first, &count);
        for (uint32_t edge = first; edge < first + count; edge++) {
            const uint32_t to = tabia_edge_target(book, edge);
            if (is_met[to])
                continue;
            is_met[to] = true;
            map->node_parent[to] = queue[at];
            map->node_move[to] = tabia_edge_move(book, edge);
            queue[n++] = to;
        }
    }
    free(queue);
    free(is_met);
    return has_room;
}

bool book_map_init(struct book_map *map, const struct tabia_book *book,
                   struct tabia_error *err)
{
    *map = (struct book_map){ .npositions = tabia_book_positions(book) };
    if (!reserve(map) ||
        (tabia_book_attrs(book) & NAMES && !find_lines(map, book))) {
        book_map_clear(map);
        return error_nomem(err);
    }
    count_ways(map, book);
    find_ways(map, book);
    uint32_t n = map->nmet;
    for (uint32_t i = 0; i < map->npositions; i++)
        if (map->ply[i] == TABIA_NONE)
            map->order[n++] = i;
    return true;
}

void book_map_clear(struct book_map *map)
{
    free(map->reached);
    free(map->parent);
    free(map->ply);
    free(map->order);
    free(map->move);
    free(map->node_parent);
    free(map->node_move);
    *map = (struct book_map){ .npositions = 0 };
}

/* The raw position of the root that is an occurrence of 'position'. */
static void find_root(const struct tabia_book *book, uint32_t position,
                      struct tabia_pos *pos)
{
    for (uint32_t i = 0; i < tabia_book_roots(book); i++) {
        if (tabia_node_position(book, tabia_book_root(book, i)) == position) {
            tabia_book_root_pos(book, i, pos);
            return;
        }
    }
    tabia_book_position(book, position, pos);
}

size_t book_map_line(const struct book_map *map, const struct tabia_book *book,
                     uint32_t position, struct tabia_pos *root,
                     tabia_move moves[BOOK_MAP_LINE])
{
    const uint32_t ply = map->ply[position];
    if (ply == TABIA_NONE || ply > BOOK_MAP_LINE) {
        tabia_book_position(book, position, root);
        return 0;
    }
    for (uint32_t n = ply; n > 0; n--) {
        moves[n - 1] = map->move[position];
        position = map->parent[position];
    }
    find_root(book, position, root);
    return ply;
}

/* The first occurrence that has the name, or TABIA_NONE. */
static uint32_t named_node(const struct tabia_book *book, uint32_t position)
{
    uint32_t node;
    for (uint32_t n = 0;
         (node = tabia_position_node(book, position, n)) != TABIA_NONE; n++)
        if (tabia_node_data(book, node).has & NAMES)
            return node;
    return TABIA_NONE;
}

size_t book_map_named_line(const struct book_map *map,
                           const struct tabia_book *book, uint32_t position,
                           struct tabia_pos *root,
                           tabia_move moves[BOOK_MAP_LINE])
{
    const uint32_t node =
        map->node_parent ? named_node(book, position) : TABIA_NONE;
    uint32_t n = 0, top = node;
    if (node != TABIA_NONE)
        for (; map->node_parent[top] != TABIA_NONE; n++)
            top = map->node_parent[top];
    if (n == 0 || n > BOOK_MAP_LINE)
        return book_map_line(map, book, position, root, moves);
    uint32_t at = node;
    for (uint32_t i = n; i > 0; i--) {
        moves[i - 1] = map->node_move[at];
        at = map->node_parent[at];
    }
    find_root(book, tabia_node_position(book, top), root);
    return n;
}
