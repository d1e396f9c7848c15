/*
 * test_format_tibook.c - compiled books: made, read, searched, damaged
 */
#include "format_check.h"

#include "base/bytes.h"
#include "base/compiler.h"
#include "fail_alloc.h"
#include "format/formats.h"
#include "format/report.h"
#include "format/table_io.h"
#include "format/ti/tibook.h"
#include "shared_file.h"
#include "ti_bytes.h"

static struct tabia_book *read_text(const char *text)
{
    const struct tabia_read_options options = { .format = &format_tichess,
                                                .keep_location = true };
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_decode(bytes_of(text), &options, &err);
    if (!book)
        fail_msg("%u:%u: %s", err.line, err.col, err.msg);
    return book;
}

/* The text's one file of a side, for the TI-89. */
static struct ti_file compile(const char *text, char side)
{
    const struct ti_options options = {
        .no_ti92p = true,
        .no_white = side != 'w',
        .no_black = side != 'b',
    };
    struct ti_files files;
    struct tabia_error err = { 0 };
    struct tabia_book *book = read_text(text);
    if (!tibook_compile(book, &options, &files, &err))
        fail_msg("%s", err.msg);
    tabia_book_free(book);
    assert_int_equal(files.n, 1);
    return files.list[0];
}

static struct tabia_bytes file_bytes(const struct ti_file *file)
{
    return (struct tabia_bytes){ file->data, file->size };
}

/* ---- the real book --------------------------------------------------- */

#define REAL_TEXT "data/tichess/openings.txt"
#define REAL_FILE "data/tichess/bkwhite0.89y"

static void test_real_bytes(void **state)
{
    (void)state;
    struct input want;
    struct tabia_book *book = shared_book(REAL_TEXT, NULL);
    const struct ti_options options = { .prefix = "bkwhite", .no_black = true };
    struct ti_files files;
    assert_true(tibook_compile(book, &options, &files, NULL));
    assert_int_equal(files.n, 2);
    assert_true(check_text("name", files.list[0].name, "bkwhite0.89y"));
    assert_true(check_text("name", files.list[1].name, "bkwhite0.9xy"));
    assert_int_equal(files.list[0].positions, 970);
    assert_int_equal(files.list[0].moves, 1063);
    shared_open(REAL_FILE, &want);
    assert_int_equal(files.list[0].size, want.bytes.size);
    assert_memory_equal(files.list[0].data, want.bytes.data, want.bytes.size);

    // The other calculator's file differs in its first bytes only.
    assert_int_equal(files.list[1].size, want.bytes.size);
    assert_memory_equal(files.list[1].data, "**TI92P*", 8);
    assert_memory_equal(files.list[1].data + 8, want.bytes.data + 8,
                        want.bytes.size - 8);
    input_close(&want);
    ti_files_clear(&files);

    const struct ti_options black = { .prefix = "bkblack",
                                      .no_white = true,
                                      .no_ti92p = true };
    assert_true(tibook_compile(book, &black, &files, NULL));
    assert_int_equal(files.list[0].positions, 1061);
    assert_int_equal(files.list[0].moves, 1202);
    assert_int_equal(files.list[0].size, 36461);
    ti_files_clear(&files);
    tabia_book_free(book);
}

/* Reading the real book and writing it again gives the same bytes. */
static void test_real_round_trip(void **state)
{
    (void)state;
    struct input in;
    shared_open(REAL_FILE, &in);
    uint8_t *data;
    size_t size;
    struct tabia_error err = { 0 };
    struct tabia_report report = { .n = 0 };
    struct tabia_book *book = tabia_book_decode(in.bytes, NULL, &err);
    if (!book)
        fail_msg("%d: %s", (int)err.offset, err.msg);
    assert_int_equal(tabia_book_root_count(book), 970);
    assert_int_equal(tabia_book_edge_count(book), 1063);
    assert_true(
        check_text("side", tabia_book_find_text(book, "side"), "white"));
    assert_true(tabia_book_encode(book, &format_tibook, NULL, &data, &size,
                                  &report, &err));
    assert_int_equal(report.n, 0);
    assert_int_equal(size, in.bytes.size);
    assert_memory_equal(data, in.bytes.data, size);
    free(data);
    tabia_book_free(book);
    input_close(&in);
}

