/*
 * foreign_text.c - texts as files have them: of any encoding, or in quotes
 */
#include "format/shared/foreign_text.h"

#include <string.h>

#include "base/buf.h"
#include "base/cp1252.h"
#include "base/utf8.h"
#include "base/banned.h"

void foreign_text_add(struct buf *buf, const char *text, size_t len)
{
    const bool is_utf8 = utf8_is_valid(text, len);
    for (size_t i = 0; i < len; i++) {
        char out[UTF8_MAX];
        if (!text[i])
            continue;
        if (is_utf8)
            buf_add_char(buf, text[i]);
        else
            buf_add(buf, out,
                    utf8_encode(cp1252_decode((uint8_t)text[i]), out));
    }
}

void foreign_text_add_line(struct buf *buf, const char *p, const char *end)
{
    if (p < end && *p == ' ')
        p++;
    if (buf->data)
        buf_add_char(buf, '\n');
    else
        buf_reserve(buf, 1); // so that an empty line counts as one
    foreign_text_add(buf, p, (size_t)(end - p));
}

static const char escaped[] = "\\\"\n\r\t", letters[] = "\\\"nrt";

void foreign_text_quote(struct sink *dst, const char *text, size_t len)
{
    sink_put_char(dst, '"');
    for (size_t i = 0; i < len; i++) {
        const char *special = text[i] ? strchr(escaped, text[i]) : NULL;
        if (special)
            sink_put_char(dst, '\\');
        sink_put_char(dst, special ? letters[special - escaped] : text[i]);
    }
    sink_put_char(dst, '"');
}

char foreign_text_unquote(const char **p, const char *end)
{
    const char c = *(*p)++;
    if (c != '\\' || *p == end || !**p)
        return c;
    const char *letter = strchr(letters, **p);
    if (!letter)
        return c;
    ++*p;
    return escaped[letter - letters];
}
