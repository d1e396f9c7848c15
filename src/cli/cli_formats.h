/*
 * cli_formats.h - formats by their names, and the list of them
 */
#ifndef CLI_CLI_FORMATS_H
#define CLI_CLI_FORMATS_H

#include "base/buf.h"
#include "cli/options.h"
#include "tabia/format.h"

/* The format of this name or alias; NULL after printing an error. */
const struct tabia_format *cli_format_find(const struct args *args,
                                           const char *name);

/* The table of all formats; 'tabia help formats' prints it, too. */
enum cli_status cli_format_print_list(void);

/* Empties 'text' and fills it with words, such as endings; blanks between. */
const char *cli_format_join_words(struct buf *text, const char *const *words);

#endif
