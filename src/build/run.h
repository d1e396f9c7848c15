/*
 * run.h - what was counted, sorted by key, in a file
 *
 *     header   magic, version, way of counting, identity, checksum
 *     blocks   bin after bin: size, records, checksum, then the records
 *     index    of each bin: where its blocks begin, their bytes and records
 *     trailer  games, checksum of the index
 *
 * A record is the key and what count_encode wrote. docs/formats/run.md has
 * every byte. Runs are read mapped and checked block by block.
 */
#ifndef BUILD_RUN_H
#define BUILD_RUN_H

#include "base/buf.h"
#include "io/input.h"
#include "base/sink.h"
#include "build/bins.h"
#include "build/count.h"

enum {
    RUN_VERSION = 1,
    RUN_HEADER_SIZE = 32,
    RUN_BLOCK_SIZE = 1 << 16, // of the records, when a block is closed
    RUN_BLOCK_HEAD = 16,
    RUN_BLOCK_MAX = 1 << 30,
    RUN_INDEX_ENTRY = 24,
    RUN_TRAILER_SIZE = BINS * RUN_INDEX_ENTRY + 16,
};

/* What a run is of: runs of other kinds are not merged with it. */
struct run_kind {
    enum counting counting;
    uint64_t identity; // a hash of what decides the contents
};

struct run_segment {
    uint64_t offset, size, records;
};

/* ---- writing --------------------------------------------------------- */

/* The records of one bin, on their way into blocks. Zero is ready. */
struct run_maker {
    struct buf block; // records
    struct buf *dst;  // whole blocks
    uint32_t nrecords;
    uint64_t hi;    // of the last record in the block
    uint64_t total; // records of the bin
};

void run_maker_start(struct run_maker *m, unsigned bin, struct buf *dst);

/* Appends what was counted of a key; keys ascend. */
void run_maker_add(struct run_maker *m, const struct count *c);

/* Closes the last block. False with an error for want of memory. */
bool run_maker_end(struct run_maker *m, struct tabia_error *err);

void run_maker_clear(struct run_maker *m);

bool run_put_header(struct sink *dst, const struct run_kind *kind);

/* 'segments' of all bins, in order, offsets from the start of the file. */
bool run_put_trailer(struct sink *dst, const struct run_segment segments[BINS],
                     uint64_t games);

/* ---- reading --------------------------------------------------------- */

struct run {
    const char *name;         // borrowed
    struct tabia_bytes bytes; // mapped
    struct run_kind kind;
    uint64_t games;
    struct run_segment segments[BINS];
};

/* Looks at the header and the index of a mapped run. Borrows all. */
bool run_open(struct run *run, const char *name, struct tabia_bytes bytes,
              struct tabia_error *err);

/* The records of one bin, one after the other. */
struct run_cursor {
    const struct run *run;
    uint64_t base;              // for the numbers of its games
    const uint8_t *next, *end;  // blocks to come
    const uint8_t *at, *at_end; // the rest of this block
    uint32_t nleft;             // records of it
    struct tally_key key;       // of the record at 'at'
    unsigned bin;
    bool is_done;
};

/* Goes to the first record. False with an error. */
bool run_start(struct run_cursor *cur, const struct run *run, unsigned bin,
               uint64_t base, struct tabia_error *err);

/*
 * Goes to the next record if this one, of COUNT_RESULTS, is of a single game:
 * most are. 'is_passed' says whether it was. False with an error.
 */
bool run_pass_single(struct run_cursor *cur, bool *is_passed,
                     struct tabia_error *err);

/* Adds the record to 'c', which has its key, and goes to the next one. */
bool run_take(struct run_cursor *cur, struct count *c, struct tabia_error *err);

#endif
