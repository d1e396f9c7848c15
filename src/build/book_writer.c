/*
 * book_writer.c - positions become a book, by walking from where games began
 */
#include "build/book_writer.h"

#include <stdlib.h>

#include "base/vec.h"
#include "book/move_list.h"
#include "format/format_contract.h"
#include "tabia/builder.h"
#include "tabia/format.h"

#include "base/banned.h"

enum { POSITIONS_MAX = 1 << 28, MOVES_MAX = 1 << 29, STACK_MAX = 1 << 26 };

/* ---- what is kept ---------------------------------------------------- */

static uint32_t clamp_count(uint64_t n)
{
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

static bool put_position_in_book(struct position_writer *base,
                                 struct merger_worker *w,
                                 struct tabia_error *err)
{
    struct book_writer *out = (struct book_writer *)base;
    struct move_counter_move moves[TABIA_MOVES_MAX];
    struct kept_move kept[TABIA_MOVES_MAX];
    size_t n;
    const uint8_t turn = bin_event_turn(w->events);
    if (!move_counter_count(&w->counter, w->events, w->nevents, w->scratch,
                            moves, &n, err))
        return false;
    n = keep_rule_select(&out->keep, turn, moves, n, kept);
    if (n == 0)
        return true;
    if (!VEC_RESERVE(out->positions, out->positions_room, out->npositions + 1,
                     POSITIONS_MAX, err) ||
        !VEC_RESERVE(out->moves, out->moves_room, out->nmoves + n, MOVES_MAX,
                     err))
        return false;
    out->positions[out->npositions++] = (struct book_writer_position){
        .key = w->key,
        .nmoves = (uint16_t)n,
        .first = out->nmoves,
    };
    w->positions++;
    w->moves += n;
    for (size_t i = 0; i < n; i++)
        out->moves[out->nmoves++] = (struct book_writer_move){
            .move = kept[i].move,
            .weight = (uint32_t)move_list_scale_weight(
                kept[i].weight, kept[0].weight, UINT32_MAX),
            .white = clamp_count(kept[i].white),
            .draws = clamp_count(kept[i].draws),
            .black = clamp_count(kept[i].black),
        };
    return true;
}

void book_writer_init(struct book_writer *out, const struct keep_rule *keep)
{
    *out = (struct book_writer){
        .base = { .in_turn = true,
                  .add = put_position_in_book,
                  .skip_below = keep->min_games },
        .keep = *keep,
    };
}

void book_writer_clear(struct book_writer *out)
{
    free(out->positions);
    free(out->moves);
    *out = (struct book_writer){ 0 };
}

/* ---- the walk -------------------------------------------------------- */

struct book_walk {
    struct book_writer *out;
    struct tabia_builder *builder;
    struct tabia_builder_cursor *stack;
    size_t depth, room;
    struct tabia_error *err;
};

static struct book_writer_position *find_written_position(
    const struct book_writer *out, const struct tabia_pos *pos)
{
    const struct tally_key key = tally_key_of(pos);
    size_t lo = 0, hi = out->npositions;
    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (tally_key_compare(out->positions[mid].key, key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == out->npositions ||
        tally_key_compare(out->positions[lo].key, key) != 0)
        return NULL;
    return &out->positions[lo];
}

static bool push_cursor(struct book_walk *w,
                        const struct tabia_builder_cursor *c)
{
    if (!VEC_RESERVE(w->stack, w->room, w->depth + 1, STACK_MAX, w->err))
        return false;
    w->stack[w->depth++] = *c;
    return true;
}

/* Depth first; of several moves the first one is followed first. */
static bool walk_from(struct book_walk *w, const struct tabia_packed *root)
{
    struct tabia_pos pos;
    struct tabia_builder_cursor c;
    if (!tabia_pos_unpack(&pos, root, w->err))
        return false;
    struct book_writer_position *position = find_written_position(w->out, &pos);
    if (!position || position->is_done) // reached from another one already
        return true;
    if (!tabia_builder_start(w->builder, &pos, &c, w->err) ||
        !push_cursor(w, &c))
        return false;
    while (w->depth > 0) {
        const struct tabia_builder_cursor at = w->stack[--w->depth];
        const size_t below = w->depth;
        position = find_written_position(w->out, &at.pos);
        if (!position || position->is_done)
            continue;
        position->is_done = true;
        for (size_t i = 0; i < position->nmoves; i++) {
            const struct book_writer_move *m =
                &w->out->moves[position->first + i];
            const struct tabia_move_data data = {
                .has = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS,
                .weight = m->weight,
                .white = m->white,
                .draws = m->draws,
                .black = m->black,
            };
            c = at;
            if (!tabia_builder_play_joined(w->builder, &c, m->move, w->err) ||
                !tabia_builder_set_move(w->builder, c.edge, &data, w->err) ||
                !push_cursor(w, &c))
                return false;
        }
        for (size_t a = below, b = w->depth; a + 1 < b; a++) {
            const struct tabia_builder_cursor swapped = w->stack[a];
            w->stack[a] = w->stack[--b];
            w->stack[b] = swapped;
        }
    }
    return true;
}

struct tabia_book *book_writer_make(struct book_writer *out,
                                    const struct tabia_packed *roots,
                                    size_t nroots,
                                    const struct tabia_builder_options *options,
                                    struct tabia_report *report,
                                    struct tabia_error *err)
{
    struct book_walk w = { .out = out, .err = err };
    w.builder = tabia_builder_new(options, err);
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
    uint64_t n = 0;
    for (size_t i = 0; i < out->npositions; i++) {
        if (out->positions[i].is_done)
            continue;
        n++;
        out->base.positions--;
        out->base.moves -= out->positions[i].nmoves;
    }
    report_add(report, n,
               "position cannot be reached by the moves that are kept",
               "positions cannot be reached by the moves that are kept");
    return tabia_builder_freeze(w.builder, err);
}
