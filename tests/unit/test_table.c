/*
 * test_table.c - rows in step, and merging them, with tables in memory
 */
#include "format_check.h"

#include "base/compiler.h"
#include "fail_alloc.h"
#include "format/format_contract.h"
#include "format/table_io.h"
#include "table/row_groups.h"
#include "table/table_def.h"
#include "table_file.h"
#include "temp_folder.h"

/* ---- a format of rows ------------------------------------------------ */

enum { ROWS_MAX = 8 };

struct memory_table {
    struct table table;
    const struct table_row *rows;
    size_t n;
};

static bool memory_next(const struct table_impl *impl, uint64_t *at,
                        uint32_t *sub, struct table_row *row)
{
    const struct memory_table *t = impl->state;
    (void)sub;
    if (*at == t->n)
        return false;
    *row = t->rows[(*at)++];
    return true;
}

static bool write_rows(struct row_stream *rows,
                       const struct tabia_write_options *options,
                       struct sink *dst, struct tabia_report *report,
                       struct tabia_error *err)
{
    (void)options;
    (void)err;
    struct table_row row;
    while (rows->next(rows, &row)) {
        sink_printf(dst, "%u:%u=%u ", (unsigned)row.key, row.code,
                    row.data.weight);
        report_addf(report, row.code == 99, "code 99 is lost");
    }
    return sink_ok(dst);
}

static const struct tabia_format format_rows = {
    .info = { .name = "rows" },
    .write_rows = write_rows,
};

static const struct tabia_format format_other = {
    .info = { .name = "other" },
    .write_rows = write_rows,
};

static const struct tabia_format format_fixed = {
    .info = { .name = "fixed" },
};

static void init(struct memory_table *t, const struct table_row *rows)
{
    *t = (struct memory_table){ .rows = rows };
    while (t->n < ROWS_MAX && rows[t->n].code)
        t->n++;
    t->table.format = &format_rows;
    t->table.impl.key_space = "test";
    t->table.impl.state = t;
    t->table.impl.next = memory_next;
}

#define ROW(k, c, w)                                                           \
    {                                                                          \
        .key = (k), .code = (c), .data = {                                     \
            .has = TABIA_HAS_WEIGHT,                                           \
            .weight = (w)                                                      \
        }                                                                      \
    }

/* ---- the loop -------------------------------------------------------- */

static const struct table_row first_rows[ROWS_MAX] = {
    ROW(1, 10, 5),
    ROW(3, 11, 6),
    ROW(3, 12, 7),
    ROW(9, 13, 1),
};
static const struct table_row second_rows[ROWS_MAX] = {
    ROW(2, 20, 4),
    ROW(3, 12, 9),
    ROW(3, 14, 2),
};
static const struct table_row third_rows[ROWS_MAX] = { ROW(3, 12, 1) };
static const struct table_row no_rows[ROWS_MAX] = { { 0 } };

static void test_kway(void **state)
{
    (void)state;
    struct memory_table t[4];
    init(&t[0], first_rows);
    init(&t[1], second_rows);
    init(&t[2], third_rows);
    init(&t[3], no_rows);
    struct table *const tables[] = { &t[0].table, &t[1].table, &t[2].table,
                                     &t[3].table };
    struct row_groups *k = row_groups_new(tables, 4, NULL);
    struct row_group group;
    assert_non_null(k);

    char got[300] = "";
    struct tabia_error err = { 0 };
    while (row_groups_next(k, &group, &err))
        for (size_t i = 0; i < group.nrows; i++)
            snprintf(got + strlen(got), sizeof(got) - strlen(got), "%u/%zu/%u ",
                     (unsigned)group.key, group.rows[i].table,
                     group.rows[i].row.code);
    assert_true(check_text("kway", got,
                           "1/0/10 2/1/20 3/0/11 3/0/12 3/1/12 3/1/14 3/2/12 "
                           "9/0/13 "));
    assert_int_equal(err.status, TABIA_OK);
    row_groups_free(k);
}

static const char *row_groups_error(struct table *const *tables, size_t n,
                                    struct tabia_error *err)
{
    struct row_groups *k = row_groups_new(tables, n, err);
    struct row_group group;
    while (k && row_groups_next(k, &group, err))
        ;
    row_groups_free(k);
    return err->msg;
}

