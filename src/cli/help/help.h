/*
 * help.h - help as plain text, all of it from the tables of the verbs
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

/* What an exit status means, in a few words. */
const char *help_status(enum cli_status status);

/* ---- topics ---------------------------------------------------------- */

/* What 'tabia help' knows besides the verbs. */
struct help_topic {
    const char *name;
    enum cli_status (*print)(void);
};

/* All topics; NULL beyond. */
const struct help_topic *help_topic_at(size_t i);

/* NULL when there is no such topic. */
const struct help_topic *help_topic_find(const char *name);

#endif
