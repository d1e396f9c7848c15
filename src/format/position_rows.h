/*
 * position_rows.h - what belongs to a position, found by its key
 *
 *     position_rows_sort(rows, n, err);
 *     const tabia_key key = position_rows_key(pos);
 *     for (size_t i = position_rows_first(rows, n, key);
 *          i < n && rows[i].key == key; i++)
 *         ... what is at rows[i].at ...
 *
 * For trees in files: a position is found whatever line led to it.
 */
#ifndef FORMAT_POSITION_ROWS_H
#define FORMAT_POSITION_ROWS_H

#include "tabia/chess.h"
#include "tabia/error.h"

struct position_row {
    uint64_t key;
    uint64_t at; // a place in the file
};

/* The rules of chess decide what is one position, not the file's line. */
tabia_key position_rows_key(const struct tabia_pos *pos);

/* By key; rows of one position stay in their order. */
bool position_rows_sort(struct position_row *rows, size_t n,
                        struct tabia_error *err);

/* The first row with a key that is not smaller. */
size_t position_rows_first(const struct position_row *rows, size_t n,
                           tabia_key key);

#endif
