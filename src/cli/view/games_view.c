/*
 * games_view.c - the games behind the moves of a store
 */
#include "cli/view/games_view.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "chess/chess_words.h"
#include "cli/files/store_file.h"
#include "store/store_def.h"
#include "tabia/source.h"

#include "base/banned.h"

static const struct verb_output_column columns[] = {
    { "id", "", 'l' },       { "san", "", 'l' },
    { "white", "", 'l' },    { "white_rating", "", 'r' },
    { "black", "", 'l' },    { "black_rating", "", 'r' },
    { "result", "", 'l' },   { "date", "", 'l' },
    { "speed", NULL, 'l' },  { "event", NULL, 'l' },
    { "source", NULL, 'l' }, { "offset", NULL, 'r' },
};

static size_t count_stores(const struct answer_view *view)
{
    return view->sum ? view->sum->n : 1;
}

/* NULL if it is no store. */
static const struct tabia_store *store_at(const struct answer_view *view,
                                          size_t i)
{
    const struct source_file *file =
        view->sum ? &view->sum->files[i] : view->file;
    return tabia_source_store(file->source, NULL);
}

/* ---- games ----------------------------------------------------------- */

bool games_view_put(struct verb_output *out, const struct answer_view *view,
                    const char *key, const struct tabia_store_game_ref *ref,
                    struct tabia_error *err)
{
    struct tabia_store_game game;
    char date[GAME_DATE_SIZE], san[TABIA_SAN_SIZE];
    if (!tabia_store_get_game(store_at(view, ref->source_index), ref->game,
                              &game, err))
        return false;
    if (key)
        verb_output_row(out, key, columns, COUNT_OF(columns));
    tabia_san_print(&view->pos, ref->move, san);
    verb_output_cell(out, fact_some(game.id));
    verb_output_cell(out, fact_some(san));
    for (int i = 0; i < 2; i++) { // White and Black; in text 0 is no rating
        verb_output_cell(out, fact_some(game.players[i]));
        verb_output_cell(out, game.ratings[i] || out->js
                                  ? fact_count(game.ratings[i])
                                  : fact_none(""));
    }
    verb_output_cell(out, fact_some(chess_words_result(game.result)));
    verb_output_cell(out, fact_some(store_file_date(game.date, date)));
    verb_output_cell(out, fact_some(tabia_speed_name(game.speed)));
    verb_output_cell(out, fact_some(game.event));
    verb_output_cell(out, fact_some(game.file));
    verb_output_cell(out, fact_count(game.offset));
    return true;
}

static bool put_list(struct verb_output *out, const struct answer_view *view,
                     const char *key, const char *title,
                     const struct tabia_store_game_ref *list, size_t n,
                     struct tabia_error *err)
{
    bool ok = true;
    if (n) {
        verb_output_gap(out);
        verb_output_line(out, "%s", title);
    }
    verb_output_table(out, key, columns, COUNT_OF(columns));
    for (size_t i = 0; ok && i < n; i++)
        ok = games_view_put(out, view, NULL, &list[i], err);
    verb_output_table_end(out);
    return ok;
}

/* ---- the first ones of all ------------------------------------------- */

/* The first games of each store, one after the other. */
struct first_games {
    struct store_ranked *games;
    size_t n;
    const struct tabia_store *store; // now
    uint32_t source_index;
    uint64_t nbefore; // games of the stores before it
    struct tabia_error *err;
    bool failed;
};

/* Games are numbered as in one store that has all of them. */
static bool add_first_game(void *ctx, const struct tabia_store_game_ref *ref)
{
    struct first_games *first = ctx;
    struct store_ranked *game = &first->games[first->n++];
    game->sample = *ref;
    game->sample.source_index = first->source_index;
    game->sample.game += first->nbefore;
    first->failed =
        !store_get_game_row(first->store, ref->game, &game->row, first->err);
    return !first->failed;
}

static bool goes_before(const void *a, const void *b,
                        store_goes_before_fn *before)
{
    const struct store_ranked *x = a, *y = b;
    return before(&x->row, x->sample.game, &y->row, y->sample.game);
}

static int compare_best(const void *a, const void *b)
{
    return goes_before(b, a, tally_is_better) -
           goes_before(a, b, tally_is_better);
}

static int compare_newest(const void *a, const void *b)
{
    return goes_before(b, a, tally_is_newer) -
           goes_before(a, b, tally_is_newer);
}

