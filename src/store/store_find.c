/*
 * store_find.c - what a store says about a position
 *
 * Sums are finished and samples chosen where games share a position: nothing
 * but its body is read. Under a filter sums are taken by group, and samples
 * from the rows of the games. A position of one game is that game's row.
 */
#include <string.h>

#include "base/error_internal.h"
#include "store/body_read.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "base/banned.h"

enum { NAMED_MAX = 8 }; // games of a move, of which one that passes is named

/* ---- one answer ------------------------------------------------------ */

struct store_lookup {
    const struct tabia_store *store;
    const struct tabia_pos *pos;
    const struct tabia_store_filter *filter;
    bool is_open;     // the filter lets everything pass
    bool has_illegal; // a move that is not of this position
    struct store_answer *answer;
    struct tabia_error *err;
    struct store_found found;
    struct body_reader reader;
};

static bool row_passes(const struct store_lookup *a,
                       const struct tally_game *row)
{
    return a->is_open ||
           store_filter_passes(
               a->filter, tally_group(a->store->tail.rule.dimensions, row));
}

void store_rank(struct store_ranked *list, size_t *n, size_t max,
                store_goes_before_fn *before, const struct store_ranked *ranked)
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

void store_answer_add(struct store_answer *answer, tabia_move mv,
                      const struct tally_cell *sum, uint64_t game)
{
    const uint64_t count = tabia_tally_games(&sum->results);
    size_t at = answer->nmoves++;
    for (; at > 0; at--) {
        const struct tabia_store_move *before = &answer->moves[at - 1];
        const uint64_t n = tabia_tally_games(&before->results);
        if (n > count || (n == count && before->move < mv))
            break;
        answer->moves[at] = answer->moves[at - 1];
    }
    answer->moves[at] = (struct tabia_store_move){
        .move = mv,
        .results = sum->results,
        .own_rating_sum = sum->own_rating_sum,
        .own_rated_games = sum->own_rated_games,
        .other_rating_sum = sum->other_rating_sum,
        .other_rated_games = sum->other_rated_games,
        .first_date = sum->first_date,
        .last_date = sum->last_date,
        .game = count == 1 ? game : TABIA_GAME_NONE,
    };
    tabia_tally_add(&answer->total, &sum->results);
}

static void add_move(struct store_lookup *a)
{
    struct body_reader *r = &a->reader;
    struct tally_cell sum, cell;
    if (LIKELY(a->is_open && r->ncells == 1)) {
        if (!body_reader_cell(r, &sum))
            return;
    } else {
        sum = (struct tally_cell){ .group = 0 };
        while (body_reader_cell(r, &cell))
            if (a->is_open || store_filter_passes(a->filter, cell.group))
                tally_cell_add(&sum, &cell);
    }
    if (!tabia_pos_is_legal(a->pos, r->move))
        a->has_illegal = true;
    else if (tabia_tally_games(&sum.results))
        store_answer_add(a->answer, r->move, &sum,
                         r->moves[r->nread - 1].is_one
                             ? r->moves[r->nread - 1].game
                             : TABIA_GAME_NONE);
}

/* ---- samples --------------------------------------------------------- */

/* The games that pass, on their way to be samples. */
struct sample_chooser {
    struct store_lookup *a;
    size_t ntop, nrecent;
    struct store_ranked top[STORE_TOP_MAX], recent[STORE_RECENT_MAX];
    bool failed;
};

/* The only game of a move that passes is named. */
static void name_single(struct store_answer *answer,
                        const struct tabia_store_game_ref *sample)
{
    for (size_t i = 0; i < answer->nmoves; i++)
        if (answer->moves[i].move == sample->move &&
            tabia_tally_games(&answer->moves[i].results) == 1)
            answer->moves[i].game = sample->game;
}

static bool choose_game(void *ctx, uint64_t game, tabia_move mv)
{
    struct sample_chooser *c = ctx;
    struct store_ranked ranked = { .sample = { .game = game, .move = mv } };
    if (!store_get_game_row(c->a->store, game, &ranked.row, c->a->err)) {
        c->failed = true;
        return false;
    }
    if (!row_passes(c->a, &ranked.row))
        return true;
    name_single(c->a->answer, &ranked.sample);
    store_rank(c->top, &c->ntop, STORE_TOP_MAX, tally_is_better, &ranked);
    store_rank(c->recent, &c->nrecent, STORE_RECENT_MAX, tally_is_newer,
               &ranked);
    return true;
}

