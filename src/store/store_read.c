/*
 * store_read.c - what a store says about a position
 *
 * Listed games are taken from their rows, one by one, so that filters are
 * exact for them; sums are taken by group. Samples of a position whose games
 * are all listed are chosen here, by the order that tallies keep.
 */
#include "base/error.h"
#include "store/store.h"
#include "store/store_def.h"
#include "base/banned.h"

/* ---- one answer ------------------------------------------------------ */

struct asking {
    const struct tabia_store *store;
    const struct tabia_pos *pos;
    const struct tabia_store_filter *filter;
    bool is_open;     // the filter lets everything pass
    bool has_illegal; // a move that is not of this position
    struct store_answer *answer;
    struct tabia_error *err;
    struct tally_reader reader;
    size_t ntop, nrecent;
    struct store_ranked top[STORE_TOP], recent[STORE_RECENT];
};

static bool row_passes(const struct asking *a, const struct tally_game *row)
{
    return a->is_open ||
           store_filter_passes(a->filter, tally_group(a->store->tail.by, row));
}

void store_rank(struct store_ranked *list, size_t *n, size_t max,
                store_goes_before *before, const struct store_ranked *ranked)
{
    size_t at = *n;
    while (at > 0 && before(&ranked->row, ranked->sample.game,
                            &list[at - 1].row, list[at - 1].sample.game))
        at--;
    if (at == max)
        return;
    if (*n < max)
        ++*n;
    memmove(list + at + 1, list + at, (*n - at - 1) * sizeof(*list));
    list[at] = *ranked;
}

static bool add_listed(struct asking *a, struct tally_cell *sum, uint64_t *game)
{
    const struct tally_reader *r = &a->reader;
    for (size_t i = 0; i < r->ngames; i++) {
        struct store_ranked ranked = { .sample.game = r->games[i] };
        if (!store_row(a->store, r->games[i], &ranked.row, a->err))
            return false;
        if (!row_passes(a, &ranked.row))
            continue;
        tally_cell_add_game(sum, r->turn, &ranked.row);
        *game = r->games[i];
        if (r->has_cells)
            continue;
        ranked.sample.move = r->move;
        store_rank(a->top, &a->ntop, STORE_TOP, tally_is_better, &ranked);
        store_rank(a->recent, &a->nrecent, STORE_RECENT, tally_is_newer,
                   &ranked);
    }
    return true;
}

/* Most games first; moves come in ascending order, which equals keep. */
static void insert_move(struct store_answer *answer,
                        const struct tabia_store_move *move)
{
    const uint64_t count = tabia_results_games(&move->results);
    size_t at = answer->nmoves++;
    for (;
         at > 0 && tabia_results_games(&answer->moves[at - 1].results) < count;
         at--)
        answer->moves[at] = answer->moves[at - 1];
    answer->moves[at] = *move;
    tabia_results_add(&answer->all, &move->results);
}

static bool add_move(struct asking *a)
{
    struct tally_cell sum = { .group = 0 };
    uint64_t game = TABIA_NO_GAME;
    if (a->reader.ncells) {
        struct tally_cell cell;
        while (a->reader.cells_left && tally_reader_ok(&a->reader)) {
            tally_reader_cell(&a->reader, &cell);
            if (a->is_open || store_filter_passes(a->filter, cell.group))
                tally_cell_add(&sum, &cell);
        }
    } else if (!add_listed(a, &sum, &game)) {
        return false;
    }
    const uint64_t count = tabia_results_games(&sum.results);
    if (!tabia_pos_is_legal(a->pos, a->reader.move)) {
        a->has_illegal = true;
        return true;
    }
    if (count == 0)
        return true;
    const struct tabia_store_move move = {
        .move = a->reader.move,
        .results = sum.results,
        .own_sum = sum.own_sum,
        .own_rated = sum.own_rated,
        .other_sum = sum.other_sum,
        .other_rated = sum.other_rated,
        .first = sum.first,
        .last = sum.last,
        .game = count == 1 ? game : TABIA_NO_GAME,
    };
    insert_move(a->answer, &move);
    return true;
}

/* ---- samples --------------------------------------------------------- */

/* Keeps those of the stored samples that pass; false with an error. */
static bool filter_samples(const struct asking *a,
                           const struct tally_played *from, size_t n,
                           struct tabia_store_sample *to, size_t *nkept)
{
    for (size_t i = 0; i < n; i++) {
        struct tally_game row;
        if (!a->is_open) {
            if (!store_row(a->store, from[i].game, &row, a->err))
                return false;
            if (!row_passes(a, &row))
                continue;
        } else if (from[i].game >= a->store->tail.games) {
            return error_set(a->err, TABIA_ERR_CORRUPT, "there is no game %llu",
                             (unsigned long long)from[i].game);
        }
        to[(*nkept)++] = (struct tabia_store_sample){ .game = from[i].game,
                                                      .move = from[i].move };
    }
    return true;
}

