/*
 * polyglot_bytes.h - PolyGlot books for tests, from one line of text
 *
 *     "@ e2e4=5 d2d4=3:7 @e2e4 e7e5=1 sort"
 *
 * Words: @MOVE,MOVE is the position whose entries follow, fen:... another one
 * (with _ for blanks), #HEX a key; SQUARES=WEIGHT:LEARN an entry (:LEARN may
 * be missing), %HEX=WEIGHT one with that code; 'TEXT the entries of a header
 * (with / for line ends); +N so many bytes more; "sort" puts all in order.
 */
#ifndef TESTS_POLYGLOT_BYTES_H
#define TESTS_POLYGLOT_BYTES_H

#include "base/buf.h"

/* Ends the test when the text is wrong. The caller clears the buffer. */
struct buf polyglot_bytes(const char *text);

/*
 * The entries as "KEY SQUARES=WEIGHT:LEARN", separated by blanks, a key only
 * where it changes: "@" for the starting position, else 4 hexadecimal digits.
 * The caller frees the text.
 */
char *polyglot_dump(struct tabia_bytes bytes);

#endif
