/*
 * built_in.h - books that are part of the program, as they lie in memory
 *
 * Made by tools/gen_books.c when the program is built, from the files in data/.
 */
#ifndef FORMAT_BUILT_IN_H
#define FORMAT_BUILT_IN_H

#include "base/compiler.h"
#include "format/read_job.h"

#define BUILT_IN_BOOK_NAME "built-in book" // for people
#define BUILT_IN_BOOK_ID   "default"       // in addresses and options

extern const struct tabia_book built_in_book;  // data/openings.txt
extern const struct tabia_book built_in_names; // data/names.tsv, only names

/*
 * True for what names the built-in book in place of a file: "<default>", and
 * "default" unless there is a file with this name.
 */
bool built_in_book_is_named(const char *path);

/* The text of the built-in book. */
struct tabia_bytes built_in_book_text(void);

/*
 * The book that it makes, which is there already, unless the caller asks for
 * more than it has; their format is CT800's. To be freed like any other.
 */
struct tabia_book *built_in_book_load(struct read_job *job,
                                      struct tabia_error *err) MUST_CHECK;

/*
 * The built-in names of openings, Lichess's: data/names.tsv as a book, a line
 * for each name. tabia_names_load(NULL) makes a table of it.
 */
struct tabia_book *built_in_names_load(struct tabia_error *err) MUST_CHECK;

#endif