/* All games are looked at. */
static bool choose_samples(struct store_lookup *a)
{
    struct store_answer *answer = a->answer;
    struct sample_chooser c;
    c.a = a;
    c.ntop = c.nrecent = 0;
    c.failed = false;
    if (!store_list_body_games(a->store, &a->found.positions, &a->reader,
                               choose_game, &c, a->err) ||
        c.failed)
        return false;
    for (size_t i = 0; i < c.ntop; i++)
        answer->top[answer->ntop++] = c.top[i].sample;
    for (size_t i = 0; i < c.nrecent; i++)
        answer->recent[answer->nrecent++] = c.recent[i].sample;
    return true;
}

/* All stored samples; false with an error. */
static bool copy_samples(const struct store_lookup *a,
                         const struct tabia_store_game_ref *from, size_t n,
                         struct tabia_store_game_ref *to, size_t *nkept)
{
    const uint64_t ngames = a->store->tail.games;
    bool are_there = true;
    for (size_t i = 0; i < n; i++) {
        are_there &= from[i].game < ngames;
        to[i] = from[i];
    }
    *nkept = n;
    return are_there || store_fail_body(a->store, &a->found.positions,
                                        a->found.body, a->err);
}

/* Keeps those of the stored samples that pass; false with an error. */
static bool filter_samples(const struct store_lookup *a,
                           const struct tabia_store_game_ref *from, size_t n,
                           struct tabia_store_game_ref *to, size_t *nkept)
{
    for (size_t i = 0; i < n; i++) {
        struct tally_game row;
        if (!store_get_game_row(a->store, from[i].game, &row, a->err))
            return false;
        if (!row_passes(a, &row))
            continue;
        name_single(a->answer, &from[i]);
        to[(*nkept)++] = from[i];
    }
    return true;
}

/* Names the only game that passes of a move that has few in all. */
struct game_namer {
    struct store_lookup *a;
    bool failed;
};

static bool name_game(void *ctx, uint64_t game, tabia_move mv)
{
    struct game_namer *namer = ctx;
    struct store_lookup *a = namer->a;
    struct store_answer *answer = a->answer;
    size_t i = 0;
    while (i < answer->nmoves && answer->moves[i].move != mv)
        i++;
    if (i == answer->nmoves || answer->moves[i].game != TABIA_GAME_NONE ||
        tabia_tally_games(&answer->moves[i].results) != 1)
        return true;
    for (size_t k = 0; k < a->reader.nmoves; k++)
        if (a->reader.moves[k].move == mv &&
            a->reader.moves[k].count > NAMED_MAX)
            return true;
    struct tally_game row;
    namer->failed = !store_get_game_row(a->store, game, &row, a->err);
    if (!namer->failed && row_passes(a, &row))
        answer->moves[i].game = game;
    return !namer->failed;
}

/* Is a move left without its one game, though it has few? */
static bool has_unnamed(const struct store_lookup *a)
{
    for (size_t i = 0; i < a->answer->nmoves; i++) {
        const struct tabia_store_move *move = &a->answer->moves[i];
        for (size_t k = 0; k < a->reader.nmoves; k++)
            if (a->reader.moves[k].move == move->move &&
                a->reader.moves[k].count <= NAMED_MAX &&
                move->game == TABIA_GAME_NONE &&
                tabia_tally_games(&move->results) == 1)
                return true;
    }
    return false;
}

/* Skips samples of moves that are not legal here. */
static void drop_illegal(const struct store_lookup *a,
                         struct tabia_store_game_ref *list, size_t *n)
{
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++)
        if (tabia_pos_is_legal(a->pos, list[i].move))
            list[kept++] = list[i];
    *n = kept;
}

