/*
 * library.c - an ordered list of sources, asked together
 */
#include "source/library.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/attrs.h"
#include "book/move_list.h"
#include "source/answer.h"
#include "source/source_def.h"
#include "store/store_def.h"
#include "tabia/pick.h"
#include "base/banned.h"

enum { SOURCES_MAX = 1 << 20 };

struct tabia_library {
    struct tabia_source **list; // owned, as all below
    char **names;
    size_t n, room, names_room;
};

struct tabia_library *tabia_library_new(struct tabia_error *err)
{
    struct tabia_library *lib = calloc(1, sizeof(*lib));
    if (!lib)
        error_nomem(err);
    return lib;
}

void tabia_library_free(struct tabia_library *lib)
{
    if (!lib)
        return;
    for (size_t i = 0; i < lib->n; i++) {
        tabia_source_close(lib->list[i]);
        free(lib->names[i]);
    }
    free(lib->list);
    free(lib->names);
    free(lib);
}

bool tabia_library_add(struct tabia_library *lib, const char *name,
                       struct tabia_source *source, struct tabia_error *err)
{
    if (!source || !lib) {
        tabia_source_close(source);
        return source_fail_without(err);
    }
    const bool has_room =
        VEC_RESERVE(lib->list, lib->room, lib->n + 1, SOURCES_MAX, err) &&
        VEC_RESERVE(lib->names, lib->names_room, lib->n + 1, SOURCES_MAX, err);
    const char *own = source->name ? source->name : "<memory>";
    char *copy = has_room ? strdup(name ? name : own) : NULL;
    if (!copy) {
        tabia_source_close(source);
        return has_room ? error_nomem(err) : false;
    }
    lib->list[lib->n] = source;
    lib->names[lib->n++] = copy;
    return true;
}

struct tabia_source *tabia_library_at(const struct tabia_library *lib, size_t i,
                                      const char **name)
{
    if (!lib || i >= lib->n)
        return NULL;
    if (name)
        *name = lib->names[i];
    return lib->list[i];
}

void tabia_library_remove(struct tabia_library *lib, size_t i)
{
    if (!lib || i >= lib->n)
        return;
    tabia_source_close(lib->list[i]);
    free(lib->names[i]);
    lib->n--;
    memmove(&lib->list[i], &lib->list[i + 1],
            (lib->n - i) * sizeof(*lib->list));
    memmove(&lib->names[i], &lib->names[i + 1],
            (lib->n - i) * sizeof(*lib->names));
}

/* ---- as one sum ------------------------------------------------------ */

/* The best rated or the newest games of all stores. */
struct library_samples {
    struct store_ranked list[STORE_TOP_MAX];
    size_t n, max;
    store_goes_before_fn *before;
};

struct library_sum {
    struct tabia_answer *all, one;
    uint64_t ngames; // of the stores before this one
    struct library_samples top, recent;
};

/* Numbers games as a merged store does, so that the order is the same. */
static bool add_samples(struct library_samples *samples,
                        const struct library_sum *sum,
                        const struct tabia_source *source,
                        const struct tabia_store_game_ref *list, size_t n,
                        struct tabia_error *err)
{
    for (size_t i = 0; i < n; i++) {
        struct store_ranked ranked = { .sample = list[i] };
        if (!store_get_game_row(source->store, list[i].game, &ranked.row, err))
            return false;
        ranked.sample.source_index = (uint32_t)sum->one.source_index;
        ranked.sample.game += sum->ngames;
        store_rank(samples->list, &samples->n, samples->max, samples->before,
                   &ranked);
    }
    return true;
}

/* Numbers the games as their own stores do. */
static size_t put_samples(const struct library_samples *samples,
                          struct tabia_source *const *sources,
                          struct tabia_store_game_ref *list)
{
    for (size_t i = 0; i < samples->n; i++) {
        list[i] = samples->list[i].sample;
        for (size_t k = 0; k < list[i].source_index; k++)
            if (sources[k]->store)
                list[i].game -= tabia_store_get_info(sources[k]->store).games;
    }
    return samples->n;
}

