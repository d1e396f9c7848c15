/*
 * decisions.c - the positions of a book in which a side has to know a move
 */
#include "study/practice/decisions.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/walk_internal.h"
#include "study/practice/cards.h"
#include "tabia/pick.h"

#include "base/banned.h"

enum { DECISIONS_MAX = 1 << 28 };

/* Keeps those of the 'n' moves of 'pos' that the book would choose. */
static size_t keep_accepted(const struct tabia_pos *pos,
                            struct tabia_book_move *list, size_t n)
{
    bool is_accepted[TABIA_MOVES_MAX];
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        is_accepted[i] = tabia_pick_weight(pos, list, n, i, NULL) > 0;
    for (size_t i = 0; i < n; i++)
        if (is_accepted[i])
            list[kept++] = list[i];
    return kept;
}

size_t decisions_list_accepted(const struct tabia_book *book, uint32_t position,
                               struct tabia_book_move list[TABIA_MOVES_MAX])
{
    const size_t n =
        tabia_book_position_moves(book, position, TABIA_MERGE_DEFAULT, list,
                                  TABIA_MOVES_MAX);
    struct tabia_pos pos;
    tabia_book_position_pos_at(book, position, &pos);
    return keep_accepted(&pos, list, n);
}

bool decisions_of_positions(const struct tabia_book *positions,
                            struct tabia_pos **list, size_t *n,
                            struct tabia_error *err)
{
    const uint32_t count = tabia_book_position_count(positions);
    size_t room = *n;
    if (!VEC_RESERVE(*list, room, *n + count + 1, DECISIONS_MAX, err))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (tabia_book_position_moves(positions, i, TABIA_MERGE_FIRST, NULL, 0))
            tabia_book_position_pos_at(positions, i, &(*list)[(*n)++]);
    return true;
}

static uint32_t decisions_find_position(const struct tabia_book *book,
                                        const struct tabia_pos *pos)
{
    const struct tabia_pos identity = tabia_pos_identity(pos);
    return tabia_book_find_position(book, &identity);
}

/* ---- the part of the book that is played ------------------------------- */

static bool has_move(const struct tabia_book_move *list, size_t n,
                     tabia_move mv)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].move == mv)
            return true;
    return false;
}

static enum tabia_color turn_at(const struct tabia_book *book,
                                uint32_t position)
{
    struct tabia_pos pos;
    tabia_book_position_pos_at(book, position, &pos);
    return (enum tabia_color)pos.turn;
}

/* By edge: 1 if games follow it. */
static void choose_edges(const struct tabia_book *book, enum tabia_color color,
                         uint8_t *keep)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const uint32_t n = tabia_book_position_count(book);
    for (uint32_t i = 0; i < n; i++) {
        const bool is_own = turn_at(book, i) == color;
        const size_t accepted =
            is_own ? decisions_list_accepted(book, i, list) : 0;
        uint32_t node;
        for (uint32_t k = 0; (node = tabia_book_position_node_at(book, i, k)) !=
                             TABIA_NUMBER_NONE;
             k++) {
            uint32_t first, count;
            tabia_book_node_edges(book, node, &first, &count);
            for (uint32_t e = first; e < first + count; e++)
                keep[e] = !is_own || has_move(list, accepted,
                                              tabia_book_edge_move(book, e));
        }
    }
}

static bool find_ways(struct decisions *d, const struct decisions_options *o,
                      struct tabia_error *err)
{
    const struct tabia_book *book = d->book;
    const size_t nedges = tabia_book_edge_count(book);
    uint8_t *keep = calloc(nedges + 1, 1);
    if (!keep)
        return error_nomem(err);
    if (!reach_init(&d->reach, tabia_book_position_count(book), err)) {
        free(keep);
        return false;
    }
    choose_edges(book, o->color, keep);
    if (o->from)
        reach_add_start(&d->reach, decisions_find_position(book, o->from));
    else
        reach_add_roots(&d->reach, book);
    reach_follow(&d->reach, book, keep, 0);
    free(keep);
    return true;
}

/* ---- decisions --------------------------------------------------------- */

