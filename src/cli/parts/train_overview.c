/*
 * train_overview.c - tabia train --overview
 */
#include "base/compiler.h"
#include "cli/view/facts.h"
#include "cli/shared_options.h"
#include "cli/parts/train_internal.h"
#include "study/coverage.h"

#include "base/banned.h"

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
            decisions_line_to(&job->decisions, at->position, &start, moves);
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

enum cli_status train_overview(struct train_job *job)
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
    facts_add(&f, "side", "side", fact_text(shared_sides[job->color]));
    facts_add(&f, "today", "today", fact_text(today));
    facts_add(&f, "file", "progress", fact_text(job->file.path));
    facts_add(&f, "decisions", "decisions", fact_count(c.decisions));
    facts_add(&f, "cards", "cards", fact_count(c.cards));
    facts_add(&f, "due", "due", fact_count(c.due));
    facts_add(&f, "new", "new", fact_count(c.fresh));
    facts_add(&f, "new_left", "new left today", fact_count(c.fresh_left));
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
