/*
 * routine.h - an amateur book asked as the article's routine does it
 */
#ifndef CLI_ROUTINE_H
#define CLI_ROUTINE_H

#include "cli/books.h"
#include "format/lines/amateur_ask.h"

struct facts;

/* As on the command line; NULL where nothing is given. */
struct routine_options {
    const char *transpositions; // a file
    const char *universal, *first;
    bool collect;
    uint32_t seed;
};

/* What the routine said. */
struct routine {
    struct amateur_reply reply;
    tabia_move string[TABIA_AMATEUR_PLIES]; // that gave the move
    size_t nstring;
    size_t nbytes; // of the book
};

/*
 * Asks at each turn of the side to move, so that the window narrows as in a
 * game. Without a move 'reply.move' is none. Failures have been printed.
 */
enum cli_status routine_ask(struct routine *routine, const struct args *args,
                            const struct book_file *file,
                            const struct routine_options *how,
                            const tabia_move *game, size_t n);

/* Explains the answer: lines of text, or the member "routine". */
void routine_state(struct facts *f, const struct routine *routine);

#endif