static bool add_samples(struct store_lookup *a)
{
    struct store_answer *answer = a->answer;
    const struct body_reader *r = &a->reader;
    if (LIKELY(a->is_open)) {
        if (!copy_samples(a, r->top, r->ntop, answer->top, &answer->ntop) ||
            !copy_samples(a, r->recent, r->nrecent, answer->recent,
                          &answer->nrecent))
            return false;
    } else if (r->total <= STORE_EXACT_MAX) {
        if (!choose_samples(a))
            return false;
    } else if (!filter_samples(a, r->top, r->ntop, answer->top,
                               &answer->ntop) ||
               !filter_samples(a, r->recent, r->nrecent, answer->recent,
                               &answer->nrecent)) {
        return false;
    } else if (has_unnamed(a)) {
        struct game_namer namer = { .a = a };
        if (!store_list_body_games(a->store, &a->found.positions, r, name_game,
                                   &namer, a->err) ||
            namer.failed)
            return false;
    }
    if (UNLIKELY(a->has_illegal)) {
        drop_illegal(a, answer->top, &answer->ntop);
        drop_illegal(a, answer->recent, &answer->nrecent);
    }
    return true;
}

/* ---- the whole ------------------------------------------------------- */

void store_answer_clear(struct store_answer *answer)
{
    answer->nmoves = answer->ntop = answer->nrecent = 0;
    answer->total = (struct tabia_tally){ 0, 0, 0 };
}

static bool read_body(struct store_lookup *a)
{
    struct body_reader *r = &a->reader;
    const struct store_block *block = &a->found.positions.block;
    body_reader_init(r, a->found.body, &a->store->rule);
    r->readable = block->data + block->size;
    if (r->turn != a->pos->turn)
        varint_fail(&r->src);
    while (body_reader_move(r))
        add_move(a);
    if (!body_reader_end(r))
        return store_fail_body(a->store, &a->found.positions, a->found.body,
                               a->err);
    return add_samples(a);
}

static void read_single(struct store_lookup *a)
{
    const struct store_found *found = &a->found;
    struct tally_cell sum = { .group = 0 };
    // A move that is not legal: the file is not what it should be.
    if (!row_passes(a, &found->row) || !tabia_pos_is_legal(a->pos, found->move))
        return;
    tally_cell_add_game(&sum, a->pos->turn, &found->row);
    store_answer_add(a->answer, found->move, &sum, found->game);
    const struct tabia_store_game_ref sample = { .game = found->game,
                                                 .move = found->move };
    a->answer->top[a->answer->ntop++] = sample;
    a->answer->recent[a->answer->nrecent++] = sample;
}

bool store_find(const struct tabia_store *store, const struct tabia_pos *pos,
                const struct tabia_store_filter *filter,
                struct store_answer *answer, struct tabia_error *err)
{
    static const struct tabia_store_filter everything;
    struct store_lookup a;
    store_answer_clear(answer);
    if (!filter)
        filter = &everything;
    if (!store_filter_is_allowed(store, filter, err) ||
        !store_find_position(store, pos, &a.found, err))
        return false;
    a.store = store;
    a.pos = pos;
    a.filter = filter;
    a.is_open = store_filter_is_open(filter);
    a.answer = answer;
    a.err = err;
    a.has_illegal = false;
    bool ok = true;
    if (a.found.body.data)
        ok = read_body(&a);
    else if (a.found.game != TABIA_GAME_NONE)
        read_single(&a);
    store_found_clear(&a.found);
    if (!ok)
        store_answer_clear(answer);
    return ok;
}

/* ---- as moves of a book ---------------------------------------------- */

size_t store_answer_list_moves(const struct store_answer *answer,
                               struct tabia_book_move list[TABIA_MOVES_MAX])
{
    for (size_t i = 0; i < answer->nmoves; i++)
        list[i] = (struct tabia_book_move){
            .move = answer->moves[i].move,
            .edge = TABIA_NUMBER_NONE,
            .from_node = TABIA_NUMBER_NONE,
            .to_node = TABIA_NUMBER_NONE,
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
    const struct tabia_tally *r = &move->results;
    return (struct tabia_move_data){
        .has = TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS,
        .weight = at_most_32(tabia_tally_games(r)),
        .white = at_most_32(r->white),
        .draws = at_most_32(r->draws),
        .black = at_most_32(r->black),
    };
}
