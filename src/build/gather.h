/*
 * gather.h - events in memory and runs on disk, brought together by key
 *
 * All bins are worked through by all threads; an outlet gets one position
 * after the other.
 */
#ifndef BUILD_GATHER_H
#define BUILD_GATHER_H

#include "base/pool.h"
#include "build/bins.h"
#include "build/ordered.h"
#include "build/run.h"

/* Where it comes from. */
struct gather {
    struct bins *bins; // NULL: nothing in memory
    const struct run *runs;
    const uint64_t *bases; // of the numbers of the runs' games
    size_t nruns;
    const struct count_rule *rule;
};

/* What a thread works with. */
struct gather_worker {
    struct event *events, *scratch;
    size_t room;
    struct run_cursor *cursors;
    size_t *heap;
    struct count count;
    struct buf out; // bytes for the outlet's sink
    struct run_maker maker;
    uint64_t positions, moves; // taken
    struct tabia_error err;
    bool is_busy;
};

/* Where it goes. */
struct outlet {
    bool in_turn;        // 'take' is called in the order of keys, by one thread
    uint64_t skip_below; // positions with fewer games may be left out
    void (*start)(struct outlet *o, struct gather_worker *w, unsigned bin);
    bool (*take)(struct outlet *o, struct gather_worker *w,
                 struct tabia_error *err);
    bool (*end)(struct outlet *o, struct gather_worker *w, unsigned bin,
                struct tabia_error *err);
    uint64_t positions, moves; // taken; set by gather_all
    void (*progress)(void *ctx, size_t done, size_t total);
    void *ctx;
};

/*
 * Gives the positions of bins [first, end) to the outlet, the bytes of its
 * workers in order to 'dst'. 'ends' as in struct ordered, may be NULL.
 */
bool gather_all(const struct gather *g, struct pool *pool,
                struct outlet *outlet, struct sink *dst, uint64_t *ends,
                unsigned first, unsigned end, struct tabia_error *err);

#endif
