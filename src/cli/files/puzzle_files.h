/*
 * puzzle_files.h - verbs for books that are given a set of puzzles
 *
 * A set of puzzles is no book, but convert, info, check and draw know what to
 * do with one: see source_has_puzzles. All take a file that was looked at; it
 * may be closed afterwards, and the caller closes it in any case.
 */
#ifndef CLI_PUZZLE_FILES_H
#define CLI_PUZZLE_FILES_H

#include "cli/files/book_files.h"
#include "format/puzzles.h"
#include "format/report.h"

/* tabia convert IN OUT; --to and the name of OUT choose the format. */
enum cli_status puzzle_files_convert(const struct args *args,
                                     struct book_file *file, const char *path,
                                     bool strict);

/*
 * Writes a set of puzzles and notes what is lost, also in 'report'. With
 * 'strict' nothing is written then.
 */
enum cli_status puzzle_files_write(const struct args *args,
                                   const struct puzzles *set,
                                   enum puzzle_format format, const char *path,
                                   bool strict, struct tabia_report *report);

/* tabia info FILE: lists the puzzles. */
enum cli_status puzzle_files_info(const struct args *args,
                                  struct book_file *file);

/*
 * tabia check FILE: reports errors, and as warnings what good practice asks
 * for. CLI_NO when there are errors.
 */
enum cli_status puzzle_files_check(const struct args *args,
                                   struct book_file *file,
                                   const struct book_file_options *options);

#endif
