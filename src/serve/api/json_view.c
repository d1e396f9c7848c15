/*
 * json_view.c - positions, moves and books as JSON, the same everywhere
 */
#include "serve/api/json_view.h"

#include <stdio.h>
#include <string.h>

#include "format/built_in.h"
#include "format/json/json_data.h"
#include "format/report.h"
#include "store/dimensions.h"
#include "store/game_record.h"

#include "base/banned.h"

void json_view_put_optional_text(struct json_writer *js, const char *key,
                                 const char *text)
{
    if (text)
        json_writer_pair_text(js, key, text);
}

void json_view_put_null(struct json_writer *js, const char *key)
{
    json_writer_key(js, key);
    json_writer_put_null(js);
}

void json_view_put_month(struct json_writer *js, const char *key, unsigned year,
                         unsigned month)
{
    char text[16];
    char *p = text + sizeof(text);
    *--p = (char)('0' + month % 10);
    *--p = (char)('0' + month / 10 % 10);
    *--p = '-';
    for (int n = 0; n < 4 || year; n++, year /= 10)
        *--p = (char)('0' + year % 10);
    json_writer_key(js, key);
    json_writer_put_string(js, p, (size_t)(text + sizeof(text) - p));
}

void json_view_put_share(struct json_writer *js, const char *key, double share)
{
    json_writer_pair_double(js, key, (double)(long)(share * 1e4 + 0.5) / 1e4);
}

/* ---- chess ----------------------------------------------------------- */

void json_view_put_fen(struct json_writer *js, const char *key,
                       const struct tabia_pos *pos)
{
    char fen[TABIA_FEN_SIZE];
    const size_t len = tabia_fen_print(pos, TABIA_FEN_EP_LEGAL, fen);
    json_writer_key(js, key);
    json_writer_put_string(js, fen, len);
}

void json_view_put_move(struct json_writer *js, const struct tabia_pos *pos,
                        tabia_move mv)
{
    char uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
    size_t len = tabia_uci_print(pos, mv, true, uci);
    json_writer_key(js, "uci");
    json_writer_put_string(js, uci, len);
    len = tabia_san_print(pos, mv, san);
    json_writer_key(js, "san");
    json_writer_put_string(js, san, len);
}

void json_view_put_move_of(struct json_writer *js, const char *key,
                           const struct tabia_pos *pos, tabia_move mv)
{
    json_writer_key(js, key);
    if (mv == TABIA_MOVE_NONE) {
        json_writer_put_null(js);
        return;
    }
    json_writer_begin_object(js);
    json_view_put_move(js, pos, mv);
    json_writer_end(js);
}

void json_view_put_line_to(struct json_writer *js,
                           const struct edition *edition, uint32_t position)
{
    tabia_move moves[LINE_MAP_PLIES_MAX];
    char play[LINE_MAP_PLIES_MAX * TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
    char text[TABIA_SAN_SIZE + 16];
    size_t len = 0;
    struct tabia_pos pos, start;
    const size_t n =
        line_map_line_to(&edition->map, edition->book, position, &pos, moves);
    tabia_pos_set_start(&start);
    if (!tabia_pos_is_same(&pos, &start))
        json_view_put_fen(js, "start", &pos);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            play[len++] = ',';
        len += tabia_uci_print(&pos, moves[i], true, &play[len]);
        if (i + 1 == n) {
            tabia_san_print(&pos, moves[i], san);
            snprintf(text, sizeof(text), "%u%s%s", pos.fullmove,
                     pos.turn == TABIA_WHITE ? "." : "...", san);
            json_writer_pair_text(js, "line", text);
        }
        tabia_pos_play(&pos, moves[i]);
    }
    json_writer_key(js, "play");
    json_writer_put_string(js, play, len);
}

void json_view_put_opening(struct json_writer *js,
                           const struct tabia_name *name)
{
    json_writer_key(js, "opening");
    if (!name) {
        json_writer_put_null(js);
        return;
    }
    // Clients expect both to be strings.
    json_writer_begin_object(js);
    json_writer_pair_text(js, "eco", name->eco ? name->eco : "");
    json_writer_pair_text(js, "name", name->name ? name->name : "");
    json_writer_end(js);
}

