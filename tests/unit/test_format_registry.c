/*
 * test_format_registry.c - the list of formats, detection, loading, saving
 */
#include "format/formats.h"
#include "format_check.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "book/book_def.h"
#include "book/names_internal.h"
#include "fail_alloc.h"
#include "format/built_in.h"
#include "format/format_io.h"
#include "format/puzzle/puzzles.h"
#include "temp_folder.h"

/* ---- the list -------------------------------------------------------- */

static void check_format(const struct tabia_format *format)
{
    const struct tabia_format_info *info = tabia_format_get_info(format);
    print_message("    %s\n", info->name);
    assert_ptr_equal(tabia_format_find(info->name, NULL), format);
    assert_int_equal(strspn(info->name,
                            "abcdefghijklmnopqrstuvwxyz0123456789-"),
                     strlen(info->name));
    assert_true(info->title && *info->title);
    assert_true(info->suffixes && info->suffixes[0]);
    for (const char *const *s = info->suffixes; *s; s++)
        assert_int_equal((*s)[0], '.');
    // A format that cannot be read may still say what a file holds.
    assert_true(!info->can_read || format->read || format->walk);
    assert_true(!format->walk || (format->open && !format->read));
    assert_int_equal(info->can_write, format->write || format->write_set);
    assert_int_equal(!format->set, !format->write_set);
    assert_int_equal(info->can_find, format->open != NULL);
    assert_int_equal(info->can_merge, format->write_rows != NULL);
    assert_non_null(format->detect);
}

static void test_list(void **state)
{
    (void)state;
    size_t n = 0;
    for (; tabia_format_at(n); n++)
        check_format(tabia_format_at(n));
    assert_true(n >= 5);
    assert_null(tabia_format_find("", NULL));
}

/* Evaluations have no format, and an info all the same. */
static void test_no_format(void **state)
{
    const struct tabia_format_info *info = tabia_format_get_info(NULL);
    (void)state;
    assert_string_equal(info->name, "");
    assert_string_equal(info->title, "");
    assert_null(info->suffixes[0]);
    assert_false(info->can_read || info->can_write || info->can_find ||
                 info->is_games || info->is_store || info->holds ||
                 info->attrs);
}

