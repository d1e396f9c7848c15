/*
 * build_write.h - what a build has counted becomes its output
 */
#ifndef BUILD_BUILD_WRITE_H
#define BUILD_BUILD_WRITE_H

#include "build/build_internal.h"

/* Writes the output. */
bool build_write(struct build *b, struct tabia_error *err);

/* Writes the output, a store, to any sink. */
bool build_write_store(struct build *b, struct sink *dst,
                       struct tabia_error *err);

#endif
