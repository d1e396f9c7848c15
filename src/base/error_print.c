/*
 * error_print.c - an error as the user reads it
 *
 *     lines.txt:12:6: error: expected a square, found 'd9'
 *       e2e4 d7d9
 *            ^
 *
 * A binary file has "book.bin: offset 0x1f0 (496): error: ..." and no second
 * part. Text in memory is called "input". An error without a place has only
 * the file, or nothing, before the kind.
 *
 * In the line shown, tabs stay tabs, valid UTF-8 stays as it is and counts
 * one column per character, and every other byte that a terminal could
 * misread becomes \xNN.
 */
#include "base/error_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "base/banned.h"

enum {
    BEFORE = 60, // columns shown before the caret of a long line
    AFTER = 36,  // and from the caret on
};

/* Text going into a fixed buffer; 'len' counts what does not fit, too. */
struct print_dest {
    char *buf;
    size_t size, len;
};

static void dest_put(struct print_dest *d, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++, d->len++)
        if (d->len + 1 < d->size)
            d->buf[d->len] = text[i];
}

static void dest_put_text(struct print_dest *d, const char *text)
{
    dest_put(d, text, strlen(text));
}

static void dest_putf(struct print_dest *d, const char *fmt, ...)
    PRINTF_LIKE(2, 3);

static void dest_putf(struct print_dest *d, const char *fmt, ...)
{
    char text[64];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    dest_put_text(d, text);
}

/* One thing shown: a character, a tab, or an escaped byte. */
struct print_glyph {
    size_t nbytes; // of the source
    size_t width;  // columns; a tab counts 1
    bool escaped;
};

static struct print_glyph glyph_at(const char *text, size_t size)
{
    uint32_t code = 0;
    const size_t len = utf8_decode(text, size, &code);
    const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    if (len && (code == '\t' || !is_control))
        return (struct print_glyph){ len, 1, false };
    return (struct print_glyph){ 1, 4, true };
}

static void put_glyph(struct print_dest *d, const char *text,
                      struct print_glyph g)
{
    if (g.escaped)
        dest_putf(d, "\\x%02X", (unsigned char)text[0]);
    else
        dest_put(d, text, g.nbytes);
}

/* All of a text, escaped where needed. */
static void put_escaped(struct print_dest *d, const char *text)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i < size;) {
        const struct print_glyph g = glyph_at(text + i, size - i);
        put_glyph(d, text + i, g);
        i += g.nbytes;
    }
}

static size_t line_length(const char *text, size_t size)
{
    size_t len = 0;
    while (len < size && text[len] != '\n' && text[len] != '\r')
        len++;
    return len;
}

/* Finds line 'number' (from 1) by the rules of text.h. */
static bool find_source_line(struct tabia_bytes bytes, uint32_t number,
                             struct tabia_bytes *line)
{
    const char *p = (const char *)bytes.data;
    size_t left = bytes.size;
    if (left >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) {
        p += 3;
        left -= 3;
    }
    for (uint32_t n = 1;; n++) {
        size_t len = line_length(p, left);
        if (n == number) {
            *line = (struct tabia_bytes){ (const uint8_t *)p, len };
            return true;
        }
        if (len == left)
            return false;
        len += text_line_end(p + len, p + left);
        p += len;
        left -= len;
    }
}

/*
 * The line of an error whose offset fits its column. To count lines from the
 * start for each of many errors would take time with the square of the text.
 */
static bool line_by_offset(struct tabia_bytes bytes,
                           const struct tabia_error *err,
                           struct tabia_bytes *line)
{
    const uint64_t before = err->col ? err->col - 1 : 0;
    if (err->line < 2 || err->offset <= before || err->offset > bytes.size)
        return false;
    const size_t start = (size_t)(err->offset - before);
    const char *text = (const char *)bytes.data;
    const char last = text[start - 1];
    if (last != '\n' &&
        !(last == '\r' && (start == bytes.size || text[start] != '\n')))
        return false;
    line->data = bytes.data + start;
    line->size = line_length(text + start, bytes.size - start);
    return before <= line->size;
}

