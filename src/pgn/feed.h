/*
 * feed.h - files of games, packed or not, as a sequence of whole games
 *
 *     struct feed *feed = feed_open(&options, err);
 *     while (feed_next(feed, &chunk, err)) {       // in any worker
 *         ... chunk.bytes ...
 *         feed_done(feed, &chunk);
 *     }
 *     for (uint32_t i = 0; i < feed_files(feed); i++)
 *         ... feed_file(feed, i)->damage ...
 *     feed_close(feed);
 *
 * The text of a file is cut where a game begins: at the first such place at
 * or behind every multiple of the chunk size. So the cuts depend on the text
 * alone, not on the threads, the memory or the way the file is packed. What
 * a file is packed with is told by its first bytes, never by its name.
 *
 * A file that ends too soon or is damaged gives all its games up to the last
 * whole one; feed_file says what was wrong. Only the system's own failures
 * end the feed.
 */
#ifndef PGN_FEED_H
#define PGN_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attr.h"
#include "tabia/error.h"

struct feed;
struct feed_source;
struct pool;
struct progress;

enum {
    FEED_CHUNK_SIZE = 1 << 20,
    FEED_GAME_LIMIT = 64 << 20,
};

/* All-zero but the paths means the defaults. Borrowed until feed_close. */
struct feed_options {
    const char *const *paths; // "-" is standard input
    uint32_t npaths;
    int nthreads;      // workers that will ask; 0: 1
    size_t memory;     // for what is unpacked ahead; 0: 64 MiB a thread
    size_t chunk_size; // 0: FEED_CHUNK_SIZE
    size_t game_limit; // the largest chunk; 0: FEED_GAME_LIMIT
    bool zstd_long;    // windows up to 2 GiB instead of 128 MiB
    bool checksums;    // of the files as they are, for feed_file

    /*
     * Part 'part' (from 0) of 'nparts'; 0 parts mean all. The files, laid end
     * to end, are divided by their bytes: a plain file at its cuts, a packed
     * file belongs whole to the part in which it begins. The parts together
     * give the chunks of the undivided feed, in order.
     */
    uint32_t part, nparts;
};

/* 'file' and 'offset' name a chunk for good, whatever the part. */
struct feed_chunk {
    struct tabia_bytes bytes; // whole games; valid until feed_done
    const char *name;         // of the file, for messages
    uint32_t file;            // index in the list of paths
    uint64_t number;          // 0, 1, 2 ... of those this feed gives
    uint64_t offset;          // of the bytes in the unpacked file
    uint64_t ngames;          // 0; set before feed_done, it is summed up

    /* Private. */
    struct feed_source *source;
    void *owned;
    size_t room;
    uint32_t line;
};

/* What became of a file. Constant once feed_next has said the end. */
struct feed_file {
    const char *name;          // "<stdin>" for "-"
    const char *packing;       // "plain", "gz", "bz2", "xz", "zst"
    uint64_t size;             // bytes of the file as it is
    uint64_t text_size;        // unpacked bytes given out
    uint64_t ngames;           // that the chunks were said to hold
    uint64_t checksum;         // XXH3, 64 bits, of the whole file as it is
    bool has_checksum;         // false for files that another part reads
    struct tabia_error damage; // TABIA_OK: none; the offset is in the file
};

/*
 * Looks at all files, opens none of those to come later. NULL on failure,
 * also when a file is not there. feed_close frees it.
 */
struct feed *feed_open(const struct feed_options *options,
                       struct tabia_error *err) ATTR_MUST_CHECK;

/* Nobody may hold a chunk. Accepts NULL. */
void feed_close(struct feed *feed);

/*
 * Takes the next chunk; any thread. False at the end, and when the system
 * fails: then 'err' says so, in every thread that asks. A chunk is never
 * empty.
 */
bool feed_next(struct feed *feed, struct feed_chunk *chunk,
               struct tabia_error *err);

/* Gives a chunk back; any thread. */
void feed_done(struct feed *feed, struct feed_chunk *chunk);

/*
 * The number of the line, from 1, in which a chunk that is not yet done
 * begins. Lines are counted only when this is asked, and then as far as
 * needed: ask it for messages, after reading the chunk as from line 1.
 */
uint32_t feed_line(struct feed *feed, const struct feed_chunk *chunk);

/* Makes feed_next end soon in all threads, as if there were no more. */
void feed_stop(struct feed *feed);

/* ---- how far it is, what became of it -------------------------------- */

/* Bytes read of the files as they are, and of all in all; 0: not known. */
uint64_t feed_bytes_done(const struct feed *feed);
uint64_t feed_bytes_total(const struct feed *feed);

uint32_t feed_files(const struct feed *feed);
const struct feed_file *feed_file(const struct feed *feed, uint32_t file);

enum { FEED_DAMAGE_SIZE = 1024 };

/*
 * "games.pgn.gz: offset 0x7b (123): error: the gz data ends too soon; the 45
 * games before that are kept", of a file with damage. Returns the length; a
 * long path is cut.
 */
size_t feed_print_damage(const struct feed_file *file,
                         char text[FEED_DAMAGE_SIZE]);

/* ---- all of it by a pool --------------------------------------------- */

/* 'worker' is below pool_threads, and one thread's alone. False: stop. */
typedef bool feed_task_fn(void *ctx, int worker, struct feed_chunk *chunk,
                          struct tabia_error *err);

/*
 * Gives every chunk to 'task', and to feed_done after it. 'progress' is kept
 * up to date in bytes and may be NULL. False when the feed or a task failed.
 * Damaged files are no failure.
 */
bool feed_run(struct feed *feed, struct pool *pool, feed_task_fn *task,
              void *ctx, struct progress *progress, struct tabia_error *err);

#endif
