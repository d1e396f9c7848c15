/*
 * test_format_ctg.c - ChessBase books: signatures, moves, reading, searching
 */
#include <stdlib.h>

#include "base/compiler.h"
#include "book_text.h"
#include "chess/pos.h"
#include "ctg_checker.h"
#include "format/ctg/ctg.h"
#include "format/table_io.h"
#include "format_check.h"
#include "io/input.h"
#include "shared_file.h"
#include "table_file.h"

/* ---- signatures ------------------------------------------------------ */

static void position(struct tabia_pos *pos, const char *fen)
{
    struct tabia_error err = { 0 };
    if (!tabia_fen_parse(pos, fen, strlen(fen), TABIA_FEN_LENIENT, &err))
        fail_msg("%s: %s", fen, err.msg);
}

static const char *signature_text(const struct ctg_signature *sig,
                                  char text[2 * CTG_SIGNATURE_MAX + 1])
{
    text[0] = '\0';
    for (size_t i = 0; i < sig->size; i++)
        snprintf(text + 2 * i, 3, "%02x", sig->bytes[i]);
    return text;
}

/* Every signature names its position, whichever way round it stands. */
static bool check_signature(const char *fen, const char *want, uint32_t hash)
{
    struct tabia_pos pos, normal, back;
    struct ctg_signature sig, again;
    struct tabia_error err = { 0 };
    char text[2 * CTG_SIGNATURE_MAX + 1];
    position(&pos, fen);
    const unsigned guise = ctg_signature_make(&pos, &sig);
    bool is_good = check_text(fen, signature_text(&sig, text), want) &&
                   check_number(fen, ctg_hash(sig.bytes), hash);
    if (!ctg_signature_parse(sig.bytes, sig.size, &normal, &err))
        return check_text(fen, err.msg, "");
    ctg_restore_guise(&normal, guise, &back);
    return is_good &&
           check_number(fen, ctg_signature_make(&back, &again), guise) &&
           check_number(fen, memcmp(pos.board, back.board, 64) != 0, 0) &&
           check_number(fen, pos.castling, back.castling) &&
           check_number(fen, pos.key, back.key);
}

static void test_signatures(void **state)
{
    static const struct {
        const char *fen, *signature;
        uint32_t hash;
    } cases[] = {
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
          "56b60f7960f3a60f58b078e0c1e1a60f5960f3b60f7f", 0xEB7ED3D7 },
        { "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
          "56b60f7960f3a60f58b078e0c721a60f5960f3b60f7f", 0x8C978593 },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        nfailed +=
            !check_signature(cases[i].fen, cases[i].signature, cases[i].hash);
    assert_int_equal(nfailed, 0);
}

static void test_key_vectors(void **state)
{
    struct shared_keys keys;
    int nfailed = 0;
    (void)state;
    shared_keys_open(&keys);
    while (shared_keys_next(&keys)) {
        const uint32_t hash = (uint32_t)strtoul(keys.ctg_hash, NULL, 16);
        nfailed += !check_signature(keys.fen, keys.ctg, hash);
    }
    assert_true(keys.n > 10);
    assert_int_equal(nfailed, 0);
}

/* Positions that are one with colours swapped or files turned round. */
static void test_guises(void **state)
{
    static const struct {
        const char *a, *b;
        unsigned guise;
        bool is_same;
    } cases[] = {
        { "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1",
          CTG_FLIPPED, true },
        { "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "3k4/8/8/8/8/8/3P4/3K4 w - - 0 1",
          CTG_MIRRORED, true },
        { "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "3k4/3p4/8/8/8/8/8/3K4 b - - 0 1",
          CTG_FLIPPED | CTG_MIRRORED, true },
        { "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1",
          "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", 0, false },
        // Black's king does not count, and rights keep the board as it is.
        { "3k4/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/3K4 w - - 0 1",
          CTG_MIRRORED, true },
        { "r3k3/8/8/8/8/8/4P3/4K3 w q - 0 1",
          "4k3/4p3/8/8/8/8/8/R3K3 b Q - 0 1", CTG_FLIPPED, true },
        { "r3k3/8/8/8/8/8/4P3/3K4 w q - 0 1",
          "r3k3/8/8/8/8/8/4P3/3K4 w q - 0 1", 0, true },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_pos a, b;
        struct ctg_signature x, y;
        position(&a, cases[i].a);
        position(&b, cases[i].b);
        ctg_signature_make(&a, &x);
        assert_true(check_number(cases[i].b, ctg_signature_make(&b, &y),
                                 cases[i].guise));
        assert_true(check_number(cases[i].b,
                                 x.size == y.size &&
                                     memcmp(x.bytes, y.bytes, x.size) == 0,
                                 cases[i].is_same));
    }
}

