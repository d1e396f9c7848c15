/*
 * test_base_text.c - the text cursor, UTF-8, Windows-1252, quotes, guesses
 */
#include "check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "base/cp1252.h"
#include "base/error_internal.h"
#include "base/suggestion.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/utf8_repair.h"
#include "base/wording.h"
#include "guard.h"

/* Sizes are given, because some of the texts have NULs. */
#define TEXT(s) s, sizeof(s) - 1

static const struct {
    const char *name, *text;
    size_t size;
    const char *want; // the lines between bars, or the error
} line_cases[] = {
    { "empty", TEXT(""), "|" },
    { "one line", TEXT("abc"), "|abc|" },
    { "LF", TEXT("a\nb\n"), "|a|b|" },
    { "CR LF", TEXT("a\r\nb\r\n"), "|a|b|" },
    { "CR", TEXT("a\rb\r"), "|a|b|" },
    { "CR CR LF", TEXT("a\r\r\nb\r\r\n"), "|a|b|" },
    { "CR CR is two", TEXT("a\r\rb\r\r"), "|a||b||" },
    { "mixed", TEXT("a\n\r\nb\r\rc"), "|a||b||c|" },
    { "blank lines", TEXT("\n\n"), "|||" },
    { "LF CR is two", TEXT("a\n\rb"), "|a||b|" },
    { "byte order mark",
      TEXT("\xEF\xBB\xBF"
           "a\nb"),
      "|a|b|" },
    { "only a mark", TEXT("\xEF\xBB\xBF"), "|" },
    { "half a mark", TEXT("\xEF\xBB"), "|\xEF\xBB|" },
    { "UTF-16 LE",
      TEXT("\xFF\xFE"
           "a\0"),
      "1:1: the text is UTF-16; save it as UTF-8 and try again" },
    { "UTF-16 BE", TEXT("\xFE\xFF\0a"),
      "1:1: the text is UTF-16; save it as UTF-8 and try again" },
    { "UTF-32 LE", TEXT("\xFF\xFE\0\0"),
      "1:1: the text is UTF-32; save it as UTF-8 and try again" },
    { "UTF-32 BE", TEXT("\0\0\xFE\xFF"),
      "1:1: the text is UTF-32; save it as UTF-8 and try again" },
};

static void describe_error(const struct tabia_error *err, char *got,
                           size_t size)
{
    snprintf(got, size, "%u:%u: %s", err->line, err->col, err->msg);
}

static void describe_lines(struct tabia_bytes bytes, char *got, size_t size)
{
    struct tabia_error err = { 0 };
    struct text t;
    if (!text_init(&t, bytes, "f", &err)) {
        describe_error(&err, got, size);
        return;
    }
    size_t len = (size_t)snprintf(got, size, "|");
    while (text_next_line(&t))
        len += (size_t)snprintf(got + len, size - len, "%.*s|",
                                (int)(t.end - t.p), t.p);
    assert_false(text_next_line(&t)); // and stays at the end
}

static void test_lines(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(line_cases); i++) {
        struct guard g = guard_copy(line_cases[i].text, line_cases[i].size);
        char got[256];
        describe_lines(guard_bytes(&g), got, sizeof(got));
        ok &= check_text(line_cases[i].name, got, line_cases[i].want);
        guard_free(&g);
    }
    assert_true(ok);
}

static void test_place(void **state)
{
    (void)state;
    static const char src[] = "\xEF\xBB\xBF"
                              "ab\r\ncdef\n";
    struct tabia_error err = { 0 };
    struct text t;
    const struct tabia_bytes bytes = { (const uint8_t *)src, sizeof(src) - 1 };
    assert_true(text_init(&t, bytes, "x.txt", &err));
    assert_true(text_next_line(&t));
    assert_true(text_next_line(&t));
    assert_true(text_accept(&t, 'c'));
    assert_false(text_accept(&t, 'c'));
    assert_false(text_fail(&t, t.p, TABIA_ERR_ILLEGAL, "no %s", "d"));
    assert_int_equal(err.status, TABIA_ERR_ILLEGAL);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.col, 2);
    assert_int_equal(err.offset, 8);
    assert_string_equal(err.file, "x.txt");
    assert_string_equal(err.msg, "no d");
    assert_false(text_fail(&t, t.end, TABIA_ERR_SYNTAX, "second"));
    assert_string_equal(err.msg, "no d");

    struct tabia_error earlier = { .status = TABIA_ERR_IO, .msg = "earlier" };
    t.err = &earlier;
    assert_false(text_fail(&t, t.p, TABIA_ERR_SYNTAX, "later"));
    assert_string_equal(earlier.msg, "earlier");
    assert_string_equal(earlier.file, "");
    t.err = NULL;
    assert_false(text_fail(&t, t.p, TABIA_ERR_SYNTAX, "nobody asks"));
}

