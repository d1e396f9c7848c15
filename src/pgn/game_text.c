/*
 * game_text.c - the text of one game, from its file
 */
#include "pgn/game_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "pgn/game_reader.h"
#include "base/banned.h"

bool game_text_read(const char *path, uint64_t offset, size_t size,
                    uint64_t limit, char **text, struct tabia_error *err)
{
    const struct game_reader_options options = { .paths = &path, .npaths = 1 };
    struct tabia_error failure = { 0 };
    struct game_reader_piece piece;
    bool is_over = false;
    *text = NULL;
    struct game_reader *reader = game_reader_open(&options, err);
    if (!reader)
        return false;
    while (!is_over && game_reader_next(reader, &piece, &failure)) {
        const uint64_t at = offset - piece.offset;
        is_over = piece.offset + piece.bytes.size > offset;
        if (!is_over && piece.offset > limit) {
            error_set(&failure, TABIA_ERR_LIMIT,
                      "the game is too far into the file");
            is_over = true;
        } else if (is_over && piece.offset <= offset &&
                   size <= piece.bytes.size - at) {
            // Pieces are whole games, so one of them has it all.
            *text = malloc(size + 1);
            if (*text) {
                memcpy(*text, piece.bytes.data + at, size);
                (*text)[size] = '\0';
            } else {
                error_nomem(&failure);
            }
        }
        game_reader_release(reader, &piece);
    }
    game_reader_close(reader);
    if (!*text && !failure.status)
        error_set(&failure, TABIA_ERR_CORRUPT, "the game is not where it was");
    return *text || error_pass(err, &failure);
}
