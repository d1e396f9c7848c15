/*
 * root_set.h - the positions that games begin with, each with its number
 */
#ifndef BUILD_ROOT_SET_H
#define BUILD_ROOT_SET_H

#include "base/hashmap.h"
#include "tabia/chess.h"

enum { ROOT_SET_MAX = 1 << 24 };

/* The zero value is empty. */
struct root_set {
    struct tabia_packed *list; // owned; by number
    size_t n, room;
    struct hashmap numbers;
};

/*
 * Adds a position, unless it is there whatever the clocks; those of the first
 * stay. 'number' is its number.
 */
bool root_set_add(struct root_set *set, const struct tabia_packed *root,
                  uint32_t *number, struct tabia_error *err);

void root_set_clear(struct root_set *set);

#endif
