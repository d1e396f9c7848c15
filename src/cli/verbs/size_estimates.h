/*
 * size_estimates.h - sizes of representations that are no file format here
 */
#ifndef CLI_SIZE_ESTIMATES_H
#define CLI_SIZE_ESTIMATES_H

#include <stdbool.h>
#include <stdint.h>

#include "tabia/book.h"

/* What a book holds, each thing once. */
struct size_counts {
    uint64_t positions; // that have a move or are reached by one
    uint64_t answered;  // of them, that have moves
    uint64_t moves;     // different moves of all positions
    uint64_t lines;     // ends of lines
    uint64_t plies;     // moves of all lines, repeated ones counted
};

/* Counts a book in which no lines meet; of others 'plies' is not known. */
bool size_estimates_count(const struct tabia_book *book,
                          struct size_counts *counts, struct tabia_error *err);

/*
 * Positions under keys of 40 bits: 5 bytes for each that has moves, and 2 for
 * each move. 'nsame' gets how many positions share their key with another.
 */
bool size_estimates_keyed(const struct tabia_book *book,
                          const struct size_counts *counts, uint64_t *nbytes,
                          uint64_t *nsame, struct tabia_error *err);

/*
 * Whole positions, each square in the Huffman code of the book's own pieces,
 * with a bit for the side to move, 4 for castling, 4 for en passant; 2 bytes
 * for each move.
 */
uint64_t size_estimates_huffman(const struct tabia_book *book,
                                const struct size_counts *counts);

/* What 'zstd -19' makes of the bytes. False when it cannot be run. */
bool size_estimates_zstd(struct tabia_bytes text, uint64_t *nbytes);

#endif
