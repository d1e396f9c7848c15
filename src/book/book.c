/*
 * book.c - reading a frozen book
 */
#include "book/book_def.h"

#include <stdlib.h>

#include "base/attr.h"
#include "chess/packed.h"
#include "base/banned.h"

static const struct {
    const char *name;
    uint32_t width;
} attrs[TABIA_NATTRS] = {
    [TABIA_ATTR_WEIGHT] = { "weight", sizeof(uint32_t) },
    [TABIA_ATTR_RESULTS] = { "results", sizeof(struct book_results) },
    [TABIA_ATTR_MARK] = { "mark", 1 },
    [TABIA_ATTR_NAGS] = { "nags", sizeof(struct book_nags) },
    [TABIA_ATTR_REMARK] = { "remark", sizeof(uint32_t) },
    [TABIA_ATTR_LEARN] = { "learn", sizeof(uint64_t) },
    [TABIA_ATTR_NAME] = { "name", sizeof(uint32_t) },
    [TABIA_ATTR_ECO] = { "eco", sizeof(uint32_t) },
    [TABIA_ATTR_COMMENT] = { "comment", sizeof(uint32_t) },
    [TABIA_ATTR_EVAL] = { "eval", sizeof(struct book_eval) },
    [TABIA_ATTR_PLACE] = { "place", sizeof(struct book_place) },
    [TABIA_ATTR_TAGS] = { "tags", sizeof(struct book_tags) },
    [TABIA_ATTR_SOURCE] = { "source", sizeof(struct book_source) },
};

const char *tabia_attr_name(enum tabia_attr attr)
{
    return (unsigned)attr < TABIA_NATTRS ? attrs[attr].name : "unknown";
}

void book_init_columns(struct column columns[TABIA_NATTRS])
{
    for (size_t i = 0; i < TABIA_NATTRS; i++)
        columns[i] = (struct column){ .width = attrs[i].width };
}

void tabia_book_free(struct tabia_book *book)
{
    if (!book)
        return;
    for (size_t i = 0; i < TABIA_NATTRS; i++)
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

uint32_t tabia_book_positions(const struct tabia_book *book)
{
    return book->npositions;
}

uint32_t tabia_book_nodes(const struct tabia_book *book)
{
    return book->nnodes;
}

uint32_t tabia_book_edges(const struct tabia_book *book)
{
    return book->nedges;
}

uint32_t tabia_book_roots(const struct tabia_book *book)
{
    return book->nroots;
}

size_t tabia_book_memory(const struct tabia_book *book)
{
    return book->memory;
}

unsigned tabia_book_attrs(const struct tabia_book *book)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < TABIA_NATTRS; i++)
        if (book->columns[i].count)
            mask |= 1u << i;
    return mask;
}

uint32_t tabia_book_attr_count(const struct tabia_book *book,
                               enum tabia_attr attr)
{
    return book->columns[attr].count;
}

/* ---- the forest ------------------------------------------------------ */

uint32_t tabia_book_root(const struct tabia_book *book, uint32_t n)
{
    return book->roots[n].node;
}

void tabia_book_root_pos(const struct tabia_book *book, uint32_t n,
                         struct tabia_pos *pos)
{
    packed_restore(pos, &book->starts[book->roots[n].start]);
}

uint32_t tabia_node_position(const struct tabia_book *book, uint32_t node)
{
    return book->nodes[node].position;
}

