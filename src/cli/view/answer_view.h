/*
 * answer_view.h - what books know about a position
 */
#ifndef CLI_ANSWER_VIEW_H
#define CLI_ANSWER_VIEW_H

#include "cli/files/source_files.h"
#include "cli/view/move_view.h"
#include "cli/view/verb_output.h"
#include "store/game_list.h"

/*
 * One book's moves in a position, or those of several added up. The zero value
 * is empty.
 */
struct answer_view {
    const struct source_file *file; // the first one of a sum
    const struct source_files *sum; // NULL: only the file
    struct tabia_pos pos;
    struct tabia_answer found;
    struct move_view views[TABIA_MOVES_MAX]; // of found.moves
};

/* A game from the initial position. Borrows the moves. */
struct played_game {
    const tabia_move *moves;
    size_t n;
};

/* What is looked up in a book; all-zero means the defaults. */
struct answer_view_options {
    const struct played_game *game;          // that led here; NULL: not known
    const struct tabia_store_filter *filter; // of a store; NULL: all games
    const struct source_files *sum; // add up these; NULL: ask only the file
    bool allow_avoided;             // avoided moves count in the shares
    const char *player;   // of a store: only games of this player; or NULL
    enum tabia_side side; // of the player
};

/* Asks a book. Failures are printed. */
enum cli_status answer_view_init(struct answer_view *view,
                                 const struct source_file *file,
                                 const struct tabia_pos *pos,
                                 const struct answer_view_options *query);

/*
 * Asks a book of the set, and with it all others if it is one of those that
 * are collected: a move that several have counts once for each.
 */
enum cli_status answer_view_init_with(struct answer_view *view,
                                      const struct source_files *set,
                                      const struct source_file *file,
                                      const struct tabia_pos *pos,
                                      bool allow_avoided);

/* An answer of one move, or of none for TABIA_MOVE_NONE. */
enum cli_status answer_view_init_one(struct answer_view *view,
                                     const struct source_file *file,
                                     const struct tabia_pos *pos,
                                     tabia_move mv);

void answer_view_clear(struct answer_view *view);

/* What is put of games behind the moves; only stores have them. */
struct answer_view_games {
    bool wants_samples;                      // the best rated and the newest
    bool wants_only_game;                    // in JSON: the only game of a move
    bool wants_history;                      // results by month
    const struct tabia_store_filter *filter; // of the history
    size_t nlisted;                          // games to list; 0: none
    enum tabia_store_order order;            // of these
    const char *player;                      // as in the options
    enum tabia_side side;
};

/*
 * Puts the position and its moves: in text a table with the columns that
 * have anything in them, headed by the book if 'is_named'; in JSON an object.
 * False with an error if a game cannot be read.
 */
bool answer_view_put(struct verb_output *out, const struct answer_view *view,
                     bool is_named, const struct answer_view_games *games,
                     struct tabia_error *err);

#endif
