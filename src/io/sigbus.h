/*
 * sigbus.h - what happens when a mapped file shrinks
 *
 * A signal handler belongs to the whole process, so the library installs one
 * only when its caller asks for it (tabia_source_guard_sigbus).
 */
#ifndef IO_SIGBUS_H
#define IO_SIGBUS_H

#include <stdbool.h>
#include <stddef.h>

#include "tabia/error.h"

/*
 * For the command: from now on SIGBUS removes the unfinished outputs
 * (cleanup.h), prints one line on stderr and ends the process with status 3.
 */
bool sigbus_install_exit(struct tabia_error *err);

/*
 * See tabia_source_guard_sigbus. A reader of a mapped file has to check
 * afterwards whether it was changed (input_check_content).
 */
bool sigbus_install_guard(struct tabia_error *err);

/* Mapped bytes that the guard is for, until they are unmapped. */
bool sigbus_add(const void *data, size_t size, struct tabia_error *err);
void sigbus_remove(const void *data);

#endif
