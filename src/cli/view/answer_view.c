/*
 * answer_view.c - what books know about a position
 */
#include "cli/view/answer_view.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/wording.h"
#include "book/move_list.h"
#include "cli/files/store_file.h"
#include "cli/view/games_view.h"
#include "format/format_contract.h"
#include "source/answer.h"
#include "source/library.h"

#include "chess/chess_words.h"
#include "store/store_def.h"
#include "tabia/pick.h"

#include "base/banned.h"

/* That of all books that are added up; NULL if they have several. */
static const struct tabia_format *view_format(const struct answer_view *view)
{
    for (size_t i = 0; view->sum && i < view->sum->n; i++)
        if (view->sum->files[i].format != view->file->format)
            return NULL;
    return view->file->format;
}

static void set_views(struct answer_view *view, bool allow_avoided)
{
    const struct tabia_answer *found = &view->found;
    const struct tabia_pick_options options = {
        .allow_avoided = allow_avoided,
    };
    const struct tabia_format *format = view_format(view);
    double total = 0;
    for (size_t i = 0; i < found->nmoves; i++) {
        struct move_view *move = &view->views[i];
        const struct tabia_move_data *data = &found->moves[i].data;
        move_view_init(move, &view->pos, &found->moves[i],
                       found->after_data[i]);
        move->is_learnt =
            format && format->unpack_learn && data->has & TABIA_HAS_LEARN;
        if (move->is_learnt)
            move->learnt = format->unpack_learn(data->learn);
        total += (double)tabia_pick_weight(&view->pos, found->moves,
                                           found->nmoves, i, &options);
    }
    for (size_t i = 0; total > 0 && i < found->nmoves; i++)
        view->views[i].share =
            (double)tabia_pick_weight(&view->pos, found->moves, found->nmoves,
                                      i, &options) /
            total;
}

/* Adds up all files of a set, or those whose programs do so. */
static bool sum_files(struct answer_view *view, const struct source_files *set,
                      bool only_collected, const struct tabia_query *query,
                      struct tabia_error *err)
{
    struct tabia_source **list = calloc(set->n, sizeof(struct tabia_source *));
    size_t n = 0;
    for (size_t i = 0; list && i < set->n; i++)
        if (!only_collected || set->files[i].format->is_collected)
            list[n++] = set->files[i].source;
    const bool ok = list
                        ? library_sum_sources(list, n, &view->pos, query,
                                              only_collected, &view->found, err)
                        : error_nomem(err);
    free(list);
    return ok;
}

enum cli_status answer_view_init(struct answer_view *view,
                                 const struct source_file *file,
                                 const struct tabia_pos *pos,
                                 const struct answer_view_options *options)
{
    struct tabia_error err = { 0 };
    struct tabia_pos start;
    // Other books have no players: all of their moves are shown.
    const bool is_store =
        tabia_source_get_info(file->source).kind == TABIA_SOURCE_STORE;
    const bool has_player = options->player && is_store;
    struct tabia_query query = {
        .filter = options->player && !is_store ? NULL : options->filter,
        .player = has_player ? options->player : NULL,
        .side = has_player ? options->side : TABIA_SIDE_BOTH,
        .wants_after = true,
        .names = file->names,
    };
    if (options->game) {
        tabia_pos_set_start(&start);
        query.start = &start;
        query.line = options->game->moves;
        query.nline = options->game->n;
    }
    view->file = file;
    view->sum = options->sum;
    view->pos = *pos;
    if (!(view->sum ? sum_files(view, view->sum, false, &query, &err)
                    : tabia_source_find(file->source, pos, &query, &view->found,
                                        &err)))
        return cli_print_error(&err);
    set_views(view, options->allow_avoided);
    return CLI_DONE;
}

enum cli_status answer_view_init_with(struct answer_view *view,
                                      const struct source_files *set,
                                      const struct source_file *file,
                                      const struct tabia_pos *pos,
                                      bool allow_avoided)
{
    const struct tabia_query query = { .wants_after = true,
                                       .names = file->names };
    struct tabia_error err = { 0 };
    if (set->n == 1 || !file->format->is_collected)
        return answer_view_init(view, file, pos,
                                &(struct answer_view_options){
                                    .allow_avoided = allow_avoided });
    view->file = file;
    view->sum = NULL;
    view->pos = *pos;
    if (!sum_files(view, set, true, &query, &err))
        return cli_print_error(&err);
    set_views(view, allow_avoided);
    return CLI_DONE;
}

enum cli_status answer_view_init_one(struct answer_view *view,
                                     const struct source_file *file,
                                     const struct tabia_pos *pos, tabia_move mv)
{
    struct tabia_error err = { 0 };
    view->file = file;
    view->sum = NULL;
    view->pos = *pos;
    if (!answer_begin(&view->found, &err))
        return cli_print_error(&err);
    if (mv == TABIA_MOVE_NONE)
        return CLI_DONE;
    view->found.nmoves = 1;
    view->found.moves[0] = (struct tabia_book_move){ .move = mv };
    move_view_init(&view->views[0], pos, &view->found.moves[0],
                   (struct tabia_node_data){ 0 });
    return CLI_DONE;
}

