/*
 * format_io.h - what reading, writing and tables of all formats share
 */
#ifndef FORMAT_FORMAT_IO_H
#define FORMAT_FORMAT_IO_H

#include "io/output.h"
#include "format/format_contract.h"
#include "table/table.h"

/* Like tabia_format_detect, but among the given formats. */
const struct tabia_format *format_detect_among(
    const struct tabia_format *const *list, size_t n, struct tabia_bytes src,
    const char *path, struct tabia_error *err);

/*
 * The format that the options ask for, else the one detected, with the help of
 * their path, or name. NULL with an error; also when the format does not know
 * one of the settings.
 */
const struct tabia_format *format_of_input(
    struct tabia_bytes src, const struct tabia_read_options *options,
    struct tabia_error *err);

/*
 * Stands between a reader and the caller's on_problem: an error that the
 * caller goes on after is kept, for reading fails in the end nevertheless; so
 * is a warning that the caller stops at.
 */
struct format_watch {
    const struct tabia_read_options *user;
    struct tabia_read_options options; // for the reader
    struct tabia_error first;
    bool is_over; // the caller wants no more
};

/* Borrows 'user'. The watch must stay where it is. */
void format_watch_init(struct format_watch *watch,
                       const struct tabia_read_options *user);

/* False with the first error, if there was one. */
bool format_watch_end(const struct format_watch *watch,
                      struct tabia_error *err);

/* How a file is written; the options must outlive it. */
struct output_options format_output_options(
    const struct tabia_write_options *options);

/*
 * Fails with TABIA_ERR_LOSS when the options are strict and anything is lost.
 */
bool format_check_strict(const struct tabia_format *format,
                         const struct tabia_write_options *options,
                         const struct tabia_report *report,
                         struct tabia_error *err);

/*
 * Fails with TABIA_ERR_EMPTY if nothing of the book is in the file, unless
 * the options allow that. 'bytes' is the whole file as far as it is known;
 * NULL: it is large, or a set of files.
 */
bool format_check_empty(const struct tabia_book *book,
                        const struct tabia_format *format,
                        const struct tabia_write_options *options,
                        const struct tabia_report *report,
                        const struct tabia_bytes *bytes,
                        struct tabia_error *err);

/*
 * Writes a book in a format that is a set of files: all of them, or none
 * (io/commit.h). 'path' names the main file.
 */
bool format_write_set(const struct tabia_book *book, const char *path,
                      const struct tabia_format *format,
                      const struct tabia_write_options *options,
                      struct tabia_report *report, struct tabia_error *err);

/*
 * Writes a book that needs 'n' files of one kind: all, or none. They have the
 * name 'path' with a number before its ending: book0.89y, book1.89y.
 */
bool format_write_parts(const struct tabia_book *book, const char *path,
                        const struct tabia_format *format, size_t n,
                        const struct tabia_write_options *options,
                        struct tabia_report *report, struct tabia_error *err);

struct key_walk_counts;

/*
 * Like tabia_book_decode. With 'counts', for which the format must be able to
 * count (key_walk_can_count), one pass counts the file, and the book has its
 * texts and nothing else.
 */
struct tabia_book *format_decode(struct tabia_bytes src,
                                 const struct tabia_read_options *options,
                                 struct key_walk_counts *counts,
                                 struct tabia_error *err) TABIA_MUST_CHECK;

#endif
