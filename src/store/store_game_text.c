/*
 * store_game_text.c - from a game of a store back to its PGN
 *
 * A store remembers where each game stood in the file it was read from. That
 * file may be gone, moved or changed, so what is there must name the same
 * players; a file that is not where it was is looked for beside the store. A
 * compressed file is decompressed up to the game.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/utf8_repair.h"
#include "io/input.h"
#include "io/path.h"
#include "pgn/game_counts.h"
#include "pgn/game_text.h"
#include "pgn/tags.h"
#include "store/store_def.h"
#include "store/store_internal.h"
#include "tabia/pgn.h"
#include "tabia/store.h"
#include "base/banned.h"

enum { TEXT_MAX = 64 << 20, PATH_MAX_SIZE = 4096 };

/* What the text says about the players, of whom the store may know none. */
struct seen_game {
    const struct tabia_store_game *game;
    bool is_met[2], is_other[2];
};

static enum tabia_pgn_flow check_player_tag(void *ctx,
                                            struct tabia_pgn_text name,
                                            struct tabia_pgn_text value)
{
    struct seen_game *seen = ctx;
    char text[TAGS_TEXT_MAX + 1]; // as a build has it
    const int color = name.text[0] == 'B';
    text[tags_copy_text(value, text)] = '\0';
    // A name may have been cut.
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
    struct seen_game seen = { .game = game };
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

/*
 * Looks in the folder, the first 'len' bytes of 'path', for what a store calls
 * 'name': that of an entry whose own name is not UTF-8. Puts it behind them.
 */
static bool find_entry(char path[PATH_MAX_SIZE], size_t len, const char *name)
{
    bool found = false;
    path[len] = '\0';
    DIR *dir = opendir(len ? path : ".");
    for (const struct dirent *e; dir && !found && (e = readdir(dir));) {
        const size_t n = strlen(e->d_name);
        found = n < PATH_MAX_SIZE - len && utf8_is_repaired(e->d_name, name);
        if (found)
            memcpy(path + len, e->d_name, n + 1);
    }
    if (dir)
        closedir(dir);
    return found;
}

/*
 * Finds a file by the name that a store has for it, in the folder that is the
 * first 'len' bytes of 'path'.
 */
static bool find_file(char path[PATH_MAX_SIZE], size_t len, const char *name)
{
    char part[PATH_MAX_SIZE];
    struct stat file;
    path[len] = '\0';
    for (size_t n; *name; name += n) {
        n = strcspn(name, "/");
        n = n ? n : 1; // the slash itself
        if (len + n >= PATH_MAX_SIZE)
            return false;
        memcpy(part, name, n);
        part[n] = '\0';
        memcpy(path + len, part, n + 1);
        if (*name != '/' && stat(path, &file) != 0 &&
            !find_entry(path, len, part))
            return false;
        len += strlen(path + len);
    }
    // Devices and pipes, which it may name, are no games.
    return stat(path, &file) == 0 && S_ISREG(file.st_mode);
}

/* As it is called, or in the folder of the store, there also by its name. */
static bool find_source(const char *store_path, const char *source,
                        char path[PATH_MAX_SIZE], struct tabia_error *err)
{
    const char *store = store_path ? store_path : "";
    const size_t folder = path_folder_length(store);
    const struct {
        size_t folder; // length
        const char *name;
    } places[] = { { 0, source },
                   { folder, source },
                   { folder, path_name(source) } };
    for (size_t i = 0; folder < PATH_MAX_SIZE && i < COUNT_OF(places); i++) {
        memcpy(path, store, places[i].folder);
        if (find_file(path, places[i].folder, places[i].name))
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
    input_expect_random(file, true);
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