static void add_games(struct tabia_store_move *games,
                      const struct tabia_store_move *more)
{
    tabia_tally_add(&games->results, &more->results);
    games->own_rating_sum += more->own_rating_sum;
    games->own_rated_games += more->own_rated_games;
    games->other_rating_sum += more->other_rating_sum;
    games->other_rated_games += more->other_rated_games;
    if (more->first_date &&
        (!games->first_date || more->first_date < games->first_date))
        games->first_date = more->first_date;
    if (more->last_date > games->last_date)
        games->last_date = more->last_date;
    games->game = TABIA_GAME_NONE;
}

/* Adds a move of 'sum->one'. The statistics of a book are its results. */
static void add_move(struct library_sum *sum, size_t i)
{
    struct tabia_answer *all = sum->all;
    struct tabia_store_move *games =
        ((struct answer_buffers *)all->buffers)->store.moves;
    struct tabia_book_move entry = sum->one.moves[i];
    struct tabia_store_move more = {
        .move = entry.move,
        .results = { entry.data.white, entry.data.draws, entry.data.black },
        .game = TABIA_GAME_NONE,
    };
    if (sum->one.move_stats)
        more = sum->one.move_stats[i];
    more.source_index = (uint32_t)sum->one.source_index;
    if (!(entry.data.has & (TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS))) {
        entry.data.has |= TABIA_HAS_WEIGHT;
        entry.data.weight = 1;
    }
    entry.has_share = false; // the rule of one book says nothing about others
    entry.edge = entry.from_node = entry.to_node = TABIA_NUMBER_NONE;

    const size_t at = move_list_find(all->moves, all->nmoves, entry.move);
    if (at < all->nmoves) {
        attrs_merge_moves(&all->moves[at].data, &entry.data, TABIA_MERGE_SUM);
        add_games(&games[at], &more);
    } else {
        all->moves[at] = entry;
        games[at] = more;
        all->nmoves++;
    }
}

/*
 * Most games first. Where a store is among the sources, equals go by the
 * move's number, as in a store; else the heavier is first.
 */
static void sort_moves(struct tabia_answer *all)
{
    struct tabia_store_move *list =
        ((struct answer_buffers *)all->buffers)->store.moves;
    for (size_t i = 1; i < all->nmoves; i++) {
        const struct tabia_book_move entry = all->moves[i];
        const struct tabia_store_move games = list[i];
        const uint64_t n = tabia_tally_games(&games.results);
        size_t at = i;
        for (; at > 0; at--) {
            const uint64_t m = tabia_tally_games(&list[at - 1].results);
            const bool is_before =
                all->move_stats
                    ? list[at - 1].move < games.move
                    : all->moves[at - 1].data.weight >= entry.data.weight;
            if (m > n || (m == n && is_before))
                break;
            all->moves[at] = all->moves[at - 1];
            list[at] = list[at - 1];
        }
        all->moves[at] = entry;
        list[at] = games;
    }
}

/* What the sources know of a position: of each attribute the first value. */
static bool position_in(struct tabia_source *const *list, size_t n,
                        const struct tabia_pos *pos,
                        const struct tabia_names *names,
                        struct tabia_node_data *data, struct tabia_error *err)
{
    *data = (struct tabia_node_data){ 0 };
    for (size_t k = 0; k < n; k++) {
        struct tabia_node_data one;
        if (!answer_position_data(list[k], pos, NULL, &one, err))
            return false;
        attrs_merge_nodes(data, &one, TABIA_MERGE_DEFAULT);
    }
    answer_add_name(data, pos, names);
    return true;
}

static bool sum_up(struct tabia_source *const *list, size_t n,
                   struct library_sum *sum, const struct tabia_pos *pos,
                   const struct tabia_query *query, struct tabia_error *err)
{
    struct answer_buffers *buffers = sum->all->buffers;
    struct tabia_query each = *query;
    each.wants_after = false;
    each.names = NULL;
    for (size_t k = 0; k < n; k++) {
        const struct tabia_source *source = list[k];
        if (!tabia_source_find(source, pos, &each, &sum->one, err))
            return false;
        sum->one.source_index = k;
        sum->all->is_known |= sum->one.is_known;
        sum->all->dropped_filters |= sum->one.dropped_filters;
        attrs_merge_nodes(&sum->all->position_data, &sum->one.position_data,
                          TABIA_MERGE_DEFAULT);
        if (sum->one.move_stats)
            sum->all->move_stats = buffers->store.moves;
        for (size_t i = 0; i < sum->one.nmoves; i++)
            add_move(sum, i);
        if (!add_samples(&sum->top, sum, source, sum->one.top_games,
                         sum->one.ntop_games, err) ||
            !add_samples(&sum->recent, sum, source, sum->one.recent_games,
                         sum->one.nrecent_games, err))
            return false;
        if (source->store)
            sum->ngames += tabia_store_get_info(source->store).games;
    }
    return true;
}