/* Every position of the text is found in the file, with the same moves. */
static void test_real_probe(void **state)
{
    (void)state;
    struct input in;
    struct tabia_book *book = shared_book(REAL_TEXT, NULL);
    shared_open(REAL_FILE, &in);
    struct table *t = format_open_table(in.bytes, NULL, NULL);
    assert_non_null(t);
    uint32_t nchecked = 0;
    for (uint32_t i = 0; i < tabia_book_root_count(book); i++) {
        struct tabia_pos pos;
        uint32_t node = tabia_book_root_at(book, i), edge, count;
        tabia_book_root_pos_at(book, i, &pos);
        for (tabia_book_node_edges(book, node, &edge, &count); count;
             tabia_book_node_edges(book, node, &edge, &count)) {
            struct tabia_book_move list[TABIA_MOVES_MAX];
            const tabia_move mv = tabia_book_edge_move(book, edge);
            const size_t n = table_find(t, &pos, list);
            size_t k = 0;
            while (k < n && list[k].move != mv)
                k++;
            assert_true(pos.turn == TABIA_BLACK ? n == 0 : k < n);
            nchecked += pos.turn == TABIA_WHITE;
            tabia_pos_play(&pos, mv);
            node = tabia_book_edge_target(book, edge);
        }
    }
    assert_true(nchecked > 2000);
    table_close(t);
    tabia_book_free(book);
    input_close(&in);
}

/* ---- making ---------------------------------------------------------- */

static void test_order(void **state)
{
    (void)state;
    // A move that comes twice counts once; others keep their order.
    struct ti_file file = compile("1. e4\n1. d4\n1. e4\n1. c4\n", 'w');
    const uint8_t *payload = file.data + 88;
    assert_memory_equal(payload, "BKW0", 4);
    assert_int_equal(load_be16(payload + 4), 1);
    assert_int_equal(load_be16(payload + 6), 3);
    assert_int_equal(load_be64(payload + 8), 0x439871B466D9186A);
    assert_int_equal(load_be16(payload + 16), 18);
    assert_int_equal(load_be16(payload + 40), 0x8000 | 12 | 28 << 6);
    assert_int_equal(load_be16(payload + 42), 0x8000 | 11 | 27 << 6);
    assert_int_equal(load_be16(payload + 44), 10 | 26 << 6);
    assert_int_equal(file.size, 88 + 8 + 10 + 22 + 6 + 7 + 2);
    free(file.data);
}

/* Positions that differ in the double step alone are two. */
static void test_double_step(void **state)
{
    (void)state;
    struct ti_file file =
        compile("1. e4 e6 2. d4 d5\n1. d4 e6 2. e4 d6\n1. d4 e6 2. e4 d5\n",
                'b');
    assert_int_equal(file.positions, 4);
    assert_int_equal(file.moves, 5);
    free(file.data);
}

static void test_split(void **state)
{
    (void)state;
    static const char text[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6\n";
    static const struct {
        const char *name;
        unsigned size;
        int offset;
        const char *want;
    } cases[] = {
        { "all", 0, 0, "ticbook0.89y 4w ticbook1.89y 4b" },
        { "just enough", 8 + 4 * 34 + 9, 0, "ticbook0.89y 4w ticbook1.89y 4b" },
        { "one byte less", 8 + 4 * 34 + 8, 0,
          "ticbook0.89y 3w ticbook1.89y 1w ticbook2.89y 3b ticbook3.89y 1b" },
        { "offset", 0, 8, "ticbook8.89y 4w ticbook9.89y 4b" },
        { "no number left", 0, 9,
          "too many files: numbers 9 to 9 are all used" },
        { "too small", 50, 0,
          "a position with 1 move does not fit into a file of this size" },
        { "tiny", 1, 0,
          "a position with 1 move does not fit into a file of this size" },
        { "too large", 65512, 0,
          "the size must be at most 65511, found 65512" },
    };
    struct tabia_book *book = read_text(text);
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct ti_options options = { .size = cases[i].size,
                                            .offset = cases[i].offset,
                                            .no_ti92p = true };
        struct ti_files files;
        struct tabia_error err = { 0 };
        char got[512] = "";
        if (!tibook_compile(book, &options, &files, &err))
            snprintf(got, sizeof(got), "%s", err.msg);
        for (size_t k = 0; k < files.n; k++)
            snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s %u%c",
                     k ? " " : "", files.list[k].name, files.list[k].positions,
                     files.list[k].side);
        ti_files_clear(&files);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    tabia_book_free(book);
    assert_int_equal(nfailed, 0);
}

