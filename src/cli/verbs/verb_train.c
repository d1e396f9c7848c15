/*
 * verb_train.c - tabia train
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/compiler.h"
#include "base/error.h"
#include "base/words.h"
#include "cli/books.h"
#include "cli/facts.h"
#include "cli/settings.h"
#include "cli/shared_options.h"
#include "cli/verbs/against.h"
#include "cli/verbs/board_text.h"
#include "cli/verbs/verbs.h"
#include "deck/deck.h"
#include "io/input.h"
#include "study/progress_file.h"

#include "base/banned.h"

enum {
    SIDE,
    NEW,
    LIMIT,
    ORDER,
    AGAINST,
    FEN,
    MOVES,
    THROUGH,
    ONLY,
    AHEAD,
    OVERVIEW,
    PROGRESS,
    IMPORT,
    EXPORT,
    NOW,
    NAMES,
};

static const char *const exports[] = { "anki", "csv", NULL };
static const char *const orders[] = { "likely", "tree", NULL };

static const struct option_spec options[] = {
    [SIDE] = { .name = "side",
               .group = "What is asked",
               .kind = OPTION_CHOICE,
               .value = "SIDE",
               .choices = shared_sides,
               .help = "side to practise (default: the side the book is for, "
                       "else white)" },
    [NEW] = { .name = "new",
              .kind = OPTION_INT,
              .value = "N",
              .default_value = "10",
              .max = 10000,
              .help = "new cards per day" },
    [LIMIT] = { .name = "limit",
                .kind = OPTION_INT,
                .value = "N",
                .min = 1,
                .max = INT32_MAX,
                .help = "ask for N cards only" },
    [ORDER] = { .name = "order",
                .kind = OPTION_CHOICE,
                .value = "ORDER",
                .default_value = "likely",
                .choices = orders,
                .help = "order of new cards; without --against it is always "
                        "that of the tree" },
    [AGAINST] = { .name = "against",
                  .kind = OPTION_TEXT,
                  .value = "BOOK2",
                  .repeats = true,
                  .help = "book or store of likely replies; repeat it to add "
                          "more" },
    [FEN] = SHARED_FEN,
    [MOVES] = SHARED_MOVES,
    [THROUGH] = { .name = "through",
                  .help = "with --fen or --moves: also the positions on the "
                          "way" },
    [ONLY] = { .name = "only",
               .kind = OPTION_TEXT,
               .value = "DECK",
               .help = "only the positions of this book, such as an EPD "
                       "file" },
    [AHEAD] = { .name = "ahead",
                .help = "also ask for cards that are not due yet, and record "
                        "the answers" },
    [OVERVIEW] = { .name = "overview",
                   .group = "Instead of asking",
                   .help = "print calendar, forecast and weakest positions" },
    [PROGRESS] = { .name = "progress",
                   .help = "print the text of the progress file" },
    [IMPORT] = { .name = "import",
                 .kind = OPTION_TEXT,
                 .value = "FILE",
                 .help = "add the answers of another progress file" },
    [EXPORT] = { .name = "export",
                 .kind = OPTION_CHOICE,
                 .value = "PROGRAM",
                 .choices = exports,
                 .help = "write the decisions to --output, as a deck of Anki "
                         "or as CSV for others" },
    [NOW] = { .name = "now",
              .group = "More",
              .kind = OPTION_TEXT,
              .value = "TIME",
              .help = "use this time, such as 2026-11-18T09:00:00+01:00" },
    [NAMES] = SHARED_NAMES,
};

enum { HINTS = 2, ANSWER_MAX = 1000 };

struct train_job {
    const struct args *args;
    struct book_file book;
    struct against against;
    struct tabia_names *names;
    enum tabia_color side;
    struct moment now;
    bool has_now;
    struct tabia_pos start, pos; // of --fen and --moves
    tabia_move moves[DECISIONS_LINE];
    size_t nmoves;
    struct tabia_pos *only; // owned; NULL: all
    size_t nonly;
    struct decisions decisions;
    struct progress_file file;
    struct buf text; // the progress
    struct cards cards;
    char *line; // that was typed; owned
    size_t line_room;
};

/* What was answered in a session: each card by its first answer. */
struct train_score {
    size_t right, hard, wrong, asked;
};

