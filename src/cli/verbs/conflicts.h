/*
 * conflicts.h - where a book contradicts itself, or cannot be reached
 */
#ifndef CLI_CONFLICTS_H
#define CLI_CONFLICTS_H

#include "tabia/book.h"

/* Receives a finding, with its location if the book knows it. */
typedef void conflicts_fn(void *ctx, const struct tabia_error *finding);

/*
 * Finds positions that are answered differently depending on the line that led
 * there and, for the side to practise (both: no particular one), positions with
 * more than one answer. Moves with a mark do not count.
 */
bool conflicts_find(const struct tabia_book *book, enum tabia_side side,
                    conflicts_fn *on_finding, void *ctx,
                    struct tabia_error *err);

/* Finds positions that no moves lead to from the starting position. */
bool conflicts_find_unreachable(const struct tabia_book *book,
                                conflicts_fn *on_finding, void *ctx,
                                struct tabia_error *err);

#endif
