/*
 * name_index.h - the names of openings, and the lines that lead to them
 *
 * The names are there from the start; their lines only once they are needed,
 * by a search or by a line of a book: reading them takes longer than all else
 * that a server does before its first answer.
 */
#ifndef SERVE_NAME_INDEX_H
#define SERVE_NAME_INDEX_H

#include "base/lock.h"
#include "serve/shelf/line_map.h"
#include "tabia/names.h"

struct name_index {
    struct tabia_names *names; // owned
    struct lock *lock;         // owned; held while the lines are read
    struct tabia_book *book;   // owned; see name_index_map_lines
    struct line_map map;       // of the book
    bool is_mapped;
};

/*
 * 'paths' are tables of names, which are read at once, and end with NULL; none,
 * or NULL: the built-in one.
 */
bool name_index_init(struct name_index *index, const char *const *paths,
                     struct tabia_error *err);

/* Accepts the zero value. */
void name_index_clear(struct name_index *index);

/*
 * Provides 'book' and 'map', unless they are there. To be called, in any
 * thread, before they are used.
 */
bool name_index_map_lines(struct name_index *index, struct tabia_error *err);

#endif
