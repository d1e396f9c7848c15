/*
 * api.h - the handlers of all endpoints; docs/http.md has the contract
 */
#ifndef SERVE_API_H
#define SERVE_API_H

#include <jansson.h>

#include "serve/server_def.h"

/* Reading. */
route_fn api_books, api_find, api_graph, api_tree, api_search, api_lines;
route_fn api_puzzles, api_game, api_export, api_losses, api_pick;

/* Changing. */
route_fn api_edit, api_undo, api_redo, api_save, api_import, api_close;
route_fn api_preview, api_evaluate;

/* Running. */
route_fn api_session, api_health, api_metrics;

/* As on Lichess. */
route_fn explorer_masters, explorer_lichess, explorer_history;
route_fn explorer_player, explorer_pgn;

/* ---- helpers --------------------------------------------------------- */

/* Borrows the book that the request names, or replies with 404. */
bool api_lend(struct server *srv, const struct call *call, struct loan *loan,
              struct reply *reply);

/* True if the file is intact; else replies with 503 and returns the loan. */
bool api_check_loan(struct server *srv, struct loan *loan, struct reply *reply);

/*
 * Returns the loan; replies with 503 instead if its file was overwritten
 * meanwhile, because nothing read from it is reliable.
 */
void api_return(struct server *srv, struct loan *loan, struct reply *reply);

/* Like api_lend, but also replies with 404 if it is not in memory. */
bool api_lend_book(struct server *srv, const struct call *call,
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

/* A number from the request, or 'fallback'; at most 'max'. */
unsigned api_number(int value, unsigned fallback, unsigned max);

/* Writes a sample game into the open object. */
struct api_game_style {
    bool is_masters; // without speed and mode
};
void api_put_game(struct jsonw *js, const struct tabia_store_game *game,
                  const struct api_game_style *style);

/* ---- explorer.c ------------------------------------------------------ */

/*
 * Writes "history": [...] of a store into the open object; 'is_whole' includes
 * the newest month, which may not be over.
 */
bool explorer_put_history(struct jsonw *js, const struct loan *loan,
                          const struct query *q, bool is_whole,
                          struct tabia_error *err);

/* The rating difference that a score in percent stands for, by FIDE's table. */
int explorer_rating_difference(unsigned percent);

#endif
