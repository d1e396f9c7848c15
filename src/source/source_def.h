/*
 * source_def.h - what stands behind a struct tabia_source
 */
#ifndef SOURCE_SOURCE_DEF_H
#define SOURCE_SOURCE_DEF_H

#include "io/input.h"
#include "source/source_internal.h"

struct tabia_source {
    enum tabia_source_kind kind;
    const struct tabia_format *format;
    bool is_built_in;         // the built-in book
    char *path;               // owned; NULL: bytes, or the built-in book
    const char *name;         // for people
    struct input in;          // closed: the caller owns the bytes
    struct tabia_bytes bytes; // of the whole file
    struct tabia_open_options options;
    struct table_lookup lookup; // see source_set_lookup
    bool acts_as_book; // a tree, searched but not loaded for a single look-up
    // Made on demand; all owned.
    struct tabia_book *book;
    struct table *table;
    struct tabia_store *store;
    struct puzzles *puzzles;
};

/*
 * Fails for a source or a library that could not be made: 'err' has the reason
 * already, if it was given to what failed.
 */
bool source_fail_without(struct tabia_error *err);

#endif
