/*
 * api.h - the handlers of all endpoints; docs/http.md has the contract
 *
 * A handler is in the file of its name, except for these:
 *
 *     api_books.c      api_session, api_health, api_metrics
 *     api_edit.c       api_preview, api_undo, api_redo, api_save
 *     api_export.c     api_sheet, api_losses
 *     api_game.c       explorer_pgn
 *     api_graph.c      api_tree
 *     api_import.c     api_close, api_evaluate
 *     api_pick.c       api_opponent_move
 *     api_practice.c   api_practice_answer
 *     api_practice_import.c   api_practice_export
 *     api_puzzles.c    api_practice_solved
 *     explorer.c       all other explorer_ handlers; api_put_game, too
 */
#ifndef SERVE_API_H
#define SERVE_API_H

#include <jansson.h>

#include "serve/server_internal.h"

/* Reading. */
route_fn api_books, api_find, api_graph, api_tree, api_search, api_lines;
route_fn api_here, api_outline, api_holes, api_games, api_game;
route_fn api_puzzles, api_pick, api_export, api_sheet, api_losses;
route_fn api_opponent_move;

/* Practising. */
route_fn api_practice, api_practice_answer, api_practice_overview;
route_fn api_practice_export, api_practice_import, api_practice_solved;

/* Changing. */
route_fn api_edit, api_undo, api_redo, api_save, api_import, api_close;
route_fn api_new, api_preview, api_evaluate, api_live, api_review;

/* Running. */
route_fn api_session, api_health, api_metrics;

/* As on Lichess. */
route_fn explorer_masters, explorer_lichess, explorer_history;
route_fn explorer_player, explorer_pgn;

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
bool api_lend_puzzles(struct server *srv, const struct call *call,
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
    bool has_event;  // and the whole date
};
void api_put_game(struct jsonw *js, const struct tabia_store_game *game,
                  const struct api_game_style *style);

/*
 * Adds games of a store that pass the request's filter to the samples in
 * 'found', so that they are there whenever games are counted.
 */
bool api_complete_games(const struct loan *loan, const struct query *q,
                        struct tabia_answer *found, struct tabia_error *err);

/* ---- api_sources.c ---------------------------------------------------- */

enum { API_SOURCES_MAX = 8 };

/* Sources of likely replies, borrowed from the shelf. */
struct api_sources {
    const struct tabia_source *list[API_SOURCES_MAX];
    const char *ids[API_SOURCES_MAX];
    size_t n;
    struct loan loans[API_SOURCES_MAX];
    size_t nloans;
    struct tabia_source *built_in; // owned; NULL: not used
};

/*
 * Borrows the sources of a list of ids. Without a list (NULL) the first store,
 * else the built-in book if one is needed. False after an error reply; the
 * sources are to be returned even then.
 */
bool api_borrow_sources(struct server *srv, const struct query *q,
                        bool needs_any, struct api_sources *s,
                        struct reply *reply);

void api_return_sources(struct server *srv, struct api_sources *s,
                        struct reply *reply);

/* Names the sources with their revisions, and the filter. */
void api_sources_key(const struct api_sources *s,
                     const struct tabia_store_filter *filter,
                     char key[HOLE_KEY_SIZE]);

/* ---- explorer.c ------------------------------------------------------ */

/*
 * Writes "history": [...] of a store into the open object; 'is_whole' includes
 * the newest month, which may not be over.
 */
bool explorer_put_history(struct jsonw *js, const struct loan *loan,
                          const struct query *q, bool is_whole,
                          struct tabia_error *err);

/*
 * Borrows the book that the request names; else the first of the stores that
 * fit best; else, unless a player's games are asked for, the first book. Or
 * replies with 404.
 */
bool explorer_borrow(struct server *srv, const struct call *call,
                     bool is_of_player, struct loan *loan, struct reply *reply);

/* The rating difference that a score in percent stands for, by FIDE's table. */
int explorer_rating_difference(unsigned percent);

#endif