bool library_sum_sources(struct tabia_source *const *list, size_t n,
                         const struct tabia_pos *pos,
                         const struct tabia_query *query, bool keeps_order,
                         struct tabia_answer *answer, struct tabia_error *err)
{
    struct library_sum sum = {
        .all = answer,
        .top = { .max = STORE_TOP_MAX, .before = tally_is_better },
        .recent = { .max = STORE_RECENT_MAX, .before = tally_is_newer },
    };
    const bool ok =
        answer_begin(answer, err) && sum_up(list, n, &sum, pos, query, err);
    tabia_answer_clear(&sum.one);
    if (!ok)
        return answer_fail(answer);
    struct answer_buffers *buffers = answer->buffers;
    if (answer->move_stats || !keeps_order)
        sort_moves(answer);
    answer->ntop_games = put_samples(&sum.top, list, answer->top_games);
    answer->nrecent_games =
        put_samples(&sum.recent, list, answer->recent_games);
    answer_end(answer);
    answer_add_name(&answer->position_data, pos, query->names);
    for (size_t i = 0; query->wants_after && i < answer->nmoves; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, answer->moves[i].move);
        if (!position_in(list, n, &after, query->names, &buffers->after[i],
                         err))
            return answer_fail(answer);
        answer->after_data = buffers->after;
    }
    return true;
}

/* ---- by priority ----------------------------------------------------- */

/* Keeps the games in which one of the answer's moves was played, or none. */
static size_t drop_refused_games(const struct tabia_answer *answer,
                                 struct tabia_store_game_ref *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!list[i].move ||
            move_list_has(answer->moves, answer->nmoves, list[i].move))
            list[kept++] = list[i];
    return kept;
}

/* Leaves the moves that are accepted; games, masks and sums are theirs. */
static void drop_refused(struct tabia_answer *answer,
                         const struct tabia_library_options *options)
{
    const bool is_known = answer->is_known;
    size_t n = 0;
    for (size_t i = 0; i < answer->nmoves; i++) {
        if (!options->accepts_move(options->ctx, answer->source_index,
                                   &answer->moves[i]))
            continue;
        answer->moves[n] = answer->moves[i];
        if (answer->after_data)
            answer->after_data[n] = answer->after_data[i];
        if (answer->move_stats)
            answer->move_stats[n] = answer->move_stats[i];
        n++;
    }
    answer->nmoves = n;
    answer->ntop_games =
        drop_refused_games(answer, answer->top_games, answer->ntop_games);
    answer->nrecent_games =
        drop_refused_games(answer, answer->recent_games, answer->nrecent_games);
    answer->has = 0;
    answer->total = (struct tabia_tally){ 0 };
    answer->unknown_results = 0;
    answer_end(answer);
    answer->is_known = is_known;
}