static void test_bad_signatures(void **state)
{
    static const struct {
        const char *name, *hex, *want;
    } cases[] = {
        { "nothing", "02 00", "invalid signature: no piece for b1" },
        { "cut", "04 b60f79", "invalid signature: no piece for b1" },
        { "cut behind a queen", "03 8c00",
          "invalid signature: no piece for b4" },
        { "no kings", "0a 000000000000000000",
          "invalid signature: white has no king" },
        { "a right without a rook", "4c00000000800840002c0001",
          "invalid signature: a castling right without king and rook in "
          "place" },
        { "one right, but no byte for it",
          "16b60f7960f3a60f58b078e0c1e1a60f5960f3b60f7f",
          "invalid signature: not the one of its position" },
        { "bit 80", "d6b60f7960f3a60f58b078e0c1e1a60f5960f3b60f7f",
          "invalid signature: not the one of its position" },
    };
    (void)state;
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t bytes[64];
        size_t n = 0;
        for (const char *p = cases[i].hex; *p; p += p[0] == ' ' ? 1 : 2) {
            unsigned byte;
            if (*p != ' ' && sscanf(p, "%2x", &byte) == 1)
                bytes[n++] = (uint8_t)byte;
        }
        struct tabia_pos pos;
        struct tabia_error err = { 0 };
        ctg_signature_parse(bytes, n, &pos, &err);
        nfailed += !check_text(cases[i].name, err.msg, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* ---- moves ----------------------------------------------------------- */

/* Every legal move has a code that means it, unless the format has none. */
static void test_moves(void **state)
{
    static const struct {
        const char *fen, *without_code; // moves, separated by blanks
    } cases[] = {
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "" },
        { "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq -",
          "" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "" },
        { "8/2k5/8/8/3Q4/8/5K2/8 w - -", "" },
        { "8/2k5/3q4/8/8/8/1K6/8 b - -", "" },
        { "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6", "" },
        { "8/P6k/8/8/8/8/8/K7 w - -", "a7a8r a7a8b a7a8n" },
        { "8/7k/8/8/8/K7/7p/8 b - -", "h2h1r h2h1b h2h1n" },
        { "7k/8/8/8/8/2N5/8/N3N2K w - -",
          "e1g2 e1f3 e1d3 e1c2" },             // a1, c3, e1: the third knight
        { "6k1/8/8/8/Q7/8/8/Q5K1 w - -", "" }, // 1a and f9
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct tabia_pos pos;
        struct ctg_signature sig;
        tabia_move list[TABIA_MOVES_MAX];
        position(&pos, cases[i].fen);
        const unsigned guise = ctg_signature_make(&pos, &sig);
        const size_t n = tabia_pos_legal_moves(&pos, list);
        size_t nmissing = 0, nwant = 0;
        for (size_t k = 0; k < n; k++) {
            uint8_t code;
            char uci[TABIA_UCI_SIZE];
            tabia_uci_print(&pos, list[k], false, uci);
            if (ctg_move_encode(&pos, guise, list[k], &code)) {
                assert_true(check_number(
                    uci, ctg_move_decode(&pos, guise, code), list[k]));
                continue;
            }
            nmissing++;
            if (!strstr(cases[i].without_code, uci))
                fail_msg("%s: %s has no code", cases[i].fen, uci);
        }
        for (const char *p = cases[i].without_code; *p; p += strspn(p, " ")) {
            p += strcspn(p, " ");
            nwant++;
        }
        assert_true(check_number(cases[i].fen, nmissing, nwant));
    }
}

/* A code never gives a move that is not legal. */
static void test_all_codes(void **state)
{
    struct tabia_pos pos;
    struct ctg_signature sig;
    size_t nlegal = 0;
    (void)state;
    position(&pos, "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R "
                   "w KQkq -");
    const unsigned guise = ctg_signature_make(&pos, &sig);
    for (unsigned code = 0; code < 256; code++) {
        const tabia_move mv = ctg_move_decode(&pos, guise, (uint8_t)code);
        assert_true(!mv || tabia_pos_is_legal(&pos, mv));
        nlegal += mv != TABIA_MOVE_NONE;
    }
    assert_int_equal(nlegal, pos_count_legal_moves(&pos));
}

/* ---- numbers --------------------------------------------------------- */

static void test_comments(void **state)
{
    static const struct {
        struct ctg_stats stats;
        bool has_incoming;
        const char *want;
    } cases[] = {
        { { 0 }, true, "[%ctg]" },
        { { .games = 3, .wins = 1, .draws = 2, .score = 20 }, true, "[%ctg]" },
        { { .games = 3, .wins = 1, .draws = 2, .score = 20 },
          false,
          "[%ctg wins=1 draws=2 losses=0]" },
        { { .games = 9, .score = 45, .nrated = 2, .ratings = 5000, .nag = 14 },
          true,
          "[%ctg rated=2/5000 nag=14]" },
        { { .games = 9, .nrated = 2, .ratings = 5000, .eval = -7 },
          false,
          "[%ctg games=9 score=0 rated=2/5000 eval=-7]" },
        { { .games = 1, .wins = 2, .score = 20 }, true, "[%ctg games=1]" },
        { { .flags = 0xC4, .nperformance = 1, .performances = 7 },
          true,
          "[%ctg performance=1/7 flags=4]" },
        { { .flags = 0xC4, .eval = -128 },
          false,
          "[%ctg flags=196 eval=-128]" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[CTG_COMMENT_SIZE];
        const struct ctg_stats *s = &cases[i].stats;
        struct ctg_stats back = { .wins = s->wins,
                                  .draws = s->draws,
                                  .losses = s->losses };
        if (cases[i].has_incoming)
            back.games = s->games; // the moves tell unfinished games
        bool is_alone;
        ctg_comment_print(s, cases[i].has_incoming, text);
        assert_true(check_text("comment", text, cases[i].want));
        assert_true(ctg_comment_parse(text, &back, &is_alone));
        assert_true(is_alone);
        if (cases[i].has_incoming)
            back.flags |= s->flags & (CTG_GREEN | CTG_RED);
        // Up to the last member: what is behind it need not be the same.
        assert_memory_equal(&back, s, offsetof(struct ctg_stats, nag) + 1);
    }
}

static void test_bad_comments(void **state)
{
    static const char *const bad[] = {
        "",
        "ctg",
        "[%ctg",
        "[%ctg wins]",
        "[%ctg wins=]",
        "[%ctg wins=x]",
        "[%ctg wins=16777216]",
        "[%ctg rated=1]",
        "[%ctg rated=1/4294967296]",
        "[%ctg flags=256]",
        "[%ctg wins=-1]",
        "[%ctg eval=129]",
        "[%ctgx]",
        "[%ctg wins=99999999999999999999]",
        "[%ctg  ]",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct ctg_stats stats = { .wins = 5 };
        bool is_alone;
        if (ctg_comment_parse(bad[i], &stats, &is_alone))
            fail_msg("%s: is taken", bad[i]);
        assert_int_equal(stats.wins, 5);
    }
}

/* ---- a real book ----------------------------------------------------- */

#define REAL "data/ctg/Perfect2021.ctg"

/* All positions and moves of the pages are good and found by the index. */
static void test_real_pages(void **state)
{
    char path[SHARED_PATH_SIZE];
    struct tabia_error err = { 0 };
    struct input in;
    struct ctg_file file;
    struct ctg_entries entries;
    (void)state;
    shared_path(REAL, path);
    assert_true(input_open(&in, path, NULL, &err));
    static const struct tabia_read_options defaults;
    struct read_job job = { .path = path, .user = &defaults };
    if (!ctg_file_open(&file, in.bytes, &job, &err) ||
        !ctg_entries_read(&entries, &file, &job, &err))
        fail_msg("%s", err.msg);
    assert_true(file.has_index);
    size_t nmoves = 0, nfound = 0, nchildren = 0;
    for (size_t i = 0; i < entries.n; i++) {
        const struct ctg_entry *entry = &entries.list[i];
        struct ctg_entry found;
        struct ctg_signature sig;
        struct tabia_pos pos;
        assert_true(ctg_signature_parse(entry->signature, entry->nsignature,
                                        &pos, NULL));
        assert_int_equal(ctg_signature_make(&pos, &sig), 0);
        nfound +=
            ctg_file_find(&file, &sig, &found) && found.offset == entry->offset;
        for (size_t k = 0; k < entry->nmoves; k++) {
            const tabia_move mv = ctg_move_decode(&pos, 0, entry->moves[2 * k]);
            struct tabia_pos next = pos;
            nmoves += mv != TABIA_MOVE_NONE;
            if (mv)
                tabia_pos_play(&next, mv);
            ctg_signature_make(&next, &sig);
            nchildren += ctg_file_find(&file, &sig, &found);
        }
    }
    assert_true(check_number("positions", entries.n, 104224));
    assert_true(check_number("found", nfound, 104224));
    assert_true(check_number("legal moves", nmoves, 112290));
    assert_true(check_number("children", nchildren, 112290));
    ctg_entries_clear(&entries);
    ctg_file_close(&file);
    input_close(&in);
}

static void test_real_search(void **state)
{
    char path[SHARED_PATH_SIZE];
    struct tabia_error err = { 0 };
    struct tabia_pos pos;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    (void)state;
    shared_path(REAL, path);
    struct table *t = table_file_open(path, NULL, &err);
    if (!t)
        fail_msg("%s", err.msg);
    tabia_pos_set_start(&pos);
    const size_t n = table_find(t, &pos, list);
    assert_int_equal(n, 17);
    size_t e4 = 0;
    while (e4 < n && list[e4].move != tabia_move_make(12, 28, TABIA_PIECE_NONE))
        e4++;
    assert_true(e4 < n);
    const struct tabia_move_data *data = &list[e4].data;
    assert_true(check_number("white", data->white, 5679));
    assert_true(check_number("draws", data->draws, 24152));
    assert_true(check_number("black", data->black, 2207));
    assert_true(check_number("glyph", data->nags[0], 3));
    tabia_pos_play(&pos, list[e4].move);
    assert_true(table_find(t, &pos, list) > 5);
    table_close(t);
}

/* The book in memory: the same answers, and the numbers of the start. */
static void test_real_book(void **state)
{
    char path[SHARED_PATH_SIZE];
    struct tabia_error err = { 0 };
    struct tabia_pos pos;
    (void)state;
    shared_path(REAL, path);
    struct tabia_book *book = tabia_book_load(path, NULL, &err);
    if (!book)
        fail_msg("%s", err.msg);
    struct table *t = table_file_open(path, NULL, &err);
    assert_non_null(t);
    assert_true(check_text("entries", tabia_book_find_text(book, "ctg-entries"),
                           "104224 positions, 112290 moves"));
    tabia_book_root_pos_at(book, 0, &pos);
    const struct tabia_node_data data = tabia_book_node_data(book, 0);
    struct ctg_stats stats = { 0 };
    bool is_alone;
    assert_true(ctg_comment_parse(data.comment, &stats, &is_alone));
    assert_true(check_number("wins", stats.wins, 12048));
    assert_true(check_number("losses", stats.losses, 5056));
    assert_true(check_number("draws", stats.draws, 54132));
    for (uint32_t i = 0; i < tabia_book_position_count(book); i += 7) {
        struct tabia_book_move want[TABIA_MOVES_MAX], got[TABIA_MOVES_MAX];
        const size_t n = tabia_book_position_moves(book, i, TABIA_MERGE_DEFAULT,
                                                   want, TABIA_MOVES_MAX);
        tabia_book_position_pos_at(book, i, &pos);
        assert_int_equal(table_find(t, &pos, got), n);
        for (size_t k = 0; k < n; k++) {
            assert_int_equal(got[k].move, want[k].move);
            assert_int_equal(got[k].data.white, want[k].data.white);
            assert_int_equal(got[k].data.weight, want[k].data.weight);
            assert_int_equal(got[k].data.mark, want[k].data.mark);
        }
    }
    table_close(t);
    tabia_book_free(book);
}

/* Is the checker of the writer's tests content with ChessBase's own files? */
static void test_checker(void **state)
{
    char path[SHARED_PATH_SIZE];
    struct input in[3];
    struct ctg_facts facts;
    (void)state;
    shared_path(REAL, path);
    for (int i = 0; i < 3; i++) {
        path[strlen(path) - 1] = "gob"[i];
        assert_true(input_open(&in[i], path, NULL, NULL));
    }
    if (!ctg_checker_run(in[0].bytes, in[1].bytes, in[2].bytes, &facts))
        fail_msg("%s", facts.fault);
    assert_true(check_number("positions", facts.npositions, 104224));
    assert_true(check_number("moves", facts.nmoves, 112290));
    assert_true(check_number("pages", facts.npages, 2061));
    assert_true(check_number("one probe", facts.nprobes[1], 88794));
    assert_true(check_number("two probes", facts.nprobes[2], 15358));
    assert_true(check_number("three probes", facts.nprobes[3], 72));
    for (int i = 0; i < 3; i++)
        input_close(&in[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_key_vectors),
        cmocka_unit_test(test_guises),
        cmocka_unit_test(test_bad_signatures),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_all_codes),
        cmocka_unit_test(test_comments),
        cmocka_unit_test(test_bad_comments),
        cmocka_unit_test(test_real_pages),
        cmocka_unit_test(test_real_search),
        cmocka_unit_test(test_real_book),
        cmocka_unit_test(test_checker),
    };
    return cmocka_run_group_tests_name("format_ctg", tests, NULL, NULL);
}
