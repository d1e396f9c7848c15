/*
 * uci_lines.c - whole lines out of the pieces in which they are read
 */
#include "uci/uci_lines.h"

#include <string.h>

#include "base/banned.h"

/* Keeps a piece of a line; too long, it is dropped with the rest of it. */
static void uci_lines_keep(struct uci_lines *lines, const char *data,
                           size_t size)
{
    lines->part.limit = UCI_LINE_MAX;
    if (lines->is_skipping || buf_add(&lines->part, data, size))
        return;
    lines->is_skipping = true;
    lines->nskipped++;
    buf_clear(&lines->part);
}

static void uci_lines_finish(struct uci_lines *lines, uci_line_fn *on_line,
                             void *ctx)
{
    if (!lines->is_skipping)
        on_line(ctx, buf_text(&lines->part), lines->part.size);
    lines->is_skipping = false;
    buf_reset(&lines->part);
}

void uci_lines_feed(struct uci_lines *lines, const char *data, size_t size,
                    uci_line_fn *on_line, void *ctx)
{
    const char *end = data + size;
    while (data < end) {
        const char *newline = memchr(data, '\n', (size_t)(end - data));
        const char *stop = newline ? newline + 1 : end;
        const size_t len = (size_t)(stop - data);
        if (newline && lines->part.size == 0 && !lines->is_skipping) {
            on_line(ctx, data, len);
        } else {
            uci_lines_keep(lines, data, len);
            if (newline)
                uci_lines_finish(lines, on_line, ctx);
        }
        data = stop;
    }
}

void uci_lines_end(struct uci_lines *lines, uci_line_fn *on_line, void *ctx)
{
    if (lines->part.size == 0)
        return;
    uci_lines_keep(lines, "\n", 1);
    uci_lines_finish(lines, on_line, ctx);
}

void uci_lines_clear(struct uci_lines *lines)
{
    buf_clear(&lines->part);
    *lines = (struct uci_lines){ .is_skipping = false };
}
