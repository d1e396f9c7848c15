/*
 * name_index.c - the names of openings, and the lines that lead to them
 */
#include "serve/shelf/name_index.h"

#include "book/names_internal.h"
#include "format/built_in.h"
#include "source/names_files.h"

#include "base/banned.h"

bool name_index_init(struct name_index *index, const char *const *paths,
                     struct tabia_error *err)
{
    *index = (struct name_index){ .lock = lock_new(err) };
    if (!index->lock)
        return false;
    if (paths && *paths) {
        index->book = names_files_load(paths, err);
        index->names = index->book ? names_from_book(index->book, err) : NULL;
    } else {
        index->names = tabia_names_load(NULL, err);
    }
    return index->names != NULL;
}

void name_index_clear(struct name_index *index)
{
    tabia_names_free(index->names);
    line_map_clear(&index->map);
    tabia_book_free(index->book);
    lock_free(index->lock);
    *index = (struct name_index){ .names = NULL };
}

bool name_index_map_lines(struct name_index *index, struct tabia_error *err)
{
    lock_acquire(index->lock);
    if (!index->book)
        index->book = built_in_names_load(err);
    if (index->book && !index->is_mapped)
        index->is_mapped = line_map_init(&index->map, index->book, NULL, err);
    const bool is_mapped = index->is_mapped;
    lock_release(index->lock);
    return is_mapped;
}
