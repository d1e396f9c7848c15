/*
 * books.h - the books on a command line, opened
 *
 *     const struct books_options how = { .mode = TABIA_OPEN_LOAD };
 *     struct book_file file;
 *     enum cli_status status = book_file_open(&file, args, path, &how);
 *     if (status != CLI_DONE)
 *         return status;
 *     use(file.book);
 *     book_file_close(&file);
 *
 * What is wrong with a book has been printed when opening it fails.
 */
#ifndef CLI_BOOKS_H
#define CLI_BOOKS_H

#include "cli/options.h"
#include "source/source.h"

/* A source that is open; what is below it is of the source. */
struct book_file {
    struct tabia_source *source; // owned
    const char *name;            // for people
    const struct tabia_format *format;
    struct tabia_bytes bytes;
    const struct tabia_book *book;   // NULL unless it is loaded
    const struct tabia_names *names; // borrowed, see struct books_options
};

/*
 * Takes a problem of a book. 'src' holds the input, empty if there is none.
 */
typedef void books_problem_fn(void *ctx, enum tabia_severity severity,
                              const struct tabia_error *problem,
                              struct tabia_bytes src);

struct books_options {
    enum tabia_open_mode mode;
    bool keep_location;
    bool wants_lines; // join positions without lines, if the format can
    struct table_lookup lookup;  // what will be looked up
    bool strict;                 // a book that cannot be read whole is an error
    struct tabia_report *unread; // gets what cannot be read, unless NULL
    books_problem_fn *on_problem; // NULL: problems are printed on stderr
    void *ctx;
    const struct tabia_names *names; // for what the book does not name; or NULL
};

/*
 * Opens 'path', "-" for standard input, or the built-in book for NULL. Without
 * options it is loaded. On failure there is nothing to close.
 */
enum cli_status book_file_open(struct book_file *file, const struct args *args,
                               const char *path,
                               const struct books_options *options);

/*
 * The same in two steps: first the file is opened and recognised, then it
 * becomes what 'options->mode' says. If the second fails, the file is closed.
 */
enum cli_status book_file_recognise(struct book_file *file,
                                    const struct args *args, const char *path,
                                    const struct books_options *options);
enum cli_status book_file_finish_open(struct book_file *file,
                                      const struct args *args,
                                      const struct books_options *options);

/* Or its rows are only counted; its book has no moves then. */
enum cli_status books_count(struct book_file *file, const struct args *args,
                            struct key_walk_counts *counts);

/* Or a set of puzzles, which belongs to the file: see source_has_puzzles. */
enum cli_status books_puzzles(struct book_file *file, const struct args *args,
                              const struct books_options *options,
                              const struct puzzles **set);

/* Puts another book, which is then the file's, in the place of its own. */
void books_replace(struct book_file *file, struct tabia_book *book);

void book_file_close(struct book_file *file);

/* True if --from or --to means nothing but puzzles. */
bool books_is_of_puzzles(const char *format);

/* ---- several --------------------------------------------------------- */

/* Complains when "-" is more than one of the operands. */
enum cli_status books_check_stdin(const struct args *args);

struct book_set {
    struct book_file *files; // owned
    size_t n;
};

/* True if all are of one kind, and there is one. */
bool book_set_are_all(const struct book_set *set, enum tabia_source_kind kind);

/* Opens all operands, or the built-in book when there are none. */
enum cli_status book_set_open(struct book_set *set, const struct args *args,
                              const struct books_options *options);

/* In two steps, as book_file_recognise and book_file_finish_open. */
enum cli_status book_set_recognise(struct book_set *set,
                                   const struct args *args,
                                   const struct books_options *options);
enum cli_status book_set_finish_open(struct book_set *set,
                                     const struct args *args,
                                     const struct books_options *options);

/* Complains about settings that neither the books nor the output can use. */
enum cli_status books_check_settings(const struct book_set *set,
                                     const struct args *args,
                                     const struct tabia_format *output);

void book_set_close(struct book_set *set);

/*
 * The files of --names, which is at 'option' (without 'args': no option), else
 * the one that the environment names; ends with NULL.
 */
void books_names_paths(const struct args *args, size_t option,
                       const char *paths[OPTIONS_REPEATED + 1]);

/*
 * Opens the names of openings: those of books_names_paths, else the built-in
 * ones. On failure the error has been printed.
 */
enum cli_status books_open_names(struct tabia_names **names,
                                 const struct args *args, size_t option);

#endif
