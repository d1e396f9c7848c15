/*
 * answer.h - what one source says about a position
 */
#ifndef SOURCE_ANSWER_H
#define SOURCE_ANSWER_H

#include "store/store_def.h"
#include "tabia/source.h"

/* An answer with room for all moves, and no moves. */
bool answer_begin(struct tabia_answer *answer, struct tabia_error *err);

/* Empties an answer that could not be given. Returns false. */
bool answer_fail(struct tabia_answer *answer);

/* What follows from the moves and games that are there: masks and sums. */
void answer_end(struct tabia_answer *answer);

/* The arrays of an answer. */
struct answer_buffers {
    struct tabia_book_move moves[TABIA_MOVES_MAX];
    struct tabia_node_data after[TABIA_MOVES_MAX];
    struct store_answer store;
};

/* Adds the opening's name where 'data' has none; 'names' may be NULL. */
void answer_add_name(struct tabia_node_data *data, const struct tabia_pos *pos,
                     const struct tabia_names *names);

/* What the source, else 'names', says about a position; 'names' may be NULL. */
struct tabia_node_data answer_node_data(const struct tabia_source *source,
                                        const struct tabia_pos *pos,
                                        const struct tabia_names *names);

/* Like answer_node_data, and the evaluation that a store has of it. */
bool answer_position_data(const struct tabia_source *source,
                          const struct tabia_pos *pos,
                          const struct tabia_names *names,
                          struct tabia_node_data *data,
                          struct tabia_error *err);

/*
 * The filter of a query, without the parts that the source cannot apply, if
 * the query drops them; 'dropped' gets these.
 */
struct tabia_store_filter answer_filter(const struct tabia_source *source,
                                        const struct tabia_query *query,
                                        unsigned *dropped);

#endif
