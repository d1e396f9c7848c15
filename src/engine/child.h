/*
 * child.h - another program, talked to through pipes, never waited for long
 *
 *     struct child child;
 *     if (!child_start(&child, argv, err))
 *         return false;
 *     child_write(&child, text, strlen(text), deadline, err);
 *     while (child_read_line(&child, deadline, &line) == CHILD_LINE)
 *         ...
 *     child_stop(&child);
 *
 * Deadlines are moments of clock_now_ns. The program gets a process group of
 * its own, so that Ctrl-C on the terminal is left to its parent; when that is
 * gone, the group is killed (leash.h). What it prints on stderr is dropped.
 */
#ifndef ENGINE_CHILD_H
#define ENGINE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "io/leash.h"
#include "tabia/error.h"

enum { CHILD_BUFFER = 64 << 10 };

/* The zero value is not running. */
struct child {
    pid_t pid;
    struct leash leash;
    int in, out; // our ends of its stdin and stdout
    char *buffer;
    size_t start, end;             // what of 'buffer' has not been given out
    bool is_skipping;              // the rest of a line that was too long
    bool (*is_stopped)(void *ctx); // asked while waiting; may be NULL
    void *ctx;
};

enum child_result {
    CHILD_LINE,    // there is a line
    CHILD_END,     // the program has closed its output
    CHILD_LATE,    // the deadline has passed
    CHILD_STOPPED, // is_stopped said so
};

/* Starts 'argv[0]', a path. On failure there is nothing to stop. */
bool child_start(struct child *child, char *const argv[],
                 struct tabia_error *err);

/* Writes everything before the deadline, or fails with TABIA_IO. */
bool child_write(struct child *child, const char *data, size_t size,
                 uint64_t deadline, struct tabia_error *err);

/* Closes the program's input. */
void child_close_input(struct child *child);

/*
 * The next line, without its end and with a NUL instead; it lives until the
 * next call. Lines longer than the buffer are cut.
 */
enum child_result child_read_line(struct child *child, uint64_t deadline,
                                  char **line);

/* Adds everything that is still to come to 'all'. Not after a line. */
bool child_read_all(struct child *child, uint64_t deadline, struct buf *all,
                    struct tabia_error *err);

/* Closes the pipes, ends the program if it does not, and frees. */
void child_stop(struct child *child);

/* A program in PATH or, failing that, in /usr/games; the caller frees it. */
char *child_find(const char *name);

#endif
