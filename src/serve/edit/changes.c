/*
 * changes.c - changes to a book, parsed from JSON
 */
#include "serve/edit/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "format/json/json_data.h"

#include "base/banned.h"

/* ---- values ---------------------------------------------------------- */

static bool change_read_text(const json_t *value, size_t max, const char **out,
                             struct tabia_error *err)
{
    *out = "";
    if (!json_is_string(value))
        return error_set(err, TABIA_ERR_SYNTAX, "expected a string");
    const size_t len = json_string_length(value);
    *out = json_string_value(value);
    if (len > max)
        return error_set(err, TABIA_ERR_LIMIT,
                         "the text is longer than %zu bytes", max);
    if (strlen(*out) != len)
        return error_set(err, TABIA_ERR_SYNTAX, "the text contains a NUL byte");
    return true;
}

/* Several numbers are members of the value; anything else is the value. */
static bool change_read_value(struct change *c, const struct attr *a,
                              const json_t *object, struct tabia_error *err)
{
    struct json_member_location at = { .err = err };
    const json_t *value = json_object_get(object, "value");
    const bool is_inside =
        a->kind == ATTR_KIND_NUMBERS && attr_number_count(a) > 1;
    void *data = a->owner == ATTR_OF_MOVE ? (void *)&c->move_data
                                          : (void *)&c->node_data;
    const char *text = "";
    if (a->kind == ATTR_KIND_TEXT &&
        !change_read_text(value, CHANGE_TEXT_MAX, &text, err))
        return false;
    if (a - attr_table == TABIA_ATTR_ECO &&
        (text[0] < 'A' || text[0] > 'E' || text[1] < '0' || text[1] > '9' ||
         text[2] < '0' || text[2] > '9' || strlen(text) > 8))
        return error_set(err, TABIA_ERR_SYNTAX,
                         "expected an ECO code such as C84");
    if (!json_data_read_value(&at, is_inside ? value : object, "value", a,
                              data))
        return false;
    if (a->kind == ATTR_KIND_EVAL && c->node_data.eval.text)
        return error_set(err, TABIA_ERR_SYNTAX,
                         "expected cp or mate, and perhaps depth");
    c->clears = a->kind == ATTR_KIND_NAGS && json_array_size(value) == 0;
    return true;
}

/* ---- one change ------------------------------------------------------ */

static bool change_read_pos(struct change *c, const json_t *object,
                            struct tabia_error *err)
{
    const json_t *fen = json_object_get(object, "fen");
    const char *text;
    if (!fen)
        return error_set(err, TABIA_ERR_SYNTAX, "\"fen\" is missing");
    if (!change_read_text(fen, 200, &text, err))
        return false;
    return tabia_fen_parse(&c->pos, text, strlen(text), TABIA_FEN_LENIENT, err);
}

static bool change_read_move(struct change *c, const json_t *object,
                             struct tabia_error *err)
{
    const json_t *uci = json_object_get(object, "uci");
    const char *text;
    if (!uci)
        return error_set(err, TABIA_ERR_SYNTAX, "\"uci\" is missing");
    return change_read_pos(c, object, err) &&
           change_read_text(uci, 8, &text, err) &&
           tabia_uci_parse(&c->pos, text, strlen(text), &c->move, err);
}

/* The moves of a line, from the position of the change on. */
static bool change_read_line(struct change *c, const json_t *object,
                             struct tabia_error *err)
{
    const json_t *play = json_object_get(object, "play");
    const size_t n = json_array_size(play);
    if (!json_is_array(play) || n == 0 || n > CHANGE_PLIES_MAX)
        return error_set(err, TABIA_ERR_SYNTAX,
                         "\"play\" must be a list of 1 to %d moves",
                         CHANGE_PLIES_MAX);
    if (!change_read_pos(c, object, err))
        return false;
    c->line = calloc(n, sizeof(*c->line));
    if (!c->line)
        return error_nomem(err);
    struct tabia_pos pos = c->pos;
    for (; c->nline < n; c->nline++) {
        struct tabia_error why = { 0 };
        const char *text;
        tabia_move *mv = &c->line[c->nline];
        if (!change_read_text(json_array_get(play, c->nline), 8, &text, &why) ||
            !tabia_uci_parse(&pos, text, strlen(text), mv, &why))
            return error_set(err, why.status, "move %zu of \"play\": %.100s",
                             c->nline + 1, why.msg);
        tabia_pos_play(&pos, *mv);
    }
    return true;
}

