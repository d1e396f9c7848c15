/*
 * book_side.c - the side that a book is for, as its text "side" has it
 */
#include "book/book_side.h"

#include <string.h>

#include "base/banned.h"

enum tabia_side book_side(const struct tabia_book *book)
{
    const char *side = book ? tabia_book_find_text(book, "side") : NULL;
    return side && strcmp(side, "white") == 0   ? TABIA_SIDE_WHITE
           : side && strcmp(side, "black") == 0 ? TABIA_SIDE_BLACK
                                                : TABIA_SIDE_BOTH;
}

enum tabia_color book_color(const struct tabia_book *book)
{
    return book_side(book) == TABIA_SIDE_BLACK ? TABIA_BLACK : TABIA_WHITE;
}
