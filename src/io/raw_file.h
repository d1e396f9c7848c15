/*
 * raw_file.h - the bytes of a file of games as they are, compressed or not
 *
 * Regular files are mapped. Pipes are read piece by piece, so that their
 * length does not matter.
 */
#ifndef IO_RAW_FILE_H
#define IO_RAW_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "io/input.h"
#include "tabia/error.h"

/* All fields but 'is_mapped', 'map', 'name' and 'at' are private. */
struct raw_file {
    const char *name;       // for messages; borrowed
    bool is_mapped;         // 'map' is the whole file
    struct tabia_bytes map; // borrowed from 'in'
    uint64_t at;            // bytes given out by raw_file_read
    struct input in;
    int fd;
    uint8_t *buf;   // of a pipe
    bool is_at_end; // the pipe was read to its end
    void *hash;     // NULL: no checksum
    uint64_t hashed;
};

/*
 * Opens a file, or standard input for "-". With 'checksum' what is read is
 * summed up on the way. Borrows 'path'.
 */
bool raw_file_open(struct raw_file *raw, const char *path, bool checksum,
                   struct tabia_error *err);

/* Like raw_file_open, for bytes in memory. Borrows them. */
void raw_file_open_bytes(struct raw_file *raw, struct tabia_bytes bytes);

/* Accepts a closed one, and one that was never opened but is all zero. */
void raw_file_close(struct raw_file *raw);

/*
 * The next piece, valid until the next call; an empty one is the end. False
 * when the system fails.
 */
bool raw_file_read(struct raw_file *raw, struct tabia_bytes *bytes,
                   struct tabia_error *err);

/* True if a mapped file is as it was when it was opened; see input_check. */
bool raw_file_check(struct raw_file *raw, struct tabia_error *err);

/* Sums up a mapped file as far as byte 'end', in whatever steps. */
void raw_file_hash(struct raw_file *raw, uint64_t end);

/*
 * The XXH3 of the whole file, including what was not read. False when it was
 * not asked for, or cannot be known.
 */
bool raw_file_checksum(struct raw_file *raw, uint64_t *sum);

#endif
