/*
 * review_nodes.c - the positions of the books that games come through
 */
#include "study/review/review_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/vec.h"
#include "book/book_side.h"
#include "chess/packed.h"
#include "source/source_internal.h"
#include "tabia/pick.h"
#include "base/banned.h"

enum {
    NODES_MAX = 1 << 28,
    BITS_PER_POSITION = 32,
    BITS_MIN = 1 << 12,
    PIECES_MAX = 64,
};

/* ---- books ----------------------------------------------------------- */

/* Notes the positions of a loaded book. */
static void add_book_bits(struct review_books *books,
                          const struct tabia_book *book)
{
    const uint32_t n = tabia_book_position_count(book);
    for (uint32_t i = 0; i < n; i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        // The key has no part for en passant, of which books have rules of
        // their own.
        books->bits[(pos.key & books->mask) / 64] |= UINT64_C(1)
                                                     << (pos.key & 63);
        const int pieces = __builtin_popcountll(pos.by_color[TABIA_WHITE] |
                                                pos.by_color[TABIA_BLACK]);
        if (pieces < books->min_pieces)
            books->min_pieces = pieces;
    }
}

bool review_books_prepare(struct review_books *books, struct tabia_error *err)
{
    uint64_t positions = 0, nbits = BITS_MIN;
    for (size_t i = 0; i < books->n; i++) {
        const struct tabia_book *book = source_loaded_book(books->list[i]);
        books->sides[i] = book_side(book);
        if (book)
            positions += tabia_book_position_count(book);
        else
            books->has_tables = true;
    }
    while (nbits < positions * BITS_PER_POSITION)
        nbits *= 2;
    books->mask = nbits - 1;
    books->min_pieces = books->has_tables ? 0 : PIECES_MAX;
    books->bits = calloc((size_t)(nbits / 64), sizeof(*books->bits));
    if (!books->bits)
        return error_nomem(err);
    for (size_t i = 0; i < books->n && !books->has_tables; i++)
        add_book_bits(books, source_loaded_book(books->list[i]));
    return true;
}

void review_books_clear(struct review_books *books)
{
    free(books->bits);
    books->bits = NULL;
}

/* ---- nodes ----------------------------------------------------------- */

void review_nodes_init(struct review_nodes *nodes,
                       const struct review_books *books, enum tabia_side side)
{
    *nodes = (struct review_nodes){
        .books = books,
        .side = side,
        .map = { .limit = NODES_MAX },
    };
}

void review_nodes_clear(struct review_nodes *nodes)
{
    free(nodes->list);
    free(nodes->moves);
    hashmap_clear(&nodes->map);
    tabia_answer_clear(&nodes->answer);
    *nodes = (struct review_nodes){ 0 };
}

struct wanted_review_node {
    const struct review_nodes *nodes;
    struct tabia_packed pos;
};

static bool is_wanted_review_node(const void *ctx, uint32_t id)
{
    const struct wanted_review_node *wanted = ctx;
    return memcmp(wanted->nodes->list[id].pos.bytes, wanted->pos.bytes,
                  TABIA_PACKED_CORE_SIZE) == 0;
}

/* 'pos' is an identity; 'packed' gets it. */
static uint32_t find_packed(const struct review_nodes *nodes,
                            const struct tabia_pos *pos,
                            struct tabia_packed *packed)
{
    struct wanted_review_node wanted = { .nodes = nodes };
    tabia_pos_pack(pos, &wanted.pos);
    *packed = wanted.pos;
    return hashmap_find(&nodes->map, pos->key, is_wanted_review_node, &wanted);
}

uint32_t review_nodes_find(const struct review_nodes *nodes,
                           const struct tabia_pos *pos)
{
    const struct tabia_pos same = tabia_pos_identity(pos);
    struct tabia_packed packed;
    const uint32_t id = find_packed(nodes, &same, &packed);
    return id == HASHMAP_NONE ? REVIEW_NODE_NONE : id;
}

/*
 * Looks the position up in the books: 'book' gets the one that counts, the
 * answer its moves; none: 'n' is 0. Returns how many of them are wanted, with
 * their flags, in 'is_wanted'.
 */
