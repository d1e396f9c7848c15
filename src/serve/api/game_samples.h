/*
 * game_samples.h - games of a store to show beside its statistics
 */
#ifndef SERVE_GAME_SAMPLES_H
#define SERVE_GAME_SAMPLES_H

#include "serve/api/endpoint.h"

/*
 * Adds games of a store that pass the request's filter to the samples in
 * 'answer', so that they are there whenever games are counted.
 */
bool game_samples_complete(const struct loan *loan,
                           const struct request_params *params,
                           struct tabia_answer *answer,
                           struct tabia_error *err);

#endif
