/*
 * api_practice.c - practice: what to ask now, answers, and how it went so far
 *
 * With the token, progress is the file of the book; without it, it is a text
 * that the visitor's page keeps and sends along.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "io/path.h"
#include "serve/api/api.h"
#include "serve/api/json_view.h"
#include "study/progress_file.h"

#include "base/banned.h"

enum {
    CARDS_LISTED = 100, // 'limit'
    CARDS_LISTED_MAX = 1000,
    NEW_MAX = 10000,
    ONLY_MAX = 10000,
    FORECAST_MAX = 365,
    WEAKEST_MAX = 100,
    BOXED_MAX = 10000,
};

/* A request in progress. */
struct practice_request {
    struct server *srv;
    const struct call *call;
    const struct query *q;
    struct reply *reply;
    struct jsonw js;
    json_t *body;
    struct loan book;
    enum tabia_color side;
    struct moment now;
    int32_t today;
    struct decisions decisions;
    struct progress_file file; // of the owner
    struct buf text;           // the progress
    struct cards cards;
    struct api_sources sources;
    struct tabia_pos *only; // owned; NULL: all
    size_t nonly;
    struct tabia_error err;
};

/* ---- reading a request ------------------------------------------------- */

static unsigned body_number(const struct practice_request *r, const char *key,
                            unsigned fallback, unsigned max)
{
    const json_t *value = json_object_get(r->body, key);
    const json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < 0)
        return fallback;
    return n > max ? max : (unsigned)n;
}

static bool body_flag(const struct practice_request *r, const char *key)
{
    return json_is_true(json_object_get(r->body, key));
}

static bool practice_refuse(struct practice_request *r, const char *what)
{
    reply_error(r->reply, HTTP_BAD_REQUEST, "bad request: %s", what);
    return false;
}

static bool practice_fail(struct practice_request *r, unsigned bad)
{
    reply_failure(r->reply, bad, &r->err);
    return false;
}

