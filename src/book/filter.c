/*
 * filter.c - a part of a book
 *
 * Moves are judged per position, over all its occurrences, as looking them up
 * would show them. What the moves that stay lead to is then found position by
 * position too: a line that was left by a dropped move is still needed where
 * another line comes to it.
 */
#include "book/builder_def.h"
#include "book/edges.h"
#include "tabia/transform.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "book/copy.h"
#include "book/move_list.h"
#include "book/reach.h"
#include "base/banned.h"

struct book_filter {
    const struct tabia_book *book;
    const struct tabia_filter_options *filter;
    uint8_t *keep;        // by edge
    uint8_t *is_held;     // by node: goes into the new book
    struct reach reach;   // by position
    uint32_t *root;       // by node, or TABIA_NUMBER_NONE
    uint32_t *number;     // by node: its new number, or TABIA_NUMBER_NONE
    uint8_t *is_answered; // by position: some move of it stays
    uint32_t max_ply;
    uint32_t nkept; // edges in the new book
};

/* ---- judging moves --------------------------------------------------- */

/* True if the new book is for the side to move, or for both. */
static bool filter_is_own(const struct book_filter *s, uint32_t position)
{
    struct tabia_pos pos;
    tabia_book_position_pos_at(s->book, position, &pos);
    return s->filter->side == TABIA_SIDE_BOTH ||
           pos.turn == (s->filter->side == TABIA_SIDE_BLACK);
}

static void judge_position(struct book_filter *s, uint32_t position)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const bool own = filter_is_own(s, position);
    const uint32_t top = own ? s->filter->top : 0;
    size_t n = tabia_book_position_moves(s->book, position, TABIA_MERGE_DEFAULT,
                                         list, TABIA_MOVES_MAX);
    if (s->filter->max_loss && own)
        n = move_list_remove_losing(s->book, position, s->filter->max_loss,
                                    list, n);
    n = move_list_filter(s->filter, top, list, n);
    struct edges it = edges_of(s->book, position);
    struct tabia_book_move entry;
    while (edges_next(&it, &entry))
        s->keep[entry.edge] = move_list_has(list, n, entry.move);
}

/* Drops the opponent's moves that the book does not answer. */
static void drop_unanswered(struct book_filter *s)
{
    for (size_t i = 0; i < s->reach.n; i++) {
        struct edges it = edges_of(s->book, s->reach.order[i]);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry))
            s->is_answered[s->reach.order[i]] |= s->keep[entry.edge];
    }
    for (size_t i = 0; i < s->reach.n; i++) {
        if (filter_is_own(s, s->reach.order[i]))
            continue;
        struct edges it = edges_of(s->book, s->reach.order[i]);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry))
            if (!s->is_answered[tabia_book_node_position(s->book,
                                                         entry.to_node)])
                s->keep[entry.edge] = 0;
    }
}

/*
 * A node is held when its position is, unless it has nothing to say: no way
 * in, no moves, no values, and no root.
 */
static void hold_nodes(struct book_filter *s)
{
    for (uint32_t node = 0; node < tabia_book_node_count(s->book); node++) {
        if (s->reach.ply[tabia_book_node_position(s->book, node)] ==
            TABIA_NUMBER_NONE)
            continue;
        if (s->root[node] != TABIA_NUMBER_NONE ||
            tabia_book_node_data(s->book, node).has)
            s->is_held[node] = 1;
        uint32_t first, count;
        tabia_book_node_edges(s->book, node, &first, &count);
        for (uint32_t e = first; e < first + count; e++) {
            if (!s->keep[e])
                continue;
            s->is_held[node] = 1;
            s->is_held[tabia_book_edge_target(s->book, e)] = 1;
        }
    }
}

static bool filter_make_arrays(struct book_filter *s, struct tabia_error *err)
{
    const uint32_t npositions = tabia_book_position_count(s->book);
    const uint32_t nnodes = tabia_book_node_count(s->book);
    const uint32_t nedges = tabia_book_edge_count(s->book);
    s->keep = calloc((size_t)nedges + 1, 1);
    s->is_held = calloc((size_t)nnodes + 1, 1);
    s->is_answered = calloc((size_t)npositions + 1, 1);
    s->root = copy_root_numbers(s->book, err);
    s->number = copy_numbers_new(nnodes, err);
    if (!s->keep || !s->is_held || !s->is_answered || !s->root || !s->number)
        return error_nomem(err);
    if (!reach_init(&s->reach, npositions, err))
        return false;
    memset(s->keep, 1, nedges);
    return true;
}

