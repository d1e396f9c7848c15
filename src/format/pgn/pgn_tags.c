/*
 * pgn_tags.c - the tags of a game that is written
 *
 * A game that was read has its tags again, in their order, as they stood:
 * those that say what the book holds elsewhere too, as long as it still says
 * the same. What is missing is put where the standard has it: the roster of
 * seven first, others behind all, by name.
 */
#include "format/pgn/pgn_tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/vec.h"
#include "chess/chess_words.h"
#include "format/pgn/pgn_format.h"
#include "pgn/scan.h"
#include "pgn/tags.h"
#include "base/banned.h"

enum { TAGS_MAX = 1 << 16, TEXT_LIMIT = 1 << 30 };

struct tag {
    const char *name, *value;
    size_t name_len, value_len;
};

struct tags {
    struct tag *list;
    size_t n, room;
};

/* A game while its tags are put together. */
struct tag_collector {
    const struct pgn_game *game;
    struct tags given;      // by the option "tag"; the first of a name counts
    struct tags kept, more; // as the game had them; those it had not
    bool is_open;           // it has no result: its names are those of its end
    bool keeps_names;       // which the tags that were read still give it
    char fen[TABIA_FEN_SIZE], plies[24];
    struct buf event; // owned: a new title before the name of a chapter
};

static bool tag_is_named(const struct tag *tag, const char *name)
{
    return strlen(name) == tag->name_len &&
           memcmp(tag->name, name, tag->name_len) == 0;
}

static bool tags_add(struct tags *tags, const struct tag *tag,
                     struct tabia_error *err)
{
    if (tags->n == TAGS_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "a game has more than %d tags",
                         TAGS_MAX);
    if (!VEC_RESERVE(tags->list, tags->room, tags->n + 1, TAGS_MAX, err))
        return false;
    tags->list[tags->n++] = *tag;
    return true;
}

/* The first tag of a name, or NULL. */
static const struct tag *tags_find(const struct tags *tags, const char *name,
                                   size_t len)
{
    for (size_t i = 0; i < tags->n; i++)
        if (tags->list[i].name_len == len &&
            memcmp(tags->list[i].name, name, len) == 0)
            return &tags->list[i];
    return NULL;
}

static const struct tag *pgn_tags_find_given(const struct tag_collector *c,
                                             const char *name)
{
    return tags_find(&c->given, name, strlen(name));
}

static bool tags_add_text(struct tags *tags, const char *name,
                          const char *value, struct tabia_error *err)
{
    const struct tag tag = {
        .name = name,
        .name_len = strlen(name),
        .value = value,
        .value_len = strlen(value),
    };
    return tags_add(tags, &tag, err);
}

/* ---- the option ------------------------------------------------------ */

static size_t name_len(const char *text)
{
    const bool is_letter = scan_class[(uint8_t)*text] == SCAN_CLASS_LETTER;
    return is_letter ? strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "abcdefghijklmnopqrstuvwxyz"
                                    "0123456789_")
                     : 0;
}

/* True if a tag, Name=Value, begins here. */
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
static bool pgn_tags_add_joined(struct tags *tags, const char *text,
                                struct tabia_error *err)
{
    if (!is_tag(text))
        return error_set(err, TABIA_ERR_MISUSE,
                         "expected a tag such as Name=Value, found '%.60s'",
                         text);
    while (*text) {
        const size_t len = name_len(text);
        const char *value = text + len + 1, *end = value_end(value);
        const struct tag tag = {
            .name = text,
            .name_len = len,
            .value = value,
            .value_len = (size_t)(end - value),
        };
        if (tag_is_named(&tag, "FEN") || tag_is_named(&tag, "SetUp") ||
            tag_is_named(&tag, "Variant"))
            return error_set(err, TABIA_ERR_MISUSE,
                             "the tag %.*s is set from the book", (int)len,
                             text);
        if (!tags_add(tags, &tag, err))
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
            !pgn_tags_add_joined(tags, options->settings[i].value, err))
            return false;
    return true;
}

/* ---- the starting position -------------------------------------------- */

