/*
 * json_data.c - what moves and positions carry, from JSON
 */
#include "format/json/json_data.h"

#include <string.h>

#include "base/quote.h"
#include "format/json/json_book.h"
#include "base/banned.h"

/* ---- positions ---------------------------------------------------------- */

/* Enters and leaves an object inside the current one. */
static void enter(struct member_place *at, const char *sub)
{
    at->sub = sub;
    at->sub_is_list = false;
}

static bool read_eval(struct member_place *at, const json_t *object,
                      struct tabia_eval *eval)
{
    static const char *const members[] = { "cp", "mate", "depth", "text",
                                           NULL };
    if (!member_check(at, object, members))
        return false;
    const bool is_mate = json_object_get(object, "mate");
    if (is_mate && json_object_get(object, "cp"))
        return member_fail(at, TABIA_SYNTAX, NULL, "both 'cp' and 'mate'");

    int64_t value;
    if (!member_int(at, object, is_mate ? "mate" : "cp", INT32_MIN, INT32_MAX,
                    &value))
        return false;
    eval->kind = is_mate ? TABIA_EVAL_MATE : TABIA_EVAL_CP;
    eval->value = (int32_t)value;
    if (json_object_get(object, "depth") &&
        !member_u32(at, object, "depth", &eval->depth))
        return false;
    return member_optional(at, object, "text", &eval->text);
}

static bool read_place(struct member_place *at, const json_t *object,
                       struct tabia_place *place)
{
    static const char *const members[] = { "x", "y", "x_text", "y_text", NULL };
    return member_check(at, object, members) &&
           member_double(at, object, "x", &place->x) &&
           member_double(at, object, "y", &place->y) &&
           member_optional(at, object, "x_text", &place->x_text) &&
           member_optional(at, object, "y_text", &place->y_text);
}

bool json_data_read_node(struct member_place *at, const json_t *object,
                         struct tabia_node_data *data)
{
    if (!member_optional(at, object, "name", &data->name) ||
        !member_optional(at, object, "eco", &data->eco) ||
        !member_optional(at, object, "comment", &data->comment))
        return false;

    const json_t *eval = json_object_get(object, "eval");
    enter(at, "eval");
    if (eval && !read_eval(at, eval, &data->eval))
        return false;
    const json_t *place = json_object_get(object, "place");
    enter(at, "place");
    if (place && !read_place(at, place, &data->place))
        return false;
    enter(at, NULL);

    data->has = (unsigned)!!data->name << TABIA_ATTR_NAME |
                (unsigned)!!data->eco << TABIA_ATTR_ECO |
                (unsigned)!!data->comment << TABIA_ATTR_COMMENT |
                (unsigned)!!eval << TABIA_ATTR_EVAL |
                (unsigned)!!place << TABIA_ATTR_PLACE;
    return true;
}

/* ---- moves ------------------------------------------------------------- */

static bool read_mark(struct member_place *at, const json_t *object,
                      struct tabia_move_data *data)
{
    const char *text = member_text(at, object, "mark");
    if (!text)
        return false;
    for (unsigned i = TABIA_MARK_AVOIDED; i <= TABIA_MARK_PASSIVE; i++)
        if (strcmp(text, json_book_marks[i]) == 0) {
            data->mark = (enum tabia_mark)i;
            return true;
        }
    char buf[QUOTE_SIZE];
    return member_fail(at, TABIA_SYNTAX, "mark",
                       "expected 'avoided' or 'passive', found '%s'",
                       quote(text, strlen(text), buf));
}

static bool read_nags(struct member_place *at, const json_t *object,
                      struct tabia_move_data *data)
{
    const json_t *list = json_object_get(object, "nags");
    if (!json_is_array(list) || json_array_size(list) > TABIA_NAGS_MAX)
        return member_fail(at, TABIA_SYNTAX, "nags",
                           "expected a list of at most %d numbers",
                           TABIA_NAGS_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *nag = json_array_get(list, i);
        const json_int_t value = json_integer_value(nag);
        if (value < 1 || value > UINT8_MAX)
            return member_fail(at, TABIA_SYNTAX, "nags",
                               "expected numbers from 1 to 255");
        data->nags[i] = (uint8_t)value;
    }
    return true;
}

static bool read_results(struct member_place *at, const json_t *object,
                         struct tabia_move_data *data)
{
    return member_u32(at, object, "white", &data->white) &&
           member_u32(at, object, "draws", &data->draws) &&
           member_u32(at, object, "black", &data->black) &&
           (!json_object_get(object, "unknown") ||
            member_u32(at, object, "unknown", &data->unknown));
}

static bool read_remark(struct member_place *at, const json_t *object,
                        struct tabia_move_data *data)
{
    return member_optional(at, object, "remark", &data->remark);
}

static bool read_weight(struct member_place *at, const json_t *object,
                        struct tabia_move_data *data)
{
    return member_u32(at, object, "weight", &data->weight);
}

static bool read_learn(struct member_place *at, const json_t *object,
                       struct tabia_move_data *data)
{
    return member_hex64(at, object, "learn", &data->learn);
}

static bool read_source(struct member_place *at, const json_t *object,
                        struct tabia_move_data *data)
{
    return member_u32(at, object, "line", &data->line) &&
           member_u32(at, object, "col", &data->col);
}

/* Any of its members means that an attribute is there, and then whole. */
static const struct {
    const char *members[4];
    enum tabia_attr attr;
    bool (*read)(struct member_place *at, const json_t *object,
                 struct tabia_move_data *data);
} move_attrs[] = {
    { { "weight" }, TABIA_ATTR_WEIGHT, read_weight },
    { { "white", "draws", "black", "unknown" },
      TABIA_ATTR_RESULTS,
      read_results },
    { { "mark" }, TABIA_ATTR_MARK, read_mark },
    { { "nags" }, TABIA_ATTR_NAGS, read_nags },
    { { "remark" }, TABIA_ATTR_REMARK, read_remark },
    { { "learn" }, TABIA_ATTR_LEARN, read_learn },
    { { "line", "col" }, TABIA_ATTR_SOURCE, read_source },
};

bool json_data_read_move(struct member_place *at, const json_t *object,
                         struct tabia_move_data *data)
{
    for (size_t i = 0; i < COUNT_OF(move_attrs); i++) {
        bool is_there = false;
        for (size_t m = 0;
             m < COUNT_OF(move_attrs[i].members) && move_attrs[i].members[m];
             m++)
            is_there |= !!json_object_get(object, move_attrs[i].members[m]);
        if (!is_there)
            continue;
        if (!move_attrs[i].read(at, object, data))
            return false;
        data->has |= 1u << move_attrs[i].attr;
    }
    return true;
}
