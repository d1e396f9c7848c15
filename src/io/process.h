/*
 * process.h - starts and ends another program, with pipes to it
 *
 *     if (!process_start(&p, argv, PROCESS_LOG, err)) ...
 *     write(p.in, ...); read(p.out, ...);
 *     process_stop(&p, 2000);
 *
 * The program leads a process group of its own, so that Ctrl-C on the terminal
 * is left to its parent and what it starts ends with it.
 *
 * A program that computes does not read its input, so it does not notice that
 * its parent is gone. A guard, a shell, waits for the end of a pipe that only
 * this process holds open, and then kills the group: whatever ended the
 * process, kill -9 included. PR_SET_PDEATHSIG would miss what the program has
 * started itself, and already acts when the thread that started it ends.
 */
#ifndef IO_PROCESS_H
#define IO_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tabia/error.h"

struct process {
    pid_t pid;  // 0: there is none, or it has been waited for
    int in;     // write here what it reads; -1: closed
    int out;    // read here what it prints; -1: closed
    int log;    // its standard error; -1: closed, or dropped
    int status; // how it ended, when pid is 0

    pid_t guard; // the shell; 0: none
    int guard_in;
};

enum {
    PROCESS_LOG = 1, // 'log' is a pipe; else standard error is dropped

    /*
     * 'in' is a socket: writing with send() to one that is no longer read
     * fails without a signal, whatever the program does with SIGPIPE.
     */
    PROCESS_SOCKET = 2,
    PROCESS_NONBLOCK = 4, // our ends do not block
};

/*
 * Starts a program of PATH or /usr/games; NULL ends 'argv'. On failure there
 * is nothing to close.
 */
bool process_start(struct process *p, char *const *argv, unsigned flags,
                   struct tabia_error *err);

/* True if it has exited: then it was waited for, and its group is gone. */
bool process_reap(struct process *p);

/* How it ended: "exited with status 1", "was killed by signal 11". */
void process_describe(const struct process *p, char *text, size_t size);

void process_close_in(struct process *p);

/* Gives it so long to end by itself, then kills it. No zombie is left. */
void process_stop(struct process *p, int grace_ms);

/* A program in PATH or, failing that, in /usr/games; the caller frees it. */
char *process_find(const char *name);

#endif