/* Moves and castling of the start position decide whether it is Chess960. */
static bool is_chess960_game(const struct tabia_pos *pos)
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
    tabia_pos_set_start(&start);
    return tabia_pos_is_same(&start, pos) && pos->fullmove == 1 &&
           pos->halfmove == 0;
}

/* True if the text is this very position, clocks included. */
static bool is_fen_of(const char *fen, const struct tabia_pos *pos)
{
    struct tabia_pos read;
    return tabia_fen_parse(&read, fen, strlen(fen), TABIA_FEN_LENIENT, NULL) &&
           tabia_pos_is_same(&read, pos) && read.fullmove == pos->fullmove &&
           read.halfmove == pos->halfmove;
}

/* What FEN, SetUp or Variant has to say; NULL: nothing. */
static const char *start_value(struct tag_collector *c,
                               const struct tabia_tag *tag)
{
    const struct tabia_pos *pos = c->game->start;
    const size_t len = strlen(tag->value);
    if (strcmp(tag->name, "Variant") == 0) {
        if (is_chess960_game(pos))
            return tags_is_chess960(tag->value, len) ? tag->value : "Chess960";
        return tags_is_chess(tag->value, len) ? tag->value : NULL;
    }
    if (strcmp(tag->name, "SetUp") == 0 || is_fen_of(tag->value, pos))
        return tag->value;
    return is_initial(pos) ? NULL : c->fen;
}

/* ---- what the book says now ------------------------------------------ */

static const char *book_text(const struct tag_collector *c,
                             enum game_tags_kind kind)
{
    return tabia_book_find_text(c->game->book, game_tags_common_text(kind));
}

/* True if the book's text is what its games say by themselves. */
static bool is_from_games(const struct tag_collector *c,
                          enum game_tags_kind kind)
{
    const char *said = game_tags_common_value(c->game->common, kind);
    const char *text = book_text(c, kind);
    return said && text && strcmp(said, text) == 0;
}

/* True if the event of all games, or of none, is the book's title. */
static bool is_titled_by_event(const struct game_tags_common *common)
{
    const struct game_tags_value *event = &common->values[GAME_TAGS_TITLE];
    return common->study.n == 0 && !event->differs &&
           (event->n == 0 || event->n == common->ngames);
}

/* True if the title is neither that nor what stands before the chapters. */
static bool needs_study_name(const struct game_tags_common *common)
{
    return common->study.n == 0 && !is_titled_by_event(common) &&
           !(common->values[GAME_TAGS_TITLE].differs &&
             game_tags_common_value(common, GAME_TAGS_TITLE));
}

/*
 * StudyName or Event. A title that was changed replaces what games had: the
 * name of the study, the event, or what stands before the name of a chapter.
 */
static const char *title_value(struct tag_collector *c,
                               enum game_tags_kind kind, const char *own)
{
    const struct game_tags_common *common = c->game->common;
    const char *old = game_tags_common_value(common, GAME_TAGS_TITLE);
    const char *title = book_text(c, GAME_TAGS_TITLE);
    if (!title || is_from_games(c, GAME_TAGS_TITLE))
        return own;
    if (kind == GAME_TAGS_STUDY)
        return common->study.differs ? own : title;
    if (is_titled_by_event(common))
        return title;
    if (!old || needs_study_name(common))
        return own;
    const char *chapter = game_tags_after_title(own, old);
    if (!chapter)
        return strcmp(own, old) == 0 ? title : own;
    if (c->event.size == 0) {
        c->event.limit = TEXT_LIMIT;
        buf_addf(&c->event, "%s: %s", title, chapter);
    }
    return c->event.failed ? own : buf_text(&c->event);
}

/*
 * Annotator or Orientation. A text of the book that was changed stands for
 * what all games agreed on; else each game keeps its own.
 */
