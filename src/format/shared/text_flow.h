/*
 * text_flow.h - words put on lines of less than 80 columns
 */
#ifndef FORMAT_TEXT_FLOW_H
#define FORMAT_TEXT_FLOW_H

#include <stddef.h>

#include "base/buf.h"
#include "base/sink.h"

enum { TEXT_FLOW_COLUMNS = 79 };

struct text_flow {
    struct sink *dst;
    size_t column;
    struct buf word; // being put together, or waiting for its place
    bool is_ended;
};

/* Adds bytes to the word. */
void text_flow_add(struct text_flow *flow, const char *text, size_t len);

/* Ends the word: it goes to this line if there is room, else to the next. */
void text_flow_end(struct text_flow *flow);

/* Adds to the word that was ended last. */
void text_flow_glue(struct text_flow *flow, const char *text);

/* text_flow_add and text_flow_end. */
void text_flow_word(struct text_flow *flow, const char *text);

/*
 * A comment in braces, or one for each of its lines. Runs of blanks become one
 * blank, empty lines are left out. Commands such as "[%cal Ge2e4]" stay whole
 * and do not begin a line. A brace that would end it too early becomes ')';
 * returns whether there was one.
 */
bool text_flow_comment(struct text_flow *flow, const char *text);

/* Ends the line, if anything is on it. */
void text_flow_break(struct text_flow *flow);

#endif
