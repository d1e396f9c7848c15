/*
 * edition.c - one state of a book, frozen
 */
#include "serve/shelf/edition.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "source/source_internal.h"
#include "tabia/draw.h"

#include "base/banned.h"

/* By position, how many moves of the book lead there. NULL: no memory. */
static uint32_t *count_reached(const struct tabia_book *book)
{
    uint32_t *reached =
        calloc((size_t)tabia_book_position_count(book) + 1, sizeof(*reached));
    for (uint32_t i = 0; reached && i < tabia_book_edge_count(book); i++)
        reached[tabia_book_node_position(book,
                                         tabia_book_edge_target(book, i))]++;
    return reached;
}

struct edition *edition_new(struct tabia_book *book, struct name_index *names,
                            struct tabia_error *err)
{
    struct edition *edition = calloc(1, sizeof(*edition));
    if (!edition) {
        tabia_book_free(book);
        error_nomem(err);
        return NULL;
    }
    edition->source = source_of_book(book, err);
    if (!edition->source) {
        free(edition);
        return NULL;
    }
    atomic_init(&edition->refs, 1);
    edition->book = book;
    edition->names = names;
    edition->reached = count_reached(book);
    edition->lock = edition->reached ? lock_new(err) : NULL;
    if (edition->lock)
        return edition;
    edition_unref(edition);
    error_nomem(err);
    return NULL;
}

/* Call with the lock held. */
static bool map_lines(struct edition *edition, struct tabia_error *err)
{
    if (!edition->is_mapped)
        edition->is_mapped =
            (!edition->names || name_index_map_lines(edition->names, err)) &&
            line_map_init(&edition->map, edition->book, edition->names, err);
    return edition->is_mapped;
}

bool edition_map_lines(struct edition *edition, struct tabia_error *err)
{
    lock_acquire(edition->lock);
    const bool is_mapped = map_lines(edition, err);
    lock_release(edition->lock);
    return is_mapped;
}

bool edition_count_lines(struct edition *edition, struct tabia_error *err)
{
    lock_acquire(edition->lock);
    if (map_lines(edition, err) && !edition->nlines)
        edition->nlines =
            line_map_count_lines(&edition->map, edition->book, err);
    const bool is_counted = edition->nlines != NULL;
    lock_release(edition->lock);
    return is_counted;
}

const struct tabia_book *edition_lay_out(struct edition *edition,
                                         struct tabia_error *err)
{
    enum tabia_layout used;
    lock_acquire(edition->lock);
    if (!edition->with_coordinates)
        edition->with_coordinates = tabia_book_layout(
            edition->book,
            &(struct tabia_layout_options){ .layout = TABIA_LAYOUT_TREE },
            &used, err);
    const struct tabia_book *placed = edition->with_coordinates;
    lock_release(edition->lock);
    return placed;
}

struct edition *edition_ref(struct edition *edition)
{
    if (edition)
        atomic_fetch_add(&edition->refs, 1);
    return edition;
}

void edition_unref(struct edition *edition)
{
    if (!edition || atomic_fetch_sub(&edition->refs, 1) != 1)
        return;
    lock_free(edition->lock);
    line_map_clear(&edition->map);
    free(edition->reached);
    free(edition->nlines);
    tabia_book_free(edition->with_coordinates);
    tabia_source_close(edition->source);
    free(edition);
}
