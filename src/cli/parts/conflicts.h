/*
 * conflicts.h - where a book contradicts itself, or cannot be reached
 */
#ifndef CLI_CONFLICTS_H
#define CLI_CONFLICTS_H

#include "tabia/book.h"

/* Called for each finding; its place is set when the book knows it. */
typedef void conflicts_fn(void *ctx, const struct tabia_error *finding);

/*
 * Positions that are answered differently depending on the line that led
 * there and, for the side to practise (BOTH: none in particular), positions
 * with more than one answer. Moves with a mark are no answers.
 */
bool conflicts_find(const struct tabia_book *book, enum tabia_side side,
                    conflicts_fn *each, void *ctx, struct tabia_error *err);

/* Positions that no moves lead to from the starting position. */
bool conflicts_find_unreachable(const struct tabia_book *book,
                                conflicts_fn *each, void *ctx,
                                struct tabia_error *err);

#endif
