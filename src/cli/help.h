/*
 * help.h - what the command says about itself, all from the table of a verb
 */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "cli/cli.h"

struct verb;

/* The overview: what it is, usage, all verbs, an example. */
void help_print_overview(FILE *file);

/* A verb: example, usage, description, options. */
void help_print(FILE *file, const struct verb *verb);

/* A name, and what it means beside it or, if it is long, below. */
void help_print_entry(FILE *file, const char *name, const char *text);

/* The man page of a verb; NULL is the page of the whole command. */
void manual_print(FILE *file, const struct verb *verb);

/* The Markdown page of a verb. */
void markdown_print(FILE *file, const struct verb *verb);

/* What an exit status means, in a few words. */
const char *help_status(enum cli_status status);

/* ---- topics ---------------------------------------------------------- */

/* What 'tabia help' knows besides the verbs. */
struct topic {
    const char *name;
    enum cli_status (*print)(void);
};

/* All topics; NULL beyond. */
const struct topic *topic_at(size_t i);

/* NULL when there is no such topic. */
const struct topic *topic_named(const char *name);

/* The table of all formats; see verb_formats.c. */
enum cli_status formats_print_list(void);

/* ---- completion ------------------------------------------------------ */

/* The shells that there is a script for, ended by NULL. */
extern const char *const completion_shells[];

/* The script for the shell of this index. */
void completion_print(FILE *file, size_t shell);

#endif
