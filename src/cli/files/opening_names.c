/*
 * opening_names.c - the names of openings that a verb uses
 */
#include "cli/files/opening_names.h"

#include <stdlib.h>

#include "tabia/names.h"
#include "base/banned.h"

void opening_names_paths(const struct args *args, size_t option,
                         const char *paths[OPTIONS_REPEATED_MAX + 1])
{
    const char *usual = getenv("TABIA_NAMES");
    paths[0] = NULL;
    if (args)
        options_collect(args, option, paths);
    if (!paths[0] && usual && *usual) {
        paths[0] = usual;
        paths[1] = NULL;
    }
}

enum cli_status opening_names_open(struct tabia_names **names,
                                   const struct args *args, size_t option)
{
    struct tabia_error err = { 0 };
    const char *paths[OPTIONS_REPEATED_MAX + 1];
    opening_names_paths(args, option, paths);
    *names =
        tabia_names_load(&(struct tabia_names_options){ .paths = paths }, &err);
    return *names ? CLI_DONE : cli_print_error(&err);
}
