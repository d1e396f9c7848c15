/*
 * edit_write.c - a book as a text that people edit
 *
 * A node that has moves, or about which anything is said, gets a line of its
 * own. Occurrences of a position are told apart by a number: those that have
 * a line come first, in the order of lines, then those that moves lead to.
 * This is the order in which the reader makes them, so that what it made is
 * written the same way again.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sink.h"
#include "format/edit/edit_text.h"
#include "format/escape.h"
#include "base/banned.h"

struct writer {
    const struct tabia_book *book;
    struct sink *dst;
    uint32_t *root_of; // by node, or TABIA_NONE
    uint32_t *label;   // by node: which occurrence, from 1; 0: not yet
    uint32_t *nlabels; // by position
    bool *has_way;     // by node: a move leads there
    uint64_t nbad_places;
};

/* ---- which occurrence ------------------------------------------------ */

static bool has_line(const struct writer *w, uint32_t node)
{
    uint32_t first, count;
    tabia_node_edges(w->book, node, &first, &count);
    return count || w->root_of[node] != TABIA_NONE || !w->has_way[node] ||
           tabia_node_data(w->book, node).has;
}

static void set_label(struct writer *w, uint32_t node)
{
    if (!w->label[node])
        w->label[node] = ++w->nlabels[tabia_node_position(w->book, node)];
}

static void set_labels(struct writer *w)
{
    const uint32_t n = tabia_book_node_count(w->book);
    for (uint32_t i = 0; i < tabia_book_edge_count(w->book); i++)
        w->has_way[tabia_edge_target(w->book, i)] = true;
    for (uint32_t i = 0; i < tabia_book_root_count(w->book); i++)
        w->root_of[tabia_book_root_at(w->book, i)] = i;
    for (uint32_t i = 0; i < n; i++)
        if (has_line(w, i))
            set_label(w, i);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first, count;
        tabia_node_edges(w->book, i, &first, &count);
        for (uint32_t k = first; k < first + count; k++)
            set_label(w, tabia_edge_target(w->book, k));
    }
}

/* ---- values ---------------------------------------------------------- */

static void write_string(struct sink *dst, const char *key, const char *text)
{
    sink_printf(dst, " %s ", key);
    escape_write(dst, text, strlen(text));
}

/* The fewest digits that read back as the same number. */
static void write_number(struct sink *dst, double value)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    sink_printf(dst, " %s", text);
}

static void write_eval(struct sink *dst, const struct tabia_eval *eval)
{
    const char *sign = eval->kind == TABIA_EVAL_MATE ? "#" : "";
    sink_printf(dst, " eval %s%d", sign, eval->value);
    if (eval->depth)
        sink_printf(dst, " depth %u", eval->depth);
    if (eval->text)
        write_string(dst, "written", eval->text);
}

/* The reader takes digits only, no names of infinities. */
static void write_place(struct writer *w, const struct tabia_place *place)
{
    struct sink *dst = w->dst;
    if (!isfinite(place->x) || !isfinite(place->y)) {
        w->nbad_places++;
        return;
    }
    sink_text(dst, " place");
    write_number(dst, place->x);
    write_number(dst, place->y);
    if (place->x_text)
        write_string(dst, "x", place->x_text);
    if (place->y_text)
        write_string(dst, "y", place->y_text);
}

static void write_node_data(struct writer *w,
                            const struct tabia_node_data *data)
{
    struct sink *dst = w->dst;
    if (data->has & TABIA_HAS_ECO)
        write_string(dst, "eco", data->eco);
    if (data->has & TABIA_HAS_NAME)
        write_string(dst, "name", data->name);
    if (data->has & TABIA_HAS_EVAL)
        write_eval(dst, &data->eval);
    if (data->has & TABIA_HAS_PLACE)
        write_place(w, &data->place);
    if (data->has & TABIA_HAS_COMMENT)
        write_string(dst, "comment", data->comment);
}

static void write_move_data(struct sink *dst,
                            const struct tabia_move_data *data)
{
    static const char *const marks[] = {
        [TABIA_MARK_NONE] = "",
        [TABIA_MARK_AVOIDED] = " avoided",
        [TABIA_MARK_PASSIVE] = " passive",
    };
    if (data->has & TABIA_HAS_MARK)
        sink_text(dst, marks[data->mark]);
    if (data->has & TABIA_HAS_WEIGHT)
        sink_printf(dst, " weight %u", data->weight);
    if (data->has & TABIA_HAS_RESULTS)
        sink_printf(dst, " results %u %u %u", data->white, data->draws,
                    data->black);
    if ((data->has & TABIA_HAS_RESULTS) && data->unknown)
        sink_printf(dst, " unknown %u", data->unknown);
    if (data->has & TABIA_HAS_NAGS)
        for (int i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++)
            sink_printf(dst, " nag %u", data->nags[i]);
    if (data->has & TABIA_HAS_LEARN)
        sink_printf(dst, " learn %016llx", (unsigned long long)data->learn);
    if (data->has & TABIA_HAS_REMARK)
        write_string(dst, "remark", data->remark);
}

