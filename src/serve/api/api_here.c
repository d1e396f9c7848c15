/*
 * api_here.c - what several sources know about one position, in one answer
 */
#include "book/edges.h"
#include "serve/api/api.h"
#include "serve/api/endpoint.h"
#include "serve/api/find_view.h"
#include "serve/api/json_view.h"

#include "base/banned.h"

enum {
    SOURCES = 4, // unless the request names them
    SOURCES_MAX = 8,
};

/* The sources that are compared; the first is the book itself. */
struct here_sources {
    struct loan loans[SOURCES_MAX];
    size_t n;
};

/* ---- choosing the sources -------------------------------------------- */

static bool here_has(const struct here_sources *all, const struct volume *v)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->loans[i].volume == v)
            return true;
    return false;
}

/* Takes the loan, or returns it if it is of no use. */
static void here_add(struct here_sources *all, struct loan *loan, size_t max)
{
    const bool is_open = !atomic_load(&loan->volume->is_overwritten);
    if (is_open && all->n < max && shelf_loan_source(loan) &&
        !here_has(all, loan->volume))
        all->loans[all->n++] = *loan;
    else
        shelf_return(loan);
}

/* Those that the request lists; names that nothing has are ignored. */
static void here_borrow_listed(struct server *srv, struct here_sources *all,
                               const char *list)
{
    char id[VOLUME_ID_SIZE];
    struct loan loan;
    for (size_t len; (len = shelf_next_id(&list, id)) > 0;)
        if (len < sizeof(id) && shelf_lend(&srv->shelf, id, &loan))
            here_add(all, &loan, SOURCES_MAX);
}

/* The first stores, then the first books. */
static void here_borrow_first(struct server *srv, const char *imports,
                              struct here_sources *all)
{
    struct loan loans[SHELF_MAX];
    const size_t n = shelf_lend_all(&srv->shelf, imports, loans);
    for (size_t i = 0; i < n; i++)
        if (loans[i].volume->kind == VOLUME_STORE)
            here_add(all, &loans[i], SOURCES);
    for (size_t i = 0; i < n; i++)
        if (loans[i].volume && loans[i].volume->kind != VOLUME_STORE)
            here_add(all, &loans[i], SOURCES);
}

/* ---- the book's own view --------------------------------------------- */

/* The book's replies to a move, and how many lines it has after it. */
static void here_put_answers(struct find_view *view,
                             const struct tabia_book_move *entry,
                             const struct tabia_pos *after)
{
    const struct edition *edition = view->loan->edition;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    (void)entry;
    if (!edition)
        return;
    const uint32_t position = tabia_book_find_position(edition->book, after);
    if (position != TABIA_NUMBER_NONE)
        json_writer_pair_uint(view->js, "lines", edition->nlines[position]);
    const size_t n = tabia_book_find(edition->book, after, TABIA_MERGE_DEFAULT,
                                     list, TABIA_MOVES_MAX);
    json_writer_key(view->js, "answers");
    json_writer_begin_array(view->js);
    for (size_t i = 0; i < n; i++) {
        json_writer_begin_object(view->js);
        json_view_put_move(view->js, after, list[i].move);
        json_view_put_data(view->js, &list[i].data);
        json_writer_end(view->js);
    }
    json_writer_end(view->js);
}

/* The move that led here, if the book has it. */
static void here_put_last(const struct find_view *view)
{
    const struct request_params *params = view->params;
    const struct edition *edition = view->loan->edition;
    struct tabia_pos before = params->start;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    json_writer_key(view->js, "last");
    size_t n = 0, i = 0;
    if (edition && params->nplayed > 0) {
        for (size_t k = 0; k + 1 < params->nplayed; k++)
            tabia_pos_play(&before, params->played[k]);
        n = tabia_book_find(edition->book, &before, TABIA_MERGE_DEFAULT, list,
                            TABIA_MOVES_MAX);
        while (i < n && list[i].move != params->played[params->nplayed - 1])
            i++;
    }
    if (i == n) {
        json_writer_put_null(view->js);
        return;
    }
    json_writer_begin_object(view->js);
    json_view_put_fen(view->js, "from", &before);
    json_view_put_move(view->js, &before, list[i].move);
    json_view_put_data(view->js, &list[i].data);
    json_writer_end(view->js);
}

