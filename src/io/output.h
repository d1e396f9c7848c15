/*
 * output.h - files that appear whole or not at all
 *
 *     struct output out;
 *     if (!output_open(&out, path, &options, err))
 *         return false;
 *     output_write(&out, data, size);
 *     return output_finish(&out, err);      // or output_abort(&out)
 *
 * The bytes go to a temporary file in the target's folder, which takes the
 * target's name only in output_finish, after fsync. Symbolic links are
 * followed: what they point to is replaced. "-" (standard output), pipes and
 * devices are written directly. Opening also removes what killed programs left
 * in the folder (temp.h), and ends what they could not end (commit.h).
 */
#ifndef IO_OUTPUT_H
#define IO_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/sink.h"
#include "io/commit.h"
#include "io/temp.h"
#include "tabia/error.h"

/* The file of an error in writing to standard output. */
#define OUTPUT_STDOUT "<stdout>"

/* All-zero means the defaults. */
struct output_options {
    bool force; // replace an existing file

    /* Called for what the file that was replaced had, and the new one lacks. */
    void (*on_note)(void *ctx, const char *name, const char *what);

    tabia_stop_fn *is_stopped; // called whenever bytes are written out; or NULL
    void *ctx;                 // of both
};

/* The zero value is closed. All fields are private. */
struct output {
    const char *name; // as the caller gave it, for messages; borrowed
    char *target;     // owned; NULL when bytes go out directly
    struct temp temp; // closed when bytes go out directly
    char *buffer;     // owned
    size_t nbuffered;
    uint64_t nbytes;
    int fd;
    bool force;
    bool is_open;
    unsigned lost; // attributes of the old file
    void (*on_note)(void *ctx, const char *name, const char *what);
    tabia_stop_fn *is_stopped;
    void *ctx;
    struct tabia_error error; // the first failure
};

/*
 * Prepares to write 'path'. Refuses directories, and existing files unless
 * forced. The new file has owner, mode and attributes of the one that it
 * replaces (file_attributes.h), else what the umask allows. 'options' may be
 * NULL. Borrows 'path' until the output is finished or aborted. On failure
 * there is nothing to abort.
 */
bool output_open(struct output *out, const char *path,
                 const struct output_options *options, struct tabia_error *err);

/* Adds bytes. Sticky: a failure shows again in output_finish. */
bool output_write(struct output *out, const void *data, size_t size);

/* All bytes so far, while they are still in memory: up to 64 KB. */
bool output_peek(const struct output *out, struct tabia_bytes *bytes);

bool output_printf(struct output *out, const char *fmt, ...) PRINTF_LIKE(2, 3);

/*
 * Writes out what is left. 'stamp' gets what the file will be recognised by
 * when output_finish has put it in place; size -1 where it puts none.
 */
bool output_sync(struct output *out, struct commit_stamp *stamp,
                 struct tabia_error *err);

/*
 * Writes out what is left and puts the file in place. On failure the target
 * is as it was and no temporary is left; the one exception is a failing fsync
 * of the folder, which leaves the new file in place. Closes in either case. A
 * file that has appeared since output_open is refused, unless forced.
 */
bool output_finish(struct output *out, struct tabia_error *err);

/*
 * Like output_finish for each of the list, but all files appear, or none: see
 * commit.h. They must be in one folder. On failure all are closed.
 */
bool output_finish_all(struct output *list, size_t n, struct tabia_error *err);

/* A file of these bytes: opens, writes and finishes. */
bool output_write_file(const char *path, const void *data, size_t size,
                       const struct output_options *options,
                       struct tabia_error *err);

/*
 * Fails if 'path' cannot be opened for writing: for programs that work long
 * before they write. Makes a temporary file and removes it. Pipes and devices
 * are not tried, as they are opened once only.
 */
bool output_try(const char *path, bool force, struct tabia_error *err);

/* Drops everything written. Accepts a closed output. */
void output_abort(struct output *out);

/* A sink that writes to 'out', which must outlive it. */
struct sink output_sink(struct output *out, struct tabia_error *err);

#endif