/* ---- preparing --------------------------------------------------------- */

static enum cli_status read_deck_file(struct train_job *job)
{
    const char *path = job->args->values[ONLY].text;
    struct book_file deck;
    struct args other = *job->args;
    struct tabia_error err = { 0 };
    if (!path)
        return CLI_DONE;
    other.from = NULL;
    const enum cli_status status = book_file_open(&deck, &other, path, NULL);
    if (status != CLI_DONE)
        return status;
    const bool ok = decisions_of_deck(deck.book, &job->only, &job->nonly, &err);
    book_file_close(&deck);
    return ok ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status read_place(struct train_job *job)
{
    const struct option_value *v = job->args->values;
    size_t n;
    enum cli_status status = cli_position(&job->start, v[FEN].text);
    job->pos = job->start;
    if (status == CLI_DONE)
        status = cli_play_list(&job->pos, v[MOVES].text, job->moves,
                               DECISIONS_LINE, &n);
    if (status != CLI_DONE)
        return status;
    if (n >= DECISIONS_LINE)
        return cli_misuse(job->args->verb, "more than %d --moves",
                          DECISIONS_LINE - 1);
    job->nmoves = n;
    return CLI_DONE;
}

static enum cli_status weigh_train(struct train_job *job)
{
    const struct coverage_options how = { .side = job->side };
    const struct coverage_sources from = {
        .book = job->book.source,
        .replies = { job->against.list, job->against.n, NULL },
    };
    struct tabia_error err = { 0 };
    if (job->against.n == 0)
        return CLI_DONE;
    struct coverage *c = coverage_new(&how, &err);
    const bool ok = c && coverage_survey(c, &from, NULL, &err);
    if (ok)
        decisions_weigh(&job->decisions, c);
    coverage_free(c);
    return ok ? CLI_DONE : cli_print_error(&err);
}

static enum cli_status find_train_decisions(struct train_job *job)
{
    const struct option_value *v = job->args->values;
    const struct decisions_options how = {
        .side = job->side,
        .from = v[FEN].given || v[MOVES].given ? &job->pos : NULL,
        .start = &job->start,
        .moves = job->moves,
        .nmoves = job->nmoves,
        .through = v[THROUGH].given,
        .only = job->only,
        .nonly = job->nonly,
    };
    struct tabia_error err = { 0 };
    if (how.from) {
        const struct tabia_pos pos = tabia_pos_identity(how.from);
        if (tabia_book_position_find(job->book.book, &pos) == TABIA_NONE)
            return cli_fail(CLI_NO, "%s: the book does not have this position",
                            job->book.name);
    }
    if (!decisions_find(&job->decisions, job->book.book, &how, &err))
        return cli_print_error(&err);
    return weigh_train(job);
}

/* Reads the progress: again before each session and after an import. */
static enum cli_status read_train_cards(struct train_job *job)
{
    struct tabia_error err = { 0 };
    cards_clear(&job->cards);
    buf_reset(&job->text);
    if (progress_file_read(&job->file, &job->text, &err) &&
        cards_read(&job->cards, buf_bytes(&job->text), &err))
        return CLI_DONE;
    error_in_file(&err, job->file.path);
    return cli_print_error(&err);
}

static enum cli_status find_train_file(struct train_job *job)
{
    const char *path = job->args->noperands ? job->args->operands[0] : NULL;
    const struct progress_place place = {
        .book = path,
        .name = job->book.name,
        .content = job->book.book,
    };
    struct tabia_error err = { 0 };
    job->text.limit = CARDS_TEXT_MAX;
    if (!progress_file_find(&job->file, &place, &err))
        return cli_print_error(&err);
    return read_train_cards(job);
}

/* ---- asking ------------------------------------------------------------ */

static struct moment train_now(const struct train_job *job)
{
    return job->has_now ? job->now : moment_now();
}

/* The line to a decision, its name, and the board. */
static void print_question(const struct train_job *job,
                           const struct decision *at, struct tabia_pos *pos)
{
    tabia_move moves[DECISIONS_LINE];
    struct buf line = { .limit = 1 << 16 };
    struct tabia_name name;
    struct tabia_pos start;
    const size_t n =
        decisions_way(&job->decisions, at->position, &start, moves);
    coverage_print_line(&line, start, moves, n);
    *pos = start;
    for (size_t i = 0; i < n; i++)
        tabia_pos_play(pos, moves[i]);
    if (tabia_names_find_line(job->names, &start, moves, n, &name, NULL))
        cli_line("%s %s", name.eco ? name.eco : "", name.name);
    if (n > 0)
        cli_line("%s", buf_text(&line));
    buf_clear(&line);
    board_text_print(pos, job->side, cli_colour(stdout));
}

/* The accepted moves besides one that are known and not due: "c3, d4". */
static void print_others(const struct train_job *job, const struct decision *at,
                         const struct tabia_pos *pos, tabia_move asked,
                         struct buf *text)
{
    const int32_t today = moment_day(train_now(job));
    for (uint32_t i = 0; i < at->n; i++) {
        const tabia_move mv = job->decisions.moves[at->first + i];
        const struct card *card = cards_find(&job->cards, at->key, mv);
        char san[TABIA_SAN_SIZE];
        if (mv == asked || training_state_of(card, today) != TRAINING_WAITING)
            continue;
        tabia_san_print(pos, mv, san);
        buf_addf(text, "%s%s", text->size ? ", " : "", san);
    }
}

enum typed { TYPED_MOVE, TYPED_NOTHING, TYPED_HINT, TYPED_SKIP, TYPED_QUIT };

/* Reads a line; asks again until it makes sense. */
static enum typed read_typed(struct train_job *job, const struct tabia_pos *pos,
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
            cli_line("%s", text); // where a terminal shows what is typed
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
        cli_line("%s. Type a move, ? for a hint, Enter if you do not know it, "
                 "s to skip, q to quit.",
                 err.msg);
    }
}

