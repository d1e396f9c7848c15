/*
 * leash.h - programs that were started do not outlive the one that did
 *
 *     leash_take(&leash, pid);     // the leader of a process group
 *     ...
 *     leash_drop(&leash);          // before the leader is waited for
 *
 * A program that computes does not read its input, so it does not notice that
 * its parent is gone. A shell waits for the end of a pipe that only this
 * process holds open, and then kills the group: whatever ended the process,
 * kill -9 included. PR_SET_PDEATHSIG would miss what the program has started
 * itself, and already acts when the thread that started it ends.
 */
#ifndef IO_LEASH_H
#define IO_LEASH_H

#include <sys/types.h>

/* The zero value holds nothing. */
struct leash {
    pid_t guard; // the shell; 0: none
    int fd;      // our end of the pipe
};

/* Without a shell the group is not held, and nothing else happens. */
void leash_take(struct leash *leash, pid_t group);

/* Lets the group go. Accepts a leash that holds nothing. */
void leash_drop(struct leash *leash);

#endif
