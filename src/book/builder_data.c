/*
 * builder_data.c - what moves, positions and the whole book carry
 *
 * Each attribute goes into a column of its own, texts into one pool.
 */
#include "base/error.h"
#include "book/builder_def.h"
#include "base/banned.h"

static bool set(struct tabia_builder *b, enum tabia_attr attr, uint32_t id,
                const void *value, struct tabia_error *err)
{
    return column_set(&b->columns[attr], id, value, &b->left, err);
}

static bool set_text(struct tabia_builder *b, enum tabia_attr attr, uint32_t id,
                     const char *text, struct tabia_error *err)
{
    uint32_t number;
    return strings_add(&b->strings, text, strlen(text), &number, &b->left,
                       err) &&
           set(b, attr, id, &number, err);
}

/* The number of a text that may be missing. */
static bool add_optional(struct tabia_builder *b, const char *text,
                         uint32_t *number, struct tabia_error *err)
{
    *number = BOOK_NO_TEXT;
    return !text ||
           strings_add(&b->strings, text, strlen(text), number, &b->left, err);
}

static bool set_results(struct tabia_builder *b, uint32_t edge,
                        const struct tabia_move_data *data,
                        struct tabia_error *err)
{
    const struct book_results results = { data->white, data->draws, data->black,
                                          data->unknown };
    return set(b, TABIA_ATTR_RESULTS, edge, &results, err);
}

bool tabia_builder_set_move(struct tabia_builder *b, uint32_t edge,
                            const struct tabia_move_data *data,
                            struct tabia_error *err)
{
    const unsigned has = data->has;
    const uint8_t mark = (uint8_t)data->mark;
    const struct book_source source = { data->line, data->col };
    if (edge >= b->nedges)
        return error_set(err, TABIA_MISUSE, "there is no move %u", edge);
    return (!(has & 1u << TABIA_ATTR_WEIGHT) ||
            set(b, TABIA_ATTR_WEIGHT, edge, &data->weight, err)) &&
           (!(has & 1u << TABIA_ATTR_RESULTS) ||
            set_results(b, edge, data, err)) &&
           (!(has & 1u << TABIA_ATTR_MARK) || !mark ||
            set(b, TABIA_ATTR_MARK, edge, &mark, err)) &&
           (!(has & 1u << TABIA_ATTR_NAGS) ||
            set(b, TABIA_ATTR_NAGS, edge, data->nags, err)) &&
           (!(has & 1u << TABIA_ATTR_REMARK) || !data->remark ||
            set_text(b, TABIA_ATTR_REMARK, edge, data->remark, err)) &&
           (!(has & 1u << TABIA_ATTR_LEARN) ||
            set(b, TABIA_ATTR_LEARN, edge, &data->learn, err)) &&
           (!(has & 1u << TABIA_ATTR_SOURCE) || !b->keep_source ||
            set(b, TABIA_ATTR_SOURCE, edge, &source, err));
}

static bool set_eval(struct tabia_builder *b, uint32_t node,
                     const struct tabia_eval *eval, struct tabia_error *err)
{
    struct book_eval stored = { eval->value, (uint32_t)eval->kind, eval->depth,
                                0 };
    return add_optional(b, eval->text, &stored.text, err) &&
           set(b, TABIA_ATTR_EVAL, node, &stored, err);
}

static bool set_place(struct tabia_builder *b, uint32_t node,
                      const struct tabia_place *place, struct tabia_error *err)
{
    struct book_place stored = { place->x, place->y, 0, 0 };
    return add_optional(b, place->x_text, &stored.x_text, err) &&
           add_optional(b, place->y_text, &stored.y_text, err) &&
           set(b, TABIA_ATTR_PLACE, node, &stored, err);
}

bool tabia_builder_set_node(struct tabia_builder *b, uint32_t node,
                            const struct tabia_node_data *data,
                            struct tabia_error *err)
{
    const unsigned has = data->has;
    if (node >= b->nnodes)
        return error_set(err, TABIA_MISUSE, "there is no node %u", node);
    return (!(has & 1u << TABIA_ATTR_NAME) || !data->name ||
            set_text(b, TABIA_ATTR_NAME, node, data->name, err)) &&
           (!(has & 1u << TABIA_ATTR_ECO) || !data->eco ||
            set_text(b, TABIA_ATTR_ECO, node, data->eco, err)) &&
           (!(has & 1u << TABIA_ATTR_COMMENT) || !data->comment ||
            set_text(b, TABIA_ATTR_COMMENT, node, data->comment, err)) &&
           (!(has & 1u << TABIA_ATTR_EVAL) ||
            set_eval(b, node, &data->eval, err)) &&
           (!(has & 1u << TABIA_ATTR_PLACE) ||
            set_place(b, node, &data->place, err));
}

bool tabia_builder_add_text(struct tabia_builder *b, const char *key,
                            const char *value, size_t len,
                            struct tabia_error *err)
{
    struct book_text *texts =
        builder_grow(b, b->texts, &b->texts_room, (size_t)b->ntexts + 1,
                     sizeof(*texts), err);
    if (!texts)
        return false;
    b->texts = texts;
    struct book_text text;
    if (!strings_add(&b->strings, key, strlen(key), &text.key, &b->left, err) ||
        !strings_add(&b->strings, value, len, &text.value, &b->left, err))
        return false;
    texts[b->ntexts++] = text;
    return true;
}
