/*
 * store_text.h - the text of a game, from the file that a store was built from
 */
#ifndef FORMAT_STORE_TEXT_H
#define FORMAT_STORE_TEXT_H

#include "tabia/store.h"

/*
 * Like tabia_store_game_text, but from the file 'path' only, whatever the store
 * says, of which at most 'limit' bytes and a chunk are unpacked.
 */
bool store_game_text_in(const char *path, const struct tabia_store_game *game,
                        uint64_t limit, char **text, size_t *size,
                        struct tabia_error *err);

#endif