/* The progress: of the file, or what the visitor sent. */
static bool practice_read_progress(struct practice_request *r)
{
    const json_t *own = json_object_get(r->body, "progress");
    const struct progress_place place = {
        .book = r->book.volume->path,
        .name =
            r->book.volume->name ? r->book.volume->name : r->book.volume->id,
        .content = r->book.edition->book,
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

/* Borrows the book and reads the body. */
static bool practice_begin(struct practice_request *r, struct server *srv,
                           const struct call *call, struct reply *reply)
{
    *r = (struct practice_request){
        .srv = srv,
        .call = call,
        .q = &call->query,
        .reply = reply,
        .file = { .fd = -1 },
        .text = { .limit = CARDS_TEXT_MAX },
        .err = { .status = TABIA_OK },
    };
    r->body = api_read_body(call, reply);
    if (!r->body)
        return false;
    if (!api_borrow_book(srv, call, &r->book, reply)) {
        json_decref(r->body);
        r->body = NULL;
        return false;
    }
    const json_t *now = json_object_get(r->body, "now");
    r->side = r->q->color == QUERY_ABSENT
                  ? decisions_side(r->book.edition->book)
                  : (enum tabia_color)r->q->color;
    r->now = srv->options.practice_clock && json_is_integer(now)
                 ? moment_at(json_integer_value(now))
                 : moment_now();
    r->today = moment_day(r->now);
    return true;
}

static void practice_end(struct practice_request *r)
{
    cards_clear(&r->cards);
    decisions_clear(&r->decisions);
    progress_file_clear(&r->file);
    buf_clear(&r->text);
    free(r->only);
    api_return_sources(r->srv, &r->sources, r->reply);
    json_decref(r->body);
    shelf_return(&r->book);
}

static bool read_cards(struct practice_request *r)
{
    return practice_read_progress(r) &&
           (cards_read(&r->cards, buf_bytes(&r->text), &r->err) ||
            practice_fail(r, HTTP_BAD_REQUEST));
}

/* The positions of 'only', a list of FENs. */
static bool read_only_list(struct practice_request *r)
{
    const json_t *list = json_object_get(r->body, "only");
    if (!json_is_array(list))
        return true;
    const size_t n = json_array_size(list);
    if (n > ONLY_MAX)
        return practice_refuse(r, "only: too many positions");
    r->only = calloc(n + 1, sizeof(*r->only));
    if (!r->only) {
        error_nomem(&r->err);
        return practice_fail(r, HTTP_FAILED);
    }
    for (size_t i = 0; i < n; i++) {
        const json_t *fen = json_array_get(list, i);
        if (!json_is_string(fen) ||
            !tabia_fen_parse(&r->only[r->nonly++], json_string_value(fen),
                             json_string_length(fen), TABIA_FEN_TOLERANT, NULL))
            return practice_refuse(r, "only: expected a list of FENs");
    }
    return true;
}

/* The positions of 'deck', a book of the shelf, that have moves there. */
static bool read_deck(struct practice_request *r)
{
    const char *id = json_string_value(json_object_get(r->body, "deck"));
    struct loan deck;
    if (!id)
        return true;
    if (!shelf_lend(&r->srv->shelf, id, &deck)) {
        reply_error(r->reply, HTTP_NOT_FOUND,
                    "no book '%.40s'; /api/books lists the books", id);
        return false;
    }
    if (!api_load(r->srv, r->call, &deck, r->reply))
        return false;
    const bool ok =
        decisions_of_deck(deck.edition->book, &r->only, &r->nonly, &r->err) ||
        practice_fail(r, HTTP_FAILED);
    shelf_return(&deck);
    return ok;
}

static bool find_decisions(struct practice_request *r)
{
    struct tabia_pos usual;
    tabia_pos_set_start(&usual);
    const bool has_position =
        r->q->nplayed > 0 || !tabia_pos_is_same(&r->q->start, &usual);
    const struct decisions_options how = {
        .side = r->side,
        .from = has_position ? &r->q->pos : NULL,
        .start = &r->q->start,
        .moves = r->q->played,
        .nmoves = r->q->nplayed,
        .through = body_flag(r, "through"),
        .only = r->only,
        .nonly = r->nonly,
    };
    return decisions_find(&r->decisions, r->book.edition->book, &how,
                          &r->err) ||
           practice_fail(r, HTTP_FAILED);
}

/* Sets the likelihoods, if there are sources. */
static bool weigh_decisions(struct practice_request *r)
{
    if (!api_borrow_sources(r->srv, r->q, false, &r->sources, r->reply))
        return false;
    if (r->sources.n == 0)
        return true;
    const struct coverage_sources from = {
        .book = loan_source(&r->book),
        .replies = { r->sources.list, r->sources.n, &r->q->filter },
    };
    struct hole_key key = { .revision = r->book.state.revision,
                            .side = r->side };
    struct hole_cache *index = &r->srv->holes;
    api_sources_key(&r->sources, &r->q->filter, key.sources);
    memcpy(key.book, r->book.volume->id, sizeof(r->book.volume->id));
    struct coverage *c =
        hole_cache_lock(index, &key, &r->srv->is_ending, &r->err);
    const bool ok = c && (coverage_ply_count(c) > 0 ||
                          coverage_survey(c, &from, NULL, &r->err));
    if (ok)
        decisions_weigh(&r->decisions, c);
    else if (c)
        hole_cache_drop(index, c);
    hole_cache_unlock(index);
    return ok || practice_fail(r, HTTP_FAILED);
}

/* ---- output ------------------------------------------------------------ */

static void put_day(struct jsonw *js, const char *key, int32_t day)
{
    char text[DAY_SIZE];
    day_print(day, text);
    json_view_text(js, key, text);
}

/* "key": {"uci", "san"} or null. */
static void put_move_of(struct jsonw *js, const char *key,
                        const struct tabia_pos *pos, tabia_move mv)
{
    jsonw_key(js, key);
    if (mv == TABIA_MOVE_NONE) {
        jsonw_put_null(js);
        return;
    }
    jsonw_begin_object(js);
    json_view_move(js, pos, mv);
    jsonw_end(js);
}

/* In steps of 1 / 'unit'. */
static void put_rounded(struct jsonw *js, const char *key, double value,
                        double unit)
{
    jsonw_pair_double(js, key, (double)(int64_t)(value * unit + 0.5) / unit);
}

static void put_accepted(struct practice_request *r,
                         const struct tabia_pos *pos, const struct decision *at)
{
    struct jsonw *js = &r->js;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    const size_t n = decisions_accepted(r->decisions.book, at->position, list);
    jsonw_key(js, "moves");
    jsonw_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        const struct card *card = cards_find(&r->cards, at->key, list[i].move);
        jsonw_begin_object(js);
        json_view_move(js, pos, list[i].move);
        json_view_text(js, "remark", list[i].data.remark);
        json_view_text(js, "state",
                       training_state_names[training_state_of(card, r->today)]);
        if (card) {
            const struct fsrs_card *m = &card->memory;
            jsonw_pair_uint(js, "reps", m->reps);
            jsonw_pair_uint(js, "lapses", m->lapses);
            put_rounded(js, "stability", m->stability, 100);
            put_rounded(js, "difficulty", m->difficulty, 100);
            put_rounded(js, "retention", fsrs_retention(m, r->today), 1e4);
            put_day(js, "last", m->last);
            put_day(js, "due", m->due);
        }
        jsonw_end(js);
    }
    jsonw_end(js);
}

/* The way to a decision, with the moves of the request, and its name. */
static void put_way(struct practice_request *r, const struct decision *at)
{
    struct jsonw *js = &r->js;
    tabia_move moves[DECISIONS_LINE];
    struct tabia_pos pos;
    struct tabia_name name = { NULL, NULL };
    const size_t n = decisions_way(&r->decisions, at->position, &pos, moves);
    bool has_name = api_name(r->srv, &r->book, &pos, &name);
    json_view_fen(js, "start", &pos);
    jsonw_key(js, "play");
    jsonw_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        char uci[TABIA_UCI_SIZE];
        jsonw_put_string(js, uci, tabia_uci_print(&pos, moves[i], true, uci));
        tabia_pos_play(&pos, moves[i]);
        has_name |= api_name(r->srv, &r->book, &pos, &name);
    }
    jsonw_end(js);
    json_view_fen(js, "fen", &pos);
    json_view_opening(js, has_name ? &name : NULL);
}

