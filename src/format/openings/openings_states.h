/*
 * openings_states.h - the states of a book, in the order of writing
 *
 * Nodes of the book that are one state to the Chess Openings format stand side
 * by side. States come breadth-first: from the starting position, then from
 * those that no move leads to, then from what is left.
 */
#ifndef FORMAT_OPENINGS_STATES_H
#define FORMAT_OPENINGS_STATES_H

#include "format/openings/openings.h"

struct openings_states {
    const struct tabia_book *book;
    struct openings_graph graph; // its nodes are the states
    uint32_t *state_of;          // by node of the book
    uint32_t *first_of;          // by state: start in 'nodes_of'; one more
    uint32_t *nodes_of;
    uint32_t *order; // states
    uint32_t norder;
    bool *is_met;
    uint32_t *nincoming; // moves to a state
};

/* A move of a state, each once. */
struct openings_state_move {
    tabia_move move;
    uint32_t edge, target; // target: a state
    const char *remark;
    uint32_t nother;      // other remarks, of other occurrences
    struct tabia_pos pos; // that it leaves, as the format has it
};

/* In any case there is something to clear. Borrows the book. */
bool openings_states_init(struct openings_states *s,
                          const struct tabia_book *book,
                          struct tabia_error *err);

/* The moves of all occurrences of a state; returns how many. */
size_t openings_list_moves(const struct openings_states *s, uint32_t state,
                           struct openings_state_move list[TABIA_MOVES_MAX]);

void openings_states_clear(struct openings_states *s);

#endif
