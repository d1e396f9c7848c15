/*
 * input.h - the bytes of a file, a pipe or standard input
 *
 *     struct input in;
 *     if (!input_open(&in, path, NULL, err))
 *         return false;
 *     ... in.bytes ...
 *     input_close(&in);
 *
 * A file of a set that is being replaced is read by whichever name the new one
 * has (commit.h). Regular files above INPUT_MAP_SIZE are mapped, everything
 * else is read into memory. Reading mapped bytes after a program has truncated
 * the file raises SIGBUS: see sigbus.h.
 */
#ifndef IO_INPUT_H
#define IO_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "tabia/error.h"

enum {
    INPUT_MAP_SIZE = 256 << 20,
    INPUT_MAP_SEARCHED_SIZE = 64
                              << 10, // for files of which only parts are read
};

/* All of a pipe has to be in memory. */
#define INPUT_PIPE_MAX ((size_t)2 << 30)

/* All-zero means the defaults. */
struct input_options {
    size_t limit;    // the largest size taken; 0: what memory can address
    size_t map_size; // files above this are mapped; 0: INPUT_MAP_SIZE
};

/* The zero value is closed. */
struct input {
    struct tabia_bytes bytes; // never NULL while open
    const char *name;         // the path, or "<stdin>"; borrowed
    void *owned;              // what input_close frees or unmaps
    size_t mapped;            // bytes mapped; 0: 'owned' is on the heap
    int fd;                   // of a mapped file
    struct timespec time;     // when it had been changed last
};

/*
 * Opens 'path', or standard input for "-". 'options' may be NULL. Borrows
 * 'path' until input_close; errors name it as their file.
 */
bool input_open(struct input *in, const char *path,
                const struct input_options *options, struct tabia_error *err);

/*
 * True for a file that can be opened again, which a pipe and standard input
 * cannot. False for what is not there.
 */
bool input_is_file(const char *path);

/*
 * True if a mapped file is still as long as it was, else false with an error.
 * Always true for bytes in memory.
 */
bool input_check(const struct input *in, struct tabia_error *err);

/* Like input_check, but false for any change of the file's content. */
bool input_check_content(const struct input *in, struct tabia_error *err);

/*
 * Tells the system whether mapped bytes will be read here and there, where
 * reading ahead is in vain, or from one end to the other, as it takes for
 * granted. Nothing for bytes on the heap.
 */
void input_expect_random(struct tabia_bytes bytes, bool is_random);

/* Accepts a closed input. The bytes are gone. */
void input_close(struct input *in);

#endif