/* The keys of a split book go on from file to file. */
static void test_split_keys(void **state)
{
    (void)state;
    struct tabia_book *book = shared_book(REAL_TEXT, NULL);
    const struct ti_options options = { .size = 8000,
                                        .no_black = true,
                                        .no_ti92p = true };
    struct ti_files files;
    assert_true(tibook_compile(book, &options, &files, NULL));
    assert_int_equal(files.n, 5);
    uint64_t last = 0;
    uint32_t npositions = 0;
    for (size_t i = 0; i < files.n; i++) {
        const struct tabia_bytes bytes = file_bytes(&files.list[i]);
        assert_true(bytes.size - 88 - 9 <= 8000 - 9);
        struct table *t = format_open_table(bytes, NULL, NULL);
        assert_non_null(t);
        struct table_rows rows = table_rows_begin(t);
        struct table_row row;
        while (table_rows_next(&rows, &row)) {
            assert_true(row.key >= last);
            last = row.key;
        }
        npositions += files.list[i].positions;
        table_close(t);
    }
    assert_int_equal(npositions, 970);
    ti_files_clear(&files);
    tabia_book_free(book);
}

static void test_too_full(void **state)
{
    (void)state;
    struct tabia_book *book = read_text(
        "1. e4\n[FEN \"rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 "
        "1\"]\n1. Nc3\n");
    struct ti_files files;
    struct tabia_error err = { 0 };
    char got[256];
    assert_false(tibook_compile(book, NULL, &files, &err));
    snprintf(got, sizeof(got), "%u:%u: %s", err.line, err.col, err.msg);
    assert_true(check_text("place", got,
                           "3:4: the position before this move needs 212 bits, "
                           "the limit of TI-Chess is 164"));

    // As the target of a conversion it is a loss.
    struct tabia_report report = { .n = 0 };
    uint8_t *data;
    size_t size;
    assert_true(tabia_book_encode(book, &format_tibook, NULL, &data, &size,
                                  &report, NULL));
    assert_int_equal(report.n, 1);
    assert_true(
        check_text("loss", report.list[0].what,
                   "position that needs more than 164 bits is dropped"));
    free(data);
    tabia_book_free(book);
}

/* Castling in Chess960 has no code. */
static void test_chess960(void **state)
{
    (void)state;
    struct tabia_book *book =
        read_text("[FEN \"k7/8/8/8/8/8/8/1R1K2R1 w GB - 0 1\"]\n1. O-O\n");
    struct ti_files files;
    struct tabia_error err = { 0 };
    char got[256];
    assert_false(tibook_compile(book, NULL, &files, &err));
    snprintf(got, sizeof(got), "%u:%u: %s", err.line, err.col, err.msg);
    assert_true(
        check_text("960", got, "2:4: TI-Chess castles from e1 and e8 only"));
    tabia_book_free(book);
}

