/*
 * name_table.h - the table of names that the user wants
 */
#ifndef CLI_NAME_TABLE_H
#define CLI_NAME_TABLE_H

#include "cli/cli.h"
#include "tabia/names.h"

/*
 * Opens the file, else the one that the environment names, else the table of
 * the library. On failure the error has been printed.
 */
enum cli_status name_table_open(struct tabia_names **names, const char *path);

/*
 * Gives a position that has neither name nor code those of the table. 'names'
 * may be NULL.
 */
void name_table_fill(const struct tabia_names *names,
                     const struct tabia_pos *pos, struct tabia_node_data *data);

#endif
