/*
 * source_files.h - the files on a command line, opened
 *
 *     const struct source_file_options options = { .mode = TABIA_OPEN_LOAD };
 *     struct source_file file;
 *     enum cli_status status = source_file_open(&file, args, path, &options);
 *     if (status != CLI_DONE)
 *         return status;
 *     use(file.book);
 *     source_file_close(&file);
 *
 * What is wrong with a book has been printed when opening it fails.
 */
#ifndef CLI_SOURCE_FILES_H
#define CLI_SOURCE_FILES_H

#include "cli/options.h"
#include "source/source_internal.h"

/*
 * A source with its name: a book, but also a table, a store or puzzles. The
 * members below the name belong to the source.
 */
struct source_file {
    struct tabia_source *source; // owned
    const char *name;            // for people
    const struct tabia_format *format;
    struct tabia_bytes bytes;
    const struct tabia_book *book;   // NULL unless it is loaded
    const struct tabia_names *names; // borrowed, see struct source_file_options
};

/*
 * Receives a problem of a book. 'bytes' holds the input, empty if there is
 * none.
 */
typedef void source_file_problem_fn(void *ctx, enum tabia_severity severity,
                                    const struct tabia_error *problem,
                                    struct tabia_bytes bytes);

struct source_file_options {
    enum tabia_open_mode mode;
    bool keep_location;
    bool wants_lines; // join positions without lines, if the format can
    struct table_lookup lookup;  // what will be looked up
    bool strict;                 // a book that cannot be read whole is an error
    bool skip_failed;            // of several, those that open are opened
    struct tabia_report *unread; // gets what cannot be read, unless NULL
    source_file_problem_fn *on_problem; // NULL: problems are printed on stderr
    void *ctx;
    const struct tabia_names *names; // for what the book does not name; or NULL
};

/*
 * Opens 'path', "-" for standard input, or the built-in book for NULL and its
 * name (built_in_book_is_named). Without options it is loaded. On failure there
 * is nothing to close.
 */
enum cli_status source_file_open(struct source_file *file,
                                 const struct args *args, const char *path,
                                 const struct source_file_options *options);

/*
 * The same in two steps: first the file is opened and recognised, then it
 * becomes what 'options->mode' means. If the second fails, the file is closed.
 */
enum cli_status source_file_recognise(
    struct source_file *file, const struct args *args, const char *path,
    const struct source_file_options *options);
enum cli_status source_file_finish_open(
    struct source_file *file, const struct args *args,
    const struct source_file_options *options);

/* Like source_file_finish_open, but only counts rows: the book has no moves. */
enum cli_status source_file_count(struct source_file *file,
                                  const struct args *args,
                                  struct key_walk_counts *counts);

/* Opens a recognised file as a set of puzzles, which the file owns. */
enum cli_status source_file_load_puzzles(
    struct source_file *file, const struct args *args,
    const struct source_file_options *options, const struct puzzles **set);

/* Replaces the book by another one, which the file then owns. */
void source_file_replace_book(struct source_file *file,
                              struct tabia_book *book);

void source_file_close(struct source_file *file);

/* ---- several --------------------------------------------------------- */

/* Refuses "-" as more than one of the operands and repeated options. */
enum cli_status source_files_check_stdin(const struct args *args);

struct source_files {
    struct source_file *files; // owned
    size_t n;
    enum cli_status failed; // the worst of those that were skipped
};

/* True if all are of one kind, and there is one. */
bool source_files_are_all(const struct source_files *set,
                          enum tabia_source_kind kind);

/* Opens all operands, or the built-in book when there are none. */
enum cli_status source_files_open(struct source_files *set,
                                  const struct args *args,
                                  const struct source_file_options *options);

/* The same in two steps; if one of them fails, the set is closed. */
enum cli_status source_files_recognise(
    struct source_files *set, const struct args *args,
    const struct source_file_options *options);
enum cli_status source_files_finish_open(
    struct source_files *set, const struct args *args,
    const struct source_file_options *options);

/* Refuses settings that neither the books nor the output can use. */
enum cli_status source_files_check_settings(const struct source_files *set,
                                            const struct args *args,
                                            const struct tabia_format *output);

void source_files_close(struct source_files *set);

#endif
