/*
 * test_format_settings.c - a row parses, checks and describes its setting
 */
#include <string.h>

#include "base/compiler.h"
#include "check.h"
#include "format/format_contract.h"

struct settings {
    const char *text, *file;
    uint64_t number, size;
    bool flag;
    enum { ONE = 1, TWO, THREE } word;
};

enum { BOTH = TABIA_WHEN_READING | TABIA_WHEN_WRITING };

static const struct setting_row rows[] = {
    SETTING_FLAG(struct settings, flag, "flag", BOTH, "a flag"),
    SETTING_WORD(struct settings, word, "word", BOTH, "one|two|three", "two",
                 "a word"),
    SETTING_NUMBER(struct settings, number, "number", BOTH, 3, 4294967294, NULL,
                   "a number"),
    SETTING_NUMBER(struct settings, size, "size", BOTH, 0, UINT64_MAX, "9",
                   "any number"),
    SETTING_TEXT(struct settings, text, "text", BOTH, "NAME", "a text"),
    SETTING_FILE(struct settings, file, "file", BOTH, "a file"),
    SETTING_END,
};

/* ---- values ---------------------------------------------------------- */

static void test_check(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value, *want;
    } cases[] = {
        { "flag", "", "" },
        { "flag", "yes", "" },
        { "flag", "no", "" },
        { "flag", "1", "flag: expected yes or no, found '1'" },
        { "word", "one", "" },
        { "word", "three", "" },
        { "word", "", "word: expected one, two or three, found ''" },
        { "word", "on", "word: expected one, two or three, found 'on'" },
        { "word", "one|two",
          "word: expected one, two or three, found 'one|two'" },
        { "number", "3", "" },
        { "number", "00012", "" },
        { "number", "4294967294", "" },
        { "number", "4294967295",
          "number: expected a number from 3 to 4294967294, found "
          "'4294967295'" },
        { "number", "2",
          "number: expected a number from 3 to 4294967294, found '2'" },
        { "number", "",
          "number: expected a number from 3 to 4294967294, "
          "found ''" },
        { "number", "-4",
          "number: expected a number from 3 to 4294967294, found '-4'" },
        { "number", " 4",
          "number: expected a number from 3 to 4294967294, found ' 4'" },
        { "number", "4k",
          "number: expected a number from 3 to 4294967294, found '4k'" },
        { "size", "18446744073709551615", "" },
        { "size", "18446744073709551616",
          "size: expected a number, found '18446744073709551616'" },
        { "size", "x", "size: expected a number, found 'x'" },
        { "text", "", "" },
        { "file", "any thing", "" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        const bool is_good =
            format_setting_check(format_setting_find(rows, cases[i].name),
                                 cases[i].value, &err);
        nfailed += !check_text(cases[i].value, err.msg, cases[i].want);
        nfailed += is_good != !*cases[i].want;
    }
    assert_int_equal(nfailed, 0);
}

static void test_get(void **state)
{
    (void)state;
    static const struct tabia_setting list[] = {
        { "word", "one" },     { "flag", "" },  { "text", "a" },
        { "number", "00012" }, { "file", "f" }, { "word", "three" },
        { "text", "b" },
    };
    const struct tabia_read_options options = {
        .settings = list,
        .nsettings = COUNT_OF(list),
    };
    struct settings s = { 0 };
    format_settings_get(rows, &options, &s);
    assert_int_equal(s.word, THREE); // the last one counts
    assert_true(s.flag);
    assert_int_equal(s.number, 12);
    assert_int_equal(s.size, 9);
    assert_string_equal(s.text, "b");
    assert_string_equal(s.file, "f");

    const struct tabia_setting off = { "flag", "no" };
    const struct tabia_write_options none = { .settings = &off,
                                              .nsettings = 1 };
    s = (struct settings){ .number = 7, .flag = true, .word = ONE };
    format_settings_get(rows, &none, &s);
    assert_int_equal(s.word, TWO);
    assert_int_equal(s.number, 7); // no default: it stays
    assert_false(s.flag);
}

/* The beginning of a struct, as formats share one. */
static void test_beginning(void **state)
{
    (void)state;
    static const struct tabia_setting list[] = { { "text", "a" },
                                                 { "word", "one" } };
    struct settings s = { .word = THREE };
    format_settings_fill(rows, list, COUNT_OF(list), &s,
                         offsetof(struct settings, word));
    assert_string_equal(s.text, "a");
    assert_int_equal(s.word, THREE);
}

/* ---- the rows of all formats ----------------------------------------- */

static void test_rows(void **state)
{
    (void)state;
    const struct tabia_format *format;
    int nfailed = 0;
    for (size_t i = 0; (format = tabia_format_at(i)); i++) {
        const struct tabia_format_info *info = tabia_format_get_info(format);
        const struct tabia_setting_info *row;
        for (size_t k = 0; (row = tabia_format_setting_at(format, k)); k++) {
            const bool is_once =
                format_setting_find(format->settings, row->name) == row;
            const bool is_usual =
                !row->default_value ||
                format_setting_check(row, row->default_value, NULL);
            const bool is_used =
                (info->can_read && row->when & TABIA_WHEN_READING) ||
                (info->can_write && row->when & TABIA_WHEN_WRITING);
            nfailed += !check_number(row->name, is_once, true);
            nfailed += !check_number(row->name, is_usual, true);
            nfailed += !check_number(row->name, is_used, true);
            nfailed += !check_number(row->name, *row->help >= 'a', true);
        }
    }
    assert_int_equal(nfailed, 0);
}

static void test_unknown(void **state)
{
    (void)state;
    static const struct {
        struct tabia_setting setting;
        const char *want;
    } cases[] = {
        { { "lines", "" }, "format polyglot has no setting 'lines'" },
        { { "walk", "far" },
          "walk: expected start, known, near or bridge, found 'far'" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_read_options options = {
            .format = tabia_format_find("polyglot", NULL),
            .settings = &cases[i].setting,
            .nsettings = 1,
        };
        struct tabia_error err = { 0 };
        assert_null(
            tabia_book_decode((struct tabia_bytes){ 0 }, &options, &err));
        assert_string_equal(err.msg, cases[i].want);
        assert_int_equal(err.status, TABIA_ERR_MISUSE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check),     cmocka_unit_test(test_get),
        cmocka_unit_test(test_beginning), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
