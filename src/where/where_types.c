/*
 * where_types.c - as what two values are compared
 *
 * A tag may be anything; what it is compared with decides. Tags whose names
 * end with Elo or Date are rather numbers and dates than texts.
 */
#include <string.h>

#include "base/suggestion.h"
#include "where/where_def.h"
#include "base/banned.h"

enum value_type {
    ANY, // a tag
    ELO,
    DATE,
    NUMBER,
    SPEED,
    TEXT,
};

static enum value_type type_of_value(const struct where_value *value)
{
    static const enum value_type of_tags[] = {
        [WHERE_ANY_TAG] = ANY,
        [WHERE_ELO_TAG] = ELO,
        [WHERE_DATE_TAG] = DATE,
    };
    if (value->is_abs)
        return NUMBER;
    if (value->is_lower || value->origin == WHERE_TEXT)
        return TEXT;
    if (value->origin == WHERE_TAG)
        return of_tags[value->tag_kind];
    if (value->origin == WHERE_DATE)
        return DATE;
    return value->origin == WHERE_SPEED ? SPEED : NUMBER;
}

static bool is_string(const struct where_value *value)
{
    return value->origin == WHERE_TEXT && !value->is_lower;
}

bool where_can_be_number(const struct where_value *value)
{
    const bool is_text = value->is_lower || value->origin == WHERE_TEXT;
    const bool is_date =
        value->origin == WHERE_DATE ||
        (value->origin == WHERE_TAG && value->tag_kind == WHERE_DATE_TAG);
    return !is_text && !is_date && value->origin != WHERE_SPEED;
}

bool where_can_be_text(const struct where_value *value)
{
    return !value->is_abs &&
           (value->origin == WHERE_TEXT || value->origin == WHERE_TAG);
}

bool where_check_match(const struct where_lexer *lexer,
                       const struct where_token *match, const char *at,
                       const struct where_value *value)
{
    if (!where_can_be_text(value))
        return where_fail(lexer, at,
                          "'%.*s' needs a tag or a string on its left",
                          (int)match->len, match->text);
    if (value->is_lower)
        return where_fail(
            lexer, at, "lower() has no effect here; use '%s~*' to ignore case",
            match->text[0] == '!' ? "!" : "");
    return true;
}

/* ---- comparisons ----------------------------------------------------- */

static bool fail_speed(const struct where_lexer *lexer, const char *at,
                       const struct where_value *value)
{
    struct suggestion best;
    if (!is_string(value))
        return where_fail(lexer, at,
                          "compare Speed with a string such as \"blitz\"");
    suggestion_init(&best, value->text.text, value->text.len);
    for (int i = TABIA_SPEED_ULTRABULLET; i < TABIA_SPEED_COUNT; i++)
        suggestion_offer(&best, tabia_speed_name((enum tabia_speed)i));
    if (best.word)
        return where_fail(lexer, at, "unknown speed; did you mean \"%s\"?",
                          best.word);
    return where_fail(lexer, at,
                      "unknown speed; expected ultraBullet, bullet, blitz, "
                      "rapid, classical or correspondence");
}

/* Each makes 'value' what it is compared with, or fails. */
static bool make_speed(const struct where_lexer *lexer, const char *at,
                       struct where_value *value)
{
    if (type_of_value(value) == SPEED)
        return true;
    enum tabia_speed speed = TABIA_SPEED_NONE;
    if (is_string(value))
        speed = tags_find_speed(value->text.text, value->text.len);
    if (speed == TABIA_SPEED_NONE)
        return fail_speed(lexer, at, value);
    *value = (struct where_value){ .origin = WHERE_NUMBER,
                                   .number = (int32_t)speed };
    return true;
}

static bool make_date(const struct where_lexer *lexer, const char *at,
                      struct where_value *value)
{
    const enum value_type type = type_of_value(value);
    int32_t date = 0;
    bool is_date = false;
    if (type == DATE || type == ANY)
        return true;
    if (is_string(value))
        is_date = where_read_date(value->text, &date);
    else if (value->origin == WHERE_NUMBER && !value->is_abs) {
        is_date = value->number >= 1 && value->number <= 9999;
        date = is_date ? value->number * 10000 : 0;
    }
    if (!is_date)
        return where_fail(lexer, at,
                          "expected a date such as 2015, 2015.06 or "
                          "2015.06.30");
    *value = (struct where_value){ .origin = WHERE_DATE, .number = date };
    return true;
}

static bool make_number(const struct where_lexer *lexer, const char *at,
                        struct where_value *value)
{
    if (type_of_value(value) != TEXT)
        return true;
    return where_fail(lexer, at, "expected a number, found a string");
}

static bool make_text_value(const struct where_lexer *lexer, const char *at,
                            struct where_value *value)
{
    (void)lexer;
    (void)at;
    (void)value;
    return true;
}

/* The first type that one of the two is. */
static enum where_type common_type(enum value_type a, enum value_type b)
{
    if (a == SPEED || b == SPEED)
        return WHERE_AS_SPEED;
    if (a == DATE || b == DATE)
        return WHERE_AS_DATE;
    if (a == NUMBER || b == NUMBER)
        return WHERE_AS_NUMBER;
    if ((a == ELO || b == ELO) && a != TEXT && b != TEXT)
        return WHERE_AS_NUMBER;
    return WHERE_AS_TEXT;
}

bool where_choose_type(const struct where_lexer *lexer,
                       const struct where_places *at, struct where_test *test)
{
    static bool (*const makers[])(const struct where_lexer *lexer,
                                  const char *at, struct where_value *value) = {
        [WHERE_AS_NUMBER] = make_number,
        [WHERE_AS_DATE] = make_date,
        [WHERE_AS_SPEED] = make_speed,
        [WHERE_AS_TEXT] = make_text_value,
    };
    test->type =
        common_type(type_of_value(&test->left), type_of_value(&test->right));
    return makers[test->type](lexer, at->left, &test->left) &&
           makers[test->type](lexer, at->right, &test->right);
}
