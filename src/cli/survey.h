/*
 * survey.h - how deep and how broad a book is
 */
#ifndef CLI_SURVEY_H
#define CLI_SURVEY_H

#include "book/reach.h"
#include "tabia/book.h"

/* What a book has at a distance of so many moves from a root. */
struct survey_ply {
    uint32_t positions; // met first here
    uint32_t moves;     // that lead here, each position's once
};

/* Shortest distances, from the roots or from the initial position alone. */
struct survey {
    struct reach ways;
    uint32_t nreached;        // positions
    struct survey_ply *plies; // owned: 'depth' + 1 of them
    uint32_t depth;           // the largest distance
};

bool survey_init(struct survey *survey, const struct tabia_book *book,
                 bool from_roots, struct tabia_error *err);

void survey_clear(struct survey *survey);

#endif
