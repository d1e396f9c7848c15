/*
 * bench_peer.c - other programs, timed
 */
#include "bench.h"

#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

#include "base/banned.h"

extern char **environ;

uint64_t bench_now_ns(void)
{
    struct timespec now = { 0 };
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint64_t ns_of(struct timeval time)
{
    return ((uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec) * 1000;
}

/* Debian keeps chess programs in a folder that is not on every PATH. */
static const char games_folder[] = "/usr/games";

/* Starts the program with 'in' as its standard input. */
static bool start(const char *const *argv, int in, pid_t *pid)
{
    char path[PATH_MAX];
    posix_spawn_file_actions_t files;
    snprintf(path, sizeof(path), "%s/%s", games_folder, argv[0]);
    if (posix_spawn_file_actions_init(&files) != 0)
        return false;
    // posix_spawn takes the words as not const, but does not change them.
    char *const *words = (char *const *)(uintptr_t)argv;
    bool started =
        posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO) == 0 &&
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null",
                                         O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
                                         O_WRONLY, 0) == 0 &&
        (posix_spawnp(pid, argv[0], &files, NULL, words, environ) == 0 ||
         posix_spawn(pid, path, &files, NULL, words, environ) == 0);
    posix_spawn_file_actions_destroy(&files);
    return started;
}

/* A short text fits into a pipe, so it is written before anybody reads. */
static int open_input(const char *input)
{
    int ends[2];
    const size_t len = strlen(input);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    bool done = len <= PIPE_BUF && write(ends[1], input, len) == (ssize_t)len;
    close(ends[1]);
    if (done)
        return ends[0];
    close(ends[0]);
    return -1;
}

/* The memory of its own that a process has now, in bytes. */
static uint64_t own_memory(pid_t pid)
{
    char path[64], line[128];
    unsigned long long kb = 0;
    snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof(line), file))
        if (sscanf(line, "RssAnon: %llu", &kb) == 1)
            break;
    if (file)
        fclose(file);
    return (uint64_t)kb * 1024;
}

/* Looks at its memory every millisecond until it ends. */
static bool watch(pid_t pid, struct bench_used *used)
{
    const struct timespec pause = { .tv_nsec = 1000000 };
    const uint64_t begin = clock_now_ns();
    struct rusage usage = { 0 };
    int status = 0;
    pid_t ended;
    while ((ended = wait4(pid, &status, WNOHANG, &usage)) == 0) {
        const uint64_t memory = own_memory(pid);
        used->memory = memory > used->memory ? memory : used->memory;
        nanosleep(&pause, NULL);
    }
    used->clock_ns = clock_now_ns() - begin;
    used->cpu_ns = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
    return ended == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool bench_run_used(const char *const *argv, struct bench_used *used)
{
    int in = open_input("");
    if (in < 0)
        return false;
    pid_t pid;
    *used = (struct bench_used){ 0 };
    const bool done = start(argv, in, &pid) && watch(pid, used);
    close(in);
    return done;
}

bool bench_run(const char *const *argv, const char *input, uint64_t *ns)
{
    int in = open_input(input);
    if (in < 0)
        return false;
    pid_t pid;
    int status = 0;
    struct rusage used = { 0 };
    bool done = start(argv, in, &pid) && wait4(pid, &status, 0, &used) == pid &&
                WIFEXITED(status) && WEXITSTATUS(status) == 0;
    *ns = ns_of(used.ru_utime) + ns_of(used.ru_stime);
    close(in);
    return done;
}
