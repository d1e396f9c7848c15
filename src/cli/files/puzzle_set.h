/*
 * puzzle_set.h - what verbs for books do with a set of puzzles
 *
 * A set of puzzles is not a book, but convert, info, check and draw accept one:
 * see source_could_be_puzzles. All functions take a file that was recognised;
 * the caller closes it in any case.
 */
#ifndef CLI_PUZZLE_SET_H
#define CLI_PUZZLE_SET_H

#include "cli/files/source_files.h"
#include "format/puzzle/puzzles.h"
#include "format/report.h"

/* tabia convert IN OUT: --to or the name of OUT chooses the format. */
enum cli_status puzzle_set_convert(const struct args *args,
                                   struct source_file *file, const char *path,
                                   bool strict);

/*
 * Writes a set of puzzles; reports what is lost, also in 'report'. With
 * 'strict' nothing is written if anything is lost.
 */
enum cli_status puzzle_set_write(const struct args *args,
                                 const struct puzzles *set,
                                 enum puzzle_format format, const char *path,
                                 bool strict, struct tabia_report *report);

/* tabia info FILE: lists the puzzles. */
enum cli_status puzzle_set_info(const struct args *args,
                                struct source_file *file);

/*
 * tabia check FILE: reports errors, and warns about bad style. CLI_NO if there
 * are errors.
 */
enum cli_status puzzle_set_check(const struct args *args,
                                 struct source_file *file,
                                 const struct source_file_options *options);

#endif
