/*
 * edit.h - a book as a text that people edit
 *
 *     text key "title" value "My book"
 *     root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *       e4 weight 3
 *       f3 passive remark "weakens e1-h4"
 *     position rnbqkbnr/... b KQkq - eco "B00" name "King's Pawn Game"
 *       e5
 *
 * One line per position and per move, with everything that the book says
 * about it; docs/edit.md has the grammar. Reading what was written gives the
 * same book, whatever format it came from, up to the numbers of its nodes.
 */
#ifndef TABIA_EDIT_H
#define TABIA_EDIT_H

#include "tabia/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * This text as a format, for tabia_book_encode and tabia_book_decode. It is
 * not in the list of formats and never detected.
 */
TABIA_API const struct tabia_format *tabia_format_edit(void);

#ifdef __cplusplus
}
#endif

#endif