bool tabia_library_find(const struct tabia_library *lib,
                        const struct tabia_pos *pos,
                        const struct tabia_query *query,
                        const struct tabia_library_options *options,
                        struct tabia_answer *answer, struct tabia_error *err)
{
    static const struct tabia_query defaults;
    static const struct tabia_library_options by_priority;
    if (!query)
        query = &defaults;
    if (!options)
        options = &by_priority;
    if (!lib) {
        source_fail_without(err);
        return answer_fail(answer);
    }
    if (options->mode > TABIA_LIBRARY_SUM) {
        error_set(err, TABIA_ERR_MISUSE, "no such mode of a library");
        return answer_fail(answer);
    }
    if (options->mode == TABIA_LIBRARY_SUM)
        return library_sum_sources(lib->list, lib->n, pos, query, false, answer,
                                   err);
    struct tabia_node_data position = { 0 }; // what the sources so far know
    struct tabia_query each = *query;
    each.names = NULL;
    const struct tabia_pick_options how = {
        .allow_avoided = options->allow_avoided,
    };
    bool is_known = false, is_found = false;
    unsigned dropped = 0;
    for (size_t k = 0; k < lib->n && !is_found; k++) {
        if (options->accepts_source &&
            !options->accepts_source(options->ctx, k))
            continue;
        if (!tabia_source_find(lib->list[k], pos, &each, answer, err))
            return false; // and the answer is empty
        attrs_merge_nodes(&position, &answer->position_data,
                          TABIA_MERGE_DEFAULT);
        answer->source_index = k;
        if (options->accepts_move)
            drop_refused(answer, options);
        is_found = tabia_pick_move(pos, answer->moves, answer->nmoves, &how) <
                   answer->nmoves;
        is_known |= answer->is_known;
        dropped |= answer->dropped_filters;
    }
    if (!is_found && !answer_begin(answer, err))
        return false;
    answer->is_known = is_known;
    answer->dropped_filters = dropped;
    answer->position_data = position;
    answer_add_name(&answer->position_data, pos, query->names);
    for (size_t i = 0; answer->after_data && i < answer->nmoves; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, answer->moves[i].move);
        answer_add_name(&answer->after_data[i], &after, query->names);
    }
    return true;
}

/* ---- side by side ---------------------------------------------------- */

/* The row of a move, which is made if there is none; false: no memory. */
static bool row_of(struct tabia_comparison *c, tabia_move mv, size_t *row)
{
    for (*row = 0; *row < c->nmoves; ++*row)
        if (c->moves[*row] == mv)
            return true;
    // Moves of one position are few, so each new row is worth the copying.
    tabia_move *moves = realloc(c->moves, (*row + 1) * sizeof(*moves));
    if (moves)
        c->moves = moves;
    size_t *rows =
        moves ? realloc(c->indexes, (*row + 1) * c->nsources * sizeof(*rows))
              : NULL;
    if (!rows)
        return false;
    c->indexes = rows;
    for (size_t k = 0; k < c->nsources; k++)
        rows[*row * c->nsources + k] = SIZE_MAX;
    moves[c->nmoves++] = mv;
    return true;
}

/* Fills in the column of the k-th source. False only without memory. */
static bool add_column(struct tabia_comparison *c,
                       const struct tabia_source *source, size_t k,
                       const struct tabia_pos *pos,
                       const struct tabia_query *query, struct tabia_error *err)
{
    struct tabia_answer *answer = &c->answers[k];
    const bool ok =
        tabia_source_find(source, pos, query, answer, &c->errors[k]);
    answer->source_index = k;
    if (!ok)
        return c->errors[k].status != TABIA_ERR_NOMEM ||
               error_pass(err, &c->errors[k]);
    for (size_t i = 0; i < answer->nmoves; i++) {
        size_t row;
        if (!row_of(c, answer->moves[i].move, &row))
            return error_nomem(err);
        c->indexes[row * c->nsources + k] = i;
    }
    return true;
}

bool tabia_library_compare(const struct tabia_library *lib,
                           const struct tabia_pos *pos,
                           const struct tabia_query *query,
                           struct tabia_comparison *comparison,
                           struct tabia_error *err)
{
    tabia_comparison_clear(comparison);
    if (!lib)
        return source_fail_without(err);
    comparison->answers = calloc(lib->n + 1, sizeof(*comparison->answers));
    comparison->errors = calloc(lib->n + 1, sizeof(*comparison->errors));
    if (!comparison->answers || !comparison->errors) {
        tabia_comparison_clear(comparison);
        return error_nomem(err);
    }
    comparison->nsources = lib->n;
    for (size_t k = 0; k < lib->n; k++) {
        if (!add_column(comparison, lib->list[k], k, pos, query, err)) {
            tabia_comparison_clear(comparison);
            return false;
        }
    }
    return true;
}

void tabia_comparison_clear(struct tabia_comparison *comparison)
{
    if (!comparison)
        return;
    for (size_t k = 0; k < comparison->nsources; k++)
        tabia_answer_clear(&comparison->answers[k]);
    free(comparison->answers);
    free(comparison->moves);
    free(comparison->indexes);
    free(comparison->errors);
    *comparison = (struct tabia_comparison){ .nsources = 0 };
}
