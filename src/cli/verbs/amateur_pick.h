/*
 * amateur_pick.h - a move chosen by the routine that an amateur book has
 */
#ifndef CLI_AMATEUR_PICK_H
#define CLI_AMATEUR_PICK_H

#include "cli/files/source_files.h"
#include "format/amateur/amateur_ask.h"

struct verb_output;

/* As on the command line; NULL where nothing is given. */
struct amateur_pick_options {
    const char *transpositions; // a file
    const char *universal, *first;
    bool collect;
    uint32_t seed;
};

/* What the routine found. */
struct amateur_pick {
    struct amateur_choice choice;
    tabia_move string[TABIA_AMATEUR_PLIES]; // that gave the move
    size_t nstring;
    size_t nbytes; // of the book
};

/*
 * Asks at each turn of the side to move, so that the window narrows as in a
 * game. Without a move, 'choice.move' is TABIA_MOVE_NONE. Failures are printed.
 */
enum cli_status amateur_pick_ask(struct amateur_pick *routine,
                                 const struct args *args,
                                 const struct source_file *file,
                                 const struct amateur_pick_options *how,
                                 const tabia_move *game, size_t n);

/* Explains the answer: lines of text, or the member "routine". */
void amateur_pick_put(struct verb_output *out,
                      const struct amateur_pick *routine);

#endif
