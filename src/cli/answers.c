/*
 * answers.c - what books say about a position
 */
#include "cli/answers.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "book/values.h"
#include "cli/text_table.h"

#include "base/banned.h"

static void set_views(struct answer *answer, bool wide)
{
    const struct tabia_answer *found = &answer->found;
    const struct tabia_select_options options = {
        .wide = wide,
        .turn = (enum tabia_color)answer->pos.turn,
    };
    const bool is_exp = tabia_format_info(answer->file->format)->is_experience;
    double total = 0;
    for (size_t i = 0; i < found->n; i++) {
        move_view_init(&answer->views[i], &answer->pos, &found->moves[i],
                       found->after[i]);
        const uint64_t learn = found->moves[i].data.learn;
        answer->views[i].is_learnt =
            is_exp && found->moves[i].data.has & TABIA_HAS_LEARN;
        answer->views[i].learnt = (struct move_learnt){
            .score = (int16_t)(uint16_t)learn,
            .depth = (uint16_t)(learn >> 32),
            .count = (uint16_t)(learn >> 48),
        };
        total +=
            (double)tabia_select_weight(found->moves, found->n, i, &options);
    }
    for (size_t i = 0; total > 0 && i < found->n; i++)
        answer->views[i].share =
            (double)tabia_select_weight(found->moves, found->n, i, &options) /
            total;
}

enum cli_status answer_init(struct answer *answer, const struct book_file *file,
                            const struct tabia_pos *pos,
                            const struct played *game, bool wide)
{
    struct tabia_error err = { 0 };
    struct tabia_pos start;
    struct tabia_query query = { .after = true, .names = file->names };
    if (game) {
        tabia_pos_start(&start);
        query.start = &start;
        query.line = game->moves;
        query.nline = game->n;
    }
    answer->file = file;
    answer->pos = *pos;
    if (!tabia_source_find(file->source, pos, &query, &answer->found, &err))
        return cli_error_in(&err, "");
    set_views(answer, wide);
    return CLI_DONE;
}

enum cli_status answer_init_with(struct answer *answer,
                                 const struct book_set *set,
                                 const struct book_file *file,
                                 const struct tabia_pos *pos, bool wide)
{
    const struct tabia_query query = { .after = true, .names = file->names };
    struct tabia_error err = { 0 };
    if (set->n == 1 || !tabia_format_info(file->format)->is_collected)
        return answer_init(answer, file, pos, NULL, wide);
    struct tabia_source **list = calloc(set->n, sizeof(struct tabia_source *));
    size_t n = 0;
    for (size_t i = 0; list && i < set->n; i++)
        if (tabia_format_info(set->files[i].format)->is_collected)
            list[n++] = set->files[i].source;
    answer->file = file;
    answer->pos = *pos;
    const bool ok =
        list ? sources_sum(list, n, pos, &query, true, &answer->found, &err)
             : error_nomem(&err);
    free(list);
    if (!ok)
        return cli_error_in(&err, "");
    set_views(answer, wide);
    return CLI_DONE;
}

enum cli_status answer_init_one(struct answer *answer,
                                const struct book_file *file,
                                const struct tabia_pos *pos, tabia_move mv)
{
    struct tabia_error err = { 0 };
    answer->file = file;
    answer->pos = *pos;
    if (!answer_begin(&answer->found, &err))
        return cli_error_in(&err, "");
    if (mv == TABIA_MOVE_NONE)
        return CLI_DONE;
    answer->found.n = 1;
    answer->found.moves[0] = (struct tabia_entry){ .move = mv };
    move_view_init(&answer->views[0], pos, &answer->found.moves[0],
                   (struct tabia_node_data){ 0 });
    return CLI_DONE;
}

void answer_clear(struct answer *answer)
{
    tabia_answer_clear(&answer->found);
}

/* ---- text ------------------------------------------------------------ */

/* The columns of the table, in order. */
enum column {
    SAN,
    UCI,
    MARK,
    NAGS,
    WEIGHT,
    SHARE,
    WHITE,
    DRAWS,
    BLACK,
    UNKNOWN,
    SCORE,
    DEPTH,
    COUNT,
    EVAL,
    NAME,
    REMARK,
    NCOLUMNS,
};

