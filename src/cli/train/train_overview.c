/*
 * train_overview.c - tabia train --overview
 */
#include "base/compiler.h"
#include "chess/line_print.h"
#include "cli/shared_options.h"
#include "cli/train/train_internal.h"
#include "cli/view/verb_output.h"
#include "study/coverage/coverage.h"

#include "base/banned.h"

static void put_calendar(struct verb_output *out,
                         const struct train_command *job, int32_t today)
{
    static const struct verb_output_column columns[] = {
        { "day", "day", 'l' },   { "again", "again", 'r' },
        { "hard", "hard", 'r' }, { "good", "good", 'r' },
        { "new", "new", 'r' },
    };
    verb_output_gap(out);
    verb_output_table(out, "calendar", columns, COUNT_OF(columns));
    for (size_t i = 0; i < job->cards.ndays; i++) {
        const struct card_day *day = &job->cards.days[i];
        char text[DAY_SIZE];
        if (day->day <= today - TRAINING_CALENDAR_DAYS)
            continue;
        moment_print_day(day->day, text);
        verb_output_cell(out, fact_text(text));
        verb_output_cell(out, fact_count(day->again));
        verb_output_cell(out, fact_count(day->hard));
        verb_output_cell(out, fact_count(day->good));
        verb_output_cell(out, fact_count(day->new_cards));
    }
    verb_output_table_end(out);
}

static void put_forecast(struct verb_output *out,
                         const struct train_command *job, int32_t today)
{
    static const struct verb_output_column columns[] = {
        { "day", "day", 'l' }, { "due", "due", 'r' }
    };
    uint32_t due[TRAINING_FORECAST_DAYS];
    training_forecast(&job->decisions, &job->cards, today, due, COUNT_OF(due));
    verb_output_gap(out);
    verb_output_table(out, "forecast", columns, COUNT_OF(columns));
    for (size_t i = 0; i < COUNT_OF(due); i++) {
        char text[DAY_SIZE];
        if (!due[i] && !out->js)
            continue;
        moment_print_day(today + (int32_t)i, text);
        verb_output_cell(out, fact_text(text));
        verb_output_cell(out, fact_count(due[i]));
    }
    verb_output_table_end(out);
}

static enum cli_status put_weakest(struct verb_output *out,
                                   const struct train_command *job,
                                   int32_t today)
{
    static const struct verb_output_column columns[] = {
        { "retention", "retention", 'r' }, { "lapses", "lapses", 'r' },
        { "line", "line", 'l' },           { "fen", NULL, 'l' },
        { "moves", "moves", 'l' },
    };
    struct training_memory list[TRAINING_WEAKEST_MAX];
    struct tabia_error err = { 0 };
    size_t n;
    if (!training_weakest(&job->decisions, &job->cards, today, list,
                          COUNT_OF(list), &n, &err))
        return cli_print_error(&err);
    verb_output_gap(out);
    verb_output_table(out, "weakest", columns, COUNT_OF(columns));
    for (size_t i = 0; i < n; i++) {
        const struct decision *at = &job->decisions.list[list[i].decision];
        struct buf line = { .limit = 1 << 16 }, right = { .limit = 1 << 12 };
        tabia_move moves[DECISIONS_PLIES_MAX];
        struct tabia_pos start, pos;
        char fen[TABIA_FEN_SIZE], san[TABIA_SAN_SIZE];
        const size_t len =
            decisions_line_to(&job->decisions, at->position, &start, moves);
        line_print(&line, start, moves, len);
        tabia_book_position_pos_at(job->decisions.book, at->position, &pos);
        tabia_fen_print(&pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS, fen);
        for (uint32_t k = 0; k < at->n; k++) {
            tabia_san_print(&pos, job->decisions.moves[at->first + k], san);
            buf_addf(&right, "%s%s", k ? " " : "", san);
        }
        verb_output_cell(out, fact_share(list[i].retention, 1));
        verb_output_cell(out, fact_count(list[i].lapses));
        verb_output_cell(out, fact_text(len ? buf_text(&line) : "the start"));
        verb_output_cell(out, fact_text(fen));
        verb_output_cell(out, fact_text(buf_text(&right)));
        buf_clear(&line);
        buf_clear(&right);
    }
    verb_output_table_end(out);
    return CLI_DONE;
}

enum cli_status train_overview(struct train_command *job)
{
    const struct training_options options = train_options(job);
    struct tabia_error err = { 0 };
    struct training t;
    struct verb_output out;
    char today[DAY_SIZE];
    if (!training_plan(&t, &job->decisions, &job->cards, &options, &err))
        return cli_print_error(&err);
    const struct training_counts c = t.counts;
    training_clear(&t);
    moment_print_day(options.today, today);
    verb_output_open(&out, job->args->json);
    verb_output_object(&out, NULL);
    verb_output_add(&out, "book", "book", fact_text(job->book.name));
    verb_output_add(&out, "side", "side", fact_text(shared_colors[job->color]));
    verb_output_add(&out, "today", "today", fact_text(today));
    verb_output_add(&out, "file", "progress", fact_text(job->file.path));
    verb_output_add(&out, "decisions", "decisions", fact_count(c.decisions));
    verb_output_add(&out, "cards", "cards", fact_count(c.cards));
    verb_output_add(&out, "due", "due", fact_count(c.due));
    verb_output_add(&out, "new", "new", fact_count(c.new_cards));
    verb_output_add(&out, "new_left", "new left today", fact_count(c.new_left));
    verb_output_add(&out, "waiting", "not due yet", fact_count(c.waiting));
    verb_output_add(&out, "learnt", "learnt", fact_count(c.learnt));
    verb_output_add(&out, "damaged", NULL, fact_count(job->cards.ndamaged));
    put_calendar(&out, job, options.today);
    put_forecast(&out, job, options.today);
    const enum cli_status status = put_weakest(&out, job, options.today);
    verb_output_end(&out);
    const enum cli_status printed = verb_output_close(&out);
    return status == CLI_DONE ? printed : status;
}