/* Decides about every move and every node. */
static void choose_kept(struct book_filter *s)
{
    // The book begins at its roots, and at positions that no root leads to.
    if (s->filter->only_reachable) {
        reach_add_initial(&s->reach, s->book);
    } else {
        reach_add_roots(&s->reach, s->book);
        reach_follow_rest(&s->reach, s->book);
    }
    for (uint32_t i = 0; i < tabia_book_position_count(s->book); i++)
        judge_position(s, i);
    s->max_ply = s->filter->max_ply;
    reach_restart(&s->reach);
    reach_follow(&s->reach, s->book, s->keep, s->max_ply);
    // Takes back the moves that start from dropped positions.
    for (uint32_t i = 0; i < tabia_book_position_count(s->book); i++) {
        if (s->reach.ply[i] != TABIA_NUMBER_NONE &&
            !(s->max_ply && s->reach.ply[i] >= s->max_ply))
            continue;
        struct edges it = edges_of(s->book, i);
        struct tabia_book_move entry;
        while (edges_next(&it, &entry))
            s->keep[entry.edge] = 0;
    }
    if (s->filter->side) {
        drop_unanswered(s);
        reach_restart(&s->reach);
        reach_follow(&s->reach, s->book, s->keep, s->max_ply);
    }
    hold_nodes(s);
}

/* ---- the new book ---------------------------------------------------- */

static bool build_filtered(struct book_filter *s, struct tabia_builder *b,
                           struct tabia_error *err)
{
    const uint32_t n = tabia_book_node_count(s->book);
    for (uint32_t node = 0; node < n; node++) {
        if (!s->is_held[node])
            continue;
        const struct tabia_node_data data = tabia_book_node_data(s->book, node);
        s->number[node] = builder_node_count(b);
        if (!copy_node_of(b, s->book, node, s->root[node], &data, err))
            return false;
    }
    for (uint32_t node = 0; node < n; node++) {
        struct tabia_pos pos;
        uint32_t first, count;
        tabia_book_position_pos_at(
            s->book, tabia_book_node_position(s->book, node), &pos);
        tabia_book_node_edges(s->book, node, &first, &count);
        for (uint32_t e = first; e < first + count; e++) {
            if (!s->is_held[node] || !s->keep[e])
                continue;
            const struct tabia_move_data data =
                tabia_book_edge_data(s->book, e);
            const uint32_t target = tabia_book_edge_target(s->book, e);
            if (!copy_edge(b, &pos, s->number[node], s->number[target],
                           tabia_book_edge_move(s->book, e), &data, err))
                return false;
            s->nkept++;
        }
    }
    return true;
}

struct tabia_book *tabia_book_filter(const struct tabia_book *book,
                                     const struct tabia_filter_options *filter,
                                     struct tabia_transform_result *result,
                                     struct tabia_error *err)
{
    static const struct tabia_filter_options everything;
    if (!filter)
        filter = &everything;
    struct book_filter s = { .book = book, .filter = filter };
    struct tabia_book *part = NULL;
    if (filter->side < TABIA_SIDE_BOTH || filter->side > TABIA_SIDE_BLACK) {
        error_set(err, TABIA_ERR_MISUSE, "no such side");
        return NULL;
    }
    if (filter_make_arrays(&s, err)) {
        choose_kept(&s);
        struct tabia_builder *b = copy_begin(tabia_book_attrs(book), err);
        if (b)
            part = copy_end(
                b, copy_texts(b, book, err) && build_filtered(&s, b, err), err);
    }
    if (part && result)
        *result = (struct tabia_transform_result){
            .dropped = tabia_book_edge_count(book) - s.nkept,
        };
    free(s.keep);
    free(s.is_held);
    free(s.is_answered);
    reach_clear(&s.reach);
    free(s.root);
    free(s.number);
    return part;
}
