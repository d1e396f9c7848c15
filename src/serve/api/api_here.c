/*
 * api_here.c - what several sources know about one position, in one answer
 */
#include "book/edges.h"
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
    if (is_open && all->n < max && loan_source(loan) &&
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
static void here_put_answers(struct find_request *v,
                             const struct tabia_book_move *entry,
                             const struct tabia_pos *after)
{
    const struct edition *edition = v->loan->edition;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    (void)entry;
    if (!edition)
        return;
    const uint32_t position = tabia_book_position_find(edition->book, after);
    if (position != TABIA_NONE)
        jsonw_pair_uint(v->js, "lines", edition->map.nlines[position]);
    const size_t n = tabia_book_find(edition->book, after, TABIA_MERGE_DEFAULT,
                                     list, TABIA_MOVES_MAX);
    jsonw_key(v->js, "answers");
    jsonw_begin_array(v->js);
    for (size_t i = 0; i < n; i++) {
        jsonw_begin_object(v->js);
        json_view_move(v->js, after, list[i].move);
        json_view_data(v->js, &list[i].data);
        jsonw_end(v->js);
    }
    jsonw_end(v->js);
}

/* The move that led here, if the book has it. */
static void here_put_last(const struct find_request *v)
{
    const struct query *q = v->q;
    const struct edition *edition = v->loan->edition;
    struct tabia_pos before = q->start;
    struct tabia_book_move list[TABIA_MOVES_MAX];
    jsonw_key(v->js, "last");
    size_t n = 0, i = 0;
    if (edition && q->nplayed > 0) {
        for (size_t k = 0; k + 1 < q->nplayed; k++)
            tabia_pos_play(&before, q->played[k]);
        n = tabia_book_find(edition->book, &before, TABIA_MERGE_DEFAULT, list,
                            TABIA_MOVES_MAX);
        while (i < n && list[i].move != q->played[q->nplayed - 1])
            i++;
    }
    if (i == n) {
        jsonw_put_null(v->js);
        return;
    }
    jsonw_begin_object(v->js);
    json_view_fen(v->js, "from", &before);
    json_view_move(v->js, &before, list[i].move);
    json_view_data(v->js, &list[i].data);
    jsonw_end(v->js);
}

/* Moves after which the book goes on where another line has come to. */
static void here_put_joins(const struct find_request *v)
{
    const struct edition *edition = v->loan->edition;
    const struct tabia_pos *pos = &v->q->pos;
    tabia_move list[TABIA_MOVES_MAX];
    const size_t n = edition ? tabia_pos_legal_moves(pos, list) : 0;
    const uint32_t from =
        edition ? tabia_book_position_find(edition->book, pos) : TABIA_NONE;
    jsonw_key(v->js, "joins");
    jsonw_begin_array(v->js);
    for (size_t i = 0; i < n; i++) {
        struct tabia_pos after = *pos;
        tabia_pos_play(&after, list[i]);
        const uint32_t to = tabia_book_position_find(edition->book, &after);
        if (to == TABIA_NONE || edition->map.reach.ply[to] == TABIA_NONE ||
            edition->map.reach.ply[to] == 0 ||
            line_map_has_move(&edition->map, edition->book, from, list[i], to))
            continue;
        jsonw_begin_object(v->js);
        json_view_move(v->js, pos, list[i]);
        json_view_line_to(v->js, edition, to);
        jsonw_end(v->js);
    }
    jsonw_end(v->js);
}

/* ---- the whole ------------------------------------------------------- */

/* A source that cannot be read shows why; only the book itself must be read. */
static bool here_put_column(struct find_request *v, struct tabia_error *err)
{
    struct tabia_error why = { .status = TABIA_OK };
    struct jsonw *js = v->js;
    jsonw_begin_object(js);
    json_view_text(js, "book", v->loan->volume->id);
    if (!find_put_source(v, &why)) {
        if (v->put_more || why.status == TABIA_ERR_NOMEM) {
            *err = why;
            return false;
        }
        jsonw_pair_bool(js, "known", false);
        json_view_null(js, "results");
        jsonw_pair_uint(js, "total", 0);
        jsonw_key(js, "moves");
        jsonw_begin_array(js);
        jsonw_end(js);
        json_view_text(js, "problem", why.msg);
    }
    jsonw_end(js);
    return true;
}

void api_here(struct server *srv, const struct call *call, struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    struct here_sources all = { .n = 1 };
    struct jsonw js;
    if (!api_borrow(srv, call, &all.loans[0], reply))
        return;
    if (call->query.sources)
        here_borrow_listed(srv, &all, call->query.sources);
    else
        here_borrow_first(srv, call->query.imports, &all);
    struct find_request v = {
        .srv = srv,
        .loan = &all.loans[0],
        .q = &call->query,
        .js = &js,
        .reply = reply,
        .answer = call->answer,
    };
    reply_begin(reply, &js);
    jsonw_begin_object(&js);
    find_put_position(&v);
    jsonw_pair_uint(&js, "revision", v.loan->state.revision);
    here_put_last(&v);
    here_put_joins(&v);
    jsonw_key(&js, "sources");
    jsonw_begin_array(&js);
    bool is_ok = true;
    for (size_t i = 0; i < all.n && is_ok; i++) {
        v.loan = &all.loans[i];
        v.put_more = i == 0 ? here_put_answers : NULL;
        is_ok = here_put_column(&v, &err);
    }
    if (is_ok) {
        jsonw_end(&js);
        if (reply->is_damaged)
            json_view_text(&js, "damage", reply->problem);
        jsonw_end(&js);
        reply_end(reply);
    } else {
        reply_failure(reply, HTTP_FAILED, &err);
    }
    tabia_answer_clear(&v.after);
    for (size_t i = 0; i < all.n; i++)
        api_return(srv, &all.loans[i], reply);
}
