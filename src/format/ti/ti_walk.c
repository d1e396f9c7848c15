/*
 * ti_walk.c - all lines of a book, as TI-Chess distinguishes positions
 */
#include "format/ti/ti_walk.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

bool ti_walk_init(struct ti_walk *walk, const struct tabia_book *book,
                  struct tabia_error *err)
{
    *walk = (struct ti_walk){
        .book = book,
        .err = err,
        .seen =
            calloc((size_t)tabia_book_node_count(book) + 1, sizeof(uint16_t)),
    };
    return walk->seen || error_nomem(err);
}

void ti_walk_clear(struct ti_walk *walk)
{
    free(walk->seen);
    free(walk->stack);
}

/* Puts a node on the stack, with its moves unless they were gone along. */
static bool ti_walk_enter(struct ti_walk *walk, const struct tabia_pos *pos,
                          uint8_t stale, uint32_t node)
{
    const uint16_t bit = (uint16_t)(1u << pos->ep_file);
    if (!VEC_RESERVE(walk->stack, walk->room, walk->depth + 1, SIZE_MAX,
                     walk->err)) {
        walk->failed = true;
        return false;
    }
    uint32_t first, count;
    tabia_book_node_edges(walk->book, node, &first, &count);
    walk->is_new = !(walk->seen[node] & bit);
    walk->is_end = !walk->is_new || !count;
    walk->seen[node] |= bit;
    walk->stack[walk->depth++] = (struct ti_walk_frame){
        .pos = *pos,
        .first = first,
        .edge = first,
        .end = walk->is_new ? first + count : first,
        .stale = stale,
    };
    return true;
}

bool ti_walk_next(struct ti_walk *walk)
{
    while (walk->depth && ti_walk_top(walk)->edge == ti_walk_top(walk)->end)
        walk->depth--;
    if (!walk->depth) {
        // A root, or else a node that no line leads to; false if there is no
        // more.
        const struct tabia_book *book = walk->book;
        struct tabia_pos pos;
        if (walk->root < tabia_book_root_count(book)) {
            const uint32_t root = walk->root++;
            tabia_book_root_pos_at(book, root, &pos);
            return ti_walk_enter(walk, &pos, 0, tabia_book_root_at(book, root));
        }
        while (walk->node < tabia_book_node_count(book) &&
               walk->seen[walk->node])
            walk->node++;
        if (walk->node == tabia_book_node_count(book))
            return false;
        tabia_book_position_pos_at(
            book, tabia_book_node_position(book, walk->node), &pos);
        return ti_walk_enter(walk, &pos, 0, walk->node);
    }
    struct ti_walk_frame *top = &walk->stack[walk->depth - 1];
    const uint32_t edge = top->edge++;
    const tabia_move mv = tabia_book_edge_move(walk->book, edge);
    const uint8_t stale = ti_pos_stale_after(top->stale, &top->pos, mv);
    struct tabia_pos next = top->pos;
    tabia_pos_play(&next, mv);
    return ti_walk_enter(walk, &next, stale,
                         tabia_book_edge_target(walk->book, edge));
}
