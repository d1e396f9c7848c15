/*
 * foreign_text.h - texts from files whose encoding nobody tells
 */
#ifndef FORMAT_FOREIGN_TEXT_H
#define FORMAT_FOREIGN_TEXT_H

#include <stddef.h>

struct buf;

/*
 * Adds 'len' bytes as UTF-8: as they are when they are valid, else as
 * Windows-1252. Bytes 0 are left out, since texts of books have none.
 */
void foreign_text_add(struct buf *buf, const char *text, size_t len);

/* Adds a line of a comment below those that are there, but its first blank. */
void foreign_text_add_line(struct buf *buf, const char *p, const char *end);

#endif
