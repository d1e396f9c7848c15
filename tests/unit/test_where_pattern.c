/*
 * test_where_pattern.c - patterns, compared with those of the C library
 */
#include "check.h"

#include <regex.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "fail_alloc.h"
#include "guard.h"
#include "random.h"
#include "where/pattern.h"

/* ---- random patterns ------------------------------------------------- */

enum { DEPTH = 3 }; // of groups

struct out {
    char text[400];
    size_t len;
};

static void put(struct out *out, const char *text)
{
    const size_t n = strlen(text);
    if (out->len + n < sizeof(out->text)) {
        memcpy(out->text + out->len, text, n + 1);
        out->len += n;
    }
}

static void put_alternatives(struct out *out, uint64_t *rng, unsigned depth);

static void put_atom(struct out *out, uint64_t *rng, unsigned depth)
{
    static const char *const atoms[] = {
        "a",    "b",     "A",     "c",           ".",
        "[ab]", "[^a]",  "[a-c]", "[[:upper:]]", "\\.",
        "[]a]", "[^]b]", "[a-]",  "\\*",         "[[:alpha:]b]",
        " ",    "\\w",   "\\s",   "[.*]",        "[^[:digit:]A]",
    };
    if (depth > 0 && random_below(rng, 4) == 0) {
        put(out, "(");
        put_alternatives(out, rng, depth - 1);
        put(out, ")");
    } else {
        put(out, atoms[random_below(rng, COUNT_OF(atoms))]);
    }
}

/*
 * Anchors stand outside of groups only: the C library forgets those in a group
 * that is repeated, and says that (.$){2} matches "ab".
 */
static void put_branch(struct out *out, uint64_t *rng, unsigned depth)
{
    static const char *const repeats[] = { "*",    "+",     "?",    "{2}",
                                           "{1,}", "{0,2}", "{1,3}" };
    for (unsigned n = random_below(rng, 4); n > 0; n--) {
        const unsigned kind = random_below(rng, 12);
        if (kind < 2 && depth == DEPTH) {
            put(out, kind ? "^" : "$");
            continue;
        }
        put_atom(out, rng, depth);
        if (kind < 6)
            put(out, repeats[random_below(rng, COUNT_OF(repeats))]);
    }
}

static void put_alternatives(struct out *out, uint64_t *rng, unsigned depth)
{
    put_branch(out, rng, depth);
    while (random_below(rng, 4) == 0) {
        put(out, "|");
        put_branch(out, rng, depth);
    }
}

static struct pattern_tools *tools;

static enum pattern_result find(const struct pattern *p, const char *text)
{
    struct guard g = guard_copy(text, strlen(text));
    const struct tabia_pgn_text value = { (const char *)g.data, g.size };
    const enum pattern_result result = pattern_find(p, &tools, value);
    guard_free(&g);
    return result;
}

static bool check_random(uint64_t *rng, size_t *nmatches, size_t *ngiven_up)
{
    struct out out = { .len = 0 };
    const bool ignore_case = random_below(rng, 3) == 0;
    put_alternatives(&out, rng, DEPTH);
    regex_t theirs;
    const int flags = REG_EXTENDED | REG_NOSUB | (ignore_case ? REG_ICASE : 0);
    if (regcomp(&theirs, out.text, flags) != 0)
        return true;

    size_t at;
    bool ok = true;
    struct tabia_error err = { 0 };
    struct pattern *ours =
        pattern_parse(out.text, out.len, ignore_case, &at, &err);
    if (!ours)
        ok = check_text(out.text, err.msg, "");
    for (int i = 0; ours && i < 20; i++) {
        char text[12] = "";
        for (size_t n = 0, len = random_below(rng, sizeof(text)); n < len; n++)
            text[n] = "aabbAcC.*]- 1"[random_below(rng, 13)];
        const bool want = regexec(&theirs, text, 0, NULL, 0) == 0;
        const enum pattern_result got = find(ours, text);
        *nmatches += want;
        *ngiven_up += got == PATTERN_GAVE_UP;
        if (got != PATTERN_GAVE_UP && (got == PATTERN_YES) != want) {
            print_error("/%s/ on '%s': want %d\n", out.text, text, want);
            ok = false;
        }
    }
    regfree(&theirs);
    pattern_free(ours);
    return ok;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t rng = 1;
    size_t nmatches = 0, ngiven_up = 0;
    bool ok = true;
    for (int i = 0; i < 5000; i++)
        ok &= check_random(&rng, &nmatches, &ngiven_up);
    assert_true(ok);
    assert_true(ngiven_up < 10);                       // of 100,000
    assert_true(nmatches > 10000 && nmatches < 90000); // both answers occur
}

/* ---- chosen ones ----------------------------------------------------- */

