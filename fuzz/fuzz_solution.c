/*
 * fuzz_solution.c - any text as the solution of a puzzle
 *
 * The first line is the position, the next four are the solution.
 */
#include <string.h>

#include "format/puzzle/solution.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every move of the solution is right, and the tree is one. */
static void check_nodes(const struct solution *solution)
{
    for (unsigned node = 1; node < solution->n; node++) {
        tabia_move moves[SOLUTION_NODES_MAX];
        size_t n = 0;
        for (unsigned at = node; at; at = solution->nodes[at].parent) {
            require(n < SOLUTION_NODES_MAX);
            moves[SOLUTION_NODES_MAX - ++n] = solution->nodes[at].move;
        }
        const tabia_move *first = moves + SOLUTION_NODES_MAX - n;
        require(solution_judge(solution, first, n - 1, first[n - 1]).verdict !=
                SOLUTION_WRONG);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char lines[1 + PUZZLE_SOLUTIONS][TABIA_FEN_SIZE] = { "" };
    struct puzzle puzzle = { .line = 1 };
    struct solution solution;
    size_t line = 0, len = 0;
    for (size_t i = 0; i < size && line <= PUZZLE_SOLUTIONS; i++) {
        const size_t max = line ? PUZZLE_LINE_MAX : TABIA_FEN_SIZE - 1;
        if (data[i] == '\n') {
            line++;
            len = 0;
        } else if (len < max && data[i]) {
            lines[line][len++] = (char)data[i];
        }
    }
    if (!tabia_fen_parse(&puzzle.pos, lines[0], strlen(lines[0]),
                         TABIA_FEN_LENIENT, NULL))
        return 0;
    for (size_t i = 0; i < PUZZLE_SOLUTIONS; i++)
        puzzle.solution[i] = lines[i + 1];
    if (!solution_parse(&puzzle, &solution, NULL))
        return 0;
    check_nodes(&solution);

    struct buf out = { .limit = 1 << 20 };
    struct sink dst = sink_to_buf(&out, NULL);
    struct json_writer js;
    json_writer_init(&js, &dst, false);
    solution_put_json(&solution, &js);
    solution_put_pgn(&solution, &dst);
    require(sink_ok(&dst));
    buf_clear(&out);
    return 0;
}
