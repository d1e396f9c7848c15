/*
 * test_format_polyglot_real.c - real PolyGlot books, and PolyGlot itself
 */
#include "check.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "format/report.h"
#include "format/table_io.h"
#include "io/input.h"
#include "io/output.h"
#include "sanitizer.h"
#include "shared_file.h"
#include "table_file.h"
#include "temp_folder.h"

#define POLYGLOT "/usr/games/polyglot"

/* The path of a real book; the test is skipped if there is none. */
static void book_path(const char *file, char path[SHARED_PATH_SIZE])
{
    char name[128];
    snprintf(name, sizeof(name), "data/polyglot/%s", file);
    shared_path(name, path);
}

/* Skips the test before it has made anything. */
static void need_books(void)
{
    char path[SHARED_PATH_SIZE];
    book_path("gm2001.bin", path);
}

static void need_polyglot(void)
{
    need_books();
    if (access(POLYGLOT, X_OK) != 0)
        skip();
}

static struct table *open_shared(const char *file, bool repair)
{
    static char path[SHARED_PATH_SIZE];
    const struct tabia_setting setting = { "repair", "" };
    const struct tabia_read_options options = { .settings = &setting,
                                                .nsettings = repair };
    struct tabia_error err = { 0 };
    book_path(file, path);
    struct table *t = table_file_open(path, &options, &err);
    if (!t)
        fail_msg("%s: %s", file, err.msg);
    return t;
}

/* ---- counts ---------------------------------------------------------- */

/*
 * Numbers of a plain look at 16 bytes after 16; then what reading meets. To
 * look near all positions takes long in large books: one of them is enough.
 */
static const struct {
    const char *file;
    unsigned nentries, nkeys;
    unsigned nunmet, nfrom_start; // entries
    const char *walk;             // NULL: near
} books[] = {
    { "Perfect2021.bin", 5387, 4065, 0, 5315, NULL },
    { "Performance_scid.bin", 92954, 77872, 92954 - 6054, 0, "start" },
    { "book_small_e1g1.bin", 31467, 26161, 2387, 0, NULL },
    { "empty_sentinel.bin", 1, 1, 0, 0, NULL },
    { "feobos3_pgheader.bin", 155231, 115203, 0, 0, "start" },
    { "gm2001.bin", 30416, 23813, 412, 0, NULL },
    { "guide_960.bin", 134635, 94579, 52922, 0, "known" },
    { "lasker-trap.bin", 7, 7, 0, 0, NULL },
    { "lucas_Zv2300_learn.bin", 1462, 1324, 25, 83, NULL },
    { "morphy_sentinel.bin", 90, 85, 0, 0, NULL },
    { "performance_learn.bin", 92954, 77872, 2384, 6054, NULL },
    { "synthetic_pgheader_only.bin", 6, 1, 0, 0, NULL },
};

static void test_rows(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(books); i++) {
        struct table *t = open_shared(books[i].file, false);
        struct table_rows it = table_rows_begin(t);
        struct table_row row;
        unsigned nrows = 0, nkeys = 0;
        for (uint64_t last = 0; table_rows_next(&it, &row); last = row.key)
            nkeys += !nrows++ || row.key != last;
        nfailed += !check_number(books[i].file, nrows, books[i].nentries);
        nfailed += !check_number(books[i].file, nkeys, books[i].nkeys);
        table_close(t);
    }
    assert_int_equal(nfailed, 0);
}

static bool note_unmet(void *ctx, enum tabia_severity severity,
                       const struct tabia_error *problem)
{
    unsigned *nunmet = ctx;
    if (severity == TABIA_SEVERITY_ERROR)
        print_error("%s\n", problem->msg);
    else
        *nunmet = (unsigned)strtoul(problem->msg, NULL, 10);
    return severity == TABIA_SEVERITY_WARNING;
}

static struct tabia_book *read_shared(const char *file, const char *walk,
                                      unsigned *nunmet)
{
    char path[SHARED_PATH_SIZE];
    const struct tabia_setting setting = { "walk", walk };
    const struct tabia_read_options options = {
        .settings = &setting,
        .nsettings = 1,
        .on_problem = note_unmet,
        .ctx = nunmet,
    };
    struct tabia_error err = { 0 };
    *nunmet = 0;
    book_path(file, path);
    struct tabia_book *book = tabia_book_load(path, &options, &err);
    if (!book)
        fail_msg("%s: %s", file, err.msg);
    return book;
}

