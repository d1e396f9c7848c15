/*
 * packer.h - packs bytes by the libraries themselves, in every way known
 */
#ifndef TESTS_PACKER_H
#define TESTS_PACKER_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "tabia/error.h"

struct packer {
    const char *name;
    const char *packing; // what game_reader_file calls it

    /* Adds 'bytes', packed, to 'dst'. */
    void (*pack)(struct buf *dst, struct tabia_bytes bytes);
};

extern const struct packer packers[];
extern const size_t npackers;

#endif
