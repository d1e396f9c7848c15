/*
 * store_game_text.c - from a game of a store back to its PGN
 *
 * A store remembers where each game stood in the file it was read from. That
 * file may be gone, moved or changed, so what is there must name the same
 * players; a file that is not where it was is looked for beside the store. A
 * compressed file is decompressed up to the game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "io/input.h"
#include "io/path.h"
#include "pgn/game_counts.h"
#include "pgn/game_text.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "tabia/pgn.h"
#include "tabia/store.h"
#include "base/banned.h"

enum { TEXT_MAX = 64 << 20, PATH_MAX_SIZE = 4096 };

/* What the text says about the players, of whom the store may know none. */
struct seen {
    const struct tabia_store_game *game;
    bool is_met[2], is_other[2];
};

static enum tabia_pgn_flow check_player_tag(void *ctx,
                                            struct tabia_pgn_text name,
                                            struct tabia_pgn_text value)
{
    struct seen *seen = ctx;
    char text[TABIA_STORE_NAME_SIZE];
    const int color = name.text[0] == 'B';
    tabia_pgn_unescape(value, text, sizeof(text));
    // A name may have been cut, or ended where it was no text.
    const char *want = seen->game->players[color];
    seen->is_met[color] = true;
    seen->is_other[color] = strncmp(text, want, strlen(want)) != 0;
    return TABIA_PGN_GO;
}

static bool check_players(struct tabia_bytes text,
                          const struct tabia_store_game *game,
                          struct tabia_error *err)
{
    static const char *const tags[] = { "White", "Black", NULL };
    const struct tabia_pgn_visitor visitor = { .on_tag = check_player_tag,
                                               .tags = tags };
    struct seen seen = { .game = game };
    struct tabia_pgn *pgn = tabia_pgn_open_bytes(text, NULL, err);
    if (!pgn)
        return false;
    bool is_right = tabia_pgn_next(pgn, &visitor, &seen, NULL);
    tabia_pgn_close(pgn);
    for (int color = 0; color < 2; color++)
        is_right &= !seen.is_other[color] &&
                    (seen.is_met[color] || !*game->players[color]);
    return is_right ||
           error_set(err, TABIA_ERR_CORRUPT,
                     "the source has another game there: %.120s", game->file);
}

/* As it is called, or in the folder of the store, there also by its name. */
static bool find_source(const char *store_path, const char *source,
                        char path[PATH_MAX_SIZE], struct tabia_error *err)
{
    const char *store = store_path ? store_path : "";
    const int folder = (int)(path_name(store) - store);
    const struct {
        int folder; // length
        const char *name;
    } places[] = { { 0, source },
                   { folder, source },
                   { folder, path_name(source) } };
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        const int n = snprintf(path, PATH_MAX_SIZE, "%.*s%s", places[i].folder,
                               store, places[i].name);
        struct stat file; // devices and pipes, which it may name, are no games
        if (n < PATH_MAX_SIZE && stat(path, &file) == 0 &&
            S_ISREG(file.st_mode))
            return true;
    }
    return error_set(err, TABIA_ERR_IO,
                     "the source of the game is missing: %.120s", source);
}

static bool is_blank_byte(uint8_t byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Copies the game if it is the right one. */
static bool copy_game_text(struct tabia_bytes raw,
                           const struct tabia_store_game *game, char **text,
                           size_t *size, struct tabia_error *err)
{
    while (raw.size && is_blank_byte(raw.data[raw.size - 1]))
        raw.size--;
    while (raw.size && is_blank_byte(raw.data[0])) {
        raw.data++;
        raw.size--;
    }
    if (!check_players(raw, game, err))
        return false;
    *text = malloc(raw.size + 2);
    if (!*text)
        return error_nomem(err);
    memcpy(*text, raw.data, raw.size);
    memcpy(*text + raw.size, "\n", 2);
    *size = raw.size + 1;
    return true;
}

/* From a file that is no more than its text: no need to read all of it. */
static bool copy_plain_text(const char *path,
                            const struct tabia_store_game *game, char **text,
                            size_t *size)
{
    const struct input_options options = { .map_size =
                                               INPUT_MAP_SEARCHED_SIZE };
    struct input in;
    if (!input_open(&in, path, &options, NULL))
        return false;
    const struct tabia_bytes file = in.bytes;
    bool ok = game->offset <= file.size &&
              game->length <= file.size - game->offset &&
              copy_game_text((struct tabia_bytes){ file.data + game->offset,
                                                   (size_t)game->length },
                             game, text, size, NULL);
    if (ok && !input_check_content(&in, NULL)) {
        free(*text);
        ok = false;
    }
    input_close(&in);
    return ok;
}

bool store_get_pgn_from(const char *path, const struct tabia_store_game *game,
                        uint64_t limit, char **text, size_t *size,
                        struct tabia_error *err)
{
    char *raw;
    if (copy_plain_text(path, game, text, size))
        return true;
    if (!game_text_read(path, game->offset, (size_t)game->length, limit, &raw,
                        err))
        return false;
    const bool ok = copy_game_text((struct tabia_bytes){ (const uint8_t *)raw,
                                                         (size_t)game->length },
                                   game, text, size, err);
    free(raw);
    return ok;
}

bool tabia_store_get_pgn(const struct tabia_store *store, uint64_t game,
                         const char *path, char **text, size_t *size,
                         struct tabia_error *err)
{
    struct tabia_store_game *shown = calloc(1, sizeof(*shown));
    *text = NULL;
    *size = 0;
    if (!shown)
        return error_nomem(err);
    char source[PATH_MAX_SIZE];
    bool ok = tabia_store_get_game(store, game, shown, err);
    if (ok && shown->length > TEXT_MAX)
        ok = error_set(err, TABIA_ERR_CORRUPT, "no game is that long");
    ok = ok &&
         find_source(path ? path : store->path, shown->file, source, err) &&
         store_get_pgn_from(source, shown, UINT64_MAX, text, size, err);
    free(shown);
    return ok;
}
