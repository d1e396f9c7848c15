/*
 * store_internal.h - what programs use of a store besides tabia/store.h
 */
#ifndef STORE_STORE_INTERNAL_H
#define STORE_STORE_INTERNAL_H

#include "base/compiler.h"
#include "tabia/store.h"

/* Do these bytes, the first ones of a file, begin a store? */
bool store_is_front(struct tabia_bytes bytes);

/* Does the file begin as a store does? False if it cannot be read. */
bool store_is_file(const char *path);

/* Borrows 'path' until closed. */
struct tabia_store *store_open(const char *path,
                               struct tabia_error *err) MUST_CHECK;

/*
 * Like store_open, over memory that must outlive the store. 'name', for errors,
 * is borrowed as well and may be NULL.
 */
struct tabia_store *store_open_bytes(struct tabia_bytes bytes, const char *name,
                                     struct tabia_error *err) MUST_CHECK;

/* A store that is not in memory: the caller reads ranges of its bytes. */
struct store_fetcher {
    bool (*read)(void *ctx, uint64_t at, void *dst, size_t size,
                 struct tabia_error *err);
    void *ctx;
    uint64_t size; // of the whole
};

/*
 * Like store_open, but opening reads the front, the tail, the directory, texts
 * and roots; a look-up one line of the index and a block, and where only one
 * game has the position, a line and a block of games; its evaluation the same
 * of evaluations. Nothing is kept.
 */
struct tabia_store *store_open_fetcher(const struct store_fetcher *fetcher,
                                       struct tabia_error *err) MUST_CHECK;

/* Accepts NULL. */
void store_close(struct tabia_store *store);

enum { STORE_TOP_MAX = 15, STORE_RECENT_MAX = 8, STORE_EXACT_MAX = 500 };

struct store_answer {
    size_t nmoves; // most games first, then by the move's number
    struct tabia_store_move moves[TABIA_MOVES_MAX];
    struct tabia_tally total; // the sum of the moves
    size_t ntop, nrecent;
    struct tabia_store_game_ref top[STORE_TOP_MAX];       // best rated first
    struct tabia_store_game_ref recent[STORE_RECENT_MAX]; // newest first
};

/*
 * True with an answer of no moves when the position is not there. False with
 * an error when its block is damaged, or for a filter by what the store was
 * not built by. 'filter' may be NULL. The counts are exact under every filter;
 * a game whose month is not known counts by its year. Up to STORE_EXACT_MAX
 * games of a position, samples are chosen among those that pass; else they are
 * those of the position's samples that pass.
 */
bool store_find(const struct tabia_store *store, const struct tabia_pos *pos,
                const struct tabia_store_filter *filter,
                struct store_answer *answer, struct tabia_error *err);

/* Like tabia_store_get_game, without event, file and location, at less cost. */
bool store_get_game_brief(const struct tabia_store *store, uint64_t game,
                          struct tabia_store_game *out,
                          struct tabia_error *err);

/* The positions that games began with, the usual one among them. */
bool store_root_at(const struct tabia_store *store, uint64_t n,
                   struct tabia_pos *pos, struct tabia_error *err);

/*
 * Like tabia_store_get_pgn, but from the file 'path' only, whatever the store
 * says, of which at most 'limit' bytes and a piece are decompressed.
 */
bool store_get_pgn_from(const char *path, const struct tabia_store_game *game,
                        uint64_t limit, char **text, size_t *size,
                        struct tabia_error *err);

/*
 * Players are numbered by their names, sorted without case (of A to Z). Those
 * whose names begin with 'prefix', in either case, are 'first' up to, but not
 * including, 'end'; none if both are the same.
 */
bool store_find_players(const struct tabia_store *store, const char *prefix,
                        uint64_t *first, uint64_t *end,
                        struct tabia_error *err);

/* The name of a player, and how many games there are. */
bool store_get_player(const struct tabia_store *store, uint64_t player,
                      char name[TABIA_STORE_NAME_SIZE], uint64_t *games,
                      struct tabia_error *err);

/*
 * Calls 'on_game' for each game of a player, in ascending order, until it
 * returns false; 'goes_on' is what it returned last.
 */
bool store_list_player_games(const struct tabia_store *store, uint64_t player,
                             bool (*on_game)(void *ctx, uint64_t game,
                                             enum tabia_color color),
                             void *ctx, bool *goes_on, struct tabia_error *err);

/*
 * Calls 'on_input' with the name of each file that the store was built from, in
 * their order. The name is valid during the call.
 */
bool store_list_inputs(const struct tabia_store *store,
                       void (*on_input)(void *ctx, const char *name), void *ctx,
                       struct tabia_error *err);

/*
 * Calls 'on_overlap' for each input that two of the stores were built from, as
 * the checksums in their provenance say: games that both counted would count
 * twice in a merged store. 'name' is valid during the call.
 */
bool store_list_overlaps(const struct tabia_store *const *stores, size_t n,
                         void (*on_overlap)(void *ctx, const char *name,
                                            size_t first, size_t second),
                         void *ctx, struct tabia_error *err);

#endif
