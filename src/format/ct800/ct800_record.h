/*
 * ct800_record.h - the records of a compiled CT800 book
 *
 * A record holds the moves of one position:
 *
 *     0   4   CRC-32, big endian
 *     4   1   CRC-8 bits 7 to 4, then the number of moves, 1 to 15
 *     5   1   CRC-8 bits 3 to 2, then the square that the first move leaves
 *     6   1   CRC-8 bits 1 to 0, then the square that it enters
 *     7   2n  the other moves, two squares each
 *
 * Records stand without gaps in ascending order of the key.
 */
#ifndef FORMAT_CT800_RECORD_H
#define FORMAT_CT800_RECORD_H

#include "tabia/error.h"

enum {
    CT800_RECORD_HEAD_SIZE = 5,
    CT800_RECORD_MOVES_MAX = 15,
    CT800_RECORD_SIZE_MAX =
        CT800_RECORD_HEAD_SIZE + 2 * CT800_RECORD_MOVES_MAX, // bytes
    CT800_INDEX_BITS = 8, // of the index in the C file
    CT800_INDEX_SIZE = 1 << CT800_INDEX_BITS,
    CT800_ID_SIZE = 16,

    /* An item of the raw list: key << 24 | from << 6 | to. */
    CT800_ITEM_SHIFT = 24,
    CT800_ITEM_MOVE = (1 << 12) - 1,
};

/* The bytes that follow the records in the generated C file. */
extern const uint8_t ct800_id[CT800_ID_SIZE];

struct ct800_compiled;

/* Adds the records of a sorted list, and counts. */
bool ct800_records_add(struct ct800_compiled *out, const uint64_t *items,
                       size_t n, struct tabia_error *err);

struct ct800_record {
    uint64_t key;
    size_t offset, size; // in the file
    unsigned nmoves;
    const uint8_t *moves; // pairs; mask with 63
};

/*
 * The record at 'offset'; false at the end. The bytes have been checked, or
 * 'err' gets what is wrong (TABIA_ERR_CORRUPT).
 */
bool ct800_record_at(struct tabia_bytes bytes, size_t offset,
                     struct ct800_record *rec, struct tabia_error *err);

/*
 * The record of a key, by halving; the records are not checked, and in a
 * damaged file it may be missed. Reads some KB, whatever the size.
 */
bool ct800_records_find(struct tabia_bytes bytes, uint64_t key,
                        struct ct800_record *rec);

/* True for whole records in ascending order. Counts them. */
bool ct800_records_check(struct tabia_bytes bytes, uint32_t *count,
                         struct tabia_error *err);

/*
 * From the upper 'nbits' bits of a CRC-32 to where the search begins; 'index'
 * has a place for each of their values.
 */
void ct800_records_fill_index(struct tabia_bytes bytes, unsigned nbits,
                              uint32_t *index);

#endif
