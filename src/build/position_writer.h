/*
 * position_writer.h - where the positions of a merger go
 */
#ifndef BUILD_POSITION_WRITER_H
#define BUILD_POSITION_WRITER_H

#include "build/merger.h"

/* Gets the positions of a merger; those that do so begin with one. */
struct position_writer {
    bool in_turn;        // 'add' is called in the order of keys, by one thread
    uint64_t skip_below; // positions with fewer games may be skipped
    /*
     * Before the positions of a bin. No other call has keys with the same
     * first 'bits' bits as those to come.
     */
    bool (*begin)(struct position_writer *o, struct merger_worker *w,
                  unsigned bits, struct tabia_error *err);
    bool (*add)(struct position_writer *o, struct merger_worker *w,
                struct tabia_error *err);
    bool (*end)(struct position_writer *o, struct merger_worker *w,
                struct tabia_error *err);
    /* Called last, in the order of bins, by one thread at a time; or NULL. */
    bool (*append)(struct position_writer *o, struct merger_worker *w,
                   struct tabia_error *err);
    uint64_t positions, moves; // added; set by merger_merge
    bool (*on_progress)(void *ctx, size_t done, size_t total,
                        struct tabia_error *err); // false: stop
    void *ctx;
};

#endif
