/*
 * test_format_ct800_bin.c - records, the C file, bad bytes, reading back
 */
#include "base/bytes.h"
#include "base/compiler.h"
#include "base/sink.h"
#include "ct800_book.h"
#include "format/ct800/ct800_compile.h"
#include "format/report.h"
#include "format_check.h"
#include "guard.h"

/* ---- compiling ------------------------------------------------------- */

/* Compiles text and prints the records in hexadecimal. */
static struct buf records_of(const char *text, struct tabia_report *report)
{
    struct tabia_book *book = ct800_book_of(text);
    struct buf data = ct800_book_encode(book, "ct800-bin", report);
    struct buf hex = { .limit = 1 << 20 };
    for (size_t i = 0; i < data.size; i++)
        buf_addf(&hex, "%s%02X", i ? " " : "", (unsigned char)data.data[i]);
    buf_clear(&data);
    tabia_book_free(book);
    return hex;
}

static void test_records(void **state)
{
    static const struct {
        const char *name, *text, *want;
    } cases[] = {
        { "one move", "d2d4", "1C 16 84 26 61 8B 1B" },
        { "the start record", "d2d4\ne2e4\nc2c4\ng1f3\n",
          "1C 16 84 26 64 8B 1B 0C 1C 0A 1A 06 15" },
        { "the same move twice", "d2d4\nd2d4", "1C 16 84 26 61 8B 1B" },
        { "a marked move", "d2d4? d7d5\ne2e4x", "A9 E1 6B 5F 41 33 E3" },
        { "marked once, not marked once", "d2d4?\nd2d4",
          "1C 16 84 26 61 8B 1B" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_report report = { 0 };
        struct buf got = records_of(cases[i].text, &report);
        assert_true(check_text(cases[i].name, buf_text(&got), cases[i].want));
        buf_clear(&got);
    }
}

/* As the original, which writes no file then. */
static void test_nothing_to_store(void **state)
{
    static const struct {
        const char *name, *text, *want;
    } cases[] = {
        { "all marked", "d2d4? d7d5x",
          "no positions found: no move can be stored (moves marked ? or x "
          "never are)" },
        { "no moves", "# nothing\n", "no moves found" },
    };
    static const char *const formats[] = { "ct800-bin", "ct800-c" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases) * COUNT_OF(formats); i++) {
        const size_t row = i / COUNT_OF(formats);
        struct tabia_book *book = ct800_book_of(cases[row].text);
        struct tabia_error err = { 0 };
        uint8_t *data = NULL;
        size_t size;
        assert_false(tabia_book_encode(
            book, tabia_format_find(formats[i % COUNT_OF(formats)], NULL), NULL,
            &data, &size, NULL, &err));
        assert_true(check_text(cases[row].name, err.msg, cases[row].want));
        tabia_book_free(book);
    }
}

static const struct tabia_loss *find_loss(const struct tabia_report *report,
                                          const char *part)
{
    for (size_t i = 0; i < report->n; i++)
        if (strstr(report->list[i].what, part))
            return &report->list[i];
    return NULL;
}

