/*
 * provenance.h - where a store comes from, as JSON
 *
 * Nothing of the machine, the time or the way: the same games and options
 * give the same text.
 */
#ifndef BUILD_PROVENANCE_H
#define BUILD_PROVENANCE_H

#include "base/buf.h"
#include "base/json_writer.h"
#include "build/notes.h"
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

/* ---- the options that decide what is built, as text ------------------- */

/* False with an error if one that names a choice is none of the choices. */
bool provenance_check_options(const struct tabia_build_options *options,
                              struct tabia_error *err);

/* Adds all options that are not as by default; they were checked. */
void provenance_put_options(struct buf *notes,
                            const struct tabia_build_options *options);

/* Sets what provenance_put_options wrote; texts are borrowed from the notes. */
bool provenance_get_options(const struct notes *notes,
                            struct tabia_build_options *options,
                            struct tabia_error *err);

/* A hash of all of them. */
bool provenance_hash_options(const struct tabia_build_options *options,
                             uint64_t *hash, struct tabia_error *err);

#endif
