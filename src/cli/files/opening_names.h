/*
 * opening_names.h - the names of openings that a verb uses
 */
#ifndef CLI_OPENING_NAMES_H
#define CLI_OPENING_NAMES_H

#include "cli/options.h"
#include "tabia/names.h"

/*
 * The files of --names, which is at 'option' (without 'args': no option), else
 * the one that the environment names; ends with NULL.
 */
void opening_names_paths(const struct args *args, size_t option,
                         const char *paths[OPTIONS_REPEATED_MAX + 1]);

/*
 * Opens the names of these files, else the built-in ones. On failure the error
 * has been printed.
 */
enum cli_status opening_names_open(struct tabia_names **names,
                                   const struct args *args, size_t option);

#endif
