/*
 * review_view.c - a review as JSON, and its positions as a deck to practise
 */
#include "study/review/review_view.h"

#include <inttypes.h>
#include <stdio.h>

#include "chess/chess_words.h"
#include "chess/line_print.h"
#include "study/coverage/coverage.h"
#include "study/review/review_internal.h"
#include "base/banned.h"

/* Six digits: with ten thousand games, one of them still counts. */
static void put_number(struct json_writer *js, const char *key, double value)
{
    const double scaled = value * 1e6;
    json_writer_pair_double(
        js, key, (double)(long)(scaled + (scaled < 0 ? -0.5 : 0.5)) / 1e6);
}

static void put_known(struct json_writer *js, const char *key, bool is_known,
                      double value)
{
    if (is_known) {
        put_number(js, key, value);
    } else {
        json_writer_key(js, key);
        json_writer_put_null(js);
    }
}

static void put_score(struct json_writer *js, const struct review_score *score)
{
    double share;
    const bool is_known = review_score_share(score, &share);
    json_writer_pair_uint(js, "games", score->games);
    put_known(js, "score", is_known, share);
}

static void review_put_fen(struct json_writer *js, const char *key,
                           const struct tabia_pos *pos)
{
    char fen[TABIA_FEN_SIZE];
    tabia_fen_print(pos, TABIA_FEN_EP_LEGAL, fen);
    json_writer_pair_text(js, key, fen);
}

static const char *side_name(enum tabia_side side)
{
    return side == TABIA_SIDE_WHITE   ? "white"
           : side == TABIA_SIDE_BLACK ? "black"
                                      : NULL;
}

static void review_put_move(struct json_writer *js, const struct tabia_pos *pos,
                            tabia_move mv)
{
    char uci[TABIA_UCI_SIZE], san[TABIA_SAN_SIZE];
    tabia_uci_print(pos, mv, true, uci);
    tabia_san_print(pos, mv, san);
    json_writer_pair_text(js, "uci", uci);
    json_writer_pair_text(js, "san", san);
}

/* A line of moves; a failure is one of the sink. */
static void review_put_line(struct json_writer *js, const char *key,
                            struct tabia_pos pos, const tabia_move *moves,
                            size_t n)
{
    struct buf line = { .limit = 1 << 16 };
    line_print(&line, pos, moves, n);
    json_writer_pair_text(js, key, buf_text(&line));
    if (line.failed && !js->dst->failed) {
        js->dst->failed = true;
        buf_error(&line, js->dst->err);
    }
    buf_clear(&line);
}

/* ---- departures ------------------------------------------------------ */

static void put_choice_values(struct json_writer *js,
                              const struct review_choice *c)
{
    if (c->mark != TABIA_MARK_NONE)
        json_writer_pair_text(
            js, "mark", c->mark == TABIA_MARK_PASSIVE ? "passive" : "avoided");
    if (!c->has_eval)
        return;
    json_writer_key(js, "eval");
    json_writer_begin_object(js);
    json_writer_pair_int(js, c->eval.kind == TABIA_EVAL_MATE ? "mate" : "cp",
                         c->eval.value);
    json_writer_end(js);
}

