/*
 * table_def.h - what stands behind a struct table
 */
#ifndef TABLE_TABLE_DEF_H
#define TABLE_TABLE_DEF_H

#include "book/share.h"
#include "io/input.h"
#include "table/table.h"

/*
 * Filled by a format's open(), which leaves it empty on failure. 'close' frees
 * the state; without it this is done by free().
 */
struct table_impl {
    bool is_whole; // set before open(): all will be read, so all is checked
    struct table_lookup lookup; // set before open(), for which it is borrowed
    const char *key_space; // NULL: not sorted by a key, rows cannot be listed
    struct share share;    // how its own program chooses; sets all shares
    struct tabia_bytes bytes;
    void *state;
    size_t (*find)(const struct table_impl *t, const struct tabia_pos *pos,
                   struct tabia_book_move list[TABIA_MOVES_MAX]);
    // Follows a line of legal moves; NULL: the position at its end is enough.
    size_t (*find_line)(const struct table_impl *t,
                        const struct tabia_pos *start, const tabia_move *moves,
                        size_t n, struct tabia_book_move list[TABIA_MOVES_MAX]);
    bool (*next)(const struct table_impl *t, uint64_t *at, uint32_t *sub,
                 struct table_row *row);
    /*
     * Adds 'more' of a later table to 'data' by the format's own rule, when
     * no policy is asked for. NULL: attrs_merge_moves.
     */
    void (*merge)(const struct table_impl *t, struct tabia_move_data *data,
                  const struct tabia_move_data *more);
    // Whether two codes can be one move, if that is not plain: then they are,
    // unless a position has both.
    bool (*is_same)(uint16_t a, uint16_t b);
    void (*close)(struct table_impl *t);
    // For the walk that makes a book from the table: see format/key_walk.h.
    size_t nrows, row_size;
    size_t nentries; // rows that stand for something
};

struct table {
    struct table_impl impl;
    const struct tabia_format *format;
    struct input in;          // closed if the bytes are borrowed
    const struct input *from; // what the bytes are of; NULL: not known
};

void table_impl_close(struct table_impl *t);

/* A stream of rows in the order of keys, however it is made. */
struct row_stream {
    bool (*next)(struct row_stream *stream, struct table_row *row);
    void *ctx;
};

/* A move of an answer, which is no edge of a book and carries nothing yet. */
static inline struct tabia_book_move table_entry(tabia_move mv)
{
    return (struct tabia_book_move){
        .move = mv,
        .edge = TABIA_NUMBER_NONE,
        .from_node = TABIA_NUMBER_NONE,
        .to_node = TABIA_NUMBER_NONE,
    };
}

/*
 * Adds a move to an answer of 'n' moves, or joins it by the policy with the
 * one that is there. Returns how many there are then.
 */
size_t table_add_entry(struct tabia_book_move list[TABIA_MOVES_MAX], size_t n,
                       tabia_move mv, const struct tabia_move_data *data,
                       enum tabia_merge_policy policy);

#endif
