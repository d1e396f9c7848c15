/*
 * writer_book.c - positions become a book, by walking from where games began
 */
#include "build/writer.h"

#include <stdlib.h>

#include "base/vec.h"
#include "format/format_def.h"
#include "book/values.h"
#include "tabia/builder.h"
#include "tabia/format.h"

#include "base/banned.h"

enum { PLACES_MAX = 1 << 28, MOVES_MAX = 1 << 29, STACK_MAX = 1 << 26 };

/* ---- what is kept ---------------------------------------------------- */

static uint32_t clamp(uint64_t n)
{
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static bool add_moves(struct writer_book *out, const struct keep_move *kept,
                      size_t n, struct tabia_error *err)
{
    if (!VEC_RESERVE(out->moves, out->moves_room, out->nmoves + n, MOVES_MAX,
                     err))
        return false;
    for (size_t i = 0; i < n; i++)
        out->moves[out->nmoves++] = (struct writer_move){
            .move = kept[i].move,
            .weight = (uint32_t)values_scale(kept[i].weight, kept[0].weight,
                                             UINT32_MAX),
            .white = clamp(kept[i].white),
            .draws = clamp(kept[i].draws),
            .black = clamp(kept[i].black),
        };
    return true;
}

static bool take(struct writer *base, struct merger_worker *w,
                 struct tabia_error *err)
{
    struct writer_book *out = (struct writer_book *)base;
    struct count_move moves[TABIA_MOVES_MAX];
    struct keep_move kept[TABIA_MOVES_MAX];
    size_t n;
    if (!count_moves(&w->count, moves, &n, err))
        return false;
    n = keep_moves(&out->keep, w->count.turn, moves, n, kept);
    if (n == 0)
        return true;
    if (!VEC_RESERVE(out->places, out->places_room, out->nplaces + 1,
                     PLACES_MAX, err))
        return false;
    out->places[out->nplaces++] = (struct writer_position){
        .key = w->count.key,
        .nmoves = (uint16_t)n,
        .first = out->nmoves,
    };
    w->positions++;
    w->moves += n;
    return add_moves(out, kept, n, err);
}

void writer_book_init(struct writer_book *out, const struct keep_rule *keep)
{
    *out = (struct writer_book){
        .base = { .in_turn = true,
                  .take = take,
                  .skip_below = keep->min_games },
        .keep = *keep,
    };
}

void writer_book_clear(struct writer_book *out)
{
    free(out->places);
    free(out->moves);
    *out = (struct writer_book){ 0 };
}

/* ---- the walk -------------------------------------------------------- */

struct walk {
    struct writer_book *out;
    struct tabia_builder *builder;
    struct tabia_cursor *stack;
    size_t depth, room;
    struct tabia_error *err;
};

static struct writer_position *find(const struct writer_book *out,
                                    const struct tabia_pos *pos)
{
    const struct tally_key key = tally_key(pos);
    size_t lo = 0, hi = out->nplaces;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (tally_key_compare(out->places[mid].key, key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == out->nplaces || tally_key_compare(out->places[lo].key, key) != 0)
        return NULL;
    return &out->places[lo];
}

static bool push(struct walk *w, const struct tabia_cursor *c)
{
    if (!VEC_RESERVE(w->stack, w->room, w->depth + 1, STACK_MAX, w->err))
        return false;
    w->stack[w->depth++] = *c;
    return true;
}

static bool add_move(struct walk *w, const struct tabia_cursor *from,
                     const struct writer_move *m, struct tabia_cursor *to)
{
    const struct tabia_move_data data = {
        .has = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS,
        .weight = m->weight,
        .white = m->white,
        .draws = m->draws,
        .black = m->black,
    };
    *to = *from;
    return tabia_builder_join(w->builder, to, m->move, w->err) &&
           tabia_builder_set_move(w->builder, to->edge, &data, w->err);
}

/* Adds the moves of a position, and those to go on from to the stack. */
static bool expand(struct walk *w, const struct tabia_cursor *at)
{
    struct writer_position *place = find(w->out, &at->pos);
    if (!place || place->is_done)
        return true;
    place->is_done = true;
    const size_t below = w->depth;
    for (size_t i = 0; i < place->nmoves; i++) {
        struct tabia_cursor to;
        if (!add_move(w, at, &w->out->moves[place->first + i], &to) ||
            !push(w, &to))
            return false;
    }
    // The first move is to be gone on with first.
    for (size_t a = below, b = w->depth; a + 1 < b; a++) {
        const struct tabia_cursor swapped = w->stack[a];
        w->stack[a] = w->stack[--b];
        w->stack[b] = swapped;
    }
    return true;
}

static bool walk_from(struct walk *w, const struct tabia_packed *root)
{
    struct tabia_pos pos;
    struct tabia_cursor c;
    if (!tabia_pos_unpack(&pos, root, w->err))
        return false;
    const struct writer_position *place = find(w->out, &pos);
    if (!place || place->is_done) // reached from another one already
        return true;
    if (!tabia_builder_start(w->builder, &pos, &c, w->err) || !push(w, &c))
        return false;
    while (w->depth > 0) {
        const struct tabia_cursor at = w->stack[--w->depth];
        if (!expand(w, &at))
            return false;
    }
    return true;
}

static void count_reached(struct writer_book *out, struct tabia_report *report)
{
    uint64_t n = 0;
    for (size_t i = 0; i < out->nplaces; i++) {
        if (out->places[i].is_done)
            continue;
        n++;
        out->base.positions--;
        out->base.moves -= out->places[i].nmoves;
    }
    format_loss(report, n,
                "position cannot be reached by the moves that are kept",
                "positions cannot be reached by the moves that are kept");
}

struct tabia_book *writer_book_make(struct writer_book *out,
                                    const struct tabia_packed *roots,
                                    size_t nroots, struct tabia_report *report,
                                    struct tabia_error *err)
{
    struct walk w = { .out = out, .err = err };
    w.builder = tabia_builder_new(NULL, err);
    if (!w.builder)
        return NULL;
    bool done = true;
    for (size_t i = 0; done && i < nroots; i++)
        done = walk_from(&w, &roots[i]);
    free(w.stack);
    if (!done) {
        tabia_builder_free(w.builder);
        return NULL;
    }
    count_reached(out, report);
    return tabia_builder_freeze(w.builder, err);
}