/* 'move': which of its moves is asked for; TABIA_NONE: none. */
static void put_practice_card(struct practice_request *r, uint32_t decision,
                              enum training_state state, uint32_t move)
{
    const struct decision *at = &r->decisions.list[decision];
    struct jsonw *js = &r->js;
    struct tabia_pos pos;
    tabia_book_position_at(r->decisions.book, at->position, &pos);
    jsonw_begin_object(js);
    jsonw_pair_uint(js, "id", at->position);
    jsonw_key(js, "key");
    jsonw_put_hex64(js, at->key);
    put_way(r, at);
    if (r->decisions.has_likelihood)
        put_rounded(js, "likelihood", at->likelihood, 1e6);
    json_view_text(js, "state", training_state_names[state]);
    if (move != TABIA_NONE)
        put_move_of(js, "asked", &pos, r->decisions.moves[at->first + move]);
    put_accepted(r, &pos, at);
    jsonw_end(js);
}

static void put_practice_head(struct practice_request *r)
{
    struct jsonw *js = &r->js;
    json_view_text(js, "book", r->book.volume->id);
    jsonw_pair_uint(js, "revision", r->book.state.revision);
    json_view_text(js, "side", r->side == TABIA_WHITE ? "white" : "black");
    put_day(js, "today", r->today);
    jsonw_pair_bool(js, "saved", r->call->is_owner);
    jsonw_pair_text(js, "file", r->file.path ? path_name(r->file.path) : NULL);
}

