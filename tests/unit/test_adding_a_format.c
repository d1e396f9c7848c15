/*
 * test_adding_a_format.c - the formats that docs/adding-a-format.md makes
 *
 * The build takes its code from that page.
 */
#include "format_check.h"

#include "base/compiler.h"

#include "base/buf.h"
#include "base/bytes.h"
#include "format/report.h"
#include "format/table_io.h"

extern const struct tabia_format format_plain_uci;
extern const struct tabia_format format_short_bin;

/* ---- lines ----------------------------------------------------------- */

static struct tabia_book *decode(const char *text, struct tabia_error *err)
{
    const struct tabia_read_options options = { .format = &format_plain_uci };
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
        assert_true(tabia_book_encode(book, &format_plain_uci, NULL, &data,
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

/* ---- keys ------------------------------------------------------------ */

enum { ROW_SIZE = 12, ROWS_MAX = 8 };

/* Puts the entry of a move after 'line', in the order of keys; the size. */
static size_t add_row(uint8_t *data, size_t size, const char *line,
                      const char *move, uint16_t weight)
{
    struct tabia_pos pos;
    uint8_t row[ROW_SIZE];
    tabia_move mv;
    tabia_pos_set_start(&pos);
    for (; *line; line += 5) {
        assert_true(tabia_uci_parse(&pos, line, 4, &mv, NULL));
        tabia_pos_play(&pos, mv);
    }
    put_be64(row, tabia_pos_key(&pos));
    put_be16(row + 10, weight);
    const unsigned from =
        (unsigned)(move[1] - '1') * 8 + (unsigned)move[0] - 'a';
    const unsigned to = (unsigned)(move[3] - '1') * 8 + (unsigned)move[2] - 'a';
    put_be16(row + 8, (uint16_t)(from << 6 | to));
    size_t at = size;
    for (; at && memcmp(data + at - ROW_SIZE, row, 8) > 0; at -= ROW_SIZE)
        memcpy(data + at, data + at - ROW_SIZE, ROW_SIZE);
    memcpy(data + at, row, ROW_SIZE);
    return size + ROW_SIZE;
}

static bool note_problem(void *ctx, enum tabia_severity severity,
                         const struct tabia_error *problem)
{
    struct buf *words = ctx;
    buf_add_text(words, severity == TABIA_SEVERITY_ERROR ? "error: " : "");
    buf_add_text(words, problem->msg);
    return true;
}

/* White's moves of two lines, and one that is not legal. */
static size_t make_rows(uint8_t data[ROWS_MAX * ROW_SIZE], bool is_legal)
{
    size_t n = add_row(data, 0, "", "e2e4", 9);
    n = add_row(data, n, "", "d2d4", 3);
    n = add_row(data, n, "e2e4 e7e5 ", "g1f3", 5);
    n = add_row(data, n, "e2e4 e7e5 g1f3 b8c6 ", "f1b5", 7);
    return is_legal ? n : add_row(data, n, "e2e4 e7e5 ", "e1e3", 1);
}

static void a_keyed_format_has_all_walks(void **state)
{
    static const struct {
        const char *name, *value;
        uint32_t nmoves, nroots;
        const char *words;
    } table[] = {
        { "walk", "start", 2, 1,
          "2 of 4 entries are unreachable from known positions" },
        { "walk", "near", 4, 3, "" },
        { "walk", "bridge", 6, 1,
          "2 passive moves are added to join lines (not in the file)" },
        { "least-weight", "7", 2, 2,
          "1 of 4 entries is unreachable from known positions" },
    };
    uint8_t data[ROWS_MAX * ROW_SIZE];
    const struct tabia_bytes bytes = { data, make_rows(data, true) };
    bool ok = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        const struct tabia_setting setting = { table[i].name, table[i].value };
        struct buf words = { .limit = 4096 };
        const struct tabia_read_options options = {
            .format = &format_short_bin,
            .settings = &setting,
            .nsettings = 1,
            .on_problem = note_problem,
            .ctx = &words,
        };
        struct tabia_error err = { 0 };
        struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
        if (!book)
            fail_msg("%s: %s", table[i].value, err.msg);
        ok &= check_number(table[i].value, tabia_book_edge_count(book),
                           table[i].nmoves);
        ok &= check_number(table[i].value, tabia_book_root_count(book),
                           table[i].nroots);
        ok &= check_text(table[i].value, buf_text(&words), table[i].words);
        buf_clear(&words);
        tabia_book_free(book);
    }
    assert_true(ok);
}

static void a_keyed_format_names_what_is_wrong(void **state)
{
    uint8_t data[ROWS_MAX * ROW_SIZE];
    struct tabia_bytes bytes = { data, make_rows(data, false) };
    const struct tabia_setting bad = { "walk", "far" };
    struct tabia_read_options options = { .format = &format_short_bin };
    struct tabia_error err = { 0 };
    (void)state;
    assert_null(tabia_book_decode(bytes, &options, &err));
    assert_true(check_text("illegal", err.msg,
                           "move 0x0114 is not legal in rnbqkbnr/pppp1ppp/8/"
                           "4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"));
    err = (struct tabia_error){ 0 };
    bytes.size--;
    assert_null(tabia_book_decode(bytes, &options, &err));
    assert_true(check_text("short", err.msg, "the last entry is truncated"));
    err = (struct tabia_error){ 0 };
    options.settings = &bad;
    options.nsettings = 1;
    assert_null(tabia_book_decode(bytes, &options, &err));
    assert_true(check_text("setting", err.msg,
                           "walk: expected start, known, near or bridge, "
                           "found 'far'"));
}

static void a_keyed_format_is_searched(void **state)
{
    uint8_t data[ROWS_MAX * ROW_SIZE];
    const struct tabia_bytes bytes = { data, make_rows(data, true) };
    const struct tabia_read_options options = { .format = &format_short_bin };
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    (void)state;
    tabia_pos_set_start(&pos);
    struct table *table = format_open_table(bytes, &options, NULL);
    assert_non_null(table);
    assert_int_equal(table_find(table, &pos, list), 2);
    assert_int_equal(list[0].data.weight + list[1].data.weight, 12);
    table_close(table);
}

/* The page promises that such a format is small. */
static void a_keyed_format_is_short(void **state)
{
    FILE *f = fopen(KEYED_SAMPLE, "r");
    int nlines = 0;
    (void)state;
    assert_non_null(f);
    for (int c = getc(f); c != EOF; c = getc(f))
        nlines += c == '\n';
    fclose(f);
    assert_in_range(nlines, 1, 159);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_reads_and_writes),
        cmocka_unit_test(it_tells_where_a_line_is_wrong),
        cmocka_unit_test(a_keyed_format_has_all_walks),
        cmocka_unit_test(a_keyed_format_names_what_is_wrong),
        cmocka_unit_test(a_keyed_format_is_searched),
        cmocka_unit_test(a_keyed_format_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