static bool change_read_set(struct change *c, const json_t *object,
                            struct tabia_error *err)
{
    static const char *const texts[] = { "title", "author", "side" };
    const json_t *value = json_object_get(object, "value");
    const char *name = json_string_value(json_object_get(object, "field"));
    const struct attr *a = NULL;
    for (size_t i = 0; name && !a && i < TABIA_ATTR_COUNT; i++) {
        const struct attr *each = &attr_table[i];
        const bool is_simple =
            each->kind == ATTR_KIND_NUMBERS || each->kind == ATTR_KIND_MARK ||
            each->kind == ATTR_KIND_NAGS || each->kind == ATTR_KIND_TEXT ||
            each->kind == ATTR_KIND_EVAL;
        if (is_simple && attr_bit(each) & ATTRS_OF_BOOK &&
            strcmp(each->name, name) == 0)
            a = each; // can be set on its own
    }
    for (size_t i = 0; name && i < COUNT_OF(texts); i++)
        if (strcmp(texts[i], name) == 0)
            c->key = texts[i];
    if (!a && !c->key)
        return error_set(err, TABIA_ERR_SYNTAX, "unknown field '%.20s'",
                         name ? name : "");
    if (!value)
        return error_set(err, TABIA_ERR_SYNTAX, "\"value\" is missing");
    c->clears = json_is_null(value);
    if (a) {
        const bool is_of_move = a->owner == ATTR_OF_MOVE;
        c->kind = is_of_move ? CHANGE_MOVE_VALUE : CHANGE_NODE_VALUE;
        c->attr = a;
        return (is_of_move ? change_read_move(c, object, err)
                           : change_read_pos(c, object, err)) &&
               (c->clears || change_read_value(c, a, object, err));
    }
    c->kind = CHANGE_TEXT;
    if (c->clears)
        return true;
    if (!change_read_text(value, CHANGE_TEXT_MAX, &c->text, err))
        return false;
    return strcmp(name, "side") != 0 || strcmp(c->text, "white") == 0 ||
           strcmp(c->text, "black") == 0 ||
           error_set(err, TABIA_ERR_SYNTAX, "expected white, black or null");
}

static bool change_read_order(struct change *c, const json_t *object,
                              struct tabia_error *err)
{
    const json_t *value = json_object_get(object, "value");
    const json_int_t place = json_integer_value(value);
    if (!json_is_integer(value) || place < 0 || place >= TABIA_MOVES_MAX)
        return error_set(err, TABIA_ERR_SYNTAX,
                         "\"value\" must be a place from 0 to %d",
                         TABIA_MOVES_MAX - 1);
    c->kind = CHANGE_ORDER;
    c->place = (uint32_t)place;
    return change_read_move(c, object, err);
}

static bool change_read(struct change *c, const json_t *object,
                        struct tabia_error *err)
{
    const char *word = json_string_value(json_object_get(object, "do"));
    if (word && strcmp(word, "set") == 0)
        return change_read_set(c, object, err);
    if (word && strcmp(word, "add") == 0) {
        c->kind = CHANGE_ADD;
        if (json_object_get(object, "play"))
            return change_read_line(c, object, err);
    } else if (word && strcmp(word, "remove") == 0)
        c->kind = CHANGE_REMOVE;
    else if (word && strcmp(word, "order") == 0)
        return change_read_order(c, object, err);
    else
        return error_set(
            err, TABIA_ERR_SYNTAX,
            "\"do\" must be \"add\", \"remove\", \"order\" or \"set\"");
    return change_read_move(c, object, err);
}

