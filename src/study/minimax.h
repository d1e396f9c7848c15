/*
 * minimax.h - the evaluations of the ends of lines, carried back
 */
#ifndef STUDY_MINIMAX_H
#define STUDY_MINIMAX_H

#include "tabia/book.h"

/*
 * The book with the value of the best line at each position that has moves:
 * evaluations carried back from the ends. Positions from which no evaluation
 * can be reached stay as they are. 'n' gets the number of values set.
 */
struct tabia_book *minimax_book(const struct tabia_book *book, uint32_t *n,
                                struct tabia_error *err);

/* -1, 0 or 1 if 'a' is worse for White than 'b', as good, or better. */
int minimax_compare_evals(const struct tabia_eval *a, enum tabia_color a_turn,
                          const struct tabia_eval *b, enum tabia_color b_turn);

#endif
