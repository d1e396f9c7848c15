/*
 * position_index.h - finding positions in files that have lines and no keys
 *
 * Either the file is read into a book, or rows are made of it, so that a
 * position is found whatever line led to it:
 *
 *     position_rows_sort(rows, n, err);
 *     const tabia_key key = position_rows_key(pos);
 *     for (size_t i = position_rows_first(rows, n, key);
 *          i < n && rows[i].key == key; i++)
 *         ... what is at rows[i].at ...
 */
#ifndef FORMAT_POSITION_INDEX_H
#define FORMAT_POSITION_INDEX_H

#include "format/format_contract.h"

/*
 * The 'open' of formats without an index: the bytes are read once into a book,
 * by the format of the job, and the book answers.
 */
bool position_index_open_book(struct tabia_bytes bytes, struct read_job *job,
                              struct table_impl *table,
                              struct tabia_error *err);

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
