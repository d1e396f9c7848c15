/*
 * fuzz_openings.c - any bytes as Chess Openings text
 *
 * What is written is read again as the same text. A book may have lost its
 * last move by then, as castling of Chess960 is not written.
 */
#include "round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_book(const struct tabia_format *format, struct tabia_book *book)
{
    if (!book)
        return;
    const struct tabia_bytes once = write_bytes(format, book);
    struct tabia_book *back = read_bytes(format, once, false);
    const bool has_moves = memmem(once.data, once.size, "\n", 1) &&
                           memmem(once.data, once.size, " -> ", 4);
    require(back || !has_moves || !tabia_book_edge_count(book));
    if (back) {
        const struct tabia_bytes twice = write_bytes(format, back);
        require(once.size == twice.size &&
                memcmp(once.data, twice.data, once.size) == 0);
        free((void *)twice.data);
    }
    free((void *)once.data);
    tabia_book_free(back);
    tabia_book_free(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tabia_format *format = tabia_format_find("openings", NULL);
    const struct tabia_bytes bytes = { data, size };
    if (IS_READ_ONLY) {
        tabia_book_free(read_bytes(format, bytes, true));
        return 0;
    }
    (void)!tabia_format_detect(bytes, NULL, NULL);
    try_book(format, read_bytes(format, bytes, false));
    try_book(format, read_bytes(format, bytes, true));
    return 0;
}