static void copy_ranked(const struct store_ranked *from, size_t n,
                        struct tabia_store_sample *to, size_t *nkept)
{
    for (size_t i = 0; i < n; i++)
        to[(*nkept)++] = from[i].sample;
}

/* Leaves out samples of moves that are not legal here. */
static void drop_illegal(const struct asking *a,
                         struct tabia_store_sample *list, size_t *n)
{
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++)
        if (tabia_pos_is_legal(a->pos, list[i].move))
            list[kept++] = list[i];
    *n = kept;
}

/* A sum of one game that is a sample tells which game it is. */
static void name_single(struct store_answer *answer,
                        const struct tabia_store_sample *list, size_t n)
{
    for (size_t i = 0; i < answer->nmoves; i++) {
        struct tabia_store_move *move = &answer->moves[i];
        if (move->game != TABIA_NO_GAME ||
            tabia_results_games(&move->results) != 1)
            continue;
        for (size_t k = 0; k < n; k++)
            if (list[k].move == move->move)
                move->game = list[k].game;
    }
}

static bool add_samples(struct asking *a)
{
    struct store_answer *answer = a->answer;
    struct tally_samples samples;
    tally_reader_samples(&a->reader, &samples);
    if (!a->reader.has_cells) {
        copy_ranked(a->top, a->ntop, answer->top, &answer->ntop);
        copy_ranked(a->recent, a->nrecent, answer->recent, &answer->nrecent);
    } else if (!filter_samples(a, samples.top, samples.ntop, answer->top,
                               &answer->ntop) ||
               !filter_samples(a, samples.recent, samples.nrecent,
                               answer->recent, &answer->nrecent)) {
        return false;
    }
    if (UNLIKELY(a->has_illegal)) {
        drop_illegal(a, answer->top, &answer->ntop);
        drop_illegal(a, answer->recent, &answer->nrecent);
    }
    if (!a->is_open) {
        name_single(answer, answer->top, answer->ntop);
        name_single(answer, answer->recent, answer->nrecent);
    }
    return true;
}

static void clear_answer(struct store_answer *answer)
{
    answer->nmoves = answer->ntop = answer->nrecent = 0;
    answer->all = (struct tabia_results){ 0, 0, 0 };
}

static bool read_answer(struct asking *a, struct tabia_bytes body)
{
    tally_reader_init(&a->reader, body, a->store->tail.by);
    if (a->reader.turn != a->pos->turn)
        varint_fail(&a->reader.src);
    while (tally_reader_move(&a->reader))
        if (!add_move(a))
            return false;
    if (!add_samples(a))
        return false;
    return (tally_reader_ok(&a->reader) &&
            tally_reader_used(&a->reader) == body.size) ||
           store_bad_tally(a->store, body, a->err);
}

bool store_find(const struct tabia_store *store, const struct tabia_pos *pos,
                const struct tabia_store_filter *filter,
                struct store_answer *answer, struct tabia_error *err)
{
    static const struct tabia_store_filter everything;
    struct tabia_bytes body;
    clear_answer(answer);
    if (!filter)
        filter = &everything;
    if (!store_filter_is_allowed(store, filter, err) ||
        !store_find_key(store, tally_key(pos), &body, err))
        return false;
    if (!body.data)
        return true;

    struct asking a;
    a.store = store;
    a.pos = pos;
    a.filter = filter;
    a.is_open = store_filter_is_open(filter);
    a.answer = answer;
    a.err = err;
    a.has_illegal = false;
    a.ntop = a.nrecent = 0;
    if (read_answer(&a, body))
        return true;
    clear_answer(answer);
    return false;
}

size_t store_entries(const struct store_answer *answer,
                     struct tabia_entry list[TABIA_MOVES_MAX])
{
    for (size_t i = 0; i < answer->nmoves; i++)
        list[i] = (struct tabia_entry){
            .move = answer->moves[i].move,
            .edge = TABIA_NONE,
            .from = TABIA_NONE,
            .to = TABIA_NONE,
            .data = store_move_data(&answer->moves[i]),
        };
    return answer->nmoves;
}

static uint32_t at_most_32(uint64_t value)
{
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

struct tabia_move_data store_move_data(const struct tabia_store_move *move)
{
    const struct tabia_results *r = &move->results;
    return (struct tabia_move_data){
        .has = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS,
        .weight = at_most_32(tabia_results_games(r)),
        .white = at_most_32(r->white),
        .draws = at_most_32(r->draws),
        .black = at_most_32(r->black),
    };
}