bool changes_read(struct changes *changes, const json_t *array,
                  struct tabia_error *err)
{
    const size_t n = json_array_size(array);
    *changes = (struct changes){ .n = 0 };
    if (!json_is_array(array) || n == 0 || n > CHANGES_MAX)
        return error_set(err, TABIA_ERR_SYNTAX,
                         "\"changes\" must be a list of 1 to %d changes",
                         CHANGES_MAX);
    changes->list = calloc(n, sizeof(*changes->list));
    if (!changes->list)
        return error_nomem(err);
    for (; changes->n < n; changes->n++) {
        struct tabia_error why = { 0 };
        if (change_read(&changes->list[changes->n],
                        json_array_get(array, changes->n), &why))
            continue;
        error_set(err, why.status, "change %zu: %.150s", changes->n + 1,
                  why.msg);
        changes->n++; // it may have a part of its line
        changes_clear(changes);
        return false;
    }
    return true;
}

/* The first move that a line has added, and the position before it. */
static tabia_move first_added(const struct change *c, size_t nadded,
                              struct tabia_pos *pos)
{
    *pos = c->pos;
    if (!c->nline)
        return c->move;
    const size_t first = nadded < c->nline ? c->nline - nadded : 0;
    for (size_t i = 0; i < first; i++)
        tabia_pos_play(pos, c->line[i]);
    return c->line[first < c->nline ? first : 0];
}

/* What the page calls it. */
static const char *field_word(const struct attr *a)
{
    switch ((enum tabia_attr)(a - attr_table)) {
    case TABIA_ATTR_NAGS:
        return "annotations";
    case TABIA_ATTR_MOVE_COMMENT:
        return "comment";
    case TABIA_ATTR_EVAL:
        return "evaluation";
    case TABIA_ATTR_ECO:
        return "ECO code";
    default:
        return a->name;
    }
}

void changes_describe(const struct changes *changes, size_t nadded,
                      char words[CHANGES_DESCRIPTION_SIZE])
{
    static const char *const verbs[] = {
        [CHANGE_ADD] = "adding",
        [CHANGE_REMOVE] = "deleting",
        [CHANGE_ORDER] = "moving",
        [CHANGE_MOVE_VALUE] = "changing the ",
        [CHANGE_NODE_VALUE] = "changing the ",
        [CHANGE_TEXT] = "changing the ",
    };
    const struct change *c = &changes->list[0];
    const char *field = c->key ? c->key : c->attr ? field_word(c->attr) : "";
    char move[TABIA_SAN_SIZE + 16] = "";
    char more[32] = "";
    if (c->kind != CHANGE_NODE_VALUE && c->kind != CHANGE_TEXT) {
        char san[TABIA_SAN_SIZE];
        struct tabia_pos pos;
        const tabia_move mv = first_added(c, nadded, &pos);
        tabia_san_print(&pos, mv, san);
        snprintf(move, sizeof(move), "%s %d%s%s", field[0] ? " of" : "",
                 pos.fullmove, pos.turn == TABIA_WHITE ? "." : "...", san);
    }
    const size_t n = changes->n == 1 && c->nline ? nadded : changes->n;
    if (n > 1)
        snprintf(more, sizeof(more), " and %zu more", n - 1);
    snprintf(words, CHANGES_DESCRIPTION_SIZE, "%s%.12s%s%s", verbs[c->kind],
             field, move, more);
}

void changes_clear(struct changes *changes)
{
    for (size_t i = 0; i < changes->n; i++)
        free(changes->list[i].line);
    free(changes->list);
    *changes = (struct changes){ .n = 0 };
}
