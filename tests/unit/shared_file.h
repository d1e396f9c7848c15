/*
 * shared_file.h - real files, which stand outside of the project
 *
 * Names are relative to the folder that TABIA_SHARED names, and stand with
 * their checksums in tests/shared.sha256. Where a file is absent the test is
 * skipped, and counted as such: nothing that has to be freed may be held then.
 * What is there must be read, or the test fails.
 */
#ifndef TESTS_SHARED_FILE_H
#define TESTS_SHARED_FILE_H

#include <stdio.h>

#include "io/input.h"
#include "tabia/format.h"

enum { SHARED_PATH_SIZE = 1024 };

/* The path of a file. */
void shared_path(const char *name, char path[SHARED_PATH_SIZE]);

/* Opens the file; the caller closes it. */
void shared_open(const char *name, struct input *in);

/*
 * Calls 'each' with the listed files of a folder whose names have 'part' in
 * them, until it says false. Returns how many there were.
 */
unsigned shared_folder(const char *name, const char *part,
                       bool (*each)(const char *path, const char *file));

/* The known keys of a position, each as it is written in the shared table. */
struct shared_keys {
    FILE *file;
    char line[512];
    const char *fen, *polyglot, *stockfish, *ctg, *ctg_hash;
    unsigned n; // rows so far
};

/* Before the first row. */
void shared_keys_open(struct shared_keys *keys);

/* The next row; false, and closed, behind the last one. */
bool shared_keys_next(struct shared_keys *keys);

/* Reads the book, by options that may be NULL. */
struct tabia_book *shared_book(const char *name,
                               const struct tabia_read_options *options);

/*
 * A book of the project itself, such as "data/openings.txt": for all that does
 * not need a certain file.
 */
struct tabia_book *own_book(const char *name);

#endif
