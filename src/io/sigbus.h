/*
 * sigbus.h - for programs: an error message when a mapped file shrinks
 *
 * The library never calls this, because a signal handler belongs to the whole
 * process.
 */
#ifndef IO_SIGBUS_H
#define IO_SIGBUS_H

#include <stdbool.h>

#include "tabia/error.h"

/*
 * From now on SIGBUS removes the unfinished outputs (cleanup.h), prints one
 * line on stderr and ends the process with status 3.
 */
bool sigbus_install(struct tabia_error *err);

/*
 * For a program that serves many: instead, what was lost of a mapped file is
 * zero from now on, and the process goes on. A reader of a mapped file has to
 * check afterwards whether it was changed (input_check_content).
 */
bool sigbus_survive(struct tabia_error *err);

#endif
