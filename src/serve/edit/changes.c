/*
 * changes.c - what is to be changed in a book, read from JSON
 */
#include "serve/edit/changes.h"

#include <stdlib.h>
#include <string.h>

#include "base/attr.h"
#include "base/error.h"

#include "base/banned.h"

/* ---- values ---------------------------------------------------------- */

static bool read_number(const json_t *value, uint32_t *out,
                        struct tabia_error *err)
{
    const json_int_t n = json_integer_value(value);
    *out = 0;
    if (!json_is_integer(value) || n < 0 || n > UINT32_MAX - 1)
        return error_set(err, TABIA_SYNTAX, "expected a number from 0 on");
    *out = (uint32_t)n;
    return true;
}

static bool read_text(const json_t *value, size_t max, const char **out,
                      struct tabia_error *err)
{
    *out = "";
    if (!json_is_string(value))
        return error_set(err, TABIA_SYNTAX, "expected a text");
    const size_t len = json_string_length(value);
    *out = json_string_value(value);
    if (len > max)
        return error_set(err, TABIA_LIMIT, "a text of more than %zu bytes",
                         max);
    if (strlen(*out) != len)
        return error_set(err, TABIA_SYNTAX, "a text has a NUL in it");
    return true;
}

static bool read_weight(struct change *c, const json_t *value,
                        struct tabia_error *err)
{
    return read_number(value, &c->move_data.weight, err);
}

static bool read_mark(struct change *c, const json_t *value,
                      struct tabia_error *err)
{
    const char *text;
    if (!read_text(value, CHANGE_TEXT_MAX, &text, err))
        return false;
    if (strcmp(text, "passive") == 0)
        c->move_data.mark = TABIA_MARK_PASSIVE;
    else if (strcmp(text, "avoided") == 0)
        c->move_data.mark = TABIA_MARK_AVOIDED;
    else
        return error_set(err, TABIA_SYNTAX,
                         "a mark is passive or avoided, or null");
    return true;
}

static bool read_nags(struct change *c, const json_t *value,
                      struct tabia_error *err)
{
    const size_t n = json_array_size(value);
    if (!json_is_array(value) || n > TABIA_NAGS_MAX)
        return error_set(err, TABIA_SYNTAX, "expected up to %d numbers",
                         TABIA_NAGS_MAX);
    for (size_t i = 0; i < n; i++) {
        uint32_t nag;
        if (!read_number(json_array_get(value, i), &nag, err))
            return false;
        if (nag == 0 || nag > 255)
            return error_set(err, TABIA_SYNTAX, "a glyph is from 1 to 255");
        c->move_data.nags[i] = (uint8_t)nag;
    }
    c->clears = n == 0;
    return true;
}

static bool read_results(struct change *c, const json_t *value,
                         struct tabia_error *err)
{
    struct tabia_move_data *d = &c->move_data;
    if (!json_is_object(value))
        return error_set(err, TABIA_SYNTAX,
                         "expected \"white\", \"draws\" and \"black\"");
    return read_number(json_object_get(value, "white"), &d->white, err) &&
           read_number(json_object_get(value, "draws"), &d->draws, err) &&
           read_number(json_object_get(value, "black"), &d->black, err) &&
           (!json_object_get(value, "unknown") ||
            read_number(json_object_get(value, "unknown"), &d->unknown, err));
}

static bool read_remark(struct change *c, const json_t *value,
                        struct tabia_error *err)
{
    return read_text(value, CHANGE_TEXT_MAX, &c->move_data.remark, err);
}

static bool read_name(struct change *c, const json_t *value,
                      struct tabia_error *err)
{
    return read_text(value, CHANGE_TEXT_MAX, &c->node_data.name, err);
}

static bool read_eco(struct change *c, const json_t *value,
                     struct tabia_error *err)
{
    if (!read_text(value, 8, &c->node_data.eco, err))
        return false;
    const char *eco = c->node_data.eco;
    if (eco[0] < 'A' || eco[0] > 'E' || eco[1] < '0' || eco[1] > '9' ||
        eco[2] < '0' || eco[2] > '9')
        return error_set(err, TABIA_SYNTAX, "an ECO code is like C84");
    return true;
}

static bool read_comment(struct change *c, const json_t *value,
                         struct tabia_error *err)
{
    return read_text(value, CHANGE_TEXT_MAX, &c->node_data.comment, err);
}

static bool read_title(struct change *c, const json_t *value,
                       struct tabia_error *err)
{
    return read_text(value, CHANGE_TEXT_MAX, &c->text, err);
}

static bool read_side(struct change *c, const json_t *value,
                      struct tabia_error *err)
{
    if (!read_text(value, CHANGE_TEXT_MAX, &c->text, err))
        return false;
    return strcmp(c->text, "white") == 0 || strcmp(c->text, "black") == 0 ||
           error_set(err, TABIA_SYNTAX, "a side is white or black, or null");
}

