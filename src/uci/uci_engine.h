/*
 * uci_engine.h - an engine as a child process, with pipes to talk to it
 *
 *     if (!uci_engine_open(&engine, argv, err)) ...
 *     write(engine.in, ...); read(engine.out, ...);
 *     uci_engine_close(&engine, 2000);
 *
 * The engine leads a process group of its own, so that what it starts ends
 * with it.
 */
#ifndef UCI_UCI_ENGINE_H
#define UCI_UCI_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "io/leash.h"
#include "tabia/error.h"

/* The pipes do not block. */
struct uci_engine {
    pid_t pid; // 0: there is none, or it has been waited for
    struct leash leash;
    int in;     // write here what it reads; -1: closed
    int out;    // read here what it says; -1: closed
    int log;    // its standard error; -1: closed
    int status; // how it ended, when pid is 0
};

/*
 * Starts a program of PATH or /usr/games; NULL ends 'argv'. On failure there
 * is nothing to close.
 */
bool uci_engine_open(struct uci_engine *engine, char *const *argv,
                     struct tabia_error *err);

/* Has it ended? Then it has been waited for, and its group is no more. */
bool uci_engine_reap(struct uci_engine *engine);

/* How it ended: "exited with status 1", "was killed by signal 11". */
void uci_engine_describe(const struct uci_engine *engine, char *text,
                         size_t size);

void uci_engine_close_in(struct uci_engine *engine);

/* Gives it so long to end by itself, then kills it. No zombie is left. */
void uci_engine_close(struct uci_engine *engine, int grace_ms);

#endif
