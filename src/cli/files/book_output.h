/*
 * book_output.h - writing a book or a table, and reporting what was lost
 */
#ifndef CLI_BOOK_OUTPUT_H
#define CLI_BOOK_OUTPUT_H

#include "cli/options.h"
#include "format/format_io.h"
#include "format/report.h"
#include "tabia/format.h"
#include "tabia/transform.h"
#include "table/table.h"

struct json_writer;

enum { BOOK_OUTPUT_NAME_SIZE = 256 }; // bytes of a file's name, with its NUL

/* Where a verb writes to, and how. */
struct book_output {
    const struct args *args;
    const char *path;
    const struct tabia_format *format;
    struct tabia_setting settings[OPTIONS_REPEATED_MAX];
    struct tabia_write_options options; // borrows 'settings'
    struct tabia_report report;
    unsigned nfiles; // that the book needed, if more than one
    char first_file[BOOK_OUTPUT_NAME_SIZE], last_file[BOOK_OUTPUT_NAME_SIZE];
};

/* How a file without settings is written. Borrows 'args'. */
struct tabia_write_options book_output_options(const struct args *args);

/* Of a file that has no format to choose, such as a store of games. */
enum cli_status book_output_init_store(struct book_output *out,
                                       const struct args *args,
                                       const char *path);

/*
 * Determines the format, from --to or the file's name, and its settings. Fails
 * for formats that cannot be written. On failure the reason has been printed.
 */
enum cli_status book_output_init(struct book_output *out,
                                 const struct args *args, const char *path,
                                 bool strict);

/*
 * Like book_output_init for a format that is known to be written, without a
 * check of the target. Borrows 'out', which must stay where it is.
 */
void book_output_init_format(struct book_output *out, const struct args *args,
                             const char *path,
                             const struct tabia_format *format, bool strict);

enum { BOOK_OUTPUT_COUNTS_SIZE = 96 };

/*
 * What the file contains, in words: all positions and moves of the book, or how
 * many of its moves.
 */
const char *book_output_counts(const struct book_output *out,
                               uint32_t npositions, uint32_t nmoves,
                               char text[BOOK_OUTPUT_COUNTS_SIZE]);

/* Prints why nothing was written, and what to do about an empty result. */
enum cli_status book_output_print_error(const struct args *args,
                                        const struct tabia_error *err);

/* Writes the file, and prints why not. Reports the losses in either case. */
enum cli_status book_output_write(struct book_output *out,
                                  const struct tabia_book *book);

/*
 * Like book_output_write for a changed book; what was not 'known' of its file
 * is kept, see format_save_over.
 */
enum cli_status book_output_write_over(struct book_output *out,
                                       const struct tabia_book *book,
                                       const struct tabia_book *known,
                                       struct tabia_bytes file);

/* Like book_output_write, but copies what passes a local filter, by key. */
enum cli_status book_output_write_filtered(
    struct book_output *out, struct table *table,
    const struct tabia_filter_options *filter,
    struct tabia_transform_result *done);

/* Like book_output_write, but merges tables without loading them. */
enum cli_status book_output_write_merged(struct book_output *out,
                                         struct table *const *tables, size_t n,
                                         enum tabia_merge_policy policy);

/* Prints what was lost, on standard error. */
void book_output_note_losses(const struct args *args,
                             const struct tabia_report *report);

/* Prints what a transform decided, on standard error. */
void book_output_note_transform(const struct args *args,
                                const struct tabia_transform_result *result);

/*
 * Takes what a transform decided: prints it, and counts the tags that it
 * dropped as lost. If nothing may be lost, fails for these and for lines that a
 * limit cut, with the reason printed; moves that a filter dropped are no loss.
 */
enum cli_status book_output_check_transform(
    struct book_output *out, const struct tabia_transform_result *result);

/* Adds what was written and lost to the open object. */
void book_output_put_json(struct json_writer *js,
                          const struct book_output *out);

/* Adds the counts of a transform to the open object. */
void book_output_put_json_transform(
    struct json_writer *js, const struct tabia_transform_result *result);

#endif