static void put_practice_counts(struct jsonw *js,
                                const struct training_counts *c)
{
    jsonw_key(js, "counts");
    jsonw_begin_object(js);
    jsonw_pair_uint(js, "decisions", c->decisions);
    jsonw_pair_uint(js, "cards", c->cards);
    jsonw_pair_uint(js, "new", c->fresh);
    jsonw_pair_uint(js, "due", c->due);
    jsonw_pair_uint(js, "waiting", c->waiting);
    jsonw_pair_uint(js, "learnt", c->learnt);
    jsonw_pair_uint(js, "newToday", c->fresh_today);
    jsonw_pair_uint(js, "newLeft", c->fresh_left);
    jsonw_pair_uint(js, "answersToday", c->answers_today);
    jsonw_end(js);
}

/* ---- a session --------------------------------------------------------- */

static void put_session(struct practice_request *r, const struct training *t,
                        bool tree_order)
{
    struct jsonw *js = &r->js;
    const size_t limit =
        api_number(r->q->limit, CARDS_LISTED, CARDS_LISTED_MAX);
    reply_begin(r->reply, js);
    jsonw_begin_object(js);
    put_practice_head(r);
    jsonw_key(js, "sources");
    jsonw_begin_array(js);
    for (size_t i = 0; i < r->sources.n; i++)
        jsonw_put_text(js, r->sources.ids[i]);
    jsonw_end(js);
    json_view_text(js, "order", tree_order ? "tree" : "likely");
    put_practice_counts(js, &t->counts);
    jsonw_pair_uint(js, "total", t->n);
    jsonw_key(js, "cards");
    jsonw_begin_array(js);
    for (size_t i = 0; i < t->n && i < limit; i++)
        put_practice_card(r, t->items[i].decision, t->items[i].state,
                          t->items[i].move);
    jsonw_end(js);
    jsonw_end(js);
    reply_end(r->reply);
}

void api_practice(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    struct practice_request r;
    struct training t;
    if (!practice_begin(&r, srv, call, reply))
        return;
    if (read_only_list(&r) && read_deck(&r) && find_decisions(&r) &&
        weigh_decisions(&r) && read_cards(&r)) {
        const char *order = json_string_value(json_object_get(r.body, "order"));
        const struct training_options how = {
            .today = r.today,
            .new_per_day = body_number(&r, "new", TRAINING_NEW, NEW_MAX),
            .ahead = body_flag(&r, "ahead"),
            .tree_order = !r.decisions.has_likelihood ||
                          (order && strcmp(order, "tree") == 0),
        };
        if (training_plan(&t, &r.decisions, &r.cards, &how, &r.err)) {
            put_session(&r, &t, how.tree_order);
            training_clear(&t);
        } else {
            practice_fail(&r, HTTP_FAILED);
        }
    }
    practice_end(&r);
}

/* ---- an answer --------------------------------------------------------- */

static bool read_answer_move(struct practice_request *r,
                             const struct tabia_pos *pos, const char *key,
                             tabia_move *mv)
{
    const json_t *text = json_object_get(r->body, key);
    *mv = TABIA_MOVE_NONE;
    if (!text || json_is_null(text))
        return true;
    if (json_is_string(text) &&
        tabia_uci_parse(pos, json_string_value(text), json_string_length(text),
                        mv, NULL))
        return true;
    reply_error(r->reply, HTTP_BAD_REQUEST,
                "bad request: %s: expected a legal move", key);
    return false;
}

