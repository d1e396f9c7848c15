/*
 * commit.h - several files replaced as one, and which file a name stands for
 *
 * A book may be a set of files, and no system call gives several files their
 * names at once. So the folder gets a record first:
 *
 *  1. All new files are written as temporaries (temp.h) and synced.
 *  2. The record, COMMIT_RECORD, appears in the folder, whole, and is synced
 *     with it. From here on the set is the new one.
 *  3. The files change places with the old ones, or take the free names.
 *  4. The folder is synced, the record removed, then what is left under the
 *     temporary names: the old files.
 *
 * A failure before the record leaves the old set; so does one in step 3, as
 * what has changed places changes back. After a kill or a power cut the record
 * stays, and input.h opens the new file of the set by whichever name it has, so
 * that a folder that may only be read does as well. The next program that
 * writes in the folder ends step 3 and 4 (output.h). Other programs see a mixed
 * set until then; in an undisturbed commit only between the calls of step 3.
 *
 * The record is text, each field ended by a NUL:
 *
 *     tabia-commit 1
 *     .tabia-4711-0a1b2c.tmp      for each file: its temporary name,
 *     book.cto                    its name,
 *     900 1731 5 1024 1800 7      old size, seconds, nanoseconds; the new ones
 *
 * Size -1 means that there was no file. The times are those of the last
 * change. A file that is neither the old nor the new one was written by
 * another program since: then the record counts no more, and the names stand
 * for themselves. In a folder with the sticky bit, where anyone may make
 * files, a record counts only if it belongs to the reader, to root, or to the
 * owner of the file. The program that makes a record holds a lock on it until
 * the end; a set waits for another in the same folder.
 *
 * File systems that cannot exchange two names get a rename instead, which
 * cannot be undone: if a later one fails, the record stays, and the error
 * says so.
 */
#ifndef IO_COMMIT_H
#define IO_COMMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "io/temp.h"

#define COMMIT_RECORD ".tabia-commit"

/* ---- writing --------------------------------------------------------- */

struct commit_file {
    struct temp *temp;  // complete and synced; borrowed
    const char *target; // absolute, no link; all in one folder
};

/*
 * Gives all files their names, or none. Without force a target that exists is
 * an error. On failure 'at' gets the file that it is about.
 */
bool commit_files(const struct commit_file *files, size_t n, bool force,
                  size_t *at, struct tabia_error *err);

/*
 * Ends the commit that was interrupted in the folder of 'target', if any.
 * Waits for one that is under way.
 */
bool commit_settle(const char *target, struct tabia_error *err);

/* ---- reading --------------------------------------------------------- */

/* Like open for reading, but of the file that the name stands for. */
int committed_open(const char *path);

/* Like stat, but of the file that the name stands for. */
int committed_stat(const char *path, struct stat *st);

/* True if the new file of an interrupted commit waits for this name. */
bool commit_is_pending(const char *path);

/* Which state of a file was seen. */
struct commit_stamp {
    int64_t size; // -1: there is no file
    int64_t seconds, nanoseconds;
    uint64_t inode;
};

/* The file as it is now. NULL: there is none. */
struct commit_stamp commit_stamp_of(const char *path);

bool commit_stamp_is_same(struct commit_stamp a, struct commit_stamp b);

/* Fails if the file is no longer as it was when it was seen. */
bool commit_stamp_check(const char *path, struct commit_stamp seen,
                        struct tabia_error *err);

#endif