void tabia_book_position(const struct tabia_book *book, uint32_t position,
                         struct tabia_pos *pos)
{
    struct tabia_packed packed = { .bytes = { 0 } };
    memcpy(packed.bytes, book->positions[position].core, TABIA_PACKED_CORE);
    packed.bytes[TABIA_PACKED_CORE + 2] = 1; // full moves count from 1
    packed_restore(pos, &packed);
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

uint32_t tabia_book_position_find(const struct tabia_book *book,
                                  const struct tabia_pos *pos)
{
    struct book_wanted wanted = { .positions = book->positions };
    book_want(&wanted, pos);
    return hashmap_find(&book->index, wanted.hash, book_is_wanted, &wanted);
}

bool tabia_book_joins_ep(const struct tabia_book *book)
{
    return book->joins_ep;
}

uint32_t tabia_position_node(const struct tabia_book *book, uint32_t position,
                             uint32_t n)
{
    const uint32_t first = book->first_of[position];
    return n < book->first_of[position + 1] - first ? book->nodes_of[first + n]
                                                    : TABIA_NONE;
}

void tabia_node_edges(const struct tabia_book *book, uint32_t node,
                      uint32_t *first, uint32_t *count)
{
    *first = book->nodes[node].first_edge;
    *count = book->nodes[node + 1].first_edge - *first;
}

tabia_move tabia_edge_move(const struct tabia_book *book, uint32_t edge)
{
    return book->edges[edge].move;
}

uint32_t tabia_edge_target(const struct tabia_book *book, uint32_t edge)
{
    return book->edges[edge].target;
}

/* ---- attributes ------------------------------------------------------ */

static const void *get(const struct tabia_book *book, enum tabia_attr attr,
                       uint32_t id, unsigned *has)
{
    const void *value = column_get(&book->columns[attr], id);
    if (value)
        *has |= 1u << attr;
    return value;
}

static const char *get_text(const struct tabia_book *book, enum tabia_attr attr,
                            uint32_t id, unsigned *has)
{
    const uint32_t *number = get(book, attr, id, has);
    return number ? strings_get(&book->strings, *number) : NULL;
}

static const char *text_or_null(const struct tabia_book *book, uint32_t number)
{
    return number == BOOK_NO_TEXT ? NULL : strings_get(&book->strings, number);
}

struct tabia_move_data tabia_edge_data(const struct tabia_book *book,
                                       uint32_t edge)
{
    struct tabia_move_data data = { .has = 0 };
    const uint32_t *weight = get(book, TABIA_ATTR_WEIGHT, edge, &data.has);
    if (weight)
        data.weight = *weight;
    const struct book_results *results =
        get(book, TABIA_ATTR_RESULTS, edge, &data.has);
    if (results) {
        data.white = results->white;
        data.draws = results->draws;
        data.black = results->black;
        data.unknown = results->unknown;
    }
    const uint8_t *mark = get(book, TABIA_ATTR_MARK, edge, &data.has);
    if (mark)
        data.mark = (enum tabia_mark) * mark;
    const struct book_nags *nags = get(book, TABIA_ATTR_NAGS, edge, &data.has);
    if (nags)
        memcpy(data.nags, nags->list, sizeof(data.nags));
    data.remark = get_text(book, TABIA_ATTR_REMARK, edge, &data.has);
    const uint64_t *learn = get(book, TABIA_ATTR_LEARN, edge, &data.has);
    if (learn)
        data.learn = *learn;
    const struct book_source *source =
        get(book, TABIA_ATTR_SOURCE, edge, &data.has);
    if (source) {
        data.line = source->line;
        data.col = source->col;
    }
    return data;
}

struct tabia_node_data tabia_node_data(const struct tabia_book *book,
                                       uint32_t node)
{
    struct tabia_node_data data = { .has = 0 };
    data.name = get_text(book, TABIA_ATTR_NAME, node, &data.has);
    data.eco = get_text(book, TABIA_ATTR_ECO, node, &data.has);
    data.comment = get_text(book, TABIA_ATTR_COMMENT, node, &data.has);
    const struct book_eval *eval = get(book, TABIA_ATTR_EVAL, node, &data.has);
    if (eval)
        data.eval = (struct tabia_eval){
            .kind = (enum tabia_eval_kind)eval->kind,
            .value = eval->value,
            .depth = eval->depth,
            .text = text_or_null(book, eval->text),
        };
    const struct book_place *place =
        get(book, TABIA_ATTR_PLACE, node, &data.has);
    if (place)
        data.place = (struct tabia_place){
            .x = place->x,
            .y = place->y,
            .x_text = text_or_null(book, place->x_text),
            .y_text = text_or_null(book, place->y_text),
        };
    const struct book_tags *tags = get(book, TABIA_ATTR_TAGS, node, &data.has);
    if (tags) {
        data.tags = book->tags + tags->first;
        data.ntags = tags->count;
    }
    return data;
}

/* ---- texts ----------------------------------------------------------- */

uint32_t tabia_book_texts(const struct tabia_book *book)
{
    return book->ntexts;
}

void tabia_book_text(const struct tabia_book *book, uint32_t n,
                     const char **key, const char **value)
{
    *key = strings_get(&book->strings, book->texts[n].key);
    *value = strings_get(&book->strings, book->texts[n].value);
}

const char *tabia_book_text_find(const struct tabia_book *book, const char *key)
{
    for (uint32_t i = 0; i < book->ntexts; i++) {
        const char *have, *value;
        tabia_book_text(book, i, &have, &value);
        if (strcmp(have, key) == 0)
            return value;
    }
    return NULL;
}
