/*
 * answer.c - what one source says about a position
 */
#include "source/answer.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "format/format_contract.h"
#include "source/evals.h"
#include "source/source_def.h"
#include "store/game_list.h"
#include "store/store_def.h"
#include "store/store_evals.h"
#include "store/store_internal.h"
#include "table/table.h"
#include "base/banned.h"

bool answer_begin(struct tabia_answer *answer, struct tabia_error *err)
{
    struct answer_buffers *buffers = answer->buffers;
    if (!buffers)
        buffers = malloc(sizeof(*buffers));
    *answer = (struct tabia_answer){ .buffers = buffers };
    if (!buffers)
        return error_nomem(err);
    answer->moves = buffers->moves;
    answer->top_games = buffers->store.top;
    answer->recent_games = buffers->store.recent;
    return true;
}

void tabia_answer_clear(struct tabia_answer *answer)
{
    if (!answer)
        return;
    free(answer->buffers);
    *answer = (struct tabia_answer){ .nmoves = 0 };
}

bool answer_fail(struct tabia_answer *answer)
{
    tabia_answer_clear(answer);
    return false;
}

void answer_end(struct tabia_answer *answer)
{
    for (size_t i = 0; i < answer->nmoves; i++) {
        const struct tabia_move_data *data = &answer->moves[i].data;
        const struct tabia_tally results = { data->white, data->draws,
                                             data->black };
        const struct tabia_tally *r =
            answer->move_stats ? &answer->move_stats[i].results : &results;
        answer->has |= data->has;
        tabia_tally_add(&answer->total, r);
        answer->unknown_results += data->unknown_results;
    }
    answer->is_known |= answer->nmoves > 0;
}

/* ---- filters --------------------------------------------------------- */

/* The parts of a filter that what is built by 'by' cannot apply. */
static unsigned filter_beyond(const struct tabia_store_filter *filter,
                              unsigned by)
{
    unsigned asked = 0;
    if (filter->ratings)
        asked |= TABIA_DIMENSION_RATING;
    if (filter->speeds)
        asked |= TABIA_DIMENSION_SPEED;
    if (filter->since || filter->until)
        asked |= TABIA_DIMENSION_MONTH;
    return asked & ~by;
}

struct tabia_store_filter answer_filter(const struct tabia_source *source,
                                        const struct tabia_query *query,
                                        unsigned *dropped)
{
    static const struct tabia_store_filter everything;
    struct tabia_store_filter filter =
        query->filter ? *query->filter : everything;
    const unsigned by =
        source->store ? tabia_store_get_info(source->store).dimensions : 0;
    // The games of a player are looked at one by one.
    *dropped =
        query->drop_filters && !query->player ? filter_beyond(&filter, by) : 0;
    if (*dropped & TABIA_DIMENSION_RATING)
        filter.ratings = 0;
    if (*dropped & TABIA_DIMENSION_SPEED)
        filter.speeds = 0;
    if (*dropped & TABIA_DIMENSION_MONTH)
        filter.since = filter.until = 0;
    return filter;
}

/* ---- all sources ----------------------------------------------------- */

void answer_add_name(struct tabia_node_data *data, const struct tabia_pos *pos,
                     const struct tabia_names *names)
{
    struct tabia_name name = { 0 };
    if (!names || data->name || data->eco ||
        !tabia_names_find(names, pos, &name))
        return;
    data->name = name.name;
    data->eco = name.eco;
    data->has |=
        (name.name ? TABIA_HAS_NAME : 0) | (name.eco ? TABIA_HAS_ECO : 0);
}

struct tabia_node_data answer_node_data(const struct tabia_source *source,
                                        const struct tabia_pos *pos,
                                        const struct tabia_names *names)
{
    struct tabia_node_data data = { 0 };
    uint32_t position = TABIA_NUMBER_NONE;
    if (source->book)
        position = tabia_book_find_position(source->book, pos);
    if (position != TABIA_NUMBER_NONE)
        data = tabia_book_position_data(source->book, position);
    answer_add_name(&data, pos, names);
    return data;
}

bool answer_position_data(const struct tabia_source *source,
                          const struct tabia_pos *pos,
                          const struct tabia_names *names,
                          struct tabia_node_data *data, struct tabia_error *err)
{
    bool has_eval = false;
    *data = answer_node_data(source, pos, names);
    if (source->state == SOURCE_STORE &&
        !store_find_eval(source->store, pos, &data->eval, &has_eval, err))
        return false;
    data->has |= has_eval ? TABIA_HAS_EVAL : 0;
    return true;
}

