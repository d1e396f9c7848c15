/*
 * run.h - events in a file, bin by bin
 *
 *     header   magic, version, way of counting, layout, identity, checksum
 *     blocks   bin after bin: number, bin, base, checksum, then the events
 *     index    of each bin: where its blocks begin, their bytes and events
 *     trailer  games, checksum of the index
 *
 * docs/formats/run.md has every byte. Runs are read mapped and checked block
 * by block.
 */
#ifndef BUILD_RUN_H
#define BUILD_RUN_H

#include "base/buf.h"
#include "base/sink.h"
#include "build/bins.h"

enum {
    RUN_VERSION = 2,
    RUN_HEADER_SIZE = 32,
    RUN_BLOCK_HEAD_SIZE = 24,
    RUN_BLOCK_EVENTS_MAX = 4096, // events
    RUN_INDEX_ENTRY_SIZE = 24,
    RUN_TRAILER_SIZE = BINS_COUNT * RUN_INDEX_ENTRY_SIZE + 16,
};

/* What a run is of: runs of other kinds are not merged with it. */
struct run_kind {
    enum count_mode count_mode;
    struct event_layout layout;
    uint64_t identity; // a hash of what decides the contents
};

struct run_segment {
    uint64_t offset, size, events;
};

/* ---- writing --------------------------------------------------------- */

bool run_put_header(struct sink *dst, const struct run_kind *kind);

/* Appends a block of at least one event. */
void run_put_block(struct buf *dst, struct event_layout layout, unsigned bin,
                   const struct event_block *block);

/* 'segments' of all bins, in order, offsets from the start of the file. */
bool run_put_trailer(struct sink *dst,
                     const struct run_segment segments[BINS_COUNT],
                     uint64_t games);

/* ---- reading --------------------------------------------------------- */

struct run {
    const char *name;         // borrowed
    struct tabia_bytes bytes; // mapped
    struct run_kind kind;
    uint64_t games;
    struct run_segment segments[BINS_COUNT];
};

/* Looks at the header and the index of a mapped run. Borrows all. */
bool run_open(struct run *run, const char *name, struct tabia_bytes bytes,
              struct tabia_error *err);

/* Goes through the blocks of a bin; zero begins. */
struct run_iter {
    uint64_t at;     // bytes of the segment so far
    uint64_t events; // so far
};

/*
 * The next block, checked; 'n' is 0 at the end. Its events together are as
 * many as the index says. False with an error.
 */
bool run_next(const struct run *run, unsigned bin, struct run_iter *it,
              struct event_block *block, struct tabia_error *err);

#endif
