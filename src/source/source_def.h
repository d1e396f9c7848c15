/*
 * source_def.h - what stands behind a struct tabia_source
 */
#ifndef SOURCE_SOURCE_DEF_H
#define SOURCE_SOURCE_DEF_H

#include "io/input.h"
#include "source/source_internal.h"

/*
 * What a look-up asks. Of all that is made of a source the last in this list
 * answers; only source_advance changes the state, and taking away what
 * answered. The name and other values of the position are those of 'book', if
 * there is one, in every state.
 *
 * state         made by                     a look-up
 * RECOGNISED    source_recognise            fails: nothing is open
 * PUZZLES       source_puzzles              fails: puzzles have no moves
 * EVALS         source_recognise            reads all of 'bytes'
 * LOADED        tabia_source_book           finds the position in 'book'
 * SEARCHED      opening a file by key, a    follows the line of the query in
 *               large one, or in place;     'table', or without a line finds
 *               source_table                the position
 * SEARCHED_ONCE opening a small tree for    finds the position in 'table', as
 *               one look-up                 in the loaded book
 * FOLLOWED      opening a small tree for a  the same, but first follows the
 *               line (TABLE_USE_LINE)       line of the query, if there is one
 * STORE         tabia_source_store          asks 'store'
 */
enum source_state {
    SOURCE_RECOGNISED,
    SOURCE_PUZZLES,
    SOURCE_EVALS,
    SOURCE_LOADED,
    SOURCE_SEARCHED, // from here on in the file
    SOURCE_SEARCHED_ONCE,
    SOURCE_FOLLOWED,
    SOURCE_STORE,
};

struct tabia_source {
    enum tabia_source_kind kind;
    enum source_state state;
    const struct tabia_format *format;
    bool is_built_in;         // the built-in book
    char *path;               // owned; NULL: bytes, or the built-in book
    const char *name;         // for people
    struct input in;          // closed: the caller owns the bytes
    struct tabia_bytes bytes; // of the whole file
    struct tabia_open_options options;
    struct table_lookup lookup; // see source_set_lookup
    // Made on demand; all owned. The state says which one answers.
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
