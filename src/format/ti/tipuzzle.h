/*
 * tipuzzle.h - the puzzles of TI-Chess, as text and compiled
 */
#ifndef FORMAT_TIPUZZLE_H
#define FORMAT_TIPUZZLE_H

#include "format/puzzle/puzzles.h"
#include "format/ti/ti_files.h"

/* Like tibook_compile, but for puzzles. */
bool tipuzzle_compile(const struct puzzles *set,
                      const struct ti_options *options, struct ti_files *files,
                      struct tabia_error *err);

/* ---- for the list of puzzle formats ----------------------------------- */

bool tipuzzle_is_text(struct tabia_bytes bytes);
bool tipuzzle_is_compiled(struct tabia_bytes bytes);

puzzles_read_fn tipuzzle_read_text, tipuzzle_read;
puzzles_write_fn tipuzzle_write_text, tipuzzle_write_ti89, tipuzzle_write_ti92p;

#endif
