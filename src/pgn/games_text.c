/*
 * games_text.c - a piece of a file of games, packed or not
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pgn/feed.h"
#include "pgn/games.h"
#include "base/banned.h"

static bool fail_moved(struct tabia_error *err)
{
    return error_set(err, TABIA_CORRUPT, "the game is not where it was");
}

/* Chunks are whole games, so one of them has it all. */
static bool copy(const struct feed_chunk *chunk, uint64_t offset, size_t size,
                 char **text, struct tabia_error *err)
{
    const uint64_t at = offset - chunk->offset;
    if (size > chunk->bytes.size - at)
        return fail_moved(err);
    *text = malloc(size + 1);
    if (!*text)
        return error_nomem(err);
    memcpy(*text, chunk->bytes.data + at, size);
    (*text)[size] = '\0';
    return true;
}

static bool find(struct feed *feed, uint64_t offset, size_t size,
                 uint64_t limit, char **text, struct tabia_error *err)
{
    struct feed_chunk chunk;
    while (feed_next(feed, &chunk, err)) {
        const bool is_before = chunk.offset + chunk.bytes.size <= offset;
        const bool is_here = !is_before && chunk.offset <= offset;
        const bool is_far = is_before && chunk.offset > limit;
        bool is_done = false;
        if (is_here)
            is_done = copy(&chunk, offset, size, text, err);
        feed_done(feed, &chunk);
        if (is_done)
            return true;
        if (is_far)
            return error_set(err, TABIA_LIMIT,
                             "the game is too far into the file");
        if (!is_before)
            break;
    }
    return fail_moved(err);
}

bool games_text(const char *path, uint64_t offset, size_t size, uint64_t limit,
                char **text, struct tabia_error *err)
{
    const struct feed_options options = { .paths = &path, .npaths = 1 };
    struct feed *feed = feed_open(&options, err);
    *text = NULL;
    if (!feed)
        return false;
    const bool is_done = find(feed, offset, size, limit, text, err);
    feed_close(feed);
    return is_done;
}
