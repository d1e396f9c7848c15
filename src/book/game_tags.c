/*
 * game_tags.c - what the tags of games mean for a book
 */
#include "book/game_tags.h"

#include <string.h>

#include "base/compiler.h"
#include "base/banned.h"

enum { TEXT_LIMIT = 1 << 30 };

static const struct {
    const char *name;
    enum game_tags_kind kind;
} known[] = {
    { "Event", GAME_TAGS_TITLE },       { "Annotator", GAME_TAGS_AUTHOR },
    { "Orientation", GAME_TAGS_SIDE },  { "FEN", GAME_TAGS_START },
    { "SetUp", GAME_TAGS_START },       { "Variant", GAME_TAGS_START },
    { "PlyCount", GAME_TAGS_PLIES },    { "Result", GAME_TAGS_RESULT },
    { "ECO", GAME_TAGS_ECO },           { "Opening", GAME_TAGS_OPENING },
    { "Variation", GAME_TAGS_OPENING }, { "SubVariation", GAME_TAGS_OPENING },
};

static const char *const common_texts[GAME_TAGS_NCOMMON] = {
    [GAME_TAGS_TITLE] = "title",
    [GAME_TAGS_AUTHOR] = "author",
    [GAME_TAGS_SIDE] = "side",
};

enum game_tags_kind game_tags_kind_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].kind;
    return GAME_TAGS_OTHER;
}

const char *game_tags_common_tag(enum game_tags_kind kind)
{
    return known[kind].name; // they come first, in their order
}

const char *game_tags_common_text(enum game_tags_kind kind)
{
    return common_texts[kind];
}

size_t game_tags_rank(const char *name, size_t len)
{
    static const char *const roster[GAME_TAGS_ROSTER] = {
        "Event", "Site", "Date", "Round", "White", "Black", "Result"
    };
    size_t i = 0;
    while (i < GAME_TAGS_ROSTER &&
           (strlen(roster[i]) != len || memcmp(roster[i], name, len) != 0))
        i++;
    return i;
}

bool game_tags_is_unknown(const char *value)
{
    static const char *const words[] = { "", "?", "-", "*", "????.??.??" };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcmp(value, words[i]) == 0)
            return true;
    return false;
}

const struct tabia_tag *game_tags_find(const struct tabia_tag *tags, size_t n,
                                       const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(tags[i].name, name) == 0)
            return &tags[i];
    return NULL;
}

const char *game_tags_chapter(const struct tabia_node_data *data)
{
    const struct tabia_tag *tag =
        game_tags_find(data->tags, data->ntags, "ChapterName");
    if (!tag)
        tag = game_tags_find(data->tags, data->ntags, "Event");
    return tag && !game_tags_is_unknown(tag->value) ? tag->value : data->name;
}

const char *game_tags_result(const struct tabia_tag *tags, size_t n)
{
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2" };
    const struct tabia_tag *tag = game_tags_find(tags, n, "Result");
    for (size_t i = 0; tag && i < COUNT_OF(results); i++)
        if (strcmp(tag->value, results[i]) == 0)
            return results[i];
    return "*";
}

const char *game_tags_eco(const struct tabia_tag *tags, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (game_tags_kind_of(tags[i].name) == GAME_TAGS_ECO &&
            !game_tags_is_unknown(tags[i].value))
            return tags[i].value;
    return NULL;
}

void game_tags_add_opening(const struct tabia_tag *tags, size_t n,
                           struct buf *dst)
{
    bool is_first = true;
    for (size_t i = 0; i < n; i++) {
        if (game_tags_kind_of(tags[i].name) != GAME_TAGS_OPENING ||
            game_tags_is_unknown(tags[i].value))
            continue;
        if (!is_first)
            buf_add_text(dst,
                         strcmp(tags[i].name, "Variation") == 0 ? ": " : ", ");
        buf_add_text(dst, tags[i].value);
        is_first = false;
    }
}

/* ---- all games ------------------------------------------------------- */

/* Only two words are sides; a tag with another is a tag like others. */
static bool is_common(enum game_tags_kind kind, const char *value)
{
    if (kind == GAME_TAGS_SIDE)
        return strcmp(value, "white") == 0 || strcmp(value, "black") == 0;
    return kind < GAME_TAGS_NCOMMON && !game_tags_is_unknown(value);
}

bool game_tags_common_add(struct game_tags_common *common,
                          const struct tabia_tag *tags, size_t n,
                          struct tabia_error *err)
{
    bool ok[GAME_TAGS_NCOMMON] = { false }; // of one name the first counts
    common->ngames++;
    for (size_t i = 0; i < n; i++) {
        const enum game_tags_kind kind = game_tags_kind_of(tags[i].name);
        if (!is_common(kind, tags[i].value) || ok[kind])
            continue;
        struct game_tags_value *v = &common->values[kind];
        ok[kind] = true;
        if (v->n++) {
            v->differs |= strcmp(buf_text(&v->text), tags[i].value) != 0;
            continue;
        }
        v->text.limit = TEXT_LIMIT;
        if (!buf_add_text(&v->text, tags[i].value))
            return buf_error(&v->text, err);
    }
    return true;
}

bool game_tags_common_of_book(struct game_tags_common *common,
                              const struct tabia_book *book,
                              struct tabia_error *err)
{
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        const struct tabia_node_data data =
            tabia_book_node_data(book, tabia_book_root_at(book, i));
        if (!game_tags_common_add(common, data.tags, data.ntags, err))
            return false;
    }
    return true;
}

const char *game_tags_common_value(const struct game_tags_common *common,
                                   enum game_tags_kind kind)
{
    const struct game_tags_value *v = &common->values[kind];
    return v->n && !v->differs ? buf_text(&v->text) : NULL;
}

bool game_tags_common_is_everywhere(const struct game_tags_common *common,
                                    enum game_tags_kind kind)
{
    return common->values[kind].n == common->ngames;
}

void game_tags_common_clear(struct game_tags_common *common)
{
    for (size_t i = 0; i < GAME_TAGS_NCOMMON; i++)
        buf_clear(&common->values[i].text);
}

bool game_tags_is_own(const struct tabia_book *book,
                      const struct tabia_node_data *root, size_t i)
{
    const struct tabia_tag *tag = &root->tags[i];
    const enum game_tags_kind kind = game_tags_kind_of(tag->name);
    if (game_tags_is_unknown(tag->value))
        return false;
    if (kind < GAME_TAGS_NCOMMON) {
        const char *text =
            tabia_book_text_find(book, game_tags_common_text(kind));
        return !text || strcmp(text, tag->value) != 0;
    }
    if (kind == GAME_TAGS_ECO || kind == GAME_TAGS_OPENING)
        return *game_tags_result(root->tags, root->ntags) != '*';
    return kind != GAME_TAGS_START && kind != GAME_TAGS_PLIES;
}

uint64_t game_tags_count_own(const struct tabia_book *book)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        const struct tabia_node_data data =
            tabia_book_node_data(book, tabia_book_root_at(book, i));
        for (size_t k = 0; k < data.ntags; k++)
            count += game_tags_is_own(book, &data, k);
    }
    return count;
}
