/*
 * foreign_text.h - texts as files have them: of any encoding, or in quotes
 */
#ifndef FORMAT_FOREIGN_TEXT_H
#define FORMAT_FOREIGN_TEXT_H

#include "base/sink.h"

struct buf;

/*
 * Adds 'len' bytes as UTF-8: as they are when they are valid, else as
 * Windows-1252. Bytes 0 are dropped, since texts of books have none.
 */
void foreign_text_add(struct buf *buf, const char *text, size_t len);

/* Adds a line of a comment below those that are there, but its first blank. */
void foreign_text_add_line(struct buf *buf, const char *p, const char *end);

/*
 * Writes a text with the quotes around it. Quotes, backslashes and the ends of
 * lines and cells are two characters each: \" \\ \n \r \t. Any other
 * backslash stands for itself.
 */
void foreign_text_quote(struct sink *dst, const char *text, size_t len);

/* The byte that stands at '*p', which is before 'end'; steps over it. */
char foreign_text_unquote(const char **p, const char *end);

#endif