/* The decision that the answer is about. */
static const struct decision *read_answer(struct practice_request *r,
                                          struct tabia_pos *pos,
                                          struct training_answer *answer)
{
    const json_t *fen = json_object_get(r->body, "fen");
    *answer = (struct training_answer){ .hint = body_flag(r, "hint"),
                                        .ahead = body_flag(r, "ahead") };
    if (!json_is_string(fen) ||
        !tabia_fen_parse(pos, json_string_value(fen), json_string_length(fen),
                         TABIA_FEN_TOLERANT, &r->err)) {
        practice_refuse(r, "fen: expected a FEN");
        return NULL;
    }
    if (!read_answer_move(r, pos, "uci", &answer->played) ||
        !read_answer_move(r, pos, "asked", &answer->asked))
        return NULL;
    if (!decisions_find_one(&r->decisions, r->book.edition->book, pos,
                            &r->err)) {
        practice_fail(r, HTTP_FAILED);
        return NULL;
    }
    if (r->decisions.n == 0) {
        reply_error(r->reply, HTTP_NOT_FOUND,
                    "the book has no move to learn in this position");
        return NULL;
    }
    const struct decision *at = r->decisions.list;
    bool is_accepted = false;
    for (uint32_t i = 0; i < at->n; i++)
        is_accepted |= r->decisions.moves[at->first + i] == answer->asked;
    if (!is_accepted) // the book has changed, or the client does not say
        answer->asked = r->decisions.moves[at->first];
    return at;
}

static void put_verdict(struct practice_request *r, const struct decision *at,
                        const struct tabia_pos *pos,
                        const struct training_answer *answer,
                        const struct training_verdict *v,
                        const struct buf *lines)
{
    struct jsonw *js = &r->js;
    reply_begin(r->reply, js);
    jsonw_begin_object(js);
    jsonw_pair_bool(js, "right", v->is_right);
    json_view_text(js, "grade", fsrs_grade_names[v->grade]);
    jsonw_pair_bool(js, "recorded", v->reason == TRAINING_RECORDED);
    jsonw_pair_text(js, "reason", training_reason_names[v->reason]);
    jsonw_pair_bool(js, "saved", r->call->is_owner);
    put_move_of(js, "played", pos, answer->played);
    put_move_of(js, "asked", pos, answer->asked);
    put_accepted(r, pos, at);
    json_view_text(js, "lines", buf_text(lines));
    jsonw_end(js);
    reply_end(r->reply);
}

void api_practice_answer(struct server *srv, const struct call *call,
                         struct reply *reply)
{
    struct practice_request r;
    struct tabia_pos pos;
    struct training_answer answer;
    struct training_verdict verdict;
    struct buf lines = { .limit = CARDS_TEXT_MAX };
    const struct decision *at;
    if (!practice_begin(&r, srv, call, reply))
        return;
    if ((at = read_answer(&r, &pos, &answer)) && practice_read_progress(&r)) {
        const struct progress_answer what = { &r.decisions, at, answer, r.now };
        if (progress_record_answer(call->is_owner ? &r.file : NULL, &what,
                                   &r.text, &r.cards, &verdict, &lines, &r.err))
            put_verdict(&r, at, &pos, &answer, &verdict, &lines);
        else
            practice_fail(&r, HTTP_BAD_REQUEST);
    }
    buf_clear(&lines);
    practice_end(&r);
}

/* ---- overview ---------------------------------------------------------- */

static void put_calendar(struct practice_request *r)
{
    const struct cards *cards = &r->cards;
    struct jsonw *js = &r->js;
    jsonw_key(js, "calendar");
    jsonw_begin_array(js);
    for (size_t i = 0; i < cards->ndays; i++) {
        const struct card_day *day = &cards->days[i];
        if (day->day <= r->today - TRAINING_CALENDAR)
            continue;
        jsonw_begin_object(js);
        put_day(js, "day", day->day);
        jsonw_pair_uint(js, "again", day->again);
        jsonw_pair_uint(js, "hard", day->hard);
        jsonw_pair_uint(js, "good", day->good);
        jsonw_pair_uint(js, "new", day->fresh);
        jsonw_end(js);
    }
    jsonw_end(js);
}

