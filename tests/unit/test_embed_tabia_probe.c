/*
 * test_embed_tabia_probe.c - the single header beside the library
 *
 * Both know chess by themselves: in random positions, Chess960 included, they
 * must agree on keys and on every move that two squares and a piece can name.
 */
#include "check.h"
#include "guard.h"
#include "sanitizer.h"

#include "tabia/chess.h"

#define TABIA_PROBE_STATIC
#define TABIA_PROBE_IMPLEMENTATION
#include "tabia_probe.h"

#include "base/compiler.h"

enum { GAMES = HAS_SANITIZER ? 15 : 60, PLIES = 60 };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static struct tabia_probe_move probe_move(tabia_move mv)
{
    const struct tabia_probe_move move = {
        .from = tabia_move_from(mv),
        .to = tabia_move_to(mv),
        .promotion = (uint8_t)tabia_move_promotion(mv),
    };
    return move;
}

/* The same position in the header's terms, by its FEN. */
static bool to_probe(const struct tabia_pos *pos, struct tabia_probe_pos *out,
                     char fen[TABIA_FEN_SIZE])
{
    tabia_fen_print(pos, TABIA_FEN_SHREDDER, fen);
    return tabia_probe_fen(out, fen);
}

static int check_moves(const struct tabia_pos *pos,
                       const struct tabia_probe_pos *probe, const char *fen)
{
    int nfailed = 0;
    for (unsigned code = 0; code < 7u << 12; code++) {
        const tabia_move mv = (tabia_move)code;
        const struct tabia_probe_move move = probe_move(mv);
        if (tabia_probe_is_legal(probe, &move) == tabia_pos_is_legal(pos, mv))
            continue;
        print_error("%s: move %04x is legal for the %s only\n", fen, code,
                    tabia_pos_is_legal(pos, mv) ? "library" : "header");
        nfailed++;
    }
    return nfailed;
}

static int check_position(const struct tabia_pos *pos)
{
    struct tabia_probe_pos probe;
    char fen[TABIA_FEN_SIZE];
    if (!to_probe(pos, &probe, fen)) {
        print_error("%s: not read\n", fen);
        return 1;
    }
    return !check_number(fen, tabia_probe_polyglot_key(&probe),
                         tabia_pos_key(pos)) +
           check_moves(pos, &probe, fen);
}

/* Plays at random; the header plays along, and must not lose the thread. */
static int check_game(int number, uint64_t *seed)
{
    struct tabia_pos pos;
    struct tabia_probe_pos probe;
    char fen[TABIA_FEN_SIZE];
    int nfailed = 0;
    tabia_pos_set_start960(&pos, number);
    to_probe(&pos, &probe, fen);
    for (int ply = 0; ply < PLIES; ply++) {
        tabia_move list[TABIA_MOVES_MAX];
        const size_t n = tabia_pos_legal_moves(&pos, list);
        if (n == 0)
            break;
        const tabia_move mv = list[next_random(seed) % n];
        const struct tabia_probe_move move = probe_move(mv);
        char got[TABIA_PROBE_UCI_SIZE], want[TABIA_UCI_SIZE];
        tabia_probe_uci(&probe, &move, number != 518, got);
        tabia_uci_print(&pos, mv, number != 518, want);
        nfailed += !check_text("uci", got, want);
        tabia_probe_play(&probe, &move);
        tabia_pos_play(&pos, mv);
        tabia_fen_print(&pos, 0, fen);
        nfailed += !check_number(fen, tabia_probe_polyglot_key(&probe),
                                 tabia_pos_key(&pos));
        nfailed += check_position(&pos);
    }
    return nfailed;
}

static void agrees_on_games(void **state)
{
    (void)state;
    uint64_t seed = 20260101;
    int nfailed = 0;
    for (int i = 0; i < GAMES; i++)
        nfailed +=
            check_game(i % 2 ? 518 : (int)(next_random(&seed) % 960), &seed);
    assert_int_equal(nfailed, 0);
}

/* Positions that random games seldom reach. */
static void agrees_on_special_positions(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",   // both pawns leave the rank
        "4k3/8/8/8/3Pp3/8/8/4K2B b - d3 0 1",  // en passant
        "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1", // pinned
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", // f1 is attacked
        "r3k2r/8/8/8/1r6/8/8/R3K2R w KQkq - 0 1", // b1: castling is legal
        "4k3/8/8/8/8/8/8/qRK5 w B - 0 1",         // the rook shields
        "4k3/8/8/8/8/8/8/1RK4r w B - 0 1",        // in check
        "2k5/P7/8/8/8/8/p7/2K5 w - - 0 1",
        "n1n5/1P6/k7/8/8/8/6p1/K4N1N b - - 0 1", // promotion by capture
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        struct tabia_pos pos;
        struct tabia_error err = { 0 };
        if (!tabia_fen_parse(&pos, fens[i], strlen(fens[i]), 0, &err)) {
            print_error("%s: %s\n", fens[i], err.msg);
            nfailed++;
            continue;
        }
        nfailed += check_position(&pos);
    }
    assert_int_equal(nfailed, 0);
}

