/*
 * test_format_ctg_write.c - ChessBase books: writing, broken files
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "book/builder_def.h"
#include "book_text.h"
#include "ctg_checker.h"
#include "fail_alloc.h"
#include "format/ctg/ctg.h"
#include "format/report.h"
#include "format/table_io.h"
#include "format_check.h"
#include "io/input.h"
#include "sanitizer.h"
#include "shared_file.h"
#include "table_file.h"

/* ---- a folder of its own --------------------------------------------- */

enum { NFILES = 3 };

struct scratch {
    char folder[64];
    char path[NFILES][80]; // .ctg .cto .ctb
    struct input in[NFILES];
};

static void scratch_open(struct scratch *s, const char *name)
{
    static const char *const suffixes[NFILES] = { "ctg", "cto", "ctb" };
    char folder[] = "/tmp/tabia-ctg-XXXXXX";
    *s = (struct scratch){ 0 };
    assert_non_null(mkdtemp(folder));
    memcpy(s->folder, folder, sizeof(folder));
    for (int i = 0; i < NFILES; i++) {
        snprintf(s->path[i], sizeof(s->path[i]), "%s/%s.%s", folder, name,
                 suffixes[i]);
        s->in[i].fd = -1;
    }
}

static void scratch_load(struct scratch *s)
{
    struct tabia_error err = { 0 };
    for (int i = 0; i < NFILES; i++)
        if (!input_open(&s->in[i], s->path[i], NULL, &err))
            fail_msg("%s: %s", s->path[i], err.msg);
}

/* rmdir proves that nothing else was left behind. */
static void scratch_close(struct scratch *s)
{
    for (int i = 0; i < NFILES; i++) {
        input_close(&s->in[i]);
        unlink(s->path[i]);
    }
    assert_int_equal(rmdir(s->folder), 0);
}

static void save(const struct scratch *s, const struct tabia_book *book,
                 struct tabia_report *report)
{
    const struct tabia_write_options options = { .force = true,
                                                 .allow_empty = true };
    struct tabia_error err = { 0 };
    if (!tabia_book_save(book, s->path[0], tabia_format_find("ctg", NULL),
                         &options, report, &err))
        fail_msg("%s", err.msg);
}

static struct ctg_facts check_files(struct scratch *s)
{
    struct ctg_facts facts;
    scratch_load(s);
    if (!ctg_checker_run(s->in[0].bytes, s->in[1].bytes, s->in[2].bytes,
                         &facts))
        fail_msg("%s", facts.fault);
    return facts;
}

/* ---- small books ----------------------------------------------------- */

static const struct {
    const char *name, *text, *want, *losses;
} books[] = {
    { "nothing", "",
      "0* #ctg-entries=1 position, 0 moves #share-rule=chessbase", "" },
    { "one move", "e2e4",
      "0* e2e4>1; 1 #ctg-entries=2 positions, 1 move #share-rule=chessbase",
      "" },
    { "weights", "e2e4=100 | d2d4=50 | c2c4=49 | g1f3=0",
      "0* e2e4=1>1 d2d4=1>2 c2c4=0>3 g1f3=0>4; 1; 2; 3; 4 "
      "#ctg-entries=5 positions, 4 moves #share-rule=chessbase",
      "3 weights above 1 are scaled (recommended or not)" },
    { "results", "e2e4+3/2/1 e7e5+1/0/0",
      "0* e2e4+3/2/1>1; 1 e7e5+1/0/0>2; 2 "
      "#ctg-entries=3 positions, 2 moves #share-rule=chessbase",
      "" },
    { "marks", "e2e4? | d2d4x",
      "0* e2e4?>1 d2d4?>2; 1; 2 #ctg-entries=3 positions, 2 moves "
      "#share-rule=chessbase",
      "1 avoided mark becomes passive" },
    { "glyphs", "e2e4$3 | d2d4$14",
      "0* e2e4$3>1 d2d4$14>2; 1; 2 #ctg-entries=3 positions, 2 moves "
      "#share-rule=chessbase",
      "" },
    { "what has no place", "e2e4{best} 'King",
      "0* e2e4>1; 1 #ctg-entries=2 positions, 1 move #share-rule=chessbase",
      "1 move comment is dropped; 1 name is dropped" },
    { "under-promotion",
      "fen:8/P6k/8/8/8/8/8/K7_w_-_-_0_1 a7a8n | "
      "fen:8/P6k/8/8/8/8/8/K7_w_-_-_0_1 a7a8q",
      NULL,
      "1 under-promotion is dropped; 2 unreachable positions are read back "
      "mirrored; 1 move is read back mirrored, like its position" },
    { "a third knight", "fen:7k/8/8/8/8/2N5/8/N3N2K_w_-_-_0_1 e1g2", NULL,
      "1 move of a third piece of its kind is dropped" },
};

