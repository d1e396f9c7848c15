/*
 * review_nodes.h - the positions of the books that games come through
 *
 *     struct review_nodes nodes;
 *     review_nodes_init(&nodes, &books, TABIA_SIDE_WHITE);
 *     if (review_nodes_open(&nodes, &pos, false, &node, err) &&
 *         node != REVIEW_NODE_NONE)
 *         ... nodes.list[node] ...
 *
 * Each position is looked up once. A move knows the node that it leads to, so
 * a game that stays in the book is followed without look-ups. Belongs to one
 * thread; the books are shared.
 */
#ifndef STUDY_REVIEW_NODES_H
#define STUDY_REVIEW_NODES_H

#include "base/hashmap.h"
#include "tabia/source.h"

#define REVIEW_NODE_NONE     UINT32_MAX       // not in the books
#define REVIEW_NODE_UNOPENED (UINT32_MAX - 1) // not looked up yet

enum { REVIEW_BOOKS_MAX = 16 };

/* The books, and a quick way to see that they do not have a position. */
struct review_books {
    const struct tabia_source *list[REVIEW_BOOKS_MAX]; // borrowed
    enum tabia_side sides[REVIEW_BOOKS_MAX];           // whom each is for
    size_t n;
    bool allow_avoided; // avoided moves are played as well
    uint64_t *bits;     // owned; by key: a loaded book may have it
    uint64_t mask;      // of a bit's number
    int min_pieces;     // fewer than this: no loaded book has it
    bool has_tables; // some are not loaded, so that only a look-up is certain
};

struct review_move {
    tabia_move move;
    uint8_t mark;   // enum tabia_mark
    bool is_wanted; // the side to move may choose it
    uint32_t next;  // node, REVIEW_NODE_NONE or REVIEW_NODE_UNOPENED
};

struct review_node {
    struct tabia_packed pos;
    uint32_t first;           // move
    uint16_t nmoves, nwanted; // all, and those that are wanted
    uint8_t book;             // that has the moves
    uint8_t answers;          // 0: not known yet; 1: no, 2: yes
    uint32_t reached;         // games that were here and went on
    uint32_t game;            // the last of these, so that each counts once
};

struct review_nodes {
    const struct review_books *books;
    enum tabia_side side; // whose books are used; both: all
    struct review_node *list;
    size_t n, room;
    struct review_move *moves;
    size_t nmoves, moves_room;
    struct hashmap map;
    struct tabia_answer answer;
};

/* Takes what 'books' has in its list. False when there is no memory. */
bool review_books_prepare(struct review_books *books, struct tabia_error *err);
void review_books_clear(struct review_books *books);

/* False if no book has the position, without looking it up. */
static inline bool review_books_may_have(const struct review_books *books,
                                         const struct tabia_pos *pos)
{
    return books->has_tables ||
           (books->bits[(pos->key & books->mask) / 64] >> (pos->key & 63) & 1);
}

void review_nodes_init(struct review_nodes *nodes,
                       const struct review_books *books, enum tabia_side side);
void review_nodes_clear(struct review_nodes *nodes);

/*
 * The node of a position: the moves of the first book that has a wanted one,
 * else of the first that has any. A position without moves is REVIEW_NODE_NONE,
 * unless 'always' makes a node of it as well.
 */
bool review_nodes_open(struct review_nodes *nodes, const struct tabia_pos *pos,
                       bool always, uint32_t *node, struct tabia_error *err);

/* The node if there is one already, else REVIEW_NODE_NONE. */
uint32_t review_nodes_find(const struct review_nodes *nodes,
                           const struct tabia_pos *pos);

/*
 * True if a legal move leads from here to a position in which a book has a
 * wanted move: in a book that has the moves of one side only, this is what
 * shows that it expects replies here.
 */
bool review_nodes_answers(struct review_nodes *nodes, uint32_t node,
                          bool *answers, struct tabia_error *err);

/* The position of a node, with its clocks at their start. */
struct tabia_pos review_nodes_pos(const struct review_nodes *nodes,
                                  uint32_t node);

/* The move in a node; NULL if its book does not have it. */
static inline struct review_move *review_nodes_move(struct review_nodes *nodes,
                                                    uint32_t node,
                                                    tabia_move mv)
{
    struct review_move *list = &nodes->moves[nodes->list[node].first];
    const size_t n = nodes->list[node].nmoves;
    for (size_t i = 0; i < n; i++)
        if (list[i].move == mv)
            return &list[i];
    return NULL;
}

#endif
