/*
 * freeze.c - from a builder to a book
 *
 * Edges are laid side by side in sibling order, and the nodes of each
 * position are listed. Arrays are shrunk to what they hold.
 */
#include <stdlib.h>

#include "base/error_internal.h"
#include "book/builder_def.h"
#include "base/banned.h"

/* An array of at least one element, so that NULL always means no memory. */
static void *alloc_array(size_t count, size_t size, struct tabia_error *err)
{
    void *p = calloc(count ? count : 1, size);
    if (!p)
        error_nomem(err);
    return p;
}

/* Renumbers the edges, node by node; fills the book's nodes and edges. */
static void lay_edges(const struct tabia_builder *b, struct tabia_book *book,
                      uint32_t *new_number)
{
    uint32_t n = 0;
    for (uint32_t node = 0; node < b->nnodes; node++) {
        book->nodes[node].position = b->nodes[node].position;
        book->nodes[node].first_edge = n;
        for (uint32_t edge = b->nodes[node].first_edge;
             edge != TABIA_NUMBER_NONE; edge = b->edges[edge].next) {
            book->edges[n].target = b->edges[edge].target;
            book->edges[n].move = b->edges[edge].move;
            new_number[edge] = n++;
        }
    }
    book->nodes[b->nnodes].first_edge = n;
}

static bool move_columns(struct tabia_builder *b, struct tabia_book *book,
                         const uint32_t *new_number, struct tabia_error *err)
{
    for (unsigned i = 0; i < TABIA_ATTR_COUNT; i++) {
        const bool is_of_move = attr_table[i].owner == ATTR_OF_MOVE;
        if (is_of_move &&
            !column_permute(&b->columns[i], new_number, b->nedges, err))
            return false;
        if (!column_seal(&b->columns[i], err))
            return false;
        if (b->columns[i].count && is_of_move)
            book->move_attrs |= 1u << i;
        else if (b->columns[i].count)
            book->node_attrs |= 1u << i;
        book->columns[i] = b->columns[i];
        b->columns[i] = (struct column){ .width = 0 };
    }
    return true;
}

/* Lists the nodes of every position: counts, then places. */
static void list_nodes(struct tabia_book *book)
{
    for (uint32_t node = 0; node < book->nnodes; node++)
        book->first_of[book->nodes[node].position + 1]++;
    for (uint32_t i = 0; i < book->npositions; i++)
        book->first_of[i + 1] += book->first_of[i];
    for (uint32_t node = book->nnodes; node-- > 0;) {
        const uint32_t position = book->nodes[node].position;
        book->nodes_of[--book->first_of[position + 1]] = node;
    }
    // Each entry has moved down to its own start: shift them back by one.
    for (uint32_t i = 0; i < book->npositions; i++)
        book->first_of[i] = book->first_of[i + 1];
    book->first_of[book->npositions] = book->nnodes;
}

static bool freeze_make_arrays(const struct tabia_builder *b,
                               struct tabia_book *book, struct tabia_error *err)
{
    book->npositions = b->npositions;
    book->nnodes = b->nnodes;
    book->nedges = b->nedges;
    book->nroots = b->nroots;
    book->nstarts = b->nstarts;
    book->ntexts = b->ntexts;
    book->ntags = b->ntags;
    book->positions = alloc_array(b->npositions, sizeof(*book->positions), err);
    book->nodes = alloc_array((size_t)b->nnodes + 1, sizeof(*book->nodes), err);
    book->edges = alloc_array(b->nedges, sizeof(*book->edges), err);
    book->first_of =
        alloc_array((size_t)b->npositions + 1, sizeof(uint32_t), err);
    book->nodes_of = alloc_array(b->nnodes, sizeof(uint32_t), err);
    book->tags = alloc_array(b->ntags, sizeof(*book->tags), err);
    return book->positions && book->nodes && book->edges && book->first_of &&
           book->nodes_of && book->tags;
}

/* Takes over what needs no change. */
static void take_builder_arrays(struct tabia_builder *b,
                                struct tabia_book *book)
{
    for (uint32_t i = 0; i < b->npositions; i++)
        memcpy(book->positions[i].core, b->positions[i].core,
               TABIA_PACKED_CORE_SIZE);
    strings_seal(&b->strings);
    book->strings = b->strings;
    for (uint32_t i = 0; i < b->ntags; i++)
        book->tags[i] = (struct tabia_tag){
            .name = strings_get(&book->strings, b->tags[i].key),
            .value = strings_get(&book->strings, b->tags[i].value),
        };
    book->index = b->index;
    book->roots = b->roots;
    book->starts = b->starts;
    book->texts = b->texts;
    b->strings = (struct strings){ .data = NULL };
    b->index = (struct hashmap){ .slots = NULL };
    b->roots = NULL;
    b->starts = NULL;
    b->texts = NULL;
}

static size_t memory_of(const struct tabia_book *book)
{
    size_t n =
        sizeof(*book) + book->npositions * sizeof(*book->positions) +
        ((size_t)book->nnodes + 1) * sizeof(*book->nodes) +
        book->nedges * sizeof(*book->edges) +
        book->nroots * sizeof(*book->roots) +
        book->nstarts * sizeof(*book->starts) +
        book->ntexts * sizeof(*book->texts) +
        book->ntags * sizeof(*book->tags) +
        ((size_t)book->npositions + 1 + book->nnodes) * sizeof(uint32_t) +
        book->strings.room;
    if (book->index.slots)
        n += ((size_t)book->index.mask + 1) * sizeof(*book->index.slots);
    for (size_t i = 0; i < TABIA_ATTR_COUNT; i++)
        n += column_memory(&book->columns[i]);
    return n;
}

struct tabia_book *tabia_builder_freeze(struct tabia_builder *b,
                                        struct tabia_error *err)
{
    if (!b) {
        error_set(err, TABIA_ERR_MISUSE, "there is no builder");
        return NULL;
    }
    struct tabia_book *book = alloc_array(1, sizeof(*book), err);
    uint32_t *new_number = alloc_array(b->nedges, sizeof(*new_number), err);
    bool ok = book && new_number && freeze_make_arrays(b, book, err);
    if (ok) {
        lay_edges(b, book, new_number);
        ok = move_columns(b, book, new_number, err);
    }
    if (ok) {
        list_nodes(book);
        take_builder_arrays(b, book);
        book->ignores_ep = b->ignores_ep;
        book->share = share_parse(tabia_book_find_text(book, SHARE_KEY));
        book->memory = memory_of(book);
    }
    free(new_number);
    tabia_builder_free(b);
    if (!ok) {
        tabia_book_free(book);
        book = NULL;
    }
    return book;
}
