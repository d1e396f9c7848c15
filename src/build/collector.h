/*
 * collector.h - games are read by all threads and counted in their order
 *
 * Each worker reads a piece of text into its chunk. Then, chunk by chunk in the
 * order of the input, games get their numbers, duplicate games are dropped,
 * and room is set aside in the bins. So nothing depends on who was quicker.
 * When the bins are full, everybody stops; what they hold becomes a run, and
 * the chunk that had no room is the first of the next.
 */
#ifndef BUILD_COLLECTOR_H
#define BUILD_COLLECTOR_H

#include <pthread.h>

#include "base/pool.h"
#include "build/bins.h"
#include "build/chunk.h"
#include "build/notes.h"
#include "build/root_set.h"
#include "build/spool.h"

/*
 * The games so far, by a hash of 128 bits. The zero value with a limit is an
 * empty set.
 */
struct fingerprints {
    struct fingerprint *slots; // all-zero: free
    size_t mask, count;
    size_t limit; // bytes
};

/* What is known of the games so far. It is kept in the folder to work in. */
struct collector_state {
    uint64_t nchunks_done; // that are in bins or runs
    uint64_t numbered;     // games that have a number
    /* Of the files. */
    uint64_t game_row_bytes, detail_bytes, fingerprint_bytes;
    struct tabia_build_result result; // counts only
    struct build_problems problems;
    struct root_set roots; // owned
};

/* The sums of files in notes. */
#define COLLECTOR_ROWS_SUM    "rows-xxh3"
#define COLLECTOR_DETAILS_SUM "details-xxh3"

struct collector {
    const struct chunk_rule *rule;
    struct game_reader *reader;
    /* In place of a reader: the next chunk; false at the end, or an error. */
    bool (*read)(void *ctx, struct chunk *c, struct tabia_error *err);
    void *read_ctx;
    struct bins *bins;
    struct pool *pool;
    struct chunk *chunks; // one per worker
    bool *pending;        // chunks that are not in the bins yet
    int nworkers;

    struct collector_state state;
    struct spool game_rows, details, fingerprint_file; // closed: not wanted
    struct fingerprints fingerprints;

    bool is_ready; // the lock and the condition have been made
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t turn;  // the chunk that is next
    uint64_t skip;  // chunks that an earlier call had done
    bool is_full;   // the bins are
    bool is_failed; // a worker has an error
    struct tabia_error err;

    /* In the calling thread, after a chunk; false with an error: stop. */
    bool (*on_progress)(void *ctx, uint64_t games, struct tabia_error *err);
    void *ctx;
    pthread_t caller;
};

/* 'col' has rule, reader, bins, pool and the files; the rest is zero. */
bool collector_init(struct collector *col, struct tabia_error *err);

/*
 * Reads until the bins are full ('more' is true) or the games are at an end.
 */
bool collector_fill(struct collector *col, bool *more, struct tabia_error *err);

/* Accepts one that was never begun, or is all zero. */
void collector_clear(struct collector *col);

/*
 * Adds a game by its fingerprint. 'is_new' says whether it was not there.
 * False with an error when the limit is reached.
 */
bool collector_add_fingerprint(struct collector *col,
                               struct fingerprint fingerprint, bool *is_new,
                               struct tabia_error *err);

/* The state as notes, and back again; its roots are to be cleared. */
void collector_put_notes(const struct collector_state *state,
                         struct buf *notes);
bool collector_get_notes(struct collector_state *state,
                         const struct notes *notes, struct tabia_error *err);

/* Notes the checksums of the files that are open. */
bool collector_put_sums(struct collector *col, struct buf *notes,
                        struct tabia_error *err);

/* False with an error if a file is not what the notes say. */
bool collector_check_sums(struct collector *col, const struct notes *notes,
                          struct tabia_error *err);

#endif
