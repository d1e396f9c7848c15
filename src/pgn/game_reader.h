/*
 * game_reader.h - files of games, compressed or not, as whole games
 *
 *     struct game_reader *reader = game_reader_open(&options, err);
 *     while (game_reader_next(reader, &piece, err)) {       // in any worker
 *         ... piece.bytes ...
 *         game_reader_release(reader, &piece);
 *     }
 *     for (uint32_t i = 0; i < game_reader_file_count(reader); i++)
 *         ... game_reader_file_at(reader, i)->damage ...
 *     game_reader_close(reader);
 *
 * The text of a file is cut where a game begins: at the first such place at
 * or behind every multiple of the piece size. So the cuts depend on the text
 * alone, not on the threads, the memory or the way the file is compressed. What
 * a file is compressed with is seen from its first bytes, not from its name.
 *
 * A file that ends too soon or is damaged gives all its games up to the last
 * whole one; game_reader_file_at says what was wrong. Only the system's own
 * failures end the reader.
 */
#ifndef PGN_GAME_READER_H
#define PGN_GAME_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "tabia/error.h"

struct game_reader;
struct game_reader_input;
struct pool;

enum {
    GAME_READER_PIECE_SIZE = 1 << 20,
    GAME_READER_GAME_LIMIT = 64 << 20,
};

/*
 * All-zero but the paths means the defaults. Borrowed until game_reader_close.
 */
struct game_reader_options {
    const char *const *paths; // "-" is standard input
    uint32_t npaths;
    int nthreads;         // workers that will ask; 0: 1
    size_t memory;        // for what is decompressed ahead; 0: 64 MiB a thread
    size_t piece_size;    // 0: GAME_READER_PIECE_SIZE
    size_t game_limit;    // the largest piece; 0: GAME_READER_GAME_LIMIT
    bool zstd_long;       // windows up to 2 GiB instead of 128 MiB
    bool wants_checksums; // of the files as they are

    /*
     * Part 'part' (from 0) of 'nparts'; 0 parts mean all. The files, laid end
     * to end, are divided by their bytes: a plain file at its cuts, while a
     * compressed file belongs whole to the part in which it begins. The parts
     * together give the pieces of the undivided reader, in order.
     */
    uint32_t part, nparts;
};

/* 'file' and 'offset' name a piece for good, whatever the part. */
struct game_reader_piece {
    struct tabia_bytes bytes; // whole games; valid until game_reader_release
    const char *name;         // of the file, for messages
    uint32_t file;            // index in the list of paths
    uint64_t number;          // 0, 1, 2 ... of those this reader gives
    uint64_t offset;          // of the bytes in the decompressed file
    uint64_t ngames; // 0; set before game_reader_release, it is summed up

    /* Private. */
    struct game_reader_input *input;
    void *owned;
    size_t room;
    uint32_t line;
};

/* What became of a file. Constant once game_reader_next has said the end. */
struct game_reader_file {
    const char *name;          // "<stdin>" for "-"
    const char *compression;   // "plain", "gz", "bz2", "xz", "zst"
    uint64_t size;             // bytes of the file as it is
    uint64_t text_size;        // decompressed bytes given out
    uint64_t ngames;           // that the pieces were said to hold
    uint64_t checksum;         // XXH3, 64 bits, of the whole file as it is
    bool has_checksum;         // false for files that another part reads
    struct tabia_error damage; // TABIA_OK: none; the offset is in the file
};

/*
 * Looks at all files, opens none of those to come later. NULL on failure,
 * also when a file is not there. game_reader_close frees it.
 */
struct game_reader *game_reader_open(const struct game_reader_options *options,
                                     struct tabia_error *err) MUST_CHECK;

/* No piece may be held. Accepts NULL. */
void game_reader_close(struct game_reader *reader);

/*
 * Takes the next piece; any thread. False at the end, and when the system
 * fails: then 'err' says so, in every thread that asks. A piece is never
 * empty.
 */
bool game_reader_next(struct game_reader *reader,
                      struct game_reader_piece *piece, struct tabia_error *err);

/* Gives a piece back; any thread. */
void game_reader_release(struct game_reader *reader,
                         struct game_reader_piece *piece);

/*
 * The number of the line, from 1, in which a piece that is not yet done
 * begins. Lines are counted only when this is asked, and then as far as
 * needed: ask it for messages, after reading the piece as from line 1.
 */
uint32_t game_reader_line(struct game_reader *reader,
                          const struct game_reader_piece *piece);

/* Makes game_reader_next end soon in all threads, as if there were no more. */
void game_reader_stop(struct game_reader *reader);

/* ---- how far it is, what became of it -------------------------------- */

/* Bytes read of the files as they are, and of all in all; 0: not known. */
uint64_t game_reader_bytes_done(const struct game_reader *reader);
uint64_t game_reader_bytes_total(const struct game_reader *reader);

uint32_t game_reader_file_count(const struct game_reader *reader);
const struct game_reader_file *game_reader_file_at(
    const struct game_reader *reader, uint32_t file);

/* The damage of a file that has some, with how many games were read before. */
struct tabia_error game_reader_damage(const struct game_reader_file *file);

/* ---- all of it by a pool --------------------------------------------- */

/* 'worker' is below pool_thread_count, and one thread's alone. False: stop. */
typedef bool game_reader_task_fn(void *ctx, int worker,
                                 struct game_reader_piece *piece,
                                 struct tabia_error *err);

/*
 * Gives every piece to 'task', and to game_reader_release after it. False when
 * the reader or a task failed. Damaged files are no failure.
 */
bool game_reader_each_piece(struct game_reader *reader, struct pool *pool,
                            game_reader_task_fn *task, void *ctx,
                            struct tabia_error *err);

#endif