static const char *common_value(const struct tag_collector *c,
                                enum game_tags_kind kind, const char *own)
{
    const struct game_tags_common *common = c->game->common;
    const char *text = book_text(c, kind);
    const bool is_agreed = game_tags_common_value(common, kind) &&
                           game_tags_common_is_everywhere(common, kind);
    if (!text || is_from_games(c, kind) ||
        (!is_agreed && !game_tags_is_unknown(own)))
        return own;
    return text;
}

static const char *value_now(struct tag_collector *c,
                             const struct tabia_tag *tag)
{
    const enum game_tags_kind kind = game_tags_kind_of(tag->name);
    switch (kind) {
    case GAME_TAGS_TITLE:
    case GAME_TAGS_STUDY:
        return title_value(c, kind, tag->value);
    case GAME_TAGS_AUTHOR:
    case GAME_TAGS_SIDE:
        return common_value(c, kind, tag->value);
    case GAME_TAGS_START:
        return start_value(c, tag);
    case GAME_TAGS_PLIES:
        return *c->plies ? c->plies : NULL;
    case GAME_TAGS_ECO:
    case GAME_TAGS_OPENING:
        return c->is_open && !c->keeps_names ? NULL : tag->value;
    default:
        return tag->value;
    }
}

static bool tag_is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* True if the tags name the last position as the book does. */
static bool find_names(struct tag_collector *c,
                       const struct tabia_node_data *data,
                       struct tabia_error *err)
{
    struct buf opening = { .limit = TEXT_LIMIT };
    game_tags_add_opening(data->tags, data->ntags, &opening);
    c->keeps_names =
        tag_is_same(game_tags_eco(data->tags, data->ntags), c->game->eco) &&
        tag_is_same(opening.size ? buf_text(&opening) : NULL, c->game->opening);
    const bool ok = !opening.failed || buf_error(&opening, err);
    buf_clear(&opening);
    return ok;
}

/* ---- all tags -------------------------------------------------------- */

static bool add_kept(struct tag_collector *c,
                     const struct tabia_node_data *data,
                     struct tabia_error *err)
{
    for (size_t i = 0; i < data->ntags; i++) {
        const struct tag *given = pgn_tags_find_given(c, data->tags[i].name);
        const char *value = value_now(c, &data->tags[i]);
        if (given ? !tags_add(&c->kept, given, err)
                  : value && !tags_add_text(&c->kept, data->tags[i].name, value,
                                            err))
            return false;
    }
    return true;
}

/* Adds a tag, unless the game has one of that name already. */
static bool add_other(struct tag_collector *c, const struct tag *tag,
                      struct tabia_error *err)
{
    return tags_find(&c->kept, tag->name, tag->name_len) ||
           tags_find(&c->more, tag->name, tag->name_len) ||
           tags_add(&c->more, tag, err);
}

/* The same; a value of NULL adds nothing. */
static bool add_missing(struct tag_collector *c, const char *name,
                        const char *value, struct tabia_error *err)
{
    const struct tag tag = {
        .name = name,
        .name_len = strlen(name),
        .value = value,
        .value_len = value ? strlen(value) : 0,
    };
    return !value || add_other(c, &tag, err);
}

static bool add_all_missing(struct tag_collector *c, struct tabia_error *err)
{
    static const struct tabia_tag unknown[GAME_TAGS_ROSTER] = {
        { "Event", "?" },  { "Site", "?" },  { "Date", "????.??.??" },
        { "Round", "?" },  { "White", "?" }, { "Black", "?" },
        { "Result", "*" },
    };
    const struct pgn_game *game = c->game;
    for (size_t i = 0; i < c->given.n; i++)
        if (!add_other(c, &c->given.list[i], err))
            return false;
    if (!is_initial(game->start) &&
        (!add_missing(c, "FEN", c->fen, err) ||
         !add_missing(c, "SetUp", "1", err) ||
         (is_chess960_game(game->start) &&
          !add_missing(c, "Variant", "Chess960", err))))
        return false;
    for (unsigned i = 0; i < GAME_TAGS_NCOMMON; i++) {
        const bool is_study =
            i == GAME_TAGS_TITLE && needs_study_name(game->common);
        const bool is_kept = i == GAME_TAGS_TITLE && !is_study &&
                             !is_titled_by_event(game->common);
        if (!is_kept && !is_from_games(c, i) &&
            !add_missing(c, is_study ? "StudyName" : game_tags_common_tag(i),
                         book_text(c, i), err))
            return false;
    }
    for (size_t i = 0; i < COUNT_OF(unknown); i++)
        if (!add_missing(c, unknown[i].name, unknown[i].value, err))
            return false;
    return !c->is_open || (add_missing(c, "ECO", game->eco, err) &&
                           add_missing(c, "Opening", game->opening, err));
}

