/*
 * where.c - running an expression over the tags of a game
 */
#include "where/where.h"

#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "where/where_def.h"

#include "base/banned.h"

void where_free(struct where *w)
{
    if (!w)
        return;
    for (size_t i = 0; i < w->ntests; i++)
        pattern_free(w->tests[i].pattern);
    free(w->tests);
    arena_clear(&w->arena);
    free(w);
}

const char *const *where_tags(const struct where *w)
{
    return w->tags;
}

void where_set_tag(const struct where *w, struct where_values *values,
                   struct tabia_pgn_text name, struct tabia_pgn_text value)
{
    for (size_t i = 0; i < w->ntags; i++) {
        if (w->tag_lens[i] != name.len ||
            memcmp(w->tags[i], name.text, name.len) != 0)
            continue;
        values->value[i] = value; // of a repeated tag the last, as for builds
        values->has |= UINT32_C(1) << i;
        return;
    }
}

/* ---- values ---------------------------------------------------------- */

/* Every one of these returns false when the value is missing. */
static bool get_tag(const struct where_values *values, unsigned slot,
                    struct tabia_pgn_text *text)
{
    if (!(values->has >> slot & 1))
        return false;
    *text = values->value[slot];
    return true;
}

static unsigned get_elo(const struct where_values *values, unsigned slot)
{
    struct tabia_pgn_text text;
    return get_tag(values, slot, &text) ? tags_parse_elo(text) : 0;
}

static bool get_ratings(const struct where_value *v,
                        const struct where_values *values, int32_t *number)
{
    const int32_t white = (int32_t)get_elo(values, v->slot);
    const int32_t black = (int32_t)get_elo(values, v->other);
    if (v->origin == WHERE_ELO_DIFF)
        *number = white - black;
    else if (v->origin == WHERE_ELO_MEAN)
        *number = (white + black) / 2;
    else if ((v->origin == WHERE_ELO_MIN) == (white < black))
        *number = white;
    else
        *number = black;
    return white && black;
}

/* The date of a tag, or where it has no year, of the other one. */
static bool get_date(const struct where_value *v,
                     const struct where_values *values, int32_t *date)
{
    struct tabia_pgn_text text;
    *date = v->number;
    if (v->origin == WHERE_DATE)
        return true;
    *date = 0;
    if (get_tag(values, v->slot, &text))
        *date = (int32_t)tags_parse_date(text);
    if (*date == 0 && v->other != v->slot && get_tag(values, v->other, &text))
        *date = (int32_t)tags_parse_date(text);
    return *date != 0;
}

static bool get_date_part(const struct where_value *v,
                          const struct where_values *values, int32_t *number)
{
    int32_t date;
    if (!get_date(v, values, &date))
        return false;
    *number = v->origin == WHERE_YEAR ? date / 10000 : date / 100 % 100;
    return *number != 0;
}

static bool get_tag_number(const struct where_value *v,
                           const struct where_values *values, int32_t *number)
{
    struct tabia_pgn_text text;
    if (!get_tag(values, v->slot, &text))
        return false;
    if (v->tag_kind != WHERE_ELO_TAG)
        return tags_parse_number(text, number);
    *number = (int32_t)tags_parse_elo(text);
    return *number != 0;
}

static bool get_speed(const struct where_value *v,
                      const struct where_values *values, int32_t *number)
{
    struct tabia_pgn_text text;
    *number = v->number;
    if (v->origin == WHERE_NUMBER)
        return true;
    if (!get_tag(values, v->slot, &text))
        return false;
    *number = (int32_t)tags_parse_speed(text);
    return *number != TABIA_SPEED_NONE;
}

static bool get_signed(const struct where_value *v,
                       const struct where_values *values, int32_t *number)
{
    switch (v->origin) {
    case WHERE_TAG:
        return get_tag_number(v, values, number);
    case WHERE_YEAR:
    case WHERE_MONTH:
        return get_date_part(v, values, number);
    case WHERE_ELO_DIFF:
    case WHERE_ELO_MEAN:
    case WHERE_ELO_MIN:
    case WHERE_ELO_MAX:
        return get_ratings(v, values, number);
    default:
        *number = v->number;
        return true;
    }
}

static bool get_number(const struct where_value *v,
                       const struct where_values *values, int32_t *number)
{
    if (!get_signed(v, values, number))
        return false;
    if (v->is_abs && *number < 0)
        *number = -*number;
    return true;
}

