/*
 * decompress.h - what files of games are compressed with
 *
 *     const struct decompress_method *method = decompress_detect(head);
 *     void *state = method->open(&options);
 *     while (method->step(state, &io, &why) == DECOMPRESS_GO)
 *         ... more room in io.out, more bytes in io.in ...
 *     method->close(state);
 *
 * A file may hold several members, one after the other: each ends with
 * DECOMPRESS_END, and the next step begins the one behind it.
 */
#ifndef IO_DECOMPRESS_H
#define IO_DECOMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

enum { DECOMPRESS_HEAD_SIZE = 6 }; // bytes that show the compression

struct decompress_options {
    bool zstd_long; // windows up to 2 GiB instead of 128 MiB
};

/* Both move on as bytes are taken and given. */
struct decompress_io {
    const uint8_t *in;
    size_t nin;
    uint8_t *out;
    size_t nout;
};

enum decompress_result {
    DECOMPRESS_GO,    // it wants bytes, or room
    DECOMPRESS_END,   // a member is whole
    DECOMPRESS_BAD,   // 'why' explains it, in words that stand for themselves
    DECOMPRESS_NOMEM, // the system's memory, not a limit
};

struct decompress_method {
    const char *name;

    bool (*detect)(struct tabia_bytes head);

    /* NULL when there is no memory. */
    void *(*open)(const struct decompress_options *options);

    /*
     * Does as much as it can. After DECOMPRESS_BAD and DECOMPRESS_NOMEM: no
     * more.
     */
    enum decompress_result (*step)(void *state, struct decompress_io *io,
                                   const char **why);

    /* Accepts NULL. */
    void (*close)(void *state);

    /*
     * The size of the member that 'bytes' begins with, found without
     * decompressing it; 0: it is not whole, or bad. NULL: that cannot be found.
     */
    size_t (*member_size)(struct tabia_bytes bytes);
};

extern const struct decompress_method decompress_gz, decompress_bz2,
    decompress_xz, decompress_zst;

/* The reason that a window of zstd is larger than the options allow. */
extern const char decompress_window_message[];

/* By the first bytes of a file; NULL: it is plain. */
const struct decompress_method *decompress_detect(struct tabia_bytes head);

/*
 * Fills in what is wrong with packed bytes, found at byte 'at' of their file.
 * A NULL 'why' means that they end too soon.
 */
void decompress_describe(const struct decompress_method *method, uint64_t at,
                         const char *why, struct tabia_error *damage);

#endif
