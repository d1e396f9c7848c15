/*
 * pgn_kept.c - what a book keeps of the tags of its games
 */
#include "format/pgn_kept.h"

#include <string.h>

#include "base/attr.h"
#include "format/pgn_comment.h"
#include "format/pgn_format.h"
#include "base/banned.h"

enum { TEXT_LIMIT = 1 << 30 };

void pgn_kept_init(struct pgn_kept *kept)
{
    const struct buf empty = { .limit = TEXT_LIMIT };
    *kept = (struct pgn_kept){
        .tags = empty,
        .title = empty,
        .author = empty,
        .eco = empty,
        .opening = empty,
        .value = empty,
    };
}

void pgn_kept_clear(struct pgn_kept *kept)
{
    struct buf *const bufs[] = { &kept->tags, &kept->title,   &kept->author,
                                 &kept->eco,  &kept->opening, &kept->value };
    for (size_t i = 0; i < COUNT_OF(bufs); i++)
        buf_clear(bufs[i]);
}

void pgn_kept_begin(struct pgn_kept *kept)
{
    kept->ngames++;
    kept->result = TABIA_PGN_NO_RESULT;
    buf_reset(&kept->eco);
    buf_reset(&kept->opening);
}

/* ---- one tag --------------------------------------------------------- */

static bool is_name(struct tabia_pgn_text name, const char *text)
{
    return name.len == strlen(text) && memcmp(name.text, text, name.len) == 0;
}

/* A tag without a value, as the standard has it. */
static bool is_unknown(struct tabia_pgn_text value)
{
    return !value.len || is_name(value, "?") || is_name(value, "-") ||
           is_name(value, "????.??.??");
}

/* Adds the value of a tag, unescaped and as UTF-8. */
static bool add_value(struct pgn_kept *kept, struct buf *dst, const char *glue,
                      struct tabia_pgn_text value, struct tabia_error *err)
{
    struct buf *plain = &kept->value;
    buf_reset(plain);
    if (!buf_reserve(plain, value.len + 1))
        return buf_error(plain, err);
    const size_t len = tabia_pgn_unescape(value, plain->data, value.len + 1);
    if (dst->size)
        buf_add_text(dst, glue);
    pgn_comment_add(dst, dst->size, plain->data, len);
    return !dst->failed || buf_error(dst, err);
}

/* "Sicilian: Najdorf, English attack" from three tags. */
static bool add_opening(struct pgn_kept *kept, struct tabia_pgn_text name,
                        struct tabia_pgn_text value, struct tabia_error *err)
{
    const char *glue = is_name(name, "Variation") ? ": " : ", ";
    return is_unknown(value) ||
           add_value(kept, &kept->opening, glue, value, err);
}

/* Keeps a tag as a line of PGN. */
static bool keep_tag(struct pgn_kept *kept, struct tabia_pgn_text name,
                     struct tabia_pgn_text value, struct tabia_error *err)
{
    struct buf *tags = &kept->tags;
    if (kept->ngames > 1)
        return true;
    struct buf *known = is_name(name, "Event")       ? &kept->title
                        : is_name(name, "Annotator") ? &kept->author
                                                     : NULL;
    if (known)
        return known->size || is_unknown(value) ||
               add_value(kept, known, "", value, err);
    buf_add_char(tags, '[');
    buf_add(tags, name.text, name.len);
    buf_add_text(tags, " \"");
    pgn_comment_add(tags, tags->size, value.text, value.len);
    buf_add_text(tags, "\"]\n");
    return !tags->failed || buf_error(tags, err);
}

static const struct {
    const char *text;
    enum tabia_pgn_result result;
} played[] = {
    { "1-0", TABIA_PGN_WHITE_WINS },
    { "0-1", TABIA_PGN_BLACK_WINS },
    { "1/2-1/2", TABIA_PGN_DRAW },
};

static void add_result(struct pgn_kept *kept, struct tabia_pgn_text value)
{
    for (size_t i = 0; i < COUNT_OF(played); i++)
        if (is_name(value, played[i].text))
            kept->result = played[i].result;
}

/* False: it says nothing about a side. */
static bool add_side(struct pgn_kept *kept, struct tabia_pgn_text value)
{
    const char *side = is_name(value, "white")   ? "white"
                       : is_name(value, "black") ? "black"
                                                 : NULL;
    kept->has_sides |= side && kept->side && strcmp(side, kept->side) != 0;
    if (!kept->side)
        kept->side = side;
    return side;
}

bool pgn_kept_add(struct pgn_kept *kept, struct tabia_pgn_text name,
                  struct tabia_pgn_text value, struct tabia_error *err)
{
    static const char *const ours[] = { "FEN", "SetUp", "Variant", "PlyCount" };
    static const char *const names[] = { "Opening", "Variation",
                                         "SubVariation" };
    for (size_t i = 0; i < COUNT_OF(ours); i++)
        if (is_name(name, ours[i]))
            return true;
    if (is_name(name, "Result")) { // counts where the moves end without one
        add_result(kept, value);
        return true;
    }
    if (is_name(name, PGN_SIDE_TAG) && add_side(kept, value))
        return true;
    bool is_done = true;
    if (is_name(name, "ECO") && !is_unknown(value) && !kept->eco.size)
        is_done = add_value(kept, &kept->eco, "", value, err);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (is_name(name, names[i]))
            is_done = add_opening(kept, name, value, err);
    return is_done && keep_tag(kept, name, value, err);
}

bool pgn_kept_result(struct pgn_kept *kept, enum tabia_pgn_result result,
                     struct tabia_error *err)
{
    const struct tabia_pgn_text name = { "Result", 6 };
    for (size_t i = 0; i < COUNT_OF(played); i++) {
        const char *text = played[i].text;
        const struct tabia_pgn_text value = { text, strlen(text) };
        if (played[i].result == result)
            return keep_tag(kept, name, value, err);
    }
    return true;
}

/* ---- the whole ------------------------------------------------------- */

static bool is_name_line(const char *line)
{
    static const char *const names[] = { "[ECO ", "[Opening ", "[Variation ",
                                         "[SubVariation " };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strncmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

void pgn_kept_drop_names(struct pgn_kept *kept)
{
    struct buf *tags = &kept->tags;
    if (kept->ngames != 1 || !tags->data)
        return;
    char *dst = tags->data, *p = tags->data;
    while (*p) {
        char *end = strchr(p, '\n') + 1;
        if (!is_name_line(p)) {
            memmove(dst, p, (size_t)(end - p));
            dst += end - p;
        }
        p = end;
    }
    pgn_comment_cut(tags, (size_t)(dst - tags->data));
}

static bool add_text(struct tabia_builder *out, const char *key,
                     const struct buf *text, struct tabia_error *err)
{
    return !text->size ||
           tabia_builder_add_text(out, key, text->data, text->size, err);
}

bool pgn_kept_add_texts(const struct pgn_kept *kept, struct tabia_builder *out,
                        struct tabia_error *err)
{
    const bool has_side = kept->side && !kept->has_sides;
    if (has_side && !tabia_builder_add_text(out, "side", kept->side,
                                            strlen(kept->side), err))
        return false;
    return kept->ngames != 1 || (add_text(out, "title", &kept->title, err) &&
                                 add_text(out, "author", &kept->author, err) &&
                                 add_text(out, PGN_TAGS_KEY, &kept->tags, err));
}
