/*
 * build_problems.h - the first problems of a build, in the order of its games
 *
 * They are kept until the end, in the notes of a folder too, and then reported
 * from the calling thread.
 */
#ifndef BUILD_BUILD_PROBLEMS_H
#define BUILD_BUILD_PROBLEMS_H

#include "build/notes.h"
#include "tabia/build.h"

/* The zero value is empty. */
struct build_problems {
    size_t n;
    struct tabia_error list[TABIA_BUILD_PROBLEMS_MAX];
};

/* Adds those of 'more' that there is room for. */
void build_problems_add_all(struct build_problems *problems,
                            const struct build_problems *more);

void build_problems_put_notes(const struct build_problems *problems,
                              struct buf *notes);

/* Those in the notes instead of what is there. */
void build_problems_get_notes(struct build_problems *problems,
                              const struct notes *notes);

/* Calls 'on_problem' of the options, if there is one, for each. */
void build_problems_report(const struct build_problems *problems,
                           const struct tabia_build_options *options);

#endif
