/*
 * pgn_moves.c - moves written as PGN, with all that they carry
 */
#include "format/pgn/pgn_moves.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error_internal.h"
#include "format/pgn/pgn_comment.h"
#include "base/banned.h"

enum { TEXT_LIMIT = 1 << 30 };

bool pgn_moves_init(struct pgn_moves *m, const struct tabia_book *book,
                    struct sink *dst, struct tabia_error *err)
{
    *m = (struct pgn_moves){
        .book = book,
        .flow = { .dst = dst, .word = { .limit = TEXT_LIMIT } },
        .named = TABIA_NUMBER_NONE,
        .note = { .limit = TEXT_LIMIT },
        .done = calloc((size_t)tabia_book_edge_count(book) + 1, 1),
    };
    return m->done || error_nomem(err);
}

void pgn_moves_clear(struct pgn_moves *m)
{
    buf_clear(&m->flow.word);
    buf_clear(&m->note);
    free(m->done);
}

bool pgn_moves_ok(const struct pgn_moves *m, struct tabia_error *err)
{
    if (m->flow.word.failed)
        return buf_error(&m->flow.word, err);
    if (m->note.failed)
        return buf_error(&m->note, err);
    return sink_ok(m->flow.dst);
}

/* ---- what moves and positions carry ---------------------------------- */

static void add_command(struct pgn_moves *m, const char *name,
                        const char *value)
{
    buf_addf(&m->note, "%s[%%%s ", m->note.size ? " " : "", name);
    for (; *value; value++) {
        const bool is_bad = *value == ']' || *value == '}';
        const bool is_blank = (unsigned char)*value < ' ';
        buf_add_char(&m->note, is_bad ? ')' : is_blank ? ' ' : *value);
        m->nbrackets += is_bad;
    }
    buf_add_char(&m->note, ']');
}

/* The remark, in which a value of %eval that has changed is replaced. */
static void add_remark(struct pgn_moves *m, const char *remark,
                       const struct tabia_node_data *data)
{
    struct tabia_eval old;
    size_t start, end;
    char text[PGN_EVAL_SIZE];
    const bool has_eval = data->has & TABIA_HAS_EVAL;
    const bool has_old = pgn_comment_find_eval(remark, &old, &start, &end);
    if (has_eval)
        pgn_comment_print_eval(&data->eval, text);
    if (has_eval && !has_old)
        add_command(m, "eval", text);
    if (*remark && m->note.size)
        buf_add_char(&m->note, ' ');
    if (!has_eval || !has_old || pgn_comment_is_same_eval(&old, &data->eval)) {
        buf_add_text(&m->note, remark);
        return;
    }
    buf_add(&m->note, remark, start);
    buf_add_text(&m->note, text);
    buf_add_text(&m->note, remark + end);
}

static void pgn_put_comment(struct pgn_moves *m, const char *text)
{
    if (!*text)
        return;
    m->nbraces += text_flow_comment(&m->flow, text);
    m->is_numbered = true;
}

/* The comment of a move or a root, and what is known of the position. */
static void put_move_note(struct pgn_moves *m, uint32_t node,
                          const char *remark)
{
    const struct tabia_node_data data = tabia_book_node_data(m->book, node);
    if (m->note.failed) // stays so, for pgn_moves_ok
        return;
    buf_reset(&m->note);
    if (node != m->named && data.eco)
        add_command(m, "eco", data.eco);
    if (node != m->named && data.name)
        add_command(m, "opening", data.name);
    add_remark(m, remark, &data);
    pgn_put_comment(m, buf_text(&m->note));
}

static void put_nags(struct pgn_moves *m, const struct tabia_move_data *data)
{
    if (!(data->has & TABIA_HAS_NAGS))
        return;
    for (int i = 0; i < TABIA_NAGS_MAX && data->nags[i]; i++) {
        char text[8];
        snprintf(text, sizeof(text), "$%u", data->nags[i]);
        text_flow_word(&m->flow, text);
    }
}

/* ---- moves ----------------------------------------------------------- */

static void put_move_number(struct pgn_moves *m)
{
    char text[16];
    const bool is_white = m->pos.turn == TABIA_WHITE;
    if (!is_white && !m->is_numbered)
        return;
    snprintf(text, sizeof(text), "%u%s", m->pos.fullmove,
             is_white ? "." : "...");
    text_flow_word(&m->flow, text);
}

void pgn_moves_put(struct pgn_moves *m, uint32_t edge)
{
    const tabia_move mv = tabia_book_edge_move(m->book, edge);
    char san[TABIA_SAN_SIZE];
    tabia_san_print(&m->pos, mv, san);
    put_move_number(m);
    text_flow_word(&m->flow, san);
    tabia_pos_play(&m->pos, mv);
    m->is_numbered = false;
    if (!m->done[edge]) {
        // What a move carries stands where it is written first.
        const struct tabia_move_data data = tabia_book_edge_data(m->book, edge);
        const uint32_t node = tabia_book_edge_target(m->book, edge);
        const struct tabia_node_data at = tabia_book_node_data(m->book, node);
        m->done[edge] = true;
        m->nmoves++;
        put_nags(m, &data);
        put_move_note(m, node, data.comment ? data.comment : "");
        if (at.comment)
            pgn_put_comment(m, at.comment);
    }
}

void pgn_moves_put_root(struct pgn_moves *m, uint32_t node)
{
    const struct tabia_node_data data = tabia_book_node_data(m->book, node);
    put_move_note(m, node, data.comment ? data.comment : "");
}

/* ---- what is changed ------------------------------------------------- */

void pgn_moves_report(const struct pgn_moves *m, struct tabia_report *report)
{
    report_add(report, m->nbrackets, "bracket in names becomes a parenthesis",
               "brackets in names become parentheses");
    report_add(report, m->nbraces, "comment with } has a parenthesis instead",
               "comments with } have a parenthesis instead");
}
