/*
 * explorer_history.h - results of a position by month
 */
#ifndef SERVE_EXPLORER_HISTORY_H
#define SERVE_EXPLORER_HISTORY_H

#include "serve/api/endpoint.h"

/*
 * Writes "history": [...] of a store into the open object: of all games, or
 * with 'player' of this one's with the colour that the request names.
 * 'is_whole' includes the newest month, which may not be over.
 */
bool explorer_history_put(struct json_writer *js, const struct loan *loan,
                          const struct request_params *params,
                          const char *player, bool is_whole,
                          struct tabia_error *err);

#endif
