/*
 * settings.h - the settings of formats on a command line: -O NAME=VALUE
 *
 * Each format lists its settings in the registry. A name goes to every file
 * that is read or written in a format that has it; FORMAT.NAME=VALUE goes to
 * that format alone. A flag needs no value.
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdio.h>

#include "cli/options.h"
#include "tabia/format.h"

/*
 * Refuses a setting that no format has, and a value that no format with this
 * setting allows.
 */
enum cli_status settings_parse(const struct args *args);

/*
 * If '--name', of 'len' bytes, is a setting: prints how to write it, and
 * returns true.
 */
bool settings_refuse_option(const struct verb *verb, const char *name,
                            size_t len);

/* The settings for a file in 'format' that is read or written; how many. */
size_t settings_for(const struct args *args, const struct tabia_format *format,
                    unsigned when,
                    struct tabia_setting list[OPTIONS_REPEATED_MAX]);

/*
 * Refuses what would have no effect: settings of formats that are neither read
 * nor written, --lenient without a format that can skip. Also refuses a name
 * that means two things. NULLs in the list are skipped; 'output' may be NULL.
 */
enum cli_status settings_check(const struct args *args,
                               const struct tabia_format *const *inputs,
                               size_t n, const struct tabia_format *output);

/* What -O takes and what it is for: "walk=near|far", "reading: how far ...". */
void settings_describe(const struct tabia_setting_info *row,
                       char name[OPTIONS_HELP_SIZE],
                       char text[OPTIONS_HELP_SIZE]);

/* All settings, for completion: " repair weight=score weight=games". */
void settings_print_words(FILE *file);

#endif