static void test_losses(void **state)
{
    static const struct {
        const char *name, *text, *what;
        uint64_t count;
    } cases[] = {
        { "passive marks", "e2e4? e7e5? d2d4x d7d5", "passive mark", 2 },
        { "avoided marks", "e2e4? e7e5? d2d4x d7d5", "avoided mark", 1 },
        { "names", "e2e4 (B00 a)", "name", 1 },
        { "surplus",
          "a2a3\na2a4\nb2b3\nb2b4\nc2c3\nc2c4\nd2d3\nd2d4\ne2e3\ne2e4\n"
          "f2f3\nf2f4\ng2g3\ng2g4\nh2h3\nh2h4\nb1c3\nh2h4\n",
          "moves beyond the 15th", 2 },
        { "two positions, one key",
          "e2e3 h7h5 d2d4 b8a6 g1h3 h8h6 d1d2 a6b8\n"
          "a2a3 d7d5 a3a4 c8f5 b1c3 f5d7 a1a2 d7f5 c3d5 d8d6 d5c3\n",
          "has the same key", 1 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_report report = { 0 };
        struct buf got = records_of(cases[i].text, &report);
        const struct tabia_loss *loss = find_loss(&report, cases[i].what);
        assert_true(check_number(cases[i].name, loss ? loss->count : 0,
                                 cases[i].count));
        buf_clear(&got);
    }
}

/* En passant does not count: both ways to a position make one record. */
static void test_en_passant_is_one(void **state)
{
    struct tabia_report report = { 0 };
    struct tabia_book *book = ct800_book_of("e2e4 a7a6 e4e5 d7d5 e5d6\n"
                                            "e2e4 d7d5 e4e5 a7a6 d2d4\n");
    (void)state;
    struct buf data = ct800_book_encode(book, "ct800-bin", &report);
    struct tabia_bytes bytes = buf_bytes(&data);
    uint32_t count;
    assert_true(ct800_records_check(bytes, &count, NULL));
    assert_int_equal(count, 7);
    buf_clear(&data);
    tabia_book_free(book);
}

/* One pass of the original's sort as it is described: insertion by gaps. */
static void slow_pass(uint64_t *items, size_t n, size_t gap)
{
    for (size_t i = gap; i < n; i++) {
        const uint64_t item = items[i];
        size_t k = i;
        for (; k >= gap &&
               items[k - gap] >> CT800_ITEM_SHIFT > item >> CT800_ITEM_SHIFT;
             k -= gap)
            items[k] = items[k - gap];
        items[k] = item;
    }
}

static void slow_sort(uint64_t *items, size_t n)
{
    static const size_t gaps[] = { 1750, 701, 301, 132, 57, 23, 10, 4, 1 };
    size_t gap = 1750;
    while (gap < (size_t)((double)n / 2.25 + 0.5))
        gap = 2 * gap + gap / 4;
    for (; gap > 1751; gap = (size_t)((double)gap / 2.25 + 0.5))
        slow_pass(items, n, gap);
    for (size_t i = 0; i < COUNT_OF(gaps); i++)
        slow_pass(items, n, gaps[i]);
}

/* The order of equal keys is that of the original's sort, to the letter. */
static void test_sort(void **state)
{
    enum { MANY = 20000 };
    static uint64_t items[MANY], want[MANY];
    static const size_t sizes[] = { 0, 1, 2, 9, 100, 1751, 3939, 5000, MANY };
    uint64_t seed = 1;
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        for (size_t i = 0; i < sizes[s]; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            items[i] = (seed >> 57) << CT800_ITEM_SHIFT | i;
            want[i] = items[i];
        }
        ct800_sort(items, sizes[s]);
        slow_sort(want, sizes[s]);
        assert_memory_equal(items, want, sizes[s] * sizeof(items[0]));
    }
}

static void test_index(void **state)
{
    static const uint8_t data[] = {
        0x02, 0, 0, 0, 0x01, 1, 2, //
        0x02, 0, 0, 1, 0x01, 1, 2, //
        0x80, 0, 0, 0, 0x01, 1, 2,
    };
    uint32_t index[CT800_INDEX_SIZE];
    const struct tabia_bytes bytes = { data, sizeof(data) };
    (void)state;
    ct800_records_fill_index(bytes, CT800_INDEX_BITS, index);
    assert_int_equal(index[0], 0);
    assert_int_equal(index[2], 0);
    assert_int_equal(index[3], 14);
    assert_int_equal(index[0x80], 14);
    assert_int_equal(index[0x81], 14);
    assert_int_equal(index[0xFF], 14);

    uint32_t *fine = calloc(1 << 16, sizeof(*fine));
    assert_non_null(fine);
    ct800_records_fill_index(bytes, 16, fine);
    assert_int_equal(fine[0x0200], 0);
    assert_int_equal(fine[0x0201], 14);
    assert_int_equal(fine[0x8000], 14);
    assert_int_equal(fine[0xFFFF], 14);
    free(fine);
}

/* ---- bad bytes ------------------------------------------------------- */

#define START_RECORD 0x1C, 0x16, 0x84, 0x26, 0x61, 0x8B, 0x1B

