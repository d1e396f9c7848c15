/*
 * crafty.h - opening books of Crafty 23 to 25: book.bin, books.bin
 *
 * The file starts with 32768 offsets, one for each value of the top 15 bits of
 * a key; -1 means none. A cluster is a count and that many entries of 16 bytes:
 * key 8, flags 1 and games 3 in one number of 4, what was learnt 4 (a float).
 * The version of the program is at the end. Little-endian.
 */
#ifndef FORMAT_CRAFTY_H
#define FORMAT_CRAFTY_H

#include "format/format_contract.h"

enum {
    CRAFTY_NCLUSTERS = 32768,
    CRAFTY_INDEX_SIZE = 4 * CRAFTY_NCLUSTERS,
    CRAFTY_ENTRY_SIZE = 16,
    CRAFTY_CLUSTER_MAX = 8000,
};

/* Side 0 is Black here, 1 White; types are enum tabia_piece_type. */
extern const uint64_t crafty_men[2][7][64];
extern const uint64_t crafty_castling[2][2]; // [short, long][side]
extern const uint64_t crafty_ep[64];         // by target square

/* Key of a position; who is to move does not count. */
uint64_t crafty_key(const struct tabia_pos *pos);

/* Key of the entry for a legal move. 'before' is the position's own key. */
uint64_t crafty_entry_key(const struct tabia_pos *pos, tabia_move mv,
                          uint64_t before);

/* Entries of a cluster; none: 'n' is 0. False when it leaves the file. */
bool crafty_cluster_at(struct tabia_bytes bytes, size_t index, size_t *offset,
                       size_t *n, struct tabia_error *err);

/* Counts of a whole file, checked. */
struct crafty_counts {
    uint32_t nclusters; // that have an offset
    uint32_t nused;     // of them, those that have entries
    uint32_t nentries;
    uint32_t version; // major << 16 | minor
};

bool crafty_count(struct tabia_bytes bytes, struct crafty_counts *counts,
                  struct tabia_error *err);

/* Like crafty_count, but also refuses versions that are not known. */
bool crafty_check(struct tabia_bytes bytes, struct crafty_counts *counts,
                  struct tabia_error *err);

#endif
