/*
 * survey.c - how deep and how broad a book is
 */
#include "cli/survey.h"

#include <stdlib.h>

#include "base/error.h"

#include "base/banned.h"

static void meet(struct survey *s, uint32_t position, uint32_t distance)
{
    if (s->distance[position] != TABIA_NONE)
        return;
    s->distance[position] = distance;
    s->queue[s->nreached++] = position;
    s->plies[distance].positions++;
    s->depth = distance;
}

static void meet_roots(struct survey *s, const struct tabia_book *book,
                       bool from_roots)
{
    if (from_roots) {
        for (uint32_t i = 0; i < tabia_book_roots(book); i++)
            meet(s, tabia_node_position(book, tabia_book_root(book, i)), 0);
        return;
    }
    struct tabia_pos start;
    tabia_pos_start(&start);
    uint32_t position = tabia_book_position_find(book, &start);
    if (position != TABIA_NONE)
        meet(s, position, 0);
}

bool survey_init(struct survey *s, const struct tabia_book *book,
                 bool from_roots, struct tabia_error *err)
{
    // Each ply but the last has a position of its own, and so has the last.
    const size_t n = (size_t)tabia_book_positions(book) + 1;
    *s = (struct survey){
        .distance = calloc(n, sizeof(*s->distance)),
        .queue = calloc(n, sizeof(*s->queue)),
        .plies = calloc(n + 1, sizeof(*s->plies)),
    };
    if (!s->distance || !s->queue || !s->plies) {
        survey_clear(s);
        return error_nomem(err);
    }
    for (size_t i = 0; i < n; i++)
        s->distance[i] = TABIA_NONE;

    meet_roots(s, book, from_roots);
    struct tabia_entry list[TABIA_MOVES_MAX];
    for (uint32_t i = 0; i < s->nreached; i++) {
        const uint32_t next = s->distance[s->queue[i]] + 1;
        size_t nmoves =
            tabia_book_moves(book, s->queue[i], TABIA_POLICY_FIRST, list);
        s->plies[next].moves += (uint32_t)nmoves;
        for (size_t k = 0; k < nmoves; k++)
            meet(s, tabia_node_position(book, list[k].to), next);
    }
    return true;
}

void survey_clear(struct survey *s)
{
    free(s->distance);
    free(s->queue);
    free(s->plies);
    *s = (struct survey){ 0 };
}
