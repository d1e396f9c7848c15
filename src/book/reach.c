/*
 * reach.c - how the positions of a book are reached, breadth first
 */
#include "book/reach.h"

#include <stdlib.h>

#include "base/error.h"
#include "book/copy.h"
#include "book/edges.h"
#include "base/banned.h"

bool reach_init(struct reach *ways, uint32_t count, struct tabia_error *err)
{
    const size_t n = (size_t)count + 1;
    *ways = (struct reach){
        .ply = copy_numbers(n, err),
        .parent = copy_numbers(n, err),
        .order = copy_numbers(n, err),
        .move = calloc(n, sizeof(*ways->move)),
    };
    if (ways->ply && ways->parent && ways->order && ways->move)
        return true;
    reach_clear(ways);
    return error_nomem(err);
}

void reach_clear(struct reach *ways)
{
    free(ways->ply);
    free(ways->parent);
    free(ways->move);
    free(ways->order);
    *ways = (struct reach){ .n = 0 };
}

static void meet(struct reach *ways, uint32_t position, uint32_t parent,
                 tabia_move mv)
{
    if (ways->ply[position] != TABIA_NONE)
        return;
    ways->ply[position] = parent == TABIA_NONE ? 0 : ways->ply[parent] + 1;
    ways->parent[position] = parent;
    ways->move[position] = mv;
    ways->order[ways->n++] = position;
}

void reach_start(struct reach *ways, uint32_t position)
{
    if (position != TABIA_NONE)
        meet(ways, position, TABIA_NONE, TABIA_MOVE_NONE);
}

void reach_initial(struct reach *ways, const struct tabia_book *book)
{
    struct tabia_pos start;
    tabia_pos_start(&start);
    reach_start(ways, tabia_book_position_find(book, &start));
}

void reach_roots(struct reach *ways, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        reach_start(ways,
                    tabia_node_position(book, tabia_book_root_at(book, i)));
}

void reach_follow(struct reach *ways, const struct tabia_book *book,
                  const uint8_t *keep, uint32_t max_ply)
{
    for (; ways->next < ways->n; ways->next++) {
        const uint32_t from = ways->order[ways->next];
        if (max_ply && ways->ply[from] >= max_ply)
            continue;
        struct edges it = edges_of(book, from);
        struct tabia_entry entry;
        while (edges_next(&it, &entry))
            if (!keep || keep[entry.edge])
                meet(ways, tabia_node_position(book, entry.to), from,
                     entry.move);
    }
}

void reach_rest(struct reach *ways, const struct tabia_book *book)
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
            ways->ply[position] = ways->parent[position] = TABIA_NONE;
    }
    ways->n = nstarts;
    ways->next = 0;
}

void reach_nodes(struct reach *ways, const struct tabia_book *book)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++)
        reach_start(ways, tabia_book_root_at(book, i));
    for (; ways->next < ways->n; ways->next++) {
        const uint32_t from = ways->order[ways->next];
        uint32_t first, count;
        tabia_node_edges(book, from, &first, &count);
        for (uint32_t edge = first; edge < first + count; edge++)
            meet(ways, tabia_edge_target(book, edge), from,
                 tabia_edge_move(book, edge));
    }
}
