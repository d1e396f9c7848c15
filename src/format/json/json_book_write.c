/*
 * json_book_write.c - the canonical dump of a book
 *
 * Members come in a fixed order, absent values are left out, and every text,
 * position, root, node and move has a line of its own, so that two dumps can
 * be compared line by line.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "format/json/json_book.h"
#include "base/banned.h"

const char *const json_book_marks[3] = {
    [TABIA_MARK_AVOIDED] = "avoided",
    [TABIA_MARK_PASSIVE] = "passive",
};

bool json_book_is_own_text(const char *key)
{
    return strcmp(key, "format") == 0;
}

struct writer {
    const struct tabia_book *book;
    struct json js;
    uint32_t *numbers; // position -> its number in the file, in order of use
    uint64_t nbad_places;
};

/* ---- layout ---------------------------------------------------------- */

/* An object on a line of its own: its members stay on that line. */
static void begin_line(struct json *js)
{
    js->pretty = true;
    json_begin_object(js);
    js->pretty = false;
}

static void begin_list(struct json *js, const char *name)
{
    js->pretty = true;
    json_key(js, name);
    json_begin_array(js);
}

static void end_list(struct json *js)
{
    js->pretty = true;
    json_end(js);
}

static void put_uint(struct json *js, const char *name, uint64_t value)
{
    json_key(js, name);
    json_put_uint(js, value);
}

static void put_text(struct json *js, const char *name, const char *value)
{
    if (!value)
        return;
    json_key(js, name);
    json_put_text(js, value);
}

static void put_fen(struct json *js, const struct tabia_pos *pos,
                    unsigned flags)
{
    char fen[TABIA_FEN_SIZE];
    tabia_pos_to_fen(pos, flags, fen);
    put_text(js, "fen", fen);
}

/* ---- moves ----------------------------------------------------------- */

static void put_nags(struct json *js, const uint8_t nags[TABIA_NAGS_MAX])
{
    json_key(js, "nags");
    json_begin_array(js);
    for (size_t i = 0; i < TABIA_NAGS_MAX && nags[i]; i++)
        json_put_uint(js, nags[i]);
    json_end(js);
}

static void put_move_data(struct json *js, const struct tabia_move_data *data)
{
    const unsigned has = data->has;
    if (has & TABIA_HAS_WEIGHT)
        put_uint(js, "weight", data->weight);
    if (has & TABIA_HAS_RESULTS) {
        put_uint(js, "white", data->white);
        put_uint(js, "draws", data->draws);
        put_uint(js, "black", data->black);
        if (data->unknown)
            put_uint(js, "unknown", data->unknown);
    }
    if (has & TABIA_HAS_MARK)
        put_text(js, "mark", json_book_marks[data->mark]);
    if (has & TABIA_HAS_NAGS)
        put_nags(js, data->nags);
    if (has & TABIA_HAS_REMARK)
        put_text(js, "remark", data->remark);
    if (has & TABIA_HAS_LEARN) {
        json_key(js, "learn");
        json_put_hex64(js, data->learn);
    }
    if (has & TABIA_HAS_SOURCE) {
        put_uint(js, "line", data->line);
        put_uint(js, "col", data->col);
    }
}

static void put_move(struct writer *w, const struct tabia_pos *pos,
                     uint32_t edge)
{
    const struct tabia_move_data data = tabia_edge_data(w->book, edge);
    char uci[TABIA_UCI_SIZE];
    tabia_uci_print(pos, tabia_edge_move(w->book, edge), true, uci);
    begin_line(&w->js);
    put_text(&w->js, "uci", uci);
    put_uint(&w->js, "to", tabia_edge_target(w->book, edge));
    put_move_data(&w->js, &data);
    json_end(&w->js);
}

static void put_moves(struct writer *w, uint32_t node)
{
    uint32_t first, count;
    tabia_node_edges(w->book, node, &first, &count);
    if (!count)
        return;

    struct tabia_pos pos;
    tabia_book_position_at(w->book, tabia_node_position(w->book, node), &pos);
    json_key(&w->js, "moves");
    json_begin_array(&w->js);
    for (uint32_t i = 0; i < count; i++)
        put_move(w, &pos, first + i);
    json_end(&w->js);
}

/* ---- nodes ----------------------------------------------------------- */

static void put_eval(struct json *js, const struct tabia_eval *eval)
{
    json_key(js, "eval");
    json_begin_object(js);
    json_key(js, eval->kind == TABIA_EVAL_MATE ? "mate" : "cp");
    json_put_int(js, eval->value);
    if (eval->depth)
        put_uint(js, "depth", eval->depth);
    put_text(js, "text", eval->text);
    json_end(js);
}

