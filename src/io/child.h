/*
 * child.h - a process that is talked to in lines, with deadlines
 *
 *     struct child child;
 *     if (!child_start(&child, argv, err))
 *         return false;
 *     child_write(&child, text, strlen(text), deadline, err);
 *     while (child_read_line(&child, deadline, &line) == CHILD_LINE)
 *         ...
 *     child_stop(&child);
 *
 * Deadlines are moments of clock_now_ns. What the program prints on stderr is
 * dropped. Its input is closed with process_close_in(&child.process).
 */
#ifndef IO_CHILD_H
#define IO_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "io/process.h"
#include "tabia/error.h"

enum { CHILD_BUFFER_SIZE = 64 << 10 };

/* The zero value is not running. */
struct child {
    struct process process;
    char *buffer;              // owned; NULL: not running
    size_t start, end;         // what of 'buffer' has not been given out
    bool is_skipping;          // the rest of a line that was too long
    tabia_stop_fn *is_stopped; // asked while waiting; may be NULL
    void *ctx;
};

enum child_result {
    CHILD_LINE,     // there is a line
    CHILD_END,      // the program has closed its output
    CHILD_LATE,     // the deadline has passed
    CHILD_NONE_YET, // child_poll_line: no line is complete
    CHILD_STOPPED,  // is_stopped said so
};

/* Like process_start. On failure there is nothing to stop. */
bool child_start(struct child *child, char *const argv[],
                 struct tabia_error *err);

/* Writes everything before the deadline, or fails with TABIA_ERR_IO. */
bool child_write(struct child *child, const char *data, size_t size,
                 uint64_t deadline, struct tabia_error *err);

/*
 * The next line, without its end and with a NUL instead; it lives until the
 * next call. Lines longer than the buffer are cut.
 */
enum child_result child_read_line(struct child *child, uint64_t deadline,
                                  char **line);

/*
 * Like child_read_line, but does not wait: CHILD_NONE_YET if no line is
 * complete after what one read gives.
 */
enum child_result child_poll_line(struct child *child, char **line);

/* Adds everything that is still to come to 'all'. Not after a line. */
bool child_read_all(struct child *child, uint64_t deadline, struct buf *all,
                    struct tabia_error *err);

/* Closes the pipes, ends the program if it does not, and frees. */
void child_stop(struct child *child);

/* The same, after 'grace_ms' by force. */
void child_stop_within(struct child *child, int grace_ms);

#endif
