/*
 * ct800_c.h - the C file of a compiled CT800 book
 */
#ifndef FORMAT_CT800_C_H
#define FORMAT_CT800_C_H

#include "base/buf.h"
#include "base/sink.h"

/* What the file names. */
#define CT800_C_ARRAY  "ctbook_crc_dat"
#define CT800_C_LENGTH "ctbook_crc_dat_len"
#define CT800_C_SHIFT  "BOOK_SCAN_CRC_SHIFT"
#define CT800_C_INDEX  "book_crc_index_cache"

enum { CT800_C_SHIFT_BITS = 24 }; // from a CRC-32 to its place in the index

/* Writes the C file of these records. */
bool ct800_c_put(struct sink *dst, struct tabia_bytes records);

/* Reads and checks the whole file; 'records' gets the records. */
bool ct800_c_decode(struct tabia_bytes bytes, struct buf *records,
                    struct tabia_error *err);

#endif
