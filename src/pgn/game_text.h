/*
 * game_text.h - the text of one game, from its file
 *
 * store/store_game_text.c asks for it by the number of a game in a store.
 * store/game_record.h makes PGN of the store alone, where there is no file.
 */
#ifndef PGN_GAME_TEXT_H
#define PGN_GAME_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

/*
 * The 'size' bytes at 'offset' of a file's decompressed text, with a NUL behind
 * them, as a store has where a game is; the caller frees them with free().
 * The file is read from its start, up to 'limit' bytes and a piece. Fails with
 * TABIA_ERR_LIMIT beyond, and with TABIA_ERR_CORRUPT when no piece of whole
 * games has them: the file was changed.
 */
bool game_text_read(const char *path, uint64_t offset, size_t size,
                    uint64_t limit, char **text, struct tabia_error *err);

#endif
