/*
 * diff.c - what two books know, position by position
 *
 * Positions are compared by identity, and their moves as looking them up
 * shows them: folded. It needs no memory beyond two lists of moves.
 */
#include "tabia/transform.h"

#include "book/values.h"
#include "base/banned.h"

/* A position of one book, and the same in the other or TABIA_NONE. */
struct side {
    const struct tabia_book *book;
    uint32_t position;
    size_t nmoves;
    struct tabia_entry moves[TABIA_MOVES_MAX];
};

struct diff {
    struct side a, b;
    unsigned attrs;
    bool (*each)(void *ctx, const struct tabia_diff_item *item);
    void *ctx;
    struct tabia_diff_counts counts;
    struct tabia_pos pos;
    bool is_equal; // nothing was found at this position so far
};

static const struct tabia_entry no_entry = {
    .edge = TABIA_NONE,
    .from = TABIA_NONE,
    .to = TABIA_NONE,
};

/* Hands a difference over; false to stop. */
static bool report(struct diff *d, enum tabia_diff_kind kind, unsigned attrs,
                   const struct tabia_entry *a, const struct tabia_entry *b)
{
    d->is_equal = false;
    if (!d->each)
        return true;
    const struct tabia_diff_item item = {
        .kind = kind,
        .pos = d->pos,
        .move = a   ? a->move
                : b ? b->move
                    : (tabia_move)TABIA_MOVE_NONE,
        .attrs = attrs,
        .a = a ? *a : no_entry,
        .b = b ? *b : no_entry,
    };
    return d->each(d->ctx, &item);
}

static void load(struct side *side, uint32_t position)
{
    side->position = position;
    side->nmoves = 0;
    if (position != TABIA_NONE)
        side->nmoves = tabia_book_moves(side->book, position,
                                        TABIA_POLICY_DEFAULT, side->moves);
}

static struct tabia_node_data side_data(const struct side *side)
{
    if (side->position == TABIA_NONE)
        return (struct tabia_node_data){ .has = 0 };
    return tabia_position_data(side->book, side->position);
}

static const struct tabia_entry *find_move(const struct side *side,
                                           tabia_move mv)
{
    for (size_t i = 0; i < side->nmoves; i++)
        if (side->moves[i].move == mv)
            return &side->moves[i];
    return NULL;
}

static bool compare_data(struct diff *d)
{
    const struct tabia_node_data a = side_data(&d->a), b = side_data(&d->b);
    const unsigned differ = values_diff_nodes(&a, &b) & d->attrs;
    return !differ || report(d, TABIA_DIFF_NODE, differ, NULL, NULL);
}

/* The moves of a, in their order. */
static bool compare_moves(struct diff *d)
{
    for (size_t i = 0; i < d->a.nmoves; i++) {
        const struct tabia_entry *a = &d->a.moves[i];
        const struct tabia_entry *b = find_move(&d->b, a->move);
        if (!b) {
            d->counts.moves_a++;
            if (!report(d, TABIA_DIFF_MOVE_A, 0, a, NULL))
                return false;
            continue;
        }
        d->counts.moves_both++;
        const unsigned differ =
            values_diff_moves(&a->data, &b->data) & d->attrs;
        if (!differ)
            continue;
        d->counts.moves_changed++;
        if (!report(d, TABIA_DIFF_DATA, differ, a, b))
            return false;
    }
    return true;
}

/* The moves that only b has. */
static bool list_moves_b(struct diff *d)
{
    for (size_t i = 0; i < d->b.nmoves; i++) {
        const struct tabia_entry *b = &d->b.moves[i];
        if (find_move(&d->a, b->move))
            continue;
        d->counts.moves_b++;
        if (!report(d, TABIA_DIFF_MOVE_B, 0, NULL, b))
            return false;
    }
    return true;
}

/* Compares a position in which at least one book has something. */
static bool compare_position(struct diff *d)
{
    struct tabia_diff_counts *counts = &d->counts;
    d->is_equal = true;
    if (d->a.nmoves && !d->b.nmoves) {
        counts->positions_a++;
        counts->moves_a += (uint32_t)d->a.nmoves;
        return report(d, TABIA_DIFF_POSITION_A, 0, NULL, NULL);
    }
    if (d->b.nmoves && !d->a.nmoves) {
        counts->positions_b++;
        counts->moves_b += (uint32_t)d->b.nmoves;
        return report(d, TABIA_DIFF_POSITION_B, 0, NULL, NULL);
    }
    const bool has_moves = d->a.nmoves;
    counts->positions_both += has_moves;
    const uint32_t alone = counts->moves_a + counts->moves_b;
    const bool go_on = compare_data(d) && compare_moves(d) && list_moves_b(d);
    counts->positions_equal += has_moves && d->is_equal;
    counts->positions_same_moves +=
        has_moves && go_on && counts->moves_a + counts->moves_b == alone;
    return go_on;
}

/* All positions of a. */
static bool compare_a(struct diff *d)
{
    const uint32_t n = tabia_book_positions(d->a.book);
    for (uint32_t i = 0; i < n; i++) {
        tabia_book_position(d->a.book, i, &d->pos);
        load(&d->a, i);
        load(&d->b, tabia_book_position_find(d->b.book, &d->pos));
        if (!compare_position(d))
            return false;
    }
    return true;
}

/* The positions of b that a does not know. */
static void list_b(struct diff *d)
{
    const uint32_t n = tabia_book_positions(d->b.book);
    load(&d->a, TABIA_NONE);
    for (uint32_t i = 0; i < n; i++) {
        tabia_book_position(d->b.book, i, &d->pos);
        if (tabia_book_position_find(d->a.book, &d->pos) != TABIA_NONE)
            continue;
        load(&d->b, i);
        if (!compare_position(d))
            return;
    }
}

bool tabia_book_diff(
    const struct tabia_book *a, const struct tabia_book *b, unsigned attrs,
    bool (*each)(void *ctx, const struct tabia_diff_item *item), void *ctx,
    struct tabia_diff_counts *counts, struct tabia_error *err)
{
    (void)err; // nothing here can fail
    struct diff d = {
        .a.book = a,
        .b.book = b,
        .attrs = attrs,
        .each = each,
        .ctx = ctx,
    };
    if (compare_a(&d))
        list_b(&d);
    if (counts)
        *counts = d.counts;
    return true;
}
