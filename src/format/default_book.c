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

struct tabia_book *tabia_book_default(struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = &format_ct800,
        .name = "openings.txt",
    };
    return tabia_book_decode(default_book_text(), &options, err);
}