/* Adding 0 makes -0 the 0 that it is read back as. */
static void put_place(struct writer *w, const struct tabia_place *place)
{
    struct json *js = &w->js;
    if (!isfinite(place->x) || !isfinite(place->y)) {
        w->nbad_places++;
        return;
    }
    json_key(js, "place");
    json_begin_object(js);
    json_key(js, "x");
    json_put_double(js, place->x + 0.0);
    json_key(js, "y");
    json_put_double(js, place->y + 0.0);
    put_text(js, "x_text", place->x_text);
    put_text(js, "y_text", place->y_text);
    json_end(js);
}

static void put_node(struct writer *w, uint32_t node)
{
    const struct tabia_node_data data = tabia_node_data(w->book, node);
    struct json *js = &w->js;
    begin_line(js);
    put_uint(js, "id", node);
    put_uint(js, "position", w->numbers[tabia_node_position(w->book, node)]);
    if (data.has & TABIA_HAS_NAME)
        put_text(js, "name", data.name);
    if (data.has & TABIA_HAS_ECO)
        put_text(js, "eco", data.eco);
    if (data.has & TABIA_HAS_COMMENT)
        put_text(js, "comment", data.comment);
    if (data.has & TABIA_HAS_EVAL)
        put_eval(js, &data.eval);
    if (data.has & TABIA_HAS_PLACE)
        put_place(w, &data.place);
    put_moves(w, node);
    json_end(js);
}

/* ---- the book -------------------------------------------------------- */

static void put_pair(struct json *js, const char *key, const char *value)
{
    begin_line(js);
    put_text(js, "key", key);
    put_text(js, "value", value);
    json_end(js);
}

static void put_texts(struct writer *w)
{
    begin_list(&w->js, "texts");
    for (uint32_t i = 0; i < tabia_book_text_count(w->book); i++) {
        const char *key, *value;
        tabia_book_text_at(w->book, i, &key, &value);
        if (json_book_is_own_text(key))
            continue;
        put_pair(&w->js, key, value);
    }
    end_list(&w->js);
}

/*
 * Numbers the positions in the order in which nodes use them, whatever their
 * numbers in memory, so that reading and writing again changes nothing.
 */
static void put_positions(struct writer *w)
{
    uint32_t count = 0;
    begin_list(&w->js, "positions");
    for (uint32_t node = 0; node < tabia_book_node_count(w->book); node++) {
        const uint32_t position = tabia_node_position(w->book, node);
        if (w->numbers[position] != TABIA_NONE)
            continue;
        struct tabia_pos pos;
        tabia_book_position_at(w->book, position, &pos);
        begin_line(&w->js);
        put_uint(&w->js, "id", count);
        put_fen(&w->js, &pos, TABIA_FEN_NO_CLOCKS | TABIA_FEN_EP_LEGAL);
        json_key(&w->js, "key");
        json_put_hex64(&w->js, tabia_pos_key(&pos));
        json_end(&w->js);
        w->numbers[position] = count++;
    }
    end_list(&w->js);
}

static void put_tags(struct json *js, const struct tabia_node_data *data)
{
    if (!data->ntags)
        return;
    json_key(js, "tags");
    json_begin_array(js);
    for (size_t i = 0; i < data->ntags; i++)
        put_pair(js, data->tags[i].name, data->tags[i].value);
    json_end(js);
}

static void put_roots(struct writer *w)
{
    begin_list(&w->js, "roots");
    for (uint32_t i = 0; i < tabia_book_root_count(w->book); i++) {
        struct tabia_pos pos;
        tabia_book_root_pos(w->book, i, &pos);
        begin_line(&w->js);
        const struct tabia_node_data data =
            tabia_node_data(w->book, tabia_book_root_at(w->book, i));
        put_uint(&w->js, "node", tabia_book_root_at(w->book, i));
        put_fen(&w->js, &pos, 0);
        put_tags(&w->js, &data);
        json_end(&w->js);
    }
    end_list(&w->js);
}

static void put_book(struct writer *w)
{
    json_begin_object(&w->js);
    put_uint(&w->js, "schema", JSON_BOOK_SCHEMA);
    put_texts(w);
    put_positions(w);
    put_roots(w);
    begin_list(&w->js, "nodes");
    for (uint32_t i = 0; i < tabia_book_node_count(w->book); i++)
        put_node(w, i);
    end_list(&w->js);
    json_end(&w->js);
}

bool json_book_write(const struct tabia_book *book,
                     const struct tabia_write_options *options,
                     struct sink *dst, struct tabia_report *report,
                     struct tabia_error *err)
{
    (void)options;
    const size_t n = tabia_book_position_count(book);
    struct writer w = { .book = book };
    w.numbers = malloc((n + 1) * sizeof(*w.numbers));
    if (!w.numbers)
        return error_nomem(err);
    memset(w.numbers, 0xFF, n * sizeof(*w.numbers)); // TABIA_NONE

    json_init(&w.js, dst, true);
    put_book(&w);
    free(w.numbers);
    format_loss(report, w.nbad_places, "place that is not finite is dropped",
                "places that are not finite are dropped");
    return sink_ok(dst);
}
