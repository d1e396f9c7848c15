/*
 * default_book.c - the book that comes with the library
 *
 * The assembler puts data/openings.txt into the program as it is; the build
 * tells it the folder.
 */
#include "format/formats.h"
#include "base/banned.h"

__asm__(".pushsection .rodata\n"
        ".global default_book_text\n"
        ".hidden default_book_text\n"
        ".global default_book_end\n"
        ".hidden default_book_end\n"
        "default_book_text:\n"
        ".incbin \"openings.txt\"\n"
        "default_book_end:\n"
        ".byte 0\n"
        ".popsection\n");

extern const uint8_t default_book_text[];
extern const uint8_t default_book_end[];

struct tabia_bytes tabia_book_default_text(void)
{
    return (struct tabia_bytes){
        .data = default_book_text,
        .size = (uintptr_t)default_book_end - (uintptr_t)default_book_text,
    };
}

struct tabia_book *tabia_book_default(struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = &format_ct800,
        .name = "openings.txt",
    };
    return tabia_book_decode(tabia_book_default_text(), &options, err);
}