void answer_view_clear(struct answer_view *view)
{
    tabia_answer_clear(&view->found);
}

/* ---- moves ----------------------------------------------------------- */

/*
 * The columns, in order. What a move carries is in JSON by the names of its
 * attributes, whatever they are; the other members have their keys here.
 */
enum answer_column {
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

static const struct verb_output_column columns[NCOLUMNS] = {
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
    return n ? fact_count(tabia_rating_mean(sum, n)) : fact_none("");
}

static struct fact date_in(struct buf *text, uint32_t date)
{
    char buf[GAME_DATE_SIZE];
    buf_add_text(text, store_file_date(date, buf));
    return fact_some(buf_text(text));
}

/* How often the move is chosen; of a store, how often it was played. */
static struct fact share_of(const struct answer_view *view, size_t i,
                            bool is_json)
{
    const struct tabia_answer *found = &view->found;
    double share = view->views[i].share;
    if (found->move_stats)
        share = (double)tabia_tally_games(&found->move_stats[i].results) /
                (double)tabia_tally_games(&found->total);
    if (is_json) // four digits are what the eye and a test can use
        return fact_share((double)(long)(share * 1e4 + 0.5) / 1e4, 1);
    return share > 0    ? fact_share(share, 1)
           : share == 0 ? fact_none("-")
                        : fact_none("");
}

/* Games of a result; nothing where the book does not say. */
static struct fact results_of(const struct answer_view *view, size_t i,
                              uint64_t of_store, uint32_t of_book)
{
    const struct tabia_move_data *data = &view->views[i].data;
    // Without a known result, three zeros would say that there are no games.
    const bool has_results =
        data->has & TABIA_HAS_RESULTS &&
        (data->white || data->draws || data->black || !data->unknown_results);
    return view->found.move_stats ? fact_count(of_store)
           : has_results          ? fact_count(of_book)
                                  : fact_none("");
}

/* What stands in a cell; nothing where the source has nothing. */
static struct fact answer_view_cell(const struct answer_view *view, size_t i,
                                    enum answer_column column, bool is_json,
                                    struct buf *text)
{
    static const struct tabia_store_move no_games;
    const struct move_view *move = &view->views[i];
    const struct tabia_move_data *data = &move->data;
    const struct tabia_store_move *games =
        view->found.move_stats ? &view->found.move_stats[i] : &no_games;
    const struct tabia_tally *results = &games->results;
    char eval[MOVE_VIEW_EVAL_SIZE];
    buf_reset(text);
    switch (column) {
    case SAN:
        return fact_some(move->san);
    case UCI: // a table of statistics is wide enough without
        return fact_some(view->found.move_stats && !is_json ? NULL : move->uci);
    case MARK:
        return fact_some(move_view_mark(data->mark));
    case NAGS:
        move_view_add_nags(text, data);
        return fact_some(buf_text(text));
    case WEIGHT: // in a store the number of games
        return data->has & TABIA_HAS_WEIGHT && !view->found.move_stats
                   ? fact_count(data->weight)
                   : fact_none("");
    case GAMES:
        return view->found.move_stats ? fact_count(tabia_tally_games(results))
                                      : fact_none("");
    case SHARE:
        return share_of(view, i, is_json);
    case WHITE:
        return results_of(view, i, results->white, data->white);
    case DRAWS:
        return results_of(view, i, results->draws, data->draws);
    case BLACK:
        return results_of(view, i, results->black, data->black);
    case UNKNOWN:
        return data->unknown_results ? fact_count(data->unknown_results)
                                     : fact_none("");
    case RATING:
        return mean_of(games->own_rating_sum, games->own_rated_games);
    case OPPONENT:
        return mean_of(games->other_rating_sum, games->other_rated_games);
    case FIRST_DATE:
        return date_in(text, games->first_date);
    case LAST_DATE:
        return date_in(text, games->last_date);
    case SCORE:
        return move->is_learnt ? number_in(text, move->learnt.score)
                               : fact_none("");
    case DEPTH:
        return move->is_learnt ? number_in(text, move->learnt.depth)
                               : fact_none("");
    case COUNT: // BrainLearn does not count
        return move->is_learnt && move->learnt.count
                   ? number_in(text, move->learnt.count)
                   : fact_none("");
    case EVAL:
        buf_add_text(text, move_view_eval(&move->after, eval));
        return fact_some(buf_text(text));
    case NAME:
        move_view_add_name(text, &move->after);
        return fact_some(buf_text(text));
    default:
        return fact_some(data->comment);
    }
}

/*
 * The columns that this answer has: in text those with something in them, in
 * JSON the statistics of a store, even if they are null.
 */
static void choose_columns(const struct answer_view *view, bool is_json,
                           struct verb_output_column used[NCOLUMNS],
                           struct buf *text)
{
    const struct tabia_answer *found = &view->found;
    for (enum answer_column k = SAN; k < NCOLUMNS; k++) {
        used[k] = columns[k];
        bool has_any = false;
        for (size_t i = 0; i < found->nmoves && !is_json && !has_any; i++) {
            const struct fact fact = answer_view_cell(view, i, k, false, text);
            has_any = fact.kind == FACT_NONE   ? *fact.text != '\0'
                      : fact.kind == FACT_TEXT ? fact.text != NULL
                                               : true;
        }
        if (!has_any)
            used[k].head = NULL;
        const bool is_shared =
            k == SHARE && found->nmoves && view->views[0].share >= 0;
        if (k > UCI && !found->move_stats && !is_shared)
            used[k].key = NULL;
    }
}

/* ---- the whole ------------------------------------------------------- */

/* What JSON has of a move between its columns. */
static bool put_members(struct verb_output *out, const struct answer_view *view,
                        size_t i, enum answer_column column,
                        const struct answer_view_games *games,
                        struct tabia_error *err)
{
    const struct tabia_store_move *of_store =
        view->found.move_stats ? &view->found.move_stats[i] : NULL;
    if (column == UCI) {
        move_view_put_json_data(out->js, &view->views[i],
                                of_store ? TABIA_HAS_WEIGHT | TABIA_HAS_RESULTS
                                         : 0);
    } else if (column == LAST_DATE && of_store && games->wants_only_game) {
        if (of_store->game != TABIA_GAME_NONE)
            return games_view_put(out, view, "game",
                                  &(struct tabia_store_game_ref){
                                      of_store->game, of_store->move,
                                      of_store->source_index },
                                  err);
        json_writer_pair_text(out->js, "game", NULL);
    } else if (column == EVAL) {
        move_view_put_json_after(out->js, &view->views[i]);
    }
    return true;
}

static bool put_moves(struct verb_output *out, const struct answer_view *view,
                      const struct answer_view_games *games,
                      struct tabia_error *err)
{
    const bool is_json = out->js != NULL;
    struct verb_output_column used[NCOLUMNS];
    struct buf text = { .limit = 1 << 16 };
    bool ok = true;
    choose_columns(view, is_json, used, &text);
    verb_output_table(out, "moves", used, NCOLUMNS);
    for (size_t i = 0; i < view->found.nmoves; i++)
        for (enum answer_column k = SAN; ok && k < NCOLUMNS; k++) {
            verb_output_cell(out, answer_view_cell(view, i, k, is_json, &text));
            if (is_json)
                ok = put_members(out, view, i, k, games, err);
        }
    verb_output_table_end(out);
    buf_clear(&text);
    return ok;
}

/* Whose moves they are. */
static void put_books(struct verb_output *out, const struct answer_view *view,
                      bool is_named)
{
    const struct source_files *sum = view->sum;
    const struct tabia_format *format = view_format(view);
    const struct tabia_node_data *position = &view->found.position_data;
    struct buf name = { .limit = 1 << 16 };
    verb_output_add(out, "book", NULL,
                    fact_text(sum ? NULL : view->file->name));
    verb_output_add(out, "format", NULL,
                    fact_text(format ? tabia_format_get_info(format)->name
                                     : NULL));
    if (sum && out->js) {
        json_writer_key(out->js, "sum");
        json_writer_begin_array(out->js);
        for (size_t i = 0; i < sum->n; i++)
            json_writer_put_text(out->js, sum->files[i].name);
        json_writer_end(out->js);
    }
    if (out->js)
        move_view_put_json_position(out->js, position);
    move_view_add_name(&name, position);
    if (sum)
        verb_output_line(out, "%zu %s%s%s", sum->n,
                         plural(sum->n, "book", "books"), name.size ? ": " : "",
                         buf_text(&name));
    else if (is_named)
        verb_output_line(out, "%s%s%s", view->file->name, name.size ? ": " : "",
                         buf_text(&name));
    else if (name.size)
        verb_output_line(out, "%s", buf_text(&name));
    buf_clear(&name);
}

bool answer_view_put(struct verb_output *out, const struct answer_view *view,
                     bool is_named, const struct answer_view_games *games,
                     struct tabia_error *err)
{
    const struct tabia_answer *found = &view->found;
    verb_output_object(out, NULL);
    put_books(out, view, is_named);
    if (found->move_stats) {
        verb_output_add(out, "white", NULL, fact_count(found->total.white));
        verb_output_add(out, "draws", NULL, fact_count(found->total.draws));
        verb_output_add(out, "black", NULL, fact_count(found->total.black));
    }
    const bool ok =
        put_moves(out, view, games, err) &&
        (!found->move_stats || games_view_state_all(out, view, games, err));
    verb_output_end(out);
    return ok;
}
