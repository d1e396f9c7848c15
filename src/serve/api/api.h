/*
 * api.h - the handlers of all endpoints; docs/http.md has the contract
 */
#ifndef SERVE_API_H
#define SERVE_API_H

#include <jansson.h>

#include "serve/server_internal.h"

/*
 * One line per file, which is called as its first handler: api_sheet is in
 * api_export.c.
 */
route_fn api_books;
route_fn api_edit, api_preview, api_undo, api_redo, api_save;
route_fn api_evaluate;
route_fn api_export, api_sheet, api_losses;
route_fn api_find;
route_fn api_game, explorer_pgn;
route_fn api_games;
route_fn api_graph, api_tree;
route_fn api_health, api_metrics, api_session;
route_fn api_here;
route_fn api_holes;
route_fn api_import, api_close;
route_fn api_lines;
route_fn api_live;
route_fn api_new;
route_fn api_outline;
route_fn api_pick, api_opponent_move;
route_fn api_practice, api_practice_answer;
route_fn api_practice_import, api_practice_export;
route_fn api_practice_overview;
route_fn api_puzzles, api_practice_solved;
route_fn api_review;
route_fn api_search;

/* As on Lichess: explorer.c, explorer_history.c. */
route_fn explorer_masters, explorer_lichess, explorer_player;
route_fn explorer_history;

/* ---- helpers --------------------------------------------------------- */

/* Borrows the book that the request names, or replies with 404. */
bool api_borrow(struct server *srv, const struct call *call, struct loan *loan,
                struct reply *reply);

/* True if the file is intact; else replies with 503 and returns the loan. */
bool api_check_loan(struct server *srv, struct loan *loan, struct reply *reply);

/*
 * Returns the loan; replies with 503 instead if its file was overwritten
 * meanwhile, because nothing read from it is reliable.
 */
void api_return(struct server *srv, struct loan *loan, struct reply *reply);

/* When a request that works long has to stop. */
struct api_deadline {
    struct server *srv;
    const struct connection *connection;
    uint64_t end_ns;
};

/* The deadline of a request that may take this many seconds from now. */
struct api_deadline api_deadline_in(struct server *srv, const struct call *call,
                                    unsigned seconds);

/* True if the time is up. */
bool api_deadline_is_past(const struct api_deadline *deadline);

/* Likewise, or if the client is gone or the server ends; for 'is_stopped'. */
bool api_deadline_is_over(void *ctx);

/*
 * Loads the book of a loan if it is only searched so far. Else replies with 404
 * if it is too large, 413 if that takes too long, and returns the loan.
 */
bool api_load(struct server *srv, const struct call *call, struct loan *loan,
              struct reply *reply);

/* Like api_borrow, and loads it. */
bool api_borrow_book(struct server *srv, const struct call *call,
                     struct loan *loan, struct reply *reply);

/* Like api_borrow, for a set of puzzles; or replies with 404. */
bool api_borrow_puzzles(struct server *srv, const struct call *call,
                        struct loan *loan, struct reply *reply);

/*
 * The JSON object in the body; the caller frees it. NULL after an error reply.
 */
json_t *api_read_body(const struct call *call, struct reply *reply);

/*
 * The name of the last named position on the way; the book's own names come
 * first. False if there is none.
 */
bool api_opening(const struct server *srv, const struct loan *loan,
                 const struct query *q, struct tabia_name *name);

/* The name of exactly this position. False if it has none. */
bool api_name(const struct server *srv, const struct loan *loan,
              const struct tabia_pos *pos, struct tabia_name *name);

/*
 * Looks up the position after the moves of the request. Parts of the filter
 * that a source cannot apply are ignored.
 */
bool api_lookup(const struct loan *loan, const struct query *q,
                struct tabia_answer *answer, struct tabia_error *err);

/* A number from the request, or 'default_value'; at most 'max'. */
unsigned api_number(int value, unsigned default_value, unsigned max);

#endif
