/*
 * format_contract.h - what a format's file defines: one constant table
 *
 * A NULL function means the format cannot do that. No function keeps state
 * between calls, so one table serves any number of threads. What they call is
 * in the headers included here: detect.h, format_problem.h, format_settings.h
 * and report.h.
 */
#ifndef FORMAT_FORMAT_CONTRACT_H
#define FORMAT_FORMAT_CONTRACT_H

#include "base/sink.h"
#include "book/share.h"
#include "format/detect.h"
#include "format/format_problem.h"
#include "format/format_settings.h"
#include "format/report.h"
#include "tabia/builder.h"
#include "tabia/format.h"
#include "table/table_def.h"

enum {
    FORMAT_SET_MAX = 4,       // files of one book
    FORMAT_NUMBERED_MAX = 64, // numbered files of one book
    FORMAT_ROW_SIZE = 16,     // bytes of a row, see put_row
};

/* What an engine has learnt about a move: docs/formats/exp.md. */
struct format_learnt {
    int16_t score;  // engine units, for the side to move
    int16_t second; // BrainLearn's performance, Revolution's evaluation
    uint16_t depth;
    uint16_t count; // 0: not counted
};

/* The digits in the names of parts: one for up to ten. */
static inline int format_number_digits(size_t n)
{
    return n > 10 ? 2 : 1;
}

struct key_walk_rule;

enum format_match {
    FORMAT_NO,
    FORMAT_MAYBE,
    FORMAT_LIKELY,
    FORMAT_SURE,
    FORMAT_CERTAIN, // although another format may be sure
};

struct tabia_format {
    struct tabia_format_info info;
    struct tabia_limit limits[TABIA_ATTR_COUNT]; // of those in info.attrs

    const struct setting_row *settings; // ends with SETTING_END; or NULL

    /* The rule by which its own program picks a move; zero: the weight. */
    enum share_rule share_rule;

    /*
     * Looks at the content, no more of it than FORMAT_DETECT_SIZE says. Cannot
     * fail and does not allocate.
     */
    enum format_match (*detect)(struct tabia_bytes bytes);

    /*
     * Adds everything in 'bytes' to 'out'. Borrows 'bytes' for the call. NULL
     * for a keyed format: its 'walk' is a rule for making a book from the
     * table.
     */
    bool (*read)(struct tabia_bytes bytes, struct read_job *job,
                 struct tabia_builder *out, struct tabia_error *err);
    const struct key_walk_rule *walk; // see key_walk.h

    /*
     * Writes the book in the one canonical way: same book, same bytes. What
     * the declaration does not cover is added to 'report', never NULL.
     */
    bool (*write)(const struct tabia_book *book,
                  const struct tabia_write_options *options, struct sink *dst,
                  struct tabia_report *report, struct tabia_error *err);

    /*
     * For a book that is a set of files: their endings, the main file last,
     * ending with NULL; and instead of 'write' a function that writes all of
     * them, 'dst' having a sink for each.
     */
    const char *const *set;
    bool (*write_set)(const struct tabia_book *book,
                      const struct tabia_write_options *options,
                      struct sink *dst, struct tabia_report *report,
                      struct tabia_error *err);

    /*
     * How many files the book needs, each with a share of its positions. With
     * more than one 'write' is called for each, with the setting "part" from 0
     * on. NULL: always one.
     */
    bool (*count_files)(const struct tabia_book *book,
                        const struct tabia_write_options *options, size_t *n,
                        struct tabia_error *err);

    /*
     * Opening and a look-up read a few pages of a file, however large: the
     * system need not read ahead.
     */
    bool reads_little;

    /*
     * True if the bytes have nothing but moves: for a single look-up they are
     * then searched, which misses nothing. NULL: they may have more.
     */
    bool (*is_bare)(struct tabia_bytes bytes);
    bool follows_lines; // with 'is_bare': TABLE_USE_LINE takes a few steps

    /*
     * Opens the bytes for searching; the table borrows them.
     */
    bool (*open)(struct tabia_bytes bytes, struct read_job *job,
                 struct table_impl *table, struct tabia_error *err);

    /* Writes a table row by row, in the order of keys; see table_def.h. */
    bool (*write_rows)(struct row_stream *rows,
                       const struct tabia_write_options *options,
                       struct sink *dst, struct tabia_report *report,
                       struct tabia_error *err);

    /* ---- special talents, of one or two formats each --------------------- */

    bool has_routine;  // amateur: its program picks moves by its own routine
    bool is_collected; // tibook: its program picks among the moves of all files

    /* exp: what learn data say, the engine's own searches; or NULL. */
    struct format_learnt (*unpack_learn)(uint64_t learn);

    /*
     * polyglot: a row in bytes, for a build that writes a keyed book without
     * making one. NULL: a build makes a book first.
     */
    void (*put_row)(uint64_t key, uint16_t code, uint16_t weight,
                    uint8_t bytes[FORMAT_ROW_SIZE]);
};

#endif
