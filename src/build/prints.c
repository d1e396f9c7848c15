/*
 * prints.c - games met before, told by a hash of 128 bits
 */
#include "build/prints.h"

#include <stdlib.h>

#include "base/error.h"

#include "base/banned.h"

enum { FIRST_SIZE = 1 << 12 };

static bool is_free(const struct harvest_print *slot)
{
    return !slot->a && !slot->b;
}

static struct harvest_print *find(const struct prints *p,
                                  struct harvest_print print)
{
    size_t i = (size_t)print.a & p->mask;
    while (!is_free(&p->slots[i]) &&
           (p->slots[i].a != print.a || p->slots[i].b != print.b))
        i = (i + 1) & p->mask;
    return &p->slots[i];
}

/* Twice as many slots; while they are copied, both are there. */
static bool grow(struct prints *p, struct tabia_error *err)
{
    const size_t old = p->slots ? p->mask + 1 : 0;
    const size_t n = old ? 2 * old : FIRST_SIZE;
    if ((n + old) * sizeof(*p->slots) > p->limit)
        return error_set(err, TABIA_LIMIT,
                         "too many games to tell which come twice: "
                         "more memory is needed");
    struct prints more = { .slots = calloc(n, sizeof(*more.slots)),
                           .mask = n - 1,
                           .count = p->count,
                           .limit = p->limit };
    if (!more.slots)
        return error_nomem(err);
    for (size_t i = 0; i < old; i++)
        if (!is_free(&p->slots[i]))
            *find(&more, p->slots[i]) = p->slots[i];
    free(p->slots);
    *p = more;
    return true;
}

bool prints_add(struct prints *p, struct harvest_print print, bool *is_new,
                struct tabia_error *err)
{
    if (is_free(&print))
        print.a = 1; // zero marks a free slot
    if ((!p->slots || p->count * 3 >= p->mask * 2) && !grow(p, err))
        return false;
    struct harvest_print *slot = find(p, print);
    *is_new = is_free(slot);
    if (*is_new) {
        *slot = print;
        p->count++;
    }
    return true;
}

void prints_clear(struct prints *p)
{
    free(p->slots);
    *p = (struct prints){ .limit = p->limit };
}
