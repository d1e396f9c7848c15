/*
 * default_book.c - the built-in book, data/openings.txt
 */
#include "format/formats.h"
#include "base/banned.h"

static const uint8_t text[] = {
#include "format/openings.inc"
};

struct tabia_bytes default_book_text(void)
{
    return (struct tabia_bytes){ text, sizeof(text) };
}