static void test_read(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(books); i++) {
        unsigned nunmet;
        const char *walk = books[i].walk ? books[i].walk : "near";
        struct tabia_book *book = read_shared(books[i].file, walk, &nunmet);
        nfailed += !check_number(books[i].file, nunmet, books[i].nunmet);
        tabia_book_free(book);
        if (!books[i].nfrom_start)
            continue;
        book = read_shared(books[i].file, "start", &nunmet);
        nfailed += !check_number(books[i].file, tabia_book_edge_count(book),
                                 books[i].nfrom_start);
        tabia_book_free(book);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- copies ---------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b)
{
    struct input x, y;
    assert_true(input_open(&x, a, NULL, NULL));
    assert_true(input_open(&y, b, NULL, NULL));
    const bool is_same = x.bytes.size == y.bytes.size &&
                         memcmp(x.bytes.data, y.bytes.data, x.bytes.size) == 0;
    input_close(&x);
    input_close(&y);
    return is_same;
}

static void test_copy(void **state)
{
    struct temp_folder folder;
    (void)state;
    need_books();
    temp_folder_make(&folder);
    const char *copy = temp_folder_path(&folder, "copy.bin");
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(books); i++) {
        const struct tabia_write_options options = { .force = true };
        char path[SHARED_PATH_SIZE];
        struct table *t = open_shared(books[i].file, false);
        assert_true(format_merge_tables(&t, 1, TABIA_MERGE_FIRST, copy,
                                        &options, NULL, NULL));
        book_path(books[i].file, path);
        nfailed += !check_number(books[i].file, is_same_file(path, copy), true);
        table_close(t);
    }
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

/* Entries of one key and move, one right behind the other. */
static unsigned count_neighbours(const char *file)
{
    char path[SHARED_PATH_SIZE];
    struct input in;
    unsigned n = 0;
    book_path(file, path);
    assert_true(input_open(&in, path, NULL, NULL));
    for (size_t i = 16; i < in.bytes.size; i += 16)
        n += memcmp(in.bytes.data + i, in.bytes.data + i - 16, 10) == 0;
    input_close(&in);
    return n;
}

/*
 * One entry out of order and 128 repeated ones, of which 126 stand right
 * behind another: all go, nothing else.
 */
static void test_damaged(void **state)
{
    enum { NENTRIES = 175355, NREPEATED = 128, NNEIGHBOURS = 126 };
    struct temp_folder folder;
    struct tabia_error err = { 0 };
    (void)state;
    struct table *t = open_shared("rodent_damaged.bin", false);
    assert_int_equal(count_neighbours("rodent_damaged.bin"), NNEIGHBOURS);
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "repaired.bin");
    assert_false(
        format_merge_tables(&t, 1, TABIA_MERGE_FIRST, path, NULL, NULL, &err));
    assert_string_equal(err.msg, "the entries are not sorted by key; the "
                                 "setting 'repair' sorts a PolyGlot book");
    table_close(t);

    t = open_shared("rodent_damaged.bin", true);
    assert_true(
        format_merge_tables(&t, 1, TABIA_MERGE_FIRST, path, NULL, NULL, NULL));
    table_close(t);
    unsigned nunmet;
    struct input in;
    assert_true(input_open(&in, path, NULL, NULL));
    assert_int_equal(in.bytes.size, (NENTRIES - NREPEATED) * 16);
    const struct tabia_setting setting = { "walk", "start" };
    const struct tabia_read_options options = { .settings = &setting,
                                                .nsettings = 1,
                                                .on_problem = note_unmet,
                                                .ctx = &nunmet };
    struct tabia_book *book = tabia_book_decode(in.bytes, &options, &err);
    assert_non_null(book);
    assert_int_equal(tabia_book_edge_count(book) + nunmet,
                     NENTRIES - NREPEATED);
    tabia_book_free(book);
    input_close(&in);
    temp_folder_remove(&folder);
}

/* ---- PolyGlot -------------------------------------------------------- */

/* Runs PolyGlot in the folder. */
static void run_polyglot(const struct temp_folder *folder,
                         const char *const *args)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        const int null = open("/dev/null", O_RDWR);
        if (null < 0 || chdir(folder->name) != 0 || dup2(null, 0) < 0 ||
            dup2(null, 1) < 0 || dup2(null, 2) < 0)
            _exit(126);
        execv(POLYGLOT, (char *const *)args);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/*
 * PolyGlot 2 adds the weights of moves that both books have. It is defined
 * where no sum is above 65535 (it wraps around), at most one book has a header
 * (it adds up the texts), and no move is repeated within one book.
 */
