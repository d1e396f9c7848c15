/*
 * test_format_abk.c - Arena books: reading, broken files, finding, writing
 */
#include "format_check.h"

#include "abk_bytes.h"
#include "base/bytes.h"
#include "base/compiler.h"
#include "book_text.h"
#include "chess_table.h"
#include "format/abk/abk.h"
#include "format/report.h"
#include "format/table_io.h"
#include "guard.h"
#include "io/input.h"
#include "problem_text.h"
#include "shared_file.h"
#include "tabia/diff.h"
#include "table_file.h"

/* The texts of every Arena book. */
#define ABK "#format=abk #share-rule=arena priority 1 games 1 score 0"

/* ---- reading --------------------------------------------------------- */

static struct tabia_book *read_bytes(struct tabia_bytes bytes, bool lenient,
                                     const char *setting, const char *value,
                                     struct problem_text *problems,
                                     struct tabia_error *err)
{
    const struct tabia_setting list = { setting, value };
    const struct tabia_read_options options = {
        .format = tabia_format_find("abk", NULL),
        .settings = &list,
        .nsettings = setting != NULL,
        .lenient = lenient,
    };
    return problem_text_read(bytes, options, problems, err);
}

#define DELETED "e2e4 p5 c901; e7e5 p3 d n903 c902; g1f3 p4; c7c5 p2"

static const struct {
    const char *name, *file, *setting, *value, *want;
} reads[] = {
    { "nothing", "", NULL, NULL, " = 0* " ABK },
    { "siblings and replies",
      "e2e4 p5 c902 n901; d2d4 p0; e7e5 p9 n903; c7c5 p1", NULL, NULL,
      " = 0* e2e4=5>1 d2d4=0>2; 1 e7e5=9>3 c7c5=1>4; 2; 3; 4 " ABK },
    { "0 is no record", "e2e4 p5 c0 n0", NULL, NULL, " = 0* e2e4=5>1; 1 " ABK },
    { "texts", "ab2 =Fun @Me e2e4 p5", NULL, NULL,
      " = 0* e2e4=5>1; 1 " ABK " #comment=Fun #author=Me "
      "#abk-version=ab2" },
    { "Windows-1252", "@Andr\xe9 e2e4 p5", NULL, NULL,
      " = 0* e2e4=5>1; 1 " ABK " #author=Andr\xc3\xa9" },
    { "results are White's", "e2e4 p5 g10/4/3 c901; e7e5 p5 g7/2/5", NULL, NULL,
      " = 0* e2e4=5+4/3/3>1; 1 e7e5=5+2/0/5>2; 2 " ABK },
    { "results are the mover's", "e2e4 p5 g10/4/3 c901; e7e5 p5 g7/2/5",
      "results", "mover", " = 0* e2e4=5+4/3/3>1; 1 e7e5=5+5/0/2>2; 2 " ABK },
    { "games, but no results: they are not draws",
      "e2e4 p5 g10/0/0 n901; d2d4 p5", NULL, NULL,
      " = 0* e2e4=5+0/0/0/10>1 d2d4=5>2; 1; 2 " ABK },
    { "one result makes all others draws",
      "e2e4 p5 g10/0/0 n901; d2d4 p5 g3/1/0", NULL, NULL,
      " = 0* e2e4=5+0/10/0>1 d2d4=5+1/2/0>2; 1; 2 " ABK },
    { "more results than games", "e2e4 p5 g3/2/2", NULL, NULL,
      "25200: 1 record has more wins and losses than games = "
      "0* e2e4=5+2/0/2>1; 1 " ABK },
    { "deleted", DELETED, NULL, NULL,
      "25200: 1 deleted move is skipped = "
      "0* e2e4=5>1; 1 c7c5=2>3; 2* g1f3=4>4; 3; 4 " ABK },
    { "deleted, in AB2", "ab2 " DELETED, NULL, NULL,
      "25200: 1 deleted move is skipped = 0* e2e4=5>1; 1 c7c5=2>3; "
      "2* g1f3=4>4; 3; 4 " ABK " #abk-version=ab2" },
    { "deleted ones are asked for", DELETED, "deleted", "",
      " = 0* e2e4=5>1; 1 e7e5=3?>2 c7c5=2>3; 2 g1f3=4>4; 3; 4 " ABK },
    { "nothing after a deleted move", "e2e4 p5 d n901; d2d4 p1", NULL, NULL,
      "25200: 1 deleted move is skipped = 0* d2d4=1>1; 1 " ABK },
    { "a capture in AB2",
      "ab2 e2e4 p5 c901; d7d5 p5 c902; e4d5 p5 k6 d n903; b1c3 p5", NULL, NULL,
      "25200: 1 deleted move is skipped = 0* e2e4=5>1; 1 d7d5=5>2; "
      "2 b1c3=5>3; 3 " ABK " #abk-version=ab2" },
    { "garbage", "e2e4 p5; a1a1; h8h8 c7 n9999", NULL, NULL,
      "25200: 2 of 3 records are not part of the tree = "
      "0* e2e4=5>1; 1 " ABK },
    { "the header's count", "#7 e2e4 p5", NULL, NULL,
      "218: the header states 7 moves, the file has 1 = "
      "0* e2e4=5>1; 1 " ABK },
    { "castling",
      "e2e4 p5 c901; e7e5 p5 c902; g1f3 p5 c903; b8c6 p5 c904; f1c4 p5 c905; "
      "f8c5 p5 c906; e1g1 p5 c907; g8f6 p5",
      NULL, NULL,
      " = 0* e2e4=5>1; 1 e7e5=5>2; 2 g1f3=5>3; 3 b8c6=5>4; 4 f1c4=5>5; "
      "5 f8c5=5>6; 6 e1h1=5>7; 7 g8f6=5>8; 8 " ABK },
    { "a setting of writing", "", "version", "ab3",
      " = none: 0: setting 'version' of format abk applies only to writing" },
};

