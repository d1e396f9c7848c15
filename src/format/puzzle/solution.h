/*
 * solution.h - the solution of a puzzle as moves on the board
 *
 *     struct solution solution;
 *     if (solution_parse(puzzle, &solution, &err) &&
 *         solution_judge(&solution, played, n, move).verdict == SOLUTION_WRONG)
 *         ... take the move back ...
 *
 * Solutions are written for people: "1: NG5! (a) .. KF4 or KD4  2: QE4#".
 * Squares may have capitals, numbers end with ':' or '.', 'or' separates
 * moves that are as good, and a letter in parentheses starts another line
 * from where (a) began. Whatever does not look like a move is a remark.
 */
#ifndef FORMAT_SOLUTION_H
#define FORMAT_SOLUTION_H

#include "base/json_writer.h"
#include "format/puzzle/puzzles.h"

enum { SOLUTION_NODES_MAX = 256, SOLUTION_NONE = 0 };

/* A move; node 0 stands before the first one. Numbers are indexes; 0: none. */
struct solution_node {
    tabia_move move;
    uint16_t parent, first, next; // first child, next of the same parent
};

struct solution {
    struct tabia_pos pos; // before the first move
    struct solution_node nodes[SOLUTION_NODES_MAX];
    size_t n;
};

/*
 * Reads the lines of a solution. False with an error if they have no move
 * (TABIA_ERR_SYNTAX), or one that cannot be played; its place is that of the
 * puzzle's lines where they are known. Does not allocate.
 */
bool solution_parse(const struct puzzle *puzzle, struct solution *solution,
                    struct tabia_error *err);

enum solution_verdict {
    SOLUTION_WRONG,
    SOLUTION_RIGHT,       // the first move that the solution gives here
    SOLUTION_ALTERNATIVE, // another one, or an unnamed mate
};

struct solution_judgement {
    enum solution_verdict verdict;
    bool is_solved;   // nothing is left to be found
    tabia_move reply; // of the defence; 0: none
};

/*
 * Judges 'move' after the 'n' moves in 'played', which alternate from the
 * first. Moves that leave the solution make every further move wrong. A mate
 * is never wrong.
 */
struct solution_judgement solution_judge(const struct solution *solution,
                                         const tabia_move *played, size_t n,
                                         tabia_move move);

/* The child of 'node' with this move, or 0. */
unsigned solution_find(const struct solution *solution, unsigned node,
                       tabia_move move);

/*
 * Writes the tree as an array of {"uci", "san", "moves"}: the right moves of
 * the first position, each with the defences against it, and so on.
 */
void solution_put_json(const struct solution *solution, struct json_writer *js);

/* Writes the moves as a game of PGN has them, with variations. */
void solution_put_pgn(const struct solution *solution, struct sink *dst);

#endif
