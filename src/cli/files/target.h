/*
 * target.h - where a verb is to write, before it works
 *
 * What is wrong has been printed.
 */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "cli/options.h"

/* Refuses a file that exists, unless --force is given. */
enum cli_status target_check_file(const struct args *args, const char *path);

/* Refuses --json if both would go to standard output. */
enum cli_status target_check_json(const struct args *args, const char *path);

/* Both of these. */
enum cli_status target_check(const struct args *args, const char *path);

/*
 * Like target_check_file, but also refuses a folder that is missing or not
 * writable: for verbs that work for long before they write. Makes a temporary
 * file and removes it.
 */
enum cli_status target_try(const struct args *args, const char *path);

/*
 * The same for a file that is changed in place: needs --force only if it is
 * read-only.
 */
enum cli_status target_try_in_place(const struct args *args, const char *path);

#endif
