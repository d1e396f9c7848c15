/*
 * games_view.h - the games behind the moves of a store
 */
#ifndef CLI_GAMES_VIEW_H
#define CLI_GAMES_VIEW_H

#include "cli/view/answer_view.h"

/*
 * Puts a game of the answer: as a row, or with a key as a member of the row
 * of a move. False with an error if it cannot be read, here and below.
 */
bool games_view_put(struct verb_output *out, const struct answer_view *view,
                    const char *key, const struct tabia_store_game_ref *ref,
                    struct tabia_error *err);

/* Puts what 'games' asks for: samples, a list, results by month. */
bool games_view_state_all(struct verb_output *out,
                          const struct answer_view *view,
                          const struct answer_view_games *games,
                          struct tabia_error *err);

#endif