void json_view_put_results(struct json_writer *js, struct tabia_tally results)
{
    json_writer_pair_uint(js, "white", results.white);
    json_writer_pair_uint(js, "draws", results.draws);
    json_writer_pair_uint(js, "black", results.black);
}

/* ---- values of books ------------------------------------------------- */

void json_view_put_eval(struct json_writer *js,
                        const struct tabia_node_data *data)
{
    if (!(data->has & TABIA_HAS_EVAL))
        return;
    json_writer_key(js, "eval");
    json_writer_begin_object(js);
    json_data_put_score(js, &data->eval);
    json_writer_end(js);
}

void json_view_put_data(struct json_writer *js,
                        const struct tabia_move_data *data)
{
    const unsigned elsewhere = TABIA_HAS_RESULTS | TABIA_HAS_LEARN;
    json_data_put_move(js, data, ATTRS_OF_BOOK & ~elsewhere);
}

void json_view_put_node(struct json_writer *js,
                        const struct tabia_node_data *data)
{
    const unsigned elsewhere = TABIA_HAS_EVAL | TABIA_HAS_COORDINATES;
    json_data_put_node(js, data, ATTRS_OF_BOOK & ~elsewhere);
    json_view_put_eval(js, data);
    if ((data->has & TABIA_HAS_EVAL) && data->eval.depth)
        json_writer_pair_uint(js, "depth", data->eval.depth);
}

/* ---- games of stores ------------------------------------------------ */

static void put_game_player(struct json_writer *js, const char *key,
                            const char *name, unsigned rating)
{
    json_writer_key(js, key);
    json_writer_begin_object(js);
    json_writer_pair_text(js, "name", *name ? name : "?");
    json_writer_pair_uint(js, "rating", rating);
    json_writer_end(js);
}

void json_view_put_game(struct json_writer *js,
                        const struct tabia_store_game *game,
                        const struct json_view_game_style *style)
{
    const unsigned year = game->date / 10000, month = game->date / 100 % 100;
    json_writer_pair_text(js, "id", game->id);
    json_writer_key(js, "winner");
    json_writer_put_text(js, game->result == TABIA_RESULT_WHITE   ? "white"
                             : game->result == TABIA_RESULT_BLACK ? "black"
                                                                  : NULL);
    if (!style->is_masters) {
        if (game->speed != TABIA_SPEED_NONE)
            json_writer_pair_text(js, "speed", tabia_speed_name(game->speed));
        json_writer_pair_text(js, "mode", game->is_rated ? "rated" : "casual");
    }
    put_game_player(js, "white", game->players[TABIA_WHITE],
                    game->ratings[TABIA_WHITE]);
    put_game_player(js, "black", game->players[TABIA_BLACK],
                    game->ratings[TABIA_BLACK]);
    json_writer_pair_uint(js, "year", year);
    if (year && month)
        json_view_put_month(js, "month", year, month);
    else
        json_view_put_null(js, "month");
    if (!style->has_event)
        return;
    char date[GAME_DATE_SIZE];
    json_writer_pair_text(js, "date", game_record_date(game->date, date));
    if (game->event[0])
        json_writer_pair_text(js, "event", game->event);
}

/* ---- books ----------------------------------------------------------- */

/* The contents of an edition. */
static void put_book_facts(struct json_writer *js,
                           const struct tabia_book *book)
{
    json_writer_pair_uint(js, "positions", tabia_book_position_count(book));
    json_writer_pair_uint(js, "moves", tabia_book_edge_count(book));
    json_writer_pair_uint(js, "roots", tabia_book_root_count(book));
    json_writer_pair_text(js, "side", tabia_book_find_text(book, "side"));
    json_writer_key(js, "has");
    json_writer_begin_array(js);
    for (int i = 0; i < TABIA_ATTR_COUNT; i++)
        if (i != TABIA_ATTR_LOCATION && tabia_book_attrs(book) >> i & 1)
            json_writer_put_text(js, tabia_attr_name((enum tabia_attr)i));
    json_writer_end(js);
}

