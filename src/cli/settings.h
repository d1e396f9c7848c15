/*
 * settings.h - the options of formats, as options of the command
 *
 * A format lists its options in the registry; a verb that reads or writes
 * books takes them all, and each book gets the ones that its format knows.
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "tabia/format.h"

struct buf;

/* The n-th option that any format has, each name once. False beyond. */
bool settings_at(size_t n, struct option_spec *spec);

/* Adds the names of the formats that have this option: " (obk, ctg)". */
void settings_add_formats(struct buf *text, const char *name);

/* The settings on the command line that 'format' knows; how many. */
size_t settings_for(const struct args *args, const struct tabia_format *format,
                    struct tabia_setting list[OPTIONS_SETTINGS]);

/*
 * Complains about a setting on the command line that none of the formats
 * knows; NULLs in the list are skipped.
 */
enum cli_status settings_check(const struct args *args,
                               const struct tabia_format *const *formats,
                               size_t n);

/* The format that the user named; NULL after a complaint. */
const struct tabia_format *settings_format(const struct args *args,
                                           const char *name);

#endif
