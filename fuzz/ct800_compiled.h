/*
 * ct800_compiled.h - tries any bytes as a compiled CT800 book
 *
 * What is read must be compiled again; what is opened must answer, and only
 * with legal moves.
 */
#ifndef FUZZ_CT800_COMPILED_H
#define FUZZ_CT800_COMPILED_H

#include <stdlib.h>

#include "format/table_io.h"
#include "require.h"

enum { MEMORY = 64 << 20 };

static inline void try_book(struct tabia_bytes src,
                            const struct tabia_read_options *options)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(src, options, &err);
    require(!book == (err.status != TABIA_OK));
    if (!book)
        return;
    uint8_t *bytes = NULL;
    size_t size;
    // A book of which nothing was reached from the start has no records.
    require(tabia_book_encode(book, options->format, NULL, &bytes, &size, NULL,
                              &err) ||
            (err.status == TABIA_ERR_LOSS && !tabia_book_edge_count(book)));
    free(bytes);
    tabia_book_free(book);
}

static inline void try_table(struct tabia_bytes bytes,
                             const struct tabia_read_options *options)
{
    struct tabia_error err = { 0 };
    struct table *table = format_open_table(bytes, options, &err);
    require(!table == (err.status != TABIA_OK));
    if (!table)
        return;

    struct tabia_pos pos;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    tabia_pos_set_start(&pos);
    for (int i = 0; i < 8; i++) {
        const size_t n = table_find(table, &pos, list);
        for (size_t k = 0; k < n; k++)
            require(tabia_pos_is_legal(&pos, list[k].move));
        if (n)
            tabia_pos_play(&pos, list[0].move);
    }
    struct table_rows it = table_rows_begin(table);
    struct table_row row;
    uint64_t last = 0;
    while (table_rows_next(&it, &row)) {
        require(row.key >= last);
        last = row.key;
    }
    table_close(table);
}

static inline void try_compiled(const char *format, const uint8_t *data,
                                size_t size)
{
    const struct tabia_bytes bytes = { data, size };
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
        .memory_limit = MEMORY,
    };
    try_book(bytes, &options);
    try_table(bytes, &options);
}

#endif
