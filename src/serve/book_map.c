/*
 * book_map.c - how each position of a book is reached
 */
#include "serve/book_map.h"

#include <stdlib.h>

#include "base/error.h"

#include "base/banned.h"

enum { NAMES = TABIA_HAS_NAME | TABIA_HAS_ECO };

/* Each way adds what is after it to the position before it. */
static void count_below(struct book_map *map)
{
    const struct reach *ways = &map->ways;
    for (uint32_t i = ways->n; i > 0; i--) {
        const uint32_t at = ways->order[i - 1];
        const uint32_t parent = ways->parent[at];
        if (map->nlines[at] == 0)
            map->nlines[at] = 1; // it ends here
        if (parent == TABIA_NONE)
            continue;
        map->below[parent] += map->below[at] + 1;
        map->nlines[parent] += map->nlines[at];
    }
}

bool book_map_init(struct book_map *map, const struct tabia_book *book,
                   struct tabia_error *err)
{
    const uint32_t n = tabia_book_position_count(book);
    *map = (struct book_map){
        .npositions = n,
        .reached = calloc((size_t)n + 1, sizeof(*map->reached)),
        .below = calloc((size_t)n + 1, sizeof(*map->below)),
        .nlines = calloc((size_t)n + 1, sizeof(*map->nlines)),
        .has_lines = tabia_book_attrs(book) & NAMES,
    };
    if (!map->reached || !map->below || !map->nlines ||
        !reach_init(&map->ways, n, err) ||
        (map->has_lines &&
         !reach_init(&map->lines, tabia_book_node_count(book), err))) {
        book_map_clear(map);
        return error_nomem(err);
    }
    for (uint32_t i = 0; i < tabia_book_edge_count(book); i++)
        map->reached[tabia_book_node_position(
            book, tabia_book_edge_target(book, i))]++;
    if (map->has_lines) {
        for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
            reach_start(&map->lines, tabia_book_root_at(book, i));
        reach_follow_nodes(&map->lines, book, NULL);
    }
    reach_roots(&map->ways, book);
    reach_follow(&map->ways, book, NULL, 0);
    uint32_t nordered = map->ways.n;
    for (uint32_t i = 0; i < n; i++)
        if (map->ways.ply[i] == TABIA_NONE)
            map->ways.order[nordered++] = i;
    count_below(map);
    return true;
}

void book_map_clear(struct book_map *map)
{
    free(map->reached);
    free(map->below);
    free(map->nlines);
    reach_clear(&map->ways);
    reach_clear(&map->lines);
    *map = (struct book_map){ .npositions = 0 };
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

size_t book_map_line(const struct book_map *map, const struct tabia_book *book,
                     uint32_t position, struct tabia_pos *root,
                     tabia_move moves[BOOK_MAP_LINE])
{
    const uint32_t ply = map->ways.ply[position];
    if (ply == TABIA_NONE || ply > BOOK_MAP_LINE) {
        tabia_book_position_at(book, position, root);
        return 0;
    }
    for (uint32_t n = ply; n > 0; n--) {
        moves[n - 1] = reach_move(&map->ways, book, position);
        position = map->ways.parent[position];
    }
    find_root(book, position, root);
    return ply;
}

bool book_map_is_way(const struct book_map *map, const struct tabia_book *book,
                     uint32_t from, tabia_move mv, uint32_t to)
{
    return map->ways.parent[to] == from &&
           reach_move(&map->ways, book, to) == mv;
}

size_t book_map_named_line(const struct book_map *map,
                           const struct tabia_book *book, uint32_t position,
                           struct tabia_pos *root,
                           tabia_move moves[BOOK_MAP_LINE])
{
    // The first occurrence that has the name.
    uint32_t node = TABIA_NONE, n = 0;
    if (map->has_lines)
        while ((node = tabia_book_position_node(book, position, n)) !=
                   TABIA_NONE &&
               !(tabia_book_node_data(book, node).has & NAMES))
            n++;
    uint32_t top = node;
    n = 0;
    if (node != TABIA_NONE)
        for (; map->lines.parent[top] != TABIA_NONE; n++)
            top = map->lines.parent[top];
    if (n == 0 || n > BOOK_MAP_LINE)
        return book_map_line(map, book, position, root, moves);
    uint32_t at = node;
    for (uint32_t i = n; i > 0; i--) {
        moves[i - 1] = reach_move(&map->lines, book, at);
        at = map->lines.parent[at];
    }
    find_root(book, tabia_book_node_position(book, top), root);
    return n;
}
