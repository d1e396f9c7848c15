/*
 * json_view.c - positions, moves and books as JSON, the same everywhere
 */
#include "serve/api/json_view.h"

#include <string.h>

#include "format/json/json_data.h"
#include "format/report.h"
#include "base/banned.h"

void json_view_text(struct json *js, const char *key, const char *text)
{
    if (text)
        json_pair_text(js, key, text);
}

void json_view_null(struct json *js, const char *key)
{
    json_key(js, key);
    json_put_null(js);
}

void json_view_month(struct json *js, const char *key, unsigned year,
                     unsigned month)
{
    char text[16];
    char *p = text + sizeof(text);
    *--p = (char)('0' + month % 10);
    *--p = (char)('0' + month / 10 % 10);
    *--p = '-';
    for (int n = 0; n < 4 || year; n++, year /= 10)
        *--p = (char)('0' + year % 10);
    json_key(js, key);
    json_put_string(js, p, (size_t)(text + sizeof(text) - p));
}

void json_view_share(struct json *js, const char *key, double share)
{
    json_pair_double(js, key, (double)(long)(share * 1e4 + 0.5) / 1e4);
}

/* ---- chess ----------------------------------------------------------- */

void json_view_fen(struct json *js, const char *key,
                   const struct tabia_pos *pos)
{
    char fen[TABIA_FEN_SIZE];
    const size_t len = tabia_fen_print(pos, TABIA_FEN_EP_LEGAL, fen);
    json_key(js, key);
    json_put_string(js, fen, len);
}

void json_view_move(struct json *js, const struct tabia_pos *pos, tabia_move mv)
{
    char uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
    size_t len = tabia_uci_print(pos, mv, true, uci);
    json_key(js, "uci");
    json_put_string(js, uci, len);
    len = tabia_san_print(pos, mv, san);
    json_key(js, "san");
    json_put_string(js, san, len);
}

void json_view_opening(struct json *js, const struct tabia_name *name)
{
    json_key(js, "opening");
    if (!name) {
        json_put_null(js);
        return;
    }
    // Clients expect both to be strings.
    json_begin_object(js);
    json_view_text(js, "eco", name->eco ? name->eco : "");
    json_view_text(js, "name", name->name ? name->name : "");
    json_end(js);
}

void json_view_results(struct json *js, struct tabia_results results)
{
    json_pair_uint(js, "white", results.white);
    json_pair_uint(js, "draws", results.draws);
    json_pair_uint(js, "black", results.black);
}

/* ---- values of books ------------------------------------------------- */

void json_view_eval(struct json *js, const struct tabia_node_data *data)
{
    if (!(data->has & TABIA_HAS_EVAL))
        return;
    json_key(js, "eval");
    json_begin_object(js);
    json_data_put_score(js, &data->eval);
    json_end(js);
}

void json_view_data(struct json *js, const struct tabia_move_data *data)
{
    const unsigned elsewhere = TABIA_HAS_RESULTS | TABIA_HAS_LEARN;
    json_data_put_move(js, data, ATTRS_OF_BOOK & ~elsewhere);
}

void json_view_node(struct json *js, const struct tabia_node_data *data)
{
    const unsigned elsewhere = TABIA_HAS_EVAL | TABIA_HAS_COORDINATES;
    json_data_put_node(js, data, ATTRS_OF_BOOK & ~elsewhere);
    json_view_eval(js, data);
    if ((data->has & TABIA_HAS_EVAL) && data->eval.depth)
        json_pair_uint(js, "depth", data->eval.depth);
}

/* ---- books ----------------------------------------------------------- */

void json_view_volume(struct json *js, const struct loan *loan)
{
    static const char *const kinds[] = { [VOLUME_BOOK] = "book",
                                         [VOLUME_TABLE] = "table",
                                         [VOLUME_STORE] = "store",
                                         [VOLUME_PUZZLES] = "puzzles" };
    const struct volume *volume = loan->volume;
    const char *player = NULL;
    json_begin_object(js);
    json_view_text(js, "id", volume->id);
    const char *title = loan->edition
                            ? tabia_book_text_find(loan->edition->book, "title")
                            : NULL;
    json_view_text(js, "title",
                   title && *title ? title
                   : volume->name  ? volume->name
                                   : "Built-in book");
    json_view_text(js, "format",
                   volume->format ? tabia_format_get_info(volume->format)->name
                   : volume->kind == VOLUME_STORE ? "tabia"
                                                  : "puzzles");
    json_view_text(js, "kind", kinds[volume->kind]);
    json_key(js, "file");
    json_put_text(js, volume->name);
    if (loan->edition) {
        const struct tabia_book *book = loan->edition->book;
        const char *side = tabia_book_text_find(book, "side");
        json_pair_uint(js, "positions", tabia_book_position_count(book));
        json_pair_uint(js, "moves", tabia_book_edge_count(book));
        json_pair_uint(js, "roots", tabia_book_root_count(book));
        if (side)
            json_view_text(js, "side", side);
        else
            json_view_null(js, "side");
        json_key(js, "has");
        json_begin_array(js);
        for (int i = 0; i < TABIA_NATTRS; i++)
            if (i != TABIA_ATTR_SOURCE && tabia_book_attrs(book) >> i & 1)
                json_put_text(js, tabia_attr_name((enum tabia_attr)i));
        json_end(js);
    }
    if (volume->puzzles)
        json_pair_uint(js, "puzzles", puzzles_count(volume->puzzles));
    if (volume->store) {
        const struct tabia_store_info info =
            tabia_store_get_info(volume->store);
        static const char *const names[] = { "rating", "speed", "month" };
        json_pair_uint(js, "positions", info.positions);
        json_pair_uint(js, "moves", info.moves);
        json_pair_uint(js, "games", info.games);
        json_pair_uint(js, "roots", info.roots);
        json_key(js, "has");
        json_begin_array(js);
        json_put_text(js, "results");
        json_end(js);
        json_key(js, "by");
        json_begin_array(js);
        for (size_t i = 0; i < 3; i++)
            if (info.by >> i & 1)
                json_put_text(js, names[i]);
        json_end(js);
        if (info.last) {
            json_view_month(js, "first", info.first / 10000 % 10000,
                            info.first / 100 % 100);
            json_view_month(js, "last", info.last / 10000 % 10000,
                            info.last / 100 % 100);
        }
        player = info.player;
    }
    json_key(js, "player");
    json_put_text(js, player);
    if (atomic_load(&volume->is_overwritten))
        json_view_text(js, "problem",
                       "the file was overwritten while it was open");
    json_pair_bool(js, "editable", volume->is_editable);
    json_pair_bool(js, "savable", volume->is_editable && volume->is_savable);
    json_pair_bool(js, "imported", volume->is_imported);
    json_pair_uint(js, "revision", loan->state.revision);
    json_pair_bool(js, "dirty", loan->state.is_dirty);
    json_pair_uint(js, "undo", loan->state.undo);
    json_pair_uint(js, "redo", loan->state.redo);
    json_end(js);
}

void json_view_losses(struct json *js, const struct tabia_report *report)
{
    json_key(js, "losses");
    json_begin_array(js);
    for (size_t i = 0; i < report->n; i++) {
        json_begin_object(js);
        json_pair_uint(js, "count", report->list[i].count);
        json_view_text(js, "what", report->list[i].what);
        json_end(js);
    }
    json_end(js);
}
