/*
 * losing.c - moves that evaluations speak against
 */
#include "book/losing.h"

#include "base/attr.h"
#include "base/banned.h"

// Less the moves to it; above any centipawns.
static const int64_t MATE = INT64_C(1) << 40;

/* For the side to move; INT64_MIN: no evaluation. */
static int64_t value_after(const struct tabia_book *book, enum tabia_color turn,
                           const struct tabia_entry *entry)
{
    const uint32_t after = tabia_node_position(book, entry->to);
    const struct tabia_node_data data = tabia_position_data(book, after);
    if (!(data.has & TABIA_HAS_EVAL))
        return INT64_MIN;
    const int64_t value =
        turn == TABIA_WHITE ? data.eval.value : -(int64_t)data.eval.value;
    if (data.eval.kind == TABIA_EVAL_CP)
        return value;
    if (value == 0) // the move has mated
        return MATE;
    return value > 0 ? MATE - value : -MATE - value;
}

size_t losing_drop(const struct tabia_book *book, uint32_t position,
                   uint32_t max_loss, struct tabia_entry *list, size_t n)
{
    int64_t values[TABIA_MOVES_MAX], best = INT64_MIN;
    struct tabia_pos pos;
    size_t nleft = 0;
    tabia_book_position_at(book, position, &pos);
    for (size_t i = 0; i < n; i++) {
        values[i] = value_after(book, (enum tabia_color)pos.turn, &list[i]);
        best = values[i] > best ? values[i] : best;
    }
    for (size_t i = 0; i < n; i++)
        if (values[i] == INT64_MIN || best - values[i] <= max_loss)
            list[nleft++] = list[i];
    return nleft;
}
