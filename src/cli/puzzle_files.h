/*
 * puzzle_files.h - verbs for books that are given a set of puzzles
 *
 * A set of puzzles is no book, but convert, info, check and draw know what to
 * do with one:
 *
 *     if (puzzle_files_is(args, path, &in))
 *         return puzzle_files_info(args, &in);
 *     status = books_open(&file, args, path,
 *                         &(struct books_options){ .in = &in });
 */
#ifndef CLI_PUZZLE_FILES_H
#define CLI_PUZZLE_FILES_H

#include "cli/books.h"

/*
 * Does the file, or --from, say that this is a set of puzzles? 'in' is left
 * open if the file had to be looked into; the functions below, or books_open,
 * take it over.
 */
bool puzzle_files_is(const struct args *args, const char *path,
                     struct input *in);

/* Does --to ask for a set of puzzles? No book becomes one. */
bool puzzle_files_is_output(const struct args *args);

/*
 * Reads the set of the first operand. On success the caller frees the set and
 * closes 'in'; on failure problems have been told and 'in' is closed.
 */
struct puzzles;
enum cli_status puzzle_files_read(const struct args *args, struct input *in,
                                  struct puzzles **set);

/* tabia convert IN OUT; --to and the name of OUT choose the format. */
enum cli_status puzzle_files_convert(const struct args *args, struct input *in,
                                     const char *path, bool strict);

/* tabia info FILE: lists the puzzles. */
enum cli_status puzzle_files_info(const struct args *args, struct input *in);

/*
 * tabia check FILE: tells of errors, and as warnings what good practice asks
 * for. CLI_NO when there are errors.
 */
enum cli_status puzzle_files_check(const struct args *args, const char *path,
                                   struct input *in,
                                   books_problem_fn *on_problem, void *ctx);

#endif
