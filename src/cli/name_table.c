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

void name_table_fill(const struct tabia_names *names,
                     const struct tabia_pos *pos, struct tabia_node_data *data)
{
    struct tabia_name name;
    if (!names || data->name || data->eco ||
        !tabia_names_find(names, pos, &name))
        return;
    data->name = name.name;
    data->eco = name.eco;
    data->has |=
        (name.name ? TABIA_HAS_NAME : 0) | (name.eco ? TABIA_HAS_ECO : 0);
}
