/*
 * answers.h - what books say about a position
 */
#ifndef CLI_ANSWERS_H
#define CLI_ANSWERS_H

#include "cli/books.h"
#include "cli/move_view.h"
#include "tabia/transform.h"

struct json;

/* One book's moves in a position. */
struct answer {
    const struct book_file *file;
    struct tabia_pos pos;
    struct tabia_entry list[TABIA_MOVES_MAX];
    struct move_view views[TABIA_MOVES_MAX];
    size_t n;
};

/* Asks a book; 'wide' counts avoided moves in the shares. */
void answer_init(struct answer *answer, const struct book_file *file,
                 const struct tabia_pos *pos, bool wide);

/*
 * Asks a book of the set, and with it all others if it is one of those that
 * are collected: a move that several have counts as often.
 */
void answer_init_with(struct answer *answer, const struct book_set *set,
                      const struct book_file *file, const struct tabia_pos *pos,
                      bool wide);

/* Like answer_init for the position after a game, see books_moves_after. */
void answer_init_after(struct answer *answer, const struct book_file *file,
                       const struct tabia_pos *pos, const struct played *game,
                       bool wide);

/* Prints a table with the columns that have anything in them. */
bool answer_print(const struct answer *answer, FILE *file);

/* Adds an object: book, format, name, moves. */
void answer_json(struct json *js, const struct answer *answer);

#endif