static void print_hint(const struct tabia_pos *pos, tabia_move asked, int n)
{
    static const char *const pieces[] = { "",     "pawn",  "knight", "bishop",
                                          "rook", "queen", "king" };
    const tabia_square from = tabia_move_from(asked);
    char san[TABIA_SAN_SIZE];
    tabia_san_print(pos, asked, san);
    if (n == 1)
        cli_line("Hint: the %s on %c%c.",
                 pieces[tabia_piece_type_of(pos->board[from])], 'a' + from % 8,
                 '1' + from / 8);
    else
        cli_line("Hint: %s.", san);
}

/* Says how it went, and when the card comes again. */
static void print_train_verdict(const struct train_job *job,
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
        cli_line("%s: the book plays %s.",
                 answer->played == TABIA_MOVE_NONE ? "Not known" : "Wrong",
                 asked);
    else if (answer->played != answer->asked)
        cli_line("Right. The book also plays %s, which comes another time.",
                 asked);
    else if (card && v->reason == TRAINING_RECORDED) {
        day_print(card->memory.due, due);
        cli_line("Right. Next on %s.", due);
    } else
        cli_line("Right. Not recorded: %s.", v->reason == TRAINING_EARLY
                                                 ? "it is not due yet"
                                                 : "it was wrong today");
    const size_t n =
        decisions_accepted(job->decisions.book, at->position, list);
    for (size_t i = 0; i < n; i++)
        if (list[i].move == v->move && list[i].data.remark)
            cli_line("  %s", list[i].data.remark);
}

enum asked {
    ASKED_RIGHT,
    ASKED_WRONG,
    ASKED_SKIPPED,
    ASKED_QUIT,
    ASKED_FAILED
};

