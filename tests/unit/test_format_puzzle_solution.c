/*
 * test_format_puzzle_solution.c - solutions of puzzles, read and judged
 */
#include "format_check.h"

#include "base/compiler.h"
#include "format/puzzle/solution.h"
#include "shared_file.h"

#define TWO_MOVER "8/8/2Qp2K1/4k3/4N3/6p1/2R5/8 w - - 0 1"
#define PROMOTION "8/1P6/8/8/8/5KB1/8/4b2k w - - 0 1"
#define EITHER    "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"
#define CASTLING  "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
#define BLACK     "1k6/8/1P6/2K5/8/8/8/8 b - - 0 60"
#define FIRST     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* The moves of a text of one puzzle as PGN, or "line:column: error". */
static void read_moves(const char *text, char *got, size_t size)
{
    struct tabia_error err = { 0 };
    struct buf pgn = { .limit = size - 1 };
    struct sink dst = sink_to_buf(&pgn, NULL);
    struct solution solution;
    struct puzzles *set =
        puzzles_decode(bytes_of(text), PUZZLE_NONE, NULL, NULL);
    assert_non_null(set);
    if (solution_parse(puzzles_at(set, 0), &solution, &err))
        solution_put_pgn(&solution, &dst);
    else
        sink_printf(&dst, "%u:%u: %s", err.line, err.col, err.msg);
    snprintf(got, size, "%s", buf_text(&pgn));
    buf_clear(&pgn);
    puzzles_free(set);
}

static void test_notations(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *want;
    } cases[] = {
        { "as games have it", "[S]1. Ng5\n" TWO_MOVER, "1. Ng5" },
        { "capitals", "[S]NG5!\n" TWO_MOVER, "1. Ng5" },
        { "from and to", "[S]NE4-G5!\n" TWO_MOVER, "1. Ng5" },
        { "no dash", "[S]NE4G5!\n" TWO_MOVER, "1. Ng5" },
        { "glued number", "[S]1:NE4xD6!\n" TWO_MOVER, "1. Nxd6" },
        { "x may be missing", "[S]1: ND6\n" TWO_MOVER, "1. Nxd6" },
        { "lines with letters",
          "[S]1: NG5!\n[S](a) .. KF4 or KD4  2: QE4#\n[S](b) .. D5 2: "
          "QF6#\n" TWO_MOVER,
          "1. Ng5 Kf4 (1... Kd4 2. Qe4#) (1... d5 2. Qf6#) 2. Qe4#" },
        { "numbers go back",
          "[S]1. Ng5 Kf4 2. Qe4# 1... d5\n[S]2. Qf6#\n" TWO_MOVER,
          "1. Ng5 Kf4 (1... d5 2. Qf6#) 2. Qe4#" },
        { "a first move or another", "[S]NG5 or NC3 D5\n" TWO_MOVER,
          "1. Ng5 (1. Nc3 d5) 1... d5" },
        { "remarks",
          "[S]NG5! (just to force\n[S]black to e4) and wins\n" TWO_MOVER,
          "1. Ng5" },
        { "promotion", "[S]B7-B8R!\n" PROMOTION, "1. b8=R" },
        { "promotion with =", "[S]b8=N\n" PROMOTION, "1. b8=N" },
        { "a bishop, not a pawn", "[S]BxC3\n" EITHER, "1. Bxc3" },
        { "a pawn", "[S]B2-B4\n" EITHER, "1. b4" },
        { "a small b", "[S]bxc3\n" EITHER, "1. bxc3" },
        { "castling", "[S]0-0 KE7 2: RF1\n" CASTLING,
          "1:15: no white rook can go to f1" },
        { "long castling", "[S]O-O-O!\n" CASTLING, "1. O-O-O" },
        { "Black begins", "[S]1: .. Kb7!\n[S]2: Kb5 Kb8\n" BLACK,
          "60... Kb7 61. Kb5 Kb8" },
        { "a game's numbers", "[S]60... Kb7 61. Kb5\n" BLACK,
          "60... Kb7 61. Kb5" },
        { "illegal", "[D]x\n[S]1: NG5!\n[S]2: QA1\n" TWO_MOVER,
          "3:7: no black queen can go to a1" },
        { "no moves", "[S]think!\n" TWO_MOVER,
          "1:4: the solution has no moves" },
        { "nothing", "[D]x\n" TWO_MOVER, "0:0: the solution has no moves" },
        { "numbers that fall", "[S]5: NG5 1: KF4\n" TWO_MOVER, "1. Ng5 Kf4" },
        { "too many",
          "[S]a3 or b3 or c3 or d3 or e3\n[S]or f3 or g3 or h3 or a4 or b4\n"
          "[S]or c4 or d4 or e4 or f4 or g4\n[S]or h4 or Na3\n" FIRST,
          "4:13: the solution has too many lines" },
    };
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[512];
        read_moves(cases[i].text, got, sizeof(got));
        nfailed += !check_text(cases[i].name, got, cases[i].want);
    }
    assert_int_equal(nfailed, 0);
}

