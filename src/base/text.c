/*
 * text.c - a cursor over a text of lines that always knows where it is
 */
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/utf8.h"
#include "base/banned.h"

/* UTF-32 comes first: its little-endian mark begins with that of UTF-16. */
static const struct {
    const char *mark;
    size_t size;
    enum text_encoding encoding;
} marks[] = {
    { "\xFF\xFE\0\0", 4, TEXT_UTF32_LE },  { "\0\0\xFE\xFF", 4, TEXT_UTF32_BE },
    { "\xFF\xFE", 2, TEXT_UTF16_LE },      { "\xFE\xFF", 2, TEXT_UTF16_BE },
    { "\xEF\xBB\xBF", 3, TEXT_UTF8_MARK },
};

enum text_encoding text_detect(struct tabia_bytes bytes, size_t *mark_size)
{
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        if (bytes.size >= marks[i].size &&
            memcmp(bytes.data, marks[i].mark, marks[i].size) == 0) {
            *mark_size = marks[i].size;
            return marks[i].encoding;
        }
    }
    *mark_size = 0;
    return TEXT_PLAIN;
}

bool text_init(struct text *t, struct tabia_bytes bytes, const char *file,
               struct tabia_error *err)
{
    const char *start = bytes.size ? (const char *)bytes.data : "";
    *t = (struct text){
        .p = start,
        .end = start,
        .line_start = start,
        .src = start,
        .src_end = start + bytes.size,
        .file = file,
        .err = err,
    };
    if (bytes.size > TEXT_SIZE_MAX) {
        t->src_end = start;
        struct tabia_error failure = error_for(file);
        error_set(&failure, TABIA_ERR_LIMIT,
                  "the text has %zu MB, the limit is %zu MB: split the file",
                  bytes.size >> 20, TEXT_SIZE_MAX >> 20);
        return error_pass(err, &failure);
    }
    size_t mark_size;
    const enum text_encoding encoding = text_detect(bytes, &mark_size);
    if (encoding != TEXT_PLAIN && encoding != TEXT_UTF8_MARK) {
        const bool wide = mark_size == 4;
        t->src_end = start;
        struct tabia_error failure = error_for(file);
        error_at_col(&failure, TABIA_ERR_SYNTAX, 1,
                     "the text is %s; save it as UTF-8 and try again",
                     wide ? "UTF-32" : "UTF-16");
        return error_pass(err, &failure);
    }
    t->p = t->end = t->line_start = start + mark_size;
    return true;
}

static const char *find_line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}

size_t text_line_end(const char *p, const char *end)
{
    const size_t left = (size_t)(end - p);
    if (left >= 2 && memcmp(p, "\r\n", 2) == 0)
        return 2;
    if (left >= 3 && memcmp(p, "\r\r\n", 3) == 0)
        return 3;
    return left ? 1 : 0;
}

bool text_next_line(struct text *t)
{
    const char *next =
        t->end + (t->line ? text_line_end(t->end, t->src_end) : 0);
    if (next == t->src_end) {
        t->p = t->end;
        return false;
    }
    t->line++;
    t->p = t->line_start = next;
    t->end = find_line_end(next, t->src_end);
    return true;
}

bool text_fail(struct text *t, const char *at, enum tabia_status status,
               const char *fmt, ...)
{
    struct tabia_error failure = error_for(t->file);
    va_list ap;
    va_start(ap, fmt);
    error_at_location_v(&failure, status, t->line ? t->line : 1,
                        (size_t)(at - t->line_start) + 1,
                        (uint64_t)(at - t->src), fmt, ap);
    va_end(ap);
    return error_pass(t->err, &failure);
}

bool text_check_utf8(struct text *t)
{
    const size_t size = (size_t)(t->src_end - t->src);
    const size_t good = utf8_valid_prefix(t->src, size);
    if (good == size)
        return true;

    const char *bad = t->src + good;
    struct text scan;
    const struct tabia_bytes all = { (const uint8_t *)t->src, size };
    if (!text_init(&scan, all, t->file, t->err))
        return false;
    while (text_next_line(&scan) && scan.end <= bad)
        continue;
    return text_fail(&scan, bad, TABIA_ERR_SYNTAX,
                     "byte 0x%02X is not valid UTF-8", (unsigned char)*bad);
}

bool text_skip_blanks(struct text *t)
{
    while (t->p < t->end && text_is_blank(*t->p))
        t->p++;
    return t->p < t->end;
}

/* Says what stands at 'p' where a number was wanted. */
static bool fail_number(struct text *t)
{
    const size_t left = (size_t)(t->end - t->p);
    uint32_t code;
    const size_t len = utf8_decode(t->p, left, &code);
    if (!left)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "expected a number, found the end of the line");
    if (!len)
        return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                         "expected a number, found byte 0x%02X",
                         (unsigned char)*t->p);
    return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                     "expected a number, found '%.*s'", (int)len, t->p);
}

bool text_read_number(struct text *t, uint64_t max, uint64_t *value)
{
    const char *p = t->p;
    if (p == t->end || !text_is_digit(*p))
        return fail_number(t);

    uint64_t sum = 0;
    for (; p < t->end && text_is_digit(*p); p++) {
        const uint64_t digit = (uint64_t)(*p - '0');
        if (digit > max || sum > (max - digit) / 10)
            return text_fail(t, t->p, TABIA_ERR_SYNTAX,
                             "number is above %" PRIu64, max);
        sum = sum * 10 + digit;
    }
    *value = sum;
    t->p = p;
    return true;
}
