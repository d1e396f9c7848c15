/*
 * spool.h - files for what memory has no room for
 *
 * With a folder to work in they have names and outlive the process; without
 * one they have none, and the system removes them whatever happens.
 */
#ifndef BUILD_SPOOL_H
#define BUILD_SPOOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/sink.h"
#include "tabia/error.h"

struct XXH3_state_s;

/* The zero value is closed. */
struct spool {
    bool is_open;
    int fd;
    uint64_t size; // bytes that count
    char *path;    // owned; NULL: it has no name
    void *map;
    size_t mapped;
    struct XXH3_state_s *sum; // owned: of the first 'nsummed' bytes
    uint64_t nsummed;
};

/* A new file without a name in 'folder' (NULL: where temporary files go). */
bool spool_open_temp(struct spool *s, const char *folder,
                     struct tabia_error *err);

/* The file 'folder'/'name'; what is there beyond 'size' bytes is dropped. */
bool spool_open(struct spool *s, const char *folder, const char *name,
                uint64_t size, struct tabia_error *err);

/* A file that is there, with all its bytes, for reading. */
bool spool_open_all(struct spool *s, const char *folder, const char *name,
                    struct tabia_error *err);

/* Writes at a place; any thread. Does not change 'size'. */
bool spool_put(struct spool *s, uint64_t at, const void *data, size_t size,
               struct tabia_error *err);

/* A sink that writes from the start of an empty file and counts 'size'. */
struct sink spool_sink(struct spool *s, struct tabia_error *err);

/*
 * Reads the bytes behind those that were summed up, and adds them to the sum.
 */
bool spool_read_next(struct spool *s, void *data, size_t size,
                     struct tabia_error *err);

/*
 * The XXH3 of all bytes so far. Those that were summed up are not read again.
 */
bool spool_checksum(struct spool *s, uint64_t *sum, struct tabia_error *err);

/* Makes sure that the bytes are on the disk. */
bool spool_sync(struct spool *s, struct tabia_error *err);

/* The bytes, mapped; valid until the next call for this file. */
bool spool_map(struct spool *s, struct tabia_bytes *bytes,
               struct tabia_error *err);

/*
 * A new file without a name in 'folder' (NULL: where temporary files go), of
 * this size and mapped: memory that the system may take back. NULL with an
 * error; close the spool in any case.
 */
void *spool_map_new(struct spool *s, const char *folder, size_t nbytes,
                    struct tabia_error *err) MUST_CHECK;

void spool_close(struct spool *s);

/* Maps the bytes for good and closes the file: only reading is left. */
bool spool_seal(struct spool *s, struct tabia_bytes *bytes,
                struct tabia_error *err);

#endif
