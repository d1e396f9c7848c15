/*
 * line_map.h - the lines by which a frozen book reaches its positions
 *
 * Computed once for an edition (edition.h), then only read. book/reach.h is the
 * search behind it; walk_lines.h of the command has the lines of a walk
 * instead, in the order of the walk.
 */
#ifndef SERVE_LINE_MAP_H
#define SERVE_LINE_MAP_H

#include "base/compiler.h"
#include "book/reach.h"
#include "tabia/book.h"

struct line_map {
    uint32_t npositions;
    struct reach reach; // by position; 'order' ends with the unreachable ones
    uint32_t *below;    // by position: positions after it, by 'reach'; owned
    bool has_names;     // then 'node_reach' is set
    struct reach node_reach; // by node: the lines as the book has them
};

struct name_index;

/*
 * Every position gets a place, where a shortest line leads to it: of several
 * the one with the fewest marked moves (passive, avoided), then with the most
 * moves that 'names' has in that order, then with the last move most played.
 * 'names' may be NULL; else its lines are mapped.
 */
bool line_map_init(struct line_map *map, const struct tabia_book *book,
                   const struct name_index *names, struct tabia_error *err);

void line_map_clear(struct line_map *map);

/* The number of lines from a position is at most this. */
enum { LINE_MAP_LINES_MAX = 1000000000 };

/*
 * By position: how many lines go on from it. Every way along its moves is one,
 * transpositions too, as /api/lines lists them; a move back to a position of
 * the same line is not followed. Owned by the caller. NULL with an error.
 */
uint32_t *line_map_count_lines(const struct line_map *map,
                               const struct tabia_book *book,
                               struct tabia_error *err) MUST_CHECK;

enum { LINE_MAP_PLIES_MAX = 1024 }; // maximum length of a line

/*
 * The moves from the root to a position, and the root's position. Returns their
 * number; 0, with the position itself as the root, if the position is
 * unreachable or the line is too long.
 */
size_t line_map_line_to(const struct line_map *map,
                        const struct tabia_book *book, uint32_t position,
                        struct tabia_pos *root,
                        tabia_move moves[LINE_MAP_PLIES_MAX]);

/*
 * True if a move is on the line that line_map_line_to gives for the position
 * after it; else that is a transposition.
 */
bool line_map_has_move(const struct line_map *map,
                       const struct tabia_book *book, uint32_t from,
                       tabia_move mv, uint32_t to);

/*
 * Like line_map_line_to, but the line on which the book has the name of the
 * position, even if others are as short.
 */
size_t line_map_named_line_to(const struct line_map *map,
                              const struct tabia_book *book, uint32_t position,
                              struct tabia_pos *root,
                              tabia_move moves[LINE_MAP_PLIES_MAX]);

#endif
