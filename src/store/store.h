/*
 * store.h - what programs use of a store besides tabia/store.h
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "tabia/store.h"

/* The group of a mean rating; 0 has none. */
unsigned store_rating_group(unsigned mean);

/*
 * Like tabia_store_game_text, but from the file 'path' only, whatever the store
 * says, of which at most 'limit' bytes and a chunk are unpacked.
 */
bool store_game_text_in(const char *path, const struct tabia_store_game *game,
                        uint64_t limit, char **text, size_t *size,
                        struct tabia_error *err);

/*
 * Calls 'found' with the name of each file that the store was built from, in
 * their order. The name is valid during the call.
 */
bool store_inputs(const struct tabia_store *store,
                  void (*found)(void *ctx, const char *name), void *ctx,
                  struct tabia_error *err);

/*
 * Calls 'found' for each input that two of the stores were built from, as the
 * checksums in their provenance say: games that both counted would count twice
 * in a merged store. 'name' is valid during the call.
 */
bool store_overlaps(struct tabia_store *const *stores, size_t n,
                    void (*found)(void *ctx, const char *name, size_t first,
                                  size_t second),
                    void *ctx, struct tabia_error *err);

#endif
