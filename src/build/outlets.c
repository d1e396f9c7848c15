/*
 * outlets.c - what positions become: rows of a PolyGlot book, or a run
 */
#include "build/outlets.h"

#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "chess/move_code.h"
#include "format/polyglot/polyglot.h"
#include "book/weight_scale.h"

#include "base/banned.h"

/* ---- rows ------------------------------------------------------------ */

struct row {
    uint16_t code, weight;
};

/* The heaviest first, then the smallest code. */
static void insert_row(struct row *rows, size_t n, struct row row)
{
    size_t at = n;
    for (; at > 0; at--) {
        const struct row *before = &rows[at - 1];
        if (before->weight > row.weight ||
            (before->weight == row.weight && before->code < row.code))
            break;
    }
    memmove(&rows[at + 1], &rows[at], (n - at) * sizeof(*rows));
    rows[at] = row;
}

static size_t make_rows(const struct keep_move *kept, size_t n,
                        struct row rows[TABIA_MOVES_MAX])
{
    // Sorted, the heaviest is the first.
    const uint64_t largest = n ? kept[0].weight : 0;
    for (size_t i = 0; i < n; i++) {
        const struct row row = {
            .code = move_code_encode(kept[i].move),
            .weight = (uint16_t)weight_scale(kept[i].weight, largest,
                                             POLYGLOT_WEIGHT_MAX),
        };
        insert_row(rows, i, row);
    }
    return n;
}

static void put_rows(struct buf *dst, uint64_t key, const struct row *rows,
                     size_t n)
{
    uint8_t bytes[POLYGLOT_ENTRY_SIZE] = { 0 };
    store_be64(bytes + POLYGLOT_KEY_AT, key);
    for (size_t i = 0; i < n; i++) {
        store_be16(bytes + POLYGLOT_MOVE_AT, rows[i].code);
        store_be16(bytes + POLYGLOT_WEIGHT_AT, rows[i].weight);
        buf_add(dst, bytes, sizeof(bytes));
    }
}

static bool take_rows(struct outlet *base, struct gather_worker *w,
                      struct tabia_error *err)
{
    const struct outlet_rows *o = (const struct outlet_rows *)base;
    struct count_move moves[TABIA_MOVES_MAX];
    struct keep_move kept[TABIA_MOVES_MAX];
    struct row rows[TABIA_MOVES_MAX + 1];
    size_t n;
    if (w->count.key.hi == 0) // is the header's
        return true;
    if (!count_moves(&w->count, moves, &n, err))
        return false;
    n = keep_moves(&o->keep, w->count.turn, moves, n, kept);
    n = make_rows(kept, n, rows);
    put_rows(&w->out, w->count.key.hi, rows, n);
    w->positions += n > 0;
    w->moves += n;
    return !w->out.failed || buf_error(&w->out, err);
}

void outlet_rows_init(struct outlet_rows *o, const struct keep_rule *keep)
{
    *o = (struct outlet_rows){
        .base = { .take = take_rows, .skip_below = keep->min_games },
        .keep = *keep,
    };
    o->keep.drops_zero = true;
}

/* ---- runs ------------------------------------------------------------ */

static void start_run(struct outlet *base, struct gather_worker *w,
                      unsigned bin)
{
    (void)base;
    run_maker_start(&w->maker, bin, &w->out);
}

static bool take_run(struct outlet *base, struct gather_worker *w,
                     struct tabia_error *err)
{
    (void)base;
    (void)err; // is seen at the end of the bin
    run_maker_add(&w->maker, &w->count);
    return true;
}

static bool end_run(struct outlet *base, struct gather_worker *w, unsigned bin,
                    struct tabia_error *err)
{
    struct outlet_run *o = (struct outlet_run *)base;
    o->records[bin] = w->maker.total;
    return run_maker_end(&w->maker, err);
}

void outlet_run_init(struct outlet_run *o)
{
    *o = (struct outlet_run){
        .base = { .start = start_run, .take = take_run, .end = end_run },
    };
}

void outlet_run_segments(const struct outlet_run *o, uint64_t start,
                         unsigned first, unsigned end,
                         struct run_segment segments[BINS])
{
    for (unsigned i = 0; i < BINS; i++) {
        const bool is_here = i >= first && i < end;
        const uint64_t next = is_here ? o->ends[i] : start;
        segments[i] = (struct run_segment){
            .offset = start,
            .size = next - start,
            .records = is_here ? o->records[i] : 0,
        };
        start = next;
    }
}
