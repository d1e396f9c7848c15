/*
 * column.c - one attribute of many things, stored only where it is used
 */
#include "book/column.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "base/banned.h"

static size_t words_for_bits(size_t n)
{
    return (n + 63) / 64;
}

static size_t column_nbytes(size_t room, uint32_t width)
{
    return room * width + words_for_bits(room) * sizeof(uint64_t);
}

/* Room for elements up to 'id', half as many again as there were. */
static bool column_reserve(struct column *c, uint32_t id, size_t *left,
                           struct tabia_error *err)
{
    if (id < c->room)
        return true;
    const size_t want = (size_t)id + 1;
    const size_t room =
        want > c->room + c->room / 2 ? want + 64 : c->room + c->room / 2;
    const size_t more =
        column_nbytes(room, c->width) - column_nbytes(c->room, c->width);
    if (more > *left)
        return error_set(err, TABIA_ERR_LIMIT, "the book is too large");

    uint8_t *data = realloc(c->data, room * c->width);
    if (!data)
        return error_nomem(err);
    c->data = data;
    uint64_t *bits = realloc(c->bits, words_for_bits(room) * sizeof(*bits));
    if (!bits)
        return error_nomem(err);
    memset(bits + words_for_bits(c->room), 0,
           (words_for_bits(room) - words_for_bits(c->room)) * sizeof(*bits));
    c->bits = bits;
    c->room = room;
    *left -= more;
    return true;
}

bool column_set(struct column *c, uint32_t id, const void *value, size_t *left,
                struct tabia_error *err)
{
    if (!column_reserve(c, id, left, err))
        return false;
    const uint64_t bit = UINT64_C(1) << (id % 64);
    c->count += !(c->bits[id / 64] & bit);
    c->bits[id / 64] |= bit;
    memcpy(c->data + (size_t)id * c->width, value, c->width);
    if (id >= c->len)
        c->len = id + 1;
    return true;
}

bool column_permute(struct column *c, const uint32_t *to, uint32_t n,
                    struct tabia_error *err)
{
    if (c->count == 0)
        return true;
    struct column moved = { .width = c->width };
    size_t left = SIZE_MAX;
    if (!column_reserve(&moved, n - 1, &left, err)) {
        column_clear(&moved);
        return false;
    }
    for (uint32_t id = 0; id < c->len; id++) {
        const void *value = column_get(c, id);
        if (value && !column_set(&moved, to[id], value, &left, err))
            return false; // cannot happen: the room is there
    }
    column_clear(c);
    *c = moved;
    return true;
}

/* Moves the elements that are set to the front; returns the ranks. */
static uint32_t *column_compact(struct column *c)
{
    const size_t nwords = words_for_bits(c->len);
    uint32_t *ranks = malloc(nwords * sizeof(*ranks));
    if (!ranks)
        return NULL;
    uint32_t n = 0;
    for (size_t word = 0; word < nwords; word++) {
        ranks[word] = n;
        for (uint64_t left = c->bits[word]; left; left &= left - 1) {
            const size_t id = word * 64 + (size_t)__builtin_ctzll(left);
            memmove(c->data + (size_t)n++ * c->width, c->data + id * c->width,
                    c->width);
        }
    }
    return ranks;
}

bool column_seal(struct column *c, struct tabia_error *err)
{
    if (c->count == 0)
        return true;
    if (c->count < c->len) { // else each is its own rank
        c->ranks = column_compact(c);
        if (!c->ranks)
            return error_nomem(err);
    }
    // Smaller blocks: where there are none, the old ones still do.
    uint8_t *data = realloc(c->data, (size_t)c->count * c->width);
    if (data)
        c->data = data;
    uint64_t *bits = realloc(c->bits, words_for_bits(c->len) * sizeof(*bits));
    if (bits)
        c->bits = bits;
    c->room = c->len;
    return true;
}

size_t column_memory(const struct column *c)
{
    if (!c->ranks)
        return column_nbytes(c->room, c->width);
    return (size_t)c->count * c->width +
           words_for_bits(c->len) * (sizeof(*c->bits) + sizeof(*c->ranks));
}

void column_clear(struct column *c)
{
    free(c->data);
    free(c->bits);
    free(c->ranks);
    *c = (struct column){ .width = c->width };
}