static const char *const titles[NCOLUMNS] = {
    "move",  "uci",     "mark",  "nag",   "weight", "share", "white", "draws",
    "black", "unknown", "score", "depth", "count",  "eval",  "name",  "remark",
};

/* What stands in a cell; nothing where the book has nothing. */
static void add_cell(struct buf *cell, const struct move_view *view,
                     enum column column)
{
    const struct tabia_move_data *data = &view->data;
    const struct move_learnt *learnt = &view->learnt;
    char eval[MOVE_VIEW_EVAL_SIZE];
    // Without a known result, three zeros would say that there are no games.
    const bool has_results =
        data->has & TABIA_HAS_RESULTS &&
        (data->white || data->draws || data->black || !data->unknown);
    switch (column) {
    case SAN:
        buf_add_text(cell, view->san);
        break;
    case UCI:
        buf_add_text(cell, view->uci);
        break;
    case MARK:
        buf_add_text(cell, move_view_mark(data->mark));
        break;
    case NAGS:
        move_view_add_nags(cell, data);
        break;
    case WEIGHT:
        if (data->has & TABIA_HAS_WEIGHT)
            buf_addf(cell, "%u", data->weight);
        break;
    case SHARE:
        if (view->share > 0)
            buf_addf(cell, "%.1f%%", 100 * view->share);
        else if (view->share == 0)
            buf_add_char(cell, '-');
        break;
    case WHITE:
    case DRAWS:
    case BLACK:
        if (has_results)
            buf_addf(cell, "%u",
                     column == WHITE   ? data->white
                     : column == DRAWS ? data->draws
                                       : data->black);
        break;
    case UNKNOWN:
        if (data->unknown)
            buf_addf(cell, "%u", data->unknown);
        break;
    case SCORE:
        if (view->is_learnt)
            buf_addf(cell, "%d", learnt->score);
        break;
    case DEPTH:
        if (view->is_learnt)
            buf_addf(cell, "%d", learnt->depth);
        break;
    case COUNT: // BrainLearn does not count
        if (view->is_learnt && learnt->count)
            buf_addf(cell, "%d", learnt->count);
        break;
    case EVAL:
        buf_add_text(cell, move_view_eval(&view->after, eval));
        break;
    case NAME:
        move_view_add_name(cell, &view->after);
        break;
    case REMARK:
        buf_add_text(cell, data->remark ? data->remark : "");
        break;
    case NCOLUMNS:
        break;
    }
}

bool answer_print(const struct answer *answer, FILE *file)
{
    enum column used[NCOLUMNS];
    char align[NCOLUMNS + 1] = "";
    size_t n = 0;
    struct buf cell = { .limit = 1 << 16 };
    struct text_table table;
    for (enum column k = SAN; k < NCOLUMNS; k++) {
        buf_reset(&cell);
        for (size_t i = 0; i < answer->found.n && !cell.size; i++)
            add_cell(&cell, &answer->views[i], k);
        if (!cell.size)
            continue;
        align[n] = k >= WEIGHT && k <= EVAL ? 'r' : 'l';
        used[n++] = k;
    }
    if (n == 0)
        return true;

    text_table_init(&table, align);
    for (size_t k = 0; k < n; k++)
        text_table_add(&table, "%s", titles[used[k]]);
    for (size_t i = 0; i < answer->found.n * n; i++) {
        buf_reset(&cell);
        add_cell(&cell, &answer->views[i / n], used[i % n]);
        text_table_add(&table, "%s", buf_text(&cell));
    }
    const bool ok = text_table_print(&table, file);
    buf_clear(&cell);
    text_table_clear(&table);
    return ok;
}

/* ---- JSON ------------------------------------------------------------ */

void answer_json(struct json *js, const struct answer *answer)
{
    json_begin_object(js);
    json_pair_text(js, "book", answer->file->name);
    json_pair_text(js, "format", tabia_format_info(answer->file->format)->name);
    move_view_json_position(js, &answer->found.position);
    json_key(js, "moves");
    json_begin_array(js);
    for (size_t i = 0; i < answer->found.n; i++) {
        json_begin_object(js);
        move_view_json(js, &answer->views[i]);
        json_end(js);
    }
    json_end(js);
    json_end(js);
}