static const struct {
    const char *a, *b;
    unsigned nscaled; // weights of positions with a sum above 65535
} merges[] = {
    { "feobos3_pgheader.bin", "gm2001.bin", 0 },
    { "gm2001.bin", "feobos3_pgheader.bin", 0 },
    { "performance_learn.bin", "Performance_scid.bin", 0 },
    { "lucas_Zv2300_learn.bin", "performance_learn.bin", 0 },
    { "book_small_e1g1.bin", "gm2001.bin", 0 },
    { "guide_960.bin", "empty_sentinel.bin", 0 },
    { "Perfect2021.bin", "gm2001.bin", 508 },
};

/* The entries in which two files of one size differ; else UINT_MAX. */
static unsigned count_differences(const char *a, const char *b)
{
    struct input x, y;
    unsigned count = UINT_MAX;
    assert_true(input_open(&x, a, NULL, NULL));
    assert_true(input_open(&y, b, NULL, NULL));
    if (x.bytes.size == y.bytes.size)
        count = 0;
    for (size_t i = 0; count < UINT_MAX && i < x.bytes.size; i += 16)
        count += memcmp(x.bytes.data + i, y.bytes.data + i, 16) != 0;
    input_close(&x);
    input_close(&y);
    return count;
}

static void check_merge(struct temp_folder *folder, size_t i)
{
    char a[SHARED_PATH_SIZE], b[SHARED_PATH_SIZE];
    const struct tabia_write_options options = { .force = true };
    book_path(merges[i].a, a);
    book_path(merges[i].b, b);
    const char *theirs = temp_folder_path(folder, "theirs.bin");
    const char *ours = temp_folder_path(folder, "ours.bin");
    const char *const args[] = { POLYGLOT, "merge-book", "-in1", a,   "-in2",
                                 b,        "-out",       theirs, NULL };
    run_polyglot(folder, args);
    struct table *tables[] = { open_shared(merges[i].a, false),
                               open_shared(merges[i].b, false) };
    struct tabia_report report = { 0 };
    assert_true(format_merge_tables(tables, 2, TABIA_MERGE_SUM, ours, &options,
                                    &report, NULL));
    assert_true(check_number(merges[i].a, count_differences(ours, theirs),
                             merges[i].nscaled));
    assert_true(check_number(merges[i].a, report.n ? report.list[0].count : 0,
                             merges[i].nscaled));
    table_close(tables[0]);
    table_close(tables[1]);
}

static void test_merge_book(void **state)
{
    struct temp_folder folder;
    (void)state;
    need_polyglot();
    temp_folder_make(&folder);
    for (size_t i = 0; i < COUNT_OF(merges); i++)
        check_merge(&folder, i);
    temp_folder_remove(&folder);
}

/* ---- PolyGlot's list of lines ---------------------------------------- */

struct dump {
    const char *file;
    struct table *table;
    unsigned nmoves;
    unsigned nfailed;
};

/* Has the table the move, with that share of the position's weights? */
static void check_share(struct dump *d, const struct tabia_pos *pos,
                        tabia_move mv, unsigned percent)
{
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = table_find(d->table, pos, list);
    uint64_t sum = 0, weight = UINT64_MAX;
    for (size_t i = 0; i < n; i++) {
        sum += list[i].data.weight;
        if (list[i].move == mv)
            weight = list[i].data.weight;
    }
    d->nmoves++;
    // Halves are rounded one way or the other.
    const uint64_t twice = 200 * weight, shown = 2 * percent * sum;
    const bool is_good = weight != UINT64_MAX && sum && twice <= shown + sum &&
                         shown <= twice + sum;
    if (!is_good && d->nfailed++ < 5) {
        char fen[TABIA_FEN_SIZE];
        tabia_fen_print(pos, 0, fen);
        print_error("%s: %s: %zu moves, want one with %u%%\n", d->file, fen, n,
                    percent);
    }
}

