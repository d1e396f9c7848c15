/*
 * find_view.h - what one source knows about a position, as JSON
 *
 * /api/find has one source, /api/here several.
 */
#ifndef SERVE_FIND_VIEW_H
#define SERVE_FIND_VIEW_H

#include "serve/api/endpoint.h"

/* A request in progress: its parameters, the result and the output. */
struct find_view {
    struct server *srv;
    const struct loan *loan;
    const struct request_params *params;
    struct json_writer *js;
    struct reply *reply;
    struct tabia_answer *answer;       // borrowed
    struct tabia_answer after;         // of a store: after one move at a time
    uint64_t weights[TABIA_MOVES_MAX]; // as the weighted choice sees them
    uint64_t weight_sum;

    /* Writes more about a move into its open object; or NULL. */
    void (*put_more)(struct find_view *v, const struct tabia_book_move *entry,
                     const struct tabia_pos *after);
};

/* "fen", "turn", "check", "ply", "opening", in the open object. */
void find_view_put_position(const struct find_view *view);

/* "known", "position", "results", "total", "moves", of the loan's source. */
bool find_view_put_source(struct find_view *view, struct tabia_error *err);

#endif
