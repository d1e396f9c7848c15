/*
 * api_tree.c - a book as a tree from a position
 */
#include <stdlib.h>

#include "base/error.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum { DEPTH_MAX = 40, MOVES_MAX = 50000 };

struct tree {
    const struct loan *loan;
    struct json *js;
    bool *is_met;
    unsigned depth, nmoves;
    bool is_starved; // moves are missing, for want of memory
};

static void put_moves(struct tree *t, const struct tabia_pos *pos,
                      uint32_t position, unsigned depth);

static void put_move(struct tree *t, const struct tabia_pos *pos,
                     const struct tabia_entry *entry, unsigned depth)
{
    const struct tabia_book *book = t->loan->edition->book;
    struct tabia_pos after = *pos;
    tabia_pos_play(&after, entry->move);
    const uint32_t position = tabia_book_position_find(book, &after);
    const struct tabia_node_data node =
        position != TABIA_NONE ? tabia_position_data(book, position)
                               : (struct tabia_node_data){ 0 };
    t->nmoves++;
    json_begin_object(t->js);
    json_view_move(t->js, pos, entry->move);
    json_view_data(t->js, &entry->data);
    json_view_text(t->js, "name", node.name);
    json_view_eval(t->js, &node);
    if (position != TABIA_NONE && t->is_met[position])
        json_pair_bool(t->js, "transposition", true);
    else if (position != TABIA_NONE)
        put_moves(t, &after, position, depth + 1);
    json_end(t->js);
}

/* As deep as is asked for, at most DEPTH_MAX calls in each other. */
static void put_moves(struct tree *t, const struct tabia_pos *pos,
                      uint32_t position, unsigned depth)
{
    struct tabia_entry *list = calloc(TABIA_MOVES_MAX, sizeof(*list));
    size_t n = 0;
    t->is_starved |= !list;
    if (list && position != TABIA_NONE)
        n = tabia_position_moves(t->loan->edition->book, position,
                                 TABIA_POLICY_DEFAULT, list);
    if (position != TABIA_NONE && depth < t->depth)
        t->is_met[position] = true;
    json_key(t->js, "moves");
    json_begin_array(t->js);
    for (size_t i = 0; i < n && depth < t->depth && t->nmoves < MOVES_MAX; i++)
        put_move(t, pos, &list[i], depth);
    json_end(t->js);
    free(list);
}

void api_tree(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loan;
    struct json js;
    if (!api_lend_book(srv, call, &loan, reply))
        return;
    struct tree t = {
        .loan = &loan,
        .js = &js,
        .depth = api_number(call->query->depth, 4, DEPTH_MAX),
        .is_met =
            calloc((size_t)loan.edition->map.npositions + 1, sizeof(*t.is_met)),
    };
    t.is_starved = !t.is_met;
    if (t.is_met) {
        reply_begin(reply, &js);
        json_begin_object(&js);
        json_view_fen(&js, "fen", &call->query->pos);
        put_moves(
            &t, &call->query->pos,
            tabia_book_position_find(loan.edition->book, &call->query->pos), 0);
        json_pair_bool(&js, "more", t.nmoves >= MOVES_MAX);
        json_end(&js);
        reply_end(reply);
    }
    if (t.is_starved)
        reply_error(reply, HTTP_FAILED, "out of memory");
    free(t.is_met);
    shelf_return(&loan);
}