static void test_bad_options(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct ti_options options;
        const char *want;
    } cases[] = {
        { "folder",
          { .folder = "muchtoolong" },
          "the folder must have 1 to 8 letters and digits, a letter first, "
          "found "
          "'muchtoolong'" },
        { "prefix",
          { .prefix = "eightish" },
          "the prefix must have 1 to 7 letters and digits, a letter first, "
          "found 'eightish'" },
        { "path",
          { .prefix = "../a" },
          "the prefix must have 1 to 7 letters and digits, a letter first, "
          "found '../a'" },
        { "offset",
          { .offset = 10 },
          "the offset must be from 0 to 9, found 10" },
    };
    struct tabia_book *book = read_text("1. e4");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct ti_files files;
        struct tabia_error err = { 0 };
        assert_false(tibook_compile(book, &cases[i].options, &files, &err));
        assert_int_equal(files.n, 0);
        assert_true(check_text(cases[i].name, err.msg, cases[i].want));
    }
    tabia_book_free(book);
}

static void test_settings(void **state)
{
    (void)state;
    static const struct {
        struct tabia_setting setting;
        const char *want;
    } cases[] = {
        { { "side", "white" }, "BKW0" },
        { { "side", "black" }, "BKB0" },
        { { "side", "both" }, "side: expected white or black, found 'both'" },
        { { "device", "ti92p" }, "BKW0" },
        { { "device", "ti83" },
          "device: expected ti89 or ti92p, found 'ti83'" },
        { { "name", "1x" },
          "name: expected 1 to 8 letters and digits, a letter first, found "
          "'1x'" },
        { { "part", "0" }, "BKW0" },
        { { "part", "1" }, "part: expected a number from 0 to 0, found '1'" },
        { { "part", "x" },
          "part: expected a number from 0 to 4294967295, found 'x'" },
    };
    struct tabia_book *book = read_text("1. e4 e5");
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_write_options options = { .settings =
                                                         &cases[i].setting,
                                                     .nsettings = 1 };
        struct tabia_error err = { 0 };
        uint8_t *data;
        size_t size;
        char got[TABIA_ERROR_MSG_SIZE] = "";
        if (tabia_book_encode(book, &format_tibook, &options, &data, &size,
                              NULL, &err)) {
            memcpy(got, data + 88, 4);
            free(data);
        } else {
            snprintf(got, sizeof(got), "%s", err.msg);
        }
        nfailed += !check_text(cases[i].setting.value, got, cases[i].want);
    }
    tabia_book_free(book);
    assert_int_equal(nfailed, 0);
}

/* ---- joining --------------------------------------------------------- */

/* With "link" the lines are whole, by answers that nobody plays. */
static void test_link(void **state)
{
    (void)state;
    struct ti_file file =
        compile("1. e4 e5 2. Nf3 Nc6 3. Bb5\n1. d4 d5 2. e4\n1. e4 d5 2. d4\n"
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\"]\n1. e4\n",
                'w');
    const struct tabia_setting link = { "link", "" };
    const struct tabia_read_options options = { .format = &format_tibook,
                                                .settings = &link,
                                                .nsettings = 1 };
    struct tabia_error err = { 0 };
    struct tabia_book *book =
        tabia_book_decode(file_bytes(&file), &options, &err);
    if (!book)
        fail_msg("%s", err.msg);
    assert_int_equal(tabia_book_root_count(book), 2);
    assert_int_equal(tabia_book_edge_count(book), file.moves + 4);
    assert_int_equal(tabia_book_attr_count(book, TABIA_ATTR_MARK), 4);

    struct tabia_pos pos, start;
    tabia_book_root_pos_at(book, 0, &pos);
    tabia_pos_set_start(&start);
    assert_true(tabia_pos_is_same(&pos, &start));

    // The answers are not written, so the same file comes out.
    uint8_t *data;
    size_t size;
    assert_true(tabia_book_encode(book, &format_tibook, NULL, &data, &size,
                                  NULL, NULL));
    assert_int_equal(size, file.size);
    assert_memory_equal(data, file.data, size);
    free(data);
    tabia_book_free(book);
    free(file.data);
}

