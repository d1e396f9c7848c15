/*
 * changes.h - changes to a book, parsed from JSON
 */
#ifndef SERVE_CHANGES_H
#define SERVE_CHANGES_H

#include <jansson.h>

#include "book/attrs.h"

enum {
    CHANGES_MAX = 50000,    // a branch of 5,000 moves with all their values
    CHANGE_PLIES_MAX = 600, // moves of a line
    CHANGE_TEXT_MAX = 65536,
    CHANGES_DESCRIPTION_SIZE = 96,
};

enum change_kind {
    CHANGE_ADD,        // a move, or those of a line that are missing
    CHANGE_REMOVE,     // a move and the branch after it
    CHANGE_ORDER,      // the place of a move among those of its position
    CHANGE_MOVE_VALUE, // a value of a move
    CHANGE_NODE_VALUE, // a value of a position
    CHANGE_TEXT,       // a text of the whole book
};

struct change {
    enum change_kind kind;
    struct tabia_pos pos;
    tabia_move move;
    tabia_move *line; // of CHANGE_ADD: owned; NULL: only 'move'
    size_t nline;
    uint32_t place;                   // of CHANGE_ORDER, from 0
    const struct attr *attr;          // of a move or position
    bool clears;                      // the value is removed
    struct tabia_move_data move_data; // one value
    struct tabia_node_data node_data;
    const char *key, *text; // of the book
};

struct changes {
    struct change *list; // owned; its texts belong to the JSON
    size_t n;
};

/* 'array' must outlive the changes. On failure 'err' names the invalid one. */
bool changes_read(struct changes *changes, const json_t *array,
                  struct tabia_error *err);

/*
 * What the changes do, in a few words: "add 3.Bb5". They have added this many
 * moves.
 */
void changes_describe(const struct changes *changes, size_t nadded,
                      char text[CHANGES_DESCRIPTION_SIZE]);

void changes_clear(struct changes *changes);

#endif
