/*
 * name_set.h - different names, and their numbers in the order of a store
 *
 *     struct name_set set = { 0 };
 *     name_set_add(&set, text, err);           // any number of times
 *     name_set_sort(&set, err);
 *     size_t number = name_set_find(&set, text);
 */
#ifndef STORE_NAME_SET_H
#define STORE_NAME_SET_H

#include "base/buf.h"
#include "base/hashmap.h"

/* The zero value is empty. */
struct name_set {
    struct buf text; // one after the other, each ended by NUL
    size_t *offsets; // of each, in the order they came
    size_t n, room;
    struct hashmap ids;
    uint32_t *order; // sorted: their ids
    uint32_t *rank;  // by id: the number
};

/* Adds a name unless it is there; what is not text is cut. */
bool name_set_add(struct name_set *set, const char *name,
                  struct tabia_error *err);

/* Nothing can be added afterwards. */
bool name_set_sort(struct name_set *set, struct tabia_error *err);

/* The number of a name; HASHMAP_NONE if it is not there. */
uint32_t name_set_find(const struct name_set *set, const char *name);

/* The name of a number. */
const char *name_set_text(const struct name_set *set, size_t number);

void name_set_clear(struct name_set *set);

#endif
