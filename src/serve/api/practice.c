/*
 * practice.c - what all requests about practice have in common
 */
#include "serve/api/practice.h"

#include <stdlib.h>

#include "base/error_internal.h"
#include "book/book_side.h"
#include "chess/chess_words.h"
#include "io/path.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

/* ---- reading a request ------------------------------------------------- */

unsigned practice_number(const struct practice_request *r, const char *key,
                         unsigned fallback, unsigned max)
{
    const json_t *value = json_object_get(r->body, key);
    const json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < 0)
        return fallback;
    return n > max ? max : (unsigned)n;
}

bool practice_flag(const struct practice_request *r, const char *key)
{
    return json_is_true(json_object_get(r->body, key));
}

bool practice_refuse(struct practice_request *r, const char *what)
{
    reply_error(r->reply, HTTP_BAD_REQUEST, "%s", what);
    return false;
}

bool practice_fail(struct practice_request *r, unsigned bad_status)
{
    reply_library_error(r->reply, bad_status, &r->err);
    return false;
}

bool practice_read_progress(struct practice_request *r)
{
    const json_t *own = json_object_get(r->body, "progress");
    const struct progress_place place = {
        .book_path = r->book.volume->path,
        .name =
            r->book.volume->name ? r->book.volume->name : r->book.volume->id,
        .book = r->book.edition ? r->book.edition->book : NULL,
        .puzzles = r->book.volume->puzzles,
    };
    if (r->call->is_owner)
        return (progress_file_find(&r->file, &place, &r->err) &&
                progress_file_read(&r->file, &r->text, &r->err)) ||
               practice_fail(r, HTTP_FAILED);
    if (json_is_string(own))
        buf_add(&r->text, json_string_value(own), json_string_length(own));
    if (!r->text.failed)
        return true;
    buf_error(&r->text, &r->err);
    return practice_fail(r, HTTP_BAD_REQUEST);
}

static bool practice_borrow(struct practice_request *r, enum practice_kind kind)
{
    if (kind == PRACTICE_PUZZLES)
        return endpoint_borrow_puzzles(r->srv, r->call, &r->book, r->reply);
    return endpoint_borrow(r->srv, r->call, &r->book, r->reply) &&
           ((kind == PRACTICE_ANY && r->book.volume->kind == VOLUME_PUZZLES) ||
            endpoint_load(r->srv, r->call, &r->book, r->reply));
}

bool practice_begin(struct practice_request *r, struct server *srv,
                    const struct call *call, struct reply *reply,
                    enum practice_kind kind)
{
    *r = (struct practice_request){
        .srv = srv,
        .call = call,
        .params = &call->params,
        .reply = reply,
        .file = { .fd = -1 },
        .text = { .limit = CARDS_TEXT_MAX },
        .err = { 0 },
    };
    r->body = endpoint_read_body(call, reply);
    if (!r->body)
        return false;
    if (!practice_borrow(r, kind)) {
        json_decref(r->body);
        r->body = NULL;
        return false;
    }
    const json_t *now = json_object_get(r->body, "now");
    if (r->params->player_color != PARAM_ABSENT)
        r->color = (enum tabia_color)r->params->player_color;
    else if (r->book.edition)
        r->color = book_color(r->book.edition->book);
    r->now = srv->options.practice_clock && json_is_integer(now)
                 ? moment_at(json_integer_value(now))
                 : moment_now();
    r->today = moment_day(r->now);
    return true;
}

void practice_end(struct practice_request *r)
{
    cards_clear(&r->cards);
    decisions_clear(&r->decisions);
    progress_file_clear(&r->file);
    buf_clear(&r->text);
    free(r->only);
    api_sources_return(r->srv, &r->sources, r->reply);
    json_decref(r->body);
    shelf_return(&r->book);
}

bool practice_read_cards(struct practice_request *r)
{
    return practice_read_progress(r) &&
           (cards_read(&r->cards, buf_bytes(&r->text), &r->err) ||
            practice_fail(r, HTTP_BAD_REQUEST));
}

bool practice_find_decisions(struct practice_request *r)
{
    struct tabia_pos usual;
    tabia_pos_set_start(&usual);
    const bool has_position =
        r->params->nplayed > 0 || !tabia_pos_is_same(&r->params->start, &usual);
    const struct decisions_options options = {
        .color = r->color,
        .from = has_position ? &r->params->pos : NULL,
        .start = &r->params->start,
        .moves = r->params->played,
        .nmoves = r->params->nplayed,
        .wants_line = practice_flag(r, "through"),
        .only = r->only,
        .nonly = r->nonly,
    };
    return decisions_find(&r->decisions, r->book.edition->book, &options,
                          &r->err) ||
           practice_fail(r, HTTP_FAILED);
}

/* ---- output ------------------------------------------------------------ */

