/*
 * completion.h - scripts with which a shell completes the command
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stdio.h>

/* The shells that there is a script for. */
enum completion_shell { COMPLETION_BASH, COMPLETION_ZSH, COMPLETION_FISH };

/* Their names, by enum completion_shell; ends with NULL. */
extern const char *const completion_shells[];

/* Prints the script for a shell. */
void completion_print(FILE *file, enum completion_shell shell);

#endif