static const struct field {
    const char *name;
    enum change_kind kind;
    enum tabia_attr attr; // TABIA_NATTRS: of the book
    bool (*read)(struct change *c, const json_t *value,
                 struct tabia_error *err);
} fields[] = {
    { "weight", CHANGE_MOVE, TABIA_ATTR_WEIGHT, read_weight },
    { "mark", CHANGE_MOVE, TABIA_ATTR_MARK, read_mark },
    { "nags", CHANGE_MOVE, TABIA_ATTR_NAGS, read_nags },
    { "remark", CHANGE_MOVE, TABIA_ATTR_REMARK, read_remark },
    { "results", CHANGE_MOVE, TABIA_ATTR_RESULTS, read_results },
    { "name", CHANGE_NODE, TABIA_ATTR_NAME, read_name },
    { "eco", CHANGE_NODE, TABIA_ATTR_ECO, read_eco },
    { "comment", CHANGE_NODE, TABIA_ATTR_COMMENT, read_comment },
    { "title", CHANGE_TEXT, TABIA_NATTRS, read_title },
    { "author", CHANGE_TEXT, TABIA_NATTRS, read_title },
    { "side", CHANGE_TEXT, TABIA_NATTRS, read_side },
};

/* ---- one change ------------------------------------------------------ */

static bool read_position(struct change *c, const json_t *object,
                          struct tabia_error *err)
{
    const json_t *fen = json_object_get(object, "fen");
    const char *text;
    if (!fen)
        return error_set(err, TABIA_SYNTAX, "\"fen\" is missing");
    if (!read_text(fen, 200, &text, err))
        return false;
    return tabia_pos_from_fen(&c->pos, text, strlen(text), TABIA_FEN_TOLERANT,
                              err);
}

static bool read_move(struct change *c, const json_t *object,
                      struct tabia_error *err)
{
    const json_t *uci = json_object_get(object, "uci");
    const char *text;
    if (!uci)
        return error_set(err, TABIA_SYNTAX, "\"uci\" is missing");
    return read_position(c, object, err) && read_text(uci, 8, &text, err) &&
           tabia_uci_parse(&c->pos, text, strlen(text), &c->move, err);
}

static bool read_place(struct change *c, const json_t *object,
                       struct tabia_error *err)
{
    switch (c->kind) {
    case CHANGE_TEXT:
        return true;
    case CHANGE_NODE:
        return read_position(c, object, err);
    default:
        return read_move(c, object, err);
    }
}

static bool read_set(struct change *c, const json_t *object,
                     struct tabia_error *err)
{
    const json_t *value = json_object_get(object, "value");
    const char *name = json_string_value(json_object_get(object, "field"));
    const struct field *field = NULL;
    for (size_t i = 0; name && i < COUNT_OF(fields); i++)
        if (strcmp(fields[i].name, name) == 0)
            field = &fields[i];
    if (!field)
        return error_set(err, TABIA_SYNTAX, "there is no field '%.20s'",
                         name ? name : "");
    if (!value)
        return error_set(err, TABIA_SYNTAX, "\"value\" is missing");
    c->kind = field->kind;
    c->attr = field->attr;
    c->key = field->name;
    if (!read_place(c, object, err))
        return false;
    if (json_is_null(value)) {
        c->clears = true;
        return true;
    }
    if (field->attr != TABIA_NATTRS) {
        c->move_data.has = 1u << field->attr;
        c->node_data.has = 1u << field->attr;
    }
    return field->read(c, value, err);
}

static bool read_change(struct change *c, const json_t *object,
                        struct tabia_error *err)
{
    const char *word = json_string_value(json_object_get(object, "do"));
    if (word && strcmp(word, "set") == 0)
        return read_set(c, object, err);
    if (word && strcmp(word, "add") == 0)
        c->kind = CHANGE_ADD;
    else if (word && strcmp(word, "remove") == 0)
        c->kind = CHANGE_REMOVE;
    else
        return error_set(err, TABIA_SYNTAX,
                         "\"do\" is \"add\", \"remove\" or \"set\"");
    return read_move(c, object, err);
}

bool changes_read(struct changes *changes, const json_t *array,
                  struct tabia_error *err)
{
    const size_t n = json_array_size(array);
    *changes = (struct changes){ .n = 0 };
    if (!json_is_array(array) || n == 0 || n > CHANGES_MAX)
        return error_set(err, TABIA_SYNTAX,
                         "\"changes\" is a list of 1 to %d changes",
                         CHANGES_MAX);
    changes->list = calloc(n, sizeof(*changes->list));
    if (!changes->list)
        return error_nomem(err);
    for (; changes->n < n; changes->n++) {
        struct tabia_error why = { .status = TABIA_OK };
        if (read_change(&changes->list[changes->n],
                        json_array_get(array, changes->n), &why))
            continue;
        error_set(err, why.status, "change %zu: %.150s", changes->n + 1,
                  why.msg);
        changes_clear(changes);
        return false;
    }
    return true;
}

void changes_clear(struct changes *changes)
{
    free(changes->list);
    *changes = (struct changes){ .n = 0 };
}
