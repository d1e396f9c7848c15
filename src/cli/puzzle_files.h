/*
 * puzzle_files.h - verbs for books that are given a set of puzzles
 *
 * A set of puzzles is no book, but convert, info and check know what to do
 * with one.
 */
#ifndef CLI_PUZZLE_FILES_H
#define CLI_PUZZLE_FILES_H

#include "cli/books.h"

/* Does the file, or --from, say that this is a set of puzzles? */
bool puzzle_files_is(const struct args *args, const char *path);

/* tabia convert IN OUT; --to and the name of OUT choose the format. */
enum cli_status puzzle_files_convert(const struct args *args, const char *path,
                                     bool strict);

/* tabia info FILE: lists the puzzles. */
enum cli_status puzzle_files_info(const struct args *args);

/*
 * tabia check FILE: tells of errors, and as warnings what good practice asks
 * for. CLI_NO when there are errors.
 */
enum cli_status puzzle_files_check(const char *path,
                                   books_problem_fn *on_problem, void *ctx);

#endif
