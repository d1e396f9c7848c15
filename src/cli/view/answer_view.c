/*
 * answer_view.c - what books know about a position
 */
#include "cli/view/answer_view.h"

#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/buf.h"
#include "base/error.h"
#include "book/values.h"
#include "cli/parts/store_verbs.h"
#include "format/format_contract.h"
#include "source/answer.h"
#include "source/library.h"

#include "tabia/pick.h"
#include "store/store_def.h"

#include "base/banned.h"

static void set_views(struct answer_view *answer, bool allow_avoided)
{
    const struct tabia_answer *found = &answer->found;
    const struct tabia_pick_options options = {
        .allow_avoided = allow_avoided,
        .turn = (enum tabia_color)answer->pos.turn,
    };
    const struct tabia_format *format = answer->file->format;
    double total = 0;
    for (size_t i = 0; i < found->n; i++) {
        struct move_view *view = &answer->views[i];
        const struct tabia_move_data *data = &found->moves[i].data;
        move_view_init(view, &answer->pos, &found->moves[i],
                       found->after_data[i]);
        view->is_learnt = format->unpack_learn && data->has & TABIA_HAS_LEARN;
        if (view->is_learnt)
            view->learnt = format->unpack_learn(data->learn);
        total += (double)tabia_pick_weight(found->moves, found->n, i, &options);
    }
    for (size_t i = 0; total > 0 && i < found->n; i++)
        answer->views[i].share =
            (double)tabia_pick_weight(found->moves, found->n, i, &options) /
            total;
}

/*
 * Leaves what the games of a player add up to; their moves are among those that
 * were found for all games.
 */
static bool keep_player(struct tabia_answer *found, const struct tabia_pos *pos,
                        const struct tabia_store *store,
                        const struct answer_view_query *options,
                        struct tabia_error *err)
{
    struct tabia_node_data after[TABIA_MOVES_MAX];
    tabia_move before[TABIA_MOVES_MAX];
    const size_t n = found->n;
    struct game_walk walk = { .pos = pos,
                              .player = options->player,
                              .colors = options->colors };
    struct store_answer *sum = malloc(sizeof(*sum));
    if (!sum)
        return error_nomem(err);
    if (options->filter)
        walk.filter = *options->filter;
    const bool ok = game_list_sum(store, &walk, sum, err);
    for (size_t i = 0; ok && i < n; i++) {
        before[i] = found->moves[i].move;
        after[i] = found->after_data[i];
    }
    if (ok) {
        found->n = store_answer_list_moves(sum, found->moves);
        found->total = sum->all;
        memcpy(found->move_stats, sum->moves, found->n * sizeof(*sum->moves));
        found->ntop_games = sum->ntop;
        memcpy(found->top_games, sum->top, sum->ntop * sizeof(*sum->top));
        found->nrecent_games = sum->nrecent;
        memcpy(found->recent_games, sum->recent,
               sum->nrecent * sizeof(*sum->recent));
    }
    for (size_t i = 0; ok && i < found->n; i++)
        for (size_t k = 0; k < n; k++)
            if (before[k] == found->moves[i].move)
                found->after_data[i] = after[k];
    free(sum);
    return ok;
}

enum cli_status answer_view_init(struct answer_view *answer,
                                 const struct source_file *file,
                                 const struct tabia_pos *pos,
                                 const struct answer_view_query *options)
{
    struct tabia_error err = { 0 };
    struct tabia_pos start;
    struct tabia_query query = {
        .filter = options->player ? NULL : options->filter,
        .wants_after = true,
        .names = file->names,
    };
    if (options->game) {
        tabia_pos_set_start(&start);
        query.start = &start;
        query.line = options->game->moves;
        query.nline = options->game->n;
    }
    answer->file = file;
    answer->pos = *pos;
    if (!tabia_source_find(file->source, pos, &query, &answer->found, &err))
        return cli_print_error(&err);
    if (options->player && answer->found.move_stats &&
        !keep_player(&answer->found, pos,
                     tabia_source_store(file->source, NULL), options, &err))
        return cli_print_error(&err);
    set_views(answer, options->allow_avoided);
    return CLI_DONE;
}

