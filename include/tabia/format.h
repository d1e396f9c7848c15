/*
 * format.h - the formats of book files; reading and writing them
 *
 *     struct tabia_book *book = tabia_book_load("lines.txt", NULL, err);
 *     const struct tabia_format *to = tabia_format_find("ct800-bin", err);
 *     struct tabia_report *report = tabia_report_new(err);
 *     if (book && to && report)
 *         done = tabia_book_save(book, "book.dat", to, NULL, report, err);
 *
 * The content decides what a file is; its name only breaks ties.
 */
#ifndef TABIA_FORMAT_H
#define TABIA_FORMAT_H

#include "tabia/book.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the registry ---------------------------------------------------- */

struct tabia_format;

enum tabia_setting_kind {
    TABIA_SETTING_FLAG,   // "yes" or "no"; "" means yes
    TABIA_SETTING_WORD,   // one of several
    TABIA_SETTING_NUMBER, // from min to max
    TABIA_SETTING_TEXT,
    TABIA_SETTING_FILE, // a path
};

/* When a setting applies; a mask. */
enum tabia_setting_flags { TABIA_WHEN_READING = 1, TABIA_WHEN_WRITING = 2 };

/* Describes a setting of a format: see tabia_format_setting_at. */
struct tabia_setting_info {
    const char *name; // "weight"
    enum tabia_setting_kind kind;
    unsigned when;      // TABIA_WHEN_ mask
    const char *values; // "score|games|uniform"; "N", "FILE"; NULL: a flag
    const char *default_value; // the value when absent; NULL: see the help
    const char *help;          // lower case, no full stop
    uint64_t min, max;         // of a number
};

/* How much of an attribute a format can hold. */
struct tabia_limit {
    uint64_t max;     // largest number, or longest text in bytes; 0: any
    const char *note; // what the numbers mean, such as "4 steps"; may be NULL
};

/* What else a format can hold, a mask; see tabia_report_add_losses. */
enum tabia_format_flags {
    TABIA_HOLDS_ROOTS = 1,          // other starting positions
    TABIA_HOLDS_UNDERPROMOTION = 2, // promotion to other than a queen
    TABIA_HOLDS_CHESS960 = 4,       // castling from other squares
    TABIA_HOLDS_EN_PASSANT = 8,     // positions that differ only in it
    TABIA_HOLDS_TEXTS = 16,         // all texts of the whole book
    TABIA_HOLDS_LEAF_DATA = 32,     // names of positions without moves
    TABIA_HOLDS_ALL = 63,
};

struct tabia_format_info {
    const char *name;            // typed by the user: "ct800"
    const char *title;           // read by the user
    const char *const *suffixes; // ".txt"; ends with NULL; a hint only
    bool can_read, can_write, can_find;
    bool can_merge;       // by key, row by row: see tabia_source_merge
    bool ignores_ep;      // its positions ignore en passant
    bool can_skip_damage; // damaged parts: see 'lenient' below
    bool is_keyed;        // searched by key, without loading
    bool is_puzzles;      // a set of puzzles, not a book
    bool is_games;        // games, from which tabia/build.h builds a book
    bool is_store;        // statistics of games: see tabia/store.h
    unsigned holds;       // TABIA_HOLDS_ mask
    unsigned attrs; // TABIA_HAS_ mask: what of moves and positions it holds
    const char *const *text_keys; // texts of the book held; ends with NULL
};

/* All formats, in the order in which they are listed; NULL beyond. */
TABIA_API const struct tabia_format *tabia_format_at(size_t i);

static inline size_t tabia_format_count(void)
{
    size_t n = 0;
    while (tabia_format_at(n) != NULL)
        n++;
    return n;
}

/*
 * The format of that name. NULL with TABIA_ERR_NOT_FOUND if there is none:
 * check it, as other functions take NULL for the format that the content of a
 * file or its name suggests.
 */
