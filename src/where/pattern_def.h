/*
 * pattern_def.h - the parts of a pattern between parser and automaton
 */
#ifndef WHERE_PATTERN_DEF_H
#define WHERE_PATTERN_DEF_H

#include <stdint.h>

#include "where/pattern.h"

/* A set of bytes. */
struct byte_set {
    uint64_t bits[4];
};

enum piece_kind {
    PIECE_EMPTY,
    PIECE_SET,   // one byte of 'set'
    PIECE_START, // ^
    PIECE_END,   // $
    PIECE_CAT,   // 'left', then 'right'
    PIECE_ALT,   // 'left' or 'right'
    PIECE_REPEAT // 'left', 'least' to 'most' times
};

enum { PIECE_NO_END = UINT16_MAX }; // as 'most'

struct piece {
    enum piece_kind kind;
    uint16_t left, right;
    uint16_t least, most;
    struct byte_set set;
};

/* Every byte makes two pieces at most, and the end one more. */
enum { PIECES_MAX = 2 * PATTERN_LENGTH_MAX + 2 };

struct pieces {
    uint16_t n, root;
    struct piece list[PIECES_MAX];
};

/* The text as a tree. On failure 'at' is the byte where the error is. */
bool pattern_read(const char *text, size_t len, bool ignore_case,
                  struct pieces *pieces, size_t *at, struct tabia_error *err);

#endif
