/*
 * test_format_exp.c - experience files and Stockfish's keys
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "book_text.h"
#include "format/exp/exp.h"
#include "format/report.h"
#include "format/table_io.h"
#include "format_check.h"
#include "shared_file.h"
#include "table_file.h"

/* ---- keys and moves -------------------------------------------------- */

static void position(struct tabia_pos *pos, const char *fen)
{
    struct tabia_error err = { 0 };
    if (!tabia_fen_parse(pos, fen, strlen(fen), TABIA_FEN_LENIENT, &err))
        fail_msg("%s: %s", fen, err.msg);
}

static void test_start_key(void **state)
{
    struct stockfish_keys keys;
    struct tabia_pos pos;
    (void)state;
    stockfish_keys_init(&keys);
    tabia_pos_set_start(&pos);
    assert_true(check_number("start", stockfish_key(&keys, &pos),
                             UINT64_C(0x8F8F01D4562F59FB)));
    position(&pos, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    assert_true(check_number("after 1.e4", stockfish_key(&keys, &pos),
                             UINT64_C(0xB46022469E3DD31B)));
}

static void test_key_vectors(void **state)
{
    struct shared_keys rows;
    struct stockfish_keys keys;
    int nfailed = 0;
    (void)state;
    shared_keys_open(&rows);
    stockfish_keys_init(&keys);
    while (shared_keys_next(&rows)) {
        struct tabia_pos pos;
        position(&pos, rows.fen);
        nfailed += !check_number(rows.fen, stockfish_key(&keys, &pos),
                                 strtoull(rows.stockfish, NULL, 16));
    }
    assert_true(rows.n > 10);
    assert_int_equal(nfailed, 0);
}

static void test_moves(void **state)
{
    static const struct {
        const char *fen, *uci;
        uint16_t code;
    } cases[] = {
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "e2e4",
          12 << 6 | 28 },
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", 0xC107 },
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1c1", 0xC100 },
        { "8/P6k/8/8/8/8/8/K7 w - -", "a7a8q", 0x7C38 },
        { "8/P6k/8/8/8/8/8/K7 w - -", "a7a8n", 0x4C38 },
        { "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0x892B },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_pos pos;
        tabia_move mv;
        position(&pos, cases[i].fen);
        assert_true(tabia_uci_parse(&pos, cases[i].uci, strlen(cases[i].uci),
                                    &mv, NULL));
        assert_true(check_number(cases[i].uci, stockfish_move_encode(&pos, mv),
                                 cases[i].code));
        assert_true(check_number(
            cases[i].uci, stockfish_move_decode(&pos, cases[i].code), mv));
        assert_int_equal(stockfish_move_decode(&pos, cases[i].code ^ 0x8000),
                         0);
    }
}

/* ---- merging --------------------------------------------------------- */

static void test_merge_rules(void **state)
{
    static const struct {
        const char *name;
        enum exp_layout layout;
        struct format_learnt a, b, want;
    } cases[] = {
        { "deeper wins",
          EXP_SUGAR2,
          { 10, 0, 20, 3 },
          { 50, 0, 10, 4 },
          { 10, 0, 20, 7 } },
        { "newer and deeper",
          EXP_SUGAR2,
          { 10, 0, 5, 1 },
          { 50, 0, 10, 1 },
          { 50, 0, 10, 2 } },
        { "mean",
          EXP_SUGAR2,
          { 10, 0, 10, 1 },
          { -50, 0, 10, 1 },
          { -20, 0, 10, 2 } },
        { "cap",
          EXP_SUGAR2,
          { 1, 0, 1, 65535 },
          { 1, 0, 1, 9 },
          { 1, 0, 1, 65535 } },
        { "newer at equal depth",
          EXP_BRAINLEARN,
          { 10, 100, 10, 0 },
          { -50, 90, 10, 0 },
          { -50, 90, 10, 0 } },
        { "older but deeper",
          EXP_BRAINLEARN,
          { 10, 100, 11, 0 },
          { -50, 90, 10, 0 },
          { 10, 100, 11, 0 } },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const uint64_t got = exp_merge(cases[i].layout, exp_pack(&cases[i].a),
                                       exp_pack(&cases[i].b));
        assert_true(check_number(cases[i].name, got, exp_pack(&cases[i].want)));
        const struct format_learnt back = exp_unpack(got);
        assert_int_equal(back.score, cases[i].want.score);
    }
}

/* ---- small files ----------------------------------------------------- */

enum { RECORD_SIZE = 24 };

/* A file of e2e4 at the start in one of the layouts; returns its size. */
static size_t make_file(enum exp_layout layout, uint8_t *p)
{
    static const char *const heads[] = { NULL, "", "SugaR",
                                         "SugaR Experience version 2",
                                         "# Revolution experience format v1\n"
                                         "10344488880583956987 796 -33 7 20 2"
                                         "\n" };
    const size_t head = strlen(heads[layout]);
    memcpy(p, heads[layout], head);
    if (layout == EXP_REVOLUTION)
        return head;
    uint8_t *r = p + head;
    memset(r, 0xEE, RECORD_SIZE); // padding is never clean
    put_le64(r, UINT64_C(0x8F8F01D4562F59FB));
    const bool is_brainlearn = layout == EXP_BRAINLEARN;
    put_le32(r + 8, is_brainlearn ? 20 : 796);
    if (layout == EXP_SUGAR2)
        put_le16(r + 10, 0xEEEE);
    put_le32(r + 12, (uint32_t)-33);
    put_le32(r + 16, is_brainlearn ? 0xEEEE031C : 20);
    put_le32(r + 20, is_brainlearn ? 100 : 0xEEEE0002);
    return head + RECORD_SIZE;
}

static void test_layouts(void **state)
{
    static const struct format_learnt want[] = {
        [EXP_BRAINLEARN] = { -33, 100, 20, 0 },
        [EXP_SUGAR1] = { -33, 0, 20, 1 },
        [EXP_SUGAR2] = { -33, 0, 20, 2 },
        [EXP_REVOLUTION] = { -33, 7, 20, 2 },
    };
    static const char *const names[] = { "", "brainlearn", "sugar1", "sugar2",
                                         "revolution" };
    (void)state;
    for (unsigned i = EXP_BRAINLEARN; i <= EXP_REVOLUTION; i++) {
        uint8_t bytes[128];
        const struct tabia_bytes src = { bytes, make_file(i, bytes) };
        struct tabia_error err = { 0 };
        const char *name = names[i];
        const struct tabia_read_options options = {
            .format = tabia_format_find("exp", NULL),
        };
        assert_true(check_number(name, exp_detect(src), FORMAT_SURE));
        struct tabia_book *book = tabia_book_decode(src, &options, &err);
        if (!book)
            fail_msg("%s: %s", name, err.msg);
        assert_int_equal(tabia_book_edge_count(book), 1);
        assert_true(check_number(name, tabia_book_edge_data(book, 0).learn,
                                 exp_pack(&want[i])));
        assert_true(
            check_text(name, tabia_book_find_text(book, EXP_KEY_LAYOUT), name));

        // Written and read again: the same in every layout that has it all.
        struct tabia_report report = { 0 };
        uint8_t *data;
        size_t size;
        assert_true(tabia_book_encode(book, options.format, NULL, &data, &size,
                                      &report, &err));
        assert_int_equal(report.n, 0);
        assert_int_equal(size, src.size);
        struct tabia_book *back =
            tabia_book_decode((struct tabia_bytes){ data, size }, &options,
                              &err);
        assert_non_null(back);
        assert_true(check_number(name, tabia_book_edge_data(back, 0).learn,
                                 exp_pack(&want[i])));
        free(data);
        tabia_book_free(back);
        tabia_book_free(book);
    }
}

static void test_bad_files(void **state)
{
    static const struct {
        const char *name;
        enum exp_layout layout;
        size_t at;
        uint8_t value;
        size_t size; // 0: the whole
        const char *want;
    } cases[] = {
        { "cut", EXP_SUGAR2, 0, 'S', 49,
          "the last record is truncated: 23 of 24 bytes" },
        { "move", EXP_BRAINLEARN, 17, 0x33, 0,
          "record 1 has an impossible move" },
        { "depth", EXP_BRAINLEARN, 9, 1, 0,
          "record 1 has an impossible depth" },
        { "score", EXP_BRAINLEARN, 15, 0, 0,
          "record 1 has an impossible score" },
        { "performance", EXP_BRAINLEARN, 23, 9, 0,
          "record 1 has an impossible second value" },
        { "no such move", EXP_BRAINLEARN, 16, 0x24, 0,
          "move 0x0324 is not legal in "
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -" },
        { "letters", EXP_REVOLUTION, 40, 'x', 0,
          "expected a number, found 'x'" },
        { "cut line", EXP_REVOLUTION, 0, '#', 66,
          "expected a number, found the end of the line" },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t bytes[128];
        struct tabia_error err = { 0 };
        struct tabia_bytes src = { bytes, make_file(cases[i].layout, bytes) };
        bytes[cases[i].at] = cases[i].value;
        if (cases[i].size)
            src.size = cases[i].size;
        struct tabia_read_options options = {
            .format = tabia_format_find("exp", NULL),
        };
        assert_null(tabia_book_decode(src, &options, &err));
        nfailed += !check_text(cases[i].name, err.msg, cases[i].want);
        options.lenient = true;
        struct tabia_book *book = tabia_book_decode(src, &options, NULL);
        assert_non_null(book);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* A file that is truncated is still known by its name. */
static void test_detect_cut(void **state)
{
    static const struct {
        const char *name;
        enum exp_layout layout;
        enum format_match want;
    } cases[] = {
        { "brainlearn", EXP_BRAINLEARN, FORMAT_NO },
        { "sugar", EXP_SUGAR1, FORMAT_MAYBE },
        { "sugar 2", EXP_SUGAR2, FORMAT_LIKELY },
        { "revolution", EXP_REVOLUTION, FORMAT_SURE },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t bytes[128];
        const size_t size = make_file(cases[i].layout, bytes);
        const struct tabia_bytes cut = { bytes, size - 1 };
        assert_true(
            check_number(cases[i].name, exp_detect(cut), cases[i].want));
    }
}

/* A book of another kind has no experience to write. */
static void test_foreign(void **state)
{
    struct tabia_report report = { 0 };
    char text[256];
    uint8_t *data;
    size_t size;
    (void)state;
    struct tabia_book *book = book_text_make("e2e4=5 e7e5", BOOK_TEXT_TREE);
    assert_true(tabia_book_encode(book, tabia_format_find("exp", NULL), NULL,
                                  &data, &size, &report, NULL));
    assert_int_equal(size, 0);
    assert_true(check_text("report", report_text(&report, text, sizeof(text)),
                           "1 weight is dropped; 2 moves without experience "
                           "are dropped"));
    free(data);
    tabia_book_free(book);

    // 1.e4 of a PolyGlot book, learnt by another program.
    static const uint8_t entry[] = { 0x46, 0x3b, 0x96, 0x18, 0x16, 0x91,
                                     0xfc, 0x9c, 0x03, 0x1c, 0,    1,
                                     0,    0,    0,    7 };
    const struct tabia_read_options options = {
        .format = tabia_format_find("polyglot", NULL),
    };
    book = tabia_book_decode((struct tabia_bytes){ entry, sizeof(entry) },
                             &options, NULL);
    assert_non_null(book);
    report = (struct tabia_report){ 0 };
    assert_true(tabia_book_encode(book, tabia_format_find("exp", NULL), NULL,
                                  &data, &size, &report, NULL));
    assert_true(check_text("learnt", report_text(&report, text, sizeof(text)),
                           "1 weight is dropped; 1 move without experience "
                           "is dropped; 1 learn value of another format is "
                           "dropped"));
    free(data);
    tabia_book_free(book);
}

/* ---- a single look-up ------------------------------------------------ */

enum { MANY = 60000, RECORD = 24 };

/* The initial position has two of many records, in order or not. */
static struct tabia_bytes make_many(uint8_t *data, bool is_sorted)
{
    const uint64_t start = UINT64_C(0x8F8F01D4562F59FB);
    const size_t place = (size_t)(start / (UINT64_MAX / MANY));
    uint64_t random = 1;
    for (size_t i = 0; i < MANY; i++) {
        uint8_t *p = data + i * RECORD;
        const size_t k = is_sorted ? i : (i * 7919) % MANY;
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        memset(p, 0, RECORD);
        put_le64(p, k == place || k == place + 1
                        ? start
                        : k * (UINT64_MAX / MANY) + (random >> 54));
        put_le32(p + 8, 10 + (uint32_t)(k & 1)); // depth
        put_le16(p + 16, k & 1 ? 12 << 6 | 28 : 11 << 6 | 27);
    }
    return (struct tabia_bytes){ data, MANY * RECORD };
}

/* One pass without an index; where the records are in order, no pass. */
static void test_asked(void **state)
{
    static const struct tabia_read_options defaults;
    struct read_job job = { .user = &defaults };
    uint8_t *data = malloc(MANY * RECORD);
    struct tabia_book_move list[TABIA_MOVES_MAX], want[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    (void)state;
    assert_non_null(data);
    tabia_pos_set_start(&pos);
    for (int sorted = 0; sorted < 2; sorted++) {
        const struct tabia_bytes bytes = make_many(data, sorted);
        struct exp_file file;
        assert_true(exp_file_read(&file, bytes, &pos, &job, NULL));
        assert_int_equal(file.n, 2);
        assert_int_equal(file.nread, sorted ? 2 : MANY);
        assert_true(file.room < 64);
        exp_file_clear(&file);

        struct table *all = format_open_table(bytes, NULL, NULL);
        const struct table_lookup lookup = { TABLE_USE_ONCE, &pos };
        struct table *once = table_open_for(bytes, &lookup, NULL, NULL);
        assert_non_null(all);
        assert_non_null(once);
        const size_t n = table_find(all, &pos, want);
        assert_int_equal(n, 2);
        assert_int_equal(table_find(once, &pos, list), n);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(list[i].move, want[i].move);
            assert_true(list[i].data.learn == want[i].data.learn);
        }
        struct tabia_pos other = pos;
        tabia_pos_play(&other, want[0].move);
        assert_int_equal(table_find(once, &other, list), 0);
        table_close(once);
        table_close(all);

        // What was added at the end is not in order.
        memcpy(data + (MANY - 1) * RECORD, data, RECORD);
        put_le64(data + (MANY - 1) * RECORD, 1);
        assert_true(exp_file_read(&file, bytes, &pos, &job, NULL));
        assert_int_equal(file.nread, MANY);
        exp_file_clear(&file);

        // Damage is found by the pass.
        put_le32(data + 1000 * RECORD + 8, 9999);
        struct tabia_error err = { 0 };
        assert_null(table_open_for(bytes, &lookup, NULL, &err));
        assert_string_equal(err.msg, "record 1001 has an impossible depth");
    }
    free(data);
}

static void test_nomem(void **state)
{
    uint8_t bytes[128];
    const struct tabia_bytes src = { bytes, make_file(EXP_SUGAR2, bytes) };
    const struct tabia_read_options options = {
        .format = tabia_format_find("exp", NULL),
    };
    (void)state;
    check_starved(src, &options);
}

/* ---- real files ------------------------------------------------------ */

/* What records alone lead to, without the moves that only bridge gaps. */
static void test_brainlearn(void **state)
{
    (void)state;
    struct tabia_book *book = shared_book("data/exp/brainlearn_1181.exp", NULL);
    const uint32_t n = tabia_book_node_count(book);
    uint32_t *list = calloc(n + 1, sizeof(*list));
    uint8_t *is_met = calloc(n + 1, 1);
    assert_true(list && is_met);
    uint32_t nlist = 1, nkeys = 0, nmoves = 0;
    list[0] = tabia_book_root_at(book, 0);
    is_met[list[0]] = 1;
    for (uint32_t i = 0; i < nlist; i++) {
        uint32_t first, count, nlearnt = 0;
        tabia_book_node_edges(book, list[i], &first, &count);
        for (uint32_t e = first; e < first + count; e++) {
            const uint32_t to = tabia_book_edge_target(book, e);
            if (tabia_book_edge_data(book, e).mark)
                continue;
            nlearnt++;
            if (!is_met[to])
                list[nlist++] = to;
            is_met[to] = 1;
        }
        nkeys += nlearnt > 0;
        nmoves += nlearnt;
    }
    assert_true(check_number("keys", nkeys, 1028));
    assert_true(check_number("moves", nmoves, 1066));
    assert_true(check_text("records",
                           tabia_book_find_text(book, EXP_KEY_RECORDS),
                           "1181 of 1116 positions"));
    free(list);
    free(is_met);
    tabia_book_free(book);
}

/* The rows of a file written by rows are those of the file. */
static void check_copy(const char *name, const char *layout)
{
    char path[SHARED_PATH_SIZE], folder[] = "/tmp/tabia-exp-XXXXXX", copy[64];
    struct tabia_error err = { 0 };
    const struct tabia_setting setting = { "layout", layout };
    const struct tabia_write_options options = {
        .settings = &setting,
        .nsettings = layout ? 1 : 0,
    };
    struct tabia_report report = { 0 };
    shared_path(name, path);
    assert_non_null(mkdtemp(folder));
    snprintf(copy, sizeof(copy), "%s/copy.exp", folder);
    struct table *a = table_file_open(path, NULL, &err);
    if (!a || !format_merge_tables(&a, 1, TABIA_MERGE_DEFAULT, copy, &options,
                                   &report, &err))
        fail_msg("%s: %s", name, err.msg);
    assert_int_equal(report.n, 0);
    struct table *b = table_file_open(copy, NULL, &err);
    assert_non_null(b);
    struct table_rows x = table_rows_begin(a), y = table_rows_begin(b);
    struct table_row p, q;
    size_t n = 0;
    for (; table_rows_next(&x, &p); n++) {
        assert_true(table_rows_next(&y, &q));
        assert_true(check_number(name, q.key, p.key));
        assert_true(check_number(name, q.code, p.code));
        assert_true(check_number(name, q.data.learn, p.data.learn));
    }
    assert_false(table_rows_next(&y, &q));
    assert_true(n > 30);
    table_close(a);
    table_close(b);
    unlink(copy);
    rmdir(folder);
}

static void test_copies(void **state)
{
    (void)state;
    check_copy("data/exp/sugar_v2_36.exp", NULL);
    check_copy("data/exp/brainlearn_1181.exp", NULL);
    check_copy("data/exp/revolution_text_v1.exp", "revolution");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_key),  cmocka_unit_test(test_key_vectors),
        cmocka_unit_test(test_moves),      cmocka_unit_test(test_merge_rules),
        cmocka_unit_test(test_layouts),    cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_foreign),    cmocka_unit_test(test_detect_cut),
        cmocka_unit_test(test_brainlearn), cmocka_unit_test(test_copies),
        cmocka_unit_test(test_asked),      cmocka_unit_test(test_nomem),
    };
    return cmocka_run_group_tests_name("format_exp", tests, NULL, NULL);
}
