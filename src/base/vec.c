/*
 * vec.c - growth of plain arrays, with every size checked
 */
#include "base/vec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/banned.h"

bool vec_checked_mul(size_t a, size_t b, size_t *out)
{
    if (b && a > SIZE_MAX / b)
        return false;
    *out = a * b;
    return true;
}

bool vec_checked_add(size_t a, size_t b, size_t *out)
{
    if (a > SIZE_MAX - b)
        return false;
    *out = a + b;
    return true;
}

static size_t next_room(size_t room, size_t want, size_t limit)
{
    size_t next = room > SIZE_MAX / 2 ? SIZE_MAX : room + room / 2;
    if (next < 8)
        next = 8;
    if (next < want)
        next = want;
    return next > limit ? limit : next;
}

void *vec_grow(void *data, size_t *room, size_t want, size_t size, size_t limit)
{
    if (want > limit)
        return NULL;
    if (data && want <= *room)
        return data;

    const size_t count = next_room(*room, want, limit);
    size_t nbytes;
    if (!vec_checked_mul(count, size, &nbytes) || nbytes > PTRDIFF_MAX)
        return NULL;
    void *more = realloc(data, nbytes ? nbytes : 1);
    if (more)
        *room = count;
    return more;
}

bool vec_reserve(void *list, size_t *room, size_t want, size_t size,
                 size_t limit, struct tabia_error *err)
{
    void *data; // copied, since 'list' may point to a pointer of any type
    if (want > limit)
        return error_set(err, TABIA_ERR_LIMIT,
                         "more than %zu elements in a list", limit);
    memcpy(&data, list, sizeof(data));
    data = vec_grow(data, room, want, size, limit);
    if (!data)
        return error_nomem(err);
    memcpy(list, &data, sizeof(data));
    return true;
}
