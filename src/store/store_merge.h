/*
 * store_merge.h - several stores as one, to any sink
 */
#ifndef STORE_STORE_MERGE_H
#define STORE_STORE_MERGE_H

#include "base/sink.h"
#include "tabia/store.h"

/* See tabia_store_merge. */
bool store_merge(const struct tabia_store *const *stores, size_t n,
                 struct sink *dst, struct tabia_error *err);

#endif
