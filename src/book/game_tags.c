/*
 * game_tags.c - what the tags of games mean for a book
 */
#include "book/game_tags.h"

#include <string.h>

#include "base/compiler.h"
#include "chess/chess_words.h"
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
    { "StudyName", GAME_TAGS_STUDY },
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

const char *game_tags_after_title(const char *event, const char *title)
{
    const size_t len = strlen(title);
    return strncmp(event, title, len) == 0 && event[len] == ':' &&
                   event[len + 1] == ' '
               ? event + len + 2
               : NULL;
}

const char *game_tags_chapter(const struct tabia_book *book,
                              const struct tabia_node_data *data)
{
    const char *title = tabia_book_find_text(book, "title");
    const struct tabia_tag *tag =
        game_tags_find(data->tags, data->ntags, "ChapterName");
    if (tag && !game_tags_is_unknown(tag->value))
        return tag->value;
    tag = game_tags_find(data->tags, data->ntags, "Event");
    if (!tag || game_tags_is_unknown(tag->value))
        return data->name;
    const char *own = title ? game_tags_after_title(tag->value, title) : NULL;
    return own && *own ? own : tag->value;
}

const char *game_tags_result(const struct tabia_tag *tags, size_t n)
{
    const struct tabia_tag *tag = game_tags_find(tags, n, "Result");
    return chess_words_result(
        tag ? chess_words_parse_result(tag->value, strlen(tag->value))
            : TABIA_RESULT_NONE);
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
    return (kind < GAME_TAGS_NCOMMON || kind == GAME_TAGS_STUDY) &&
           !game_tags_is_unknown(value);
}

/* Shortens what all events begin with to what this one begins with, too. */
static bool common_add_event(struct game_tags_common *common, const char *event,
                             struct tabia_error *err)
{
    const struct game_tags_value *v = &common->values[GAME_TAGS_TITLE];
    const char *first = buf_text(&v->text);
    size_t len = 0;
    if (v->n == 1) {
        common->nshared = strlen(event);
        return true;
    }
    for (size_t i = 0; i < common->nshared && event[i] == first[i]; i++)
        if (i > 0 && event[i - 1] == ':' && event[i] == ' ')
            len = i + 1;
    if (len == common->nshared && common->prefix.size > 0)
        return true;
    common->nshared = len;
    common->prefix.limit = TEXT_LIMIT;
    buf_reset(&common->prefix);
    return len <= 2 || buf_add(&common->prefix, first, len - 2) ||
           buf_error(&common->prefix, err);
}

bool game_tags_common_add(struct game_tags_common *common,
                          const struct tabia_tag *tags, size_t n,
                          struct tabia_error *err)
{
    bool ok[GAME_TAGS_OTHER] = { false }; // of one name the first counts
    common->ngames++;
    for (size_t i = 0; i < n; i++) {
        const enum game_tags_kind kind = game_tags_kind_of(tags[i].name);
        if (!is_common(kind, tags[i].value) || ok[kind])
            continue;
        struct game_tags_value *v =
            kind == GAME_TAGS_STUDY ? &common->study : &common->values[kind];
        ok[kind] = true;
        v->n++;
        if (kind == GAME_TAGS_TITLE &&
            !common_add_event(common, tags[i].value, err))
            return false;
        if (v->n > 1) {
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
    if (kind == GAME_TAGS_TITLE && common->study.n)
        v = &common->study;
    else if (kind == GAME_TAGS_TITLE && v->differs && common->prefix.size &&
             v->n == common->ngames)
        return buf_text(&common->prefix);
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
    buf_clear(&common->study.text);
    buf_clear(&common->prefix);
}

bool game_tags_is_own(const struct tabia_book *book,
                      const struct tabia_node_data *root, size_t i)
{
    const struct tabia_tag *tag = &root->tags[i];
    const enum game_tags_kind kind = game_tags_kind_of(tag->name);
    if (game_tags_is_unknown(tag->value))
        return false;
    if (kind < GAME_TAGS_NCOMMON || kind == GAME_TAGS_STUDY) {
        const char *text = tabia_book_find_text(
            book, game_tags_common_text(
                      kind == GAME_TAGS_STUDY ? GAME_TAGS_TITLE : kind));
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
