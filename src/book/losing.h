/*
 * losing.h - moves that evaluations speak against
 */
#ifndef BOOK_LOSING_H
#define BOOK_LOSING_H

#include "tabia/book.h"

/*
 * Takes from a position's moves those after which the side to move stands more
 * than 'max_loss' centipawns worse than after the best of them. A mate is
 * better or worse than any number. Moves to positions without an evaluation
 * stay. Returns how many are left; the best always is.
 */
size_t losing_drop(const struct tabia_book *book, uint32_t position,
                   uint32_t max_loss, struct tabia_entry *list, size_t n);

#endif
