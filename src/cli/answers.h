/*
 * answers.h - what books say about a position
 */
#ifndef CLI_ANSWERS_H
#define CLI_ANSWERS_H

#include "cli/books.h"
#include "cli/move_view.h"
#include "tabia/transform.h"

struct json;

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

/*
 * Asks a book. 'game' is how the position came about, NULL if that is not
 * known; 'wide' counts avoided moves in the shares. Failures are printed.
 */
enum cli_status answer_init(struct answer *answer, const struct book_file *file,
                            const struct tabia_pos *pos,
                            const struct played *game, bool wide);

/*
 * Asks a book of the set, and with it all others if it is one of those that
 * are collected: a move that several have counts as often.
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

/* Prints a table with the columns that have anything in them. */
bool answer_print(const struct answer *answer, FILE *file);

/* Adds an object: book, format, name, moves. */
void answer_json(struct json *js, const struct answer *answer);

#endif