static void check_book(size_t i)
{
    struct scratch s;
    struct tabia_error err = { 0 };
    struct tabia_report report = { 0 };
    char losses[512];
    struct tabia_book *book = book_text_make(books[i].text, BOOK_TEXT_GRAPH);
    if (books[i].text[0] == '\0') {
        tabia_book_free(book);
        struct tabia_builder *b = new_builder();
        struct tabia_builder_cursor c;
        assert_true(tabia_builder_start(b, NULL, &c, NULL));
        book = freeze(b);
    }
    scratch_open(&s, "small");
    save(&s, book, &report);
    tabia_book_free(book);
    check_files(&s);
    assert_true(check_text(books[i].name,
                           report_text(&report, losses, sizeof(losses)),
                           books[i].losses));
    book = tabia_book_load(s.path[0], NULL, &err);
    if (!book)
        fail_msg("%s: %s", books[i].name, err.msg);
    char want[512];
    snprintf(want, sizeof(want), "%s", books[i].want ? books[i].want : "");
    char *at = strstr(want, "#ctg");
    if (at) {
        char rest[128];
        snprintf(rest, sizeof(rest), "%s", at);
        snprintf(at, sizeof(want) - (size_t)(at - want), "#format=ctg %s",
                 rest);
    }
    if (books[i].want)
        assert_true(book_text_check(books[i].name, book, want));
    else
        tabia_book_free(book);
    scratch_close(&s);
}

static void test_small_books(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(books); i++)
        check_book(i);
}

/* ---- transpositions -------------------------------------------------- */

/* Numbers of moves to one position are added up, but only once. */
static void test_transpositions(void **state)
{
    static const char text[] =
        "e2e4+1/0/0 e7e5+1/0/0 g1f3+1/0/0 | g1f3+2/1/0 e7e5+2/1/0 e2e4+2/1/0";
    struct scratch s;
    struct tabia_error err = { 0 };
    (void)state;
    struct tabia_book *book = book_text_make(text, BOOK_TEXT_TREE);
    scratch_open(&s, "T");
    save(&s, book, NULL);
    tabia_book_free(book);
    book = tabia_book_load(s.path[0], NULL, &err);
    assert_non_null(book);
    char *once = encode_text(book, "json", NULL);
    assert_non_null(strstr(once, "\"white\":3,\"draws\":1,\"black\":0"));
    save(&s, book, NULL);
    tabia_book_free(book);
    book = tabia_book_load(s.path[0], NULL, &err);
    char *twice = encode_text(book, "json", NULL);
    assert_true(check_text("twice", twice, once));
    tabia_book_free(book);
    free(once);
    free(twice);
    scratch_close(&s);
}

/* Numbers of a command that has been overtaken by results do not count. */
static void test_merged_numbers(void **state)
{
    struct scratch s;
    struct tabia_error err = { 0 };
    (void)state;
    struct tabia_book *book = decode_text(
        "json",
        "{\"schema\":1,\"texts\":[],\"positions\":["
        "{\"id\":0,\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
        "KQkq "
        "-\"},{\"id\":1,\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/"
        "RNBQKBNR b KQkq -\"}],\"roots\":[{\"node\":0,\"fen\":\"rnbqkbnr/"
        "pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"}],\"nodes\":["
        "{\"id\":0,\"position\":0,\"moves\":[{\"uci\":\"e2e4\",\"to\":1,"
        "\"white\":4,\"draws\":2,\"black\":1}]},"
        "{\"id\":1,\"position\":1,\"comment\":\"[%ctg games=3 score=9]\"}]}",
        &err);
    if (!book)
        fail_msg("%s", err.msg);
    scratch_open(&s, "merged");
    save(&s, book, NULL);
    tabia_book_free(book);
    check_files(&s);
    book = tabia_book_load(s.path[0], NULL, &err);
    assert_non_null(book);
    char *back = encode_text(book, "json", NULL);
    assert_non_null(strstr(back, "\"white\":4,\"draws\":2,\"black\":1"));
    assert_null(strstr(back, "games=3"));
    free(back);
    tabia_book_free(book);
    scratch_close(&s);
}

