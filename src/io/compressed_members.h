/*
 * compressed_members.h - members of a file, decompressed at the same time
 *
 * One thread at a time reads the text in its order; others that have nothing
 * else to do may decompress members that come later. What they decompress
 * ahead has a limit; where it is reached, the reader goes on from there.
 */
#ifndef IO_COMPRESSED_MEMBERS_H
#define IO_COMPRESSED_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "io/decompress.h"
#include "io/raw_file.h"

struct compressed_members;

/* Borrows 'raw', a mapped file. 'ahead' members, 'memory' bytes in all. */
struct compressed_members *compressed_members_new(
    struct raw_file *raw, const struct decompress_method *method,
    const struct decompress_options *options, int ahead, size_t memory,
    struct tabia_error *err) MUST_CHECK;

/* No thread may be helping. Accepts NULL. */
void compressed_members_free(struct compressed_members *m);

/*
 * Reads 'size' bytes of text; '*got' is less at the end, and where the file
 * is damaged: then 'damage' says so. False when the system fails. One thread
 * at a time.
 */
bool compressed_members_read(struct compressed_members *m, uint8_t *out,
                             size_t size, size_t *got,
                             struct tabia_error *damage,
                             struct tabia_error *err);

/* Decompresses a member ahead; false when there is none left. Any thread. */
bool compressed_members_help(struct compressed_members *m);

/* How far the reader has come in the compressed file. For the reader. */
uint64_t compressed_members_tell(const struct compressed_members *m);

#endif