/* What is left out, by position: all but those that are asked for. */
static void skip_others(uint8_t *is_done, const struct tabia_book *book,
                        const struct decisions_options *o)
{
    if (!o->only)
        return;
    memset(is_done, 1, tabia_book_position_count(book));
    for (size_t i = 0; i < o->nonly; i++) {
        const uint32_t position = decisions_find_position(book, &o->only[i]);
        if (position != TABIA_NUMBER_NONE)
            is_done[position] = 0;
    }
}

/* Adds a position if the side has to know a move there. */
static bool decisions_add(struct decisions *d,
                          const struct decisions_options *o, uint32_t position,
                          struct tabia_error *err)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    tabia_book_position_pos_at(d->book, position, &pos);
    if ((enum tabia_color)pos.turn != o->color)
        return true;
    const size_t n = decisions_list_accepted(d->book, position, list);
    if (n == 0)
        return true;
    if (!VEC_RESERVE(d->list, d->room, d->n + 1, DECISIONS_MAX, err) ||
        !VEC_RESERVE(d->moves, d->moves_room, d->nmoves + n, DECISIONS_MAX,
                     err))
        return false;
    if (d->of_position)
        d->of_position[position] = (uint32_t)d->n;
    d->list[d->n++] = (struct decision){
        .position = position,
        .key = card_key(&pos),
        .first = (uint32_t)d->nmoves,
        .n = (uint32_t)n,
    };
    for (size_t i = 0; i < n; i++)
        d->moves[d->nmoves++] = list[i].move;
    return true;
}

/* The decisions on the way to the position asked for. */
static bool decisions_add_line(struct decisions *d,
                               const struct decisions_options *o,
                               uint8_t *is_done, struct tabia_error *err)
{
    struct tabia_pos pos = *o->start;
    for (size_t i = 0; i < o->nmoves; i++) {
        const uint32_t position = decisions_find_position(d->book, &pos);
        if (position != TABIA_NUMBER_NONE && !is_done[position]) {
            is_done[position] = 1;
            if (!decisions_add(d, o, position, err))
                return false;
        }
        tabia_pos_play(&pos, o->moves[i]);
    }
    return true;
}

/* The walk follows the side's accepted moves only. */
static size_t choose_accepted(void *ctx, const struct tabia_walk_step *step,
                              struct tabia_book_move *list, size_t n)
{
    const struct decisions_options *o = ctx;
    return (enum tabia_color)step->after.turn == o->color
               ? keep_accepted(&step->after, list, n)
               : n;
}

/* All that is reached, depth first, as a reader of the book meets it. */
static bool add_reached(struct decisions *d, const struct decisions_options *o,
                        uint8_t *is_done, struct tabia_error *err)
{
    const struct tabia_walk_options options = { .from = o->from };
    const struct walk_rule rules = { .choose = choose_accepted,
                                     .ctx = (void *)o };
    struct tabia_walk *walk = walk_new(d->book, &options, &rules, err);
    struct tabia_walk_step step;
    bool ok = walk != NULL;
    while (ok && tabia_walk_next(walk, &step, err)) {
        if (step.position == TABIA_NUMBER_NONE || is_done[step.position])
            continue;
        is_done[step.position] = 1;
        ok = decisions_add(d, o, step.position, err);
    }
    ok = ok && walk_is_whole(walk, err);
    tabia_walk_free(walk);
    return ok;
}

static bool keep_place(struct decisions *d, const struct decisions_options *o,
                       struct tabia_error *err)
{
    if (!o->from)
        return true;
    if (o->nmoves >= DECISIONS_PLIES_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "more than %d moves",
                         DECISIONS_PLIES_MAX - 1);
    d->has_from = true;
    d->start = *o->start;
    d->nbefore = o->nmoves;
    d->before = calloc(o->nmoves + 1, sizeof(*d->before));
    if (!d->before)
        return error_nomem(err);
    if (o->nmoves)
        memcpy(d->before, o->moves, o->nmoves * sizeof(*d->before));
    return true;
}

