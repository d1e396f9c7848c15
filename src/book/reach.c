/*
 * reach.c - how the positions of a book are reached, breadth first
 */
#include "book/reach.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "book/copy.h"
#include "book/edges.h"
#include "base/banned.h"

bool reach_init(struct reach *reach, uint32_t count, struct tabia_error *err)
{
    const size_t n = (size_t)count + 1;
    *reach = (struct reach){
        .ply = copy_numbers_new(n, err),
        .parent = copy_numbers_new(n, err),
        .order = copy_numbers_new(n, err),
        .edge = copy_numbers_new(n, err),
    };
    if (reach->ply && reach->parent && reach->order && reach->edge)
        return true;
    reach_clear(reach);
    return error_nomem(err);
}

void reach_clear(struct reach *reach)
{
    free(reach->ply);
    free(reach->parent);
    free(reach->edge);
    free(reach->order);
    *reach = (struct reach){ .n = 0 };
}

static void reach_add(struct reach *reach, uint32_t position, uint32_t parent,
                      uint32_t edge)
{
    if (reach->ply[position] != TABIA_NUMBER_NONE)
        return;
    reach->ply[position] =
        parent == TABIA_NUMBER_NONE ? 0 : reach->ply[parent] + 1;
    reach->parent[position] = parent;
    reach->edge[position] = edge;
    reach->order[reach->n++] = position;
}

void reach_add_start(struct reach *reach, uint32_t position)
{
    if (position != TABIA_NUMBER_NONE)
        reach_add(reach, position, TABIA_NUMBER_NONE, TABIA_NUMBER_NONE);
}

uint32_t reach_find_initial(const struct tabia_book *book)
{
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    return tabia_book_find_position(book, &start);
}

void reach_add_initial(struct reach *reach, const struct tabia_book *book)
{
    reach_add_start(reach, reach_find_initial(book));
}

void reach_add_initial_nodes(struct reach *reach, const struct tabia_book *book)
{
    const uint32_t initial = reach_find_initial(book);
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        if (reach_is_root_at(book, i, initial))
            reach_add_start(reach, tabia_book_root_at(book, i));
}

void reach_add_roots(struct reach *reach, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        reach_add_start(
            reach, tabia_book_node_position(book, tabia_book_root_at(book, i)));
}

void reach_follow(struct reach *reach, const struct tabia_book *book,
                  const uint8_t *keep, uint32_t max_ply)
{
    for (; reach->next < reach->n; reach->next++) {
        const uint32_t from = reach->order[reach->next];
        if (max_ply && reach->ply[from] >= max_ply)
            continue;
        struct edges it = edges_of(book, from);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry))
            if (!keep || keep[entry.edge])
                reach_add(reach, tabia_book_node_position(book, entry.to_node),
                          from, entry.edge);
    }
}

void reach_follow_rest(struct reach *reach, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        reach_add_start(reach, i);
        reach_follow(reach, book, NULL, 0);
    }
}

void reach_restart(struct reach *reach)
{
    uint32_t nstarts = 0;
    for (uint32_t i = 0; i < reach->n; i++) {
        const uint32_t position = reach->order[i];
        if (reach->ply[position] == 0)
            reach->order[nstarts++] = position;
        else
            reach->ply[position] = reach->parent[position] =
                reach->edge[position] = TABIA_NUMBER_NONE;
    }
    reach->n = nstarts;
    reach->next = 0;
}

void reach_follow_nodes(struct reach *reach, const struct tabia_book *book,
                        const uint8_t *keep)
{
    for (; reach->next < reach->n; reach->next++) {
        const uint32_t from = reach->order[reach->next];
        uint32_t first, count;
        tabia_book_node_edges(book, from, &first, &count);
        for (uint32_t edge = first; edge < first + count; edge++)
            if (!keep || keep[edge])
                reach_add(reach, tabia_book_edge_target(book, edge), from,
                          edge);
    }
}