static void test_kway_errors(void **state)
{
    (void)state;
    static const struct table_row back[ROWS_MAX] = { ROW(4, 1, 1),
                                                     ROW(3, 1, 1) };
    struct table_row *many = calloc(ROW_GROUPS_ROWS_MAX + 1, sizeof(*many));
    assert_non_null(many);
    for (size_t i = 0; i <= ROW_GROUPS_ROWS_MAX; i++)
        many[i] = (struct table_row){ .key = 77, .code = 1 };

    struct memory_table t[2];
    struct table *const tables[] = { &t[0].table, &t[1].table };
    init(&t[0], first_rows);
    init(&t[1], back);
    struct tabia_error err = { 0 };
    assert_string_equal(row_groups_error(tables, 2, &err),
                        "table 2 is not sorted by key");
    assert_int_equal(err.status, TABIA_ERR_CORRUPT);

    t[1].rows = many;
    t[1].n = ROW_GROUPS_ROWS_MAX + 1;
    err = (struct tabia_error){ 0 };
    assert_string_equal(row_groups_error(tables, 2, &err),
                        "key 000000000000004d has more than 65536 rows");
    assert_int_equal(err.status, TABIA_ERR_LIMIT);

    t[1].table.impl.key_space = "crc-40";
    err = (struct tabia_error){ 0 };
    assert_string_equal(row_groups_error(tables, 2, &err),
                        "keys of test and crc-40 cannot be compared");
    t[1].table.impl.key_space = NULL;
    err = (struct tabia_error){ 0 };
    assert_string_equal(row_groups_error(tables, 2, &err),
                        "table 2 has no sorted keys");
    err = (struct tabia_error){ 0 };
    assert_string_equal(row_groups_error(tables, 0, &err), "there is no table");
    assert_int_equal(err.status, TABIA_ERR_MISUSE);
    free(many);
}

/* ---- merging --------------------------------------------------------- */

static void test_merge(void **state)
{
    (void)state;
    static const struct table_row twice[ROWS_MAX] = { ROW(3, 12, 2),
                                                      ROW(3, 12, 3) };
    static const struct table_row mixed[ROWS_MAX] = {
        ROW(3, 15, 1), ROW(3, 12, 10), ROW(3, 11, 20), ROW(3, 12, 30)
    };
    static const struct {
        const char *name;
        enum tabia_merge_policy policy;
        const struct table_row *rows[3];
        const char *want;
    } cases[] = {
        { "one table",
          TABIA_MERGE_SUM,
          { first_rows },
          "1:10=5 3:11=6 3:12=7 9:13=1 " },
        { "sum",
          TABIA_MERGE_SUM,
          { first_rows, second_rows, third_rows },
          "1:10=5 2:20=4 3:11=6 3:12=17 3:14=2 9:13=1 " },
        { "max",
          TABIA_MERGE_MAX,
          { first_rows, second_rows, third_rows },
          "1:10=5 2:20=4 3:11=6 3:12=9 3:14=2 9:13=1 " },
        { "replace",
          TABIA_MERGE_LAST,
          { first_rows, second_rows, third_rows },
          "1:10=5 2:20=4 3:11=6 3:12=1 3:14=2 9:13=1 " },
        { "default",
          TABIA_MERGE_DEFAULT,
          { first_rows, second_rows, third_rows },
          "1:10=5 2:20=4 3:11=6 3:12=9 3:14=2 9:13=1 " },
        { "first",
          TABIA_MERGE_FIRST,
          { second_rows, first_rows, third_rows },
          "1:10=5 2:20=4 3:12=9 3:14=2 9:13=1 " },
        { "twice in one table", TABIA_MERGE_SUM, { twice }, "3:12=2 3:12=3 " },
        { "twice in each",
          TABIA_MERGE_SUM,
          { twice, twice },
          "3:12=4 3:12=6 " },
        { "more in the second",
          TABIA_MERGE_SUM,
          { first_rows, mixed },
          "1:10=5 3:11=26 3:12=17 3:15=1 3:12=30 9:13=1 " },
        { "more in the first",
          TABIA_MERGE_SUM,
          { mixed, second_rows, twice },
          "2:20=4 3:15=1 3:12=21 3:11=20 3:12=33 3:14=2 " },
        { "empty", TABIA_MERGE_SUM, { no_rows, no_rows }, "" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct memory_table t[3];
        struct table *tables[3];
        size_t n = 0;
        for (; n < 3 && cases[i].rows[n]; n++) {
            init(&t[n], cases[i].rows[n]);
            tables[n] = &t[n].table;
        }
        struct temp_folder folder;
        struct tabia_error err = { 0 };
        char got[300];
        temp_folder_make(&folder);
        const char *path = temp_folder_path(&folder, "out");
        const struct tabia_write_options options = { .allow_empty = true };
        if (!format_merge_tables(tables, n, cases[i].policy, path, &options,
                                 NULL, &err))
            fail_msg("%s: %s", cases[i].name, err.msg);
        nfailed +=
            !check_text(cases[i].name, temp_folder_read(path, got, sizeof(got)),
                        cases[i].want);
        temp_folder_remove(&folder);
    }
    assert_int_equal(nfailed, 0);
}

/* Whatever goes wrong, there is no file, not even a temporary one. */
static void test_merge_errors(void **state)
{
    (void)state;
    static const struct table_row back[ROWS_MAX] = { ROW(4, 1, 1),
                                                     ROW(3, 1, 1) };
    static const struct table_row lossy[ROWS_MAX] = { ROW(4, 99, 1) };
    static const struct {
        const char *name;
        const struct tabia_format *format; // of the second table
        const struct table_row *rows;
        const char *want;
    } cases[] = {
        { "unsorted", &format_rows, back, "table 2 is not sorted by key" },
        { "two formats", &format_other, first_rows,
          "tables of rows and other cannot be merged row by row" },
        { "strict", &format_rows, lossy,
          "format rows cannot hold everything: 1 code 99 is lost" },
    };
    const struct tabia_write_options strict = { .strict = true };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct memory_table t[2];
        struct table *const tables[] = { &t[0].table, &t[1].table };
        init(&t[0], first_rows);
        init(&t[1], cases[i].rows);
        t[1].table.format = cases[i].format;
        struct temp_folder folder;
        struct tabia_error err = { 0 };
        char got[300];
        temp_folder_make(&folder);
        const char *path = temp_folder_path(&folder, "out");
        assert_false(format_merge_tables(tables, 2, TABIA_MERGE_SUM, path,
                                         &strict, NULL, &err));
        nfailed += !check_text(cases[i].name, err.msg, cases[i].want);
        nfailed +=
            !check_text(cases[i].name, temp_folder_read(path, got, sizeof(got)),
                        "no file");
        temp_folder_remove(&folder);
    }
    assert_int_equal(nfailed, 0);
}