/* Moves that are not for playing are left out; a conversion tells of them. */
static void test_marks(void **state)
{
    (void)state;
    const struct tabia_read_options ct800 = { .format = &format_ct800 };
    struct tabia_book *book =
        tabia_book_decode(bytes_of("e2e4\nd2d4x\ng2g4?\n"), &ct800, NULL);
    assert_non_null(book);
    struct ti_files files;
    assert_true(tibook_compile(book, NULL, &files, NULL));
    assert_int_equal(files.list[0].moves, 1);
    ti_files_clear(&files);

    struct tabia_report report = { .n = 0 };
    uint8_t *data;
    size_t size;
    assert_true(tabia_book_encode(book, &format_tibook, NULL, &data, &size,
                                  &report, NULL));
    assert_int_equal(report.n, 3); // each mark, and the moves themselves
    assert_int_equal(report.list[2].count, 2);
    assert_true(check_text("loss", report.list[2].what,
                           "moves with a mark are dropped"));
    free(data);
    tabia_book_free(book);
}

/* ---- searching ------------------------------------------------------- */

/*
 * The calculator's rule: the same double step, no right that was lost; a
 * right that the record lacks does not matter. At the first move neither.
 */
static void test_probe_rule(void **state)
{
    (void)state;
    static const struct {
        const char *name, *record, *fen;
        size_t want;
    } cases[] = {
        { "same", "r3k3/8/8/8/8/8/8/4K3 w q - 0 9",
          "r3k3/8/8/8/8/8/8/4K3 w q - 0 9", 1 },
        { "right lost", "r3k3/8/8/8/8/8/8/4K3 w q - 0 9",
          "r3k3/8/8/8/8/8/8/4K3 w - - 0 9", 0 },
        { "right kept", "r3k3/8/8/8/8/8/8/4K3 w - - 0 9",
          "r3k3/8/8/8/8/8/8/4K3 w q - 0 9", 1 },
        { "right lost, first move", "r3k3/8/8/8/8/8/8/4K3 w q - 0 9",
          "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", 1 },
        { "step missing", "4k3/8/8/p7/8/8/8/4K3 w - a6 0 9",
          "4k3/8/8/p7/8/8/8/4K3 w - - 0 9", 0 },
        { "step new", "4k3/8/8/p7/8/8/8/4K3 w - - 0 9",
          "4k3/8/8/p7/8/8/8/4K3 w - a6 0 9", 0 },
        { "step, first move", "4k3/8/8/p7/8/8/8/4K3 w - a6 0 9",
          "4k3/8/8/p7/8/8/8/4K3 w - - 0 1", 1 },
        { "other side", "4k3/8/8/p7/8/8/8/4K3 w - - 0 9",
          "4k3/8/8/p7/8/8/8/4K3 b - - 0 9", 0 },
        { "other board", "4k3/8/8/p7/8/8/8/4K3 w - - 0 9",
          "4k3/8/p7/8/8/8/8/4K3 w - - 0 9", 0 },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[256];
        struct tabia_pos pos;
        struct tabia_book_move list[TABIA_MOVES_MAX];
        snprintf(text, sizeof(text), "[FEN \"%s\"]\n1. Kf2\n", cases[i].record);
        struct ti_file file = compile(text, 'w');
        struct table *t = format_open_table(file_bytes(&file), NULL, NULL);
        assert_non_null(t);
        assert_true(
            tabia_fen_parse(&pos, cases[i].fen, strlen(cases[i].fen), 0, NULL));
        nfailed += !check_number(cases[i].name, table_find(t, &pos, list),
                                 cases[i].want);
        table_close(t);
        free(file.data);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- damage ---------------------------------------------------------- */

/*
 * Two positions: index at 96, records at 116 and 140, the file has 173 bytes.
 */
static void test_damage(void **state)
{
    (void)state;
    static const struct ti_damage cases[] = {
        { "magic", 88, 4, "BKX0", "88: not a book: expected BKW0 or BKB0" },
        { "too many", 92, 2, "\x00\x09",
          "92: the file is too small for an index of 9 "
          "positions" },
        { "fewer", 92, 2, "\x00\x01",
          "94: the header states 2 moves, the file has 1" },
        { "moves", 94, 2, "\x00\x05",
          "94: the header states 5 moves, the file has 2" },
        { "order", 96, 2, "\xFF\xFF",
          "106: the index is not sorted at position 2" },
        { "into the index", 104, 2, "\x00\x10",
          "104: position 1 is outside the file" },
        { "behind the end", 104, 2, "\x00\x42",
          "104: position 1 is outside the file" },
        { "far behind", 114, 2, "\xFF\xFF",
          "114: position 2 is outside the file" },
        { "no last move", 162, 1, "\xFF", "164: the last move is missing" },
        { "key", 103, 1, "\x6B", "96: the key does not match the position" },
        { "bits", 116, 20,
          "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
          "\xFF\xFF\xFF\xFF",
          "116: the position exceeds its 164 bits" },
        { "no pieces", 116, 21, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
          "116: not a legal position: white has no king" },
        { "side", 137, 1, "\x1F",
          "116: the other side is to move in this "
          "book" },
        { "move", 138, 2, "\x00\x00", "138: illegal move 0000" },
        { "promotion", 138, 2, "\x57\x0C", "138: illegal move 570c" },
        { "unused move bits", 138, 2, "\x7F\x0C", "138: illegal move 7f0c" },
    };
    struct ti_file file = compile("1. e4 e5 2. Nf3", 'w');
    assert_int_equal(file.size, 173);
    uint8_t data[173];
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        char got[256] = "read";
        memcpy(data, file.data, sizeof(data));
        ti_damage_do(&cases[i], data, sizeof(data));
        const struct tabia_bytes bytes = { data, sizeof(data) };
        const struct tabia_read_options options = { .format = &format_tibook };
        struct tabia_book *book = tabia_book_decode(bytes, &options, &err);
        if (!book)
            snprintf(got, sizeof(got), "%d: %s", (int)err.offset, err.msg);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
        tabia_book_free(book);
    }
    free(file.data);
    assert_int_equal(nfailed, 0);
}

/* Records that overlap, each with all moves of the file, are refused. */
static void test_overlap(void **state)
{
    enum {
        HEAD = 88,
        NMOVES = 300,
        SIZE = HEAD + 8 + 10 + 22 + 2 * NMOVES + 9
    };
    (void)state;
    struct ti_file file = compile("1. e4", 'w');
    uint8_t data[SIZE];
    memcpy(data, file.data, HEAD + 8 + 10 + 22);
    for (size_t i = 0; i < NMOVES; i++)
        put_be16(data + HEAD + 40 + 2 * i,
                 (uint16_t)((i + 1 < NMOVES ? 0x8000 : 0) | 12 | 28 << 6));
    memcpy(data + SIZE - 9, file.data + file.size - 9, 9);
    put_le32(data + 76, SIZE);
    put_be16(data + 86, SIZE - HEAD - 2);
    put_be16(data + HEAD + 6, NMOVES);
    ti_sum_set(data, SIZE);
    const struct tabia_bytes bytes = { data, SIZE };
    const struct tabia_read_options options = { .format = &format_tibook };
    struct tabia_error err = { 0 };
    assert_null(tabia_book_decode(bytes, &options, &err));
    assert_true(
        check_text("overlap", err.msg, "more moves than any position has"));
    free(file.data);
}

static bool compile_all(void *ctx, struct tabia_error *err)
{
    struct ti_files files;
    const bool ok = tibook_compile(ctx, NULL, &files, err);
    ti_files_clear(&files);
    return ok;
}

static void test_no_memory(void **state)
{
    (void)state;
    struct tabia_book *book = read_text("1. e4 e5 2. Nf3\n1. d4 d5\n");
    fail_alloc_each(compile_all, book);
    tabia_book_free(book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_real_bytes),
        cmocka_unit_test(test_real_round_trip),
        cmocka_unit_test(test_real_probe),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_double_step),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_split_keys),
        cmocka_unit_test(test_too_full),
        cmocka_unit_test(test_bad_options),
        cmocka_unit_test(test_chess960),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_link),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_probe_rule),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
