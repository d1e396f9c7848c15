/*
 * api_practice.c - practice: what to ask now, and answers
 */
#include <stdlib.h>
#include <string.h>

#include "base/error_internal.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/json_view.h"
#include "serve/api/practice.h"

#include "base/banned.h"

enum {
    CARDS_LISTED = 100, // 'limit'
    CARDS_LISTED_MAX = 1000,
    ONLY_MAX = 10000,
};

/* ---- what to ask ------------------------------------------------------- */

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
                             json_string_length(fen), TABIA_FEN_LENIENT, NULL))
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
    if (!endpoint_load(r->srv, r->call, &deck, r->reply))
        return false;
    const bool ok = decisions_of_positions(deck.edition->book, &r->only,
                                           &r->nonly, &r->err) ||
                    practice_fail(r, HTTP_FAILED);
    shelf_return(&deck);
    return ok;
}

/* Sets the likelihoods, if there are sources. */
static bool weigh_decisions(struct practice_request *r)
{
    if (!api_sources_borrow(r->srv, r->params, false, &r->sources, r->reply))
        return false;
    if (r->sources.n == 0)
        return true;
    const struct coverage_sources from = {
        .book = shelf_loan_source(&r->book),
        .replies = { r->sources.list, r->sources.n, &r->params->filter },
    };
    struct hole_key key = { .revision = r->book.status.revision,
                            .color = r->color };
    struct hole_cache *index = &r->srv->holes;
    api_sources_key(&r->sources, &r->params->filter, key.sources);
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

/* ---- a session --------------------------------------------------------- */

static void put_session(struct practice_request *r, const struct training *t,
                        bool tree_order)
{
    struct json_writer *js = &r->js;
    const size_t limit =
        endpoint_number(r->params->limit, CARDS_LISTED, CARDS_LISTED_MAX);
    reply_begin_json(r->reply, js);
    json_writer_begin_object(js);
    practice_put_head(r);
    json_writer_key(js, "sources");
    json_writer_begin_array(js);
    for (size_t i = 0; i < r->sources.n; i++)
        json_writer_put_text(js, r->sources.ids[i]);
    json_writer_end(js);
    json_writer_pair_text(js, "order", tree_order ? "tree" : "likely");
    practice_put_counts(js, &t->counts);
    json_writer_pair_uint(js, "total", t->n);
    json_writer_key(js, "cards");
    json_writer_begin_array(js);
    for (size_t i = 0; i < t->n && i < limit; i++)
        practice_put_card(r, t->items[i].decision, t->items[i].state,
                          t->items[i].move);
    json_writer_end(js);
    json_writer_end(js);
    reply_end(r->reply);
}

void api_practice(struct server *srv, const struct call *call,
                  struct reply *reply)
{
    struct practice_request r;
    struct training t;
    if (!practice_begin(&r, srv, call, reply, PRACTICE_BOOK))
        return;
    if (read_only_list(&r) && read_deck(&r) && practice_find_decisions(&r) &&
        weigh_decisions(&r) && practice_read_cards(&r)) {
        const char *order = json_string_value(json_object_get(r.body, "order"));
        const struct training_options options = {
            .today = r.today,
            .new_per_day = practice_number(&r, "new", TRAINING_NEW_PER_DAY,
                                           PRACTICE_NEW_MAX),
            .ahead = practice_flag(&r, "ahead"),
            .tree_order = !r.decisions.has_likelihood ||
                          (order && strcmp(order, "tree") == 0),
        };
        if (training_plan(&t, &r.decisions, &r.cards, &options, &r.err)) {
            put_session(&r, &t, options.tree_order);
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
    reply_error(r->reply, HTTP_BAD_REQUEST, "%s: expected a legal move", key);
    return false;
}

/* The decision that the answer is about. */
static const struct decision *read_answer(struct practice_request *r,
                                          struct tabia_pos *pos,
                                          struct training_answer *answer)
{
    const json_t *fen = json_object_get(r->body, "fen");
    *answer = (struct training_answer){ .used_hint = practice_flag(r, "hint"),
                                        .ahead = practice_flag(r, "ahead") };
    if (!json_is_string(fen) ||
        !tabia_fen_parse(pos, json_string_value(fen), json_string_length(fen),
                         TABIA_FEN_LENIENT, &r->err)) {
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
    struct json_writer *js = &r->js;
    reply_begin_json(r->reply, js);
    json_writer_begin_object(js);
    json_writer_pair_bool(js, "right", v->is_right);
    json_writer_pair_text(js, "grade", fsrs_grade_names[v->grade]);
    json_writer_pair_bool(js, "recorded",
                          v->reason == TRAINING_REASON_RECORDED);
    json_writer_pair_text(js, "reason", training_reason_names[v->reason]);
    json_writer_pair_bool(js, "saved", r->call->is_owner);
    json_view_put_move_of(js, "played", pos, answer->played);
    json_view_put_move_of(js, "asked", pos, answer->asked);
    practice_put_accepted(r, pos, at);
    json_writer_pair_text(js, "lines", buf_text(lines));
    json_writer_end(js);
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
    if (!practice_begin(&r, srv, call, reply, PRACTICE_BOOK))
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
