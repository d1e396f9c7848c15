/*
 * uci_lines.h - whole lines from the pieces in which they are read
 */
#ifndef UCI_UCI_LINES_H
#define UCI_UCI_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { UCI_LINE_MAX = 1 << 20 }; // bytes; a longer line is no UCI

/* The zero value is ready. */
struct uci_lines {
    struct buf part;  // the start of a line whose end has not come yet
    bool is_skipping; // that line is too long: the rest of it is dropped
    unsigned nskipped;
};

/* Receives a line with its line end. */
typedef void uci_line_fn(void *ctx, const char *line, size_t len);

/* Calls 'on_line' for every line that 'data' completes. */
void uci_lines_feed(struct uci_lines *lines, const char *data, size_t size,
                    uci_line_fn *on_line, void *ctx);

/* The end: a last line without its line end gets one. */
void uci_lines_end(struct uci_lines *lines, uci_line_fn *on_line, void *ctx);

void uci_lines_clear(struct uci_lines *lines);

#endif
