/*
 * book_map.h - how each position of a book is reached
 *
 * Computed once for a frozen book, then only read.
 */
#ifndef SERVE_BOOK_MAP_H
#define SERVE_BOOK_MAP_H

#include "base/buf.h"
#include "book/reach.h"
#include "tabia/book.h"

struct book_map {
    uint32_t npositions;
    uint32_t *reached;  // by position: moves of the book that lead here; owned
    struct reach ways;  // by position; 'order' ends with the unreachable ones
    uint32_t *below;    // by position: positions after it, by 'ways'; owned
    uint32_t *nlines;   // by position: the ends of 'ways' through it; owned
    bool has_lines;     // the book has names
    struct reach lines; // by node, as the book has them
};

bool book_map_init(struct book_map *map, const struct tabia_book *book,
                   struct tabia_error *err);

void book_map_clear(struct book_map *map);

enum { BOOK_MAP_LINE = 1024 }; // maximum length of a line, in plies

/*
 * The moves from the root to a position, and the root's position. Returns their
 * number; 0, with the position itself as the root, if the position is
 * unreachable or the line is too long.
 */
size_t book_map_line(const struct book_map *map, const struct tabia_book *book,
                     uint32_t position, struct tabia_pos *root,
                     tabia_move moves[BOOK_MAP_LINE]);

/*
 * True if a move is the one by which 'ways' reaches a position: elsewhere the
 * position is a transposition.
 */
bool book_map_is_way(const struct book_map *map, const struct tabia_book *book,
                     uint32_t from, tabia_move mv, uint32_t to);

/*
 * Like book_map_line, but the line on which the book has the position's name,
 * even if others are as short.
 */
size_t book_map_named_line(const struct book_map *map,
                           const struct tabia_book *book, uint32_t position,
                           struct tabia_pos *root,
                           tabia_move moves[BOOK_MAP_LINE]);

#endif
