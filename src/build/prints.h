/*
 * prints.h - games met before, told by a hash of 128 bits
 */
#ifndef BUILD_PRINTS_H
#define BUILD_PRINTS_H

#include "build/harvest.h"

/* The zero value with a limit is an empty set. */
struct prints {
    struct harvest_print *slots; // all-zero: free
    size_t mask, count;
    size_t limit; // bytes
};

/*
 * Adds a game. 'is_new' says whether it was not there. False with an error
 * when the limit is reached.
 */
bool prints_add(struct prints *p, struct harvest_print print, bool *is_new,
                struct tabia_error *err);

void prints_clear(struct prints *p);

#endif
