/*
 * attrs.c - the table of attributes, which moves and positions carry
 */
#include "book/attrs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/banned.h"

static_assert((int)TABIA_ATTR_COUNT <= TABIA_ATTRS_MAX,
              "a mask has room for all");

// A mask stands first in both structs, and what is one value stands together.
static_assert(offsetof(struct tabia_move_data, has) == 0, "");
static_assert(offsetof(struct tabia_node_data, has) == 0, "");
static_assert(offsetof(struct tabia_move_data, unknown_results) ==
                  offsetof(struct tabia_move_data, white) +
                      3 * sizeof(uint32_t),
              "");
static_assert(offsetof(struct tabia_move_data, col) ==
                  offsetof(struct tabia_move_data, line) + sizeof(uint32_t),
              "");
static_assert(offsetof(struct tabia_node_data, ntags) ==
                  offsetof(struct tabia_node_data, tags) + sizeof(void *),
              "");

#define OF_MOVE(member)                                                        \
    .owner = ATTR_OF_MOVE, .offset = offsetof(struct tabia_move_data, member)
#define OF_NODE(member)                                                        \
    .owner = ATTR_OF_NODE, .offset = offsetof(struct tabia_node_data, member)

/* clang-format off */
const struct attr attr_table[TABIA_ATTR_COUNT] = {
    [TABIA_ATTR_WEIGHT] = { "weight", OF_MOVE(weight),
        ATTR_KIND_NUMBERS, ATTR_MERGE_LARGEST, { "weight", "weights" } },
    [TABIA_ATTR_RESULTS] = { "results", OF_MOVE(white),
        ATTR_KIND_NUMBERS, ATTR_MERGE_ADDED, { "game result", "game results" },
        { "white", "draws", "black", "unknown" }, .noptional = 1 },
    [TABIA_ATTR_MARK] = { "mark", OF_MOVE(mark),
        ATTR_KIND_MARK, ATTR_MERGE_MILDEST, { "mark", "marks" } },
    [TABIA_ATTR_NAGS] = { "nags", OF_MOVE(nags),
        ATTR_KIND_NAGS, ATTR_MERGE_FIRST,
        { "annotation", "annotations" } },
    [TABIA_ATTR_MOVE_COMMENT] = { "remark", OF_MOVE(comment),
        ATTR_KIND_TEXT, ATTR_MERGE_JOINED,
        { "move comment", "move comments" } },
    [TABIA_ATTR_LEARN] = { "learn", OF_MOVE(learn),
        ATTR_KIND_HEX, ATTR_MERGE_FIRST, { "learn value", "learn values" } },
    [TABIA_ATTR_NAME] = { "name", OF_NODE(name),
        ATTR_KIND_TEXT, ATTR_MERGE_FIRST, { "name", "names" } },
    [TABIA_ATTR_ECO] = { "eco", OF_NODE(eco),
        ATTR_KIND_TEXT, ATTR_MERGE_FIRST, { "ECO code", "ECO codes" } },
    [TABIA_ATTR_POSITION_COMMENT] = { "comment", OF_NODE(comment),
        ATTR_KIND_TEXT, ATTR_MERGE_JOINED,
        { "position comment", "position comments" } },
    [TABIA_ATTR_EVAL] = { "eval", OF_NODE(eval),
        ATTR_KIND_EVAL, ATTR_MERGE_FIRST, { "evaluation", "evaluations" } },
    [TABIA_ATTR_COORDINATES] = { "coordinates", OF_NODE(coordinates),
        ATTR_KIND_COORDINATES, ATTR_MERGE_FIRST,
        { "pair of coordinates", "pairs of coordinates" } },
    [TABIA_ATTR_TAGS] = { "tags", OF_NODE(tags),
        ATTR_KIND_TAGS, ATTR_MERGE_FIRST,
        { "tag of a game", "tags of games" } },
    [TABIA_ATTR_LOCATION] = { "location", OF_MOVE(line),
        ATTR_KIND_NUMBERS, ATTR_MERGE_SILENT, { "location", "locations" },
        { "line", "col" } },
};
/* clang-format on */

const char *const attr_marks[] = {
    [TABIA_MARK_AVOIDED] = "avoided",
    [TABIA_MARK_PASSIVE] = "passive",
};

