/*
 * test_base_error.c - errors, their places, and how they are printed
 */
#include "check.h"

#include <errno.h>
#include <string.h>

#include "base/compiler.h"
#include "base/error_internal.h"
#include "base/utf8.h"
#include "guard.h"

static void test_sticky(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    assert_false(error_at_col(&err, TABIA_ERR_SYNTAX, 5, "first %d", 1));
    assert_false(error_set(&err, TABIA_ERR_IO, "second"));
    assert_false(error_at_offset(&err, TABIA_ERR_CORRUPT, 9, "third"));
    assert_false(error_system(&err, ENOENT, "fourth"));
    assert_string_equal(err.msg, "first 1");
    assert_int_equal(err.status, TABIA_ERR_SYNTAX);
    assert_int_equal(err.line, 1);
    assert_int_equal(err.col, 5);
    assert_int_equal(err.offset, 4);

    assert_false(error_in_file(&err, "a.txt"));
    assert_false(error_in_file(&err, "b.txt"));
    assert_string_equal(err.file, "a.txt");
}

/* After tabia_error_clear an error can be used again, as if it were new. */
static void test_clear(void **state)
{
    (void)state;
    static const struct tabia_error zero;
    struct tabia_error err = { 0 };
    error_at_offset(&err, TABIA_ERR_CORRUPT, 7, "first");
    error_in_file(&err, "book.bin");
    tabia_error_clear(&err);
    assert_int_equal(err.status, TABIA_OK);
    assert_int_equal(err.offset, 0);
    assert_string_equal(err.file, "");
    error_set(&err, TABIA_ERR_IO, "second");
    assert_string_equal(err.msg, "second");
    memset(&err, 0xFF, sizeof(err)); // 'reserved' may have new members
    tabia_error_clear(&err);
    assert_memory_equal(&err, &zero, sizeof(err));
    tabia_error_clear(NULL);
}

static void test_null(void **state)
{
    (void)state;
    assert_false(error_set(NULL, TABIA_ERR_IO, "x"));
    assert_false(error_at_col(NULL, TABIA_ERR_IO, 1, "x"));
    assert_false(error_at_location(NULL, TABIA_ERR_IO, 1, 1, 0, "x"));
    assert_false(error_at_offset(NULL, TABIA_ERR_IO, 1, "x"));
    assert_false(error_system(NULL, EIO, "x"));
    assert_false(error_nomem(NULL));
    assert_false(error_in_file(NULL, "x"));
}

static void test_system(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    error_system(&err, ENOENT, "cannot open %s", "it");
    assert_string_equal(err.msg, "cannot open it: No such file or directory");
    assert_int_equal(err.status, TABIA_ERR_IO);

    struct tabia_error nomem = { 0 };
    error_system(&nomem, ENOMEM, "cannot map");
    assert_int_equal(nomem.status, TABIA_ERR_NOMEM);
}

/* A message that is too long loses whole characters only. */
static void test_long_message(void **state)
{
    (void)state;
    for (size_t pad = 0; pad < 4; pad++) {
        char text[300];
        memset(text, 'x', pad);
        for (size_t i = pad; i + 3 <= sizeof(text); i += 3)
            memcpy(text + i, "\xE2\x82\xAC", 3); // the euro sign
        text[297] = '\0';
        struct tabia_error err = { 0 };
        error_set(&err, TABIA_ERR_SYNTAX, "%s", text);
        const size_t len = strlen(err.msg);
        assert_true(utf8_is_valid(err.msg, len));
        assert_in_range(len, TABIA_ERROR_MSG_SIZE - 4,
                        TABIA_ERROR_MSG_SIZE - 1);
    }
}

static void test_status_names(void **state)
{
    (void)state;
    assert_string_equal(tabia_status_name(TABIA_OK), "ok");
    assert_string_equal(tabia_status_name(TABIA_ERR_ILLEGAL), "illegal");
    assert_string_equal(tabia_status_name(TABIA_ERR_NOMEM), "nomem");
    assert_string_equal(tabia_status_name(TABIA_ERR_NOT_FOUND), "not-found");
    assert_string_equal(tabia_status_name((enum tabia_status)99), "unknown");
    assert_string_equal(tabia_status_name((enum tabia_status) - 1), "unknown");
}

#define TEN   "0123456789"
#define FIFTY TEN TEN TEN TEN TEN

