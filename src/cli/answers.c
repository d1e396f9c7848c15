/*
 * answers.c - what books say about a position
 */
#include "cli/answers.h"

#include <stdlib.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "book/values.h"
#include "cli/columns.h"

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
        answer->views[i].is_learnt =
            is_exp && found->moves[i].data.has & TABIA_HAS_LEARN;
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
    const bool is_done =
        list ? sources_sum(list, n, pos, &query, &answer->found, &err)
             : error_nomem(&err);
    free(list);
    if (!is_done)
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

/* Where no result is known, three zeros would say that there are no games. */
static bool has_results(const struct move_view *view)
{
    const struct tabia_move_data *data = &view->data;
    return data->has & TABIA_HAS_RESULTS &&
           (data->white || data->draws || data->black || !data->unknown);
}

static void cell_move(const struct move_view *view, struct buf *cell)
{
    buf_add_text(cell, view->san);
}

static void cell_uci(const struct move_view *view, struct buf *cell)
{
    buf_add_text(cell, view->uci);
}

static void cell_mark(const struct move_view *view, struct buf *cell)
{
    buf_add_text(cell, move_view_mark(view->data.mark));
}

static void cell_nags(const struct move_view *view, struct buf *cell)
{
    move_view_add_nags(cell, &view->data);
}

static void cell_weight(const struct move_view *view, struct buf *cell)
{
    if (view->data.has & TABIA_HAS_WEIGHT)
        buf_addf(cell, "%u", view->data.weight);
}

static void cell_share(const struct move_view *view, struct buf *cell)
{
    if (view->share > 0)
        buf_addf(cell, "%.1f%%", 100 * view->share);
    else if (view->share == 0)
        buf_add_char(cell, '-');
}

static void cell_white(const struct move_view *view, struct buf *cell)
{
    if (has_results(view))
        buf_addf(cell, "%u", view->data.white);
}

static void cell_draws(const struct move_view *view, struct buf *cell)
{
    if (has_results(view))
        buf_addf(cell, "%u", view->data.draws);
}

static void cell_black(const struct move_view *view, struct buf *cell)
{
    if (has_results(view))
        buf_addf(cell, "%u", view->data.black);
}

static void cell_unknown(const struct move_view *view, struct buf *cell)
{
    if (view->data.unknown)
        buf_addf(cell, "%u", view->data.unknown);
}

/* The i-th number in an experience file's learn data: docs/formats/exp.md. */
static uint16_t learnt(const struct move_view *view, unsigned i)
{
    return (uint16_t)(view->data.learn >> 16 * i);
}

static void cell_score(const struct move_view *view, struct buf *cell)
{
    const int bits = learnt(view, 0);
    if (view->is_learnt)
        buf_addf(cell, "%d", bits > INT16_MAX ? bits - (1 << 16) : bits);
}

static void cell_depth(const struct move_view *view, struct buf *cell)
{
    if (view->is_learnt)
        buf_addf(cell, "%d", learnt(view, 2));
}

/* BrainLearn does not count. */
static void cell_count(const struct move_view *view, struct buf *cell)
{
    if (view->is_learnt && learnt(view, 3))
        buf_addf(cell, "%d", learnt(view, 3));
}

static void cell_eval(const struct move_view *view, struct buf *cell)
{
    char text[MOVE_VIEW_EVAL_SIZE];
    buf_add_text(cell, move_view_eval(&view->after, text));
}

static void cell_name(const struct move_view *view, struct buf *cell)
{
    move_view_add_name(cell, &view->after);
}

static void cell_remark(const struct move_view *view, struct buf *cell)
{
    if (view->data.remark)
        buf_add_text(cell, view->data.remark);
}

static const struct column {
    const char *title;
    char align;
    void (*fill)(const struct move_view *view, struct buf *cell);
} all_columns[] = {
    { "move", 'l', cell_move },     { "uci", 'l', cell_uci },
    { "mark", 'l', cell_mark },     { "nag", 'l', cell_nags },
    { "weight", 'r', cell_weight }, { "share", 'r', cell_share },
    { "white", 'r', cell_white },   { "draws", 'r', cell_draws },
    { "black", 'r', cell_black },   { "unknown", 'r', cell_unknown },
    { "score", 'r', cell_score },   { "depth", 'r', cell_depth },
    { "count", 'r', cell_count },   { "eval", 'r', cell_eval },
    { "name", 'l', cell_name },     { "remark", 'l', cell_remark },
};

static bool is_used(const struct answer *answer, const struct column *column)
{
    struct buf cell = { .limit = 1 << 16 };
    bool used = false;
    for (size_t i = 0; i < answer->found.n && !used; i++) {
        column->fill(&answer->views[i], &cell);
        used = cell.size > 0;
    }
    buf_clear(&cell);
    return used;
}

static void add_cells(struct columns *table, const struct answer *answer,
                      const struct column *const *used, size_t n)
{
    struct buf cell = { .limit = 1 << 16 };
    for (size_t k = 0; k < n; k++)
        columns_add(table, "%s", used[k]->title);
    for (size_t i = 0; i < answer->found.n; i++)
        for (size_t k = 0; k < n; k++) {
            buf_reset(&cell);
            used[k]->fill(&answer->views[i], &cell);
            columns_add(table, "%s", buf_text(&cell));
        }
    buf_clear(&cell);
}

bool answer_print(const struct answer *answer, FILE *file)
{
    const struct column *used[COUNT_OF(all_columns)];
    char align[COUNT_OF(all_columns) + 1] = "";
    size_t n = 0;
    for (size_t k = 0; k < COUNT_OF(all_columns); k++) {
        if (!is_used(answer, &all_columns[k]))
            continue;
        align[n] = all_columns[k].align;
        used[n++] = &all_columns[k];
    }
    if (n == 0)
        return true;

    struct columns table;
    columns_init(&table, align);
    add_cells(&table, answer, used, n);
    bool done = columns_print(&table, file);
    columns_clear(&table);
    return done;
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
