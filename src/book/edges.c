/*
 * edges.c - the moves of a position one by one
 */
#include "book/edges.h"

#include "book/book_def.h"
#include "base/banned.h"

struct edges edges_of(const struct tabia_book *book, uint32_t position)
{
    return (struct edges){ .book = book, .position = position };
}

struct edges edges_find(const struct tabia_book *book,
                        const struct tabia_pos *pos)
{
    return edges_of(book, tabia_book_find_position(book, pos));
}

bool edges_next(struct edges *it, struct tabia_book_move *entry)
{
    if (it->position == TABIA_NUMBER_NONE)
        return false;
    // Goes to the next occurrence that has moves.
    while (it->edge == it->end) {
        it->node = tabia_book_position_node_at(it->book, it->position, it->nth);
        if (it->node == TABIA_NUMBER_NONE)
            return false;
        uint32_t count;
        tabia_book_node_edges(it->book, it->node, &it->edge, &count);
        it->end = it->edge + count;
        it->nth++;
    }

    *entry = (struct tabia_book_move){
        .move = it->book->edges[it->edge].move,
        .edge = it->edge,
        .from_node = it->node,
        .to_node = it->book->edges[it->edge].target,
        .data = tabia_book_edge_data(it->book, it->edge),
    };
    it->edge++;
    return true;
}
