/*
 * diff_view.c - a difference between books, for people and as JSON
 */
#include "cli/view/diff_view.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "base/json_writer.h"
#include "book/attrs.h"
#include "cli/view/move_view.h"

#include "base/banned.h"

/* ---- text ------------------------------------------------------------ */

/* In quotes, with \n for a line end. */
static void add_quoted(struct buf *text, const char *value)
{
    buf_add_char(text, '"');
    for (; *value; value++)
        if (*value == '\n')
            buf_add_text(text, "\\n");
        else
            buf_add_char(text, *value);
    buf_add_char(text, '"');
}

/* Adds the value of a move as far as a line can show it. */
static void add_value(struct buf *text, const struct tabia_move_data *data,
                      enum tabia_attr attr)
{
    const struct attr *a = &attr_table[attr];
    const void *value = attr_get(a, data);
    if (!(data->has & attr_bit(a)))
        buf_add_text(text, "none");
    else if (attr == TABIA_ATTR_RESULTS)
        move_view_add_results(text, data);
    else if (a->kind == ATTR_KIND_NUMBERS && attr_number_count(a) == 1)
        buf_addf(text, "%u", *(const uint32_t *)value);
    else if (a->kind == ATTR_KIND_MARK)
        buf_add_text(text, data->mark ? move_view_mark(data->mark) : "none");
    else if (a->kind == ATTR_KIND_NAGS)
        move_view_add_nags(text, data);
    else if (a->kind == ATTR_KIND_TEXT)
        add_quoted(text, *(const char *const *)value);
    else
        buf_add_text(text, "other");
}

/* How an item starts, by its kind; as in other diffs, + is what b adds. */
static const char signs[] = {
    [TABIA_DIFF_POSITION_A] = '-', [TABIA_DIFF_POSITION_B] = '+',
    [TABIA_DIFF_MOVE_A] = '-',     [TABIA_DIFF_MOVE_B] = '+',
    [TABIA_DIFF_MOVE_DATA] = '~',  [TABIA_DIFF_POSITION_DATA] = '~',
};

void diff_view_add(struct buf *text, const struct tabia_diff_item *item)
{
    if (item->key) {
        // A text that only one of the books has, or that is another in each.
        const char *a = item->text_a, *b = item->text_b;
        buf_addf(text, "  %c %s ", !a ? '+' : !b ? '-' : '~', item->key);
        add_quoted(text, a ? a : b);
        if (a && b) {
            buf_add_text(text, " -> ");
            add_quoted(text, b);
        }
        return;
    }
    buf_addf(text, "  %c ", signs[item->kind]);
    if (item->move != TABIA_MOVE_NONE) {
        char san[TABIA_SAN_SIZE];
        tabia_san_print(&item->pos, item->move, san);
        buf_add_text(text, san);
    } else if (item->kind == TABIA_DIFF_POSITION_DATA) {
        buf_add_text(text, "the position:");
    } else {
        buf_add_text(text, "the position and its moves");
    }
    const char *before = item->move == TABIA_MOVE_NONE ? " " : "  ";
    for (int i = 0; i < TABIA_ATTR_COUNT; i++) {
        if (!(item->attrs >> i & 1))
            continue;
        const enum tabia_attr attr = (enum tabia_attr)i;
        buf_addf(text, "%s%s", before, tabia_attr_name(attr));
        before = ", ";
        if (item->kind != TABIA_DIFF_MOVE_DATA)
            continue;
        buf_add_char(text, ' ');
        add_value(text, &item->a.data, attr);
        buf_add_text(text, " -> ");
        add_value(text, &item->b.data, attr);
    }
}

/* ---- JSON ------------------------------------------------------------ */

static const char *const kinds[] = {
    [TABIA_DIFF_POSITION_A] = "position_a",
    [TABIA_DIFF_POSITION_B] = "position_b",
    [TABIA_DIFF_MOVE_A] = "move_a",
    [TABIA_DIFF_MOVE_B] = "move_b",
    [TABIA_DIFF_MOVE_DATA] = "values",
    [TABIA_DIFF_POSITION_DATA] = "position_values",
    [TABIA_DIFF_TEXT] = "text",
    [TABIA_DIFF_TAG] = "tag",
};

static void put_side(struct json_writer *js, const char *key,
                     const struct tabia_diff_item *item,
                     const struct tabia_book_move *entry)
{
    struct move_view view;
    move_view_init(&view, &item->pos, entry, (struct tabia_node_data){ 0 });
    json_writer_key(js, key);
    json_writer_begin_object(js);
    move_view_put_json(js, &view);
    json_writer_end(js);
}

void diff_view_put_json(struct json_writer *js,
                        const struct tabia_diff_item *item)
{
    char fen[TABIA_FEN_SIZE];
    if (item->kind != TABIA_DIFF_TEXT)
        tabia_fen_print(&item->pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS,
                        fen);
    json_writer_begin_object(js);
    json_writer_pair_text(js, "kind", kinds[item->kind]);
    if (item->kind == TABIA_DIFF_TAG)
        json_writer_pair_uint(js, "game", item->root + 1);
    if (item->kind != TABIA_DIFF_TEXT)
        json_writer_pair_text(js, "fen", fen);
    if (item->key) {
        json_writer_pair_text(js, "key", item->key);
        if (item->text_a)
            json_writer_pair_text(js, "a", item->text_a);
        if (item->text_b)
            json_writer_pair_text(js, "b", item->text_b);
    }
    if (item->kind == TABIA_DIFF_MOVE_A || item->kind == TABIA_DIFF_MOVE_DATA)
        put_side(js, "a", item, &item->a);
    if (item->kind == TABIA_DIFF_MOVE_B || item->kind == TABIA_DIFF_MOVE_DATA)
        put_side(js, "b", item, &item->b);
    if (item->attrs) {
        json_writer_key(js, "differs");
        json_writer_begin_array(js);
        for (int i = 0; i < TABIA_ATTR_COUNT; i++)
            if (item->attrs >> i & 1)
                json_writer_put_text(js, tabia_attr_name((enum tabia_attr)i));
        json_writer_end(js);
    }
    json_writer_end(js);
}

void diff_view_put_json_counts(struct json_writer *js,
                               const struct tabia_diff_result *counts)
{
    const struct {
        const char *key;
        uint32_t n;
    } all[] = {
        { "positions_a", counts->positions_a },
        { "positions_b", counts->positions_b },
        { "positions_both", counts->positions_both },
        { "positions_equal", counts->positions_equal },
        { "positions_same_moves", counts->positions_same_moves },
        { "moves_a", counts->moves_a },
        { "moves_b", counts->moves_b },
        { "moves_both", counts->moves_both },
        { "moves_changed", counts->moves_changed },
        { "texts", counts->texts },
        { "tags", counts->tags },
    };
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        json_writer_pair_uint(js, all[i].key, all[i].n);
    }
}