static void test_read(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(reads); i++) {
        char got[1600];
        struct problem_text problems = { .n = 0 };
        struct tabia_error err = { 0 };
        struct buf bytes = abk_bytes(reads[i].file);
        struct tabia_book *book =
            read_bytes(buf_bytes(&bytes), false, reads[i].setting,
                       reads[i].value, &problems, &err);
        problem_text_print(&problems, book, &err, got, sizeof(got));
        nfailed += !check_text(reads[i].name, got, reads[i].want);
        tabia_book_free(book);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- promotions ------------------------------------------------------ */

static const struct {
    int code;
    const char *want;
} promotions[] = {
    { -4, "b7a8q" }, { -1, "b7a8r" }, { -2, "b7a8n" }, { -3, "b7a8b" },
    { 4, "b7a8q" },  { 2, "b7a8n" },  { 0, "" },       { 5, "" },
    { -6, "" },      { -128, "" },
};

static void test_promotions(void **state)
{
    const char *fen = "rnb1kbnr/1P2pppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq -";
    struct tabia_pos pos;
    (void)state;
    assert_true(
        tabia_fen_parse(&pos, fen, strlen(fen), TABIA_FEN_LENIENT, NULL));
    for (size_t i = 0; i < COUNT_OF(promotions); i++) {
        struct abk_record rec = {
            .from = 49,
            .to = 56,
            .promotion = (int8_t)promotions[i].code,
        };
        char got[TABIA_UCI_SIZE] = "";
        const tabia_move mv = abk_move_decode(&pos, &rec);
        if (mv)
            tabia_uci_print(&pos, mv, false, got);
        assert_string_equal(got, promotions[i].want);
        if (!mv)
            continue;
        struct abk_record back = { 0 };
        abk_move_encode(&pos, mv, &back);
        assert_int_equal(back.promotion, -abs(promotions[i].code));
        assert_int_equal(back.captured, 1); // a black rook
    }
}

/* ---- what is broken -------------------------------------------------- */

static const struct {
    const char *name, *file, *strict, *lenient;
} broken[] = {
    { "a rest", "e2e4 p5 +9",
      "25228: the last record is truncated: 9 of 28 bytes",
      "0* e2e4=5>1; 1 " ABK },
    { "an illegal move", "e2e5 p5 n901 c901; d2d4 p5",
      "25200: record 900: e2e5 is not legal", "0* d2d4=5>1; 1 " ABK },
    { "a wild reply", "e2e4 p5 c5000 n901; d2d4 p5",
      "25200: record 900 points to record 5000, expected 900 to 901",
      "0* e2e4=5>1 d2d4=5>2; 1; 2 " ABK },
    { "a reply in the header", "e2e4 p5 c899",
      "25200: record 900 points to record 899, expected 900 to 900",
      "0* e2e4=5>1; 1 " ABK },
    { "a wild sibling", "e2e4 p5 n-7",
      "25200: record 900 points to record -7, expected 900 to 900",
      "0* e2e4=5>1; 1 " ABK },
    { "its own sibling", "e2e4 p5 n900",
      "25200: record 900 points to record 900, which is already in the tree",
      "0* e2e4=5>1; 1 " ABK },
    { "its own reply", "e2e4 p5 c901; e7e5 p5 c900",
      "25228: record 901 points to record 900, which is already in the tree",
      "0* e2e4=5>1; 1 e7e5=5>2; 2 " ABK },
    { "shared replies", "e2e4 p5 c902 n901; d2d4 p5 c902; g8f6 p5",
      "25200: record 900 points to record 902, which is already in the tree",
      NULL },
};

static void test_broken(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(broken); i++) {
        struct problem_text problems = { .n = 0 };
        struct tabia_error err = { 0 };
        struct buf bytes = abk_bytes(broken[i].file);
        char got[800];
        assert_null(
            read_bytes(buf_bytes(&bytes), false, NULL, NULL, &problems, &err));
        snprintf(got, sizeof(got), "%llu: %s", (unsigned long long)err.offset,
                 err.msg);
        nfailed += !check_text(broken[i].name, got, broken[i].strict);
        struct tabia_book *book =
            read_bytes(buf_bytes(&bytes), true, NULL, NULL, &problems, NULL);
        if (broken[i].lenient)
            nfailed +=
                !book_text_check(broken[i].name, book, broken[i].lenient);
        else
            tabia_book_free(book);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

static void test_headers(void **state)
{
    static const struct {
        const char *name;
        size_t size;
        unsigned at;
        uint8_t byte;
        const char *want;
    } cases[] = {
        { "nothing", 0, 0, 3,
          "0: not an Arena book: expected byte 03, then ABK or AB2" },
        { "another magic", 25228, 3, '3',
          "0: not an Arena book: expected byte 03, then ABK or AB2" },
        { "a cut header", 25199, 0, 3,
          "25199: the header is truncated: 25199 of 25200 bytes" },
        { "other records", 25228, 8, 32,
          "4: records of 32 bytes from offset 25200 are not supported" },
        { "another start", 25228, 4, 0,
          "4: records of 28 bytes from offset 25088 are not supported" },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct problem_text problems = { .n = 0 };
        struct tabia_error err = { 0 };
        struct buf bytes = abk_bytes("e2e4 p5");
        char got[200];
        bytes.data[cases[i].at] = (char)cases[i].byte;
        const struct tabia_bytes src = { (uint8_t *)bytes.data, cases[i].size };
        assert_null(read_bytes(src, false, NULL, NULL, &problems, &err));
        snprintf(got, sizeof(got), "%llu: %s", (unsigned long long)err.offset,
                 err.msg);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

static void test_flood(void **state)
{
    struct buf text = { .limit = 1 << 20 };
    struct problem_text problems = { .n = 0 };
    struct tabia_error err = { 0 };
    (void)state;
    for (int i = 0; i < 256; i++)
        buf_addf(&text, "e2e4 p1 n%d;", i < 255 ? 901 + i : -1);
    struct buf bytes = abk_bytes(text.data);
    assert_null(
        read_bytes(buf_bytes(&bytes), false, NULL, NULL, &problems, &err));
    assert_string_equal(err.msg,
                        "record 1154 is in a list of more than 255 siblings");
    buf_clear(&bytes);
    buf_clear(&text);
}

/* ---- finding --------------------------------------------------------- */

static void test_find(void **state)
{
    (void)state;
    // Two lines meet; the second time the move has other values.
    struct buf bytes = abk_bytes(
        "e2e4 p5 c902 n901; g1f3 p5 c904; e7e5 p1 c903; g1f3 p2 c906; "
        "e7e5 p1 c905; e2e4 p2 c907; b8c6 p3 g5/1/1 n908; b8c6 p4 g5/2/2; "
        "a7a6 p1 d");
    const struct tabia_read_options options = {
        .format = tabia_format_find("abk", NULL),
    };
    struct table *t = format_open_table(buf_bytes(&bytes), &options, NULL);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos pos;
    tabia_move mv;
    assert_non_null(t);
    assert_null(table_key_space(t));
    tabia_pos_set_start(&pos);
    assert_int_equal(table_find(t, &pos, list), 2);
    assert_true(tabia_san_play(&pos, "Nf3", 3, &mv, NULL));
    assert_true(tabia_san_play(&pos, "e5", 2, &mv, NULL));
    assert_true(tabia_san_play(&pos, "e4", 2, &mv, NULL));
    assert_int_equal(table_find(t, &pos, list), 1);
    assert_int_equal(list[0].data.weight, 4);
    assert_int_equal(list[0].data.white, 3);
    assert_int_equal(list[0].data.draws, 4);
    table_close(t);
    buf_clear(&bytes);
}

enum { LINE_MAX_PLIES = 16 };

/* Two orders of moves to one position, a deleted move, a bad pointer. */
#define ORDERS                                                                 \
    "e2e4 p5 c902 n901; g1f3 p5 c904; e7e5 p1 c903 n909; g1f3 p2 c906; "       \
    "e7e5 p1 c905; e2e4 p2 c907; b8c6 p3 g5/1/1; b8c6 p4 g5/2/2 n908; "        \
    "a7a6 p1 d; c7c5 p1 d c910; g1f3 p7 g2/0/0 n5000"

static const struct {
    const char *moves;
    const char *by_line, *by_position; // as entries_text prints them
    unsigned draws[2];                 // of the first move, by either
} orders[] = {
    { "", "e2e4=5 g1f3=5", "e2e4=5 g1f3=5", { 0, 0 } },
    { "e2e4", "e7e5=1", "e7e5=1", { 0, 0 } },
    { "e2e4 e7e5 g1f3", "b8c6=3", "b8c6=4", { 3, 4 } },
    { "g1f3 e7e5 e2e4", "b8c6=4", "b8c6=4", { 1, 4 } },
    { "e2e4 c7c5", "g1f3=7", "g1f3=7", { 2, 2 } }, // behind a deleted move
    { "e2e4 e7e5 g1f3 b8c6", "", "", { 0, 0 } },
    { "d2d4", "", "", { 0, 0 } },
};

/*
 * Along the line, by one pass for a single position, and by an index. Games
 * without a win or a loss are draws, because another game of the file was won.
 */
static void test_find_line(void **state)
{
    (void)state;
    struct buf bytes = abk_bytes(ORDERS);
    const struct tabia_read_options any = {
        .format = tabia_format_find("abk", NULL),
        .lenient = true,
    };
    const struct table_lookup line = { .use = TABLE_USE_LINE };
    struct table *along = table_open_for(buf_bytes(&bytes), &line, &any, NULL);
    struct table *whole = format_open_table(buf_bytes(&bytes), &any, NULL);
    struct tabia_pos start;
    int nfailed = 0;
    assert_non_null(along);
    assert_non_null(whole);
    tabia_pos_set_start(&start);
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        struct tabia_book_move list[TABIA_MOVES_MAX];
        tabia_move moves[LINE_MAX_PLIES];
        struct tabia_pos pos;
        char got[128];
        const size_t n = table_line(orders[i].moves, &pos, moves);
        const struct table_lookup lookup = { TABLE_USE_ONCE, &pos };
        struct table *once =
            table_open_for(buf_bytes(&bytes), &lookup, &any, NULL);
        assert_non_null(once);
        entries_text(&pos, list, table_find_line(along, &start, moves, n, list),
                     got, sizeof(got));
        nfailed += !check_text(orders[i].moves, got, orders[i].by_line);
        if (*got)
            assert_int_equal(list[0].data.draws, orders[i].draws[0]);
        struct table *const tables[] = { along, once, whole };
        for (size_t k = 0; k < COUNT_OF(tables); k++) {
            entries_text(&pos, list, table_find(tables[k], &pos, list), got,
                         sizeof(got));
            nfailed += !check_text(orders[i].moves, got, orders[i].by_position);
            if (*got)
                assert_int_equal(list[0].data.draws, orders[i].draws[1]);
        }
        table_close(once);
    }
    // The tree begins at the starting position.
    struct tabia_book_move list[TABIA_MOVES_MAX];
    struct tabia_pos other;
    table_line("e2e4", &other, NULL);
    assert_int_equal(table_find_line(along, &other, NULL, 0, list), 0);
    table_close(along);
    table_close(whole);
    buf_clear(&bytes);
    assert_int_equal(nfailed, 0);
}

/*
 * The file says that it has 2000 records more, but there is memory for four:
 * whoever reads beyond the line crashes.
 */
static void test_find_line_reads_little(void **state)
{
    (void)state;
    static const char *const files[] = {
        "e2e4 p5 c902 n901; d2d4 p5; e7e5 p1 n903; c7c5 p1 c904",
        "e2e4 p5 c902 n901; d2d4 p5; e7e5 p1 g3/0/0 n903; c7c5 p1 g2/1/0",
    };
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct buf bytes = abk_bytes(files[i]);
        struct guard g = guard_copy(bytes.data, bytes.size);
        const struct tabia_bytes src = {
            g.data,
            g.size + 2000 * ABK_RECORD_SIZE,
        };
        const struct tabia_read_options options = {
            .format = tabia_format_find("abk", NULL),
        };
        const struct table_lookup along = { .use = TABLE_USE_LINE };
        struct table *t = table_open_for(src, &along, &options, NULL);
        struct tabia_pos start, pos;
        struct tabia_book_move list[TABIA_MOVES_MAX];
        tabia_move moves[LINE_MAX_PLIES];
        assert_non_null(t);
        tabia_pos_set_start(&start);
        const size_t n = table_line("e2e4", &pos, moves);
        assert_int_equal(table_find_line(t, &start, moves, n, list), 2);
        table_close(t);
        guard_free(&g);
        buf_clear(&bytes);
    }
}

/* ---- writing --------------------------------------------------------- */

static const struct {
    const char *name, *book, *setting, *value, *want, *losses;
} writes[] = {
    { "nothing", "", NULL, NULL, "", "" },
    { "priorities", "e2e4=5 e7e5=9 | d2d4=0", NULL, NULL,
      "e2e4 p5 c902 n901; d2d4 p0; e7e5 p9", "" },
    { "nothing known", "e2e4 e7e5", NULL, NULL, "e2e4 p5 c901; e7e5 p5", "" },
    { "large weights", "e2e4=900 | d2d4=100 | c2c4=1 | a2a3=0", NULL, NULL,
      "e2e4 p9 n901; d2d4 p1 n902; c2c4 p1 n903; a2a3 p0",
      "2 weights above 9 are scaled (within their position)" },
    { "small ones beside large ones", "e2e4=18 | d2d4=9 | c2c4=1", NULL, NULL,
      "e2e4 p9 n901; d2d4 p5 n902; c2c4 p1",
      "1 weight above 9 is scaled (within their position); "
      "1 weight is scaled down with a larger one" },
    { "by results", "e2e4+4/2/1 e7e5+0/0/3 | d2d4+1/0/0", NULL, NULL,
      "e2e4 p9 g7/4/1 c902 n901; d2d4 p2 g1/1/0; e7e5 p6 g3/0/3", "" },
    { "results that are not known", "e2e4=5+0/0/0/7", NULL, NULL,
      "e2e4 p5 g7/0/0", "" },
    { "some results that are not known", "e2e4=5+1/0/0/7", NULL, NULL,
      "e2e4 p5 g8/1/0", "7 games without a known result become draws" },
    { "nothing but draws", "e2e4=5+0/2/0", NULL, NULL, "e2e4 p5 g2/0/0",
      "2 draws become games without a known result, because no game was won or "
      "lost" },
    { "the mover's results", "e2e4+4/2/1 e7e5+0/0/3", "results", "mover",
      "e2e4 p9 g7/4/1 c901; e7e5 p6 g3/3/0", "" },
    { "marks", "e2e4=5 e7e5?", NULL, NULL, "e2e4 p5 c901; e7e5 p0",
      "1 passive mark is dropped" },
    { "captures in AB2", "e2e4 d7d5 e4d5 d8d5", "version", "ab2",
      "e2e4 p5 c901; d7d5 p5 c902; e4d5 p5 k6 c903; d8d5 p5 k-6", "" },
    { "captures in ABK", "e2e4 d7d5 e4d5", NULL, NULL,
      "e2e4 p5 c901; d7d5 p5 c902; e4d5 p5", "" },
    { "en passant in AB2", "e2e4 a7a6 e4e5 d7d5 e5d6", "version", "ab2",
      "e2e4 p5 c901; a7a6 p5 c902; e4e5 p5 c903; d7d5 p5 c904; e5d6 p5 k6",
      "" },
    { "castling in AB2", "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1", "version", "ab2",
      "g1f3 p5 c901; g8f6 p5 c902; g2g3 p5 c903; g7g6 p5 c904; f1g2 p5 c905; "
      "f8g7 p5 c906; e1g1 p5",
      "" },
    { "promotions", "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h5 b7a8n h5h4", NULL,
      NULL,
      "a2a4 p5 c901; b7b5 p5 c902; a4b5 p5 c903; a7a6 p5 c904; b5a6 p5 c905; "
      "c8b7 p5 c906; a6b7 p5 c907; h7h5 p5 c908; b7a8 p5 q-2 c909; h5h4 p5",
      "" },
    { "a root that is one move away",
      "e2e4=5 | "
      "fen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2 "
      "g1f3=3",
      NULL, NULL, "e2e4 p5 c901; e7e5 p0 c902; g1f3 p3",
      "1 move is added, with priority 0, to join a line" },
    { "the same in a book that was Arena's",
      "#share-rule=arena_priority_1_games_1_score_0 e2e4=5 | "
      "fen:rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2 "
      "g1f3=3",
      NULL, NULL, "e2e4 p5 c901; e7e5 p0 d c902; g1f3 p3", "" },
    { "a root that is far away",
      "e2e4=5 | fen:4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1 e2e4=3", NULL, NULL,
      "e2e4 p5",
      "1 other starting position is dropped; 1 move that is unreachable from "
      "the starting position is dropped" },
};

static void test_write(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(writes); i++) {
        const struct tabia_setting list = { writes[i].setting,
                                            writes[i].value };
        const struct tabia_write_options options = {
            .settings = &list,
            .nsettings = writes[i].setting != NULL,
        };
        struct tabia_report report = { 0 };
        struct tabia_error err = { 0 };
        uint8_t *data;
        size_t size;
        char losses[400];
        struct tabia_book *book =
            book_text_make(writes[i].book, BOOK_TEXT_TREE);
        if (!tabia_book_encode(book, tabia_format_find("abk", NULL), &options,
                               &data, &size, &report, &err))
            fail_msg("%s: %s", writes[i].name, err.msg);
        char *got = abk_dump((struct tabia_bytes){ data, size });
        nfailed += !check_text(writes[i].name, got, writes[i].want);
        nfailed += !check_text(writes[i].name,
                               report_text(&report, losses, sizeof(losses)),
                               writes[i].losses);
        free(got);
        free(data);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* Books that are no tree from one root: lines that meet are repeated. */
static void test_write_graphs(void **state)
{
    (void)state;
    static const struct {
        const char *name, *book;
        enum book_text_mode mode;
        const char *want;
    } cases[] = {
        { "lines that meet", "e2e4 e7e5 g1f3 b8c6 | g1f3 e7e5 e2e4",
          BOOK_TEXT_GRAPH,
          "e2e4 p5 c902 n901; g1f3 p5 c903; e7e5 p5 c904; e7e5 p5 c905; "
          "g1f3 p5 c906; e2e4 p5 c907; b8c6 p5; b8c6 p5" },
        { "one root twice", "e2e4=5 e7e5=3 | new e2e4=5 c7c5=2 | new d2d4=1",
          BOOK_TEXT_TREE, "e2e4 p5 c902 n901; d2d4 p1; e7e5 p3 n903; c7c5 p2" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book = book_text_make(cases[i].book, cases[i].mode);
        uint8_t *data;
        size_t size;
        assert_true(tabia_book_encode(book, tabia_format_find("abk", NULL),
                                      NULL, &data, &size, NULL, NULL));
        char *got = abk_dump((struct tabia_bytes){ data, size });
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        free(got);
        free(data);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* What we write is read without a warning, and is then the same bytes. */
static void check_again(const char *name, const struct tabia_book *book)
{
    const struct tabia_format *format = tabia_format_find("abk", NULL);
    struct problem_text problems = { .n = 0 };
    struct tabia_report report = { 0 };
    uint8_t *once, *twice;
    size_t nonce, ntwice;
    assert_true(
        tabia_book_encode(book, format, NULL, &once, &nonce, &report, NULL));
    struct tabia_book *back = read_bytes((struct tabia_bytes){ once, nonce },
                                         false, NULL, NULL, &problems, NULL);
    assert_non_null(back);
    assert_true(
        tabia_book_encode(back, format, NULL, &twice, &ntwice, NULL, NULL));
    assert_true(check_number(name, nonce, ntwice));
    assert_memory_equal(once, twice, nonce);
    if (!report.n) {
        struct tabia_diff_result counts;
        assert_true(check_number(name, tabia_book_edge_count(back),
                                 tabia_book_edge_count(book)));
        assert_true(tabia_book_diff(book, back,
                                    &(struct tabia_diff_options){
                                        .ignored = TABIA_HAS_LOCATION },
                                    &counts, NULL));
        assert_true(
            check_number(name, counts.positions_equal, counts.positions_both));
        assert_int_equal(counts.positions_a + counts.positions_b, 0);
    }
    free(once);
    free(twice);
    tabia_book_free(back);
}

static void test_round_trip(void **state)
{
    static const char *const files[] = {
        "ab2 =Fun @Andr\xe9 e2e4 p5 c902 n901; d2d4 p0; e7e5 p9 g9/1/2",
        DELETED,
        ("ab2 " DELETED),
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct problem_text problems = { .n = 0 };
        struct buf bytes = abk_bytes(files[i]);
        put_le32((uint8_t *)bytes.data + abk_numbers[ABK_NNUMBERS - 1].at, 30);
        struct tabia_book *book =
            read_bytes(buf_bytes(&bytes), false, NULL, NULL, &problems, NULL);
        assert_non_null(book);
        assert_string_equal(tabia_book_find_text(book, "abk-max-ply"), "30");
        check_again(files[i], book);
        tabia_book_free(book);
        buf_clear(&bytes);
    }
}

/* A move may be there many times, but a reader ends its list at 255. */
static void test_many_siblings(void **state)
{
    const tabia_move e4 = tabia_move_make(12, 28, TABIA_PIECE_NONE);
    struct tabia_builder *b = new_builder();
    struct tabia_report report = { 0 };
    struct tabia_builder_cursor root;
    char got[200];
    (void)state;
    assert_true(tabia_builder_start(b, NULL, &root, NULL));
    for (int i = 0; i < 257; i++) {
        struct tabia_builder_cursor c = root;
        assert_true(tabia_builder_play(b, &c, e4, NULL));
    }
    struct tabia_book *book = freeze(b);
    uint8_t *data;
    size_t size;
    assert_true(tabia_book_encode(book, tabia_format_find("abk", NULL), NULL,
                                  &data, &size, &report, NULL));
    assert_true(
        check_text("losses", report_text(&report, got, sizeof(got)),
                   "2 moves beyond the 255th of a position are dropped"));
    free(data);
    check_again("many siblings", book);
    tabia_book_free(book);
}

static void test_long_texts(void **state)
{
    (void)state;
    struct tabia_builder *b = new_builder();
    struct tabia_report report = { 0 };
    char text[200], got[200];
    memset(text, 'a', sizeof(text));
    assert_true(tabia_builder_add_text(b, "author", text, 100, NULL));
    assert_true(
        tabia_builder_add_text(b, "comment", "\xe2\x82\xac \xce\xb1", 6, NULL));
    struct tabia_book *book = freeze(b);
    uint8_t *data;
    size_t size;
    assert_true(tabia_book_encode(book, tabia_format_find("abk", NULL), NULL,
                                  &data, &size, &report, NULL));
    assert_string_equal(report_text(&report, got, sizeof(got)),
                        "1 character that is not in Windows-1252 becomes '?'; "
                        "1 author is truncated to 80 bytes");
    assert_memory_equal(data + 12, "\3\x80 ?\0", 5);
    assert_int_equal(data[133], 80);
    free(data);
    tabia_book_free(book);
}

/* ---- memory ---------------------------------------------------------- */

static void test_nomem(void **state)
{
    (void)state;
    struct buf bytes = abk_bytes("ab2 @Andr\xe9 " DELETED);
    const struct tabia_read_options options = {
        .format = tabia_format_find("abk", NULL),
    };
    check_starved(buf_bytes(&bytes), &options);
    buf_clear(&bytes);
}

/* ---- a real book ----------------------------------------------------- */

static void test_real(void **state)
{
    (void)state;
    struct problem_text problems = { .n = 0 };
    struct input in;
    shared_open("data/abk/Perfect2021.abk", &in);
    struct tabia_book *abk =
        read_bytes(in.bytes, false, NULL, NULL, &problems, NULL);
    assert_non_null(abk);
    input_close(&in);
    struct tabia_book *bin = shared_book("data/polyglot/Perfect2021.bin", NULL);
    assert_string_equal(problems.text,
                        "25200: 29 deleted moves are skipped; "
                        "25200: 429 of 9571 records are not part of the tree");
    assert_int_equal(tabia_book_edge_count(abk), 9113);
    assert_string_equal(tabia_book_find_text(abk, "author"), "Sedat Canbaz");
    assert_string_equal(tabia_book_find_text(abk, "abk-min-games"), "1");
    check_again("Perfect2021.abk", abk);

    struct tabia_diff_result counts;
    assert_true(tabia_book_diff(abk, bin,
                                &(struct tabia_diff_options){ .ignored = ~0u },
                                &counts, NULL));
    assert_int_equal(counts.positions_both + counts.positions_b, 4065);
    assert_int_equal(counts.positions_both, 4042);
    assert_int_equal(counts.positions_equal, 4008);
    tabia_book_free(abk);
    tabia_book_free(bin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_promotions),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_find_line),
        cmocka_unit_test(test_find_line_reads_little),
        cmocka_unit_test(test_write),
        cmocka_unit_test(test_write_graphs),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_many_siblings),
        cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_nomem),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
