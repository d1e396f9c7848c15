/*
 * arena.h - memory that is freed all at once
 *
 *     struct arena arena = { .limit = 64 << 20 };
 *     uint32_t *nodes = arena_alloc(&arena, count, sizeof(*nodes));
 *     ...
 *     arena_clear(&arena);
 *
 * Memory comes zeroed and aligned for any type. One thread at a time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/compiler.h"

struct arena_block;

/* The zero value with a limit is an empty arena, ready to use. */
struct arena {
    struct arena_block *newest;
    size_t limit; // bytes that the arena may take from the system in all
    size_t taken; // bytes that it has taken
};

/*
 * Room for 'count' things of 'size' bytes each. NULL when the limit is
 * reached or the system has no memory; the arena is then unchanged. Nothing
 * (count or size 0) gives a pointer that must not be read.
 */
void *arena_alloc(struct arena *arena, size_t count, size_t size) MUST_CHECK;

/* A copy of 'size' bytes. NULL as with arena_alloc. */
void *arena_dup(struct arena *arena, const void *data, size_t size) MUST_CHECK;

/* Like arena_dup, but with a NUL after the bytes. */
char *arena_dup_text(struct arena *arena, const char *text,
                     size_t len) MUST_CHECK;

/* Frees everything that the arena gave out; it is then empty and usable. */
void arena_clear(struct arena *arena);

#endif