static const struct {
    const char *pattern, *text;
    bool is_match;
} cases[] = {
    { "(?i)candidates", "FIDE Candidates", true },
    { "(?i)", "x", true },
    { "^Kasp", "Kasparov", true },
    { "^Kasp", "de Kasp", false },
    { "M.ller", "M\xFCller", true },      // Latin-1
    { "M.ller", "M\xC3\xBCller", false }, // UTF-8: two bytes
    { "M(\xC3\xBC|u)ller", "M\xC3\xBCller", true },
    { "^a\"b$", "a\\\"b", true }, // escapes of PGN
    { "^a\\\\b$", "a\\\\b", true },
    { "^\\d{4}\\.\\d\\d$", "2015.06", true },
    { "^(a?){20}a{20}$", "aaaaaaaaaaaaaaaaaaaaaaaaa", true },
    { "(x+x+)+y", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", false },
    { "[\\d]", "\\\\", true }, // in brackets a backslash is itself
    { "[\\d]", "7", false },
    { "[[:digit:]-z]", "-", true },
    { "[a[]", "[", true },
    { "^a+?$", "", true }, // a repeat of a repeat, not a lazy one
    { "^a++a$", "aa", true },
    { "^(ab)*{2}$", "ababab", true },
    { "^.$", "\n", true },
    { "a$", "a\n", false },
    { "\\*\\?\\#", "*?#", true },
    { "a b#c", "a b#c", true },
    { "[[:word:]]", "_", true },
    { "", "", true },
    { "^$", "", true },
    { "^$", "x", false },
    { "$", "x", true },
    { "a{0}b", "b", true },
    { "(.$){2}", "ab", false },
    { "(^a|b)+$", "abb", true },
    { "(^a)+$", "aa", false },
};

static void test_cases(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t at;
        struct tabia_error err = { 0 };
        struct pattern *p =
            pattern_parse(cases[i].pattern, strlen(cases[i].pattern), false,
                          &at, &err);
        ok &= check_text(cases[i].pattern, err.msg, "");
        if (p)
            ok &= check_number(cases[i].pattern, find(p, cases[i].text),
                               cases[i].is_match);
        pattern_free(p);
    }
    assert_true(ok);
}

static const struct {
    const char *pattern, *want;
} bad_cases[] = {
    { "(ab", "0: expected ')' to close this '('" },
    { "ab)c", "2: unmatched ')'" },
    { "a[bc", "1: expected ']' to close this '['" },
    { "[b-a]", "1: the range ends before it begins" },
    { "[[:foo:]]", "3: unknown POSIX class name" },
    { "[[:^alpha:]]", "1: expected ':]' after the name of the class" },
    { "[[:alpha]", "1: expected ':]' after the name of the class" },
    { "[[=a=]]", "1: only classes such as [:alpha:] are allowed here" },
    { "[\xC3\xBC]",
      "1: brackets hold ASCII characters only; use (a|b) for others" },
    { "*a", "0: nothing to repeat; write '\\' before a character to match it "
            "literally" },
    { "a|+", "2: nothing to repeat; write '\\' before a character to match it "
             "literally" },
    { "^*", "1: nothing to repeat" },
    { "a{2", "1: expected '}' to close this '{'" },
    { "a{x}", "2: expected a number, as in {2}, {2,} or {2,5}" },
    { "a{3,2}", "1: the repeat ends before it begins" },
    { "a{256}", "2: a repeat count must be at most 255" },
    { "(a)\\1", "3: a pattern cannot refer back to a group" },
    { "a\\", "1: expected a character after '\\'" },
    { "\\b", "0: unknown escape; expected \\d, \\s or \\w" },
    { "(?=a)", "1: nothing to repeat; write '\\' before a character to match "
               "it literally" },
    { "(*UTF)a", "1: nothing to repeat; write '\\' before a character to match "
                 "it literally" },
    { "\\Qa", "0: unknown escape; expected \\d, \\s or \\w" },
    { "((a{100}){100}){100}", "0: regular expression is too large" },
};

static void test_bad(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(bad_cases); i++) {
        const char *text = bad_cases[i].pattern;
        struct guard g = guard_copy(text, strlen(text));
        size_t at;
        char got[256];
        struct tabia_error err = { 0 };
        struct pattern *p =
            pattern_parse((const char *)g.data, g.size, false, &at, &err);
        snprintf(got, sizeof(got), "%zu: %s", at, err.msg);
        ok &= check_text(text, got, bad_cases[i].want);
        pattern_free(p);
        guard_free(&g);
    }
    assert_true(ok);
}

/* A match that would take for ever is given up, on long texts as well. */
static void test_large(void **state)
{
    (void)state;
    static char text[100000];
    size_t at;
    memset(text, 'a', sizeof(text));
    struct pattern *p = pattern_parse("(a+a+)+[bc]", 11, false, &at, NULL);
    assert_non_null(p);
    assert_int_equal(pattern_find(p, &tools,
                                  (struct tabia_pgn_text){ text, 9 }),
                     PATTERN_NO);
    assert_int_equal(pattern_find(p, &tools,
                                  (struct tabia_pgn_text){ text, 64 }),
                     PATTERN_GAVE_UP);
    assert_int_equal(
        pattern_find(p, &tools, (struct tabia_pgn_text){ text, sizeof(text) }),
        PATTERN_GAVE_UP);
    pattern_free(p);
    p = pattern_parse("a.*b", 4, false, &at, NULL);
    text[sizeof(text) - 1] = 'b';
    assert_int_equal(
        pattern_find(p, &tools, (struct tabia_pgn_text){ text, sizeof(text) }),
        PATTERN_YES);
    pattern_free(p);
}

static bool parse(void *ctx, struct tabia_error *err)
{
    size_t at;
    struct pattern *p = pattern_parse("a|b", 3, false, &at, err);
    struct pattern_tools *own = NULL;
    (void)ctx;
    if (!p)
        return false;
    const enum pattern_result result =
        pattern_find(p, &own, (struct tabia_pgn_text){ "\\\"b", 3 });
    pattern_tools_free(own);
    pattern_free(p);
    return result == PATTERN_YES || error_nomem(err);
}

static void test_memory(void **state)
{
    (void)state;
    fail_alloc_each(parse, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random), cmocka_unit_test(test_cases),
        cmocka_unit_test(test_bad),    cmocka_unit_test(test_large),
        cmocka_unit_test(test_memory),
    };
    const int nfailed = cmocka_run_group_tests(tests, NULL, NULL);
    pattern_tools_free(tools);
    return nfailed;
}
