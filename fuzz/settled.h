/*
 * settled.h - a book written once is written the same ever after
 *
 * For formats that bring lines together: what is read may have a move twice,
 * what is written has it once.
 */
#ifndef FUZZ_SETTLED_H
#define FUZZ_SETTLED_H

#include "format/report.h"
#include "round_trip.h"
#include "tabia/diff.h"

/* 'setting' is one of writing: "offsets", or NULL. */
static inline struct tabia_book *read_with(const char *name,
                                           struct tabia_bytes bytes,
                                           const char *setting)
{
    const struct tabia_setting settings = { "from-offsets", "" };
    const struct tabia_read_options options = {
        .format = tabia_format_find(name, NULL),
        .settings = &settings,
        .nsettings = setting ? 1 : 0,
        .memory_limit = (size_t)1 << 28,
        .keep_location = true,
    };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
    require(!book == (err.status != TABIA_OK));
    return book;
}

static inline struct tabia_bytes write_with(const char *name,
                                            const struct tabia_book *book,
                                            const char *setting,
                                            const char *other,
                                            struct tabia_report *report)
{
    struct tabia_setting settings[2];
    struct tabia_write_options options = { .settings = settings };
    if (setting)
        settings[options.nsettings++] = (struct tabia_setting){ setting, "" };
    if (other)
        settings[options.nsettings++] = (struct tabia_setting){ other, "" };
    uint8_t *data;
    size_t size;
    require(tabia_book_encode(book, tabia_format_find(name, NULL), &options,
                              &data, &size, report, NULL));
    return (struct tabia_bytes){ data, size };
}

/* No position and no move may be lost, unless the report says so. */
static inline void check_same(const struct tabia_book *a,
                              const struct tabia_book *b,
                              const struct tabia_report *report)
{
    struct tabia_diff_result counts = { 0 };
    if (report->n)
        return;
    require(tabia_book_diff(
        a, b, &(struct tabia_diff_options){ .ignored = ~0u }, &counts, NULL));
    require(!counts.positions_a && !counts.positions_b && !counts.moves_a &&
            !counts.moves_b);
}

/* Reads with 'setting', which may be NULL, and writes with it. */
static inline void check_settled(const char *name, struct tabia_bytes bytes,
                                 const char *setting)
{
    struct tabia_book *book = read_with(name, bytes, setting);
    if (!book)
        return;
    struct tabia_report report = { 0 };
    const struct tabia_bytes once =
        write_with(name, book, setting, NULL, &report);
    struct tabia_book *back = read_with(name, once, setting);
    require(back);
    const struct tabia_bytes twice =
        write_with(name, back, setting, NULL, NULL);
    require(once.size == twice.size &&
            memcmp(once.data, twice.data, once.size) == 0);
    check_same(book, back, &report);
    free((void *)once.data);
    free((void *)twice.data);
    tabia_book_free(back);
    tabia_book_free(book);
}

#endif
