/*
 * details.h - what a store shows of a game, on its way there
 */
#ifndef BUILD_DETAILS_H
#define BUILD_DETAILS_H

#include "base/buf.h"
#include "store/store_write.h"

/*
 * Appends a game's details: two names, the event, each with one byte of
 * length before and a NUL behind it; the source, offset and length of the
 * text as numbers of 4, 8 and 4 bytes.
 */
void details_add(struct buf *dst, const char *const texts[3],
                 const size_t lens[3], uint32_t source, uint64_t offset,
                 uint32_t length);

/*
 * Reads what details_add wrote; the texts are borrowed from 'src'. Returns
 * the bytes used, 0 when they are wrong.
 */
size_t details_read(struct tabia_bytes src, struct store_detail *detail);

#endif
