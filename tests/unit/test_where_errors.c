/*
 * test_where_errors.c - expressions that are none, and where they are not
 */
#include "check.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "guard.h"
#include "where/where.h"

static const struct {
    const char *text, *want;
} errors[] = {
    { "", "1:1: expected a tag, a number or a string at the end" },
    { "WhiteElo", "1:9: expected a comparison such as '=' or '~' at the end" },
    { "WhiteElo >", "1:11: expected a tag, a number or a string at the end" },
    { "WhiteElo 3", "1:10: expected a comparison such as '=' or '~', found "
                    "'3'" },
    { "WhiteElo == 3", "1:10: unknown operator '=='; did you mean '='?" },
    { "Round = 1 && Round = 2",
      "1:11: unknown operator '&&'; did you mean 'and'?" },
    { "Round = 1 + 2", "1:11: unknown operator '+'" },
    { "Round = 1 Round = 2",
      "1:11: expected 'and', 'or' or the end, found 'Round'" },
    { "(Round = 1", "1:1: unmatched '('" },
    { "(Round = 1 Site = 2)",
      "1:12: expected 'and', 'or' or ')', found 'Site'" },
    { "Round = 1)", "1:10: unmatched ')'" },
    { "Round = 1 and",
      "1:14: expected a tag, a number or a string at the end" },
    { "Round = \"x", "1:9: missing closing \"" },
    { "Round = 1234567890", "1:9: expected a whole number of at most nine "
                            "digits, found '1234567890'" },
    { "Round = 12x",
      "1:9: expected a whole number of at most nine digits, found '12x'" },
    { "Date > 2015.13", "1:8: expected a date such as 2015.06 or 2015.06.30, "
                        "found '2015.13'" },
    { "Date > 0", "1:8: expected a date such as 2015, 2015.06 or 2015.06.30" },
    { "Date > \"May\"",
      "1:8: expected a date such as 2015, 2015.06 or 2015.06.30" },
    { "Date > WhiteElo",
      "1:8: expected a date such as 2015, 2015.06 or 2015.06.30" },
    { "EloDiff = \"x\"", "1:11: expected a number, found a string" },
    { "3 = \"x\"", "1:5: expected a number, found a string" },
    { "abs(\"x\") = 3", "1:5: abs() takes a number" },
    { "abs(Date) = 3", "1:5: abs() takes a number" },
    { "lower(3) = 'a'", "1:7: lower() takes a string" },
    { "has(3)", "1:5: has() takes the name of a tag" },
    { "has(Year)", "1:5: has() takes the name of a tag" },
    { "has(Event = 3", "1:11: expected ')', found '='" },
    { "plyer(\"x\")", "1:1: unknown function 'plyer'; did you mean 'player'?" },
    { "Round = 1 and sqrt(3) = 2", "1:15: unknown function 'sqrt'; expected "
                                   "abs, has, lower, player or tag" },
    { "3 = has(Event)", "1:5: has() is true or false, not a value" },
    { "player(White)", "1:8: expected a string in quotes, found 'White'" },
    { "player('x', red)", "1:13: expected white or black, found 'red'" },
    { "tag('a b') = 3",
      "1:5: the name of a tag consists of letters, digits and '_'" },
    { "whiteelo > 3", "1:1: unknown tag 'whiteelo'; did you mean 'WhiteElo'?" },
    { "elodiff > 3", "1:1: unknown tag 'elodiff'; did you mean 'EloDiff'?" },
    { "Plies > 3", "1:1: the number of plies is not known from tags; some "
                   "games have the tag PlyCount" },
    { "Speed = \"blits\"", "1:9: unknown speed; did you mean \"blitz\"?" },
    { "Speed = \"x\"", "1:9: unknown speed; expected ultraBullet, bullet, "
                       "blitz, rapid, classical or correspondence" },
    { "Speed > 3", "1:9: compare Speed with a string such as \"blitz\"" },
    { "Event ~ 3", "1:9: expected a string in quotes, found '3'" },
    { "EloDiff ~ \"3\"", "1:1: '~' needs a tag or a string on its left" },
    { "lower(Event) ~ \"3\"",
      "1:1: lower() has no effect here; use '~*' to ignore case" },
    { "Event ~ \"(a\"", "1:10: expected ')' to close this '('" },
    { "Event ~ \"\\\"a\\\\.b)\"", "1:17: unmatched ')'" },
    { "Event = 'x' and\n Site ~ '[b-a]'",
      "2:11: the range ends before it begins" },
    { "Event ~ \"(a)\\1\"", "1:13: a pattern cannot refer back to a group" },
    { "Event # 3", "1:7: unknown operator '#'" },
    { "Event = \xC3\xA9", "1:9: unknown operator '\\xC3'" },
};

static bool check_error(const char *text, const char *want)
{
    char got[300];
    struct tabia_error err = { 0 };
    struct guard g = guard_copy(text, strlen(text) + 1);
    struct where *w = where_parse((const char *)g.data, &err);
    snprintf(got, sizeof(got), "%u:%u: %s", err.line, err.col, err.msg);
    where_free(w);
    guard_free(&g);
    return check_text(text, got, want);
}

static void test_errors(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(errors); i++)
        ok &= check_error(errors[i].text, errors[i].want);
    assert_true(ok);
}

/* 'part' this often, then 'end'. */
static char *repeat(const char *part, size_t times, const char *end)
{
    const size_t len = strlen(part), nbytes = len * times + strlen(end) + 1;
    char *text = malloc(nbytes);
    assert_non_null(text);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * len, part, len);
    memcpy(text + len * times, end, strlen(end) + 1);
    return text;
}

static const struct {
    const char *part;
    size_t times;
    const char *end, *want;
} limits[] = {
    { "(", 101, "1=1", "1:101: parentheses are nested more than 100 deep" },
    { "abs(", 101, "1=1", "1:401: parentheses are nested more than 100 deep" },
    { "not ", 1000, "Round=1 x",
      "1:4009: expected 'and', 'or' or the end, "
      "found 'x'" },
    { "1=1 or ", 512, "1=1", "1:3585: more than 512 comparisons" },
    { " ", 8193, "", "1:8193: the expression has more than 8192 bytes" },
};

static void test_limits(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        char *text = repeat(limits[i].part, limits[i].times, limits[i].end);
        ok &= check_error(text, limits[i].want);
        free(text);
    }
    char *text = repeat("not (1=2 and 1=1) and ", 99, "1=1");
    struct where *w = where_parse(text, NULL);
    struct where_values values = { 0 };
    bool is_match = false;
    ok &= w && where_match(w, &values, &is_match, NULL) && is_match;
    where_free(w);
    free(text);
    assert_true(ok);
}

static void test_many_tags(void **state)
{
    (void)state;
    char text[1024];
    size_t len = 0;
    for (int i = 0; i < WHERE_TAGS_MAX + 1; i++) {
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%sT%02d = 1",
                                i ? " and " : "", i);
    }
    assert_true(check_error(text, "1:385: more than 32 different tags"));
    text[len - strlen(" and T00 = 1")] = '\0';
    struct where *w = where_parse(text, NULL);
    assert_non_null(w);
    assert_null(where_tags(w)[WHERE_TAGS_MAX]);
    where_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_many_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