enum cli_status answer_view_init_with(struct answer_view *answer,
                                      const struct source_set *set,
                                      const struct source_file *file,
                                      const struct tabia_pos *pos,
                                      bool allow_avoided)
{
    const struct tabia_query query = { .wants_after = true,
                                       .names = file->names };
    struct tabia_error err = { 0 };
    if (set->n == 1 || !file->format->is_collected)
        return answer_view_init(answer, file, pos,
                                &(struct answer_view_query){
                                    .allow_avoided = allow_avoided });
    struct tabia_source **list = calloc(set->n, sizeof(struct tabia_source *));
    size_t n = 0;
    for (size_t i = 0; list && i < set->n; i++)
        if (set->files[i].format->is_collected)
            list[n++] = set->files[i].source;
    answer->file = file;
    answer->pos = *pos;
    const bool ok = list ? library_sum_sources(list, n, pos, &query, true,
                                               &answer->found, &err)
                         : error_nomem(&err);
    free(list);
    if (!ok)
        return cli_print_error(&err);
    set_views(answer, allow_avoided);
    return CLI_DONE;
}

enum cli_status answer_view_init_one(struct answer_view *answer,
                                     const struct source_file *file,
                                     const struct tabia_pos *pos, tabia_move mv)
{
    struct tabia_error err = { 0 };
    answer->file = file;
    answer->pos = *pos;
    if (!answer_begin(&answer->found, &err))
        return cli_print_error(&err);
    if (mv == TABIA_MOVE_NONE)
        return CLI_DONE;
    answer->found.n = 1;
    answer->found.moves[0] = (struct tabia_book_move){ .move = mv };
    move_view_init(&answer->views[0], pos, &answer->found.moves[0],
                   (struct tabia_node_data){ 0 });
    return CLI_DONE;
}

void answer_view_clear(struct answer_view *answer)
{
    tabia_answer_clear(&answer->found);
}

/* ---- moves ----------------------------------------------------------- */

/*
 * The columns, in order. What a move carries is in JSON by the names of its
 * attributes, whatever they are; the other members have their keys here.
 */
enum column {
    SAN,
    UCI,
    MARK,
    NAGS,
    WEIGHT,
    GAMES,
    SHARE,
    WHITE,
    DRAWS,
    BLACK,
    UNKNOWN,
    RATING,
    OPPONENT,
    FIRST_DATE,
    LAST_DATE,
    SCORE,
    DEPTH,
    COUNT,
    EVAL,
    NAME,
    REMARK,
    NCOLUMNS,
};

static const struct facts_column columns[NCOLUMNS] = {
    [SAN] = { "san", "move", 'l' },
    [UCI] = { "uci", "uci", 'l' },
    [MARK] = { NULL, "mark", 'l' },
    [NAGS] = { NULL, "nag", 'l' },
    [WEIGHT] = { NULL, "weight", 'r' },
    [GAMES] = { "games", "games", 'r' },
    [SHARE] = { "share", "share", 'r' },
    [WHITE] = { "white", "white", 'r' },
    [DRAWS] = { "draws", "draws", 'r' },
    [BLACK] = { "black", "black", 'r' },
    [UNKNOWN] = { NULL, "unknown", 'r' },
    [RATING] = { "rating", "rating", 'r' },
    [OPPONENT] = { "opponent_rating", "opponent", 'r' },
    [FIRST_DATE] = { "first", "first", 'l' },
    [LAST_DATE] = { "last", "last", 'l' },
    [SCORE] = { NULL, "score", 'r' },
    [DEPTH] = { NULL, "depth", 'r' },
    [COUNT] = { NULL, "count", 'r' },
    [EVAL] = { NULL, "eval", 'r' },
    [NAME] = { NULL, "name", 'l' },
    [REMARK] = { NULL, "remark", 'l' },
};

/* A number in a column that JSON has elsewhere. */
static struct fact number_in(struct buf *text, long long n)
{
    buf_addf(text, "%lld", n);
    return fact_some(buf_text(text));
}

static struct fact mean_of(uint64_t sum, uint64_t n)
{
    return n ? fact_count((sum + n / 2) / n) : fact_none("");
}

static struct fact date_in(struct buf *text, uint32_t date)
{
    char buf[GAME_DATE_SIZE];
    buf_add_text(text, store_verbs_date(date, buf));
    return fact_some(buf_text(text));
}