static const struct {
    const char *name, *text;
    size_t size;
    const char *want;
} utf8_cases[] = {
    { "ASCII", TEXT("abc\n"), "valid" },
    { "two, three, four bytes", TEXT("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82"),
      "valid" },
    { "greatest", TEXT("\xF4\x8F\xBF\xBF"), "valid" },
    { "NUL", TEXT("a\0b"), "valid" },
    { "beyond the greatest", TEXT("\xF4\x90\x80\x80"),
      "1:1: byte 0xF4 is not valid UTF-8" },
    { "overlong slash", TEXT("\xC0\xAF"), "1:1: byte 0xC0 is not valid UTF-8" },
    { "overlong three", TEXT("\xE0\x80\xAF"),
      "1:1: byte 0xE0 is not valid UTF-8" },
    { "overlong four", TEXT("\xF0\x80\x80\xAF"),
      "1:1: byte 0xF0 is not valid UTF-8" },
    { "surrogate", TEXT("\xED\xA0\x80"), "1:1: byte 0xED is not valid UTF-8" },
    { "lone tail", TEXT("a\nb\x80"), "2:2: byte 0x80 is not valid UTF-8" },
    { "truncated", TEXT("a\r\nbc\xE2\x82"),
      "2:3: byte 0xE2 is not valid UTF-8" },
    { "Latin-1", TEXT("caf\xE9 noir"), "1:4: byte 0xE9 is not valid UTF-8" },
    { "five bytes", TEXT("\xF8\x88\x80\x80\x80"),
      "1:1: byte 0xF8 is not valid UTF-8" },
    { "after a mark",
      TEXT("\xEF\xBB\xBF"
           "a\xFF"),
      "1:2: byte 0xFF is not valid UTF-8" },
};

static void test_utf8_fold(void **state)
{
    (void)state;
    static const struct {
        const char *text, *plain, *spelled;
    } cases[] = {
        { "", "", "" },
        { "Ruy LOPEZ 3", "ruy lopez 3", "ruy lopez 3" },
        { "Gr\u00fcnfeld", "grunfeld", "gruenfeld" },
        { "\u00c5\u00df \u00d8", "as o", "aass oe" },
        { "R\u00e9ti Kosti\u0107 \u017f", "reti kostic s", "reti kostic s" },
        { "\u00a7 \u0180 \u4e2d", "\u00a7 \u0180 \u4e2d",
          "\u00a7 \u0180 \u4e2d" },
        { "A\xff"
          "B",
          "a\xff"
          "b",
          "a\xff"
          "b" },
    };
    char got[64];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        utf8_fold(cases[i].text, false, got, sizeof(got));
        assert_string_equal(got, cases[i].plain);
        utf8_fold(cases[i].text, true, got, sizeof(got));
        assert_string_equal(got, cases[i].spelled);
    }
    utf8_fold("abc\u00fc", true, got, 5); // no half letters
    assert_string_equal(got, "abc");
}

static void test_utf8_check(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(utf8_cases); i++) {
        struct guard g = guard_copy(utf8_cases[i].text, utf8_cases[i].size);
        struct tabia_error err = { 0 };
        struct text t;
        char got[256] = "valid";
        assert_true(text_init(&t, guard_bytes(&g), NULL, &err));
        if (!text_check_utf8(&t))
            describe_error(&err, got, sizeof(got));
        ok &= check_text(utf8_cases[i].name, got, utf8_cases[i].want);
        guard_free(&g);
    }
    assert_true(ok);
}