TABIA_API const struct tabia_format *tabia_format_find(
    const char *name, struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * What a format is and can do. For NULL, which is the format of a source of
 * evaluations: empty texts, and nothing is set.
 */
TABIA_API const struct tabia_format_info *tabia_format_get_info(
    const struct tabia_format *format);

/* The limit of an attribute; NULL if the format does not hold it. */
TABIA_API const struct tabia_limit *tabia_format_get_limit(
    const struct tabia_format *format, enum tabia_attr attr);

/* The settings of a format, in the order of its help; NULL beyond the last. */
TABIA_API const struct tabia_setting_info *tabia_format_setting_at(
    const struct tabia_format *format, size_t i);

/*
 * The format of the bytes; for an empty file, the one that the name of 'path'
 * suggests. 'path' may be NULL. NULL with an error if no format fits, or if two
 * fit equally well: the error then names both.
 */
TABIA_API const struct tabia_format *tabia_format_detect(
    struct tabia_bytes bytes, const char *path,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* The format for a file to be written, by the suffix of its name. */
TABIA_API const struct tabia_format *tabia_format_for_path(
    const char *path, struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- what a conversion loses ----------------------------------------- */

/*
 * What was lost when a book was read or written, each kind of loss once; beyond
 * 48 kinds all others are one. Several calls may add to one report.
 */
struct tabia_report;

enum { TABIA_LOSS_SIZE = 104 };

struct tabia_loss {
    uint64_t count;
    char what[TABIA_LOSS_SIZE]; // "passive marks are dropped"
};

/* An empty report; NULL when there is no memory. */
TABIA_API struct tabia_report *tabia_report_new(struct tabia_error *err)
    TABIA_MUST_CHECK;

/* Accepts NULL. */
TABIA_API void tabia_report_free(struct tabia_report *report);

/* The i-th loss, which belongs to the report; NULL beyond the last. */
TABIA_API const struct tabia_loss *tabia_report_at(
    const struct tabia_report *report, size_t i);

static inline size_t tabia_report_count(const struct tabia_report *report)
{
    size_t n = 0;
    while (tabia_report_at(report, n) != NULL)
        n++;
    return n;
}

/*
 * Adds everything that the book uses and that the format cannot hold: most of
 * what tabia_book_save would report, in advance. Saving adds the same again, so
 * give it another report.
 */
TABIA_API void tabia_report_add_losses(struct tabia_report *report,
                                       const struct tabia_format *format,
                                       const struct tabia_book *book);

/* ---- reading --------------------------------------------------------- */

/*
 * A setting of the file's format, such as { "weight", "score" }; see
 * tabia_format_setting_at. The last of a name counts. One that the format does
 * not have, or not for this direction, fails with TABIA_ERR_MISUSE.
 */
struct tabia_setting {
    const char *name, *value; // the value of a flag may be ""
};

/*
 * How a book is loaded or searched. All-zero means the defaults. The built-in
 * book has a format, a name and a path of its own.
 */
struct tabia_read_options {
    const struct tabia_format *format; // NULL: detect
    const char *name; // for messages, and to detect the format of standard
                      // input and bytes; NULL: the path
    const char *path; // tabia_book_decode and tabia_source_open_bytes: the file
                      // the bytes come from, to find files beside it and to
                      // detect the format; or NULL. Ignored where a path is
                      // opened
    const struct tabia_setting *settings;
    size_t nsettings;
    size_t memory_limit; // bytes; 0: 4 GiB, 1 GiB on 32 bits
    bool keep_location;  // keep the location of each move in the file
    bool lenient;        // skip damaged parts with a warning
    bool wants_lines;    // join positions to lines, if the format can: for a
                         // book to be saved without TABIA_HOLDS_ROOTS, see
                         // tabia_source_save
    bool in_memory;      // where a path is opened: never map the file, see
                         // tabia_source_guard_sigbus

    /*
     * Gets what the book lacks of the file; or NULL. tabia_source_save has a
     * parameter for that.
     */
    struct tabia_report *report;

    /*
     * Called for every problem in the file. After an error, true means: skip
     * this part and go on; unless lenient, reading still fails in the end.
     * NULL: the first error ends reading, and warnings are not reported. A
     * warning about something that is lost has the status TABIA_ERR_LOSS.
     */
    tabia_problem_fn *on_problem;

    tabia_stop_fn *is_stopped; // or NULL

    /*
     * Called now and then while the positions behind a keyed file are looked
     * for. How many steps that takes is not known before: 'total' is 0. Or
     * NULL.
     */
    tabia_progress_fn *on_progress;
    void *ctx; // of all three
    uint64_t reserved[4];
};

/*
 * Loads a file of any format; "-" is standard input, NULL the built-in book.
 * 'options' may be NULL. NULL with an error. The caller frees the book.
 */
TABIA_API struct tabia_book *tabia_book_load(
    const char *path, const struct tabia_read_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Like tabia_book_load, but from memory, which is borrowed for the call. */
TABIA_API struct tabia_book *tabia_book_decode(
    struct tabia_bytes bytes, const struct tabia_read_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* ---- writing --------------------------------------------------------- */

/* All-zero means the defaults. */
struct tabia_write_options {
    const struct tabia_setting *settings;
    size_t nsettings;
    bool force;       // replace an existing file
    bool strict;      // fail with TABIA_ERR_LOSS if anything would be lost
    bool allow_empty; // write a file even if the book is empty

    /*
     * Called after a file was replaced, for each property that could not be
     * kept, such as its owner. May be NULL.
     */
    void (*on_note)(void *ctx, const char *path, const char *what);

    /* Called for each file of a book that needs several; may be NULL. */
    void (*on_file)(void *ctx, const char *path);

    /*
     * Called whenever bytes are written to a file; nothing is replaced then.
     * May be NULL. tabia_build and its kin have their own.
     */
    tabia_stop_fn *is_stopped;
    void *ctx; // of all three
    uint64_t reserved[4];
};

/*
 * Writes the whole file or nothing. "-" is standard output. A format of NULL is
 * that of the path: see tabia_format_for_path. The losses are added to
 * 'report', which may be NULL; with 'strict', losses that it already has count
 * as well. A book too large for one file of its format (tibook) becomes
 * several, numbered before the suffix. A format that is a set of files needs a
 * path with the suffix of its main file. If replacing several files is
 * interrupted, opening them finds all old ones or all new ones.
 *
 * A book without moves, or one of which the format can hold none, is not
 * written but fails with TABIA_ERR_EMPTY, unless 'allow_empty' asks for it;
 * then it fails with TABIA_ERR_LOSS if the format could not read it again.
 */
TABIA_API bool tabia_book_save(const struct tabia_book *book, const char *path,
                               const struct tabia_format *format,
                               const struct tabia_write_options *options,
                               struct tabia_report *report,
                               struct tabia_error *err) TABIA_MUST_CHECK;

/*
 * Like tabia_book_save, but to memory that the caller frees by tabia_free, and
 * a book without moves is encoded as well. Fails with TABIA_ERR_MISUSE for a
 * format that is a set of files.
 */
TABIA_API bool tabia_book_encode(const struct tabia_book *book,
                                 const struct tabia_format *format,
                                 const struct tabia_write_options *options,
                                 uint8_t **data, size_t *size,
                                 struct tabia_report *report,
                                 struct tabia_error *err) TABIA_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
