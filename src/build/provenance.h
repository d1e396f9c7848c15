/*
 * provenance.h - where a store comes from, as JSON
 *
 * Nothing of the machine, the time or the way: the same games and options
 * give the same text.
 */
#ifndef BUILD_PROVENANCE_H
#define BUILD_PROVENANCE_H

#include "base/buf.h"
#include "tabia/build.h"

struct provenance_input {
    const char *path;  // as it was given
    const char *name;  // what the store calls it
    uint64_t size;     // of the file as it is
    uint64_t checksum; // XXH3, 64 bits
    bool has_checksum; // false: another part knows it
};

/*
 * Names the inputs so that the same files have the same names wherever they
 * lie: by the last part of the path, and where that is the same for several,
 * by as many folders before it as distinguish them. Names are valid UTF-8, by
 * utf8_repair. They live in 'paths'.
 */
bool provenance_name_inputs(struct provenance_input *inputs, size_t n,
                            struct buf *paths, struct tabia_error *err);

/* Appends the text, without a line end. False with an error. */
bool provenance_print(struct buf *dst,
                      const struct tabia_build_options *options,
                      const struct provenance_input *inputs, size_t ninputs,
                      const struct tabia_build_result *result,
                      struct tabia_error *err);

#endif
