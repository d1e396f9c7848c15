/*
 * test_format_polyglot_write.c - PolyGlot books: writing and merging
 */
#include "format_check.h"

#include "base/buf.h"
#include "base/compiler.h"
#include "book_text.h"
#include "format/report.h"
#include "format/table_io.h"
#include "io/input.h"
#include "polyglot_bytes.h"
#include "temp_folder.h"

/* ---- from a book ----------------------------------------------------- */

static const struct {
    const char *name, *book, *setting, *value, *want, *losses;
} writes[] = {
    { "nothing", "", NULL, NULL, "", "" },
    { "the heaviest first, then the smaller code",
      "d2d4=3 | e2e4=5 | c2c4=5 | a2a3=0", NULL, NULL,
      "@ c2c4=5 e2e4=5 d2d4=3 a2a3=0", "" },
    { "no weights", "d2d4 | e2e4", NULL, NULL, "@ d2d4=1 e2e4=1", "" },
    { "some weights", "d2d4 | e2e4=7", NULL, NULL, "@ e2e4=7 d2d4=0", "" },
    { "by results", "d2d4+3/2/9 | e2e4+5/0/0", NULL, NULL, "@ e2e4=10 d2d4=8",
      "2 game results are dropped" },
    { "Black's results", "e2e4+1/1/1 e7e5+9/1/4 | e2e4 c7c5+0/0/5", NULL, NULL,
      "@ e2e4=3 823c c7c5=10 e7e5=9", "3 game results are dropped" },
    { "all lost", "e2e4+0/0/3 | d2d4+0/0/1", NULL, NULL, "@ d2d4=1 e2e4=1",
      "2 game results are dropped" },
    { "weights before results", "d2d4=2+3/2/9 | e2e4=1+5/0/0", NULL, NULL,
      "@ d2d4=2 e2e4=1", "2 game results are dropped" },
    { "score is asked for", "d2d4=2+3/2/9 | e2e4=1+5/0/0", "weight", "score",
      "@ e2e4=10 d2d4=8", "2 game results are dropped" },
    { "games are asked for", "d2d4=2+3/2/9 | e2e4=1+5/0/0", "weight", "games",
      "@ d2d4=14 e2e4=5", "2 game results are dropped" },
    { "games, but there are none", "d2d4=2 | e2e4=7", "weight", "games",
      "@ e2e4=7 d2d4=2", "" },
    { "uniform", "d2d4=2 | e2e4=7", "weight", "uniform", "@ d2d4=1 e2e4=1",
      "" },
    { "16 bits", "e2e4=4294967295 | d2d4=65536 | c2c4=1 | a2a3=0", NULL, NULL,
      "@ e2e4=65535 c2c4=1 d2d4=1 a2a3=0",
      "2 weights above 65535 are scaled (within their position)" },
    { "all are scaled alike", "e2e4=131070 | d2d4=65535 | c2c4=3", NULL, NULL,
      "@ e2e4=65535 d2d4=32768 c2c4=2",
      "1 weight above 65535 is scaled (within their position); "
      "2 weights are scaled down with a larger one" },
    { "just large enough", "e2e4=65535 | d2d4=1", NULL, NULL,
      "@ e2e4=65535 d2d4=1", "" },
    { "marks", "e2e4=5 e7e5? g1f3 | e2e4 c7c5=3 | d2d4x", NULL, NULL,
      "0844 g1f3=1 @ e2e4=5 823c c7c5=3",
      "1 passive mark is dropped; 1 avoided mark is dropped; "
      "2 moves with a mark are dropped" },
    { "castling", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1=9", NULL, NULL,
      "0844 g1f3=1 1b7e f8c5=1 @ e2e4=1 78cd f1c4=1 823c e7e5=1 "
      "b663 e1h1=9 d320 b8c6=1",
      "" },
};

static char *write_text(const char *text, const char *setting,
                        const char *value, struct tabia_report *report)
{
    const struct tabia_setting list = { setting, value };
    const struct tabia_write_options options = {
        .settings = &list,
        .nsettings = setting != NULL,
    };
    struct tabia_error err = { 0 };
    uint8_t *data;
    size_t size;
    struct tabia_book *book = book_text_make(text, BOOK_TEXT_TREE);
    if (!tabia_book_encode(book, tabia_format_find("polyglot", NULL), &options,
                           &data, &size, report, &err))
        fail_msg("%s: %s", text, err.msg);
    char *dump = polyglot_dump((struct tabia_bytes){ data, size });
    free(data);
    tabia_book_free(book);
    return dump;
}

