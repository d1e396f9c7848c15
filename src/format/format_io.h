/*
 * format_io.h - what reading, writing and tables of all formats share
 */
#ifndef FORMAT_FORMAT_IO_H
#define FORMAT_FORMAT_IO_H

#include "base/compiler.h"
#include "format/format_contract.h"
#include "io/output.h"
#include "table/table.h"

/*
 * Like VEC_RESERVE, for what a reader keeps beside the book: at most as many
 * bytes as the caller allows for the book itself.
 */
#define FORMAT_RESERVE(job, list, room, want, err)                             \
    format_reserve(job, &(list), &(room), want, sizeof(*(list)), err)

bool format_reserve(const struct read_job *job, void *list, size_t *room,
                    size_t want, size_t size,
                    struct tabia_error *err) MUST_CHECK;

/*
 * True if books in this format consist of lines from the starting position, so
 * that what a keyed file has elsewhere should be joined to lines.
 */
static inline bool format_wants_lines(const struct tabia_format *format)
{
    return !(format->info.holds & TABIA_HOLDS_ROOTS);
}

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
 * Like tabia_book_save, for a book that was read from 'file' as 'known' and
 * then changed. A file that is searched by key keeps all bytes of rows that
 * are the same in both, in their order, and rows that no known position leads
 * to. What 'known' has and 'changed' has not is dropped. Other formats are
 * just saved.
 */
bool format_save_over(const struct tabia_book *changed,
                      const struct tabia_book *known, struct tabia_bytes file,
                      const char *path, const struct tabia_format *format,
                      const struct tabia_write_options *options,
                      struct tabia_report *report, struct tabia_error *err);

struct key_walk_counts;

/*
 * Reads a book. With 'counts', for which the format must be able to count
 * (key_walk_can_count), one pass counts the file, and the book has its texts
 * and nothing else. NULL with an error.
 */
struct tabia_book *format_decode(struct tabia_bytes bytes, struct read_job *job,
                                 struct key_walk_counts *counts,
                                 struct tabia_error *err) MUST_CHECK;

#endif