static void test_unknown_name(void **state)
{
    static const struct {
        const char *name, *want;
    } cases[] = {
        { "plyglot", "not-found: no format is called 'plyglot'; did you mean "
                     "'polyglot'?" },
        { "no-such-format", "not-found: no format is called 'no-such-format'" },
        { "", "not-found: no format is called ''" },
        { "PGN", "not-found: no format is called 'PGN'" },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        char got[TABIA_ERROR_MSG_SIZE + 20];
        assert_null(tabia_format_find(cases[i].name, &err));
        snprintf(got, sizeof(got), "%s: %s", tabia_status_name(err.status),
                 err.msg);
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- how much of a file detection reads ------------------------------ */

enum {
    LARGE = 1 << 30, // bytes of memory; what is not touched takes none
    FILLED = 2 * FORMAT_DETECT_SIZE,
    TOUCHED_MAX = 128, // pages beyond those
};

static void fill_polyglot(uint8_t *data)
{
    for (size_t i = 0; i < FILLED / 16; i++) {
        put_be64(data + 16 * i, i << 40 | 1);
        put_be16(data + 16 * i + 8, 0x031C);
    }
}

static void fill_ct800_bin(uint8_t *data)
{
    static const uint8_t moves[] = { 0x11, 12, 28 };
    for (size_t i = 0; i < FILLED / 7; i++) {
        put_be32(data + 7 * i, (uint32_t)(i << 10));
        memcpy(data + 7 * i + 4, moves, sizeof(moves));
    }
}

static void fill_crafty(uint8_t *data)
{
    for (size_t i = 0; i < FILLED / 4; i++) // clusters all over the file
        put_le32(data + 4 * i, (uint32_t)(FILLED + i * 16384));
    put_le32(data + LARGE - 4, 25u << 16);
}

static void fill_noise(uint8_t *data)
{
    uint32_t random = 1;
    for (size_t i = 0; i < FILLED; i++) {
        random = random * 1103515245 + 12345;
        data[i] = (uint8_t)(random >> 16);
    }
}

#define TEXT(text) text, sizeof(text) - 1

static const struct {
    const char *name, *text; // again and again
    size_t size;
    void (*fill)(uint8_t *data);
} large[] = {
    { .name = "nothing but 0" },
    { "a PolyGlot book", .fill = fill_polyglot },
    { "a compiled CT800 book", .fill = fill_ct800_bin },
    { "a Crafty book", .fill = fill_crafty },
    { "noise", .fill = fill_noise },
    { "a store", TEXT("Tabia\r\n\x1a"), NULL },
    { "one line", TEXT("e2e4"), NULL },
    { "lines", TEXT("e2e4 e7e5\n"), NULL },
    { "empty lines", TEXT("\n"), NULL },
    { "blanks", TEXT(" "), NULL },
    { "comments", TEXT("# e\n"), NULL },
    { "TI-Chess's comments", TEXT("; e\n"), NULL },
    { "slashes", TEXT("// e\n"), NULL },
    { "JSON", TEXT("{ "), NULL },
    { "PGN", TEXT("[Event \"a\"]\n"), NULL },
    { "a PolyGlot header", TEXT("\0\0\0\0\0\0\0\0@PG@abcd"), NULL },
    { "Revolution", TEXT("# Revolution experience format v1\n"), NULL },
};

static size_t count_touched(const uint8_t *data, unsigned char *pages)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t n = 0;
    assert_int_equal(mincore((void *)data, LARGE, pages), 0);
    for (size_t i = 0; i < LARGE / page; i++)
        n += pages[i] & 1;
    return n;
}

/* Whatever a file begins with, most of it is not looked at. */
static void test_detect_large(void **state)
{
    unsigned char *pages = malloc(LARGE / (size_t)sysconf(_SC_PAGESIZE));
    int nfailed = 0;
    (void)state;
    assert_non_null(pages);
    for (size_t i = 0; i < COUNT_OF(large); i++) {
        uint8_t *data =
            mmap(NULL, LARGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        assert_true(data != MAP_FAILED);
        madvise(data, LARGE, MADV_NOHUGEPAGE); // counted page by page
        if (large[i].fill)
            large[i].fill(data);
        const size_t size = large[i].size;
        for (size_t k = 0; size && k + size <= FILLED; k += size)
            memcpy(data + k, large[i].text, size);
        const struct tabia_bytes bytes = { data, LARGE };
        const size_t before = count_touched(data, pages);
        (void)!tabia_format_detect(bytes, NULL, NULL);
        puzzles_detect(bytes);
        const size_t touched = count_touched(data, pages) - before;
        if (touched > TOUCHED_MAX) {
            print_error("%s: %zu pages are looked at\n", large[i].name,
                        touched);
            nfailed++;
        }
        munmap(data, LARGE);
    }
    free(pages);
    assert_int_equal(nfailed, 0);
}

/* No format may trip over bytes that are not its own. */
static void test_detect_anything(void **state)
{
    (void)state;
    uint8_t noise[256];
    for (size_t i = 0; i < sizeof(noise); i++)
        noise[i] = (uint8_t)(i * 167 + 13);
    for (size_t size = 0; size <= sizeof(noise); size++)
        for (size_t i = 0; tabia_format_at(i); i++) {
            const struct tabia_bytes bytes = { noise, size };
            const enum format_match match = tabia_format_at(i)->detect(bytes);
            assert_true(match <= FORMAT_CERTAIN);
        }
}

/* ---- detection ------------------------------------------------------- */

static void test_detect(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *path, *want; // want: a format or an error
    } cases[] = {
        { "lines", "e2e4e7e5\nd2d4d7d5\n", NULL, "lines" },
        { "lines in a .json", "e2e4e7e5\n", "x.json", "lines" },
        { "lines, one bad of five",
          "e2e4e7e5\ne2e4c7c5\nd2d4d7d5\nc2c4e7e5\nx\n", NULL, "lines" },
        { "ct800 with blanks", "e2e4 e7e5 g1f3\ne2e4 c7c5\n", NULL, "ct800" },
        { "ct800 with blanks in a .lines", "e2e4 e7e5 g1f3\n", "x.lines",
          "ct800" },
        { "json", "{\"schema\":1}", NULL, "json" },
        { "json in a .txt", " {\n \"schema\" : 1", "x.txt", "json" },
        { "json with a byte order mark", "\xEF\xBB\xBF{\"schema\":1}", NULL,
          "json" },
        { "json of somebody else", "{\"a\":1}", NULL, "json" },
        { "prose", "It was a dark and stormy night.\n", NULL,
          "the format is not recognised" },
        { "zeros in prose", "\x01\x02\x03\x04\x05", "x.txt",
          "the format is not recognised" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        const struct tabia_format *format =
            tabia_format_detect(bytes_of(cases[i].text), cases[i].path, &err);
        nfailed +=
            !check_text(cases[i].name,
                        format ? tabia_format_get_info(format)->name : err.msg,
                        cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

static enum format_match is_no(struct tabia_bytes bytes)
{
    (void)bytes;
    return FORMAT_NO;
}

static enum format_match is_maybe(struct tabia_bytes bytes)
{
    (void)bytes;
    return FORMAT_MAYBE;
}

static enum format_match is_likely(struct tabia_bytes bytes)
{
    (void)bytes;
    return FORMAT_LIKELY;
}

/* Formats that disagree with each other on purpose. */
static void test_ties(void **state)
{
    (void)state;
    static const char *const txt[] = { ".txt", NULL };
    static const char *const bin[] = { ".bin", ".dat", NULL };
    static const struct tabia_format never = {
        .info = { .name = "never", .suffixes = txt },
        .detect = is_no,
    };
    static const struct tabia_format weak = {
        .info = { .name = "weak", .suffixes = txt },
        .detect = is_maybe,
    };
    static const struct tabia_format one = {
        .info = { .name = "one", .suffixes = txt },
        .detect = is_likely,
    };
    static const struct tabia_format two = {
        .info = { .name = "two", .suffixes = bin },
        .detect = is_likely,
    };
    static const struct tabia_format three = {
        .info = { .name = "three", .suffixes = txt },
        .detect = is_likely,
    };
    static const struct {
        const char *name, *path, *want;
        const struct tabia_format *list[4];
    } cases[] = {
        { "none", "x.txt", "the format is not recognised", { &never } },
        { "weak but alone", NULL, "weak", { &never, &weak } },
        { "surer comes later", "x.txt", "two", { &weak, &two } },
        { "surer comes first", "x.txt", "two", { &two, &weak } },
        { "path decides", "x.txt", "one", { &one, &two } },
        { "second suffix decides", "x.DAT", "two", { &one, &two } },
        { "path says nothing",
          "x.pgn",
          "the format may be one or two",
          { &one, &two } },
        { "no path", NULL, "the format may be one or two", { &one, &two } },
        { "path says both",
          "x.txt",
          "the format may be one or three",
          { &one, &two, &three } },
        { "all three",
          NULL,
          "the format may be one or two or three",
          { &one, &two, &three, &weak } },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t n = 0;
        while (n < 4 && cases[i].list[n])
            n++;
        struct tabia_error err = { 0 };
        const struct tabia_format *format =
            format_detect_among(cases[i].list, n, bytes_of(""), cases[i].path,
                                &err);
        nfailed +=
            !check_text(cases[i].name, format ? format->info.name : err.msg,
                        cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* Detection looks at the beginning: a long file costs no more. */
static void test_detect_long(void **state)
{
    (void)state;
    enum { LINE = 9, LINES = 20000 };
    char *text = malloc(LINE * LINES + 1);
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + i * LINE, "e2e4e7e5\n", LINE + 1);
    text[LINE * (LINES - 1)] = '\0'; // beyond what is looked at
    const struct tabia_bytes bytes = { (const uint8_t *)text, LINE * LINES };
    const struct tabia_format *format = tabia_format_detect(bytes, NULL, NULL);
    assert_ptr_equal(format, tabia_format_find("lines", NULL));
    free(text);
}

static void test_for_path(void **state)
{
    (void)state;
    static const struct {
        const char *path, *want;
    } cases[] = {
        { "book.json", "json" },
        { "BOOK.JSON", "json" },
        { "a.json/b.lines", "lines" },
        { "book.txt",
          "a file with this name may be ct800 or openings or lines or reduced "
          "or spracklen or tichess" },
        { "book.xyz", "no output format has this file name" },
        { "", "no output format has this file name" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        const struct tabia_format *format =
            tabia_format_for_path(cases[i].path, &err);
        nfailed +=
            !check_text(cases[i].path,
                        format ? tabia_format_get_info(format)->name : err.msg,
                        cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

static void test_looks_like_text(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        size_t size;
        bool want;
    } cases[] = {
        { "empty", "", 0, true },
        { "ASCII", "e2e4", 4, true },
        { "UTF-8", "Gr\xC3\xBCnfeld", 9, true },
        { "Latin-1", "Gr\xFCnfeld", 8, false },
        { "zero", "e2\0e4", 5, false },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct tabia_bytes bytes = { (const uint8_t *)cases[i].text,
                                           cases[i].size };
        nfailed += !check_number(cases[i].name, format_looks_like_text(bytes),
                                 cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* A character that the end of the looked-at part cuts in two is no fault. */
static void test_cut_character(void **state)
{
    (void)state;
    const size_t size = (64 << 10) + 10;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'a', size);
    memcpy(text + (64 << 10) - 1, "\xC3\xBC", 2);
    const struct tabia_bytes bytes = { (const uint8_t *)text, size };
    assert_true(format_looks_like_text(bytes));
    text[(64 << 10) - 9] = '\xFF';
    assert_false(format_looks_like_text(bytes));
    free(text);
}

/* ---- files ----------------------------------------------------------- */

static void test_load_save(void **state)
{
    (void)state;
    const struct tabia_format *lines = tabia_format_find("lines", NULL);
    const struct tabia_write_options force = { .force = true };
    struct temp_folder folder;
    struct tabia_error err = { 0 };
    char got[100];
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "book.txt");
    temp_folder_write(path, "e2e4e7e5 g1f3\n");
    struct tabia_book *book = tabia_book_load(path, NULL, &err);
    if (!book)
        fail_msg("%s", err.msg);

    assert_false(tabia_book_save(book, path, lines, NULL, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    assert_string_equal(err.file, path);
    assert_string_equal(temp_folder_read(path, got, sizeof(got)),
                        "e2e4e7e5 g1f3\n");

    assert_true(tabia_book_save(book, path, lines, &force, NULL, NULL));
    assert_string_equal(temp_folder_read(path, got, sizeof(got)),
                        "e2e4e7e5g1f3\n");
    tabia_book_free(book);
    temp_folder_remove(&folder);
}

static void test_load_errors(void **state)
{
    (void)state;
    struct temp_folder folder;
    struct tabia_error err = { 0 };
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "book.txt");
    assert_null(tabia_book_load(path, NULL, &err));
    assert_int_equal(err.status, TABIA_ERR_IO);
    assert_string_equal(err.file, path);

    temp_folder_write(path, "e2e4e7e5\ne2e4d2d4\n");
    err = (struct tabia_error){ 0 };
    assert_null(tabia_book_load(path, NULL, &err));
    assert_string_equal(err.file, path);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.col, 5);

    const struct tabia_read_options named = { .name = "my book" };
    err = (struct tabia_error){ 0 };
    assert_null(tabia_book_load(path, &named, &err));
    assert_string_equal(err.file, "my book");

    temp_folder_write(path, "Once upon a time\n");
    err = (struct tabia_error){ 0 };
    assert_null(tabia_book_load(path, NULL, &err));
    assert_string_equal(err.file, path);
    temp_folder_remove(&folder);
}

/* A graph has losses that only the writer of lines knows. */
static struct tabia_book *lossy_book(bool is_graph, bool has_weight)
{
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor c, start;
    const struct tabia_move_data data = {
        .has = TABIA_HAS_WEIGHT | TABIA_HAS_MOVE_COMMENT,
        .comment = "good",
    };
    tabia_move mv;
    assert_true(tabia_builder_start(b, NULL, &start, NULL));
    c = start;
    play_moves(b, &c, "g1f3 g8f6 b1c3 b8c6");
    if (has_weight)
        assert_true(tabia_builder_set_move(b, 0, &data, NULL));
    c = start;
    play_moves(b, &c, "b1c3 g8f6");
    assert_true(tabia_uci_parse(&c.pos, "g1f3", 4, &mv, NULL));
    if (is_graph)
        assert_true(tabia_builder_play_joined(b, &c, mv, NULL));
    return freeze(b);
}

static void test_strict(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool is_graph, has_weight;
        const char *want; // the error, or what is written
    } cases[] = {
        { "no loss", false, false, "g1f3g8f6b1c3b8c6\nb1c3g8f6\n" },
        { "declared", false, true,
          "format lines cannot hold everything, 2 kinds of loss: 1 weight is "
          "dropped, ..." },
        { "found by the writer", true, false,
          "format lines cannot hold everything: 1 transposition is cut: the "
          "moves after it are in another line" },
    };
    const struct tabia_format *lines = tabia_format_find("lines", NULL);
    const struct tabia_write_options strict = { .strict = true };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_book *book =
            lossy_book(cases[i].is_graph, cases[i].has_weight);
        struct tabia_error err = { 0 };
        struct temp_folder folder;
        char buf[100];
        temp_folder_make(&folder);
        const char *path = temp_folder_path(&folder, "book.txt");
        const bool is_saved =
            tabia_book_save(book, path, lines, &strict, NULL, &err);
        const char *got = temp_folder_read(path, buf, sizeof(buf));
        nfailed +=
            !check_text(cases[i].name, is_saved ? got : err.msg, cases[i].want);
        if (!is_saved) {
            nfailed += !check_text(cases[i].name, got, "no file");
            nfailed += !check_number(cases[i].name, err.status, TABIA_ERR_LOSS);
        }
        uint8_t *data = NULL;
        size_t size;
        const bool is_encoded =
            tabia_book_encode(book, lines, &strict, &data, &size, NULL, NULL);
        nfailed += is_encoded != is_saved;
        free(data);
        temp_folder_remove(&folder);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* When it cannot be saved, the file is what it was. */
static bool load_and_save(void *ctx, struct tabia_error *err)
{
    static const char text[] = "e2e4e7e5g1f3\nd2d4d7d5\n";
    const struct tabia_write_options force = { .force = true };
    const char *path = ctx;
    char got[100];
    temp_folder_write(path, text);
    struct tabia_book *book = tabia_book_load(path, NULL, err);
    const bool is_saved =
        book && tabia_book_save(book, path, tabia_format_find("json", NULL),
                                &force, NULL, err);
    tabia_book_free(book);
    if (!is_saved)
        assert_string_equal(temp_folder_read(path, got, sizeof(got)), text);
    return is_saved;
}

static void test_memory(void **state)
{
    (void)state;
    struct temp_folder folder;
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "book.txt");
    fail_alloc_each(load_and_save, (void *)(uintptr_t)path);
    temp_folder_remove(&folder);
}

/* ---- the built-in book ------------------------------------------------ */

/* All that a book has, by the format that has all of it, and its index. */
static void check_same_book(const struct tabia_book *got,
                            const struct tabia_book *want)
{
    uint8_t *data[2];
    size_t size[2];
    const struct tabia_book *books[2] = { got, want };
    for (int i = 0; i < 2; i++)
        if (!tabia_book_encode(books[i], &format_json, NULL, &data[i], &size[i],
                               NULL, NULL))
            fail_msg("a book cannot be written");
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(data[0], data[1], size[0]);
    free(data[0]);
    free(data[1]);
    assert_int_equal(got->memory, want->memory);
    for (uint32_t i = 0; i < tabia_book_position_count(want); i++) {
        struct tabia_pos pos;
        tabia_book_position_pos_at(want, i, &pos);
        assert_int_equal(tabia_book_find_position(got, &pos), i);
    }
}

static void test_default_book(void **state)
{
    (void)state;
    struct tabia_error err = { 0 };
    const struct tabia_bytes text = built_in_book_text();
    assert_true(text.size > 1000);
    assert_true(format_looks_like_text(text));
    const struct tabia_read_options options = { .format = &format_ct800 };
    struct tabia_book *read = tabia_book_decode(text, &options, &err);
    if (!read)
        fail_msg("%u:%u: %s", err.line, err.col, err.msg);
    struct tabia_book *book = tabia_book_load(NULL, NULL, &err);
    assert_non_null(book);
    struct tabia_pos start;
    tabia_pos_set_start(&start);
    assert_true(tabia_book_find_position(book, &start) != TABIA_NUMBER_NONE);
    assert_true(tabia_book_position_count(book) > 1000);

    // What was printed when the program was built is what the text makes.
    check_same_book(book, read);
    tabia_book_free(book);
    check_same_book(book, read); // which freed nothing
    tabia_book_free(read);

    struct tabia_book *openings = built_in_names_load(&err);
    assert_non_null(openings);
    struct tabia_book *names = names_copy_book(openings, &err);
    assert_non_null(names);
    check_same_book(&built_in_names, names);
    tabia_book_free(names);
    tabia_book_free(openings);
}

/* What a format holds is a mask; a limit is there for what it holds. */
static void test_limits(void **state)
{
    const struct tabia_format *polyglot = tabia_format_find("polyglot", NULL);
    (void)state;
    assert_int_equal(tabia_format_get_info(polyglot)->attrs,
                     TABIA_HAS_WEIGHT | TABIA_HAS_LEARN);
    assert_int_equal(tabia_format_get_limit(polyglot, TABIA_ATTR_WEIGHT)->max,
                     UINT16_MAX);
    assert_null(tabia_format_get_limit(polyglot, TABIA_ATTR_NAME));
    assert_null(tabia_format_get_limit(polyglot, TABIA_ATTR_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_no_format),
        cmocka_unit_test(test_unknown_name),
        cmocka_unit_test(test_detect_anything),
        cmocka_unit_test(test_detect_large),
        cmocka_unit_test(test_detect),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_detect_long),
        cmocka_unit_test(test_for_path),
        cmocka_unit_test(test_looks_like_text),
        cmocka_unit_test(test_cut_character),
        cmocka_unit_test(test_load_save),
        cmocka_unit_test(test_load_errors),
        cmocka_unit_test(test_strict),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_default_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
