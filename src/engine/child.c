/*
 * child.c - another program, talked to through pipes
 */
#include "engine/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/banned.h"

extern char **environ;

enum {
    SLICE_MS = 100, // between two looks at 'is_stopped'
    GRACE_MS = 500, // that a program has to end by itself
    STEP_MS = 5,
    NS_PER_MS = 1000 * 1000,
};

/* ---- starting -------------------------------------------------------- */

static bool set_up(posix_spawn_file_actions_t *files, posix_spawnattr_t *attrs,
                   int in, int out)
{
    sigset_t defaults, none;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    return !posix_spawn_file_actions_adddup2(files, in, STDIN_FILENO) &&
           !posix_spawn_file_actions_adddup2(files, out, STDOUT_FILENO) &&
           !posix_spawn_file_actions_addopen(files, STDERR_FILENO, "/dev/null",
                                             O_WRONLY, 0) &&
           !posix_spawnattr_setsigdefault(attrs, &defaults) &&
           !posix_spawnattr_setsigmask(attrs, &none) &&
           !posix_spawnattr_setpgroup(attrs, 0) &&
           !posix_spawnattr_setflags(attrs, POSIX_SPAWN_SETPGROUP |
                                                POSIX_SPAWN_SETSIGDEF |
                                                POSIX_SPAWN_SETSIGMASK);
}

static int spawn(pid_t *pid, char *const argv[], int in, int out)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attrs;
    if (posix_spawn_file_actions_init(&files))
        return ENOMEM;
    if (posix_spawnattr_init(&attrs)) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    int number = ENOMEM;
    if (set_up(&files, &attrs, in, out))
        number = posix_spawn(pid, argv[0], &files, &attrs, argv, environ);
    posix_spawnattr_destroy(&attrs);
    posix_spawn_file_actions_destroy(&files);
    return number;
}

static void close_pair(const int pair[2])
{
    close(pair[0]);
    close(pair[1]);
}

/*
 * Input goes through a socket: writing to one that nobody reads any more
 * fails without a signal, whatever the program around us does with SIGPIPE.
 */
bool child_start(struct child *child, char *const argv[],
                 struct tabia_error *err)
{
    int in[2], out[2];
    child->buffer = malloc(CHILD_BUFFER);
    if (!child->buffer)
        return error_nomem(err);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in)) {
        error_system(err, errno, "cannot talk to %.100s", argv[0]);
        free(child->buffer);
        return false;
    }
    if (pipe2(out, O_CLOEXEC)) {
        error_system(err, errno, "cannot talk to %.100s", argv[0]);
        close_pair(in);
        free(child->buffer);
        return false;
    }
    const int number = spawn(&child->pid, argv, in[1], out[1]);
    close(in[1]);
    close(out[1]);
    child->in = in[0];
    child->out = out[0];
    child->start = child->end = 0;
    child->is_skipping = false;
    if (!number) {
        leash_take(&child->leash, child->pid);
        return true;
    }
    close(in[0]);
    close(out[0]);
    free(child->buffer);
    child->pid = 0;
    return error_system(err, number, "cannot start %.100s", argv[0]);
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
        if (wait_for(child, child->in, POLLOUT, deadline) != CHILD_LINE)
            return error_set(err, TABIA_IO, "the program takes no input");
        const ssize_t n =
            send(child->in, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n < 0)
            return error_system(err, errno, "cannot write to the program");
        data += n;
        size -= (size_t)n;
    }
    return true;
}

void child_close_input(struct child *child)
{
    if (child->in >= 0)
        close(child->in);
    child->in = -1;
}

/* ---- lines ----------------------------------------------------------- */

/* Cuts the first line off the buffer, if it is complete. */
static char *take_line(struct child *child)
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
static char *make_room(struct child *child)
{
    const size_t len = child->end - child->start;
    memmove(child->buffer, child->buffer + child->start, len);
    child->start = 0;
    child->end = len;
    if (len < CHILD_BUFFER - 1)
        return NULL;
    child->end = 0;
    if (child->is_skipping)
        return NULL;
    child->is_skipping = true;
    child->buffer[len] = '\0';
    return child->buffer;
}

static enum child_result fill(struct child *child, uint64_t deadline)
{
    const enum child_result ready =
        wait_for(child, child->out, POLLIN, deadline);
    if (ready != CHILD_LINE)
        return ready;
    const ssize_t n = read(child->out, child->buffer + child->end,
                           CHILD_BUFFER - 1 - child->end);
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
        return CHILD_END;
    if (n > 0)
        child->end += (size_t)n;
    return CHILD_LINE;
}

enum child_result child_read_line(struct child *child, uint64_t deadline,
                                  char **line)
{
    for (;;) {
        *line = take_line(child);
        if (*line && child->is_skipping) {
            child->is_skipping = false; // the end of a line that was cut
            continue;
        }
        // A flood of lines must not hide that time is up.
        if (*line)
            return clock_now_ns() < deadline ? CHILD_LINE : CHILD_LATE;
        *line = make_room(child);
        if (*line)
            return CHILD_LINE;
        const enum child_result result = fill(child, deadline);
        if (result != CHILD_LINE)
            return result;
    }
}

bool child_read_all(struct child *child, uint64_t deadline, struct buf *all,
                    struct tabia_error *err)
{
    for (;;) {
        child->start = child->end = 0;
        const enum child_result result = fill(child, deadline);
        if (result == CHILD_END)
            return !all->failed || buf_error(all, err);
        if (result != CHILD_LINE)
            return error_set(err, TABIA_IO, "the program took too long");
        buf_add(all, child->buffer, child->end);
    }
}

/* ---- ending ---------------------------------------------------------- */

static bool is_gone(const struct child *child)
{
    int status;
    const pid_t pid = waitpid(child->pid, &status, WNOHANG);
    return pid == child->pid || (pid < 0 && errno == ECHILD);
}

void child_stop(struct child *child)
{
    if (!child->pid)
        return;
    leash_drop(&child->leash);
    child_close_input(child);
    close(child->out);
    const struct timespec step = { .tv_nsec = STEP_MS * NS_PER_MS };
    bool has_ended = is_gone(child);
    for (int ms = 0; !has_ended && ms < GRACE_MS; ms += STEP_MS) {
        nanosleep(&step, NULL);
        has_ended = is_gone(child);
    }
    kill(-child->pid, SIGKILL); // what it has started goes as well
    if (!has_ended) {
        while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    free(child->buffer);
    *child = (struct child){ .pid = 0 };
}

/* ---- finding --------------------------------------------------------- */

static char *try_folder(const char *folder, size_t len, const char *name)
{
    char *path = NULL;
    if (asprintf(&path, "%.*s/%s", (int)len, len ? folder : ".", name) < 0)
        return NULL;
    if (access(path, X_OK) == 0)
        return path;
    free(path);
    return NULL;
}

char *child_find(const char *name)
{
    static const char games[] = "/usr/games";
    if (!*name)
        return NULL;
    if (strchr(name, '/'))
        return access(name, X_OK) == 0 ? strdup(name) : NULL;
    const char *p = getenv("PATH");
    while (p && *p) {
        const size_t len = strcspn(p, ":");
        char *path = try_folder(p, len, name);
        if (path)
            return path;
        p += len + (p[len] == ':');
    }
    return try_folder(games, strlen(games), name);
}
