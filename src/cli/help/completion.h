/*
 * completion.h - scripts with which a shell completes the command
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stddef.h>
#include <stdio.h>

/* The shells that there is a script for; ends with NULL. */
extern const char *const completion_shells[];

/* Prints the script for the shell of this index. */
void completion_print(FILE *file, size_t shell);

#endif
