/*
 * test_adding_a_format.c - the format that docs/adding-a-format.md makes
 *
 * The build takes its code from that page.
 */
#include "format_check.h"

#include "base/attr.h"

extern const struct tabia_format format_uci_lines;

static struct tabia_book *decode(const char *text, struct tabia_error *err)
{
    const struct tabia_read_options options = { .format = &format_uci_lines };
    return tabia_book_decode(bytes_of(text), &options, err);
}

static void it_reads_and_writes(void **state)
{
    static const struct {
        const char *name, *text, *written, *losses;
    } table[] = {
        { "one line", "e2e4 e7e5\n", "e2e4 e7e5\n", "" },
        { "castling", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1",
          "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1\n", "" },
        { "lines that meet", "e2e4 g7g6 d2d4 f8g7\nd2d4 g7g6 e2e4\n",
          "e2e4 g7g6 d2d4 f8g7\nd2d4 g7g6 e2e4\n",
          "1 line ends where it meets another" },
    };
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct tabia_error err = { 0 };
        struct tabia_report report = { 0 };
        char losses[256];
        uint8_t *data;
        size_t size;
        struct tabia_book *book = decode(table[i].text, &err);
        if (!book)
            fail_msg("%s: %s", table[i].name, err.msg);
        assert_true(tabia_book_encode(book, &format_uci_lines, NULL, &data,
                                      &size, &report, &err));
        if (size != strlen(table[i].written) ||
            memcmp(data, table[i].written, size) != 0) {
            print_error("%s: got \"%.*s\", want \"%s\"\n", table[i].name,
                        (int)size, (const char *)data, table[i].written);
            ok = false;
        }
        ok &= check_text(table[i].name,
                         report_text(&report, losses, sizeof(losses)),
                         table[i].losses);
        free(data);
        tabia_book_free(book);
    }
    assert_true(ok);
}

static void it_tells_where_a_line_is_wrong(void **state)
{
    static const struct {
        const char *name, *text;
        uint32_t line, col;
    } table[] = {
        { "no move", "e2e4 e7\n", 1, 6 },
        { "not legal", "e2e4\nd2d4 e7e5 d4d6", 2, 11 },
        { "no piece there", "e3e4", 1, 1 },
    };
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        struct tabia_error err = { 0 };
        assert_null(decode(table[i].text, &err));
        ok &= check_number(table[i].name, err.line, table[i].line);
        ok &= check_number(table[i].name, err.col, table[i].col);
    }
    assert_true(ok);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_reads_and_writes),
        cmocka_unit_test(it_tells_where_a_line_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