const char *tabia_attr_name(enum tabia_attr attr)
{
    return (unsigned)attr < TABIA_ATTR_COUNT ? attr_table[attr].name : NULL;
}

/* ---- one value ------------------------------------------------------- */

bool attr_check(const struct attr *a, const void *data, struct tabia_error *err)
{
    const void *value = attr_get(a, data);
    size_t given = 0, count = 1;
    if (a->kind == ATTR_KIND_MARK) {
        given = (size_t) * (const enum tabia_mark *)value;
        count = COUNT_OF(attr_marks);
    } else if (a->kind == ATTR_KIND_EVAL) {
        given = (size_t)((const struct tabia_eval *)value)->kind;
        count = TABIA_EVAL_MATE + 1;
    }
    return given < count ||
           error_set(err, TABIA_ERR_MISUSE, "%zu is not a kind of %s", given,
                     a->noun.one);
}

size_t attr_size(const struct attr *a)
{
    static const size_t sizes[] = {
        [ATTR_KIND_HEX] = sizeof(uint64_t),
        [ATTR_KIND_MARK] = sizeof(enum tabia_mark),
        [ATTR_KIND_NAGS] = TABIA_NAGS_MAX,
        [ATTR_KIND_TEXT] = sizeof(char *),
        [ATTR_KIND_EVAL] = sizeof(struct tabia_eval),
        [ATTR_KIND_COORDINATES] = sizeof(struct tabia_coordinates),
        [ATTR_KIND_TAGS] = sizeof(struct tabia_tag *) + sizeof(size_t),
    };
    return a->kind == ATTR_KIND_NUMBERS
               ? attr_number_count(a) * sizeof(uint32_t)
               : sizes[a->kind];
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_tags(const struct tabia_node_data *a,
                         const struct tabia_node_data *b)
{
    if (a->ntags != b->ntags)
        return false;
    for (size_t i = 0; i < a->ntags; i++)
        if (strcmp(a->tags[i].name, b->tags[i].name) != 0 ||
            strcmp(a->tags[i].value, b->tags[i].value) != 0)
            return false;
    return true;
}

/* Of evaluations and coordinates numbers count, not how they were written. */
bool attr_is_same(const struct attr *a, const void *x, const void *y)
{
    const void *own = attr_get(a, x), *other = attr_get(a, y);
    switch (a->kind) {
    case ATTR_KIND_TEXT:
        return is_same_text(*(const char *const *)own,
                            *(const char *const *)other);
    case ATTR_KIND_EVAL: {
        const struct tabia_eval *v = own, *w = other;
        return v->kind == w->kind && v->value == w->value &&
               v->depth == w->depth;
    }
    case ATTR_KIND_COORDINATES: {
        const struct tabia_coordinates *v = own, *w = other;
        return v->x == w->x && v->y == w->y;
    }
    case ATTR_KIND_TAGS:
        return is_same_tags(x, y);
    default:
        return memcmp(own, other, attr_size(a)) == 0;
    }
}

void attr_set(const struct attr *a, void *data, const void *from)
{
    unsigned *has = data;
    if (from) {
        memcpy(attr_get_mutable(a, data), attr_get(a, from), attr_size(a));
        *has |= attr_bit(a);
    } else {
        memset(attr_get_mutable(a, data), 0, attr_size(a));
        *has &= ~attr_bit(a);
    }
}

uint64_t attr_magnitude(const struct attr *a, const void *data)
{
    const void *value = attr_get(a, data);
    uint64_t largest = 0;
    switch (a->kind) {
    case ATTR_KIND_NUMBERS:
        for (size_t i = 0; i < attr_number_count(a); i++)
            if (((const uint32_t *)value)[i] > largest)
                largest = ((const uint32_t *)value)[i];
        return largest;
    case ATTR_KIND_HEX:
        return *(const uint64_t *)value;
    case ATTR_KIND_NAGS:
        for (size_t i = 0; i < TABIA_NAGS_MAX; i++)
            if (((const uint8_t *)value)[i] > largest)
                largest = ((const uint8_t *)value)[i];
        return largest;
    case ATTR_KIND_TEXT: {
        const char *text = *(const char *const *)value;
        return text ? strlen(text) : 0;
    }
    case ATTR_KIND_EVAL:
        return (uint64_t)llabs(
            (long long)((const struct tabia_eval *)value)->value);
    default:
        return 0;
    }
}

/* ---- all that two have ----------------------------------------------- */

static unsigned diff_attrs(enum attr_owner owner, const void *a, const void *b)
{
    const unsigned *has_a = a, *has_b = b;
    unsigned differ = *has_a ^ *has_b, left = *has_a & *has_b;
    const struct attr *attr;
    while ((attr = attr_next(&left, owner)))
        if (!attr_is_same(attr, a, b))
            differ |= attr_bit(attr);
    return differ;
}

unsigned attrs_diff_moves(const struct tabia_move_data *a,
                          const struct tabia_move_data *b)
{
    return diff_attrs(ATTR_OF_MOVE, a, b);
}

unsigned attrs_diff_nodes(const struct tabia_node_data *a,
                          const struct tabia_node_data *b)
{
    return diff_attrs(ATTR_OF_NODE, a, b);
}

static uint32_t merge_number(uint32_t a, uint32_t b,
                             enum tabia_merge_policy policy)
{
    switch (policy) {
    case TABIA_MERGE_SUM:
        return a > UINT32_MAX - b ? UINT32_MAX : a + b;
    case TABIA_MERGE_MAX:
        return a > b ? a : b;
    case TABIA_MERGE_LAST:
        return b;
    default:
        return a;
    }
}

/*
 * Merges a value that both have; true if they contradict each other. A sum is
 * no contradiction: only a value that is given up is.
 */
static bool merge_value(const struct attr *a, void *data, const void *more,
                        enum tabia_merge_policy policy)
{
    bool differs =
        a->merging != ATTR_MERGE_SILENT && !attr_is_same(a, data, more);
    if (a->merging != ATTR_MERGE_LARGEST && a->merging != ATTR_MERGE_ADDED) {
        if (policy == TABIA_MERGE_LAST)
            attr_set(a, data, more);
        return differs;
    }
    if (policy == TABIA_MERGE_DEFAULT)
        policy =
            a->merging == ATTR_MERGE_ADDED ? TABIA_MERGE_SUM : TABIA_MERGE_MAX;
    uint32_t *own = attr_get_mutable(a, data);
    const uint32_t *other = attr_get(a, more);
    for (size_t i = 0; i < attr_number_count(a); i++)
        own[i] = merge_number(own[i], other[i], policy);
    return differs && policy != TABIA_MERGE_SUM;
}

static unsigned merge_attrs(enum attr_owner owner, void *data, const void *more,
                            enum tabia_merge_policy policy)
{
    unsigned *has = data, differ = 0;
    const unsigned more_has = *(const unsigned *)more;
    unsigned left = *has | more_has;
    const struct attr *a;
    while ((a = attr_next(&left, owner))) {
        const unsigned bit = attr_bit(a);
        if (a->merging == ATTR_MERGE_MILDEST) { // and none is milder than any
            const enum tabia_mark own =
                *(enum tabia_mark *)attr_get_mutable(a, data);
            const enum tabia_mark other =
                *(const enum tabia_mark *)attr_get(a, more);
            if (own != other)
                differ |= bit;
            if (other < own)
                attr_set(a, data, more);
            if (own == TABIA_MARK_NONE || other == TABIA_MARK_NONE)
                *has &= ~bit;
        } else if (*has & more_has & bit) {
            if (merge_value(a, data, more, policy))
                differ |= bit;
        } else if (more_has & bit) {
            attr_set(a, data, more);
        }
    }
    return differ;
}

unsigned attrs_merge_moves(struct tabia_move_data *data,
                           const struct tabia_move_data *more,
                           enum tabia_merge_policy policy)
{
    return merge_attrs(ATTR_OF_MOVE, data, more, policy);
}

unsigned attrs_merge_nodes(struct tabia_node_data *data,
                           const struct tabia_node_data *more,
                           enum tabia_merge_policy policy)
{
    return merge_attrs(ATTR_OF_NODE, data, more, policy);
}