static const struct {
    const char *name;
    uint8_t bytes[24];
    size_t size;
    const char *want;
} bad_bytes[] = {
    { "nothing", { 0 }, 0, "@0: the book has no records" },
    { "one byte",
      { 0x1C },
      1,
      "@0: the last record is truncated: 1 of at least 7 bytes" },
    { "a head",
      { 0x1C, 0x16, 0x84, 0x26 },
      4,
      "@0: the last record is truncated: 4 of at least 7 bytes" },
    { "no moves",
      { 0x1C, 0x16, 0x84, 0x26, 0x60, 0x8B, 0x1B },
      7,
      "@4: the record has no moves" },
    { "half a move",
      { 0x1C, 0x16, 0x84, 0x26, 0x61, 0x8B },
      6,
      "@0: the last record is truncated: 6 of 7 bytes" },
    { "a move too few",
      { 0x1C, 0x16, 0x84, 0x26, 0x62, 0x8B, 0x1B },
      7,
      "@0: the last record is truncated: 7 of 9 bytes" },
    { "a byte too many",
      { START_RECORD, 0x20 },
      8,
      "@7: the last record is truncated: 1 of at least 7 bytes" },
    { "a move to its own square",
      { 0x1C, 0x16, 0x84, 0x26, 0x61, 0x8B, 0x0B },
      7,
      "@5: move 1 of the record has the same from and to square" },
    { "a second move to its own square",
      { 0x1C, 0x16, 0x84, 0x26, 0x62, 0x8B, 0x1B, 0x0C, 0x0C },
      9,
      "@7: move 2 of the record has the same from and to square" },
    { "bits beside the second move",
      { 0x1C, 0x16, 0x84, 0x26, 0x62, 0x8B, 0x1B, 0x4C, 0x1C },
      9,
      "@7: move 2 of the record has invalid squares: 0x4C 0x1C" },
    { "bits beside the second target",
      { 0x1C, 0x16, 0x84, 0x26, 0x62, 0x8B, 0x1B, 0x0C, 0x9C },
      9,
      "@7: move 2 of the record has invalid squares: 0x0C 0x9C" },
    { "the same key twice",
      { START_RECORD, START_RECORD },
      14,
      "@7: the keys are not ascending: 1C16842668 after 1C16842668" },
    { "a smaller key",
      { START_RECORD, 0x1B, 0x16, 0x84, 0x26, 0x61, 0x8B, 0x1B },
      14,
      "@7: the keys are not ascending: 1B16842668 after 1C16842668" },
    { "a smaller CRC-8",
      { START_RECORD, 0x1C, 0x16, 0x84, 0x26, 0x61, 0x4B, 0x1B },
      14,
      "@7: the keys are not ascending: 1C16842664 after 1C16842668" },
};

static void test_bad_bytes(void **state)
{
    int nfailed = 0;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad_bytes); i++) {
        struct guard g = guard_copy(bad_bytes[i].bytes, bad_bytes[i].size);
        struct tabia_error err = { 0 };
        char got[256] = "no error";
        struct tabia_book *book =
            ct800_book_read("ct800-bin", g.data, g.size, &err);
        if (!book)
            ct800_book_error(&err, got, sizeof(got));
        nfailed += !check_text(bad_bytes[i].name, got, bad_bytes[i].want);
        assert_int_equal(err.status, TABIA_ERR_CORRUPT);
        tabia_book_free(book);
        guard_free(&g);
    }
    assert_int_equal(nfailed, 0);
}

/* The C file of "d2d4 d7d5" with something replaced. */
static const struct {
    const char *name, *from, *to, *want;
} bad_files[] = {
    { "no array", "ctbook_crc_dat[]", "book[]",
      "49:3: expected ctbook_crc_dat, found the end of the file" },
    { "no bracket", "ctbook_crc_dat[]", "ctbook_crc_dat]",
      "6:46: expected '[', found ']'" },
    { "no number in the array", "0x1CU,", "abc,",
      "7:3: expected a number, found 'abc'" },
    { "hexadecimal without digits", "0x1CU,", "0xU,",
      "7:3: expected a number, found '0xU'" },
    { "a number above a byte", "0x1CU,", "0x1CCU,",
      "7:3: the number is above 255" },
    { "no comma", "0x1CU,", "0x1CU",
      "7:9: expected ',' or '}', found '0x16U'" },
    { "array without end", "0x00U\r\n};", "0x00U\r\n;",
      "10:1: expected ',' or '}', found ';'" },
    { "a byte missing", "0x1CU, ", "",
      "12:54: the length is 14, but the array has 29 bytes, of which 16 do not "
      "count" },
    { "a wrong id", "0x76U", "0x77U",
      "12:54: the 16 bytes after the book are not those of the format" },
    { "a record without moves", "0x61U", "0x60U",
      "6:32: byte 4 of the book: the record has no moves" },
    { "records in disorder", "0x1CU,", "0xFCU,",
      "6:32: byte 7 of the book: the keys are not ascending: A9E16B5F43 after "
      "FC16842668" },
    { "no length", "ctbook_crc_dat_len", "length",
      "49:3: expected ctbook_crc_dat_len, found the end of the file" },
    { "a wrong length", "14UL", "15UL",
      "12:54: the length is 15, but the array has 30 bytes, of which 16 do not "
      "count" },
    { "no number for the length", "14UL", "x",
      "12:54: expected a number, found 'x'" },
    { "a huge length", "14UL", "99999999999UL",
      "12:54: the number is above 4294967295" },
    { "a wrong shift", "24U", "23U", "14:29: the shift is 23, expected 24" },
    { "no shift", "BOOK_SCAN_CRC_SHIFT", "SHIFT",
      "49:3: expected BOOK_SCAN_CRC_SHIFT, found the end of the file" },
    { "no index", "book_crc_index_cache", "index",
      "49:3: expected book_crc_index_cache, found the end of the file" },
    { "a wrong entry of the index", "{\r\n   0UL", "{\r\n   1UL",
      "17:4: entry 0 of the index is 1, expected 0" },
    { "a short index", " 7UL\r\n};", "\r\n};",
      "49:1: expected a number, found '}'" },
    { "a long index", " 7UL\r\n};", " 7UL, 7UL};",
      "48:49: expected '}', found ','" },
    { "a file cut in the array", "0x26U", "/*",
      "49:3: expected a number, found the end of the file" },
};

