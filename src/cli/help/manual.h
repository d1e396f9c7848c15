/*
 * manual.h - help as man pages and as Markdown
 */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include <stdio.h>

struct verb;

/* Prints the man page of a verb; NULL: that of the whole command. */
void manual_print(FILE *file, const struct verb *verb);

/* Prints the Markdown page of a verb. */
void manual_print_markdown(FILE *file, const struct verb *verb);

#endif