/* Castling is king takes rook, as the server and the page have it. */
static void test_json(void **state)
{
    (void)state;
    struct buf text = { .limit = 4096 };
    struct sink dst = sink_to_buf(&text, NULL);
    struct json_writer js;
    struct solution solution;
    struct puzzles *set =
        puzzles_decode(bytes_of("[S]0-0 KE7 or KD8\n" CASTLING), PUZZLE_NONE,
                       NULL, NULL);
    assert_non_null(set);
    assert_true(solution_parse(puzzles_at(set, 0), &solution, NULL));
    json_writer_init(&js, &dst, false);
    solution_put_json(&solution, &js);
    assert_true(check_text("json", buf_text(&text),
                           "[{\"uci\":\"e1h1\",\"san\":\"O-O\",\"moves\":["
                           "{\"uci\":\"e8e7\",\"san\":\"Ke7\"},"
                           "{\"uci\":\"e8d8\",\"san\":\"Kd8\"}]}]\n"));
    buf_clear(&text);
    puzzles_free(set);
}

/* Judges the last of the moves. */
static void judge(const struct solution *solution, const char *moves, char *got,
                  size_t size)
{
    static const char *const words[] = { "wrong", "right", "alternative" };
    struct tabia_pos pos = solution->pos;
    tabia_move played[16];
    size_t n = 0;
    char uci[TABIA_UCI_SIZE];
    while (*moves) {
        const size_t len = strcspn(moves, " ");
        assert_true(tabia_san_play(&pos, moves, len, &played[n++], NULL));
        moves += len + (moves[len] == ' ');
    }
    const struct solution_judgement answer =
        solution_judge(solution, played, n - 1, played[n - 1]);
    tabia_uci_print(&pos, answer.reply, false, uci);
    snprintf(got, size, "%s%s%s%s", words[answer.verdict],
             answer.is_solved ? " solved" : "", answer.reply ? " " : "",
             answer.reply ? uci : "");
}

static void test_verdicts(void **state)
{
    (void)state;
    static const char text[] = "[S]1: NG5!\n[S](a) .. KF4 or KD4  2: QE4#\n"
                               "[S](b) .. D5 2: QF6# or QC5\n" TWO_MOVER;
    static const struct {
        const char *moves, *want;
    } cases[] = {
        { "Ng5", "right e5f4" },
        { "Nc3", "wrong" },
        { "Ng5 Kf4 Qe4", "right solved" },
        { "Ng5 Kd4 Qe4", "right solved" },
        { "Ng5 Kd4 Qc5", "wrong" },
        { "Ng5 d5 Qf6", "right solved" },
        { "Ng5 d5 Qc5", "alternative solved" }, // no mate, but written
        { "Nc3 d5 Qa8", "wrong" },
    };
    struct puzzles *set =
        puzzles_decode(bytes_of(text), PUZZLE_NONE, NULL, NULL);
    struct solution solution;
    assert_non_null(set);
    assert_true(solution_parse(puzzles_at(set, 0), &solution, NULL));
    int nfailed = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char got[64];
        judge(&solution, cases[i].moves, got, sizeof(got));
        nfailed += !check_text(cases[i].moves, got, cases[i].want);
    }
    puzzles_free(set);
    assert_int_equal(nfailed, 0);
}

