/*
 * answers.h - what books say about a position
 */
#ifndef CLI_ANSWERS_H
#define CLI_ANSWERS_H

#include "cli/books.h"
#include "cli/facts.h"
#include "cli/move_view.h"
#include "tabia/transform.h"

/* One book's moves in a position. The zero value is empty. */
struct answer {
    const struct book_file *file;
    struct tabia_pos pos;
    struct tabia_answer found;
    struct move_view views[TABIA_MOVES_MAX]; // of found.moves
};

/* A game from the initial position. Borrows the moves. */
struct played {
    const tabia_move *moves;
    size_t n;
};

/* How a book is asked; all-zero means the defaults. */
struct answer_query {
    const struct played *game; // how the position came about; NULL: not known
    const struct tabia_store_filter *filter; // of a store; NULL: all games
    bool wide; // avoided moves count in the shares
};

/* Asks a book. Failures are printed. */
enum cli_status answer_init(struct answer *answer, const struct book_file *file,
                            const struct tabia_pos *pos,
                            const struct answer_query *query);

/*
 * Asks a book of the set, and with it all others if it is one of those that
 * are collected: a move that several have counts once for each.
 */
enum cli_status answer_init_with(struct answer *answer,
                                 const struct book_set *set,
                                 const struct book_file *file,
                                 const struct tabia_pos *pos, bool wide);

/* An answer of one move, or of none for TABIA_MOVE_NONE. */
enum cli_status answer_init_one(struct answer *answer,
                                const struct book_file *file,
                                const struct tabia_pos *pos, tabia_move mv);

void answer_clear(struct answer *answer);

/* What is stated of games behind the moves; only stores have them. */
struct answer_games {
    bool samples;                            // the best rated and the newest
    bool only;                               // in JSON: the only game of a move
    bool history;                            // results by month
    const struct tabia_store_filter *filter; // of the history
};

/*
 * States the position and its moves: in text a table with the columns that
 * have anything in them, headed by the book if 'is_named'; in JSON an object.
 * False with an error if a game cannot be read.
 */
bool answer_state(struct facts *f, const struct answer *answer, bool is_named,
                  const struct answer_games *games, struct tabia_error *err);

#endif