static void put_forecast(struct practice_request *r)
{
    const size_t n = body_number(r, "days", TRAINING_FORECAST, FORECAST_MAX);
    struct jsonw *js = &r->js;
    uint32_t due[FORECAST_MAX];
    training_forecast(&r->decisions, &r->cards, r->today, due, n);
    jsonw_key(js, "forecast");
    jsonw_begin_array(js);
    for (size_t i = 0; i < n; i++) {
        jsonw_begin_object(js);
        put_day(js, "day", r->today + (int32_t)i);
        jsonw_pair_uint(js, "due", due[i]);
        jsonw_end(js);
    }
    jsonw_end(js);
}

static void put_positions(struct practice_request *r)
{
    struct jsonw *js = &r->js;
    jsonw_key(js, "positions");
    jsonw_begin_array(js);
    for (size_t i = 0; i < r->decisions.n; i++) {
        const struct training_memory m =
            training_memory_of(&r->decisions, &r->cards, i, r->today);
        jsonw_begin_object(js);
        jsonw_pair_uint(js, "id", r->decisions.list[i].position);
        jsonw_key(js, "key");
        jsonw_put_hex64(js, r->decisions.list[i].key);
        json_view_text(js, "state", training_state_names[m.state]);
        if (m.is_answered)
            put_rounded(js, "retention", m.retention, 1e4);
        jsonw_end(js);
    }
    jsonw_end(js);
}

static bool put_overview(struct practice_request *r)
{
    struct training_memory weakest[WEAKEST_MAX];
    struct jsonw *js = &r->js;
    struct training t;
    size_t n;
    const struct training_options how = {
        .today = r->today,
        .new_per_day = body_number(r, "new", TRAINING_NEW, NEW_MAX),
    };
    if (!training_plan(&t, &r->decisions, &r->cards, &how, &r->err))
        return practice_fail(r, HTTP_FAILED);
    const struct training_counts counts = t.counts;
    training_clear(&t);
    if (!training_weakest(&r->decisions, &r->cards, r->today, weakest,
                          body_number(r, "weakest", TRAINING_WEAKEST,
                                      WEAKEST_MAX),
                          &n, &r->err))
        return practice_fail(r, HTTP_FAILED);
    reply_begin(r->reply, js);
    jsonw_begin_object(js);
    put_practice_head(r);
    put_practice_counts(js, &counts);
    put_calendar(r);
    put_forecast(r);
    jsonw_key(js, "weakest");
    jsonw_begin_array(js);
    for (size_t i = 0; i < n; i++)
        put_practice_card(r, weakest[i].decision, weakest[i].state, TABIA_NONE);
    jsonw_end(js);
    put_positions(r);
    jsonw_end(js);
    reply_end(r->reply);
    return true;
}

void api_practice_overview(struct server *srv, const struct call *call,
                           struct reply *reply)
{
    struct practice_request r;
    if (!practice_begin(&r, srv, call, reply))
        return;
    if (find_decisions(&r) && read_cards(&r))
        put_overview(&r);
    practice_end(&r);
}

/* ---- export and import -------------------------------------------------- */

void api_practice_export(struct server *srv, const struct call *call,
                         struct reply *reply)
{
    struct practice_request r;
    if (!practice_begin(&r, srv, call, reply))
        return;
    if (practice_read_progress(&r)) {
        reply_begin(reply, &r.js);
        jsonw_begin_object(&r.js);
        json_view_text(&r.js, "progress",
                       r.text.size ? buf_text(&r.text) : CARDS_MAGIC "\n");
        jsonw_end(&r.js);
        reply_end(reply);
    }
    practice_end(&r);
}

