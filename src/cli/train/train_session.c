/*
 * train_session.c - tabia train: cards that are asked in the terminal
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/wording.h"
#include "chess/line_print.h"
#include "cli/shared_options.h"
#include "cli/train/train_internal.h"
#include "cli/view/board_text.h"
#include "cli/view/move_view.h"
#include "study/coverage/coverage.h"

#include "base/banned.h"

/* What was answered in a session: each card by its first answer. */
struct train_score {
    size_t right, hard, wrong, asked;
};

struct moment train_now(const struct train_command *job)
{
    return job->has_now ? job->now : moment_now();
}

/* The line to a decision, its name, and the board. */
static void print_question(const struct train_command *job,
                           const struct decision *at, struct tabia_pos *pos)
{
    tabia_move moves[DECISIONS_PLIES_MAX];
    struct buf line = { .limit = 1 << 16 }, opening = { .limit = 1 << 16 };
    struct tabia_name name = { 0 };
    struct tabia_pos start;
    const size_t n =
        decisions_line_to(&job->decisions, at->position, &start, moves);
    line_print(&line, start, moves, n);
    *pos = start;
    for (size_t i = 0; i < n; i++)
        tabia_pos_play(pos, moves[i]);
    tabia_names_find_line(job->names, &start, moves, n, &name, NULL);
    move_view_add_name(&opening, &(struct tabia_node_data){ .name = name.name,
                                                            .eco = name.eco });
    if (opening.size)
        cli_print_line("%s", buf_text(&opening));
    if (n > 0)
        cli_print_line("%s", buf_text(&line));
    buf_clear(&opening);
    buf_clear(&line);
    board_text_print(pos, job->color, cli_uses_color(stdout));
}

/* The accepted moves besides one that are known and not due: "c3, d4". */
static void print_others(const struct train_command *job,
                         const struct decision *at, const struct tabia_pos *pos,
                         tabia_move asked, struct buf *text)
{
    const int32_t today = moment_day(train_now(job));
    for (uint32_t i = 0; i < at->n; i++) {
        const tabia_move mv = job->decisions.moves[at->first + i];
        const struct card *card = cards_find(&job->cards, at->key, mv);
        char san[TABIA_SAN_SIZE];
        if (mv == asked ||
            training_state_of(card, today) != TRAINING_STATE_WAITING)
            continue;
        tabia_san_print(pos, mv, san);
        buf_addf(text, "%s%s", text->size ? ", " : "", san);
    }
}

enum train_typed train_read_typed(struct train_command *job,
                                  const struct tabia_pos *pos,
                                  const char *prompt, tabia_move *mv)
{
    for (;;) {
        struct tabia_error err = { 0 };
        fputs(prompt, stdout);
        fflush(stdout);
        ssize_t len = getline(&job->line, &job->line_room, stdin);
        if (len < 0) {
            putchar('\n');
            return TYPED_QUIT;
        }
        char *text = job->line + strspn(job->line, " \t");
        len = (ssize_t)strcspn(text, "\r\n");
        while (len > 0 && text[len - 1] == ' ')
            len--;
        text[len] = '\0';
        if (!isatty(STDIN_FILENO))
            cli_print_line("%s", text); // where a terminal shows what is typed
        if (len == 0)
            return TYPED_NOTHING;
        if (strcmp(text, "?") == 0 || strcmp(text, "hint") == 0)
            return TYPED_HINT;
        if (strcmp(text, "s") == 0 || strcmp(text, "skip") == 0)
            return TYPED_SKIP;
        if (strcmp(text, "q") == 0 || strcmp(text, "quit") == 0)
            return TYPED_QUIT;
        if (tabia_uci_parse(pos, text, (size_t)len, mv, NULL) ||
            tabia_san_parse(pos, text, (size_t)len, 0, mv, &err))
            return TYPED_MOVE;
        cli_print_line(
            "%s. Type a move, ? for a hint, Enter if you do not know it, "
            "s to skip, q to quit.",
            err.msg);
    }
}

void train_print_hint(const struct tabia_pos *pos, tabia_move asked, int n)
{
    static const char *const pieces[] = {
        [TABIA_PAWN] = "pawn",     [TABIA_KNIGHT] = "knight",
        [TABIA_BISHOP] = "bishop", [TABIA_ROOK] = "rook",
        [TABIA_QUEEN] = "queen",   [TABIA_KING] = "king",
    };
    const tabia_square from = tabia_move_from(asked);
    char san[TABIA_SAN_SIZE];
    tabia_san_print(pos, asked, san);
    if (n == 1)
        cli_print_line("Hint: the %s on %c%c.",
                       pieces[tabia_piece_type_of(pos->board[from])],
                       'a' + from % 8, '1' + from / 8);
    else
        cli_print_line("Hint: %s.", san);
}

/* Says how it went, and when the card comes again. */
static void print_train_verdict(const struct train_command *job,
                                const struct decision *at,
                                const struct tabia_pos *pos,
                                const struct training_answer *answer,
                                const struct training_verdict *v)
{
    const struct card *card = cards_find(&job->cards, at->key, v->move);
    struct tabia_book_move list[TABIA_MOVES_MAX];
    char asked[TABIA_SAN_SIZE], due[DAY_SIZE];
    tabia_san_print(pos, answer->asked, asked);
    if (!v->is_right)
        cli_print_line(
            "%s: the book plays %s.",
            answer->played == TABIA_MOVE_NONE ? "Not known" : "Wrong", asked);
    else if (answer->played != answer->asked)
        cli_print_line(
            "Right. The book also plays %s, which comes another time.", asked);
    else if (card && v->reason == TRAINING_REASON_RECORDED) {
        moment_print_day(card->memory.due, due);
        cli_print_line("Right. Next on %s.", due);
    } else
        cli_print_line("Right. Not recorded: %s.",
                       v->reason == TRAINING_REASON_EARLY
                           ? "it is not due yet"
                           : "it was wrong today");
    const size_t n =
        decisions_list_accepted(job->decisions.book, at->position, list);
    for (size_t i = 0; i < n; i++)
        if (list[i].move == v->move && list[i].data.comment)
            cli_print_line("  %s", list[i].data.comment);
}

