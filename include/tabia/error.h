/*
 * error.h - what went wrong, and where
 *
 * Functions that can fail return bool (true: done) or a pointer (NULL: failed),
 * and take a pointer to a struct tabia_error as their last parameter; it may be
 * NULL. Compilers warn where such a result is not used (TABIA_MUST_CHECK). The
 * first error stays: a call that finds 'err' set leaves it as it is. Where work
 * goes on after a failure, the error has to be cleared:
 *
 *     for (size_t i = 0; i < n; i++) {
 *         struct tabia_book *book = tabia_book_load(paths[i], NULL, err);
 *         if (!book)
 *             puts(err->msg);
 *         tabia_error_clear(err); // or the next message would be this one
 *         tabia_book_free(book);
 *     }
 *
 * Pointers must not be NULL unless the comment of a function allows it. Always
 * allowed are a NULL 'err', and a NULL object of a function called _free,
 * _close or _clear. A source or a library that could not be made, NULL, may be
 * passed on to all functions that take 'err': they fail, and 'err' has the
 * reason already.
 *
 * After a failure what a call was to fill in is unspecified, unless its comment
 * promises more, and needs no freeing. Answers and comparisons are then empty.
 */
#ifndef TABIA_ERROR_H
#define TABIA_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "tabia/export.h"

#ifdef __cplusplus
extern "C" {
#endif

enum tabia_status {
    TABIA_OK,
    TABIA_ERR_SYNTAX,    // the text cannot be read
    TABIA_ERR_ILLEGAL,   // the move or the position is not legal
    TABIA_ERR_AMBIGUOUS, // more than one move fits
    TABIA_ERR_CHECK,     // the move leaves the king in check
    TABIA_ERR_CORRUPT,   // the bytes contradict themselves
    TABIA_ERR_LOSS,      // the target cannot hold what the source has
    TABIA_ERR_LIMIT,     // more than the library, format or caller allows
    TABIA_ERR_MISUSE,    // the call is invalid
    TABIA_ERR_IO,        // the system could not read or write
    TABIA_ERR_NOMEM,     // out of memory
    TABIA_ERR_EMPTY,     // the file would be empty
    TABIA_ERR_STOPPED,   // the caller's is_stopped ended the call
    TABIA_ERR_NOT_FOUND, // what the caller names does not exist
};

/*
 * What could help; a program adds how its user can do it. The _COUNT of this
 * and other enums grows with versions.
 */
enum tabia_hint {
    TABIA_HINT_NONE,
    TABIA_HINT_INPUT_FORMAT,  // name the format of the input
    TABIA_HINT_OUTPUT_FORMAT, // name the format to be written
    TABIA_HINT_LAYOUT,        // use the layout that needs no other program
    TABIA_HINT_ENGINE,        // name the engine; of the command only
    TABIA_HINT_BUILD_BY,      // build the store so that it can be filtered
    TABIA_HINT_ZSTD_WINDOW,   // allow larger windows
    TABIA_HINT_SEVERAL_FILES, // write more than one file
    TABIA_HINT_PART,          // make the part or slice of a build again
    TABIA_HINT_WORK_FOLDER,   // remove the work folder of a build
    TABIA_HINT_PARTS,         // make all parts of a build again
    TABIA_HINT_EDIT_TEXT,     // apply it to a book
    TABIA_HINT_FORCE,         // allow a file to be replaced
    TABIA_HINT_MEMORY,        // limit memory to less
    TABIA_HINT_COUNT,
};

enum { TABIA_ERROR_MSG_SIZE = 192, TABIA_ERROR_FILE_SIZE = 256 };

/* An error, with its texts, so that reporting one never allocates. */
struct tabia_error {
    enum tabia_status status; // TABIA_OK until something fails
    enum tabia_hint hint;
    uint32_t line, col; // from 1, columns in bytes; line 0: no lines
    uint64_t offset;    // bytes from the start of the input
    char file[TABIA_ERROR_FILE_SIZE]; // "": none; a long path has "..." first
    char msg[TABIA_ERROR_MSG_SIZE];
    uint64_t reserved[2];
};

/*
 * Sets an error to zero, so that the next failure is not hidden by it: also
 * what a newer library has in 'reserved'.
 */
static inline void tabia_error_clear(struct tabia_error *err)
{
    if (err)
        memset(err, 0, sizeof(*err));
}

/* What is reported while a file is read. */
enum tabia_severity {
    TABIA_SEVERITY_WARNING, // reading goes on
    TABIA_SEVERITY_ERROR,   // the line, game or record is broken
};

/*
 * The type of all on_problem callbacks: the library reports each problem with
 * its location. True: go on, after an error without the broken part. False:
 * enough; nothing more is reported. Then loading a book fails with the problem
 * as its error, and tabia_pgn_next ends; tabia_build, which reports in the end,
 * and tabia_store_verify finish their work.
 *
 * All callbacks of the library are called in the thread of the call that they
 * belong to. They must not leave by longjmp or an exception.
 */
typedef bool tabia_problem_fn(void *ctx, enum tabia_severity severity,
                              const struct tabia_error *problem);

/*
 * The type of all is_stopped callbacks, which are called now and then during
 * long work: true ends it, and the call fails with TABIA_ERR_STOPPED.
 */
typedef bool tabia_stop_fn(void *ctx);

/*
 * The type of on_progress where files are read, written or checked: 'done' of
 * 'total' steps, or 0 if that is not known. That of a build has more.
 */
typedef void tabia_progress_fn(void *ctx, uint64_t done, uint64_t total);

/*
 * Frees memory that a function of the library handed over, such as
 * tabia_book_encode. Accepts NULL.
 */
TABIA_API void tabia_free(void *memory);

/* Borrowed bytes. */
struct tabia_bytes {
    const uint8_t *data;
    size_t size;
};

/*
 * Prints "file:line:col: error: message", then, when 'bytes' holds the input
 * and the error has a line, that line and a caret below the column. Bytes that
 * are not printable are escaped, long lines are cut around the caret. Writes
 * at most 'size' bytes with the final NUL; returns the length of the whole
 * text, as snprintf does. 'kind' is the word before the message ("error",
 * "warning").
 */
TABIA_API size_t tabia_error_print(const struct tabia_error *err,
                                   const char *kind, struct tabia_bytes bytes,
                                   char *buf, size_t size);

/* The name of a status in lower case, such as "illegal". */
TABIA_API const char *tabia_status_name(enum tabia_status status);

#ifdef __cplusplus
}
#endif

#endif
