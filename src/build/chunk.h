/*
 * chunk.h - the games of one chunk, read into events
 *
 *     chunk_init(&c, &rule, err);
 *     chunk_read_piece(&c, reader, &piece, err);        // any number of times
 *     chunk_clear(&c);
 *
 * One worker fills one chunk at a time; what it holds is the same for a
 * chunk, whichever worker reads it. Events speak of games by their number in
 * the chunk.
 */
#ifndef BUILD_CHUNK_H
#define BUILD_CHUNK_H

#include "base/buf.h"
#include "base/pool.h"
#include "build/bins.h"
#include "build/build_problems.h"
#include "pgn/game_reader.h"
#include "store/store_write.h"
#include "tabia/build.h"
#include "where/where.h"

/* What to read of the games; shared by all workers. */
struct chunk_rule {
    enum count_mode count_mode;
    const struct where *where; // NULL: all games
    const char *const *tags;   // that are wanted
    const char *player;
    enum tabia_build_variant variant;
    enum tabia_side side;
    unsigned min_ply, max_ply; // from 1, both included
    bool counts_repeats;       // a repeated position counts again
    bool open_is_draw;         // a game without a result is a draw
    bool is_polyglot;          // keys: PolyGlot's own, of 64 bits
    bool wants_details;        // names and Event tags, for a store
    bool wants_fingerprints;   // to find duplicates
    bool wants_roots;
    bool wants_dates;
};

struct fingerprint {
    uint64_t a, b; // a hash of players, date and moves
};

/* How much of the other arrays is a game's. */
struct chunk_extent {
    uint32_t events;
    uint32_t details; // bytes
};

struct chunk {
    const struct chunk_rule *rule;
    uint64_t number; // of the chunk

    struct move_event *events; // game by game
    size_t nevents, events_room;
    struct tally_game *games; // one per game, as are those that follow
    struct chunk_extent *extents;
    struct fingerprint *fingerprints; // if wanted
    size_t ngames, games_room, extents_room, fingerprints_room;
    struct buf details; // one after the other: see game_details.h

    struct tabia_packed *roots; // new ones as they came; may repeat
    size_t nroots, roots_room;
    uint32_t *root_numbers; // of all games, set by the collector
    size_t root_numbers_room;

    uint64_t read, filtered, unfinished, broken;
    uint64_t duplicates; // duplicate games; set by the collector
    bool is_numbered;    // values are set; by the collector
    struct build_problems problems;

    uint32_t *values; // of the games, for bins_put
    size_t values_room;
    uint32_t counts[BINS_COUNT]; // events in each bin

    struct chunk_game *game; // the game that is being read
    char padding[POOL_PADDING_SIZE];
};

bool chunk_init(struct chunk *c, const struct chunk_rule *rule,
                struct tabia_error *err);

/* Accepts the zero value. */
void chunk_clear(struct chunk *c);

/* Reads a piece. False when the system fails: bad games are counted. */
bool chunk_read_piece(struct chunk *c, struct game_reader *reader,
                      const struct game_reader_piece *piece,
                      struct tabia_error *err);

/*
 * Reads games [first, end) of a store, as if they were read from the files that
 * it was built from. 'file_numbers' has the number of each of its files now.
 */
bool chunk_read_store(struct chunk *c, uint64_t number,
                      const struct tabia_store *store, uint64_t first,
                      uint64_t end, const uint32_t *file_numbers,
                      struct tabia_error *err);

#endif
