/*
 * round_trip.h - any bytes as a book of one format, and back
 */
#ifndef FUZZ_ROUND_TRIP_H
#define FUZZ_ROUND_TRIP_H

#include <stdlib.h>
#include <string.h>

#include "require.h"
#include "tabia/format.h"

static inline bool go_on(void *ctx, enum tabia_severity severity,
                         const struct tabia_error *problem)
{
    (void)ctx;
    (void)severity;
    require(problem->status != TABIA_OK && problem->msg[0]);
    return true;
}

static inline struct tabia_book *read_bytes(const struct tabia_format *format,
                                            struct tabia_bytes bytes,
                                            bool lenient)
{
    const struct tabia_read_options options = {
        .format = format,
        .memory_limit = (size_t)1 << 28,
        .keep_location = true,
        .lenient = lenient,
        .on_problem = lenient ? go_on : NULL,
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    require(!book == (err.status != TABIA_OK));
    return book;
}

static inline struct tabia_bytes write_bytes(const struct tabia_format *format,
                                             const struct tabia_book *book)
{
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    require(tabia_book_encode(book, format, NULL, &data, &size, NULL, &err));
    return (struct tabia_bytes){ data, size };
}

/* What can be read can be written, and is then the same for ever. */
static inline void check_book(const struct tabia_format *format,
                              struct tabia_book *book)
{
    if (!book)
        return;
    const struct tabia_bytes once = write_bytes(format, book);
    struct tabia_book *back = read_bytes(format, once, false);
    require(back && tabia_book_edge_count(back) == tabia_book_edge_count(book));
    const struct tabia_bytes twice = write_bytes(format, back);
    require(once.size == twice.size &&
            memcmp(once.data, twice.data, once.size) == 0);
    free((void *)once.data);
    free((void *)twice.data);
    tabia_book_free(back);
    tabia_book_free(book);
}

/* The whole test of a format that keeps every move. */
static inline void check_format(const char *name, const uint8_t *data,
                                size_t size)
{
    const struct tabia_format *format = tabia_format_find(name, NULL);
    const struct tabia_bytes bytes = { data, size };
    if (IS_READ_ONLY) {
        tabia_book_free(read_bytes(format, bytes, true));
        return;
    }
    (void)!tabia_format_detect(bytes, NULL, NULL);
    check_book(format, read_bytes(format, bytes, false));
    check_book(format, read_bytes(format, bytes, true));
}

#endif
