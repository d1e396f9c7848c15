/*
 * escape.h - texts in quotes, with a backslash before what would end them
 *
 * Quotes, backslashes and the ends of lines and cells are two characters
 * each: \" \\ \n \r \t. Any other backslash stands for itself.
 */
#ifndef FORMAT_ESCAPE_H
#define FORMAT_ESCAPE_H

#include "base/sink.h"

/* Writes the text with the quotes around it. */
void escape_write(struct sink *dst, const char *text, size_t len);

/* The byte that stands at '*p', which is before 'end'; steps over it. */
char escape_next(const char **p, const char *end);

#endif