static void test_write(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(writes); i++) {
        struct tabia_report report = { 0 };
        char losses[400];
        char *got = write_text(writes[i].book, writes[i].setting,
                               writes[i].value, &report);
        nfailed += !check_text(writes[i].name, got, writes[i].want);
        nfailed += !check_text(writes[i].name,
                               report_text(&report, losses, sizeof(losses)),
                               writes[i].losses);
        free(got);
    }
    assert_int_equal(nfailed, 0);
}

/* What a book writes is read as the same book, and written the same. */
static void test_round_trip(void **state)
{
    static const char *const books[] = {
        "e2e4=5 e7e5=3 g1f3=1 | d2d4=2 d7d5=9 | e2e4 c7c5=3",
        "e2e4=5 e7e5=5 g1f3=5 b8c6=5 f1c4=5 f8c5=5 e1g1=5 g8f6=2",
        "g1f3=1 g8f6=1 f3g1=1 f6g8=1 e2e4=70000 | d2d4=7",
    };
    const struct tabia_format *format = tabia_format_find("polyglot", NULL);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(books); i++) {
        struct tabia_book *book = book_text_make(books[i], BOOK_TEXT_GRAPH);
        uint8_t *once, *twice;
        size_t nonce, ntwice;
        assert_true(
            tabia_book_encode(book, format, NULL, &once, &nonce, NULL, NULL));
        const struct tabia_read_options options = { .format = format };
        struct tabia_book *back =
            tabia_book_decode((struct tabia_bytes){ once, nonce }, &options,
                              NULL);
        assert_non_null(back);
        assert_int_equal(tabia_book_edge_count(back),
                         tabia_book_edge_count(book));
        assert_true(
            tabia_book_encode(back, format, NULL, &twice, &ntwice, NULL, NULL));
        assert_int_equal(nonce, ntwice);
        assert_memory_equal(once, twice, nonce);
        free(once);
        free(twice);
        tabia_book_free(back);
        tabia_book_free(book);
    }
}

/*
 * The key counts a double step beside which a pawn stands, even when that
 * pawn is pinned and cannot take: only the way there tells.
 */
static void test_pinned_en_passant(void **state)
{
    (void)state;
    struct tabia_report report = { 0 };
    char *got = write_text("fen:4k2b/3p4/8/4P3/3K4/8/8/8_b_-_-_0_1 d7d5 d4c5=1",
                           NULL, NULL, &report);
    struct tabia_pos pos;
    char want[64];
    const char *fen = "4k2b/8/8/3pP3/3K4/8/8/8 w - d6";
    assert_true(tabia_fen_parse(&pos, fen, strlen(fen), 0x1, NULL));
    snprintf(want, sizeof(want), "%04x d4c5=1",
             (unsigned)(tabia_pos_key(&pos) >> 48));
    assert_non_null(strstr(got, want));
    free(got);
}

