/*
 * intake.h - games are read by all threads and counted in their order
 *
 * Each worker reads a chunk into its harvest. Then, chunk by chunk in the
 * order of the input, games get their numbers, games met before are dropped,
 * and room is set aside in the bins. So nothing depends on who was quicker.
 * When the bins are full, everybody stops; what they hold becomes a run, and
 * the chunk that had no room is the first of the next.
 */
#ifndef BUILD_INTAKE_H
#define BUILD_INTAKE_H

#include <pthread.h>

#include "base/hashmap.h"
#include "base/pool.h"
#include "build/bins.h"
#include "build/harvest.h"
#include "build/prints.h"
#include "build/spool.h"

/* What is known of the games so far. It is kept in the folder to work in. */
struct intake_state {
    uint64_t chunks;                  // that are in bins or runs
    uint64_t numbered;                // games that have a number
    uint64_t rows, details, prints;   // bytes of the files
    struct tabia_build_report report; // counts and problems only
};

struct intake {
    const struct harvest_rule *rule;
    struct feed *feed;
    struct bins *bins;
    struct pool *pool;
    struct harvest *harvests; // one per worker
    bool *pending;            // harvests that are not in the bins yet
    int nworkers;

    struct intake_state state;
    struct spool rows, details, prints_file; // closed: not wanted
    struct prints prints;
    struct hashmap root_ids;
    struct tabia_packed *root_list;
    size_t nroots, roots_room;

    bool is_ready; // these two are
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t turn;  // the chunk that is next
    uint64_t skip;  // chunks that an earlier call had done
    bool is_full;   // the bins are
    bool is_failed; // somebody has an error
    struct tabia_error err;

    void (*progress)(void *ctx, uint64_t games); // in the calling thread
    void *ctx;
    pthread_t caller;
};

/* 'in' has rule, feed, bins, pool and the files; the rest is zero. */
bool intake_init(struct intake *in, struct tabia_error *err);

/*
 * Reads until the bins are full ('more' is true) or the games are at an end.
 */
bool intake_fill(struct intake *in, bool *more, struct tabia_error *err);

/* Adds a position that games begin with, unless it is there. */
bool intake_add_root(struct intake *in, const struct tabia_packed *root,
                     struct tabia_error *err);

/* Accepts one that was never begun, or is all zero. */
void intake_clear(struct intake *in);

#endif
