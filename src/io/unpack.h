/*
 * unpack.h - what files of games are compressed with
 *
 *     const struct unpack_method *method = unpack_detect(head);
 *     void *state = method->open(&options);
 *     while (method->step(state, &io, &why) == UNPACK_GO)
 *         ... more room in io.out, more bytes in io.in ...
 *     method->close(state);
 *
 * A file may hold several members, one after the other: each ends with
 * UNPACK_END, and the next step begins the one behind it.
 */
#ifndef IO_UNPACK_H
#define IO_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/error.h"

enum { UNPACK_HEAD = 6 }; // bytes that show the compression

struct unpack_options {
    bool zstd_long; // windows up to 2 GiB instead of 128 MiB
};

/* Both move on as bytes are taken and given. */
struct unpack_io {
    const uint8_t *in;
    size_t nin;
    uint8_t *out;
    size_t nout;
};

enum unpack_outcome {
    UNPACK_GO,    // it wants bytes, or room
    UNPACK_END,   // a member is whole
    UNPACK_BAD,   // 'why' explains it, in words that stand for themselves
    UNPACK_NOMEM, // the system's memory, not a limit
};

struct unpack_method {
    const char *name;

    bool (*detect)(struct tabia_bytes head);

    /* NULL when there is no memory. */
    void *(*open)(const struct unpack_options *options);

    /* Does as much as it can. After UNPACK_BAD and UNPACK_NOMEM: no more. */
    enum unpack_outcome (*step)(void *state, struct unpack_io *io,
                                const char **why);

    /* Accepts NULL. */
    void (*close)(void *state);

    /*
     * The size of the member that 'bytes' begins with, found without
     * decompressing it; 0: it is not whole, or bad. NULL: that cannot be found.
     */
    size_t (*member_size)(struct tabia_bytes bytes);
};

extern const struct unpack_method unpack_gz, unpack_bz2, unpack_xz, unpack_zst;

/* The reason that a window of zstd is larger than the options allow. */
extern const char unpack_large[];

/* By the first bytes of a file; NULL: it is plain. */
const struct unpack_method *unpack_detect(struct tabia_bytes head);

/*
 * Fills in what is wrong with packed bytes, found at byte 'at' of their file.
 * A NULL 'why' means that they end too soon.
 */
void unpack_describe(const struct unpack_method *method, uint64_t at,
                     const char *why, struct tabia_error *damage);

#endif
