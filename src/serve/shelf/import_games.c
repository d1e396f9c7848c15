/*
 * import_games.c - a PGN of games that a client sent becomes a store in memory
 */
#include "serve/shelf/import_games.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/error_internal.h"
#include "io/temp.h"
#include "io/write_all.h"
#include "tabia/build.h"
#include "tabia/pgn.h"

#include "base/banned.h"

enum {
    LOOKED_AT = 1000, // games
    GAMES_LEAST = 2,
    BUILD_MEMORY = 128 << 20,
    FILE_NAME_ROOM = 16,
};

/* ---- games or lines -------------------------------------------------- */

struct looked_at {
    unsigned ngames, nplayed;
    unsigned names; // of the game
    bool has_variations;
};

static enum tabia_pgn_flow import_on_tag(void *ctx, struct tabia_pgn_text name,
                                         struct tabia_pgn_text value)
{
    struct looked_at *looked = ctx;
    (void)name; // White or Black
    looked->names += value.len > 0 && value.text[0] != '?';
    return TABIA_PGN_GO;
}

static enum tabia_pgn_flow import_on_begin_variation(void *ctx)
{
    struct looked_at *looked = ctx;
    looked->has_variations = true;
    return TABIA_PGN_SKIP;
}

static void import_on_result(void *ctx, enum tabia_result result)
{
    struct looked_at *looked = ctx;
    looked->nplayed += looked->names == 2 && !looked->has_variations &&
                       result != TABIA_RESULT_OPEN &&
                       result != TABIA_RESULT_NONE;
}

bool import_games_detect(struct tabia_bytes pgn)
{
    static const char *const tags[] = { "White", "Black", NULL };
    const struct tabia_pgn_visitor visitor = {
        .on_tag = import_on_tag,
        .tags = tags,
        .on_begin_variation = import_on_begin_variation,
        .on_result = import_on_result,
    };
    struct looked_at looked = { .ngames = 0 };
    struct tabia_pgn *reader = tabia_pgn_open_bytes(pgn, NULL, NULL);
    while (reader && looked.ngames < LOOKED_AT &&
           tabia_pgn_next(reader, &visitor, &looked, NULL)) {
        looked.ngames++;
        looked.names = 0;
        looked.has_variations = false;
    }
    tabia_pgn_close(reader);
    return looked.ngames >= GAMES_LEAST &&
           looked.nplayed * 10 >= looked.ngames * 9;
}

/* ---- the store ------------------------------------------------------- */

static bool write_games(const char *path, struct tabia_bytes pgn,
                        struct tabia_error *err)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool is_ok =
        fd >= 0 && write_all(fd, pgn.data, pgn.size, WRITE_ALL_NEXT);
    const int why = errno;
    if (fd >= 0)
        close(fd);
    return is_ok || error_system(err, why, "cannot write a temporary file");
}

struct tabia_source *import_games_build(struct tabia_bytes pgn, size_t memory,
                                        tabia_stop_fn *is_stopped, void *ctx,
                                        struct tabia_error *err)
{
    char folder[TEMP_FOLDER_SIZE];
    char input[TEMP_FOLDER_SIZE + FILE_NAME_ROOM];
    char output[TEMP_FOLDER_SIZE + FILE_NAME_ROOM];
    struct tabia_source *source = NULL;
    if (!temp_make_folder(folder, err))
        return NULL;
    snprintf(input, sizeof(input), "%s/games.pgn", folder);
    snprintf(output, sizeof(output), "%s/games.tabia", folder);
    const char *const inputs[] = { input };
    const struct tabia_build_options options = {
        .inputs = inputs,
        .ninputs = 1,
        .output = output,
        .dimensions = TABIA_DIMENSION_RATING | TABIA_DIMENSION_SPEED |
                      TABIA_DIMENSION_MONTH,
        .memory_limit = memory < BUILD_MEMORY ? memory : BUILD_MEMORY,
        .is_stopped = is_stopped,
        .ctx = ctx,
    };
    const struct tabia_open_options how = { .read.in_memory = true };
    struct tabia_build_result result;
    if (write_games(input, pgn, err) && tabia_build(&options, &result, err))
        source = tabia_source_open(output, &how, err);
    if (source && tabia_source_get_info(source).bytes.size > memory) {
        tabia_source_close(source);
        source = NULL;
        error_set(err, TABIA_ERR_LIMIT,
                  "the games need more memory than imports may use");
    }
    unlink(input);
    unlink(output);
    rmdir(folder);
    return source;
}