/* A learn value that does not fit is dropped: its lower half is another one. */
static void test_learn(void **state)
{
    static const struct {
        uint64_t learn;
        const char *want, *losses;
    } cases[] = {
        { 5, "@ e2e4=1:5", "" },
        { UINT32_MAX, "@ e2e4=1:4294967295", "" },
        { UINT64_C(0x100000005), "@ e2e4=1",
          "1 learn value above 4294967295 is dropped" },
        { UINT64_MAX, "@ e2e4=1", "1 learn value above 4294967295 is dropped" },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_move_data data = { .has = TABIA_HAS_LEARN,
                                              .learn = cases[i].learn };
        struct tabia_builder *b = tabia_builder_new(NULL, NULL);
        struct tabia_builder_cursor c;
        struct tabia_report report = { 0 };
        char losses[200];
        uint8_t *bytes;
        size_t size;
        assert_true(tabia_builder_start(b, NULL, &c, NULL));
        play_moves(b, &c, "e2e4");
        assert_true(tabia_builder_set_move(b, c.edge, &data, NULL));
        struct tabia_book *book = freeze(b);
        assert_true(tabia_book_encode(book, tabia_format_find("polyglot", NULL),
                                      NULL, &bytes, &size, &report, NULL));
        char *got = polyglot_dump((struct tabia_bytes){ bytes, size });
        nfailed += !check_text("bytes", got, cases[i].want);
        nfailed +=
            !check_text("losses", report_text(&report, losses, sizeof(losses)),
                        cases[i].losses);
        free(got);
        free(bytes);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

static void test_new_header(void **state)
{
    static const struct {
        const char *book;
        bool is_asked;
        const char *want;
    } cases[] = {
        { "e2e4", true, "@PG@\n1.0\n2\n1\nnormal\nCreated by Tabia." },
        { "fen:bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR_w_HDhd_-_0_1 e2e4",
          true, "@PG@\n1.0\n2\n1\nfischerandom\nCreated by Tabia." },
        { "#polyglot-header=@PG@,mine e2e4", true, "@PG@,mine" },
        { "#polyglot-header=@PG@,mine e2e4", false, "@PG@,mine" },
    };
    const struct tabia_setting list = { "header", "" };
    const struct tabia_format *format = tabia_format_find("polyglot", NULL);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_write_options options = {
            .settings = &list,
            .nsettings = cases[i].is_asked,
        };
        struct tabia_book *book = book_text_make(cases[i].book, BOOK_TEXT_TREE);
        uint8_t *data;
        size_t size;
        assert_true(tabia_book_encode(book, format, &options, &data, &size,
                                      NULL, NULL));
        struct tabia_book *back =
            tabia_book_decode((struct tabia_bytes){ data, size }, NULL, NULL);
        assert_non_null(back);
        assert_string_equal(tabia_book_find_text(back, "polyglot-header"),
                            cases[i].want);
        free(data);
        tabia_book_free(back);
        tabia_book_free(book);
    }
}

static void test_nomem(void **state)
{
    (void)state;
    struct tabia_book *book =
        book_text_make("e2e4=5 e7e5=3 | e2e4 c7c5=70000", BOOK_TEXT_TREE);
    check_starved_writing(book, tabia_format_find("polyglot", NULL));
    tabia_book_free(book);
}

/* ---- merging --------------------------------------------------------- */

#define HEAD_A "'@PG@/1.0/2/1/normal/The-first-book. "
#define HEAD_B "'@PG@/1.0/2/1/normal/B. "

static const struct {
    const char *name;
    enum tabia_merge_policy policy;
    const char *a, *b, *setting, *want, *losses;
} merges[] = {
    { "sum", TABIA_MERGE_SUM, "#5 e2e4=5:1 d2d4=3 #7 a2a3=1",
      "#5 d2d4=9:2 c2c4=8 e2e4=1:2 #6 a2a3=2", NULL,
      "#5 e2e4=6:1 d2d4=12 c2c4=8 #6 a2a3=2 #7 a2a3=1", "" },
    { "first", TABIA_MERGE_FIRST, "#5 e2e4=5:1 d2d4=3 #7 a2a3=1",
      "#5 d2d4=9:2 c2c4=8 e2e4=1:2 #6 a2a3=2", NULL,
      "#5 e2e4=5:1 d2d4=3 #6 a2a3=2 #7 a2a3=1", "" },
    { "max", TABIA_MERGE_MAX, "#5 e2e4=5:1 d2d4=3 #7 a2a3=1",
      "#5 d2d4=9:2 c2c4=8 e2e4=1:2 #6 a2a3=2", NULL,
      "#5 e2e4=5:1 d2d4=9 c2c4=8 #6 a2a3=2 #7 a2a3=1", "" },
    { "replace", TABIA_MERGE_LAST, "#5 e2e4=5:1 d2d4=3 #7 a2a3=1",
      "#5 d2d4=9:2 c2c4=8 e2e4=1:2 #6 a2a3=2", NULL,
      "#5 e2e4=1:2 d2d4=9:2 c2c4=8 #6 a2a3=2 #7 a2a3=1", "" },
    { "the order of the file stays", TABIA_MERGE_FIRST,
      "#5 e2e4=1 d2d4=3 a2a3=2", "", NULL, "#5 e2e4=1 d2d4=3 a2a3=2", "" },
    { "sums above 16 bits", TABIA_MERGE_SUM,
      "#5 e2e4=65535 d2d4=1 c2c4=0 #6 a2a3=1", "#5 e2e4=65535 #6 a2a3=1", NULL,
      "#5 e2e4=65535 d2d4=1 c2c4=0 #6 a2a3=2",
      "1 weight is scaled to 16 bits" },
    { "headers: the first", TABIA_MERGE_SUM, HEAD_A "#5 e2e4=1",
      HEAD_B "#5 e2e4=1", NULL, HEAD_A "#5 e2e4=2", "" },
    { "headers: the first, if shorter", TABIA_MERGE_SUM, HEAD_B "#5 e2e4=1",
      HEAD_A "#5 e2e4=1", NULL, HEAD_B "#5 e2e4=2", "" },
    { "headers: replaced", TABIA_MERGE_LAST, HEAD_A "#5 e2e4=1",
      HEAD_B "#5 e2e4=1", NULL, HEAD_B "#5 e2e4=1", "" },
    { "headers: the only one", TABIA_MERGE_SUM, "#5 e2e4=1", HEAD_B "#5 e2e4=1",
      NULL, HEAD_B "#5 e2e4=2", "" },
    { "headers: a new one", TABIA_MERGE_SUM, "#5 e2e4=1", "#5 d2d4=1", "header",
      "'@PG@/1.0/2/1/normal/Created_by_Tabia. #5 e2e4=1 d2d4=1", "" },
    { "headers: no second one", TABIA_MERGE_SUM, HEAD_A "#5 e2e4=1",
      "#5 d2d4=1", "header", HEAD_A "#5 e2e4=1 d2d4=1", "" },
    { "key 0 without a header", TABIA_MERGE_SUM, "#0 e2e4=1", "#0 e2e4=1", NULL,
      "#0 e2e4=2", "" },
    { "sentinels", TABIA_MERGE_SUM, "#5 e2e4=1 #ffffffffffffffff %0000=0",
      "#6 e2e4=1 #ffffffffffffffff %0000=0", NULL,
      "#5 e2e4=1 #6 e2e4=1 #ffffffffffffffff %0000=0", "" },
    { "nothing", TABIA_MERGE_SUM, "", "", NULL, "", "" },
};

static struct table *open_bytes(const struct buf *bytes)
{
    const struct tabia_read_options options = {
        .format = tabia_format_find("polyglot", NULL),
    };
    struct tabia_error err = { 0 };
    struct table *t = format_open_table(buf_bytes(bytes), &options, &err);
    if (!t)
        fail_msg("open: %s", err.msg);
    return t;
}

static bool check_file(const char *name, const char *path,
                       struct tabia_bytes want)
{
    struct input in;
    assert_true(input_open(&in, path, NULL, NULL));
    const bool is_same = in.bytes.size == want.size &&
                         memcmp(in.bytes.data, want.data, want.size) == 0;
    if (!is_same) {
        char *a = polyglot_dump(in.bytes), *b = polyglot_dump(want);
        print_error("%s: got \"%.800s\", want \"%.800s\"\n", name, a, b);
        free(a);
        free(b);
    }
    input_close(&in);
    return is_same;
}

static void test_merge(void **state)
{
    struct temp_folder folder;
    (void)state;
    temp_folder_make(&folder);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(merges); i++) {
        struct buf a = polyglot_bytes(merges[i].a);
        struct buf b = polyglot_bytes(merges[i].b);
        struct buf want = polyglot_bytes(merges[i].want);
        for (size_t k = 0; k < want.size; k++) // words have no blanks
            want.data[k] = want.data[k] == '_' ? ' ' : want.data[k];
        struct table *tables[] = { open_bytes(&a), open_bytes(&b) };
        const struct tabia_setting setting = { merges[i].setting, "" };
        const struct tabia_write_options options = {
            .settings = &setting,
            .nsettings = merges[i].setting != NULL,
            .force = true,
            .allow_empty = true,
        };
        struct tabia_report report = { 0 };
        struct tabia_error err = { 0 };
        char losses[200];
        const char *path = temp_folder_path(&folder, "out.bin");
        if (!format_merge_tables(tables, 2, merges[i].policy, path, &options,
                                 &report, &err))
            fail_msg("%s: %s", merges[i].name, err.msg);
        nfailed += !check_file(merges[i].name, path, buf_bytes(&want));
        nfailed += !check_text(merges[i].name,
                               report_text(&report, losses, sizeof(losses)),
                               merges[i].losses);
        table_close(tables[0]);
        table_close(tables[1]);
        buf_clear(&a);
        buf_clear(&b);
        buf_clear(&want);
    }
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_pinned_en_passant),
        cmocka_unit_test(test_learn),
        cmocka_unit_test(test_new_header),
        cmocka_unit_test(test_nomem),
        cmocka_unit_test(test_merge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
