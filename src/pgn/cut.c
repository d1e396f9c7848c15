/*
 * cut.c - where a text of games may be cut
 */
#include "pgn/cut.h"

#include <stdbool.h>
#include <string.h>

#include "base/compiler.h"
#include "base/text.h"
#include "pgn/byte_mask.h"
#include "pgn/pgn_internal.h"
#include "tabia/pgn.h"
#include "base/banned.h"

/* ---- where games begin ------------------------------------------------ */

static bool is_tag_line(const char *p, const char *end)
{
    if (end - p < 2 || *p != '[' || !text_is_letter(p[1]))
        return false;
    p++;
    while (p < end && (byte_mask_is_word(*p) || *p == '_'))
        p++;
    while (p < end && *p == ' ')
        p++;
    return p < end && *p == '"';
}

static size_t bom_size(const char *p, const char *end)
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
    return is_tag_line(p + bom_size(p, end), end);
}

size_t cut_next(struct tabia_bytes bytes, size_t from)
{
    const char *start = (const char *)bytes.data, *end = start + bytes.size;
    const char *p = start + (from < bytes.size ? from : bytes.size);
    if (p > start && p[-1] != '\n' && p[-1] != '\r')
        p = byte_mask_find(p, end, '\n', '\r');
    while (p < end) {
        const char *line = p + bom_size(p, end);
        if (is_tag_line(line, end) && !follows_tag(start, p, end))
            return (size_t)(p - start);
        p = byte_mask_find(p, end, '\n', '\r');
        p += p < end;
    }
    return bytes.size;
}

static bool is_line_end(uint8_t c)
{
    return c == '\n' || c == '\r';
}

size_t cut_resume(struct tabia_bytes text, size_t from)
{
    size_t at = text.size;
    while (at > from && !is_line_end(text.data[at - 1]))
        at--;
    return at;
}

/* ---- whole games ----------------------------------------------------- */

size_t cut_last(struct tabia_bytes text)
{
    size_t last = 0, at;
    while (last < text.size && (at = cut_next(text, last + 1)) < text.size)
        last = at;
    return last;
}

size_t cut_whole(struct tabia_bytes text)
{
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2", "*" };
    const size_t last = cut_last(text);
    const uint8_t *game = text.data + last;
    size_t size = text.size - last;
    bool has_line_end = false;
    while (size && game[size - 1] <= ' ')
        has_line_end |= is_line_end(game[--size]);
    for (size_t i = 0; has_line_end && i < COUNT_OF(results); i++) {
        const size_t len = strlen(results[i]);
        if (size >= len && memcmp(game + size - len, results[i], len) == 0 &&
            (size == len || game[size - len - 1] <= ' '))
            return text.size;
    }
    return last;
}

/* ---- lines ----------------------------------------------------------- */

uint32_t cut_count_lines(struct tabia_bytes text)
{
    const char *p = (const char *)text.data, *end = p + text.size;
    uint32_t n = 0;
    // A CR counts unless an LF follows it, so each step sees a byte beyond.
    for (; end - p > BYTE_MASK_BLOCK; p += BYTE_MASK_BLOCK) {
        const uint64_t feeds = byte_mask_pair(p, '\n', '\n');
        const uint64_t returns = byte_mask_pair(p, '\r', '\r');
        const uint64_t after =
            feeds >> 1 | (uint64_t)(p[BYTE_MASK_BLOCK] == '\n')
                             << (BYTE_MASK_BLOCK - 1);
        n += byte_mask_count(feeds) +
             (returns ? byte_mask_count(returns & ~after) : 0);
    }
    for (; p < end; p++)
        n += *p == '\n' || (*p == '\r' && (end - p == 1 || p[1] != '\n'));
    return n;
}