static struct buf replace(const struct buf *text, const char *from,
                          const char *to)
{
    struct buf out = { .limit = 1 << 20 };
    const char *at = strstr(buf_text(text), from);
    if (!at)
        fail_msg("%s: not in the file", from);
    buf_add(&out, text->data, (size_t)(at - text->data));
    buf_add_text(&out, to);
    buf_add_text(&out, at + strlen(from));
    return out;
}

static void test_bad_files(void **state)
{
    struct tabia_report report = { 0 };
    struct tabia_book *book = ct800_book_of("d2d4 d7d5");
    struct buf good = ct800_book_encode(book, "ct800-c", &report);
    int nfailed = 0;
    (void)state;
    tabia_book_free(book);
    for (size_t i = 0; i < COUNT_OF(bad_files); i++) {
        struct buf bad = replace(&good, bad_files[i].from, bad_files[i].to);
        struct guard g = guard_copy(bad.data, bad.size);
        struct tabia_error err = { 0 };
        char got[256] = "no error";
        book = ct800_book_read("ct800-c", g.data, g.size, &err);
        if (!book)
            ct800_book_error(&err, got, sizeof(got));
        nfailed += !check_text(bad_files[i].name, got, bad_files[i].want);
        tabia_book_free(book);
        guard_free(&g);
        buf_clear(&bad);
    }
    buf_clear(&good);
    assert_int_equal(nfailed, 0);
}

/* ---- reading back ---------------------------------------------------- */

static bool count_warnings(void *ctx, enum tabia_severity severity,
                           const struct tabia_error *problem)
{
    struct buf *out = ctx;
    assert_int_equal(severity, TABIA_SEVERITY_WARNING);
    buf_addf(out, "%s;", problem->msg);
    return true;
}

