/*
 * api_tree.c - a book as a tree from a position
 */
#include "base/error.h"
#include "book/walk.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum { DEPTH_MAX = 40, MOVES_MAX = 50000 };

/* Opens a move, up to the list of the moves that follow it. */
static void begin_move(struct json *js, const struct tabia_book *book,
                       const struct tabia_step *step)
{
    const struct tabia_node_data node =
        tabia_position_data(book, step->position);
    json_begin_object(js);
    json_view_move(js, &step->before, step->entry.move);
    json_view_data(js, &step->entry.data);
    json_view_text(js, "name", node.name);
    json_view_eval(js, &node);
}

/* A position's moves are shown where it comes first, as deep as asked for. */
static void put_tree(struct json *js, const struct tabia_book *book,
                     struct tabia_walk *walk, unsigned max)
{
    struct tabia_step step;
    unsigned nmoves = 0;
    int nopen = 0; // moves
    json_key(js, "moves");
    json_begin_array(js);
    while (nmoves < max && tabia_walk_next(walk, &step)) {
        if (step.ply == 0)
            continue;
        for (; nopen >= step.ply; nopen--) {
            json_end(js);
            json_end(js);
        }
        begin_move(js, book, &step);
        nmoves++;
        if (step.is_seen && walk_has_entered(walk, step.position)) {
            json_pair_bool(js, "transposition", true);
            json_end(js);
            continue;
        }
        json_key(js, "moves");
        json_begin_array(js);
        nopen = step.ply;
    }
    for (; nopen > 0; nopen--) {
        json_end(js);
        json_end(js);
    }
    json_end(js);
    json_pair_bool(js, "more", nmoves >= MOVES_MAX);
}

void api_tree(struct server *srv, const struct call *call, struct reply *reply)
{
    struct loan loan;
    struct json js;
    if (!api_lend_book(srv, call, &loan, reply))
        return;
    const unsigned depth = api_number(call->query.depth, 4, DEPTH_MAX);
    const struct tabia_walk_options options = {
        .from = &call->query.pos,
        .max_ply = (int)depth,
    };
    struct tabia_walk *walk =
        tabia_walk_open(loan.edition->book, &options, NULL);
    if (walk) {
        reply_begin(reply, &js);
        json_begin_object(&js);
        json_view_fen(&js, "fen", &call->query.pos);
        put_tree(&js, loan.edition->book, walk, depth ? MOVES_MAX : 0);
        json_end(&js);
        reply_end(reply);
    }
    if (!walk || !tabia_walk_ok(walk, NULL))
        reply_error(reply, HTTP_FAILED, "out of memory");
    tabia_walk_close(walk);
    shelf_return(&loan);
}
