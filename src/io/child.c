/*
 * child.c - a process that is talked to in lines, with deadlines
 */
#include "io/child.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error_internal.h"
#include "base/banned.h"

enum {
    SLICE_MS = 100, // between two looks at 'is_stopped'
    GRACE_MS = 500, // that a program has to end by itself
    NS_PER_MS = 1000 * 1000,
};

/* ---- starting -------------------------------------------------------- */

bool child_start(struct child *child, char *const argv[],
                 struct tabia_error *err)
{
    child->buffer = malloc(CHILD_BUFFER_SIZE);
    if (!child->buffer)
        return error_nomem(err);
    child->start = child->end = 0;
    child->is_skipping = false;
    if (process_start(&child->process, argv, PROCESS_SOCKET, err))
        return true;
    free(child->buffer);
    child->buffer = NULL;
    return false;
}

/* ---- waiting --------------------------------------------------------- */

/* Waits until 'fd' is ready, in slices. CHILD_LINE: it is. */
static enum child_result wait_for(const struct child *child, int fd,
                                  short events, uint64_t deadline)
{
    for (;;) {
        const uint64_t now = clock_now_ns();
        if (child->is_stopped && child->is_stopped(child->ctx))
            return CHILD_STOPPED;
        if (now >= deadline)
            return CHILD_LATE;
        const uint64_t left = (deadline - now) / NS_PER_MS + 1;
        struct pollfd poll_fd = { .fd = fd, .events = events };
        const int n = poll(&poll_fd, 1, left < SLICE_MS ? (int)left : SLICE_MS);
        if (n > 0)
            return CHILD_LINE;
    }
}

bool child_write(struct child *child, const char *data, size_t size,
                 uint64_t deadline, struct tabia_error *err)
{
    while (size) {
        if (wait_for(child, child->process.in, POLLOUT, deadline) != CHILD_LINE)
            return error_set(err, TABIA_ERR_IO,
                             "the program does not accept input");
        const ssize_t n =
            send(child->process.in, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n < 0)
            return error_system(err, errno, "cannot write to the program");
        data += n;
        size -= (size_t)n;
    }
    return true;
}

/* ---- lines ----------------------------------------------------------- */

/* Cuts the first line off the buffer, if it is complete. */
static char *cut_off_line(struct child *child)
{
    char *start = child->buffer + child->start;
    char *end = memchr(start, '\n', child->end - child->start);
    if (!end)
        return NULL;
    child->start = (size_t)(end - child->buffer) + 1;
    if (end > start && end[-1] == '\r')
        end--;
    *end = '\0';
    return start;
}

/* Makes room for more; a line that fills everything is cut. */
static char *child_make_room(struct child *child)
{
    const size_t len = child->end - child->start;
    memmove(child->buffer, child->buffer + child->start, len);
    child->start = 0;
    child->end = len;
    if (len < CHILD_BUFFER_SIZE - 1)
        return NULL;
    child->end = 0;
    if (child->is_skipping)
        return NULL;
    child->is_skipping = true;
    child->buffer[len] = '\0';
    return child->buffer;
}

/* Reads once. CHILD_LINE: there may be more in the buffer. */
static enum child_result child_receive(struct child *child)
{
    const ssize_t n = read(child->process.out, child->buffer + child->end,
                           CHILD_BUFFER_SIZE - 1 - child->end);
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
        return CHILD_END;
    if (n > 0)
        child->end += (size_t)n;
    return CHILD_LINE;
}

static enum child_result child_fill_buffer(struct child *child,
                                           uint64_t deadline)
{
    const enum child_result ready =
        wait_for(child, child->process.out, POLLIN, deadline);
    return ready == CHILD_LINE ? child_receive(child) : ready;
}

/* True if the buffer has a line; else it has room for more. */
static bool child_take_line(struct child *child, char **line)
{
    for (;;) {
        *line = cut_off_line(child);
        if (!*line || !child->is_skipping)
            break;
        child->is_skipping = false; // the end of a line that was cut
    }
    if (!*line)
        *line = child_make_room(child);
    return *line != NULL;
}

enum child_result child_read_line(struct child *child, uint64_t deadline,
                                  char **line)
{
    for (;;) {
        // A flood of lines must not hide that time is up.
        if (child_take_line(child, line))
            return clock_now_ns() < deadline ? CHILD_LINE : CHILD_LATE;
        const enum child_result result = child_fill_buffer(child, deadline);
        if (result != CHILD_LINE)
            return result;
    }
}

enum child_result child_poll_line(struct child *child, char **line)
{
    struct pollfd out = { .fd = child->process.out, .events = POLLIN };
    if (child_take_line(child, line))
        return CHILD_LINE;
    if (poll(&out, 1, 0) <= 0)
        return CHILD_NONE_YET;
    const enum child_result result = child_receive(child);
    if (result != CHILD_LINE)
        return result;
    return child_take_line(child, line) ? CHILD_LINE : CHILD_NONE_YET;
}

bool child_read_all(struct child *child, uint64_t deadline, struct buf *all,
                    struct tabia_error *err)
{
    for (;;) {
        child->start = child->end = 0;
        const enum child_result result = child_fill_buffer(child, deadline);
        if (result == CHILD_END)
            return !all->failed || buf_error(all, err);
        if (result != CHILD_LINE)
            return error_set(err, TABIA_ERR_IO, "the program took too long");
        buf_add(all, child->buffer, child->end);
    }
}

/* ---- ending ---------------------------------------------------------- */

void child_stop_within(struct child *child, int grace_ms)
{
    if (!child->buffer)
        return;
    process_stop(&child->process, grace_ms);
    free(child->buffer);
    *child = (struct child){ .buffer = NULL };
}

void child_stop(struct child *child)
{
    child_stop_within(child, GRACE_MS);
}
