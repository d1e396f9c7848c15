/*
 * name_table.c - the table of names that the user wants
 */
#include "cli/name_table.h"

#include <stdlib.h>

#include "base/banned.h"

enum cli_status name_table_open(struct tabia_names **names, const char *path)
{
    struct tabia_error err = { 0 };
    if (!path)
        path = getenv("TABIA_NAMES");
    if (path && !*path)
        path = NULL;
    *names = tabia_names_load(path, &err);
    return *names ? CLI_DONE : cli_error_in(&err, "");
}
