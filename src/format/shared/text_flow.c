/*
 * text_flow.c - words put on lines of less than 80 columns
 */
#include "format/shared/text_flow.h"

#include <string.h>

#include "base/banned.h"

/* Gives the word its place, on this line or on the next. */
static void put_flow_word(struct text_flow *flow)
{
    const size_t len = flow->word.size;
    flow->is_ended = false;
    if (!len)
        return;
    const bool has_room = flow->column + 1 + len <= TEXT_FLOW_COLUMNS;
    if (flow->column)
        sink_put_char(flow->dst, has_room ? ' ' : '\n');
    sink_write(flow->dst, flow->word.data, len);
    flow->column = (flow->column && has_room ? flow->column + 1 : 0) + len;
    flow->word.size = 0;
}

void text_flow_add(struct text_flow *flow, const char *text, size_t len)
{
    if (flow->is_ended)
        put_flow_word(flow);
    buf_add(&flow->word, text, len);
}

void text_flow_end(struct text_flow *flow)
{
    flow->is_ended = true;
}

void text_flow_glue(struct text_flow *flow, const char *text)
{
    buf_add(&flow->word, text, strlen(text));
}

void text_flow_word(struct text_flow *flow, const char *text)
{
    text_flow_add(flow, text, strlen(text));
    text_flow_end(flow);
}

void text_flow_break(struct text_flow *flow)
{
    put_flow_word(flow);
    if (flow->column)
        sink_put_char(flow->dst, '\n');
    flow->column = 0;
}

static bool is_flow_blank(char c)
{
    return (unsigned char)c <= ' ';
}

/* One line, up to 'end'. */
static bool put_comment_line(struct text_flow *flow, const char *text,
                             const char *end)
{
    bool is_changed = false;
    const char *command = NULL; // the end of the one that 'text' is in
    while (text < end && is_flow_blank(*text))
        text++;
    if (text == end)
        return false;
    text_flow_add(flow, "{", 1);
    for (; text < end; text++) {
        if (end - text > 2 && text[0] == '[' && text[1] == '%')
            command = memchr(text, ']', (size_t)(end - text));
        if (!is_flow_blank(*text)) {
            is_changed |= *text == '}';
            text_flow_add(flow, *text == '}' ? ")" : text, 1);
            continue;
        }
        const char *next = text + 1;
        while (next < end && is_flow_blank(*next))
            next++;
        text = next - 1;
        // Other programs look for tags and escapes at the start of a line, even
        // in a comment; such a word stays with the one before it. Nor do all
        // of them know a command that is broken.
        if (next < end && *next != '[' && *next != '%' &&
            (!command || text > command))
            text_flow_end(flow);
        else if (next < end)
            text_flow_add(flow, " ", 1);
    }
    text_flow_add(flow, "}", 1);
    text_flow_end(flow);
    return is_changed;
}

bool text_flow_comment(struct text_flow *flow, const char *text)
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
