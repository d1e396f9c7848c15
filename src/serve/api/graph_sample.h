/*
 * graph_sample.h - the likeliest part of a source that has no lines, as a book
 *
 * A store or a keyed file answers for one position at a time. What is worth a
 * picture is what is played most: the moves are taken in order of likelihood,
 * one look-up for each position, up to a limit.
 */
#ifndef SERVE_GRAPH_SAMPLE_H
#define SERVE_GRAPH_SAMPLE_H

#include "serve/request_params.h"
#include "tabia/source.h"

/*
 * A book of at most 'limit' positions: the line of the request, then what is
 * likely after it, then what is likely beside it. Sets 'is_whole' if the source
 * has no more. Moves are in order of likelihood. NULL with an error.
 */
struct tabia_book *graph_sample(const struct tabia_source *source,
                                const struct request_params *params,
                                uint32_t limit, bool *is_whole,
                                struct tabia_error *err);

#endif