static void put_choices(struct json_writer *js,
                        const struct review_departure *d)
{
    json_writer_key(js, "played");
    json_writer_begin_array(js);
    for (size_t i = 0; i < d->nplayed; i++) {
        json_writer_begin_object(js);
        review_put_move(js, &d->pos, d->played[i].move);
        put_score(js, &d->played[i].games);
        put_choice_values(js, &d->played[i]);
        json_writer_end(js);
    }
    json_writer_end(js);
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    for (size_t i = 0; i < d->nbook; i++) {
        const struct review_choice *c = &d->book[i];
        json_writer_begin_object(js);
        review_put_move(js, &d->pos, c->move);
        json_writer_pair_bool(js, "wanted", i < d->nwanted);
        if (c->has_score) {
            json_writer_pair_uint(js, "games", c->nscored);
            put_number(js, "score", c->score);
        }
        put_choice_values(js, c);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void put_ply(struct json_writer *js, const char *key, uint16_t ply)
{
    json_writer_key(js, key);
    if (ply == REVIEW_PLY_NONE)
        json_writer_put_null(js);
    else
        json_writer_put_uint(js, ply);
}

/* A game; of a sample, what its departure does not have. */
static void review_put_record(struct json_writer *js,
                              const struct review_record *g, bool is_sample)
{
    json_writer_begin_object(js);
    if (g->file)
        json_writer_pair_text(js, "file", g->file);
    json_writer_pair_uint(js, "number", g->number);
    json_writer_pair_text(js, "white", g->white);
    json_writer_pair_text(js, "black", g->black);
    json_writer_pair_text(js, "date", g->date);
    json_writer_pair_text(js, "event", g->event);
    json_writer_pair_text(js, "result", chess_words_result(g->result));
    if (g->length) {
        json_writer_pair_uint(js, "offset", g->offset);
        json_writer_pair_uint(js, "length", g->length);
    }
    if (!is_sample) {
        json_writer_pair_text(js, "side", side_name(g->side));
        json_writer_pair_text(js, "outcome", review_outcome_name(g->outcome));
    }
    put_ply(js, "entered", g->entered);
    put_ply(js, "left", g->left);
    if (!is_sample && g->left != REVIEW_PLY_NONE) {
        char san[TABIA_SAN_SIZE];
        json_writer_pair_text(js, "left_by", chess_words_color(g->before.turn));
        tabia_san_print(&g->before, g->went_on[0], san);
        json_writer_pair_text(js, "played", san);
        json_writer_key(js, "moves");
        json_writer_begin_array(js);
        // Of a deviation what was wanted, of a gap all that the book has.
        const size_t n = g->nwanted ? g->nwanted : g->nbook;
        for (size_t i = 0; i < n; i++) {
            const size_t len =
                tabia_san_print(&g->before, g->book[i].move, san);
            json_writer_put_string(js, san, len);
        }
        json_writer_end(js);
    }
    put_ply(js, "returned", g->returned);
    if (g->nwent_on)
        review_put_line(js, "went_on", g->before, g->went_on, g->nwent_on);
    json_writer_end(js);
}

static void put_departure(struct json_writer *js, const struct review *r,
                          size_t n)
{
    static const char *const measures[] = { NULL, "evaluation", "score" };
    const struct review_departure d = review_departure_at(r, n);
    struct tabia_pos pos = d.start;
    json_writer_begin_object(js);
    json_writer_pair_text(js, "kind", review_outcome_name(d.kind));
    json_writer_pair_text(js, "side", chess_words_color(d.color));
    review_put_fen(js, "start", &d.start);
    json_writer_key(js, "play");
    json_writer_begin_array(js);
    for (size_t i = 0; i < d.nplay; i++) {
        char uci[TABIA_UCI_SIZE];
        json_writer_put_string(js, uci,
                               tabia_uci_print(&pos, d.play[i], true, uci));
        tabia_pos_play(&pos, d.play[i]);
    }
    json_writer_end(js);
    review_put_line(js, "line", d.start, d.play, d.nplay);
    review_put_fen(js, "fen", &d.pos);
    json_writer_pair_text(js, "eco", d.eco);
    json_writer_pair_text(js, "name", d.name);
    if (r->options.book_names)
        json_writer_pair_text(js, "book", r->options.book_names[d.book_index]);
    json_writer_pair_uint(js, "reached", d.reached);
    put_score(js, &d.games);
    json_writer_pair_uint(js, "returned", d.returned);
    put_number(js, "likelihood", d.likelihood);
    put_known(js, "loss", d.measure != REVIEW_BY_NOTHING, d.loss);
    put_known(js, "cost", d.measure != REVIEW_BY_NOTHING, d.cost);
    json_writer_pair_text(js, "measure", measures[d.measure]);
    put_known(js, "book_score", d.has_book_score, d.book_score);
    if (d.has_book_score) {
        json_writer_pair_uint(js, "book_games", d.book_games);
        json_writer_pair_text(js, "book_source", d.book_source);
    }
    put_choices(js, &d);
    json_writer_key(js, "sample");
    json_writer_begin_array(js);
    for (size_t i = 0; i < d.nsamples; i++) {
        const struct review_record g = review_record_at(r, d.samples[i]);
        review_put_record(js, &g, true);
    }
    json_writer_end(js);
    json_writer_end(js);
}

/* ---- the whole ------------------------------------------------------- */

/* Why games are broken: the first of them. */
static void put_problems(struct json_writer *js, const struct review *r)
{
    json_writer_key(js, "problems");
    json_writer_begin_array(js);
    for (size_t i = 0; i < r->nproblems; i++) {
        const struct tabia_error *problem = &r->problems[i];
        json_writer_begin_object(js);
        if (*problem->file)
            json_writer_pair_text(js, "file", problem->file);
        json_writer_pair_uint(js, "line", problem->line);
        json_writer_pair_text(js, "message", problem->msg);
        json_writer_end(js);
    }
    json_writer_end(js);
}

static void review_put_texts(struct json_writer *js, const char *key,
                             const char *const *texts, size_t n)
{
    json_writer_key(js, key);
    json_writer_begin_array(js);
    for (size_t i = 0; i < n && texts; i++)
        json_writer_put_text(js, texts[i]);
    json_writer_end(js);
}

void review_view_put_json(const struct review *r, size_t limit,
                          struct json_writer *js)
{
    const struct review_options *o = &r->options;
    const struct review_totals *t = &r->totals;
    json_writer_begin_object(js);
    review_put_texts(js, "books", o->book_names, o->nbooks);
    review_put_texts(js, "against", o->against_names, o->nagainst);
    review_put_texts(js, "players", o->players, o->nplayers);
    json_writer_pair_text(js, "side", side_name(review_get_side(r)));
    json_writer_pair_uint(js, "read", t->read);
    json_writer_pair_uint(js, "broken", t->broken);
    json_writer_pair_uint(js, "filtered", t->filtered);
    json_writer_pair_uint(js, "others", t->others);
    json_writer_pair_uint(js, "other_side", t->other_side);
    json_writer_pair_uint(js, "reviewed", t->reviewed);
    json_writer_pair_uint(js, "returned", t->returned);
    put_problems(js, r);
    json_writer_key(js, "outcomes");
    json_writer_begin_object(js);
    for (int i = 0; i < REVIEW_OUTCOME_COUNT; i++) {
        json_writer_key(js, review_outcome_name((enum review_outcome)i));
        json_writer_begin_object(js);
        put_score(js, &t->outcomes[i]);
        json_writer_end(js);
    }
    json_writer_end(js);
    json_writer_pair_uint(js, "total", r->ndepartures);
    json_writer_key(js, "departures");
    json_writer_begin_array(js);
    for (size_t i = 0; i < r->ndepartures && i < limit; i++)
        put_departure(js, r, i);
    json_writer_end(js);
    if (o->keep_games) {
        json_writer_key(js, "games");
        json_writer_begin_array(js);
        for (size_t i = 0; i < r->nkept; i++) {
            const struct review_record g = review_record_at(r, i);
            review_put_record(js, &g, false);
        }
        json_writer_end(js);
    }
    json_writer_end(js);
}

/* ---- the deck -------------------------------------------------------- */

/* A name inside quotes. */
static void review_put_quoted(struct sink *dst, const char *text)
{
    for (; *text; text++)
        if (*text != '"')
            sink_write(dst, text, 1);
}

void review_view_put_epd(const struct review *r, struct sink *dst)
{
    for (size_t i = 0; i < r->ndepartures; i++) {
        const struct review_departure d = review_departure_at(r, i);
        char fen[TABIA_FEN_SIZE], san[TABIA_SAN_SIZE];
        if (d.kind != REVIEW_DEVIATION)
            continue;
        tabia_fen_print(&d.pos, TABIA_FEN_EP_LEGAL | TABIA_FEN_NO_CLOCKS, fen);
        sink_printf(dst, "%s bm", fen);
        for (size_t k = 0; k < d.nwanted; k++) {
            tabia_san_print(&d.pos, d.book[k].move, san);
            sink_printf(dst, " %s", san);
        }
        sink_printf(dst, "; ");
        if (d.name) {
            sink_printf(dst, "id \"");
            review_put_quoted(dst, d.name);
            sink_printf(dst, "\"; ");
        }
        sink_printf(dst,
                    "c0 \"left the book in %" PRIu64 " of %" PRIu64
                    " games\";\n",
                    d.games.games, d.reached);
    }
}
