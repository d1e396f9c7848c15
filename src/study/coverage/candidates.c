/*
 * candidates.c - what the sources play where a book has no move
 */
#include "study/coverage/candidates.h"

#include "base/error_internal.h"
#include "base/sort.h"

#include "base/banned.h"

/* The candidates of all sources so far. */
struct candidate_list {
    struct candidate moves[TABIA_MOVES_MAX];
    size_t n;
};

static struct candidate *find_candidate(struct candidate_list *list,
                                        tabia_move mv)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->moves[i].move == mv)
            return &list->moves[i];
    return NULL;
}

/* The games of a move, and what they say of it. */
static void candidate_set_games(struct candidate *c,
                                const struct tabia_answer *answer, size_t i,
                                enum tabia_color turn)
{
    const struct tabia_move_data *data = &answer->moves[i].data;
    c->results = (struct tabia_tally){ data->white, data->draws, data->black };
    if (answer->move_stats)
        c->results = answer->move_stats[i].results;
    const uint64_t known = tabia_tally_games(&c->results);
    const uint64_t wins =
        turn == TABIA_WHITE ? c->results.white : c->results.black;
    c->games = known + data->unknown_results;
    c->has_score = known > 0;
    if (known)
        c->score =
            ((double)wins + 0.5 * (double)c->results.draws) / (double)known;
}

/* Adds what one source has. */
static void add_candidates(struct candidate_list *list,
                           const struct tabia_answer *answer, size_t source,
                           const struct tabia_pos *pos)
{
    const enum tabia_color turn = (enum tabia_color)pos->turn;
    double shares[TABIA_MOVES_MAX];
    likely_replies_weigh(pos, answer->moves, answer->nmoves, false, shares);
    for (size_t i = 0; i < answer->nmoves; i++) {
        const tabia_move mv = answer->moves[i].move;
        struct candidate *c = find_candidate(list, mv);
        if (!c && shares[i] <= 0)
            continue; // known, but not to be played
        if (!c) {
            c = &list->moves[list->n++];
            *c = (struct candidate){
                .move = mv,
                .source_index = source,
                .share = shares[i],
            };
        }
        if (c->games == 0)
            candidate_set_games(c, answer, i, turn);
        if (!c->has_eval && (answer->after_data[i].has & TABIA_HAS_EVAL)) {
            c->has_eval = true;
            c->eval = answer->after_data[i].eval;
        }
    }
}

static int by_source(const void *a, const void *b, void *ctx)
{
    const struct candidate *x = a, *y = b;
    (void)ctx;
    if (x->source_index != y->source_index)
        return x->source_index < y->source_index ? -1 : 1;
    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return 0;
}

bool candidates_find(const struct likely_sources *from,
                     const struct tabia_pos *pos, struct candidate *moves,
                     size_t max, size_t *n, struct tabia_error *err)
{
    const struct tabia_query query = {
        .filter = from->filter,
        .drop_filters = true,
        .wants_after = true,
    };
    struct candidate_list list = { .n = 0 };
    struct tabia_answer answer = { 0 };
    bool ok = true;
    for (size_t i = 0; i < from->n && ok; i++) {
        ok = tabia_source_find(from->list[i], pos, &query, &answer, err);
        if (ok)
            add_candidates(&list, &answer, i, pos);
    }
    ok = ok && sort_stable(list.moves, list.n, sizeof(list.moves[0]), by_source,
                           NULL, NULL, err);
    tabia_answer_clear(&answer);
    *n = list.n < max ? list.n : max;
    for (size_t i = 0; i < *n && ok; i++)
        moves[i] = list.moves[i];
    return ok;
}
