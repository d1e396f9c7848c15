/*
 * openings_write.c - a book as Chess Openings text
 *
 * Positions are written first, the transitions after them, both in the order
 * of openings_states.h, so that reading a file and writing it again gives the
 * same bytes.
 *
 * A position line needs a place. Evaluations of positions without one are
 * lost, as is the side to practise in version 4.0; both are reported.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/error_internal.h"
#include "book/book_side.h"
#include "chess/chess_words.h"
#include "format/format_contract.h"
#include "format/openings/openings_states.h"
#include "base/banned.h"

struct openings_writer {
    const struct tabia_book *book;
    struct sink *dst;
    struct tabia_report *report;
    struct openings_states states;
    bool *is_written; // by state: its comment has been written
    struct buf note;
    uint64_t nlost_comments;
    uint64_t nlost_evals, nlost_remarks;
    uint64_t nother_evals, nlost_states;
};

/* ---- lines ----------------------------------------------------------- */

static void openings_write_put_state(struct openings_writer *w,
                                     const struct tabia_pos *pos)
{
    struct tabia_pos start;
    char fen[TABIA_FEN_SIZE];
    tabia_pos_set_start(&start);
    if (tabia_pos_is_same(pos, &start)) {
        sink_put_text(w->dst, "start");
        return;
    }
    tabia_fen_print(pos, 0, fen);
    sink_put_text(w->dst, fen);
}

static bool is_space(char c)
{
    return (unsigned char)c <= ' ' || c == '\x7F';
}

/* Writes a text as one line without blanks at its ends. */
static bool put_flat(struct sink *dst, const char *text, size_t len)
{
    const size_t whole = len;
    while (len && is_space(text[len - 1]))
        len--;
    bool is_flat = len == whole && !(len && is_space(*text));
    while (len && is_space(*text))
        text++, len--;
    for (size_t i = 0; i < len; i++) {
        const bool is_plain =
            !is_space(text[i]) || text[i] == ' ' || text[i] == '\t';
        is_flat &= is_plain;
        sink_put_char(dst, is_plain ? text[i] : ' ');
    }
    return is_flat;
}

/* Each line of a comment that is not empty is one here. */
static void put_comment(struct sink *dst, const char *text)
{
    while (*text) {
        const size_t len = strcspn(text, "\n");
        size_t blanks = 0;
        while (blanks < len && is_space(text[blanks]))
            blanks++;
        if (blanks < len) {
            sink_put_text(dst, "# ");
            put_flat(dst, text, len);
            sink_put_char(dst, '\n');
        }
        text += len + (text[len] == '\n');
    }
}

static bool is_empty(const char *text)
{
    while (*text && is_space(*text))
        text++;
    return !*text;
}

static void put_opening_number(struct openings_writer *w, const char *text,
                               double value)
{
    char buf[OPENINGS_NUMBER_SIZE];
    double same;
    const bool is_kept =
        text && openings_parse_number(
                    (struct openings_span){ text, text + strlen(text) }, &same);
    if (!is_kept)
        openings_print_number(value, buf);
    sink_put_text(w->dst, is_kept ? text : buf);
}

static void put_eval(struct openings_writer *w, const struct tabia_eval *eval,
                     enum tabia_color turn)
{
    char buf[OPENINGS_EVAL_SIZE];
    struct tabia_eval same;
    const char *text = eval->text;
    const bool is_kept =
        text &&
        openings_parse_eval((struct openings_span){ text, text + strlen(text) },
                            turn, &same);
    if (!is_kept)
        openings_print_eval(eval, turn, buf);
    sink_put_text(w->dst, ", ");
    sink_put_text(w->dst, is_kept ? text : buf);
}

/* What the occurrences of a state say about it, the first of each. */
static struct tabia_node_data state_data(struct openings_writer *w,
                                         uint32_t state)
{
    struct tabia_node_data all = { .has = 0 };
    for (uint32_t i = w->states.first_of[state];
         i < w->states.first_of[state + 1]; i++) {
        const struct tabia_node_data data =
            tabia_book_node_data(w->book, w->states.nodes_of[i]);
        const unsigned more = data.has & ~all.has;
        if (more & TABIA_HAS_COORDINATES)
            all.coordinates = data.coordinates;
        if (more & TABIA_HAS_EVAL)
            all.eval = data.eval;
        else if (data.has & TABIA_HAS_EVAL)
            w->nother_evals += !(all.eval.kind == data.eval.kind &&
                                 all.eval.value == data.eval.value);
        all.has |= more;
    }
    return all;
}

/* Only a position line names a state without moves from or to it. */
static bool is_alone(const struct openings_writer *w, uint32_t state)
{
    uint32_t nmoves = w->states.nincoming[state];
    for (uint32_t i = w->states.first_of[state];
         i < w->states.first_of[state + 1]; i++) {
        uint32_t first, count;
        tabia_book_node_edges(w->book, w->states.nodes_of[i], &first, &count);
        nmoves += count;
    }
    return nmoves == 0;
}

