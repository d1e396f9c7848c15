/*
 * ti_files.h - the numbered files that a compiler for TI-Chess makes
 */
#ifndef FORMAT_TI_FILES_H
#define FORMAT_TI_FILES_H

#include "format/ti/ti_compile.h"

/* What a payload is, for the list of files. */
struct ti_files_part {
    struct tabia_bytes payload;
    uint32_t positions, moves;
    char side;
};

/* Fails with TABIA_ERR_MISUSE for invalid options. */
bool ti_files_check(const struct ti_options *options, struct tabia_error *err);

/* The largest payload that the options allow. */
size_t ti_files_limit(const struct ti_options *options);

/*
 * Adds a payload under the next number, for each calculator. 'number' counts
 * them, from 0; 'prefix' is used when the options name none.
 */
bool ti_files_add(struct ti_files *files, const struct ti_options *options,
                  const char *prefix, const struct ti_files_part *part,
                  int *number, struct tabia_error *err);

#endif