static bool get_value_text(const struct where_value *v,
                           const struct where_values *values,
                           struct tabia_pgn_text *text)
{
    if (v->origin == WHERE_TAG)
        return get_tag(values, v->slot, text);
    *text = v->text;
    return true;
}

/* ---- comparisons ----------------------------------------------------- */

static unsigned char text_byte(struct tabia_pgn_text text, bool is_lower,
                               size_t *i)
{
    const char c = tags_byte(text, i);
    return (unsigned char)(is_lower ? text_lower(c) : c);
}

static int where_compare_texts(struct tabia_pgn_text a, bool a_is_lower,
                               struct tabia_pgn_text b, bool b_is_lower)
{
    size_t i = 0, k = 0;
    for (; i < a.len && k < b.len; i++, k++) {
        const unsigned char x = text_byte(a, a_is_lower, &i);
        const unsigned char y = text_byte(b, b_is_lower, &k);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return (i < a.len) - (k < b.len);
}

/* 'order' gets -1, 0 or 1. False when a value is missing. */
static bool compare_test_values(const struct where_test *test,
                                const struct where_values *values, int *order)
{
    const struct where_value *a = &test->left, *b = &test->right;
    struct tabia_pgn_text s, t;
    int32_t x = 0, y = 0;
    bool is_there = false;
    switch (test->type) {
    case WHERE_AS_TEXT:
        is_there =
            get_value_text(a, values, &s) && get_value_text(b, values, &t);
        *order =
            is_there ? where_compare_texts(s, a->is_lower, t, b->is_lower) : 0;
        return is_there;
    case WHERE_AS_DATE:
        is_there = get_date(a, values, &x) && get_date(b, values, &y);
        *order = tags_compare_dates((tags_date)x, (tags_date)y);
        return is_there;
    case WHERE_AS_SPEED:
        is_there = get_speed(a, values, &x) && get_speed(b, values, &y);
        break;
    case WHERE_AS_NUMBER:
        is_there = get_number(a, values, &x) && get_number(b, values, &y);
        break;
    }
    *order = (x > y) - (x < y);
    return is_there;
}

static bool where_is_player(const struct where_test *test,
                            const struct where_values *values)
{
    const struct tabia_pgn_text name = test->right.text;
    struct tabia_pgn_text text;
    if (get_tag(values, test->left.slot, &text) &&
        tags_is_player(text, name.text, name.len))
        return true;
    return get_tag(values, test->left.other, &text) &&
           tags_is_player(text, name.text, name.len);
}

static bool is_true(const struct where_test *test, struct where_values *values,
                    enum pattern_result *answer)
{
    struct tabia_pgn_text text;
    int order;
    switch (test->kind) {
    case WHERE_COMPARE:
        return compare_test_values(test, values, &order) &&
               (test->relation >> (order + 1) & 1);
    case WHERE_PATTERN:
        if (!get_value_text(&test->left, values, &text))
            return false;
        *answer = pattern_find(test->pattern, &values->tools, text);
        return (*answer == PATTERN_YES) != test->is_not;
    case WHERE_PLAYER:
        return where_is_player(test, values);
    case WHERE_HAS:
        return get_tag(values, test->left.slot, &text) && tags_is_known(text);
    }
    return false;
}

bool where_match(const struct where *w, struct where_values *values,
                 bool *is_match, struct tabia_error *err)
{
    enum pattern_result result = PATTERN_NO;
    uint16_t at = w->first;
    while (at < WHERE_NO) {
        const struct where_test *test = &w->tests[at];
        at = is_true(test, values, &result) ? test->if_true : test->if_false;
        if (UNLIKELY(result == PATTERN_NOMEM))
            return error_nomem(err);
        if (UNLIKELY(result == PATTERN_GAVE_UP))
            return error_set(err, TABIA_ERR_LIMIT,
                             "matching a pattern takes too many steps for %s%s",
                             test->left.origin == WHERE_TAG ? "the tag " : "",
                             test->left.origin == WHERE_TAG
                                 ? w->tags[test->left.slot]
                                 : "a string of the expression");
    }
    *is_match = at == WHERE_YES;
    return true;
}

void where_values_clear(struct where_values *values)
{
    pattern_tools_free(values->tools);
    *values = (struct where_values){ 0 };
}
