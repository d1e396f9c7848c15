/*
 * in_turn.h - counting as PolyGlot's make-book does, game by game
 */
#ifndef BUILD_IN_TURN_H
#define BUILD_IN_TURN_H

#include "build/count.h"

/* Like count_moves, for the events of COUNT_IN_TURN; sorts them. */
bool in_turn_moves(struct count *c, struct count_move list[TABIA_MOVES_MAX],
                   size_t *n, struct tabia_error *err);

#endif