/* "12: 1. e4{50%} c6 2. d4{85%} ... {trans: line=3, ply=4}" */
static void check_line(struct dump *d, char *line)
{
    struct tabia_pos pos;
    tabia_pos_set_start(&pos);
    char *save = NULL;
    for (char *word = strtok_r(line, " \n", &save); word;
         word = strtok_r(NULL, " \n", &save)) {
        char *share = strchr(word, '{');
        tabia_move mv;
        const size_t len = share ? (size_t)(share - word) : strlen(word);
        if (word[0] == '{')
            break;
        if (word[len - 1] == '.' || word[len - 1] == ':')
            continue;
        struct tabia_error err = { 0 };
        if (!tabia_san_parse(&pos, word, len, 0, &mv, &err))
            fail_msg("%s: %s: %s", d->file, word, err.msg);
        if (share)
            check_share(d, &pos, mv, (unsigned)strtoul(share + 1, NULL, 10));
        tabia_pos_play(&pos, mv);
    }
}

static void check_dump(struct dump *d, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    assert_non_null(file);
    assert_true(getline(&line, &room, file) > 0); // a title
    while (getline(&line, &room, file) > 0)
        check_line(d, line);
    free(line);
    fclose(file);
}

static void test_dump_book(void **state)
{
    static const struct {
        const char *file, *color;
        unsigned nmoves;
    } dumps[] = {
        { "Perfect2021.bin", "white", 9223 },
        { "Perfect2021.bin", "black", 9651 },
        { "gm2001.bin", "black", 52996 },
        { "lasker-trap.bin", "black", 7 },
    };
    struct temp_folder folder;
    (void)state;
    need_polyglot();
    temp_folder_make(&folder);
    const char *path = temp_folder_path(&folder, "dump.txt");
    unsigned nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(dumps); i++) {
        char bin[SHARED_PATH_SIZE];
        const char *const args[] = { POLYGLOT, "dump-book", "-bin",
                                     bin,      "-color",    dumps[i].color,
                                     "-out",   path,        NULL };
        book_path(dumps[i].file, bin);
        run_polyglot(&folder, args);
        struct dump d = { dumps[i].file, open_shared(dumps[i].file, false), 0,
                          0 };
        check_dump(&d, path);
        nfailed += d.nfailed;
        nfailed += !check_number(dumps[i].file, d.nmoves, dumps[i].nmoves);
        table_close(d.table);
    }
    temp_folder_remove(&folder);
    assert_int_equal(nfailed, 0);
}

/* ---- memory ---------------------------------------------------------- */

enum { BIG_ENTRIES = 3 << 18 }; // 12 MB, two of them more than there is

static void write_big(const char *path, uint64_t first)
{
    struct output out;
    assert_true(output_open(&out, path, NULL, NULL));
    for (uint64_t i = 0; i < BIG_ENTRIES; i++) {
        uint8_t entry[16] = { 0 };
        put_be64(entry, (i * 2 + first) << 40);
        put_be16(entry + 8, 0x031c);
        put_be16(entry + 10, 1);
        output_write(&out, entry, sizeof(entry));
    }
    assert_true(output_finish(&out, NULL));
}

/* Ends the process: 0 when the books were merged in so little memory. */
static void merge_in_little(const char *a, const char *b, const char *out)
{
    const struct rlimit limit = { 16 << 20, 16 << 20 };
    const bool is_set = setrlimit(RLIMIT_DATA, &limit) == 0;
    struct table *tables[] = { table_file_open(a, NULL, NULL),
                               table_file_open(b, NULL, NULL) };
    _exit(!is_set || !tables[0] || !tables[1] ||
          !format_merge_tables(tables, 2, TABIA_MERGE_SUM, out, NULL, NULL,
                               NULL));
}

static void test_memory(void **state)
{
    struct temp_folder folder;
    (void)state;
    if (HAS_SANITIZER)
        skip(); // it takes memory of its own
    temp_folder_make(&folder);
    const char *a = temp_folder_path(&folder, "a.bin");
    const char *b = temp_folder_path(&folder, "b.bin");
    const char *out = temp_folder_path(&folder, "out.bin");
    write_big(a, 1);
    write_big(b, 2);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        merge_in_little(a, b, out);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    struct input in;
    assert_true(input_open(&in, out, NULL, NULL));
    assert_int_equal(in.bytes.size, 2 * 16 * (size_t)BIG_ENTRIES);
    input_close(&in);
    temp_folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),       cmocka_unit_test(test_read),
        cmocka_unit_test(test_copy),       cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_merge_book), cmocka_unit_test(test_dump_book),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