/* Moves after which the book goes on where another line has come to. */
static void here_put_joins(const struct find_view *view)
{
    const struct edition *edition = view->loan->edition;
    const struct tabia_pos *pos = &view->params->pos;
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = edition ? tabia_pos_legal_moves(pos, list) : 0;
    const uint32_t from = edition ? tabia_book_find_position(edition->book, pos)
                                  : TABIA_NUMBER_NONE;
    json_writer_key(view->js, "joins");
    json_writer_begin_array(view->js);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i]);
        const uint32_t to = tabia_book_find_position(edition->book, &after);
        if (to == TABIA_NUMBER_NONE ||
            edition->map.reach.ply[to] == TABIA_NUMBER_NONE ||
            edition->map.reach.ply[to] == 0 ||
            line_map_has_move(&edition->map, edition->book, from, list[i], to))
            continue;
        json_writer_begin_object(view->js);
        json_view_put_move(view->js, pos, list[i]);
        json_view_put_line_to(view->js, edition, to);
        json_writer_end(view->js);
    }
    json_writer_end(view->js);
}

/* ---- the whole ------------------------------------------------------- */

/* A source that cannot be read shows why; only the book itself must be read. */
static bool here_put_column(struct find_view *view, struct tabia_error *err)
{
    struct tabia_error why = { 0 };
    struct json_writer *js = view->js;
    json_writer_begin_object(js);
    json_writer_pair_text(js, "book", view->loan->volume->id);
    if (!find_view_put_source(view, &why)) {
        if (view->put_more || why.status == TABIA_ERR_NOMEM) {
            *err = why;
            return false;
        }
        json_writer_pair_bool(js, "known", false);
        json_view_put_null(js, "results");
        json_writer_pair_uint(js, "total", 0);
        json_writer_key(js, "moves");
        json_writer_begin_array(js);
        json_writer_end(js);
        json_writer_pair_text(js, "problem", why.msg);
    }
    json_writer_end(js);
    return true;
}

void api_here(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { 0 };
    struct here_sources all = { .n = 1 };
    struct json_writer js;
    if (!endpoint_borrow(srv, call, &all.loans[0], reply))
        return;
    if (call->params.sources)
        here_borrow_listed(srv, &all, call->params.sources);
    else
        here_borrow_first(srv, call->params.imports, &all);
    struct find_view view = {
        .srv = srv,
        .loan = &all.loans[0],
        .params = &call->params,
        .js = &js,
        .reply = reply,
        .answer = call->answer,
    };
    struct edition *own = all.loans[0].edition;
    bool is_ok = !own || edition_count_lines(own, &err);
    if (is_ok) {
        reply_begin_json(reply, &js);
        json_writer_begin_object(&js);
        find_view_put_position(&view);
        json_writer_pair_uint(&js, "revision", view.loan->status.revision);
        here_put_last(&view);
        here_put_joins(&view);
        json_writer_key(&js, "sources");
        json_writer_begin_array(&js);
    }
    for (size_t i = 0; i < all.n && is_ok; i++) {
        view.loan = &all.loans[i];
        view.put_more = i == 0 ? here_put_answers : NULL;
        is_ok = here_put_column(&view, &err);
    }
    if (is_ok) {
        json_writer_end(&js);
        if (reply->is_damaged)
            json_writer_pair_text(&js, "damage", reply->problem);
        json_writer_end(&js);
        reply_end(reply);
    } else {
        reply_library_error(reply, HTTP_FAILED, &err);
    }
    tabia_answer_clear(&view.after);
    for (size_t i = 0; i < all.n; i++)
        endpoint_return_loan(srv, &all.loans[i], reply);
}
