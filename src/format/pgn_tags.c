/*
 * pgn_tags.c - the tags of a game that is written
 */
#include "format/pgn_tags.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/error.h"
#include "base/vec.h"
#include "format/pgn_format.h"
#include "pgn/scan.h"
#include "base/banned.h"

enum { TAGS_MAX = 1 << 16 };

struct tag {
    const char *name, *value;
    size_t name_len, value_len;
    size_t order; // of being added: of one name the first counts
    bool is_raw;  // escaped already
};

struct tags {
    struct tag *list;
    size_t n, room;
};

static const char *const roster[] = { "Event", "Site",  "Date",  "Round",
                                      "White", "Black", "Result" };

static bool is_named(const struct tag *tag, const char *name)
{
    return strlen(name) == tag->name_len &&
           memcmp(tag->name, name, tag->name_len) == 0;
}

static bool add(struct tags *tags, const struct tag *tag,
                struct tabia_error *err)
{
    if (tags->n == TAGS_MAX)
        return error_set(err, TABIA_LIMIT, "a game has more than %d tags",
                         TAGS_MAX);
    struct tag *more =
        vec_grow(tags->list, &tags->room, tags->n + 1, sizeof(*more), TAGS_MAX);
    if (!more)
        return error_nomem(err);
    tags->list = more;
    more[tags->n] = *tag;
    more[tags->n].order = tags->n;
    tags->n++;
    return true;
}

/* The first tag of a name, or NULL. */
static const struct tag *find(const struct tags *tags, const char *name)
{
    for (size_t i = 0; i < tags->n; i++)
        if (is_named(&tags->list[i], name))
            return &tags->list[i];
    return NULL;
}

/* A value of NULL adds nothing. */
static bool add_text(struct tags *tags, const char *name, const char *value,
                     struct tabia_error *err)
{
    if (!value)
        return true;
    const struct tag tag = {
        .name = name,
        .name_len = strlen(name),
        .value = value,
        .value_len = strlen(value),
    };
    return add(tags, &tag, err);
}

/* ---- where tags come from -------------------------------------------- */

/* Tags that say where a game starts: the book knows, nobody else. */
static bool is_start_tag(const struct tag *tag)
{
    return is_named(tag, "FEN") || is_named(tag, "SetUp") ||
           is_named(tag, "Variant");
}

static size_t name_len(const char *text)
{
    const bool is_letter = scan_class[(uint8_t)*text] == SCAN_IS_LETTER;
    return is_letter ? strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "abcdefghijklmnopqrstuvwxyz"
                                    "0123456789_")
                     : 0;
}

/* Does a tag, Name=Value, begin here? */
static bool is_tag(const char *text)
{
    const size_t len = name_len(text);
    return len && text[len] == '=';
}

/* The end of a value: a semicolon with another tag behind it, or the NUL. */
static const char *value_end(const char *text)
{
    while (*text && !(*text == ';' && is_tag(text + 1)))
        text++;
    return text;
}

/* Adds the tags of "Name=Value;Name=Value". */
static bool add_joined(struct tags *tags, const char *text,
                       struct tabia_error *err)
{
    if (!is_tag(text))
        return error_set(err, TABIA_MISUSE,
                         "expected a tag as Name=Value, found '%.60s'", text);
    while (*text) {
        const size_t len = name_len(text);
        const char *value = text + len + 1, *end = value_end(value);
        const struct tag tag = {
            .name = text,
            .name_len = len,
            .value = value,
            .value_len = (size_t)(end - value),
        };
        if (is_start_tag(&tag))
            return error_set(err, TABIA_MISUSE,
                             "the tag %.*s follows from the book", (int)len,
                             text);
        if (!add(tags, &tag, err))
            return false;
        text = end + (*end == ';');
    }
    return true;
}

/* The last of two settings counts, so they are taken from the end. */
static bool add_settings(struct tags *tags,
                         const struct tabia_write_options *options,
                         struct tabia_error *err)
{
    for (size_t i = options->nsettings; i--;)
        if (strcmp(options->settings[i].name, "tag") == 0 &&
            !add_joined(tags, options->settings[i].value, err))
            return false;
    return true;
}

/* Moves and castling of the start position tell whether it is Chess960. */
static bool is_chess960(const struct tabia_pos *pos)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    const uint64_t kings = pos->by_type[TABIA_KING];
    const uint64_t e_file = UINT64_C(0x1000000000000010);
    const bool white = pos->castling & 0xff;
    const bool black = pos->castling >> 56;
    return pos->castling & ~corners ||
           (white && !(kings & pos->by_color[TABIA_WHITE] & e_file & 0xff)) ||
           (black &&
            !(kings & pos->by_color[TABIA_BLACK] & e_file & ~UINT64_C(0xff)));
}

static bool is_initial(const struct tabia_pos *pos)
{
    struct tabia_pos start;
    tabia_pos_start(&start);
    return tabia_pos_is_same(&start, pos) && pos->fullmove == 1 &&
           pos->halfmove == 0;
}

