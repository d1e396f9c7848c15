/*
 * table.h - a book that is answered from its file, without loading it
 *
 *     struct table *t = format_open_table(bytes, NULL, err); // table_io.h
 *     struct tabia_book_move list[TABIA_MOVES_MAX];
 *     size_t n = table_find(t, &pos, list);
 *
 * A table is sorted by a key in a named key space; keys of different spaces
 * never compare. Whole tables are copied and merged by key, without
 * knowing the positions behind them.
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "tabia/format.h"

struct input;
struct table;

/*
 * What a table will be asked, so that opening it need not prepare for more. An
 * index of the whole file is not worth its time for one look-up.
 */
enum table_use {
    TABLE_USE_ANY,  // any number of positions
    TABLE_USE_ONCE, // one position: a pass over the file, instead of an index
    TABLE_USE_LINE, // the moves after a game: a tree is followed along it
};

struct table_lookup {
    enum table_use use;
    const struct tabia_pos *pos; // the only position, where there is only one
};

/* What format/table_io.h has opened; accepts NULL. */
void table_close(struct table *t);

/*
 * Borrows what the bytes are of: a merge checks that it has not changed.
 */
void table_set_input(struct table *t, const struct input *from);

/* The name of the key space, such as "crc-40". */
const char *table_key_space(const struct table *t);

/*
 * The moves that the file has for a position, as the format's own program
 * would find them; all are legal. Returns how many. Safe from several threads.
 */
size_t table_find(const struct table *t, const struct tabia_pos *pos,
                  struct tabia_book_move list[TABIA_MOVES_MAX]);

/*
 * The moves that the file has after a line of 'n' legal moves from 'start'. An
 * obk file, and an abk file opened for TABLE_USE_LINE, is followed along the
 * line, without an index, and gives that line's own moves: none where its tree
 * leaves it, even if other lines have the position. In other formats the
 * position that is reached is looked up. Safe from several threads. An obk or
 * abk file opened for TABLE_USE_LINE has no index and is not checked as a
 * whole; table_find finds nothing in an obk file then, and takes a pass over an
 * abk file.
 */
size_t table_find_line(const struct table *t, const struct tabia_pos *start,
                       const tabia_move *moves, size_t n,
                       struct tabia_book_move list[TABIA_MOVES_MAX]);

/* ---- all rows, by key ------------------------------------------------ */

struct table_row {
    uint64_t key;
    uint16_t code; // the move in the file's own coding
    struct tabia_move_data data;
};

/* Owns nothing. */
struct table_rows {
    const struct table *table;
    uint64_t place; // the format's own place mark
    uint32_t sub_place;
};

struct table_rows table_rows_begin(const struct table *t);

/* The next row in the order of keys, then of the file. False at the end. */
bool table_rows_next(struct table_rows *it, struct table_row *row);

#endif
