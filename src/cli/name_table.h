/*
 * name_table.h - the table of names that the user wants
 */
#ifndef CLI_NAME_TABLE_H
#define CLI_NAME_TABLE_H

#include "cli/cli.h"
#include "tabia/names.h"

/* The text of the option --names of all verbs that have it. */
#define NAME_TABLE_HELP                                                        \
    "a file with names: any book, Lichess's .tsv, Scid's .eco (default "       \
    "$TABIA_NAMES, else the names that come with tabia)"

/*
 * Opens the file, else the one that the environment names, else the table of
 * the library. On failure the error has been printed.
 */
enum cli_status name_table_open(struct tabia_names **names, const char *path);

#endif