static void test_merge_misuse(void **state)
{
    (void)state;
    struct memory_table t;
    struct table *const tables[] = { &t.table };
    struct tabia_error err = { 0 };
    init(&t, first_rows);
    t.table.format = &format_fixed;
    assert_false(
        format_merge_tables(tables, 1, TABIA_MERGE_SUM, "x", NULL, NULL, &err));
    assert_string_equal(err.msg, "format fixed cannot be written row by row");
    err = (struct tabia_error){ 0 };
    assert_false(
        format_merge_tables(tables, 0, TABIA_MERGE_SUM, "x", NULL, NULL, &err));
    assert_string_equal(err.msg, "there is no table");
}

struct merging {
    struct table *const *tables;
    const char *path;
};

static bool merge_two(void *ctx, struct tabia_error *err)
{
    const struct merging *m = ctx;
    char got[300];
    const bool ok = format_merge_tables(m->tables, 2, TABIA_MERGE_SUM, m->path,
                                        NULL, NULL, err);
    if (ok)
        assert_int_equal(unlink(m->path), 0);
    assert_string_equal(temp_folder_read(m->path, got, sizeof(got)), "no file");
    return ok;
}

static void test_merge_memory(void **state)
{
    (void)state;
    struct memory_table t[2];
    struct table *const tables[] = { &t[0].table, &t[1].table };
    init(&t[0], first_rows);
    init(&t[1], second_rows);
    struct temp_folder folder;
    temp_folder_make(&folder);
    struct merging m = { tables, temp_folder_path(&folder, "out") };
    fail_alloc_each(merge_two, &m);
    temp_folder_remove(&folder);
}

/* ---- opening --------------------------------------------------------- */

static void test_open_errors(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    assert_null(table_file_open("/nonexistent/book.dat", NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    assert_string_equal(err.file, "/nonexistent/book.dat");

    err = (struct tabia_error){ 0 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("lines", NULL),
        .name = "some.txt",
    };
    assert_null(format_open_table(bytes_of("e2e4"), &options, &err));
    assert_string_equal(err.msg, "format lines cannot be searched in the file");
    assert_string_equal(err.file, "some.txt");
    table_close(NULL);
}

/* An error tells the name that was given, else the path. */
static void test_open_names(void **state)
{
    static const char *const names[] = { NULL, "some.txt" };
    struct temp_folder folder;
    (void)state;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "book");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fputs("e2e4", file) < 0 || fclose(file) != 0, 0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct tabia_error err = { 0 };
        const struct tabia_read_options options = {
            .format = tabia_format_find("lines", NULL),
            .name = names[i],
        };
        assert_null(table_file_open(path, &options, &err));
        assert_true(check_text("name", err.file, names[i] ? names[i] : path));
    }
    temp_folder_remove(&folder);
}

