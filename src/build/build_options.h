/*
 * build_options.h - the table of the options of a build
 *
 * What is true of every option follows from its row: which calls use it, which
 * values it has, and how it is recorded in notes and provenance.
 */
#ifndef BUILD_BUILD_OPTIONS_H
#define BUILD_BUILD_OPTIONS_H

#include "base/buf.h"
#include "base/json_writer.h"
#include "build/notes.h"
#include "tabia/build.h"

/* Their words, by value; they end with NULL. */
extern const char *const build_options_variants[];
extern const char *const build_options_weights[];

/* A mask. A build from games is a call for what it builds. */
enum build_call {
    BUILD_CALL_STORE = 1,
    BUILD_CALL_BOOK = 2,
    BUILD_CALL_JOIN = 4,
    BUILD_CALL_MERGE = 8,
};

/* False if 'call' does not use the option with this word, such as "max-ply". */
bool build_options_is_used(const char *word, enum build_call call);

/*
 * Fails with TABIA_ERR_MISUSE, naming the first option that is set and that
 * 'call' does not use: it would be ignored without a word.
 */
bool build_options_refuse_unused(const struct tabia_build_options *options,
                                 enum build_call call, struct tabia_error *err);

/* Fails with TABIA_ERR_MISUSE if a value is none, or does not fit another. */
bool build_options_check(const struct tabia_build_options *options,
                         struct tabia_error *err);

/* The last ply that counts; TABIA_BUILD_PLIES_MAX if that is open. */
uint32_t build_options_last_ply(const struct tabia_build_options *options);

/* ---- as they are recorded ---------------------------------------------- */

/* Adds the format and all that are not as by default. They were checked. */
void build_options_put_notes(struct buf *notes,
                             const struct tabia_build_options *options);

/* Sets what build_options_put_notes wrote; texts are borrowed. */
bool build_options_get_notes(const struct notes *notes,
                             struct tabia_build_options *options,
                             struct tabia_error *err);

/* A hash of these notes. */
bool build_options_hash(const struct tabia_build_options *options,
                        uint64_t *hash, struct tabia_error *err);

/* Adds an object of all that are not as by default. They were checked. */
void build_options_put_json(struct json_writer *js,
                            const struct tabia_build_options *options);

#endif