static bool add_start(struct tags *tags, const struct tabia_pos *pos,
                      char fen[TABIA_FEN_SIZE], struct tabia_error *err)
{
    if (is_initial(pos))
        return true;
    tabia_pos_to_fen(pos, 0, fen);
    return add_text(tags, "FEN", fen, err) &&
           add_text(tags, "SetUp", "1", err) &&
           (!is_chess960(pos) || add_text(tags, "Variant", "Chess960", err));
}

/* The tags that the only game of a file had. */
static bool add_kept(struct tags *tags, const struct tabia_book *book,
                     struct tabia_error *err)
{
    const char *text = tabia_book_text_find(book, PGN_TAGS_KEY);
    if (!text || tabia_book_roots(book) != 1)
        return true;
    struct scan s;
    struct scan_token t;
    scan_init(&s, text, strlen(text));
    while (scan_next(&s, &t) == SCAN_TAG) {
        const struct tag tag = { .name = t.text,
                                 .name_len = t.len,
                                 .value = t.value,
                                 .value_len = t.value_len,
                                 .is_raw = true };
        if (!is_start_tag(&tag) && !add(tags, &tag, err))
            return false;
    }
    return true;
}

static bool add_roster(struct tags *tags, const struct tabia_book *book,
                       struct tabia_error *err)
{
    static const char *const unknown[COUNT_OF(roster)] = {
        "?", "?", "????.??.??", "?", "?", "?", "*"
    };
    if (!add_text(tags, "Event", tabia_book_text_find(book, "title"), err) ||
        !add_text(tags, "Annotator", tabia_book_text_find(book, "author"),
                  err) ||
        !add_text(tags, PGN_SIDE_TAG, tabia_book_text_find(book, "side"), err))
        return false;
    for (size_t i = 0; i < COUNT_OF(roster); i++)
        if (!add_text(tags, roster[i], unknown[i], err))
            return false;
    return true;
}

/* ---- order and text -------------------------------------------------- */

/* The place in the roster, or behind it. */
static size_t rank(const struct tag *tag)
{
    size_t i = 0;
    while (i < COUNT_OF(roster) && !is_named(tag, roster[i]))
        i++;
    return i;
}

static int compare_names(const struct tag *x, const struct tag *y)
{
    const size_t len = x->name_len < y->name_len ? x->name_len : y->name_len;
    const int order = memcmp(x->name, y->name, len);
    return order ? order
                 : (x->name_len > y->name_len) - (x->name_len < y->name_len);
}

static int compare(const void *a, const void *b)
{
    const struct tag *x = a, *y = b;
    const size_t rank_x = rank(x), rank_y = rank(y);
    if (rank_x != rank_y)
        return rank_x < rank_y ? -1 : 1;
    const int order = compare_names(x, y);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

static void put_tag(struct sink *dst, const struct tag *tag)
{
    sink_char(dst, '[');
    sink_write(dst, tag->name, tag->name_len);
    sink_text(dst, " \"");
    for (size_t i = 0; i < tag->value_len; i++) {
        const char c = tag->value[i];
        if (!tag->is_raw && (c == '"' || c == '\\'))
            sink_char(dst, '\\');
        sink_char(dst, (unsigned char)c < ' ' ? ' ' : c);
    }
    sink_text(dst, "\"]\n");
}

static const char *find_result(const struct tags *tags)
{
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2" };
    const struct tag *tag = find(tags, "Result");
    for (size_t k = 0; tag && k < COUNT_OF(results); k++)
        if (tag->value_len == strlen(results[k]) &&
            memcmp(tag->value, results[k], tag->value_len) == 0)
            return results[k];
    return "*";
}

static bool collect(const struct pgn_game *game, struct tags *tags,
                    char fen[TABIA_FEN_SIZE], const char **result,
                    bool *has_names, struct tabia_error *err)
{
    if (!add_start(tags, game->start, fen, err) ||
        !add_settings(tags, game->options, err) ||
        !add_kept(tags, game->book, err) || !add_roster(tags, game->book, err))
        return false;
    *result = find_result(tags);
    const bool is_open = strcmp(*result, "*") == 0;
    *has_names = is_open && !(game->eco && find(tags, "ECO")) &&
                 !(game->opening && find(tags, "Opening"));
    return !is_open || (add_text(tags, "ECO", game->eco, err) &&
                        add_text(tags, "Opening", game->opening, err));
}

bool pgn_tags_write(const struct pgn_game *game, struct sink *dst,
                    const char **result, bool *has_names,
                    struct tabia_error *err)
{
    struct tags tags = { 0 };
    char fen[TABIA_FEN_SIZE];
    const bool is_done = collect(game, &tags, fen, result, has_names, err);
    if (is_done) {
        qsort(tags.list, tags.n, sizeof(*tags.list), compare);
        for (size_t i = 0; i < tags.n; i++)
            if (!i || compare_names(&tags.list[i - 1], &tags.list[i]) != 0)
                put_tag(dst, &tags.list[i]);
        sink_char(dst, '\n');
    }
    free(tags.list);
    return is_done && sink_ok(dst);
}
