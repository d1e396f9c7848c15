/*
 * escape.c - texts in quotes, with a backslash before what would end them
 */
#include "format/escape.h"

#include <string.h>

#include "base/banned.h"

static const char bytes[] = "\\\"\n\r\t", letters[] = "\\\"nrt";

void escape_write(struct sink *dst, const char *text, size_t len)
{
    sink_char(dst, '"');
    for (size_t i = 0; i < len; i++) {
        const char *special = text[i] ? strchr(bytes, text[i]) : NULL;
        if (special)
            sink_char(dst, '\\');
        sink_char(dst, special ? letters[special - bytes] : text[i]);
    }
    sink_char(dst, '"');
}

char escape_next(const char **p, const char *end)
{
    const char c = *(*p)++;
    if (c != '\\' || *p == end || !**p)
        return c;
    const char *letter = strchr(letters, **p);
    if (!letter)
        return c;
    ++*p;
    return bytes[letter - letters];
}
