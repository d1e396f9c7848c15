/*
 * pgn_text.c - helpers for the texts of a PGN file
 */
#include "tabia/pgn.h"

#include <string.h>

#include "base/text.h"
#include "pgn/lens.h"
#include "base/banned.h"

size_t tabia_pgn_unescape(struct tabia_pgn_text value, char *buf, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < value.len; i++) {
        const bool is_escape = value.text[i] == '\\' && i + 1 < value.len &&
                               strchr("\"\\", value.text[i + 1]) &&
                               value.text[i + 1];
        i += is_escape;
        if (n + 1 < size)
            buf[n] = value.text[i];
        n++;
    }
    if (size)
        buf[n < size ? n : size - 1] = '\0';
    return n;
}

/* ---- cutting --------------------------------------------------------- */

static bool is_tag_line(const char *p, const char *end)
{
    if (end - p < 2 || *p != '[' || !text_is_letter(p[1]))
        return false;
    p++;
    while (p < end && (lens_is_word(*p) || *p == '_'))
        p++;
    while (p < end && *p == ' ')
        p++;
    return p < end && *p == '"';
}

static size_t mark_size(const char *p, const char *end)
{
    return end - p >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Does the line before the one at 'p', blank lines not counted, hold a tag? */
static bool follows_tag(const char *start, const char *p, const char *end)
{
    while (p > start && (unsigned char)p[-1] <= ' ')
        p--;
    if (p == start)
        return false;
    while (p > start && p[-1] != '\n' && p[-1] != '\r')
        p--;
    return is_tag_line(p + mark_size(p, end), end);
}

size_t tabia_pgn_boundary(struct tabia_bytes src, size_t from)
{
    const char *start = (const char *)src.data, *end = start + src.size;
    const char *p = start + (from < src.size ? from : src.size);
    if (p > start && p[-1] != '\n' && p[-1] != '\r')
        p = lens_find(p, end, '\n', '\r');
    while (p < end) {
        const char *line = p + mark_size(p, end);
        if (is_tag_line(line, end) && !follows_tag(start, p, end))
            return (size_t)(p - start);
        p = lens_find(p, end, '\n', '\r');
        p += p < end;
    }
    return src.size;
}
