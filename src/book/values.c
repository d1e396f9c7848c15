/*
 * values.c - comparing and joining what moves and positions carry
 */
#include "book/values.h"

#include <string.h>

#include "tabia/transform.h"
#include "base/banned.h"

bool values_is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool values_is_mistake(const struct tabia_move_data *data)
{
    enum { MISTAKE = 2, BLUNDER = 4 };
    bool is_mistake = false;
    if (data->has & TABIA_HAS_NAGS)
        for (size_t i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++)
            is_mistake |= data->nags[i] == MISTAKE || data->nags[i] == BLUNDER;
    return is_mistake && !(data->has & TABIA_HAS_WEIGHT);
}

/* The bit of 'attr' if the two values are not the same. */
static unsigned unless(bool is_same, enum tabia_attr attr)
{
    return is_same ? 0 : 1u << attr;
}

bool values_is_same_results(const struct tabia_move_data *a,
                            const struct tabia_move_data *b)
{
    return a->white == b->white && a->draws == b->draws &&
           a->black == b->black && a->unknown == b->unknown;
}

uint64_t tabia_move_games(const struct tabia_move_data *data)
{
    return (uint64_t)data->white + data->draws + data->black + data->unknown;
}

uint64_t values_score(const struct tabia_move_data *data, unsigned turn)
{
    const uint64_t wins = turn == TABIA_WHITE ? data->white : data->black;
    return 2 * wins + data->draws + data->unknown;
}

unsigned values_diff_moves(const struct tabia_move_data *a,
                           const struct tabia_move_data *b)
{
    unsigned differ = 0;
    differ |= unless(a->weight == b->weight, TABIA_ATTR_WEIGHT);
    differ |= unless(values_is_same_results(a, b), TABIA_ATTR_RESULTS);
    differ |= unless(a->mark == b->mark, TABIA_ATTR_MARK);
    differ |=
        unless(memcmp(a->nags, b->nags, sizeof(a->nags)) == 0, TABIA_ATTR_NAGS);
    differ |=
        unless(values_is_same_text(a->remark, b->remark), TABIA_ATTR_REMARK);
    differ |= unless(a->learn == b->learn, TABIA_ATTR_LEARN);
    differ |= unless(a->line == b->line && a->col == b->col, TABIA_ATTR_SOURCE);
    return (differ & a->has & b->has) | (a->has ^ b->has);
}

/* Numbers count, not how they were written. */
static bool is_same_eval(const struct tabia_eval *a, const struct tabia_eval *b)
{
    return a->kind == b->kind && a->value == b->value && a->depth == b->depth;
}

static bool is_same_place(const struct tabia_place *a,
                          const struct tabia_place *b)
{
    return a->x == b->x && a->y == b->y;
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

unsigned values_diff_nodes(const struct tabia_node_data *a,
                           const struct tabia_node_data *b)
{
    unsigned differ = 0;
    differ |= unless(values_is_same_text(a->name, b->name), TABIA_ATTR_NAME);
    differ |= unless(values_is_same_text(a->eco, b->eco), TABIA_ATTR_ECO);
    differ |=
        unless(values_is_same_text(a->comment, b->comment), TABIA_ATTR_COMMENT);
    differ |= unless(is_same_eval(&a->eval, &b->eval), TABIA_ATTR_EVAL);
    differ |= unless(is_same_place(&a->place, &b->place), TABIA_ATTR_PLACE);
    differ |= unless(is_same_tags(a, b), TABIA_ATTR_TAGS);
    return (differ & a->has & b->has) | (a->has ^ b->has);
}

unsigned values_merge_nodes(struct tabia_node_data *data,
                            const struct tabia_node_data *more, bool replace)
{
    const unsigned both = data->has & more->has;
    const unsigned differ = values_diff_nodes(data, more) & both;
    const unsigned take = more->has & (replace ? ~0u : ~data->has);
    if (take & TABIA_HAS_NAME)
        data->name = more->name;
    if (take & TABIA_HAS_ECO)
        data->eco = more->eco;
    if (take & TABIA_HAS_COMMENT)
        data->comment = more->comment;
    if (take & TABIA_HAS_EVAL)
        data->eval = more->eval;
    if (take & TABIA_HAS_PLACE)
        data->place = more->place;
    if (take & TABIA_HAS_TAGS) {
        data->tags = more->tags;
        data->ntags = more->ntags;
    }
    data->has |= more->has;
    return differ;
}

struct values_load values_load(const struct tabia_entry *entry)
{
    const struct tabia_move_data *data = &entry->data;
    struct values_load load = { .share = entry->has_share ? entry->share : 0 };
    if (data->has & TABIA_HAS_WEIGHT)
        load.weight = data->weight;
    if (data->has & TABIA_HAS_RESULTS)
        load.games = tabia_move_games(data);
    return load;
}

/* ---- filtering ------------------------------------------------------- */

static bool is_enough(const struct tabia_filter *filter,
                      const struct tabia_move_data *data)
{
    if ((data->has & TABIA_HAS_WEIGHT) && data->weight < filter->min_weight)
        return false;
    return !(data->has & TABIA_HAS_RESULTS) ||
           tabia_move_games(data) >= filter->min_games;
}

/* How many of the list go before its i-th? Equals keep their order. */
static int rank(const struct tabia_entry *list, size_t n, size_t i)
{
    const struct values_load load = values_load(&list[i]);
    int count = 0;
    for (size_t k = 0; k < n; k++) {
        const struct values_load other = values_load(&list[k]);
        if (k != i && (values_is_heavier(other, load) ||
                       (k < i && !values_is_heavier(load, other))))
            count++;
    }
    return count;
}

size_t values_filter(const struct tabia_filter *filter, int top,
                     struct tabia_entry *list, size_t n)
{
    size_t passed = 0;
    for (size_t i = 0; i < n; i++)
        if (is_enough(filter, &list[i].data))
            list[passed++] = list[i];
    if (!top || passed <= (size_t)top)
        return passed;

    bool is_top[TABIA_MOVES_MAX];
    for (size_t i = 0; i < passed; i++)
        is_top[i] = rank(list, passed, i) < top;
    n = passed;
    passed = 0;
    for (size_t i = 0; i < n; i++)
        if (is_top[i])
            list[passed++] = list[i];
    return passed;
}
