/*
 * merge_stores.h - several stores as one, to any sink
 */
#ifndef BUILD_MERGE_STORES_H
#define BUILD_MERGE_STORES_H

#include "base/sink.h"
#include "tabia/build.h"

/* Like tabia_build_merge, but writes to 'dst'; the output may be NULL. */
bool merge_stores(const struct tabia_store *const *stores, size_t n,
                  const struct tabia_build_options *options, struct sink *dst,
                  struct tabia_build_result *result, struct tabia_error *err);

#endif