/* How often the move is chosen; of a store, how often it was played. */
static struct fact share_of(const struct answer_view *answer, size_t i,
                            bool is_json)
{
    const struct tabia_answer *found = &answer->found;
    double share = answer->views[i].share;
    if (found->move_stats)
        share = (double)tabia_results_games(&found->move_stats[i].results) /
                (double)tabia_results_games(&found->total);
    if (is_json) // four digits are what the eye and a test can use
        return fact_share((double)(long)(share * 1e4 + 0.5) / 1e4, 1);
    return share > 0    ? fact_share(share, 1)
           : share == 0 ? fact_none("-")
                        : fact_none("");
}

/* Games of a result; nothing where the book does not say. */
static struct fact results_of(const struct answer_view *answer, size_t i,
                              uint64_t of_store, uint32_t of_book)
{
    const struct tabia_move_data *data = &answer->views[i].data;
    // Without a known result, three zeros would say that there are no games.
    const bool has_results =
        data->has & TABIA_HAS_RESULTS &&
        (data->white || data->draws || data->black || !data->unknown);
    return answer->found.move_stats ? fact_count(of_store)
           : has_results            ? fact_count(of_book)
                                    : fact_none("");
}

/* What stands in a cell; nothing where the source has nothing. */
static struct fact answer_view_cell(const struct answer_view *answer, size_t i,
                                    enum column column, bool is_json,
                                    struct buf *text)
{
    static const struct tabia_store_move no_games;
    const struct move_view *view = &answer->views[i];
    const struct tabia_move_data *data = &view->data;
    const struct tabia_store_move *games =
        answer->found.move_stats ? &answer->found.move_stats[i] : &no_games;
    const struct tabia_results *results = &games->results;
    char eval[MOVE_VIEW_EVAL_SIZE];
    buf_reset(text);
    switch (column) {
    case SAN:
        return fact_some(view->san);
    case UCI: // a table of statistics is allow_avoided enough without
        return fact_some(answer->found.move_stats && !is_json ? NULL
                                                              : view->uci);
    case MARK:
        return fact_some(move_view_mark(data->mark));
    case NAGS:
        move_view_add_nags(text, data);
        return fact_some(buf_text(text));
    case WEIGHT: // in a store the number of games
        return data->has & TABIA_HAS_WEIGHT && !answer->found.move_stats
                   ? fact_count(data->weight)
                   : fact_none("");
    case GAMES:
        return answer->found.move_stats
                   ? fact_count(tabia_results_games(results))
                   : fact_none("");
    case SHARE:
        return share_of(answer, i, is_json);
    case WHITE:
        return results_of(answer, i, results->white, data->white);
    case DRAWS:
        return results_of(answer, i, results->draws, data->draws);
    case BLACK:
        return results_of(answer, i, results->black, data->black);
    case UNKNOWN:
        return data->unknown ? fact_count(data->unknown) : fact_none("");
    case RATING:
        return mean_of(games->own_sum, games->own_rated);
    case OPPONENT:
        return mean_of(games->other_sum, games->other_rated);
    case FIRST_DATE:
        return date_in(text, games->first);
    case LAST_DATE:
        return date_in(text, games->last);
    case SCORE:
        return view->is_learnt ? number_in(text, view->learnt.score)
                               : fact_none("");
    case DEPTH:
        return view->is_learnt ? number_in(text, view->learnt.depth)
                               : fact_none("");
    case COUNT: // BrainLearn does not count
        return view->is_learnt && view->learnt.count
                   ? number_in(text, view->learnt.count)
                   : fact_none("");
    case EVAL:
        buf_add_text(text, move_view_eval(&view->after, eval));
        return fact_some(buf_text(text));
    case NAME:
        move_view_add_name(text, &view->after);
        return fact_some(buf_text(text));
    default:
        return fact_some(data->comment);
    }
}

/*
 * The columns that this answer has: in text those with something in them, in
 * JSON the statistics of a store, even if they are null.
 */