/* The same position with colours swapped is one entry. */
static void test_colours(void **state)
{
    static const char text[] = "e2e4 e7e5 g1f3 | e2e3 e7e5 e3e4 g8f6";
    struct scratch s;
    (void)state;
    struct tabia_book *book = book_text_make(text, BOOK_TEXT_GRAPH);
    scratch_open(&s, "colours");
    save(&s, book, NULL);
    tabia_book_free(book);
    const struct ctg_facts facts = check_files(&s);
    // Start, e4, e4 e5, Nf3, e3, e3 e5: the two ways meet twice.
    assert_true(check_number("positions", facts.npositions, 6));
    assert_true(check_number("moves", facts.nmoves, 6));
    scratch_close(&s);
}

/* Of two positions that share an entry both may have something to say. */
static void test_twin_comments(void **state)
{
    static const struct tabia_node_data said = {
        .has = TABIA_HAS_POSITION_COMMENT,
        .comment = "a comment",
    };
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor start, c;
    struct tabia_report report = { 0 };
    struct scratch s;
    char losses[512];
    (void)state;
    assert_true(tabia_builder_start(b, NULL, &start, NULL));
    c = start;
    play_moves(b, &c, "e2e4 e7e5");
    assert_true(tabia_builder_set_node(b, c.node, &said, NULL));
    c = start;
    play_moves(b, &c, "e2e3 e7e5 e3e4");
    assert_true(tabia_builder_set_node(b, c.node, &said, NULL));
    struct tabia_book *book = freeze(b);
    scratch_open(&s, "twins");
    save(&s, book, &report);
    tabia_book_free(book);
    check_files(&s);
    assert_true(check_text("losses",
                           report_text(&report, losses, sizeof(losses)),
                           "2 position comments are dropped"));
    scratch_close(&s);
}

/* ---- many positions -------------------------------------------------- */

static struct tabia_book *make_large(uint32_t npositions)
{
    struct tabia_builder *b = new_builder();
    struct tabia_builder_cursor start;
    uint64_t seed = 1;
    assert_true(tabia_builder_start(b, NULL, &start, NULL));
    while (builder_node_count(b) < npositions) {
        struct tabia_builder_cursor c = start;
        for (int ply = 0; ply < 24; ply++) {
            tabia_move list[TABIA_MOVES_MAX];
            const size_t n = tabia_pos_legal_moves(&c.pos, list);
            if (n == 0)
                break;
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
            assert_true(
                tabia_builder_play_joined(b, &c, list[(seed >> 33) % n], NULL));
        }
    }
    return freeze(b);
}

/* Moves of the book that the files do not have. */
static uint64_t count_missing(const struct tabia_book *book,
                              const struct table *t)
{
    uint64_t nmissing = 0;
    for (uint32_t i = 0; i < tabia_book_position_count(book); i++) {
        struct tabia_book_move want[TABIA_MOVES_MAX], got[TABIA_MOVES_MAX];
        struct tabia_pos pos;
        const size_t n = tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT,
                                                   want, TABIA_MOVES_MAX);
        tabia_book_position_pos_at(book, i, &pos);
        const size_t ngot = table_find(t, &pos, got);
        for (size_t k = 0; k < n; k++) {
            size_t at = 0;
            while (at < ngot && got[at].move != want[k].move)
                at++;
            nmissing += at == ngot;
        }
    }
    return nmissing;
}

