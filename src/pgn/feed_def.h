/*
 * feed_def.h - what a feed is made of
 */
#ifndef PGN_FEED_DEF_H
#define PGN_FEED_DEF_H

#include <pthread.h>
#include <stdatomic.h>

#include "pgn/feed.h"
#include "io/stream.h"

/* An open file. Chunks of a mapped one hold on to it. */
struct feed_source {
    struct stream stream;
    unsigned nusers; // the reader, and chunks of a mapped file
    uint64_t line_at;
    uint32_t line; // that begins at 'line_at'; of a mapped file
};

struct buffer {
    uint8_t *data;
    size_t size, room;
};

struct feed {
    struct feed_options options;
    struct feed_file *files;
    uint64_t *bases;       // where the files begin, laid end to end
    uint64_t begin, end;   // the part of all that
    bool is_size_known;    // there are no pipes
    _Atomic uint64_t done; // bytes read of all that

    pthread_mutex_t lock;
    pthread_cond_t changed; // somebody stopped reading, or helping
    bool is_reading, is_over;
    unsigned nhelpers;
    struct tabia_error failure;
    struct buffer *spare; // of 'nthreads'
    size_t nspare;
    uint64_t nchunks;
    struct feed_source *source; // the current file; changed by the reader

    /* The reader's own. */
    uint32_t file;           // the current one
    uint32_t next_file;      // the one to open next
    uint64_t at, source_end; // in the text; the end only of a mapped one
    uint32_t line;           // that begins there; of a packed one
    struct buffer carry;     // read already, behind 'at'

    pthread_mutex_t line_lock;
};

/* ---- feed_cut.c ------------------------------------------------------ */

/*
 * Where a mapped text is cut: at the first game that begins at or behind the
 * first multiple of the chunk size from 'at'.
 */
uint64_t feed_cut_place(const struct feed *feed, struct tabia_bytes map,
                        uint64_t at);

/* The next chunk of the current file; an empty one is its end. */
bool feed_cut_chunk(struct feed *feed, struct feed_chunk *chunk,
                    struct tabia_error *err);

/* Takes a chunk's memory back, for another one. */
void feed_give_buffer(struct feed *feed, struct buffer buf);

#endif
