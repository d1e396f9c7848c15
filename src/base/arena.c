/*
 * arena.c - memory that is freed all at once
 */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "base/banned.h"

enum { BLOCK_SIZE = 64 * 1024, UNIT = alignof(max_align_t) };

struct arena_block {
    struct arena_block *older;
    size_t used, size;
    alignas(max_align_t) unsigned char data[];
};

/*
 * A new block for 'nbytes'. Blocks grow with the arena, so that a large one
 * has few; near the limit they are only as large as they must be.
 */
static struct arena_block *add_block(struct arena *arena, size_t nbytes)
{
    const size_t head = sizeof(struct arena_block);
    const size_t left =
        arena->limit > arena->taken ? arena->limit - arena->taken : 0;
    size_t size = BLOCK_SIZE + arena->taken / 8 / UNIT * UNIT;
    if (left < head || nbytes > left - head)
        return NULL;
    if (size < nbytes || size > left - head)
        size = nbytes;

    struct arena_block *block = calloc(1, head + size);
    if (!block)
        return NULL;
    block->older = arena->newest;
    block->size = size;
    arena->newest = block;
    arena->taken += head + size;
    return block;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    size_t nbytes;
    if (!vec_checked_mul(count, size, &nbytes) ||
        !vec_checked_add(nbytes, UNIT - 1, &nbytes))
        return NULL;
    nbytes = nbytes / UNIT * UNIT;

    struct arena_block *block = arena->newest;
    if (!block || block->size - block->used < nbytes)
        block = add_block(arena, nbytes);
    if (!block)
        return NULL;
    block->used += nbytes;
    return block->data + block->used - nbytes;
}

void *arena_dup(struct arena *arena, const void *data, size_t size)
{
    void *copy = arena_alloc(arena, size, 1);
    if (copy && size)
        memcpy(copy, data, size);
    return copy;
}

char *arena_dup_text(struct arena *arena, const char *text, size_t len)
{
    if (len == SIZE_MAX)
        return NULL;
    char *copy = arena_alloc(arena, len + 1, 1);
    if (copy && len)
        memcpy(copy, text, len);
    return copy;
}

void arena_clear(struct arena *arena)
{
    while (arena->newest) {
        struct arena_block *block = arena->newest;
        arena->newest = block->older;
        free(block);
    }
    arena->taken = 0;
}
