/*
 * reach.c - how the positions of a book are reached, breadth first
 */
#include "book/reach.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "book/copy.h"
#include "book/edges.h"
#include "base/banned.h"

bool reach_init(struct reach *ways, uint32_t count, struct tabia_error *err)
{
    const size_t n = (size_t)count + 1;
    *ways = (struct reach){
        .ply = book_numbers_new(n, err),
        .parent = book_numbers_new(n, err),
        .order = book_numbers_new(n, err),
        .edge = book_numbers_new(n, err),
    };
    if (ways->ply && ways->parent && ways->order && ways->edge)
        return true;
    reach_clear(ways);
    return error_nomem(err);
}

void reach_clear(struct reach *ways)
{
    free(ways->ply);
    free(ways->parent);
    free(ways->edge);
    free(ways->order);
    *ways = (struct reach){ .n = 0 };
}

static void reach_add(struct reach *ways, uint32_t position, uint32_t parent,
                      uint32_t edge)
{
    if (ways->ply[position] != TABIA_NUMBER_NONE)
        return;
    ways->ply[position] =
        parent == TABIA_NUMBER_NONE ? 0 : ways->ply[parent] + 1;
    ways->parent[position] = parent;
    ways->edge[position] = edge;
    ways->order[ways->n++] = position;
}

void reach_start(struct reach *ways, uint32_t position)
{
    if (position != TABIA_NUMBER_NONE)
        reach_add(ways, position, TABIA_NUMBER_NONE, TABIA_NUMBER_NONE);
}

uint32_t reach_find_initial(const struct tabia_book *book)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    return tabia_book_find_position(book, &start);
}

void reach_start_at_initial(struct reach *ways, const struct tabia_book *book)
{
    reach_start(ways, reach_find_initial(book));
}

void reach_start_at_initial_nodes(struct reach *ways,
                                  const struct tabia_book *book)
{
    const uint32_t initial = reach_find_initial(book);
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        if (reach_is_root_at(book, i, initial))
            reach_start(ways, tabia_book_root_at(book, i));
}

void reach_start_at_roots(struct reach *ways, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        reach_start(
            ways, tabia_book_node_position(book, tabia_book_root_at(book, i)));
}

void reach_follow(struct reach *ways, const struct tabia_book *book,
                  const uint8_t *keep, uint32_t max_ply)
{
    for (; ways->next < ways->n; ways->next++) {
        const uint32_t from = ways->order[ways->next];
        if (max_ply && ways->ply[from] >= max_ply)
            continue;
        struct edges it = edges_of(book, from);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry))
            if (!keep || keep[entry.edge])
                reach_add(ways, tabia_book_node_position(book, entry.to), from,
                          entry.edge);
    }
}

void reach_follow_rest(struct reach *ways, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        reach_start(ways, i);
        reach_follow(ways, book, NULL, 0);
    }
}

void reach_restart(struct reach *ways)
{
    uint32_t nstarts = 0;
    for (uint32_t i = 0; i < ways->n; i++) {
        const uint32_t position = ways->order[i];
        if (ways->ply[position] == 0)
            ways->order[nstarts++] = position;
        else
            ways->ply[position] = ways->parent[position] =
                ways->edge[position] = TABIA_NUMBER_NONE;
    }
    ways->n = nstarts;
    ways->next = 0;
}

void reach_follow_nodes(struct reach *ways, const struct tabia_book *book,
                        const uint8_t *keep)
{
    for (; ways->next < ways->n; ways->next++) {
        const uint32_t from = ways->order[ways->next];
        uint32_t first, count;
        tabia_book_node_edges(book, from, &first, &count);
        for (uint32_t edge = first; edge < first + count; edge++)
            if (!keep || keep[edge])
                reach_add(ways, tabia_book_edge_target(book, edge), from, edge);
    }
}
