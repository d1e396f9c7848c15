/*
 * error.c - filling errors in, and naming them
 */
#include "base/error_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/banned.h"

static const char *const status_names[] = {
    [TABIA_OK] = "ok",
    [TABIA_ERR_SYNTAX] = "syntax",
    [TABIA_ERR_ILLEGAL] = "illegal",
    [TABIA_ERR_AMBIGUOUS] = "ambiguous",
    [TABIA_ERR_CHECK] = "check",
    [TABIA_ERR_CORRUPT] = "corrupt",
    [TABIA_ERR_LOSS] = "loss",
    [TABIA_ERR_LIMIT] = "limit",
    [TABIA_ERR_MISUSE] = "misuse",
    [TABIA_ERR_IO] = "io",
    [TABIA_ERR_NOMEM] = "nomem",
    [TABIA_ERR_EMPTY] = "empty",
    [TABIA_ERR_STOPPED] = "stopped",
    [TABIA_ERR_NOT_FOUND] = "not-found",
};

struct error_location {
    size_t line, col;
    uint64_t offset;
};

static uint32_t clamp32(size_t value)
{
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/* Prints into what is left of the message; a character is never cut. */
static void add_words(struct tabia_error *err, const char *fmt, va_list ap)
    PRINTF_LIKE(2, 0);

static void add_words(struct tabia_error *err, const char *fmt, va_list ap)
{
    const size_t used = strlen(err->msg);
    const size_t room = sizeof(err->msg) - used;
    const int len = vsnprintf(err->msg + used, room, fmt, ap);
    if (len < 0 || (size_t)len < room)
        return;
    const size_t kept = strlen(err->msg);
    size_t start = kept;
    while (start > 0 && kept - start < UTF8_MAX &&
           ((unsigned char)err->msg[start - 1] & 0xC0) == 0x80)
        start--;
    if (start > 0 && (unsigned char)err->msg[start - 1] >= 0xC0)
        start--; // now at the first byte of the last character
    uint32_t code;
    if (start < kept && !utf8_decode(err->msg + start, kept - start, &code))
        err->msg[start] = '\0';
}

static bool error_fill(struct tabia_error *err, enum tabia_status status,
                       struct error_location location, const char *fmt,
                       va_list ap) PRINTF_LIKE(4, 0);

static bool error_fill(struct tabia_error *err, enum tabia_status status,
                       struct error_location location, const char *fmt,
                       va_list ap)
{
    if (!err || err->status)
        return false;
    err->status = status;
    err->line = clamp32(location.line);
    err->col = clamp32(location.col);
    err->offset = location.offset;
    err->msg[0] = '\0';
    add_words(err, fmt, ap);
    return false;
}

bool error_set(struct tabia_error *err, enum tabia_status status,
               const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error_fill(err, status, (struct error_location){ 0 }, fmt, ap);
    va_end(ap);
    return false;
}

bool error_at_col(struct tabia_error *err, enum tabia_status status, size_t col,
                  const char *fmt, ...)
{
    const struct error_location location = { 1, col, col ? col - 1 : 0 };
    va_list ap;
    va_start(ap, fmt);
    error_fill(err, status, location, fmt, ap);
    va_end(ap);
    return false;
}

bool error_at_location_v(struct tabia_error *err, enum tabia_status status,
                         size_t line, size_t col, uint64_t offset,
                         const char *fmt, va_list ap)
{
    return error_fill(err, status, (struct error_location){ line, col, offset },
                      fmt, ap);
}

bool error_at_location(struct tabia_error *err, enum tabia_status status,
                       size_t line, size_t col, uint64_t offset,
                       const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error_fill(err, status, (struct error_location){ line, col, offset }, fmt,
               ap);
    va_end(ap);
    return false;
}

bool error_at_offset(struct tabia_error *err, enum tabia_status status,
                     uint64_t offset, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    error_fill(err, status, (struct error_location){ 0, 1, offset }, fmt, ap);
    va_end(ap);
    return false;
}

static void add_format(struct tabia_error *err, const char *fmt, ...)
    PRINTF_LIKE(2, 3);

static void add_format(struct tabia_error *err, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    add_words(err, fmt, ap);
    va_end(ap);
}

static inline const char *words_returned(const char *result, const char *words)
{
    (void)words;
    return result;
}

static inline const char *words_filled_in(int failed, const char *words)
{
    return failed ? "unknown error" : words;
}

/* GNU's strerror_r returns the words, that of POSIX (musl) fills them in. */
static const char *system_words(int number, char *words, size_t size)
{
    return _Generic(strerror_r(number, words, size), int
                    : words_filled_in, char *
                    : words_returned)(strerror_r(number, words, size), words);
}

bool error_system(struct tabia_error *err, int number, const char *fmt, ...)
{
    if (!err || err->status)
        return false;

    va_list ap;
    va_start(ap, fmt);
    error_fill(err, number == ENOMEM ? TABIA_ERR_NOMEM : TABIA_ERR_IO,
               (struct error_location){ 0 }, fmt, ap);
    va_end(ap);
    char words[96];
    add_format(err, ": %s", system_words(number, words, sizeof(words)));
    return false;
}

bool error_nomem(struct tabia_error *err)
{
    return error_set(err, TABIA_ERR_NOMEM, "out of memory");
}

bool error_hint(struct tabia_error *err, enum tabia_hint hint)
{
    if (err && err->status && !err->hint)
        err->hint = hint;
    return false;
}

void error_set_file(struct tabia_error *err, const char *file)
{
    static const char dots[] = "...";
    const size_t len = file ? strlen(file) : 0;
    size_t skip = 0;
    if (len >= sizeof(err->file)) {
        skip = len - (sizeof(err->file) - sizeof(dots));
        while ((file[skip] & 0xC0) == 0x80) // within a character
            skip++;
    }
    snprintf(err->file, sizeof(err->file), "%s%s", skip ? dots : "",
             file ? file + skip : "");
}

struct tabia_error error_for(const char *file)
{
    struct tabia_error err = { 0 };
    error_set_file(&err, file);
    return err;
}

bool error_in_file(struct tabia_error *err, const char *file)
{
    if (err && err->status && !err->file[0])
        error_set_file(err, file);
    return false;
}

bool error_pass(struct tabia_error *err, const struct tabia_error *from)
{
    if (err && !err->status)
        *err = *from;
    return false;
}

void tabia_free(void *memory)
{
    free(memory);
}

const char *tabia_status_name(enum tabia_status status)
{
    if ((size_t)status >= COUNT_OF(status_names))
        return "unknown";
    return status_names[status];
}
