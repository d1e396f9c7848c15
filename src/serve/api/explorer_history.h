/*
 * explorer_history.h - results of a position by month
 */
#ifndef SERVE_EXPLORER_HISTORY_H
#define SERVE_EXPLORER_HISTORY_H

#include "serve/api/endpoint.h"

/*
 * Writes "history": [...] of a store into the open object, with 'of_player' of
 * the player whom the request names, if it does; 'is_whole' includes
 * the newest month, which may not be over.
 */
bool explorer_history_put(struct json_writer *js, const struct loan *loan,
                          const struct request_params *params, bool is_whole,
                          bool of_player, struct tabia_error *err);

#endif
