/*
 * book.c - reading a frozen book
 */
#include "book/book_def.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "chess/packed.h"
#include "base/banned.h"

void book_init_columns(struct column columns[TABIA_ATTR_COUNT])
{
    static const uint32_t widths[] = {
        [ATTR_KIND_MARK] = 1,
        [ATTR_KIND_TEXT] = sizeof(uint32_t),
        [ATTR_KIND_EVAL] = sizeof(struct book_eval),
        [ATTR_KIND_COORDINATES] = sizeof(struct book_coordinates),
        [ATTR_KIND_TAGS] = sizeof(struct book_tags),
    };
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++) {
        const uint32_t width = widths[attr_table[i].kind];
        columns[i] = (struct column){
            .width = width ? width : (uint32_t)attr_size(&attr_table[i]),
        };
    }
}

void tabia_book_free(struct tabia_book *book)
{
    if (!book || book->is_constant)
        return;
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++)
        column_clear(&book->columns[i]);
    strings_clear(&book->strings);
    hashmap_clear(&book->index);
    free(book->positions);
    free(book->nodes);
    free(book->edges);
    free(book->roots);
    free(book->starts);
    free(book->texts);
    free(book->tags);
    free(book->first_of);
    free(book->nodes_of);
    free(book);
}

/* ---- counts ---------------------------------------------------------- */

uint32_t tabia_book_position_count(const struct tabia_book *book)
{
    return book->npositions;
}

uint32_t tabia_book_node_count(const struct tabia_book *book)
{
    return book->nnodes;
}

uint32_t tabia_book_edge_count(const struct tabia_book *book)
{
    return book->nedges;
}

uint32_t tabia_book_root_count(const struct tabia_book *book)
{
    return book->nroots;
}

unsigned tabia_book_attrs(const struct tabia_book *book)
{
    return book->move_attrs | book->node_attrs;
}

uint32_t tabia_book_attr_count(const struct tabia_book *book,
                               enum tabia_attr attr)
{
    return (unsigned)attr < TABIA_ATTR_COUNT ? book->columns[attr].count : 0;
}

/* ---- the forest ------------------------------------------------------ */

uint32_t tabia_book_root_at(const struct tabia_book *book, uint32_t n)
{
    return n < book->nroots ? book->roots[n].node : TABIA_NUMBER_NONE;
}

bool tabia_book_root_pos_at(const struct tabia_book *book, uint32_t n,
                            struct tabia_pos *pos)
{
    if (n >= book->nroots)
        return false;
    packed_unpack_unchecked(pos, &book->starts[book->roots[n].start]);
    return true;
}

uint32_t tabia_book_node_position(const struct tabia_book *book, uint32_t node)
{
    return book->nodes[node].position;
}

bool tabia_book_position_pos_at(const struct tabia_book *book,
                                uint32_t position, struct tabia_pos *pos)
{
    if (position >= book->npositions)
        return false;
    struct tabia_packed packed = { .bytes = { 0 } };
    memcpy(packed.bytes, book->positions[position].core,
           TABIA_PACKED_CORE_SIZE);
    packed.bytes[TABIA_PACKED_CORE_SIZE + 2] = 1; // full moves count from 1
    packed_unpack_unchecked(pos, &packed);
    return true;
}

void book_want(struct book_wanted *w, const struct tabia_pos *pos)
{
    if (LIKELY(pos->ep_file == TABIA_FILE_NONE)) {
        tabia_pos_pack(pos, &w->packed);
        w->hash = pos->key;
        return;
    }
    const struct tabia_pos same = tabia_pos_identity(pos);
    tabia_pos_pack(&same, &w->packed);
    w->hash = tabia_pos_key(&same);
}

uint32_t tabia_book_find_position(const struct tabia_book *book,
                                  const struct tabia_pos *pos)
{
    struct book_wanted wanted = { .positions = book->positions };
    book_want(&wanted, pos);
    return hashmap_find(&book->index, wanted.hash, book_is_wanted, &wanted);
}

uint32_t tabia_book_position_node_at(const struct tabia_book *book,
                                     uint32_t position, uint32_t n)
{
    if (position >= book->npositions)
        return TABIA_NUMBER_NONE;
    const uint32_t first = book->first_of[position];
    return n < book->first_of[position + 1] - first ? book->nodes_of[first + n]
                                                    : TABIA_NUMBER_NONE;
}

