/*
 * api_game.c - the PGN of a game in a store
 */
#include <stdlib.h>
#include <string.h>

#include "io/path.h"
#include "serve/api/api.h"
#include "format/tabia/store_text.h"
#include "store/store.h"

#include "base/banned.h"

/*
 * A store records the file, offset and length of each game. Only files given on
 * the command line are read, whatever the store says.
 */
enum {
    GAME_MAX = 1 << 20,         // bytes
    DECOMPRESSED_MAX = 1 << 30, // of a compressed file, to reach a game
};

static void reply_with_game(struct server *srv, const struct tabia_store *store,
                            const char *id, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct tabia_store_game game;
    char *text;
    size_t size;
    const uint64_t number = tabia_store_game_find(store, id);
    if (!tabia_store_get_game(store, number, &game, &err)) {
        reply_failure(reply, HTTP_FAILED, &err);
        return;
    }
    const char *path = path_find(srv->options.games, game.source);
    if (!path || game.length > GAME_MAX) {
        reply_error(reply, HTTP_NOT_FOUND,
                    "the game is in '%s', which was not given with --games",
                    path_name(game.source));
    } else if (store_game_text_in(path, &game, DECOMPRESSED_MAX, &text, &size,
                                  &err)) {
        reply->type = "application/x-chess-pgn";
        if (!buf_add(&reply->body, text, size))
            reply_error(reply, HTTP_FAILED, "out of memory");
        free(text);
    } else if (err.status == TABIA_ERR_NOMEM) {
        reply_failure(reply, HTTP_FAILED, &err);
    } else {
        reply_error(
            reply, HTTP_NOT_FOUND,
            "cannot read the game: '%s' has changed, or is compressed and "
            "the game is too far from its start",
            path_name(path));
    }
}

/* Looks in the store that the request names, or in all of them. */
static void reply_with_game_id(struct server *srv, const struct call *call,
                               const char *id, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    bool is_found = false;
    const size_t n = shelf_lend_all(&srv->shelf, loans);
    for (size_t i = 0; i < n; i++) {
        const struct volume *volume = loans[i].volume;
        if (!is_found && volume->store &&
            (!call->query.book || !strcmp(volume->id, call->query.book)) &&
            tabia_store_game_find(volume->store, id) != TABIA_NO_GAME) {
            reply_with_game(srv, volume->store, id, reply);
            is_found = true;
            api_return(srv, &loans[i], reply);
        } else {
            shelf_return(&loans[i]);
        }
    }
    if (!is_found)
        reply_error(reply, HTTP_NOT_FOUND, "no such game");
}

void api_game(struct server *srv, const struct call *call, struct reply *reply)
{
    if (call->query.id)
        reply_with_game_id(srv, call, call->query.id, reply);
    else
        reply_error(reply, HTTP_BAD_REQUEST, "id is missing");
}

void explorer_pgn(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    reply_with_game_id(srv, call, path_name(call->path), reply);
}