static void choose_columns(const struct answer_view *answer, bool is_json,
                           struct facts_column used[NCOLUMNS], struct buf *text)
{
    const struct tabia_answer *found = &answer->found;
    for (enum column k = SAN; k < NCOLUMNS; k++) {
        used[k] = columns[k];
        bool has_any = false;
        for (size_t i = 0; i < found->n && !is_json && !has_any; i++) {
            const struct fact fact =
                answer_view_cell(answer, i, k, false, text);
            has_any = fact.kind == FACT_NONE   ? *fact.text != '\0'
                      : fact.kind == FACT_TEXT ? fact.text != NULL
                                               : true;
        }
        if (!has_any)
            used[k].head = NULL;
        const bool is_shared =
            k == SHARE && found->n && answer->views[0].share >= 0;
        if (k > UCI && !found->move_stats && !is_shared)
            used[k].key = NULL;
    }
}

/* ---- games ----------------------------------------------------------- */

static const struct facts_column game_columns[] = {
    { "id", "", 'l' },       { "san", "", 'l' },
    { "white", "", 'l' },    { "white_rating", "", 'r' },
    { "black", "", 'l' },    { "black_rating", "", 'r' },
    { "result", "", 'l' },   { "date", "", 'l' },
    { "speed", NULL, 'l' },  { "event", NULL, 'l' },
    { "source", NULL, 'l' }, { "offset", NULL, 'r' },
};

static const struct tabia_store *store_of(const struct answer_view *answer)
{
    return tabia_source_store(answer->file->source, NULL);
}

/* A row, or with a key a member of the row of a move. */
static bool state_game(struct facts *f, const struct answer_view *answer,
                       const char *key, uint64_t number, tabia_move mv,
                       struct tabia_error *err)
{
    struct tabia_store_game game;
    char date[GAME_DATE_SIZE], san[TABIA_SAN_SIZE];
    if (!tabia_store_get_game(store_of(answer), number, &game, err))
        return false;
    if (key)
        facts_row(f, key, game_columns, COUNT_OF(game_columns));
    tabia_san_print(&answer->pos, mv, san);
    facts_cell(f, fact_some(game.id));
    facts_cell(f, fact_some(san));
    for (int i = 0; i < 2; i++) { // White and Black; in text 0 is no rating
        facts_cell(f, fact_some(game.name[i]));
        facts_cell(f, game.rating[i] || f->js ? fact_count(game.rating[i])
                                              : fact_none(""));
    }
    facts_cell(f, fact_some(game.result == TABIA_RESULT_DRAW    ? "1/2-1/2"
                            : game.result == TABIA_RESULT_WHITE ? "1-0"
                                                                : "0-1"));
    facts_cell(f, fact_some(store_verbs_date(game.date, date)));
    facts_cell(f, fact_some(tabia_speed_name(game.speed)));
    facts_cell(f, fact_some(game.event));
    facts_cell(f, fact_some(game.file));
    facts_cell(f, fact_count(game.offset));
    return true;
}

static bool state_samples(struct facts *f, const struct answer_view *answer,
                          const char *key, const char *title,
                          const struct tabia_store_game_ref *list, size_t n,
                          struct tabia_error *err)
{
    bool ok = true;
    if (n) {
        facts_gap(f);
        facts_line(f, "%s", title);
    }
    facts_table(f, key, game_columns, COUNT_OF(game_columns));
    for (size_t i = 0; ok && i < n; i++)
        ok = state_game(f, answer, NULL, list[i].game, list[i].move, err);
    facts_table_end(f);
    return ok;
}

/* The first games of a list, by rating or date. */
static bool state_list(struct facts *f, const struct answer_view *answer,
                       const struct answer_view_games *games,
                       struct tabia_error *err)
{
    struct game_walk walk = { .pos = &answer->pos,
                              .player = games->player,
                              .colors = games->colors };
    const struct game_page page = { .sort = games->sort,
                                    .size = games->nlisted,
                                    .after = TABIA_GAME_NONE };
    struct game_list list;
    if (games->filter)
        walk.filter = *games->filter;
    if (!game_list_make(store_of(answer), &walk, &page, &list, err))
        return false;
    const bool ok =
        state_samples(f, answer, "list",
                      games->sort == GAME_BY_DATE ? "games, newest first"
                                                  : "games, best rated first",
                      list.games, list.n, err);
    game_list_clear(&list);
    return ok;
}