/* ---- lines ----------------------------------------------------------- */

static void write_pair(struct sink *dst, const char *word, const char *key,
                       const char *value)
{
    sink_text(dst, word);
    write_string(dst, "key", key);
    write_string(dst, "value", value);
    sink_char(dst, '\n');
}

static void write_label(struct writer *w, const char *before, uint32_t node)
{
    if (w->label[node] > 1)
        sink_printf(w->dst, "%s@%u", before, w->label[node]);
}

static void write_moves(struct writer *w, uint32_t node,
                        const struct tabia_pos *pos)
{
    uint32_t first, count;
    tabia_node_edges(w->book, node, &first, &count);
    for (uint32_t i = first; i < first + count; i++) {
        const struct tabia_move_data data = tabia_edge_data(w->book, i);
        char san[TABIA_SAN_SIZE];
        tabia_san_print(pos, tabia_edge_move(w->book, i), san);
        sink_printf(w->dst, "  %s", san);
        write_label(w, " > ", tabia_edge_target(w->book, i));
        write_move_data(w->dst, &data);
        sink_char(w->dst, '\n');
    }
}

static void write_node(struct writer *w, uint32_t node)
{
    const struct tabia_node_data data = tabia_node_data(w->book, node);
    const uint32_t root = w->root_of[node];
    struct tabia_pos pos;
    char fen[TABIA_FEN_SIZE];
    if (root != TABIA_NONE)
        tabia_book_root_pos(w->book, root, &pos);
    else
        tabia_book_position_at(w->book, tabia_node_position(w->book, node),
                               &pos);
    tabia_pos_to_fen(
        &pos, root == TABIA_NONE ? (unsigned)TABIA_FEN_NO_CLOCKS : 0, fen);
    sink_printf(w->dst, "%s %s", root == TABIA_NONE ? "position" : "root", fen);
    write_label(w, " ", node);
    write_node_data(w, &data);
    sink_char(w->dst, '\n');
    for (size_t i = 0; i < data.ntags; i++)
        write_pair(w->dst, "  tag", data.tags[i].name, data.tags[i].value);
    write_moves(w, node, &pos);
}

static void write_texts(struct writer *w)
{
    for (uint32_t i = 0; i < tabia_book_text_count(w->book); i++) {
        const char *key, *value;
        tabia_book_text_at(w->book, i, &key, &value);
        if (strcmp(key, "format") == 0)
            continue;
        write_pair(w->dst, "text", key, value);
    }
}

static bool allocate(struct writer *w, struct tabia_error *err)
{
    const size_t n = (size_t)tabia_book_node_count(w->book) + 1;
    w->root_of = calloc(n, sizeof(*w->root_of));
    w->label = calloc(n, sizeof(*w->label));
    w->nlabels = calloc(n, sizeof(*w->nlabels)); // positions are not more
    w->has_way = calloc(n, sizeof(*w->has_way));
    if (!w->root_of || !w->label || !w->nlabels || !w->has_way)
        return error_nomem(err);
    for (size_t i = 0; i < n; i++)
        w->root_of[i] = TABIA_NONE;
    return true;
}

bool edit_text_write(const struct tabia_book *book,
                     const struct tabia_write_options *options,
                     struct sink *dst, struct tabia_report *report,
                     struct tabia_error *err)
{
    struct writer w = { .book = book, .dst = dst };
    (void)options;
    const bool has_room = allocate(&w, err);
    if (has_room) {
        set_labels(&w);
        write_texts(&w);
        for (uint32_t i = 0; i < tabia_book_node_count(book) && sink_ok(dst);
             i++)
            if (has_line(&w, i))
                write_node(&w, i);
    }
    format_loss(report, w.nbad_places, "place that is not finite is dropped",
                "places that are not finite are dropped");
    free(w.root_of);
    free(w.label);
    free(w.nlabels);
    free(w.has_way);
    return has_room && sink_ok(dst);
}