/* Losses that are about moves, not about their values. */
static uint64_t count_lost_moves(const struct tabia_report *report)
{
    uint64_t n = 0;
    for (size_t i = 0; i < report->n; i++)
        if (strstr(report->list[i].what, "under-promotion") ||
            strstr(report->list[i].what, "third piece") ||
            strstr(report->list[i].what, "beyond 127"))
            n += report->list[i].count;
    return n;
}

/* Every size of the trie: one page, a few, many. */
static void test_sizes(void **state)
{
    static const uint32_t sizes[] = { 20, 60, 100, 500, 5000 };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct scratch s;
        struct tabia_error err = { 0 };
        struct tabia_report report = { 0 };
        struct tabia_book *book = make_large(sizes[i]);
        scratch_open(&s, "Sizes");
        save(&s, book, &report);
        const struct ctg_facts facts = check_files(&s);
        assert_true(facts.npages < 4 || facts.fill > 0.6);
        struct table *t = table_file_open(s.path[0], NULL, &err);
        if (!t)
            fail_msg("%s", err.msg);
        assert_true(check_number("missing", count_missing(book, t),
                                 count_lost_moves(&report)));
        table_close(t);
        tabia_book_free(book);
        scratch_close(&s);
    }
}

/* ---- a real book ----------------------------------------------------- */

/* What a ChessBase book says of a move. */
static bool is_same_move(const struct tabia_book *a, const struct tabia_book *b,
                         uint32_t edge)
{
    const struct tabia_move_data x = tabia_book_edge_data(a, edge);
    const struct tabia_move_data y = tabia_book_edge_data(b, edge);
    return tabia_book_edge_move(a, edge) == tabia_book_edge_move(b, edge) &&
           tabia_book_edge_target(a, edge) == tabia_book_edge_target(b, edge) &&
           x.has == y.has && x.weight == y.weight && x.white == y.white &&
           x.draws == y.draws && x.black == y.black && x.mark == y.mark &&
           memcmp(x.nags, y.nags, sizeof(x.nags)) == 0;
}

static bool is_same_node(const struct tabia_book *a, const struct tabia_book *b,
                         uint32_t node)
{
    const struct tabia_node_data x = tabia_book_node_data(a, node);
    const struct tabia_node_data y = tabia_book_node_data(b, node);
    struct tabia_pos p, q;
    uint32_t first[2], count[2];
    tabia_book_position_pos_at(a, tabia_book_node_position(a, node), &p);
    tabia_book_position_pos_at(b, tabia_book_node_position(b, node), &q);
    tabia_book_node_edges(a, node, &first[0], &count[0]);
    tabia_book_node_edges(b, node, &first[1], &count[1]);
    return tabia_pos_is_same(&p, &q) && first[0] == first[1] &&
           count[0] == count[1] && x.has == y.has &&
           strcmp(x.comment ? x.comment : "", y.comment ? y.comment : "") == 0;
}

/* Reading does not depend on the pages, so every number is the same. */
static void check_same(const struct tabia_book *a, const struct tabia_book *b)
{
    uint32_t ndifferent = 0;
    assert_int_equal(tabia_book_node_count(a), tabia_book_node_count(b));
    assert_int_equal(tabia_book_edge_count(a), tabia_book_edge_count(b));
    assert_int_equal(tabia_book_root_count(a), tabia_book_root_count(b));
    for (uint32_t i = 0; i < tabia_book_root_count(a); i++)
        ndifferent += tabia_book_root_at(a, i) != tabia_book_root_at(b, i);
    for (uint32_t i = 0; i < tabia_book_node_count(a); i++)
        ndifferent += !is_same_node(a, b, i);
    for (uint32_t i = 0; i < tabia_book_edge_count(a); i++)
        ndifferent += !is_same_move(a, b, i);
    assert_true(check_number("differences", ndifferent, 0));
    assert_string_equal(tabia_book_find_text(a, CTG_KEY_ENTRIES),
                        tabia_book_find_text(b, CTG_KEY_ENTRIES));
}

/*
 * All of a large book. Under a sanitizer test_format_ctg_back does, with a book
 * of a quarter of the size.
 */
