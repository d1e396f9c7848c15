/*
 * tichess_sequence.h - the moves of one sequence until it is known to be good
 *
 * A sequence with an error is dropped as a whole, so that its moves go to the
 * book only at its end.
 */
#ifndef FORMAT_TICHESS_SEQUENCE_H
#define FORMAT_TICHESS_SEQUENCE_H

#include "tabia/builder.h"

struct tichess_step;

/* The zero value is empty. */
struct tichess_sequence {
    struct tabia_pos start, pos; // before the first move, after the last
    struct tichess_step *steps;  // owned
    size_t n, room;
};

/* Forgets the moves and begins at 'start', by default the initial position. */
void tichess_sequence_begin(struct tichess_sequence *s,
                            const struct tabia_pos *start);

/* Plays a legal move that stands at 'line', 'col'. */
bool tichess_sequence_play(struct tichess_sequence *s, tabia_move mv,
                           uint32_t line, uint32_t col,
                           struct tabia_error *err);

/* Adds the sequence to the book, if it has moves, and forgets them. */
bool tichess_sequence_end(struct tichess_sequence *s, struct tabia_builder *out,
                          bool keep_source, struct tabia_error *err);

/* The number of the ply that comes next, as the original counts. */
uint64_t tichess_sequence_ply(const struct tichess_sequence *s);

void tichess_sequence_clear(struct tichess_sequence *s);

#endif
