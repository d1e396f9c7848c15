/*
 * hole_cache.c - the holes of the books, kept while their books are the same
 */
#include "serve/hole_cache.h"

#include <string.h>

#include "base/banned.h"

bool hole_cache_init(struct hole_cache *cache, struct tabia_error *err)
{
    *cache = (struct hole_cache){ .lock = lock_new(err) };
    return cache->lock != NULL;
}

static void hole_book_clear(struct hole_book *book)
{
    coverage_free(book->coverage);
    *book = (struct hole_book){ .coverage = NULL };
}

static void hole_group_clear(struct hole_group *group)
{
    for (size_t i = 0; i < HOLE_BOOKS_MAX; i++)
        hole_book_clear(&group->books[i]);
    likely_replies_free(group->replies);
    *group = (struct hole_group){ .replies = NULL };
}

void hole_cache_clear(struct hole_cache *cache)
{
    for (size_t i = 0; i < HOLE_GROUPS_MAX; i++)
        hole_group_clear(&cache->groups[i]);
    lock_free(cache->lock);
}

/* The group of these sources; a new one takes the place of the oldest. */
static struct hole_group *find_group(struct hole_cache *cache,
                                     const char *sources,
                                     struct tabia_error *err)
{
    struct hole_group *group = &cache->groups[0];
    for (size_t i = 0; i < HOLE_GROUPS_MAX; i++) {
        struct hole_group *other = &cache->groups[i];
        if (other->replies && strcmp(other->sources, sources) == 0) {
            group = other;
            break;
        }
        if (other->used < group->used)
            group = other;
    }
    const bool is_there =
        group->replies && strcmp(group->sources, sources) == 0;
    if (!is_there ||
        likely_replies_lookup_count(group->replies) > HOLE_LOOKUPS_MAX) {
        hole_group_clear(group);
        memcpy(group->sources, sources, strlen(sources) + 1);
        group->replies = likely_replies_new(false, err);
    }
    group->used = ++cache->clock;
    return group->replies ? group : NULL;
}

static bool is_same_book(const struct hole_book *book,
                         const struct hole_key *key)
{
    return book->coverage && book->key.color == key->color &&
           strcmp(book->key.book, key->book) == 0;
}

/* The place of a book: its older state's, else the oldest one's. */
static struct hole_book *find_book(struct hole_group *group,
                                   const struct hole_key *key)
{
    struct hole_book *best = &group->books[0];
    for (size_t i = 0; i < HOLE_BOOKS_MAX; i++) {
        struct hole_book *book = &group->books[i];
        if (is_same_book(book, key))
            return book;
        if (book->used < best->used)
            best = book;
    }
    return best;
}

static bool hole_survey_goes_on(void *ctx, uint64_t positions)
{
    (void)positions;
    return !atomic_load((const atomic_bool *)ctx);
}

struct coverage *hole_cache_lock(struct hole_cache *cache,
                                 const struct hole_key *key,
                                 const atomic_bool *is_ending,
                                 struct tabia_error *err)
{
    lock_acquire(cache->lock);
    struct hole_group *group = find_group(cache, key->sources, err);
    if (!group)
        return NULL;
    struct hole_book *book = find_book(group, key);
    if (!is_same_book(book, key) || book->key.revision != key->revision) {
        const struct coverage_options options = {
            .color = key->color,
            .max_positions = HOLE_POSITIONS_MAX,
            .replies = group->replies,
            .on_progress = hole_survey_goes_on,
            .ctx = (void *)is_ending,
        };
        hole_book_clear(book);
        book->key = *key;
        book->coverage = coverage_new(&options, err);
    }
    book->used = ++cache->clock;
    return book->coverage;
}

void hole_cache_unlock(struct hole_cache *cache)
{
    lock_release(cache->lock);
}

void hole_cache_drop(struct hole_cache *cache, const struct coverage *coverage)
{
    for (size_t i = 0; i < HOLE_GROUPS_MAX; i++)
        for (size_t k = 0; k < HOLE_BOOKS_MAX; k++)
            if (cache->groups[i].books[k].coverage == coverage)
                hole_book_clear(&cache->groups[i].books[k]);
}
