/*
 * found.h - what a book has is found in its file
 */
#ifndef FUZZ_FOUND_H
#define FUZZ_FOUND_H

#include "format/table_io.h"
#include "require.h"

enum { FOUND_POSITIONS = 20 }; // of a book; more would take its time

/* As many moves in each position, as the file says it of itself. */
static inline void check_found(const char *format, struct tabia_bytes bytes,
                               const struct tabia_book *book)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find(format, NULL),
    };
    struct table *t = format_open_table(bytes, &options, NULL);
    struct tabia_book_move list[TABIA_MOVES_MAX], want[TABIA_MOVES_MAX];
    require(t);
    for (uint32_t i = 0;
         i < tabia_book_position_count(book) && i < FOUND_POSITIONS; i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(book, i, &pos);
        const size_t n = tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT,
                                                   want, TABIA_MOVES_MAX);
        require(table_find(t, &pos, list) == n);
        for (size_t k = 0; k < n; k++)
            require(list[k].move == want[k].move &&
                    list[k].data.weight == want[k].data.weight);
    }
    table_close(t);
}

#endif