static void refuses_what_is_no_position(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "",
        "8",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K4 w - - 0 1",
        "4k3/8/8/8/8/8/8/44K w - - 0 1",
        "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 w -",
        "4k3/8/8/8/8/8/8/4K3 w - e3",
        "4k3/8/8/8/8/8/8/4K3 w - e6",
        "4k3/8/8/8/8/8/8/4K3 w - z6",
        "4k3/8/8/8/8/8/8/4KR2 w Z - 0 1",
        "4k3/8/8/8/8/8/8/4K2r b - - 0 1 and so on",
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        struct guard text = guard_copy(fens[i], strlen(fens[i]) + 1);
        struct tabia_probe_pos pos;
        if (tabia_probe_fen(&pos, (const char *)text.data)) {
            print_error("taken: %s\n", fens[i]);
            nfailed++;
        }
        guard_free(&text);
    }
    assert_int_equal(nfailed, 0);
}

/* The key stands before every eight bytes. */
static void fill_polyglot(struct guard *g, uint64_t key, uint64_t *seed)
{
    for (size_t i = 0; i < g->size; i++) {
        const uint64_t byte =
            i % 16 < 8 ? key >> (56 - i % 16 * 8) : next_random(seed);
        g->data[i] = (uint8_t)byte;
    }
}

/* A record of the starting position, whose key is 1C16842668. */
static void fill_ct800(struct guard *g)
{
    static const uint8_t head[] = { 0x1C, 0x16, 0x84, 0x26, 0x6F };
    static const uint8_t low[] = { 0x80, 0 }; // the rest of the key
    for (size_t i = 0; i < g->size && i < sizeof(head); i++)
        g->data[i] = head[i];
    for (size_t i = 0; i < sizeof(low) && sizeof(head) + i < g->size; i++) {
        uint8_t *square = &g->data[sizeof(head) + i];
        *square = (uint8_t)((*square & 63) | low[i]);
    }
}

/* A key that is there, and any bytes behind it: only legal moves come out. */
static void survives_any_book(void **state)
{
    (void)state;
    uint64_t seed = 7;
    struct tabia_probe_pos pos;
    struct tabia_probe_move list[TABIA_PROBE_MOVES];
    assert_true(tabia_probe_fen(
        &pos, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"));
    const uint64_t key = tabia_probe_polyglot_key(&pos);
    for (size_t size = 0; size < 200; size++) {
        struct guard g = guard_new(size);
        const struct tabia_probe_book book = { g.data, size, NULL, NULL };
        fill_polyglot(&g, key, &seed);
        const int n = tabia_probe_polyglot(&book, &pos, list);
        for (int i = 0; i < n; i++)
            assert_true(tabia_probe_is_legal(&pos, &list[i]));
        fill_ct800(&g);
        const int m = tabia_probe_ct800(&book, &pos, list);
        for (int i = 0; i < m; i++)
            assert_true(tabia_probe_is_legal(&pos, &list[i]));
        guard_free(&g);
    }
}

static bool fail_to_read(void *ctx, uint64_t offset, void *dst, size_t size)
{
    (void)offset;
    (void)dst;
    (void)size;
    ++*(int *)ctx;
    return false;
}

static void survives_a_reader_that_fails(void **state)
{
    (void)state;
    int ncalls = 0;
    struct tabia_probe_pos pos;
    struct tabia_probe_move list[TABIA_PROBE_MOVES];
    const struct tabia_probe_book book = { NULL, 1600, fail_to_read, &ncalls };
    assert_true(tabia_probe_fen(&pos, "4k3/8/8/8/8/8/8/4K3 w - -"));
    assert_int_equal(tabia_probe_polyglot(&book, &pos, list), 0);
    assert_int_equal(tabia_probe_ct800(&book, &pos, list), 0);
    assert_true(ncalls >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_on_games),
        cmocka_unit_test(agrees_on_special_positions),
        cmocka_unit_test(refuses_what_is_no_position),
        cmocka_unit_test(survives_any_book),
        cmocka_unit_test(survives_a_reader_that_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