static bool look_up(struct review_nodes *nodes, const struct tabia_pos *pos,
                    bool is_wanted[TABIA_MOVES_MAX], size_t *nwanted,
                    size_t *book, struct tabia_error *err)
{
    const struct review_books *books = nodes->books;
    const struct tabia_pick_options options = {
        .allow_avoided = books->allow_avoided,
    };
    struct tabia_answer *answer = &nodes->answer;
    size_t first = books->n; // that has moves, but none that is wanted
    *nwanted = 0;
    for (size_t i = 0; i < books->n; i++) {
        if (nodes->side != TABIA_SIDE_BOTH &&
            books->sides[i] != TABIA_SIDE_BOTH &&
            books->sides[i] != nodes->side)
            continue;
        if (!tabia_source_find(books->list[i], pos, NULL, answer, err))
            return false;
        for (size_t k = 0; k < answer->nmoves; k++) {
            is_wanted[k] = tabia_pick_weight(pos, answer->moves, answer->nmoves,
                                             k, &options) > 0;
            *nwanted += is_wanted[k];
        }
        *book = i;
        if (*nwanted)
            return true;
        if (answer->nmoves && first == books->n)
            first = i;
    }
    if (first == books->n) {
        answer->nmoves = 0;
        return true;
    }
    memset(is_wanted, 0, TABIA_MOVES_MAX * sizeof(is_wanted[0]));
    *book = first;
    return first + 1 == books->n ||
           tabia_source_find(books->list[first], pos, NULL, answer, err);
}

bool review_nodes_open(struct review_nodes *nodes, const struct tabia_pos *pos,
                       bool always, uint32_t *node, struct tabia_error *err)
{
    *node = REVIEW_NODE_NONE;
    if (!always && !review_books_may_have(nodes->books, pos))
        return true;
    const struct tabia_pos same = tabia_pos_identity(pos);
    struct tabia_packed packed;
    const uint32_t id = find_packed(nodes, &same, &packed);
    if (id != HASHMAP_NONE) {
        if (always || nodes->list[id].nmoves)
            *node = id;
        return true;
    }
    bool is_wanted[TABIA_MOVES_MAX];
    size_t nwanted, book = 0;
    if (!look_up(nodes, &same, is_wanted, &nwanted, &book, err))
        return false;
    const struct tabia_answer *answer = &nodes->answer;
    if (!answer->nmoves && !always)
        return true;
    if (!VEC_RESERVE(nodes->list, nodes->room, nodes->n + 1, NODES_MAX, err) ||
        !VEC_RESERVE(nodes->moves, nodes->moves_room,
                     nodes->nmoves + answer->nmoves, NODES_MAX, err) ||
        !hashmap_insert(&nodes->map, same.key, (uint32_t)nodes->n, err))
        return false;
    nodes->list[nodes->n] = (struct review_node){
        .pos = packed,
        .first = (uint32_t)nodes->nmoves,
        .nmoves = (uint16_t)answer->nmoves,
        .nwanted = (uint16_t)nwanted,
        .book = (uint8_t)book,
    };
    for (size_t i = 0; i < answer->nmoves; i++)
        nodes->moves[nodes->nmoves++] = (struct review_move){
            .move = answer->moves[i].move,
            .mark = answer->moves[i].data.has & TABIA_HAS_MARK
                        ? (uint8_t)answer->moves[i].data.mark
                        : TABIA_MARK_NONE,
            .is_wanted = is_wanted[i],
            .next = REVIEW_NODE_UNOPENED,
        };
    *node = (uint32_t)nodes->n++;
    return true;
}

struct tabia_pos review_nodes_pos(const struct review_nodes *nodes,
                                  uint32_t node)
{
    struct tabia_pos pos;
    packed_unpack_unchecked(&pos, &nodes->list[node].pos);
    return pos;
}

bool review_nodes_answers(struct review_nodes *nodes, uint32_t node,
                          bool *answers, struct tabia_error *err)
{
    enum { NOT_KNOWN, NO, YES };
    const struct tabia_pos pos = review_nodes_pos(nodes, node);
    if (nodes->list[node].answers == NOT_KNOWN) {
        tabia_move legal[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal_moves(&pos, legal);
        uint8_t found = NO;
        for (size_t i = 0; i < n && found == NO; i++) {
            struct tabia_pos after = pos;
            uint32_t next;
            tabia_pos_play(&after, legal[i]);
            if (!review_nodes_open(nodes, &after, false, &next, err))
                return false;
            if (next != REVIEW_NODE_NONE && nodes->list[next].nwanted)
                found = YES;
        }
        nodes->list[node].answers = found;
    }
    *answers = nodes->list[node].answers == YES;
    return true;
}
