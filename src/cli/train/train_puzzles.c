/*
 * train_puzzles.c - tabia train: puzzles that are solved in the terminal
 */
#include <stdlib.h>

#include "base/wording.h"
#include "cli/train/train_internal.h"
#include "cli/view/board_text.h"
#include "cli/view/verb_output.h"
#include "format/puzzle/solution.h"

#include "base/banned.h"

static bool is_solved(const struct train_command *job,
                      const struct puzzle *puzzle)
{
    return cards_find_solved(&job->cards, card_key(&puzzle->pos));
}

static size_t count_solved(const struct train_command *job)
{
    size_t n = 0;
    for (size_t i = 0; i < puzzles_count(job->puzzles); i++)
        n += is_solved(job, puzzles_at(job->puzzles, i));
    return n;
}

static void print_lines(const char *const *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (lines[i] && *lines[i])
            cli_print_line("%s", lines[i]);
}

/* ---- asking ------------------------------------------------------------ */

enum puzzle_solving {
    SOLVING_SOLVED,
    SOLVING_SHOWN, // with the move shown, so it does not count
    SOLVING_GIVEN_UP,
    SOLVING_SKIPPED,
    SOLVING_QUIT,
};

/* The moves on the board, in turn from the first. */
struct solving_line {
    struct tabia_pos pos;
    tabia_move moves[SOLUTION_NODES_MAX];
    size_t n;
};

static void play_on(struct solving_line *line, tabia_move move)
{
    tabia_pos_play(&line->pos, move);
    if (line->n < SOLUTION_NODES_MAX)
        line->moves[line->n++] = move;
}

/* The first move that the solution has after those played. */
static tabia_move asked_move(const struct solution *solution,
                             const struct solving_line *line)
{
    unsigned node = 0;
    for (size_t i = 0; i < line->n; i++)
        node = solution_find(solution, node, line->moves[i]);
    return solution->nodes[solution->nodes[node].first].move;
}

/* Asks until the right move of a position is found. */
static enum train_typed ask_move(struct train_command *job,
                                 const struct solution *solution,
                                 const struct solving_line *line,
                                 tabia_move *move,
                                 struct solution_judgement *answer,
                                 bool *is_shown)
{
    const char *prompt =
        line->pos.turn == TABIA_WHITE ? "White to move: " : "Black to move: ";
    char san[TABIA_SAN_SIZE];
    int nhints = 0;
    for (;;) {
        const enum train_typed typed =
            train_read_typed(job, &line->pos, prompt, move);
        if (typed == TYPED_HINT) {
            nhints += nhints < TRAIN_HINTS_MAX;
            *is_shown |= nhints == TRAIN_HINTS_MAX;
            train_print_hint(&line->pos, asked_move(solution, line), nhints);
            continue;
        }
        if (typed != TYPED_MOVE)
            return typed;
        *answer = solution_judge(solution, line->moves, line->n, *move);
        if (answer->verdict != SOLUTION_WRONG)
            return typed;
        tabia_san_print(&line->pos, *move, san);
        cli_print_line("%s is not the solution.", san);
    }
}

static enum puzzle_solving solve_puzzle(struct train_command *job,
                                        const struct puzzle *puzzle,
                                        const struct solution *solution)
{
    struct solving_line line = { .pos = puzzle->pos };
    const enum tabia_color color = (enum tabia_color)puzzle->pos.turn;
    bool is_shown = false;
    for (;;) {
        struct solution_judgement answer;
        tabia_move move;
        char san[TABIA_SAN_SIZE];
        board_text_print(&line.pos, color, cli_uses_color(stdout));
        const enum train_typed typed =
            ask_move(job, solution, &line, &move, &answer, &is_shown);
        if (typed != TYPED_MOVE)
            return typed == TYPED_SKIP   ? SOLVING_SKIPPED
                   : typed == TYPED_QUIT ? SOLVING_QUIT
                                         : SOLVING_GIVEN_UP;
        if (answer.is_solved || answer.reply == TABIA_MOVE_NONE)
            return is_shown ? SOLVING_SHOWN : SOLVING_SOLVED;
        play_on(&line, move);
        tabia_san_print(&line.pos, answer.reply, san);
        cli_print_line("Right. The reply is %s.", san);
        play_on(&line, answer.reply);
    }
}

static bool record_puzzle(struct train_command *job,
                          const struct puzzle *puzzle, struct tabia_error *err)
{
    const tabia_key key = card_key(&puzzle->pos);
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    cards_clear(&job->cards);
    const bool ok =
        progress_record_solved(&job->file, &key, 1, train_now(job), &job->text,
                               &job->cards, &lines, err);
    buf_clear(&lines);
    return ok;
}

static enum cli_status print_solved(struct train_command *job, size_t i,
                                    enum puzzle_solving how)
{
    const struct puzzle *puzzle = puzzles_at(job->puzzles, i);
    struct tabia_error err = { 0 };
    switch (how) {
    case SOLVING_SOLVED:
        if (!record_puzzle(job, puzzle, &err))
            return cli_print_error(&err);
        cli_print_line("Solved: %zu of %zu.", count_solved(job),
                       puzzles_count(job->puzzles));
        break;
    case SOLVING_SHOWN:
        cli_print_line("Right. It does not count: the move was shown.");
        break;
    case SOLVING_GIVEN_UP:
        cli_print_line("The solution:");
        print_lines(puzzle->solution, PUZZLE_SOLUTIONS);
        break;
    case SOLVING_SKIPPED:
    case SOLVING_QUIT:
        break;
    }
    return CLI_DONE;
}

enum cli_status train_puzzles(struct train_command *job)
{
    const size_t n = puzzles_count(job->puzzles);
    size_t asked = 0, unread = 0;
    enum puzzle_solving how = SOLVING_SKIPPED;
    enum cli_status status = CLI_DONE;
    for (size_t i = 0; i < n && asked < job->limit && how != SOLVING_QUIT &&
                       status == CLI_DONE;
         i++) {
        const struct puzzle *puzzle = puzzles_at(job->puzzles, i);
        struct solution solution;
        if (is_solved(job, puzzle) && !job->ahead)
            continue;
        if (!solution_parse(puzzle, &solution, NULL)) {
            unread++;
            continue;
        }
        if (asked++)
            putchar('\n');
        cli_print_line("Puzzle %zu of %zu%s", i + 1, n,
                       is_solved(job, puzzle) ? ", solved" : "");
        print_lines(puzzle->description, PUZZLE_DESCRIPTIONS);
        how = solve_puzzle(job, puzzle, &solution);
        status = print_solved(job, i, how);
    }
    if (status == CLI_DONE && !asked)
        cli_print_line("Nothing to solve now: %zu of %zu %s solved.",
                       count_solved(job), n, plural(n, "puzzle", "puzzles"));
    if (status == CLI_DONE && unread)
        cli_print_line("%zu %s skipped, because the solution cannot be judged.",
                       unread, plural(unread, "puzzle was", "puzzles were"));
    return status;
}

/* ---- overview ---------------------------------------------------------- */

enum cli_status train_puzzles_overview(struct train_command *job)
{
    struct verb_output out;
    verb_output_open(&out, job->args->json);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "book", "book", fact_text(job->book.name));
    verb_output_add(&out, "file", "progress", fact_text(job->file.path));
    verb_output_add(&out, "puzzles", "puzzles",
                    fact_count(puzzles_count(job->puzzles)));
    verb_output_add(&out, "solved", "solved", fact_count(count_solved(job)));
    verb_output_add(&out, "damaged", NULL, fact_count(job->cards.ndamaged));
    verb_output_end(&out);
    return verb_output_close(&out);
}