static void put_store_facts(struct json_writer *js, const struct volume *volume,
                            const struct tabia_store_info *info)
{
    json_writer_pair_uint(js, "positions", info->positions);
    json_writer_pair_uint(js, "moves", info->moves);
    json_writer_pair_uint(js, "games", info->games);
    json_writer_pair_uint(js, "roots", info->roots);
    json_writer_key(js, "has");
    json_writer_begin_array(js);
    json_writer_put_text(js, "results");
    json_writer_end(js);
    json_writer_key(js, "by");
    json_writer_begin_array(js);
    for (size_t i = 0; i < DIMENSIONS_COUNT; i++)
        if (info->dimensions >> i & 1)
            json_writer_put_text(js, dimensions_names[i]);
    json_writer_end(js);
    json_writer_key(js, "ratings");
    json_writer_begin_array(js);
    for (unsigned i = 0; i < TABIA_RATING_NONE; i++)
        if (volume->ratings >> i & 1)
            json_writer_put_uint(js, tabia_rating_group_bound(i));
    json_writer_end(js);
    json_writer_key(js, "speeds");
    json_writer_begin_array(js);
    for (unsigned i = 0; i < TABIA_SPEED_COUNT; i++)
        if (volume->speeds >> i & 1)
            json_writer_put_text(js, tabia_speed_name((enum tabia_speed)i));
    json_writer_end(js);
    if (info->last_date) {
        json_view_put_month(js, "first", info->first_date / 10000 % 10000,
                            info->first_date / 100 % 100);
        json_view_put_month(js, "last", info->last_date / 10000 % 10000,
                            info->last_date / 100 % 100);
    }
}

/* What can be done with a volume, and its state. */
static void put_volume_state(struct json_writer *js, const struct loan *loan)
{
    const struct volume *volume = loan->volume;
    json_writer_pair_bool(js, "editable", volume->is_editable);
    json_writer_pair_bool(js, "savable",
                          volume->is_editable && volume->is_savable);
    if (volume->is_editable)
        json_view_put_optional_text(js, "unsavable",
                                    volume_why_unsavable(volume));
    json_writer_pair_bool(js, "imported", volume->is_imported);
    json_writer_pair_uint(js, "revision", loan->status.revision);
    json_writer_pair_bool(js, "dirty", loan->status.is_dirty);
    json_writer_pair_uint(js, "undo", loan->status.undo);
    json_writer_pair_uint(js, "redo", loan->status.redo);
    if (loan->status.undo_description[0])
        json_writer_pair_text(js, "undoes", loan->status.undo_description);
    if (loan->status.redo_description[0])
        json_writer_pair_text(js, "redoes", loan->status.redo_description);
    if (loan->status.restored)
        json_writer_pair_uint(js, "restored", loan->status.restored);
}

void json_view_put_volume(struct json_writer *js, const struct loan *loan)
{
    static const char *const kinds[] = { [VOLUME_BOOK] = "book",
                                         [VOLUME_ON_DEMAND] = "book",
                                         [VOLUME_SEARCH_ONLY] = "table",
                                         [VOLUME_STORE] = "store",
                                         [VOLUME_PUZZLES] = "puzzles" };
    const struct volume *volume = loan->volume;
    const char *player = NULL;
    json_writer_begin_object(js);
    json_writer_pair_text(js, "id", volume->id);
    const char *title = loan->edition
                            ? tabia_book_find_text(loan->edition->book, "title")
                            : NULL;
    json_writer_pair_text(js, "title",
                          title && *title ? title
                          : volume->name  ? volume->name
                                          : BUILT_IN_BOOK_NAME);
    json_writer_pair_text(js, "format",
                          volume->format
                              ? tabia_format_get_info(volume->format)->name
                          : volume->kind == VOLUME_STORE ? "tabia"
                                                         : "puzzles");
    json_writer_pair_text(js, "kind", kinds[volume->kind]);
    json_writer_pair_text(js, "file", volume->name);
    if (loan->edition)
        put_book_facts(js, loan->edition->book);
    if (volume->kind == VOLUME_PUZZLES)
        json_writer_pair_uint(js, "puzzles", puzzles_count(volume->puzzles));
    if (volume->kind == VOLUME_STORE) {
        const struct tabia_store_info info =
            tabia_store_get_info(volume->store);
        put_store_facts(js, volume, &info);
        player = info.player;
    }
    json_writer_key(js, "player");
    json_writer_put_text(js, player);
    if (atomic_load(&volume->is_overwritten))
        json_writer_pair_text(js, "problem",
                              "the file was overwritten while it was open");
    put_volume_state(js, loan);
    json_writer_end(js);
}