static void put_opening_position(struct openings_writer *w, uint32_t state)
{
    const struct tabia_node_data data = state_data(w, state);
    const bool has_eval = data.has & TABIA_HAS_EVAL;
    if (!(data.has & TABIA_HAS_COORDINATES)) {
        w->nlost_evals += has_eval;
        w->nlost_states += is_alone(w, state);
        return;
    }
    struct tabia_pos pos;
    openings_state_pos(&w->states.graph, state, &pos);
    openings_write_put_state(w, &pos);
    sink_put_text(w->dst, " : ");
    put_opening_number(w, data.coordinates.x_text, data.coordinates.x);
    sink_put_text(w->dst, ", ");
    put_opening_number(w, data.coordinates.y_text, data.coordinates.y);
    if (has_eval)
        put_eval(w, &data.eval, (enum tabia_color)pos.turn);
    sink_put_char(w->dst, '\n');
}

/* What is said about a state; the first of several, others are lost. */
static const char *state_comment(struct openings_writer *w, uint32_t state)
{
    const char *comment = NULL;
    for (uint32_t i = w->states.first_of[state];
         i < w->states.first_of[state + 1]; i++) {
        const char *more =
            tabia_book_node_data(w->book, w->states.nodes_of[i]).comment;
        if (!more || is_empty(more))
            continue;
        w->nlost_comments += comment && strcmp(comment, more) != 0;
        if (!comment)
            comment = more;
    }
    return comment;
}

/*
 * The line above a transition: its remark, and where it is the first that
 * leads to a state, what is said about that.
 */
static void put_transition_note(struct openings_writer *w,
                                const struct openings_state_move *reply)
{
    const char *remark = reply->remark, *comment = NULL;
    if (remark && is_empty(remark))
        remark = NULL;
    if (!w->is_written[reply->target])
        comment = state_comment(w, reply->target);
    w->is_written[reply->target] = true;
    if ((!remark && !comment) || w->note.failed) // which stays so
        return;
    buf_reset(&w->note);
    if (remark)
        buf_add_text(&w->note, remark);
    if (remark && comment)
        buf_add_text(&w->note, " | ");
    if (comment)
        buf_add_text(&w->note, comment);
    put_comment(w->dst, buf_text(&w->note));
}

static void openings_report_losses(struct openings_writer *w)
{
    report_add(w->report, w->nlost_evals,
               "evaluation of a position without coordinates is dropped",
               "evaluations of positions without coordinates are dropped");
    report_add(w->report, w->nother_evals,
               "second evaluation of a position is dropped",
               "second evaluations of positions are dropped");
    report_add(w->report, w->nlost_states,
               "position without moves or coordinates is dropped",
               "positions without moves or coordinates are dropped");
    uint64_t nfirst = 0;
    for (uint32_t i = 0; i < w->states.graph.nstates; i++)
        nfirst += !w->is_written[i] && state_comment(w, i);
    report_add(w->report, nfirst, "comment before the first move is dropped",
               "comments before the first move are dropped");
    report_add(w->report, w->nlost_comments,
               "second comment on a position is dropped",
               "second comments on positions are dropped");
    report_add(w->report, w->nlost_remarks,
               "second comment on a move is dropped",
               "second comments on moves are dropped");
}

bool openings_write(const struct tabia_book *book,
                    const struct tabia_write_options *options, struct sink *dst,
                    struct tabia_report *report, struct tabia_error *err)
{
    struct openings_writer w = { .book = book, .dst = dst, .report = report };
    // Unless one is asked for, a book that knows its side keeps it.
    struct openings_settings settings = { 0 };
    format_settings_get(openings_settings_table, options, &settings);
    if (!settings.version && tabia_book_find_text(book, "side"))
        settings.version = OPENINGS_V5;
    const int version = settings.version == OPENINGS_V5 ? 5 : 4;
    struct openings_state_move *list = calloc(TABIA_MOVES_MAX, sizeof(*list));
    bool ok = list || error_nomem(err);
    ok = ok && openings_states_init(&w.states, book, err);
    w.note.limit = SIZE_MAX / 4;
    if (ok)
        w.is_written =
            calloc((size_t)w.states.graph.nstates + 1, sizeof(*w.is_written));
    ok = ok && (w.is_written || error_nomem(err));
    if (ok) {
        const char *title = tabia_book_find_text(w.book, "title");
        sink_printf(w.dst, "v%d.0\n= ", version);
        const char *text = title ? title : "Untitled";
        const bool is_flat = put_flat(w.dst, text, strlen(text));
        report_addf(w.report, !is_flat, "title becomes one line");
        sink_put_char(w.dst, '\n');
        if (version >= 5)
            sink_printf(w.dst, "%s\n", chess_words_color(book_color(w.book)));
        else
            report_addf(w.report, tabia_book_find_text(w.book, "side") != NULL,
                        "side to practise is dropped (version 5 holds it)");
        for (uint32_t i = 0; i < w.states.norder && sink_ok(w.dst); i++)
            put_opening_position(&w, w.states.order[i]);
        for (uint32_t i = 0; i < w.states.norder && sink_ok(w.dst); i++) {
            const size_t n =
                openings_list_moves(&w.states, w.states.order[i], list);
            for (size_t k = 0; k < n; k++) {
                char san[TABIA_SAN_SIZE];
                put_transition_note(&w, &list[k]);
                w.nlost_remarks += list[k].nother;
                tabia_san_print(&list[k].pos, list[k].move, san);
                openings_write_put_state(&w, &list[k].pos);
                sink_printf(w.dst, " -> %s\n", san);
            }
        }
        openings_report_losses(&w);
    }
    free(list);
    free(w.is_written);
    openings_states_clear(&w.states);
    ok = ok && (!w.note.failed || buf_error(&w.note, err));
    buf_clear(&w.note);
    return ok && sink_ok(dst);
}
