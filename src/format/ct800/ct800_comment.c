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
#include "format/ct800/ct800.h"
#include "format/shared/foreign_text.h"
#include "base/banned.h"

enum { ECO_LEN = 3 };

bool ct800_is_eco(const char *text, size_t len)
{
    return len >= ECO_LEN && text[0] >= 'A' && text[0] <= 'E' &&
           text[1] >= '0' && text[1] <= '9' && text[2] >= '0' &&
           text[2] <= '9' && (len == ECO_LEN || text_is_blank(text[ECO_LEN]));
}

/* ---- names of positions ---------------------------------------------- */

static void trim_comment(const char **text, const char **end)
{
    while (*text < *end && **text == ' ')
        ++*text;
    while (*text < *end && (*end)[-1] == ' ')
        --*end;
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
        struct tabia_node_data data = { 0 };
        const char *first = buf.data, *last = first + buf.size;
        trim_comment(&first, &last);
        if (first < last && last[-1] == ')')
            last--;
        trim_comment(&first, &last);
        if (ct800_is_eco(first, (size_t)(last - first))) {
            memcpy(eco, first, ECO_LEN);
            data.eco = eco;
            data.has |= TABIA_HAS_ECO;
            first += ECO_LEN;
            trim_comment(&first, &last);
        }
        if (first < last) {
            buf.data[last - buf.data] = '\0';
            data.name = first;
            data.has |= TABIA_HAS_NAME;
        }
        is_set = tabia_builder_set_node(out, node, &data, err);
    }
    buf_clear(&buf);
    return is_set;
}

/* ---- lines of comment ------------------------------------------------ */

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
    if (!is_header) { // between lines it has no position: a text of its own
        struct buf note = { .limit = SIZE_MAX / 4 };
        foreign_text_add(&note, text, len);
        const bool ok =
            note.failed
                ? buf_error(&note, err)
                : !len || tabia_builder_add_text(out, "note", buf_text(&note),
                                                 note.size, err);
        buf_clear(&note);
        return ok;
    }
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