static void state_month(void *ctx, uint32_t yyyymm, struct tabia_results r)
{
    char date[GAME_DATE_SIZE];
    struct facts *f = ctx;
    store_verbs_date(yyyymm * 100, date);
    date[7] = '\0';
    facts_cell(f, *date ? fact_some(date) : fact_none("unknown"));
    facts_cell(f, fact_count(r.white));
    facts_cell(f, fact_count(r.draws));
    facts_cell(f, fact_count(r.black));
}

static bool state_history(struct facts *f, const struct answer_view *answer,
                          const struct tabia_store_filter *filter,
                          struct tabia_error *err)
{
    static const struct facts_column months[] = { { "month", "month", 'l' },
                                                  { "white", "white", 'r' },
                                                  { "draws", "draws", 'r' },
                                                  { "black", "black", 'r' } };
    facts_gap(f);
    facts_table(f, "history", months, COUNT_OF(months));
    const bool ok = tabia_store_list_months(store_of(answer), &answer->pos,
                                            filter, state_month, f, err);
    facts_table_end(f);
    return ok;
}

/* ---- the whole ------------------------------------------------------- */

/* What JSON has of a move between its columns. */
static bool put_members(struct facts *f, const struct answer_view *answer,
                        size_t i, enum column column,
                        const struct answer_view_games *games,
                        struct tabia_error *err)
{
    const struct tabia_store_move *of_store =
        answer->found.move_stats ? &answer->found.move_stats[i] : NULL;
    if (column == UCI) {
        move_view_json_data(f->js, &answer->views[i],
                            of_store ? TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS
                                     : 0);
    } else if (column == LAST_DATE && of_store && games->wants_only_game) {
        if (of_store->game != TABIA_GAME_NONE)
            return state_game(f, answer, "game", of_store->game, of_store->move,
                              err);
        jsonw_pair_text(f->js, "game", NULL);
    } else if (column == EVAL) {
        move_view_json_after(f->js, &answer->views[i]);
    }
    return true;
}

static bool state_moves(struct facts *f, const struct answer_view *answer,
                        const struct answer_view_games *games,
                        struct tabia_error *err)
{
    const bool is_json = f->js != NULL;
    struct facts_column used[NCOLUMNS];
    struct buf text = { .limit = 1 << 16 };
    bool ok = true;
    choose_columns(answer, is_json, used, &text);
    facts_table(f, "moves", used, NCOLUMNS);
    for (size_t i = 0; i < answer->found.n; i++)
        for (enum column k = SAN; ok && k < NCOLUMNS; k++) {
            facts_cell(f, answer_view_cell(answer, i, k, is_json, &text));
            if (is_json)
                ok = put_members(f, answer, i, k, games, err);
        }
    facts_table_end(f);
    buf_clear(&text);
    return ok;
}

bool answer_view_state(struct facts *f, const struct answer_view *answer,
                       bool is_named, const struct answer_view_games *games,
                       struct tabia_error *err)
{
    const struct tabia_answer *found = &answer->found;
    struct buf name = { .limit = 1 << 16 };
    facts_object(f, NULL);
    facts_add(f, "book", NULL, fact_text(answer->file->name));
    facts_add(f, "format", NULL,
              fact_text(tabia_format_get_info(answer->file->format)->name));
    if (f->js)
        move_view_json_position(f->js, &found->position_data);
    move_view_add_name(&name, &found->position_data);
    if (is_named)
        facts_line(f, "%s%s%s", answer->file->name, name.size ? ": " : "",
                   buf_text(&name));
    else if (name.size)
        facts_line(f, "%s", buf_text(&name));
    buf_clear(&name);
    if (found->move_stats) {
        facts_add(f, "white", NULL, fact_count(found->total.white));
        facts_add(f, "draws", NULL, fact_count(found->total.draws));
        facts_add(f, "black", NULL, fact_count(found->total.black));
    }
    bool ok = state_moves(f, answer, games, err);
    if (ok && found->move_stats && games->wants_samples)
        ok = state_samples(f, answer, "top", "best rated", found->top_games,
                           found->ntop_games, err) &&
             state_samples(f, answer, "recent", "newest", found->recent_games,
                           found->nrecent_games, err);
    if (ok && found->move_stats && games->nlisted)
        ok = state_list(f, answer, games, err);
    if (ok && found->move_stats && games->wants_history)
        ok = state_history(f, answer, games->filter, err);
    facts_end(f);
    return ok;
}
