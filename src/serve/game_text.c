/*
 * game_text.c - the PGN text of a game that a store points to
 *
 * A store knows in which file, where and how long. Only files that were named
 * on the command line are read, whatever a store says.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/api.h"
#include "tabia/games.h"

#include "base/banned.h"

enum {
    GAME_MAX = 1 << 20,     // bytes
    UNPACKED_MAX = 1 << 30, // of a packed file, to come to a game
};

/* The file of the command line that the store calls 'source'; or NULL. */
static const char *find_file(const struct server *srv, const char *source)
{
    const char *const *games = srv->options->games;
    for (size_t i = 0; games && games[i]; i++)
        if (strcmp(games[i], source) == 0)
            return games[i];
    for (size_t i = 0; games && games[i]; i++)
        if (strcmp(file_name_of(games[i]), file_name_of(source)) == 0)
            return games[i];
    return NULL;
}

static bool read_part(int fd, const struct tabia_store_game *game,
                      struct buf *body)
{
    char chunk[4096];
    uint64_t done = 0;
    while (done < game->length) {
        const uint64_t left = game->length - done;
        const size_t wanted = left < sizeof(chunk) ? left : sizeof(chunk);
        const ssize_t n =
            pread(fd, chunk, wanted, (off_t)(game->offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || !buf_add(body, chunk, (size_t)n))
            return false;
        done += (uint64_t)n;
    }
    return true;
}

/* A file that was changed since has something else at this place. */
static bool looks_like_game(const struct buf *body)
{
    const char *text = buf_text(body);
    return text[strspn(text, " \t\r\n\xef\xbb\xbf")] == '[';
}

static bool read_plain(const char *path, const struct tabia_store_game *game,
                       struct buf *body)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool is_read = read_part(fd, game, body) && looks_like_game(body);
    close(fd);
    return is_read;
}

/* A packed file has to be unpacked from its start. */
static bool read_packed(const char *path, const struct tabia_store_game *game,
                        struct buf *body)
{
    char *text;
    buf_reset(body);
    if (!tabia_games_text(path, game->offset, game->length, UNPACKED_MAX, &text,
                          NULL))
        return false;
    const bool is_read = buf_add(body, text, game->length);
    free(text);
    return is_read && looks_like_game(body);
}

static void answer_game(struct server *srv, const struct tabia_store *store,
                        const char *id, struct reply *reply)
{
    struct tabia_store_game game;
    const uint64_t number = tabia_store_game_by_id(store, id);
    if (number == TABIA_NO_GAME ||
        !tabia_store_game(store, number, &game, NULL)) {
        reply_error(reply, HTTP_NOT_FOUND, "there is no such game");
        return;
    }
    const char *path = find_file(srv, game.source);
    if (!path || game.length > GAME_MAX) {
        reply_error(reply, HTTP_NOT_FOUND,
                    "the game is in '%s', which --games does not name",
                    file_name_of(game.source));
    } else if (read_plain(path, &game, &reply->body) ||
               read_packed(path, &game, &reply->body)) {
        reply->type = "application/x-chess-pgn";
    } else if (reply->body.failed) {
        reply_error(reply, HTTP_FAILED, "out of memory");
    } else {
        reply_error(reply, HTTP_NOT_FOUND,
                    "'%s' was changed, or has the game too far from its start",
                    file_name_of(path));
    }
}

/* The first store that has a game of this id, or the one that is named. */
static void answer_id(struct server *srv, const struct call *call,
                      const char *id, struct reply *reply)
{
    struct loan loans[SHELF_MAX];
    bool is_found = false;
    const size_t n = shelf_lend_all(&srv->shelf, loans);
    for (size_t i = 0; i < n; i++) {
        const struct volume *volume = loans[i].volume;
        if (!is_found && volume->store &&
            (!call->query->book || !strcmp(volume->id, call->query->book)) &&
            tabia_store_game_by_id(volume->store, id) != TABIA_NO_GAME) {
            answer_game(srv, volume->store, id, reply);
            is_found = true;
        }
        shelf_return(&loans[i]);
    }
    if (!is_found)
        reply_error(reply, HTTP_NOT_FOUND, "there is no such game");
}

void api_game(struct server *srv, const struct call *call, struct reply *reply)
{
    if (call->query->id)
        answer_id(srv, call, call->query->id, reply);
    else
        reply_error(reply, HTTP_BAD_REQUEST, "id is missing");
}

void explorer_pgn(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    answer_id(srv, call, file_name_of(call->uri->path), reply);
}
