/*
 * book_side.h - the side that a book is for, as its text "side" has it
 */
#ifndef BOOK_BOOK_SIDE_H
#define BOOK_BOOK_SIDE_H

#include "tabia/book.h"

/* TABIA_SIDE_BOTH if it does not say so. Accepts NULL. */
enum tabia_side book_side(const struct tabia_book *book);

/* Like book_side, but White if it does not say so. */
enum tabia_color book_color(const struct tabia_book *book);

#endif
