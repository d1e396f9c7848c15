/*
 * uci_engine.c - an engine as a child process, with pipes to talk to it
 */
#include "uci/uci_engine.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/banned.h"

extern char **environ;

enum { NSTREAMS = 3, READ_END = 0, WRITE_END = 1 };

/* Debian keeps chess programs in a folder that is not on every PATH. */
static const char games_folder[] = "/usr/games";

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* ---- starting -------------------------------------------------------- */

static void close_pipes(int pipes[NSTREAMS][2])
{
    for (int i = 0; i < NSTREAMS; i++)
        for (int end = 0; end < 2; end++)
            close_fd(&pipes[i][end]);
}

/* Ours do not block; the engine's are as it expects them. */
static bool open_pipes(int pipes[NSTREAMS][2])
{
    for (int i = 0; i < NSTREAMS; i++)
        pipes[i][0] = pipes[i][1] = -1;
    for (int i = 0; i < NSTREAMS; i++) {
        const int ours = i == STDIN_FILENO ? WRITE_END : READ_END;
        if (pipe2(pipes[i], O_CLOEXEC) != 0 ||
            fcntl(pipes[i][ours], F_SETFL, O_NONBLOCK) != 0) {
            close_pipes(pipes);
            return false;
        }
    }
    return true;
}

/* A program starts with no signal ignored or blocked, in its own group. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int failed = posix_spawnattr_setpgroup(attributes, 0);
    if (!failed)
        failed = posix_spawnattr_setsigmask(attributes, &none);
    if (!failed)
        failed = posix_spawnattr_setsigdefault(attributes, &all);
    if (!failed)
        failed = posix_spawnattr_setflags(
            attributes, (short)(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                POSIX_SPAWN_SETSIGDEF));
    return failed;
}

static int set_files(posix_spawn_file_actions_t *files, int pipes[NSTREAMS][2])
{
    int failed = 0;
    for (int i = 0; i < NSTREAMS && !failed; i++) {
        const int theirs = i == STDIN_FILENO ? READ_END : WRITE_END;
        failed = posix_spawn_file_actions_adddup2(files, pipes[i][theirs], i);
    }
    return failed;
}

static int spawn_with(pid_t *pid, char *const *argv,
                      const posix_spawn_file_actions_t *files,
                      const posix_spawnattr_t *attributes)
{
    char path[PATH_MAX];
    int failed = posix_spawnp(pid, argv[0], files, attributes, argv, environ);
    if (failed == ENOENT && !strchr(argv[0], '/')) {
        snprintf(path, sizeof(path), "%s/%s", games_folder, argv[0]);
        failed = posix_spawn(pid, path, files, attributes, argv, environ);
    }
    return failed;
}

static int spawn(pid_t *pid, char *const *argv, int pipes[NSTREAMS][2])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&files);
    if (failed)
        return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        failed = set_attributes(&attributes);
        if (!failed)
            failed = set_files(&files, pipes);
        if (!failed)
            failed = spawn_with(pid, argv, &files, &attributes);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

bool uci_engine_open(struct uci_engine *engine, char *const *argv,
                     struct tabia_error *err)
{
    int pipes[NSTREAMS][2];
    *engine = (struct uci_engine){ .in = -1, .out = -1, .log = -1 };
    if (!open_pipes(pipes))
        return error_system(err, errno, "no pipe");
    const int failed = spawn(&engine->pid, argv, pipes);
    if (failed) {
        engine->pid = 0;
        close_pipes(pipes);
        return error_system(err, failed, "engine %s cannot be started",
                            argv[0]);
    }
    leash_take(&engine->leash, engine->pid);
    engine->in = pipes[STDIN_FILENO][WRITE_END];
    engine->out = pipes[STDOUT_FILENO][READ_END];
    engine->log = pipes[STDERR_FILENO][READ_END];
    pipes[STDIN_FILENO][WRITE_END] = -1;
    pipes[STDOUT_FILENO][READ_END] = -1;
    pipes[STDERR_FILENO][READ_END] = -1;
    close_pipes(pipes);
    return true;
}

/* ---- ending ---------------------------------------------------------- */

/*
 * While the leader is a zombie nobody else can get the number of its group,
 * so what it left behind is killed before it is waited for.
 */
bool uci_engine_reap(struct uci_engine *engine)
{
    siginfo_t info = { .si_pid = 0 };
    if (engine->pid <= 0)
        return true;
    if (waitid(P_PID, (id_t)engine->pid, &info, WEXITED | WNOHANG | WNOWAIT) ==
            0 &&
        info.si_pid == 0)
        return false;
    leash_drop(&engine->leash);
    kill(-engine->pid, SIGKILL);
    while (waitpid(engine->pid, &engine->status, 0) < 0 && errno == EINTR)
        continue;
    engine->pid = 0;
    return true;
}

void uci_engine_describe(const struct uci_engine *engine, char *text,
                         size_t size)
{
    if (WIFSIGNALED(engine->status))
        snprintf(text, size, "was killed by signal %d",
                 WTERMSIG(engine->status));
    else
        snprintf(text, size, "exited with status %d",
                 WEXITSTATUS(engine->status));
}

void uci_engine_close_in(struct uci_engine *engine)
{
    close_fd(&engine->in);
}

void uci_engine_close(struct uci_engine *engine, int grace_ms)
{
    enum { STEP_MS = 5 };
    const uint64_t end =
        clock_now_ns() / 1000000 + (uint64_t)(grace_ms > 0 ? grace_ms : 0);
    close_fd(&engine->in);
    close_fd(&engine->out);
    close_fd(&engine->log);
    while (!uci_engine_reap(engine)) {
        if (clock_now_ns() / 1000000 >= end) {
            kill(-engine->pid, SIGKILL);
            kill(engine->pid, SIGKILL);
        }
        poll(NULL, 0, STEP_MS);
    }
}