/* Reads a line of an older page; 'moves' has room for QUERY_PLIES_MAX. */
static bool read_boxed(const json_t *from, struct boxed_line *line,
                       tabia_move *moves)
{
    const json_t *fen = json_object_get(from, "fen");
    const json_t *play = json_object_get(from, "play");
    const size_t n = json_array_size(play);
    *line = (struct boxed_line){
        .moves = moves,
        .box = (int)json_integer_value(json_object_get(from, "box")),
        .due =
            (int64_t)(json_number_value(json_object_get(from, "due")) / 1000),
        .seen = (uint32_t)json_integer_value(json_object_get(from, "seen")),
        .lapses = (uint32_t)json_integer_value(json_object_get(from, "lapses")),
    };
    if (!json_is_string(fen) || n > QUERY_PLIES_MAX || line->due < 0 ||
        line->due > (int64_t)1 << 36 ||
        !tabia_fen_parse(&line->start, json_string_value(fen),
                         json_string_length(fen), TABIA_FEN_TOLERANT, NULL))
        return false;
    struct tabia_pos pos = line->start;
    for (; line->n < n; line->n++) {
        const json_t *uci = json_array_get(play, line->n);
        tabia_move *mv = &moves[line->n];
        if (!json_is_string(uci) ||
            !tabia_uci_parse(&pos, json_string_value(uci),
                             json_string_length(uci), mv, NULL))
            return false;
        tabia_pos_play(&pos, *mv);
    }
    return true;
}

/* The cards of an older page as a progress file, in 'other'. */
static bool convert_boxes(struct practice_request *r, const json_t *list,
                          struct buf *other, struct cards_import *report)
{
    const size_t n = json_array_size(list);
    size_t nboxed = 0, damaged = 0;
    if (n > BOXED_MAX)
        return practice_refuse(r, "lines: too many");
    struct boxed_line *boxed = calloc(n + 1, sizeof(*boxed));
    tabia_move *moves = calloc((n + 1) * QUERY_PLIES_MAX, sizeof(*moves));
    bool ok = boxed && moves && buf_add_text(other, CARDS_MAGIC "\n");
    if (!ok)
        error_nomem(&r->err);
    for (size_t i = 0; ok && i < n; i++) {
        if (read_boxed(json_array_get(list, i), &boxed[nboxed],
                       &moves[nboxed * QUERY_PLIES_MAX]))
            nboxed++;
        else
            damaged++;
    }
    ok = ok && training_convert(other, &r->decisions, &r->cards, boxed, nboxed,
                                report, &r->err);
    report->damaged = damaged;
    free(boxed);
    free(moves);
    return ok || practice_fail(r, HTTP_FAILED);
}

static void put_import(struct practice_request *r,
                       const struct cards_import *report,
                       const struct buf *lines)
{
    struct jsonw *js = &r->js;
    reply_begin(r->reply, js);
    jsonw_begin_object(js);
    jsonw_pair_uint(js, "imported", report->imported);
    jsonw_pair_uint(js, "skipped", report->skipped);
    jsonw_pair_uint(js, "damaged", report->damaged);
    jsonw_pair_bool(js, "saved", r->call->is_owner);
    // The owner's are in the file.
    json_view_text(js, "lines", r->call->is_owner ? "" : buf_text(lines));
    jsonw_end(js);
    reply_end(r->reply);
}

void api_practice_import(struct server *srv, const struct call *call,
                         struct reply *reply)
{
    struct practice_request r;
    struct cards_import report, boxes = { .imported = 0 };
    struct buf lines = { .limit = CARDS_TEXT_MAX }, other = lines;
    if (!practice_begin(&r, srv, call, reply))
        return;
    const json_t *boxed = json_object_get(r.body, "lines");
    const json_t *text = json_object_get(r.body, "progress");
    bool ok = find_decisions(&r);
    if (ok && boxed) {
        ok = read_cards(&r) && convert_boxes(&r, boxed, &other, &boxes);
    } else if (ok && json_is_string(text)) {
        // A visitor's text is what to import: nothing else is known here.
        ok = (!call->is_owner || practice_read_progress(&r)) &&
             buf_add(&other, json_string_value(text), json_string_length(text));
        if (other.failed) {
            buf_error(&other, &r.err);
            practice_fail(&r, HTTP_BAD_REQUEST);
        }
    } else if (ok) {
        ok = practice_refuse(&r, "expected 'progress' or 'lines'");
    }
    if (ok &&
        !progress_import(call->is_owner ? &r.file : NULL, buf_bytes(&other),
                         &r.text, &report, &lines, &r.err))
        ok = practice_fail(&r, HTTP_BAD_REQUEST);
    if (ok) {
        report.skipped += boxes.skipped;
        report.damaged += boxes.damaged;
        put_import(&r, &report, &lines);
    }
    buf_clear(&lines);
    buf_clear(&other);
    practice_end(&r);
}

