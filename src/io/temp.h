/*
 * temp.h - files on the way to their names, and what killed programs left
 *
 *     struct temp temp;
 *     if (!temp_open(&temp, target, 0666, err)) ...
 *     write(temp.fd, ...);
 *     if (rename(temp.path, target) == 0)
 *         temp_keep(&temp);
 *     temp_close(&temp);
 *
 * A temporary is called .tabia-PROCESS-XXXXXX.tmp and stands beside its
 * target. Its maker holds a lock on it (flock) as long as it is open, also
 * while it gets its name. One that no process holds was left by a killed
 * program: temp_sweep removes it.
 */
#ifndef IO_TEMP_H
#define IO_TEMP_H

#include <stdbool.h>
#include <sys/types.h>

#include "tabia/error.h"

/* All fields may be read. */
struct temp {
    char *path; // owned; NULL: it has another name now, or is closed
    int fd;     // -1: closed
    int slot;   // of the cleanup, or -1
};

/* The closed one. */
#define TEMP_CLOSED                                                            \
    {                                                                          \
        .fd = -1, .slot = -1                                                   \
    }

/*
 * Makes a temporary in the folder of 'target', an absolute path, with this
 * mode less the umask. A signal removes the file (cleanup.h).
 */
bool temp_open(struct temp *temp, const char *target, mode_t mode,
               struct tabia_error *err);

/* A signal no longer removes the file. */
void temp_unregister(struct temp *temp);

/* Leaves the file where it is: neither temp_close nor a signal removes it. */
void temp_keep(struct temp *temp);

/* Closes, and removes the file unless it was kept. Accepts a closed one. */
void temp_close(struct temp *temp);

/*
 * Opens a file without a name in 'folder', for reading and writing: it is gone
 * when it is closed. -1 with an error.
 */
int temp_open_nameless(const char *folder, struct tabia_error *err);

enum { TEMP_FOLDER_SIZE = 512 };

/*
 * Makes an empty folder below TMPDIR, else below /tmp; the caller removes it
 * with what it puts there.
 */
bool temp_make_folder(char path[TEMP_FOLDER_SIZE], struct tabia_error *err);

/*
 * Removes the temporaries in the folder of 'target' that no process holds.
 * Leaves those that it cannot be sure of: where locks do not work or may not
 * reach other machines (network file systems), and all while a set of files is
 * being replaced (commit.h). Cannot fail: what stays does no harm.
 */
void temp_sweep(const char *target);

#endif
