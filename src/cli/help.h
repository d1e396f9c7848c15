/*
 * help.h - what the command says about itself, all from the table of a verb
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

struct verb;

/* The overview: what it is, usage, all verbs, an example. */
void help_print_overview(FILE *file);

/* A verb: example, usage, description, options. */
void help_print(FILE *file, const struct verb *verb);

/* The man page of a verb; NULL is the page of the whole command. */
void manual_print(FILE *file, const struct verb *verb);

/* The Markdown page of a verb. */
void markdown_print(FILE *file, const struct verb *verb);

/* A script for bash. */
void completion_print_bash(FILE *file);

#endif