static void test_real_book(void **state)
{
    struct scratch s;
    struct tabia_error err = { 0 };
    struct tabia_report report = { 0 };
    (void)state;
    if (HAS_SANITIZER)
        skip(); // it takes too long
    struct tabia_book *book = shared_book("data/ctg/Perfect2021.ctg", NULL);
    scratch_open(&s, "real");
    save(&s, book, &report);
    assert_int_equal(report.n, 0);
    const struct ctg_facts facts = check_files(&s);
    assert_true(check_number("positions", facts.npositions, 104224));
    assert_true(check_number("moves", facts.nmoves, 112290));
    // ChessBase's own has 2061 pages, 71.6 % full.
    assert_true(facts.npages <= 2061 && facts.fill >= 0.716);
    assert_true(
        check_number("games", load_be32(s.in[0].bytes.data + 28), 72827));
    struct tabia_book *back = tabia_book_load(s.path[0], NULL, &err);
    if (!back)
        fail_msg("%s", err.msg);
    check_same(book, back);
    tabia_book_free(back);
    tabia_book_free(book);
    scratch_close(&s);
}

/* The same book in other formats comes through but for what is reported. */
static void test_conversions(void **state)
{
    static const struct {
        const char *format, *file;
    } cases[] = {
        { "polyglot", "data/polyglot/Perfect2021.bin" },
        { "abk", "data/abk/Perfect2021.abk" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_error err = { 0 };
        struct tabia_report report = { 0 };
        const struct tabia_read_options options = {
            .format = tabia_format_find(cases[i].format, NULL),
        };
        struct tabia_book *book = shared_book(cases[i].file, &options);
        struct scratch s;
        scratch_open(&s, "converted");
        save(&s, book, &report);
        check_files(&s);
        struct table *t = table_file_open(s.path[0], NULL, &err);
        assert_non_null(t);
        assert_true(tabia_book_edge_count(book) > 5000);
        assert_true(check_number(cases[i].format, count_missing(book, t),
                                 count_lost_moves(&report)));
        for (size_t k = 0; k < report.n; k++)
            print_message("%s: %llu %s\n", cases[i].format,
                          (unsigned long long)report.list[k].count,
                          report.list[k].what);
        table_close(t);
        tabia_book_free(book);
        scratch_close(&s);
    }
}

/* ---- sets that are no sets ------------------------------------------- */

static void put_file(const char *path, struct tabia_bytes bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

static void check_load(const char *name, const char *path, const char *want)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = tabia_book_load(path, NULL, &err);
    tabia_book_free(book);
    assert_true(check_text(name, err.msg, want));
    err = (struct tabia_error){ 0 };
    struct table *t = table_file_open(path, NULL, &err);
    table_close(t);
    assert_true(check_text(name, err.msg, want));
}

/* What a write leaves that was interrupted between two renames. */
static void test_interrupted(void **state)
{
    struct scratch a, b;
    (void)state;
    scratch_open(&a, "a");
    scratch_open(&b, "b");
    struct tabia_book *book = make_large(5000);
    save(&a, book, NULL);
    tabia_book_free(book);
    book = make_large(5300);
    save(&b, book, NULL);
    tabia_book_free(book);
    scratch_load(&a);
    scratch_load(&b);

    check_load("whole", a.path[0], "");
    put_file(a.path[2], b.in[2].bytes);
    put_file(a.path[1], b.in[1].bytes);
    struct tabia_error err = { 0 };
    assert_null(table_file_open(a.path[0], NULL, &err));
    assert_true(strncmp(err.msg, "its .ct", 7) == 0);
    put_file(a.path[0], b.in[0].bytes);
    check_load("whole again", a.path[0], "");
    unlink(a.path[1]);
    check_load("no index", a.path[0],
               "its .cto file: cannot open: No such file or directory");
    scratch_close(&b);
    scratch_close(&a);
}

/* Two books of one page: nothing but the stamp tells them apart. */
static void test_stamp(void **state)
{
    struct scratch a;
    (void)state;
    scratch_open(&a, "A");
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    save(&a, book, NULL);
    tabia_book_free(book);
    scratch_load(&a);
    uint8_t bytes[64];
    const size_t size = a.in[1].bytes.size;
    assert_true(size < sizeof(bytes));
    memcpy(bytes, a.in[1].bytes.data, size);
    bytes[8] ^= 1;
    put_file(a.path[1], (struct tabia_bytes){ bytes, size });
    check_load("stamp", a.path[0],
               "its .cto or .ctb file belongs to another book: a write was "
               "interrupted");

    // Another program has worked on the book: the stamp is void.
    uint8_t *ctg = malloc(a.in[0].bytes.size);
    assert_non_null(ctg);
    memcpy(ctg, a.in[0].bytes.data, a.in[0].bytes.size);
    ctg[27]++;
    put_file(a.path[0], (struct tabia_bytes){ ctg, a.in[0].bytes.size });
    check_load("void", a.path[0], "");
    free(ctg);
    scratch_close(&a);
}

static void test_misuse(void **state)
{
    struct tabia_error err = { 0 };
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    const struct tabia_format *ctg = tabia_format_find("ctg", NULL);
    uint8_t *data;
    size_t size;
    (void)state;
    assert_false(tabia_book_encode(book, ctg, NULL, &data, &size, NULL, &err));
    assert_true(check_text("memory", err.msg,
                           "format ctg is a set of files and needs a path"));
    err = (struct tabia_error){ 0 };
    assert_false(tabia_book_save(book, "-", ctg, NULL, NULL, &err));
    assert_true(check_text("standard output", err.msg,
                           "format ctg is a set of files: give it a name that "
                           "ends with .ctg"));
    tabia_book_free(book);
}

/* What an earlier book has lost is no loss of this one. */
static void test_report_again(void **state)
{
    struct scratch s;
    struct tabia_error err = { 0 };
    struct tabia_report report = { .n = 0 };
    (void)state;
    scratch_open(&s, "again");
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    report_add_lost_moves(&report, 5, "move was lost", "moves were lost");
    assert_true(tabia_book_save(book, s.path[0], tabia_format_find("ctg", NULL),
                                NULL, &report, &err));
    assert_int_equal(report.moves, 5);
    tabia_book_free(book);
    scratch_close(&s);
}

/* A file that is in the way stops all three. */
static void test_existing(void **state)
{
    struct scratch s;
    struct tabia_error err = { 0 };
    (void)state;
    scratch_open(&s, "x");
    put_file(s.path[1], (struct tabia_bytes){ (const uint8_t *)"x", 1 });
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    assert_false(tabia_book_save(
        book, s.path[0], tabia_format_find("ctg", NULL), NULL, NULL, &err));
    assert_int_not_equal(access(s.path[0], F_OK), 0);
    assert_int_not_equal(access(s.path[2], F_OK), 0);
    assert_true(check_text("existing", err.msg, "already exists"));
    assert_true(check_text("file", err.file, s.path[1]));
    tabia_book_free(book);
    scratch_close(&s);
}

/* ---- broken pages ---------------------------------------------------- */

/*
 * One byte of a good book changed. Page 0 has the position after 1.e4 at 4 and
 * the initial one at 60, its move at 83.
 */
static const struct {
    const char *name;
    size_t at;
    uint8_t value;
    const char *want, *lenient; // lenient: the moves that are left
} broken[] = {
    { "bytes used", 4096 + 2, 0xFF, "page 0: uses 65398 of 4096 bytes", "0" },
    { "too many positions", 4096 + 1, 9, "page 0: an entry is missing", "1" },
    { "too few", 4096 + 1, 1,
      "page 0: after the last entry there are 58 more bytes", "0" },
    { "no signature", 4096 + 4, 0x40,
      "page 0: a signature has 0 bytes, but 114 are left", "0" },
    { "an even block", 4096 + 26, 0x02,
      "page 0: a move block has 2 bytes: expected an odd number", "0" },
    { "a long block", 4096 + 26, 0xFF,
      "page 0: an entry has 310 bytes, but 114 are left", "0" },
    { "an illegal move", 4096 + 83, 0x6B,
      "page 0: move code 0x6B is not "
      "legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
      "0" },
    { "no such move", 4096 + 83, 0x02,
      "page 0: move code 0x02 is not legal "
      "in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
      "0" },
    { "another piece", 4096 + 5, 0x16, NULL, "1" },
};

static bool count_problem(void *ctx, enum tabia_severity severity,
                          const struct tabia_error *problem)
{
    (void)problem;
    *(size_t *)ctx += severity == TABIA_SEVERITY_WARNING;
    return severity == TABIA_SEVERITY_WARNING;
}

static void check_broken(size_t i, struct tabia_bytes good)
{
    struct tabia_error err = { 0 };
    uint8_t *bytes = malloc(good.size);
    assert_non_null(bytes);
    memcpy(bytes, good.data, good.size);
    bytes[broken[i].at] = broken[i].value;
    const struct tabia_bytes src = { bytes, good.size };
    struct tabia_book *book = tabia_book_decode(src, NULL, &err);
    assert_null(book);
    if (broken[i].want)
        assert_true(check_text(broken[i].name, err.msg, broken[i].want));
    assert_true(err.offset >= 4096);

    size_t nproblems = 0;
    const struct tabia_read_options options = {
        .lenient = true,
        .on_problem = count_problem,
        .ctx = &nproblems,
    };
    book = tabia_book_decode(src, &options, NULL);
    assert_non_null(book);
    assert_true(nproblems > 0);
    assert_true(check_number(broken[i].name, tabia_book_edge_count(book),
                             strtoul(broken[i].lenient, NULL, 10)));
    tabia_book_free(book);
    free(bytes);
}

static void test_broken(void **state)
{
    struct scratch s;
    (void)state;
    scratch_open(&s, "broken");
    struct tabia_book *book = book_text_make("e2e4", BOOK_TEXT_TREE);
    save(&s, book, NULL);
    tabia_book_free(book);
    scratch_load(&s);
    for (size_t i = 0; i < COUNT_OF(broken); i++)
        check_broken(i, s.in[0].bytes);
    scratch_close(&s);
}

static void test_cut(void **state)
{
    struct scratch s;
    (void)state;
    scratch_open(&s, "cut");
    struct tabia_book *book = make_large(200);
    save(&s, book, NULL);
    tabia_book_free(book);
    scratch_load(&s);
    const struct tabia_bytes all = s.in[0].bytes;
    const struct tabia_read_options options = {
        .format = tabia_format_find("ctg", NULL),
    };
    for (size_t i = 0; i < all.size; i += 512) { // the ends of pages among them
        struct tabia_error err = { 0 };
        const size_t size = i + i / 512 % 2;
        assert_null(tabia_book_decode((struct tabia_bytes){ all.data, size },
                                      &options, &err));
        assert_true(err.status == TABIA_ERR_CORRUPT);
    }
    scratch_close(&s);
}

/* ---- no memory ------------------------------------------------------- */

struct passage {
    const struct tabia_book *book;
    const char *path;
};

static bool save_again(void *ctx, struct tabia_error *err)
{
    const struct passage *p = ctx;
    const struct tabia_write_options options = { .force = true };
    return tabia_book_save(p->book, p->path, tabia_format_find("ctg", NULL),
                           &options, NULL, err);
}

static bool load_again(void *ctx, struct tabia_error *err)
{
    const struct passage *p = ctx;
    struct tabia_book *book = tabia_book_load(p->path, NULL, err);
    assert_true(!book || tabia_book_find_text(book, CTG_KEY_ENTRIES));
    return fail_alloc_book(book);
}

static bool open_again(void *ctx, struct tabia_error *err)
{
    const struct passage *p = ctx;
    struct table *t = table_file_open(p->path, NULL, err);
    table_close(t);
    return t != NULL;
}

static void test_nomem(void **state)
{
    struct scratch s;
    (void)state;
    scratch_open(&s, "nomem");
    struct tabia_book *book = make_large(100);
    struct passage p = { book, s.path[0] };
    fail_alloc_each(save_again, &p);
    fail_alloc_each(load_again, &p);
    fail_alloc_each(open_again, &p);
    tabia_book_free(book);
    scratch_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_books),
        cmocka_unit_test(test_transpositions),
        cmocka_unit_test(test_merged_numbers),
        cmocka_unit_test(test_colours),
        cmocka_unit_test(test_twin_comments),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_real_book),
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_stamp),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_report_again),
        cmocka_unit_test(test_existing),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_nomem),
    };
    return cmocka_run_group_tests_name("format_ctg_write", tests, NULL, NULL);
}
