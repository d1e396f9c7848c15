/*
 * leash.c - programs that were started do not outlive the one that did
 */
#include "io/leash.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/banned.h"

extern char **environ;

/* In a group of its own: Ctrl-C on the terminal is not meant for it. */
static int spawn_guard(pid_t *pid, char *const argv[], int in)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attrs;
    sigset_t none;
    sigemptyset(&none);
    if (posix_spawn_file_actions_init(&files))
        return ENOMEM;
    if (posix_spawnattr_init(&attrs)) {
        posix_spawn_file_actions_destroy(&files);
        return ENOMEM;
    }
    int number = posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO && !number; fd++)
        number = posix_spawn_file_actions_addopen(&files, fd, "/dev/null",
                                                  O_WRONLY, 0);
    if (!number)
        number = posix_spawnattr_setpgroup(&attrs, 0);
    if (!number)
        number = posix_spawnattr_setsigmask(&attrs, &none);
    if (!number)
        number = posix_spawnattr_setflags(&attrs, POSIX_SPAWN_SETPGROUP |
                                                      POSIX_SPAWN_SETSIGMASK);
    if (!number)
        number = posix_spawn(pid, argv[0], &files, &attrs, argv, environ);
    posix_spawnattr_destroy(&attrs);
    posix_spawn_file_actions_destroy(&files);
    return number;
}

void leash_take(struct leash *leash, pid_t group)
{
    char number[24];
    char *argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" },
                     (char[]){ "read -r end; kill -s KILL -- \"-$0\"" }, number,
                     NULL };
    int ends[2];
    *leash = (struct leash){ .guard = 0 };
    if (pipe2(ends, O_CLOEXEC))
        return;
    snprintf(number, sizeof(number), "%ld", (long)group);
    if (spawn_guard(&leash->guard, argv, ends[0])) {
        leash->guard = 0;
        close(ends[1]);
    } else {
        leash->fd = ends[1];
    }
    close(ends[0]);
}

void leash_drop(struct leash *leash)
{
    if (!leash->guard)
        return;
    kill(leash->guard, SIGKILL);
    while (waitpid(leash->guard, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(leash->fd);
    *leash = (struct leash){ .guard = 0 };
}
