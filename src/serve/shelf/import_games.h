/*
 * import_games.h - a PGN of games that a client sent becomes a store in memory
 *
 *     if (import_games_detect(pgn))
 *         src = import_games_build(pgn, memory, NULL, NULL, err);
 */
#ifndef SERVE_IMPORT_GAMES_H
#define SERVE_IMPORT_GAMES_H

#include "tabia/source.h"

/*
 * True if a PGN has games that were played, not lines of a repertoire: at least
 * two games, and of the first thousand nine in ten have both players'
 * names, a result and no variations.
 */
bool import_games_detect(struct tabia_bytes pgn);

/*
 * Builds a store of the games, which can be filtered by everything. It is in
 * memory: the files that it is built with are gone when the call returns.
 * 'memory' limits the bytes that building uses, and those of the store.
 * 'is_stopped' may be NULL. NULL with an error.
 */
struct tabia_source *import_games_build(struct tabia_bytes pgn, size_t memory,
                                        tabia_stop_fn *is_stopped, void *ctx,
                                        struct tabia_error *err);

#endif
