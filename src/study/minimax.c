/*
 * minimax.c - the evaluations of the ends of lines, carried back
 *
 * A position is settled when all positions that its moves lead to are. Where
 * moves go round in circles nothing would ever settle; then the position that
 * was first to have a settled move with a value takes the best of these.
 */
#include "study/minimax.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "book/copy.h"
#include "book/edges.h"

#include "base/banned.h"

static const int64_t MATE = INT64_C(1) << 40; // above any centipawns

/* ---- comparing ------------------------------------------------------- */

/* One number for White's view of centipawns and mates. */
static int64_t minimax_rank(const struct tabia_eval *eval,
                            enum tabia_color turn)
{
    if (eval->kind == TABIA_EVAL_CP)
        return eval->value;
    if (!eval->value) // the side to move is mated
        return turn == TABIA_WHITE ? -MATE : MATE;
    return eval->value > 0 ? MATE - (int64_t)eval->value
                           : -MATE - (int64_t)eval->value;
}

int minimax_compare_evals(const struct tabia_eval *a, enum tabia_color a_turn,
                          const struct tabia_eval *b, enum tabia_color b_turn)
{
    const int64_t x = minimax_rank(a, a_turn), y = minimax_rank(b, b_turn);
    return (x > y) - (x < y);
}

/* ---- the graph ------------------------------------------------------- */

struct minimax_graph {
    const struct tabia_book *book;
    uint32_t npositions;
    struct tabia_eval *evals;
    bool *has_eval, *is_new, *is_settled;
    uint32_t *nwaiting; // moves to positions that are not settled
    uint32_t *first_in; // by position: start in 'sources'; two more
    uint32_t *sources;  // positions that moves come from
    uint32_t *queue;
    uint32_t *open; // positions with a value to take before all are settled
    bool *is_open;
    uint32_t nqueue, nopen, nset;
};

static uint32_t target_of(const struct minimax_graph *b,
                          const struct tabia_book_move *entry)
{
    return tabia_book_node_position(b->book, entry->to_node);
}

/* ---- values ---------------------------------------------------------- */

/* The value of a position from which a move leads to 'eval'. */
static struct tabia_eval one_move_before(const struct tabia_eval *eval,
                                         enum tabia_color mover)
{
    struct tabia_eval before = { .kind = eval->kind, .value = eval->value };
    if (eval->kind == TABIA_EVAL_CP)
        return before;
    if (mover == TABIA_WHITE && eval->value >= 0)
        before.value += eval->value < INT32_MAX;
    else if (mover == TABIA_BLACK && eval->value <= 0)
        before.value -= eval->value > INT32_MIN;
    return before;
}

/* Takes the best of the settled moves; false if none has a value. */
static bool choose_best_reply(struct minimax_graph *b, uint32_t position,
                              enum tabia_color turn, struct tabia_eval *best)
{
    struct edges it = edges_of(b->book, position);
    struct tabia_book_move entry;
    bool has_best = false;
    while (edges_next(&it, &entry)) {
        const uint32_t target = target_of(b, &entry);
        if (!b->is_settled[target] || !b->has_eval[target])
            continue;
        const struct tabia_eval eval = one_move_before(&b->evals[target], turn);
        const int order =
            has_best ? minimax_compare_evals(&eval, turn, best, turn) : 0;
        if (!has_best || (turn == TABIA_WHITE ? order > 0 : order < 0))
            *best = eval;
        has_best = true;
    }
    return has_best;
}

static void settle_position(struct minimax_graph *b, uint32_t position)
{
    struct tabia_pos pos;
    struct tabia_eval best;
    if (b->is_settled[position])
        return;
    tabia_book_position_pos_at(b->book, position, &pos);
    if (choose_best_reply(b, position, (enum tabia_color)pos.turn, &best)) {
        b->evals[position] = best;
        b->has_eval[position] = b->is_new[position] = true;
        b->nset++;
    }
    b->is_settled[position] = true;
    for (uint32_t i = b->first_in[position]; i < b->first_in[position + 1];
         i++) {
        const uint32_t source = b->sources[i]; // leads to what is settled now
        if (--b->nwaiting[source] == 0) {
            b->queue[b->nqueue++] = source;
        } else if (b->has_eval[position] && !b->is_open[source]) {
            b->open[b->nopen++] = source;
            b->is_open[source] = true;
        }
    }
}

/* Counts the moves of each position, and lists from where it is reached. */
static void index_sources(struct minimax_graph *b)
{
    struct tabia_book_move entry;
    for (uint32_t i = 0; i < b->npositions; i++) {
        struct edges it = edges_of(b->book, i);
        while (edges_next(&it, &entry)) {
            b->nwaiting[i]++;
            b->first_in[target_of(b, &entry) + 2]++;
        }
    }
    for (uint32_t i = 2; i < b->npositions + 2; i++)
        b->first_in[i] += b->first_in[i - 1];
    for (uint32_t i = 0; i < b->npositions; i++) {
        struct edges it = edges_of(b->book, i);
        while (edges_next(&it, &entry))
            b->sources[b->first_in[target_of(b, &entry) + 1]++] = i;
    }
}

static void back_clear(struct minimax_graph *b)
{
    free(b->evals);
    free(b->has_eval);
    free(b->is_new);
    free(b->is_settled);
    free(b->nwaiting);
    free(b->first_in);
    free(b->queue);
    free(b->open);
    free(b->is_open);
    free(b->sources);
}

struct tabia_book *minimax_book(const struct tabia_book *book, uint32_t *n,
                                struct tabia_error *err)
{
    const uint32_t npositions = tabia_book_position_count(book);
    const size_t room = (size_t)npositions + 2;
    struct minimax_graph b = {
        .book = book,
        .npositions = npositions,
        .evals = calloc(room, sizeof(*b.evals)),
        .has_eval = calloc(room, sizeof(*b.has_eval)),
        .is_new = calloc(room, sizeof(*b.is_new)),
        .is_settled = calloc(room, sizeof(*b.is_settled)),
        .nwaiting = calloc(room, sizeof(*b.nwaiting)),
        .first_in = calloc(room, sizeof(*b.first_in)),
        .queue = calloc(room, sizeof(*b.queue)),
        .open = calloc(room, sizeof(*b.open)),
        .is_open = calloc(room, sizeof(*b.is_open)),
        .sources =
            calloc((size_t)tabia_book_edge_count(book) + 1, sizeof(*b.sources)),
    };
    if (!b.evals || !b.has_eval || !b.is_new || !b.is_settled || !b.nwaiting ||
        !b.first_in || !b.queue || !b.open || !b.is_open || !b.sources) {
        back_clear(&b);
        error_nomem(err);
        return NULL;
    }
    index_sources(&b);
    uint32_t next = 0, next_open = 0;
    for (uint32_t i = 0; i < b.npositions; i++) {
        const struct tabia_node_data data = tabia_book_position_data(book, i);
        b.has_eval[i] = data.has & TABIA_HAS_EVAL;
        b.evals[i] = data.eval;
        if (!b.nwaiting[i])
            b.queue[b.nqueue++] = i;
    }
    while (next < b.nqueue || next_open < b.nopen)
        if (next < b.nqueue)
            settle_position(&b, b.queue[next++]);
        else
            settle_position(&b, b.open[next_open++]); // breaks a circle
    const struct copy_annotations notes = { .evals = b.evals,
                                            .has_eval = b.is_new };
    struct tabia_book *result = copy_annotated(book, &notes, err);
    *n = b.nset;
    back_clear(&b);
    return result;
}
