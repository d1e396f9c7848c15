/*
 * hole_cache.h - the holes of the books, kept while the books stay the same
 *
 *     const struct hole_key key = { ... };
 *     struct coverage *c = hole_cache_lock(&cache, &key, &is_ending, err);
 *     if (c && coverage_survey(c, &sources, from, err)) ...
 *     hole_cache_unlock(&cache);
 *
 * What was looked up for a revision of a book stays, so that another position
 * of it costs no look-up. A changed book asks the sources only for positions
 * that it did not have. One survey at a time.
 */
#ifndef SERVE_HOLE_CACHE_H
#define SERVE_HOLE_CACHE_H

#include <stdatomic.h>

#include "base/lock.h"
#include "study/coverage/coverage.h"

enum {
    HOLE_GROUPS_MAX = 4,        // kept: sources and filters
    HOLE_BOOKS_MAX = 4,         // kept of each: books and sides
    HOLE_KEY_SIZE = 640,        // bytes
    HOLE_POSITIONS_MAX = 20000, // of a book that are gone on from
    HOLE_LOOKUPS_MAX = 1 << 17, // then a group starts again
};

/* Both are texts that name what they depend on, with its revision. */
struct hole_key {
    char sources[HOLE_KEY_SIZE]; // and the filter
    char book[HOLE_KEY_SIZE];    // without its revision
    unsigned revision;           // of the book
    enum tabia_color color;
};

struct hole_book {
    struct hole_key key;
    struct coverage *coverage; // owned; NULL: none
    uint64_t used;
};

struct hole_group {
    char sources[HOLE_KEY_SIZE];
    struct likely_replies *replies; // owned; NULL: none
    struct hole_book books[HOLE_BOOKS_MAX];
    uint64_t used;
};

struct hole_cache {
    struct lock *lock; // owned
    struct hole_group groups[HOLE_GROUPS_MAX];
    uint64_t clock; // counts uses
};

bool hole_cache_init(struct hole_cache *cache, struct tabia_error *err);

/* Accepts the zero value. */
void hole_cache_clear(struct hole_cache *cache);

/*
 * The coverage of a revision of a book, which stays valid until
 * hole_cache_unlock. NULL when there is no memory; to be unlocked even then.
 * 'is_ending' stops surveys when it becomes true; must outlive the cache.
 */
struct coverage *hole_cache_lock(struct hole_cache *cache,
                                 const struct hole_key *key,
                                 const atomic_bool *is_ending,
                                 struct tabia_error *err);
void hole_cache_unlock(struct hole_cache *cache);

/* Forgets what a failed survey left behind. Before hole_cache_unlock. */
void hole_cache_drop(struct hole_cache *cache, const struct coverage *coverage);

#endif
