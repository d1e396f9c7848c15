/*
 * process.c - starts and ends another program, with pipes to it
 */
#include "io/process.h"

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
#include <unistd.h>

#include "base/clock.h"
#include "base/error_internal.h"

#include "base/banned.h"

extern char **environ;

enum { NSTREAMS = 3, STEP_MS = 5 };

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
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

char *process_find(const char *name)
{
    // Debian keeps chess programs in a folder that is not on every PATH.
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

/* ---- starting -------------------------------------------------------- */

/*
 * Starts 'path' with the streams 'theirs', -1 for /dev/null, in a group of its
 * own, with no signal ignored or blocked.
 */
static int spawn_in_group(pid_t *pid, const char *path, char *const *argv,
                          const int theirs[NSTREAMS])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attrs;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&files))
        return ENOMEM;
    if (posix_spawnattr_init(&attrs)) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    int failed = posix_spawnattr_setpgroup(&attrs, 0);
    if (!failed)
        failed = posix_spawnattr_setsigmask(&attrs, &none);
    if (!failed)
        failed = posix_spawnattr_setsigdefault(&attrs, &all);
    if (!failed)
        failed = posix_spawnattr_setflags(
            &attrs, (short)(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                            POSIX_SPAWN_SETSIGDEF));
    for (int i = 0; i < NSTREAMS && !failed; i++)
        failed = theirs[i] < 0
                     ? posix_spawn_file_actions_addopen(&files, i, "/dev/null",
                                                        O_WRONLY, 0)
                     : posix_spawn_file_actions_adddup2(&files, theirs[i], i);
    if (!failed)
        failed = posix_spawn(pid, path, &files, &attrs, argv, environ);
    posix_spawnattr_destroy(&attrs);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

/* Without a shell there is no guard, and nothing else happens. */
static void start_guard(struct process *p)
{
    char group[24];
    char *argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" },
                     (char[]){ "read -r end; kill -s KILL -- \"-$0\"" }, group,
                     NULL };
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return;
    snprintf(group, sizeof(group), "%ld", (long)p->pid);
    const int theirs[NSTREAMS] = { ends[0], -1, -1 };
    p->guard_in = ends[1];
    if (spawn_in_group(&p->guard, argv[0], argv, theirs)) {
        p->guard = 0;
        close_fd(&p->guard_in);
    }
    close(ends[0]);
}

static void stop_guard(struct process *p)
{
    if (!p->guard)
        return;
    kill(p->guard, SIGKILL);
    while (waitpid(p->guard, NULL, 0) < 0 && errno == EINTR)
        continue;
    close_fd(&p->guard_in);
    p->guard = 0;
}

/* A stream with our end of it; ends[0] is read from. */
static bool open_stream(int i, unsigned flags, int *ours, int *theirs)
{
    int ends[2];
    if (i == STDIN_FILENO && flags & PROCESS_SOCKET
            ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)
            : pipe2(ends, O_CLOEXEC))
        return false;
    *ours = ends[i == STDIN_FILENO];
    *theirs = ends[i != STDIN_FILENO];
    return !(flags & PROCESS_NONBLOCK) ||
           fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

bool process_start(struct process *p, char *const *argv, unsigned flags,
                   struct tabia_error *err)
{
    int theirs[NSTREAMS] = { -1, -1, -1 };
    *p = (struct process){ .in = -1, .out = -1, .log = -1, .guard_in = -1 };
    char *path = process_find(argv[0]);
    int failed = 0;
    if (!open_stream(STDIN_FILENO, flags, &p->in, &theirs[0]) ||
        !open_stream(STDOUT_FILENO, flags, &p->out, &theirs[1]) ||
        (flags & PROCESS_LOG &&
         !open_stream(STDERR_FILENO, flags, &p->log, &theirs[2])))
        failed = errno;
    else
        failed = spawn_in_group(&p->pid, path ? path : argv[0], argv, theirs);
    free(path);
    for (int i = 0; i < NSTREAMS; i++)
        close_fd(&theirs[i]);
    if (!failed) {
        start_guard(p);
        return true;
    }
    close_fd(&p->in);
    close_fd(&p->out);
    close_fd(&p->log);
    p->pid = 0;
    return error_system(err, failed, "cannot start %.100s", argv[0]);
}

/* ---- ending ---------------------------------------------------------- */

/*
 * While the leader is a zombie no other process can get the number of its
 * group, so what it left behind is killed before it is waited for.
 */
bool process_reap(struct process *p)
{
    siginfo_t info = { .si_pid = 0 };
    if (p->pid <= 0)
        return true;
    if (waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == 0)
        return false;
    stop_guard(p);
    kill(-p->pid, SIGKILL);
    while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR)
        continue;
    p->pid = 0;
    return true;
}

void process_describe(const struct process *p, char *text, size_t size)
{
    if (WIFSIGNALED(p->status))
        snprintf(text, size, "was killed by signal %d", WTERMSIG(p->status));
    else
        snprintf(text, size, "exited with status %d", WEXITSTATUS(p->status));
}

void process_close_in(struct process *p)
{
    close_fd(&p->in);
}

void process_stop(struct process *p, int grace_ms)
{
    const uint64_t end =
        clock_now_ns() / 1000000 + (uint64_t)(grace_ms > 0 ? grace_ms : 0);
    close_fd(&p->in);
    close_fd(&p->out);
    close_fd(&p->log);
    while (!process_reap(p)) {
        if (clock_now_ns() / 1000000 >= end) {
            kill(-p->pid, SIGKILL);
            kill(p->pid, SIGKILL);
        }
        poll(NULL, 0, STEP_MS);
    }
}
