/*
 * members.h - a compressed file whose members are decompressed at the same time
 *
 * One thread at a time reads the text in its order; others that have nothing
 * else to do may decompress members that come later. What they decompress
 * ahead has a limit; where it is reached, the reader goes on from there.
 */
#ifndef IO_MEMBERS_H
#define IO_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "io/raw.h"
#include "io/unpack.h"

struct members;

/* Borrows 'raw', a mapped file. 'ahead' members, 'memory' bytes in all. */
struct members *members_new(struct raw *raw, const struct unpack_method *method,
                            const struct unpack_options *options, int ahead,
                            size_t memory,
                            struct tabia_error *err) ATTR_MUST_CHECK;

/* No thread may be helping. Accepts NULL. */
void members_free(struct members *m);

/*
 * Reads 'size' bytes of text; '*got' is less at the end, and where the file
 * is damaged: then 'damage' says so. False when the system fails. One thread
 * at a time.
 */
bool members_read(struct members *m, uint8_t *out, size_t size, size_t *got,
                  struct tabia_error *damage, struct tabia_error *err);

/* Decompresses a member ahead; false when there is none left. Any thread. */
bool members_help(struct members *m);

/* How far the reader has come in the compressed file. For the reader. */
uint64_t members_tell(const struct members *m);

#endif
