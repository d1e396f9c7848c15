/*
 * foreign_text.c - texts from files whose encoding nobody tells
 */
#include "format/foreign_text.h"

#include "base/buf.h"
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
                    utf8_encode(utf8_from_cp1252((uint8_t)text[i]), out));
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
