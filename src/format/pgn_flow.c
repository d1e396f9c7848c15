/*
 * pgn_flow.c - words put on lines of less than 80 columns
 */
#include "format/pgn_flow.h"

#include <string.h>

#include "base/banned.h"

/* Gives the word its place, on this line or on the next. */
static void place(struct pgn_flow *flow)
{
    const size_t len = flow->word.size;
    flow->is_ended = false;
    if (!len)
        return;
    const bool has_room = flow->column + 1 + len <= PGN_COLUMNS;
    if (flow->column)
        sink_char(flow->dst, has_room ? ' ' : '\n');
    sink_write(flow->dst, flow->word.data, len);
    flow->column = (flow->column && has_room ? flow->column + 1 : 0) + len;
    flow->word.size = 0;
}

void pgn_flow_add(struct pgn_flow *flow, const char *text, size_t len)
{
    if (flow->is_ended)
        place(flow);
    buf_add(&flow->word, text, len);
}

void pgn_flow_end(struct pgn_flow *flow)
{
    flow->is_ended = true;
}

void pgn_flow_glue(struct pgn_flow *flow, const char *text)
{
    buf_add(&flow->word, text, strlen(text));
}

void pgn_flow_word(struct pgn_flow *flow, const char *text)
{
    pgn_flow_add(flow, text, strlen(text));
    pgn_flow_end(flow);
}

void pgn_flow_break(struct pgn_flow *flow)
{
    place(flow);
    if (flow->column)
        sink_char(flow->dst, '\n');
    flow->column = 0;
}

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

/* One line, up to 'end'. */
static bool put_comment_line(struct pgn_flow *flow, const char *text,
                             const char *end)
{
    bool is_changed = text == end || is_blank(*text);
    while (text < end && is_blank(*text))
        text++;
    if (text == end)
        return true;
    pgn_flow_add(flow, "{", 1);
    for (; text < end; text++) {
        if (!is_blank(*text)) {
            is_changed |= *text == '}';
            pgn_flow_add(flow, *text == '}' ? ")" : text, 1);
            continue;
        }
        const char *next = text + 1;
        while (next < end && is_blank(*next))
            next++;
        is_changed |= *text != ' ' || next > text + 1 || next == end;
        text = next - 1;
        // Other programs look for tags and escapes at the start of a line, even
        // in a comment; such a word stays with the one before it.
        if (next < end && *next != '[' && *next != '%')
            pgn_flow_end(flow);
        else if (next < end)
            pgn_flow_add(flow, " ", 1);
    }
    pgn_flow_add(flow, "}", 1);
    pgn_flow_end(flow);
    return is_changed;
}

bool pgn_flow_comment(struct pgn_flow *flow, const char *text)
{
    bool is_changed = false;
    for (;;) {
        const char *end = text + strcspn(text, "\n");
        is_changed |= put_comment_line(flow, text, end);
        if (!*end)
            return is_changed;
        text = end + 1;
    }
}
