/*
 * filter_text.c - filters of games as people and programs write them
 */
#include "store/filter_text.h"

#include <stdio.h>
#include <string.h>

#include "base/error_internal.h"
#include "base/text.h"
#include "base/wording.h"
#include "store/dimensions.h"
#include "base/banned.h"

enum { WORD_SIZE = 24, LIST_SIZE = 160, RATING_MAX = 10000, YEAR_MAX = 9999 };

/* The name of a value, or NULL behind the last one. */
typedef const char *filter_word(unsigned i, char text[WORD_SIZE]);

/* A group is named by its lower bound. */
static const char *rating_word(unsigned i, char text[WORD_SIZE])
{
    if (i == TABIA_RATING_NONE)
        return "none";
    snprintf(text, WORD_SIZE, "%u", tabia_rating_group_bound(i));
    return i < TABIA_RATING_GROUPS ? text : NULL;
}

static const char *speed_word(unsigned i, char text[WORD_SIZE])
{
    (void)text;
    return i < TABIA_SPEED_COUNT ? tabia_speed_name((enum tabia_speed)i) : NULL;
}

/* Reads digits; false if there are none or the number is above 'max'. */
static bool read_digits(const char **at, const char *end, unsigned max,
                        unsigned *value)
{
    const char *start = *at;
    *value = 0;
    for (; *at < end && text_is_digit(**at); (*at)++) {
        *value = *value * 10 + (unsigned)(**at - '0');
        if (*value > max)
            return false;
    }
    return *at > start;
}

static bool refuse_word(const char *word, size_t len, filter_word *name,
                        struct tabia_error *err)
{
    char all[LIST_SIZE], text[WORD_SIZE], quoted[QUOTE_SIZE];
    const char *next;
    size_t at = 0;
    for (unsigned i = 0; (next = name(i, text)); i++)
        at += (size_t)snprintf(all + at, sizeof(all) - at, "%s%s",
                               i ? ", " : "", next);
    return error_set(err, TABIA_ERR_SYNTAX, "expected some of %s; found '%s'",
                     all, quote(word, len, quoted));
}

/* The group that a number falls into; 0 is in the lowest. */
static bool is_in_group(const char *word, size_t len, unsigned *group)
{
    const char *at = word, *end = word + len;
    unsigned rating;
    if (!read_digits(&at, end, RATING_MAX, &rating) || at != end)
        return false;
    *group = rating ? dimensions_rating_group(rating) : 0;
    return true;
}

static bool find_word(const char *word, size_t len, enum filter_reading how,
                      filter_word *name, unsigned *value)
{
    char text[WORD_SIZE];
    const char *known;
    if (name == rating_word && how == FILTER_LICHESS &&
        is_in_group(word, len, value))
        return true;
    for (*value = 0; (known = name(*value, text)); ++*value)
        if (text_is(word, len, known))
            return true;
    return false;
}

static bool read_list(const char *text, size_t len, enum filter_reading how,
                      filter_word *name, unsigned *mask,
                      struct tabia_error *err)
{
    const char *end = text + len;
    for (const char *at = text; at <= end; at++) {
        const char *word = at;
        unsigned value;
        while (at < end && *at != ',' && !(how == FILTER_LICHESS && *at == ' '))
            at++;
        const size_t n = (size_t)(at - word);
        if (n == 0 && how == FILTER_LICHESS)
            continue;
        if (!find_word(word, n, how, name, &value))
            return refuse_word(word, n, name, err);
        *mask |= 1u << value;
    }
    return true;
}

bool filter_text_ratings(const char *text, size_t len, enum filter_reading how,
                         unsigned *mask, struct tabia_error *err)
{
    return read_list(text, len, how, rating_word, mask, err);
}

bool filter_text_speeds(const char *text, size_t len, enum filter_reading how,
                        unsigned *mask, struct tabia_error *err)
{
    return read_list(text, len, how, speed_word, mask, err);
}

bool filter_text_month(const char *text, size_t len, enum filter_reading how,
                       unsigned month, uint32_t *yyyymm,
                       struct tabia_error *err)
{
    const char *at = text, *end = text + len;
    char quoted[QUOTE_SIZE];
    unsigned year;
    bool ok = read_digits(&at, end, YEAR_MAX, &year) &&
              (how == FILTER_LICHESS || at == text + 4);
    if (ok && at < end && *at == '-') {
        const char *digits = ++at;
        ok = read_digits(&at, end, 12, &month) && month > 0 &&
             (how == FILTER_LICHESS || at == digits + 2);
    }
    if (!ok || at != end)
        return error_set(err, TABIA_ERR_SYNTAX,
                         "expected YYYY or YYYY-MM, found '%s'",
                         quote(text, len, quoted));
    *yyyymm = year * 100 + month;
    return true;
}

void filter_text_widen(struct tabia_store_filter *filter)
{
    const unsigned groups = (1u << TABIA_RATING_NONE) - 1;
    const unsigned speeds =
        (1u << TABIA_SPEED_COUNT) - (1u << (TABIA_SPEED_NONE + 1));
    if ((filter->ratings & groups) == groups)
        filter->ratings = 0;
    if ((filter->speeds & speeds) == speeds)
        filter->speeds = 0;
}