static const struct {
    const char *name, *file, *src;
    uint32_t line, col;
    const char *want;
} prints[] = {
    { "plain", "a.txt", "e2e4 d7d9\n", 1, 8,
      "a.txt:1:8: error: bad\n  e2e4 d7d9\n         ^\n" },
    { "second line", "a.txt", "e2e4\nd7d9", 2, 3,
      "a.txt:2:3: error: bad\n  d7d9\n    ^\n" },
    { "CR LF", "a", "one\r\ntwo\r\n", 2, 1, "a:2:1: error: bad\n  two\n  ^\n" },
    { "CR alone", "a", "one\rtwo\rthree", 3, 5,
      "a:3:5: error: bad\n  three\n      ^\n" },
    { "tab before the caret", "a", "\tx\ty", 1, 4,
      "a:1:4: error: bad\n  \tx\ty\n  \t \t^\n" },
    { "no file", NULL, "abc", 1, 1, "input:1:1: error: bad\n  abc\n  ^\n" },
    { "column at the end", "a", "abc", 1, 4,
      "a:1:4: error: bad\n  abc\n     ^\n" },
    { "column beyond the end", "a", "abc\nd", 1, 99,
      "a:1:99: error: bad\n  abc\n     ^\n" },
    { "column 0", "a", "abc", 1, 0, "a:1:0: error: bad\n  abc\n  ^\n" },
    { "empty line", "a", "\n\nx", 2, 1, "a:2:1: error: bad\n  \n  ^\n" },
    { "empty text", "a", "", 1, 1, "a:1:1: error: bad\n  \n  ^\n" },
    { "line beyond the end", "a", "abc", 9, 1, "a:9:1: error: bad\n" },
    { "escapes move the caret", "a", "a\x01\xFFz", 1, 4,
      "a:1:4: error: bad\n  a\\x01\\xFFz\n           ^\n" },
    { "caret at an escape", "a", "a\x1B[31m", 1, 2,
      "a:1:2: error: bad\n  a\\x1B[31m\n   ^\n" },
    { "C1 control", "a", "\xC2\x9Bz", 1, 3,
      "a:1:3: error: bad\n  \\xC2\\x9Bz\n          ^\n" },
    { "UTF-8 counts characters", "a", "\xC3\xA9\xE2\x82\xACz", 1, 6,
      "a:1:6: error: bad\n  \xC3\xA9\xE2\x82\xACz\n    ^\n" },
    { "inside a character", "a", "\xE2\x82\xACz", 1, 3,
      "a:1:3: error: bad\n  \xE2\x82\xACz\n  ^\n" },
    { "byte order mark", "a",
      "\xEF\xBB\xBF"
      "abc",
      1, 2, "a:1:2: error: bad\n  abc\n   ^\n" },
    { "long line, start", "a", FIFTY FIFTY FIFTY, 1, 1,
      "a:1:1: error: bad\n  " TEN TEN TEN "012345...\n  ^\n" },
    { "long line, middle", "a", FIFTY FIFTY FIFTY, 1, 101,
      "a:1:101: error: bad\n"
      "  ..." FIFTY TEN TEN TEN TEN "012345...\n"
      "     "
      "          "
      "          "
      "          "
      "          "
      "          "
      "          "
      "^\n" },
    { "long line, end", "a", FIFTY FIFTY FIFTY, 1, 151,
      "a:1:151: error: bad\n"
      "  ..." FIFTY TEN "\n"
      "     "
      "          "
      "          "
      "          "
      "          "
      "          "
      "          "
      "^\n" },
    { "file name escaped", "a\nb", "x", 1, 1,
      "a\\x0Ab:1:1: error: bad\n  x\n  ^\n" },
};

static void test_print(void **state)
{
    (void)state;
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(prints); i++) {
        struct guard src = guard_copy(prints[i].src, strlen(prints[i].src));
        struct tabia_error err = {
            .status = TABIA_ERR_SYNTAX,
            .line = prints[i].line,
            .col = prints[i].col,
            .msg = "bad",
        };
        error_set_file(&err, prints[i].file);
        const size_t want = strlen(prints[i].want);
        struct guard out = guard_new(want + 1);
        const size_t len = tabia_error_print(&err, "error", guard_bytes(&src),
                                             (char *)out.data, out.size);
        ok &= check_text(prints[i].name, (char *)out.data, prints[i].want);
        ok &= check_number(prints[i].name, len, want);
        guard_free(&out);
        guard_free(&src);
    }
    assert_true(ok);
}

static void test_print_binary(void **state)
{
    (void)state;
    const struct tabia_bytes none = { NULL, 0 };
    char got[200];
    struct tabia_error err = { 0 };
    error_at_offset(&err, TABIA_ERR_CORRUPT, 496, "bad");
    error_set_file(&err, "b.bin");
    tabia_error_print(&err, "error", none, got, sizeof(got));
    assert_string_equal(got, "b.bin: offset 0x1f0 (496): error: bad\n");

    struct tabia_error zero = { 0 };
    error_at_offset(&zero, TABIA_ERR_CORRUPT, 0, "bad");
    tabia_error_print(&zero, "warning", none, got, sizeof(got));
    assert_string_equal(got, "input: offset 0x0 (0): warning: bad\n");

    struct tabia_error nowhere = { 0 };
    error_set(&nowhere, TABIA_ERR_IO, "a\x1B");
    tabia_error_print(&nowhere, "error", none, got, sizeof(got));
    assert_string_equal(got, "error: a\\x1B\n");
}