/* ---- replies ----------------------------------------------------------- */

/* Of the likely moves, those that the book goes on with. */
static size_t keep_answered(const struct loan *book,
                            const struct tabia_pos *pos,
                            const struct likely_move *list, size_t n,
                            struct likely_move *kept, double *sum)
{
    size_t count = 0;
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i].move);
        const struct tabia_pos identity = tabia_pos_identity(&after);
        const uint32_t position =
            tabia_book_position_find(book->edition->book, &identity);
        struct tabia_book_move entries[TABIA_MOVES_MAX];
        if (position == TABIA_NONE ||
            !decisions_accepted(book->edition->book, position, entries))
            continue;
        kept[count++] = list[i];
        *sum += list[i].share;
    }
    return count;
}

/* The same number from 0 to 1 for a seed and a position. */
static double random_fraction(unsigned seed, tabia_key key)
{
    uint64_t z = key ^ (seed + UINT64_C(1)) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (double)((z ^ z >> 31) >> 11) / (double)(UINT64_C(1) << 53);
}

/* Draws from the first of 'from' that has moves which the book answers. */
static bool draw_opponent_move(const struct loan *book, const struct query *q,
                               const struct reply_sources *from,
                               struct likely_move *drawn,
                               struct tabia_error *err)
{
    struct likely_move kept[TABIA_MOVES_MAX];
    const struct likely_move *list;
    struct replies *replies = replies_new(false, err);
    size_t n;
    double sum;
    *drawn = (struct likely_move){ .move = TABIA_MOVE_NONE };
    const bool ok =
        replies && replies_find(replies, from, &q->pos, &list, &n, err);
    const size_t count =
        ok ? keep_answered(book, &q->pos, list, n, kept, &sum) : 0;
    double at =
        count ? sum * random_fraction(api_number(q->seed, 0, QUERY_NUMBER_MAX),
                                      q->pos.key)
              : 0;
    for (size_t i = 0; i < count; i++) {
        *drawn = (struct likely_move){ kept[i].share / sum, kept[i].move };
        if (at < kept[i].share)
            break;
        at -= kept[i].share;
    }
    replies_free(replies);
    return ok;
}

void api_opponent_move(struct server *srv, const struct call *call,
                       struct reply *reply)
{
    const struct query *q = &call->query;
    struct tabia_error err = { .status = TABIA_OK };
    struct likely_move drawn = { .move = TABIA_MOVE_NONE };
    struct api_sources sources = { .n = 0 };
    const char *id = NULL;
    struct loan book;
    struct jsonw js;
    if (!api_borrow_book(srv, call, &book, reply))
        return;
    bool ok = api_borrow_sources(srv, q, false, &sources, reply);
    if (ok) {
        // The sources in turn, then the book itself.
        for (size_t i = 0;
             ok && drawn.move == TABIA_MOVE_NONE && i <= sources.n; i++) {
            const struct tabia_source *one =
                i < sources.n ? sources.list[i] : loan_source(&book);
            const struct reply_sources from = { &one, 1, &q->filter };
            ok = draw_opponent_move(&book, q, &from, &drawn, &err);
            id = i < sources.n ? sources.ids[i] : NULL;
        }
        if (ok) {
            reply_begin(reply, &js);
            jsonw_begin_object(&js);
            put_move_of(&js, "move", &q->pos, drawn.move);
            json_view_share(&js, "share", drawn.share);
            jsonw_pair_text(&js, "source", id);
            jsonw_end(&js);
            reply_end(reply);
        } else {
            reply_failure(reply, HTTP_FAILED, &err);
        }
    }
    api_return_sources(srv, &sources, reply);
    shelf_return(&book);
}
