/*
 * test_chess_random.c - random games, in which everything must agree
 *
 * Half of the games start from the usual position, half from a Chess960 one.
 * TABIA_RANDOM_PLIES sets the number of plies, TABIA_RANDOM_SEED the seed.
 */
#include "chess/movegen.h"
#include "chess/pos.h"
#include "chess_table.h"
#include "random.h"
#include "sanitizer.h"
#include "slow_moves.h"

enum {
    PLIES = HAS_SANITIZER ? 100000 : 1000000,
    GAME_PLIES = 300,
    SAMPLE = 16,
    SAMPLE_ALL = 256,
    SAMPLE_TEXTS = 8192,
};

static uint64_t number_from_env(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static void fail_at(const struct tabia_pos *pos, const char *what,
                    const char *got, const char *want)
{
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(pos, TABIA_FEN_SHREDDER, fen);
    fail_msg("%s: %s: got \"%s\", want \"%s\"", fen, what, got, want);
}

static void check_same(const struct tabia_pos *pos,
                       const struct tabia_pos *back, const char *what)
{
    char got[TABIA_FEN_SIZE];
    if (tabia_pos_is_same(pos, back) && pos->key == back->key &&
        pos->halfmove == back->halfmove && pos->fullmove == back->fullmove &&
        memcmp(pos->by_type, back->by_type, sizeof(pos->by_type)) == 0 &&
        memcmp(pos->by_color, back->by_color, sizeof(pos->by_color)) == 0)
        return;
    tabia_fen_print(back, 0, got);
    fail_at(pos, what, got, "the same position");
}

static void check_position(const struct tabia_pos *pos)
{
    static const unsigned flags[2] = { 0, TABIA_FEN_SHREDDER };
    struct tabia_error err = { 0 };
    struct tabia_packed packed;
    struct tabia_pos back;
    char fen[TABIA_FEN_SIZE];

    assert_true(tabia_pos_key(pos) == pos_key_slow(pos));
    for (int i = 0; i < 2; i++) {
        const size_t len = tabia_fen_print(pos, flags[i], fen);
        if (!tabia_fen_parse(&back, fen, len, 0, &err))
            fail_at(pos, "FEN", err.msg, fen);
        check_same(pos, &back, "FEN");
    }
    tabia_pos_pack(pos, &packed);
    if (!tabia_pos_unpack(&back, &packed, &err))
        fail_at(pos, "packed", err.msg, "a position");
    check_same(pos, &back, "packed");
}

static void check_uci(const struct tabia_pos *pos, tabia_move mv)
{
    struct tabia_error err = { 0 };
    for (int chess960 = 0; chess960 < 2; chess960++) {
        char uci[TABIA_UCI_SIZE];
        tabia_move back;
        const size_t len = tabia_uci_print(pos, mv, chess960, uci);
        if (!tabia_uci_parse(pos, uci, len, &back, &err))
            fail_at(pos, "UCI", err.msg, uci);
        if (back != mv)
            fail_at(pos, "UCI", "another move", uci);
    }
}

/* A text is played as the careful reader, which knows no kernel, reads it. */
static void check_played(const struct tabia_pos *pos, const char *text)
{
    const struct movegen *kernels[] = { movegen_get(), &movegen_plain };
    const size_t len = strlen(text);
    tabia_move want = TABIA_MOVE_NONE;
    struct tabia_pos played = *pos;
    if (tabia_san_parse(pos, text, len, TABIA_SAN_REFUSE_FIGURINE, &want, NULL))
        tabia_pos_play(&played, want);
    else
        want = TABIA_MOVE_NONE;
    for (size_t i = 0; i < COUNT_OF(kernels); i++) {
        struct tabia_pos copy = *pos;
        const tabia_move mv = kernels[i]->play_san(&copy, text, len);
        if (mv != TABIA_MOVE_NONE && mv != want)
            fail_at(pos, kernels[i]->name, "another move", text);
        check_same(mv == TABIA_MOVE_NONE ? pos : &played, &copy, text);
    }
    struct tabia_pos copy = *pos;
    tabia_move mv;
    if (!tabia_san_play(&copy, text, len, &mv, NULL))
        mv = TABIA_MOVE_NONE;
    if (mv != want)
        fail_at(pos, "playing", "another move", text);
}

static void check_san(const struct tabia_pos *pos, tabia_move mv)
{
    static const unsigned refuse[2] = { 0, TABIA_SAN_STRICT };
    struct tabia_error err = { 0 };
    char san[TABIA_SAN_SIZE];
    const size_t len = tabia_san_print(pos, mv, san);
    assert_int_equal(len, strlen(san));
    for (int i = 0; i < 2; i++) {
        tabia_move back;
        if (!tabia_san_parse(pos, san, len, refuse[i], &back, &err))
            fail_at(pos, "SAN", err.msg, san);
        if (back != mv)
            fail_at(pos, "SAN", "another move", san);
    }
    check_played(pos, san);
}

/* Every text of the usual forms, whether there is such a move or not. */
static void check_texts(const struct tabia_pos *pos)
{
    static const char *const pieces[] = { "", "N", "B", "R", "Q", "K" };
    static const char *const marks[] = { "", "+", "#", "=Q" };
    static const char places[] = "abcdefgh12345678";
    for (unsigned i = 0; i < COUNT_OF(pieces) * 17 * 2 * 64; i++) {
        const unsigned to = i % 64, place = i / 128 % 17;
        char text[16];
        snprintf(text, sizeof(text), "%s%.*s%s%c%c%s", pieces[i / 128 / 17],
                 place > 0, places + (place ? place - 1 : 0),
                 i / 64 % 2 ? "x" : "", 'a' + to % 8, '1' + to / 8,
                 marks[i % 7 % COUNT_OF(marks)]);
        check_played(pos, text);
    }
    check_played(pos, "O-O");
    check_played(pos, "O-O-O+");
}

/* No two legal moves are printed alike. */
static void check_unique(const struct tabia_pos *pos, const tabia_move *list,
                         size_t n)
{
    char sans[TABIA_MOVES_MAX][TABIA_SAN_SIZE];
    for (size_t i = 0; i < n; i++) {
        tabia_san_print(pos, list[i], sans[i]);
        for (size_t k = 0; k < i; k++)
            if (strcmp(sans[i], sans[k]) == 0)
                fail_at(pos, "SAN of two moves", sans[i], "one move");
    }
}

/* Of all 65,536 numbers, exactly the listed ones are legal. */
static void check_is_legal(const struct tabia_pos *pos, const tabia_move *list,
                           size_t n)
{
    size_t next = 0; // the list is in ascending order
    for (unsigned mv = 0; mv <= UINT16_MAX; mv++) {
        const bool listed = next < n && list[next] == mv;
        next += listed;
        if (tabia_pos_is_legal(pos, (tabia_move)mv) != listed) {
            char got[32];
            snprintf(got, sizeof(got), "%04x", mv);
            fail_at(pos, "is_legal", got, "as in the list");
        }
    }
}

/* The slow generator finds the same moves; all of them can be named. */
static void check_moves(const struct tabia_pos *pos, const tabia_move *list,
                        size_t n)
{
    tabia_move slow[TABIA_MOVES_MAX];
    char got[32], want[32];
    snprintf(got, sizeof(got), "%zu", n);
    snprintf(want, sizeof(want), "%zu", slow_legal(pos, slow));
    if (strcmp(got, want) != 0)
        fail_at(pos, "number of moves", got, want);
    assert_memory_equal(list, slow, n * sizeof(*list));
    for (size_t i = 0; i < n; i++) {
        check_uci(pos, list[i]);
        check_san(pos, list[i]);
        struct tabia_pos next = *pos;
        tabia_pos_play(&next, list[i]);
        if (pos_key_after(pos, list[i]) != tabia_pos_key(&next))
            fail_at(pos, "key after a move", "another", "that of the position");
    }
}

/* Returns the number of plies played. */
static uint64_t play_game(struct tabia_pos pos, uint64_t max, uint64_t *state)
{
    tabia_move list[TABIA_MOVES_MAX];
    uint64_t ply = 0;
    for (; ply < max; ply++) {
        check_position(&pos);
        const size_t n = tabia_pos_legal_moves(&pos, list);
        assert_int_equal(pos_count_legal_moves(&pos), n);
        const uint64_t random = random_next(state);
        if (random >> 32 & 1)
            check_unique(&pos, list, n);
        if ((random >> 33) % SAMPLE == 0)
            check_moves(&pos, list, n);
        if ((random >> 33) % SAMPLE_ALL == 0)
            check_is_legal(&pos, list, n);
        if ((random >> 33) % SAMPLE_TEXTS == 0)
            check_texts(&pos);
        if (n == 0)
            break;
        const tabia_move mv = list[(random & 0xffffffff) % n];
        check_san(&pos, mv);
        check_uci(&pos, mv);
        tabia_pos_play(&pos, mv);
    }
    return ply;
}

static void test_games(void **state)
{
    (void)state;
    const uint64_t plies = number_from_env("TABIA_RANDOM_PLIES", PLIES);
    uint64_t random = number_from_env("TABIA_RANDOM_SEED", 1);
    uint64_t played = 0, ngames = 0;
    for (; played < plies; ngames++) {
        const uint64_t left = plies - played;
        struct tabia_pos pos;
        if (ngames % 2)
            tabia_pos_set_start960(&pos, (int)(random_next(&random) % 960));
        else
            tabia_pos_set_start(&pos);
        played +=
            play_game(pos, left < GAME_PLIES ? left : GAME_PLIES, &random);
    }
    print_message("%llu plies in %llu games\n", (unsigned long long)played,
                  (unsigned long long)ngames);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_games) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