/* The columns from byte 'from' to byte 'to'. */
static size_t columns_between(const char *text, size_t from, size_t to,
                              size_t size)
{
    size_t width = 0;
    while (from < to) {
        const struct print_glyph g = glyph_at(text + from, size - from);
        width += g.width;
        from += g.nbytes;
    }
    return width;
}

/* The part of a line that is shown: bytes from 'first' to before 'last'. */
struct print_window {
    size_t first, last;
};

static struct print_window choose_window(const char *text, size_t size,
                                         size_t at)
{
    struct print_window w = { 0, size };
    size_t before = columns_between(text, 0, at, size);
    while (before > BEFORE) {
        const struct print_glyph g = glyph_at(text + w.first, size - w.first);
        w.first += g.nbytes;
        before -= g.width;
    }
    size_t after = 0, i = at;
    while (i < size && after < AFTER) {
        const struct print_glyph g = glyph_at(text + i, size - i);
        after += g.width;
        i += g.nbytes;
    }
    w.last = i;
    return w;
}

/* Below each tab of the line a tab, so that the caret stays in place. */
static void put_caret(struct print_dest *d, const char *text, size_t from,
                      size_t at, size_t size)
{
    while (from < at) {
        const struct print_glyph g = glyph_at(text + from, size - from);
        if (text[from] == '\t')
            dest_put_text(d, "\t");
        else
            dest_putf(d, "%*s", (int)g.width, "");
        from += g.nbytes;
    }
    dest_put_text(d, "^\n");
}

/* A column inside a character means the character. */
static size_t snap_to_character(const char *text, size_t size, size_t at)
{
    size_t i = 0;
    while (i < at) {
        const size_t next = i + glyph_at(text + i, size - i).nbytes;
        if (next > at)
            break;
        i = next;
    }
    return i;
}

static void put_source(struct print_dest *d, struct tabia_bytes line,
                       uint32_t col)
{
    const char *text = (const char *)line.data;
    size_t at = col ? col - 1 : 0;
    at = snap_to_character(text, line.size, at < line.size ? at : line.size);

    const struct print_window w = choose_window(text, line.size, at);
    dest_put_text(d, w.first ? "  ..." : "  ");
    for (size_t i = w.first; i < w.last;) {
        const struct print_glyph g = glyph_at(text + i, line.size - i);
        put_glyph(d, text + i, g);
        i += g.nbytes;
    }
    dest_put_text(d, w.last < line.size ? "...\n" : "\n");
    dest_put_text(d, w.first ? "     " : "  ");
    put_caret(d, text, w.first, at, line.size);
}

static void put_location(struct print_dest *d, const struct tabia_error *err)
{
    const bool has_offset = !err->line && (err->col || err->offset);
    if (err->file[0])
        put_escaped(d, err->file);
    else if (err->line || has_offset)
        dest_put_text(d, "input");
    else
        return;
    if (err->line)
        dest_putf(d, ":%" PRIu32 ":%" PRIu32, err->line, err->col);
    else if (has_offset)
        dest_putf(d, ": offset 0x%" PRIx64 " (%" PRIu64 ")", err->offset,
                  err->offset);
    dest_put_text(d, ": ");
}

size_t tabia_error_print(const struct tabia_error *err, const char *kind,
                         struct tabia_bytes bytes, char *buf, size_t size)
{
    struct print_dest d = { buf, size, 0 };
    put_location(&d, err);
    dest_put_text(&d, kind);
    dest_put_text(&d, ": ");
    put_escaped(&d, err->msg);
    dest_put_text(&d, "\n");

    struct tabia_bytes line;
    if (bytes.data && err->line &&
        (line_by_offset(bytes, err, &line) ||
         find_source_line(bytes, err->line, &line)))
        put_source(&d, line, err->col);
    if (size)
        buf[d.len < size ? d.len : size - 1] = '\0';
    return d.len;
}
