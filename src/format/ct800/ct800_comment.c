/*
 * ct800_comment.c - the comments of CT800 text
 *
 * Behind a line of moves they name the position at its end, before the first
 * one they are about the whole book. What is not UTF-8 is taken for
 * Windows-1252.
 */
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "format/ct800/ct800_text.h"
#include "format/foreign_text.h"
#include "base/banned.h"

enum { ECO_LEN = 3 };

bool ct800_is_eco(const char *text, size_t len)
{
    return len >= ECO_LEN && text[0] >= 'A' && text[0] <= 'E' &&
           text[1] >= '0' && text[1] <= '9' && text[2] >= '0' &&
           text[2] <= '9' && (len == ECO_LEN || text_is_blank(text[ECO_LEN]));
}

/* ---- names of positions ---------------------------------------------- */

static void trim(const char **text, const char **end)
{
    while (*text < *end && **text == ' ')
        ++*text;
    while (*text < *end && (*end)[-1] == ' ')
        --*end;
}

/* The ECO code and the name in a comment, which 'buf' holds; ends the name. */
static struct tabia_node_data parse_comment(const struct buf *buf,
                                            char eco[ECO_LEN + 1])
{
    struct tabia_node_data data = { 0 };
    const char *text = buf->data, *end = text + buf->size;
    trim(&text, &end);
    if (text < end && end[-1] == ')')
        end--;
    trim(&text, &end);
    if (ct800_is_eco(text, (size_t)(end - text))) {
        memcpy(eco, text, ECO_LEN);
        data.eco = eco;
        data.has |= TABIA_HAS_ECO;
        text += ECO_LEN;
        trim(&text, &end);
    }
    if (text < end) {
        buf->data[end - buf->data] = '\0';
        data.name = text;
        data.has |= TABIA_HAS_NAME;
    }
    return data;
}

bool ct800_comment_set(struct tabia_builder *out, uint32_t node,
                       const char *text, const char *end,
                       struct tabia_error *err)
{
    struct buf buf = { .limit = SIZE_MAX / 4 };
    char eco[ECO_LEN + 1] = "";
    const size_t len = strnlen(text, (size_t)(end - text));
    if (len == 0)
        return true;
    foreign_text_add(&buf, text, len);
    for (size_t i = 0; i < buf.size; i++)
        if ((unsigned char)buf.data[i] < ' ')
            buf.data[i] = ' ';
    bool is_set = !buf.failed || buf_error(&buf, err);
    if (is_set) {
        const struct tabia_node_data data = parse_comment(&buf, eco);
        is_set = tabia_builder_set_node(out, node, &data, err);
    }
    buf_clear(&buf);
    return is_set;
}

/* ---- lines of comment ------------------------------------------------ */

/* A line between others has no place in the book: it is a text of its own. */
static bool add_note(struct tabia_builder *out, const char *text, size_t len,
                     struct tabia_error *err)
{
    struct buf note = { .limit = SIZE_MAX / 4 };
    foreign_text_add(&note, text, len);
    const bool is_done =
        note.failed ? buf_error(&note, err)
                    : tabia_builder_add_text(out, "note", buf_text(&note),
                                             note.size, err);
    buf_clear(&note);
    return is_done;
}

bool ct800_comment_keep(struct ct800_comments *c, struct tabia_builder *out,
                        const char *text, const char *end,
                        struct tabia_error *err)
{
    const bool is_header = !c->has_moves && *text == '#';
    text++;
    // What is to be kept of a comment: up to a NUL, without blanks around it.
    end = text + strnlen(text, (size_t)(end - text));
    if (text < end && *text == ' ')
        ++text;
    while (text < end && text_is_blank(end[-1]))
        end--;

    const size_t len = (size_t)(end - text);
    if (!is_header)
        return len == 0 || add_note(out, text, len, err);
    c->header.limit = SIZE_MAX / 4;
    // Adds a line to the header.
    if (c->header.data)
        buf_add_char(&c->header, '\n');
    else
        buf_reserve(&c->header, 1); // so that an empty line counts as one
    foreign_text_add(&c->header, text, len);
    return !c->header.failed || buf_error(&c->header, err);
}

bool ct800_comments_end(struct ct800_comments *c, struct tabia_builder *out,
                        struct tabia_error *err)
{
    const bool is_over = c->has_moves;
    c->has_moves = true;
    return is_over || !c->header.data ||
           tabia_builder_add_text(out, "comment", c->header.data,
                                  c->header.size, err);
}
