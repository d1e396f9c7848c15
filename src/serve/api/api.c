/*
 * api.c - what the handlers share: loans, bodies, names
 */
#include "serve/api/api.h"

#include "base/clock.h"
#include "serve/shelf_open.h"
#include "source/answer.h"

#include "base/banned.h"

enum { LOAD_SECONDS = 30 };

unsigned api_number(int value, unsigned default_value, unsigned max)
{
    const unsigned n = value < 0 ? default_value : (unsigned)value;
    return n < max ? n : max;
}

/* Replies with 503 if the file was overwritten while it was open. */
static bool check_volume_file(struct server *srv, struct volume *volume,
                              struct reply *reply)
{
    struct tabia_error err = { .status = TABIA_OK };
    if (volume_check(&srv->shelf, volume, &err))
        return true;
    reply_error(reply, HTTP_BUSY, "%s", err.msg);
    return false;
}

bool api_check_loan(struct server *srv, struct loan *loan, struct reply *reply)
{
    if (check_volume_file(srv, loan->volume, reply))
        return true;
    shelf_return(loan);
    return false;
}

void api_return(struct server *srv, struct loan *loan, struct reply *reply)
{
    if (!check_volume_file(srv, loan->volume, reply))
        reply->is_damaged = false; // what was read is no part of a reply
    shelf_return(loan);
}

bool api_borrow(struct server *srv, const struct call *call, struct loan *loan,
                struct reply *reply)
{
    if (shelf_lend(&srv->shelf, call->query.book, loan))
        return api_check_loan(srv, loan, reply);
    if (call->query.book)
        reply_error(reply, HTTP_NOT_FOUND,
                    "no book '%s'; /api/books lists the books",
                    call->query.book);
    else
        reply_error(reply, HTTP_NOT_FOUND, "no book is open");
    return false;
}

/* ---- loading --------------------------------------------------------- */

struct api_deadline api_deadline_in(struct server *srv, const struct call *call,
                                    unsigned seconds)
{
    return (struct api_deadline){
        .srv = srv,
        .connection = call->connection,
        .end_ns = clock_now_ns() + seconds * UINT64_C(1000000000),
    };
}

bool api_deadline_is_past(const struct api_deadline *deadline)
{
    return clock_now_ns() >= deadline->end_ns;
}

bool api_deadline_is_over(void *ctx)
{
    const struct api_deadline *deadline = ctx;
    return api_deadline_is_past(deadline) ||
           atomic_load(&deadline->srv->is_ending) ||
           connection_is_gone(deadline->connection);
}

bool api_load(struct server *srv, const struct call *call, struct loan *loan,
              struct reply *reply)
{
    struct api_deadline deadline = api_deadline_in(srv, call, LOAD_SECONDS);
    struct tabia_error err = { .status = TABIA_OK };
    const char *id = loan->volume->id;
    if (shelf_load(&srv->shelf, loan, api_deadline_is_over, &deadline, &err))
        return true;
    if (err.status == TABIA_ERR_MISUSE)
        reply_error(reply, HTTP_NOT_FOUND,
                    "'%s': %s; this needs a book in memory", id, err.msg);
    else if (err.status == TABIA_ERR_LIMIT && api_deadline_is_past(&deadline))
        reply_error(reply, HTTP_TOO_LARGE,
                    "'%s' cannot be loaded within %d seconds; positions can "
                    "still be looked up in it",
                    id, LOAD_SECONDS);
    else
        reply_failure(
            reply, err.status == TABIA_ERR_LIMIT ? HTTP_TOO_LARGE : HTTP_FAILED,
            &err);
    shelf_return(loan);
    return false;
}

bool api_borrow_book(struct server *srv, const struct call *call,
                     struct loan *loan, struct reply *reply)
{
    return api_borrow(srv, call, loan, reply) &&
           api_load(srv, call, loan, reply);
}

bool api_borrow_puzzles(struct server *srv, const struct call *call,
                        struct loan *loan, struct reply *reply)
{
    if (!api_borrow(srv, call, loan, reply))
        return false;
    if (loan->volume->puzzles)
        return true;
    reply_error(reply, HTTP_NOT_FOUND, "'%s' is not a set of puzzles",
                loan->volume->id);
    shelf_return(loan);
    return false;
}

json_t *api_read_body(const struct call *call, struct reply *reply)
{
    json_error_t why;
    json_t *root = json_loadb((const char *)call->body.data, call->body.size,
                              JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(root))
        return root;
    if (root)
        reply_error(reply, HTTP_BAD_REQUEST,
                    "the request body must be a JSON object");
    else if (why.text[0] == '\0') // jansson gives no text for this
        reply_error(reply, HTTP_FAILED, "out of memory");
    else
        reply_error(reply, HTTP_BAD_REQUEST,
                    "the request body is not valid JSON: %s", why.text);
    json_decref(root);
    return NULL;
}

bool api_lookup(const struct loan *loan, const struct query *q,
                struct tabia_answer *answer, struct tabia_error *err)
{
    const struct tabia_source *source = loan_source(loan);
    const struct tabia_query query = {
        .start = &q->start,
        .line = q->played,
        .nline = q->nplayed,
        .filter = &q->filter,
        .drop_filters = true,
    };
    return source ? tabia_source_find(source, &q->pos, &query, answer, err)
                  : answer_begin(answer, err); // puzzles have no moves
}

/* ---- names ----------------------------------------------------------- */

bool api_name(const struct server *srv, const struct loan *loan,
              const struct tabia_pos *pos, struct tabia_name *name)
{
    if (loan && loan->edition) {
        const struct tabia_node_data data =
            source_position(loan->edition->source, pos, NULL);
        if (data.name) {
            *name = (struct tabia_name){ data.name, data.eco };
            return true;
        }
    }
    return tabia_names_find(srv->openings.names, pos, name);
}

bool api_opening(const struct server *srv, const struct loan *loan,
                 const struct query *q, struct tabia_name *name)
{
    struct tabia_pos pos = q->start;
    bool has_name = api_name(srv, loan, &pos, name);
    for (size_t i = 0; i < q->nplayed; i++) {
        tabia_pos_play(&pos, q->played[i]);
        has_name |= api_name(srv, loan, &pos, name);
    }
    return has_name;
}