void practice_put_day(struct json_writer *js, const char *key, int32_t day)
{
    char text[DAY_SIZE];
    moment_print_day(day, text);
    json_writer_pair_text(js, key, text);
}

void practice_put_rounded(struct json_writer *js, const char *key, double value,
                          double unit)
{
    json_writer_pair_double(js, key,
                            (double)(int64_t)(value * unit + 0.5) / unit);
}

void practice_put_accepted(struct practice_request *r,
                           const struct tabia_pos *pos,
                           const struct decision *at)
{
    struct json_writer *js = &r->js;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n =
        decisions_list_accepted(r->decisions.book, at->position, list);
    json_writer_key(js, "moves");
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        const struct card *card = cards_find(&r->cards, at->key, list[i].move);
        json_writer_begin_object(js);
        json_view_put_move(js, pos, list[i].move);
        json_view_put_optional_text(js, "remark", list[i].data.comment);
        json_writer_pair_text(
            js, "state",
            training_state_names[training_state_of(card, r->today)]);
        if (card) {
            const struct fsrs_card *m = &card->memory;
            json_writer_pair_uint(js, "reps", m->reps);
            json_writer_pair_uint(js, "lapses", m->lapses);
            practice_put_rounded(js, "stability", m->stability, 100);
            practice_put_rounded(js, "difficulty", m->difficulty, 100);
            practice_put_rounded(js, "retention", fsrs_retention(m, r->today),
                                 1e4);
            practice_put_day(js, "last", m->last);
            practice_put_day(js, "due", m->due);
        }
        json_writer_end(js);
    }
    json_writer_end(js);
}

/* The way to a decision, with the moves of the request, and its name. */
static void practice_put_line(struct practice_request *r,
                              const struct decision *at)
{
    struct json_writer *js = &r->js;
    tabia_move moves[DECISIONS_PLIES_MAX];
    struct tabia_pos pos;
    struct tabia_name name = { NULL, NULL };
    const size_t n =
        decisions_line_to(&r->decisions, at->position, &pos, moves);
    bool has_name = endpoint_find_name(r->srv, &r->book, &pos, &name);
    json_view_put_fen(js, "start", &pos);
    json_writer_key(js, "play");
    json_writer_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        char uci[TABIA_UCI_SIZE];
        json_writer_put_string(js, uci,
                               tabia_uci_print(&pos, moves[i], true, uci));
        tabia_pos_play(&pos, moves[i]);
        has_name |= endpoint_find_name(r->srv, &r->book, &pos, &name);
    }
    json_writer_end(js);
    json_view_put_fen(js, "fen", &pos);
    json_view_put_opening(js, has_name ? &name : NULL);
}

void practice_put_card(struct practice_request *r, uint32_t decision,
                       enum training_state state, uint32_t move)
{
    const struct decision *at = &r->decisions.list[decision];
    struct json_writer *js = &r->js;
    struct tabia_pos pos;
    tabia_book_position_pos_at(r->decisions.book, at->position, &pos);
    json_writer_begin_object(js);
    json_writer_pair_uint(js, "id", at->position);
    json_writer_key(js, "key");
    json_writer_put_hex64(js, at->key);
    practice_put_line(r, at);
    if (r->decisions.has_likelihood)
        practice_put_rounded(js, "likelihood", at->likelihood, 1e6);
    json_writer_pair_text(js, "state", training_state_names[state]);
    if (move != TABIA_NUMBER_NONE)
        json_view_put_move_of(js, "asked", &pos,
                              r->decisions.moves[at->first + move]);
    practice_put_accepted(r, &pos, at);
    json_writer_end(js);
}

void practice_put_head(struct practice_request *r)
{
    struct json_writer *js = &r->js;
    json_writer_pair_text(js, "book", r->book.volume->id);
    json_writer_pair_uint(js, "revision", r->book.status.revision);
    json_writer_pair_text(js, "side", chess_words_color(r->color));
    practice_put_day(js, "today", r->today);
    json_writer_pair_bool(js, "saved", r->call->is_owner);
    json_writer_pair_text(js, "file",
                          r->file.path ? path_name(r->file.path) : NULL);
}

void practice_put_counts(struct json_writer *js,
                         const struct training_counts *c)
{
    json_writer_key(js, "counts");
    json_writer_begin_object(js);
    json_writer_pair_uint(js, "decisions", c->decisions);
    json_writer_pair_uint(js, "cards", c->cards);
    json_writer_pair_uint(js, "new", c->new_cards);
    json_writer_pair_uint(js, "due", c->due);
    json_writer_pair_uint(js, "waiting", c->waiting);
    json_writer_pair_uint(js, "learnt", c->learnt);
    json_writer_pair_uint(js, "newToday", c->new_today);
    json_writer_pair_uint(js, "newLeft", c->new_left);
    json_writer_pair_uint(js, "answersToday", c->answers_today);
    json_writer_end(js);
}
