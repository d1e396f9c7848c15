/*
 * api_game.c - one game of a store: its moves, and its PGN
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "chess/chess_words.h"
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "store/game_record.h"
#include "store/store_internal.h"

#include "base/banned.h"

/*
 * A store records the file, offset and length of each game. Only files given on
 * the command line are read, whatever the store names.
 */
enum {
    GAME_MAX = 1 << 20,         // bytes in a file
    GAME_TEXT_MAX = 2 << 20,    // bytes of a response
    DECOMPRESSED_MAX = 1 << 30, // of a compressed file, to reach a game
};

/*
 * The text of the file that the game was read from, with its comments; false if
 * it cannot be read.
 */
static bool add_file_text(const struct server *srv,
                          const struct tabia_store_game *game, struct buf *out,
                          struct tabia_error *err)
{
    const char *path = path_find(srv->options.games, game->file);
    char *text;
    size_t size;
    if (!path || game->length > GAME_MAX ||
        !store_get_pgn_from(path, game, DECOMPRESSED_MAX, &text, &size, err))
        return false;
    const bool ok = buf_add(out, text, size);
    free(text);
    return ok || buf_error(out, err);
}

/* From the file if it was given with --games, else from the store. */
static bool add_pgn(const struct server *srv, const struct game_record *record,
                    struct buf *out, bool *is_from_file,
                    struct tabia_error *err)
{
    *is_from_file = add_file_text(srv, &record->game, out, err);
    if (*is_from_file)
        return true;
    if (err->status == TABIA_ERR_NOMEM)
        return false;
    tabia_error_clear(err);
    buf_reset(out);
    return game_record_print(record, out) || buf_error(out, err);
}

/* What a response shows beside the game itself. */
struct game_view {
    bool is_pgn;             // only the PGN
    const struct loan *book; // marks the moves that it has; NULL: none
    struct tabia_answer *answer;
};

static bool book_has_move(const struct game_view *view,
                          const struct tabia_pos *pos, tabia_move mv)
{
    const struct tabia_source *source = shelf_loan_source(view->book);
    if (!source || !tabia_source_find(source, pos, NULL, view->answer, NULL))
        return false;
    for (size_t i = 0; i < view->answer->nmoves; i++)
        if (view->answer->moves[i].move == mv)
            return true;
    return false;
}

static void put_game_moves(struct json_writer *js,
                           const struct game_record *record,
                           const struct game_view *view)
{
    struct tabia_pos pos = record->start;
    json_view_put_fen(js, "fen", &pos);
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    for (size_t i = 0; i < record->nmoves; i++) {
        json_writer_begin_object(js);
        json_view_put_move(js, &pos, record->moves[i]);
        if (view->book)
            json_writer_pair_bool(js, "known",
                                  book_has_move(view, &pos, record->moves[i]));
        json_writer_end(js);
        tabia_pos_play(&pos, record->moves[i]);
    }
    json_writer_end(js);
    json_writer_pair_bool(js, "cut", record->is_cut);
}

static void put_game(const struct game_record *record, const char *book,
                     const struct buf *pgn, bool is_from_file,
                     const struct game_view *view, struct reply *reply)
{
    const struct json_view_game_style style = { .has_event = true };
    struct json_writer js;
    reply_begin_json(reply, &js);
    json_writer_begin_object(&js);
    json_writer_pair_text(&js, "book", book);
    json_view_put_game(&js, &record->game, &style);
    json_writer_pair_text(&js, "result",
                          chess_words_result(record->game.result));
    put_game_moves(&js, record, view);
    json_writer_pair_text(&js, "from", is_from_file ? "file" : "store");
    json_writer_pair_text(&js, "pgn", buf_text(pgn));
    json_writer_end(&js);
    reply_end(reply);
}

static void reply_with_game(struct server *srv, const struct volume *volume,
                            uint64_t game, const struct game_view *view,
                            struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct game_record *record = malloc(sizeof(*record));
    struct buf pgn = { .limit = GAME_TEXT_MAX };
    bool is_from_file = false;
    const bool ok = record
                        ? game_record_read(volume->store, game, record, &err) &&
                              add_pgn(srv, record, &pgn, &is_from_file, &err)
                        : error_nomem(&err);
    if (!ok) {
        reply_library_error(reply, HTTP_FAILED, &err);
    } else if (view->is_pgn) {
        reply->type = "application/x-chess-pgn";
        if (!buf_add(&reply->body, pgn.data, pgn.size))
            reply_error(reply, HTTP_FAILED, "out of memory");
    } else {
        put_game(record, volume->id, &pgn, is_from_file, view, reply);
    }
    buf_clear(&pgn);
    free(record);
}

/* Looks in the store that the request names, or in all of them. */
static void reply_with_game_id(struct server *srv, const struct call *call,
                               const char *id, const struct game_view *view,
                               struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    bool is_found = false;
    uint64_t game;
    const size_t n = shelf_lend_all(&srv->shelf, call->params.book, loans);
    for (size_t i = 0; i < n; i++) {
        const struct volume *volume = loans[i].volume;
        if (!is_found && volume->kind == VOLUME_STORE &&
            (!call->params.book || !strcmp(volume->id, call->params.book)) &&
            tabia_store_find_game(volume->store, id, &game, NULL)) {
            reply_with_game(srv, volume, game, view, reply);
            is_found = true;
            endpoint_return_loan(srv, &loans[i], reply);
        } else {
            shelf_return(&loans[i]);
        }
    }
    if (!is_found)
        reply_error(reply, HTTP_NOT_FOUND, "no such game");
}

void api_game(struct server *srv, const struct call *call, struct reply *reply)
{
    const struct request_params *params = &call->params;
    const bool is_pgn = params->format && strcmp(params->format, "pgn") == 0;
    struct game_view view = { .is_pgn = is_pgn, .answer = call->answer };
    struct loan book;
    if (!params->id) {
        reply_error(reply, HTTP_BAD_REQUEST, "id is missing");
    } else if (params->format && !is_pgn &&
               strcmp(params->format, "json") != 0) {
        reply_error(reply, HTTP_BAD_REQUEST, "format: expected json or pgn");
    } else if (!params->source) {
        reply_with_game_id(srv, call, params->id, &view, reply);
    } else if (!shelf_lend(&srv->shelf, params->source, &book)) {
        reply_error(reply, HTTP_NOT_FOUND, "no book '%s'", params->source);
    } else if (endpoint_check_loan(srv, &book, reply)) {
        view.book = &book;
        reply_with_game_id(srv, call, params->id, &view, reply);
        endpoint_return_loan(srv, &book, reply);
    }
}

void api_game_pgn(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    const struct game_view view = { .is_pgn = true };
    reply_with_game_id(srv, call, path_name(call->path), &view, reply);
}
