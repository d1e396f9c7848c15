/*
 * table.h - a book that is answered from its file, without loading it
 *
 *     struct tabia_table *t = tabia_table_open("book.dat", NULL, err);
 *     struct tabia_entry list[TABIA_MOVES_MAX];
 *     size_t n = tabia_table_find(t, &pos, list);
 *
 * A table is sorted by a key in a named key space; keys of different spaces
 * never compare. Whole tables are copied, merged and compared by key, without
 * knowing the positions behind them.
 */
#ifndef TABIA_TABLE_H
#define TABIA_TABLE_H

#include "tabia/format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct tabia_table;

/*
 * Opens a file in a format that can be searched. 'options' as for reading a
 * book, may be NULL. NULL with an error if it cannot. Borrows 'path' until the
 * table is closed.
 */
TABIA_API struct tabia_table *tabia_table_open(
    const char *path, const struct tabia_read_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

/* Like tabia_table_open, but over memory that must outlive the table. */
TABIA_API struct tabia_table *tabia_table_open_bytes(
    struct tabia_bytes src, const struct tabia_read_options *options,
    struct tabia_error *err) TABIA_MUST_CHECK;

TABIA_API void tabia_table_close(struct tabia_table *t);

TABIA_API const struct tabia_format *tabia_table_format(
    const struct tabia_table *t);

/* The name of the key space, such as "crc-40". */
TABIA_API const char *tabia_table_key_space(const struct tabia_table *t);

/*
 * The moves that the file has for a position, as the format's own program
 * would find them; all are legal. Returns how many. Safe from several threads.
 */
TABIA_API size_t tabia_table_find(const struct tabia_table *t,
                                  const struct tabia_pos *pos,
                                  struct tabia_entry list[TABIA_MOVES_MAX]);

/*
 * The moves that the file has after a line of 'n' legal moves from 'start'. An
 * obk file is followed along the line, without an index, and gives that line's
 * own moves: none where its tree leaves it, even if other lines have the
 * position. In other formats the position that is reached is looked up. Safe
 * from several threads. An obk file opened with 'lines_only' has no index and
 * is not checked as a whole; tabia_table_find finds nothing in it.
 */
TABIA_API size_t
tabia_table_find_line(const struct tabia_table *t,
                      const struct tabia_pos *start, const tabia_move *moves,
                      size_t n, struct tabia_entry list[TABIA_MOVES_MAX]);

/* ---- all rows, by key ------------------------------------------------ */

struct tabia_row {
    uint64_t key;
    uint16_t code; // the move in the file's own coding
    struct tabia_move_data data;
};

/* Owns nothing. */
struct tabia_rows {
    const struct tabia_table *table;
    uint64_t at; // the format's own place mark
    uint32_t sub;
};

TABIA_API struct tabia_rows tabia_table_rows(const struct tabia_table *t);

/* The next row in the order of keys, then of the file. False at the end. */
TABIA_API bool tabia_rows_next(struct tabia_rows *it, struct tabia_row *row);

/*
 * Merges tables of one format into a file of the same format, streaming. Needs
 * a format that can be written by rows. 'policy' says what happens to a move
 * that more than one table has; TABIA_POLICY_FIRST takes each position from
 * the first table that has it.
 */
TABIA_API bool tabia_table_merge(struct tabia_table *const *tables, size_t n,
                                 enum tabia_policy policy, const char *path,
                                 const struct tabia_write_options *options,
                                 struct tabia_report *report,
                                 struct tabia_error *err);

#ifdef __cplusplus
}
#endif

#endif
