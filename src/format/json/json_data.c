/*
 * json_data.c - what moves and positions carry, to JSON and from it
 */
#include "format/json/json_data.h"

#include <math.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/wording.h"
#include "base/banned.h"

/* ---- writing --------------------------------------------------------- */

void json_data_put_score(struct json_writer *js, const struct tabia_eval *eval)
{
    json_writer_pair_int(js, eval->kind == TABIA_EVAL_MATE ? "mate" : "cp",
                         eval->value);
}

static void put_optional(struct json_writer *js, const char *name,
                         const char *text)
{
    if (text)
        json_writer_pair_text(js, name, text);
}

static void put_value(struct json_writer *js, const struct attr *a,
                      const void *data)
{
    const void *value = attr_get(a, data);
    switch (a->kind) {
    case ATTR_KIND_NUMBERS: {
        const uint32_t *numbers = value;
        const size_t n = attr_number_count(a);
        for (size_t i = 0; i < n; i++)
            if (i < n - a->noptional || numbers[i])
                json_writer_pair_uint(js, attr_number_name(a, i), numbers[i]);
        break;
    }
    case ATTR_KIND_HEX:
        json_writer_key(js, a->name);
        json_writer_put_hex64(js, *(const uint64_t *)value);
        break;
    case ATTR_KIND_MARK:
        put_optional(js, a->name, attr_marks[*(const enum tabia_mark *)value]);
        break;
    case ATTR_KIND_NAGS: {
        const uint8_t *nags = value;
        json_writer_key(js, a->name);
        json_writer_begin_array(js);
        for (size_t i = 0; i < TABIA_NAGS_MAX && nags[i]; i++)
            json_writer_put_uint(js, nags[i]);
        json_writer_end(js);
        break;
    }
    case ATTR_KIND_TEXT:
        put_optional(js, a->name, *(const char *const *)value);
        break;
    case ATTR_KIND_EVAL: {
        const struct tabia_eval *eval = value;
        json_writer_key(js, a->name);
        json_writer_begin_object(js);
        json_data_put_score(js, eval);
        if (eval->depth)
            json_writer_pair_uint(js, "depth", eval->depth);
        put_optional(js, "text", eval->text);
        json_writer_end(js);
        break;
    }
    case ATTR_KIND_COORDINATES: {
        // adding 0 makes -0 the 0 that it is read back as
        const struct tabia_coordinates *xy = value;
        json_writer_key(js, a->name);
        json_writer_begin_object(js);
        json_writer_pair_double(js, "x", xy->x + 0.0);
        json_writer_pair_double(js, "y", xy->y + 0.0);
        put_optional(js, "x_text", xy->x_text);
        put_optional(js, "y_text", xy->y_text);
        json_writer_end(js);
        break;
    }
    case ATTR_KIND_TAGS:
        break;
    }
}

void json_data_put_move(struct json_writer *js,
                        const struct tabia_move_data *data, unsigned mask)
{
    unsigned left = data->has & mask;
    const struct attr *a;
    while ((a = attr_next(&left, ATTR_OF_MOVE)))
        put_value(js, a, data);
}

void json_data_put_node(struct json_writer *js,
                        const struct tabia_node_data *data, unsigned mask)
{
    unsigned left = data->has & mask;
    const struct attr *a;
    while ((a = attr_next(&left, ATTR_OF_NODE)))
        put_value(js, a, data);
}

/* ---- reading --------------------------------------------------------- */

static bool read_mark(struct json_member_location *at, const json_t *object,
                      const char *name, enum tabia_mark *mark)
{
    const char *text = json_member_text(at, object, name);
    if (!text)
        return false;
    for (unsigned i = TABIA_MARK_AVOIDED; i <= TABIA_MARK_PASSIVE; i++)
        if (strcmp(text, attr_marks[i]) == 0) {
            *mark = (enum tabia_mark)i;
            return true;
        }
    char buf[QUOTE_SIZE];
    return json_member_fail(at, TABIA_ERR_SYNTAX, name,
                            "expected 'avoided' or 'passive', found '%s'",
                            quote(text, strlen(text), buf));
}

static bool read_nags(struct json_member_location *at, const json_t *object,
                      const char *name, uint8_t *nags)
{
    const json_t *list = json_object_get(object, name);
    if (!json_is_array(list) || json_array_size(list) > TABIA_NAGS_MAX)
        return json_member_fail(at, TABIA_ERR_SYNTAX, name,
                                "expected a list of at most %d numbers",
                                TABIA_NAGS_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_int_t nag = json_integer_value(json_array_get(list, i));
        if (nag < 1 || nag > UINT8_MAX)
            return json_member_fail(at, TABIA_ERR_SYNTAX, name,
                                    "expected numbers from 1 to 255");
        nags[i] = (uint8_t)nag;
    }
    return true;
}

