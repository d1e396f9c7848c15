/*
 * book_hit.h - the move that a book plays, and what the book says of it
 */
#ifndef UCI_BOOK_HIT_H
#define UCI_BOOK_HIT_H

#include "tabia/pick.h"
#include "tabia/source.h"

/* The zero value is no hit. */
struct book_hit {
    const struct tabia_source *source;
    const char *name;           // of the book: the last part of its path
    struct tabia_answer answer; // what may be played
    size_t chosen;
    struct tabia_pick_options options; // by which it was chosen
    tabia_move expected_reply;         // by the routine, or TABIA_MOVE_NONE
};

void book_hit_clear(struct book_hit *hit);

/* The reply that the book likes best in 'pos', or TABIA_MOVE_NONE. */
tabia_move book_hit_reply(const struct book_hit *hit,
                          const struct tabia_pos *pos);

/*
 * The book's evaluation, for the side that moves, of the i-th move; 0: unknown.
 */
int book_hit_score_cp(const struct book_hit *hit, size_t i,
                      enum tabia_color turn);

#endif