static void test_utf8_repair(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "", "" },
        { "caf\u00e9", "caf\u00e9" },
        { "caf\xE9", "caf\u00e9" },
        { "\x80\xE2\x82\xAC", "\u20ac\u20ac" },
        { "\xC3\xA9\xE9", "\u00e9\u00e9" },
        { "\x9D\xE2\x82", "\xC2\x9D\u00e2\u201a" },
        { "\xED\xA0\x80", "\u00ed\u00a0\u20ac" },
    };
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        struct buf got = { .limit = 100 };
        assert_true(utf8_repair(&got, text, strlen(text)));
        ok &= check_text(cases[i].want, buf_text(&got), cases[i].want);
        for (size_t k = 0; k < COUNT_OF(cases); k++)
            ok &= utf8_is_repaired(text, cases[k].want) ==
                  (strcmp(cases[i].want, cases[k].want) == 0);
        buf_clear(&got);
    }
    for (size_t i = 0; i < COUNT_OF(utf8_cases); i++) {
        struct guard g = guard_copy(utf8_cases[i].text, utf8_cases[i].size);
        const struct tabia_bytes text = guard_bytes(&g);
        struct buf got = { .limit = 100 };
        assert_true(utf8_repair(&got, (const char *)text.data, text.size));
        assert_true(utf8_is_valid(buf_text(&got), got.size));
        buf_clear(&got);
        guard_free(&g);
    }
    struct buf small = { .limit = 4 };
    assert_false(utf8_repair(&small, "caf\xE9", 4));
    buf_clear(&small);
    assert_false(utf8_is_repaired("caf\xE9s", "caf\u00e9"));
    assert_false(utf8_is_repaired("caf\xE9", "caf\u00e9s"));
    assert_false(utf8_is_repaired("caf\xE9", "caf\xE9"));
    assert_true(ok);
}

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t max;
        const char *want;
    } cases[] = {
        { "0", 9, "0" },
        { "65535", 65535, "65535" },
        { "65536", 65535, "1:1: number is above 65535" },
        { "18446744073709551615", UINT64_MAX, "18446744073709551615" },
        { "18446744073709551616", UINT64_MAX,
          "1:1: number is above 18446744073709551615" },
        { "99999999999999999999999", UINT64_MAX,
          "1:1: number is above 18446744073709551615" },
        { "7", 3, "1:1: number is above 3" },
        { "007x", 10, "7" },
        { "x", 10, "1:1: expected a number, found 'x'" },
        { "", 10, "1:1: expected a number, found the end of the line" },
        { "\xFF", 10, "1:1: expected a number, found byte 0xFF" },
        { "\xC3\xA9", 10, "1:1: expected a number, found '\xC3\xA9'" },
    };
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct guard g = guard_copy(cases[i].text, strlen(cases[i].text));
        struct tabia_error err = { 0 };
        struct text t;
        char got[256];
        uint64_t value;
        assert_true(text_init(&t, guard_bytes(&g), NULL, &err));
        text_next_line(&t);
        if (text_read_number(&t, cases[i].max, &value))
            snprintf(got, sizeof(got), "%llu", (unsigned long long)value);
        else
            describe_error(&err, got, sizeof(got));
        ok &= check_text(cases[i].text, got, cases[i].want);
        guard_free(&g);
    }
    assert_true(ok);
}

static void test_blanks(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rest; // NULL: nothing is left
    } cases[] = {
        { "", NULL },
        { "  \t", NULL },
        { "a", "a" },
        { " \t a ", "a " },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct guard g = guard_copy(cases[i].text, strlen(cases[i].text));
        struct text t;
        assert_true(text_init(&t, guard_bytes(&g), NULL, NULL));
        text_next_line(&t);
        assert_int_equal(text_skip_blanks(&t), cases[i].rest != NULL);
        if (cases[i].rest) {
            assert_int_equal(t.end - t.p, strlen(cases[i].rest));
            assert_memory_equal(t.p, cases[i].rest, strlen(cases[i].rest));
        }
        guard_free(&g);
    }
}

