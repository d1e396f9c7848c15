/*
 * builder_data.c - what moves, positions and the whole book carry
 *
 * Each attribute goes into a column of its own, texts into one pool.
 */
#include "base/error_internal.h"
#include "book/builder_def.h"
#include "base/banned.h"

static bool set_column_value(struct tabia_builder *b, const struct attr *a,
                             uint32_t id, const void *value,
                             struct tabia_error *err)
{
    return column_set(&b->columns[a - attr_table], id, value, &b->left, err);
}

/* The number of a text that may be missing. */
static bool add_optional(struct tabia_builder *b, const char *text,
                         uint32_t *number, struct tabia_error *err)
{
    *number = BOOK_TEXT_NONE;
    return !text ||
           strings_add(&b->strings, text, strlen(text), number, &b->left, err);
}

static bool builder_is_root(const struct tabia_builder *b, uint32_t node)
{
    uint32_t first = 0, end = b->nroots; // their nodes are in ascending order
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (b->roots[middle].node < node)
            first = middle + 1;
        else
            end = middle;
    }
    return first < b->nroots && b->roots[first].node == node;
}

/* Adds a pair of texts to a list of them. */
static bool add_pair(struct tabia_builder *b, struct book_text **list,
                     size_t *room, uint32_t *n, const char *key,
                     const char *value, size_t len, struct tabia_error *err)
{
    struct book_text *more =
        builder_grow(b, *list, room, (size_t)*n + 1, sizeof(*more), err);
    if (!more)
        return false;
    *list = more;
    struct book_text pair;
    if (!strings_add(&b->strings, key, strlen(key), &pair.key, &b->left, err) ||
        !strings_add(&b->strings, value, len, &pair.value, &b->left, err))
        return false;
    more[(*n)++] = pair;
    return true;
}

/* A letter, then what can stand in a word of a game's text. */
static bool is_tag_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz";
    const size_t n = strspn(name, letters);
    return n && !name[n + strspn(name + n, "0123456789_#+-/:="
                                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "abcdefghijklmnopqrstuvwxyz")];
}

/* Tags that are set again, one more each time, take no more room for that. */
static bool set_tags(struct tabia_builder *b, const struct attr *a,
                     uint32_t node, const struct tabia_tag *tags, size_t n,
                     struct tabia_error *err)
{
    const struct book_tags *old = column_get(&b->columns[a - attr_table], node);
    const uint32_t before = b->ntags;
    const bool replaces_last = old && old->first + old->count == before;
    const uint32_t first = replaces_last ? old->first : before;
    const struct book_tags stored = { first, (uint32_t)n };
    if (!builder_is_root(b, node))
        return error_set(err, TABIA_ERR_MISUSE,
                         "only a starting position can have tags");
    if (n > TABIA_TAGS_MAX)
        return error_set(err, TABIA_ERR_LIMIT, "a game has more than %d tags",
                         TABIA_TAGS_MAX);
    bool is_set = true;
    for (size_t i = 0; is_set && i < n; i++) {
        const char *name = tags[i].name, *value = tags[i].value;
        const char *end = value;
        while ((unsigned char)*end >= ' ')
            end++;
        if (!is_tag_name(name))
            is_set = error_set(err, TABIA_ERR_SYNTAX,
                               "'%.60s' is not a valid tag name", name);
        else if (*end)
            is_set =
                error_set(err, TABIA_ERR_SYNTAX,
                          "the value of tag %.60s must be a single line", name);
        else
            is_set = add_pair(b, &b->tags, &b->tags_room, &b->ntags, name,
                              value, strlen(value), err);
    }
    if (!is_set || !set_column_value(b, a, node, &stored, err)) {
        b->ntags = before;
        return false;
    }
    if (replaces_last && n)
        memmove(b->tags + first, b->tags + before, n * sizeof(*b->tags));
    b->ntags = first + (uint32_t)n;
    return true;
}

/* Puts a value into its column. */
static bool store_value(struct tabia_builder *b, const struct attr *a,
                        uint32_t id, const void *data, struct tabia_error *err)
{
    const void *value = attr_get(a, data);
    switch (a->kind) {
    case ATTR_KIND_MARK: {
        const uint8_t mark = (uint8_t) * (const enum tabia_mark *)value;
        return attr_check(a, data, err) &&
               (!mark || set_column_value(b, a, id, &mark, err));
    }
    case ATTR_KIND_NAGS:
        return !*(const uint8_t *)value ||
               set_column_value(b, a, id, value, err);
    case ATTR_KIND_TEXT: {
        const char *text = *(const char *const *)value;
        uint32_t number;
        return !text || (add_optional(b, text, &number, err) &&
                         set_column_value(b, a, id, &number, err));
    }
    case ATTR_KIND_EVAL: {
        const struct tabia_eval *eval = value;
        struct book_eval stored = { eval->value, (uint32_t)eval->kind,
                                    eval->depth, 0 };
        return attr_check(a, data, err) &&
               add_optional(b, eval->text, &stored.text, err) &&
               set_column_value(b, a, id, &stored, err);
    }
    case ATTR_KIND_COORDINATES: {
        const struct tabia_coordinates *xy = value;
        struct book_coordinates stored = { xy->x, xy->y, 0, 0 };
        return add_optional(b, xy->x_text, &stored.x_text, err) &&
               add_optional(b, xy->y_text, &stored.y_text, err) &&
               set_column_value(b, a, id, &stored, err);
    }
    case ATTR_KIND_TAGS: {
        const struct tabia_node_data *node = data;
        return !node->ntags || set_tags(b, a, id, node->tags, node->ntags, err);
    }
    default: // stands in the column as it is
        return set_column_value(b, a, id, value, err);
    }
}

bool tabia_builder_set_move(struct tabia_builder *b, uint32_t edge,
                            const struct tabia_move_data *data,
                            struct tabia_error *err)
{
    unsigned left = data->has;
    if (edge >= b->nedges)
        return error_set(err, TABIA_ERR_MISUSE, "there is no move %u", edge);
    if (!b->keep_location)
        left &= ATTRS_OF_BOOK;
    const struct attr *a;
    while ((a = attr_next(&left, ATTR_OF_MOVE)))
        if (!store_value(b, a, edge, data, err))
            return false;
    return true;
}

bool tabia_builder_set_node(struct tabia_builder *b, uint32_t node,
                            const struct tabia_node_data *data,
                            struct tabia_error *err)
{
    unsigned left = data->has;
    if (node >= b->nnodes)
        return error_set(err, TABIA_ERR_MISUSE, "there is no node %u", node);
    const struct attr *a;
    while ((a = attr_next(&left, ATTR_OF_NODE)))
        if (!store_value(b, a, node, data, err))
            return false;
    return true;
}

bool tabia_builder_add_text(struct tabia_builder *b, const char *key,
                            const char *value, size_t len,
                            struct tabia_error *err)
{
    if (len == TABIA_LEN_NUL)
        len = strlen(value);
    return add_pair(b, &b->texts, &b->texts_room, &b->ntexts, key, value, len,
                    err);
}
