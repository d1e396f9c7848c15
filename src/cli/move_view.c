/*
 * move_view.c - a book's move with everything that people see of it
 */
#include "cli/move_view.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/attr.h"
#include "base/buf.h"
#include "base/json.h"
#include "cli/cli.h"

#include "base/banned.h"

void move_view_init(struct move_view *view, const struct tabia_pos *pos,
                    const struct tabia_entry *entry,
                    struct tabia_node_data after)
{
    *view = (struct move_view){
        .data = entry->data,
        .after = after,
        .share = -1,
    };
    tabia_san_print(pos, entry->move, view->san);
    tabia_uci_print(pos, entry->move, cli_is_chess960(pos), view->uci);
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
        cli_one_line(text->data + start);
}

void move_view_add_results(struct buf *text, const struct tabia_move_data *data)
{
    const bool has_known = data->white || data->draws || data->black;
    if (has_known || !data->unknown)
        buf_addf(text, "%u/%u/%u", data->white, data->draws, data->black);
    if (data->unknown)
        buf_addf(text, "%s%u unknown", has_known ? ", " : "", data->unknown);
}

void move_view_add_nags(struct buf *text, const struct tabia_move_data *data)
{
    static const char *const glyphs[] = {
        "", "!", "?", "!!", "??", "!?", "?!"
    };
    if (!(data->has & TABIA_HAS_NAGS))
        return;
    for (size_t i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++) {
        if (data->nags[i] < COUNT_OF(glyphs))
            buf_add_text(text, glyphs[data->nags[i]]);
        else
            buf_addf(text, "$%d", data->nags[i]);
    }
}

/* ---- as JSON --------------------------------------------------------- */

static void put_text(struct json *js, const char *key, const char *text)
{
    if (!text)
        return;
    json_pair_text(js, key, text);
}

void move_view_json_position(struct json *js,
                             const struct tabia_node_data *data)
{
    put_text(js, "eco", data->eco);
    put_text(js, "name", data->name);
    put_text(js, "comment", data->comment);
    if (!(data->has & TABIA_HAS_EVAL))
        return;
    json_pair_int(js, data->eval.kind == TABIA_EVAL_MATE ? "mate" : "cp",
                  data->eval.value);
    if (data->eval.depth)
        json_pair_uint(js, "depth", data->eval.depth);
}

static void put_nags(struct json *js, const struct tabia_move_data *data)
{
    json_key(js, "nags");
    json_begin_array(js);
    for (size_t i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++)
        json_put_uint(js, data->nags[i]);
    json_end(js);
}

static void put_data(struct json *js, const struct tabia_move_data *data)
{
    if (data->has & TABIA_HAS_WEIGHT)
        json_pair_uint(js, "weight", data->weight);
    if (data->has & TABIA_HAS_RESULTS) {
        json_pair_uint(js, "white", data->white);
        json_pair_uint(js, "draws", data->draws);
        json_pair_uint(js, "black", data->black);
        if (data->unknown)
            json_pair_uint(js, "unknown", data->unknown);
    }
    if ((data->has & TABIA_HAS_MARK) && data->mark != TABIA_MARK_NONE)
        put_text(js, "mark",
                 data->mark == TABIA_MARK_PASSIVE ? "passive" : "avoided");
    if (data->has & TABIA_HAS_NAGS)
        put_nags(js, data);
    put_text(js, "remark", data->remark);
    if (data->has & TABIA_HAS_LEARN) {
        json_key(js, "learn");
        json_put_hex64(js, data->learn);
    }
}

void move_view_json(struct json *js, const struct move_view *view)
{
    put_text(js, "san", view->san);
    put_text(js, "uci", view->uci);
    put_data(js, &view->data);
    if (view->share >= 0) {
        // Four digits are what the eye and a test can use.
        json_pair_double(js, "share",
                         (double)(long)(view->share * 1e4 + 0.5) / 1e4);
    }
    move_view_json_position(js, &view->after);
}
