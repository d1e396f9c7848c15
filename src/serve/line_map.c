/*
 * line_map.c - the lines by which a frozen book reaches its positions
 */
#include "serve/line_map.h"

#include <stdlib.h>

#include "base/error.h"

#include "base/banned.h"

enum { NAMES = TABIA_HAS_NAME | TABIA_HAS_ECO };

/* Each way adds what is after it to the position before it. */
static void count_below(struct line_map *map)
{
    const struct reach *reach = &map->reach;
    for (uint32_t i = reach->n; i > 0; i--) {
        const uint32_t at = reach->order[i - 1];
        const uint32_t parent = reach->parent[at];
        if (map->nlines[at] == 0)
            map->nlines[at] = 1; // it ends here
        if (parent == TABIA_NONE)
            continue;
        map->below[parent] += map->below[at] + 1;
        map->nlines[parent] += map->nlines[at];
    }
}

bool line_map_init(struct line_map *map, const struct tabia_book *book,
                   struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    *map = (struct line_map){
        .npositions = n,
        .reached = calloc((size_t)n + 1, sizeof(*map->reached)),
        .below = calloc((size_t)n + 1, sizeof(*map->below)),
        .nlines = calloc((size_t)n + 1, sizeof(*map->nlines)),
        .has_names = tabia_book_attrs(book) & NAMES,
    };
    if (!map->reached || !map->below || !map->nlines ||
        !reach_init(&map->reach, n, err) ||
        (map->has_names &&
         !reach_init(&map->node_reach, tabia_book_node_count(book), err))) {
        line_map_clear(map);
        return error_nomem(err);
    }
    for (uint32_t i = 0; i < tabia_book_edge_count(book); i++)
        map->reached[tabia_book_node_position(
            book, tabia_book_edge_target(book, i))]++;
    if (map->has_names) {
        for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
            reach_start(&map->node_reach, tabia_book_root_at(book, i));
        reach_follow_nodes(&map->node_reach, book, NULL);
    }
    reach_roots(&map->reach, book);
    reach_follow(&map->reach, book, NULL, 0);
    uint32_t nordered = map->reach.n;
    for (uint32_t i = 0; i < n; i++)
        if (map->reach.ply[i] == TABIA_NONE)
            map->reach.order[nordered++] = i;
    count_below(map);
    return true;
}

void line_map_clear(struct line_map *map)
{
    free(map->reached);
    free(map->below);
    free(map->nlines);
    reach_clear(&map->reach);
    reach_clear(&map->node_reach);
    *map = (struct line_map){ .npositions = 0 };
}

/* The raw position of the root that is an occurrence of 'position'. */
static void find_root(const struct tabia_book *book, uint32_t position,
                      struct tabia_pos *pos)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        if (tabia_book_node_position(book, tabia_book_root_at(book, i)) ==
            position) {
            tabia_book_root_pos(book, i, pos);
            return;
        }
    }
    tabia_book_position_at(book, position, pos);
}

size_t line_map_line_to(const struct line_map *map,
                        const struct tabia_book *book, uint32_t position,
                        struct tabia_pos *root,
                        tabia_move moves[LINE_MAP_PLIES])
{
    const uint32_t ply = map->reach.ply[position];
    if (ply == TABIA_NONE || ply > LINE_MAP_PLIES) {
        tabia_book_position_at(book, position, root);
        return 0;
    }
    for (uint32_t n = ply; n > 0; n--) {
        moves[n - 1] = reach_move(&map->reach, book, position);
        position = map->reach.parent[position];
    }
    find_root(book, position, root);
    return ply;
}

bool line_map_has_move(const struct line_map *map,
                       const struct tabia_book *book, uint32_t from,
                       tabia_move mv, uint32_t to)
{
    return map->reach.parent[to] == from &&
           reach_move(&map->reach, book, to) == mv;
}

size_t line_map_named_line_to(const struct line_map *map,
                              const struct tabia_book *book, uint32_t position,
                              struct tabia_pos *root,
                              tabia_move moves[LINE_MAP_PLIES])
{
    // The first occurrence that has the name.
    uint32_t node = TABIA_NONE, n = 0;
    if (map->has_names)
        while ((node = tabia_book_position_node(book, position, n)) !=
                   TABIA_NONE &&
               !(tabia_book_node_data(book, node).has & NAMES))
            n++;
    uint32_t top = node;
    n = 0;
    if (node != TABIA_NONE)
        for (; map->node_reach.parent[top] != TABIA_NONE; n++)
            top = map->node_reach.parent[top];
    if (n == 0 || n > LINE_MAP_PLIES)
        return line_map_line_to(map, book, position, root, moves);
    uint32_t at = node;
    for (uint32_t i = n; i > 0; i--) {
        moves[i - 1] = reach_move(&map->node_reach, book, at);
        at = map->node_reach.parent[at];
    }
    find_root(book, tabia_book_node_position(book, top), root);
    return n;
}
