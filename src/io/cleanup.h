/*
 * cleanup.h - for programs: no temporary file outlives the process
 *
 *     if (!cleanup_install(err)) ...         // once, in main
 *
 * From then on every file that is being written is known to the handlers of
 * signals, which need something that the whole process can see: the one
 * registry in cleanup.c. Without it the library does not touch signals, and a
 * file that it was writing stays when the process dies. What else is global
 * and changes also belongs to handlers of signals and is set by programs
 * alone: the page size in sigbus.c, and a flag or a file number in the command
 * and the proxy.
 */
#ifndef IO_CLEANUP_H
#define IO_CLEANUP_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

enum {
    CLEANUP_SLOTS_MAX = 64, // files that can be open for writing at once
    CLEANUP_PATH_SIZE = 4096,
};

struct cleanup;

/* The process's registry. */
struct cleanup *cleanup_registry(void);

/*
 * Handles SIGINT, SIGTERM, SIGHUP and SIGQUIT, each unless it is ignored:
 * removes what is registered, then lets the signal do what it does by
 * default, so the parent sees the true cause of death.
 */
bool cleanup_install(struct tabia_error *err);

bool cleanup_is_installed(void);

/*
 * Remembers a file by its absolute name. Returns its slot, or -1 when all
 * slots are taken or the name is too long. Any thread.
 */
int cleanup_add(struct cleanup *registry, const char *path);

/* Forgets a slot; -1 is accepted. */
void cleanup_remove(struct cleanup *registry, int slot);

/* Unlinks every registered file. Safe in a signal handler. */
void cleanup_unlink_all(struct cleanup *registry);

#endif