/* The name belongs to the error; of one that is too long the end is kept. */
static void test_file(void **state)
{
    (void)state;
    char path[400];
    for (size_t i = 0; i < sizeof(path) - 1; i++)
        path[i] = (char)('a' + i % 26);
    path[sizeof(path) - 1] = '\0';
    struct tabia_error err = error_for(path);
    char *end = path + sizeof(path) - 1 - (TABIA_ERROR_FILE_SIZE - 4);
    assert_int_equal(strlen(err.file), TABIA_ERROR_FILE_SIZE - 1);
    assert_memory_equal(err.file, "...", 3);
    assert_string_equal(err.file + 3, end);

    memcpy(end - 1, "\xC3\xA9", 2); // the cut is within a character
    error_set_file(&err, path);
    assert_string_equal(err.file + 3, end + 1);

    path[TABIA_ERROR_FILE_SIZE - 1] = '\0'; // just fits
    error_set_file(&err, path);
    assert_string_equal(err.file, path);
    error_set_file(&err, NULL);
    assert_string_equal(err.file, "");
}

/* Any size of buffer gets the start of the text, and the full length. */
static void test_print_sizes(void **state)
{
    (void)state;
    static const char src[] = "abc";
    static const char want[] = "f:1:2: error: bad\n  abc\n   ^\n";
    const struct tabia_error err = { .status = TABIA_ERR_SYNTAX,
                                     .line = 1,
                                     .col = 2,
                                     .file = "f",
                                     .msg = "bad" };
    const struct tabia_bytes bytes = { (const uint8_t *)src, 3 };
    for (size_t size = 0; size <= sizeof(want); size++) {
        struct guard out = guard_new(size);
        const size_t len =
            tabia_error_print(&err, "error", bytes, (char *)out.data, size);
        assert_int_equal(len, sizeof(want) - 1);
        if (size) {
            assert_memory_equal(out.data, want, size - 1);
            assert_int_equal(out.data[size - 1], 0);
        }
        guard_free(&out);
    }
}

/* Is the line the same, by the offset and by counting from the start? */
static void check_line(const char *text, uint32_t line, uint32_t col,
                       uint64_t offset)
{
    const struct tabia_bytes bytes = { (const uint8_t *)text, strlen(text) };
    struct tabia_error err = { .line = line, .col = col };
    char want[256], got[256];
    tabia_error_print(&err, "error", bytes, want, sizeof(want));
    err.offset = offset;
    tabia_error_print(&err, "error", bytes, got, sizeof(got));
    if (strcmp(got, want) != 0)
        fail_msg("%u:%u, offset %u: got \"%s\", want \"%s\"", line, col,
                 (unsigned)offset, got, want);
}

/* Every byte of a text with all kinds of line ends, and a wrong offset. */
static void test_line_by_offset(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBFone\ntwo\r\n\r\nfive\rsix\n\nend";
    uint32_t line = 1, col = 1;
    for (uint64_t at = 3; at < sizeof(text); at++, col++) {
        check_line(text, line, col, at);
        const bool is_crlf = text[at] == '\r' && text[at + 1] == '\n';
        if (text[at] == '\n' || (text[at] == '\r' && !is_crlf)) {
            line++;
            col = 0;
        }
    }
    check_line(text, 2, 2, 6);    // in the line end before
    check_line(text, 4, 1, 11);   // between CR and LF
    check_line(text, 2, 1, 1000); // beyond the end
}

/* An error far down is shown by its offset: nobody counts lines for it. */
static void test_line_is_not_counted(void **state)
{
    (void)state;
    static const char text[] = "a\nb\nc";
    const struct tabia_bytes bytes = { (const uint8_t *)text, 5 };
    const struct tabia_error err = { .line = 999, .col = 1, .offset = 4 };
    char got[64];
    tabia_error_print(&err, "error", bytes, got, sizeof(got));
    assert_string_equal(got, "input:999:1: error: \n  c\n  ^\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_by_offset),
        cmocka_unit_test(test_line_is_not_counted),
        cmocka_unit_test(test_sticky),
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_system),
        cmocka_unit_test(test_long_message),
        cmocka_unit_test(test_status_names),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_print_binary),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_print_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
