/*
 * settings_list.h - the options that decide what is built, as text
 *
 * One table serves the notes of a build, its identity and its provenance.
 */
#ifndef BUILD_SETTINGS_LIST_H
#define BUILD_SETTINGS_LIST_H

#include "base/json.h"
#include "build/notes.h"
#include "tabia/build.h"

/* Adds all options that are not as by default. */
void settings_put(struct buf *notes, const struct tabia_build_options *options);

/* Sets what settings_put wrote; texts are borrowed from the notes. */
bool settings_get(const struct notes *notes,
                  struct tabia_build_options *options, struct tabia_error *err);

/* The same as an object of JSON. */
void settings_json(struct json *js, const struct tabia_build_options *options);

/* A hash of all of them. */
bool settings_hash(const struct tabia_build_options *options, uint64_t *hash,
                   struct tabia_error *err);

#endif