static enum asked ask_card(struct train_job *job,
                           const struct training_item *item,
                           struct train_score *score, bool is_first,
                           struct tabia_error *err)
{
    const struct decision *at = &job->decisions.list[item->decision];
    struct training_answer answer = {
        .asked = job->decisions.moves[at->first + item->move],
        .ahead = job->args->values[AHEAD].given,
    };
    struct buf prompt = { .limit = 1 << 12 }, others = prompt;
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    struct training_verdict verdict;
    struct tabia_pos pos;
    enum typed typed;
    int nhints = 0;
    print_question(job, at, &pos);
    print_others(job, at, &pos, answer.asked, &others);
    buf_addf(&prompt,
             "%s to move%s%s%s: ", pos.turn == TABIA_WHITE ? "White" : "Black",
             others.size ? " (besides " : "", buf_text(&others),
             others.size ? ")" : "");
    while ((typed = read_typed(job, &pos, buf_text(&prompt), &answer.played)) ==
           TYPED_HINT) {
        nhints += nhints < HINTS;
        print_hint(&pos, answer.asked, nhints);
    }
    buf_clear(&prompt);
    buf_clear(&others);
    if (typed == TYPED_SKIP || typed == TYPED_QUIT)
        return typed == TYPED_SKIP ? ASKED_SKIPPED : ASKED_QUIT;
    answer.hint = nhints > 0;
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
        score->right += verdict.is_right && !answer.hint;
        score->hard += verdict.is_right && answer.hint;
        score->wrong += !verdict.is_right;
    }
    return verdict.is_right ? ASKED_RIGHT : ASKED_WRONG;
}

static void print_summary(const struct train_job *job,
                          const struct train_score *score)
{
    const int32_t today = moment_day(train_now(job));
    uint32_t due[2];
    if (score->asked == 0)
        return;
    training_forecast(&job->decisions, &job->cards, today, due, COUNT_OF(due));
    cli_line("%zu %s: %zu right, %zu with a hint, %zu wrong.", score->asked,
             plural(score->asked, "card", "cards"), score->right, score->hard,
             score->wrong);
    cli_line("Due now: %u; tomorrow: %u.", due[0], due[1]);
}

