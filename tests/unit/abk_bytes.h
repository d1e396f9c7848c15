/*
 * abk_bytes.h - Arena books for tests, from one line of text
 *
 *     "e2e4 p5 c901; e7e5 p3 g10/4/3"
 *
 * Records from number 900 on, separated by ';'. After the squares: pN the
 * priority, gN/N/N games, won and lost, cN the first reply, nN the next
 * alternative, qN the promotion, kN the captured piece, d for deleted. Before
 * the first: "ab2", '=TEXT' for a comment, '@TEXT' for the author, "#N" for
 * the header's count (else it is right), "%N/N/N" for how much priority, games
 * and score count (else 1/1/0), "+N" bytes at the end.
 */
#ifndef TESTS_ABK_BYTES_H
#define TESTS_ABK_BYTES_H

#include "base/buf.h"

/* Ends the test when the text is wrong. The caller clears the buffer. */
struct buf abk_bytes(const char *text);

/* The records in the same words. The caller frees the text. */
char *abk_dump(struct tabia_bytes bytes);

#endif