static void test_read_back(void **state)
{
    static const struct {
        const char *name, *text, *same_as, *warning;
    } cases[] = {
        { "lines", "e2e4 e7e5 g1f3\ne2e4 c7c5\nd2d4 g7g6 e2e4 f8g7\n",
          "e2e4 e7e5 g1f3\ne2e4 c7c5\nd2d4 g7g6 e2e4 f8g7\n", "" },
        { "a passive move is bridged", "e2e4 e7e5 f2f4? e5f4",
          "e2e4 e7e5 f2f4? e5f4",
          "1 passive move is added to join lines (not in the file);" },
        { "avoided becomes passive", "e2e4x e7e5", "e2e4? e7e5",
          "1 passive move is added to join lines (not in the file);" },
        { "what cannot be reached", "a2a3\ne2e4? e7e5? g1f3? b8c6", "a2a3",
          "1 of 2 positions is unreachable from known positions;" },
        { "a marked move without a reply is gone", "e2e4 e7e5?", "e2e4", "" },
        { "round in a circle", "g1f3 g8f6 f3g1 f6g8 e2e4",
          "g1f3 g8f6 f3g1 f6g8 e2e4", "" },
        { "en passant", "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6",
          "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6", "" },
        { "a rook taken at home",
          "g2g3 b7b6 e2e4 c8b7 f1h3 b7e4 a2a3 e4h1 a3a4 h7h6 a4a5",
          "g2g3 b7b6 e2e4 c8b7 f1h3 b7e4 a2a3 e4h1 a3a4 h7h6 a4a5", "" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_report report = { 0 };
        struct tabia_book *book = ct800_book_of(cases[i].text);
        struct tabia_book *want_book = ct800_book_of(cases[i].same_as);
        struct buf data = ct800_book_encode(book, "ct800-bin", &report);
        struct buf warnings = { .limit = 1 << 16 };
        const struct tabia_read_options options = {
            .format = tabia_format_find("ct800-bin", NULL),
            .on_problem = count_warnings,
            .ctx = &warnings,
        };
        struct tabia_book *back =
            tabia_book_decode(buf_bytes(&data), &options, NULL);
        assert_non_null(back);
        struct buf got = ct800_book_folded(back);
        struct buf want = ct800_book_folded(want_book);
        assert_true(check_text(cases[i].name, buf_text(&got), buf_text(&want)));
        assert_true(
            check_text(cases[i].name, buf_text(&warnings), cases[i].warning));
        buf_clear(&warnings);
        buf_clear(&got);
        buf_clear(&want);
        buf_clear(&data);
        tabia_book_free(back);
        tabia_book_free(want_book);
        tabia_book_free(book);
    }
}

/* The C file is read with any line ends, blanks and comments. */
static void test_lenient_file(void **state)
{
    struct tabia_report report = { 0 };
    struct tabia_book *book = ct800_book_of("d2d4 d7d5\ne2e4");
    struct buf file = ct800_book_encode(book, "ct800-c", &report);
    struct buf loose = { .limit = 1 << 20 };
    (void)state;
    for (size_t i = 0; i < file.size; i++)
        if (file.data[i] == '\n')
            buf_add_text(&loose, "/* x */ // y\n\t");
        else if (file.data[i] != '\r')
            buf_add_char(&loose, file.data[i]);
    struct tabia_error err = { 0 };
    struct tabia_book *back =
        ct800_book_read("ct800-c", loose.data, loose.size, &err);
    if (!back)
        fail_msg("%u:%u: %s", err.line, err.col, err.msg);
    struct buf again = ct800_book_encode(back, "ct800-c", &report);
    assert_true(check_text("file", buf_text(&again), buf_text(&file)));
    buf_clear(&again);
    buf_clear(&loose);
    buf_clear(&file);
    tabia_book_free(back);
    tabia_book_free(book);
}

static void test_no_memory(void **state)
{
    static const char text[] = "e2e4 e7e5 f2f4? e5f4\nd2d4 d7d5\n";
    static const char *const formats[] = { "ct800-bin", "ct800-c" };
    struct tabia_book *book = ct800_book_of(text);
    (void)state;
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        const struct tabia_read_options options = {
            .format = tabia_format_find(formats[i], NULL),
        };
        struct tabia_report report = { 0 };
        struct buf data = ct800_book_encode(book, formats[i], &report);
        check_starved_writing(book, options.format);
        check_starved(buf_bytes(&data), &options);
        buf_clear(&data);
    }
    tabia_book_free(book);
}

/* Any key of a long file is found without reading most of it. */
static void test_find_long(void **state)
{
    enum { N = 40000 };
    static uint8_t data[N * CT800_RECORD_SIZE_MAX];
    struct ct800_record rec;
    size_t size = 0;
    (void)state;
    for (size_t i = 0; i < N; i++) { // 1 to 15 moves, any squares
        const unsigned n = 1 + (unsigned)(i * 7 % 15);
        put_be32(data + size, (uint32_t)(i * 100000));
        data[size + 4] = (uint8_t)n;
        for (unsigned k = 0; k < n; k++) {
            data[size + 5 + 2 * k] = (uint8_t)(i * 11 + k * 5) & 31;
            data[size + 6 + 2 * k] = 32 + ((uint8_t)(i * 3 + k) & 31);
        }
        size += 5 + 2 * n;
    }
    const struct tabia_bytes bytes = { data, size };
    uint32_t count;
    assert_true(ct800_records_check(bytes, &count, NULL));
    assert_int_equal(count, N);
    for (size_t i = 0; i < N; i++) {
        const uint64_t key = (uint64_t)(i * 100000) << 8;
        assert_true(ct800_records_find(bytes, key, &rec));
        assert_true(rec.key == key);
        assert_false(ct800_records_find(bytes, key + 1, &rec));
    }
    assert_false(ct800_records_find(bytes, UINT64_C(0xFFFFFFFFFF), &rec));
    memset(data + size / 2, 0, 8192); // damage: missed, but not misread
    for (size_t i = 0; i < N; i += 100)
        if (ct800_records_find(bytes, (uint64_t)(i * 100000) << 8, &rec))
            assert_true(rec.key == (uint64_t)(i * 100000) << 8);
    assert_false(ct800_records_find((struct tabia_bytes){ 0 }, 1, &rec));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_nothing_to_store),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_en_passant_is_one),
        cmocka_unit_test(test_sort),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_bad_bytes),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_read_back),
        cmocka_unit_test(test_lenient_file),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_find_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