static bool find_in_store(const struct tabia_source *source,
                          const struct tabia_pos *pos,
                          const struct tabia_query *query,
                          const struct tabia_store_filter *filter,
                          struct tabia_answer *answer, struct tabia_error *err)
{
    struct answer_buffers *buffers = answer->buffers;
    const struct game_selection selection = {
        .pos = pos,
        .filter = *filter,
        .player = query->player,
        .colors = game_list_colors(query->side),
    };
    if (query->player
            ? !game_list_sum(source->store, &selection, &buffers->store, err)
            : !store_find(source->store, pos, filter, &buffers->store, err))
        return false;
    answer->nmoves = store_answer_list_moves(&buffers->store, answer->moves);
    answer->move_stats = buffers->store.moves;
    answer->ntop_games = buffers->store.ntop;
    answer->nrecent_games = buffers->store.nrecent;
    return true;
}

static size_t find_after_line(const struct tabia_source *source,
                              const struct tabia_query *query,
                              struct tabia_book_move *list)
{
    return table_find_line(source->table, query->start, query->line,
                           query->nline, list);
}

/* What is known of the position, and of those after its moves. */
static bool find_positions(const struct tabia_source *source,
                           const struct tabia_pos *pos,
                           const struct tabia_query *query,
                           struct tabia_answer *answer, struct tabia_error *err)
{
    const struct tabia_node_data found = answer->position_data;
    if (!answer_position_data(source, pos, query->names, &answer->position_data,
                              err))
        return false;
    if (found.has & TABIA_HAS_EVAL) {
        answer->position_data.eval = found.eval;
        answer->position_data.has |= TABIA_HAS_EVAL;
        answer->is_known = true;
    }
    if (!query->wants_after)
        return true;
    struct answer_buffers *buffers = answer->buffers;
    answer->after_data = buffers->after;
    for (size_t i = 0; i < answer->nmoves; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, answer->moves[i].move);
        if (!answer_position_data(source, &after, query->names,
                                  &answer->after_data[i], err))
            return false;
    }
    return true;
}

static bool find_moves_in(const struct tabia_source *source,
                          const struct tabia_pos *pos,
                          const struct tabia_query *query,
                          struct tabia_answer *answer, struct tabia_error *err)
{
    const struct tabia_store_filter filter =
        answer_filter(source, query, &answer->dropped_filters);
    size_t n = 0;
    if (query->side && !query->player)
        return error_set(err, TABIA_ERR_MISUSE, "a side needs a player");
    if (query->player && source->state != SOURCE_STORE)
        return error_set(err, TABIA_ERR_MISUSE, "only stores have players");
    if (filter_beyond(&filter, 0) && source->state != SOURCE_STORE)
        return error_set(err, TABIA_ERR_MISUSE,
                         "only stores can be filtered by games");
    switch (source->state) {
    case SOURCE_RECOGNISED:
        return error_set(err, TABIA_ERR_MISUSE,
                         "the source was recognised, but not opened");
    case SOURCE_PUZZLES:
        return error_set(err, TABIA_ERR_MISUSE,
                         "puzzles have no moves to look up");
    case SOURCE_EVALS:
        return evals_find(source->bytes, pos, &answer->position_data, err);
    case SOURCE_STORE:
        return find_in_store(source, pos, query, &filter, answer, err);
    case SOURCE_LOADED:
        n = tabia_book_find(source->book, pos, TABIA_MERGE_DEFAULT,
                            answer->moves, TABIA_MOVES_MAX);
        break;
    case SOURCE_SEARCHED:
        n = query->start ? find_after_line(source, query, answer->moves)
                         : table_find(source->table, pos, answer->moves);
        break;
    case SOURCE_FOLLOWED:
        n = query->start ? find_after_line(source, query, answer->moves) : 0;
        if (n > 0)
            break;
        // Where the game leaves the tree, whatever the order of moves.
        // fall through
    case SOURCE_SEARCHED_ONCE:
        n = table_find(source->table, pos, answer->moves);
        break;
    }
    answer->nmoves = n;
    answer->is_known =
        source->book &&
        tabia_book_find_position(source->book, pos) != TABIA_NUMBER_NONE;
    return true;
}

bool tabia_source_find(const struct tabia_source *source,
                       const struct tabia_pos *pos,
                       const struct tabia_query *query,
                       struct tabia_answer *answer, struct tabia_error *err)
{
    static const struct tabia_query defaults;
    struct tabia_error failure = { 0 };
    if (!query)
        query = &defaults;
    if (!source) {
        source_fail_without(err);
        return answer_fail(answer);
    }
    if (!answer_begin(answer, err))
        return false;
    bool ok = find_moves_in(source, pos, query, answer, &failure);
    if (ok) {
        answer_end(answer);
        ok = find_positions(source, pos, query, answer, &failure);
    }
    if (ok)
        return true;
    error_in_file(&failure, source->name);
    error_pass(err, &failure);
    return answer_fail(answer);
}