enum train_asked {
    ASKED_RIGHT,
    ASKED_WRONG,
    ASKED_SKIPPED,
    ASKED_QUIT,
    ASKED_FAILED
};

static enum train_asked ask_card(struct train_command *job,
                                 const struct training_item *item,
                                 struct train_score *score, bool is_first,
                                 struct tabia_error *err)
{
    const struct decision *at = &job->decisions.list[item->decision];
    struct training_answer answer = {
        .asked = job->decisions.moves[at->first + item->move],
        .ahead = job->ahead,
    };
    struct buf prompt = { .limit = 1 << 12 }, others = prompt;
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    struct training_verdict verdict;
    struct tabia_pos pos;
    enum train_typed typed;
    int nhints = 0;
    print_question(job, at, &pos);
    print_others(job, at, &pos, answer.asked, &others);
    buf_addf(&prompt,
             "%s to move%s%s%s: ", pos.turn == TABIA_WHITE ? "White" : "Black",
             others.size ? " (besides " : "", buf_text(&others),
             others.size ? ")" : "");
    while ((typed = train_read_typed(job, &pos, buf_text(&prompt),
                                     &answer.played)) == TYPED_HINT) {
        nhints += nhints < TRAIN_HINTS_MAX;
        train_print_hint(&pos, answer.asked, nhints);
    }
    buf_clear(&prompt);
    buf_clear(&others);
    if (typed == TYPED_SKIP || typed == TYPED_QUIT)
        return typed == TYPED_SKIP ? ASKED_SKIPPED : ASKED_QUIT;
    answer.used_hint = nhints > 0;
    if (typed == TYPED_NOTHING)
        answer.played = TABIA_MOVE_NONE;
    const struct progress_answer what = { &job->decisions, at, answer,
                                          train_now(job) };
    cards_clear(&job->cards);
    const bool ok = progress_record_answer(&job->file, &what, &job->text,
                                           &job->cards, &verdict, &lines, err);
    buf_clear(&lines);
    if (!ok)
        return ASKED_FAILED;
    print_train_verdict(job, at, &pos, &answer, &verdict);
    if (is_first) {
        score->asked++;
        score->right += verdict.is_right && !answer.used_hint;
        score->hard += verdict.is_right && answer.used_hint;
        score->wrong += !verdict.is_right;
    }
    return verdict.is_right ? ASKED_RIGHT : ASKED_WRONG;
}

static void print_summary(const struct train_command *job,
                          const struct train_score *score)
{
    const int32_t today = moment_day(train_now(job));
    uint32_t due[2];
    if (score->asked == 0)
        return;
    training_forecast(&job->decisions, &job->cards, today, due, COUNT_OF(due));
    cli_print_line("%zu %s: %zu right, %zu with a hint, %zu wrong.",
                   score->asked, plural(score->asked, "card", "cards"),
                   score->right, score->hard, score->wrong);
    cli_print_line("Due now: %u; tomorrow: %u.", due[0], due[1]);
}

/* Asks for all cards; those that were wrong again at the end. */
static enum cli_status ask_cards(struct train_command *job, struct training *t)
{
    const size_t n = job->limit < t->n ? job->limit : t->n;
    struct train_score score = { 0 };
    struct tabia_error err = { 0 };
    enum train_asked asked = ASKED_RIGHT;
    size_t left = n, round = 0;
    while (left > 0 && asked != ASKED_QUIT && asked != ASKED_FAILED) {
        size_t kept = 0;
        for (size_t i = 0; i < left; i++) {
            if (i > 0 || round > 0)
                putchar('\n');
            cli_print_line("%zu of %zu, %s", i + 1, left,
                           round ? "again"
                                 : training_state_names[t->items[i].state]);
            asked = ask_card(job, &t->items[i], &score, round == 0, &err);
            if (asked == ASKED_QUIT || asked == ASKED_FAILED)
                break;
            if (asked == ASKED_WRONG)
                t->items[kept++] = t->items[i];
        }
        left = kept;
        round++;
    }
    if (score.asked)
        putchar('\n');
    print_summary(job, &score);
    return asked == ASKED_FAILED ? cli_print_error(&err) : CLI_DONE;
}

struct training_options train_options(const struct train_command *job)
{
    return (struct training_options){
        .today = moment_day(train_now(job)),
        .new_per_day = job->new_per_day,
        .ahead = job->ahead,
        .tree_order = !job->decisions.has_likelihood || job->tree_order,
    };
}

enum cli_status train_session(struct train_command *job)
{
    const struct training_options options = train_options(job);
    struct tabia_error err = { 0 };
    struct training t;
    if (job->decisions.n == 0)
        return cli_fail(CLI_NO, "%s: no move to learn for %s", job->book.name,
                        shared_colors[job->color]);
    if (!training_plan(&t, &job->decisions, &job->cards, &options, &err))
        return cli_print_error(&err);
    enum cli_status status = CLI_DONE;
    if (t.n > 0)
        status = ask_cards(job, &t);
    else
        cli_print_line(
            "Nothing to practise now: %zu new %s left for another day, "
            "%zu not due yet.",
            t.counts.new_cards, plural(t.counts.new_cards, "card", "cards"),
            t.counts.waiting);
    training_clear(&t);
    return status;
}