/* ---- order and text -------------------------------------------------- */

static size_t tag_rank(const struct tag *tag)
{
    return game_tags_rank(tag->name, tag->name_len);
}

/* No two of those that are sorted have one name. */
static int compare_tags(const void *a, const void *b)
{
    const struct tag *x = a, *y = b;
    const size_t rank_x = tag_rank(x), rank_y = tag_rank(y);
    if (rank_x != rank_y)
        return rank_x < rank_y ? -1 : 1;
    const size_t len = x->name_len < y->name_len ? x->name_len : y->name_len;
    const int order = memcmp(x->name, y->name, len);
    return order ? order
                 : (x->name_len > y->name_len) - (x->name_len < y->name_len);
}

static void pgn_put_tag(struct sink *dst, const struct tag *tag)
{
    sink_put_char(dst, '[');
    sink_write(dst, tag->name, tag->name_len);
    sink_put_text(dst, " \"");
    for (size_t i = 0; i < tag->value_len; i++) {
        const char c = tag->value[i];
        if (c == '"' || c == '\\')
            sink_put_char(dst, '\\');
        sink_put_char(dst, (unsigned char)c < ' ' ? ' ' : c);
    }
    sink_put_text(dst, "\"]\n");
}

/* The result that the game is going to have. */
static const char *pgn_tags_find_result(const struct tag_collector *c,
                                        const struct tabia_node_data *data)
{
    const struct tag *given = pgn_tags_find_given(c, "Result");
    return given ? chess_words_result(
                       chess_words_parse_result(given->value, given->value_len))
                 : game_tags_result(data->tags, data->ntags);
}

bool pgn_tags_write(const struct pgn_game *game, struct sink *dst,
                    const char **result, bool *has_names,
                    struct tabia_error *err)
{
    const struct tabia_node_data data =
        tabia_book_node_data(game->book, game->node);
    struct tag_collector c = { .game = game };
    tabia_fen_print(game->start, 0, c.fen);
    if (game->nplies >= 0)
        snprintf(c.plies, sizeof(c.plies), "%lld", game->nplies);
    bool ok = add_settings(&c.given, game->options, err);
    if (ok) {
        *result = pgn_tags_find_result(&c, &data);
        c.is_open = strcmp(*result, "*") == 0;
        ok = find_names(&c, &data, err) && add_kept(&c, &data, err) &&
             add_all_missing(&c, err);
    }
    if (ok) {
        *has_names = c.is_open &&
                     !(game->eco && pgn_tags_find_given(&c, "ECO")) &&
                     !(game->opening && pgn_tags_find_given(&c, "Opening"));
        // Those that the game had, and between them what the roster lacks.
        size_t next = 0;
        if (c.more.n)
            qsort(c.more.list, c.more.n, sizeof(*c.more.list), compare_tags);
        for (size_t i = 0; i < c.kept.n; i++) {
            const struct tag *tag = &c.kept.list[i];
            while (next < c.more.n &&
                   tag_rank(&c.more.list[next]) < tag_rank(tag))
                pgn_put_tag(dst, &c.more.list[next++]);
            pgn_put_tag(dst, tag);
        }
        while (next < c.more.n)
            pgn_put_tag(dst, &c.more.list[next++]);
        sink_put_char(dst, '\n');
    }
    free(c.given.list);
    free(c.kept.list);
    free(c.more.list);
    ok = ok && (!c.event.failed || buf_error(&c.event, err));
    buf_clear(&c.event);
    return ok && sink_ok(dst);
}
