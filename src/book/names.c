/*
 * names.c - what openings are called
 *
 * A set of names is a book without moves: what a book says about positions
 * and how they are found is all that is needed.
 */
#include "book/names_internal.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/error_internal.h"
#include "tabia/builder.h"
#include "base/banned.h"

enum {
    NAMED = TABIA_HAS_NAME | TABIA_HAS_ECO,
    FILTER_BITS = 1 << 16, // for some 4,000 names
};

struct tabia_names {
    struct tabia_book *book;
    // Most positions that are asked for have no name: those whose bit is not
    // set are not looked up. It pays only for many.
    bool is_filtered;
    uint8_t filter[FILTER_BITS / 8];
};

/* Its key has no part for en passant: the same position, the same bit. */
static unsigned filter_bit(const struct tabia_pos *pos)
{
    return (unsigned)(pos->key % FILTER_BITS);
}

static void fill_filter(struct tabia_names *names)
{
    names->is_filtered = true;
    for (uint32_t i = 0; i < tabia_book_position_count(names->book); i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(names->book, i, &pos);
        bitset_add(names->filter, filter_bit(&pos));
    }
}

static bool add_named(struct tabia_builder *b, const struct tabia_book *book,
                      struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        struct tabia_node_data data = tabia_book_position_data(book, i);
        struct tabia_pos pos;
        uint32_t node;
        data.has &= NAMED;
        if (!data.has)
            continue;
        tabia_book_position_pos_at(book, i, &pos);
        if (!tabia_builder_add_node(b, &pos, &node, err) ||
            !tabia_builder_set_node(b, node, &data, err))
            return false;
    }
    return true;
}

struct tabia_book *names_copy_book(const struct tabia_book *book,
                                   struct tabia_error *err)
{
    struct tabia_builder *b = tabia_builder_new(NULL, err);
    if (!b)
        return NULL;
    if (add_named(b, book, err))
        return tabia_builder_freeze(b, err);
    tabia_builder_free(b);
    return NULL;
}

struct tabia_names *names_adopt_book(struct tabia_book *book,
                                     struct tabia_error *err)
{
    struct tabia_names *names = calloc(1, sizeof(*names));
    if (!names) {
        tabia_book_free(book);
        error_nomem(err);
        return NULL;
    }
    names->book = book;
    return names;
}

struct tabia_names *names_from_book(const struct tabia_book *book,
                                    struct tabia_error *err)
{
    struct tabia_book *named = names_copy_book(book, err);
    struct tabia_names *names = named ? names_adopt_book(named, err) : NULL;
    if (names)
        fill_filter(names);
    return names;
}

void tabia_names_free(struct tabia_names *names)
{
    if (!names)
        return;
    tabia_book_free(names->book);
    free(names);
}

uint32_t tabia_names_count(const struct tabia_names *names)
{
    return tabia_book_position_count(names->book);
}

/* The position in the set of names, or TABIA_NUMBER_NONE. */
static uint32_t names_position(const struct tabia_names *names,
                               const struct tabia_pos *pos)
{
    if (names->is_filtered && !bitset_has(names->filter, filter_bit(pos)))
        return TABIA_NUMBER_NONE;
    return tabia_book_find_position(names->book, pos);
}

static void names_get(const struct tabia_names *names, uint32_t position,
                      struct tabia_name *name)
{
    const struct tabia_node_data data =
        tabia_book_position_data(names->book, position);
    name->name = data.has & TABIA_HAS_NAME ? data.name : NULL;
    name->eco = data.has & TABIA_HAS_ECO ? data.eco : NULL;
}

bool tabia_names_find(const struct tabia_names *names,
                      const struct tabia_pos *pos, struct tabia_name *name)
{
    const uint32_t position = names_position(names, pos);
    if (position == TABIA_NUMBER_NONE)
        return false;
    names_get(names, position, name);
    return true;
}

bool tabia_names_find_line(const struct tabia_names *names,
                           const struct tabia_pos *start,
                           const tabia_move *moves, size_t n,
                           struct tabia_name *name, size_t *ply)
{
    struct tabia_pos pos;
    size_t last_ply = 0;
    if (start)
        pos = *start;
    else
        tabia_pos_set_start(&pos);
    uint32_t last = names_position(names, &pos);
    for (size_t i = 0; i < n; i++) {
        tabia_pos_play(&pos, moves[i]);
        const uint32_t position = names_position(names, &pos);
        if (position == TABIA_NUMBER_NONE)
            continue;
        last = position;
        last_ply = i + 1;
    }
    if (last == TABIA_NUMBER_NONE)
        return false;
    names_get(names, last, name);
    if (ply)
        *ply = last_ply;
    return true;
}