static void test_quote(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "", "" },
        { "e2e4", "e2e4" },
        { "a\n\x7f\xff", "a\\x0A\\x7F\\xFF" },
        { "0123456789abcdef0123456789abc", "0123456789abcdef0123456789abc" },
        { "0123456789abcdef0123456789abcd",
          "0123456789abcdef0123456789abc..." },
        { "\1\1\1\1\1\1\1\1\1", "\\x01\\x01\\x01\\x01\\x01\\x01\\x01\\x01..." },
    };
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct guard g = guard_copy(cases[i].text, strlen(cases[i].text));
        char buf[QUOTE_SIZE];
        ok &=
            check_text(cases[i].want, quote((const char *)g.data, g.size, buf),
                       cases[i].want);
        guard_free(&g);
    }
    assert_true(ok);
}

static void test_suggest(void **state)
{
    (void)state;
    static const char *const words[] = { "at", "build", "convert", "perft" };
    static const struct {
        const char *typed, *want;
    } cases[] = {
        { "perft", "perft" },  { "preft", "perft" }, // two letters swapped
        { "perfft", "perft" },                       // one too many
        { "pert", "perft" },                         // one missing
        { "parft", "perft" },                        // one wrong
        { "ta", "at" }, // one edit is all that two letters allow for
        { "t", "none" },       { "conv", "convert" }, // its beginning
        { "xyz", "none" },     { "", "none" },
    };
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct suggestion best;
        suggestion_init(&best, cases[i].typed, strlen(cases[i].typed));
        for (size_t k = 0; k < COUNT_OF(words); k++)
            suggestion_offer(&best, words[k]);
        ok &= check_text(cases[i].typed, best.word ? best.word : "none",
                         cases[i].want);
    }
    assert_true(ok);
}

static void test_utf8_round_trip(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x110100; code++) {
        char text[UTF8_MAX];
        uint32_t back = UINT32_MAX;
        const size_t len = utf8_encode(code, text);
        const bool is_good =
            code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        assert_int_equal(len != 0, is_good);
        if (!is_good)
            continue;
        assert_int_equal(utf8_decode(text, len, &back), len);
        assert_int_equal(back, code);
        assert_int_equal(utf8_decode(text, len - 1, &back), 0);
    }
}

static void test_cut(void **state)
{
    (void)state;
    static const char text[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x99\x82z";
    static const size_t want[] = { 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11 };
    for (size_t max = 0; max < COUNT_OF(want); max++)
        assert_int_equal(utf8_cut(text, 11, max), want[max]);
    assert_int_equal(utf8_cut("\x80\x80\x80\x80", 4, 2), 2);
    assert_int_equal(utf8_count(text, 11), 5);
}

static void test_cp1252(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 256; byte++) {
        uint8_t back = 0;
        assert_true(cp1252_encode(cp1252_decode((uint8_t)byte), &back));
        assert_int_equal(back, byte);
    }
    assert_int_equal(cp1252_decode(0x80), 0x20AC);
    assert_int_equal(cp1252_decode(0x9F), 0x0178);
    assert_int_equal(cp1252_decode(0xE9), 0xE9);
    uint8_t byte;
    assert_false(cp1252_encode(0x80, &byte));
    assert_false(cp1252_encode(0x100, &byte));
    assert_false(cp1252_encode(0x1F642, &byte));
}

static void test_words(void **state)
{
    (void)state;
    assert_true(text_is("abcd", 3, "abc"));
    assert_false(text_is("abcd", 4, "abc"));
    assert_true(text_begins("abcd", 3, "ab"));
    assert_false(text_begins("abcd", 1, "ab"));
    assert_true(text_ends("abcd", 3, "bc"));
    assert_false(text_ends("abcd", 1, "ab"));
    assert_true(text_is_letter('Z') && !text_is_letter('[') &&
                !text_is_letter('`'));
    assert_int_equal(text_lower('Z'), 'z');
    assert_int_equal(text_lower('['), '[');
    assert_int_equal(text_hex_digit('f'), 15);
    assert_int_equal(text_hex_digit('F'), 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_utf8_check),
        cmocka_unit_test(test_utf8_repair),
        cmocka_unit_test(test_utf8_fold),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_utf8_round_trip),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_cp1252),
        cmocka_unit_test(test_blanks),
        cmocka_unit_test(test_quote),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_suggest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
