/*
 * line_builder.h - lines that share their beginnings, into a builder
 *
 * For the formats that store move strings and let each line begin with moves
 * of the one before.
 */
#ifndef FORMAT_LINE_BUILDER_H
#define FORMAT_LINE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tabia/builder.h"

/*
 * The line being read and where each of its moves led. A new line shares the
 * nodes that were added last as long as its moves are the same.
 */
struct line_builder {
    struct tabia_builder *out;       // borrowed
    struct tabia_builder_cursor *at; // at[i]: after i moves; owned
    tabia_move *moves;               // moves[i] leads from at[i]; owned
    size_t room;
    size_t n;        // moves of the line so far
    size_t npath;    // moves of the line that was added last
    bool is_apart;   // the last move repeats one of a line further above
    bool has_branch; // the line has moves of its own
};

bool line_builder_init(struct line_builder *b, struct tabia_builder *out,
                       struct tabia_error *err);

void line_builder_clear(struct line_builder *b);

/* Moves that the current line can give to the next one. */
size_t line_builder_length(const struct line_builder *b);

/* Starts a line with the first 'n' moves of its predecessor. */
void line_builder_begin(struct line_builder *b, size_t n);

/* The position that the next move is played in. */
const struct tabia_pos *line_builder_pos(const struct line_builder *b);

/* Adds a legal move. */
bool line_builder_play(struct line_builder *b, tabia_move mv,
                       struct tabia_error *err);

/* The edge of the last move, new or shared. */
uint32_t line_builder_edge(const struct line_builder *b);

#endif
