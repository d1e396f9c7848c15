/*
 * test_format_polyglot.c - PolyGlot books: moves, finding, reading, damage
 */
#include "chess/move_code.h"
#include "chess_table.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/compiler.h"
#include "book_text.h"
#include "fail_alloc.h"
#include "format/polyglot/polyglot.h"
#include "format/table_io.h"
#include "guard.h"
#include "polyglot_bytes.h"
#include "problem_text.h"

/* ---- moves ----------------------------------------------------------- */

#define REGRESSION                                                             \
    "1r1qr1k1/1b2bp1n/p2p2pB/1pnPp2p/P1p1P3/R1P2NNP/1PBQ1PP1/4R1K1 w - -"

static const struct {
    const char *name, *fen;
    uint16_t code;
    const char *want; // with castling as king takes rook; "" is none
} moves[] = {
    { "a rook that goes from e1 to a1", REGRESSION, 0x0100, "e1a1" },
    { "a rook that cannot go to h1", REGRESSION, 0x0107, "" },
    { "king takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 0x0107, "e1h1" },
    { "the long way", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 0x0100, "e1a1" },
    { "the king's own move", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 0x0106,
      "e1h1" },
    { "its long way", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 0x0102, "e1a1" },
    { "Black's king", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", 0x0F3F, "e8h8" },
    { "Black's own move", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", 0x0F3A, "e8a8" },
    { "without the right", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq -", 0x0107, "" },
    { "its own move without it", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq -", 0x0106,
      "" },
    { "a queen on e1", "3k4/8/8/8/8/8/8/R3Q2K w - -", 0x0106, "e1g1" },
    { "a knight takes its own rook", "4k3/8/8/8/8/8/8/4N2K w - -", 0x0107, "" },
    { "Chess960", "4k3/8/8/8/8/8/8/1RK4R w BH -", 0x0081, "c1b1" },
    { "Chess960, the other rook", "4k3/8/8/8/8/8/8/1RK4R w BH -", 0x0087,
      "c1h1" },
    { "a knight", "8/P3k3/8/8/8/8/8/4K3 w - -", 0x1C38, "a7a8n" },
    { "a bishop", "8/P3k3/8/8/8/8/8/4K3 w - -", 0x2C38, "a7a8b" },
    { "a rook", "8/P3k3/8/8/8/8/8/4K3 w - -", 0x3C38, "a7a8r" },
    { "a queen", "8/P3k3/8/8/8/8/8/4K3 w - -", 0x4C38, "a7a8q" },
    { "a king", "8/P3k3/8/8/8/8/8/4K3 w - -", 0x5C38, "" },
    { "no promotion", "8/P3k3/8/8/8/8/8/4K3 w - -", 0x0C38, "" },
    { "bit 15", "8/P3k3/8/8/8/8/8/4K3 w - -", 0xCC38, "" },
    { "a promotion elsewhere", "8/P3k3/8/8/8/8/8/4K3 w - -", 0x410C, "" },
    { "en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", 0x092B, "e5d6" },
    { "no move", "4k3/8/8/8/8/8/8/R3K3 w - -", 0x0000, "" },
};

static void test_moves(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(moves); i++) {
        struct tabia_pos pos;
        struct tabia_error err = { 0 };
        char got[TABIA_UCI_SIZE] = "";
        if (!tabia_fen_parse(&pos, moves[i].fen, strlen(moves[i].fen),
                             TABIA_FEN_LENIENT, &err))
            fail_msg("%s: %s", moves[i].name, err.msg);
        const tabia_move mv = move_code_decode(&pos, moves[i].code);
        if (mv)
            tabia_uci_print(&pos, mv, true, got);
        nfailed += !check_text(moves[i].name, got, moves[i].want);
        const uint16_t back = move_code_encode(mv);
        if (mv && strlen(moves[i].want) == 5)
            nfailed += !check_number(moves[i].name, back, moves[i].code);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- searching ------------------------------------------------------- */

/* Whatever the keys are like, the search finds what a plain look finds. */
static void check_search(const struct polyglot_entries *e, uint64_t key)
{
    size_t first = 0;
    while (first < e->n && load_be64(polyglot_entry_at(e, first)) < key)
        first++;
    size_t end = first;
    while (end < e->n && load_be64(polyglot_entry_at(e, end)) == key)
        end++;
    const struct polyglot_range got = polyglot_find(e, key);
    assert_int_equal(got.first, first);
    assert_int_equal(got.end, end);
}

static void test_search(void **state)
{
    static const struct {
        uint64_t base, step;
        unsigned repeat; // entries of one key
    } shapes[] = {
        { 0, UINT64_C(0x0123456789ABCDEF), 1 }, { 1, 1, 1 },
        { UINT64_C(0xFFFFFFFFFFFF0000), 7, 3 }, { 5, 0, 1 },
        { UINT64_C(0x8000000000000000), 1, 5 }, { 1, UINT64_C(1) << 57, 2 },
    };
    uint8_t data[64 * POLYGLOT_ENTRY_SIZE] = { 0 };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(shapes); i++)
        for (size_t n = 0; n <= 64; n++) {
            for (size_t k = 0; k < n; k++)
                put_be64(data + k * POLYGLOT_ENTRY_SIZE,
                         shapes[i].base +
                             shapes[i].step * (k / shapes[i].repeat));
            const struct polyglot_entries e = { .data = data, .n = n };
            for (size_t k = 0; k < n; k++) {
                const uint64_t key = load_be64(polyglot_entry_at(&e, k));
                check_search(&e, key - 1);
                check_search(&e, key);
                check_search(&e, key + 1);
            }
            check_search(&e, 0);
            check_search(&e, UINT64_MAX);
        }
}

/* Hints are what was found before, or anything else: answers stay. */
static void test_search_hints(void **state)
{
    enum { N = 5000 };
    static uint8_t data[N * POLYGLOT_ENTRY_SIZE];
    struct polyglot_guesses *hints = polyglot_guesses_new(N);
    uint64_t key = 0, random = 1;
    (void)state;
    assert_non_null(hints);
    for (size_t i = 0; i < N; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        key += (random >> 33) * (UINT32_MAX / N) * 2;
        put_be64(data + i * POLYGLOT_ENTRY_SIZE, key);
    }
    const struct polyglot_entries e = { .data = data,
                                        .n = N,
                                        .guesses = hints };
    for (int round = 0; round < 4; round++) {
        for (size_t i = 0; i < N; i += 7) {
            key = load_be64(polyglot_entry_at(&e, i));
            check_search(&e, key);
            check_search(&e, key - 1);
            check_search(&e, ~key);
        }
        for (size_t i = 0; i <= UINT64_MAX >> hints->shift; i++)
            hints->off[i] = round == 0   ? INT16_MAX
                            : round == 1 ? INT16_MIN
                                         : (int16_t)(i * 40503u);
    }
    free(hints);
}

/* Keys in no order: any range of entries, but one of the file. */
static void test_search_unsorted(void **state)
{
    enum { N = 1000 };
    static uint8_t data[N * POLYGLOT_ENTRY_SIZE];
    struct polyglot_guesses *hints = polyglot_guesses_new(N);
    uint64_t random = 1;
    (void)state;
    assert_non_null(hints);
    const struct polyglot_entries e = { .data = data,
                                        .n = N,
                                        .guesses = hints };
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof(data); i++) {
            random = random * UINT64_C(6364136223846793005) + 1;
            data[i] = (uint8_t)(random >> 40);
        }
        for (size_t i = 0; i < N; i++) {
            const uint64_t key = load_be64(polyglot_entry_at(&e, i));
            const struct polyglot_range got = polyglot_find(&e, key);
            assert_true(got.first <= got.end && got.end <= N);
            for (size_t k = got.first; k < got.end; k++)
                assert_true(load_be64(polyglot_entry_at(&e, k)) == key);
        }
    }
    free(hints);
}

static const struct {
    const char *name, *file, *moves, *want;
} finds[] = {
    { "in the order of the file", "@ e2e4=5 d2d4=9 c2c4=5", "",
      "e2e4=5 d2d4=9 c2c4=5" },
    { "learn is kept", "@ e2e4=5:4294967295 d2d4=9", "",
      "e2e4=5:4294967295 d2d4=9" },
    { "weight 0 too", "@ e2e4=0", "", "e2e4=0" },
    { "by key alone", "@e2e4 e7e5=1 c7c5=2 @ e2e4=3 sort", "e2e4",
      "e7e5=1 c7c5=2" },
    { "illegal ones are not found", "@ e2e5=5 d2d4=9 %0000=1 %9f00=3", "",
      "d2d4=9" },
    { "chances are added", "@ e2e4=5:7 d2d4=9 e2e4=6:8", "",
      "e2e4=11:7 d2d4=9" },
    { "not there", "@ e2e4=5", "e2e4", "" },
    { "empty", "", "", "" },
};

static const char *print_found(const struct table *t, const char *line,
                               char *buf, size_t size)
{
    struct tabia_pos pos;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    table_line(line, &pos, NULL);
    const size_t n = table_find(t, &pos, list);
    size_t len = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        char uci[TABIA_UCI_SIZE];
        tabia_uci_print(&pos, list[i].move, false, uci);
        len += (size_t)snprintf(buf + len, size - len, "%s%s=%u", i ? " " : "",
                                uci, list[i].data.weight);
        if (list[i].data.has & TABIA_HAS_LEARN)
            len += (size_t)snprintf(buf + len, size - len, ":%llu",
                                    (unsigned long long)list[i].data.learn);
    }
    return buf;
}

static void test_find(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(finds); i++) {
        const struct tabia_read_options options = {
            .format = tabia_format_find("polyglot", NULL),
        };
        struct buf bytes = polyglot_bytes(finds[i].file);
        struct guard g = guard_copy(bytes.data, bytes.size);
        struct table *t = format_open_table(guard_bytes(&g), &options, NULL);
        char got[256];
        assert_non_null(t);
        assert_string_equal(table_key_space(t), "polyglot");
        nfailed += !check_text(finds[i].name,
                               print_found(t, finds[i].moves, got, sizeof(got)),
                               finds[i].want);
        table_close(t);
        guard_free(&g);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- reading --------------------------------------------------------- */

/* 'settings' are pairs of name and value that end with NULL. */
static struct tabia_book *read_bytes(const struct buf *bytes, bool lenient,
                                     const char *const *settings,
                                     struct problem_text *problems,
                                     struct tabia_error *err)
{
    struct tabia_setting list[4];
    size_t n = 0;
    for (; settings && settings[2 * n]; n++)
        list[n] =
            (struct tabia_setting){ settings[2 * n], settings[2 * n + 1] };
    const struct tabia_read_options options = {
        .format = tabia_format_find("polyglot", NULL),
        .settings = list,
        .nsettings = n,
        .lenient = lenient,
    };
    return problem_text_read(buf_bytes(bytes), options, problems, err);
}

static void describe(const char *file, bool lenient,
                     const char *const *settings, char *got, size_t size)
{
    struct problem_text problems = { .n = 0 };
    struct tabia_error err = { 0 };
    struct buf bytes = polyglot_bytes(file);
    struct tabia_book *book =
        read_bytes(&bytes, lenient, settings, &problems, &err);
    problem_text_print(&problems, book, &err, got, size);
    tabia_book_free(book);
    buf_clear(&bytes);
}

#define WHITE_BOOK "@ e2e4=5 @e2e4,e7e5 g1f3=3 @e2e4,c7c5 b1c3=2 sort"
#define FAR_BOOK   "@ e2e4=5 @a2a4,a7a5,h2h4 h7h5=3 sort"

static const struct {
    const char *name, *file;
    const char *settings[5];
    const char *want;
} reads[] = {
    { "nothing", "", { NULL }, " = 0* #format=polyglot" },
    { "two lines that meet",
      "@ e2e4=5 g1f3=3 @e2e4 e7e5=4 @g1f3 e7e5=2 @g1f3,e7e5 e2e4=1 "
      "@e2e4,e7e5 g1f3=7 sort",
      { NULL },
      " = 0* e2e4=5>1 g1f3=3>2; 1 e7e5=4>3; 2 e7e5=2>4; 3 g1f3=7>5; "
      "4 e2e4=1>5; 5 #format=polyglot" },
    { "a cycle",
      "@ g1f3=1 @g1f3 g8f6=1 @g1f3,g8f6 f3g1=1 @g1f3,g8f6,f3g1 f6g8=1 sort",
      { NULL },
      " = 0* g1f3=1>1; 1 g8f6=1>2; 2 f3g1=1>3; 3 f6g8=1>0 #format=polyglot" },
    { "a sentinel",
      "@ e2e4=5 #ffffffffffffffff %0000=0",
      { NULL },
      " = 0* e2e4=5>1; 1 #format=polyglot" },
    { "a header",
      "'@PG@/1.0/2/1/normal/Mine. @ e2e4=5",
      { NULL },
      " = 0* e2e4=5>1; 1 #format=polyglot "
      "#polyglot-header=@PG@\n1.0\n2\n1\nnormal\nMine." },
    { "a header that is not UTF-8",
      "'@PG@/1.0/M\xFCller\xFF @ e2e4=5",
      { NULL },
      "0: the header has 2 bytes that are not UTF-8: each becomes '?' = "
      "0* e2e4=5>1; 1 #format=polyglot #polyglot-header=@PG@\n1.0\nM?ller?" },
    { "one side's book, not joined",
      WHITE_BOOK,
      { NULL },
      " = 0* e2e4=5>1; 1; 2* b1c3=2>3; 3; 4* g1f3=3>5; 5 #format=polyglot" },
    { "the same, start only",
      WHITE_BOOK,
      { "walk", "start" },
      "0: 2 of 3 entries are unreachable from known positions = "
      "0* e2e4=5>1; 1 #format=polyglot" },
    { "the same, joined",
      WHITE_BOOK,
      { "walk", "bridge" },
      "0: 2 passive moves are added to join lines (not in the file) = "
      "0* e2e4=5>1; 1 c7c5?>2 e7e5?>4; 2 b1c3=2>3; 3; 4 g1f3=3>5; 5 "
      "#format=polyglot" },
    { "too far away",
      FAR_BOOK,
      { NULL },
      "0: 1 of 2 entries is unreachable from known positions = "
      "0* e2e4=5>1; 1 #format=polyglot" },
    { "no such walk",
      "",
      { "walk", "far" },
      " = none: 0: walk: expected start, known, near or bridge, found 'far'" },
    { "only for writing",
      "",
      { "weight", "games" },
      " = none: 0: setting 'weight' of format polyglot applies only to "
      "writing" },
    { "no such file",
      "@ e2e4=1",
      { "positions", "/nonexistent/x" },
      " = none: 0: cannot open: No such file or directory" },
    { "Chess960",
      "fen:bqnrkbnr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBNR_w_DHdh_- "
      "e2e4=5 sort",
      { "walk", "known" },
      " = 0*; 1* e2e4=5>2; 2 #format=polyglot" },
};

static void test_read(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(reads); i++) {
        char got[2000];
        describe(reads[i].file, false, reads[i].settings, got, sizeof(got));
        nfailed += !check_text(reads[i].name, got, reads[i].want);
    }
    assert_int_equal(nfailed, 0);
}

static void test_source(void **state)
{
    (void)state;
    struct buf bytes = polyglot_bytes("'@PG@/1.0 @ e2e4=1 d2d4=1");
    const struct tabia_read_options options = { .keep_location = true };
    struct tabia_book *book =
        tabia_book_decode(buf_bytes(&bytes), &options, NULL);
    assert_non_null(book);
    assert_int_equal(tabia_book_edge_data(book, 1).line, 0);
    assert_int_equal(tabia_book_edge_data(book, 1).col, 48);
    tabia_book_free(book);
    buf_clear(&bytes);
}

/* ---- a file of positions --------------------------------------------- */

static const struct {
    const char *name, *text, *want;
} position_files[] = {
    { "FEN, EPD, comments",
      "# known\n\n"
      "  rnbqkbnr/1ppppppp/8/p7/P6P/8/1PPPPPP1/RNBQKBNR b KQkq - bm h5; id "
      "\"x 1\";\r\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
      " = 0* e2e4=5>1; 1; 2* h7h5=3>3; 3 #format=polyglot" },
    { "with clocks",
      "rnbqkbnr/1ppppppp/8/p7/P6P/8/1PPPPPP1/RNBQKBNR b KQkq - 0 2",
      " = 0* e2e4=5>1; 1; 2* h7h5=3>3; 3 #format=polyglot" },
    { "none", "",
      "0: 1 of 2 entries is unreachable from known positions = "
      "0* e2e4=5>1; 1 #format=polyglot" },
    { "games, variations too", "[Event \"x\"]\n\n1. a4 a5 2. h3 (2. h4) *\n",
      " = 0* e2e4=5>1; 1; 2* h7h5=3>3; 3 #format=polyglot" },
    { "a broken game", "[Event \"x\"]\n\n1. a4 a4 *\n\n1. a4 a5 2. h4 *\n",
      "19: no black pawn can go to a4 = 0* e2e4=5>1; 1; 2* h7h5=3>3; 3 "
      "#format=polyglot" },
    { "a bad line", "\n  rnbqkbnr/1ppppppp/8/p7/P6P/8/1PPPPPP1/RNBQKBNX w - -",
      " = none: 48: expected a piece, a digit or '/', found 'X'" },
};

static void test_positions(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(position_files); i++) {
        char path[] = "/tmp/tabia-positions-XXXXXX", got[800];
        const int fd = mkstemp(path);
        const size_t len = strlen(position_files[i].text);
        assert_true(fd >= 0);
        assert_int_equal(write(fd, position_files[i].text, len), len);
        close(fd);
        const char *const settings[] = { "positions", path, "walk", "known",
                                         NULL };
        describe(FAR_BOOK, false, settings, got, sizeof(got));
        nfailed +=
            !check_text(position_files[i].name, got, position_files[i].want);
        unlink(path);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- damage ---------------------------------------------------------- */

static const char *const repair[] = { "repair", "", NULL };

static const struct {
    const char *name, *file;
    const char *strict, *lenient, *repaired;
} damages[] = {
    { "a rest", "@ e2e4=5 +7",
      "!16: the last entry is truncated: 7 of 16 bytes = "
      "none: 16: the last entry is truncated: 7 of 16 bytes",
      "16: the last entry is truncated: 7 of 16 bytes = "
      "0* e2e4=5>1; 1 #format=polyglot",
      "16: the last entry is truncated: 7 of 16 bytes = "
      "0* e2e4=5>1; 1 #format=polyglot" },
    { "only a rest", "+15",
      "!0: the last entry is truncated: 15 of 16 bytes = "
      "none: 0: the last entry is truncated: 15 of 16 bytes",
      "0: the last entry is truncated: 15 of 16 bytes = 0* #format=polyglot",
      "0: the last entry is truncated: 15 of 16 bytes = 0* #format=polyglot" },
    { "out of order", "@e2e4 e7e5=2 @ e2e4=5",
      "!16: entry 2 is out of order: key 463b96181691fc9c after "
      "823c9b50fd114196 = none: 16: entry 2 is out of order: key "
      "463b96181691fc9c after 823c9b50fd114196",
      "16: entry 2 is out of order: key 463b96181691fc9c after "
      "823c9b50fd114196 = 0* e2e4=5>1; 1 e7e5=2>2; 2 #format=polyglot",
      "16: entry 2 is out of order: key 463b96181691fc9c after "
      "823c9b50fd114196 = 0* e2e4=5>1; 1 e7e5=2>2; 2 #format=polyglot" },
    { "repeated", "@ e2e4=5 d2d4=1 e2e4=6 e2e4=7",
      "!32: entry 3 repeats entry 1: key 463b96181691fc9c, code 031c = "
      "none: 32: entry 3 repeats entry 1: key 463b96181691fc9c, code 031c",
      "32: entry 3 repeats entry 1: key 463b96181691fc9c, code 031c; "
      "48: entry 4 repeats entry 1: key 463b96181691fc9c, code 031c = "
      "0* e2e4=18>1 d2d4=1>2; 1; 2 #format=polyglot",
      "32: entry 3 repeats entry 1: key 463b96181691fc9c, code 031c; "
      "48: entry 4 repeats entry 1: key 463b96181691fc9c, code 031c = "
      "0* e2e4=5>1 d2d4=1>2; 1; 2 #format=polyglot" },
    { "repeated far away", "@ d2d4=1 @e2e4 e7e5=2 @ d2d4=3 e2e4=4",
      "!32: entry 3 is out of order: key 463b96181691fc9c after "
      "823c9b50fd114196 = none: 32: entry 3 is out of order: key "
      "463b96181691fc9c after 823c9b50fd114196",
      "32: entry 3 is out of order: key 463b96181691fc9c after "
      "823c9b50fd114196; 32: entry 3 repeats entry 1: key 463b96181691fc9c, "
      "code 02db = 0* d2d4=4>1 e2e4=4>2; 1; 2 e7e5=2>3; 3 #format=polyglot",
      "32: entry 3 is out of order: key 463b96181691fc9c after "
      "823c9b50fd114196; 32: entry 3 repeats entry 1: key 463b96181691fc9c, "
      "code 02db = 0* d2d4=1>1 e2e4=4>2; 1; 2 e7e5=2>3; 3 #format=polyglot" },
    { "no move", "@ e2e4=5 %831c=1 %0041=2",
      "!16: entry 2 has code 831c, which is not a move = "
      "none: 16: entry 2 has code 831c, which is not a move",
      "16: entry 2 has code 831c, which is not a move; "
      "32: entry 3 has code 0041, which is not a move = "
      "0* e2e4=5>1; 1 #format=polyglot",
      "16: entry 2 has code 831c, which is not a move; "
      "32: entry 3 has code 0041, which is not a move = "
      "0* e2e4=5>1; 1 #format=polyglot" },
    { "an illegal move", "@ e2e4=5 e2e5=1",
      "!16: entry 2: e2e5 is not legal in "
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - = none: 16: entry "
      "2: e2e5 is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
      "KQkq -",
      "16: entry 2: e2e5 is not legal in "
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - = "
      "0* e2e4=5>1; 1 #format=polyglot",
      "16: entry 2: e2e5 is not legal in "
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - = "
      "0* e2e4=5>1; 1 #format=polyglot" },
};

static void test_damage(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(damages); i++) {
        char got[1600];
        describe(damages[i].file, false, NULL, got, sizeof(got));
        nfailed += !check_text(damages[i].name, got, damages[i].strict);
        describe(damages[i].file, true, NULL, got, sizeof(got));
        nfailed += !check_text(damages[i].name, got, damages[i].lenient);
        describe(damages[i].file, false, repair, got, sizeof(got));
        nfailed += !check_text(damages[i].name, got, damages[i].repaired);
    }
    assert_int_equal(nfailed, 0);
}

/* A table is opened without a look at its rows, unless it is repaired. */
static void test_open_damaged(void **state)
{
    (void)state;
    const struct tabia_setting setting = { "repair", "" };
    struct tabia_read_options options = {
        .format = tabia_format_find("polyglot", NULL),
    };
    struct tabia_error err = { 0 };
    struct buf bytes = polyglot_bytes("@e2e4 e7e5=2 @ e2e4=5 e2e4=5 +3");
    assert_null(format_open_table(buf_bytes(&bytes), &options, &err));
    assert_string_equal(err.msg, "the last entry is truncated: 3 of 16 bytes");
    assert_int_equal(err.offset, 48);

    options.settings = &setting;
    options.nsettings = 1;
    struct table *t = format_open_table(buf_bytes(&bytes), &options, NULL);
    assert_non_null(t);
    struct table_rows it = table_rows_begin(t);
    struct table_row row;
    char got[64];
    assert_true(table_rows_next(&it, &row) && row.data.weight == 5);
    assert_true(table_rows_next(&it, &row) && row.data.weight == 2);
    assert_false(table_rows_next(&it, &row));
    assert_string_equal(print_found(t, "", got, sizeof(got)), "e2e4=5");
    table_close(t);
    buf_clear(&bytes);
}

/* Counts problems, and keeps the last that stands for many. */
struct counted {
    unsigned n;
    char text[200];
};

static bool count_problem(void *ctx, enum tabia_severity severity,
                          const struct tabia_error *problem)
{
    struct counted *counted = ctx;
    const size_t len = strlen(counted->text);
    (void)severity;
    counted->n++;
    if (strstr(problem->msg, "more"))
        snprintf(counted->text + len, sizeof(counted->text) - len, "%llu: %s; ",
                 (unsigned long long)problem->offset, problem->msg);
    return true;
}

/* A shuffled book is told of at some length, but not for ever. */
static void test_many_problems(void **state)
{
    enum { N = 5000 };
    (void)state;
    struct buf bytes = { .limit = N * 16 };
    for (size_t i = 0; i < N; i++) {
        uint8_t entry[16] = { 0 };
        put_be64(entry, i % 2);
        put_be16(entry + 8, 0x031c);
        buf_add(&bytes, entry, sizeof(entry));
    }
    struct counted counted = { 0 };
    const struct tabia_setting setting = { "repair", "" };
    const struct tabia_read_options options = {
        .format = tabia_format_find("polyglot", NULL),
        .settings = &setting,
        .nsettings = 1,
        .on_problem = count_problem,
        .ctx = &counted,
    };
    tabia_book_free(tabia_book_decode(buf_bytes(&bytes), &options, NULL));
    // Two kinds, a thousand of each and how many more; what is not reached.
    assert_int_equal(counted.n, 2 * 1001 + 1);
    assert_true(check_text("many", counted.text,
                           "80000: 1499 more entries are out of order; "
                           "80000: 3998 more entries are repeated; "));
    buf_clear(&bytes);
}

/* A header of nothing but bad bytes takes no longer than another. */
static void test_long_header(void **state)
{
    enum { N = 1 << 17 };
    (void)state;
    struct buf bytes = { .limit = N * 16 };
    for (size_t i = 0; i < N; i++) {
        uint8_t entry[16] = { 0 };
        memset(entry + 8, 0xFF, 8);
        if (i == 0)
            memcpy(entry + 8, "@PG@", 4);
        buf_add(&bytes, entry, sizeof(entry));
    }
    struct problem_text problems = { .n = 0 };
    struct tabia_book *book = read_bytes(&bytes, false, NULL, &problems, NULL);
    assert_non_null(book);
    const char *text = tabia_book_find_text(book, "polyglot-header");
    assert_int_equal(strlen(text), 8 * N);
    assert_int_equal(strspn(text + 4, "?"), 8 * N - 4);
    tabia_book_free(book);
    buf_clear(&bytes);
}

/* ---- detection ------------------------------------------------------- */

static const struct {
    const char *name, *file, *path, *want;
} detects[] = {
    { "the starting position", "@ e2e4=5", NULL, "polyglot" },
    { "another name", "@ e2e4=5", "x.dat", "polyglot" },
    { "a header", "'@PG@/1.0/2/1/normal/Mine.", NULL, "polyglot" },
    { "a sentinel", "#ffffffffffffffff %0000=0", NULL, "polyglot" },
    { "a rest", "@ e2e4=5 +7", NULL, "polyglot" },
    { "out of order", "@ e2e4=5 @e2e4 e7e5=2 #1 e2e4=1", NULL, "polyglot" },
    { "out of order at once", "@e2e4 e7e5=2 @ e2e4=5", NULL, "polyglot" },
    { "bad moves", "#0000000000000005 %9000=1", "x.bin", "" },
    { "text", "+15", "x.bin", "" },
};

static void test_detect(void **state)
{
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(detects); i++) {
        struct buf bytes = polyglot_bytes(detects[i].file);
        const struct tabia_format *format =
            tabia_format_detect(buf_bytes(&bytes), detects[i].path, NULL);
        nfailed +=
            !check_text(detects[i].name,
                        format ? tabia_format_get_info(format)->name : "",
                        detects[i].want);
        buf_clear(&bytes);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- memory ---------------------------------------------------------- */

static bool read_repaired(void *ctx, struct tabia_error *err)
{
    struct problem_text problems = { .n = 0 };
    return fail_alloc_book(read_bytes(ctx, false, repair, &problems, err));
}

static void test_nomem(void **state)
{
    static const char *const files[] = {
        "'@PG@/1.0/x @ e2e4=5 @e2e4 e7e5=2:3 sort",
        "@e2e4 e7e5=2 @ e2e4=5",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct buf bytes = polyglot_bytes(files[i]);
        fail_alloc_each(read_repaired, &bytes);
        buf_clear(&bytes);
    }
}

/* ---- how far a walk is ----------------------------------------------- */

struct walk_steps {
    size_t ncalls;
    uint64_t last;
};

static void note_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct walk_steps *steps = ctx;
    assert_true(done >= steps->last);
    assert_int_equal(total, 0); // each step may lead to more
    steps->last = done;
    steps->ncalls++;
}

static void test_progress(void **state)
{
    const struct tabia_format *format = tabia_format_find("polyglot", NULL);
    struct walk_steps steps = { 0 };
    const struct tabia_read_options options = {
        .format = format,
        .on_progress = note_progress,
        .ctx = &steps,
    };
    uint8_t *data;
    size_t size;
    (void)state;
    struct tabia_book *book = tabia_book_load(NULL, NULL, NULL);
    assert_true(
        tabia_book_encode(book, format, NULL, &data, &size, NULL, NULL));
    struct tabia_book *back =
        tabia_book_decode((struct tabia_bytes){ data, size }, &options, NULL);
    assert_non_null(back);
    assert_true(steps.ncalls > 2);
    assert_true(steps.last > tabia_book_position_count(back) / 2);
    tabia_book_free(back);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_search_hints),
        cmocka_unit_test(test_search_unsorted),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_source),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_open_damaged),
        cmocka_unit_test(test_many_problems),
        cmocka_unit_test(test_long_header),
        cmocka_unit_test(test_detect),
        cmocka_unit_test(test_nomem),
        cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