/* Asks for all cards; those that were wrong again at the end. */
static enum cli_status ask_cards(struct train_job *job, struct training *t)
{
    const struct option_value *limit = &job->args->values[LIMIT];
    const size_t n = limit->given && (size_t)limit->number < t->n
                         ? (size_t)limit->number
                         : t->n;
    struct train_score score = { 0 };
    struct tabia_error err = { 0 };
    enum asked asked = ASKED_RIGHT;
    size_t left = n, round = 0;
    while (left > 0 && asked != ASKED_QUIT && asked != ASKED_FAILED) {
        size_t kept = 0;
        for (size_t i = 0; i < left; i++) {
            if (i > 0 || round > 0)
                putchar('\n');
            cli_line("%zu of %zu, %s", i + 1, left,
                     round ? "again" : training_state_names[t->items[i].state]);
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

static struct training_options train_options(const struct train_job *job)
{
    const struct option_value *v = job->args->values;
    return (struct training_options){
        .today = moment_day(train_now(job)),
        .new_per_day = (uint32_t)v[NEW].number,
        .ahead = v[AHEAD].given,
        .tree_order = !job->decisions.has_likelihood || v[ORDER].number == 1,
    };
}

static enum cli_status train_session(struct train_job *job)
{
    const struct training_options how = train_options(job);
    struct tabia_error err = { 0 };
    struct training t;
    if (job->decisions.n == 0)
        return cli_fail(CLI_NO, "%s: no move to learn for %s", job->book.name,
                        shared_sides[job->side]);
    if (!training_plan(&t, &job->decisions, &job->cards, &how, &err))
        return cli_print_error(&err);
    enum cli_status status = CLI_DONE;
    if (t.n > 0)
        status = ask_cards(job, &t);
    else
        cli_line("Nothing to practise now: %zu new %s left for another day, "
                 "%zu not due yet.",
                 t.counts.fresh, plural(t.counts.fresh, "card", "cards"),
                 t.counts.waiting);
    training_clear(&t);
    return status;
}

/* ---- overview ---------------------------------------------------------- */

static void state_calendar(struct facts *f, const struct train_job *job,
                           int32_t today)
{
    static const struct facts_column columns[] = {
        { "day", "day", 'l' },   { "again", "again", 'r' },
        { "hard", "hard", 'r' }, { "good", "good", 'r' },
        { "new", "new", 'r' },
    };
    facts_gap(f);
    facts_table(f, "calendar", columns, COUNT_OF(columns));
    for (size_t i = 0; i < job->cards.ndays; i++) {
        const struct card_day *day = &job->cards.days[i];
        char text[DAY_SIZE];
        if (day->day <= today - TRAINING_CALENDAR)
            continue;
        day_print(day->day, text);
        facts_cell(f, fact_text(text));
        facts_cell(f, fact_count(day->again));
        facts_cell(f, fact_count(day->hard));
        facts_cell(f, fact_count(day->good));
        facts_cell(f, fact_count(day->fresh));
    }
    facts_table_end(f);
}

static void state_forecast(struct facts *f, const struct train_job *job,
                           int32_t today)
{
    static const struct facts_column columns[] = { { "day", "day", 'l' },
                                                   { "due", "due", 'r' } };
    uint32_t due[TRAINING_FORECAST];
    training_forecast(&job->decisions, &job->cards, today, due, COUNT_OF(due));
    facts_gap(f);
    facts_table(f, "forecast", columns, COUNT_OF(columns));
    for (size_t i = 0; i < COUNT_OF(due); i++) {
        char text[DAY_SIZE];
        if (!due[i] && !f->js)
            continue;
        day_print(today + (int32_t)i, text);
        facts_cell(f, fact_text(text));
        facts_cell(f, fact_count(due[i]));
    }
    facts_table_end(f);
}

static enum cli_status state_weakest(struct facts *f,
                                     const struct train_job *job, int32_t today)
{
    static const struct facts_column columns[] = {
        { "retention", "retention", 'r' }, { "lapses", "lapses", 'r' },
        { "line", "line", 'l' },           { "fen", NULL, 'l' },
        { "moves", "moves", 'l' },
    };
    struct training_memory list[TRAINING_WEAKEST];
    struct tabia_error err = { 0 };
    size_t n;
    if (!training_weakest(&job->decisions, &job->cards, today, list,
                          COUNT_OF(list), &n, &err))
        return cli_print_error(&err);
    facts_gap(f);
    facts_table(f, "weakest", columns, COUNT_OF(columns));
    for (size_t i = 0; i < n; i++) {
        const struct decision *at = &job->decisions.list[list[i].decision];
        struct buf line = { .limit = 1 << 16 }, right = { .limit = 1 << 12 };
        tabia_move moves[DECISIONS_LINE];
        struct tabia_pos start, pos;
        char fen[TABIA_FEN_SIZE], san[TABIA_SAN_SIZE];
        const size_t len =
            decisions_way(&job->decisions, at->position, &start, moves);
        coverage_print_line(&line, start, moves, len);
        tabia_book_position_at(job->decisions.book, at->position, &pos);
        tabia_fen_print(&pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS, fen);
        for (uint32_t k = 0; k < at->n; k++) {
            tabia_san_print(&pos, job->decisions.moves[at->first + k], san);
            buf_addf(&right, "%s%s", k ? " " : "", san);
        }
        facts_cell(f, fact_share(list[i].retention, 1));
        facts_cell(f, fact_count(list[i].lapses));
        facts_cell(f, fact_text(len ? buf_text(&line) : "the start"));
        facts_cell(f, fact_text(fen));
        facts_cell(f, fact_text(buf_text(&right)));
        buf_clear(&line);
        buf_clear(&right);
    }
    facts_table_end(f);
    return CLI_DONE;
}

static enum cli_status train_overview(struct train_job *job)
{
    const struct training_options how = train_options(job);
    struct tabia_error err = { 0 };
    struct training t;
    struct facts f;
    char today[DAY_SIZE];
    if (!training_plan(&t, &job->decisions, &job->cards, &how, &err))
        return cli_print_error(&err);
    const struct training_counts c = t.counts;
    training_clear(&t);
    day_print(how.today, today);
    facts_open(&f, job->args->json);
    facts_object(&f, NULL);
    facts_add(&f, "book", "book", fact_text(job->book.name));
    facts_add(&f, "side", "side", fact_text(shared_sides[job->side]));
    facts_add(&f, "today", "today", fact_text(today));
    facts_add(&f, "file", "progress", fact_text(job->file.path));
    facts_add(&f, "decisions", "decisions", fact_count(c.decisions));
    facts_add(&f, "cards", "cards", fact_count(c.cards));
    facts_add(&f, "due", "due", fact_count(c.due));
    facts_add(&f, "new", "new", fact_count(c.fresh));
    facts_add(&f, "waiting", "not due yet", fact_count(c.waiting));
    facts_add(&f, "learnt", "learnt", fact_count(c.learnt));
    facts_add(&f, "damaged", NULL, fact_count(job->cards.ndamaged));
    state_calendar(&f, job, how.today);
    state_forecast(&f, job, how.today);
    const enum cli_status status = state_weakest(&f, job, how.today);
    facts_end(&f);
    const enum cli_status printed = facts_close(&f);
    return status == CLI_DONE ? printed : status;
}

/* ---- the progress file ------------------------------------------------- */

static enum cli_status print_progress(const struct train_job *job)
{
    fwrite(job->text.data ? job->text.data : "", 1, job->text.size, stdout);
    return CLI_DONE;
}

static enum cli_status import_progress(struct train_job *job)
{
    const char *path = job->args->values[IMPORT].text;
    const struct input_options how = { .limit = CARDS_TEXT_MAX };
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    struct cards_import report;
    struct tabia_error err = { 0 };
    struct input in;
    if (!input_open(&in, path, &how, &err))
        return cli_print_error(&err);
    const bool ok = progress_import(&job->file, in.bytes, &job->text, &report,
                                    &lines, &err);
    if (!ok)
        error_in_file(&err, path);
    input_close(&in);
    buf_clear(&lines);
    if (!ok)
        return cli_print_error(&err);
    cli_note(job->args, "added %zu %s; %zu known, %zu damaged", report.imported,
             plural(report.imported, "line", "lines"), report.skipped,
             report.damaged);
    return CLI_DONE;
}

static enum cli_status export_decisions(const struct train_job *job)
{
    const struct args *args = job->args;
    const struct output_options how = {
        .force = args->force,
        .note = cli_note_file,
        .note_ctx = (void *)args,
    };
    const enum deck_format format =
        args->values[EXPORT].number == 0 ? DECK_ANKI : DECK_CSV;
    struct tabia_error err = { 0 };
    size_t ncards;
    if (!deck_export_book(job->book.book, job->side, args->output, format,
                          train_now(job).time, &how, &ncards, &err))
        return cli_print_error(&err);
    cli_note(args, "%s: %zu %s", args->output, ncards,
             plural(ncards, "card", "cards"));
    return CLI_DONE;
}

/* ---- the verb ---------------------------------------------------------- */

static enum cli_status check_train(struct train_job *job)
{
    const struct args *args = job->args;
    const struct option_value *v = args->values;
    if (args->noperands && strcmp(args->operands[0], "-") == 0)
        return cli_misuse(args->verb,
                          "standard input is for answers, not for the book");
    if (v[EXPORT].given != (args->output != NULL))
        return cli_misuse(args->verb, "--export and --output need each other");
    if (args->json && !v[OVERVIEW].given)
        return cli_misuse(args->verb, "--json needs --overview");
    if (v[NOW].text) {
        job->has_now = true;
        if (!moment_parse(v[NOW].text, strlen(v[NOW].text), &job->now))
            return cli_misuse(args->verb,
                              "--now: expected a time such as "
                              "2026-11-18T09:00:00+01:00, found '%s'",
                              v[NOW].text);
    }
    return CLI_DONE;
}

static enum cli_status run_job(struct train_job *job)
{
    const struct option_value *v = job->args->values;
    job->side = v[SIDE].text ? (enum tabia_color)v[SIDE].number
                             : decisions_side(job->book.book);
    enum cli_status status =
        settings_check(job->args,
                       (const struct tabia_format *[]){ job->book.format }, 1,
                       NULL);
    if (status == CLI_DONE && v[EXPORT].given)
        return export_decisions(job);
    if (status == CLI_DONE)
        status = against_open(&job->against, job->args, AGAINST, false);
    if (status == CLI_DONE)
        status = books_open_names(&job->names, job->args, NAMES);
    if (status == CLI_DONE)
        status = read_place(job);
    if (status == CLI_DONE)
        status = read_deck_file(job);
    if (status == CLI_DONE)
        status = find_train_decisions(job);
    if (status == CLI_DONE)
        status = find_train_file(job);
    if (status == CLI_DONE)
        status = v[IMPORT].given     ? import_progress(job)
                 : v[PROGRESS].given ? print_progress(job)
                 : v[OVERVIEW].given ? train_overview(job)
                                     : train_session(job);
    return status;
}

static enum cli_status run_train(const struct args *args)
{
    struct train_job *job = calloc(1, sizeof(*job));
    struct tabia_error err = { 0 };
    if (!job) {
        error_nomem(&err);
        return cli_print_error(&err);
    }
    job->args = args;
    job->file.fd = -1;
    enum cli_status status = check_train(job);
    if (status == CLI_DONE)
        status =
            book_file_open(&job->book, args,
                           args->noperands ? args->operands[0] : NULL, NULL);
    if (status == CLI_DONE) {
        status = run_job(job);
        book_file_close(&job->book);
    }
    against_close(&job->against);
    tabia_names_free(job->names);
    decisions_clear(&job->decisions);
    progress_file_clear(&job->file);
    cards_clear(&job->cards);
    buf_clear(&job->text);
    free(job->only);
    free(job->line);
    free(job);
    return status;
}

const struct verb verb_train = {
    .name = "train",
    .summary = "practise the moves of a book",
    .operands = "[BOOK]",
    .description =
        "Asks for the moves of one side, when they are about to be forgotten: "
        "shows a position of the book and waits for a move, in SAN or UCI. "
        "First come the cards that are due, then new ones, the likeliest "
        "first with --against. ? gives a hint, Enter means that you do not "
        "know the move, s skips a card and q quits. Wrong answers are repeated "
        "at the end. Progress is kept beside the book, in "
        "BOOK.tabia-progress, which the page of 'tabia serve' uses too.",
    .notes =
        "A card is a position and one of the moves that the book would play "
        "there: not passive or avoided ones, mistakes (?) or moves of weight "
        "0. If there are several, each is right, and each gets its turn. "
        "Cards are scheduled by FSRS: wrong is "
        "'again', right after a hint 'hard', right 'good'. A right answer "
        "before its time is not recorded, except with --ahead.\n"
        "Progress is kept by position and move: it survives conversion to "
        "another format, new lines and another name. docs/train.md describes "
        "the file.",
    .example = "tabia train repertoire.pgn --side white\n"
               "tabia train repertoire.pgn --against games.tabia --new 5\n"
               "tabia train repertoire.pgn --moves \"e4 c5\" --through\n"
               "tabia train repertoire.pgn --overview\n"
               "tabia train repertoire.pgn --export anki -o repertoire.apkg",
    .max_operands = 1,
    .common =
        WITH_JSON | WITH_OUTPUT | WITH_FROM | WITH_LENIENT | WITH_SETTINGS,
    .options = options,
    .noptions = COUNT_OF(options),
    .run = run_train,
};
