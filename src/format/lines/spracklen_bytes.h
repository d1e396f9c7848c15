/*
 * spracklen_bytes.h - the records of a Spracklen-Thompson tree in bytes
 *
 *     FROM-TO    vlffffff pptttttt   a move (p: promotion, movecode.h)
 *                01aaaaaa aaaaaaaa aaaaaaaa aaaaaaaa   JUMP, see below
 *     offsets    vliiiiii            a move: index in the legal list, to 61
 *                vl111111 iiiiiiii   a move: any index
 *                01111110 and 3 bytes                  JUMP
 *
 * v is a '(' before the move: a sibling follows later. l is a ')' after it:
 * the line ends, and the next record is the next sibling of the last open
 * bracket. A JUMP stands in place of the moves after a move; its last three
 * bytes are where in the file these moves are, most significant byte first.
 * As FROM-TO it is told by a piece that does not move: the low six bits of
 * its first byte are those of the second.
 */
#ifndef FORMAT_SPRACKLEN_BYTES_H
#define FORMAT_SPRACKLEN_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "format/lines/movecode.h"
#include "tabia/error.h"

enum {
    SPRACKLEN_JUMP_SIZE = 4,
    SPRACKLEN_RECORD_MAX = 4,
    SPRACKLEN_SIZE_MAX = 1 << 24, // bytes that a JUMP can reach
};

struct spracklen_record {
    uint32_t offset; // in the file
    uint32_t target; // of a JUMP: an offset
    uint16_t code;   // of a move
    bool is_jump;
    bool has_sibling; // v
    bool ends;        // l
};

/* Reads the record at 'rec->offset'; returns its size, 0 if it is cut. */
unsigned spracklen_load(struct tabia_bytes src, enum movecode_kind kind,
                        struct spracklen_record *rec);

/* Writes a record; returns its size. */
unsigned spracklen_store(const struct spracklen_record *rec,
                         enum movecode_kind kind,
                         uint8_t bytes[SPRACKLEN_RECORD_MAX]);

#endif
