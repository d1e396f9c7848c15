/*
 * move_view.c - a book's move with everything that people see of it
 */
#include "cli/view/move_view.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/json_writer.h"
#include "chess/san.h"
#include "cli/cli_pos.h"
#include "format/json/json_data.h"

#include "base/banned.h"

void move_view_init(struct move_view *view, const struct tabia_pos *pos,
                    const struct tabia_book_move *entry,
                    struct tabia_node_data after)
{
    *view = (struct move_view){
        .data = entry->data,
        .after = after,
        .share = -1,
    };
    tabia_san_print(pos, entry->move, view->san);
    tabia_uci_print(pos, entry->move, cli_pos_is_chess960(pos), view->uci);
}

/* ---- as text --------------------------------------------------------- */

const char *move_view_mark(enum tabia_mark mark)
{
    switch (mark) {
    case TABIA_MARK_AVOIDED:
        return "x";
    case TABIA_MARK_PASSIVE:
        return "?";
    default:
        return "";
    }
}

const char *move_view_eval(const struct tabia_node_data *data,
                           char text[MOVE_VIEW_EVAL_SIZE])
{
    const long value = data->eval.value;
    text[0] = '\0';
    if (!(data->has & TABIA_HAS_EVAL))
        return text;
    if (data->eval.kind == TABIA_EVAL_MATE)
        snprintf(text, MOVE_VIEW_EVAL_SIZE, "#%ld", value);
    else
        snprintf(text, MOVE_VIEW_EVAL_SIZE, "%c%ld.%02ld",
                 value < 0 ? '-' : '+', labs(value) / 100, labs(value) % 100);
    return text;
}

void move_view_add_name(struct buf *text, const struct tabia_node_data *data)
{
    const size_t start = text->size;
    if (data->eco)
        buf_add_text(text, data->eco);
    if (data->name)
        buf_addf(text, "%s%s", data->eco ? " " : "", data->name);
    if (text->size > start)
        cli_blank_controls(text->data + start);
}

void move_view_add_results(struct buf *text, const struct tabia_move_data *data)
{
    const bool has_known = data->white || data->draws || data->black;
    if (has_known || !data->unknown_results)
        buf_addf(text, "%u/%u/%u", data->white, data->draws, data->black);
    if (data->unknown_results)
        buf_addf(text, "%s%u unknown", has_known ? ", " : "",
                 data->unknown_results);
}

void move_view_add_nags(struct buf *text, const struct tabia_move_data *data)
{
    if (!(data->has & TABIA_HAS_NAGS))
        return;
    for (size_t i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++) {
        if (data->nags[i] <= NAG_MOVES_MAX)
            buf_add_text(text, san_nag_symbol(data->nags[i]));
        else
            buf_addf(text, "$%d", data->nags[i]);
    }
}

/* ---- as JSON --------------------------------------------------------- */

/* The evaluation is not in an object of its own here. */
void move_view_put_json_position(struct json_writer *js,
                                 const struct tabia_node_data *data)
{
    const unsigned elsewhere =
        TABIA_HAS_ECO | TABIA_HAS_EVAL | TABIA_HAS_COORDINATES;
    json_data_put_node(js, data, TABIA_HAS_ECO);
    json_data_put_node(js, data, ATTRS_OF_BOOK & ~elsewhere);
    if (!(data->has & TABIA_HAS_EVAL))
        return;
    json_data_put_score(js, &data->eval);
    if (data->eval.depth)
        json_writer_pair_uint(js, "depth", data->eval.depth);
}

void move_view_put_json_data(struct json_writer *js,
                             const struct move_view *view, unsigned without)
{
    json_data_put_move(js, &view->data, ATTRS_OF_BOOK & ~without);
}

void move_view_put_json_after(struct json_writer *js,
                              const struct move_view *view)
{
    if (view->is_learnt) {
        json_writer_key(js, "learnt");
        json_writer_begin_object(js);
        json_writer_pair_int(js, "score", view->learnt.score);
        json_writer_pair_uint(js, "depth", view->learnt.depth);
        if (view->learnt.count)
            json_writer_pair_uint(js, "count", view->learnt.count);
        json_writer_end(js);
    }
    move_view_put_json_position(js, &view->after);
}

void move_view_put_json(struct json_writer *js, const struct move_view *view)
{
    json_writer_pair_text(js, "san", view->san);
    json_writer_pair_text(js, "uci", view->uci);
    move_view_put_json_data(js, view, 0);
    if (view->share >= 0) {
        // Four digits are what the eye and a test can use.
        json_writer_pair_double(js, "share",
                                (double)(long)(view->share * 1e4 + 0.5) / 1e4);
    }
    move_view_put_json_after(js, view);
}