bool decisions_find(struct decisions *d, const struct tabia_book *book,
                    const struct decisions_options *options,
                    struct tabia_error *err)
{
    *d = (struct decisions){ .book = book };
    if (!keep_place(d, options, err) || !find_ways(d, options, err)) {
        decisions_clear(d);
        return false;
    }
    const size_t count = (size_t)tabia_book_position_count(book) + 1;
    uint8_t *is_done = calloc(count, 1);
    d->of_position = calloc(count, sizeof(*d->of_position));
    if (is_done && d->of_position) {
        memset(d->of_position, 0xff, count * sizeof(*d->of_position));
        skip_others(is_done, book, options);
    }
    const bool ok = ((is_done && d->of_position) || error_nomem(err)) &&
                    (!(options->from && options->wants_line) ||
                     decisions_add_line(d, options, is_done, err)) &&
                    add_reached(d, options, is_done, err);
    free(is_done);
    if (!ok)
        decisions_clear(d);
    return ok;
}

bool decisions_find_one(struct decisions *d, const struct tabia_book *book,
                        const struct tabia_pos *pos, struct tabia_error *err)
{
    const struct decisions_options options = {
        .color = (enum tabia_color)pos->turn
    };
    const uint32_t position = decisions_find_position(book, pos);
    *d = (struct decisions){ .book = book };
    if (position == TABIA_NUMBER_NONE ||
        decisions_add(d, &options, position, err))
        return true;
    decisions_clear(d);
    return false;
}

void decisions_clear(struct decisions *d)
{
    free(d->list);
    free(d->moves);
    free(d->of_position);
    free(d->before);
    reach_clear(&d->reach);
    *d = (struct decisions){ .book = NULL };
}

void decisions_weigh(struct decisions *d, const struct coverage *coverage)
{
    for (size_t i = 0; i < d->n; i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(d->book, d->list[i].position, &pos);
        d->list[i].likelihood = coverage_share_reached(coverage, &pos);
    }
    d->has_likelihood = true;
}

const struct decision *decisions_at(const struct decisions *d,
                                    const struct tabia_pos *pos)
{
    const uint32_t position = decisions_find_position(d->book, pos);
    const uint32_t at = position == TABIA_NUMBER_NONE
                            ? TABIA_NUMBER_NONE
                            : d->of_position[position];
    return at == TABIA_NUMBER_NONE ? NULL : &d->list[at];
}

/* The start of a way as the book has it, with its move numbers. */
static void start_at(const struct tabia_book *book, uint32_t position,
                     struct tabia_pos *start)
{
    tabia_book_position_pos_at(book, position, start);
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        if (reach_is_root_at(book, i, position)) {
            tabia_book_root_pos_at(book, i, start);
            return;
        }
    }
}

/* As far as a position is on the way to the one asked for; else 0. */
static size_t way_before(const struct decisions *d, uint32_t position,
                         struct tabia_pos *start, tabia_move *moves)
{
    struct tabia_pos pos = d->start;
    for (size_t i = 0; i < d->nbefore; i++) {
        if (decisions_find_position(d->book, &pos) == position) {
            *start = d->start;
            memcpy(moves, d->before, i * sizeof(*moves));
            return i;
        }
        tabia_pos_play(&pos, d->before[i]);
    }
    tabia_book_position_pos_at(d->book, position, start);
    return 0;
}

size_t decisions_line_to(const struct decisions *d, uint32_t position,
                         struct tabia_pos *start,
                         tabia_move moves[DECISIONS_PLIES_MAX])
{
    const struct reach *reach = &d->reach;
    uint32_t at = position;
    const size_t n = reach->ply[position];
    if (n > DECISIONS_PLIES_MAX - d->nbefore) // also TABIA_NUMBER_NONE
        return way_before(d, position, start, moves);
    for (size_t i = n; i > 0; i--) {
        moves[d->nbefore + i - 1] = reach_move(reach, d->book, at);
        at = reach->parent[at];
    }
    if (d->has_from) {
        *start = d->start;
        if (d->nbefore)
            memcpy(moves, d->before, d->nbefore * sizeof(*moves));
    } else {
        start_at(d->book, at, start);
    }
    return d->nbefore + n;
}