/* ---- the real puzzles ------------------------------------------------ */

/* True if the side to move mates in 'n' moves, by trying everything. */
static bool mates_in(const struct tabia_pos *pos, int n)
{
    tabia_move moves[TABIA_MOVES_MAX], replies[TABIA_MOVES_MAX];
    const size_t nmoves = n ? tabia_pos_legal_moves(pos, moves) : 0;
    for (size_t i = 0; i < nmoves; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, moves[i]);
        const size_t nreplies = tabia_pos_legal_moves(&after, replies);
        size_t k = 0;
        for (; k < nreplies && n > 1; k++) {
            struct tabia_pos next = after;
            tabia_pos_play(&next, replies[k]);
            if (!mates_in(&next, n - 1))
                break;
        }
        if (k == nreplies && (nreplies || tabia_pos_is_in_check(&after)))
            return true;
    }
    return false;
}

/* The key of a mate in two mates after every defence. */
static void test_real(void **state)
{
    (void)state;
    struct input text;
    shared_open("data/tichess/puzzles.txt", &text);
    struct puzzles *set = puzzles_decode(text.bytes, PUZZLE_NONE, NULL, NULL);
    assert_non_null(set);
    size_t nread = 0, ntwo = 0, nproved = 0;
    for (size_t i = 0; i < puzzles_count(set); i++) {
        const struct puzzle *puzzle = puzzles_at(set, i);
        struct solution solution;
        struct tabia_error err = { 0 };
        if (!solution_parse(puzzle, &solution, &err)) {
            print_message("puzzle %zu: %s\n", i + 1, err.msg);
            continue;
        }
        nread++;
        const tabia_move key = solution.nodes[solution.nodes[0].first].move;
        const struct solution_judgement answer =
            solution_judge(&solution, NULL, 0, key);
        assert_int_equal(answer.verdict, SOLUTION_RIGHT);
        if (!strstr(puzzle->description[1], "Mate in 2 "))
            continue;
        struct tabia_pos pos = puzzle->pos;
        tabia_move replies[TABIA_MOVES_MAX];
        tabia_pos_play(&pos, key);
        const size_t n = tabia_pos_legal_moves(&pos, replies);
        size_t k = 0;
        for (; k < n; k++) {
            struct tabia_pos next = pos;
            tabia_pos_play(&next, replies[k]);
            if (!mates_in(&next, 1))
                break;
        }
        ntwo++;
        nproved += n && k == n;
        if (k < n)
            print_message("puzzle %zu: the key does not mate\n", i + 1);
    }
    puzzles_free(set);
    input_close(&text);
    assert_int_equal(nread, 75);
    assert_int_equal(ntwo, 30);
    assert_int_equal(nproved, 30);
}

/* The same for our own ones, which are always there. */
static void test_own(void **state)
{
    (void)state;
    static const char text[] =
        "[D]Mate in 2\n[S]1: KB6!\n[S](a) .. KB8 2: RH8#\n"
        "k7/7R/2K5/8/8/8/8/8 w - - 0 1\n";
    struct puzzles *set =
        puzzles_decode(bytes_of(text), PUZZLE_NONE, NULL, NULL);
    struct solution solution;
    assert_non_null(set);
    assert_true(solution_parse(puzzles_at(set, 0), &solution, NULL));
    struct tabia_pos pos = solution.pos;
    assert_true(mates_in(&pos, 2));
    tabia_pos_play(&pos, solution.nodes[1].move);
    tabia_pos_play(&pos, solution.nodes[2].move);
    assert_true(mates_in(&pos, 1));
    puzzles_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notations), cmocka_unit_test(test_json),
        cmocka_unit_test(test_verdicts),  cmocka_unit_test(test_real),
        cmocka_unit_test(test_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