void tabia_book_node_edges(const struct tabia_book *book, uint32_t node,
                           uint32_t *first, uint32_t *count)
{
    *first = book->nodes[node].first_edge;
    *count = book->nodes[node + 1].first_edge - *first;
}

tabia_move tabia_book_edge_move(const struct tabia_book *book, uint32_t edge)
{
    return book->edges[edge].move;
}

uint32_t tabia_book_edge_target(const struct tabia_book *book, uint32_t edge)
{
    return book->edges[edge].target;
}

/* ---- attributes ------------------------------------------------------ */

static const char *text_or_null(const struct tabia_book *book, uint32_t number)
{
    return number == BOOK_TEXT_NONE ? NULL
                                    : strings_get(&book->strings, number);
}

/* Puts an element of a column into the struct of its owner. */
static inline void fill_value(const struct tabia_book *book,
                              const struct attr *a, const void *stored,
                              uint32_t width, void *data)
{
    void *value = attr_get_mutable(a, data);
    switch (a->kind) {
    case ATTR_KIND_MARK:
        *(enum tabia_mark *)value = (enum tabia_mark) * (const uint8_t *)stored;
        break;
    case ATTR_KIND_TEXT:
        *(const char **)value =
            strings_get(&book->strings, *(const uint32_t *)stored);
        break;
    case ATTR_KIND_EVAL: {
        const struct book_eval *eval = stored;
        *(struct tabia_eval *)value = (struct tabia_eval){
            .kind = (enum tabia_eval_kind)eval->kind,
            .value = eval->value,
            .depth = eval->depth,
            .text = text_or_null(book, eval->text),
        };
        break;
    }
    case ATTR_KIND_COORDINATES: {
        const struct book_coordinates *xy = stored;
        *(struct tabia_coordinates *)value = (struct tabia_coordinates){
            .x = xy->x,
            .y = xy->y,
            .x_text = text_or_null(book, xy->x_text),
            .y_text = text_or_null(book, xy->y_text),
        };
        break;
    }
    case ATTR_KIND_TAGS: {
        const struct book_tags *tags = stored;
        const struct tabia_tag *first = book->tags + tags->first;
        const size_t count = tags->count; // stands behind the pointer
        memcpy(value, &first, sizeof(first));
        memcpy((char *)value + sizeof(first), &count, sizeof(count));
        break;
    }
    default: // stands in the column as it is; sizes that are known copy fast
        if (width == sizeof(uint32_t))
            memcpy(value, stored, sizeof(uint32_t));
        else if (width == 4 * sizeof(uint32_t))
            memcpy(value, stored, 4 * sizeof(uint32_t));
        else
            memcpy(value, stored, width);
    }
}

/* Loads what the columns of 'attrs' have for one move or node. */
static inline void fill_values(const struct tabia_book *book, unsigned attrs,
                               uint32_t id, void *data)
{
    unsigned *has = data;
    for (; attrs; attrs &= attrs - 1) {
        const int i = __builtin_ctz(attrs);
        const struct column *column = &book->columns[i];
        const void *stored = column_get(column, id);
        if (!stored)
            continue;
        *has |= 1u << i;
        fill_value(book, &attr_table[i], stored, column->width, data);
    }
}

struct tabia_move_data tabia_book_edge_data(const struct tabia_book *book,
                                            uint32_t edge)
{
    struct tabia_move_data data = { .has = 0 };
    fill_values(book, book->move_attrs, edge, &data);
    return data;
}

struct tabia_node_data tabia_book_node_data(const struct tabia_book *book,
                                            uint32_t node)
{
    struct tabia_node_data data = { .has = 0 };
    fill_values(book, book->node_attrs, node, &data);
    return data;
}

/* ---- texts ----------------------------------------------------------- */

uint32_t tabia_book_text_count(const struct tabia_book *book)
{
    return book->ntexts;
}

bool tabia_book_text_at(const struct tabia_book *book, uint32_t n,
                        const char **key, const char **value)
{
    if (n >= book->ntexts)
        return false;
    *key = strings_get(&book->strings, book->texts[n].key);
    *value = strings_get(&book->strings, book->texts[n].value);
    return true;
}

const char *tabia_book_find_text(const struct tabia_book *book, const char *key)
{
    for (uint32_t i = 0; i < book->ntexts; i++) {
        const char *have, *value;
        tabia_book_text_at(book, i, &have, &value);
        if (strcmp(have, key) == 0)
            return value;
    }
    return NULL;
}
