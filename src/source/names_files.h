/*
 * names_files.h - names of openings from several files
 */
#ifndef SOURCE_NAMES_FILES_H
#define SOURCE_NAMES_FILES_H

#include "base/compiler.h"
#include "tabia/names.h"

/*
 * All lines of some files, of any format, in one book, with their names and
 * codes only. Lichess's table is five files. Where two name the same position,
 * the first counts. 'paths' ends with NULL.
 */
struct tabia_book *names_files_load(const char *const *paths,
                                    struct tabia_error *err) MUST_CHECK;

#endif
