/*
 * format_check.h - books from texts and back, in tests of formats
 */
#ifndef TESTS_FORMAT_CHECK_H
#define TESTS_FORMAT_CHECK_H

#include "check.h"

#include <stdlib.h>

#include "tabia/builder.h"
#include "tabia/format.h"

static inline struct tabia_bytes bytes_of(const char *text)
{
    return (struct tabia_bytes){ (const uint8_t *)text, strlen(text) };
}

static inline struct tabia_book *decode_text(const char *format,
                                             const char *text,
                                             struct tabia_error *err)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(format),
    };
    return tabia_book_decode(bytes_of(text), &options, err);
}

/* The book in a format of text; the caller frees it. */
static inline char *encode_text(const struct tabia_book *book,
                                const char *format, struct tabia_report *report)
{
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(book, tabia_format_find(format), NULL, &data, &size,
                           report, &err))
        fail_msg("encode: %s", err.msg);
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, data, size);
    text[size] = '\0';
    free(data);
    return text;
}

/* "line:col: message", or the message alone where there is no line. */
static inline const char *error_text(const struct tabia_error *err, char *buf,
                                     size_t size)
{
    if (err->line)
        snprintf(buf, size, "%u:%u: %s", err->line, err->col, err->msg);
    else
        snprintf(buf, size, "%s", err->msg);
    return buf;
}

/* All losses: "3 names are dropped; 1 ...". */
static inline const char *report_text(const struct tabia_report *report,
                                      char *buf, size_t size)
{
    size_t len = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < report->n && len < size; i++)
        len +=
            (size_t)snprintf(buf + len, size - len, "%s%llu %s", i ? "; " : "",
                             (unsigned long long)report->list[i].count,
                             report->list[i].what);
    return buf;
}

/* Plays moves in UCI, separated by blanks, from the cursor on. */
static inline void play_moves(struct tabia_builder *b, struct tabia_cursor *c,
                              const char *moves)
{
    struct tabia_error err = { 0 };
    for (const char *p = moves; *p; p += strspn(p, " ")) {
        const size_t len = strcspn(p, " ");
        tabia_move mv;
        if (!tabia_uci_parse(&c->pos, p, len, &mv, &err) ||
            !tabia_builder_play(b, c, mv, &err))
            fail_msg("%s: %s", moves, err.msg);
        p += len;
    }
}

static inline struct tabia_builder *new_builder(void)
{
    struct tabia_builder *b = tabia_builder_new(NULL, NULL);
    assert_non_null(b);
    return b;
}

static inline struct tabia_book *freeze(struct tabia_builder *b)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_builder_freeze(b, &err);
    if (!book)
        fail_msg("freeze: %s", err.msg);
    return book;
}

#endif
