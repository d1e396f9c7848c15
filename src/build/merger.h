/*
 * merger.h - events in memory and runs on disk, brought together by key
 *
 * All bins are worked through by all threads, each bin by one of them: its
 * events are copied, sorted once, and given to a writer position by position.
 */
#ifndef BUILD_MERGER_H
#define BUILD_MERGER_H

#include "base/buf.h"
#include "base/pool.h"
#include "base/sink.h"
#include "build/move_counter.h"
#include "build/run.h"
#include "store/store_write.h"

/* Where events come from. */
struct merger {
    const struct bins *bins;    // NULL: nothing in memory
    struct event_layout layout; // of the bins
    const struct run *runs;
    const uint64_t *bases; // of the numbers of the runs' games
    size_t nruns;
    const struct move_counter_rule *rule;
    uint64_t memory;    // for events at work, of all threads
    const char *folder; // for those it has no room for; NULL: anywhere
};

/* The blocks of a bin, run after run, then those in memory; zero begins. */
struct merger_iter {
    size_t run;
    struct run_iter in_run;
    struct bins_iter in_bins;
    struct event_block block; // 'n' is 0 at the end
    struct event_layout layout;
    uint64_t value_base; // to be added to its values
};

/* Goes to the next block, checked. False with an error. */
bool merger_next(const struct merger *m, unsigned bin, struct merger_iter *it,
                 struct tabia_error *err);

/* The events of a bin. */
size_t merger_count(const struct merger *m, unsigned bin);

/* What becomes of a bin, until it is appended to the output. */
struct merger_output {
    struct buf bytes;        // for the writer's sink
    struct store_unit *unit; // of a store
};

/* What a thread works with. */
struct merger_worker {
    /* The position for the writer: all its events, in any order. */
    struct tally_key key;
    struct bin_event *events;
    size_t nevents;
    struct bin_event *scratch; // room for as many

    struct bin_event *buffer; // for a bin, twice
    size_t room;
    struct move_counter counter;
    struct merger_output output;
    struct buf block;          // of a run, on its way there
    uint64_t positions, moves; // added
    struct tabia_error err;
    bool is_busy;
    char padding[POOL_PADDING_SIZE];
};

struct position_writer; // where they go: see position_writer.h

/*
 * Gives the positions of bins [first, end) to the writer, the bytes of its
 * workers in order to 'dst'. 'ends' gets, by bin, the bytes written when it
 * ended; it may be NULL.
 */
bool merger_merge(const struct merger *m, struct pool *pool,
                  struct position_writer *writer, struct sink *dst,
                  uint64_t *ends, unsigned first, unsigned end,
                  struct tabia_error *err);

#endif
