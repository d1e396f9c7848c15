/*
 * pgn_flow.h - words put on lines of less than 80 columns
 */
#ifndef FORMAT_PGN_FLOW_H
#define FORMAT_PGN_FLOW_H

#include <stddef.h>

#include "base/buf.h"
#include "base/sink.h"

enum { PGN_COLUMNS = 79 };

struct pgn_flow {
    struct sink *dst;
    size_t column;
    struct buf word; // being put together, or waiting for its place
    bool is_ended;
};

/* Adds bytes to the word. */
void pgn_flow_add(struct pgn_flow *flow, const char *text, size_t len);

/* Ends the word: it goes to this line if there is room, else to the next. */
void pgn_flow_end(struct pgn_flow *flow);

/* Adds to the word that was ended last. */
void pgn_flow_glue(struct pgn_flow *flow, const char *text);

/* pgn_flow_add and pgn_flow_end. */
void pgn_flow_word(struct pgn_flow *flow, const char *text);

/*
 * A comment in braces, or one for each of its lines. A brace that would end it
 * too early becomes ')', runs of blanks become one blank, empty lines are left
 * out; returns whether anything was so.
 */
bool pgn_flow_comment(struct pgn_flow *flow, const char *text);

/* Ends the line, if anything is on it. */
void pgn_flow_break(struct pgn_flow *flow);

#endif
