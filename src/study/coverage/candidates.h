/*
 * candidates.h - what the sources play where a book has no move
 */
#ifndef STUDY_CANDIDATES_H
#define STUDY_CANDIDATES_H

#include "study/coverage/likely_replies.h"

struct candidate {
    tabia_move move;
    size_t source_index;        // the first in the list that has it
    double share;               // of its moves there
    struct tabia_tally results; // all 0: no games
    uint64_t games;             // with those without a known result
    bool has_score;
    double score;           // of the side to move, 0 to 1
    struct tabia_eval eval; // of any source
    bool has_eval;
};

/*
 * What the sources play in a position: the likeliest moves of the first source
 * that has any, then what others add; at most 'max'. Sets 'n'.
 */
bool candidates_find(const struct likely_sources *from,
                     const struct tabia_pos *pos, struct candidate *list,
                     size_t max, size_t *n, struct tabia_error *err);

#endif