static bool collect_first_games(struct first_games *first,
                                const struct answer_view *view,
                                const struct answer_view_games *games)
{
    const struct tabia_store_query query = {
        .pos = &view->pos,
        .player = games->player,
        .side = games->player ? games->side : TABIA_SIDE_BOTH,
        .filter = games->filter,
        .order = games->order,
        .max = games->nlisted,
    };
    for (size_t i = 0; i < count_stores(view); i++) {
        first->store = store_at(view, i);
        first->source_index = (uint32_t)i;
        if (!first->store)
            continue;
        if (!tabia_store_list_games(first->store, &query, add_first_game, first,
                                    NULL, first->err) ||
            first->failed)
            return false;
        first->nbefore += tabia_store_get_info(first->store).games;
    }
    qsort(first->games, first->n, sizeof(*first->games),
          games->order == TABIA_STORE_ORDER_NEWEST ? compare_newest
                                                   : compare_best);
    return true;
}

/* The first games of all stores, by rating or date. */
static bool put_first_games(struct verb_output *out,
                            const struct answer_view *view,
                            const struct answer_view_games *games,
                            struct tabia_error *err)
{
    const size_t nstores = count_stores(view);
    struct first_games first = { .err = err };
    struct tabia_store_game_ref *list = calloc(games->nlisted, sizeof(*list));
    first.games = calloc(games->nlisted * nstores, sizeof(*first.games));
    bool ok = list && first.games ? collect_first_games(&first, view, games)
                                  : error_nomem(err);
    size_t n = 0;
    for (; ok && n < first.n && n < games->nlisted; n++) {
        list[n] = first.games[n].sample;
        for (size_t k = 0; k < list[n].source_index; k++)
            if (store_at(view, k))
                list[n].game -= tabia_store_get_info(store_at(view, k)).games;
    }
    ok = ok && put_list(out, view, "list",
                        games->order == TABIA_STORE_ORDER_NEWEST
                            ? "games, newest first"
                            : "games, best rated first",
                        list, n, err);
    free(list);
    free(first.games);
    return ok;
}

/* ---- by month -------------------------------------------------------- */

enum { MONTHS_MAX = 10000 * 13 + 1 }; // 0, then year and month; 00: unknown

static size_t month_index(uint32_t yyyymm)
{
    const uint32_t month = yyyymm % 100;
    return yyyymm ? 1 + (size_t)(yyyymm / 100) * 13 + month : 0;
}

static bool add_month(void *ctx, uint32_t yyyymm, const struct tabia_tally *r)
{
    struct tabia_tally *months = ctx;
    if (month_index(yyyymm) < MONTHS_MAX)
        tabia_tally_add(&months[month_index(yyyymm)], r);
    return true;
}

static void put_month(struct verb_output *out, size_t i,
                      const struct tabia_tally *r)
{
    char date[GAME_DATE_SIZE];
    const uint32_t yyyymm =
        i ? (uint32_t)((i - 1) / 13 * 100 + (i - 1) % 13) : 0;
    store_file_date(yyyymm * 100, date);
    date[7] = '\0';
    verb_output_cell(out, *date ? fact_some(date) : fact_none("unknown"));
    verb_output_cell(out, fact_count(r->white));
    verb_output_cell(out, fact_count(r->draws));
    verb_output_cell(out, fact_count(r->black));
}

static bool put_history(struct verb_output *out, const struct answer_view *view,
                        const struct tabia_store_filter *filter,
                        struct tabia_error *err)
{
    static const struct verb_output_column months[] = {
        { "month", "month", 'l' },
        { "white", "white", 'r' },
        { "draws", "draws", 'r' },
        { "black", "black", 'r' }
    };
    const struct tabia_store_months_options how = { .filter = filter };
    struct tabia_tally *sums = calloc(MONTHS_MAX, sizeof(*sums));
    bool ok = sums || error_nomem(err);
    for (size_t i = 0; ok && i < count_stores(view); i++)
        ok = !store_at(view, i) ||
             tabia_store_list_months(store_at(view, i), &view->pos, &how,
                                     add_month, sums, err);
    verb_output_gap(out);
    verb_output_table(out, "history", months, COUNT_OF(months));
    for (size_t i = 0; ok && i < MONTHS_MAX; i++)
        if (tabia_tally_games(&sums[i]))
            put_month(out, i, &sums[i]);
    verb_output_table_end(out);
    free(sums);
    return ok;
}

bool games_view_state_all(struct verb_output *out,
                          const struct answer_view *view,
                          const struct answer_view_games *games,
                          struct tabia_error *err)
{
    const struct tabia_answer *found = &view->found;
    return (!games->wants_samples ||
            (put_list(out, view, "top", "best rated", found->top_games,
                      found->ntop_games, err) &&
             put_list(out, view, "recent", "newest", found->recent_games,
                      found->nrecent_games, err))) &&
           (!games->nlisted || put_first_games(out, view, games, err)) &&
           (!games->wants_history ||
            put_history(out, view, games->filter, err));
}
