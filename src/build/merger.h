/*
 * merger.h - events in memory and runs on disk, brought together by key
 *
 * All bins are worked through by all threads; an writer gets one position
 * after the other.
 */
#ifndef BUILD_MERGER_H
#define BUILD_MERGER_H

#include "base/buf.h"
#include "base/pool.h"
#include "base/sink.h"
#include "build/bins.h"
#include "build/run.h"
#include "store/store_write.h"

/* Where it comes from. */
struct merger {
    struct bins *bins; // NULL: nothing in memory
    const struct run *runs;
    const uint64_t *bases; // of the numbers of the runs' games
    size_t nruns;
    const struct count_rule *rule;
};

/* What a thread works with. */
struct merger_worker {
    struct event *events, *scratch;
    size_t room;
    struct run_cursor *cursors;
    size_t *heap; // runs that have the bin, the lowest key first
    size_t nheap;
    struct count count;
    struct buf out; // bytes for the writer's sink
    struct run_maker maker;
    struct store_unit *unit;   // of a store
    uint64_t positions, moves; // taken
    struct tabia_error err;
    bool is_busy;
};

/* Where it goes. */
struct writer {
    bool in_turn;        // 'take' is called in the order of keys, by one thread
    uint64_t skip_below; // positions with fewer games may be left out
    bool (*start)(struct writer *o, struct merger_worker *w, unsigned bin,
                  struct tabia_error *err);
    bool (*take)(struct writer *o, struct merger_worker *w,
                 struct tabia_error *err);
    bool (*end)(struct writer *o, struct merger_worker *w, unsigned bin,
                struct tabia_error *err);
    /* Called last, in the order of bins, by one thread at a time; or NULL. */
    bool (*append)(struct writer *o, struct merger_worker *w,
                   struct tabia_error *err);
    uint64_t positions, moves; // taken; set by merger_run
    void (*progress)(void *ctx, size_t done, size_t total);
    void *ctx;
};

/*
 * Gives the positions of bins [first, end) to the writer, the bytes of its
 * workers in order to 'dst'. 'ends' as in struct ordered, may be NULL.
 */
bool merger_run(const struct merger *m, struct pool *pool,
                struct writer *writer, struct sink *dst, uint64_t *ends,
                unsigned first, unsigned end, struct tabia_error *err);

#endif