static bool json_read_eval(struct json_member_location *at,
                           const json_t *object, struct tabia_eval *eval)
{
    static const char *const members[] = { "cp", "mate", "depth", "text",
                                           NULL };
    if (!json_member_check(at, object, members))
        return false;
    const bool is_mate = json_object_get(object, "mate");
    if (is_mate && json_object_get(object, "cp"))
        return json_member_fail(at, TABIA_ERR_SYNTAX, NULL,
                                "both 'cp' and 'mate'");

    int64_t value;
    if (!json_member_int(at, object, is_mate ? "mate" : "cp", INT32_MIN,
                         INT32_MAX, &value))
        return false;
    eval->kind = is_mate ? TABIA_EVAL_MATE : TABIA_EVAL_CP;
    eval->value = (int32_t)value;
    if (json_object_get(object, "depth") &&
        !json_member_u32(at, object, "depth", &eval->depth))
        return false;
    return json_member_optional(at, object, "text", &eval->text);
}

static bool read_coordinates(struct json_member_location *at,
                             const json_t *object, struct tabia_coordinates *xy)
{
    static const char *const members[] = { "x", "y", "x_text", "y_text", NULL };
    return json_member_check(at, object, members) &&
           json_member_double(at, object, "x", &xy->x) &&
           json_member_double(at, object, "y", &xy->y) &&
           json_member_optional(at, object, "x_text", &xy->x_text) &&
           json_member_optional(at, object, "y_text", &xy->y_text);
}

bool json_data_read_value(struct json_member_location *at, const json_t *object,
                          const char *name, const struct attr *a, void *data)
{
    void *value = attr_get_mutable(a, data);
    bool is_read = false;
    switch (a->kind) {
    case ATTR_KIND_NUMBERS: {
        const size_t n = attr_number_count(a), nneeded = n - a->noptional;
        is_read = true;
        for (size_t i = 0; is_read && i < n; i++) {
            const char *member = n == 1 ? name : attr_number_name(a, i);
            if (i < nneeded || json_object_get(object, member))
                is_read =
                    json_member_u32(at, object, member, (uint32_t *)value + i);
        }
        break;
    }
    case ATTR_KIND_HEX:
        is_read = json_member_hex64(at, object, name, value);
        break;
    case ATTR_KIND_MARK:
        is_read = read_mark(at, object, name, value);
        break;
    case ATTR_KIND_NAGS:
        is_read = read_nags(at, object, name, value);
        break;
    case ATTR_KIND_TEXT:
        is_read = (*(const char **)value = json_member_text(at, object, name));
        break;
    case ATTR_KIND_EVAL:
    case ATTR_KIND_COORDINATES: // an object inside the current one
        at->sub = name;
        at->sub_is_list = false;
        object = json_object_get(object, name);
        is_read = a->kind == ATTR_KIND_EVAL
                      ? json_read_eval(at, object, value)
                      : read_coordinates(at, object, value);
        if (is_read)
            at->sub = NULL;
        break;
    case ATTR_KIND_TAGS:
        break;
    }
    if (is_read)
        *(unsigned *)data |= attr_bit(a);
    return is_read;
}

/* The i-th member by which an attribute is there; NULL beyond. */
static const char *json_member_at(const struct attr *a, size_t i)
{
    if (a->kind == ATTR_KIND_TAGS)
        return NULL;
    if (a->kind == ATTR_KIND_NUMBERS)
        return i < attr_number_count(a) ? attr_number_name(a, i) : NULL;
    return i == 0 ? a->name : NULL;
}

/* Any of its members means that an attribute is there, and then whole. */
bool json_data_read(struct json_member_location *at, const json_t *object,
                    enum attr_owner owner, void *data)
{
    unsigned left = ATTRS_ALL;
    const struct attr *a;
    while ((a = attr_next(&left, owner))) {
        size_t i = 0;
        while (json_member_at(a, i) &&
               !json_object_get(object, json_member_at(a, i)))
            i++;
        if (json_member_at(a, i) &&
            !json_data_read_value(at, object, a->name, a, data))
            return false;
    }
    return true;
}

void json_data_members(enum attr_owner owner, const char **names)
{
    unsigned left = ATTRS_ALL;
    size_t n = 0;
    const struct attr *a;
    while ((a = attr_next(&left, owner)))
        for (size_t i = 0; json_member_at(a, i); i++)
            names[n++] = json_member_at(a, i);
    names[n] = NULL;
}
