/*
 * survey.c - how deep and how broad a book is
 */
#include "cli/survey.h"

#include <stdlib.h>

#include "base/error.h"

#include "base/banned.h"

bool survey_init(struct survey *s, const struct tabia_book *book,
                 bool from_roots, struct tabia_error *err)
{
    // Each ply but the last has a position of its own, and so has the last.
    const size_t n = (size_t)tabia_book_position_count(book) + 2;
    *s = (struct survey){ .plies = calloc(n, sizeof(*s->plies)) };
    if (!s->plies ||
        !reach_init(&s->ways, tabia_book_position_count(book), err)) {
        survey_clear(s);
        return error_nomem(err);
    }
    if (from_roots)
        reach_roots(&s->ways, book);
    else
        reach_initial(&s->ways, book);
    reach_follow(&s->ways, book, NULL, 0);

    struct tabia_entry list[TABIA_MOVES_MAX];
    for (uint32_t i = 0; i < s->ways.n; i++) {
        const uint32_t position = s->ways.order[i];
        s->depth = s->ways.ply[position];
        s->plies[s->depth].positions++;
        s->plies[s->depth + 1].moves +=
            (uint32_t)tabia_position_moves(book, position, TABIA_POLICY_FIRST,
                                           list);
    }
    s->nreached = s->ways.n;
    return true;
}

void survey_clear(struct survey *s)
{
    reach_clear(&s->ways);
    free(s->plies);
    *s = (struct survey){ 0 };
}