/* ---- compiled books -------------------------------------------------- */

/* The text as a CT800 table; the caller frees the bytes. */
static struct tabia_bytes compile(const char *text)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = decode_text("ct800", text, &err);
    if (!book)
        fail_msg("%s", err.msg);
    uint8_t *data;
    size_t size;
    if (!tabia_book_encode(book, tabia_format_find("ct800-bin", NULL), NULL,
                           &data, &size, NULL, &err))
        fail_msg("%s", err.msg);
    tabia_book_free(book);
    return (struct tabia_bytes){ data, size };
}

/* The moves in the starting position: "e2e4 d2d4". */
static const char *found(const struct table *t, char *buf, size_t size)
{
    struct tabia_pos pos;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    tabia_pos_set_start(&pos);
    return entries_text(&pos, list, table_find(t, &pos, list), buf, size);
}

static void test_compiled(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum tabia_merge_policy policy;
        const char *want;
    } cases[] = {
        { "sum", TABIA_MERGE_SUM, "e2e4 d2d4 c2c4" },
        { "first", TABIA_MERGE_FIRST, "e2e4 d2d4" },
    };
    const struct tabia_bytes a = compile("e2e4 e7e5\nd2d4 d7d5\n");
    const struct tabia_bytes b = compile("d2d4 g8f6\nc2c4 e7e5\n");
    struct table *const tables[] = {
        format_open_table(a, NULL, NULL),
        format_open_table(b, NULL, NULL),
    };
    assert_non_null(tables[0]);
    assert_non_null(tables[1]);
    assert_ptr_equal(tables[0]->format, tabia_format_find("ct800-bin", NULL));
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct temp_folder folder;
        char got[100];
        temp_folder_make(&folder);
        const char *path = temp_folder_path(&folder, "out");
        if (!format_merge_tables(tables, 2, cases[i].policy, path, NULL, NULL,
                                 &err))
            fail_msg("%s: %s", cases[i].name, err.msg);
        struct table *merged = table_file_open(path, NULL, &err);
        if (!merged)
            fail_msg("%s: %s", cases[i].name, err.msg);
        nfailed += !check_text(cases[i].name, found(merged, got, sizeof(got)),
                               cases[i].want);
        table_close(merged);
        temp_folder_remove(&folder);
    }
    table_close(tables[0]);
    table_close(tables[1]);
    free((void *)a.data);
    free((void *)b.data);
    assert_int_equal(nfailed, 0);
}

/* A copy of one table is that table, byte for byte. */
static void test_copy(void **state)
{
    (void)state;
    const struct tabia_bytes a = compile("e2e4 e7e5\nd2d4 d7d5\n");
    struct table *t = format_open_table(a, NULL, NULL);
    struct tabia_error err = { 0 };
    struct temp_folder folder;
    char got[1000];
    assert_non_null(t);
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "out");
    assert_true(
        format_merge_tables(&t, 1, TABIA_MERGE_SUM, path, NULL, NULL, &err));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(got, 1, sizeof(got), file), a.size);
    assert_memory_equal(got, a.data, a.size);
    fclose(file);
    table_close(t);
    temp_folder_remove(&folder);
    free((void *)a.data);
}

static bool open_table(void *ctx, struct tabia_error *err)
{
    const struct tabia_bytes *bytes = ctx;
    struct table *t = format_open_table(*bytes, NULL, err);
    table_close(t);
    return t != NULL;
}

static void test_open_memory(void **state)
{
    (void)state;
    struct tabia_bytes a = compile("e2e4 e7e5\n");
    fail_alloc_each(open_table, &a);
    free((void *)a.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kway),
        cmocka_unit_test(test_kway_errors),
        cmocka_unit_test(test_merge),
        cmocka_unit_test(test_merge_errors),
        cmocka_unit_test(test_merge_misuse),
        cmocka_unit_test(test_merge_memory),
        cmocka_unit_test(test_open_errors),
        cmocka_unit_test(test_open_names),
        cmocka_unit_test(test_compiled),
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_open_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
